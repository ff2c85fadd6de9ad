"""A command: its texts, the questions that it asks, and how it prints the answer."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from cubecsp.puzzle.cube.sizes import ANY_SIZE

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
        sizes: the sizes of the cubes that it takes.
        limits: its other limits: a clause.
        distribution: the package that it uses, as PyPI calls it; None for our own code.
        summary: its description in the list of commands: a clause, which that list fills in.
    """

    name: str
    description: str
    epilog: str
    run: Callable[[argparse.Namespace], int]
    questions: tuple[type[Query[Any]], ...] = ()
    options: tuple[type, ...] = ()
    gives: Gives = "text"
    sizes: Sequence[int] = ANY_SIZE
    limits: str = ""
    distribution: str | None = None
    summary: str = ""
