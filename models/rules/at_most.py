"""No face shows any colour more than a given number of times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cubecsp.models.core.primitives import ColourCount, Primitive
from cubecsp.models.core.rule import (
    Rule,
    RuleParameter,
    State,
    Violation,
    colours_of,
    number_within,
)
from cubecsp.models.rules.drawing import faces_of
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES

_MOST = 999


def colour_counts(puzzle: CubePuzzle, least: int, most: int) -> Iterable[Primitive]:
    """Yield that each face shows each colour `least` to `most` times."""
    for face in range(6):
        facelets = frozenset(puzzle.face(face))
        for colour in range(6):
            yield ColourCount(facelets, frozenset({colour}), least, most)


class AtMost(Rule):
    """No face shows any colour more than `limit` times (0…999)."""

    name = "at-most"
    summary = "no face shows any colour more than N times"
    parameter = RuleParameter("N", "a number", examples=tuple("0123456789"))
    scope = "faces"
    example = "at-most=2"
    other_puzzles = "stickers"

    def __init__(self, limit: int) -> None:
        self.limit = number_within(self.name, limit, 0, _MOST)
        self.value = str(self.limit)

    def describe(self) -> str:
        """Return the summary with the number in it."""
        return self.summary.replace("N times", "once" if self.limit == 1 else f"{self.limit} times")

    def primitives(self, puzzle: Puzzle = CUBE) -> Iterable[Primitive]:
        """Return one count per face and colour."""
        if not isinstance(puzzle, CubePuzzle):
            from cubecsp.models.rules import named_slots

            return named_slots.at_most(puzzle, self.limit, self)
        return colour_counts(puzzle, 0, self.limit)

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per face and colour that shows too often, on those stickers."""
        if not isinstance(cube, State):
            from cubecsp.models.rules.named_slots import excesses

            return excesses(cube, self.limit)
        results = []
        for face, letters in enumerate(faces_of(cube.facelets)):
            for colour, times in sorted(Counter(letters).items()):
                if times > self.limit:
                    first = cube.puzzle.face(face)[0]
                    where = tuple(first + i for i, c in enumerate(letters) if c == colour)
                    message = f"face {FACES[face]} shows colour {colours_of(colour)} {times} times"
                    results.append(Violation(where, message))
        return results


RULE = AtMost
