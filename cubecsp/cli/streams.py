"""Standard streams that are closed, full, or know ASCII only."""

from __future__ import annotations

import codecs
import io
import os
import sys

__all__ = ["drop_unwritten", "prepare"]

_PLAIN = {
    "×": "x",
    "…": "...",
    "\N{EN DASH}": "-",
    "—": "-",
    "−": "-",
    "→": "->",
    "≤": "<=",
    "≥": ">=",
    "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "’": "'",
    "′": "'",
    "ʹ": "'",
    "“": '"',
    "”": '"',
    "\N{NO-BREAK SPACE}": " ",
}
"""The replacements of our characters, and those of users' moves, where these cannot be written."""


def prepare() -> None:
    """Make missing streams (`>&-`) fail when used, and the others write in ASCII what they cannot encode."""
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_WRONLY), encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    codecs.register_error("cubecsp", _in_ascii)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="cubecsp")


def _in_ascii(error: UnicodeError) -> tuple[str | bytes, int]:
    """Return the replacement of characters that a stream cannot encode: 2x2x2 for 2×2×2."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    refused = error.object[error.start : error.end]
    plain = (_PLAIN.get(c, c.encode("ascii", "backslashreplace").decode()) for c in refused)
    return "".join(plain), error.end


def drop_unwritten() -> None:
    """Discard output that cannot be written, on which Python would otherwise fail once more at its exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
