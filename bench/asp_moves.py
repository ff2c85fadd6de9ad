"""Moves by a logic program, beside the Prolog program of T. Rand and R. Dinaro: `python bench/asp_moves.py`.

Their paper lists how long their program takes to undo one to four turns with the six that it has (`ROTATIONS`); the
third is the query that it prints. The same questions go to clingo, with the program of `export --moves`, which gives all shortest sequences,
and to breadth-first search in C++, which gives the first. Then come many random queries of four operations. Times are
processor time of one run, without the start of Python; theirs are as printed, on their machine.
"""

from __future__ import annotations

import itertools
import random
import statistics

import clingo
from measuring import duration, head, row, seconds, timed

from cubecsp import Cube
from cubecsp.formats.cube_map import ROTATIONS
from cubecsp.search import breadth_first
from cubecsp.search.named_moves import named_moves
from cubecsp.search.plan_program import plan_problem, write_plan

PROLOG = {"F": 0.019, "F R": 0.040, "F R U": 8.126, "F R U L": 1749.068}  # seconds
QUERIES = 46


def plans(cube: Cube) -> tuple[float, int]:
    """Return the time to find all shortest plans, and how long these are."""
    return timed(lambda: shortest(write_plan(plan_problem(cube, named_moves(ROTATIONS)))))


def shortest(program: str) -> int:
    """Return the length of the shortest plans, once clingo has listed all of them."""
    control = clingo.Control(["--models=0", "--configuration=trendy"])
    control.add(program.replace("#include <incmode>.", ""))
    control.ground()
    for length in itertools.count():
        number = clingo.Number(length)
        control.ground([*([("step", [number])] if length else []), ("check", [number])])
        query = clingo.Function("query", [number])
        control.assign_external(query, True)
        if control.solve().satisfiable:
            break
        control.release_external(query)
    return length


def table() -> None:
    """Print their table, with two more columns."""
    head("operations", "undone by", "Prolog, as published", "clingo, all ways", "`breadth-first`")
    for turns, prolog in PROLOG.items():
        cube = Cube.from_moves(turns)
        ours, length = plans(cube)
        both = seconds(lambda c=cube: next(iter(breadth_first.sequences(c, ROTATIONS))))  # type: ignore[misc]
        row(turns, length, *map(duration, (prolog, ours, both)))


def random_queries() -> None:
    """Print how long random queries of four operations take."""
    source = random.Random(1)
    times, longest = [], []
    for _ in range(QUERIES):
        cube = Cube()
        for _ in range(4):
            cube = cube.apply(ROTATIONS[source.choice([*ROTATIONS])])
        taken, length = plans(cube)
        times.append(taken)
        if length == 12:
            longest.append(taken)
    print(
        f"\nOf {QUERIES} random queries of four operations, each asked for all shortest ways, the median was "
        f"{duration(statistics.median(times))} and the longest {duration(max(times))}; of the {len(longest)} that "
        f"take twelve turns to undo the median was {duration(statistics.median(longest))}."
    )


if __name__ == "__main__":
    plans(Cube.from_moves("F"))  # loads
    table()
    random_queries()
