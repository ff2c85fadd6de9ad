"""No colour is repeated in a row or column of a face or, from the 7×7×7 on, no more often than necessary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from cubecsp.models.core.primitives import ColourCount, Primitive
from cubecsp.models.core.rule import Rule, State, Violation, colours_of
from cubecsp.models.rules.drawing import faces_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES


class NoRepeats(Rule):
    """No row and no column of a face shows a colour more often than necessary.

    On an n×n×n that is ⌈n/6⌉ times: once up to the 6×6×6, whose faces become Latin squares; twice from the
    7×7×7 to the 12×12×12, since seven stickers cannot all differ; and so on.
    """

    name = "no-repeats"
    summary = (
        "no row or column of a face shows a colour twice; from 7×7×7 on, more often than necessary"
    )
    scope = "faces"
    example = "no-repeats"

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return one count per row or column and colour."""
        n, most = puzzle.size, -(-puzzle.size // len(FACES))
        for face in map(puzzle.face, range(6)):
            lines = [face[n * i : n * (i + 1)] for i in range(n)] + [face[i::n] for i in range(n)]
            for line in map(frozenset, lines):
                for colour in range(6):
                    yield ColourCount(line, frozenset({colour}), 0, most)

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per line and colour that it repeats, on those stickers."""
        size = cube.puzzle.size
        most = len(range(0, size, 6))
        results = []
        for face, letters in enumerate(faces_of(cube.facelets)):
            for name, cells in _lines(size):
                counts = Counter(letters[cell] for cell in cells)
                for colour, times in sorted(counts.items()):
                    if times > most:
                        where = [cell for cell in cells if letters[cell] == colour]
                        message = (
                            f"{name} of face {FACES[face]} shows colour {colours_of(colour)} "
                            f"{times} times"
                        )
                        first = face * len(letters)
                        results.append(Violation(tuple(first + cell for cell in where), message))
        return results


RULE = NoRepeats


def _lines(size: int) -> Iterator[tuple[str, list[int]]]:
    """Yield the rows and columns of a face, each with its name."""
    for line in range(size):
        yield f"row {line + 1}", [line * size + step for step in range(size)]
        yield f"column {line + 1}", [line + step * size for step in range(size)]
