"""The notation of Square-1 (regulation 12c of the WCA): (1,0)/ (3,-3)/.

    turns = ( X , Y )  |  X , Y

`(X,Y)` turns the upper layer clockwise by X times 30° and the lower one by Y times; `/` turns the right half.
Numbers are written from −5 to 6, and `(0,0)` not at all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from cubecsp.puzzle.kpuzzle.move_notation import (
    MoveReader,
    Notation,
    PlacedMove,
    RepeatedMove,
    StepsOf,
)

_LAYERS = ("U", "D")
_CUT = "/"
_NUMBER = r"([-\u2212\u2013]?\d{1,6})"
_PAIR = re.compile(rf"\(\s*{_NUMBER}\s*,\s*{_NUMBER}\s*\)|{_NUMBER}\s*,\s*{_NUMBER}")


class Square1Notation(Notation):
    """Moves of a Square-1: pairs of numbers and slashes, beside U and D."""

    obstacle: ClassVar[str] = "a corner lies across the cut"

    def reader(self, text: str, names: Sequence[str]) -> MoveReader:
        """Return the reader of a text."""
        return _Square1Reader(text, names, self.words)

    def written(self, names: Sequence[str], steps_of: StepsOf) -> str:
        """Return moves as pairs of numbers and slashes; turns without a slash between them are one pair."""
        parts, turned = [], dict.fromkeys(_LAYERS, 0)
        for name, amount in (step for written in names for step in steps_of(written)):
            if name in turned:
                turned[name] += amount
                continue
            for _ in range(abs(amount)):  # that it turns back makes no difference
                parts.append(f"{_pair(*turned.values())}{_CUT}")
                turned = dict.fromkeys(_LAYERS, 0)
        return " ".join(filter(None, [*parts, _pair(*turned.values())]))


class _Square1Reader(MoveReader):
    def item(self, depth: int) -> list[PlacedMove]:
        at = self.at
        if self.text[at] == _CUT and _PAIR.match(self.text, at + 1):
            self.at += 1  # the number after the slash does not count slashes
            return [PlacedMove(RepeatedMove(_CUT, 1), at)]
        match = _PAIR.match(self.text, at)
        if not match:
            return super().item(depth)
        self.at = match.end()
        numbers = [
            int(re.sub(r"[\u2212\u2013]", "-", number)) for number in match.groups() if number
        ]
        turns = [
            PlacedMove(RepeatedMove(*turn), at)
            for turn in zip(_LAYERS, numbers, strict=True)
            if turn[1]
        ]
        return self.repeated(turns) if match[0][0] == "(" else turns

    def remedy(self) -> str:
        return f"{super().remedy()}, or numbers for both layers such as (1,-5)"


def _pair(upper: int, lower: int) -> str:
    """Return turns of both layers in text; "" if these come to nothing."""
    short = [(number + 5) % 12 - 5 for number in (upper, lower)]
    return f"({short[0]},{short[1]})" if any(short) else ""
