"""Decide whether the lines of an input are the rows of one cube, or one cube each."""

from __future__ import annotations

import re

from cubecsp.formats.moves import has_comments
from cubecsp.formats.net import has_net_shape
from cubecsp.puzzle.cube.cube_puzzle import is_count, nearest_size
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.puzzle.cube.schemes import STANDARD
from cubecsp.puzzle.cube.stickers import looks_like_letters, may_be_letters, stickers_of

_MOVES = re.compile("[URFDLB\\s]+")
_MAY_BE_IRREGULAR = (
    54  # stickers on lines of any length; moves of many cubes may have as many letters
)
FEWEST_STICKERS = 6 * 2**2
"""The fewest stickers of a cube."""


def is_one_cube(text: str, format_: str | None) -> bool:
    """Return whether several lines are one cube: a net, or rows of stickers."""
    if "\n" not in text.strip() or format_ == "moves":
        return False
    if "//" in text and has_comments(text):
        return False
    if has_net_shape(text):
        return True
    if not may_be_letters(text):
        return False
    counts = [len(stickers_of(line)) for line in text.splitlines()]
    if is_count(sum(counts)) and (_is_regular(counts) or sum(counts) <= _MAY_BE_IRREGULAR):
        return not any(map(is_count, counts))
    if not looks_like_letters(text):
        return False
    return max(counts) < FEWEST_STICKERS and (_is_in_colours(text) or _is_nearly_rows(counts))


def _is_regular(counts: list[int]) -> bool:
    """Return whether lines are as long as the rows of a cube, or as its faces."""
    size = nearest_size(sum(counts))
    return {count for count in counts if count} in ({size}, {size**2})


def _is_in_colours(text: str) -> bool:
    """Return whether letters are those of the standard colours, and some are not moves."""
    results = set(stickers_of(text))
    return results <= set(STANDARD + UNKNOWN) and bool(results - set(FACES + UNKNOWN))


def _is_nearly_rows(counts: list[int]) -> bool:
    """Return whether lines are as long as the rows or faces of a cube, except for one line."""
    counts = [count for count in counts if count]
    usual = max(set(counts), key=counts.count)
    return is_count(len(counts) * usual) and counts.count(usual) == len(counts) - 1


def could_be_moves(text: str) -> list[str]:
    """Return a note if the rows of stickers of one cube could also be the moves of many."""
    if has_net_shape(text) or not _MOVES.fullmatch(text):
        return []
    return ["the lines are the stickers of one cube; --from moves makes each the moves of one"]
