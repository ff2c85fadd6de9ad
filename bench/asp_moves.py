"""Moves by a logic program, beside the Prolog program of T. Rand and R. Dinaro: `python bench/asp_moves.py`.

Their paper lists how long their program takes to undo one to four turns by the six that it has (`ROTATIONS`); the
third is the query that it prints. The same questions go to `solve --method asp`, and to breadth-first search from both
ends. Times are processor time of one run, without the start of Python; theirs are as printed, on their machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

from cubecsp import Cube
from cubecsp.formats.cube_map import ROTATIONS
from cubecsp.puzzle.permutation import Permutation, inverse
from cubecsp.puzzle.puzzle import cube_puzzle
from cubecsp.search import asp, breadth_first
from cubecsp.search.plan_program import PlanProblem

PROLOG = {"F": 19, "F R": 40, "F R U": 8126, "F R U L": 1749068}  # milliseconds


def timed(ask: Callable[[], Any]) -> tuple[float, Any]:
    """Return the processor time in milliseconds that something takes, and what it gives."""
    started = time.process_time()
    found = ask()
    return 1000 * (time.process_time() - started), found


def first(found: Iterable[Any]) -> Any:
    """Return the first of what there is."""
    return next(iter(found))


def table() -> None:
    """Print their table, with two columns more."""
    print(
        f"{'turns':10} {'undone by':>9} {'Prolog, ms':>12} {'asp, ms':>10} {'breadth-first, ms':>18}"
    )
    for turns, prolog in PROLOG.items():
        cube = Cube.from_moves(turns)
        ours, plan = timed(lambda c=cube: first(asp.Plans(asp.plan_problem(c, ROTATIONS))))
        both, _ = timed(lambda c=cube: first(breadth_first.sequences(c, ROTATIONS)))
        print(f"{turns:10} {len(plan):>9} {prolog:>12,} {ours:>10,.0f} {both:>18,.1f}")


def other_puzzles() -> None:
    """Print how long the same program takes to undo three turns of cubes of other sizes, by turns both ways."""
    for size in (2, 4, 5):
        puzzle = cube_puzzle(size)
        faces = "URF" if size == 2 else puzzle.generators
        moves: dict[str, Permutation] = {}
        for name in faces:
            moves |= {name: inverse(puzzle.generators[name]), f"{name}'": puzzle.generators[name]}
        colours = puzzle.home_colours
        for name in ("F", "R", "U"):
            colours = bytes(colours[source] for source in puzzle.generators[name])
        problem = PlanProblem(puzzle, colours, moves)
        took, plan = timed(lambda p=problem: first(asp.Plans(p)))
        print(f"{puzzle.name}, {len(moves)} moves: {' '.join(plan)} in {took:,.0f} ms")


if __name__ == "__main__":
    table()
    other_puzzles()
