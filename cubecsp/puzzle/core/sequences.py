"""Sequences of moves as people write them, whatever the moves are.

    sequence  = { item }
    item      = move  |  group [ count ] [ ' ]
    group     = ( sequence )  |  [ sequence , sequence ]  |  [ sequence : sequence ]

`[A, B]` is the commutator A B A' B', `[A: B]` the conjugate A B A'. Typographic primes are read too; `//`
starts a comment that runs to the end of the line.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from cubecsp.errors import InputError, excerpt

__all__ = ["COMMENTS", "MAX_NESTING", "MAX_TURNS", "PRIMES", "SOLVED", "SequenceReader"]

MAX_TURNS = 100_000
"""Longest sequence that a text may stand for, repetitions written out."""

MAX_NESTING = 100
"""Deepest nesting of groups."""

PRIMES = "'’\u2018′`\u00b4ʹ"
"""The characters that may be written for a prime: also both quotation marks and both accents of keyboards."""

COMMENTS = re.compile(r"//[^\n]*")
"""Comments, which run to the end of the line."""

SOLVED = "()"
"""The text of a solved puzzle, which no moves make."""

_COUNT = re.compile(r"\d{1,6}")
_BLANK = re.compile(r"(\s|//[^\n]*)+")

Step = TypeVar("Step")


class SequenceReader(ABC, Generic[Step]):
    """Reads a sequence; a subclass says what a move is.

    Args:
        text: the sequence.
        longest: the most moves, written out.

    Attributes:
        at: how far the text has been read.
    """

    def __init__(self, text: str, longest: int = MAX_TURNS) -> None:
        self.text = text
        self.longest = longest
        self.at = 0

    @abstractmethod
    def move(self) -> Step | None:
        """Read a move with its count and prime; None, and nothing read, where there is none."""

    @abstractmethod
    def undone(self, step: Step) -> Step:
        """Return the inverse of a move."""

    @abstractmethod
    def known(self) -> str:
        """Return which moves there are: the remedy where something else is written."""

    def parse(self) -> list[Step]:
        """Return the moves that the text stands for.

        Raises:
            InputError: it is no sequence, or longer than `longest` when written out.
        """
        steps = self._sequence("", 0)
        if self.at < len(self.text):
            raise self.error(f"{self.text[self.at]!r} closes no bracket")
        return steps

    def suffix(self) -> tuple[int, bool]:
        """Read a count, 1 where there is none, and whether there is a prime."""
        count = self._skip(_COUNT)
        inverse = self.at < len(self.text) and self.text[self.at] in PRIMES
        self.at += inverse
        return int(count) if count else 1, inverse

    def error(self, problem: str, remedy: str = "") -> InputError:
        """Return the error for what is wrong at this place."""
        where = f"moves {excerpt(self.text, self.at)}: {problem} (character {self.at + 1})"
        return InputError(where, remedy, text=self.text, position=self.at)

    def _sequence(self, closers: str, depth: int) -> list[Step]:
        steps: list[Step] = []
        while True:
            self._skip(_BLANK)
            if self.at == len(self.text) or self.text[self.at] in ")],:":
                if closers and self.at == len(self.text):
                    raise self.error(f"the text ends where {' or '.join(closers)} is missing")
                return steps
            steps += self._item(depth)
            self._limit(len(steps))

    def _item(self, depth: int) -> list[Step]:
        step = self.move()
        if step is not None:
            return [step]
        char = self.text[self.at]
        if char not in "([":
            raise self.error(f"{char!r} is not a move", self.known())
        if depth >= MAX_NESTING:
            raise self.error(f"groups are nested deeper than {MAX_NESTING}")
        steps = self._group(depth)
        count, inverse = self.suffix()
        self._limit(len(steps) * count)
        steps = steps * count
        return self._inverse(steps) if inverse else steps

    def _group(self, depth: int) -> list[Step]:
        opened = self.text[self.at]
        self.at += 1
        if opened == "(":
            steps = self._sequence(")", depth + 1)
            self._expect(")")
            return steps
        first = self._sequence(",:", depth + 1)
        middle = self._expect(",:")
        second = self._sequence("]", depth + 1)
        self._expect("]")
        self._limit(2 * len(first) + (2 if middle == "," else 1) * len(second))
        tail = self._inverse(first) + (self._inverse(second) if middle == "," else [])
        return first + second + tail

    def _inverse(self, steps: list[Step]) -> list[Step]:
        return [self.undone(step) for step in reversed(steps)]

    def _expect(self, allowed: str) -> str:
        char = self.text[self.at]
        if char not in allowed:
            raise self.error(f"{char!r} where {' or '.join(allowed)} is missing")
        self.at += 1
        return char

    def _skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if not match:
            return ""
        self.at = match.end()
        return match.group()

    def _limit(self, steps: int) -> None:
        if steps > self.longest:
            raise self.error(f"written out, this is longer than {self.longest} moves")
