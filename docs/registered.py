"""The parts of the reference pages that show whatever can be chosen by name.

`{{ REGISTRY: name }}` stands for a section on each of what is in a registry, and `{{ MODELS }}` for one on
each named model, with its picture.
"""

from __future__ import annotations

import re

from cubecsp.cli.commands.about import REGISTRIES
from cubecsp.cli.parser import parser_of
from cubecsp.models.named import MODELS, about
from cubecsp.models.rules import RULES
from cubecsp.pictures.picture import picture


def filled_in(markdown: str) -> str:
    """Return a page with these parts filled in."""
    markdown = re.sub(r"\{\{ REGISTRY: (\w+) \}\}", lambda found: registered(found[1]), markdown)
    return markdown.replace("{{ MODELS }}", models()) if "{{ MODELS }}" in markdown else markdown


def models() -> str:
    """Return a section for each named model: picture, description, moves, source and rules."""
    return "\n\n".join(f"## {name}\n\n{_model(name)}" for name in MODELS)


def _model(name: str) -> str:
    known = about(name)
    parts = [known.description]
    if known.moves is not None:
        shown = picture(known.moves, view="cube", back="beside", title=f"the pattern {name}")
        turns = (
            "no fewer turns make it" if known.optimal else "whether fewer turns do is not proven"
        )
        parts = [shown.svg(240), *parts, f"- `{known.moves}`: {known.length} turns; {turns}"]
    if known.source:
        parts.append(f"- Source: {known.source}")
    parts.append(f"- As rules: `{MODELS[name]}`")
    return "\n\n".join(parts)


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
