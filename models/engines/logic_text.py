"""The layout of logic programs: many facts to a line, rules one after another, lines of readable length."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from cubecsp.stopping.deadline import looking

_WIDTH = 100


def facts(atoms: Iterable[str]) -> str:
    """Return facts, one after another, in lines."""
    return _wrapped(" ".join(f"{atom}." for atom in looking(atoms)), "")


def rule(text: str) -> str:
    """Return a rule, which ends with its full stop, in lines."""
    return _wrapped(text, "    ")


def body_of(literals: Iterable[str]) -> str:
    """Return the body that demands all of some literals."""
    return ", ".join(literals)


def negated(literal: str) -> str:
    """Return the literal that is true where this one is not."""
    constants = {"#true": "#false", "#false": "#true"}
    if literal in constants:
        return constants[literal]
    return literal.removeprefix("not ") if literal.startswith("not ") else f"not {literal}"


def _wrapped(text: str, indent: str) -> str:
    if len(text) <= _WIDTH:
        return text
    return textwrap.fill(
        text, _WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
