"""Input from files, pipes and standard input, read piece by piece: what comes may never end.

Whatever can be opened is a file here: a FIFO, `/dev/stdin`, the pipe of `<(…)`. A path is taken as it
is written; `~` is the shell's to replace.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TextIO

from cubecsp.errors import InputError

__all__ = ["COMMENT", "STANDARD_INPUT", "input_named", "is_folder", "is_input", "lines_after"]

STANDARD_INPUT = "-"
"""The argument that stands for standard input."""

COMMENT = "#"
"""What begins a comment, which runs to the end of the line."""


def is_input(argument: str) -> bool:
    """Return whether an argument names something to read from."""
    return argument == STANDARD_INPUT or (_is(argument, Path.exists) and not is_folder(argument))


def is_folder(argument: str) -> bool:
    """Return whether an argument is the path of a folder."""
    return _is(argument, Path.is_dir)


@contextmanager
def input_named(argument: str) -> Iterator[tuple[str, TextIO]]:
    """Give what to call an input in messages, and the input.

    Raises:
        InputError: it cannot be read, or is not text.
    """
    where = "standard input" if argument == STANDARD_INPUT else f"file {argument!r}"
    try:
        if argument == STANDARD_INPUT:
            yield where, sys.stdin
            return
        with Path(argument).open(encoding="utf-8") as stream:
            yield where, stream
    except BrokenPipeError:  # of our output
        raise
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise InputError(f"{where} cannot be read: {why}") from error


def lines_after(head: str, stream: TextIO, longest: int) -> Iterator[str]:
    """Yield the lines of a stream whose beginning `head` has been read, without comments and blanks.

    Of a line with more than `longest` characters only some are kept, though more than `longest`; it
    is the last one.
    """
    pieces = chain(head.splitlines(keepends=True), iter(lambda: stream.readline(longest + 1), ""))
    line, is_open = "", False
    for piece in pieces:
        if COMMENT not in line:
            line += piece
        elif piece.endswith("\n"):
            line += "\n"
        is_open = not line.endswith("\n")
        written = line.split(COMMENT, 1)[0]
        if is_open and len(written) <= longest:
            continue
        written = written if is_open else written.strip()
        yield written
        if len(written) > longest:
            return
        line = ""
    if is_open:
        yield line.split(COMMENT, 1)[0].strip()


def _is(argument: str, kind: Callable[[Path], bool]) -> bool:
    try:
        return kind(Path(argument))
    except (OSError, ValueError):  # too long for a file name, or a null character in it
        return False
