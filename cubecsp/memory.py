"""The memory limit, beyond which work is refused before it begins; and how sizes are written."""

from __future__ import annotations

from cubecsp.errors import InputError

MOST = 10**9
"""The most bytes that one question may allocate."""


_UNITS = (("GB", 10**9), ("MB", 10**6), ("kB", 10**3))


def size_in_words(number: int) -> str:
    """Return a number of bytes, of memory or of a file, in powers of 1000: `5 bytes`, `1.2 kB`, `46 MB`, `1.2 GB`."""
    for unit, size in _UNITS:
        if number >= 0.9995 * size:  # 999.9 kB are 1.0 MB
            return f"{number / size:,.{1 if number < 9.95 * size else 0}f} {unit}"
    return f"{number} byte{'s' * (number != 1)}"


def require_memory(number: int, what: str, remedy: str) -> None:
    """Make sure that something does not need more memory than the limit allows.

    Args:
        number: the bytes needed, about.
        what: the thing that needs them, the subject of a sentence.
        remedy: the alternative, a clause.

    Raises:
        InputError: it needs more.
    """
    if number > MOST:
        raise InputError(
            f"{what} needs about {size_in_words(number)} of memory, of which {size_in_words(MOST)} "
            "are allowed",
            remedy,
        )
