"""Patterns that continue across the edges of the cube."""

from __future__ import annotations

from collections.abc import Iterable

from cubecsp.models.core.primitives import Primitive, SlotDomain
from cubecsp.models.core.rule import Rule, State, Violation, colours_of
from cubecsp.models.rules.drawing import edge_strips
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.sizes import ODD_SIZES


class Continuous(Rule):
    """Every pattern continues across the edges of the cube.

    Where two stickers of a piece lie along an edge of the cube, both show the colours of their faces'
    centres, or neither does: a stripe that leaves a face continues on the next one. With `faces-same`,
    these are the continuous isoglyphs, such as the cube in the cube or the anaconda.
    """

    name = "continuous"
    summary = "patterns continue across the edges: a sticker has its centre's colour iff its neighbour has"
    scope = "faces"
    example = "continuous"
    sizes = ODD_SIZES
    limits = "a face of a cube of even size has no centre to compare its stickers with"

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return, for each slot on an edge, that all its stickers show their faces' colours, or none does."""
        self.require(puzzle)
        for index, orbit in enumerate(puzzle.orbits):
            for slot, facelets in enumerate(orbit.frames):
                if len(facelets) > 1:
                    own = [puzzle.face_of(facelet) for facelet in facelets]
                    kept = (
                        value
                        for value, colours in enumerate(orbit.colours)
                        if sum(map(int.__eq__, colours, own)) in (0, len(own))
                    )
                    yield SlotDomain(index, slot, frozenset(kept))

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per place where one of two stickers shows its centre's colour."""
        self.require(cube.puzzle)
        letters, names, n = cube.facelets, cube.puzzle.names, cube.puzzle.size
        results = []
        for strips in edge_strips(n):
            for pair in zip(*strips, strict=True):
                own = [letters[f] == FACES[f // n**2] for f in pair]
                if own[0] != own[1]:
                    text = " and ".join(f"{names[f]} shows {colours_of(letters[f])}" for f in pair)
                    results.append(Violation(tuple(sorted(pair)), text))
        return results


RULE = Continuous
