"""Faces drawn with letters: which stickers are equal, which differ, and which colour some have."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import Literal

from cubecsp.errors import InputError, excerpt
from cubecsp.models.core.primitives import Primitive, all_of, any_of
from cubecsp.models.core.renamed import RenamedRule
from cubecsp.models.core.rule import Rule, RuleParameter, State, Violation, colours_of
from cubecsp.models.core.squares import square_maps
from cubecsp.models.rules.drawing import faces_of
from cubecsp.models.rules.glyphs import GLYPHS
from cubecsp.models.rules.letters import agree, cells_of, recoloured, relations, renamed, rows_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES

_FIXED = re.compile(r"([A-Za-z])=([A-Za-z]+)")
Where = str
"""Letters of faces, `*` for every face, or `some` for at least one."""


class FaceDrawing(Rule):
    """One, some or all faces look as drawn.

    Equal letters stand for equal colours, different letters for different ones; `.` is any colour,
    and `=` before a colour fixes that one sticker, independently of the letters. After the
    drawing, `A=R` gives the letter A a colour.

    Args:
        where: letters of faces, all of which have to look as drawn; `*`, every face; `some`, at least one.
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
    parameter = RuleParameter(
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
        self.cells, self.fixed = renamed(cells, fixed, f"the drawing {excerpt(drawing)}")
        self._ways = [name for name in ("turned", "mirrored") if getattr(self, name)]
        colours = map("=".join, self.fixed.items())
        self.value = ":".join([self.where, "/".join(rows_of(self.cells)), *colours, *self._ways])

    @classmethod
    def vocabulary(cls) -> dict[str, str]:
        """Return the symbols of a parameter, and every drawing that has a name."""
        return {
            "FACES": "letters of faces, * for every face, some for at least one",
            "A B C …": "equal letters stand for equal colours, different letters for different ones",
            ".": "any colour",
            "=R": "this sticker shows R",
            "A=R": "after the drawing: the letter A stands for R; A=red means the same",
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

    def describe(self) -> str:
        """Return the drawing in words."""
        faces = {"*": "every face looks", "some": "at least one face looks"}.get(
            self.where, f"face {' and '.join(self.where)} looks"
        )
        rows = " / ".join(rows_of(self.cells, " "))
        words = [f"{faces} like {rows}"]
        words += [f"{letter} being colour {colour}" for letter, colour in self.fixed.items()]
        words += [f"possibly {way}" for way in self._ways]
        return ", ".join(words)

    def renamed(self, holding: str) -> Rule:
        """Return the drawing with its colours in other letters."""
        cells, fixed = recoloured(self.cells, self.fixed, holding)
        how = dict.fromkeys(self._ways, True)
        rule = FaceDrawing(self.where, "".join(cells), fixed=fixed, **how)
        return RenamedRule(self, rule, holding)

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return the equalities, inequalities and colours of each face, or alternatives of them."""
        self.require(puzzle)
        for face in self._faces():
            if len(face) == 1:
                yield from self._relations(face[0], puzzle)
            else:
                yield any_of(all_of(self._relations(f, puzzle)) for f in face)

    def _faces(self) -> list[tuple[int, ...]]:
        """Return the groups of faces in each of which one face has to look as drawn."""
        if self.where == "some":
            return [tuple(range(6))]
        return [(FACES.index(f),) for f in (FACES if self.where == "*" else self.where)]

    def _relations(self, face: int, puzzle: CubePuzzle) -> list[Primitive]:
        facelets = puzzle.face(face)
        ways = {
            frozenset(relations(self.cells, [facelets[i] for i in way], self.fixed))
            for way in self._maps()
        }
        return list(next(iter(ways))) if len(ways) == 1 else [any_of(map(all_of, ways))]

    def _maps(self) -> list[tuple[int, ...]]:
        """Return the turns and mirrors of the square that may be applied."""
        maps = square_maps(self.size)  # turns and mirrors alternate, beginning with the identity
        if self.turned:
            return list(maps if self.mirrored else maps[::2])
        return list(maps[:2] if self.mirrored else maps[:1])

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per face that looks different, on all its stickers."""
        self.require(cube.puzzle)
        area, drawings = self.size**2, faces_of(cube.facelets)
        wrong = [i for i, letters in enumerate(drawings) if not self._looks_so(letters)]
        if self.where == "some":
            if len(wrong) < len(FACES):
                return []
            return [Violation(tuple(range(6 * area)), "no face looks as drawn")]
        faces = FACES if self.where == "*" else self.where
        return [
            Violation(
                tuple(range(i * area, (i + 1) * area)),
                f"face {FACES[i]} shows {colours_of(drawings[i])}",
            )
            for i in wrong
            if FACES[i] in faces
        ]

    def _looks_so(self, letters: str) -> bool:
        rows = rows_of(letters)
        drawings = []
        for _ in range(4 if self.turned else 1):
            drawings.append(rows)
            if self.mirrored:
                drawings.append([row[::-1] for row in rows])
            rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        return any(agree(self.cells, "".join(drawing), dict(self.fixed)) for drawing in drawings)


RULE = FaceDrawing


def _where(text: str) -> Literal["*", "some"] | str:
    if text in ("*", "some"):
        return text
    letters = text.upper()
    wrong = next((letter for letter in letters if letter not in FACES), None)
    if not letters or wrong:
        raise InputError(
            f"rule face={text}: {excerpt(wrong or text)} is not a face",
            "write faces U R F D L B, or * for every face, or some",
        )
    return "".join(face for face in FACES if face in letters)
