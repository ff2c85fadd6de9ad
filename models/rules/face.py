"""Faces drawn with letters: which stickers are equal, which differ, and which colour some have."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from itertools import combinations
from string import ascii_uppercase
from typing import Literal

from cubecsp.errors import InputError, excerpt
from cubecsp.models.primitives import Count, Differ, Equal, Primitive, all_of, any_of, square_maps
from cubecsp.models.rule import Parameter, Rule, State, Violation, colours_of
from cubecsp.models.rules.drawing import faces_of
from cubecsp.models.rules.glyphs import GLYPHS, drawing_named
from cubecsp.models.rules.terms import colour_of
from cubecsp.puzzle.geometry import FACES
from cubecsp.puzzle.puzzle import CUBE, CubePuzzle

__all__ = ["RULE", "FaceDrawing", "cells_of"]

_CELL = re.compile(r"=?[A-Za-z]|\.")
_FIXED = re.compile(r"([A-Za-z])=([A-Za-z])")
Where = str
"""Letters of faces, `*` for every face, or `some` for at least one."""


class FaceDrawing(Rule):
    """One, some or all faces look as drawn.

    Equal letters stand for equal colours, different letters for different ones; `.` is any colour
    at all, and `=` before a colour fixes that one sticker, whatever the letters stand for. After
    the drawing, `A=R` gives the letter A a colour.

    Args:
        where: letters of faces, which all have to look so; `*`, every face; `some`, at least one.
        drawing: n rows of n cells for the n×n×n, as the face is seen from outside, in the order of
            its facelets; blanks and `/` between them are skipped. Or the name of a letter or a digit,
            `letter-A` or `digit-7`: one colour on another.
        fixed: the colours of letters, if they have one.
        turned: whether the drawing may be turned, on each face by itself.
        mirrored: whether it may be mirrored.
    """

    name = "face"
    summary = "faces look as drawn: equal letters equal colours, others differ, . any, =R colour R"
    scope = "faces"
    parameter = Parameter(
        "FACES:DRAWING[:A=COLOUR][:turned][:mirrored]",
        "faces and a drawing",
        examples=(
            "U:AAB/CBC/AAB",
            "*:ABA/BAB/ABA",
            "*:AA./.../..B",
            "some:AAA/.../...",
            "some:ABC/DEF/..=R:turned:mirrored",
            "FB:A../=R=U./..A:A=L",
            "R:.AB/CA./..D:turned",
            "UD:AB./C../...:B=F:mirrored",
            "*:AB/..",
            "some:=U=U/.A:turned",
            "F:AB../.C../..=UA/...B",
            "F:letter-T:A=F",
            "some:digit-7:turned",
        ),
    )
    example = "face=U:AAB/CBC/AAB"
    limits = "a drawing has as many cells as a face of its cube"

    def __init__(
        self,
        where: Where,
        drawing: str,
        *,
        fixed: dict[str, str] | None = None,
        turned: bool = False,
        mirrored: bool = False,
    ) -> None:
        self.where = _where(where)
        cells = cells_of(drawing)
        self.size = math.isqrt(len(cells))
        self.sizes = (self.size,)
        self.turned, self.mirrored = turned, mirrored
        given = {letter.upper(): colour_of(colour) for letter, colour in (fixed or {}).items()}
        letters = [cell for cell in dict.fromkeys(cells) if len(cell) == 1 and cell != "."]
        for letter in given:
            if letter not in letters:
                raise InputError(
                    f"letter {letter} is not in the drawing {excerpt(drawing)}",
                    f"its letters are {' '.join(letters) or 'none'}",
                )
        renamed = dict(zip(letters, ascii_uppercase, strict=False)) | {".": "."}
        self.cells = tuple(renamed.get(cell, cell) for cell in cells)
        self.fixed = {renamed[letter]: given[letter] for letter in letters if letter in given}

    @classmethod
    def vocabulary(cls) -> dict[str, str]:
        """Return what a parameter is made of, and every drawing that has a name."""
        return {
            "FACES": "letters of faces, * for every face, some for at least one",
            "A B C …": "equal letters stand for equal colours, different letters for different ones",
            ".": "any colour",
            "=R": "this sticker shows R",
            "A=R": "after the drawing: the letter A stands for R",
            "turned": "after the drawing: it may be turned, on each face by itself",
            "mirrored": "after the drawing: it may be mirrored",
            **GLYPHS,
        }

    @classmethod
    def _from_value(cls, value: str) -> FaceDrawing:
        where, _, rest = value.partition(":")
        drawing, *more = rest.split(":")
        if not drawing:
            raise InputError(
                f"rule face={value}: no drawing",
                f"write faces, a colon and a drawing: {cls.example}",
            )
        fixed: dict[str, str] = {}
        for word in more:
            match = _FIXED.fullmatch(word)
            if match:
                fixed[match[1]] = match[2]
            elif word not in ("turned", "mirrored"):
                raise InputError(
                    f"rule face={value}: {excerpt(word)} is not understood",
                    "after the drawing come A=R, turned and mirrored",
                )
        return cls(
            where, drawing, fixed=fixed, turned="turned" in more, mirrored="mirrored" in more
        )

    @property
    def value(self) -> str:
        """Faces, drawing and options."""
        n = self.size
        rows = "/".join("".join(self.cells[i : i + n]) for i in range(0, n * n, n))
        fixed = [f"{letter}={colour}" for letter, colour in self.fixed.items()]
        options = [name for name in ("turned", "mirrored") if getattr(self, name)]
        return ":".join([self.where, rows, *fixed, *options])

    def describe(self) -> str:
        """Return the drawing in words."""
        faces = {"*": "every face looks", "some": "at least one face looks"}.get(
            self.where, f"face {' and '.join(self.where)} looks"
        )
        n = self.size
        rows = " / ".join(" ".join(self.cells[i : i + n]) for i in range(0, n * n, n))
        words = [f"{faces} like {rows}"]
        words += [f"{letter} being colour {colour}" for letter, colour in self.fixed.items()]
        words += [f"possibly {w}" for w in ("turned", "mirrored") if getattr(self, w)]
        return ", ".join(words)

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return the equalities, inequalities and colours of each face, or alternatives of them."""
        self.require(puzzle)
        for face in self._faces():
            if len(face) == 1:
                yield from self._drawn(face[0], puzzle)
            else:
                yield any_of(all_of(self._drawn(f, puzzle)) for f in face)

    def _faces(self) -> list[tuple[int, ...]]:
        """Return the groups of faces of which one has to look so."""
        if self.where == "some":
            return [tuple(range(6))]
        return [(FACES.index(f),) for f in (FACES if self.where == "*" else self.where)]

    def _drawn(self, face: int, puzzle: CubePuzzle) -> list[Primitive]:
        facelets = puzzle.face(face)
        ways = {frozenset(self._relations([facelets[i] for i in cells])) for cells in self._maps()}
        return list(next(iter(ways))) if len(ways) == 1 else [any_of(map(all_of, ways))]

    def _maps(self) -> list[tuple[int, ...]]:
        """Return the turns and mirrors of the square that may be applied."""
        maps = square_maps(self.size)  # turns and mirrors take turns, beginning with the identity
        if self.turned:
            return list(maps if self.mirrored else maps[::2])
        return list(maps[:2] if self.mirrored else maps[:1])

    def _relations(self, facelets: list[int]) -> Iterable[Primitive]:
        classes: dict[str, list[int]] = {}
        for cell, facelet in zip(self.cells, facelets, strict=True):
            colour = cell[1:] or self.fixed.get(cell)
            if colour:
                yield Count(frozenset({facelet}), frozenset({FACES.index(colour)}), 1, 1)
            if len(cell) == 1 and cell != ".":
                classes.setdefault(cell, []).append(facelet)
        for same in classes.values():
            yield from (Equal(a, b) for a, b in combinations(same, 2))
        for one, other in combinations(classes.values(), 2):
            yield from (Differ(a, b) for a in one for b in other)

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per face that looks otherwise, on all its stickers."""
        self.require(cube.puzzle)
        area, shown = self.size**2, faces_of(cube.facelets)
        wrong = [i for i, letters in enumerate(shown) if not self._looks_so(letters)]
        if self.where == "some":
            if len(wrong) < len(FACES):
                return []
            return [Violation(tuple(range(6 * area)), "no face looks as drawn")]
        wanted = FACES if self.where == "*" else self.where
        return [
            Violation(
                tuple(range(i * area, (i + 1) * area)),
                f"face {FACES[i]} shows {colours_of(shown[i])}",
            )
            for i in wrong
            if FACES[i] in wanted
        ]

    def _looks_so(self, letters: str) -> bool:
        n = self.size
        rows = [letters[i : i + n] for i in range(0, n * n, n)]
        drawings = []
        for _ in range(4 if self.turned else 1):
            drawings.append(rows)
            if self.mirrored:
                drawings.append([row[::-1] for row in rows])
            rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        return any(self._matches("".join(drawing)) for drawing in drawings)

    def _matches(self, letters: str) -> bool:
        stands_for: dict[str, str] = dict(self.fixed)
        for cell, letter in zip(self.cells, letters, strict=True):
            if len(cell) == 2:
                if cell[1] != letter:
                    return False
            elif cell != "." and stands_for.setdefault(cell, letter) != letter:
                return False
        return len(set(stands_for.values())) == len(stands_for)


RULE = FaceDrawing


def _where(text: str) -> Literal["*", "some"] | str:
    if text in ("*", "some"):
        return text
    letters = text.upper()
    wrong = next((letter for letter in letters if letter not in FACES), None)
    if not letters or wrong:
        raise InputError(
            f"rule face={text}: {excerpt(wrong or text)} is no face",
            "write faces U R F D L B, or * for every face, or some",
        )
    return "".join(face for face in FACES if face in letters)


def cells_of(drawing: str) -> list[str]:
    """Return the cells of a drawing, or of one that is named, in capitals and colours as letters of faces.

    Raises:
        InputError: it is no drawing, or not square.
    """
    text = re.sub(r"[\s/]", "", drawing_named(drawing))
    cells = _CELL.findall(text)
    if "".join(cells) != text:
        at = next(i for i in range(len(text) + 1) if not "".join(cells).startswith(text[: i + 1]))
        raise InputError(
            f"drawing {excerpt(drawing)}: {text[at]!r} is no cell",
            "cells are letters, . for any colour, and = with a colour",
        )
    if len(cells) < 4 or math.isqrt(len(cells)) ** 2 != len(cells):
        raise InputError(
            f"drawing {excerpt(drawing)} has {len(cells)} cells",
            "a face has nine, three rows of three (n rows of n on the n×n×n)",
        )
    return [cell if cell == "." else _cell(cell) for cell in cells]


def _cell(cell: str) -> str:
    return f"={colour_of(cell[1])}" if cell.startswith("=") else cell.upper()
