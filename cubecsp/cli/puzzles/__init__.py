"""Commands about puzzles that are not cubes: what a command does with `--puzzle`."""

from __future__ import annotations

from cubecsp.cli.command import Command
from cubecsp.registry import Registry

__all__ = ["PUZZLE_COMMANDS"]

PUZZLE_COMMANDS: Registry[Command] = Registry(
    "command about puzzles",
    __name__,
    "COMMAND",
    ("scramble", "check", "describe", "solve", "reach", "apply", "picture"),
)
"""These commands by name, which is the same as for cubes."""
