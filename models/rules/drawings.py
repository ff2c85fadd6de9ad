"""Several faces drawn with letters that mean the same colour on all of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import combinations
from string import ascii_uppercase

from cubecsp.errors import InputError, excerpt
from cubecsp.models.primitives import Count, Differ, Equal, Primitive
from cubecsp.models.rule import Parameter, Rule, State, Violation, colours_of
from cubecsp.models.rules.face import cells_of
from cubecsp.models.rules.terms import colour_of
from cubecsp.puzzle.geometry import FACES
from cubecsp.puzzle.puzzle import CUBE, CubePuzzle

__all__ = ["RULE", "Drawings"]

_PART = re.compile(r"([URFDLBurfdlb]):([^:]+)")
_FIXED = re.compile(r"([A-Za-z])=([A-Za-z])")


class Drawings(Rule):
    """Faces look as drawn, with letters that stand for the same colour on all the faces.

    Args:
        drawings: by letters of faces, at least one; see `FaceDrawing` for how a face is drawn.
        fixed: the colours of letters, if they have one.
    """

    name = "drawings"
    summary = "faces look as drawn, and a letter is the same colour on all of them"
    scope = "faces"
    parameter = Parameter(
        "FACE:DRAWING+FACE:DRAWING…[:A=COLOUR]",
        "faces with a drawing for each",
        examples=(
            "U:.../.../AAB+F:AAB/.../...",
            "U:AB./.../..C+D:C../.../.AB+R:..A/.=U./...:A=F",
            "F:letter-L+B:letter-L",
            "L:A./B.+R:B./A.",
            "U:A.../..../..../...B+D:B.../..../..../...A",
        ),
    )
    example = "drawings=U:.../.../AAB+F:AAB/.../..."
    limits = "a drawing has as many cells as a face of its cube"

    def __init__(
        self, drawings: Mapping[str, str], *, fixed: Mapping[str, str] | None = None
    ) -> None:
        if not drawings:
            raise InputError("no faces are drawn", f"write {self.example}")
        wrong = next((face for face in drawings if face not in FACES or len(face) != 1), None)
        if wrong is not None:
            raise InputError(f"{excerpt(wrong)} is no face", "faces are U R F D L B")
        drawn = {face: cells_of(drawings[face]) for face in FACES if face in drawings}
        sizes = {round(len(cells) ** 0.5) for cells in drawn.values()}
        if len(sizes) > 1:
            raise InputError("the drawings are of faces of different sizes", "draw one cube")
        (self.size,) = sizes
        self.sizes = (self.size,)
        cells = [cell for some in drawn.values() for cell in some]
        letters = [cell for cell in dict.fromkeys(cells) if len(cell) == 1 and cell != "."]
        given = {letter.upper(): colour_of(colour) for letter, colour in (fixed or {}).items()}
        unknown = next((letter for letter in given if letter not in letters), None)
        if unknown is not None:
            raise InputError(
                f"letter {unknown} is not in the drawings",
                f"their letters are {' '.join(letters) or 'none'}",
            )
        renamed = dict(zip(letters, ascii_uppercase, strict=False))
        self.cells = {
            face: tuple(renamed.get(cell, cell) for cell in some) for face, some in drawn.items()
        }
        self.fixed = {renamed[letter]: given[letter] for letter in letters if letter in given}

    @classmethod
    def _from_value(cls, value: str) -> Drawings:
        text, *more = re.split(r":(?=[A-Za-z]=[A-Za-z](?::|$))", value)
        drawings: dict[str, str] = {}
        for part in text.split("+"):
            match = _PART.fullmatch(part.strip())
            if not match:
                raise InputError(
                    f"rule drawings={value}: {excerpt(part)} is no drawing of a face",
                    f"write faces with a colon and a drawing, + between: {cls.example}",
                )
            if match[1].upper() in drawings:
                raise InputError(f"face {match[1].upper()} is drawn twice", "draw each face once")
            drawings[match[1].upper()] = match[2]
        return cls(drawings, fixed=dict(word.split("=") for word in more))

    @property
    def value(self) -> str:
        """The drawings, and the colours of letters."""
        fixed = [f"{letter}={colour}" for letter, colour in self.fixed.items()]
        return ":".join(["+".join(f"{f}:{'/'.join(self._rows(f))}" for f in self.cells), *fixed])

    def _rows(self, face: str) -> list[str]:
        n, cells = self.size, self.cells[face]
        return ["".join(cells[start : start + n]) for start in range(0, n * n, n)]

    def describe(self) -> str:
        """Return the drawings in words."""
        words = [f"face {face} looks like {' / '.join(self._rows(face))}" for face in self.cells]
        words += [f"{letter} being colour {colour}" for letter, colour in self.fixed.items()]
        return ", ".join(words)

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return equalities, inequalities and colours of single stickers."""
        self.require(puzzle)
        classes: dict[str, list[int]] = {}
        for face, cells in self.cells.items():
            for cell, facelet in zip(cells, puzzle.face(FACES.index(face)), strict=True):
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
        """Return a violation per face at which the drawings fail, on all its stickers."""
        self.require(cube.puzzle)
        area = self.size**2
        stands_for = dict(self.fixed)
        found = []
        for face, cells in self.cells.items():
            start = area * FACES.index(face)
            shown = cube.facelets[start : start + area]
            if not _agree(cells, shown, stands_for):
                told = f"face {face} shows {colours_of(shown)}"
                found.append(Violation(tuple(range(start, start + area)), told))
        return found


RULE = Drawings


def _agree(cells: Iterable[str], shown: str, stands_for: dict[str, str]) -> bool:
    """Return whether a face looks as drawn, and note what its letters stand for."""
    for cell, letter in zip(cells, shown, strict=True):
        if len(cell) == 2 and cell[1] != letter:
            return False
        if len(cell) == 1 and cell != "." and stands_for.setdefault(cell, letter) != letter:
            return False
    return len(set(stands_for.values())) == len(stands_for)
