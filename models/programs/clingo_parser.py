"""Clingo's parser, made safe: some texts make it end the whole process.

- It reads bytes. Where a letter outside ASCII stands in neither a comment nor a string, its message has one
  byte of it, which the Python package cannot decode, and that ends the process. So a text with other bytes
  standing in for those is parsed first.
- It stops at a null.
- What it makes of terms in terms is visited recursively: from some 20,000 on, that overflows the stack.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cubecsp.clingo_package import load_clingo
from cubecsp.errors import InputError
from cubecsp.models.programs.program import ProgramLine

if TYPE_CHECKING:
    from clingo.ast import AST

MOST_NESTED = 1000
"""The largest number of brackets and operators around a part of a rule."""

_STAND_IN = b"\1"  # which the parser refuses where it refuses a byte outside ASCII
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


def parse(name: str, lines: Sequence[ProgramLine]) -> list[AST]:
    """Return the statements of a program of some name.

    Raises:
        InputError: it is malformed.
        EngineError: clingo is not installed.
    """
    text = "".join(f"{line.text}\n" for line in lines)
    for match in re.finditer("[\0\ud800-\udfff]", text):  # halves of surrogate pairs are no letters
        line = text.count("\n", 0, match.start())
        column = match.start() - text.rfind("\n", 0, match.start())
        raise InputError(
            f"{lines[line]}: {match[0]!a} at character {column} is not a letter that programs may have"
        )
    _require_flat(text, lines)
    if not text.isascii():
        _parse(re.sub(rb"[\x80-\xff]", _STAND_IN, text.encode()).decode(), name, lines)
    return _parse(text, name, lines)


def _parse(text: str, name: str, lines: Sequence[ProgramLine]) -> list[AST]:
    load_clingo()
    from clingo.ast import parse_string

    statements: list[AST] = []
    said: list[str] = []
    try:
        parse_string(text, statements.append, logger=lambda _, message: said.append(message))
    except RuntimeError as error:
        told = "".join(said) or str(error)
        match = _SAID.search(told)
        if match is None or not lines:
            raise InputError(f"{name}: {match[3] if match else told.strip()}", _RULES) from error
        line, column = lines[min(int(match[1]), len(lines)) - 1], int(match[2])
        before = line.text.encode()[: column - 1].decode(
            errors="ignore"
        )  # columns are those of bytes
        letter = line.text[len(before) : len(before) + 1]
        if letter.isascii():
            raise InputError(f"{line}: {match[3].strip()}", _RULES) from error
        written = repr(letter) if letter.isprintable() else ascii(letter)
        where = f"{written} at character {len(before) + 1}"
        raise InputError(f"{line}: {where}", _LETTERS) from error
    return statements


def _require_flat(text: str, lines: Sequence[ProgramLine]) -> None:
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
            raise InputError(
                f"{lines[text.count(chr(10), 0, match.start())]}: brackets and operators are nested more than "
                f"{MOST_NESTED:,} deep",
                "name inner parts by separate rules",
            )
