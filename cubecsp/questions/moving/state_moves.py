"""The fewest moves that solve states of a puzzle that is not a cube, by a search from both ends."""

from __future__ import annotations

from dataclasses import replace

from cubecsp.errors import InputError, excerpt
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern
from cubecsp.puzzle.kpuzzle.puzzle_moves import PuzzleMoves
from cubecsp.puzzle.states.node_limit import NodeLimitError
from cubecsp.puzzle.states.state_search import StateSearch
from cubecsp.questions.answers.answer import CubeReport, Stop
from cubecsp.questions.asking.limits import Run

__all__ = ["fewest_moves", "solved", "unsolvable"]


def fewest_moves(explored: StateSearch, state: KPattern, run: Run) -> CubeReport:
    """Return a state with the fewest moves that solve it, or without any, and why, if the node limit was too low.

    Raises:
        InputError: no moves solve it.
        LimitError: the puzzle is too large for any search.
        OutOfTimeError: the time is over.
    """
    try:
        path = explored.solution(state, run.deadline)
    except NodeLimitError as error:
        run.stop(Stop.NODES)
        least = error.depth if explored.over_all else None
        return replace(CubeReport.of(state), unsolved=error.problem, proven=least)
    if path is None:
        raise unsolvable(state)
    return solved(state, path, fewest=explored.over_all)


def unsolvable(state: KPattern) -> InputError:
    """Return the error about a state that no moves solve, as a search has found."""
    return InputError(f"no sequence of these moves solves the state {excerpt(str(state))}")


def solved(state: KPattern, moves: PuzzleMoves, *, fewest: bool = True) -> CubeReport:
    """Return the report of a state with moves that solve it in some whole-cube orientation.

    Args:
        state: the state.
        moves: the moves.
        fewest: whether it is proven that no fewer moves, of any kind, solve it.
    """
    held = state.apply(moves).solved_after
    if held is None:
        raise AssertionError(f"{moves} does not solve {state}")
    least = len(moves) if fewest else 0
    return replace(CubeReport.of(state), solution=moves, optimal=fewest, proven=least, held=held)
