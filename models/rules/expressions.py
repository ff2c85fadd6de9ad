"""Stickers as expressions in Python: `stickers.U[0] == stickers.F[3]`, `count_of(stickers.U, "R") <= 2`.

A sticker is named by its face and its place on it, so an expression means the same on every cube that
has it; in texts places count from 1, as everywhere: `U1==F4`, `count(U, R)<=2`. `stickers` are those of
the 3×3×3, and `stickers.of_size(4)` has U1 to B16. Counts, and numbers of different colours, are added,
multiplied and compared like numbers. The `repr` of an expression evaluates to it again, with the names
of this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import overload

from cubecsp.errors import InputError, excerpt
from cubecsp.frozen import Value
from cubecsp.models.core.rule import Rule
from cubecsp.models.rules.comparisons import Same, comparison_of
from cubecsp.models.rules.drawing import corner_cells, edge_cells
from cubecsp.models.rules.terms import Indicator, Summand, Term, colour_of, is_sticker
from cubecsp.puzzle.cube.cube_puzzle import CUBE, cube_puzzle
from cubecsp.puzzle.cube.geometry import FACES


class Sticker(Value):
    """One sticker. Compared with another one, or with a colour, it gives a rule.

    Args:
        name: the face's letter and 1…n², row by row: U1 to B9 on the 3×3×3.
    """

    def __init__(self, name: str) -> None:
        if not is_sticker(name):
            raise InputError(f"{excerpt(name)} is not a sticker", "stickers are U1 to B9")
        self.name = name

    def __eq__(self, other: object) -> Same:  # type: ignore[override]
        return Same(self.name, self._operand(other))

    def __ne__(self, other: object) -> Same:  # type: ignore[override]
        return Same(self.name, self._operand(other), differ=True)

    def _operand(self, other: object) -> str:
        """Return the name or the colour of what it is compared with, or raise an `InputError`."""
        if isinstance(other, Sticker):
            return other.name
        if isinstance(other, str):
            return colour_of(other)
        raise InputError(
            f"sticker {self.name} cannot be compared with {excerpt(repr(other))}",
            "compare it with another sticker or with a colour, as in stickers.U[0] == 'R'",
        )

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"Sticker({self.name!r})"


class StickerList(Value):
    """Some stickers in order.

    Attributes:
        names: their names.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)

    @overload
    def __getitem__(self, index: int) -> Sticker: ...
    @overload
    def __getitem__(self, index: slice) -> StickerList: ...
    def __getitem__(self, index: int | slice) -> Sticker | StickerList:
        chosen = self.names[index]
        return Sticker(chosen) if isinstance(chosen, str) else StickerList(chosen)

    def __iter__(self) -> Iterator[Sticker]:
        return map(Sticker, self.names)

    def __len__(self) -> int:
        return len(self.names)

    def __add__(self, other: StickerList) -> StickerList:
        return StickerList((*self.names, *other.names))

    def count(self, *colours: str) -> Sum:
        """Return how many of them show one of `colours`."""
        return Sum({Term.of(self.places, colours): 1})

    def colours(self) -> Sum:
        """Return how many different colours they show."""
        return Sum({Term.of(self.places, None): 1})

    @property
    def places(self) -> tuple[str, ...]:
        """The names that texts have: of stickers, or the letter of a whole face."""
        return self.names

    def __repr__(self) -> str:
        return f"StickerList({list(self.names)!r})"


class Face(StickerList):
    """The stickers of a face, row by row, counted from 0. A count is about the whole face of any size.

    Args:
        letter: U R F D L B.
        size: of the cube.
    """

    def __init__(self, letter: str, size: int = 3) -> None:
        super().__init__(f"{letter}{i + 1}" for i in range(size**2))
        self.letter = letter
        self.size = size

    @property
    def edges(self) -> StickerList:
        """The stickers along the sides, corners left out: four on the 3×3×3."""
        return StickerList(self.names[i] for i in edge_cells(self.size))

    @property
    def corners(self) -> StickerList:
        """The four corner stickers."""
        return StickerList(self.names[i] for i in corner_cells(self.size))

    @property
    def places(self) -> tuple[str, ...]:
        """The letter of the face, which stands for all its stickers on a cube of any size."""
        return (self.letter,)

    def __repr__(self) -> str:
        size = "" if self.size == CUBE.size else f", {self.size}"
        return f"Face({self.letter!r}{size})"


class CubeStickers(Value):
    """The stickers of a cube, for use in rules.

    Args:
        size: of the cube.

    Attributes:
        faces: the six faces, in the order U R F D L B; each is an attribute too.
    """

    def __init__(self, size: int = 3) -> None:
        self.size = size
        self.faces = tuple(Face(letter, size) for letter in FACES)
        self.U, self.R, self.F, self.D, self.L, self.B = self.faces

    def of_size(self, size: int) -> CubeStickers:
        """Return the stickers of the cube of another size.

        Raises:
            InputError: the size is not an integer of at least 2.
        """
        return CubeStickers(cube_puzzle(size).size)

    def __iter__(self) -> Iterator[Sticker]:
        return (sticker for face in self.faces for sticker in face)

    def slot(self, name: str) -> StickerList:
        """Return the stickers of a slot of the 3×3×3, such as `URF` or `UF`, in that order.

        Raises:
            InputError: there is no such slot.
        """
        for orbit in CUBE.orbits:
            for known, facelets in zip(orbit.names, orbit.frames, strict=True):
                if sorted(known) == sorted(name):
                    by_letter = dict(zip(known, facelets, strict=True))
                    return StickerList(CUBE.names[by_letter[letter]] for letter in name)
        raise InputError(f"unknown slot {excerpt(name)}", "slots are URF … DRB and UR … BR")

    def __repr__(self) -> str:
        return f"CubeStickers({self.size})"


stickers = CubeStickers()
"""The stickers of the 3×3×3: `stickers.U[0]` is the sticker U1."""


def count_of(stickers: StickerList | Iterable[Sticker], *colours: str) -> Sum:
    """Return how many of some stickers show one of `colours`."""
    return _together(stickers).count(*colours)


def colours_in(stickers: StickerList | Iterable[Sticker]) -> Sum:
    """Return how many different colours some stickers show."""
    return _together(stickers).colours()


def numbers_of(stickers: StickerList | Iterable[Sticker]) -> Sum:
    """Return the sum of the numbers of some stickers' colours: 1 to 6 for U R F D L B."""
    places = _together(stickers).places
    return Sum({Term.of(places, colour): number for number, colour in enumerate(FACES, 1)})


def how_many(*rules: Rule) -> Sum:
    """Return how many of some rules hold: for a single one, 1 or 0.

    Raises:
        InputError: one is a logic program, which can only be demanded.
    """
    for rule in rules:
        if rule.alone:
            raise InputError(
                f"{rule} is a logic program, which can only be demanded", "count in the program"
            )
    return Sum.of(Sum({Indicator(rule): 1}) for rule in rules)


def _together(stickers: StickerList | Iterable[Sticker]) -> StickerList:
    return (
        stickers
        if isinstance(stickers, StickerList)
        else StickerList(sticker.name for sticker in stickers)
    )


class Sum(Value):
    """A sum of counts, numbers of colours, and rules as 0 or 1, each times an integer, plus a number.

    Comparing it gives a rule.

    Args:
        weights: how often each term is added.
        number: a constant that is added.
    """

    def __init__(self, weights: Mapping[Summand, int], number: int = 0) -> None:
        self.weights = dict(weights)
        self.number = number

    @classmethod
    def of(cls, sums: Iterable[Sum]) -> Sum:
        """Return several sums added up."""
        weights: dict[Summand, int] = {}
        number = 0
        for part in sums:
            number += part.number
            for term, weight in part.weights.items():
                weights[term] = weights.get(term, 0) + weight
        return cls(weights, number)

    def __add__(self, other: Sum | int) -> Sum:
        return self._plus(other, 1)

    __radd__ = __add__

    def __sub__(self, other: Sum | int) -> Sum:
        return self._plus(other, -1)

    def __rsub__(self, other: Sum | int) -> Sum:
        return (-self)._plus(other, 1)

    def __neg__(self) -> Sum:
        return self * -1

    def __mul__(self, times: int) -> Sum:
        if isinstance(times, Sum):
            raise InputError("a count cannot be multiplied by a count", "multiply by a number")
        factor = _whole_number(times, "multiplied by")
        return Sum({t: factor * w for t, w in self.weights.items()}, factor * self.number)

    __rmul__ = __mul__

    def _plus(self, other: Sum | int, factor: int) -> Sum:
        added = other if isinstance(other, Sum) else Sum({}, _whole_number(other, "added to"))
        return Sum.of([self, added if factor == 1 else added * factor])

    def _comparison(self, sign: str, other: object) -> Rule:
        if not isinstance(other, Sum):
            other = Sum({}, _whole_number(other, "compared with"))
        rest = self - other
        return comparison_of(rest.weights, sign, -rest.number)

    def __le__(self, other: Sum | int) -> Rule:
        return self._comparison("<=", other)

    def __ge__(self, other: Sum | int) -> Rule:
        return self._comparison(">=", other)

    def __lt__(self, other: Sum | int) -> Rule:
        return self._comparison("<", other)

    def __gt__(self, other: Sum | int) -> Rule:
        return self._comparison(">", other)

    def __eq__(self, other: object) -> Rule:  # type: ignore[override]
        return self._comparison("==", other)

    def __ne__(self, other: object) -> Rule:  # type: ignore[override]
        return self._comparison("!=", other)

    __hash__ = None  # type: ignore[assignment]  # `==` gives a rule

    def __bool__(self) -> bool:
        raise InputError(f"{self!r} is a number only for a given cube", "compare it with one")

    def __repr__(self) -> str:
        words = [
            term.expression() if weight == 1 else f"{weight} * {term.expression()}"
            for term, weight in self.weights.items()
        ]
        return " + ".join([*words, *([str(self.number)] if self.number or not words else [])])

    def __str__(self) -> str:
        """Return the text that states it."""
        parts = [(weight, str(term)) for term, weight in self.weights.items() if weight]
        if self.number or not parts:
            parts.append((self.number, ""))
        text = "".join(
            ("-" if weight < 0 else "+")
            + (
                "*".join(
                    filter(None, ["" if abs(weight) == 1 and term else str(abs(weight)), term])
                )
            )
            for weight, term in parts
        )
        return text.removeprefix("+")


def _whole_number(number: object, used: str) -> int:
    """Return an integer, or raise an `InputError` that says what it cannot be used for."""
    if isinstance(number, int) and not isinstance(number, bool):
        return number
    raise InputError(
        f"a count cannot be {used} {excerpt(repr(number))}",
        "use integers and other counts, as in count_of(stickers.U, 'R') <= 2",
    )
