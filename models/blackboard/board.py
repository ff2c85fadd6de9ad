"""The facts that all models of the blackboard share, and the check of the cubes that they find.

A model gives each slot a placement, piece·turns + turn, and each sticker a colour, 0 to 5.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from itertools import chain, combinations

from cubecsp.errors import EngineError, InputError
from cubecsp.frozen import frozen
from cubecsp.models.core.hold import preserving_hold
from cubecsp.models.core.orbits import Orbits
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.squares import renamed_in_all_ways
from cubecsp.models.patterns.perfect_scramble import perfect_scramble
from cubecsp.models.rules.stickers import Stickers
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_puzzle
from cubecsp.puzzle.cube.cubes import class_of
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.symmetry import Symmetry

Pair = tuple[int, int]


@frozen
class Result:
    """The cubes that a model found.

    Attributes:
        cubes: all of them, in order.
        complete: whether the search ended, so that there are no others.
    """

    cubes: tuple[State, ...]
    complete: bool


@frozen
class Board:
    """The perfect scramble of a cube, with some stickers given, as facts for a model; see `board_of`.

    Attributes:
        puzzle: the 3×3×3 or the 2×2×2. Its `orbits` are the corners and, of a 3×3×3, the edges; these have as
            `frames` the facelets of slots, and as `colours` what they show for each placement.
        pattern: the rules that finished cubes are checked by.
        given: the colours of some facelets, centres included; of a 2×2×2, those of the slot DBL.
    """

    puzzle: CubePuzzle
    pattern: Pattern
    given: Mapping[int, int]

    @property
    def touching(self) -> tuple[Pair, ...]:
        """Facelets that touch along a side, at a point of a face, or across an edge of the cube."""
        return (*self.puzzle.side_pairs, *self.puzzle.diagonal_pairs, *self.puzzle.across_pairs)

    @property
    def six_faces(self) -> list[range]:
        """The facelets of each face whose colours are counted and whose patterns differ: none on a 2×2×2."""
        return [self.puzzle.face(face) for face in range(6)] if self.puzzle.size == 3 else []

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the question that keep the orientation of the cube, the identity first."""
        return preserving_hold(self.pattern.symmetries, self.puzzle)

    def least_first(self) -> list[tuple[int, list[Pair]]]:
        """Return how to break symmetry: for each corner slot, what the first slot and it may hold together.

        No symmetric image of the cube has a smaller placement in the first slot: the first step of comparing the
        cube with its images in the order of a dictionary. So at least one cube of each orbit is left, and often a few.
        """
        values = range(self.puzzle.corners.placements)
        images = [symmetry.slot_images(self.puzzle, 0) for symmetry in self.symmetries]
        result = []
        for slot in range(8):
            first = [to for each in images for target, to in [each[slot]] if target == 0]
            if first:  # what the slot holds comes to the first one
                least = [min(to[w] for to in first) for w in values]
                result.append((slot, [(v, w) for v in values for w in values if v <= least[w]]))
        return result

    def result(
        self, rows: list[list[int]], *, complete: bool, symmetry: bool, solvable: bool = True
    ) -> Result:
        """Return the cubes in which slots hold given placements, corners before edges.

        Args:
            rows: the placements.
            complete: whether the search ended.
            symmetry: whether each stands for all its images, too.
            solvable: whether the model says that cubes are solvable; if not, the others are left out.

        Raises:
            EngineError: a cube breaks a rule, or is not solvable though it should be: the model is wrong.
        """
        orbits = Orbits(self.pattern, self.symmetries if symmetry else self.symmetries[:1])
        images = {row for one in rows for row in orbits.split(orbits.of(bytes(one)))}
        found = map(class_of(self.puzzle).from_row, sorted(images))
        cubes = [cube for cube in found if solvable or cube.is_reachable]
        for cube in cubes:
            if not (cube.is_reachable and self.pattern.holds(cube)):
                raise EngineError(f"the model is wrong: it gives {cube.facelets}")
        return Result(tuple(cubes), complete)


def board_of(size: int = 3, given: str = "") -> Board:
    """Return the facts about the perfect scrambles of a size.

    Args:
        size: 3, or 2; four of the six requirements apply to a 2×2×2.
        given: colours that some stickers must have: a facelet string with `.` for any colour.

    Raises:
        InputError: the size is another one, or the string is not one of that size.
    """
    if size not in (2, 3):
        raise InputError(f"no model for the size {size!r}", "expected 2 or 3")
    puzzle = cube_puzzle(size)
    pattern = perfect_scramble(puzzle)
    colours = {facelet: puzzle.face_of(facelet) for facelet in puzzle.anchors}
    if given:
        rule = Stickers(given)
        rule.require(puzzle)
        pattern = pattern.including(rule)
        for facelet, face in colours.items():
            if rule.letters[facelet] not in (UNKNOWN, FACES[face]):
                raise InputError(
                    "the cube drawn is turned as a whole",
                    f"turn it so that {puzzle.names[facelet]} is {FACES[face]}",
                )
        colours |= {f: FACES.index(c) for f, c in enumerate(rule.letters) if c != UNKNOWN}
    return Board(puzzle, pattern, colours)


# Patterns of a face under the requirements that each colour is there once or twice and equal colours do not touch:
# which cells are equal, whatever their colours.

APART: tuple[Pair, ...] = tuple(
    (a, b)
    for a, b in combinations(range(9), 2)
    if max(abs(a // 3 - b // 3), abs(a % 3 - b % 3)) > 1
)
"""The 16 pairs of cells of a face that do not touch."""


@cache
def face_patterns() -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return the 80 ways in which cells of a face can be equal, each with its class, 0 to 15.

    A way has a 1 for each pair of `APART` that is equal, otherwise a 0. Ways of one class differ by a turn or a
    reflection. Nine stickers show six colours once or twice each if three disjoint pairs are equal.
    """
    ways = [pairs for pairs in combinations(APART, 3) if len({*chain(*pairs)}) == 6]
    firsts = [{b: a for a, b in pairs} for pairs in ways]  # of two equal cells, the first
    faces = [tuple(first.get(cell, cell) for cell in range(9)) for first in firsts]
    least = [min(renamed_in_all_ways(face)) for face in faces]
    classes = sorted({*least})
    return tuple(
        (tuple(int(face[a] == face[b]) for a, b in APART), classes.index(image))
        for face, image in zip(faces, least, strict=True)
    )
