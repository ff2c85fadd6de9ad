"""The notation of moves of a puzzle that is not a cube: its names of moves, with counts and primes.

    item  = name [ count ] [ ' ]

If names begin alike, the longest that fits is taken: with moves U and UL, `UL2'` is UL, undone twice.
Groups, commutators and comments are as for cubes (`cubecsp.puzzle.sequences`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from cubecsp.errors import excerpt, which_are_known
from cubecsp.puzzle.sequences import SequenceReader

__all__ = ["Step", "is_rotation", "parts_of", "power_name", "read_steps"]

_ROTATION = re.compile(r"[xyz]|[A-Z_]+v")
_PAUSE = "."  # which cubing.js writes where nothing is done
_WORD = re.compile(r"[^\s()\[\],:]+")


class Step(NamedTuple):
    """A move, done a number of times.

    Attributes:
        name: of the move.
        amount: how often it is done; negative where it is undone.
    """

    name: str
    amount: int


def is_rotation(name: str) -> bool:
    """Return whether a move turns the whole puzzle, by its name: x, y, z, and Uv, as twsearch has it."""
    return bool(_ROTATION.fullmatch(name))


def power_name(name: str, amount: int, order: int) -> str:
    """Return what a move that is done `amount` times is called, if `order` times are none: U2' for 3 of 5."""
    amount = amount - order if 2 * amount > order else amount
    count = "" if abs(amount) == 1 else str(abs(amount))
    return f"{name}{count}{chr(39) if amount < 0 else ''}"


def parts_of(text: str) -> list[str]:
    """Return the parts of a text between commas outside brackets."""
    parts, depth = [""], 0
    for char in text:
        depth += (char in "([") - (char in ")]")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts]


def read_steps(text: str, names: Sequence[str]) -> list[Step]:
    """Return the moves that a text stands for.

    Args:
        text: the sequence.
        names: of the moves that there are.

    Raises:
        InputError: it is no sequence of these.
    """
    if not any(_PAUSE in name for name in names):
        text = text.replace(_PAUSE, " ")
    return _Reader(text, names).parse()


class _Reader(SequenceReader[Step]):
    def __init__(self, text: str, names: Sequence[str]) -> None:
        super().__init__(text)
        self._names = names
        longest_first = sorted(names, key=len, reverse=True)
        self._name = re.compile("|".join(map(re.escape, longest_first)) or "(?!)")

    def move(self) -> Step | None:
        found = self._name.match(self.text, self.at)
        if not found:
            return None
        self.at = found.end()
        count, inverse = self.suffix()
        return Step(found.group(), -count if inverse else count)

    def undone(self, step: Step) -> Step:
        return Step(step.name, -step.amount)

    def known(self) -> str:
        word = _WORD.match(self.text, self.at)
        written = word.group() if word else ""
        return which_are_known(written, self._names) if written else excerpt(self.text)
