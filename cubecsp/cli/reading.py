"""Cubes as arguments: in any format, a file of them, or `-` for standard input."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TypeVar

from cubecsp.cli.answers import Entry, begins_json, entries
from cubecsp.cli.codes import MALFORMED
from cubecsp.cli.inputs import (
    MOST_JSON,
    STANDARD_INPUT,
    input_named,
    is_folder,
    is_input,
    items_after,
)
from cubecsp.cli.output import remark
from cubecsp.cli.rows import could_be_moves, is_one_cube
from cubecsp.errors import InputError
from cubecsp.formats import MAX_CHARACTERS, SOLVED, Reading
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.puzzle import cube_puzzle
from cubecsp.puzzle.state import State

__all__ = [
    "CUBE_HELP",
    "MAX_CUBES",
    "Fault",
    "Given",
    "assembled",
    "limited",
    "moves_given",
    "stickers_read",
]

T = TypeVar("T")
_Found = tuple[str, Reading | InputError]

MAX_CUBES = 1_000_000
"""So many cubes at most are asked about at a time."""

CUBE_HELP = (
    "a cube in any format (a facelet string, colours of stickers, moves that make it such as "
    "\"R U R' U'\", and more: see `convert --help`), what a command prints with --json, a file of "
    "either, with one on each line or one in all, or - for standard input"
)

_FILE_NAME = re.compile(r".+\.(csv|json|toml|txt)", re.IGNORECASE)
_MARK = "\ufeff"  # the byte order mark


@dataclass(frozen=True)
class Fault:
    """A cube that could not be read or worked on.

    Attributes:
        where: where it was given: "" for an argument, else the input, the line, the place in the JSON.
        error: what is wrong with it; its problem begins with `where`.
    """

    where: str
    error: InputError

    def as_dict(self) -> dict[str, str]:
        """Return what `--json` prints."""
        problem = self.error.problem.removeprefix(f"{self.where}: ")
        told = {"where": self.where, "problem": problem, "remedy": self.error.remedy}
        return {key: value for key, value in told.items() if value}


class Given:
    """Reads the cubes that the arguments of a command stand for, and keeps account of bad ones.

    A bad cube among several is reported on standard error, with its place, and the others are given; a
    bad one that is all there is raises its error.

    Args:
        args: the arguments of the command, of which `add_reading_options` has declared some.

    Attributes:
        faults: the bad cubes.
        numbers: which of all cubes the good ones are, from 1.
    """

    def __init__(self, args: argparse.Namespace) -> None:
        self.faults: list[Fault] = []
        self.numbers: list[int] = []
        self._command = args.command
        self._format: str | None = args.format
        self._puzzle = None if args.size is None else cube_puzzle(args.size)
        self._verbose: bool = args.verbose
        self._said = ""

    def each(self, arguments: Iterable[str], of: Callable[[Reading], T]) -> Iterator[T]:
        """Yield what `of` makes of each cube, in order and one by one: an input need not end.

        Args:
            arguments: what the user wrote.
            of: raises `InputError` where nothing can be made of a cube.
        """
        arguments = list(arguments)
        for where, reading in self._read(arguments):
            found = self.attempt(where, partial(_made, reading, of))
            if found is not None:
                assert isinstance(reading, Reading)
                self._note(where, reading, several=len(arguments) > 1 or ", line " in where)
                yield found

    def every(self, arguments: Iterable[str], of: Callable[[Reading], T]) -> list[T]:
        """Return what `of` makes of all cubes; see `each`.

        Raises:
            InputError: as for `settle`, or there are more than `MAX_CUBES`.
        """
        found = [*limited(self.each(arguments, of))]
        self.settle()
        return found

    def one(self, argument: str) -> Facelets:
        """Return the stickers of the one cube that an argument stands for.

        Raises:
            InputError: it cannot be read, or there is not just one cube.
        """
        cubes = self._read([argument])
        where, first = next(cubes)
        if next(cubes, None) is not None:
            raise InputError("one cube is asked about, and here are several", "give one at a time")
        found = _made(first, stickers_read)
        assert isinstance(first, Reading)
        self._note(where, first, several=False)
        return found

    def attempt(self, where: str, get: Callable[[], T]) -> T | None:
        """Return what `get` returns for a cube; None if that is bad, which is kept as a fault."""
        if len(self.faults) == 1 and not self.numbers:
            self._report(self.faults[0])  # it is not all there is
        try:
            found = get()
        except InputError as error:
            self.faults.append(Fault(where, _located(where, error)))
            if self.numbers or len(self.faults) > 1:
                self._report(self.faults[-1])
            return None
        self.numbers.append(1 + len(self.numbers) + len(self.faults))
        return found

    def settle(self) -> None:
        """Make sure, when all cubes have been given, that there was a good one.

        Raises:
            InputError: there was one cube, and it is bad; or there were several, and all of them are.
        """
        if self.numbers or not self.faults:
            return
        if len(self.faults) == 1:
            raise self.faults[0].error
        raise InputError(
            f"none of the {len(self.faults):,} cubes can be worked on", "the errors are above"
        )

    def code(self, code: int) -> int:
        """Return the exit code of an answer with this code, in view of the bad cubes."""
        return max(code, MALFORMED) if self.faults else code

    def _report(self, fault: Fault) -> None:
        remark(f"cubecsp {self._command}: {fault.error}")

    def _note(self, where: str, reading: Reading, *, several: bool) -> None:
        """Say what is worth knowing about how a cube was read, the same but once."""
        notes = [f"note: {note}" for note in reading.notes]
        lines = [str(reading), *notes] if self._verbose else notes
        if self._verbose and several:
            lines = [f"{where or f'cube {self.numbers[-1]}'}: {line}" for line in lines]
        message = "\n".join(lines)
        if message and message != self._said:
            remark(message)
            self._said = message

    def _read(self, arguments: Iterable[str]) -> Iterator[_Found]:
        """Yield where each cube stands, "" for the command line, and what it is read as, or why not."""
        for argument in arguments:
            try:
                yield from self._argument(argument)
            except InputError as error:
                yield "", error

    def _argument(self, argument: str) -> Iterator[_Found]:
        if not argument.strip():
            raise InputError("there is no cube in the argument", f"the solved cube is {SOLVED}")
        if not is_input(argument):
            yield from self._written(argument)
            return
        with input_named(argument) as (where, stream):
            head = stream.read(MAX_CHARACTERS + 1)
            long = len(head) > MAX_CHARACTERS
            head = head.removeprefix(_MARK)
            if not long and is_one_cube(head, self._format):
                yield self._whole(where, head)
                return
            found = self._items(where, items_after(head, stream, MAX_CHARACTERS))
            placed = iter(found if long else self._or_one(found, where, head))
            first = next(placed, None)
            if first is None:
                raise InputError(
                    f"there is no cube in {where}", "give one on each line, or one in all"
                )
            yield first
            yield from placed

    def _written(self, argument: str) -> Iterator[_Found]:
        """Yield what an argument is that is no file."""
        if _FILE_NAME.fullmatch(argument):
            remedy = "give a cube, or the path of a file"
            if argument.startswith("~"):
                remedy += "; shells replace ~ only outside quotation marks"
            raise InputError(f"there is no file {argument!r}", remedy)
        if begins_json(argument):
            yield from self._json("", 0, argument)
            return
        found = self._outcome("", Entry(argument))
        if isinstance(found, InputError) and is_folder(argument):
            found = InputError(f"{argument!r} is a folder", "give a cube, or the path of a file")
        yield "", found

    def _whole(self, where: str, text: str) -> _Found:
        """Return what an input of several lines is as one cube."""
        found = self._outcome(where, Entry(text))
        if isinstance(found, Reading):
            found = replace(found, notes=(*found.notes, *could_be_moves(text)))
        return where, found

    def _items(self, where: str, items: Iterable[tuple[int, str]]) -> Iterator[_Found]:
        """Yield the cubes that are each on a line of an input, or in JSON."""
        for number, text in items:
            if not text:
                continue
            place = _line(where, number)
            if begins_json(text):
                if len(text) > MOST_JSON:
                    raise InputError(
                        f"{place}: more than {MOST_JSON:,} characters are too many for one answer",
                        "give facelet strings, one on each line",
                    )
                yield from self._json(where, number, text)
            elif len(text) > MAX_CHARACTERS:
                raise InputError(
                    f"{place}: more than {MAX_CHARACTERS} characters are too many for one cube",
                    "give one on each line",
                )
            else:
                yield place, self._outcome(place, Entry(text))

    def _json(self, where: str, number: int, text: str) -> Iterator[_Found]:
        """Yield the cubes of values in JSON, of which line `number` is the first; 0 is an argument."""
        place = _line(where, number)
        try:
            found = list(entries(text))
        except InputError as error:
            yield from self._broken(where, number, text, error)
            return
        for entry in found:
            if isinstance(entry, Entry):
                spot = _joined(place, entry.path)
                yield spot, self._outcome(spot, entry)
            else:
                spot = _joined(place, entry[0])
                yield spot, _located(spot, entry[1])

    def _broken(self, where: str, number: int, text: str, error: InputError) -> Iterator[_Found]:
        """Yield what can be read of a text that is not JSON: its lines, if one of them is a cube."""
        lines = [(number + i, line) for i, line in enumerate(text.split("\n")) if line.strip()]
        if len(lines) > 1:
            found = [
                item
                for at, line in lines
                for item in (
                    self._json(where, at, line)
                    if begins_json(line)
                    else [(_line(where, at), self._outcome(_line(where, at), Entry(line)))]
                )
            ]
            if any(isinstance(item, Reading) for _, item in found):
                yield from found
                return
        place = _line(where, number)
        short = len(text) <= MAX_CHARACTERS
        yield place, self._outcome(place, Entry(text)) if short else _located(place, error)

    def _outcome(self, where: str, entry: Entry) -> Reading | InputError:
        """Return what a text is read as, or why it cannot be, with its place."""
        try:
            return entry.read(self._format, self._puzzle)
        except InputError as error:
            return _located(where, error)

    def _or_one(self, found: Iterable[_Found], where: str, text: str) -> list[_Found]:
        """Return the cubes that are each on a line of a text, or the one that all of it is."""
        placed = list(found)
        if len(text.split()) > 1 and any(isinstance(item, InputError) for _, item in placed):
            whole = self._outcome(where, Entry(text))
            if isinstance(whole, Reading):
                return [(where, whole)]
        return placed


def moves_given(argument: str) -> str:
    """Return the moves that an argument stands for: itself or, where it is `-`, standard input.

    Raises:
        InputError: standard input is not one line of moves.
    """
    if argument != STANDARD_INPUT:
        return argument
    with input_named(argument) as (where, stream):
        items = items_after("", stream, MAX_CHARACTERS)
        lines = [line for _, line in islice((item for item in items if item[1]), 2)]
    if len(lines) != 1:
        raise InputError(
            f"{where} has {'more than one line' if lines else 'no moves'}",
            "give one sequence of moves",
        )
    return lines[0]


def stickers_read(reading: Reading) -> Facelets:
    """Return the stickers of what was read: what `Given` makes of cubes that need not be real."""
    return reading.stickers


def assembled(reading: Reading) -> tuple[Facelets, State]:
    """Return the stickers of what was read, and the cube that they form.

    Raises:
        InputError: they form none.
    """
    return reading.stickers, reading.stickers.to_state()


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


def _made(found: Reading | InputError, of: Callable[[Reading], T]) -> T:
    if isinstance(found, InputError):
        raise found
    return of(found)


def _line(where: str, number: int) -> str:
    return f"{where}, line {number}" if number else where


def _joined(where: str, path: str) -> str:
    return ", ".join(filter(None, [where, path]))


def _located(where: str, error: InputError) -> InputError:
    """Return an error that says where in the input it happened."""
    if not where or error.problem.startswith(where):
        return error
    return InputError(f"{where}: {error.problem}", error.remedy)
