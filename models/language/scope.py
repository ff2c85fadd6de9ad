"""Texts of rules besides rules: names that run through values, guards, and sums.

The builder of `cubecsp.models.language.grammar` makes them while lark reads; with a scope, which says what names
mean at a place, they become values and numbers.
"""

from __future__ import annotations

import itertools
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from lark import Token

from cubecsp.errors import InputError, excerpt
from cubecsp.frozen import frozen
from cubecsp.models.core.compose import Budget
from cubecsp.models.core.rule import Rule
from cubecsp.models.rules.expressions import Sum
from cubecsp.models.rules.terms import Term, colour_in
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.suggestions import which_are_known

__all__ = [
    "DOMAINS",
    "ComputedNumber",
    "CountExpression",
    "Factor",
    "Lookup",
    "Scope",
    "Side",
    "SumCondition",
    "check_domains",
    "depth_of",
    "filled",
    "first_of",
    "is_number",
    "lone_word",
    "number_at",
    "scopes",
    "signed",
    "total_of",
]

DOMAINS: dict[str, tuple[str, ...]] = {
    "faces": tuple(FACES),
    "colours": tuple(FACES),
    "corners": CUBE.corners.names,
    "edges": CUBE.edges.names,
    "slots": (*CUBE.corners.names, *CUBE.edges.names),
    "stickers": CUBE.names,
    "cells": tuple("123456789"),
}
"""The domains of names, as in `any(f in faces: …)`; pieces and stickers are the 3×3×3's."""

_BOUND = re.compile(r"\{([^{}]*)\}")
_NUMBERS = re.compile(r"([0-9]{1,4})\.\.([0-9]{1,4})", re.ASCII)
_MOST_VALUES = (
    100_000  # that names may run through together, those included that a guard leaves out
)
_COMPARED: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
Lookup = Callable[[str, str | None], tuple[Rule, ...]]
"""Gives the rules that a name and its parameter stand for."""


@frozen
class NameValue:
    """The value of a name: as text, and its place among its values, or the number; None if there is no order."""

    text: str
    place: int | None


@frozen
class CountExpression:
    """`count(…)`, or `colours(…)` if there are no colours."""

    where: tuple[Token, ...]
    colours: tuple[Token, ...] | None


@frozen
class ComputedNumber:
    """A number made of rules, or of numbers for every value of a name.

    Attributes:
        token: where it begins.
        depth: how deep it is nested.
        sum: gives the number.
    """

    token: Token
    depth: int
    sum: Callable[[Scope], Sum]


Factor = Token | CountExpression | ComputedNumber
"""A number: written, bound to a name, or counted."""

Side = tuple[tuple[int, tuple[Factor, ...]], ...]
"""A sum: products of factors, each with 1 if it is added or -1 if it is subtracted."""


@frozen
class SumCondition:
    """A condition on names: two sums, and how they compare."""

    one: Side
    sign: Token
    other: Side


@frozen
class Scope:
    """The meanings of names at a place: rules and patterns, and names bound by `in`."""

    lookup: Lookup
    bound: Mapping[str, NameValue]
    budget: Budget
    nested: bool = False
    """Whether it is within another rule, where a rule that always or never holds is allowed."""


def filled(text: str, scope: Scope) -> str:
    """Return `text` with every {name} replaced."""

    def value(match: re.Match[str]) -> str:
        if match[1] not in scope.bound:
            known = ", ".join(scope.bound)
            hint = f"names with values are {known}" if known else "write any(c in colours: …)"
            raise InputError(f"the name {{{match[1]}}} has no value", hint)
        return scope.bound[match[1]].text

    return _BOUND.sub(value, str(text)) if "{" in text else str(text)


def is_number(text: str | None) -> bool:
    """Return whether a text is a whole number of 0 or more."""
    return text is not None and text.isascii() and text.isdigit()


def number_at(token: Token, scope: Scope) -> int:
    """Return the number that a word is.

    Raises:
        InputError: it is not a number, or above 9999.
    """
    text = filled(token, scope)
    if not is_number(text) or len(text) > 4:
        raise InputError(
            f"{excerpt(text)} is not a number",
            "write an integer from 0 to 9999, or how-many(RULE), which is 1 if the rule holds and 0 if not",
            position=token.start_pos,
        )
    return int(text)


# ---------------------------------------------------------------- names that run through values


def check_domains(header: Iterable[Token | SumCondition]) -> None:
    """Make sure that what names run through is known, as far as that can be decided without values."""
    for part in header:
        if isinstance(part, Token):
            _, domain, position = _range(part)
            if domain not in DOMAINS and "{" not in domain and not _NUMBERS.fullmatch(domain):
                raise _unknown_set(domain, position)


def _range(token: Token) -> tuple[list[str], str, int]:
    """Return the names in `f, g in faces`, what they run through, and where that is written."""
    names, domain = re.split(r"\s+in\s+(?=\S+$)", token)
    position = (token.start_pos or 0) + len(token) - len(domain)
    return [name.strip() for name in names.split(",")], domain, position


def scopes(header: Iterable[Token | SumCondition], scope: Scope) -> Iterator[Scope]:
    """Yield the scope with every choice of values for the names that the guards allow.

    Raises:
        InputError: there are too many, or a guard is invalid.
    """
    scopes: Iterable[Scope] = [scope]
    for part in header:
        if isinstance(part, SumCondition):
            scopes = [inner for inner in scopes if _passes(part, inner)]
        else:
            scopes = _with_names(part, scopes)
    yield from scopes


def _with_names(token: Token, scopes: Iterable[Scope]) -> list[Scope]:
    names, domain, position = _range(token)
    results = []
    for scope in scopes:
        values = _values(filled(domain, scope), position)
        for chosen in itertools.product(values, repeat=len(names)):
            results.append(
                replace(scope, bound={**scope.bound, **dict(zip(names, chosen, strict=True))})
            )
            if len(results) > _MOST_VALUES:
                raise InputError(
                    "the names have too many combinations of values",
                    f"the limit is {_MOST_VALUES:,}",
                    position=position,
                )
    return results


def _values(domain: str, position: int) -> list[NameValue]:
    """Return the values that a name runs through: a domain by name, or numbers."""
    numbers = _NUMBERS.fullmatch(domain)
    if numbers:
        return [NameValue(str(n), n) for n in range(int(numbers[1]), int(numbers[2]) + 1)]
    if domain not in DOMAINS:
        raise _unknown_set(domain, position)
    return [NameValue(text, place) for place, text in enumerate(DOMAINS[domain])]


def _unknown_set(domain: str, position: int) -> InputError:
    return InputError(
        f"unknown set {excerpt(domain)}",
        which_are_known(domain, [*DOMAINS, "numbers such as 0..9"]),
        position=position,
    )


def _passes(guard: SumCondition, scope: Scope) -> bool:
    """Return whether a guard allows the values of names."""
    one, other = (_guarded(side, scope) for side in (guard.one, guard.other))
    if guard.sign in ("==", "!="):
        return bool((one.text == other.text) == (guard.sign == "=="))
    if one.place is None or other.place is None:
        raise InputError(
            f"{guard.one[0][1][0]}{guard.sign}{guard.other[0][1][0]} compares values that have no order",
            "compare names with names, and numbers with numbers",
            position=first_of(guard.one).start_pos,
        )
    return _COMPARED[guard.sign](one.place, other.place)


def _guarded(side: Side, scope: Scope) -> NameValue:
    """Return the value of one side of a guard: of a name, or of a sum of numbers."""
    word = lone_word(side)
    if word is not None and not is_number(_guard_text(word, scope)):
        name = word.strip("{}")
        if name in scope.bound:
            return scope.bound[name]
        return NameValue(colour_in(str(word)) or str(word).upper(), None)
    total = 0
    for sign, factors in side:
        product = sign
        for factor in factors:
            text = _guard_text(factor, scope) if isinstance(factor, Token) else ""
            if not is_number(text):
                raise InputError(
                    "a guard can compare only names and numbers",
                    "write any(f, g in faces, f != g: …)",
                    position=first_of(side).start_pos,
                )
            product *= int(text)
        total += product
    return NameValue(str(total), total)


def _guard_text(word: Token, scope: Scope) -> str:
    value = scope.bound.get(word.strip("{}"))
    if value is not None:
        return value.text
    parts = [part.strip("{}") for part in word.split("-")]
    if len(parts) > 1 and all(part in scope.bound or is_number(part) for part in parts):
        remedy = f"write {' - '.join(parts)}, with spaces"
        raise InputError(f"{word} is one word with a hyphen", remedy, position=word.start_pos)
    return str(word)


# ---------------------------------------------------------------- sums


def signed(*parts: Any) -> Side:
    """Return a sum, its first product subtracted if there is a minus before it."""
    ((sign, factors), *others) = parts[-1]
    return ((-sign if len(parts) > 1 else sign, factors), *others)


def lone_word(side: Side) -> Token | None:
    """Return the word that a sum consists of, None if it is more."""
    ((sign, (factor, *factors)), *others) = side
    alone = sign == 1 and not factors and not others
    return factor if alone and isinstance(factor, Token) else None


def first_of(side: Side) -> Token:
    """Return where a sum begins."""
    factor = side[0][1][0]
    if isinstance(factor, ComputedNumber):
        return factor.token
    return factor if isinstance(factor, Token) else factor.where[0]


def depth_of(side: Side) -> int:
    """Return how deep a sum is nested."""
    return max(
        f.depth if isinstance(f, ComputedNumber) else 0 for _, factors in side for f in factors
    )


def total_of(side: Side, scope: Scope) -> Sum:
    """Return the number that a sum comes to on every cube.

    Raises:
        InputError: a word in it is no number, or counts are multiplied.
    """
    products = []
    for sign, factors in side:
        product = Sum({}, sign)
        for factor in factors:
            number = _factor(factor, scope)
            if product.weights and number.weights:
                raise InputError("a count cannot be multiplied by a count", "multiply by a number")
            product = product * number.number if product.weights else number * product.number
        products.append(product)
    return Sum.of(products)


def _factor(factor: Factor, scope: Scope) -> Sum:
    if isinstance(factor, Token):
        return Sum({}, number_at(factor, scope))
    return factor.sum(scope) if isinstance(factor, ComputedNumber) else _count(factor, scope)


def _count(counted: CountExpression, scope: Scope) -> Sum:
    where = [filled(word, scope) for word in counted.where]
    colours = None if counted.colours is None else [filled(w, scope) for w in counted.colours]
    return Sum({Term.of(where, colours): 1})
