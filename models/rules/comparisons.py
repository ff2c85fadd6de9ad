"""Stickers as expressions: `cube.U[0] == cube.F[3]`, `count_of(cube.U, "R") <= 2`, and the rules they give.

A sticker is named by its face and its place on it, so an expression means the like on every cube that
has it; in texts places count from 1, as everywhere: `U1==F4`, `count(U, R)<=2`. `cube` is the 3×3×3, and
`cube.of_size(4)` has U1 to B16.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, overload

from cubecsp.errors import InputError, excerpt
from cubecsp.models.primitives import Count, Differ, Equal, Primitive
from cubecsp.models.rule import Rule, State, Violation, colours_of
from cubecsp.models.rules.drawing import corner_cells, edge_cells
from cubecsp.puzzle.facelets import COLOUR_LETTERS
from cubecsp.puzzle.geometry import FACES
from cubecsp.puzzle.puzzle import CUBE, CubePuzzle, cube_puzzle

if TYPE_CHECKING:
    from cubecsp.puzzle.batch import Batch, Flags

__all__ = [
    "CountOf",
    "CubeStickers",
    "Face",
    "Same",
    "Sticker",
    "Stickers",
    "Tally",
    "colour_of",
    "count_of",
    "cube",
    "is_sticker",
]

_STICKER = re.compile(r"[URFDLB][1-9][0-9]{0,3}", re.ASCII)
_MOST = 9999  # so many stickers may a count ask for


def is_sticker(text: str) -> bool:
    """Return whether a text is the name of a sticker of some cube: U1, or F16."""
    return _STICKER.fullmatch(text) is not None


def _place(name: str) -> tuple[int, int]:
    """Return the face (0…5) of a sticker, or of a whole face, and its number there (0 for all)."""
    return FACES.index(name[0]), int(name[1:] or 0)


def colour_of(text: str) -> str:
    """Return the face letter of a colour: of U R F D L B itself, or W G Y O for the standard colours.

    B and R are colours of both schemes, blue and red, and mean the same in both.

    Raises:
        InputError: it is no colour.
    """
    letter = text.upper()
    if len(letter) == 1 and letter in FACES:
        return letter
    if letter in COLOUR_LETTERS:
        return COLOUR_LETTERS[letter]
    raise InputError(f"{excerpt(text)} is no colour", "colours are U R F D L B, or W G Y O")


class Sticker:
    """One sticker. Compared with another one, or with a colour, it gives a rule.

    Args:
        name: the face's letter and 1…n², row by row: U1 to B9 on the 3×3×3.
    """

    def __init__(self, name: str) -> None:
        if not is_sticker(name):
            raise InputError(f"{excerpt(name)} is no sticker", "stickers are U1 to B9")
        self.name = name

    def __eq__(self, other: object) -> Same:  # type: ignore[override]
        return Same(self.name, self._compared(other))

    def __ne__(self, other: object) -> Same:  # type: ignore[override]
        return Same(self.name, self._compared(other), differ=True)

    def _compared(self, other: object) -> str:
        """Return the name or the colour of what it is compared with, or raise an `InputError`."""
        if isinstance(other, Sticker):
            return other.name
        if isinstance(other, str):
            return colour_of(other)
        raise InputError(
            f"sticker {self.name} cannot be compared with {excerpt(repr(other))}",
            "compare it with another sticker or with a colour, as in cube.U[0] == 'R'",
        )

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"Sticker({self.name!r})"


class Stickers:
    """Some stickers in order.

    Attributes:
        names: their names.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)

    @overload
    def __getitem__(self, index: int) -> Sticker: ...
    @overload
    def __getitem__(self, index: slice) -> Stickers: ...
    def __getitem__(self, index: int | slice) -> Sticker | Stickers:
        chosen = self.names[index]
        return Sticker(chosen) if isinstance(chosen, str) else Stickers(chosen)

    def __iter__(self) -> Iterator[Sticker]:
        return map(Sticker, self.names)

    def __len__(self) -> int:
        return len(self.names)

    def __add__(self, other: Stickers) -> Stickers:
        return Stickers((*self.names, *other.names))

    def count(self, *colours: str) -> Tally:
        """Return how many of them show one of `colours`; compare it with a number."""
        return Tally(self.names, colours)


class Face(Stickers):
    """The stickers of a face, row by row, counted from 0.

    Args:
        letter: U R F D L B.
        size: of the cube.
    """

    def __init__(self, letter: str, size: int = 3) -> None:
        super().__init__(f"{letter}{i + 1}" for i in range(size**2))
        self.letter = letter
        self.size = size

    @property
    def edges(self) -> Stickers:
        """The stickers along the sides, corners left out: four on the 3×3×3."""
        return Stickers(self.names[i] for i in edge_cells(self.size))

    @property
    def corners(self) -> Stickers:
        """The four corner stickers."""
        return Stickers(self.names[i] for i in corner_cells(self.size))

    def count(self, *colours: str) -> Tally:
        """Return how many stickers of the face, whatever its size, show one of `colours`."""
        return Tally((self.letter,), colours)


class CubeStickers:
    """The stickers of a cube that rules speak of.

    Args:
        size: of the cube.

    Attributes:
        faces: the six faces, in the order U R F D L B, which are attributes too.
    """

    def __init__(self, size: int = 3) -> None:
        self.faces = tuple(Face(letter, size) for letter in FACES)
        self.U, self.R, self.F, self.D, self.L, self.B = self.faces

    def of_size(self, size: int) -> CubeStickers:
        """Return the stickers of the cube of another size.

        Raises:
            InputError: the size is not a whole number of at least 2.
        """
        return CubeStickers(cube_puzzle(size).size)

    @property
    def stickers(self) -> tuple[Sticker, ...]:
        """All stickers."""
        return tuple(sticker for face in self.faces for sticker in face)

    def slot(self, name: str) -> Stickers:
        """Return the stickers of a slot of the 3×3×3, such as `URF` or `UF`, in that order.

        Raises:
            InputError: there is no such slot.
        """
        for orbit in CUBE.orbits:
            for known, facelets in zip(orbit.names, orbit.frames, strict=True):
                if sorted(known) == sorted(name):
                    by_letter = dict(zip(known, facelets, strict=True))
                    return Stickers(CUBE.names[by_letter[letter]] for letter in name)
        raise InputError(f"there is no slot {excerpt(name)}", "slots are URF … DRB and UR … BR")


cube = CubeStickers()
"""The 3×3×3 that rules speak of: `cube.U[0]` is the sticker U1."""


def count_of(stickers: Stickers | Iterable[Sticker], *colours: str) -> Tally:
    """Return how many of `stickers` show one of `colours`, to be compared with a number."""
    if isinstance(stickers, Stickers):
        return stickers.count(*colours)
    return Tally([sticker.name for sticker in stickers], colours)


class Tally:
    """How many of some stickers show one of some colours. Comparing it with a number gives a rule."""

    def __init__(self, where: Iterable[str], colours: Iterable[str]) -> None:
        self.where = tuple(where)
        self.colours = tuple(colours)

    def __le__(self, number: int) -> CountOf:
        return CountOf(self.where, self.colours, "<=", self._compared(number))

    def __ge__(self, number: int) -> CountOf:
        return CountOf(self.where, self.colours, ">=", self._compared(number))

    def __lt__(self, number: int) -> CountOf:
        return CountOf(self.where, self.colours, "<=", self._compared(number) - 1)

    def __gt__(self, number: int) -> CountOf:
        return CountOf(self.where, self.colours, ">=", self._compared(number) + 1)

    def __eq__(self, number: object) -> CountOf:  # type: ignore[override]
        return CountOf(self.where, self.colours, "==", self._compared(number))

    def __ne__(self, number: object) -> CountOf:  # type: ignore[override]
        return CountOf(self.where, self.colours, "!=", self._compared(number))

    def _compared(self, number: object) -> int:
        """Return the number that it is compared with, or raise an `InputError`."""
        if isinstance(number, int) and not isinstance(number, bool):
            return number
        told = "another count" if isinstance(number, Tally) else excerpt(repr(number))
        raise InputError(
            f"count(…) cannot be compared with {told}",
            "compare it with a whole number, as in count_of(cube.U, 'R') <= 2",
        )

    __hash__ = None  # type: ignore[assignment]  # `==` gives a rule


class Same(Rule):
    """A sticker shows the colour of another one, or a given colour; or it does not.

    Args:
        sticker: U1 … B9.
        other: another sticker's name, or a colour U R F D L B.
        differ: whether they have to differ instead.
    """

    name = "sticker-is"
    summary = "a sticker shows the colour of another one, or a given colour (== same, != not)"
    scope = "stickers"
    example = "U1==F4"

    def __init__(self, sticker: str, other: str, *, differ: bool = False) -> None:
        if sticker == other:
            never = "can never hold" if differ else "says nothing"
            raise InputError(f"comparing {sticker} with itself {never}", "name two stickers")
        compared = len(other) > 1
        if compared and _place(other) < _place(sticker):
            sticker, other = other, sticker
        self.stickers: tuple[str, ...] = (sticker, other) if compared else (sticker,)
        self.colour = None if compared else other
        self.differ = differ

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return one relation of two stickers, or one literal."""
        facelets = _facelets(self.stickers, puzzle)
        if self.colour is None:
            yield (Differ if self.differ else Equal)(*facelets)
        else:
            shown = int(not self.differ)
            colour = FACES.index(self.colour)
            yield Count(frozenset(facelets), frozenset({colour}), shown, shown)

    def violations(self, cube: State) -> list[Violation]:
        """Return one violation, on the stickers."""
        facelets, names = cube.facelets, cube.puzzle.names
        where = [_at(name, cube.puzzle) for name in self.stickers]
        shown = [facelets[f] for f in where]
        if (shown[0] == (self.colour or shown[-1])) != self.differ:
            return []
        told = " and ".join(
            f"{names[f]} shows {colours_of(c)}" for f, c in zip(where, shown, strict=True)
        )
        return [Violation(tuple(sorted(where)), told)]

    def holds_in(self, cubes: Batch) -> Flags:
        """Return for each cube how the comparison comes out."""
        one, *others = (cubes.shown[_at(name, cubes.puzzle)] for name in self.stickers)
        other = others[0] if others else FACES.index(self.colour or "")
        return cubes.all([one != other if self.differ else one == other])

    def require(self, puzzle: CubePuzzle) -> None:
        """Make sure that `puzzle` has the stickers."""
        _facelets(self.stickers, puzzle)

    def describe(self) -> str:
        """Return the comparison in words."""
        shows = "does not show" if self.differ else "shows"
        colour = f"colour {self.colour}" if self.colour else f"the colour of {self.stickers[1]}"
        return f"sticker {self.stickers[0]} {shows} {colour}"

    def __str__(self) -> str:
        operator = "!=" if self.differ else "=="
        return f"{self.stickers[0]}{operator}{self.colour or self.stickers[1]}"


class CountOf(Rule):
    """So many of some stickers show one of some colours.

    Args:
        where: names of stickers, or letters of whole faces.
        colours: letters.
        operator: `<=`, `>=`, `==` or `!=`.
        number: 0 or more.
    """

    name = "count"
    summary = "so many of these stickers, or of a face's, show one of these colours"
    scope = "stickers"
    example = "count(U, R F)<=2"

    def __init__(
        self, where: Iterable[str], colours: Iterable[str], operator: str, number: int
    ) -> None:
        named = dict.fromkeys(where)
        self.colours = "".join(sorted({colour_of(c) for c in colours}, key=FACES.index))
        if not named or not self.colours:
            raise InputError("count(…) of nothing", "write count(STICKERS, COLOURS)")
        for name in named:
            if not (len(name) == 1 and name in FACES) and not is_sticker(name):
                raise InputError(
                    f"{excerpt(name)} is neither a face nor a sticker",
                    "write U for a face, U1 for a sticker",
                )
        self.where = tuple(sorted(named, key=_place))
        if not 0 <= number <= _MOST:
            raise InputError(
                f"count(…){operator}{number}: out of range", f"the number is 0 to {_MOST}"
            )
        self.operator = operator
        self.number = number

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return one count."""
        facelets = frozenset(_facelets(self.where, puzzle))
        colours = frozenset(map(FACES.index, self.colours))
        least = 0 if self.operator == "<=" else self.number
        most = len(facelets) if self.operator == ">=" else self.number
        primitive = Count(facelets, colours, least, most)
        yield primitive.negated() if self.operator == "!=" else primitive

    def violations(self, cube: State) -> list[Violation]:
        """Return one violation, on the stickers that show the colours."""
        letters = cube.facelets
        shown = [f for f in sorted(self._places(cube.puzzle)) if letters[f] in self.colours]
        number = len(shown)
        kept = _COMPARED[self.operator](number, self.number)
        message = (
            f"{number} of {' '.join(self.where)} show {' or '.join(map(colours_of, self.colours))}"
        )
        return [] if kept else [Violation(tuple(shown), message)]

    def holds_in(self, cubes: Batch) -> Flags:
        """Return for each cube how the comparison comes out."""
        places, colours = sorted(self._places(cubes.puzzle)), map(FACES.index, self.colours)
        shown = cubes.shown[places]
        number = sum((shown == colour).sum(axis=0) for colour in set(colours))
        return cubes.all([_COMPARED[self.operator](number, self.number)])

    def _places(self, puzzle: CubePuzzle) -> set[int]:
        """Return the facelets that are counted, for the check."""
        places: set[int] = set()
        for name in self.where:
            face = len(name) == 1
            places |= set(puzzle.face(FACES.index(name))) if face else {_at(name, puzzle)}
        return places

    def require(self, puzzle: CubePuzzle) -> None:
        """Make sure that `puzzle` has the stickers."""
        _facelets(self.where, puzzle)

    def describe(self) -> str:
        """Return the count in words."""
        how = {"<=": "at most", ">=": "at least", "==": "exactly", "!=": "not exactly"}
        where, colours = " ".join(self.where), " or ".join(self.colours)
        return (
            f"{how[self.operator]} {self.number} of the stickers of {where} show colour {colours}"
        )

    def __str__(self) -> str:
        where, colours = " ".join(self.where), " ".join(self.colours)
        return f"count({where}, {colours}){self.operator}{self.number}"


_COMPARED = {"<=": operator.le, ">=": operator.ge, "==": operator.eq, "!=": operator.ne}


def _facelets(names: Iterable[str], puzzle: CubePuzzle) -> list[int]:
    """Return the facelets of some stickers and whole faces."""
    found: list[int] = []
    for name in names:
        if len(name) == 1:
            found += puzzle.face(FACES.index(name))
        elif name in puzzle.names:
            found.append(puzzle.names.index(name))
        else:
            raise InputError(
                f"the {puzzle.name} has no sticker {name}", f"its last is {puzzle.names[-1]}"
            )
    return found


def _at(name: str, puzzle: CubePuzzle) -> int:
    """Return the facelet of a sticker, counted and not looked up."""
    area = puzzle.size**2
    place = int(name[1:]) - 1
    if place >= area:
        raise InputError(f"a face of {area} stickers has no sticker {name}")
    return area * FACES.index(name[0]) + place
