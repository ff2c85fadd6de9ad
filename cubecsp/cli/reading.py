"""The cubes that a command is given, in any format, file or answer, and a record of bad ones."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar

from cubecsp.cli.cube_sources import Sources, error_at, place_of
from cubecsp.cli.exit_codes import MALFORMED
from cubecsp.cli.input_files import STANDARD_INPUT, is_input, items_after, open_input
from cubecsp.cli.json_input import begins_json, moves_in
from cubecsp.cli.output import remark
from cubecsp.errors import InputError
from cubecsp.formats import MAX_CHARACTERS, ReadResult
from cubecsp.questions.asking.about import AboutCubes
from cubecsp.questions.asking.shared_parameters import CUBE_HELP

__all__ = [
    "CUBE_HELP",
    "MAX_CUBES",
    "CubeFault",
    "CubeInputs",
    "limited",
    "moves_of",
    "one_sequence",
]

T = TypeVar("T")
Q = TypeVar("Q", bound=AboutCubes[Any, Any])

MAX_CUBES = 1_000_000
"""The most cubes that one question may be about."""


class CubeFault(NamedTuple):
    """A cube that could not be read or worked on.

    Attributes:
        where: its place: "" for an argument, otherwise the input, the line, the place in the JSON.
        error: the error about it; its problem begins with `where`.
    """

    where: str
    error: InputError

    def as_dict(self) -> dict[str, str]:
        """Return the data that `--json` prints."""
        problem = self.error.problem.removeprefix(f"{self.where}: ")
        data = {"where": self.where, "problem": problem, "remedy": self.error.remedy}
        return {key: value for key, value in data.items() if value}


class CubeInputs(Generic[Q]):
    """Reads the cubes that the arguments of a command stand for, and keeps a record of bad ones.

    A bad cube among several is reported on standard error, with its place, and the others are read; if
    the only cube is bad, its error is raised.

    Args:
        args: the arguments of the command; its `cubes` are read unless others are named.
        query: the question, without its cubes: it determines how texts are read, and takes each cube.

    Attributes:
        faults: the bad cubes.
        numbers: the positions of the good ones among all cubes, from 1.
    """

    def __init__(self, args: argparse.Namespace, query: Q) -> None:
        self.faults: list[CubeFault] = []
        self.numbers: list[int] = []
        self._args = args
        self._query = query
        self._sources = Sources(query.reader)
        self._said = ""

    def each(self, arguments: Iterable[str] | None = None) -> Iterator[tuple[Any, Any]]:
        """Yield each cube as it was given and as the question takes it, in order and one by one: an input need not end.

        Args:
            arguments: the arguments to read, None for the `cubes` of the command.
        """
        words = self._cubes() if arguments is None else list(arguments)
        for where, reading in self._sources.read(words):
            result = self.attempt(where, partial(self._take, reading))
            if result is not None:
                if isinstance(result[0], ReadResult):
                    is_one_of_many = len(words) > 1 or ", line " in where
                    self._note(where, result[0], is_one_of_many=is_one_of_many)
                yield result

    def every(self, arguments: Iterable[str] | None = None) -> Q:
        """Return the question about all cubes, about one or a list of several; see `each`.

        Raises:
            InputError: as for `require_one`, or there are more than `MAX_CUBES`.
        """
        results = [*limited(self.each(arguments))]
        self.require_one()
        cubes = [reading for reading, _ in results]
        taken = [one for _, one in results]
        return self._query.about(cubes[0] if len(cubes) == 1 else cubes, taken)

    def _cubes(self) -> list[str]:
        cubes = vars(self._args).get("cubes", ())
        return [cubes] if isinstance(cubes, str) else list(cubes)

    def _take(self, reading: Any) -> tuple[Any, Any]:
        if isinstance(reading, InputError):
            raise reading
        return reading, self._query.take(reading)

    def attempt(self, where: str, get: Callable[[], T]) -> T | None:
        """Return what `get` returns for a cube; None if the cube is bad, after keeping it as a fault."""
        if len(self.faults) == 1 and not self.numbers:
            self._report(self.faults[0])  # it is not the only cube
        try:
            result = get()
        except InputError as error:
            self.faults.append(CubeFault(where, error_at(where, error)))
            if self.numbers or len(self.faults) > 1:
                self._report(self.faults[-1])
            return None
        self.numbers.append(1 + len(self.numbers) + len(self.faults))
        return result

    def require_one(self) -> None:
        """Make sure, when all cubes have been given, that there was a good one.

        Raises:
            InputError: there was one cube, and it is bad; or there were several, and all of them are.
        """
        if self.numbers or not self.faults:
            return
        if len(self.faults) == 1:
            raise self.faults[0].error
        raise InputError(
            f"none of the {len(self.faults):,} cubes can be processed", "the errors are above"
        )

    def code(self, code: int) -> int:
        """Return the exit code of an answer with this code, in view of the bad cubes."""
        return max(code, MALFORMED) if self.faults else code

    def _report(self, fault: CubeFault) -> None:
        remark(f"cubecsp {self._args.command}: {fault.error}")

    def _note(self, where: str, reading: ReadResult, *, is_one_of_many: bool) -> None:
        """Print notes on how a cube was read, each of them once."""
        notes = [f"note: {note}" for note in reading.notes]
        lines = [str(reading), *notes] if self._args.verbose else notes
        if self._args.verbose and is_one_of_many:
            lines = [f"{where or f'cube {self.numbers[-1]}'}: {line}" for line in lines]
        message = "\n".join(lines)
        if message and message != self._said:
            remark(message)
            self._said = message


def one_sequence(argument: str) -> str:
    """Return the moves that an argument stands for: itself or, if it is `-`, standard input.

    Raises:
        InputError: standard input is not one sequence of moves.
    """
    if argument != STANDARD_INPUT:
        return argument
    results = list(islice(moves_of(argument), 2))
    if len(results) != 1:
        raise InputError(
            f"standard input has {'more than one sequence of moves' if results else 'no moves'}",
            "give one sequence of moves",
        )
    (moves,) = (moves for _, moves in results)
    if isinstance(moves, InputError):
        raise moves
    return moves


def moves_of(argument: str) -> Iterator[tuple[str, str | InputError]]:
    """Yield each text of moves that an argument stands for, with its place, or the error about it.

    If the argument itself is moves, its place is "".
    """
    if is_input(argument):
        with open_input(argument) as (where, stream):
            for number, text in items_after("", stream, MAX_CHARACTERS):
                if text.strip():
                    yield from _moves_at(f"{where}, line {number}", text.strip())
    else:
        yield from _moves_at("", argument)


def _moves_at(place: str, text: str) -> Iterator[tuple[str, str | InputError]]:
    if not begins_json(text):
        yield place, text
        return
    try:
        for path, moves in moves_in(text):
            yield place_of(place, path), moves
    except InputError as error:  # it is not JSON
        yield place, error


def limited(items: Iterable[T]) -> Iterator[T]:
    """Yield items; a question that keeps all of them in memory takes at most `MAX_CUBES`.

    Raises:
        InputError: there are more.
    """
    for number, one in enumerate(items):
        if number == MAX_CUBES:
            raise InputError(
                f"more than {MAX_CUBES:,} cubes are too many for one question",
                "give fewer at a time",
            )
        yield one
