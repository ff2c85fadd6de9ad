"""The grammar of rule texts, and the parser made of it by lark when a text needs it.

Nothing is built while a text is read but small functions, one per node, that give the rules once the
names bound by `in` are known. How deep they are nested is counted on the way, so neither reading
nor building can overflow the stack.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
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
from cubecsp.models.rules.comparisons import CountOf, Same, colour_of, is_sticker
from cubecsp.puzzle.geometry import FACES
from cubecsp.puzzle.puzzle import CUBE

__all__ = ["DOMAINS", "read"]

GRAMMAR = r"""
start: sequence
sequence: item+
item: "not" item                                             -> negation
    | "(" sequence ")"                                       -> group
    | WAY "(" sequence ")"                                   -> holding
    | (ALL | ANY) "(" arguments ")"                          -> quantified
    | AT_LEAST "(" WORD "," arguments ")"                    -> counted
    | COUNT "(" words "," words ")" OPERATOR WORD            -> tally
    | WORD OPERATOR WORD                                     -> comparison
    | WORD VALUE?                                            -> named
?arguments: WORD IN WORD ":" sequence                        -> each
          | sequence ("," sequence)*                         -> listed
words: WORD+

ALL.2: /all(?=\s*\()/
ANY.2: /any(?=\s*\()/
AT_LEAST.2: /at-least(?=\s*\()/
COUNT.2: /count(?=\s*\()/
WAY.2: /(some|every)-(holding|symmetry)(?=\s*\()/
IN: "in"
OPERATOR: /==|!=|<=|>=|<|>/
VALUE: /=(?!=)("[^"]*"|'[^']*'|[^\s(),"']+)/
WORD: /[^\s(),:"'=<>!]+/
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
_FLIPPED = {"<": "<=", ">": ">="}
_EXPECTED = {
    "WORD": "a rule",
    "LPAR": "(",
    "RPAR": ")",
    "COMMA": ",",
    "COLON": ":",
    "OPERATOR": "a comparison such as == or <=",
    "VALUE": "=",
}

Lookup = Callable[[str, str | None], tuple[Rule, ...]]
"""Gives the rules that a name and its parameter stand for."""


@dataclass(frozen=True)
class _Scope:
    """What names mean at a place: rules and models, and those bound by `in`."""

    lookup: Lookup
    bound: Mapping[str, str]
    budget: Budget


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
        return _made([item], lambda scope: (Not(all_rules(item.rules(scope))),))

    def holding(self, way: Token, sequence: _Node) -> _Node:
        quantifier, ways = way.split("-")

        def rules(scope: _Scope) -> tuple[Rule, ...]:
            rule = all_rules(sequence.rules(scope))
            return (Holding(rule, quantifier, mirrored=ways == "symmetry"),)  # type: ignore[arg-type]

        return _made([sequence], rules)

    def quantified(self, kind: Token, arguments: _Node) -> _Node:
        composite = AllOf if kind == "all" else AnyOf
        return _made([arguments], lambda scope: (composite(arguments.rules(scope)),))

    def counted(self, _: Token, number: Token, arguments: _Node) -> _Node:
        def rules(scope: _Scope) -> tuple[Rule, ...]:
            return (AtLeastOf(_number(number, scope), arguments.rules(scope)),)

        return _made([arguments], rules)

    def listed(self, *sequences: _Node) -> _Node:
        return _made(
            sequences, lambda scope: tuple(all_rules(s.rules(scope)) for s in sequences), deeper=0
        )

    def each(self, name: Token, _: Token, domain: Token, sequence: _Node) -> _Node:
        if domain not in DOMAINS:
            raise InputError(
                f"{excerpt(domain)} is nothing that {name} could run through",
                f"known are {', '.join(DOMAINS)}",
                position=domain.start_pos,
            )

        def rules(scope: _Scope) -> tuple[Rule, ...]:
            found: list[Rule] = []
            for value in DOMAINS[domain]:
                inner = replace(scope, bound={**scope.bound, str(name): value})
                found.append(all_rules(sequence.rules(inner)))
                if sum(rule.parts for rule in found) > MAX_PARTS:
                    raise InputError(
                        "names run through too many values", f"a rule has at most {MAX_PARTS} parts"
                    )
            return tuple(found)

        return _made([sequence], rules, deeper=0)

    def words(self, *words: Token) -> tuple[Token, ...]:
        return words

    def tally(
        self,
        _: Token,
        where: tuple[Token, ...],
        colours: tuple[Token, ...],
        sign: Token,
        number: Token,
    ) -> _Node:
        def rules(scope: _Scope) -> tuple[Rule, ...]:
            value = _number(number, scope) + {"<": -1, ">": 1}.get(sign, 0)
            places = [_filled(word, scope) for word in where]
            shown = [_filled(word, scope) for word in colours]
            return (CountOf(places, shown, _FLIPPED.get(sign, str(sign)), value),)

        return _made([], _located(where[0], rules))

    def comparison(self, one: Token, sign: Token, other: Token) -> _Node:
        if sign not in ("==", "!="):
            raise InputError(
                f"stickers and colours are compared with == and !=, not {sign}",
                position=sign.start_pos,
            )

        def rules(scope: _Scope) -> tuple[Rule, ...]:
            terms = [_term(word, scope) for word in (one, other)]
            if len(terms[0]) == 1:
                terms.reverse()
            if len(terms[0]) == 1:
                raise InputError(f"{one}{sign}{other} compares two colours", "name a sticker: U1")
            return (Same(*terms, differ=sign == "!="),)

        return _made([], _located(one, rules))

    def named(self, name: Token, value: Token | None = None) -> _Node:
        def rules(scope: _Scope) -> tuple[Rule, ...]:
            parameter = None if value is None else _filled(_unquoted(value[1:]), scope)
            return scope.lookup(_filled(name, scope), parameter)

        return _made([], _located(name, rules))


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
                raise InputError(error.problem, error.remedy, position=token.start_pos) from error
            raise

    return located


def _filled(text: str, scope: _Scope) -> str:
    """Return `text` with every {name} replaced."""

    def value(match: re.Match[str]) -> str:
        if match[1] not in scope.bound:
            known = ", ".join(scope.bound)
            hint = f"bound are {known}" if known else "write any(c in colours: …)"
            raise InputError(f"nothing gives {{{match[1]}}} a value", hint)
        return scope.bound[match[1]]

    return _BOUND.sub(value, str(text)) if "{" in text else str(text)


def _unquoted(text: str) -> str:
    return text[1:-1] if text[:1] in ("'", '"') else text


def _number(token: Token, scope: _Scope) -> int:
    text = _filled(token, scope)
    if not (text.isascii() and text.isdigit()) or len(text) > 4:
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
