"""Answers in JSON, split into cubes: every command reads what every command prints.

The cube of an answer is its `facelets`, never its `solution`, its `generator` or its `moves`. JSON that is
neither an answer nor a list of cubes or answers is left to the formats, some of which are JSON too. Only
commands about moves read the moves of an answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from cubecsp.errors import InputError
from cubecsp.formats.lists import unlisted
from cubecsp.puzzle.core.sequences import SOLVED
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.definitions.strict_json import parse_json
from cubecsp.questions.asking.reader import Reader, StateReader

_BEGINS = re.compile(r'\s*(?:\{\s*(?:["}]|$)|\[[\s\[]*(?:["{}\]\d-]|$)|"(?:[^"\\]|\\.)*"\s*$)')
_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}#]')
_LISTS = ("cubes", "repairs", "sets", "answers")  # the keys under which answers have their cubes
_OF_MOVES = ("cubes", "texts", "answers")  # and their moves
_MOVES = ("result", "text", "solution", "moves")  # the first of these is what was printed
_KEYS = {*_LISTS, "facelets", "pattern", "error", "query"}  # an answer has one of these


class Entry(NamedTuple):
    """A cube of an answer, or another text that stands for one.

    Attributes:
        text: the text.
        path: its place in the JSON, as `cubes[2]`; "" for all of it.
        scheme: the user's characters for the six colours; None if the JSON does not say.
        is_answer: whether the text is the `facelets` of an answer.
    """

    text: str
    path: str = ""
    scheme: str | None = None
    is_answer: bool = False

    def read(self, reader: Reader | StateReader) -> Any:
        """Return the cube or state; see `cubecsp.formats.read` and `cubecsp.puzzle.read_state`.

        Raises:
            InputError: it cannot be read, or it is not in the format that the user states.
        """
        if not self.is_answer:
            return reader.read(self.text)
        return reader.read_answer(self.text, self.scheme)


def begins_json(line: str) -> bool:
    """Return whether a line is, or begins, an object, a list or a string in JSON; `[R, U]` does not."""
    return _BEGINS.match(line) is not None


def open_brackets(line: str) -> int:
    """Return the number of brackets that a line of JSON opens and does not close; negative for the reverse."""
    tokens = [token for token in _TOKENS.findall(line) if token[0] != '"']
    return sum((token in "[{") - (token in "]}") for token in tokens)


def uncommented(line: str) -> str:
    """Return a line of JSON up to a `#` outside of its strings."""
    end = next((token.start() for token in _TOKENS.finditer(line) if token[0] == "#"), len(line))
    return line[:end]


def entries(text: str) -> Iterator[Entry | tuple[str, InputError]]:
    """Yield the cubes in the JSON values of a text, or their place and the error about them.

    Raises:
        InputError: the text is not JSON.
    """
    for value, written in _values(text):
        yield from _of_value(value, "", written)


def moves_in(text: str) -> Iterator[tuple[str, str | InputError]]:
    """Yield the moves in the JSON values of a text, with their place, or the error about them.

    They are what the command printed that gave the answer: the solution of a cube, or the rewritten text.

    Raises:
        InputError: the text is not JSON.
    """
    for value, _ in _values(text):
        yield from _moves_of(value, "")


def _values(text: str) -> Iterator[tuple[Any, str]]:
    """Yield the values of a text in JSON, each with its own text."""
    decoder, at = json.JSONDecoder(), 0
    while at < len(text):
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            parse_json(text[at:])  # says what is wrong
            raise
        yield value, text[at:end].strip()
        at = end + len(text[end:]) - len(text[end:].lstrip())


def _moves_of(value: Any, path: str) -> Iterator[tuple[str, str | InputError]]:
    if isinstance(value, str):
        yield path, value or SOLVED
        return
    if _is_listed(value):
        yield path, unlisted(json.dumps(value))
        return
    if isinstance(value, dict):
        if "error" in value:
            yield path, _passed_on(value["error"])
        key = next((key for key in _MOVES if isinstance(value.get(key), str)), None)
        if key is not None:
            yield path, value[key] or SOLVED
            return
        parts = [(f"{path}.{key}".lstrip("."), value[key]) for key in _OF_MOVES if key in value]
    else:
        parts = [(path, value)]
    lists = [(place, part) for place, part in parts if isinstance(part, list)]
    for place, part in lists:
        for i, item in enumerate(part):
            yield from _moves_of(item, f"{place}[{i}]")
    if not lists and not (isinstance(value, dict) and "error" in value):
        yield path, InputError("it contains no moves", "give moves, or an answer with some")


def _of_value(value: Any, path: str, text: str = "") -> Iterator[Entry | tuple[str, InputError]]:
    """Yield the cubes of a value; `text` is its text, if it has a separate one."""
    if isinstance(value, str):
        yield Entry(value, path)
    elif _is_listed(value):
        yield Entry(text or json.dumps(value), path)
    elif isinstance(value, dict) and _KEYS & value.keys():
        yield from _of_answer(value, path)
    elif isinstance(value, list) and value and all(isinstance(v, dict | str) for v in value):
        for i, item in enumerate(value):
            yield from _of_value(item, f"{path}[{i}]")
    elif path and not isinstance(value, dict | list):
        yield path, InputError(f"{json.dumps(value)} is not a cube", "write its facelets")
    else:
        yield Entry(text or json.dumps(value), path)


def _of_answer(answer: dict[str, Any], path: str) -> Iterator[Entry | tuple[str, InputError]]:
    if "error" in answer:
        yield path, _passed_on(answer["error"])
    if "facelets" in answer:
        yield _of_cube(answer, path)
    if "pattern" in answer:
        yield Entry(json.dumps(answer["pattern"]), path)
    for key in _LISTS:
        result = answer.get(key, [])
        for i, item in enumerate(result if isinstance(result, list) else [result]):
            where = f"{path}.{key}[{i}]".lstrip(".")
            if isinstance(item, str):
                yield Entry(item, where, answer.get("scheme"), is_answer=True)
            else:
                yield from _of_value(item, where)


def _is_listed(value: Any) -> bool:
    """Return whether the items of a list are the moves or stickers of one cube."""
    written = json.dumps(value) if isinstance(value, list) else ""
    return unlisted(written) != written


def _passed_on(error: Any) -> InputError:
    problem = error.get("problem") if isinstance(error, dict) else error
    return InputError(f"this is the error of another command: {problem}")


def _of_cube(cube: dict[str, Any], path: str) -> Entry | tuple[str, InputError]:
    facelets, scheme = cube["facelets"], cube.get("scheme")
    if not isinstance(facelets, str):
        return path, InputError("the facelets are not text", "write a letter for each sticker")
    if scheme is not None and not _is_scheme(scheme):
        return path, InputError(
            f"{str(scheme)[:20]!r} is not a scheme",
            f"write six characters for the colours of {FACES}",
        )
    return Entry(facelets, path, scheme, is_answer=True)


def _is_scheme(scheme: object) -> bool:
    return isinstance(scheme, str) and len(scheme) == len(set(scheme)) == len(FACES)
