"""Pieces in slots: solved, oriented, permuted, away from home, or one of some pieces."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from cubecsp.errors import InputError, excerpt
from cubecsp.models.primitives import Placed, Primitive
from cubecsp.models.rule import Parameter, Rule, State, Violation, colours_of
from cubecsp.puzzle.geometry import FACES
from cubecsp.puzzle.puzzle import CUBE, CubePuzzle

if TYPE_CHECKING:
    from cubecsp.puzzle.batch import Batch, Flags

__all__ = ["SETS", "Holds", "NotHome", "Oriented", "Permuted", "Solved", "slots_of"]

_CORNERS, _EDGES = (orbit.names for orbit in CUBE.orbits)
_ALL = (*_CORNERS, *_EDGES)

SETS: dict[str, tuple[str, ...]] = {
    "all": _ALL,
    "corners": _CORNERS,
    "edges": _EDGES,
    "last-layer": tuple(name for name in _ALL if "U" in name),
    "F2L": tuple(name for name in _ALL if "U" not in name),
    "cross": tuple(name for name in _EDGES if "D" in name),
    **{f"{face}-layer": tuple(name for name in _ALL if face in name) for face in FACES},
    **{
        f"{slice_}-slice": tuple(n for n in _EDGES if not set(n) & set(axis))
        for slice_, axis in (("M", "LR"), ("E", "UD"), ("S", "FB"))
    },
}
"""Slots by name. The last layer is U, so F2L is the two below it and the cross lies on D."""

_BY_NAME = {name.lower(): name for name in SETS}
_BY_LETTERS = {frozenset(name): name for name in _ALL}


def slots_of(text: str) -> str:
    """Return a list of slots in its one way of writing: names of sets and slots with + between.

    Raises:
        InputError: a name is none that is known.
    """
    found = []
    for word in text.replace(",", "+").split("+"):
        name = "-".join(word.split()).lower()
        slot = _BY_LETTERS.get(frozenset(name.upper()))
        if name in _BY_NAME:
            found.append(_BY_NAME[name])
        elif slot and len(slot) == len(name):
            found.append(slot)
        else:
            raise InputError(
                f"there are no slots called {excerpt(word.strip())}",
                f"write slots (URF, UF, …) or {', '.join(SETS)}, with + between",
            )
    order = {name: number for number, name in enumerate((*SETS, *_ALL))}
    return "+".join(sorted(set(found), key=order.__getitem__))


def _names(text: str, puzzle: CubePuzzle) -> list[str]:
    """Return the slots of `puzzle` that a list stands for.

    Raises:
        InputError: it has none of them, or lacks one that is listed by its own name.
    """
    there = {name for orbit in puzzle.orbits for name in orbit.names}
    n = puzzle.size
    for word in text.split("+"):
        if not there & set(SETS.get(word, (word,))):
            raise InputError(f"the {n}×{n}×{n} has no slots {word}", "it has corners only")
    wanted = {name for word in text.split("+") for name in SETS.get(word, (word,))}
    return [name for name in _ALL if name in wanted & there]


class _OnSlots(Rule):
    """A rule about each of some slots.

    Args:
        slots: names of slots and of sets of slots (see `SETS`), with `+` or commas between.
    """

    scope = "pieces"
    parameter = Parameter(
        "SLOTS",
        "some slots: last-layer, F2L, cross, corners, URF+UF …",
        examples=(*SETS, "URF+UF", "fur,dl", "DRB", "F2L+corners"),
    )
    sizes: ClassVar[Sequence[int]] = (2, 3)

    def __init__(self, slots: str) -> None:
        self.slots = slots_of(slots)

    @classmethod
    def _from_value(cls, value: str) -> Rule:
        return cls(value)

    @property
    def value(self) -> str:
        """The slots."""
        return self.slots

    def require(self, puzzle: CubePuzzle) -> None:
        """Make sure that `puzzle` has the slots."""
        super().require(puzzle)
        _names(self.slots, puzzle)

    def describe(self) -> str:
        """Return the summary with the slots in it."""
        return self.summary.replace("these slots", f"the slots {self.slots}")

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return one set of placements per slot."""
        self.require(puzzle)
        names = _names(self.slots, puzzle)
        for index, orbit in enumerate(puzzle.orbits):
            for slot, name in enumerate(orbit.names):
                if name in names:
                    placements = (
                        value
                        for value in range(orbit.placements)
                        if self._fits(slot, *divmod(value, orbit.turns))
                    )
                    yield Placed(index, slot, frozenset(placements))

    @abstractmethod
    def _fits(self, slot: int, piece: int, turn: int) -> bool:
        """Return whether the slot may hold this piece, turned so."""

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per slot, on its stickers."""
        found = []
        for name, facelets, shown in _shown(cube, self.slots):
            message = self._fault(name, shown)
            if message:
                found.append(Violation(tuple(sorted(facelets)), message))
        return found

    def holds_in(self, cubes: Batch) -> Flags:
        """Return for each cube whether no slot has a fault."""
        names = _names(self.slots, cubes.puzzle)
        return cubes.all(
            cubes.says(number, partial(self._fits_name, name))
            for number, name in _numbered(cubes.puzzle)
            if name in names
        )

    def _fits_name(self, name: str, shown: str) -> bool:
        return self._fault(name, shown) is None

    @abstractmethod
    def _fault(self, name: str, shown: str) -> str | None:
        """Return what is wrong with a slot that shows these colours, in the order of its name."""


def _shown(cube: State, slots: str) -> Iterator[tuple[str, tuple[int, ...], str]]:
    names, letters = _names(slots, cube.puzzle), cube.facelets
    for orbit in cube.puzzle.orbits:
        for name, facelets in zip(orbit.names, orbit.frames, strict=True):
            if name in names:
                yield name, facelets, "".join(letters[f] for f in facelets)


def _numbered(puzzle: CubePuzzle) -> Iterator[tuple[int, str]]:
    """Yield the number of each slot in a row, and its name."""
    return enumerate(orbit.names[slot] for orbit, slot in puzzle.slots)


class Solved(_OnSlots):
    """These slots hold their own pieces, turned as they should be."""

    name = "solved"
    summary = "these slots hold their own pieces, turned right"
    example = "solved=last-layer"

    def _fits(self, slot: int, piece: int, turn: int) -> bool:
        return piece == slot and turn == 0

    def _fault(self, name: str, shown: str) -> str | None:
        return None if shown == name else f"slot {name} shows {colours_of(shown)}"


class Oriented(_OnSlots):
    """These slots hold pieces that are turned right, whichever they are.

    A corner is turned right when its U or D colour is on face U or D; an edge, when turns of U, D,
    R, L and half turns of F and B can bring it home (H. Kociemba's flip).
    """

    name = "oriented"
    summary = "the pieces in these slots are not twisted or flipped"
    example = "oriented=edges"

    def _fits(self, slot: int, piece: int, turn: int) -> bool:
        del slot, piece
        return turn == 0

    def _fault(self, name: str, shown: str) -> str | None:
        # Each piece has one colour that counts: of U and D or, if it has neither, of F and B.
        counting = next(c for c in "UDFB" if c in shown and (c in "UD" or not set(shown) & {*"UD"}))
        return None if shown[0] == counting else f"slot {name} shows {colours_of(shown)}, turned"


class Permuted(_OnSlots):
    """These slots hold their own pieces, however turned."""

    name = "permuted"
    summary = "these slots hold their own pieces, however turned"
    example = "permuted=corners"

    def _fits(self, slot: int, piece: int, turn: int) -> bool:
        del turn
        return piece == slot

    def _fault(self, name: str, shown: str) -> str | None:
        return None if set(shown) == set(name) else f"slot {name} holds {colours_of(shown)}"


class NotHome(_OnSlots):
    """None of these slots holds its own piece, however turned."""

    name = "not-home"
    summary = "none of these slots holds its own piece, however turned"
    example = "not-home=corners"

    def _fits(self, slot: int, piece: int, turn: int) -> bool:
        del turn
        return piece != slot

    def _fault(self, name: str, shown: str) -> str | None:
        return f"slot {name} holds its own piece" if set(shown) == set(name) else None


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
    sizes: ClassVar[Sequence[int]] = (2, 3)

    def __init__(self, slots: str, pieces: str) -> None:
        self.slots, self.pieces = slots_of(slots), slots_of(pieces)

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
        _names(self.slots, puzzle)
        _names(self.pieces, puzzle)

    def describe(self) -> str:
        """Return slots and pieces in words."""
        return f"the slots {self.slots} hold only pieces of {self.pieces}, however turned"

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return one set of placements per slot."""
        self.require(puzzle)
        slots, pieces = _names(self.slots, puzzle), _names(self.pieces, puzzle)
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
        allowed = [set(name) for name in _names(self.pieces, cube.puzzle)]
        return [
            Violation(tuple(sorted(facelets)), f"slot {name} holds {colours_of(shown)}")
            for name, facelets, shown in _shown(cube, self.slots)
            if set(shown) not in allowed
        ]

    def holds_in(self, cubes: Batch) -> Flags:
        """Return for each cube whether the slots hold such pieces."""
        names = _names(self.slots, cubes.puzzle)
        allowed = [set(name) for name in _names(self.pieces, cubes.puzzle)]
        return cubes.all(
            cubes.says(number, lambda shown: set(shown) in allowed)
            for number, name in _numbered(cubes.puzzle)
            if name in names
        )
