"""Every command by name; see `cubecsp.registry` for how one is added.

A question has the command of its name, which says how its answer is printed; one without a file here is printed
like any answer. Only the command that is called is imported, so that nobody waits for what the others need.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cubecsp.cli.command import Command
from cubecsp.questions import QUESTIONS
from cubecsp.registry import Registry

__all__ = ["COMMANDS", "Commands"]


class Commands(Registry[Command]):
    """Commands by name: those that have a file, and those of other questions.

    Args:
        package: the package whose modules have them.
        names: the names; for each what the command does, or "" for what the question of its name says.
    """

    def __init__(self, package: str, names: Mapping[str, str]) -> None:
        super().__init__("command", package, "COMMAND", names)
        self._summaries = dict(names)

    def summary(self, name: str) -> str:
        """Return what a command does, a clause, without importing it."""
        return self._summaries.get(name) or QUESTIONS.summary(name.replace("-", "_"))

    def __getitem__(self, name: str) -> Command:
        if name in QUESTIONS.added and name not in self._objects:
            from cubecsp.cli.plain import plain

            command = plain(QUESTIONS[name])
        else:
            command = super().__getitem__(name)
        command.summary = self.summary(command.name)
        return command

    def __contains__(self, name: object) -> bool:
        return name in QUESTIONS.added or super().__contains__(name)

    def __iter__(self) -> Iterator[str]:
        yield from self._summaries
        yield from QUESTIONS.added - self._summaries.keys()

    def __len__(self) -> int:
        return sum(1 for _ in self)


COMMANDS = Commands(
    __name__,
    {
        "perfect-scramble": "all 48 perfect scrambles, and the moves that make them; or those of another size",
        "find": "",
        "count": "",
        "sample": "",
        "scramble": "",
        "rank": "the number of a cube among those that satisfy the rules, and the cube of a number",
        "best": "",
        "explain": "",
        "prove": "",
        "verify": "",
        "check": "",
        "describe": "",
        "repair": "",
        "complete": "",
        "solve": "the moves that solve a cube, and those that make it",
        "reach": "",
        "apply": "",
        "invert": "",
        "mirror": "",
        "rotate": "",
        "convert": "",
        "picture": "draw cubes, real or not: as SVG, PNG, or a page of many",
        "rules": "every rule with its parameter, one line each; and what a rule text means",
        "export": "",
        "import-solution": "",
        "results": "what was found, and the commands that find it again",
        "tables": "the tables that move search keeps on disk",
        "about": "engines, methods, formats, views, rules and commands: package, version, cubes, limits",
        "serve": "every question over HTTP, and a page to ask them on",
    },
)
"""Every command, in the order of the help."""
