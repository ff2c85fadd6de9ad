"""Rules as text: by name, composed, and by names that users have given to rules.

`every-colour at-most=2`, `any(solved=F2L, not faces-differ)`. The plain forms, a name or name=value, are
read without a parser; everything else by `cubecsp.models.language.grammar`. The caller says which names there
are besides those of rules: `cubecsp.models.language.pattern_text` knows those of patterns and files.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from cubecsp.errors import InputError, excerpt
from cubecsp.interface import spelled
from cubecsp.models.cases import case_names, case_text, cases_called
from cubecsp.models.core.composite import Budget
from cubecsp.models.core.rule import Rule
from cubecsp.models.rules import RULES
from cubecsp.models.rules.slots import SETS
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.sizes import named_size
from cubecsp.puzzle.definitions.built_in_puzzles import built_in_name
from cubecsp.suggestions import alternatives, suggestion

if TYPE_CHECKING:  # few texts are about numbers
    from cubecsp.models.rules.expressions import Sum

MAX_LENGTH = 100_000
"""The largest number of characters in a text."""

_PLAIN = re.compile(r"""([\w-]+)(?:=(?!=)([^\s()"'{}]*))?""", re.ASCII)
_STICKER = re.compile(r"[URFDLB][0-9]+")
_BOTH = "to require both rules, write one after the other: RULE RULE"
_EITHER = "to require one of two rules, write any(RULE, RULE)"
_MEANT = {
    **dict.fromkeys(("and", "&", "&&"), _BOTH),
    **dict.fromkeys(("or", "|", "||"), _EITHER),
    **dict.fromkeys(("cfop", "fridrich"), "its steps are cross, x-cross, F2L, OLL and PLL"),
    "roux": "its steps are FB, F2B and CMLL",
    "zz": "its steps are EO-line, F2L and ZBLL",
    "petrus": "its steps are block=2x2x2, block=2x2x3, EO and F2L",
    "fmc": "its steps are EO, DR and HTR",
    **dict.fromkeys(("any-colour", "any-color", "colour-neutral"), "write some-orientation(cross)"),
    **dict.fromkeys(("2-gen", "2gen", "3-gen"), "it is no rule: name the turns, such as <R,U>"),
}
WORDS = (
    *("not", "in", "touching", "and", "or", "all", "any", "at-least"),
    *("count", "colours", "numbers", "sum", "how-many", "all-different", "lex", "table", "regular"),
    *("distance", "some-orientation", "every-orientation", "some-symmetry", "every-symmetry"),
)
"""The words of the language, which cannot be names of rules."""

Names = Mapping[str, tuple[Rule, ...]]
"""Names, besides those of rules, and what they stand for."""


def name_chain(first: Names, then: Names) -> Names:
    """Return the names of both; if they differ, `first` counts."""
    return ChainMap(cast(Any, first), cast(Any, then))  # which only reads them


def number_in(text: str, names: Names, puzzle: Puzzle = CUBE) -> Sum:
    """Return the number that `text` states: a sum, or rules, which are 1 if all of them hold, otherwise 0.

    Args:
        text: what a user writes.
        names: names that it may use besides those of rules.
        puzzle: the puzzle, for names of slots, and whose sets names run through.

    Raises:
        InputError: the text is malformed or uses an unknown name; `position` says where.
    """
    from cubecsp.models.language.grammar import read_number
    from cubecsp.models.rules.expressions import Sum

    _check_length(text)
    number = re.fullmatch(r"\s*([0-9]{1,4})\s*", text)
    if number:  # no rule, whatever the grammar takes it for
        return Sum({}, int(number[1]))
    return read_number(
        text, lambda name, value: _rules(name, value, None, names, puzzle), Budget(), puzzle
    )


def rules_in(
    text: str, names: Names, budget: Budget | None = None, puzzle: Puzzle = CUBE
) -> tuple[Rule, ...]:
    """Return the rules that `text` states: one, or all those that a name stands for.

    Args:
        text: what a user writes.
        names: names that it may use besides those of rules.
        budget: how many rules the text may stand for, if other texts share that number.
        puzzle: the puzzle, for names of slots, and whose sets names run through.

    Raises:
        InputError: the text is malformed or uses an unknown name; `position` says where.
    """
    _check_length(text)
    if text in names:
        return names[text]
    budget = budget or Budget()
    plain = _PLAIN.fullmatch(text)
    if plain and plain[1] not in ("not", "in"):
        result = _rules(plain[1], plain[2], text, names, puzzle)
        budget.spend(result)
        return result
    # The plain form takes everything after = as it is, blanks included.
    name, equals, value = text.partition("=")
    if (
        equals
        and name in RULES
        and not re.search(r"""[()"'{}=]""", value)
        and not _more(value, names)
    ):
        return _rules(name, value, text, names, puzzle)
    if not text.strip():
        raise InputError("the rule text is empty", "write a rule, such as every-colour", text=text)
    if text.lstrip().startswith("<"):
        raise InputError(
            f"{excerpt(text)} are turns, not a rule", f"give them as {spelled('turns')}"
        )
    if " " in text and (case := case_text(text)):
        return (RULES["case"].from_text(case),)
    from cubecsp.models.language.grammar import read  # which loads lark: seldom needed

    return read(text, lambda name, value: _rules(name, value, None, names, puzzle), budget, puzzle)


def _check_length(text: str) -> None:
    if len(text) > MAX_LENGTH:
        raise InputError(
            f"a rule text of {len(text):,} characters is too long", f"the limit is {MAX_LENGTH:,}"
        )


def _more(value: str, names: Names) -> bool:
    """Return whether further rules follow a value, in a text without parentheses and other values."""
    known = {*RULES, *WORDS, *names}
    return any(_begins_rule(word, known) for word in value.split()[1:])


def _begins_rule(word: str, known: set[str]) -> bool:
    return word in known or case_text(word.partition("=")[0]) is not None


def _rules(
    name: str, value: str | None, text: str | None, names: Names, puzzle: Puzzle = CUBE
) -> tuple[Rule, ...]:
    """Return the rules that a name and its parameter stand for."""
    known = names.get(name)
    if known is not None:
        if value is not None:
            raise InputError(f"{name} takes no parameter", f"write {name}", text=text)
        return known
    if name not in RULES and (case := case_text(name, value)):
        return (RULES["case"].from_text(case),)
    if name not in RULES:
        raise InputError(
            f"unknown rule or pattern {excerpt(name)}",
            _instead(name, value, names),
            text=text,
            position=None if text is None else 0,
        )
    return (RULES[name].from_text(value, puzzle),)


def _instead(name: str, value: str | None, names: Names) -> str:
    """Return a suggestion in place of an unknown name."""
    if name.startswith("~"):
        return "to negate a rule, write not RULE"
    if name.lower() in _MEANT:
        return _MEANT[name.lower()]
    if _STICKER.fullmatch(name):
        compared = "to compare stickers write U1==F9"
        return compared if value is not None else f"{compared}, to count them count(U1 F9, R)"
    if name == "distance":
        return "compare it with a number, as in distance==11"
    if len(name) < 3 and (cases := cases_called(name)):
        return f"for a case write {alternatives(cases)}"
    if (size := named_size(name)) is not None:
        return f"for cubes of this size give {spelled('size', size)}"
    if (puzzle := built_in_name(name)) is not None:
        return f"for this puzzle give {spelled('puzzle', puzzle)}"
    needed = f"{name} needs arguments, as in not RULE or all(RULE, RULE)"
    if name in SETS:
        words, slots = (f"{needed}; ", "F2L") if name in WORDS else ("", name)
        return f"{words}slots follow the name of a rule, as in solved={slots}"
    if name in WORDS:
        return needed
    return suggestion(name, [*RULES, *names, *WORDS, *case_names()], "cubecsp rules")
