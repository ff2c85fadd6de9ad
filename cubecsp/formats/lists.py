"""One cube whose moves or stickers are items of a list: `["R", "U'"]`, `[[0, 0, …], [1, …], …]`.

Programs print arrays of stickers like this, and shells make a list of moves that are not in quotation marks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cubecsp.puzzle.core.sequences import SUFFIX
from cubecsp.puzzle.cube.cube_puzzle import is_count

_MOVE = re.compile(
    rf"(?:\d{{1,3}}(?:-\d{{1,3}})?)?(?:[URFDLB]w?|[urfdlbMESxyz]){SUFFIX}?", re.ASCII
)
_ITEM = re.compile(r""""([^"\\\s]{1,9})"|'([^'\\\s]{1,9})'(?=[\s,\])])|(?<!\w)(\d)(?![\w.])""")
_BETWEEN = re.compile(r"[\s,\[\]()]*")


def are_moves(words: Sequence[str]) -> bool:
    """Return whether several words are a move each, and so probably the moves of one sequence."""
    return len(words) > 1 and all(map(_MOVE.fullmatch, words))


def unlisted(text: str) -> str:
    """Return the moves or stickers in a list, with any nesting; return other texts unchanged."""
    if text.lstrip()[:1] not in ("[", "(") or not _BETWEEN.fullmatch(_ITEM.sub("", text)):
        return text
    items = [match[match.lastindex or 0] for match in _ITEM.finditer(text)]
    if is_count(len(items)) and all(len(item) == 1 for item in items):
        return "".join(items)
    return " ".join(items) if are_moves(items) else text
