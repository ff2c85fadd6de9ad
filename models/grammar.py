"""The grammar of rule texts, and the parser made of it by lark when a text needs it.

Nothing is built while a text is read but small functions, one per node, that give the rules once the
names bound by `in` are known. How deep they are nested is counted on the way, so neither reading
nor building can overflow the stack.
"""

from __future__ import annotations

import itertools
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedInput, UnexpectedToken, v_args

from cubecsp.errors import InputError, excerpt
from cubecsp.models.compose import (
    MAX_DEPTH,
    MAX_PARTS,
    AllOf,
    AnyOf,
    AtLeastOf,
    Budget,
    Holding,
    Not,
    all_rules,
)
from cubecsp.models.rule import Rule
from cubecsp.models.rules.comparisons import Same, compared
from cubecsp.models.rules.expressions import Sum
from cubecsp.models.rules.terms import Term, colour_of, is_sticker
from cubecsp.puzzle.geometry import FACES
from cubecsp.puzzle.puzzle import CUBE

__all__ = ["DOMAINS", "read"]

GRAMMAR = r"""
start: sequence
sequence: item+
item: "not" item                                             -> negation
    | "(" sequence ")"                                       -> group
    | WAY "(" sequence ")"                                   -> holding
    | (ALL | ANY) "(" arguments? ")"                         -> quantified
    | AT_LEAST "(" WORD ("," arguments)? ")"                 -> counted
    | sum OPERATOR MINUS? sum                                -> comparison
    | WORD VALUE?                                            -> named
?arguments: RANGE ("," (RANGE | guard))* ":" sequence        -> each
          | sequence ("," sequence)*                         -> listed
guard: sum OPERATOR MINUS? sum
sum: product ((PLUS | MINUS) product)*
product: factor ("*" factor)*
factor: COUNT "(" words "," words ")"                        -> tally
      | COLOURS "(" words ")"                                -> shades
      | WORD                                                 -> word
words: WORD+

ALL.2: /all(?=\s*\()/
ANY.2: /any(?=\s*\()/
AT_LEAST.2: /at-least(?=\s*\()/
COUNT.2: /count(?=\s*\()/
COLOURS.2: /colours(?=\s*\()/
WAY.2: /(some|every)-(holding|symmetry)(?=\s*\()/
RANGE.3: /[A-Za-z]\w*(\s*,\s*[A-Za-z]\w*)*\s+in\s+[^\s(),:"'=<>!+*]+/
OPERATOR: /==|!=|<=|>=|<|>/
PLUS: "+"
MINUS: "-"
VALUE: /=(?!=)("[^"]*"|'[^']*'|[^\s(),"']+)/
WORD: /[0-9]+(?=\s*-)|\{[^{}]*\}(?=\s*-)|[^\s(),:"'=<>!+*-][^\s(),:"'=<>!+*]*/
%ignore /\s+/
"""

DOMAINS: dict[str, tuple[str, ...]] = {
    "faces": tuple(FACES),
    "colours": tuple(FACES),
    "corners": CUBE.corners.names,
    "edges": CUBE.edges.names,
    "slots": (*CUBE.corners.names, *CUBE.edges.names),
    "stickers": CUBE.names,
    "cells": tuple("123456789"),
}
"""What a name may run through, as in `any(f in faces: …)`; pieces and stickers are the 3×3×3's."""

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
_EXPECTED = {
    "WORD": "a rule",
    "LPAR": "(",
    "RPAR": ")",
    "COMMA": ",",
    "COLON": ":",
    "PLUS": "+",
    "MINUS": "-",
    "OPERATOR": "a comparison such as == or <=",
    "VALUE": "=",
}

Lookup = Callable[[str, str | None], tuple[Rule, ...]]
"""Gives the rules that a name and its parameter stand for."""


@dataclass(frozen=True)
class _Value:
    """What a name stands for: as text, and its place among what it runs through, or the number."""

    text: str
    place: int


@dataclass(frozen=True)
class _Counted:
    """`count(…)`, or `colours(…)` if there are no colours."""

    where: tuple[Token, ...]
    colours: tuple[Token, ...] | None


_Side = tuple[tuple[int, tuple["Token | _Counted", ...]], ...]
"""A sum: products of factors, each with 1 if it is added or -1 if it is taken off."""


@dataclass(frozen=True)
class _Guard:
    """A condition on names: two sums, and how they compare."""

    one: _Side
    sign: Token
    other: _Side


@dataclass(frozen=True)
class _Scope:
    """What names mean at a place: rules and models, and those bound by `in`."""

    lookup: Lookup
    bound: Mapping[str, _Value]
    budget: Budget
    nested: bool = False
    """Whether it is within another rule, where what always or never holds is as good as any."""


_Maker = Callable[[_Scope], tuple[Rule, ...]]


@dataclass(frozen=True)
class _Node:
    """A part of a text: how deep it is nested, and what gives its rules."""

    depth: int
    rules: _Maker


@v_args(inline=True)
class _Builder(Transformer[Token, Any]):
    """Makes nodes while lark reads."""

    def start(self, sequence: _Node) -> _Node:
        return sequence

    def sequence(self, *items: _Node) -> _Node:
        return _made(
            items,
            lambda scope: tuple(dict.fromkeys(r for item in items for r in item.rules(scope))),
        )

    def group(self, sequence: _Node) -> _Node:
        return sequence

    def negation(self, item: _Node) -> _Node:
        return _made([item], lambda scope: (Not(all_rules(item.rules(_within(scope)))),))

    def holding(self, way: Token, sequence: _Node) -> _Node:
        quantifier, ways = way.split("-")

        def rules(scope: _Scope) -> tuple[Rule, ...]:
            rule = all_rules(sequence.rules(_within(scope)))
            return (Holding(rule, quantifier, mirrored=ways == "symmetry"),)  # type: ignore[arg-type]

        return _made([sequence], rules)

    def quantified(self, kind: Token, arguments: _Node | None = None) -> _Node:
        composite = AllOf if kind == "all" else AnyOf

        def rules(scope: _Scope) -> tuple[Rule, ...]:
            given = arguments.rules(_within(scope)) if arguments else ()
            if not (given or scope.nested):
                raise InputError(
                    f"{kind}(…) of nothing {'says nothing' if kind == 'all' else 'can never hold'}",
                    "name a rule, or values that there are",
                    position=kind.start_pos,
                )
            return (composite(given),)

        return _made([arguments] if arguments else [], rules)

    def counted(self, _: Token, number: Token, arguments: _Node | None = None) -> _Node:
        def rules(scope: _Scope) -> tuple[Rule, ...]:
            needed = _number(number, scope)
            given = arguments.rules(_within(scope)) if arguments else ()
            never = "can never hold" if needed else "says nothing"
            if not (1 <= needed <= len(given) or scope.nested):
                raise InputError(
                    f"at-least({needed}, …) of {len(given)} rules {never}",
                    f"the number is 1 to {len(given)}",
                    position=number.start_pos,
                )
            return (AtLeastOf(needed, given),)

        return _made([arguments] if arguments else [], rules)

    def listed(self, *sequences: _Node) -> _Node:
        return _made(
            sequences, lambda scope: tuple(all_rules(s.rules(scope)) for s in sequences), deeper=0
        )

    def each(self, *parts: Token | _Guard | _Node) -> _Node:
        *header, sequence = parts
        assert isinstance(sequence, _Node)
        _check_domains(header)

        def rules(scope: _Scope) -> tuple[Rule, ...]:
            found: list[Rule] = []
            for inner in _scopes(header, scope):
                found.append(all_rules(sequence.rules(inner)))
                if sum(rule.parts for rule in found) > MAX_PARTS:
                    raise InputError(
                        "names run through too many values", f"a rule has at most {MAX_PARTS} parts"
                    )
            return tuple(found)

        return _made([sequence], rules, deeper=0)

    def guard(self, one: _Side, sign: Token, *other: Any) -> _Guard:
        return _Guard(one, sign, _signed(*other))

    def sum(self, *parts: Token | tuple[Token | _Counted, ...]) -> _Side:
        signs = [1, *(-1 if sign == "-" else 1 for sign in parts[1::2])]
        return tuple(zip(signs, parts[::2], strict=True))  # type: ignore[arg-type]

    def product(self, *factors: Token | _Counted) -> tuple[Token | _Counted, ...]:
        return factors

    def tally(self, _: Token, where: tuple[Token, ...], colours: tuple[Token, ...]) -> _Counted:
        return _Counted(where, colours)

    def shades(self, _: Token, where: tuple[Token, ...]) -> _Counted:
        return _Counted(where, None)

    def word(self, word: Token) -> Token:
        return word

    def words(self, *words: Token) -> tuple[Token, ...]:
        return words

    def comparison(self, one: _Side, sign: Token, *rest: Any) -> _Node:
        other = _signed(*rest)

        def rules(scope: _Scope) -> tuple[Rule, ...]:
            words = [_lone_word(side) for side in (one, other)]
            texts = [None if word is None else _filled(word, scope) for word in words]
            if None in texts or all(map(_is_number, texts)):
                return (_compared(one, sign, other, scope),)
            return (_same([w for w in words if w is not None], sign, scope),)

        return _made([], _located(_first(one), rules))

    def named(self, name: Token, value: Token | None = None) -> _Node:
        def rules(scope: _Scope) -> tuple[Rule, ...]:
            parameter = None if value is None else _filled(_unquoted(value[1:]), scope)
            return scope.lookup(_filled(name, scope), parameter)

        return _made([], _located(name, rules))


def _within(scope: _Scope) -> _Scope:
    return scope if scope.nested else replace(scope, nested=True)


def _made(parts: Any, rules: _Maker, *, deeper: int = 1) -> _Node:
    depth = deeper + max((part.depth for part in parts), default=0)
    if depth > 4 * MAX_DEPTH:  # a rule may add a sequence, a list and a group to its own level
        raise InputError("the text is nested too deep", f"rules may be nested {MAX_DEPTH} deep")
    return _Node(depth, rules)


def _located(token: Token, rules: _Maker) -> _Maker:
    """Return `rules`, counted, with its errors given the place of `token` where they have none."""

    def located(scope: _Scope) -> tuple[Rule, ...]:
        try:
            found = rules(scope)
            scope.budget.spend(found)
            return found
        except InputError as error:
            if error.position is None or error.text is None:
                position = token.start_pos if error.position is None else error.position
                raise InputError(error.problem, error.remedy, position=position) from error
            raise

    return located


def _filled(text: str, scope: _Scope) -> str:
    """Return `text` with every {name} replaced."""

    def value(match: re.Match[str]) -> str:
        if match[1] not in scope.bound:
            known = ", ".join(scope.bound)
            hint = f"bound are {known}" if known else "write any(c in colours: …)"
            raise InputError(f"nothing gives {{{match[1]}}} a value", hint)
        return scope.bound[match[1]].text

    return _BOUND.sub(value, str(text)) if "{" in text else str(text)


def _is_number(text: str | None) -> bool:
    return text is not None and text.isascii() and text.isdigit()


def _unquoted(text: str) -> str:
    return text[1:-1] if text[:1] in ("'", '"') else text


def _number(token: Token, scope: _Scope) -> int:
    text = _filled(token, scope)
    if not _is_number(text) or len(text) > 4:
        raise InputError(f"{excerpt(text)} is not a number", position=token.start_pos)
    return int(text)


def _term(token: Token, scope: _Scope) -> str:
    """Return the name of a sticker, or the letter of a colour."""
    text = _filled(token, scope).upper()
    if is_sticker(text):
        return text
    try:
        return colour_of(text)
    except InputError:
        raise InputError(
            f"{excerpt(text)} is neither a sticker nor a colour",
            "stickers are U1 to B9; colours U R F D L B, or W G Y O",
            position=token.start_pos,
        ) from None


# ---------------------------------------------------------------- names that run through values


def _check_domains(header: Iterable[Token | _Guard | _Node]) -> None:
    """Make sure that what names run through is known, as far as that can be said without values."""
    for part in header:
        if isinstance(part, Token):
            _, domain, position = _range(part)
            if domain not in DOMAINS and "{" not in domain and not _NUMBERS.fullmatch(domain):
                raise InputError(
                    f"{excerpt(domain)} is nothing that a name could run through",
                    f"known are {', '.join(DOMAINS)}, and numbers such as 0..9",
                    position=position,
                )


def _range(token: Token) -> tuple[list[str], str, int]:
    """Return the names of `f, g in faces`, what they run through, and where that stands."""
    names, domain = re.split(r"\s+in\s+(?=\S+$)", token)
    position = (token.start_pos or 0) + len(token) - len(domain)
    return [name.strip() for name in names.split(",")], domain, position


def _scopes(header: Sequence[Token | _Guard | _Node], scope: _Scope) -> Iterator[_Scope]:
    """Yield the scope with every choice of values for the names, as far as guards let it pass.

    Raises:
        InputError: there are too many, or a guard makes no sense.
    """
    scopes: Iterable[_Scope] = [scope]
    for part in header:
        if isinstance(part, _Guard):
            scopes = [inner for inner in scopes if _passes(part, inner)]
        else:
            assert isinstance(part, Token)
            scopes = _with_names(part, scopes)
    yield from scopes


def _with_names(token: Token, scopes: Iterable[_Scope]) -> list[_Scope]:
    names, domain, position = _range(token)
    found = []
    for scope in scopes:
        values = _values(_filled(domain, scope), position)
        for chosen in itertools.product(values, repeat=len(names)):
            found.append(
                replace(scope, bound={**scope.bound, **dict(zip(names, chosen, strict=True))})
            )
            if len(found) > _MOST_VALUES:
                raise InputError(
                    "names run through too many values",
                    f"the limit is {_MOST_VALUES}",
                    position=position,
                )
    return found


def _values(domain: str, position: int) -> list[_Value]:
    """Return what a name runs through: a domain by name, or numbers."""
    numbers = _NUMBERS.fullmatch(domain)
    if numbers:
        return [_Value(str(n), n) for n in range(int(numbers[1]), int(numbers[2]) + 1)]
    if domain not in DOMAINS:
        raise InputError(
            f"{excerpt(domain)} is nothing that a name could run through",
            "numbers are written 0..9",
            position=position,
        )
    return [_Value(text, place) for place, text in enumerate(DOMAINS[domain])]


def _passes(guard: _Guard, scope: _Scope) -> bool:
    """Return whether a guard lets the values of names pass."""
    one, other = (_guarded(side, scope) for side in (guard.one, guard.other))
    if guard.sign in ("==", "!="):
        return bool((one.text == other.text) == (guard.sign == "=="))
    if min(one.place, other.place) < 0:
        raise InputError(
            f"{guard.one[0][1][0]}{guard.sign}{guard.other[0][1][0]} compares what is not in order",
            "compare names with names, and numbers with numbers",
            position=_first(guard.one).start_pos,
        )
    return _COMPARED[guard.sign](one.place, other.place)


def _guarded(side: _Side, scope: _Scope) -> _Value:
    """Return the value of one side of a guard: of a name, or of a sum of numbers."""
    word = _lone_word(side)
    if word is not None and not _is_number(_guard_text(word, scope)):
        name = word.strip("{}")
        if name in scope.bound:
            return scope.bound[name]
        return _Value(str(word).upper(), -1)
    total = 0
    for sign, factors in side:
        product = sign
        for factor in factors:
            text = _guard_text(factor, scope) if isinstance(factor, Token) else ""
            if not _is_number(text):
                raise InputError(
                    "guards compare names and numbers",
                    "write any(f, g in faces, f != g: …)",
                    position=_first(side).start_pos,
                )
            product *= int(text)
        total += product
    return _Value(str(total), total)


def _guard_text(word: Token, scope: _Scope) -> str:
    value = scope.bound.get(word.strip("{}"))
    return str(word) if value is None else value.text


# ---------------------------------------------------------------- comparisons


def _signed(*parts: Any) -> _Side:
    """Return a sum, its first product taken off if a minus stands before it."""
    ((sign, factors), *others) = parts[-1]
    return ((-sign if len(parts) > 1 else sign, factors), *others)


def _lone_word(side: _Side) -> Token | None:
    """Return the word that a sum is, None if it is more."""
    ((sign, (factor, *factors)), *others) = side
    alone = sign == 1 and not factors and not others
    return factor if alone and isinstance(factor, Token) else None


def _first(side: _Side) -> Token:
    """Return where a sum begins."""
    factor = side[0][1][0]
    return factor if isinstance(factor, Token) else factor.where[0]


def _same(words: list[Token], sign: Token, scope: _Scope) -> Rule:
    """Return the rule that compares two stickers, or a sticker and a colour."""
    if sign not in ("==", "!="):
        raise InputError(
            f"stickers and colours are compared with == and !=, not {sign}",
            position=sign.start_pos,
        )
    terms = [_term(word, scope) for word in words]
    if len(terms[0]) == 1:
        terms.reverse()
    if len(terms[0]) == 1:
        raise InputError(f"{sign.join(words)} compares two colours", "name a sticker: U1")
    return Same(*terms, differ=sign == "!=")


def _compared(one: _Side, sign: Token, other: _Side, scope: _Scope) -> Rule:
    """Return the rule that compares two sums of counts."""
    rest = _sum(one, scope) - _sum(other, scope)
    rule = compared(rest.weights, sign, -rest.number)
    if isinstance(rule, (AllOf, AnyOf)) and not scope.nested:
        never = "says nothing" if isinstance(rule, AllOf) else "can never hold"
        raise InputError(f"this comparison {never}", "compare counts that differ")
    return rule


def _sum(side: _Side, scope: _Scope) -> Sum:
    total = Sum({})
    for sign, factors in side:
        product = Sum({}, sign)
        for factor in factors:
            if isinstance(factor, Token):
                product = product * _number(factor, scope)
            elif product.weights:
                raise InputError("a count cannot be multiplied by a count", "multiply by a number")
            else:
                product = _count(factor, scope) * product.number
        total = total + product
    return total


def _count(counted: _Counted, scope: _Scope) -> Sum:
    where = [_filled(word, scope) for word in counted.where]
    colours = None if counted.colours is None else [_filled(w, scope) for w in counted.colours]
    return Sum({Term.of(where, colours): 1})


@cache
def _lark() -> Lark:
    # With the builder inside the parser no tree is made, and none walked by recursion.
    return Lark(GRAMMAR, parser="lalr", maybe_placeholders=False, transformer=_Builder())


def read(text: str, lookup: Lookup, budget: Budget) -> tuple[Rule, ...]:
    """Return the rules that `text` states.

    Args:
        text: what the user wrote.
        lookup: what names stand for.
        budget: how many rules it may stand for.

    Raises:
        InputError: the text is malformed; `position` says where.
    """
    try:
        node: _Node = _lark().parse(text)  # type: ignore[assignment]  # what `start` returns
        return node.rules(_Scope(lookup, {}, budget))
    except UnexpectedInput as error:
        raise _malformed(text, error) from None
    except InputError as error:
        if error.text is not None or error.position is None:
            raise
        raise InputError(
            f"{error.problem} (at character {error.position + 1} of {excerpt(text, error.position)})",
            error.remedy,
            text=text,
            position=error.position,
        ) from error


def _malformed(text: str, error: UnexpectedInput) -> InputError:
    """Return what lark could not read, in our words."""
    at = error.pos_in_stream
    if isinstance(error, UnexpectedToken):
        expected = error.accepts or error.expected
    else:
        expected = getattr(error, "allowed", None) or set()
    if at is None or at >= len(text) or (isinstance(error, UnexpectedToken) and error.token == ""):
        problem, at = f"rule text {excerpt(text, len(text))} ends too early", len(text)
    else:
        problem = (
            f"rule text {excerpt(text, at)}: {text[at]!r} at character {at + 1} is not understood"
        )
    if text[at : at + 1] in ("'", '"') or text.count('"') % 2:
        remedy = "quotes come in pairs, around what follows ="
    else:
        words = [word for name, word in _EXPECTED.items() if name in expected]
        remedy = f"expected {' or '.join(words)}" if words else "a rule would be right"
    return InputError(problem, remedy, text=text, position=at)
