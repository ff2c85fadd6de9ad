"""The notation for moves of a puzzle that is not a cube: the names of its moves, with counts and primes.

    item  = name [ count ] [ ' ]

If names begin alike, the longest that fits counts: with moves U and UL, `UL2'` is UL, undone twice.
Groups, commutators and comments are as for cubes (`cubecsp.puzzle.core.sequences`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from cubecsp.errors import InputError, excerpt
from cubecsp.puzzle.core.sequences import PRIMES, SequenceReader
from cubecsp.suggestions import which_are_known

__all__ = [
    "RepeatedMove",
    "check_name",
    "is_rotation",
    "nesting_of",
    "parts_of",
    "power_name",
    "power_of",
    "read_steps",
]

_ROTATION = re.compile(r"[xyz]|[A-Za-z_]+v")
_PAUSE = "."  # cubing.js writes it for no moves
_WORD = re.compile(r"[^\s()\[\],:]+")
_MARK = re.compile(r"[()\[\],]")
_DEEPER = {"(": 1, "[": 1, ")": -1, "]": -1}
_POWER = re.compile(rf"(\d{{1,6}})?([{PRIMES}])?")


class RepeatedMove(NamedTuple):
    """A move, applied a number of times.

    Attributes:
        name: the name of the move.
        amount: the number of times; negative if it is undone.
    """

    name: str
    amount: int


def is_rotation(name: str) -> bool:
    """Return whether a move turns the whole puzzle, by its name: x, y, z, and Uv or uv, like twsearch."""
    return bool(_ROTATION.fullmatch(name))


def power_name(name: str, amount: int, order: int) -> str:
    """Return the name of a move applied `amount` times, if `order` times change nothing: U2' for 3 of 5."""
    amount = amount - order if 2 * amount > order else amount
    count = "" if abs(amount) == 1 else str(abs(amount))
    return f"{name}{count}{chr(39) if amount < 0 else ''}"


def power_of(name: str, base: str) -> int | None:
    """Return the exponent if `name` is a power of `base`: -2 for U2' and U."""
    power = _POWER.fullmatch(name, len(base)) if name.startswith(base) else None
    if power is None:
        return None
    return int(power[1] or 1) * (-1 if power[2] else 1)


def check_name(name: str) -> None:
    """Make sure that a sequence can be written with a move of this name.

    Raises:
        InputError: it has a blank or a mark of the notation, or begins with a prime.
    """
    if not _WORD.fullmatch(name) or "//" in name or name[0] in PRIMES:
        raise InputError(
            f"a move named {excerpt(name)} can't be written in a sequence",
            "name it without blanks, brackets, commas, colons and //, and not beginning with a prime",
        )


def parts_of(text: str) -> list[str]:
    """Return the parts of a text between commas outside brackets."""
    parts, depth, begun = [], 0, 0
    for mark in _MARK.finditer(text):
        depth += _DEEPER.get(mark[0], 0)
        if mark[0] == "," and depth == 0:
            parts.append(text[begun : mark.start()])
            begun = mark.end()
    return [part.strip() for part in (*parts, text[begun:])]


def nesting_of(text: str) -> int:
    """Return the largest number of brackets open at a time."""
    steps = (_DEEPER.get(mark[0], 0) for mark in _MARK.finditer(text))
    return max(accumulate(steps, initial=0))


def read_steps(text: str, names: Sequence[str]) -> list[RepeatedMove]:
    """Return the moves that a text stands for.

    Args:
        text: the sequence.
        names: the names of the moves.

    Raises:
        InputError: it is not a sequence of these.
    """
    if not any(_PAUSE in name for name in names):
        text = text.replace(_PAUSE, " ")
    return _MoveReader(text, names).parse()


class _MoveReader(SequenceReader[RepeatedMove]):
    def __init__(self, text: str, names: Sequence[str]) -> None:
        super().__init__(text)
        self._names = names
        longest_first = sorted(names, key=len, reverse=True)
        self._name = re.compile("|".join(map(re.escape, longest_first)) or "(?!)")

    def move(self) -> RepeatedMove | None:
        match = self._name.match(self.text, self.at)
        if not match:
            return None
        self.at = match.end()
        count, inverse = self.suffix()
        return RepeatedMove(match.group(), -count if inverse else count)

    def undone(self, step: RepeatedMove) -> RepeatedMove:
        return RepeatedMove(step.name, -step.amount)

    def known(self) -> str:
        word = _WORD.match(self.text, self.at)
        written = word.group() if word else ""
        return which_are_known(written, self._names) if written else excerpt(self.text)
