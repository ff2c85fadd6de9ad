"""Every face shows the same pattern in its own colours."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from cubecsp.frozen import FixedDict
from cubecsp.models.core.primitives import FacePatterns, Primitive
from cubecsp.models.core.rule import Rule, RuleParameter, State, Violation, one_of
from cubecsp.models.rules.drawing import faces_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES

__all__ = ["RULE", "FacesSame"]


class FacesSame(Rule):
    """The six faces have the same pattern up to colours: the cube is an isoglyph.

    Args:
        up_to: `upright`, as the faces lie in the net; `turned`, each may be turned by itself;
            `mirrored`, each may be turned and mirrored.
    """

    name = "faces-same"
    summary = "every face shows the same pattern in its own colours"
    scope = "faces"
    parameter = RuleParameter(
        "upright|turned|mirrored",
        "how faces may be matched with each other",
        choices=FixedDict(
            {
                "upright": "as they lie in the net, seen from outside",
                "turned": "each face may be turned",
                "mirrored": "each face may be turned and mirrored",
            }
        ),
    )
    example = "faces-same=turned"

    def __init__(self, up_to: str) -> None:
        self.up_to = self.value = one_of(self, up_to)

    def describe(self) -> str:
        """Return the summary with how faces may be matched."""
        how = {
            "upright": "upright as in the net",
            "turned": "turned",
            "mirrored": "turned or mirrored",
        }
        return f"{self.summary}, {how[self.up_to]}"

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return one relation per pair of faces."""
        del puzzle  # six faces, whatever their size
        ways = {"upright": range(1), "turned": range(0, 8, 2), "mirrored": range(8)}
        some = frozenset(ways[self.up_to])
        return (FacePatterns(a, b, same=True, ways=some) for a, b in combinations(range(6), 2))

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per face that shows another pattern than U, on all its stickers."""
        first, *others = (self._drawings(face) for face in faces_of(cube.facelets))
        return [
            Violation(
                (*cube.puzzle.face(0), *cube.puzzle.face(face)),
                f"faces {FACES[0]} and {FACES[face]} have different patterns",
            )
            for face, drawings in enumerate(others, 1)
            if not first & drawings
        ]

    def _drawings(self, letters: str) -> set[str]:
        """Return the drawings of a face in all the ways, with colours lettered in order of appearance."""
        n = round(len(letters) ** 0.5)
        rows = [letters[start : start + n] for start in range(0, n * n, n)]
        drawings = set()
        for _ in range(1 if self.up_to == "upright" else 4):
            drawings.add(_lettered("".join(rows)))
            if self.up_to == "mirrored":
                drawings.add(_lettered("".join(row[::-1] for row in rows)))
            rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]  # a quarter turn
        return drawings


RULE = FacesSame


def _lettered(letters: str) -> str:
    order = "".join(dict.fromkeys(letters))
    return "".join("ABCDEF"[order.index(letter)] for letter in letters)
