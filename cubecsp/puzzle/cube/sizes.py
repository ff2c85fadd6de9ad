"""Sizes of cubes: n for the n×n×n."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

_NAME = re.compile(r"(\d{1,6})[x×]\1(?:[x×]\1)?", re.IGNORECASE)

ANY_SIZE = range(2, sys.maxsize)
"""All sizes of cubes."""

ODD_SIZES = ANY_SIZE[1::2]
"""The sizes with a sticker in the middle of each face, which shows the orientation of the cube."""

LARGEST = 50
"""The size of the largest cube that files and the command line may ask about."""


def cube_name(size: int) -> str:
    """Return the name of the n×n×n cube of a size."""
    return "×".join([str(size)] * 3)


def named_size(text: str) -> int | None:
    """Return the size of the cube that a text names, such as 4×4×4, 4x4x4 or 4x4; None if it names none."""
    match = _NAME.fullmatch(text.strip())
    return int(match[1]) if match else None


def sizes_in_words(sizes: Sequence[int]) -> str:
    """Return ascending sizes as words: `every size`, `2×2×2 and 3×3×3`, `3×3×3 and up`, `none`."""
    if not sizes:
        return "none"
    if sizes == ANY_SIZE:
        return "every size"
    first, last = cube_name(sizes[0]), cube_name(sizes[-1])
    if len(sizes) == 1:
        return first
    if sizes[-1] >= ODD_SIZES[-1]:  # if there are any
        return (
            f"{first} and up" if sizes[1] - sizes[0] == 1 else f"{first}, {cube_name(sizes[1])} …"
        )
    return f"{first} and {last}" if len(sizes) == 2 else f"{first} to {last}"
