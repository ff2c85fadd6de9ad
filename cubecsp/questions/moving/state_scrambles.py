"""Scrambles of puzzles that are not cubes: random states and the fewest moves that make them, or random moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

from cubecsp.errors import InputError, LimitError
from cubecsp.interface import spelled
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle
from cubecsp.puzzle.kpuzzle.puzzle_moves import PuzzleMoves
from cubecsp.puzzle.states.node_limit import NodeLimitError
from cubecsp.puzzle.states.walk import Walk
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.moving.state_moves import StateSolver, solution_report

if TYPE_CHECKING:
    from cubecsp.puzzle.states.space import Positions
    from cubecsp.puzzle.states.state_search import StateSearch
    from cubecsp.questions.sample import RandomCubesQuery, SampleAnswer


def _remedy() -> str:
    return f"{spelled('random_moves', 30)} gives scrambles of so many random moves"


def with_moves(
    explored: StateSearch, drawn: Iterator[CubeReport], run: Run, last: str = ""
) -> Iterator[CubeReport]:
    """Yield random states, as `sample` draws them, with moves that make them.

    Args:
        explored: the search for moves.
        drawn: the reports of the states.
        run: the question under way.
        last: the first letters of moves that come last (see `OfficialScramble`).

    Raises:
        LimitError: the puzzle is too large to compute its group, or see `sample`.
    """
    try:
        explored.group.require_known()
    except LimitError as error:
        raise LimitError(error.problem, _remedy()) from None
    solver = StateSolver(explored)
    with run:
        for report in drawn:
            state: Any = report.cube
            yield _ending_with(last, solver.solve(state, run))


def _ending_with(last: str, report: CubeReport) -> CubeReport:
    """Return the report of a scramble with some moves at its end, so at the beginning of the solution."""
    if not last or not isinstance(report.solution, PuzzleMoves):
        return report
    names = sorted(report.solution.names, key=lambda name: -last.find(name[0]))
    return replace(report, solution=PuzzleMoves.of(report.solution.puzzle, names))


def is_nearer(explored: StateSearch, row: bytes, least: int, run: Run) -> bool:
    """Return whether fewer than `least` moves solve the state of a row."""
    path = explored.solution(explored.puzzle.state_class.from_row(row), run.deadline)
    return path is not None and len(path) < least


def positions(
    explored: StateSearch, query: RandomCubesQuery, answer: SampleAnswer, run: Run
) -> Iterator[CubeReport]:
    """Yield random states that moves lead to, without end, for puzzles some of whose moves are possible in some states only.

    Raises:
        LimitError: there are too many.
    """
    from cubecsp.models.core.visiting import condition

    result = _visited(explored, run)
    satisfies = condition(explored.space, query.pattern, explored.puzzle.solved)
    numbers = [*result.numbers(satisfies)] if query.pattern.rules else range(len(result))
    answer.method, answer.total = "listing", len(numbers)
    if query.distinct and query.n > len(numbers):
        raise InputError(f"there are only {len(numbers):,} different states", "ask for fewer")
    # In another holding it may be solved sooner.
    fewest = explored.over_all and len(explored.puzzle.rotations) == 1
    for number in count() if numbers else ():
        path = result.moves(_source(query, number).choice(numbers))
        yield _made(explored.puzzle, path, fewest=fewest)


def _source(query: RandomCubesQuery, number: int) -> random.Random:
    """Return the source of random numbers for a scramble."""
    return random.Random(f"{query.seed}:{number}")


def _visited(explored: StateSearch, run: Run) -> Positions:
    try:
        return explored.space.positions(explored.puzzle.solved, explored.most, run.deadline)
    except NodeLimitError:
        raise LimitError(
            f"some moves of {explored.puzzle.name} are possible in some states only, so all states have to be "
            f"visited to draw one, and there are more than {explored.most:,}",
            _remedy(),
        ) from None


def random_moves(
    puzzle: KPuzzle, draw: int | Callable[[random.Random], list[str]], query: RandomCubesQuery
) -> Iterator[CubeReport]:
    """Yield the states that random moves make, without end.

    Args:
        puzzle: the puzzle.
        draw: returns the moves; or how many there are, drawn one after the other.
        query: the question.

    Raises:
        LimitError: they lead to a state in which no move is possible.
    """
    draw = partial(Walk(puzzle).path, draw) if isinstance(draw, int) else draw
    return (_made(puzzle, draw(_source(query, n)), fewest=False) for n in count())


def _made(puzzle: KPuzzle, path: Iterable[str], *, fewest: bool) -> CubeReport:
    """Return the state that moves make; `fewest` if it is proven that no fewer do."""
    moves = PuzzleMoves.of(puzzle, path)
    return solution_report(puzzle.solved.apply(moves), ~moves, fewest=fewest)
