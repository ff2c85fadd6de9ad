"""In how many ways an orbit that a group of symmetries preserves can be filled from some slot on, slot by slot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cubecsp.models.counting.preserved import BlockFillings
from cubecsp.models.counting.subgroups import Group
from cubecsp.models.sampling.fillings import Filling
from cubecsp.puzzle.cube.cube_puzzle import CUBE

__all__ = ["PreservedFilling"]


class _State(NamedTuple):
    """What the slots before the next one leave.

    Attributes:
        begun: how many blocks have a slot among them; what their other slots hold follows.
        used: the pieces in these blocks, as a bit mask.
        odd: whether their inversions are odd.
        turned: the sum of their turns, modulo the turns of the orbit.
        due: what follows for slots from the next one on.
    """

    begun: int
    used: int
    odd: int
    turned: int
    due: tuple[tuple[int, int], ...]


class PreservedFilling(Filling):
    """The ways to fill the slots of an orbit of the 3×3×3 that a group preserves.

    Args:
        orbit: its number.
        domains: for each slot a bit mask of placements.
        group: of symmetries.
    """

    def __init__(self, orbit: int, domains: Sequence[int], group: Group) -> None:
        self._turns = CUBE.orbits[orbit].turns
        self._fillings = BlockFillings(orbit, domains, group)
        self.start = _State(0, 0, self._fillings.reordered, 0, ())

    def after(self, state: _State, slot: int, value: int) -> _State | None:  # noqa: D102  # see `Filling`
        due = dict(state.due)
        if slot in due:
            held = due.pop(slot)
            return state._replace(due=tuple(due.items())) if held == value else None
        content = self._fillings.contents[state.begun].get(value)
        after = None if content is None else self._fillings.after(state.used, content)
        if content is None or after is None:
            return None
        used, inversions = after
        due |= zip(self._fillings.blocks[state.begun][1:], content[1:], strict=True)
        return _State(
            state.begun + 1,
            used,
            (state.odd + inversions) % 2,
            (state.turned + sum(content)) % self._turns,
            tuple(due.items()),
        )

    def beyond(self, state: _State) -> tuple[int, int]:  # noqa: D102  # see `Filling`
        numbers = self._fillings.beyond(state.begun, state.used)
        balance = -state.turned % self._turns
        ways = numbers[balance], numbers[self._turns + balance]
        return ways[::-1] if state.odd else ways

    def parity(self, state: _State) -> int:  # noqa: D102  # see `Filling`
        return state.odd
