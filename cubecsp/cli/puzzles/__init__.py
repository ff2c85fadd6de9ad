"""Commands about puzzles that are not cubes: what a command does where it is given `--puzzle`."""

from __future__ import annotations

from cubecsp.cli.command import Command
from cubecsp.registry import Registry

__all__ = ["PUZZLE_COMMANDS"]

PUZZLE_COMMANDS: Registry[Command] = Registry(
    "command about puzzles",
    __name__,
    "COMMAND",
    ("find", "count", "scramble", "check", "describe", "solve", "reach", "apply"),
)
"""These commands, by the name that they have for cubes too."""
