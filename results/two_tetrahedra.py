"""How many cubes have no two equal colours side by side: a second derivation, which needs only numpy.

It shares nothing with the package: not the geometry, which is vectors here; not the symmetries, which are
matrices; not the order of the work. The eight corners are those of two tetrahedra. No two corners of a
tetrahedron are neighbours, and every edge lies between a corner of one and a corner of the other. So:

- The corners of the first are placed in all 136,080 ways, of which one of each orbit of the 24 symmetries
  of the tetrahedron is enough.
- Those of the second follow one by one, each with the three edges around it, by dynamic programming over
  the corners that are used (4 bits), the edges that are used (12 bits), and the twist so far (mod 3).

Four sums go along: with and without the signs of the permutations, and with and without a sign for each
flipped edge. A quarter of their sum counts the cubes with an even number of flips and equal
parities. All numbers are integers below 2⁵³, so that doubles hold them exactly; they are added up as
integers of Python.

`python results/two_tetrahedra.py` takes some minutes, and prints JSON.
"""

from __future__ import annotations

import itertools
import json
import time
from functools import cache

import numpy as np
from numpy.typing import NDArray

Vector = tuple[int, ...]
Numbers = NDArray[np.float64]
Rows = NDArray[np.int64]

_BATCH = 16  # placements of the first tetrahedron at once: what fits into the caches

AXES = range(3)
SIGNS = (1, -1)


def face(axis: int, sign: int) -> int:
    """Return the number of the face in that direction, which is also that of its colour."""
    return 2 * axis + (sign < 0)


# Corners: a slot, or a piece, is a vector of signs. The first four are one tetrahedron.
CORNERS: list[Vector] = sorted(itertools.product(SIGNS, repeat=3), key=lambda v: (-np.prod(v), v))


def _around(corner: Vector) -> list[int]:
    """Return the faces at a corner, z first, then counterclockwise."""
    axes = (2, 0, 1) if np.prod(corner) > 0 else (2, 1, 0)
    return [face(axis, corner[axis]) for axis in axes]


def corner_colours(slot: int, content: int) -> dict[int, int]:
    """Return the colours that a corner slot shows on each face; a content is 3 · piece + twist."""
    piece, twist = divmod(content, 3)
    colours = _around(CORNERS[piece])
    return {f: colours[(i - twist) % 3] for i, f in enumerate(_around(CORNERS[slot]))}


# Edges: those around the first corner of the second tetrahedron, around the next, and so on.
def _edges() -> list[tuple[int, int, list[int]]]:
    """Return for each edge its corner in either tetrahedron, and its faces: z first if it has that, otherwise y."""
    edges = []
    for second in range(4, 8):
        for axis in AXES:
            first = next(
                i
                for i in range(4)
                if all((CORNERS[i][a] == CORNERS[second][a]) == (a != axis) for a in AXES)
            )
            faces = [face(a, CORNERS[second][a]) for a in (2, 1, 0) if a != axis]
            edges.append((first, second, faces))
    return edges


EDGES = _edges()


def edge_weights(edge: int, first: int, second: int) -> list[list[int]]:
    """Return in how many ways each piece fits an edge slot between two contents of corners.

    The first list has the sums over both ways to turn it, the second the differences.
    """
    at_first, at_second, faces = EDGES[edge]
    near = [corner_colours(at_first, first), corner_colours(at_second, second)]
    ways = []
    for _, _, colours in EDGES:
        fits = [
            all(
                c != f and c not in (near[0][f], near[1][f])
                for f, c in zip(faces, pair, strict=True)
            )
            for pair in (colours, colours[::-1])
        ]
        ways.append(fits)
    return [[a + b for a, b in ways], [a - b for a, b in ways]]


@cache
def weights() -> Numbers:
    """Return `edge_weights` of everything, shape (edge, first, second, sum or difference, piece)."""
    table = np.empty((12, 24, 24, 2, 12))
    for edge, first, second in np.ndindex(12, 24, 24):
        table[edge, first, second] = edge_weights(edge, first, second)
    return table


# The first tetrahedron
@cache
def first_placements() -> Rows:
    """Return all ways to fill the first four slots, shape (136080, 4), of contents."""
    pieces = np.array([*itertools.permutations(range(8), 4)])
    twists = np.array([*itertools.product(range(3), repeat=4)])
    return (3 * pieces[:, None, :] + twists[None, :, :]).reshape(-1, 4)


def symmetries() -> list[tuple[list[int], NDArray[np.int64]]]:
    """Return the 24 that keep the tetrahedron: where slots go, and what contents become there.

    Contents are by (slot, content).
    """
    by_look = {
        (slot, tuple(sorted(corner_colours(slot, content).items()))): content
        for slot in range(4)
        for content in range(24)
    }
    result = []
    for order, signs in itertools.product(
        itertools.permutations(AXES), itertools.product(SIGNS, repeat=3)
    ):
        slots = [
            CORNERS.index(tuple(v[order.index(a)] * signs[order.index(a)] for a in AXES))
            for v in CORNERS
        ]
        if max(slots[:4]) > 3:
            continue
        faces = [face(order[f // 2], (-1 if f % 2 else 1) * signs[f // 2]) for f in range(6)]
        become = np.empty((4, 24), np.int64)
        for slot, content in np.ndindex(4, 24):
            colours = corner_colours(slot, content)
            look = tuple(sorted((faces[f], faces[c]) for f, c in colours.items()))
            become[slot, content] = by_look[slots[slot], look]
        result.append((slots[:4], become))
    return result


def orbits() -> tuple[Rows, Rows]:
    """Return one placement of the first tetrahedron of each orbit, and how large that is."""
    rows = first_placements()
    digits = 24 ** np.arange(4)
    own = rows @ digits
    least, same = own.copy(), np.zeros(len(rows), np.int64)
    group = symmetries()
    for slots, become in group:
        image = np.empty_like(rows)
        for slot, target in enumerate(slots):
            image[:, target] = become[slot, rows[:, slot]]
        code = image @ digits
        np.minimum(least, code, out=least)
        same += code == own
    kept = least == own
    return rows[kept], len(group) // same[kept]


# The second tetrahedron, and the edges
def _inversions(used: int, piece: int) -> int:
    """Return the sign that a piece contributes if it comes behind those that are used."""
    return -1 if (used >> piece).bit_count() % 2 else 1


@cache
def _levels() -> list[list[int]]:
    """Return the sets of edges by their size, as bit masks."""
    return [[m for m in range(4096) if m.bit_count() == size] for size in range(13)]


@cache
def _before(size: int) -> list[tuple[Rows, Rows, Numbers]]:
    """Return the origins of sets of `size` edges: the smaller sets' numbers, the pieces, the signs.

    One entry for the first piece of each set, one for the second, and so on.
    """
    number = {mask: i for i, mask in enumerate(_levels()[size - 1])}
    result = []
    for which in range(size):
        came, pieces, signs = [], [], []
        for mask in _levels()[size]:
            piece = [p for p in range(12) if mask >> p & 1][which]
            rest = mask ^ (1 << piece)
            came.append(number[rest])
            pieces.append(piece)
            signs.append(_inversions(rest, piece))
        result.append((np.array(came), np.array(pieces), np.array(signs, float)))
    return result


def _with_edge(states: Numbers, size: int, fits: Numbers, *, signed: bool) -> Numbers:
    """Return the states with an edge more.

    Args:
        states: shape (sets of `size` − 1 edges, stack, batch).
        size: of the sets that are returned.
        fits: the weights of the slot, shape (piece, batch).
        signed: whether permutations have their signs.
    """
    new = np.zeros((len(_levels()[size]), *states.shape[1:]))
    part = np.empty_like(new)
    for came, pieces, signs in _before(size):
        weight = fits[pieces] * signs[:, None] if signed else fits[pieces]
        np.take(states, came, axis=0, out=part, mode="clip")
        part *= weight[:, None, :]
        new += part
    return new


def cubes_with(rows: Rows, table: Numbers | None = None) -> list[int]:
    """Return how many cubes there are with each placement of the first tetrahedron.

    Args:
        rows: contents of the first four slots, shape (batch, 4).
        table: in how many ways edges fit, `weights()` if left out.
    """
    table = weights() if table is None else table
    left = np.array([[p for p in range(8) if p not in row] for row in (rows // 3).tolist()])
    total = np.zeros(len(rows))
    for kind, signed in itertools.product((0, 1), (False, True)):
        total += _sums(rows, left, table[..., kind, :], signed=signed)
    numbers = [divmod(int(four), 4) for four in total]
    assert not any(rest for _, rest in numbers)
    return [number for number, _ in numbers]


def _sums(rows: Rows, left: Rows, table: Numbers, *, signed: bool) -> Numbers:
    """Return one of the four sums for each placement of the first tetrahedron.

    Args:
        rows: its contents, shape (batch, 4).
        left: the other corners, ascending, shape (batch, 4).
        table: how edges fit, shape (edge, first, second, piece).
        signed: whether permutations have their signs.
    """
    # By which of the corners that are left are used, and their twist: shape (sets of edges, batch).
    states = {(0, 0): np.ones((1, len(rows)))}
    for slot in range(4):
        after: dict[tuple[int, int], Numbers] = {}
        for one, twist in itertools.product(range(4), range(3)):
            sources = [key for key in states if not key[0] >> one & 1]
            if not sources:
                continue
            stacked = np.stack([states[key] for key in sources], axis=1)
            for edge in range(3 * slot, 3 * slot + 3):
                fits = table[edge, rows[:, EDGES[edge][0]], 3 * left[:, one] + twist]
                stacked = _with_edge(stacked, edge + 1, fits.T, signed=signed)
            for place, (used, turned) in enumerate(sources):
                values = stacked[:, place] * (_inversions(used, one) if signed else 1)
                key = (used | 1 << one, (turned + twist) % 3)
                after[key] = after[key] + values if key in after else values
        states = after
    signs = [
        _sign((row // 3).tolist() + rest.tolist()) if signed else 1
        for row, rest in zip(rows, left, strict=True)
    ]
    done = [states[15, -int(row.sum()) % 3][0, i] for i, row in enumerate(rows)]
    return np.array(signs) * done


def _sign(order: list[int]) -> int:
    pairs = itertools.combinations(order, 2)
    return -1 if sum(a > b for a, b in pairs) % 2 else 1


def cubes() -> int:
    """Return how many cubes have no two equal colours side by side."""
    rows, sizes = orbits()
    total = 0
    for first in range(0, len(rows), _BATCH):
        some = slice(first, first + _BATCH)
        cubes_found = cubes_with(rows[some])
        total += sum(n * size for n, size in zip(cubes_found, sizes[some].tolist(), strict=True))
    return total


def main() -> None:
    """Count, and print."""
    started = time.monotonic()
    answer = {"count": cubes(), "method": "two-tetrahedra"}
    print(json.dumps(answer | {"seconds": round(time.monotonic() - started, 2)}))


if __name__ == "__main__":
    main()
