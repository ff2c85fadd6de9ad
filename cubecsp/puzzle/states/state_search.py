"""The fewest moves from a state of a puzzle to another, or whether there are any: by group theory, or a search."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from cubecsp.errors import InputError, LimitError, excerpt
from cubecsp.interface import spelled
from cubecsp.puzzle.core.permutation import Permutation
from cubecsp.puzzle.definitions.puzzle_data import is_built_in
from cubecsp.puzzle.definitions.square1 import wedges
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern, KPuzzle
from cubecsp.puzzle.kpuzzle.parts import Parts
from cubecsp.puzzle.kpuzzle.puzzle_moves import PuzzleMoves
from cubecsp.puzzle.states.node_limit import NodeLimitError
from cubecsp.puzzle.states.reachable_states import MoveGroup, Verdict
from cubecsp.stopping.deadline import Deadline

if TYPE_CHECKING:  # numpy is slow to import
    from cubecsp.puzzle.states.space import Space


class StateSearch:
    """The states that the moves of a puzzle make.

    Args:
        puzzle: the puzzle.
        turns: the moves that may be used, with commas between them; None for those that the puzzle uses.
        max_nodes: the node limit for each state; None for as many nodes as fit into some memory.

    Attributes:
        moves: the moves by name, without their powers.
        max_nodes: the node limit, if one is given.
        over_all: whether all moves of the puzzle may be used, so that no other moves can be fewer.

    Raises:
        InputError: one of them is not a move, or none changes anything visible.
    """

    def __init__(
        self, puzzle: KPuzzle, turns: str | None = None, max_nodes: int | None = None
    ) -> None:
        self.puzzle = puzzle
        self.moves = puzzle.chosen(turns)
        self.over_all = not turns and puzzle.turns is None
        self._singles = self.moves if turns else None
        self.max_nodes = max_nodes

    @property
    def single_moves(self) -> dict[str, Permutation]:
        """The moves that count as one, by name: those that are named, or all with their powers."""
        return self._singles or self.puzzle.single_moves

    @cached_property
    def group(self) -> MoveGroup:
        """The group that the moves generate.

        Raises:
            LimitError: some moves are possible in some states only, so there is no group.
        """
        return MoveGroup(self.puzzle, self.moves)

    @cached_property
    def space(self) -> Space:
        """The states, and moves between them.

        Raises:
            LimitError: the puzzle is too large for any search.
        """
        from cubecsp.puzzle.states.space import Space

        return Space(self.puzzle, self.single_moves)

    @cached_property
    def generates_group(self) -> bool:
        """Whether the states that the moves make form a group: not if some moves are possible in some states only."""
        return self.puzzle.are_always_possible(self.moves)

    @cached_property
    def is_square1(self) -> bool:
        """Whether this is the built-in Square-1 with all of its moves: they solve every state, by its shape first."""
        return self.over_all and self.puzzle.name == "square1" and is_built_in(self.puzzle)

    @cached_property
    def parts(self) -> Parts:
        """The pieces that moves keep apart, and the invariants, which remain valid if moves are possible in some states only."""
        if self.generates_group:
            return self.group.parts
        return Parts(self.puzzle, list(self.moves.values()))

    @property
    def most(self) -> int:
        """The node limit."""
        return self.max_nodes or self.space.affordable

    def require_solvable(self, state: KPattern) -> None:
        """Make sure that the moves can solve a state in some holding, as far as this is known without a search.

        Raises:
            InputError: they cannot.
        """
        reasons = self._wrong(state)
        if reasons:
            raise InputError(
                f"no moves solve the state {excerpt(str(state))}: {'; '.join(reasons)}",
                "`check` says more",
            )

    def _wrong(self, state: KPattern) -> tuple[str, ...]:
        """Return why a state is not solvable in any orientation; nothing if it may be, which a search has to decide."""
        if not self.puzzle.rotations_rename:
            return ()
        return self._reasons(state.held_before(self._likeliest(state)))

    def goals(self, state: KPattern) -> list[KPattern]:
        """Return the solved state in the holdings that invariants allow moves to reach from a state: none if they forbid all."""
        return [*dict.fromkeys(map(self.puzzle.solved.after, self.holdings(state)))]

    def frame(self, state: KPattern) -> Permutation:
        """Return the rotation that gives the solved puzzle the frame of a state.

        It is no rotation if moves of the puzzle make the state, even if some of them may not be used; or if
        rotations do more than rename pieces. If moves make the state after no rotation, it is the one with
        the fewest reasons for that.
        """
        if self._singles is not None:
            return StateSearch(self.puzzle).frame(state)
        if not self.puzzle.rotations_rename or self.puzzle.requires:
            return next(iter(self.puzzle.rotations))
        return self._likeliest(state)

    def _likeliest(self, state: KPattern) -> Permutation:
        """Return the first rotation after which moves may make a state, or one with the fewest reasons why they cannot."""

        def reasons(turn: Permutation) -> int:
            return len(self._reasons(state.held_before(turn)))

        turns = self.holdings(state) or [*self.puzzle.rotations]
        if len(turns) == 1:
            return turns[0]
        found = next((turn for turn in turns if not reasons(turn)), None)
        return min(turns, key=reasons) if found is None else found

    def holdings(self, state: KPattern) -> list[Permutation]:
        """Return the rotations of the solved puzzle after which no invariant keeps moves from making a state.

        For a puzzle without rotations, or with rotations that do more than rename pieces, these are all of
        them.
        """
        turns = [*self.puzzle.rotations]
        if len(turns) == 1 or not self.puzzle.rotations_rename:
            return turns
        return [turn for turn in turns if self._may_be_solvable(state.held_before(turn))]

    def _may_be_solvable(self, state: KPattern) -> bool:
        """Return whether no known invariant forbids a state; most other unsolvable states are recognised soon."""
        try:
            return next(self.parts.strange(state), None) is None and not self.parts.wrong(state)
        except LimitError:
            return True

    def _reasons(self, state: KPattern) -> tuple[str, ...]:
        """Return why moves from the solved state do not lead to a state; nothing if they may, which a search has to decide."""
        try:
            return (
                self.group.check(state).reasons if self.generates_group else self.parts.wrong(state)
            )
        except LimitError:
            return ()

    def solution(
        self, state: KPattern, deadline: Deadline, most: int | None = None
    ) -> PuzzleMoves | None:
        """Return the fewest moves that solve a state, in any holding; None if there are none.

        Args:
            state: the state.
            deadline: ends the search.
            most: the node limit, if not `most` of the search.

        Raises:
            NodeLimitError: the search reached the node limit without finding them.
            LimitError: the puzzle is too large for any search.
            OutOfTimeError: the time is over.
        """
        names = self.space.path([state], self.goals(state), most or self.most, deadline)
        return None if names is None else PuzzleMoves.of(self.puzzle, names)

    def solutions(self, state: KPattern, deadline: Deadline) -> Iterator[PuzzleMoves]:
        """Yield every sequence of the fewest moves that solve a state, in any holding; errors as for `solution`."""
        for names in self.space.each(state, self.goals(state), self.most, deadline):
            yield PuzzleMoves.of(self.puzzle, names)

    def verdict(self, state: KPattern, deadline: Deadline) -> Verdict:
        """Return whether the moves can solve a state, in any holding, and why not.

        Raises:
            LimitError: that takes too long to find out, or the puzzle is too large.
            OutOfTimeError: the time is over.
        """
        if self.generates_group and self.puzzle.rotations_rename:
            return self.group.check(state.held_before(self._likeliest(state)))
        if reasons := self._wrong(state):
            return Verdict(False, reasons)
        if self.is_square1:
            torn = () if wedges(state.slots) else ("the two halves of a corner are not together",)
            return Verdict(not torn, torn)
        try:
            path = self.space.path(self.goals(state), [state], self.most, deadline)
        except NodeLimitError as error:
            raise LimitError(
                f"{self.most:,} positions did not decide whether moves of {self.puzzle.name} lead to this state: some moves "
                "are possible in some states only, or pieces that look alike do not after a rotation of the whole "
                "puzzle",
                f"allow fewer moves with {spelled('turns')}",
            ) from error
        if path is not None:
            return Verdict(True)
        return Verdict(False, ("every invariant holds, but no sequence of moves leads there",))
