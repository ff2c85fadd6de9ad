"""`about`: everything that can be chosen by name, with package and version, sizes of cubes, and limits."""

from __future__ import annotations

import argparse
import platform
from typing import Any

from cubecsp.cli import options, output
from cubecsp.cli.command import Command
from cubecsp.cli.commands import COMMANDS
from cubecsp.errors import which_are_known
from cubecsp.formats import FORMATS
from cubecsp.models.counting import COUNTERS
from cubecsp.models.engines import ENGINES, AutoEngine, Engine, load_engine
from cubecsp.models.rules import RULES
from cubecsp.models.sampling import SAMPLERS
from cubecsp.pictures.views import VIEWS
from cubecsp.registry import Named, Registry, facts_of, options_in
from cubecsp.search import METHODS
from cubecsp.version import __version__

__all__ = ["COMMAND", "REGISTRIES"]

SUMMARY = "engines, methods, formats, views, rules and commands: package, version, cubes, limits"
DESCRIPTION = """\
List everything that can be chosen by name: what it is, the package behind it with the installed
version, the sizes of cubes that it takes, how many threads an engine or a method may use, the options of
engines (--engine-option NAME=VALUE), and its limits. The command rules says how rules are written."""
EPILOG = """\
examples:
  python -m cubecsp about
  python -m cubecsp about engines methods
  python -m cubecsp about --json

exit codes: 0 answered, 2 malformed"""

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
"""Every registry by what is in it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "kinds",
        nargs="*",
        metavar="KIND",
        type=_kind,
        help=f"{', '.join(REGISTRIES)} (default: all)",
    )
    options.add_json(parser)


def _kind(text: str) -> str:
    if text not in REGISTRIES:
        raise argparse.ArgumentTypeError(
            f"there are no {text!r}; {which_are_known(text, REGISTRIES)}"
        )
    return text


def run(args: argparse.Namespace) -> int:
    """Print the list."""
    kinds = args.kinds or list(REGISTRIES)
    listed = {kind: _named(kind) for kind in kinds}
    versions = {"cubecsp": __version__, "python": platform.python_version()}
    if args.json:
        facts = {
            kind: {n: facts_of(one) for n, one in all_.items()} for kind, all_ in listed.items()
        }
        output.print_json({"versions": versions, **facts})
        return 0
    output.say(f"cubecsp {__version__}, Python {versions['python']}")
    for kind, entries in listed.items():
        output.say(f"\n{kind}")
        for name, one in entries.items():
            _print(name, one)
    return 0


def _named(kind: str) -> dict[str, Named]:
    """Return what can be chosen, by name: of engines also `auto`, which chooses another one."""
    chooser = {AutoEngine.name: load_engine()} if kind == "engines" else {}
    return {**chooser, **REGISTRIES[kind]}


def _print(name: str, one: Named) -> None:
    """Print what there is to say about an object, what can be set of an engine on lines of its own."""
    facts = facts_of(one)
    settable = options_in(one) if isinstance(one, Engine) else []
    if settable:
        del facts["options"]
    output.say(f"  {name}: {facts.pop('summary')}")
    output.say("      " + "; ".join(f"{fact}: {words}" for fact, words in facts.items()))
    for option in settable:
        output.say(f"      option {option}")


COMMAND = Command.by_hand("about", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run)
