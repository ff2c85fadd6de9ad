"""Several faces drawn with letters that mean the same colour on all of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from cubecsp.errors import InputError, excerpt
from cubecsp.models.core.primitives import Primitive
from cubecsp.models.core.renamed import RenamedRule
from cubecsp.models.core.rule import Rule, RuleParameter, State, Violation, colours_of
from cubecsp.models.rules.letters import agree, cells_of, recoloured, relations, renamed, rows_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES

_PART = re.compile(r"([URFDLBurfdlb]):([^:]+)")


class Drawings(Rule):
    """Faces look as drawn, with letters that stand for the same colour on all the faces.

    Args:
        drawings: by letters of faces, at least one; see `FaceDrawing` for how a face is drawn.
        fixed: the colours of letters, if they have one.
    """

    name = "drawings"
    summary = "faces look as drawn, and a letter is the same colour on all of them"
    scope = "faces"
    parameter = RuleParameter(
        "FACE:DRAWING+FACE:DRAWING…[:A=COLOUR]",
        "faces with a drawing for each",
        examples=(
            "U:ABC/.../...+D:ABC/.../...",
            "U:AB./.../..C+D:C../.../.AB+R:..A/=U../...:A=F",
            "F:letter-L+B:.A./.../...",
            "L:A./B.+R:B./A.",
            "U:A.../..../..../...B+D:B.../..../..../...A",
        ),
    )
    example = "drawings=U:ABC/.../...+D:ABC/.../..."
    limits = "a drawing has as many cells as a face of its cube"

    def __init__(
        self, drawings: Mapping[str, str], *, fixed: Mapping[str, str] | None = None
    ) -> None:
        if not drawings:
            raise InputError("no faces are drawn", f"write {self.example}")
        wrong = next((face for face in drawings if face not in FACES or len(face) != 1), None)
        if wrong is not None:
            raise InputError(f"{excerpt(wrong)} is not a face", "faces are U R F D L B")
        drawn = {face: cells_of(drawings[face]) for face in FACES if face in drawings}
        sizes = {round(len(cells) ** 0.5) for cells in drawn.values()}
        if len(sizes) > 1:
            raise InputError("the drawings are of faces of different sizes", "draw one cube")
        (self.size,) = sizes
        self.sizes = (self.size,)
        cells, self.fixed = renamed(
            [cell for some in drawn.values() for cell in some], fixed, "the drawings"
        )
        area = self.size**2
        self.cells = {face: cells[i * area : (i + 1) * area] for i, face in enumerate(drawn)}
        written = (f"{face}:{'/'.join(rows_of(cells))}" for face, cells in self.cells.items())
        self.value = ":".join(["+".join(written), *map("=".join, self.fixed.items())])

    @classmethod
    def _from_value(cls, value: str) -> Drawings:
        text, *more = re.split(r":(?=[A-Za-z]=[A-Za-z]+(?::|$))", value)
        drawings: dict[str, str] = {}
        for part in text.split("+"):
            match = _PART.fullmatch(part.strip())
            if not match:
                raise InputError(
                    f"rule drawings={value}: {excerpt(part)} is not a drawing of a face",
                    f"write faces with a colon and a drawing, + between: {cls.example}",
                )
            if match[1].upper() in drawings:
                raise InputError(f"face {match[1].upper()} is drawn twice", "draw each face once")
            drawings[match[1].upper()] = match[2]
        return cls(drawings, fixed=dict(word.split("=") for word in more))

    def describe(self) -> str:
        """Return the drawings in words."""
        words = [
            f"face {face} looks like {' / '.join(rows_of(cells))}"
            for face, cells in self.cells.items()
        ]
        words += [f"{letter} being colour {colour}" for letter, colour in self.fixed.items()]
        return ", ".join(words)

    def renamed(self, holding: str) -> Rule:
        """Return the drawings with their colours in other letters."""
        drawn = {face: recoloured(some, {}, holding)[0] for face, some in self.cells.items()}
        fixed = recoloured((), self.fixed, holding)[1]
        rule = Drawings({face: "".join(some) for face, some in drawn.items()}, fixed=fixed)
        return RenamedRule(self, rule, holding)

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return equalities, inequalities and colours of single stickers."""
        self.require(puzzle)
        cells = [cell for some in self.cells.values() for cell in some]
        facelets = [at for face in self.cells for at in puzzle.face(FACES.index(face))]
        yield from relations(cells, facelets, self.fixed)

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per face at which the drawings fail, on all its stickers."""
        self.require(cube.puzzle)
        area = self.size**2
        stands_for = dict(self.fixed)
        results = []
        for face, cells in self.cells.items():
            start = area * FACES.index(face)
            drawn = cube.facelets[start : start + area]
            if not agree(cells, drawn, stands_for):
                text = f"face {face} shows {colours_of(drawn)}"
                results.append(Violation(tuple(range(start, start + area)), text))
        return results


RULE = Drawings
