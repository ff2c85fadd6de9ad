"""What moves can make of a puzzle: the group that they generate, and the laws that it obeys.

Each slot has a *point* for each way in which its piece can be turned, and a move permutes points. So a
puzzle is one whose stickers are points, and what holds for those (`cubecsp.puzzle.orbits`) gives its parts,
slots that moves take to each other, and its laws. Laws say why a state cannot be reached; the group
(`cubecsp.puzzle.group`, Schreier-Sims) says whether it can.

If pieces look alike, what is seen stands for many elements of the group of all arrangements: those of a
coset of H, the arrangements that look solved. What H changes about a law cannot be seen. If the laws
describe the group completely, which its order shows, then a state can be reached exactly if it obeys the
visible ones, and there are |G| / |G ∩ H| states; otherwise an element is searched for.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from operator import itemgetter

from cubecsp.definitions.definition import Arrangement, Definition
from cubecsp.definitions.parts import Parts
from cubecsp.definitions.transformation import Transformation
from cubecsp.errors import LimitError
from cubecsp.puzzle.group import Group
from cubecsp.puzzle.permutation import table

__all__ = ["MOST_POINTS", "MoveGroup", "Verdict"]

MOST_POINTS = 256
"""The most points that may be moved for the group to be worked out."""

_PATIENCE = 200_000
"""How many ways to try to reach a state whose pieces look alike, if laws do not decide it."""


@dataclass(frozen=True)
class Verdict:
    """Whether moves can make a state.

    Attributes:
        reachable: whether they can.
        reasons: why not: clauses, each about an orbit, a law, or the group.
    """

    reachable: bool
    reasons: tuple[str, ...] = ()


class MoveGroup:
    """What some moves can make of a puzzle.

    Args:
        definition: of the puzzle.
        turns: the moves, by name; left out, all of them.
    """

    def __init__(
        self, definition: Definition, turns: Mapping[str, Transformation] | None = None
    ) -> None:
        self.definition = definition
        self._seen = definition.seen
        named = definition.generators() if turns is None else turns
        self._turns = [turn.modulo(self._seen.turns) for turn in named.values()]
        self._firsts = [*accumulate(self._seen.turns, initial=0)]
        self._based: Group | None = None
        self.parts = Parts(self._seen, [self._targets(turn) for turn in self._turns])

    @cached_property
    def order(self) -> int:
        """How many arrangements the moves make, pieces that look alike told apart.

        Raises:
            LimitError: the puzzle is too large for its group to be worked out.
        """
        return self._group.order

    def require_known(self) -> None:
        """Make sure that the group can be worked out.

        Raises:
            LimitError: the puzzle is too large for that.
        """
        _ = self._group

    @cached_property
    def keeps_laws_alone(self) -> bool:
        """Whether moves can make every arrangement that obeys the laws."""
        return self.order == self.parts.lawful

    @cached_property
    def states(self) -> int | None:
        """How many states the moves make, as far as can be seen; None if that is not known.

        Raises:
            LimitError: the puzzle is too large for its group to be worked out.
        """
        if self.parts.unseen == 1:
            return self.order
        if self.keeps_laws_alone:
            return self.order // self.parts.unseen_lawful
        return None

    def check(self, state: Arrangement) -> Verdict:
        """Return whether the moves can make a state of the solved one, and why not.

        Raises:
            LimitError: that takes too long to find out, or the puzzle is too large.
        """
        seen = Arrangement(self._seen, state.pieces, state.turned)
        reasons = self.parts.wrong(seen)
        if reasons:
            return Verdict(False, reasons)
        if self._contains(seen):
            return Verdict(True)
        known = f"the moves generate a group of order {self.order:,}, and the laws alone allow {self.parts.lawful:,}"
        return Verdict(False, (f"every law holds, but no sequence of moves leads there: {known}",))

    def random_state(self, source: random.Random) -> Arrangement:
        """Return a state, each element of the group being as likely.

        Raises:
            LimitError: the puzzle is too large for its group to be worked out.
        """
        done = self._as_transformation(self._group.random_element(source))
        made = self._seen.solved * done
        return Arrangement(self.definition, made.pieces, made.turned)

    def _contains(self, state: Arrangement) -> bool:
        """Return whether the group has an element that makes a state, which breaks no law."""
        if self.keeps_laws_alone:
            return True
        if self.parts.unseen == 1:
            return table(self._numbered(self.parts.assembled(state))) in self._group
        found = self._leads(*self.parts.ways(state))
        if found is None:
            raise LimitError(
                f"whether the moves of {self.definition.name} can make this state was not found out in "
                f"{_PATIENCE:,} trials: its pieces look alike, and laws do not decide it",
                "a definition that tells all pieces apart decides it",
            )
        return found

    def _leads(self, heads: Sequence[int], wanted: Sequence[Sequence[int]]) -> bool | None:
        """Return whether an element leads points where they are wanted; None if that takes too long.

        How many ways a point may go is the same for all states, and so is the base.
        """
        pairs = zip(heads, wanted, strict=True)
        ways = sorted(
            ((len(to), self._numbers[head], to) for head, to in pairs if head in self._numbers),
            key=itemgetter(0, 1),
        )
        if self._based is None:
            self._based = self._group.with_base([head for _, head, _ in ways])
        return self._based.leads(
            [frozenset(self._numbers[point] for point in to) for _, _, to in ways], _PATIENCE
        )

    def _targets(self, turn: Transformation) -> list[int]:
        """Return where a move takes each point."""
        targets = [0] * self._firsts[-1]
        for slot, (source, delta) in enumerate(zip(turn.sources, turn.deltas, strict=True)):
            turns = turn.turns[slot]
            for angle in range(turns):
                targets[self._firsts[source] + angle] = self._firsts[slot] + (angle + delta) % turns
        return targets

    @cached_property
    def _numbers(self) -> dict[int, int]:
        """The points that moves move, numbered from 0."""
        moved = sorted(
            {
                point
                for turn in self._turns
                for point, target in enumerate(self._targets(turn))
                if point != target
            }
        )
        return {point: number for number, point in enumerate(moved)}

    def _numbered(self, targets: Sequence[int]) -> list[int]:
        return [self._numbers[targets[point]] for point in self._numbers]

    @cached_property
    def _group(self) -> Group:
        if len(self._numbers) > MOST_POINTS:
            raise LimitError(
                f"the moves of {self.definition.name} move {len(self._numbers)} points (pieces, times in how "
                "many ways each can be turned), too many for the group that they generate to be worked out",
                f"at most {MOST_POINTS} can be worked out",
            )
        return Group(table(self._numbered(self._targets(turn))) for turn in self._turns)

    def _as_transformation(self, element: bytes) -> Transformation:
        """Return what an element of the group does to slots."""
        solved = self._seen
        points = list(self._numbers)
        sources, deltas = list(range(solved.size)), [0] * solved.size
        for slot, first in enumerate(self._firsts[:-1]):
            if first in self._numbers:
                target = points[element[self._numbers[first]]]
                there = self._slot_of[target]
                sources[there], deltas[there] = slot, target - self._firsts[there]
        return Transformation(tuple(sources), tuple(deltas), solved.turns)

    @cached_property
    def _slot_of(self) -> list[int]:
        return [slot for slot, turns in enumerate(self._seen.turns) for _ in range(turns)]
