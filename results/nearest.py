"""Which cube comes nearest to a perfect scramble: `python results/nearest.py --without RULE [--with RULE]`.

The cubes satisfy all other requirements and break this one. The script finds a cube that breaks it in the fewest places,
proves that none breaks it in fewer, and counts such cubes. If several may be broken, their places are added up. With
--with, the cubes satisfy that rule, too.

A place is a pair of equal colours that touch, a colour that a face lacks, a sticker beyond the second of its
colour on a face, or a pair of faces with the same pattern.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterable, Sequence

from cubecsp import Cube, best, find
from cubecsp.models.language.pattern_text import parse_number
from cubecsp.models.patterns import PERFECT_SCRAMBLE
from cubecsp.models.rules.expressions import Sum, how_many, stickers
from cubecsp.models.rules.faces_differ import FacesDiffer
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.search import two_phase

REQUIREMENTS = tuple(str(rule) for rule in PERFECT_SCRAMBLE.rules)


def touching(pairs: Iterable[tuple[int, int]]) -> Sum:
    """Return how many of some pairs of stickers are of one colour."""
    every = [*stickers]
    return how_many(*(every[a] == every[b] for a, b in pairs))


PLACES: dict[str, Callable[[], Sum]] = {
    "every-colour": lambda: parse_number("36-sum(f in faces: colours({f}))"),
    "at-most=2": lambda: parse_number(
        "how-many(n in 3..9, f in faces, c in colours: count({f}, {c})>={n})"
    ),
    "no-touching=side": lambda: touching(CUBE.side_pairs),
    "no-touching=diagonal": lambda: touching(CUBE.diagonal_pairs),
    "no-touching=across": lambda: touching(CUBE.across_pairs),
}
"""The number of places where a cube breaks a requirement. Pairs of faces with the same pattern are counted on cubes."""


def nearest(broken: Sequence[str], rules: Sequence[str]) -> tuple[int, list[Cube]]:
    """Return the least number of places that break requirements, and all cubes that attain it."""
    if [*broken] == ["faces-differ"]:
        cubes = [report.cube for report in find(rules, limit=None) if report.cube]
        places = {cube: len(FacesDiffer().violations(cube)) for cube in cubes}
        least = min(places.values())
        return least, [cube for cube in cubes if places[cube] == least]
    answer = best(rules, minimise=Sum.of([PLACES[rule]() for rule in broken]), limit=None)
    assert answer.value is not None
    assert answer.proven
    return answer.value, [report.cube for report in answer.cubes if report.cube]


def main() -> None:
    """Search, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    dropped = {"action": "append", "choices": REQUIREMENTS, "metavar": "RULE", "required": True}
    parser.add_argument("--without", **dropped, help="a requirement that may be broken")
    parser.add_argument("--with", dest="added", action="append", default=[], metavar="RULE")
    args = parser.parse_args()
    started = time.monotonic()
    kept = [rule for rule in REQUIREMENTS if rule not in args.without]
    broken = f"not all({', '.join(args.without)})"
    places, cubes = nearest(args.without, [*kept, broken, *args.added])
    cube = min(cubes)
    moves = two_phase.solve(cube)
    assert moves is not None
    facts = {
        "places": places,
        "count": len(cubes),
        "facelets": cube.facelets,
        "generator": str(~moves.moves),
        "seconds": round(time.monotonic() - started, 2),
    }
    print(json.dumps(facts))


if __name__ == "__main__":
    main()
