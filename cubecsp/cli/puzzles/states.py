"""The states of a puzzle that a command is given, and how its answer is printed."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from typing import Any

from cubecsp.cli import options, output
from cubecsp.cli.answers import begins_json
from cubecsp.cli.codes import ANSWERED, NO, STOPPED
from cubecsp.cli.inputs import input_named, is_input, items_after
from cubecsp.cli.reading import limited
from cubecsp.cli.sources import located
from cubecsp.definitions import Arrangement, Definition, load_puzzle, read_state
from cubecsp.definitions.effort import EFFORT
from cubecsp.definitions.shipped import SHIPPED
from cubecsp.errors import InputError
from cubecsp.formats.objects import loaded
from cubecsp.questions.answer import Status, Stop
from cubecsp.questions.defined.answer import StateAnswer

__all__ = [
    "PUZZLE_HELP",
    "RULE_HELP",
    "STATE_HELP",
    "TURNS_HELP",
    "add_effort",
    "add_puzzle",
    "code_of",
    "printed",
    "puzzle_of",
    "states_of",
]

PUZZLE_HELP = (
    f"a puzzle that is not a cube: {', '.join(SHIPPED)}, or a file with its definition: KPuzzle JSON as in "
    "cubing.js, or .tws as in twsearch"
)

STATE_HELP = (
    "a state: KPattern JSON, moves that make it from a solved one, () for solved, what a command prints with "
    "--json, a file of any of these, or - for standard input"
)

TURNS_HELP = (
    "use exactly these moves, such as U,R2,F' (default: all and their powers, except rotations of the whole "
    "puzzle, which have names like x, y, z or Uv)"
)

RULE_HELP = "a rule about pieces or stickers; see `find --puzzle NAME --help`"

_LONGEST = 1_000_000  # characters of a line with moves


def add_puzzle(parser: argparse.ArgumentParser, *, turns: bool = True) -> None:
    """Declare `--puzzle`, how the answer is printed and, if `turns`, `--turns`."""
    parser.add_argument("--puzzle", required=True, metavar="NAME|FILE", help=PUZZLE_HELP)
    if turns:
        parser.add_argument("--turns", metavar="MOVES", help=TURNS_HELP)
    options.add_output_options(parser)


def add_effort(parser: argparse.ArgumentParser, of: str = "") -> None:
    """Declare `--effort`; `of` says for what each."""
    parser.add_argument(
        "--effort",
        type=options.count,
        metavar="N",
        help=f"look at N positions at most {of}".rstrip()
        + f" (default: {EFFORT:,}, or what 0.9 GB hold)",
    )


def puzzle_of(args: argparse.Namespace) -> Definition:
    """Return the puzzle that the question is about."""
    return load_puzzle(args.puzzle)


def states_of(arguments: Iterable[str], definition: Definition) -> list[Arrangement]:
    """Return the states that arguments stand for.

    Raises:
        InputError: one of them cannot be read; the message says where it stands.
    """
    return [*limited(state for each in arguments for state in _states(each, definition))]


def _states(argument: str, definition: Definition) -> Iterator[Arrangement]:
    if not is_input(argument):
        yield from _read("", argument, definition)
        return
    with input_named(argument) as (where, stream):
        empty = True
        for number, text in items_after("", stream, _LONGEST):
            if text.strip():
                empty = False
                yield from _read(f"{where}, line {number}", text, definition)
        if empty:
            raise InputError(f"there is no state in {where}", "give one on each line")


def _read(where: str, text: str, definition: Definition) -> Iterator[Arrangement]:
    try:
        answer = loaded(text) if begins_json(text) else None
        if isinstance(answer, dict) and "query" in answer:
            yield from _of_answer(answer, definition)
        else:
            yield read_state(text, definition)
    except InputError as error:
        raise located(where, error) from None


def _of_answer(answer: dict[str, Any], definition: Definition) -> Iterator[Arrangement]:
    """Yield the states of what a command has printed."""
    states = answer.get("states")
    if not isinstance(states, list) or not states:
        raise InputError("this answer has no states", "give one about a puzzle that is not a cube")
    for number, report in enumerate(states):
        if not isinstance(report, dict) or not isinstance(report.get("pattern"), dict):
            raise InputError(f"states[{number}] has no 'pattern'", "give a KPattern, or moves")
        yield read_state(json.dumps(report["pattern"]), definition)


def code_of(answer: StateAnswer) -> int:
    """Return the exit code of an answer."""
    if answer.status is Status.UNKNOWN or answer.stopped in (Stop.TIME, Stop.INTERRUPT):
        return STOPPED
    if any(report.unsolved for report in answer):
        return STOPPED
    return NO if answer.status is Status.INFEASIBLE else ANSWERED


def printed(answer: StateAnswer, args: argparse.Namespace) -> bool:
    """Print an answer as JSON if that is asked for, and return whether it was."""
    if args.json:
        output.print_json(answer)
    return bool(args.json)
