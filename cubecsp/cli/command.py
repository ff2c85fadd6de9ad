"""A command: its texts, the questions that it asks, and how it prints the answer."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from cubecsp.questions.asking.query import Query

Gives = Literal["cubes", "moves", "verdicts", "numbers", "texts", "text", "file"]


@dataclass(eq=False)
class Command:
    """A command of the command line.

    Attributes:
        name: its name for users.
        description: the beginning of its help.
        epilog: the end of its help: examples and exit codes.
        run: runs the command, and returns the exit code.
        questions: the questions that it asks, whose parameters are its options.
        options: classes of options that belong to no question.
        gives: the things that standard output gets, one on each line, if it is not a terminal (see
            `cubecsp.cli.printer`): cubes, moves, verdicts, numbers or texts. If left out, the answer is one
            text, or a file.
        summary: its description in the list of commands: a clause, which that list fills in.
    """

    name: str
    description: str
    epilog: str
    run: Callable[[argparse.Namespace], int]
    questions: tuple[type[Query[Any]], ...] = ()
    options: tuple[type, ...] = ()
    gives: Gives = "text"
    summary: str = ""
