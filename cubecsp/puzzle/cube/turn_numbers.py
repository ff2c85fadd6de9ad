"""Turns as numbers: face·3 + quarters − 1 + 18·block, with faces in the order U R F D L B.

A *block* is the layers that turn together, counted from the face: first … last, the outermost being 1. Blocks
are numbered alike for cubes of every size, by their last layer and then by their first: 1…1, 1…2, 2…2, 1…3,
2…3, 3…3, … So 0…17 are the eighteen turns of a face, U U2 U' R …, 18…35 those of the two layers next to it,
Uw Uw2 Uw' Rw …, and 36…53 those of only the second layer, 2U 2U2 2U' 2R …

Names are the WCA's (Regulations, article 12a) with the numbered slices and ranges that programs for
large cubes write: `3Rw` is the three layers next to R, `2R` the second one, `2-3Rw` the second and third.
"""

from __future__ import annotations

import math
from functools import cache

from cubecsp.puzzle.cube.geometry import FACES

Block = tuple[int, int]
"""The first and the last of layers that turn together, counted from a face, at least 1."""

OUTER: Block = (1, 1)
"""The block of one layer, that of a face."""

_OF_A_BLOCK = 3 * len(FACES)
_SUFFIXES = ("", "2", "'")


def turn_number(face: int, quarters: int, block: Block = OUTER) -> int:
    """Return the number of a turn of `block` by clockwise quarters (1…3), seen from a face (0…5)."""
    first, last = block
    number = last * (last - 1) // 2 + first - 1
    return face * 3 + quarters - 1 + _OF_A_BLOCK * number


@cache
def block_of(turn: int) -> Block:
    """Return the layers that turn in the turn of this number."""
    number = turn // _OF_A_BLOCK
    last = (math.isqrt(8 * number + 1) + 1) // 2
    return number - last * (last - 1) // 2 + 1, last


@cache
def turn_name(turn: int) -> str:
    """Return the name of the turn of this number: `R2`, `2R'`, `3Rw`, `2-3Rw`."""
    face, quarters = divmod(turn % _OF_A_BLOCK, 3)
    first, last = block_of(turn)
    wide = "w" if first < last else ""
    if 1 < first < last:
        layers = f"{first}-{last}"
    else:  # without a number, the name means the outermost one, or two
        layers = "" if last == 1 or (first, last) == (1, 2) else f"{last}"
    return f"{layers}{FACES[face]}{wide}{_SUFFIXES[quarters]}"


TURNS: tuple[str, ...] = tuple(turn_name(turn) for turn in range(_OF_A_BLOCK))
"""The eighteen turns of a face by number: U U2 U' R R2 R' …"""
