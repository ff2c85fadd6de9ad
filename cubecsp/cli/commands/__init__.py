"""Every command by name; see `cubecsp.registry` for how one is added.

Only the command that is called is imported, so that nobody waits for what the others need.
"""

from __future__ import annotations

from cubecsp.cli.command import Command
from cubecsp.registry import Registry

__all__ = ["COMMANDS"]

COMMANDS: Registry[Command] = Registry(
    "command",
    __name__,
    "COMMAND",
    (
        "perfect-scramble",
        "find",
        "count",
        "sample",
        "scramble",
        "rank",
        "best",
        "explain",
        "prove",
        "verify",
        "check",
        "describe",
        "repair",
        "complete",
        "solve",
        "reach",
        "apply",
        "invert",
        "mirror",
        "rotate",
        "convert",
        "picture",
        "rules",
        "export",
        "import-solution",
        "results",
        "tables",
        "about",
        "serve",
    ),
)
"""Every command, in the order of the help."""
