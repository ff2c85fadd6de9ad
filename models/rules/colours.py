"""How often a colour shows on a face."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from cubecsp.errors import InputError
from cubecsp.models.primitives import Count, Primitive
from cubecsp.models.rule import ANY_SIZE, Parameter, Rule, State, Violation, colours_of
from cubecsp.puzzle.geometry import FACES
from cubecsp.puzzle.puzzle import CUBE, CubePuzzle

if TYPE_CHECKING:
    from cubecsp.puzzle.batch import Batch, Flags

__all__ = ["AtMost", "EveryColour"]

_MOST = 999
_RANGE = f"N is a number from 0 to {_MOST}"


class EveryColour(Rule):
    """Every face shows all six colours."""

    name = "every-colour"
    summary = "every face shows all six colours"
    scope = "faces"
    example = "every-colour"
    sizes: ClassVar[Sequence[int]] = ANY_SIZE[1:]

    def limitation(self, puzzle: CubePuzzle) -> str:
        """Return why it makes no sense on `puzzle`."""
        del puzzle
        return "its faces have four stickers, too few for six colours"

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return one count per face and colour."""
        self.require(puzzle)
        return _counts(puzzle, 1, puzzle.size**2)

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per face and missing colour, on all stickers of the face."""
        self.require(cube.puzzle)
        found = []
        for face, letters in enumerate(_faces(cube)):
            for colour in FACES:
                if colour not in letters:
                    where = tuple(cube.puzzle.face(face))
                    found.append(
                        Violation(where, f"face {FACES[face]} lacks colour {colours_of(colour)}")
                    )
        return found

    def holds_in(self, cubes: Batch) -> Flags:
        """Return for each cube whether no colour is lacking."""
        self.require(cubes.puzzle)
        return cubes.all((face == c).any(axis=0) for face in cubes.faces for c in range(6))


class AtMost(Rule):
    """No face shows any colour more than `limit` times (0…999)."""

    name = "at-most"
    summary = "no face shows any colour more than N times"
    parameter = Parameter("N", "a number", examples=tuple("0123456789"))
    scope = "faces"
    example = "at-most=2"

    def __init__(self, limit: int) -> None:
        if not 0 <= limit <= _MOST:
            raise InputError(f"rule at-most={limit}: out of range", _RANGE)
        self.limit = limit

    @classmethod
    def _from_value(cls, value: str) -> AtMost:
        if not (value.isascii() and value.isdigit()) or len(value) > len(str(_MOST)):
            raise InputError(f"rule at-most={value}: not a count", _RANGE)
        return cls(int(value))

    @property
    def value(self) -> str:
        """The limit."""
        return str(self.limit)

    def describe(self) -> str:
        """Return the summary with the number in it."""
        return self.summary.replace("N", str(self.limit))

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return one count per face and colour."""
        return _counts(puzzle, 0, self.limit)

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per face and colour that shows too often, on those stickers."""
        found = []
        for face, letters in enumerate(_faces(cube)):
            for colour, times in sorted(Counter(letters).items()):
                if times > self.limit:
                    first = cube.puzzle.face(face)[0]
                    where = tuple(first + i for i, c in enumerate(letters) if c == colour)
                    message = f"face {FACES[face]} shows colour {colours_of(colour)} {times} times"
                    found.append(Violation(where, message))
        return found

    def holds_in(self, cubes: Batch) -> Flags:
        """Return for each cube whether no colour shows too often."""
        return cubes.all(
            (face == c).sum(axis=0, dtype="uint8") <= self.limit
            for face in cubes.faces
            for c in range(6)
        )


def _counts(puzzle: CubePuzzle, least: int, most: int) -> Iterable[Primitive]:
    for face in range(6):
        facelets = frozenset(puzzle.face(face))
        for colour in range(6):
            yield Count(facelets, frozenset({colour}), least, most)


def _faces(cube: State) -> list[str]:
    facelets = cube.facelets
    area = len(facelets) // 6
    return [facelets[area * face : area * (face + 1)] for face in range(6)]
