"""Standard streams that are closed, full, or know ASCII only; and the signal that ends a process."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import signal
import sys
import threading
from collections.abc import Iterator

__all__ = ["drop_unwritten", "ended_cleanly", "prepare"]

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
"""What stands for a character of ours, or of a user's moves, where it cannot be written."""


def prepare() -> None:
    """Have streams fail in use where there are none (`>&-`), and write what they cannot in ASCII."""
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
    """Return what to write instead of characters that a stream cannot encode: 2x2x2 for 2×2×2."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    refused = error.object[error.start : error.end]
    plain = (_PLAIN.get(c, c.encode("ascii", "backslashreplace").decode()) for c in refused)
    return "".join(plain), error.end


@contextlib.contextmanager
def ended_cleanly() -> Iterator[None]:
    """Have SIGTERM, as sent by `timeout` and `kill`, end the work as Ctrl-C does."""
    if threading.current_thread() is not threading.main_thread():
        yield  # where signals cannot be caught
        return
    before = signal.getsignal(signal.SIGTERM)
    if before is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def drop_unwritten() -> None:
    """Lead output that cannot be written nowhere, or Python would fail once more at its exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
