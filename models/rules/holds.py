"""Slots that hold only some pieces."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

from cubecsp.errors import InputError
from cubecsp.models.core.primitives import Primitive, SlotDomain
from cubecsp.models.core.renamed import RenamedRule
from cubecsp.models.core.rule import Rule, RuleParameter, State, Violation, colours_of
from cubecsp.models.rules.slots import (
    SETS,
    names_in_words,
    names_of,
    require_slots,
    shown_in,
    slots_on,
)
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.holding import named_after_centres


class Holds(Rule):
    """Some slots may hold only some pieces, however turned.

    Args:
        slots: the slots (see `slots_of`).
        pieces: the pieces, listed in the same way: by their colours (URF, or U-layer for those with the colour U), or
            by the slots of the cube in its orientation to which they belong (cross, last-layer).
        turn: how they are turned: of a cube, how many steps clockwise (0…2) their first sticker is from the first
            of the slot; of other puzzles, their orientation as the definition has it. None for any.
        puzzle: whose slots these are; of cubes, any will do.
    """

    name = "holds"
    summary = "these slots hold only pieces of that list, however turned, or turned so"
    scope = "pieces"
    parameter = RuleParameter(
        "SLOTS:PIECES[:TURN]",
        "slots and the pieces that they may hold",
        examples=(
            "URF:UFL+ULB",
            "corners:all",
            "UF+FR:E-slice",
            "URF+UF:last-layer",
            "D-layer:U-layer",
            "all:F2L+UB+URF+UFL+ULB+UBR+UF+UR+UL",
            "UBR:UF",
            "UF+UR:edges:1",
            "corners:URF+DRB+UFL+ULB+UBR+DFR+DLF+DBL:2",
        ),
    )
    example = "holds=URF:UFL+ULB"
    sizes = (2, 3)
    limits = "wings and centre pieces of other cubes have no names of their own"
    other_puzzles = "pieces"

    def __init__(
        self, slots: str, pieces: str, turn: int | None = None, puzzle: Puzzle = CUBE
    ) -> None:
        self.slots, self.pieces = slots_on(slots, puzzle), slots_on(pieces, puzzle)
        self.turn = turn
        self.value = f"{self.slots}:{self.pieces}" + ("" if turn is None else f":{turn}")
        self._holding = FACES

    def renamed(self, holding: str) -> Rule:
        """Return the rule with pieces that are named by their colours in other letters."""
        rule = copy(self)
        vars(rule)["_holding"] = holding
        return RenamedRule(self, rule, holding)

    @classmethod
    def vocabulary(cls) -> dict[str, str]:
        """Return the names of sets of slots and of slots, which are also used for pieces."""
        return names_in_words()

    @classmethod
    def _from_value(cls, value: str) -> Holds:
        return cls._on(value, CUBE)

    @classmethod
    def _on(cls, value: str, puzzle: Puzzle) -> Holds:
        slots, colon, rest = value.partition(":")
        if not colon:
            raise InputError(f"rule holds={value}: no pieces", f"write {cls.example}")
        pieces, colon, turn = rest.partition(":")
        if colon and not (turn.isascii() and turn.isdigit() and len(turn) < 4):
            raise InputError(f"rule holds={value}: no turn", f"write {cls.example}:1")
        return cls(slots, pieces, int(turn) if colon else None, puzzle)

    def require(self, puzzle: Puzzle) -> None:
        """Make sure that `puzzle` has the slots and the pieces."""
        super().require(puzzle)
        require_slots(self.slots, puzzle)
        require_slots(self.pieces, puzzle)

    def describe(self) -> str:
        """Return slots and pieces in words."""
        how = "however turned" if self.turn is None else f"turned by {self.turn}"
        return f"the slots {self.slots} hold only pieces of {self.pieces}, {how}"

    def primitives(self, puzzle: Puzzle = CUBE) -> Iterable[Primitive]:
        """Return one set of placements per slot."""
        self.require(puzzle)
        if not isinstance(puzzle, CubePuzzle):
            from cubecsp.models.rules.named_slots import holding

            yield from holding(self.slots, self.pieces, self.turn, puzzle)
            return
        slots, pieces = names_of(self.slots, puzzle), self._pieces(puzzle)
        for index, orbit in enumerate(puzzle.orbits):
            numbers = {frozenset(name): number for number, name in enumerate(orbit.names)}
            allowed = frozenset(
                orbit.turns * number + (turn - orbit.names[number].index(piece[0])) % orbit.turns
                for piece in pieces
                if (number := numbers.get(frozenset(piece))) is not None
                for turn in range(orbit.turns)
                if self.turn in (None, turn)
            )
            for slot, name in enumerate(orbit.names):
                if name in slots:
                    yield SlotDomain(index, slot, allowed)

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per slot, on its stickers."""
        if not isinstance(cube, State):
            from cubecsp.models.rules.named_slots import not_holding

            return not_holding(self.slots, self.pieces, self.turn, cube)
        allowed = self._pieces(cube.puzzle)
        return [
            Violation(
                tuple(sorted(shown.facelets)),
                f"slot {shown.name} holds {colours_of(shown.colours)}",
            )
            for shown in shown_in(cube, self.slots)
            if not any(self._is(shown.colours, piece) for piece in allowed)
        ]

    def _pieces(self, puzzle: CubePuzzle) -> list[str]:
        """Return the colours of each piece, named after the centres, beginning with its first sticker."""
        return [
            named_after_centres(name, self._holding)
            if word not in SETS or word[1:] == "-layer"
            else name
            for word in self.pieces.split("+")
            for name in names_of(word, puzzle)
        ]

    def _is(self, letters: str, piece: str) -> bool:
        """Return whether letters, in the order of a slot's stickers, are a piece that is turned so."""
        if self.turn is None:
            return set(letters) == set(piece)
        return self.turn < len(piece) and letters[self.turn :] + letters[: self.turn] == piece


RULE = Holds
