"""Scrambles of puzzles that are not cubes: random states and the fewest moves that make them, or random moves."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterable, Iterator
from itertools import count
from typing import TYPE_CHECKING, Any

from cubecsp.errors import InputError, LimitError
from cubecsp.interface import spelled
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern, KPuzzle
from cubecsp.puzzle.kpuzzle.puzzle_moves import PuzzleMoves
from cubecsp.puzzle.states.node_limit import NodeLimitError
from cubecsp.puzzle.states.walk import Walk
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.moving.state_moves import solved

if TYPE_CHECKING:
    from cubecsp.puzzle.states.space import Positions
    from cubecsp.puzzle.states.state_search import StateSearch
    from cubecsp.questions.sample import RandomCubesQuery, SampleAnswer

__all__ = ["of_positions", "of_random_moves", "of_states"]


def _remedy() -> str:
    return f"{spelled('random_moves', 30)} gives scrambles of so many random moves"


def of_states(
    explored: StateSearch, drawn: Iterator[CubeReport], answer: SampleAnswer, run: Run
) -> Generator[CubeReport, None, None]:
    """Yield random states, as `sample` draws them, with moves that make them.

    Raises:
        LimitError: there are too many states for moves to be found, or see `sample`.
    """
    _require_few(explored)
    number = 0
    with run:
        for report in drawn:
            state: Any = report.cube
            path = explored.solution(state, run.deadline)
            assert path is not None  # moves make the states drawn
            number += 1
            yield solved(state, path, fewest=explored.over_all)
    answer.drawn = number


def _require_few(explored: StateSearch) -> None:
    """Make sure that a search from both ends can hope to find the moves that make a random state.

    Raises:
        LimitError: there are too many states, or too many pieces to count them.
    """
    try:
        states = explored.group.states or explored.group.order
    except LimitError as error:
        raise LimitError(error.problem, _remedy()) from None
    if states > explored.most**2:
        raise LimitError(
            f"{explored.puzzle.name} has {states:.3g} states, too many for the moves that make a random one to be "
            f"found among {explored.most:,} positions",
            _remedy(),
        )


def of_positions(
    explored: StateSearch, query: RandomCubesQuery, answer: SampleAnswer, run: Run
) -> Generator[CubeReport, None, None]:
    """Yield random states that moves lead to, for puzzles some of whose moves are possible in some states only.

    Raises:
        LimitError: there are too many.
    """
    from cubecsp.models.core.visiting import condition

    with run:
        result = _visited(explored, run)
        satisfies = condition(explored.space, query.pattern, explored.puzzle.solved)
        numbers = [*result.numbers(satisfies)] if query.pattern.rules else range(len(result))
        answer.method, answer.total = "listing", len(numbers)
        if query.distinct and query.n > len(numbers):
            raise InputError(f"there are only {len(numbers):,} different states", "ask for fewer")
        draws = (_source(query, n).choice(numbers) for n in (count() if numbers else ()))
        paths = (PuzzleMoves.of(explored.puzzle, result.moves(number)) for number in draws)
        fewest = (
            explored.over_all and len(explored.puzzle.rotations) == 1
        )  # otherwise it may be solved sooner in another holding
        yield from _made(explored.puzzle, query, paths, answer, run, fewest=fewest)


def _source(query: RandomCubesQuery, number: int) -> random.Random:
    """Return the source of random numbers for a scramble."""
    return random.Random(f"{query.seed}:{number}")


def _visited(explored: StateSearch, run: Run) -> Positions:
    try:
        return explored.space.positions(explored.puzzle.solved, explored.most, run.deadline)
    except NodeLimitError:
        raise LimitError(
            f"some moves of {explored.puzzle.name} can be done in some states only, so that all states have to be "
            f"visited to draw one, and they are more than {explored.most:,}",
            _remedy(),
        ) from None


def of_random_moves(
    puzzle: KPuzzle, length: int, query: RandomCubesQuery, answer: SampleAnswer, run: Run
) -> Generator[CubeReport, None, None]:
    """Yield the states that random moves make.

    Raises:
        LimitError: they lead to a state in which no move is possible.
    """
    walk = Walk(puzzle)
    with run:
        walks = (walk.path(length, _source(query, n)) for n in count())
        paths = (PuzzleMoves.of(puzzle, names) for names in walks)
        yield from _made(puzzle, query, paths, answer, run, fewest=False)


def _made(
    puzzle: KPuzzle,
    query: RandomCubesQuery,
    paths: Iterable[PuzzleMoves],
    answer: SampleAnswer,
    run: Run,
    *,
    fewest: bool,
) -> Iterator[CubeReport]:
    """Yield the states that moves make, as many as the user asks for.

    Args:
        puzzle: the puzzle.
        query: the question.
        paths: the moves.
        answer: counts the states.
        run: the question under way.
        fewest: whether these are the fewest moves.
    """
    seen = set[KPattern]()
    for moves in paths:
        run.deadline.check()
        state = puzzle.solved.apply(moves)
        if query.distinct and state in seen:
            continue
        seen.add(state)
        answer.drawn += 1
        yield solved(state, ~moves, fewest=fewest)
        if answer.drawn == query.n:
            return
