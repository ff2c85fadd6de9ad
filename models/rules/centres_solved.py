"""Each face shows one colour in all its centre pieces."""

from __future__ import annotations

from collections.abc import Iterable

from cubecsp.models.core.primitives import ColourTable, Equal, Primitive
from cubecsp.models.core.rule import Rule, State, Violation, colours_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.holding import HOLDINGS
from cubecsp.puzzle.cube.sizes import ANY_SIZE
from cubecsp.puzzle.cube.symmetry import SYMMETRIES


class CentresSolved(Rule):
    """Each face shows one colour in all its centre pieces, and the six are arranged as on a solved cube, however turned.

    On a cube of even size these colours need not be those of the corners around them: `solved=centres` demands that.
    Which of the pieces of one colour is where, no drawing tells.
    """

    name = "centres-solved"
    summary = "each face shows one colour in all its centre pieces, arranged as on a solved cube"
    example = "centres-solved"
    sizes = ANY_SIZE[2:]
    limits = "smaller cubes have no centre pieces that move"

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return that the centre pieces of a face are alike, and which six colours may go together."""
        self.require(puzzle)
        faces = centre_facelets(puzzle)
        yield from (Equal(first, other) for first, *others in faces for other in others)
        rows = frozenset(tuple(map(s.faces.index, range(6))) for s in SYMMETRIES[:24])
        if not puzzle.centres:
            yield ColourTable(tuple(first for first, *_ in faces), rows)

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per face, or one about all of them."""
        self.require(cube.puzzle)
        letters, results, shown = cube.facelets, [], ""
        for face, facelets in zip(FACES, centre_facelets(cube.puzzle), strict=True):
            colours = "".join(sorted({letters[f] for f in facelets}))
            shown += colours
            if len(colours) > 1:
                message = f"the centre pieces of face {face} show {colours_of(colours)}"
                results.append(Violation(facelets, message))
        if not results and shown not in HOLDINGS:
            message = f"the centres of {FACES} are {colours_of(shown)}, arranged as on no cube"
            results.append(Violation((), message))
        return results


def centre_facelets(puzzle: CubePuzzle) -> list[tuple[int, ...]]:
    """Return the stickers of each face that are not at its border."""
    size, within = puzzle.size, range(1, puzzle.size - 1)
    return [
        tuple(puzzle.face(face)[row * size + column] for row in within for column in within)
        for face in range(6)
    ]


RULE = CentresSolved
