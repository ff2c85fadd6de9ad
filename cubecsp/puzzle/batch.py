"""Many cubes at once, as numpy arrays of shape (n, 20) and type uint8.

A row is the placements of the eight corner slots, then of the twelve edge slots, the numbers of
`Cube.corners` and `Cube.edges`. Rows compare bytewise as cubes do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from cubecsp.errors import InputError
from cubecsp.puzzle.geometry import FACES
from cubecsp.puzzle.orbits import Orbit
from cubecsp.puzzle.puzzle import CUBE
from cubecsp.puzzle.state import Cube
from cubecsp.puzzle.symmetry import SYMMETRIES, Symmetry

__all__ = [
    "CubeArray",
    "canonical",
    "classes",
    "colours",
    "from_array",
    "from_facelets",
    "is_reachable",
    "moved",
    "multiplied",
    "to_array",
    "unique",
]

CubeArray = NDArray[np.uint8]
"""Shape (n, 20): eight corner placements, twelve edge placements, each 0…23."""

_CORNERS = slice(0, 8)
_EDGES = slice(8, 20)


def to_array(cubes: Iterable[Cube]) -> CubeArray:
    """Return the rows of some cubes."""
    packed = b"".join(cube.corners + cube.edges for cube in cubes)
    return np.frombuffer(packed, np.uint8).reshape(-1, 20).copy()


def from_array(rows: CubeArray) -> list[Cube]:
    """Return the cubes of some rows.

    Raises:
        InputError: the array has another shape, or a row is no cube.
    """
    if rows.ndim != 2 or rows.shape[1] != 20:
        raise InputError(f"an array of shape {rows.shape} holds no cubes", "the shape is (n, 20)")
    corners = np.sort(rows[:, _CORNERS] // 3, axis=1)
    edges = np.sort(rows[:, _EDGES] // 2, axis=1)
    sound = (corners == np.arange(8)).all(axis=1) & (edges == np.arange(12)).all(axis=1)
    for row in rows[~sound][:1].tolist():
        Cube.from_placements(row[_CORNERS], row[_EDGES])  # says what is wrong
    packed = rows.astype(np.uint8).tobytes()
    return [Cube._with(packed[i : i + 20]) for i in range(0, len(packed), 20)]


def multiplied(rows: CubeArray, cube: Cube) -> CubeArray:
    """Return `row * cube` for every row: first the row, then `cube`."""
    result = np.empty_like(rows)
    for slot, value in enumerate(cube.corners):
        piece, twist = divmod(value, 3)
        result[:, slot] = _turned(3, twist)[rows[:, piece]]
    for slot, value in enumerate(cube.edges):
        piece, flip = divmod(value, 2)
        result[:, 8 + slot] = _turned(2, flip)[rows[:, 8 + piece]]
    return result


def moved(rows: CubeArray, symmetry: Symmetry) -> CubeArray:
    """Return the conjugate by `symmetry` of every row."""
    result = np.empty_like(rows)
    for offset, orbit in ((0, 0), (8, 1)):
        for slot, (target, values) in enumerate(symmetry.slot_images(CUBE, orbit)):
            result[:, offset + target] = np.array(values, np.uint8)[rows[:, offset + slot]]
    return result


def canonical(rows: CubeArray) -> CubeArray:
    """Return the least of the 48 conjugates of every row."""
    least = rows.copy()
    for symmetry in SYMMETRIES[1:]:
        image = moved(rows, symmetry)
        smaller = _as_keys(image) < _as_keys(least)
        least[smaller] = image[smaller]
    return least


def unique(rows: CubeArray) -> CubeArray:
    """Return the different rows in ascending order."""
    keys = np.unique(_as_keys(rows))
    return keys.view(np.uint8).reshape(-1, 20) - np.uint8(1)


def classes(rows: CubeArray) -> NDArray[np.uint8]:
    """Return parity, twist and flip of every row, the numbers of `AssemblyClass`; shape (n, 3)."""
    corners, edges = rows[:, _CORNERS], rows[:, _EDGES]
    parity = _odd(corners // 3) ^ _odd(edges // 2)
    twists = (corners % 3).sum(axis=1) % 3
    flips = (edges % 2).sum(axis=1) % 2
    return np.stack([parity, twists, flips], axis=1).astype(np.uint8)


def is_reachable(rows: CubeArray) -> NDArray[np.bool_]:
    """Return for every row whether turns can make it."""
    parity, twist, flip = classes(rows).T
    sound: NDArray[np.bool_] = (parity | twist | flip) == 0
    return sound


def from_facelets(texts: Sequence[str]) -> tuple[CubeArray, NDArray[np.bool_]]:
    """Read plain facelet strings, 54 letters of `URFDLB` with nothing between.

    Returns:
        the rows, and for each text whether it shows one of each real piece around centres at home;
        where it does not, the text may be anything, the row means nothing, and `Facelets` tells more.
    """
    blank = "." * CUBE.facelet_count
    joined = "".join(text if len(text) == len(blank) else blank for text in texts)
    shown = _COLOUR_OF[np.frombuffer(joined.encode("ascii", "replace"), np.uint8)]
    shown = shown.reshape(-1, len(blank))
    sound = (shown[:, CUBE.centres] == np.arange(6)).all(axis=1)
    rows = np.empty((len(shown), 20), np.uint8)
    for offset, orbit in zip((0, 8), CUBE.orbits, strict=True):
        table = _placements(orbit)
        seen = np.zeros(len(shown), np.uint16)
        for slot, facelets in enumerate(orbit.facelets):
            code = np.zeros(len(shown), np.intp)
            for facelet in facelets:
                code = code * 7 + shown[:, facelet]
            rows[:, offset + slot] = table[code]
            seen |= np.uint16(1) << (rows[:, offset + slot] // np.uint8(orbit.turns))
        sound &= seen == (1 << len(orbit.names)) - 1
    return rows, sound


# The colour of each character; 6 is none.
_COLOUR_OF = np.full(256, 6, np.uint8)
_COLOUR_OF[list(FACES.encode())] = np.arange(6)


def _placements(orbit: Orbit) -> NDArray[np.uint8]:
    """Return what a slot holds by its colours, read as a number to base 7."""
    table = np.full(7**orbit.turns, _NO_PIECE, np.uint8)
    for value, shown in enumerate(orbit.colours):
        table[sum(colour * 7**i for i, colour in enumerate(reversed(shown)))] = value
    return table


_NO_PIECE = 30  # a placement beyond those of real pieces, in either orbit


def colours(rows: CubeArray) -> NDArray[np.uint8]:
    """Return the colours (0…5) of the 54 facelets of every row, shape (n, 54)."""
    shown = np.empty((len(rows), CUBE.facelet_count), np.uint8)
    shown[:, CUBE.centres] = np.arange(6)
    for offset, orbit in zip((0, 8), CUBE.orbits, strict=True):
        table = np.array(orbit.colours, np.uint8)
        for slot, facelets in enumerate(orbit.facelets):
            shown[:, facelets] = table[rows[:, offset + slot]]
    return shown


def _turned(turns: int, by: int) -> NDArray[np.uint8]:
    """Return, for each placement, the one with the piece turned further."""
    values = np.arange(24, dtype=np.uint8)
    return (values - values % turns + (values % turns + by) % turns).astype(np.uint8)


def _odd(pieces: NDArray[np.uint8]) -> NDArray[np.bool_]:
    odd = np.zeros(len(pieces), np.bool_)
    for i in range(pieces.shape[1]):
        odd ^= np.bitwise_xor.reduce(pieces[:, i : i + 1] > pieces[:, i + 1 :], axis=1)
    return odd


def _as_keys(rows: CubeArray) -> NDArray[np.bytes_]:
    """Return each row as one value; placements are raised by one, since trailing zeros are lost."""
    return (rows + np.uint8(1)).view("S20").ravel()
