"""The moves that solve states of a puzzle that is not a cube: the fewest by a search from both ends, or any by its method."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cached_property

from cubecsp.errors import InputError, LimitError, OutOfTimeError, excerpt
from cubecsp.puzzle.core.permutation import identity
from cubecsp.puzzle.definitions.square1 import wedges
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern
from cubecsp.puzzle.kpuzzle.puzzle_moves import PuzzleMoves
from cubecsp.puzzle.states.node_limit import NodeLimitError
from cubecsp.puzzle.states.state_search import StateSearch
from cubecsp.questions.answers.answer import CubeReport, Stop
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.moving.moves import BREADTH_FIRST, SHAPE_FIRST, STABILISER_CHAIN
from cubecsp.stopping.deadline import Deadline

_SMALL_SEARCH = 100_000  # positions, before the chain
_ARRANGEMENTS = 64  # of pieces that look alike


class StateSolver:
    """Finds moves that solve states.

    If there are not too many states for a search from both ends to solve most of them, it searches first. Otherwise it
    searches briefly, which suffices if a state is nearly solved, and then uses a chain of stabilisers. A Square-1 has a
    method of its own.

    Args:
        explored: the states and the moves.
        method: the method; None if it is to choose.
    """

    def __init__(self, explored: StateSearch, method: str | None = None) -> None:
        self._explored = explored
        self._method = method

    @property
    def methods(self) -> list[str]:
        """The methods that it uses, in this order."""
        if self._method is not None:
            return [self._method]
        if self._explored.is_square1:
            return [SHAPE_FIRST]
        return [BREADTH_FIRST, *([STABILISER_CHAIN] if self._has_chain else [])]

    @cached_property
    def _has_chain(self) -> bool:
        """Whether a chain of stabilisers can be computed."""
        try:
            self._explored.group.require_known()
        except LimitError:
            return False
        return True

    @cached_property
    def _has_few_states(self) -> bool:
        """Whether a search from both ends can hope to solve a random state."""
        group = self._explored.group
        return (group.states or group.order) <= self._explored.most**2

    def solve(self, state: KPattern, run: Run, deadline: Deadline | None = None) -> CubeReport:
        """Return a state with moves that solve it, or without any, and why, if a limit came first.

        Args:
            state: the state.
            run: the running question; it learns of limits.
            deadline: when to stop, if that is before the deadline of the question.

        Raises:
            InputError: no moves solve it, or the method does not suit the puzzle.
            LimitError: the puzzle is too large for any search.
            OutOfTimeError: the time is over.
        """
        deadline = deadline or run.deadline
        if SHAPE_FIRST in self.methods:
            return self._by_shape(state, deadline)
        if STABILISER_CHAIN not in self.methods:
            return fewest_moves(self._explored, state, run)
        least = 0
        if BREADTH_FIRST in self.methods:
            found = self._search(state, deadline)
            if isinstance(found, CubeReport):
                return found
            least = found
        elif not self._has_chain:
            self._explored.group.require_known()
        return self._by_chain(state, run, deadline, least)

    def _search(self, state: KPattern, deadline: Deadline) -> CubeReport | int:
        """Return a state with the fewest moves that solve it, or how many it needs at least, after a search of some length."""
        explored = self._explored
        few = self._has_few_states
        most = explored.most if few else min(explored.most, _SMALL_SEARCH)
        share = deadline if deadline.seconds is None else deadline.within(deadline.left / 2)
        try:
            path = explored.solution(state, share, most)
        except NodeLimitError as error:
            return error.depth if explored.over_all else 0
        except OutOfTimeError:
            deadline.check()
            return 0
        if path is None:
            raise unsolvable(state)
        return solution_report(state, path, fewest=explored.over_all)

    def _by_chain(self, state: KPattern, run: Run, deadline: Deadline, least: int) -> CubeReport:
        """Return a state with moves that a chain of stabilisers gives; see `solve`."""
        from cubecsp.search.stabiliser_chain import chain_of  # numpy is slow to import

        explored = self._explored
        try:
            with deadline.enforce():
                elements = self._elements(state)
                if not elements:
                    return fewest_moves(explored, state, run)
                chain = chain_of(explored.group, explored.single_moves)
        except OutOfTimeError:
            run.stop(Stop.TIME)
            late = "the time limit passed before the stabiliser chain was complete"
            return replace(CubeReport.of(state), unsolved=late, proven=least or None)
        *_, best = chain.solutions(elements, deadline)
        moves = PuzzleMoves.of(explored.puzzle, best)
        report = solution_report(state, moves, fewest=False)
        return replace(report, proven=least, way=STABILISER_CHAIN)

    def _by_shape(self, state: KPattern, deadline: Deadline) -> CubeReport:
        """Return a state of a Square-1 with moves that solve it; see `solve`."""
        from cubecsp.search.shape_first import solutions

        explored = self._explored
        if not explored.is_square1:
            raise InputError(
                f"{SHAPE_FIRST} solves the built-in Square-1 with all of its moves only",
                "leave out the method",
            )
        pieces = wedges(state.slots)
        if pieces is None:
            raise unsolvable(state)
        turned = bool(state.slots[len(pieces)][1])
        *_, best = solutions(pieces, turned, deadline, explored.max_nodes)
        moves = PuzzleMoves.of(explored.puzzle, best.names)
        return replace(solution_report(state, moves, fewest=best.optimal), way=SHAPE_FIRST)

    def _elements(self, state: KPattern) -> list[list[int]]:
        """Return elements of the group that make a state, from the solved state in some holding."""
        explored, source = self._explored, random.Random(0)
        puzzle = explored.puzzle
        turns = [identity(puzzle.facelet_count)]
        if puzzle.rotations_rename:
            turns = explored.holdings(state)
        number = -(-_ARRANGEMENTS // max(1, len(turns)))
        held = [state.held_before(turn) for turn in turns]
        return [e for each in held for e in explored.group.elements(each, number, source)]


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
    return solution_report(state, path, fewest=explored.over_all)


def unsolvable(state: KPattern) -> InputError:
    """Return the error about a state that no moves solve, as a search has found."""
    return InputError(f"no sequence of these moves solves the state {excerpt(str(state))}")


def solution_report(state: KPattern, moves: PuzzleMoves, *, fewest: bool = True) -> CubeReport:
    """Return the report of a state with moves that solve it in some whole-cube orientation.

    Args:
        state: the state.
        moves: the moves.
        fewest: whether it is proven that no fewer moves, of any kind, solve it.
    """
    after = state
    for name in moves.names:  # a long sequence would look at the time, which may be over now
        after = after.apply(name)
    held = after.solved_after
    if held is None:
        raise AssertionError(f"{moves} does not solve {state}")
    least = len(moves) if fewest else 0
    return replace(CubeReport.of(state), solution=moves, optimal=fewest, proven=least, held=held)
