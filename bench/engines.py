"""A table of questions by engines, in processor seconds.

Thirteen questions are asked for all their answers; the loose ones, and those with rules that engines see only in
part, for their first cube. Each question is put to each engine in a separate process, which is ended after
`--patience` seconds of work (10 by default). Times are means over a fifth of a second. They include stating the
problem to the engine, but not loading packages or reading rules. A node is one value given to one slot, by choice
or because nothing else was left.

    python bench/engines.py [--patience SECONDS]

It takes about six minutes, with `--patience 3` three.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import math
import multiprocessing
import resource
import signal
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection

from measuring import duration, head, row

from cubecsp import SYMMETRIES, Cube, Search
from cubecsp.models import AtMost, EveryColour, FacesDiffer, NoPieceHome, NoTouching, Stickers
from cubecsp.models.core.hold import holding_constraints
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.primitives import (
    AtLeast,
    ColourTable,
    FacePatterns,
    Primitive,
    all_of,
    any_of,
)
from cubecsp.models.engines import ENGINES, Problem, Progress, load_engine
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.models.patterns import PERFECT_SCRAMBLE
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET
from cubecsp.puzzle.cube.state import State

PATIENCE = 10.0  # processor seconds for one engine on one question
ENOUGH = 0.2  # processor seconds for which a question is repeated; clocks tick in hundredths
MOST_TIMES = 100

_PERFECT = Cube.from_moves("U F' L' U' R2 F' R2 B' U' R F' U F D' L2 F2 L2 U'").facelets
_RANDOM = Cube.random(7).facelets


def _known(letters: str, known: range | list[int]) -> Stickers:
    return Stickers("".join(c if i in known else "." for i, c in enumerate(letters)))


def _rows(face: int) -> ColourTable:
    """Return a table of four stickers: the corners of a face show at most two colours."""
    cells = tuple(CUBE.face(face)[i] for i in (0, 2, 6, 8))
    every = [(a, b, c, d) for a in range(6) for b in range(6) for c in range(6) for d in range(6)]
    return ColourTable(cells, frozenset(row for row in every if len(set(row)) <= 2))


def _questions() -> dict[str, Problem]:
    def pattern(*rules: object, puzzle: object = CUBE) -> Pattern:
        return Pattern(tuple(rules), puzzle=puzzle)  # type: ignore[arg-type]

    sides = [all_of(NoTouching(way).primitives()) for way in ("side", "diagonal", "across")]
    alike: list[Primitive] = [FacePatterns(a, a + 3, same=True) for a in range(3)]
    half = _known(_RANDOM, list(range(0, 54, 2)))
    patterns = {
        "perfect scramble": (PERFECT_SCRAMBLE, ()),
        "without faces-differ": (PERFECT_SCRAMBLE.without(FacesDiffer()), ()),
        "no piece in place: none": (PERFECT_SCRAMBLE.including(NoPieceHome()), ()),
        "one face given": (PERFECT_SCRAMBLE.including(_known(_PERFECT, range(9))), ()),
        "half the stickers": (pattern(half), ()),
        "four faces given": (pattern(_known(_RANDOM, range(36))), ()),
        "too many of one colour: none": (pattern(EveryColour(), AtMost(1)), ()),
        "two of three touchings": (
            pattern(_known(_RANDOM, range(14, 54))),
            [AtLeast(2, frozenset(sides))],
        ),
        "opposite faces alike": (pattern(_known(_PERFECT, range(0, 54, 3)), AtMost(3)), alike),
        "tables": (pattern(half), [any_of([_rows(face) for face in range(6)])]),
        "2×2×2, no touching": (
            pattern(NoTouching("side"), NoTouching("across"), puzzle=POCKET),
            (),
        ),
        "2×2×2, faces differ": (
            pattern(FacesDiffer(), AtMost(2), puzzle=POCKET),
            (),
        ),
        "2×2×2, only faces differ": (pattern(FacesDiffer(), puzzle=POCKET), ()),
    }
    problems = {}
    for name, (question, more) in patterns.items():
        group = question.symmetries if not more else SYMMETRIES[:1]
        holding = holding_constraints(question.puzzle)
        kept = tuple(s for s in group if all(p.moved(s, question.puzzle) == p for p in holding))
        primitives = (*holding, *question.primitives, *more)
        problems[name] = Problem(question.puzzle, primitives, kept)
    return problems


# Most cubes satisfy these, or none does; what matters is how soon the first is found.
_ALL_COLOURS = "f in faces: all(c in colours: count({f},{c})>=1)"
_WIDE = {
    "some face shows all colours": [f"any({_ALL_COLOURS})"],
    "three faces show all colours": [f"at-least(3, {_ALL_COLOURS})"],
    "the same beside a whole face: none": [
        f"any({_ALL_COLOURS})",
        "any(f in faces: count({f},{f})==9)",
    ],
    "five of a colour where all six are: none": ["not at-most=4", "every-colour"],
    "three colours thrice on all faces": [
        "all(f in faces: at-least(3, c in colours: count({f},{c})==3))"
    ],
    "six of a colour on all faces": ["all(f in faces: any(c in colours: count({f},{c})==6))"],
    "at most two of each colour": ["at-most=2"],
}


# Engines see only a part of these, or see that nearly every cube will do.
_FILTERED = {
    "order 7, two of a colour: none": ["order=7", "at-most=2"],
    "order 9, two of a colour": ["order=9", "at-most=2"],
    "order 60": ["order=60"],
    "order 1260": ["order=1260"],
    "not order 3": ["not order=3"],
    "not self-inverse": ["not self-inverse"],
}


def _asked(engine: str, name: str) -> Callable[[], Iterator[State]]:
    """Return a function that asks a question, which is read and checked beforehand."""
    if name in _FILTERED:
        filtered = parse_pattern(_FILTERED[name])
        return lambda: Search(filtered, engine=engine, limit=1)
    if name in _WIDE:
        pattern = parse_pattern(_WIDE[name])
        problem = Problem(CUBE, pattern.primitives, pattern.symmetries)
        return lambda: itertools.islice(_solutions(engine, problem), 1)
    problem = _questions()[name]
    return lambda: _solutions(engine, problem)


def _solutions(engine: str, problem: Problem) -> Iterator[State]:
    events = load_engine(engine).solutions(problem)
    return (event for event in events if not isinstance(event, Progress))


def _answer(engine: str, name: str, patience: float, connection: Connection) -> None:
    """Send the time and the number of answers; end with the patience."""
    nothing = Problem(POCKET, (any_of([]),), SYMMETRIES[:1])
    list(load_engine(engine).solutions(nothing))  # so that loading packages is not timed
    ask = _asked(engine, name)
    limit = math.ceil(time.process_time() + patience)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
    started, spent, times = time.process_time(), 0.0, 0
    while times < MOST_TIMES and spent < ENOUGH:
        count = sum(1 for _ in ask())
        times, spent = times + 1, time.process_time() - started
    if spent <= patience:  # if not, the system noticed too late
        connection.send((spent / times, count))


def _timed(engine: str, name: str, patience: float) -> tuple[float, int] | None:
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=_answer, args=(engine, name, patience, theirs))
    process.start()
    theirs.close()
    answer = None
    with contextlib.suppress(EOFError):
        answer = ours.recv()
    process.join()
    assert process.exitcode in (0, -signal.SIGXCPU), f"{engine} failed on {name}"
    return answer


def engines(names: list[str], patience: float) -> None:
    """Print the table."""
    columns = (*(name for name, engine in ENGINES.items() if engine.exhaustive), "auto")
    head("question", "answers", *(f"`{engine}`" for engine in columns))
    for name in names:
        results = {engine: _timed(engine, name, patience) for engine in columns}
        counts = {result[1] for result in results.values() if result and name in _EXACT}
        assert len(counts) <= 1, f"the engines do not agree on {name}"
        times = [duration(r[0]) if r else f"over {patience:g} s" for r in results.values()]
        number = next((r[1] for r in results.values() if r), 0)
        row(name, f"{number:,}", *times)


# If symmetry is broken, an engine may give more equivalent cubes than another does.
_EXACT = {
    *(name for name, problem in _questions().items() if len(problem.symmetries) == 1),
    *_WIDE,
    *_FILTERED,
}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--patience", type=float, default=PATIENCE)
    engines([*_questions(), *_WIDE, *_FILTERED], parser.parse_args().patience)


if __name__ == "__main__":
    main()
