"""Moves by a logic program, beside the Prolog program of T. Rand and R. Dinaro: `python bench/asp_moves.py`.

Their paper lists how long their program takes to undo one to four turns with the six that it has (`ROTATIONS`); the
third is the query that it prints. The same questions go to `solve --method asp`, which gives all shortest sequences,
and to breadth-first search in C++, which gives the first. Then come many random queries of four operations, and other
puzzles. Times are processor time of one run, without the start of Python; theirs are as printed, on their machine.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from cubecsp import Cube
from cubecsp.formats.cube_map import ROTATIONS
from cubecsp.puzzle import load_puzzle
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.questions.other_puzzles.plan import plan_problem_of
from cubecsp.search import asp, breadth_first
from cubecsp.search.plan_program import PlanProblem

PROLOG = {"F": 19, "F R": 40, "F R U": 8126, "F R U L": 1749068}  # milliseconds
QUERIES = 46


def timed(ask: Callable[[], Any]) -> tuple[float, Any]:
    """Return the processor time in milliseconds that a call takes, and its result."""
    started = time.process_time()
    result = ask()
    return 1000 * (time.process_time() - started), result


def plans(problem: PlanProblem) -> tuple[float, list[tuple[str, ...]]]:
    """Return the time to find all shortest plans, and the plans."""
    took, plans_found = timed(lambda: [*asp.Plans(problem)])
    return took, plans_found


def table() -> None:
    """Print their table, with two more columns."""
    print(
        f"{'turns':10} {'undone by':>9} {'Prolog, ms':>12} {'asp, ms':>10} {'breadth-first, ms':>18}"
    )
    for turns, prolog in PROLOG.items():
        cube = Cube.from_moves(turns)
        ours, found = plans(asp.plan_problem(cube, ROTATIONS))
        both, _ = timed(lambda c=cube: next(iter(breadth_first.sequences(c, ROTATIONS))))
        print(f"{turns:10} {len(found[0]):>9} {prolog:>12,} {ours:>10,.0f} {both:>18,.1f}")


def random_queries() -> None:
    """Print how long random queries of four operations take."""
    source = random.Random(1)
    times, longest = [], []
    for _ in range(QUERIES):
        cube = Cube()
        for _ in range(4):
            cube = cube.apply(ROTATIONS[source.choice([*ROTATIONS])])
        took, found = plans(asp.plan_problem(cube, ROTATIONS))
        times.append(took)
        if len(found[0]) == 12:
            longest.append(took)
    print(
        f"\n{QUERIES} random queries of four operations, all shortest sequences: median "
        f"{statistics.median(times):,.0f} ms, at most {max(times):,.0f} ms; of the {len(longest)} that take twelve: "
        f"median {statistics.median(longest):,.0f} ms"
    )


def other_puzzles() -> None:
    """Print how long it takes to undo random turns of other puzzles by all turns of single layers."""
    print()
    for size, scramble in ((2, "F R U"), (3, "F R U L"), (4, "F R U"), (5, "F R U")):
        puzzle = cube_puzzle(size)
        cube = cube_class(size).from_moves(Moves(scramble, puzzle))
        report(puzzle.name, scramble, asp.plan_problem(cube))
    for name, scramble in (
        ("pyraminx", "R U' L b R'"),
        ("skewb", "R U' L B R"),
        ("megaminx", "R U F"),
    ):
        report(name, scramble, plan_problem_of(load_puzzle(name).solved.apply(scramble)))


def report(name: str, scramble: str, problem: PlanProblem) -> None:
    """Print how long the plans of a problem take."""
    took, found = plans(problem)
    print(
        f"{name}, {scramble}, {len(problem.moves)} moves: undone by {len(found[0])} in {took:,.0f} ms"
    )


if __name__ == "__main__":
    table()
    random_queries()
    other_puzzles()
