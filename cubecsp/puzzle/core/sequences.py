"""Sequences of moves as people write them, for moves of any puzzle.

    sequence  = { item [ , ] }
    item      = move  |  group [ [ x ] count ] [ ' ]
    group     = ( sequence )  |  [ sequence , sequence ]  |  [ sequence : sequence ]

`[A, B]` is the commutator A B A' B', `[A: B]` the conjugate A B A'; outside brackets commas may stand between
items. A count may follow the prime, `R'2`; typographic primes are read too, and `i` or `-` for a prime, `Ri`, `R-`,
where `R+` is `R`. A group is repeated by `(A)3`, and also by `(A)x3`, `(A)*3` or `(A)^3`. `//` starts a comment
that runs to the end of the line, and so does `;`, unless a word follows that is short enough for a move, and no
word as long as no move is.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from cubecsp.errors import InputError, excerpt
from cubecsp.suggestions import alternatives

__all__ = [
    "COMMENTS",
    "MAX_NESTING",
    "MAX_TURNS",
    "PRIMES",
    "SOLVED",
    "SUFFIX",
    "TIMES",
    "SequenceReader",
    "generators_in",
    "parts_of",
]

MAX_TURNS = 100_000
"""The longest sequence that a text may stand for, repetitions written out."""

MAX_NESTING = 100
"""The deepest nesting of groups."""

PRIMES = "'’\u2018′`\u00b4ʹ"
"""The characters that are read as a prime, including both quotation marks and both accents of keyboards."""

_WORD = r"[^\W\d_]{4}"  # letters in a row: no move has as many
_COMMENT = rf"//[^\n]*|;(?:(?=[^\n;]*{_WORD})|(?![ \t]*\S{{1,3}}(?:\s|$)))[^\n;]*(?![^\n])"

COMMENTS = re.compile(_COMMENT)
"""Comments, which run to the end of the line."""

_PRIME = rf"(?:[{PRIMES}]|i(?![a-z]))"

_SIGN = r"(?<=\w)[+-](?=[\s)\],:]|$)"

SUFFIX = rf"(?:\d{{1,6}}(?:{_PRIME}|{_SIGN})?|{_PRIME}(?:\d{{1,6}}(?![\w-]))?|{_SIGN})"
"""The count and prime after a move or group, as a pattern: in `R'2U` the 2 is the layer of U."""

TIMES = re.compile(r"(?<=[)\]])\s*[×*^]\s*(?=\d)|(?<=[)\]])[xX](?=\d)")
"""The marks allowed between a group and the number of its repetitions; a rotation has a blank before it."""

SOLVED = "()"
"""The text of a solved puzzle, which no moves make."""

_COMMA = re.compile(",")
_SUFFIX = re.compile(SUFFIX)
_BLANK = re.compile(rf"(\s|{_COMMENT})+")

Step = TypeVar("Step")


def generators_in(turns: str) -> str | None:
    """Return the moves of a text such as `<R, U>`, which stands for them and their powers; None for another text."""
    text = turns.strip()
    return text[1:-1] if text[:1] == "<" and text[-1:] == ">" else None


def parts_of(suffix: str) -> tuple[str, bool]:
    """Return the count of a text that `SUFFIX` describes, "" for none, and whether it has a prime."""
    count = suffix.strip(PRIMES + "i+-")
    return count, count != suffix.removesuffix("+")


class SequenceReader(ABC, Generic[Step]):
    """Reads a sequence; a subclass says what a move is.

    Args:
        text: the sequence.
        longest: the most moves, written out.

    Attributes:
        at: the position up to which the text has been read.
        items: where each move and group begins and ends, by the number of groups around it.
        groups: for each group, by its beginning, the positions of the mark inside, if it has one, and of its end.
    """

    def __init__(self, text: str, longest: int = MAX_TURNS) -> None:
        self.text = text
        self.longest = longest
        self.at = 0
        self.items: list[list[tuple[int, int]]] = []
        self.groups: dict[int, list[int]] = {}

    @abstractmethod
    def move(self) -> Step | None:
        """Read a move with its count and prime; return None, and read nothing, if there is none."""

    @abstractmethod
    def name_end(self, at: int) -> int:
        """Return where the name of the move that begins at a position ends: before its count and prime."""

    @abstractmethod
    def undone(self, step: Step) -> Step:
        """Return the inverse of a move."""

    @abstractmethod
    def remedy(self) -> str:
        """Return the list of moves: the remedy if something else is written."""

    def parse(self) -> list[Step]:
        """Return the moves that the text stands for.

        Raises:
            InputError: it is not a sequence, or longer than `longest` when written out.
        """
        steps = self._sequence("", 0)
        if self.at < len(self.text):
            raise self.error(f"unexpected {self.text[self.at]!r}")
        return steps

    def suffix(self) -> tuple[int, bool]:
        """Read a count, 1 if there is none, and whether there is a prime."""
        count, inverse = parts_of(self._skip(_SUFFIX))
        return int(count or 1), inverse

    def error(self, problem: str, remedy: str = "") -> InputError:
        """Return the error for a mistake at this place."""
        where = f"moves {excerpt(self.text, self.at)}: {problem} (character {self.at + 1})"
        return InputError(where, remedy, text=self.text, position=self.at)

    def _sequence(self, closers: str, depth: int) -> list[Step]:
        steps: list[Step] = []
        while True:
            self._skip(_BLANK)
            if steps and not closers and self._skip(_COMMA):
                continue
            if self.at == len(self.text) or self.text[self.at] in ")],:":
                if closers and self.at == len(self.text):
                    raise self.error(f"{alternatives(map(repr, closers))} is missing at the end")
                return steps
            begun = self.at
            steps += self.item(depth)
            self._limit(len(steps))
            while len(self.items) <= depth:
                self.items.append([])
            self.items[depth].append((begun, self.at))

    def item(self, depth: int) -> list[Step]:
        """Read a move or a group that is inside `depth` others; return the moves that it stands for."""
        step = self.move()
        if step is not None:
            return [step]
        char = self.text[self.at]
        if char == ";":
            raise self.error("a ';' cannot begin a comment here", "begin comments with //")
        if char not in "([":
            raise self.error(f"{char!r} is not a move", self.remedy())
        if depth >= MAX_NESTING:
            raise self.error(f"groups are nested more than {MAX_NESTING} deep")
        return self.repeated(self._group(depth))

    def repeated(self, steps: list[Step]) -> list[Step]:
        """Read the count and prime of a group of steps, and return the steps of all repetitions."""
        self._skip(TIMES)
        count, inverse = self.suffix()
        self._limit(len(steps) * count)
        steps = steps * count
        return self._inverse(steps) if inverse else steps

    def _group(self, depth: int) -> list[Step]:
        begun, opened = self.at, self.text[self.at]
        self.at += 1
        if opened == "(":
            steps = self._sequence(")", depth + 1)
            self.groups[begun] = [self.at]
            self._expect(")")
            return steps
        first = self._sequence(",:", depth + 1)
        self.groups[begun] = [self.at]
        middle = self._expect(",:")
        second = self._sequence("]", depth + 1)
        self.groups[begun].append(self.at)
        self._expect("]")
        self._limit(2 * len(first) + (2 if middle == "," else 1) * len(second))
        tail = self._inverse(first) + (self._inverse(second) if middle == "," else [])
        return first + second + tail

    def _inverse(self, steps: list[Step]) -> list[Step]:
        return [self.undone(step) for step in reversed(steps)]

    def _expect(self, allowed: str) -> str:
        char = self.text[self.at]
        if char not in allowed:
            raise self.error(f"expected {alternatives(map(repr, allowed))}, not {char!r}")
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
            raise self.error(f"the sequence written out has more than {self.longest:,} moves")
