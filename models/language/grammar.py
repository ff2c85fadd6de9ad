"""The grammar of rule texts, and the parser made of it by lark when a text needs it.

While a text is read, nothing is built but small functions, one per node, which give the rules once the
names bound by `in` are known. Their depth of nesting is counted on the way, so neither reading nor
building can overflow the stack.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar

from lark import Lark, Token, Transformer, UnexpectedInput, UnexpectedToken, v_args

from cubecsp.errors import InputError, excerpt
from cubecsp.frozen import frozen
from cubecsp.models.core.compose import AllOf, AnyOf, Not, all_rules
from cubecsp.models.core.composite import MAX_DEPTH, MAX_PARTS, Budget
from cubecsp.models.core.rule import Rule
from cubecsp.models.language.scope import (
    ComputedNumber,
    CountExpression,
    Factor,
    Lookup,
    NameGuard,
    Scope,
    Side,
    check_domains,
    checked_words,
    depth_of,
    filled,
    first_of,
    is_number,
    lone_word,
    number_at,
    passes,
    scopes,
    signed_sum,
    total_of,
)
from cubecsp.models.rules.at_least import AtLeastOf
from cubecsp.models.rules.comparisons import Same, comparison_of
from cubecsp.models.rules.distance import Distance
from cubecsp.models.rules.expressions import StickerList, Sum, how_many, numbers_of
from cubecsp.models.rules.regular import Regular
from cubecsp.models.rules.sticker_lists import AllDifferent, Lexicographic, Table
from cubecsp.models.rules.terms import check_places, colour_of, is_sticker
from cubecsp.models.rules.whole_orientation import WholeOrientation
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.suggestions import alternatives

GRAMMAR = r"""
?start: sequence
objective: total                                             -> measure
         | sequence                                          -> score
sequence: item+
?item.1: "not" item                                          -> negation
    | "(" sequence ")"
    | WAY "(" sequence ")"                                   -> holding
    | (ALL | ANY) "(" arguments? ")"                         -> quantification
    | AT_LEAST "(" WORD ("," arguments)? ")"                 -> at_least
    | ALL_DIFFERENT "(" words ")"                            -> all_different
    | LEX "(" words OPERATOR words ")"                       -> lexicographic
    | TABLE "(" words ":" words ("," words)* ")"             -> table
    | REGULAR "(" words ":" TEXT ")"                         -> regular
    | sum OPERATOR MINUS? sum                                -> comparison
    | WORD VALUE?                                            -> rule_name
?arguments: header ":" sequence                              -> each
          | sequence ("," sequence)*                         -> rule_list
header: domain ("," (domain | guard))*
?domain: RANGE | TOUCHING
?guard: both ("or" both)*                                    -> either
?both: condition ("and" condition)*
?condition: sum OPERATOR MINUS? sum                          -> compared
          | "(" guard ")"
          | "not" condition                                  -> inverse
total: MINUS? sum
sum: product ((PLUS | MINUS) product)*
product: factor ("*" factor)*
?factor: COUNT "(" words "," words ")"                       -> tally
      | COLOURS "(" words ")"                                -> shades
      | NUMBERS "(" words ")"                                -> numbers
      | SUM "(" header ":" total ")"                         -> summation
      | HOW_MANY "(" arguments? ")"                          -> rule_count
      | WORD
words: WORD+

ALL.2: /all(?=\s*\()/
ANY.2: /any(?=\s*\()/
AT_LEAST.2: /at-least(?=\s*\()/
ALL_DIFFERENT.2: /all-different(?=\s*\()/
LEX.2: /lex(?=\s*\()/
TABLE.2: /table(?=\s*\()/
REGULAR.2: /regular(?=\s*\()/
COUNT.2: /count(?=\s*\()/
COLOURS.2: /colours(?=\s*\()/
NUMBERS.2: /numbers(?=\s*\()/
SUM.2: /sum(?=\s*\()/
HOW_MANY.2: /how-many(?=\s*\()/
WAY.2: /(some|every)-(orientation|symmetry)(?=\s*\()/
RANGE.3: /[A-Za-z]\w*(\s*,\s*[A-Za-z]\w*)*\s+in\s+[^\s(),:"'=<>!+*]+/
TOUCHING.3: /[A-Za-z]\w*\s*,\s*[A-Za-z]\w*\s+touching\s+[^\s(),:"'=<>!+*]+/
TEXT: /"[^"]*"|'[^']*'/
OPERATOR: /==|!=|<=|>=|<|>/
PLUS: "+"
MINUS: "-"
VALUE: /=(?!=)("[^"]*"|'[^']*'|([^\s(),"'\[]|\[[0-9, ]*\]?)+)/
WORD: /[0-9]+(?=\s*-)|\{[^{}]*\}(?=\s*-)|[^\s(),:"'=<>!+*-][^\s(),:"'=<>!+*]*/
%ignore /\s+/
"""

_EXPECTED = {
    "WORD": "a rule",
    "RPAR": "')'",
    "COMMA": "','",
    "COLON": "':'",
    "OPERATOR": "a comparison such as == or <=",
}
"""What messages call the kinds of words; they leave out those that are not worth mentioning."""

_MIRRORED = str.maketrans("<>", "><")
_LAST_WORD = re.compile(r"([a-z-]*)\s*\Z")
_CONNECTIVE = re.compile(r"(and|or)\b")
_LONGEST_USE = 20

_USES = {
    "count": "stickers and colours, e.g. count(U, R); how-many(EO, DR) counts rules",
    "colours": "stickers, e.g. colours(U)",
    "at-least": "a number and rules, e.g. at-least(2, RULE, RULE, RULE)",
    "all-different": "stickers, e.g. all-different(U1 U2 U3)",
    "lex": "two lists of stickers, e.g. lex(U1 U2 <= F1 F2)",
    "table": "stickers and rows of colours, e.g. table(U1 U2: R F, F R)",
    "regular": 'stickers and a quoted expression, e.g. regular(U1 U2 U3: "R+ F*")',
    "numbers": "stickers, e.g. numbers(U1 U2 U3)",
    "sum": "a name, its set and a number, e.g. sum(f in faces: colours({f}))",
}
"""What the words of the language need in their parentheses."""

_Given = TypeVar("_Given")

_Words = tuple[Token, ...]

_Header = tuple[Token | NameGuard, ...]

_Maker = Callable[[Scope], tuple[Rule, ...]]


@frozen
class _Node:
    """A part of a text: how deep it is nested, and what gives its rules."""

    depth: int
    rules: _Maker


@v_args(inline=True)
class _Builder(Transformer[Token, Any]):
    """Makes nodes while lark reads."""

    def sequence(self, *items: _Node) -> _Node:
        return _node(items, lambda s: tuple(dict.fromkeys(r for x in items for r in x.rules(s))))

    def negation(self, item: _Node) -> _Node:
        return _node([item], lambda scope: (Not(all_rules(item.rules(_within(scope)))),))

    def holding(self, way: Token, sequence: _Node) -> _Node:
        quantifier, ways = way.split("-")

        def rules(scope: Scope) -> tuple[Rule, ...]:
            rule = all_rules(sequence.rules(_within(scope)))
            return (WholeOrientation(rule, quantifier, mirrored=ways == "symmetry"),)  # type: ignore[arg-type]

        return _node([sequence], rules)

    def quantification(self, kind: Token, arguments: _Node | None = None) -> _Node:
        composite = AllOf if kind == "all" else AnyOf

        def rules(scope: Scope) -> tuple[Rule, ...]:
            listed = arguments.rules(_within(scope)) if arguments else ()
            if not (listed or scope.nested):
                raise InputError(
                    f"{kind}(…) without rules {'always holds' if kind == 'all' else 'can never hold'}",
                    "name a rule, or values that exist",
                    position=kind.start_pos,
                )
            return (composite(listed),)

        return _node([arguments] if arguments else [], rules)

    def at_least(self, _: Token, number: Token, arguments: _Node | None = None) -> _Node:
        def rules(scope: Scope) -> tuple[Rule, ...]:
            needed = number_at(number, scope)
            listed = arguments.rules(_within(scope)) if arguments else ()
            never = "can never hold" if needed else "always holds"
            if not (1 <= needed <= len(listed) or scope.nested):
                raise InputError(
                    f"at-least({needed}, …) of {len(listed)} rules {never}",
                    f"expected an integer from 1 to {len(listed)}",
                    position=number.start_pos,
                )
            return (AtLeastOf(needed, listed),)

        return _node([arguments] if arguments else [], rules)

    def rule_list(self, *sequences: _Node) -> _Node:
        return _node(sequences, lambda s: tuple(all_rules(x.rules(s)) for x in sequences), deeper=0)

    def header(self, *parts: Token | NameGuard) -> _Header:
        check_domains(parts)
        return parts

    def each(self, header: _Header, sequence: _Node) -> _Node:
        def rules(scope: Scope) -> tuple[Rule, ...]:
            results: list[Rule] = []
            for inner in scopes(header, scope):
                results.append(all_rules(sequence.rules(inner)))
                if sum(rule.parts for rule in results) > MAX_PARTS:
                    raise InputError(
                        "the names have too many combinations of values",
                        f"a rule has at most {MAX_PARTS:,} parts",
                    )
            return tuple(results)

        return _node([sequence], rules, deeper=0)

    def compared(self, left: Side, sign: Token, *other: Any) -> NameGuard:
        right = signed_sum(*other)
        return NameGuard(0, lambda scope: passes(left, sign, right, scope))

    def either(self, *guards: NameGuard) -> NameGuard:
        return _guard(guards, lambda scope: any(guard.passes(scope) for guard in guards))

    def both(self, *guards: NameGuard) -> NameGuard:
        return _guard(guards, lambda scope: all(guard.passes(scope) for guard in guards))

    def inverse(self, guard: NameGuard) -> NameGuard:
        return _guard([guard], lambda scope: not guard.passes(scope))

    def all_different(self, token: Token, where: _Words) -> _Node:
        return _made(token, lambda scope: AllDifferent(_places(where, scope)))

    def lexicographic(self, token: Token, first: _Words, sign: Token, second: _Words) -> _Node:
        if sign in ("==", "!="):
            remedy = "write <, <=, > or >= between the stickers"
            raise InputError(f"lex cannot compare by {sign}", remedy, position=sign.start_pos)
        sides = (first, second) if sign[0] == "<" else (second, first)
        strict = len(sign) == 1
        return _made(token, lambda s: Lexicographic(*(_places(x, s) for x in sides), strict=strict))

    def table(self, token: Token, where: _Words, *rows: _Words) -> _Node:
        def made(scope: Scope) -> Rule:
            listed = [checked_words(row, scope, colour_of) for row in rows]
            return Table(_places(where, scope), listed)

        return _made(token, made)

    def regular(self, _: Token, where: _Words, text: Token) -> _Node:
        return _made(text, lambda s: Regular(_places(where, s), filled(_unquoted(text), s)))

    def total(self, *parts: Any) -> Side:
        return signed_sum(*parts)

    def sum(self, *parts: Token | tuple[Factor, ...]) -> Side:
        signs = [1, *(-1 if sign == "-" else 1 for sign in parts[1::2])]
        return tuple(zip(signs, parts[::2], strict=True))  # type: ignore[arg-type]

    def product(self, *factors: Factor) -> tuple[Factor, ...]:
        return factors

    def summation(self, token: Token, header: _Header, side: Side) -> ComputedNumber:
        def total(scope: Scope) -> Sum:
            results = []
            for inner in scopes(header, scope):
                results.append(total_of(side, inner))
                scope.budget.spend((), 1 + len(results[-1].weights))
            return Sum.of(results)

        return ComputedNumber(token, 1 + depth_of(side), total)

    def rule_count(self, token: Token, arguments: _Node | None = None) -> ComputedNumber:
        def total(scope: Scope) -> Sum:
            listed = arguments.rules(_within(scope)) if arguments else ()
            scope.budget.spend(listed)
            return how_many(*listed)

        return ComputedNumber(token, 1 + (arguments.depth if arguments else 0), total)

    def measure(self, side: Side) -> ComputedNumber:
        return ComputedNumber(first_of(side), depth_of(side), lambda scope: total_of(side, scope))

    def score(self, sequence: _Node) -> ComputedNumber:
        return ComputedNumber(
            Token("WORD", ""), sequence.depth, lambda s: how_many(all_rules(sequence.rules(s)))
        )

    def tally(self, _: Token, where: _Words, colours: _Words) -> CountExpression:
        return CountExpression(where, colours)

    def numbers(self, token: Token, where: _Words) -> ComputedNumber:
        return ComputedNumber(token, 0, lambda s: numbers_of(StickerList(_places(where, s))))

    def shades(self, _: Token, where: _Words) -> CountExpression:
        return CountExpression(where, None)

    def words(self, *words: Token) -> _Words:
        return words

    def comparison(self, left: Side, sign: Token, *rest: Any) -> _Node:
        other = signed_sum(*rest)

        def rules(scope: Scope) -> tuple[Rule, ...]:
            words = [lone_word(side) for side in (left, other)]
            texts = [None if word is None else filled(word, scope) for word in words]
            if Distance.name in texts:
                return (_distance(words, texts.index(Distance.name), sign, scope),)
            if None in texts or all(map(is_number, texts)):
                return (_comparison(left, sign, other, scope),)
            return (_same([w for w in words if w is not None], sign, scope),)

        return _node(
            (), _with_place(first_of(left), rules), deeper=1 + max(map(depth_of, (left, other)))
        )

    def rule_name(self, name: Token, value: Token | None = None) -> _Node:
        def rules(scope: Scope) -> tuple[Rule, ...]:
            parameter = None if value is None else filled(_unquoted(value[1:]), scope)
            return scope.lookup(filled(name, scope), parameter)

        return _node([], _with_place(name, rules))


def _guard(parts: Sequence[NameGuard], passes: Callable[[Scope], bool]) -> NameGuard:
    depth = 1 + max(part.depth for part in parts)
    _check_depth(depth)
    return NameGuard(depth, passes)


def _made(token: Token, rule: Callable[[Scope], Rule]) -> _Node:
    """Return the node of a rule not made of others; errors without a place point at `token`."""
    return _node([], _with_place(token, lambda scope: (rule(scope),)))


def _places(words: _Words, scope: Scope) -> list[str]:
    return checked_words(words, scope, lambda word: check_places([word]))


def _within(scope: Scope) -> Scope:
    return scope if scope.nested else replace(scope, nested=True)


def _node(parts: Any, rules: _Maker, *, deeper: int = 1) -> _Node:
    depth = deeper + max((part.depth for part in parts), default=0)
    _check_depth(depth)
    return _Node(depth, rules)


def _check_depth(depth: int) -> None:
    if depth > 4 * MAX_DEPTH:  # a rule may add a sequence, a list and a group to its own level
        raise InputError("the rule text is nested too deeply", f"the limit is {MAX_DEPTH} levels")


def _with_place(token: Token, rules: _Maker) -> _Maker:
    """Return `rules`, counted, with the place of `token` added to errors that have none."""

    def located_rules(scope: Scope) -> tuple[Rule, ...]:
        try:
            result = rules(scope)
            scope.budget.spend(result)
            return result
        except InputError as error:
            if error.position is None or error.text is None:
                position = token.start_pos if error.position is None else error.position
                raise InputError(error.problem, error.remedy, position=position) from error
            raise

    return located_rules


def _unquoted(text: str) -> str:
    return text[1:-1] if text[:1] in ("'", '"') else text


def _term(token: Token, scope: Scope) -> str:
    """Return the name of a sticker, or the letter of a colour."""
    text = filled(token, scope).upper()
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


# ---------------------------------------------------------------- comparisons


def _same(words: list[Token], sign: Token, scope: Scope) -> Rule:
    """Return the rule that compares two stickers, or a sticker and a colour."""
    if sign not in ("==", "!="):
        raise InputError(
            f"stickers and colours can be compared with == and != only, not with {sign}",
            position=sign.start_pos,
        )
    terms = [_term(word, scope) for word in words]
    if len(terms[0]) == 1:
        terms.reverse()
    if len(terms[0]) == 1:
        raise InputError(f"{sign.join(words)} compares two colours", "name a sticker: U1")
    return Same(*terms, differ=sign == "!=")


def _distance(words: Sequence[Token | None], at: int, sign: Token, scope: Scope) -> Rule:
    """Return the rule that compares the distance, the word at a position, with a number."""
    number = words[1 - at]
    if number is None:
        raise InputError("distance is compared with a number only", position=sign.start_pos)
    return Distance(sign.translate(_MIRRORED) if at else sign, number_at(number, scope))


def _comparison(left: Side, sign: Token, other: Side, scope: Scope) -> Rule:
    """Return the rule that compares two sums of counts."""
    rest = total_of(left, scope) - total_of(other, scope)
    rule = comparison_of(rest.weights, sign, -rest.number)
    if isinstance(rule, (AllOf, AnyOf)) and not scope.nested:
        never = "always holds" if isinstance(rule, AllOf) else "can never hold"
        raise InputError(f"this comparison {never}", "compare counts that differ")
    return rule


@cache
def _lark() -> Lark:
    # With the builder inside the parser, no tree is made or walked by recursion.
    starts = ["start", "objective"]
    return Lark(GRAMMAR, parser="lalr", start=starts, transformer=_Builder())


def read(text: str, lookup: Lookup, budget: Budget, puzzle: Puzzle) -> tuple[Rule, ...]:
    """Return the rules that `text` states.

    Args:
        text: what the user wrote.
        lookup: what names stand for.
        budget: how many rules it may stand for.
        puzzle: the puzzle whose sets names run through.

    Raises:
        InputError: the text is malformed; `position` says where.
    """
    return _read(text, "start", lambda node: node.rules(Scope(lookup, {}, budget, puzzle)))


def read_number(text: str, lookup: Lookup, budget: Budget, puzzle: Puzzle) -> Sum:
    """Return the number that `text` states: a sum, or rules, which are 1 if all of them hold, otherwise 0.

    Args:
        text: what the user wrote.
        lookup: what names stand for.
        budget: how many rules and terms it may stand for.
        puzzle: the puzzle whose sets names run through.

    Raises:
        InputError: the text is malformed; `position` says where.
    """

    def total(number: ComputedNumber) -> Sum:
        _check_depth(number.depth)
        return number.sum(Scope(lookup, {}, budget, puzzle))

    return _read(text, "objective", total)


def _read(text: str, start: str, build: Callable[[Any], _Given]) -> _Given:
    """Return the result of the function that the builder made of a text."""
    try:
        return build(_lark().parse(text, start))
    except UnexpectedInput as error:
        raise _syntax_error(text, error) from None
    except InputError as error:
        if error.text is not None or error.position is None:
            raise
        raise InputError(
            f"{error.problem} (at character {error.position + 1} of {excerpt(text, error.position)})",
            error.remedy,
            text=text,
            position=error.position,
        ) from error


def _syntax_error(text: str, error: UnexpectedInput) -> InputError:
    """Return the error for a text that lark could not read, with a clear message."""
    at = error.pos_in_stream
    if isinstance(error, UnexpectedToken):
        expected = error.accepts or error.expected
    else:
        expected = getattr(error, "allowed", None) or set()
    ended = isinstance(error, UnexpectedToken) and error.token == ""
    if at is None or at >= len(text) or ended:
        problem, at = f"the rule text {excerpt(text, len(text))} is incomplete", len(text)
    else:
        problem = f"unexpected {text[at]!r} at character {at + 1} of {excerpt(text, at)}"
    remedy = _remedy(text, at, {str(name) for name in expected})
    return InputError(problem, remedy, text=text, position=at)


def _remedy(text: str, at: int, expected: set[str]) -> str:
    """Return what to write at a place of a text where something else is expected."""
    if text[at : at + 1] in ("'", '"') or text.count('"') % 2:
        return "quotation marks come in pairs, around the value after ="
    opened = text.rfind("(", 0, at)
    before = _LAST_WORD.search(text[max(0, opened - _LONGEST_USE) : max(0, opened)])
    if text[at : at + 1] == "=":
        if before and before[1] == "sum":
            return (
                "a sum adds numbers; to count rules that hold write how-many(…) instead of sum(…)"
            )
        return "to compare stickers write U1==F9; to give a value write at-most=2, without blanks"
    if _CONNECTIVE.match(text, at):
        return "only guards take 'and' and 'or'; for rules write all(RULE, RULE) or any(RULE, RULE)"
    if at == len(text) and "RPAR" in expected:
        return "a closing parenthesis is missing"
    if before and before[1] in _USES and ")" not in text[opened:at]:
        return f"{before[1]} needs {_USES[before[1]]}"
    words = [word for name, word in _EXPECTED.items() if name in expected]
    return f"expected {alternatives(words or ['a rule'])}"
