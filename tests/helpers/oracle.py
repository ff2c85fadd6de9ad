"""Plain filtering, sharing no code with engines or primitives: all states, and what holds on them."""

from __future__ import annotations

import itertools
from functools import cache

import numpy as np

from cubecsp import Cube
from cubecsp.models.core.compose import Not
from cubecsp.models.core.diagram import Diagram
from cubecsp.models.core.primitives import (
    AtLeast,
    ColourCount,
    ColourTable,
    Differ,
    Equal,
    FacePatterns,
    Linear,
    SlotDomain,
)
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET

_DBL = 6


@cache
def pocket_states() -> np.ndarray:
    """Return all 3,674,160 states of the 2×2×2 held with DBL at home: placements, shape (n, 8)."""
    free = [slot for slot in range(8) if slot != _DBL]
    pieces = np.array(list(itertools.permutations(free)), np.uint8)
    twists = np.array(
        [t for t in itertools.product(range(3), repeat=7) if sum(t) % 3 == 0], np.uint8
    )
    states = np.full((len(pieces), len(twists), 8), 3 * _DBL, np.uint8)
    for column, slot in enumerate(free):
        states[:, :, slot] = 3 * pieces[:, None, column] + twists[None, :, column]
    return states.reshape(-1, 8)


def colours(placements, puzzle) -> np.ndarray:
    """Return the colours of all facelets, one array per facelet, shape (facelets, n)."""
    shown = np.zeros((puzzle.facelet_count, len(placements)), np.uint8)
    for face, facelet in enumerate(puzzle.centres):
        shown[facelet] = face
    column = 0
    for orbit in puzzle.orbits:
        table = np.array(orbit.colours, np.uint8)
        for facelets in orbit.frames:
            for position, facelet in enumerate(facelets):
                shown[facelet] = table[:, position][placements[:, column]]
            column += 1
    return shown


def satisfies(rule, cube) -> bool:
    """Return whether a cube satisfies a rule, as its `violations` tell.

    `Rule.holds` follows from the primitives, so that comparing them with it would say little; only
    `violations` looks at the cube in another way. A negation has no violations to list.
    """
    if isinstance(rule, Not):
        return not satisfies(rule.rule, cube)
    return not rule.violations(cube)


def holds(primitive, placements, shown, puzzle) -> np.ndarray:
    """Return for every row of `placements`, whose colours are `shown`, whether the relation holds."""
    count = len(placements)
    match primitive:
        case Differ(a, b):
            return shown[a] != shown[b]
        case Equal(a, b):
            return shown[a] == shown[b]
        case ColourCount(facelets, wanted, least, most):
            number = np.zeros(count, np.int64)
            for facelet in facelets:
                number += np.isin(shown[facelet], list(wanted))
            return (number >= least) & (number <= most)
        case ColourTable(facelets, rows, allowed):
            key = np.zeros(count, np.int32)
            for facelet in facelets:
                key = 6 * key + shown[facelet]
            keys = [sum(c * 6**i for i, c in enumerate(reversed(row))) for row in rows]
            return np.isin(key, keys) == allowed
        case Diagram(facelets, layers):
            return _followed(facelets, layers, shown)
        case SlotDomain(orbit, slot, values):
            column = slot + (8 if orbit else 0)
            return np.isin(placements[:, column], list(values))
        case FacePatterns(a, b, same, ways) if len(ways) == 8:
            return (_pattern(shown, a, puzzle.size) == _pattern(shown, b, puzzle.size)) == same
        case FacePatterns(a, b, same, ways):
            first = _equal_pairs(shown, a, range(puzzle.size**2))
            images = [_equal_pairs(shown, b, _square(puzzle.size)[way]) for way in ways]
            return np.any([(image == first).all(axis=0) for image in images], axis=0) == same
        case AtLeast(needed, parts):
            number = np.zeros(count, np.int64)
            for part in parts:
                number += holds(part, placements, shown, puzzle)
            return number >= needed
        case Linear(terms, least):
            total = np.zeros(count, np.int64)
            for part, weight in terms:
                total += weight * holds(part, placements, shown, puzzle)
            return total >= least
    raise AssertionError(primitive)


def _square(size) -> list[list[int]]:
    """Return the eight maps of a square: quarter turns, each followed by itself in a mirror."""
    cells = np.arange(size * size).reshape(size, size)
    turned = [np.rot90(cells, -quarter) for quarter in range(4)]
    return [list(image.ravel()) for turn in turned for image in (turn, turn[:, ::-1])]


def _equal_pairs(shown, face, cells) -> np.ndarray:
    """Return which pairs of cells of a face are equal, one row per pair."""
    places = [face * len(cells) + cell for cell in cells]
    return np.array([shown[i] == shown[j] for i, j in itertools.combinations(places, 2)])


def _pattern(shown, face, size) -> np.ndarray:
    """Return a number for the pattern of a face: the least over the eight images of its equal pairs."""
    area = size * size
    cells = np.arange(area).reshape(size, size)
    pairs = list(itertools.combinations(range(area), 2))
    images = []
    for mirrored in (cells, cells.T):
        for quarter in range(4):
            image = np.rot90(mirrored, quarter).ravel() + face * area
            code = np.zeros(shown.shape[1], np.int64 if area > 4 else np.uint8)
            for i, j in pairs:
                code = 2 * code + (shown[image[i]] == shown[image[j]])
            images.append(code)
    return np.minimum.reduce(images)


def _followed(facelets, layers, shown) -> np.ndarray:
    """Return which rows lead to yes, from the last sticker to the first."""
    no, yes = np.zeros(shown.shape[1], np.bool_), np.ones(shown.shape[1], np.bool_)
    below: list[np.ndarray] = []
    for facelet, layer in reversed([*zip(facelets, layers, strict=True)]):
        ends = {Diagram.YES: yes, Diagram.NO: no, **dict(enumerate(below))}
        below = [np.choose(shown[facelet], [ends[child] for child in node]) for node in layer]
    return below[0]


def put_back(base: Cube, free: list[list[int]]) -> np.ndarray:
    """Return all reachable cubes that differ from `base` in these corner and edge slots only."""
    choices = []
    for values, slots, turns in ((base.corners, free[0], 3), (base.edges, free[1], 2)):
        options = []
        pieces = [values[slot] // turns for slot in slots]
        for order in itertools.permutations(pieces):
            for turned in itertools.product(range(turns), repeat=len(slots)):
                filled = list(values)
                for slot, piece, turn in zip(slots, order, turned, strict=True):
                    filled[slot] = turns * piece + turn
                options.append(filled)
        choices.append(np.array(options, np.uint8))
    corners, edges = choices
    rows = np.concatenate(
        [np.repeat(corners, len(edges), axis=0), np.tile(edges, (len(corners), 1))], axis=1
    )
    return rows[_reachable(rows)]


def _reachable(rows) -> np.ndarray:
    odd = np.zeros(len(rows), np.bool_)
    for columns, turns in ((range(8), 3), (range(8, 20), 2)):
        for i, j in itertools.combinations(columns, 2):
            odd ^= rows[:, i] // turns > rows[:, j] // turns
    twist = (rows[:, :8] % 3).sum(axis=1) % 3
    flip = (rows[:, 8:] % 2).sum(axis=1) % 2
    return ~odd & (twist == 0) & (flip == 0)


def kept(asked, placements, puzzle=CUBE) -> np.ndarray:
    """Return the rows of `placements` for which all of `asked` hold."""
    shown = colours(placements, puzzle)
    keep = np.ones(len(placements), np.bool_)
    for primitive in asked:
        keep &= holds(primitive, placements, shown, puzzle)
    return placements[keep]


def as_rows(cubes) -> set[bytes]:
    """Return cubes of either size as rows of placements."""
    return {cube.corners + getattr(cube, "edges", b"") for cube in cubes}


__all__ = [
    "POCKET",
    "as_rows",
    "colours",
    "holds",
    "kept",
    "pocket_states",
    "put_back",
    "satisfies",
]
