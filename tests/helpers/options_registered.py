"""The tests of the options of all commands: who registers one, and what such tests share."""

from __future__ import annotations

from collections.abc import Callable

from asking import ABOUT_SOLVED, SOLVED, USUAL, Outcome, ask, parser_of_all

PARSERS = parser_of_all()
TESTS: dict[tuple[str, str], Callable[[str], None]] = {}
NO_CUBE = SOLVED[:-1] + "U"
HOLES = "..." + SOLVED[3:]

READING = tuple(ABOUT_SOLVED)
FINDING = ("perfect-scramble", "find", "best")
GOAL = {"find": [], "perfect-scramble": [], "best": ["--maximise", "at-most=9"]}
"""What makes a question of rules: of the best, something that all 3×3×3 have."""


def option(flag: str, *commands: str):
    """Register the test of an option of some commands."""

    def registered(test: Callable[[str], None]) -> Callable[[str], None]:
        for command in commands:
            assert (command, flag) not in TESTS
            TESTS[command, flag] = test
        return test

    return registered


def every_option() -> list[tuple[str, str]]:
    return [
        (command, action.option_strings[-1])
        for command, parser in PARSERS.items()
        for action in parser._actions
        if action.option_strings
    ]


def choices(command: str, flag: str) -> list[str]:
    (action,) = (a for a in PARSERS[command]._actions if flag in a.option_strings)
    assert action.choices
    return list(action.choices)


def answered(*arguments: object, code: int = 0) -> Outcome:
    told = ask(*arguments)
    assert told.code == code, told
    return told


def usual(command: str, *more: object, code: int = 0) -> Outcome:
    return answered(command, *USUAL[command], *more, code=code)


def json(*arguments: object, code: int = 0):
    return answered(*arguments, "--json", code=code).json


def refused(*arguments: object) -> str:
    told = answered(*arguments, code=2)
    assert told.out == ""
    return told.err
