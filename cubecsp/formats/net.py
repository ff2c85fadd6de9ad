"""The unfolded net, as terminals show it: U over the second of four faces in a row, D under it.

      U U U
      U U U
      U U U
L L L F F F R R R B B B
L L L F F F R R R B B B
L L L F F F R R R B B B
      D D D
      D D D
      D D D

Letters may be those of faces or any six colours. The face under U is F wherever it stands in the
row, so U and D may be over and under any of the four. Or B hangs from D, under a row L F R: there it
is unfolded over its lower edge, so that it stands on its head.
"""

from __future__ import annotations

from functools import lru_cache

from cubecsp.errors import InputError, excerpt
from cubecsp.formats.base import Format
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.geometry import FACES, UNKNOWN
from cubecsp.puzzle.puzzle import PUZZLES, CubePuzzle
from cubecsp.puzzle.stickers import UNKNOWN_MARKS, capitals

SUMMARY = "the stickers as an unfolded net, L F R B in a row, U above F, D below it"
EXAMPLE = """\
      U U L
      U U F
      U U F
B L L F F D R R U B R R
L L L F F U B R R B B B
L L L F F F U R R B B B
      D D R
      D D D
      D D D"""

_ROW = "FRBL"  # the four faces of the middle rows, from the one under U to the right
_Rows = list[list[tuple[int, str]]]  # of each line its stickers: column and letter


@lru_cache(maxsize=4)  # several formats look at the same text
def has_net_shape(text: str) -> bool:
    """Return whether lines of a text are as long as those of nets, wherever they begin."""
    return _nets(_rows(text)) > 0


def sign(text: str) -> str:
    """Return why this is a net, or nothing."""
    return "lines as long as those of an unfolded net" if has_net_shape(text) else ""


def parse(text: str, puzzle: CubePuzzle | None) -> Facelets:
    """Read the net; the columns say which faces U and D are attached to."""
    rows = _rows(text)
    if _nets(rows) > 1:
        raise InputError(
            f"cube {excerpt(text)}: {_nets(rows)} nets, and this is read as one cube",
            "give one net at a time, or cubes as rows of stickers, one on each line",
            text=text,
        )
    shape, below = _shape(rows)
    if shape is None or puzzle not in (None, shape):
        raise InputError(
            f"cube {excerpt(text)}: these lines form no net",
            "write U, then L F R B side by side, then D, with the rows of U and D above and below F",
            text=text,
        )
    size = shape.size
    middle = rows[size]
    starts = [middle[block * size][0] for block in range(len(middle) // size)]
    if below == 2:
        starts = starts[1:2]
    if rows[0][0][0] not in starts or any(rows[0][0][0] != row[0][0] for row in rows[2 * size :]):
        raise InputError(
            f"cube {excerpt(text)}: the first column of U is above none of the four faces, or not "
            "above that of D",
            "write blanks before the rows of U and D, so that they stand above and below F",
            text=text,
        )
    front = starts.index(rows[0][0][0]) if below == 1 else 1
    if front == 0 and rows[0][0][0] == 0:
        raise InputError(
            f"cube {excerpt(text)}: the rows of U are not indented, so F could be the first of the "
            "four faces or the blanks may be lost",
            "write blanks before the rows of U and D, so that they stand above and below F",
            text=text,
        )
    faces = {"U": rows[:size], "D": rows[2 * size : 3 * size]}
    if below == 2:
        faces["B"] = [row[::-1] for row in reversed(rows[3 * size :])]
    for block in range(len(middle) // size):
        columns = slice(block * size, (block + 1) * size)
        faces[_ROW[(block - front) % 4]] = [row[columns] for row in rows[size : 2 * size]]
    stickers = "".join(char for face in FACES for row in faces[face] for _, char in row)
    return Facelets.named(stickers, shape)


def write(shown: Facelets) -> str:
    """Return the net, in the letters that the colours were written in."""
    size = shown.puzzle.size
    letters = shown.letters.translate(str.maketrans(FACES, shown.scheme))
    rows = {
        face: [letters[i : i + size] for i in shown.puzzle.face(FACES.index(face))[::size]]
        for face in FACES
    }
    blanks = "  " * size
    middle = ["".join(rows[face][row] for face in "LFRB") for row in range(size)]
    lines = [blanks + " ".join(row) for row in rows["U"]]
    lines += [" ".join(row) for row in middle]
    lines += [blanks + " ".join(row) for row in rows["D"]]
    return "\n".join(lines)


def _rows(text: str) -> _Rows:
    rows = [
        [
            (column, UNKNOWN if char in UNKNOWN_MARKS else capitals(char))
            for column, char in enumerate(line.expandtabs())
            if not char.isspace() and char != "|"
        ]
        for line in text.splitlines()
        if line.strip()
    ]
    return [row for row in rows if row]


def _shape(rows: _Rows) -> tuple[CubePuzzle | None, int]:
    """Return the cube whose net has rows of these lengths, and how many faces are below F."""
    lengths = [len(row) for row in rows]
    for puzzle in PUZZLES:
        size = puzzle.size
        for below in (1, 2):
            middle = [(5 - below) * size] * size
            if lengths == [size] * size + middle + [size] * (below * size):
                return puzzle, below
    return None, 0


def _nets(rows: _Rows) -> int:
    """Return how many nets rows are, one under another; 0 if they are none."""
    for height in sorted({faces * puzzle.size for puzzle in PUZZLES for faces in (3, 4)}):
        parts = [rows[i : i + height] for i in range(0, len(rows), height)]
        if all(_shape(part)[0] is not None for part in parts):
            return len(parts)
    return 0


FORMAT = Format(
    "net",
    SUMMARY,
    EXAMPLE,
    sign=sign,
    parse=parse,
    write=write,
)
