"""How much memory an answer may take; work that would need more is refused before it begins."""

from __future__ import annotations

from cubecsp.errors import InputError

__all__ = ["MOST", "memory_in_words", "require_memory"]

MOST = 10**9
"""Bytes that whatever one question allocates may take."""


def memory_in_words(number: int) -> str:
    """Return a number of bytes as people say it: "3 MB", "1.2 GB", "40 GB"."""
    if number < 10**9:
        return f"{max(1, round(number / 10**6))} MB"
    return f"{number / 10**9:.{1 if number < 10**10 else 0}f} GB"


def require_memory(number: int, what: str, remedy: str) -> None:
    """Make sure that something does not need more memory than there may be.

    Args:
        number: bytes, about.
        what: what needs them, the subject of a sentence.
        remedy: what to do instead, a clause.

    Raises:
        InputError: it needs more.
    """
    if number > MOST:
        raise InputError(
            f"{what} needs about {memory_in_words(number)} of memory, of which {memory_in_words(MOST)} "
            "are allowed",
            remedy,
        )
