"""The group that the moves of a puzzle generate, and the invariants that it preserves.

Moves permute facelets (see `cubecsp.puzzle.kpuzzle.kpuzzle`). The permutations determine the parts of a
puzzle, slots that moves take to each other (`cubecsp.puzzle.core.orbits`), and its invariants
(`cubecsp.puzzle.core.invariants`). Invariants explain why a state is unsolvable; the group
(`cubecsp.puzzle.core.group`, Schreier-Sims) decides whether it is.

If pieces look alike, a visible state stands for many elements of the group of all arrangements: a coset of H,
the arrangements that look solved. If H changes an invariant, that change is invisible. If the invariants
describe the group completely, which its order shows, then a state is solvable exactly if it satisfies the
visible ones, and there are |G| / |G ∩ H| states. Otherwise the code searches for an element.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any, NamedTuple

from cubecsp.errors import LimitError
from cubecsp.frozen import frozen
from cubecsp.puzzle.core.group import Group
from cubecsp.puzzle.core.permutation import (
    Permutation,
    compose,
    identity,
    inverse,
    moved,
    table,
)
from cubecsp.puzzle.core.quotient import quotient
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern, KPuzzle
from cubecsp.puzzle.kpuzzle.parts import Parts
from cubecsp.puzzle.states.unchanged import unchanged
from cubecsp.stopping.deadline import look

__all__ = ["MOST_POINTS", "MoveGroup", "Stabiliser", "Verdict"]

MOST_POINTS = 256
"""The most moved points for which the group is computed."""

_PATIENCE = 200_000
"""The number of ways to test for a state whose pieces look alike, if invariants do not decide it."""


@frozen
class Verdict:
    """Whether a state is solvable.

    Attributes:
        reachable: whether it is solvable.
        reasons: the reasons why not: clauses, each about an orbit, an invariant, or the group.
    """

    reachable: bool
    reasons: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        reasons = {"reasons": list(self.reasons)} if self.reasons else {}
        return {"reachable": self.reachable, **reasons}


class Stabiliser(NamedTuple):
    """Elements of a group that fix some points.

    Attributes:
        group: the group, with a base that begins with these points.
        fixed: the number of these points.
    """

    group: Group
    fixed: int

    @property
    def order(self) -> int:
        """The number of elements."""
        return self.group.orders()[self.fixed]


class MoveGroup:
    """The states of a puzzle that some moves can solve.

    Args:
        puzzle: the puzzle.
        turns: the moves, by name; all if left out.

    Raises:
        LimitError: some of these moves are possible in some states only, so they do not generate a group.
    """

    def __init__(self, puzzle: KPuzzle, turns: Mapping[str, Permutation] | None = None) -> None:
        self.puzzle = puzzle
        turns = puzzle.chosen() if turns is None else turns
        if not puzzle.are_always_possible(turns):
            raise LimitError(
                f"some moves of {puzzle.name} can be done in some states only, so that the states that moves make "
                "form no group",
                "`count` and `reach` visit them",
            )
        self._turns = list(turns.values())
        self._based: Group | None = None
        self.parts = Parts(puzzle, self._turns)

    @cached_property
    def order(self) -> int:
        """The number of arrangements that the moves make, with pieces that look alike distinguished.

        Raises:
            LimitError: the puzzle is too large to compute its group.
        """
        return self._group.order

    def require_known(self) -> None:
        """Make sure that the group can be computed.

        Raises:
            LimitError: the puzzle is too large for that.
        """
        _ = self._group

    @cached_property
    def invariants_suffice(self) -> bool:
        """Whether every arrangement that satisfies the invariants is solvable."""
        return self.order == self.parts.allowed

    @cached_property
    def states(self) -> int | None:
        """The number of visibly different states that the moves make; None if it is unknown.

        Raises:
            LimitError: the puzzle is too large to compute its group.
        """
        if self.parts.unseen == 1:
            return self.order
        if self.invariants_suffice:
            return quotient(self.order, self.parts.unseen_allowed)
        return None

    @cached_property
    def positions(self) -> int | None:
        """The number of states that the moves make up to rotation of the whole puzzle; None if it is unknown.

        Raises:
            LimitError: the puzzle is too large to compute its group.
        """
        puzzle = self.puzzle
        if self.states is None or not self._keep_moves(puzzle.rotations):
            return None
        made = [
            turn for turn in puzzle.rotations if self.check(puzzle.solved.after(turn)).reachable
        ]
        kept = [*map(self._unchanged, made)]
        if None in kept:
            return None
        # W. Burnside's sum, which counts the orbits of a group.
        return quotient(sum(states or 0 for states in kept), len(made))

    def _keep_moves(self, rotations: Iterable[Permutation]) -> bool:
        """Return, for rotations, whether each takes all states that moves make to such states, or takes none of them to one."""
        if not self.puzzle.alike:  # then one that takes a state to another equals some moves
            return True
        return all(
            self._makes(compose(compose(inverse(rotation), move), rotation))
            for rotation in rotations
            for move in self._turns
        )

    def _makes(self, done: Permutation) -> bool:
        """Return whether the state of a permutation of facelets is solvable."""
        still = all(done[f] == f for f in range(len(done)) if f not in self._numbers)
        return still and table(self._numbered(done)) in self._group

    def _unchanged(self, rotation: Permutation) -> int | None:
        """Return the number of states, made by moves, that look the same after a rotation; None if counting takes too long."""
        if rotation == identity(len(rotation)):
            return self.states
        found = 0
        for steps, state in enumerate(unchanged(self.parts, rotation)):
            look()
            if steps == _PATIENCE:
                return None
            found += state is not None and self.check(state).reachable
        return found

    def check(self, state: KPattern) -> Verdict:
        """Return whether the moves can solve a state, and why not.

        Raises:
            LimitError: deciding this takes too long, or the puzzle is too large.
        """
        reasons = self.parts.wrong(state)
        if reasons:
            return Verdict(False, reasons)
        if self._contains(state):
            return Verdict(True)
        known = f"the moves generate a group of order {self.order:,}, and the invariants alone allow {self.parts.allowed:,}"
        return Verdict(
            False, (f"every invariant holds, but no sequence of moves leads there: {known}",)
        )

    def random_state(self, source: random.Random, stabiliser: Stabiliser | None = None) -> KPattern:
        """Return a random state: each element of the group, or of a stabiliser, has the same probability.

        Raises:
            LimitError: the puzzle is too large to compute its group.
        """
        group, fixed = (self._group, 0) if stabiliser is None else stabiliser
        return self.puzzle.solved.after(self._as_permutation(group.random_element(source, fixed)))

    def stabiliser(self, facelets: Iterable[int]) -> Stabiliser:
        """Return the elements that leave the stickers on some facelets where they are.

        Raises:
            LimitError: the puzzle is too large to compute its group.
        """
        base = [self._numbers[facelet] for facelet in facelets if facelet in self._numbers]
        return Stabiliser(self._group.with_base(base), len(base))

    def number_leading(self, stickers: Mapping[int, int]) -> int:
        """Return how many elements lead stickers from some facelets to others.

        Args:
            stickers: the target of the sticker on each facelet.

        Raises:
            LimitError: the puzzle is too large to compute its group.
        """
        moving = {facelet: to for facelet, to in stickers.items() if facelet in self._numbers}
        if any(to != facelet for facelet, to in stickers.items() if facelet not in moving):
            return 0
        targets = [{self._numbers[to]} for to in moving.values() if to in self._numbers]
        if len(targets) < len(moving):
            return 0
        group, fixed = self.stabiliser(moving)
        leads = group.leads(targets, len(targets) + 1)
        return group.orders()[fixed] if leads else 0

    def based_on(self, facelets: Iterable[int]) -> tuple[Group, list[int]]:
        """Return the group with a base of some facelets, and the facelet of each of its points.

        An element leads a facelet to the solved place of the sticker on it in a state.

        Raises:
            LimitError: the puzzle is too large to compute its group.
        """
        base = [self._numbers[facelet] for facelet in facelets]
        return self._group.with_base(base), list(self._numbers)

    def _contains(self, state: KPattern) -> bool:
        """Return whether the group has an element that makes a state, which violates no invariant."""
        if self.invariants_suffice:
            return True
        if not self.puzzle.alike:  # otherwise stickers may belong to a piece of another part
            return self._makes(state.stickers)
        result = self._leads(*self.parts.ways(state))
        if result is None:
            raise LimitError(
                f"{_PATIENCE:,} trials did not decide whether the moves of {self.puzzle.name} can make this "
                "state: its pieces look alike, and invariants leave it open",
                "a definition that tells all pieces apart decides it",
            )
        return result

    def _leads(self, heads: Sequence[int], targets: Sequence[Sequence[int]]) -> bool | None:
        """Return whether an element leads points to wanted targets; None if deciding takes too long.

        The number of targets of each point is the same for all states, and so is the base.
        """
        pairs = zip(heads, targets, strict=True)
        ways = sorted(
            ((len(to), self._numbers[head], to) for head, to in pairs if head in self._numbers),
            key=itemgetter(0, 1),
        )
        if self._based is None:
            self._based = self._group.with_base([head for _, head, _ in ways])
        return self._based.leads(
            [frozenset(self._numbers[point] for point in to) for _, _, to in ways], _PATIENCE
        )

    @cached_property
    def _numbers(self) -> dict[int, int]:
        """The points that moves move, numbered from 0."""
        moved = sorted(
            {
                point
                for turn in self._turns
                for point, sticker in enumerate(turn)
                if point != sticker
            }
        )
        return {point: number for number, point in enumerate(moved)}

    def _numbered(self, done: Permutation) -> list[int]:
        """Return the target of each of these."""
        targets = inverse(done)
        return [self._numbers[targets[point]] for point in self._numbers]

    @cached_property
    def _group(self) -> Group:
        if len(self._numbers) > MOST_POINTS:
            raise LimitError(
                f"the moves of {self.puzzle.name} move {len(self._numbers)} points (pieces, times in how "
                "many ways each can be turned), too many for the group that they generate to be worked out",
                f"at most {MOST_POINTS} can be worked out",
            )
        return Group(table(self._numbered(turn)) for turn in self._turns)

    def _as_permutation(self, element: bytes) -> Permutation:
        """Return the permutation of all facelets for an element of the group."""
        targets = list(range(self.puzzle.facelet_count))
        points = list(self._numbers)
        for point, number in self._numbers.items():
            targets[point] = points[element[number]]
        return moved(targets)
