"""`about`: everything that can be chosen by name, with package and version, sizes of cubes, and limits."""

from __future__ import annotations

import argparse
import platform
from dataclasses import field
from typing import Annotated, Any

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.commands import COMMANDS
from cubecsp.cli.output_options import Json
from cubecsp.formats import FORMATS
from cubecsp.models.counting import COUNTERS, SAMPLERS
from cubecsp.models.engines import ENGINES, AutoEngine, load_engine
from cubecsp.models.rules import RULES
from cubecsp.pictures.views import VIEWS
from cubecsp.questions.asking.parameter import Param, options
from cubecsp.questions.asking.value_kinds import Many, OneOf
from cubecsp.registry import Registry, facts_of, options_in
from cubecsp.search import METHODS
from cubecsp.version import __version__

__all__ = ["COMMAND", "REGISTRIES"]

DESCRIPTION = """\
List everything that can be chosen by name, and say what it is. Of everything except commands, also say the
package behind it with the installed version, the sizes of cubes that it takes, how many threads an engine or a
method may use, the options of engines (--engine-option NAME=VALUE), and its limits. The command rules says how
rules are written."""
EPILOG = """\
examples:
  cubecsp about
  cubecsp about engines methods
  cubecsp about --json

exit codes: 0 answered, 2 invalid input"""

REGISTRIES: dict[str, Registry[Any]] = {
    "engines": ENGINES,
    "methods": METHODS,
    "formats": FORMATS,
    "views": VIEWS,
    "rules": RULES,
    "counters": COUNTERS,
    "samplers": SAMPLERS,
    "commands": COMMANDS,
}
"""Every registry, by the plural of its kind."""


@options
class AboutOptions(Json):
    """The registries to list."""

    kinds: Annotated[
        tuple[str, ...],
        Param(
            ", ".join(REGISTRIES),
            Many(OneOf(lambda: tuple(REGISTRIES), "kind", "KIND")),
            usual="all",
        ),
    ] = field(default=(), kw_only=False)


def run(args: argparse.Namespace) -> int:
    """Print the list."""
    kinds = args.kinds or list(REGISTRIES)
    listed = {kind: _facts(kind) for kind in kinds}
    versions = {"cubecsp": __version__, "python": platform.python_version()}
    if args.json:
        output.print_json({"versions": versions, **listed})
        return 0
    output.say(f"cubecsp {__version__}, Python {versions['python']}")
    for kind, entries in listed.items():
        output.say(f"\n{kind}")
        for name, facts in entries.items():
            _print(kind, name, facts)
    return 0


def _facts(kind: str) -> dict[str, dict[str, str]]:
    """Return the facts about all that can be chosen, by name; the engines include `auto`, which chooses another one."""
    chooser = {AutoEngine.name: facts_of(load_engine())} if kind == "engines" else {}
    return chooser | {name: REGISTRIES[kind].facts(name) for name in REGISTRIES[kind]}


def _print(kind: str, name: str, facts: dict[str, str]) -> None:
    """Print the facts about an object, and the options of an engine on separate lines."""
    options: list[str] = []
    if kind == "engines" and facts.pop("options", ""):
        options = options_in(load_engine() if name == AutoEngine.name else ENGINES[name])
    output.say(f"  {name}: {facts.pop('summary')}")
    if facts:
        told = (f"{fact.replace('_', ' ')}: {words}" for fact, words in facts.items())
        output.say(f"      {'; '.join(told)}")
    for option in options:
        output.say(f"      option {option}")


COMMAND = Command("about", DESCRIPTION, EPILOG, run, options=(AboutOptions,))
