"""Every command by name. A new one is a file of this folder and a line in `COMMANDS`."""

from __future__ import annotations

import argparse
from typing import Protocol

from cubecsp.cli.commands import (
    apply,
    check,
    export,
    find,
    import_solution,
    perfect_scramble,
    reach,
    rules,
    solve,
    tables,
)

__all__ = ["COMMANDS", "Command"]


class Command(Protocol):
    """What the file of a command has in it."""

    SUMMARY: str
    DESCRIPTION: str
    EPILOG: str

    def add_arguments(self, parser: argparse.ArgumentParser, /) -> None:
        """Declare the options."""

    def run(self, args: argparse.Namespace, /) -> int:
        """Do it, and return the exit code."""


COMMANDS: dict[str, Command] = {
    "perfect-scramble": perfect_scramble,
    "find": find,
    "check": check,
    "solve": solve,
    "reach": reach,
    "apply": apply,
    "rules": rules,
    "export": export,
    "import-solution": import_solution,
    "tables": tables,
}
"""Every command, in the order of the help."""
