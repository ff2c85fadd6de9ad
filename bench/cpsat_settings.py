"""A table of questions by settings of CP-SAT, in processor seconds: what `models/engines/cpsat.py` chooses by.

The questions are those of `engines.py`, and some with sums of counts. Each is put to the engine in a separate process,
as there; a setting is presolve (p), linear programs (l), and decisions by the solver (s) instead of slot by slot.

    python bench/cpsat_settings.py [--patience SECONDS] [--only PATTERN]

It takes about ten minutes, with `--patience 3` five.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import math
import multiprocessing
import re
import resource
import time
from multiprocessing.connection import Connection

import engines
from measuring import duration, head, row

from cubecsp.models.engines import Problem, Progress, load_engine
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.puzzle.cube.cube_puzzle import CUBE

_SUMS = {
    "as often on all faces: none": ["all(f in faces, c in colours: count({f},{c})==count(U,{c}))"],
    "as often on four faces": [
        "all(f in faces, c in colours, f != L, f != B: count({f},{c})==count(U,{c}))"
    ],
    "more own than others' on all faces": [
        "all(f, g in faces, f != g: count({f},{f})>count({g},{f}))"
    ],
    "ten of one colour on two faces: none": ["any(c in colours: count(U D, {c})>=10)"],
    "a sum of five counts": [
        "2*count(U,U)+count(F,F)-count(R,U)>=20",
        "count(U,R)+count(D,R)==count(F,L)+count(B,L)",
    ],
    "rows and columns balanced": [
        "count(U1 U2 U3,U)==count(U7 U8 U9,U)",
        "count(U1 U4 U7,U)==count(U3 U6 U9,U)",
        "count(U F R,U)>=8",
    ],
}


def settings() -> dict[str, list[str]]:
    """Return the options of each setting."""
    result = {"question": []}
    for presolve, linear, solver in itertools.product((False, True), repeat=3):
        name = "p" * presolve + "l" * linear + "s" * solver
        result[name or "none"] = [
            f"presolve={'on' if presolve else 'off'}",
            f"linearization={int(linear)}",
            f"branching={'solver' if solver else 'slots'}",
        ]
    return result


def _problem(name: str) -> tuple[Problem, int | None]:
    """Return a question, and how many answers are asked for: None for all."""
    texts = {**engines._WIDE, **_SUMS}.get(name)
    if texts is None:
        return engines._questions()[name], None
    pattern = parse_pattern(texts)
    return Problem(CUBE, pattern.primitives, pattern.symmetries), 1


def _answer(options: list[str], name: str, patience: float, connection: Connection) -> None:
    """Send the time and the number of answers; end with the patience."""
    engine = load_engine("cpsat", options)
    problem, limit = _problem(name)
    warm = parse_pattern(["solved=all"])
    list(engine.solutions(Problem(CUBE, warm.primitives, warm.symmetries)))
    seconds = math.ceil(time.process_time() + patience)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.RLIM_INFINITY))
    started = time.process_time()
    with contextlib.closing(engine.solutions(problem)) as events:
        cubes = (event for event in events if not isinstance(event, Progress))
        number = sum(1 for _ in itertools.islice(cubes, limit))
    connection.send((time.process_time() - started, number))


def _timed(options: list[str], name: str, patience: float) -> tuple[float, int] | None:
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=_answer, args=(options, name, patience, theirs))
    process.start()
    theirs.close()
    answer = None
    with contextlib.suppress(EOFError):
        answer = ours.recv()
    process.join()
    return answer


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--patience", type=float, default=10.0)
    parser.add_argument(
        "--only", default="", help="a pattern for the names of the questions to ask"
    )
    arguments = parser.parse_args()
    head("question", "answers", *(f"`{name}`" for name in settings()))
    for name in (*engines._questions(), *engines._WIDE, *_SUMS):
        if re.search(arguments.only, name):
            results = [_timed(some, name, arguments.patience) for some in settings().values()]
            times = [duration(r[0]) if r else f"over {arguments.patience:g} s" for r in results]
            row(name, next((f"{r[1]:,}" for r in results if r), "?"), *times)


if __name__ == "__main__":
    main()
