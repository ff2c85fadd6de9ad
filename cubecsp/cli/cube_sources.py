"""The sources of cubes: arguments, lines of files and of standard input, and answers in JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from cubecsp.cli.input_files import MOST_JSON, is_folder, is_input, items_after, open_input
from cubecsp.cli.json_input import Entry, begins_json, entries
from cubecsp.cli.rows import FEWEST_STICKERS, could_be_moves, is_one_cube
from cubecsp.errors import InputError
from cubecsp.formats import FORMATS, MAX_CHARACTERS, ReadResult, detect
from cubecsp.puzzle.core.sequences import SOLVED
from cubecsp.questions.asking.reader import Reader, StateReader

Found = tuple[str, Any]
"""The place of a cube, "" for the command line, and the cube as it was read, or the `InputError` why it cannot be read."""

_FILE_NAME = re.compile(r".+\.(csv|json|toml|txt)", re.IGNORECASE)
_MARK = "\ufeff"  # the byte order mark


class Sources:
    """Reads cubes from the places that arguments name.

    Args:
        reader: reads their texts.
    """

    def __init__(self, reader: Reader | StateReader) -> None:
        self._how = reader
        self._in_rows = isinstance(reader, Reader)  # several lines may be one cube
        self._format = reader.format if isinstance(reader, Reader) else None

    def read(self, arguments: Iterable[str]) -> Iterator[Found]:
        """Yield the cubes that arguments stand for, in order and one by one."""
        for argument in arguments:
            try:
                yield from self._argument(argument)
            except InputError as error:
                yield "", error

    def _argument(self, argument: str) -> Iterator[Found]:
        if not argument.strip():
            raise InputError("there is no cube in the argument", f"the solved cube is {SOLVED}")
        if not is_input(argument):
            yield from self._from_text(argument)
            return
        with open_input(argument) as (where, stream):
            head = stream.read(MAX_CHARACTERS + 1)
            long = len(head) > MAX_CHARACTERS
            head = head.removeprefix(_MARK)
            if self._in_rows and not long and is_one_cube(head, self._format):
                yield self._one_cube(where, head)
                return
            result = self._items(where, items_after(head, stream, MAX_CHARACTERS))
            placed = iter(result if long else self._or_one(result, where, head))
            first = next(placed, None)
            if first is None:
                raise InputError(
                    f"there is no cube in {where}", "give one on each line, or a single one"
                )
            yield first
            yield from placed

    def _from_text(self, argument: str) -> Iterator[Found]:
        """Yield the cubes of an argument that is not a file."""
        if _FILE_NAME.fullmatch(argument):
            remedy = "give a cube, or the path of a file"
            if argument.startswith("~"):
                remedy += "; shells replace ~ only outside quotation marks"
            raise InputError(f"file {argument!r} does not exist", remedy)
        if begins_json(argument):
            yield from self._json("", 0, argument)
            return
        result = self._outcome("", Entry(argument))
        if isinstance(result, InputError) and is_folder(argument):
            result = InputError(f"{argument!r} is a folder", "give a cube, or the path of a file")
        yield "", result

    def _one_cube(self, where: str, text: str) -> Found:
        """Return an input of several lines as one cube."""
        result = self._outcome(where, Entry(text))
        if isinstance(result, ReadResult):
            result = replace(result, notes=(*result.notes, *could_be_moves(text)))
        return where, result

    def _items(self, where: str, items: Iterable[tuple[int, str]]) -> Iterator[Found]:
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

    def _json(self, where: str, number: int, text: str) -> Iterator[Found]:
        """Yield the cubes of values in JSON that begin on line `number`; 0 is an argument."""
        place = _line(where, number)
        try:
            results = list(entries(text))
        except InputError as error:
            yield from self._from_lines(where, number, text, error)
            return
        for entry in results:
            if isinstance(entry, Entry):
                spot = place_of(place, entry.path)
                yield spot, self._outcome(spot, entry)
            else:
                spot = place_of(place, entry[0])
                yield spot, error_at(spot, entry[1])

    def _from_lines(self, where: str, number: int, text: str, error: InputError) -> Iterator[Found]:
        """Yield the readable lines of a text that is not JSON, if one of them is a cube."""
        lines = [(number + i, line) for i, line in enumerate(text.split("\n")) if line.strip()]
        if len(lines) > 1:
            results = [
                item
                for at, line in lines
                for item in (
                    self._json(where, at, line)
                    if begins_json(line)
                    else [(_line(where, at), self._outcome(_line(where, at), Entry(line)))]
                )
            ]
            if any(isinstance(item, ReadResult) for _, item in results):
                yield from results
                return
        place = _line(where, number)
        short = len(text) <= MAX_CHARACTERS
        yield place, self._outcome(place, Entry(text)) if short else error_at(place, error)

    def _outcome(self, where: str, entry: Entry) -> Any:
        """Return the cube that a text describes, or the error, with its place."""
        try:
            return entry.read(self._how)
        except InputError as error:
            return error_at(where, error)

    def _or_one(self, items: Iterable[Found], where: str, text: str) -> list[Found]:
        """Return the cubes that are each on a line of a text, or the single cube that the whole text describes."""
        placed = list(items)
        if (
            self._in_rows
            and len(text.split()) > 1
            and any(isinstance(item, InputError) for _, item in placed)
        ):
            outcome = self._outcome(where, Entry(text))
            if isinstance(outcome, ReadResult) or _is_misspelt(text, placed):
                return [(where, outcome)]
        return placed


def _is_misspelt(text: str, placed: list[Found]) -> bool:
    """Return whether lines that are not cubes are one cube with a mistake: colours or faces by name."""
    if any(isinstance(item, ReadResult) for _, item in placed):
        return False
    lines = [line for line in text.splitlines() if line.strip()]
    short = all(len(line.split()) < FEWEST_STICKERS for line in lines)
    return short and any(FORMATS[name].spelt for name in detect(text))


def error_at(where: str, error: InputError) -> InputError:
    """Return an error that says where in the input it happened."""
    if not where or error.problem.startswith(where):
        return error
    return InputError(f"{where}: {error.problem}", error.remedy)


def _line(where: str, number: int) -> str:
    return f"{where}, line {number}" if number else where


def place_of(where: str, path: str) -> str:
    """Return the place of a path in the JSON of an input."""
    return ", ".join(filter(None, [where, path]))
