"""Slots that look different from the solved state, while all others look as in it: the effect of an algorithm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cubecsp.models.core.primitives import Primitive
from cubecsp.models.core.rule import State, Violation
from cubecsp.models.rules.slots import OnSlots, ShownSlot, names_of
from cubecsp.models.rules.solved import Solved
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle


class _OtherThanSolved(OnSlots):
    """None of these slots looks as in the solved state."""

    def _fits(self, slot: int, piece: int, turn: int) -> bool:
        return (piece, turn) != (slot, 0)

    def _fault(self, shown: ShownSlot) -> str | None:
        return f"slot {shown.name} is solved" if shown.colours == shown.own else None


class Effect(OnSlots):
    """Exactly these slots are not solved."""

    name = "changes"
    summary = "each of these slots is unsolved, and all others are solved"
    example = "changes=UF+UR+UB"
    sizes = (2, 3)
    limits = "wings and centre pieces of other cubes have no names of their own"

    def primitives(self, puzzle: Puzzle = CUBE) -> Iterable[Primitive]:
        """Return one set of placements per slot."""
        self.require(puzzle)
        for part in self._parts(puzzle):
            yield from part.primitives(puzzle)

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per slot, on its stickers."""
        return [one for part in self._parts(cube.puzzle) for one in part.violations(cube)]

    def _parts(self, puzzle: Puzzle) -> Iterator[OnSlots]:
        """Yield the rules about the slots and about all others."""
        yield _OtherThanSolved(self.slots, puzzle)
        if others := _others(self.slots, puzzle):
            yield Solved(others, puzzle)

    def _fits(self, slot: int, piece: int, turn: int) -> bool:
        raise NotImplementedError

    def _fault(self, shown: ShownSlot) -> str | None:
        raise NotImplementedError


RULE = Effect


def _others(slots: str, puzzle: Puzzle) -> str:
    """Return the slots that a list does not name, as a list."""
    if isinstance(puzzle, CubePuzzle):
        given = names_of(slots, puzzle)
        return "+".join(name for name in names_of("all", puzzle) if name not in given)
    from cubecsp.models.rules.named_slots import kpuzzle_of
    from cubecsp.models.rules.named_slots import slots_of as numbers_of

    known = kpuzzle_of(puzzle)
    named = {*numbers_of(slots, known)}
    return "+".join(known.place(slot) for slot in numbers_of("all", known) if slot not in named)
