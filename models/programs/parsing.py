"""Clingo's parser, made safe: some texts make it end the whole process.

- It reads bytes. Where a letter outside ASCII stands in neither a comment nor a string, its message has one
  byte of it, which the Python package cannot decode, and that ends the process. So a text with other bytes
  standing in for those is parsed first.
- It stops at a null.
- What it makes of terms in terms is visited recursively: from some 20,000 on, that overflows the stack.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from cubecsp.clingo_package import load_clingo

if TYPE_CHECKING:
    from clingo.ast import AST

__all__ = ["MOST_NESTED", "MalformedError", "parse"]

MOST_NESTED = 1000
"""How many brackets and operators may stand around a part of a rule."""

_STAND_IN = "\1"  # which the parser refuses where it refuses a byte outside ASCII
_SAID = re.compile(r"<string>:(\d+):(\d+)(?:-[\d:]+)?: error: (.*)")
_RULES = "a rule is HEAD :- BODY. with a full stop, names in small letters, variables in capitals"
_LETTERS = "letters outside ASCII may stand in comments, and in strings in double quotes"

_TOKEN = re.compile(
    r"""(?P<skipped>%\*.*?\*%|%[^\n]*|"(?:[^"\\\n]|\\.)*")
    |(?P<open>[(\[{])|(?P<close>[)\]}])
    |(?P<operator>\.\.|\*\*|[-+*/\\&?^~|])
    |(?P<end>[.])|(?P<apart>[,;:])""",
    re.VERBOSE | re.DOTALL,
)


class MalformedError(ValueError):
    """A text that is no program.

    Args:
        problem: what is wrong, a clause.
        line: where, from 1; None if that is not known.
        remedy: what would be right.
    """

    def __init__(self, problem: str, line: int | None = None, remedy: str = "") -> None:
        super().__init__(problem)
        self.problem, self.line, self.remedy = problem, line, remedy


def parse(text: str, take: Callable[[AST], None]) -> None:
    """Give the statements of a program one by one.

    Raises:
        MalformedError: it is malformed.
        EngineError: clingo is not installed.
    """
    _require_characters(text)
    _require_flat(text)
    if not text.isascii():
        _parse(
            re.sub(rb"[\x80-\xff]", _STAND_IN.encode(), text.encode()).decode(),
            text,
            lambda _: None,
        )
    _parse(text, text, take)


def _parse(text: str, original: str, take: Callable[[AST], None]) -> None:
    load_clingo()
    from clingo.ast import parse_string

    said: list[str] = []
    try:
        parse_string(text, take, logger=lambda _, message: said.append(message))
    except RuntimeError as error:
        raise _malformed("".join(said) or str(error), original) from error


def _malformed(said: str, text: str) -> MalformedError:
    match = _SAID.search(said)
    if match is None:
        return MalformedError(said.strip())
    number, column, what = int(match[1]), int(match[2]), match[3].strip()
    lines = text.split("\n")
    if number <= len(lines):
        # Columns are those of bytes.
        before = lines[number - 1].encode()[: column - 1].decode(errors="ignore")
        letter = lines[number - 1][len(before) : len(before) + 1]
        if letter and not letter.isascii():
            written = repr(letter) if letter.isprintable() else ascii(letter)
            return MalformedError(f"{written} at character {len(before) + 1}", number, _LETTERS)
    return MalformedError(what, number, _RULES)


def _require_characters(text: str) -> None:
    """Make sure that there is no null, and no half of a surrogate pair."""
    for match in re.finditer("[\0\ud800-\udfff]", text):
        line = text.count("\n", 0, match.start()) + 1
        column = match.start() - text.rfind("\n", 0, match.start())
        raise MalformedError(
            f"{match[0]!a} at character {column} is not a letter that programs may have", line
        )


def _require_flat(text: str) -> None:
    """Make sure that brackets and operators are nested no deeper than the limit.

    Operators are counted up to the next comma: `1+1+1` is as deep as it is long.
    """
    levels = [0]  # operators of each bracket that is open
    depth = 0  # all of these, and the brackets
    for match in _TOKEN.finditer(text):
        match match.lastgroup:
            case "open":
                levels.append(0)
                depth += 1
            case "operator":
                levels[-1] += 1
                depth += 1
            case "close" if len(levels) > 1:
                inner = levels.pop()
                levels[-1] += inner
                depth -= 1
            case "end":
                levels, depth = [0], 0
            case "apart":
                depth -= levels[-1]
                levels[-1] = 0
        if depth > MOST_NESTED:
            line = text.count("\n", 0, match.start()) + 1
            raise MalformedError(
                f"brackets and operators are nested more than {MOST_NESTED:,} deep",
                line,
                "name inner parts by rules of their own",
            )
