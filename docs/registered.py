"""The parts of the reference pages that show whatever can be chosen by name.

`{{ REGISTRY: name }}` stands for a section on each of what is in a registry.
"""

from __future__ import annotations

import re

from cubecsp.cli.commands import COMMANDS
from cubecsp.cli.parser import parser_of
from cubecsp.formats import FORMATS
from cubecsp.models.engines import ENGINES
from cubecsp.models.rules import RULES
from cubecsp.pictures.views import VIEWS
from cubecsp.registry import Registry
from cubecsp.search import METHODS

REGISTRIES = {
    "rules": RULES,
    "engines": ENGINES,
    "methods": METHODS,
    "formats": FORMATS,
    "views": VIEWS,
    "commands": COMMANDS,
}


def filled_in(markdown: str) -> str:
    """Return a page with these parts filled in."""
    return re.sub(r"\{\{ REGISTRY: (\w+) \}\}", lambda found: registered(found[1]), markdown)


def registered(name: str) -> str:
    """Return a section for each object of a registry: summary, facts, and what else there is to tell."""
    registry = REGISTRIES[name]
    return "\n\n".join(
        f"## `{key}`\n\n{_sentence(one.summary)}\n\n{_facts(registry, key)}\n\n{_more(name, key)}"
        for key, one in registry.items()
    )


def _facts(registry: Registry, name: str) -> str:
    """Return package, cubes, threads and limits as a list."""
    told = registry.facts(name).items()
    return "\n".join(f"- {fact}: {words}" for fact, words in told)


def _more(registry: str, name: str) -> str:
    """Return the help of a command, else the docstrings of the module, with examples of rules."""
    if registry == "commands":
        return f"```text\n{_help(name)}\n```"
    module = f"::: {REGISTRIES[registry].package}.{name.replace('-', '_')}"
    return f"For example `{RULES[name].example}`.\n\n{module}" if registry == "rules" else module


def _help(name: str) -> str:
    actions = (a for a in parser_of([name])._actions if isinstance(a.choices, dict))
    told: str = next(actions).choices[name].format_help()
    return told.rstrip()


def _sentence(clause: str) -> str:
    return f"{clause[0].upper()}{clause[1:]}."
