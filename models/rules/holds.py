"""Slots that hold only some pieces."""

from __future__ import annotations

from collections.abc import Iterable

from cubecsp.errors import InputError
from cubecsp.models.primitives import Placed, Primitive
from cubecsp.models.rule import Parameter, Rule, State, Violation, colours_of
from cubecsp.models.rules.slots import names_in_words, names_of, shown_in, slots_of
from cubecsp.puzzle.puzzle import CUBE, CubePuzzle

__all__ = ["RULE", "Holds"]


class Holds(Rule):
    """Some slots may hold only some pieces, however turned.

    Args:
        slots: the slots (see `slots_of`).
        pieces: the pieces, named and listed in the same way.
    """

    name = "holds"
    summary = "these slots hold only pieces of that list, however turned"
    scope = "pieces"
    parameter = Parameter(
        "SLOTS:PIECES",
        "slots and the pieces that they may hold",
        examples=(
            "URF:UFL+ULB",
            "corners:all",
            "UF+FR:E-slice",
            "URF+UF:last-layer",
            "D-layer:U-layer",
            "all:F2L+UB+URF+UFL+ULB+UBR+UF+UR+UL",
            "UBR:UF",
        ),
    )
    example = "holds=URF:UFL+ULB"
    sizes = (2, 3)
    limits = "the slots of other cubes have no names"

    def __init__(self, slots: str, pieces: str) -> None:
        self.slots, self.pieces = slots_of(slots), slots_of(pieces)

    @classmethod
    def vocabulary(cls) -> dict[str, str]:
        """Return the names of sets of slots and of slots, which are also used for pieces."""
        return names_in_words()

    @classmethod
    def _from_value(cls, value: str) -> Holds:
        slots, colon, pieces = value.partition(":")
        if not colon:
            raise InputError(f"rule holds={value}: no pieces", f"write {cls.example}")
        return cls(slots, pieces)

    @property
    def value(self) -> str:
        """Slots and pieces."""
        return f"{self.slots}:{self.pieces}"

    def require(self, puzzle: CubePuzzle) -> None:
        """Make sure that `puzzle` has the slots and the pieces."""
        super().require(puzzle)
        names_of(self.slots, puzzle)
        names_of(self.pieces, puzzle)

    def describe(self) -> str:
        """Return slots and pieces in words."""
        return f"the slots {self.slots} hold only pieces of {self.pieces}, however turned"

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return one set of placements per slot."""
        self.require(puzzle)
        slots, pieces = names_of(self.slots, puzzle), names_of(self.pieces, puzzle)
        for index, orbit in enumerate(puzzle.orbits):
            allowed = frozenset(
                orbit.turns * number + turn
                for number, piece in enumerate(orbit.names)
                if piece in pieces
                for turn in range(orbit.turns)
            )
            for slot, name in enumerate(orbit.names):
                if name in slots:
                    yield Placed(index, slot, allowed)

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per slot, on its stickers."""
        allowed = [set(name) for name in names_of(self.pieces, cube.puzzle)]
        return [
            Violation(tuple(sorted(facelets)), f"slot {name} holds {colours_of(shown)}")
            for name, facelets, shown in shown_in(cube, self.slots)
            if set(shown) not in allowed
        ]


RULE = Holds
