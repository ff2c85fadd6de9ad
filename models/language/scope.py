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
from functools import cache
from typing import Any

from lark import Token

from cubecsp.errors import InputError, excerpt
from cubecsp.frozen import frozen
from cubecsp.models.core.composite import Budget
from cubecsp.models.core.rule import Rule
from cubecsp.models.rules.expressions import Sum
from cubecsp.models.rules.no_touching import NoTouching
from cubecsp.models.rules.terms import Term, colour_in
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.suggestions import suggestion


def _bands(puzzle: CubePuzzle) -> tuple[str, ...]:
    """Return the lists of the stickers in a layer around the cube, for each axis and layer."""
    size, bands = puzzle.size, dict[frozenset[int], str]()
    for symmetry in SYMMETRIES[:24]:
        to = symmetry.facelets_of(puzzle)
        for start in range(0, size**2, size):
            around = (puzzle.face(face)[start:][:size] for face in map(FACES.index, "FRBL"))
            band = [to[facelet] for side in around for facelet in side]
            bands.setdefault(frozenset(band), " ".join(puzzle.names[facelet] for facelet in band))
    return tuple(bands.values())


@cache
def sets_of(puzzle: CubePuzzle) -> dict[str, tuple[str, ...]]:
    """Return the sets that names run through, as in `any(f in faces: …)`, on a cube; an even one has no `edges`.

    A value with blanks is a list of stickers: of a row or column, of a block of 2×2, of those at the border of a
    face, or of those in a layer around the cube, the last two in their order around.
    """
    n = range(puzzle.size)

    def on_faces(*lines: Iterable[tuple[int, int]]) -> tuple[str, ...]:
        cells = [[puzzle.size * row + column + 1 for row, column in line] for line in lines]
        return tuple(" ".join(f"{f}{cell}" for cell in line) for f in FACES for line in cells)

    rows = [[(row, column) for column in n] for row in n]
    columns = [[(row, column) for row in n] for column in n]
    corners = itertools.product(n[:-1], repeat=2)
    blocks = [[(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r, c in corners]
    ring = (*rows[0], *columns[-1][1:], *rows[-1][-2::-1], *columns[0][-2:0:-1])
    faces = tuple(FACES)
    sets = {"faces": faces, "colours": faces, "corners": puzzle.corners.names}
    if puzzle.size % 2:
        edges = puzzle.edges.names
        sets |= {"edges": edges, "slots": (*puzzle.corners.names, *edges)}
    return sets | {
        "stickers": puzzle.names,
        "cells": tuple(str(i + 1) for i in range(puzzle.size**2)),
        "rows": on_faces(*rows),
        "columns": on_faces(*columns),
        "lines": on_faces(*rows, *columns),
        "blocks": on_faces(*blocks),
        "rings": on_faces(ring),
        "bands": _bands(puzzle),
    }


DOMAINS = sets_of(CUBE)
"""The sets on the 3×3×3, which has all that there are."""

TOUCHING: dict[str, str] = {
    **NoTouching.vocabulary(),
    "edge": "along an edge of the cube: of one piece",
    "knight": "a knight's move apart on a face",
}
"""The ways of touching in `s, t touching side`, with their meanings; each is a set of pairs of a `CubePuzzle`."""

_BOUND = re.compile(r"\{([^{}]*)\}")
_NUMBERS = re.compile(r"([0-9]{1,4})\.\.([0-9]{1,4})", re.ASCII)
_MOST_VALUES = 100_000  # that names may have together, those included that a guard leaves out
_COMPARED = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
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
class NameGuard:
    """A condition on the values of names.

    Attributes:
        depth: how deep it is nested.
        passes: whether it allows the values of a scope.
    """

    depth: int
    passes: Callable[[Scope], bool]


@frozen
class Scope:
    """The meanings of names at a place: rules and patterns, names bound by `in`, and sets of a puzzle."""

    lookup: Lookup
    bound: Mapping[str, NameValue]
    budget: Budget
    puzzle: Puzzle
    """Whose stickers and slots names run through."""
    nested: bool = False
    """Whether it is within another rule, where a rule that always or never holds is allowed."""


def filled(text: str, scope: Scope) -> str:
    """Return `text` with every {name} replaced."""

    def value(match: re.Match[str]) -> str:
        if match[1] not in scope.bound:
            known = ", ".join(scope.bound)
            hint = f"names with values are {known}" if known else "write any(c in colours: …)"
            raise InputError(f"{{{match[1]}}} is not defined", hint)
        return scope.bound[match[1]].text

    return _BOUND.sub(value, str(text)) if "{" in text else str(text)


def is_number(text: str | None) -> bool:
    """Return whether a text is an integer of 0 or more."""
    return text is not None and text.isascii() and text.isdigit()


def words_in(words: Iterable[Token], scope: Scope) -> list[str]:
    """Return words with every {name} replaced; one may stand for a list of stickers."""
    return [word for token in words for word in filled(token, scope).split()]


def checked_words(
    words: Iterable[Token], scope: Scope, check: Callable[[str], object]
) -> list[str]:
    """Return words as `words_in`, with the place added to the error if `check` refuses one."""
    for token in words:
        for word in words_in([token], scope):
            try:
                check(word)
            except InputError as error:
                raise InputError(error.problem, error.remedy, position=token.start_pos) from error
    return words_in(words, scope)


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


def check_domains(header: Iterable[Token | NameGuard]) -> None:
    """Make sure that what names run through is known, as far as that can be decided without values."""
    for part in header:
        if isinstance(part, Token):
            _, word, domain, position = _range(part)
            if "{" not in domain:
                _check_domain(word, domain, position)


def _check_domain(word: str, domain: str, position: int) -> None:
    """Make sure that there is such a set after `in`, or such a way after `touching`."""
    what, known = ("set", DOMAINS) if word == "in" else ("way to touch", TOUCHING)
    if domain not in known and (known is TOUCHING or not _NUMBERS.fullmatch(domain)):
        words = [*known, *(["numbers such as 0..9"] if known is DOMAINS else [])]
        raise InputError(
            f"unknown {what} {excerpt(domain)}", suggestion(domain, words), position=position
        )


def _range(token: Token) -> tuple[list[str], str, str, int]:
    """Return the names in `f, g in faces` or `s, t touching side`, both words after them, and where the last one is."""
    names, word, domain = re.split(r"\s+(in|touching)\s+(?=\S+$)", token)
    position = (token.start_pos or 0) + len(token) - len(domain)
    return [name.strip() for name in names.split(",")], word, domain, position


def scopes(header: Iterable[Token | NameGuard], scope: Scope) -> Iterator[Scope]:
    """Yield the scope with every choice of values for the names that the guards allow.

    Raises:
        InputError: there are too many, or a guard is invalid.
    """
    scopes: Iterable[Scope] = [scope]
    for part in header:
        if isinstance(part, NameGuard):
            scopes = [inner for inner in scopes if part.passes(inner)]
        else:
            scopes = _with_names(part, scopes)
    yield from scopes


def _with_names(token: Token, scopes: Iterable[Scope]) -> list[Scope]:
    names, word, written, position = _range(token)
    results = []
    for scope in scopes:
        domain = filled(written, scope)
        _check_domain(word, domain, position)
        for chosen in _choices(word, domain, len(names), scope.puzzle, position):
            bound = {**scope.bound, **dict(zip(names, chosen, strict=True))}
            results.append(replace(scope, bound=bound))
            if len(results) > _MOST_VALUES:
                raise InputError(
                    "the names have too many combinations of values",
                    f"the limit is {_MOST_VALUES:,}",
                    position=position,
                )
    return results


def _choices(
    word: str, domain: str, number: int, puzzle: Puzzle, position: int
) -> Iterable[tuple[NameValue, ...]]:
    """Return the values that some names may have together: of a set by name, numbers, or pairs that touch."""
    numbers = _NUMBERS.fullmatch(domain)
    if numbers:
        values = [NameValue(str(n), n) for n in range(int(numbers[1]), int(numbers[2]) + 1)]
        return itertools.product(values, repeat=number)
    if not isinstance(puzzle, CubePuzzle):
        problem = f"{excerpt(f'{word} {domain}')} has a meaning for cubes only"
        raise InputError(problem, "write a rule for each by name", position=position)
    if word == "touching":
        pairs = getattr(puzzle, f"{domain}_pairs")
        return (tuple(NameValue(puzzle.names[f], f) for f in pair) for pair in pairs)
    if domain not in sets_of(puzzle):
        problem = f"a {puzzle.name} has no {domain}: those are of cubes of odd size"
        raise InputError(problem, "write corners", position=position)
    values = [NameValue(text, place) for place, text in enumerate(sets_of(puzzle)[domain])]
    return itertools.product(values, repeat=number)


def passes(left: Side, sign: Token, right: Side, scope: Scope) -> bool:
    """Return whether a comparison of names or numbers holds.

    Raises:
        InputError: they cannot be compared.
    """
    one, other = (_guard_value(side, scope) for side in (left, right))
    if sign in ("==", "!="):
        return bool((one.text == other.text) == (sign == "=="))
    if one.place is None or other.place is None:
        raise InputError(
            f"{left[0][1][0]}{sign}{right[0][1][0]} compares values that have no order",
            "compare names with names, and numbers with numbers",
            position=first_of(left).start_pos,
        )
    return bool(_COMPARED[sign](one.place, other.place))


def _guard_value(side: Side, scope: Scope) -> NameValue:
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
        raise InputError(
            f"{word} is written as one word with a hyphen", remedy, position=word.start_pos
        )
    return str(word)


# ---------------------------------------------------------------- sums


def signed_sum(*parts: Any) -> Side:
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
    where = words_in(counted.where, scope)
    colours = None if counted.colours is None else words_in(counted.colours, scope)
    return Sum({Term.of(where, colours): 1})
