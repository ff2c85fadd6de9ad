"""The notation of Rubik's Clock (regulation 12g of the WCA): UR2+ DR5- ALL3+ y2 U4-.

`UR2+` puts the pin UR up and turns a dial beside it by two hours. That pins are put down again is not written.
Older scrambles end with the pins that were to be left up, as in `ALL4- UR DL`: pins after a move with a sign,
at the end of a text, change no dial. Elsewhere `UR` is a turn by one hour.

A state is written as the hours of its dials: by rows, those in front, then those behind, each side as one looks at it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from cubecsp.errors import InputError, excerpt
from cubecsp.puzzle.kpuzzle.move_notation import MoveReader, Notation, StepsOf

_PINS_LEFT_UP = re.compile(r"(?<=\d[+-])(\s+(UR|DR|DL|UL))+\s*$")
_OVER = "y2"  # turns the clock
_HOURS, _DIALS = 12, 18
_HOURS_ONLY = re.compile(r"\d[\d\s,/|]+")


class ClockNotation(Notation):
    """Moves of a clock, each with the number of hours and a sign."""

    shown: ClassVar[str] = "hours"

    def reader(self, text: str, names: Sequence[str]) -> MoveReader:
        """Return the reader of a text without pins at its end."""
        return super().reader(_PINS_LEFT_UP.sub("", text), names)

    def written(self, names: Sequence[str], steps_of: StepsOf) -> str:
        """Return moves with numbers and signs, those of the other side between turns of the clock."""
        parts: list[str] = []
        for name, amount in (step for written in names for step in steps_of(written)):
            pins, turned = name.removeprefix("b"), [_OVER] * name.startswith("b")
            hours = (amount + 5) % 12 - 5
            move = [f"{pins}{abs(hours)}{'-' if hours < 0 else '+'}"]
            for part in [_OVER] * (amount % 2) if name == _OVER else [*turned, *move, *turned]:
                if part == _OVER and parts[-1:] == [_OVER]:
                    parts.pop()
                else:
                    parts.append(part)
        return " ".join(parts)

    def slots(self, text: str) -> list[tuple[int, int]] | None:
        """Return what the dials show, if a text lists their hours."""
        if not _HOURS_ONLY.fullmatch(text):
            return None
        hours = [int(number) for number in re.findall(r"\d+", text)]
        if len(hours) != _DIALS or max(hours) > _HOURS:
            wrong = next((f"{hour}" for hour in hours if hour > _HOURS), f"{len(hours)} hours")
            raise InputError(
                f"{excerpt(text)} has {wrong}, and a clock {_DIALS} dials that show 1 to {_HOURS}",
                "list those in front by rows, and then those behind, as you look at them",
            )
        return [(dial, hour % _HOURS) for dial, hour in enumerate(hours)]

    def state(self, slots: Sequence[tuple[int, int]]) -> str:
        """Return the hours, those of each side together: they do not say which side is which."""
        hours = [str(turned or _HOURS) for _, turned in slots]
        return " / ".join(" ".join(hours[at : at + _DIALS // 2]) for at in (0, _DIALS // 2))
