"""The parts of the reference pages that show whatever can be chosen by name.

`{{ REGISTRY: name }}`, `{{ RULES }}` and `{{ COMMANDS }}` stand for a section on each.
"""

from __future__ import annotations

import re

from cubecsp.cli.commands import COMMANDS
from cubecsp.cli.parser import parser_of
from cubecsp.formats import FORMATS
from cubecsp.models.engines import ENGINES
from cubecsp.models.rules import RULES
from cubecsp.search import METHODS

REGISTRIES = {"engines": ENGINES, "methods": METHODS, "formats": FORMATS}
"""What `{{ REGISTRY: name }}` stands for: everything in it, with the docstrings of its module."""


def filled_in(markdown: str) -> str:
    """Return a page with these parts filled in."""
    markdown = re.sub(r"\{\{ REGISTRY: (\w+) \}\}", lambda found: registered(found[1]), markdown)
    for mark, made in (("{{ RULES }}", rules), ("{{ COMMANDS }}", commands)):
        if mark in markdown:
            markdown = markdown.replace(mark, made())
    return markdown


def registered(name: str) -> str:
    """Return a section for each object of a registry."""
    registry = REGISTRIES[name]
    package = registry.package
    return "\n\n".join(
        f"## `{key}`\n\n{_sentence(one.summary)}\n\n::: {package}.{key.replace('-', '_')}"
        for key, one in registry.items()
    )


def rules() -> str:
    """Return a section for each rule that can be named in a text."""
    return "\n\n".join(
        f"## `{name}`\n\n{_sentence(rule.summary)} For example `{rule.example}`.\n\n"
        f"::: {rule.__module__}.{rule.__name__}"
        for name, rule in RULES.items()
    )


def commands() -> str:
    """Return the help of each command."""
    found = []
    for name in COMMANDS:
        parser = parser_of([name])
        actions = (a for a in parser._actions if isinstance(a.choices, dict))
        told = next(actions).choices[name].format_help()
        found.append(f"## `{name}`\n\n```text\n{told.rstrip()}\n```")
    return "\n\n".join(found)


def _sentence(clause: str) -> str:
    return f"{clause[0].upper()}{clause[1:]}."
