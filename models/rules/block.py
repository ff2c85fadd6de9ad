"""Blocks of solved pieces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import permutations, product

from cubecsp.errors import InputError, excerpt
from cubecsp.models.core.compose import AnyOf
from cubecsp.models.core.primitives import Primitive
from cubecsp.models.core.rule import Rule, RuleParameter, State, Violation
from cubecsp.models.rules.slots import SETS
from cubecsp.models.rules.solved import Solved
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle

_VALUE = re.compile(r"([1-3])x([1-3])x([1-3])(?:@([URFDLB]{1,3}))?", re.IGNORECASE)
_AXES = ("LR", "DU", "BF")
_LARGEST = 3


class Block(Rule):
    """A block of pieces is solved, of which every side shorter than the cube lies on its surface.

    After `@` stand the faces that it touches, the one first on which it is thickest: 1x2x3@DL is one piece thick
    at L, and two at D (the first block of Roux on the left), 1x1x2@DFR the pair of the slot FR. Without them, it
    may be anywhere.

    Args:
        text: the lengths of its sides, 1 to 3 pieces, and perhaps faces: `1x2x3@DL`.

    Raises:
        InputError: that is no block.
    """

    name = "block"
    summary = "a block of pieces is solved, at some faces, or anywhere"
    scope = "pieces"
    parameter = RuleParameter(
        "NxNxN[@FACES]",
        "the sides of a block, and faces that it touches",
        examples=("1x2x3@DL", "1x1x2", "2x2x2", "2x2x3@DB", "1x2x2@DBL", "1x2x3", "1x1x2@dfr"),
    )
    example = "block=1x2x3@DL"
    sizes = (3,)
    limits = "other cubes have no edges between their corners, or wings beside these"

    def __init__(self, text: str) -> None:
        match = _VALUE.fullmatch(text)
        if not match:
            raise InputError(
                f"block={excerpt(text)}: no block", "write 1x2x3, or 1x2x3@DL with faces"
            )
        *sides, faces = match.groups()
        self.value = "x".join(sorted(sides)) + (f"@{faces.upper()}" if faces else "")
        places = dict.fromkeys(_places(map(int, sides), (faces or "").upper()))
        if not places:
            raise InputError(
                f"block={excerpt(text)}: no such block",
                "name faces that meet, at most one for each side shorter than 3",
            )
        self._places = [Solved(place) for place in places]

    def describe(self) -> str:
        """Return the sides, and the faces."""
        assert self.value
        sides, _, faces = self.value.partition("@")
        where = (
            f"that touches {' and '.join(faces)}, thickest on the first" if faces else "anywhere"
        )
        return f"a block of {sides} pieces {where} is solved"

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return that the pieces of one of the places are solved."""
        self.require(puzzle)
        return AnyOf(self._places).primitives(puzzle)

    def violations(self, cube: State) -> list[Violation]:
        """Return those of the place where fewest pieces are wrong."""
        self.require(cube.puzzle)
        return min((place.violations(cube) for place in self._places), key=len)


def _places(sides: Iterable[int], faces: str) -> Iterator[str]:
    """Yield the slots of each place of a block, with + between."""
    for lengths in permutations(sides):
        for ends in product(*_AXES):
            at = [lengths[ends.index(face)] for face in faces if face in ends]
            if len(at) == len(faces) and sorted(at, reverse=True) == at and _LARGEST not in at:
                yield "+".join(name for name in SETS["all"] if _is_inside(name, lengths, ends))


def _is_inside(name: str, lengths: Iterable[int], ends: Iterable[str]) -> bool:
    """Return whether a slot is in the block that is so long along each axis, from the face at one of its ends."""
    return all(
        (0 if end in name else 2 if set(axis) & set(name) else 1) < length
        for axis, length, end in zip(_AXES, lengths, ends, strict=True)
    )


RULE = Block
