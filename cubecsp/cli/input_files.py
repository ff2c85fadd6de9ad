"""Input from files, pipes and standard input, read piece by piece: it may never end.

Whatever can be opened is a file here: a FIFO, `/dev/stdin`, the pipe of `<(…)`. A path is taken as it
is written; replacing `~` is up to the shell.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import TextIO

from cubecsp.cli.json_input import begins_json, open_brackets, uncommented
from cubecsp.errors import InputError
from cubecsp.puzzle.cube.colour_naming import COMMENT
from cubecsp.stopping.pipes import Input, open_descriptor

STANDARD_INPUT = "-"
"""The argument that stands for standard input."""

MOST_JSON = 100_000_000
"""The most characters that are read as one value in JSON, the answer of a command."""


def is_input(argument: str) -> bool:
    """Return whether an argument names an input to read."""
    return argument == STANDARD_INPUT or (os.path.exists(argument) and not is_folder(argument))


def is_folder(argument: str) -> bool:
    """Return whether an argument is the path of a folder."""
    return os.path.isdir(argument)


@contextmanager
def open_input(argument: str) -> Iterator[tuple[str, TextIO]]:
    """Give the name of an input for messages, and the input.

    Raises:
        InputError: it cannot be read, or is not text.
    """
    where = "standard input" if argument == STANDARD_INPUT else f"file {argument!r}"
    try:
        if argument == STANDARD_INPUT:
            yield where, sys.stdin
            return
        raw = io.BufferedReader(Input(open_descriptor(argument, os.O_RDONLY)))
        with io.TextIOWrapper(raw, encoding="utf-8") as stream:
            yield where, stream
    except BrokenPipeError:  # of our output
        raise
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise InputError(f"{where} cannot be read: {why}") from error


def line_of(stream: TextIO, longest: int) -> str:
    """Return the next line of a stream, cut after `longest` characters and one; empty at the end."""
    return stream.readline(longest + 1)


def items_after(head: str, stream: TextIO, longest: int) -> Iterator[tuple[int, str]]:
    """Yield the items of a stream, whose beginning `head` has been read, without comments.

    The items are each line with its number, from 1, blank or not; and each value in JSON, which may span many
    lines, with the number of its first line. A line with more than `longest` characters, or JSON with more
    than `MOST_JSON`, is cut somewhere beyond that limit, and is the last item.
    """
    lines = _Lines(head, stream, longest)
    while (line := lines.next()) is not None:
        number = lines.number
        if not begins_json(line):
            yield number, line
            if len(line) > longest:
                return
            continue
        item, size, opened = [line], len(line), open_brackets(line)
        while opened > 0 and size <= MOST_JSON and (line := lines.next(of_json=True)) is not None:
            item.append(line)
            size += len(line) + 1
            opened += open_brackets(line)
        yield number, "\n".join(item)
        if size > MOST_JSON:
            return


class _Lines:
    """Gives the lines of a stream one by one, without comments, reading no more than it has to."""

    def __init__(self, head: str, stream: TextIO, longest: int) -> None:
        self.number = 0
        self._longest = longest
        more = iter(lambda: line_of(stream, longest), "")
        self._pieces = chain(head.splitlines(keepends=True), more)

    def next(self, *, of_json: bool = False) -> str | None:
        """Return the next line, None at the end; a line that is too long is cut beyond the limit."""
        line: str | None = None
        for piece in self._pieces:
            if line is None:
                line = ""
                self.number += 1
                of_json = of_json or begins_json(piece)
            if of_json or COMMENT not in line:
                line += piece
            if piece.endswith("\n"):
                break
            if len(line if of_json else _content(line)) > (MOST_JSON if of_json else self._longest):
                return line
        if line is None:
            return None
        return (uncommented(line) if of_json else _content(line)).strip()


def _content(line: str) -> str:
    """Return a line up to its comment."""
    return line.split(COMMENT, 1)[0]
