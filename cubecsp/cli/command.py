"""What a command consists of: its texts, its options, and what it does."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from cubecsp.puzzle.sizes import ANY_SIZE

__all__ = ["Command", "Gives"]

Gives = Literal["cubes", "moves", "verdicts", "numbers", "texts", "text", "file"]


@dataclass(eq=False)
class Command:
    """A command of the command line.

    Attributes:
        name: what users call it.
        summary: what it does, for the list of commands: a clause.
        description: the beginning of its help.
        epilog: the end of its help: examples and exit codes.
        add_arguments: declares its options.
        run: runs the command, and returns the exit code.
        gives: what standard output gets, one on each line, where it is not a terminal (see
            `cubecsp.cli.printer`): cubes, moves, verdicts, numbers or texts; else the answer is one
            text, or a file.
        sizes: of the cubes that it is about.
        limits: what it cannot do beyond that: a clause.
        distribution: the package that it works with, as PyPI calls it; None for our own code.
    """

    name: str
    summary: str
    description: str
    epilog: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    gives: Gives = "text"
    sizes: Sequence[int] = ANY_SIZE
    limits: str = ""
    distribution: str | None = None
