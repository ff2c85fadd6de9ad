"""Standard streams that are closed, full or limited to ASCII, or whose other end has stopped."""

from __future__ import annotations

import codecs
import io
import os
import stat
import sys
from typing import Literal, TextIO

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
"""The replacements for our characters, and those in users' moves, that a stream cannot write."""


def prepare() -> None:
    """Make missing streams (`>&-`) fail when used, and the others write in ASCII what they cannot encode.

    Waiting for the other end of a stream ends when somebody asks the process to stop.
    """
    if sys.stdin is None:
        sys.stdin = _null_stream(os.O_WRONLY, "r")
    if sys.stdout is None:
        sys.stdout = _null_stream(os.O_RDONLY, "w")
    if sys.stderr is None:
        sys.stderr = _null_stream(os.O_WRONLY, "w")
    codecs.register_error("cubecsp", _in_ascii)
    sys.stdin, sys.stdout, sys.stderr = _reader(sys.stdin), _writer(sys.stdout), _writer(sys.stderr)


def _null_stream(flags: int, mode: Literal["r", "w"]) -> TextIO:
    """Return a stream for a missing one; its descriptor stays open when another stream replaces it."""
    return os.fdopen(os.open(os.devnull, flags), mode, encoding="utf-8", closefd=False)


def _reader(stream: TextIO) -> TextIO:
    """Return a stream that reads from the source of the given one."""
    if not _may_wait(stream):
        return stream
    from cubecsp.stopping.pipes import Input

    raw = io.BufferedReader(Input(stream.fileno(), owner=stream))
    return io.TextIOWrapper(raw, stream.encoding, stream.errors)


def _writer(stream: TextIO) -> TextIO:
    """Return a stream that writes to where the given one does."""
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    stream.reconfigure(errors="cubecsp")
    if not _may_wait(stream):
        return stream
    from cubecsp.stopping.pipes import OutputFile

    stream.flush()
    return io.TextIOWrapper(
        OutputFile(stream.fileno(), owner=stream),
        stream.encoding,
        stream.errors,
        line_buffering=stream.line_buffering or stream.write_through,
    )


def _may_wait(stream: TextIO) -> bool:
    """Return whether a stream is one of Python's own, and reads or writes anything but an ordinary file."""
    try:
        ordinary = stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):  # it is closed, or no file
        return False
    from cubecsp.stopping.pipes import Input, OutputFile  # which load native code

    buffer = getattr(stream, "buffer", None)
    is_ours = isinstance(getattr(buffer, "raw", buffer), Input | OutputFile)
    return os.name == "posix" and isinstance(stream, io.TextIOWrapper) and not (ordinary or is_ours)


def _in_ascii(error: UnicodeError) -> tuple[str | bytes, int]:
    """Return the replacement of characters that a stream cannot encode: 2x2x2 for 2×2×2."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    refused = error.object[error.start : error.end]
    plain = (_PLAIN.get(c, c.encode("ascii", "backslashreplace").decode()) for c in refused)
    return "".join(plain), error.end


def discard_output() -> None:
    """Discard output that cannot be written; otherwise Python would fail on it once more at its exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
