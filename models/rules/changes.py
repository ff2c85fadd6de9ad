"""Slots that look different from the solved state, while all others look as in it: the effect of an algorithm."""

from __future__ import annotations

from collections.abc import Iterable

from cubecsp.models.core.primitives import Primitive
from cubecsp.models.core.rule import State, Violation
from cubecsp.models.rules.slots import OnSlots, ShownSlot, names_of
from cubecsp.models.rules.solved import Solved
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle


class Effect(OnSlots):
    """Exactly these slots are not solved."""

    name = "changes"
    summary = "each of these slots is unsolved, and all others are solved"
    example = "changes=UF+UR+UB"
    sizes = (2, 3)
    limits = "wings and centre pieces of other cubes have no names of their own"

    def primitives(self, puzzle: Puzzle = CUBE) -> Iterable[Primitive]:
        """Return one set of placements per slot."""
        yield from super().primitives(puzzle)
        for rule in self._about_others(puzzle):
            yield from rule.primitives(puzzle)

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per slot, on its stickers."""
        rules = self._about_others(cube.puzzle)
        return [
            *super().violations(cube),
            *(one for rule in rules for one in rule.violations(cube)),
        ]

    def _about_others(self, puzzle: Puzzle) -> list[Solved]:
        others = _others(self.slots, puzzle)
        return [Solved(others, puzzle)] if others else []

    def _fits(self, slot: int, piece: int, turn: int) -> bool:
        return (piece, turn) != (slot, 0)

    def _fault(self, shown: ShownSlot) -> str | None:
        return f"slot {shown.name} is solved" if shown.colours == shown.own else None


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
