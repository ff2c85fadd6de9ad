"""The notation for moves of a puzzle that is not a cube: the names of its moves, with counts and primes.

    item  = name [ count ] [ ' ]  |  name count ( + | - )

The second form, `UR2-` for `UR2'`, is that of the WCA for the clock. If names begin alike, the longest that fits counts: with moves U and UL, `UL2'` is UL, undone twice.
Groups, commutators and comments are as for cubes (`cubecsp.puzzle.core.sequences`).

A family of puzzles may be written in other ways, too: `Notation` has subclasses in `cubecsp.puzzle.notations`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, NamedTuple, TypeAlias

from cubecsp.errors import InputError, excerpt
from cubecsp.frozen import FixedDict
from cubecsp.puzzle.core.sequences import PRIMES, SequenceReader
from cubecsp.suggestions import suggestion

_ROTATION = re.compile(r"[xyz]2?|[A-Za-z_]+v")
_PAUSE = "."  # cubing.js writes it for no moves
_WORD = re.compile(r"[^\s()\[\],:]+")
_MARK = re.compile(r"[()\[\],]")
_DEEPER = {"(": 1, "[": 1, ")": -1, "]": -1}
_MOST_PATTERNS = 64  # that are kept
_SIGNED = re.compile(r"\d{1,6}[+-]")
_POWER = re.compile(rf"(\d{{1,6}})?([{PRIMES}])?")

OTHER_SIGNS = str.maketrans("+-", "-+")
"""Turns the signs of a word into those of the word that undoes it."""


class RepeatedMove(NamedTuple):
    """A move, applied a number of times.

    Attributes:
        name: the name of the move.
        amount: the number of times; negative if it is undone.
    """

    name: str
    amount: int


StepsOf: TypeAlias = Callable[[str], list[RepeatedMove]]
"""Returns the moves that a text stands for."""


class PlacedMove(NamedTuple):
    """A move of a text, and the position in the text where it begins."""

    step: RepeatedMove
    at: int


class Notation:
    """The ways in which moves of a puzzle are read, and the one in which they are written.

    Attributes:
        words: words that stand for sequences of moves, beside the names of moves; the word with the other signs
            (`OTHER_SIGNS`) undoes a word.
        obstacle: what blocks a move, a clause; empty if no more can be said than what is in which slot.
        shown: what a state is written by, in a word.
    """

    words: ClassVar[Mapping[str, str]] = FixedDict()
    obstacle: ClassVar[str] = ""
    shown: ClassVar[str] = "stickers"

    def read(self, text: str, names: Sequence[str]) -> list[PlacedMove]:
        """Return the moves that a text stands for.

        Args:
            text: the sequence.
            names: the names of the moves.

        Raises:
            InputError: it is not a sequence of these.
        """
        return self.reader(text, names).parse()

    def reader(self, text: str, names: Sequence[str]) -> MoveReader:
        """Return the reader of a text."""
        return MoveReader(text, names, self.words)

    def written(self, names: Sequence[str], steps_of: StepsOf) -> str:
        """Return moves as one line; each is a sequence that `read` reads, and `steps_of` gives its steps."""
        del steps_of
        return " ".join(names)

    def slots(self, text: str) -> list[tuple[int, int]] | None:
        """Return the piece in each slot, and its turn, if a text states them in a form of this puzzle's own; otherwise None.

        Raises:
            InputError: it is in this form, and has a mistake.
        """
        del text
        return None

    def state(self, slots: Sequence[tuple[int, int]]) -> str:
        """Return the text that `slots` reads as these, up to a rotation of the whole puzzle; "" for none."""
        del slots
        return ""

    def in_lines(self, written: str) -> str:
        """Return written moves with the line breaks that people use, if any."""
        return written


def is_rotation(name: str) -> bool:
    """Return whether a move turns the whole puzzle, by its name: x, y, z, x2, and Uv or uv, like twsearch."""
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
            "choose a name without blanks, brackets, commas, colons and //, not beginning with a prime",
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


def read_steps(text: str, names: Sequence[str]) -> list[RepeatedMove]:
    """Return the moves that a text stands for.

    Args:
        text: the sequence.
        names: the names of the moves.

    Raises:
        InputError: it is not a sequence of these.
    """
    return [placed.step for placed in Notation().read(text, names)]


class MoveReader(SequenceReader[PlacedMove]):
    """Reads a sequence of moves of a puzzle that is not a cube.

    Args:
        text: the sequence.
        names: the names of the moves.
        words: words that stand for sequences of these; see `Notation`.
    """

    def __init__(self, text: str, names: Sequence[str], words: Mapping[str, str]) -> None:
        if not any(_PAUSE in name for name in names):
            text = text.replace(_PAUSE, " ")
        super().__init__(text)
        self._names = names
        self._words = words
        self._name, self._word = _any_of(tuple(names)), _any_of(tuple(words))

    def item(self, depth: int) -> list[PlacedMove]:
        """Read a word with its count and prime, or what there is in every notation."""
        at, word = self.at, self._skip(self._word)
        if not word:
            return super().item(depth)
        steps = [PlacedMove(step, at) for step in read_steps(self._words[word], self._names)]
        return self.repeated(steps)

    def move(self) -> PlacedMove | None:
        """Read a move with its count and prime; return None, and read nothing, if there is none."""
        at, name = self.at, self._skip(self._name)
        if not name:
            return None
        signed = self._skip(_SIGNED)
        count, inverse = (int(signed[:-1]), signed[-1] == "-") if signed else self.suffix()
        return PlacedMove(RepeatedMove(name, -count if inverse else count), at)

    def name_end(self, at: int) -> int:
        """Return where the name of a move or a word ends."""
        match = self._word.match(self.text, at) or self._name.match(self.text, at)
        assert match is not None  # it has been read
        return match.end()

    def undone(self, step: PlacedMove) -> PlacedMove:
        """Return the inverse of a move."""
        return PlacedMove(RepeatedMove(step.step.name, -step.step.amount), step.at)

    def remedy(self) -> str:
        """Return the list of moves, or the one that is most like what is written."""
        word = _WORD.match(self.text, self.at)
        written = word.group() if word else ""
        return suggestion(written, [*self._names, *self._words]) if written else excerpt(self.text)


@lru_cache(_MOST_PATTERNS)
def _any_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of the longest of these names that fits."""
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest_first)) or "(?!)")
