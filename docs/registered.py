"""The parts of the reference pages that show whatever can be chosen by name.

`{{ REGISTRY: name }}` stands for a section on each of what is in a registry.
"""

from __future__ import annotations

import re

from cubecsp.cli.commands.about import REGISTRIES
from cubecsp.cli.parser import parser_of
from cubecsp.models.rules import RULES


def filled_in(markdown: str) -> str:
    """Return a page with these parts filled in."""
    return re.sub(r"\{\{ REGISTRY: (\w+) \}\}", lambda found: registered(found[1]), markdown)


def registered(kind: str) -> str:
    """Return a section for each object of a registry: summary, facts, and what else there is to tell."""
    return "\n\n".join(f"## `{name}`\n\n{_told(kind, name)}" for name in REGISTRIES[kind])


def _told(kind: str, name: str) -> str:
    facts = REGISTRIES[kind].facts(name)
    summary = facts.pop("summary")
    listed = "\n".join(f"- {fact}: {words}" for fact, words in facts.items())
    return f"{summary[0].upper()}{summary[1:]}.\n\n{listed}\n\n{_more(kind, name)}"


def _more(kind: str, name: str) -> str:
    """Return the help of a command, else the docstrings of the module, with examples of rules."""
    if kind == "commands":
        return f"```text\n{_help(name)}\n```"
    module = f"::: {REGISTRIES[kind].package}.{name.replace('-', '_')}"
    return f"For example `{RULES[name].example}`.\n\n{module}" if kind == "rules" else module


def _help(name: str) -> str:
    actions = (a for a in parser_of([name])._actions if isinstance(a.choices, dict))
    told: str = next(actions).choices[name].format_help()
    return told.rstrip()
