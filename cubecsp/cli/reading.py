"""Cubes as arguments: in any format, a file of them, or `-` for standard input."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from cubecsp.cli.output import remark
from cubecsp.cube.facelets import UNKNOWN, Facelets
from cubecsp.cube.geometry import FACES, PUZZLES, Puzzle
from cubecsp.cube.pocket import PocketCube
from cubecsp.cube.state import Cube
from cubecsp.errors import InputError
from cubecsp.formats import MAX_CHARACTERS, Reading, read
from cubecsp.formats.naming import STANDARD
from cubecsp.formats.net import has_net_shape
from cubecsp.formats.stickers import looks_like_letters, stickers_of

__all__ = [
    "CUBE_HELP",
    "read_cube",
    "read_cubes",
    "read_solvable",
    "readings",
]

CUBE_HELP = (
    "a cube in any format (a facelet string, colours of stickers, moves that make it such as "
    "\"R U R' U'\", and more: see `convert --help`), a file with one on each line or one in all, or - "
    "for standard input"
)

_MOVES = re.compile("[URFDLB\\s]+")
_FILE_NAME = re.compile(r".+\.(csv|json|toml|txt)", re.IGNORECASE)
_COUNTS = {puzzle.facelet_count for puzzle in PUZZLES}


def read_cubes(arguments: Iterable[str], **how: Any) -> list[Facelets]:
    """Return the stickers of the cubes that command-line arguments stand for, in order.

    Args:
        arguments: what the user wrote.
        how: as for `readings`.

    Raises:
        InputError: an argument or a line of a file can be read in no way.
    """
    return [reading.stickers for reading in readings(arguments, **how)]


def read_cube(argument: str, **how: Any) -> Facelets:
    """Return the stickers of the one cube that the argument of a command stands for.

    Args:
        argument: what the user wrote.
        how: as for `readings`.

    Raises:
        InputError: as for `read_cubes`, or there is not just one cube.
    """
    cubes = read_cubes([argument], **how)
    if len(cubes) != 1:
        raise InputError(f"one cube is asked about, not {len(cubes):,}", "give one at a time")
    return cubes[0]


def read_solvable(arguments: Iterable[str], **how: Any) -> list[tuple[Facelets, Cube | PocketCube]]:
    """Return the cubes that arguments stand for, each with its stickers as they were written.

    Where there are 24 stickers, the cube is a 2×2×2.

    Raises:
        InputError: as for `read_cubes`, or stickers form no cube.
    """
    return [
        (reading.stickers, _located(where, reading.stickers.to_any_cube))
        for where, reading in _read_all(arguments, **how)
    ]


def readings(
    arguments: Iterable[str],
    *,
    format: str | None = None,  # noqa: A002
    size: int | None = None,
    verbose: bool = False,
) -> list[Reading]:
    """Return what arguments are read as, in order.

    Args:
        arguments: what the user wrote.
        format: the name of the format that they are in; found out when left out.
        size: 2 or 3, of what cube they have to be.
        verbose: say on standard error which format each is in, and why.

    Raises:
        InputError: as for `read_cubes`.
    """
    found = _read_all(arguments, format=format, size=size, verbose=verbose)
    return [reading for _, reading in found]


def _read_all(
    arguments: Iterable[str],
    *,
    format: str | None = None,  # noqa: A002
    size: int | None = None,
    verbose: bool = False,
) -> Iterator[tuple[str, Reading]]:
    """Yield where each cube stands, "" for the command line, and what it is read as."""
    puzzle = None if size is None else Puzzle(size)
    said, number, arguments = "", 0, list(arguments)
    for argument in arguments:
        for where, reading in _argument(argument, format, puzzle):
            notes = [f"note: {note}" for note in reading.notes]
            lines = [str(reading), *notes] if verbose else notes
            number += 1
            if verbose and (len(arguments) > 1 or ", line " in where):
                lines = [f"{where or f'cube {number}'}: {line}" for line in lines]
            message = "\n".join(lines)
            if message and message != said:
                remark(message)
                said = message
            yield where, reading


def _argument(
    argument: str, format_: str | None, puzzle: Puzzle | None
) -> Iterator[tuple[str, Reading]]:
    if not argument.strip():
        raise InputError("there is no cube in the argument", "the solved cube is ()")
    if argument == "-":
        where, text = (
            "standard input",
            _text("standard input", lambda: "\n".join(line.rstrip("\n") for line in sys.stdin)),
        )
    elif _exists_as(argument, Path.is_file):
        where = f"file {argument!r}"
        text = _text(where, lambda: Path(argument).read_text(encoding="utf-8"))
    else:
        if _FILE_NAME.fullmatch(argument):
            raise InputError(f"there is no file {argument!r}", "give a cube, or the path of a file")
        yield "", _of_argument(argument, format_, puzzle)
        return
    text = text.removeprefix("\ufeff")  # the byte order mark
    if _is_one_cube(text, format_):
        whole = _located(where, lambda: read(text, format_, puzzle))
        yield where, replace(whole, notes=(*whole.notes, *_could_be_moves(text)))
        return
    readings = []
    for number, line in enumerate(text.splitlines(), 1):
        written = line.split("#", 1)[0].strip() if "#" in line else line.strip()
        if not written:
            continue
        place = f"{where}, line {number}"
        try:
            reading = read(written, format_, puzzle)
        except InputError as error:
            whole = _whole(text, format_, puzzle)
            if whole is None:
                raise InputError(f"{place}: {error.problem}", error.remedy) from error
            yield where, whole
            return
        readings.append((place, reading))
    if not readings:
        raise InputError(f"there is no cube in {where}", "give one on each line, or one in all")
    yield from readings


def _of_argument(argument: str, format_: str | None, puzzle: Puzzle | None) -> Reading:
    try:
        return read(argument, format_, puzzle)
    except InputError:
        if _exists_as(argument, Path.is_dir):
            raise InputError(
                f"{argument!r} is a folder", "give a cube, or the path of a file"
            ) from None
        raise


def _text(where: str, get: Any) -> str:
    try:
        text: str = get()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise InputError(f"{where} cannot be read: {why}") from error
    return text


def _exists_as(argument: str, kind: Callable[[Path], bool]) -> bool:
    try:
        return kind(Path(argument))
    except (OSError, ValueError):  # too long for a file name, or a null character in it
        return False


def _located(where: str, get: Any) -> Any:
    """Return what `get` returns, and say in its error where in the input it happened."""
    try:
        return get()
    except InputError as error:
        if not where:
            raise
        raise InputError(f"{where}: {error.problem}", error.remedy) from error


def _is_one_cube(text: str, format_: str | None) -> bool:
    """Return whether several lines are one cube: a net, rows of stickers, or JSON."""
    if "\n" not in text.strip() or len(text) > MAX_CHARACTERS or format_ == "moves":
        return False
    if has_net_shape(text):
        return True
    if looks_like_letters(text):
        counts = [len(stickers_of(line)) for line in text.splitlines()]
        if sum(counts) in _COUNTS:
            return not _COUNTS & set(counts)
        return max(counts) < min(_COUNTS) and (_is_in_colours(text) or _is_nearly_rows(counts))
    first = text.strip().splitlines()[0]
    if not first.startswith(("{", "[")):
        return False
    return _is_json(text) or (first.startswith("{") and not _is_json(first))


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _is_in_colours(text: str) -> bool:
    """Return whether letters are those of the standard colours, and some are no moves."""
    found = set(stickers_of(text))
    return found <= set(STANDARD + UNKNOWN) and bool(found - set(FACES + UNKNOWN))


def _is_nearly_rows(counts: list[int]) -> bool:
    """Return whether lines are as long as the rows or faces of a cube, but for one."""
    counts = [count for count in counts if count]
    usual = max(set(counts), key=counts.count)
    return len(counts) * usual in _COUNTS and counts.count(usual) == len(counts) - 1


def _could_be_moves(text: str) -> list[str]:
    """Return a note if the rows of stickers of one cube could also be the moves of many."""
    if has_net_shape(text) or not _MOVES.fullmatch(text):
        return []
    return ["the lines are the stickers of one cube; --from moves makes each the moves of one"]


def _whole(text: str, format_: str | None, puzzle: Puzzle | None) -> Reading | None:
    """Return what a text of several lines is as one cube, None if it is none."""
    if len(text) > MAX_CHARACTERS or len(text.split()) < 2:
        return None
    try:
        return read(text, format_, puzzle)
    except InputError:
        return None
