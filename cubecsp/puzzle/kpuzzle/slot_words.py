"""Names of slots in small letters, digits and `_`, for logic programs and files for solvers."""

from __future__ import annotations

import re

from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle

_WORD = re.compile(r"(?!orbit\d)[a-z][a-z0-9]{0,19}")


def slot_words(puzzle: KPuzzle) -> tuple[str, ...]:
    """Return for each slot its orbit and its number there, `corners_3`; `orbit0_3` if the orbit's name is not a word."""
    words = [re.sub(r"[^a-z0-9]", "", kind.name.lower()) for kind in puzzle.kinds]
    orbits = [
        word if _WORD.fullmatch(word) and words.count(word) == 1 else f"orbit{number}"
        for number, word in enumerate(words)
    ]
    return tuple(
        f"{orbit}_{number}"
        for orbit, kind in zip(orbits, puzzle.kinds, strict=True)
        for number in range(kind.size)
    )
