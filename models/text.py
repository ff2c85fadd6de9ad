"""Patterns as text: `every-colour`, `at-most=2`, or the name of a model, one after the other."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from cubecsp.errors import InputError, excerpt
from cubecsp.models.named import MODELS
from cubecsp.models.pattern import Pattern
from cubecsp.models.rule import Rule
from cubecsp.models.rules import RULES

__all__ = ["parse_pattern", "parse_rules"]


def parse_pattern(texts: Iterable[str]) -> Pattern:
    """Return the pattern that some rule texts and names of models state together.

    A single name of a model gives that model, name included.

    Raises:
        InputError: a text is neither, or a parameter is wrong.
    """
    given = list(texts)
    if len(given) == 1 and given[0] in MODELS:
        return MODELS[given[0]]
    return Pattern(tuple(rule for text in given for rule in parse_rules(text)))


def parse_rules(text: str) -> tuple[Rule, ...]:
    """Return the rule that `text` states, or all the rules of the model that it names."""
    if text in MODELS:
        return MODELS[text].rules
    name, equals, value = text.partition("=")
    if name not in RULES:
        known = [*RULES, *MODELS]
        close = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean {close[0]}?" if close else f"known are {', '.join(known)}"
        raise InputError(f"there is no rule or model {excerpt(name)}", hint, text=text, position=0)
    return (RULES[name].from_text(value if equals else None),)
