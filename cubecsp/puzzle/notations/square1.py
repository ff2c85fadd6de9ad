"""The notation of Square-1 (regulation 12c of the WCA): (1,0)/ (3,-3)/.

    turns = ( X , Y )  |  X , Y

`(X,Y)` turns the upper layer clockwise by X times 30° and the lower one by Y times; `/` turns the right half.
Numbers are written from −5 to 6, and `(0,0)` not at all.

A state is written as in J. Scherphuis's optimiser, `A1B2C3D45E6F7G8H-`: corners A to H and edges 1 to 8, clockwise as
one looks at each layer, from the front end of the cut; then `-`, or `/` if the middle layer is not a square. This
sign may also stand between the layers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from cubecsp.errors import InputError, excerpt
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
_MIDDLE = "-/"
_LAYER = 12
_SOLVED = "A1B2C3D45E6F7G8H"
_WIDTH = {piece: 2 if piece.isalpha() else 1 for piece in _SOLVED}
_PIECES = {sum(_WIDTH[p] for p in _SOLVED[:n]): piece for n, piece in enumerate(_SOLVED)}
_FIRST = {piece: slot for slot, piece in _PIECES.items()}
_STATE = re.compile(r"(?=.*[ABCE-H])([A-H1-8]{6,})(?:([-/])([A-H1-8]*))?([-/]?)")


class Square1Notation(Notation):
    """Moves of a Square-1: pairs of numbers and slashes, beside U and D."""

    obstacle: ClassVar[str] = "a corner lies across the cut"
    shown: ClassVar[str] = "pieces"

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

    def slots(self, text: str) -> list[tuple[int, int]] | None:
        """Return the pieces, if a text has the letter or number of each."""
        match = _STATE.fullmatch(text.upper())
        if not match:
            return None
        upper_part, between, lower_part, end = match.groups(default="")
        pieces, sign = upper_part + lower_part, between + end
        wedges = _wedges(pieces)
        upper = sum(wedge in _PIECES for wedge in wedges[:_LAYER])
        if missing := sorted({*_SOLVED} - {*pieces}):
            problem = f"{' '.join(missing)} is missing"
        elif len(pieces) > len(_SOLVED):
            problem = "a piece is there twice"
        elif wedges[_LAYER] not in _PIECES:
            problem = f"the corner {pieces[upper - 1]} fits into neither layer"
        elif len(sign) != 1 or match.start(2) not in (upper, len(pieces)):
            problem = "- or / for the middle layer is missing, between the layers or at the end"
        else:
            return [*((wedge, 0) for wedge in wedges), (0, _MIDDLE.index(sign))]
        raise InputError(f"pieces {excerpt(text)}: {problem}", f"solved, they are {_SOLVED}-")

    def state(self, slots: Sequence[tuple[int, int]]) -> str:
        """Return the pieces, and the sign of the middle layer; "" if a corner lies across the cut, or is torn."""
        wedges = [wedge for wedge, _ in slots[:-1]]
        pieces = "".join(_PIECES.get(wedge, "") for wedge in wedges)
        is_whole = wedges[_LAYER] in _PIECES and _wedges(pieces) == wedges
        return pieces + _MIDDLE[slots[-1][1]] if is_whole else ""


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

    def name_end(self, at: int) -> int:
        pair = _PAIR.match(self.text, at)
        return pair.end() if pair else super().name_end(at)

    def remedy(self) -> str:
        return f"{super().remedy()}, or numbers for both layers such as (1,-5)"


def _pair(upper: int, lower: int) -> str:
    """Return turns of both layers in text; "" if these come to nothing."""
    short = [(number + 5) % 12 - 5 for number in (upper, lower)]
    return f"({short[0]},{short[1]})" if any(short) else ""


def _wedges(pieces: str) -> list[int]:
    """Return the slots of the solved puzzle that pieces take, two for a corner."""
    return [_FIRST[piece] + n for piece in pieces for n in range(_WIDTH[piece])]
