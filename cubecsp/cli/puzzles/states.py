"""The states of a puzzle that a command is given, and how its answer is printed."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from cubecsp.cli import output
from cubecsp.cli.answers import begins_json
from cubecsp.cli.asked import query_of
from cubecsp.cli.codes import ANSWERED, NO, STOPPED
from cubecsp.cli.inputs import input_named, is_input, items_after
from cubecsp.cli.reading import limited
from cubecsp.cli.sources import located
from cubecsp.definitions import KPattern, KPuzzle, read_state
from cubecsp.errors import InputError
from cubecsp.formats.objects import loaded
from cubecsp.questions.answer import Status, Stop
from cubecsp.questions.asking.param import parameters
from cubecsp.questions.defined.answer import StateAnswer
from cubecsp.questions.defined.asking import AboutStates

__all__ = ["asked_of", "code_of", "printed"]

S = TypeVar("S", bound=AboutStates)

_LONGEST = 1_000_000  # characters of a line with moves


def asked_of(
    args: argparse.Namespace,
    question: type[S],
    states: Iterable[str] | str | None = None,
    **more: Any,
) -> S:
    """Return the question that the arguments of a command ask about states.

    Args:
        args: the arguments.
        question: its class.
        states: the arguments that stand for states, if these are others than those of `args`.
        more: see `made`.

    Raises:
        InputError: a state cannot be read, and the message says where it stands; or see `made`.
    """
    puzzle = parameters(question)["puzzle"].check(args.puzzle)
    words = getattr(args, "states", None) if states is None else states
    if words is None:
        return query_of(args, question, **more)
    words = [words] if isinstance(words, str) else words
    found = [*limited(state for word in words for state in _states(word, puzzle))]
    return query_of(args, question, puzzle=puzzle, states=found, **more)


def _states(argument: str, definition: KPuzzle) -> Iterator[KPattern]:
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


def _read(where: str, text: str, definition: KPuzzle) -> Iterator[KPattern]:
    try:
        answer = loaded(text) if begins_json(text) else None
        if isinstance(answer, dict) and "query" in answer:
            yield from _of_answer(answer, definition)
        else:
            yield read_state(text, definition)
    except InputError as error:
        raise located(where, error) from None


def _of_answer(answer: dict[str, Any], definition: KPuzzle) -> Iterator[KPattern]:
    """Yield the states of what a command has printed."""
    states = answer.get("states", _patterns(answer.get("cubes")))
    if not isinstance(states, list) or not states:
        raise InputError("this answer has no states", "give one about a puzzle that is not a cube")
    for number, report in enumerate(states):
        if not isinstance(report, dict) or not isinstance(report.get("pattern"), dict):
            raise InputError(f"states[{number}] has no 'pattern'", "give a KPattern, or moves")
        yield read_state(json.dumps(report["pattern"]), definition)


def _patterns(cubes: Any) -> Any:
    """Return the reports of an answer if they are about another puzzle, else None."""
    known = isinstance(cubes, list) and all(isinstance(c, dict) and "pattern" in c for c in cubes)
    return cubes if known else None


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
