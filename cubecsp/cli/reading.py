"""Cubes as arguments: in any format, a file of them, or `-` for standard input."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from cubecsp.cli.inputs import input_named, is_folder, is_input, lines_after
from cubecsp.cli.output import remark
from cubecsp.errors import InputError
from cubecsp.formats import MAX_CHARACTERS, SOLVED, Reading, read
from cubecsp.formats.net import has_net_shape
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.geometry import FACES, UNKNOWN
from cubecsp.puzzle.naming import STANDARD
from cubecsp.puzzle.puzzle import CubePuzzle, cube_puzzle, is_count, nearest_size
from cubecsp.puzzle.state import State
from cubecsp.puzzle.stickers import looks_like_letters, may_be_letters, stickers_of

__all__ = [
    "CUBE_HELP",
    "MAX_CUBES",
    "limited",
    "read_cube",
    "read_cubes",
    "read_solvable",
    "readings",
]

T = TypeVar("T")

MAX_CUBES = 1_000_000
"""So many cubes at most are asked about at a time."""

CUBE_HELP = (
    "a cube in any format (a facelet string, colours of stickers, moves that make it such as "
    "\"R U R' U'\", and more: see `convert --help`), a file with one on each line or one in all, or - "
    "for standard input"
)

_MOVES = re.compile("[URFDLB\\s]+")
_FILE_NAME = re.compile(r".+\.(csv|json|toml|txt)", re.IGNORECASE)
_MARK = "\ufeff"  # the byte order mark
_MAY_BE_IRREGULAR = (
    54  # stickers on lines of any length; moves of many cubes may have as many letters
)
_FEWEST = 6 * 2**2  # stickers of a cube


def read_cubes(arguments: Iterable[str], **how: Any) -> list[Facelets]:
    """Return the stickers of the cubes that command-line arguments stand for, in order.

    Args:
        arguments: what the user wrote.
        how: as for `readings`.

    Raises:
        InputError: an argument or a line of a file can be read in no way.
    """
    return [reading.stickers for _, reading in limited(_read_all(arguments, **how))]


def read_cube(argument: str, **how: Any) -> Facelets:
    """Return the stickers of the one cube that the argument of a command stands for.

    Args:
        argument: what the user wrote.
        how: as for `readings`.

    Raises:
        InputError: as for `read_cubes`, or there is not just one cube.
    """
    cubes = _read_all([argument], **how)
    _, first = next(cubes)
    if next(cubes, None) is not None:
        raise InputError("one cube is asked about, and here are several", "give one at a time")
    return first.stickers


def read_solvable(arguments: Iterable[str], **how: Any) -> list[tuple[Facelets, State]]:
    """Return the cubes that arguments stand for, each with its stickers as they were written.

    How many stickers there are says of which size a cube is.

    Raises:
        InputError: as for `read_cubes`, or stickers form no cube.
    """
    return [
        (reading.stickers, _located(where, reading.stickers.to_state))
        for where, reading in limited(_read_all(arguments, **how))
    ]


def readings(
    arguments: Iterable[str],
    *,
    format: str | None = None,  # noqa: A002
    size: int | None = None,
    verbose: bool = False,
) -> Iterator[Reading]:
    """Yield what arguments are read as, in order and one by one: an input need not end.

    Args:
        arguments: what the user wrote.
        format: the name of the format that they are in; found out when left out.
        size: of the cubes that they have to be; left out, the text decides.
        verbose: say on standard error which format each is in, and why.

    Raises:
        InputError: as for `read_cubes`.
    """
    found = _read_all(arguments, format=format, size=size, verbose=verbose)
    return (reading for _, reading in found)


def limited(found: Iterable[T]) -> Iterator[T]:
    """Yield what is found, of which a question that keeps all in memory takes `MAX_CUBES`.

    Raises:
        InputError: there is more.
    """
    for number, one in enumerate(found):
        if number == MAX_CUBES:
            raise InputError(
                f"more than {MAX_CUBES:,} cubes are too many for one question",
                "give fewer at a time",
            )
        yield one


def _read_all(
    arguments: Iterable[str],
    *,
    format: str | None = None,  # noqa: A002
    size: int | None = None,
    verbose: bool = False,
) -> Iterator[tuple[str, Reading]]:
    """Yield where each cube stands, "" for the command line, and what it is read as."""
    puzzle = None if size is None else cube_puzzle(size)
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
    argument: str, format_: str | None, puzzle: CubePuzzle | None
) -> Iterator[tuple[str, Reading]]:
    if not argument.strip():
        raise InputError("there is no cube in the argument", f"the solved cube is {SOLVED}")
    if not is_input(argument):
        if _FILE_NAME.fullmatch(argument):
            remedy = "give a cube, or the path of a file"
            if argument.startswith("~"):
                remedy += "; shells replace ~ only outside quotation marks"
            raise InputError(f"there is no file {argument!r}", remedy)
        yield "", _of_argument(argument, format_, puzzle)
        return
    with input_named(argument) as (where, stream):
        head = stream.read(MAX_CHARACTERS + 1)
        long = len(head) > MAX_CHARACTERS
        if not long and _is_one_cube(head.removeprefix(_MARK), format_):
            yield where, _one_cube(where, head.removeprefix(_MARK), format_, puzzle)
            return
        lines = lines_after(head.removeprefix(_MARK), stream, MAX_CHARACTERS)
        found = _of_lines(where, lines, format_, puzzle)
        placed = iter(found if long else _or_one(found, where, head, format_, puzzle))
        first = next(placed, None)
        if first is None:
            raise InputError(f"there is no cube in {where}", "give one on each line, or one in all")
        yield first
        yield from placed


def _one_cube(where: str, text: str, format_: str | None, puzzle: CubePuzzle | None) -> Reading:
    whole: Reading = _located(where, lambda: read(text, format_, puzzle))
    return replace(whole, notes=(*whole.notes, *_could_be_moves(text)))


def _of_lines(
    where: str, lines: Iterable[str], format_: str | None, puzzle: CubePuzzle | None
) -> Iterator[tuple[str, Reading]]:
    """Yield the cubes that are each on one of `lines`."""
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        place = f"{where}, line {number}"
        if len(line) > MAX_CHARACTERS:
            raise InputError(
                f"{place}: more than {MAX_CHARACTERS} characters are too many for one cube",
                "give one on each line",
            )
        yield place, _located(place, lambda written=line: read(written, format_, puzzle))


def _or_one(
    found: Iterator[tuple[str, Reading]],
    where: str,
    text: str,
    format_: str | None,
    puzzle: CubePuzzle | None,
) -> list[tuple[str, Reading]]:
    """Return the cubes that are each on a line of a text, or the one that all of it is."""
    try:
        return list(found)
    except InputError:
        whole = _whole(text, format_, puzzle)
        if whole is None:
            raise
        return [(where, whole)]


def _of_argument(argument: str, format_: str | None, puzzle: CubePuzzle | None) -> Reading:
    try:
        return read(argument, format_, puzzle)
    except InputError:
        if is_folder(argument):
            raise InputError(
                f"{argument!r} is a folder", "give a cube, or the path of a file"
            ) from None
        raise


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
    if "\n" not in text.strip() or format_ == "moves":
        return False
    if has_net_shape(text):
        return True
    if may_be_letters(text):
        counts = [len(stickers_of(line)) for line in text.splitlines()]
        if is_count(sum(counts)) and (_is_regular(counts) or sum(counts) <= _MAY_BE_IRREGULAR):
            return not any(map(is_count, counts))
        if not looks_like_letters(text):
            return False
        return max(counts) < _FEWEST and (_is_in_colours(text) or _is_nearly_rows(counts))
    first = text.strip().splitlines()[0]
    if not first.startswith(("{", "[")):
        return False
    return _is_json(text) or (first.startswith("{") and not _is_json(first))


def _is_regular(counts: list[int]) -> bool:
    """Return whether lines are as long as the rows of a cube, or as its faces."""
    size = nearest_size(sum(counts))
    return {count for count in counts if count} in ({size}, {size**2})


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
    return is_count(len(counts) * usual) and counts.count(usual) == len(counts) - 1


def _could_be_moves(text: str) -> list[str]:
    """Return a note if the rows of stickers of one cube could also be the moves of many."""
    if has_net_shape(text) or not _MOVES.fullmatch(text):
        return []
    return ["the lines are the stickers of one cube; --from moves makes each the moves of one"]


def _whole(text: str, format_: str | None, puzzle: CubePuzzle | None) -> Reading | None:
    """Return what a text of several lines is as one cube, None if it is none."""
    if len(text.split()) < 2:
        return None
    try:
        return read(text, format_, puzzle)
    except InputError:
        return None
