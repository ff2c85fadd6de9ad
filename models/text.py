"""Patterns as text: rules by name, composed rules, models, and files that state models or define rules.

`every-colour at-most=2`, `any(solved=F2L, not faces-differ)`, `perfect-scramble`, `./mine.toml`. The
plain forms, a name or name=value, are read without a parser; all else by `cubecsp.models.grammar`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping

from cubecsp.errors import InputError, excerpt
from cubecsp.models.compose import Budget
from cubecsp.models.named import MODELS
from cubecsp.models.pattern import Pattern
from cubecsp.models.rule import Rule
from cubecsp.models.rules import RULES

__all__ = ["MAX_LENGTH", "WORDS", "parse_pattern", "parse_rules"]

MAX_LENGTH = 100_000
"""So many characters may a text have."""

_PLAIN = re.compile(r"""([\w-]+)(?:=(?!=)([^\s()"'{}]*))?""", re.ASCII)
WORDS = (
    *("not", "in", "all", "any", "at-least", "count"),
    *(f"{quantifier}-{way}" for quantifier in ("some", "every") for way in ("holding", "symmetry")),
)
"""The words of the language, which name no rule."""

Names = Mapping[str, tuple[Rule, ...]]
"""Names that a file gives to rules, besides those that are always known."""


def parse_pattern(texts: Iterable[str]) -> Pattern:
    """Return the pattern that some rule texts, names of models, and files state together.

    A single name of a model, or a single file, gives that model, name included. A file is what ends
    in `.toml` or `.py`, and `FILE.py:NAME` is one rule of it; the names that it defines are known to
    the other texts as well.

    Raises:
        InputError: a text is none of these, a parameter is wrong, or a file cannot be read.
    """
    given = list(texts)
    if len(given) == 1 and given[0] in MODELS:
        return MODELS[given[0]]
    names: dict[str, tuple[Rule, ...]] = {}
    stated: dict[str, Pattern] = {}
    for text in given:
        if is_file(text):
            from cubecsp.models.files import load

            stated[text], defined = load(text)
            names |= defined
    if len(given) == 1 and stated:
        return stated[given[0]]
    return Pattern(
        tuple(
            rule
            for text in given
            for rule in (stated[text].rules if text in stated else parse_rules(text, names))
        )
    )


def is_file(text: str) -> bool:
    """Return whether a text names a file: nothing else ends so."""
    return re.search(r"\.(toml|py(:[\w-]*)?)$", text) is not None


def parse_rules(
    text: str, names: Names | None = None, budget: Budget | None = None
) -> tuple[Rule, ...]:
    """Return the rules that `text` states: one, or all those of a model that it names.

    Args:
        text: see `parse_pattern`; no file.
        names: further names and what they stand for.
        budget: how many rules it may stand for, if other texts have a share in that.

    Raises:
        InputError: the text is malformed or names what there is not; `position` says where.
    """
    if len(text) > MAX_LENGTH:
        raise InputError(f"a rule text of {len(text)} characters", f"the limit is {MAX_LENGTH}")
    budget = budget or Budget()
    plain = _PLAIN.fullmatch(text)
    if plain and plain[1] not in ("not", "in"):
        found = _named(plain[1], plain[2], text, names or {})
        budget.spend(found)
        return found
    # Today's plain form takes everything after = as it is, blanks and all.
    name, equals, value = text.partition("=")
    if (
        equals
        and name in RULES
        and not re.search(r"""[()"'{}=]""", value)
        and not _more(value, names or {})
    ):
        return _named(name, value, text, names or {})
    if not text.strip():
        raise InputError("there is no rule or model ''", "an empty text states nothing", text=text)
    from cubecsp.models.grammar import read

    return read(text, lambda name, value: _named(name, value, None, names or {}), budget)


def _more(value: str, names: Names) -> bool:
    """Return whether further rules follow a value, in a text without parentheses and other values."""
    known = {*RULES, *MODELS, *WORDS, *names}
    return any(word in known for word in value.split()[1:])


def _named(name: str, value: str | None, text: str | None, names: Names) -> tuple[Rule, ...]:
    """Return what a name and its parameter stand for."""
    given = names.get(name) or (MODELS[name].rules if name in MODELS else None)
    if given is not None:
        if value is not None:
            raise InputError(f"{name} takes no parameter", f"write {name}", text=text)
        return given
    if name not in RULES:
        known = [*RULES, *MODELS, *names]
        close = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean {close[0]}?" if close else f"known are {', '.join(known)}"
        position = None if text is None else 0
        raise InputError(
            f"there is no rule or model {excerpt(name)}", hint, text=text, position=position
        )
    return (RULES[name].from_text(value),)
