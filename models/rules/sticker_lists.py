"""Rules about a list of stickers: all different, in order, or as in a table."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import ClassVar

from cubecsp.errors import InputError, excerpt
from cubecsp.models.core.primitives import ColourTable, Differ, Primitive, any_of
from cubecsp.models.core.renamed import RenamedRule
from cubecsp.models.core.rule import Rule, State, Violation, colours_of
from cubecsp.models.rules.expressions import Sticker, StickerList
from cubecsp.models.rules.terms import check_places, colour_of, facelet_of, facelets_of
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle, cube_of
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.holding import named_after_centres

Places = StickerList | Iterable[str | Sticker]
"""Stickers, or their names, and letters of whole faces."""


class OnStickers(Rule):
    """A rule about stickers in a given order.

    Args:
        where: stickers and letters of whole faces, each once.

    Raises:
        InputError: there are none, or a name is unknown or occurs twice.
    """

    scope = "stickers"
    fault: ClassVar[str]
    """What is said of colours that break it: a clause."""
    rest: tuple[object, ...] = ()
    """Its arguments besides the stickers."""

    def __init__(self, where: Places) -> None:
        self.where = names_of(where)
        if not self.where:
            raise InputError(f"{self.name} needs stickers", f"write for example {self.example}")
        for name in self.where:
            if self.where.count(name) > 1 or (len(name) > 1 and name[0] in self.where):
                raise InputError(f"{self.name} names sticker {name} twice", "name each once")

    @abstractmethod
    def faults(self, letters: str) -> Collection[int]:
        """Return the places in the list that are at fault if the stickers show these colours."""

    def require(self, puzzle: Puzzle) -> None:
        """Make sure that `puzzle` has the stickers."""
        facelets_of(self.where, cube_of(puzzle))

    def violations(self, cube: State) -> list[Violation]:
        """Return one violation, on the stickers that are at fault."""
        area = cube.puzzle.size**2
        facelets: list[int] = []  # computed and not looked up
        for name in self.where:
            first = facelet_of(name if len(name) > 1 else f"{name}1", cube.puzzle)
            facelets += range(first, first + (area if len(name) == 1 else 1))
        letters = "".join(cube.facelets[facelet] for facelet in facelets)
        faults = {facelets[place] for place in self.faults(letters)}
        text = f"{' '.join(self.where)} show {colours_of(letters)}, {self.fault}"
        return [Violation(tuple(sorted(faults)), text)] if faults else []

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, ([*self.where], *self.rest)))})"


def names_of(places: Places) -> tuple[str, ...]:
    """Return the names of some places, in their order.

    Raises:
        InputError: one is unknown.
    """
    if isinstance(places, StickerList):
        return places.places
    names = tuple(each.name if isinstance(each, Sticker) else each for each in places)
    check_places(names)
    return names


class AllDifferent(OnStickers):
    """Stickers show different colours, no two the same one. More than six never do."""

    name = "all-different"
    summary = "no two of these stickers show the same colour"
    example = "all-different(U1 U2 U3)"
    fault = "which are not all different"

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return one inequality per pair, or that it is impossible."""
        facelets = facelets_of(self.where, puzzle)
        if len(facelets) > len(FACES):
            return [any_of([])]
        return [Differ(a, b) for a, b in combinations(facelets, 2)]

    def faults(self, letters: str) -> Collection[int]:
        """Return the places of colours that occur more than once."""
        return [place for place, letter in enumerate(letters) if letters.count(letter) > 1]

    def describe(self) -> str:
        """Return the rule in words."""
        return f"the stickers of {' '.join(self.where)} show different colours"

    def __str__(self) -> str:
        return f"all-different({' '.join(self.where)})"


class Lexicographic(OnStickers):
    """Stickers come no later than others in the order of words: the first that differ decide.

    Args:
        first: stickers, or letters of whole faces.
        second: as many others.
        strict: whether they have to differ.
        order: the six colours, from the first to the last.

    Raises:
        InputError: a name is unknown, or the places do not match.
    """

    name = "lex"
    summary = "stickers precede others in the order of words, with colours in the order U R F D L B"
    example = "lex(U1 U2 U3 <= F1 F2 F3)"
    fault = "which is not in order"

    def __init__(
        self, first: Places, second: Places, *, strict: bool = False, order: str = FACES
    ) -> None:
        self.sides = names_of(first), names_of(second)
        lengths = [[len(name) == 1 for name in side] for side in self.sides]
        if lengths[0] != lengths[1] or not lengths[0]:
            raise InputError("lex needs as many stickers on either side", f"write {self.example}")
        self.where = sum(self.sides, ())
        self.strict, self.order = strict, order

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return for each pair that it is in order unless an earlier pair differs."""
        places = (facelets_of(side, puzzle) for side in self.sides)
        pairs = [(a, b) for a, b in zip(*places, strict=True) if a != b]
        rank = [self.order.index(letter) for letter in FACES]
        rows = [(a, b) for a in range(6) for b in range(6) if rank[a] <= rank[b]]
        for index, pair in enumerate(pairs):
            earlier = (Differ(*each) for each in pairs[:index])
            yield any_of([*earlier, ColourTable(pair, frozenset(rows))])
        if self.strict:
            yield any_of(Differ(*pair) for pair in pairs)

    def faults(self, letters: str) -> Collection[int]:
        """Return the first pair that differs or, if none does, all places."""
        half, ranks = len(letters) // 2, [*map(self.order.index, letters)]
        decisive = next((i for i in range(half) if ranks[i] != ranks[half + i]), None)
        if decisive is None:
            return range(2 * half if self.strict else 0)
        return (decisive, half + decisive) if ranks[decisive] > ranks[half + decisive] else ()

    def renamed(self, holding: str) -> Rule:
        """Return the same with the order of the colours in other letters."""
        order = named_after_centres(self.order, holding)
        inner = Lexicographic(*self.sides, strict=self.strict, order=order)
        return RenamedRule(self, inner, holding)

    def describe(self) -> str:
        """Return the rule in words."""
        first, second = map(" ".join, self.sides)
        nor = "" if self.strict else "are the same as or "
        return f"the colours of {first} {nor}come before those of {second} in the order of words"

    def __str__(self) -> str:
        return f"lex({' '.join(self.sides[0])} {'<' if self.strict else '<='} {' '.join(self.sides[1])})"

    def __repr__(self) -> str:
        first, second = map(list, self.sides)
        return f"Lexicographic({first!r}, {second!r}, strict={self.strict})"


class Table(OnStickers):
    """The colours of stickers are one of the listed rows.

    Args:
        where: stickers, each once.
        rows: for each row the colours in this order, as a text of letters or a list of colours.

    Raises:
        InputError: a name or a colour is unknown, or a row has too few or too many.
    """

    name = "table"
    summary = "these stickers show one of the listed rows of colours"
    example = "table(U1 U2 U3: R R F, F F R)"
    fault = "which is no row of the table"

    def __init__(self, where: Places, rows: Iterable[Sequence[str]]) -> None:
        listed = dict.fromkeys("".join(map(colour_of, row)) for row in rows)
        super().__init__(where)
        if any(len(name) == 1 for name in self.where):
            raise InputError("a table is about single stickers, not whole faces", "name stickers")
        if not listed:
            raise InputError("a table without rows can never hold", f"write {self.example}")
        for row in listed:
            if len(row) != len(self.where):
                raise InputError(
                    f"the row {excerpt(' '.join(row))} is not as long as the list of stickers",
                    f"expected {len(self.where)} colours",
                )
        self.rows, self.rest = tuple(listed), ([*listed],)

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return one table."""
        rows = (tuple(map(FACES.index, row)) for row in self.rows)
        yield ColourTable(tuple(facelets_of(self.where, puzzle)), frozenset(rows))

    def faults(self, letters: str) -> Collection[int]:
        """Return all places, unless a row has these colours."""
        return range(0 if letters in self.rows else len(letters))

    def renamed(self, holding: str) -> Rule:
        """Return the table in other letters."""
        rows = [named_after_centres(row, holding) for row in self.rows]
        return RenamedRule(self, Table(self.where, rows), holding)

    def describe(self) -> str:
        """Return the rule in words."""
        return f"the stickers {' '.join(self.where)} show {' or '.join(self.rows)}"

    def __str__(self) -> str:
        return f"table({' '.join(self.where)}: {', '.join(map(' '.join, self.rows))})"
