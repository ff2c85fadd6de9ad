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
from collections.abc import Iterable, Mapping
from functools import cached_property
from operator import itemgetter
from typing import Any, NamedTuple

from cubecsp.errors import LimitError
from cubecsp.frozen import frozen
from cubecsp.puzzle.core.group import Group, PatienceError
from cubecsp.puzzle.core.permutation import (
    Permutation,
    compose,
    identity,
    inverse,
    permutation_to,
    table,
)
from cubecsp.puzzle.core.quotient import quotient
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern, KPuzzle
from cubecsp.puzzle.kpuzzle.parts import Parts
from cubecsp.puzzle.states.unchanged import unchanged_states
from cubecsp.stopping.deadline import look

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
                f"some moves of {puzzle.name} are possible in some states only, so its states form no group",
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
        kept = [*map(self._fixed_count, made)]
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
        still = all(done[f] == f for f in range(len(done)) if f not in self.numbers)
        return still and table(self.targets(done)) in self._group

    def _fixed_count(self, rotation: Permutation) -> int | None:
        """Return the number of states, made by moves, that look the same after a rotation; None if counting takes too long."""
        if rotation == identity(len(rotation)):
            return self.states
        found = 0
        for steps, state in enumerate(unchanged_states(self.parts, rotation)):
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
        base = [self.numbers[facelet] for facelet in facelets if facelet in self.numbers]
        return Stabiliser(self._group.with_base(base), len(base))

    def number_leading(self, stickers: Mapping[int, int]) -> int:
        """Return how many elements lead stickers from some facelets to others.

        Args:
            stickers: the target of the sticker on each facelet.

        Raises:
            LimitError: the puzzle is too large to compute its group.
        """
        moving = {facelet: to for facelet, to in stickers.items() if facelet in self.numbers}
        if any(to != facelet for facelet, to in stickers.items() if facelet not in moving):
            return 0
        targets = [{self.numbers[to]} for to in moving.values() if to in self.numbers]
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
        base = [self.numbers[facelet] for facelet in facelets]
        return self._group.with_base(base), list(self.numbers)

    def _contains(self, state: KPattern) -> bool:
        """Return whether the group has an element that makes a state, which violates no invariant."""
        if self.invariants_suffice:
            return True
        if not self.puzzle.alike:  # otherwise stickers may belong to a piece of another part
            return self._makes(state.stickers)
        group, targets = self._ways_to(state)
        result = group.leads(targets, _PATIENCE)
        if result is None:
            raise LimitError(
                f"{_PATIENCE:,} trials did not decide whether the moves of {self.puzzle.name} lead to this "
                "state: some of its pieces look alike, and the invariants leave it open",
                "use a definition that distinguishes all pieces",
            )
        return result

    def elements(self, state: KPattern, number: int, source: random.Random) -> list[list[int]]:
        """Return elements that make a state; none if it is not solvable, or if that is not decided soon.

        Args:
            state: the state.
            number: the number of tries to find different elements, if pieces look alike.
            source: random numbers.

        Returns:
            For each element the target of each point.

        Raises:
            LimitError: the puzzle is too large to compute its group.
        """
        if not self.puzzle.alike:
            return [self.targets(state.stickers)] if self._makes(state.stickers) else []
        group, targets = self._ways_to(state)
        found: dict[bytes, None] = {}
        for _ in range(number):
            try:
                element = group.leading_to(targets, _PATIENCE, source)
            except PatienceError:
                break
            if element is None:
                break
            found[element] = None
        return [list(element[: len(self.numbers)]) for element in found]

    def _ways_to(self, state: KPattern) -> tuple[Group, list[frozenset[int]]]:
        """Return the group, and the targets that each point of its base may have in arrangements that look like a state.

        The number of targets of each point is the same for all states, and so is the base.
        """
        pairs = zip(*self.parts.ways(state), strict=True)
        ways = sorted(
            ((len(to), self.numbers[head], to) for head, to in pairs if head in self.numbers),
            key=itemgetter(0, 1),
        )
        if self._based is None:
            self._based = self._group.with_base([head for _, head, _ in ways])
        return self._based, [frozenset(self.numbers[p] for p in to) for _, _, to in ways]

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The facelets that moves move, each with its number as a point of the group, from 0."""
        moved = sorted(
            {
                point
                for turn in self._turns
                for point, sticker in enumerate(turn)
                if point != sticker
            }
        )
        return {point: number for number, point in enumerate(moved)}

    def targets(self, done: Permutation) -> list[int]:
        """Return the number of the target of each point, for a permutation of facelets that moves no others."""
        targets = inverse(done)
        return [self.numbers[targets[point]] for point in self.numbers]

    @cached_property
    def _group(self) -> Group:
        if len(self.numbers) > MOST_POINTS:
            raise LimitError(
                f"the moves of {self.puzzle.name} move {len(self.numbers)} oriented pieces, too many to "
                "compute the group that they generate",
                f"the limit is {MOST_POINTS}",
            )
        return Group(table(self.targets(turn)) for turn in self._turns)

    def _as_permutation(self, element: bytes) -> Permutation:
        """Return the permutation of all facelets for an element of the group."""
        targets = list(range(self.puzzle.facelet_count))
        points = list(self.numbers)
        for point, number in self.numbers.items():
            targets[point] = points[element[number]]
        return permutation_to(targets)
