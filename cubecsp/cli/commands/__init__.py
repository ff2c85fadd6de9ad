"""Every command by name. A new one is a file of this folder and its name in `COMMANDS`."""

from __future__ import annotations

import argparse
import importlib
from typing import Protocol, cast

__all__ = ["COMMANDS", "Command", "load"]


class Command(Protocol):
    """What the file of a command has in it."""

    SUMMARY: str
    DESCRIPTION: str
    EPILOG: str

    def add_arguments(self, parser: argparse.ArgumentParser, /) -> None:
        """Declare the options."""

    def run(self, args: argparse.Namespace, /) -> int:
        """Do it, and return the exit code."""


COMMANDS = (
    "perfect-scramble",
    "find",
    "check",
    "repair",
    "complete",
    "solve",
    "reach",
    "apply",
    "convert",
    "picture",
    "rules",
    "export",
    "import-solution",
    "tables",
)
"""Every command, in the order of the help; its file is named so too, with `_` for `-`."""


def load(name: str) -> Command:
    """Return a command, imported now: nobody waits for what the other commands need."""
    return cast(Command, importlib.import_module(f"{__name__}.{name.replace('-', '_')}"))
