"""All states of a puzzle that is not a cube, by number: the elements of its group.

With a base of the slots in their order, an element is determined by where it leads the first slot, then the second, and
so on. Elements that agree so far can lead the next slot to as many places, for every beginning, and each of these
places stands for as many elements as fix all slots up to there (`cubecsp.puzzle.core.group`). So a number is written in
mixed radix, slot by slot, and its digit says which of the placements that are possible there, in ascending order, the
slot holds.
"""

from __future__ import annotations

from cubecsp.models.counting.group import group_of, refusal_by_group
from cubecsp.models.counting.way import ProgressSign, Question, Way, Work
from cubecsp.models.sampling.sample_source import Numbering
from cubecsp.puzzle.core.group import IDENTITY
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle
from cubecsp.puzzle.states.reachable_states import MoveGroup


class ElementNumbering(Numbering):
    """All solvable states of a puzzle whose pieces all look different.

    Args:
        group: what its moves generate.

    Raises:
        LimitError: that cannot be worked out.
    """

    def __init__(self, group: MoveGroup) -> None:
        puzzle = group.puzzle
        self._group, facelets = group.based_on(puzzle.heads)
        self._placements = [puzzle.placement_of[facelet] for facelet in facelets]
        self.total, *self._units = self._group.orders()

    def at(self, number: int) -> bytes:  # noqa: D102  # see `Numbering`
        row, after = bytearray(), IDENTITY
        for slot, unit in enumerate(self._units):
            ways = self._ways(slot, after)
            digit, number = divmod(number, unit)
            placement = sorted(ways)[digit]
            row.append(placement)
            after = ways[placement].translate(after)
        return bytes(row)

    def rank(self, row: bytes) -> int:  # noqa: D102  # see `Numbering`
        before, after = 0, IDENTITY
        for slot, (unit, held) in enumerate(zip(self._units, row, strict=True)):
            ways = self._ways(slot, after)
            before += unit * sum(placement < held for placement in ways)
            if held not in ways:
                break
            after = ways[held].translate(after)
        return before

    def _ways(self, slot: int, after: bytes) -> dict[int, bytes]:
        """Return the possible contents of a slot if those before it are as in an element, each with its permutation."""
        ways = self._group.leading(slot).items()
        return {self._placements[after[point]]: element for point, element in ways}


class ElementsWay(Way):
    """Gives the elements of the group their numbers."""

    name = "elements"
    summary = "all states of a puzzle that is not a cube, by number, as elements of the group that its moves generate"
    immediate = True
    numbers = True
    sizes = ()
    other_puzzles = True
    limits = "no rules, and no pieces that look alike"

    def objection(self, question: Question) -> str | None:
        """Return a reason if there are rules, this is a cube, pieces look alike, or the group is not known."""
        if isinstance(question.pattern.puzzle, KPuzzle) and question.pattern.rules:
            return "there are rules"
        return refusal_by_group(
            question, lambda group: None if group.parts.unseen == 1 else "some pieces look alike"
        )

    def numbering(self, question: Question) -> Work[Numbering]:
        """Work out the group."""
        yield ProgressSign()
        return ElementNumbering(group_of(question))


WAY = ElementsWay()
