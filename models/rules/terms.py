"""The terms of sums: counts of stickers, numbers of different colours, and rules as 0 or 1."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from cubecsp.errors import InputError, excerpt
from cubecsp.frozen import frozen
from cubecsp.models.core.composite import conjunction
from cubecsp.models.core.primitives import ColourCount, Primitive
from cubecsp.models.core.rule import Rule, State
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_of
from cubecsp.puzzle.cube.facelets import COLOUR_LETTERS
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.holding import named_after_centres
from cubecsp.puzzle.cube.schemes import COLOURS

_STICKER = re.compile(r"[URFDLB][1-9][0-9]{0,3}", re.ASCII)


def is_sticker(text: str) -> bool:
    """Return whether a text is the name of a sticker of some cube: U1, or F16."""
    return _STICKER.fullmatch(text) is not None


def place_of(name: str) -> tuple[int, int]:
    """Return the face (0…5) of a sticker, or of a whole face, and its number there (0 for all)."""
    return FACES.index(name[0]), int(name[1:] or 0)


def colour_of(text: str) -> str:
    """Return the face letter of a colour: of U R F D L B itself, or of a standard colour, `W` or `white`.

    B and R are colours of both schemes, blue and red, and mean the same in both.

    Raises:
        InputError: it is not a colour.
    """
    colour = colour_in(text)
    if colour is not None:
        return colour
    raise InputError(
        f"{excerpt(text)} is not a colour", "colours are U R F D L B, or W G Y O, or white, red …"
    )


def colour_in(text: str) -> str | None:
    """Return the face letter of a colour, None if a text is not one."""
    if text.lower() in COLOURS:
        return FACES[COLOURS.index(text.lower())]
    letter = text.upper()
    return letter if len(letter) == 1 and letter in FACES else COLOUR_LETTERS.get(letter)


def check_places(names: Iterable[str]) -> None:
    """Make sure that names are those of stickers, or letters of whole faces.

    Raises:
        InputError: one is not.
    """
    for name in names:
        if not (len(name) == 1 and name in FACES) and not is_sticker(name):
            raise InputError(
                f"{excerpt(name)} is neither a face nor a sticker",
                "write U for a face, U1 for a sticker",
            )


def facelets_of(names: Iterable[str], puzzle: CubePuzzle) -> list[int]:
    """Return the facelets of some stickers and whole faces, for engines.

    Raises:
        InputError: `puzzle` lacks a sticker.
    """
    results: list[int] = []
    for name in names:
        if len(name) == 1:
            results += puzzle.face(FACES.index(name))
        elif name in puzzle.names:
            results.append(puzzle.names.index(name))
        else:
            raise InputError(
                f"the {puzzle.name} has no sticker {name}", f"its last is {puzzle.names[-1]}"
            )
    return results


def facelet_of(name: str, puzzle: CubePuzzle) -> int:
    """Return the facelet of a sticker, computed and not looked up, for checks.

    Raises:
        InputError: `puzzle` has no such sticker.
    """
    area = puzzle.size**2
    face, number = place_of(name)
    if number > area:
        raise InputError(f"a face of {area} stickers has no sticker {name}")
    return area * face + number - 1


@frozen
class Term:
    """The number of some stickers that show one of some colours, or of the colours that they show.

    Attributes:
        where: names of stickers and letters of whole faces, each once, in order.
        colours: letters, in the order of the faces; none if different colours are counted.
    """

    where: tuple[str, ...]
    colours: str = ""

    @classmethod
    def of(cls, where: Iterable[str], colours: Iterable[str] | None) -> Term:
        """Return the term with all names checked and put in order; no colours to count different ones.

        Raises:
            InputError: there is nothing to count, or a name is not known.
        """
        named = dict.fromkeys(where)
        letters = "" if colours is None else {colour_of(c) for c in colours}
        if not named or (colours is not None and not letters):
            raise InputError(
                "count needs stickers and colours"
                if colours is not None
                else "colours needs stickers",
                "write count(STICKERS, COLOURS), e.g. count(U, R)"
                if colours is not None
                else "write colours(STICKERS), e.g. colours(U)",
            )
        check_places(named)
        return cls(tuple(sorted(named, key=place_of)), "".join(sorted(letters, key=FACES.index)))

    def renamed(self, holding: str) -> Term:
        """Return the same count with the colours of a cube in this orientation named after its centres."""
        colours = named_after_centres(self.colours, holding)
        return Term(self.where, "".join(sorted(colours, key=FACES.index)))

    def require(self, puzzle: Puzzle) -> None:
        """Make sure that `puzzle` has the stickers.

        Raises:
            InputError: it lacks one.
        """
        facelets_of(self.where, cube_of(puzzle))

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that it is made of: none."""
        return ()

    def parts(self, puzzle: Puzzle) -> Iterable[Primitive]:
        """Yield primitives; as many of them hold as the term counts."""
        facelets = frozenset(facelets_of(self.where, cube_of(puzzle)))
        if self.colours:
            colours = frozenset(map(FACES.index, self.colours))
            yield from (ColourCount(frozenset({facelet}), colours, 1, 1) for facelet in facelets)
        else:
            for colour in range(len(FACES)):
                yield ColourCount(facelets, frozenset({colour}), 1, len(facelets))

    def places(self, puzzle: CubePuzzle) -> set[int]:
        """Return the facelets that are looked at, for checks."""
        places: set[int] = set()
        for name in self.where:
            face = len(name) == 1
            places |= set(puzzle.face(FACES.index(name))) if face else {facelet_of(name, puzzle)}
        return places

    def counted_facelets(self, cube: State) -> list[int]:
        """Return the facelets that are counted on a cube, ascending; all of them if colours are counted."""
        letters = cube.facelets
        places = sorted(self.places(cube.puzzle))
        return [f for f in places if letters[f] in self.colours] if self.colours else places

    def value(self, cube: State) -> int:
        """Return the number on a cube."""
        facelets = self.counted_facelets(cube)
        return len(facelets) if self.colours else len({cube.facelets[f] for f in facelets})

    def in_words(self, colour: Callable[[str], str] = str) -> str:
        """Return the number in words, with colours as `colour` writes them."""
        if not self.colours:
            return f"the number of colours on {' '.join(self.where)}"
        colours = " or ".join(map(colour, self.colours))
        return f"the number of stickers of {' '.join(self.where)} that show {colours}"

    def expression(self) -> str:
        """Return the Python expression that gives the term."""
        (first, *others) = self.where
        stickers = (
            f"StickerList({list(self.where)!r})" if others or len(first) > 1 else f"Face({first!r})"
        )
        if not self.colours:
            return f"{stickers}.colours()"
        return f"{stickers}.count({', '.join(map(repr, self.colours))})"

    def __str__(self) -> str:
        where = " ".join(self.where)
        return f"count({where}, {' '.join(self.colours)})" if self.colours else f"colours({where})"


@frozen
class Indicator:
    """1 if a rule holds, and 0 if it does not.

    Attributes:
        rule: any rule that engines can see in full.
    """

    rule: Rule

    def renamed(self, holding: str) -> Indicator:
        """Return the same about the rule in the letters of a cube in this orientation."""
        return Indicator(self.rule.renamed(holding))

    def require(self, puzzle: Puzzle) -> None:
        """Make sure that the rule applies to `puzzle`, and that engines can see whether it holds.

        Raises:
            InputError: it does not, or they cannot.
        """
        self.rule.require(puzzle)
        if self.rule.is_filter_on(puzzle):
            raise InputError(
                f"rule {self.rule} cannot be counted: no engine can propagate it",
                "demand it, as a rule by itself, or leave it out",
            )

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that it is made of."""
        return (self.rule,)

    def parts(self, puzzle: Puzzle) -> Iterable[Primitive]:
        """Yield the one primitive that says what the rule does."""
        self.require(puzzle)
        yield conjunction(self.rule, puzzle)

    def counted_facelets(self, cube: State) -> list[int]:
        """Return the facelets that break the rule on a cube, ascending."""
        return sorted({f for violation in self.rule.violations(cube) for f in violation.facelets})

    def value(self, cube: State) -> int:
        """Return the number on a cube."""
        return int(self.rule.holds(cube))

    def in_words(self, colour: Callable[[str], str] = str) -> str:
        """Return the number in words."""
        del colour
        return f"whether ({self.rule.describe()}) holds (1 or 0)"

    def expression(self) -> str:
        """Return the Python expression that gives it."""
        return f"how_many({self.rule!r})"

    def __str__(self) -> str:
        return f"how-many({self.rule})"


Summand = Term | Indicator
"""The kinds of terms of sums."""
