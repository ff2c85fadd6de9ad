"""Every face shows all six colours."""

from __future__ import annotations

from collections.abc import Iterable

from cubecsp.models.core.primitives import Primitive
from cubecsp.models.core.rule import Rule, State, Violation, colours_of
from cubecsp.models.rules.at_most import colour_counts
from cubecsp.models.rules.drawing import faces_of
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.sizes import ANY_SIZE


class EveryColour(Rule):
    """Every face shows all six colours."""

    name = "every-colour"
    summary = "every face shows all six colours"
    scope = "faces"
    example = "every-colour"
    sizes = ANY_SIZE[1:]
    other_puzzles = "stickers"
    limits = "faces of a 2×2×2 have four stickers, too few for six colours"

    def primitives(self, puzzle: Puzzle = CUBE) -> Iterable[Primitive]:
        """Return one count per face and colour."""
        self.require(puzzle)
        if not isinstance(puzzle, CubePuzzle):
            from cubecsp.models.rules import named_slots

            return named_slots.each_colour(puzzle, self)
        return colour_counts(puzzle, 1, puzzle.size**2)

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per face and missing colour, on all stickers of the face."""
        self.require(cube.puzzle)
        if not isinstance(cube, State):
            from cubecsp.models.rules.named_slots import lacking

            return lacking(cube)
        results = []
        for face, letters in enumerate(faces_of(cube.facelets)):
            for colour in FACES:
                if colour not in letters:
                    where = tuple(cube.puzzle.face(face))
                    results.append(
                        Violation(where, f"face {FACES[face]} lacks colour {colours_of(colour)}")
                    )
        return results


RULE = EveryColour
