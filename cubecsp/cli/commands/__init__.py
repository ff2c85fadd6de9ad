"""Every command by name; see `cubecsp.registry` for how one is added.

Each question has a command of the same name, which says how its answer is printed; a question without a file
here is printed in the common way. Only the command that is called is imported, to save the time of importing
the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cubecsp.questions import QUESTIONS
from cubecsp.registry import DescribedRegistry

if TYPE_CHECKING:
    from cubecsp.cli.command import Command


class Commands(DescribedRegistry["Command"]):
    """Commands by name: those that have a file, and those of other questions.

    The list describes a command, or if it does not, the question of that name does.
    """

    def summary(self, name: str) -> str:
        """Return a clause that describes a command, without importing it."""
        return self._summaries.get(name) or QUESTIONS.summary(name.replace("-", "_"))

    def __getitem__(self, name: str) -> Command:
        if question := self._plain().get(name):
            from cubecsp.cli.plain_command import plain

            command = plain(QUESTIONS[question])
        else:
            command = super().__getitem__(name)
        command.summary = self.summary(command.name)
        return command

    def __contains__(self, name: object) -> bool:
        return name in self._plain() or super().__contains__(name)

    def __iter__(self) -> Iterator[str]:
        yield from self._objects
        yield from self._plain()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _plain(self) -> dict[str, str]:
        """Return the commands whose answers are printed in the common way, each with its question."""
        named = {question.replace("_", "-"): question for question in QUESTIONS}
        return {
            name: question
            for name, question in named.items()
            if name not in self._objects and question not in _BY_OPTIONS
        }


_BY_OPTIONS = frozenset({"fewest", "meaning", "solve_all", "unrank"})
"""Questions without their own command: options of other commands ask them."""


COMMANDS = Commands(
    "command",
    __name__,
    "COMMAND",
    {
        "perfect-scramble": "all 48 perfect scrambles, with their moves",
        "find": "",
        "count": "",
        "sample": "",
        "scramble": "",
        "rank": "the number of a cube among all that satisfy rules, or its cube",
        "best": "",
        "explain": "",
        "prove": "",
        "verify": "",
        "check": "",
        "describe": "",
        "repair": "",
        "recognise": "",
        "complete": "",
        "solve": "the moves that solve a cube, and those that make it",
        "reach": "",
        "apply": "",
        "invert": "",
        "mirror": "",
        "rotate": "",
        "convert": "",
        "picture": "draw cubes: as SVG, PNG, or a page of many",
        "rules": "every rule and pattern, and what a rule text means",
        "export": "",
        "import-solution": "",
        "tables": "the pruning tables that are kept on disk",
        "about": "engines, methods, formats and more, with their limits",
        "serve": "every question over HTTP, and a page to ask them on",
    },
)
"""Every command, in the order of the help."""

GROUPS = {
    "cubes by rules": (
        "perfect-scramble", "find", "count", "sample", "rank", "best", "explain", "prove", "verify",
    ),
    "one cube, or some": ("check", "describe", "repair", "recognise", "complete", "convert"),
    "moves": ("solve", "reach", "scramble", "apply", "invert", "mirror", "rotate"),
    "pictures, other solvers, the server": ("picture", "export", "import-solution", "serve"),
    "what there is": ("rules", "about", "tables"),
}  # fmt: skip
"""The commands as the help for all of them lists them."""
