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
from cubecsp.formats.format import Format
from cubecsp.formats.order import WrittenStickers, order_and_facelets
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_puzzle, is_count, nearest_size
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.puzzle.cube.stickers import UNKNOWN_MARKS, by_rows_of_a_net, capitals, spaced, width

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
_AROUND = "|[]│║┃"  # what may stand at the sides of stickers
_FRAME = frozenset(" \t-+=_|─═━┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋" + _AROUND)  # lines between rows


@lru_cache(maxsize=4)  # several formats look at the same text
def has_net_shape(text: str) -> bool:
    """Return whether the lines of a text are as long as those of nets, with any indentation."""
    return _nets(_rows(text)) > 0


def evidence(text: str) -> str:
    """Return why this is a net, or nothing."""
    return "lines as long as those of an unfolded net" if has_net_shape(text) else ""


def faces(text: str, puzzle: CubePuzzle | None) -> WrittenStickers:
    """Return the stickers of the net, face by face from its upper left to its lower right.

    Raises:
        InputError: the lines form no net, or more than one.
    """
    rows = _rows(text)
    if len(rows) == 1 and is_count(len(rows[0])):
        stickers = "".join(char for _, char in rows[0])
        in_one = cube_puzzle(nearest_size(len(stickers)))
        blocks_in_one = by_rows_of_a_net(stickers, in_one.size)
        return WrittenStickers(blocks_in_one, in_one, ("ULFRBD",), is_sure=True)
    if _nets(rows) > 1:
        raise InputError(
            f"cube {excerpt(text)}: {_nets(rows)} nets, but only one cube can be read",
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
    in_row = len(rows[size]) // size
    blocks = [_block(rows[:size], 0, size)]
    blocks += [_block(rows[size : 2 * size], at, size) for at in range(in_row)]
    blocks.append(_block(rows[2 * size : 3 * size], 0, size))
    if below == 2:
        blocks.append(_block(rows[3 * size :], 0, size)[::-1])
    front = _front(text, rows, shape, in_row)
    if front is None:
        orders = tuple(f"U{_ring(first, in_row)}D" for first in (1, 0))
        return WrittenStickers(tuple(blocks), shape, orders if below == 1 else ("ULFRDB",))
    order = f"U{_ring(front, in_row)}D" + "B" * (below == 2)
    return WrittenStickers(tuple(blocks), shape, (order,), is_sure=True)


def notes(text: str, puzzle: CubePuzzle | None) -> tuple[str, ...]:
    """Return a note if the columns do not say which face U is above, and the pieces do."""
    written = faces(text, puzzle)
    if len(written.orders) == 1:
        return ()
    order, _ = order_and_facelets(written)
    return (
        "the columns do not say which face U is above; the faces in a row are taken to be "
        f"{' '.join(order[1:5])}",
    )


def _front(text: str, rows: _Rows, shape: CubePuzzle, in_row: int) -> int | None:
    """Return which of the faces in a row is below U; None if the columns do not say."""
    size = shape.size
    starts = [rows[size][block * size][0] for block in range(in_row)]
    ends = [row[0][0] for i, row in enumerate(rows) if not size <= i < 2 * size]
    if len(set(ends[1:])) == 1 and not text.lstrip("\r\n")[0].isspace():
        ends[0] = ends[1]  # the blanks of the first line are easily lost
    if len(set(ends)) > 1:
        raise InputError(
            f"cube {excerpt(text)}: the rows of U and D begin in different columns",
            "write blanks before the rows of U and D, so that they stand above and below F",
            text=text,
        )
    flush = not all(line[0].isspace() for line in text.splitlines() if line.strip())
    if ends[0] not in starts or (ends[0] == starts[0] and flush):
        return None
    if in_row == 3 and ends[0] != starts[1]:
        raise InputError(
            f"cube {excerpt(text)}: U is not above the second of three faces in a row",
            "write L F R side by side, U above F, and D and B below it",
            text=text,
        )
    return starts.index(ends[0])


def _block(rows: _Rows, at: int, size: int) -> str:
    """Return the stickers of the face whose columns are the next `size` after `at` such blocks."""
    return "".join(char for row in rows for _, char in row[at * size : (at + 1) * size])


def _ring(front: int, in_row: int) -> str:
    """Return the faces in a row; number `front` is F."""
    return "".join(_ROW[(block - front) % 4] for block in range(in_row))


def write(facelets: Facelets) -> str:
    """Return the net, in the letters that the colours were written in."""
    size = facelets.puzzle.size
    letters = facelets.written
    rows = {
        face: [letters[i : i + size] for i in facelets.puzzle.face(FACES.index(face))[::size]]
        for face in FACES
    }
    blanks = " " * size * (1 + max(map(width, letters)))
    middle = ["".join(rows[face][row] for face in "LFRB") for row in range(size)]
    lines = [blanks + spaced(row) for row in rows["U"]]
    lines += [spaced(row) for row in middle]
    lines += [blanks + spaced(row) for row in rows["D"]]
    return "\n".join(lines)


@lru_cache(maxsize=4)
def _rows(text: str) -> _Rows:
    """Return the rows of a net, without brackets or a frame around its stickers."""
    lines = [line for line in text.splitlines() if line.strip()]
    plain = _stickers_in(lines, "|")
    if _nets(plain):
        return plain
    inside = [line for line in lines if set(line) - _FRAME]
    framed = _stickers_in(inside, _AROUND)
    return framed if _nets(framed) else plain


def _stickers_in(lines: list[str], ignored: str) -> _Rows:
    rows = []
    for line in lines:
        row, column = [], 0
        for char in line.expandtabs():
            if not char.isspace() and char not in ignored and width(char):
                row.append((column, UNKNOWN if char in UNKNOWN_MARKS else capitals(char)))
            column += width(char)
        rows.append(row)
    return [row for row in rows if row]


def _shape(rows: _Rows) -> tuple[CubePuzzle | None, int]:
    """Return the cube whose net has rows of these lengths, and the number of faces below F."""
    lengths = [len(row) for row in rows]
    size = lengths[0] if lengths else 0
    for below in (1, 2) if size > 1 else ():
        middle = [(5 - below) * size] * size
        if lengths == [size] * size + middle + [size] * (below * size):
            return cube_puzzle(size), below
    return None, 0


def _nets(rows: _Rows) -> int:
    """Return how many nets, one under another, the rows form; 0 if they form none."""
    for height in (3 * len(rows[0]), 4 * len(rows[0])) if rows else ():
        parts = [rows[i : i + height] for i in range(0, len(rows), height)]
        if all(_shape(part)[0] is not None for part in parts):
            return len(parts)
    return 0


FORMAT = Format.by_faces("net", SUMMARY, EXAMPLE, evidence, faces, write, notes=notes)
