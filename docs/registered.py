"""The sections of the reference of Python that the site makes from docstrings.

`{{ REGISTRY: name }}` stands for a section on each of what is in a registry, and `{{ QUESTION: name }}` for one on a
question. Both lead to directives of mkdocstrings, so they are filled in when the site is built; parts that can be read
without it are in the pages themselves (see `tables.py`).
"""

from __future__ import annotations

import re

from question_sections import question

from cubecsp.cli.commands.about import REGISTRIES
from cubecsp.models.rules import RULES

_QUESTION = re.compile(r"^\{\{ QUESTION: (\w+) \}\}$", re.MULTILINE)  # a separate paragraph


def filled_in(markdown: str) -> str:
    """Return a page with these sections filled in."""
    markdown = _QUESTION.sub(lambda match: question(match[1]), markdown)
    return re.sub(r"\{\{ REGISTRY: (\w+) \}\}", lambda match: registered(match[1]), markdown)


def registered(kind: str) -> str:
    """Return a section for each object of a registry: summary, facts, and docstrings."""
    return "\n\n".join(f"### `{name}`\n\n{_described(kind, name)}" for name in REGISTRIES[kind])


def _described(kind: str, name: str) -> str:
    facts = REGISTRIES[kind].facts(name)
    summary = facts.pop("summary")
    listed = "\n".join(f"- {fact.replace('_', ' ')}: {words}" for fact, words in facts.items())
    return f"{summary[0].upper()}{summary[1:]}.\n\n{listed}\n\n{_docstrings(kind, name)}"


def _docstrings(kind: str, name: str) -> str:
    """Return the docstrings of a module, with examples of rules."""
    module = f"{REGISTRIES[kind].package}.{name.replace('-', '_')}"
    if kind == "samplers" and name in REGISTRIES["counters"]:
        return f"[`{module}`][{module}]"
    module = f"::: {module}"
    return f"For example `{RULES[name].example}`.\n\n{module}" if kind == "rules" else module
