"""The cost of checking the cubes that were found: each rule's own check against the engine.

Every question has some ten thousand cubes, which the engine finds in a fraction of a second; the rules
themselves then check each of them, late ones first. The engine alone and the whole question are timed one
after the other.

    python bench/checks.py
"""

from __future__ import annotations

from functools import partial

from measuring import duration, head, row, seconds

from cubecsp import Search
from cubecsp.models.engines import Problem, load_engine
from cubecsp.models.language.pattern_text import parse_pattern

QUESTIONS = (
    "any(f in faces: all(c in colours: count({f}, {c})<=6))",
    "any(f in faces: all(g in faces: any(c in colours: count({f} {g}, {c})>=7)))",
    "every-holding(at-most=8)",
    "some-holding(not solved=last-layer)",
    "not symmetric=Cs-a",
    "not symmetric=C4v",
    "not self-inverse",
    "not order=3",
    "order=12",
    "any(order=4, order=9)",
    "not junctions=anywhere",
    "not face=some:ABA/.../ABA:turned",
    "not faces-differ",
)
"""Asked together with `solved=F2L`, of which there are 62,208 cubes."""


def alone(problem: Problem) -> None:
    """Have the engine find everything."""
    for _ in load_engine("native").blocks(problem):
        pass


def main() -> None:
    """Print the times."""
    head("`solved=F2L` and", "cubes", "engine", "whole")
    for text in QUESTIONS:
        pattern = parse_pattern(["solved=F2L", text])
        with Search(pattern, threads=1) as search:
            total = seconds(partial(list, search.arrays()))
        problem = Problem(pattern.puzzle, pattern.primitives, search.group)
        engine = seconds(partial(alone, problem))
        row(f"`{text}`", f"{search.found:,}", duration(engine), duration(total))


if __name__ == "__main__":
    main()
