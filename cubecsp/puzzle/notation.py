"""The notation of moves: WCA's, with the shorthands of the community, read into face turns.

    sequence  = { item }
    item      = base [ count ] [ ' ]  |  group [ count ] [ ' ]
    base      = U R F D L B  |  u r f d l b  |  Uw Rw …  |  M E S  |  x y z
    group     = ( sequence )  |  [ sequence , sequence ]  |  [ sequence : sequence ]

`[A, B]` is the commutator A B A' B', `[A: B]` the conjugate A B A'. Typographic primes are read
too; `//` starts a comment that runs to the end of the line. Slices follow L, D and F as the WCA
says (M as L, E as D, S as F). Wide turns, slices and rotations change which face is held where;
they are written as turns of the faces of a cube that is never re-held, and the total rotation left
over is dropped, since it changes no cube. A 2×2×2 has no slices, and its wide turns are rotations.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cubecsp.errors import InputError, excerpt
from cubecsp.puzzle.geometry import FACES
from cubecsp.puzzle.puzzle import CubePuzzle

__all__ = ["MAX_NESTING", "MAX_TURNS", "PRIMES", "read_turns"]

MAX_TURNS = 100_000
"""Longest sequence that a text may stand for, repetitions written out."""

MAX_NESTING = 100
"""Deepest nesting of groups."""

PRIMES = "'’\u2018′`\u00b4ʹ"
"""What may be written for a prime: also both quotation marks and both accents of keyboards."""

_BASE = re.compile(r"[URFDLB]w|[URFDLBurfdlbMESxyz]")
_COUNT = re.compile(r"\d{1,6}")
_BLANK = re.compile(r"(\s|//[^\n]*)+")

# A quarter turn in this notation: a rotation of the whole cube (axis face, quarters) and face turns,
# in any order, since they all share one axis and commute.
_OPPOSITE = {"U": "D", "R": "L", "F": "B", "D": "U", "L": "R", "B": "F"}
_SLICES = {"M": "L", "E": "D", "S": "F"}
_ROTATIONS = {"x": "R", "y": "U", "z": "F"}

# The cycle of faces a → b (what was on a moves to b) when the whole cube turns clockwise about a face.
_CYCLES = {"U": "FLBR", "R": "FUBD", "F": "URDL", "D": "FRBL", "L": "FDBU", "B": "ULDR"}

_Step = tuple[str, int]  # a base as in _BASE, and clockwise quarters 0…3


def read_turns(text: str, longest: int, puzzle: CubePuzzle) -> tuple[list[int], str]:
    """Return the face turns that `text` stands for, by number, and how the cube is held after it.

    Turns are numbered as in `cubecsp.puzzle.moves`. The holding is six letters: for each face U R F D L B
    the face of the cube that is there in the end, so that `URFDLB` is a cube held as at the start.

    Raises:
        InputError: the text is not in the notation, has slices or wide turns for a 2×2×2, or is
            longer than `longest` when written out.
    """
    return _as_face_turns(_Parser(text, longest, puzzle).parse())


@dataclass
class _Parser:
    text: str
    longest: int
    puzzle: CubePuzzle
    at: int = 0

    def parse(self) -> list[_Step]:
        steps = self._sequence("", 0)
        if self.at < len(self.text):
            raise self._error(f"{self.text[self.at]!r} closes nothing")
        return steps

    def _sequence(self, closers: str, depth: int) -> list[_Step]:
        steps: list[_Step] = []
        while True:
            self._skip(_BLANK)
            if self.at == len(self.text) or self.text[self.at] in ")],:":
                if closers and self.at == len(self.text):
                    raise self._error(f"the text ends where {' or '.join(closers)} is missing")
                return steps
            steps += self._item(depth)
            self._limit(len(steps))

    def _item(self, depth: int) -> list[_Step]:
        char = self.text[self.at]
        if char in "([":
            if depth >= MAX_NESTING:
                raise self._error(f"groups are nested deeper than {MAX_NESTING}")
            steps = self._group(depth)
        else:
            base = _BASE.match(self.text, self.at)
            if not base:
                raise self._error(
                    f"{char!r} is no move",
                    "write U R F D L B with 2 or ', wide turns r or Rw, slices M E S, rotations x y z",
                )
            self._check_layers(base.group())
            self.at = base.end()
            return [self._quarters(base.group())]
        count, inverse = self._suffix()
        self._limit(len(steps) * count)
        steps = steps * count
        return _inverse(steps) if inverse else steps

    def _group(self, depth: int) -> list[_Step]:
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
        self._limit(2 * (len(first) + len(second)))
        tail = _inverse(first) + (_inverse(second) if middle == "," else [])
        return first + second + tail

    def _check_layers(self, base: str) -> None:
        if self.puzzle.size > 2 or base in FACES or base in _ROTATIONS:
            return
        if base in _SLICES:
            raise self._error(
                f"{base!r} turns a middle layer, and a {self.puzzle.name} has none",
                "write turns U R F D L B and rotations x y z",
            )
        raise self._error(
            f"{base!r} turns two layers, and they are the whole {self.puzzle.name}",
            "write a rotation x y z",
        )

    def _expect(self, allowed: str) -> str:
        char = self.text[self.at]
        if char not in allowed:
            raise self._error(f"{char!r} where {' or '.join(allowed)} is missing")
        self.at += 1
        return char

    def _quarters(self, base: str) -> _Step:
        count, inverse = self._suffix()
        return base, (-count if inverse else count) % 4

    def _suffix(self) -> tuple[int, bool]:
        count = self._skip(_COUNT)
        inverse = self.at < len(self.text) and self.text[self.at] in PRIMES
        self.at += inverse
        return int(count) if count else 1, inverse

    def _skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if not match:
            return ""
        self.at = match.end()
        return match.group()

    def _limit(self, steps: int) -> None:
        if steps > self.longest:
            raise self._error(f"written out, this is longer than {self.longest} moves")

    def _error(self, problem: str, remedy: str = "") -> InputError:
        where = f"moves {excerpt(self.text, self.at)}: {problem} (character {self.at + 1})"
        return InputError(where, remedy, text=self.text, position=self.at)


def _inverse(steps: list[_Step]) -> list[_Step]:
    return [(base, -quarters % 4) for base, quarters in reversed(steps)]


def _as_face_turns(steps: list[_Step]) -> tuple[list[int], str]:
    """Write steps as turns of the faces of a cube that stays as held, and say how they turn it."""
    held = {face: face for face in FACES}  # held[f]: the original face that is now where f was
    turns: list[int] = []
    for base, quarters in steps:
        rotation, layers = _decomposed(base)
        for face, sign in layers:
            amount = sign * quarters % 4
            if amount:
                turns.append(FACES.index(held[face]) * 3 + amount - 1)
        if rotation:
            cycle = _CYCLES[rotation]
            before = dict(held)
            for i, face in enumerate(cycle):
                held[cycle[(i + quarters) % 4]] = before[face]
    return turns, "".join(held[face] for face in FACES)


def _decomposed(base: str) -> tuple[str, list[tuple[str, int]]]:
    """Return a base's rotation of the whole cube ('' for none) and the face turns that go with it.

    A layer that should not move with the rotated cube is turned back; a slice is the whole cube with
    both outer layers turned back; a wide turn is the whole cube with the far layer turned back.
    """
    if base in _ROTATIONS:
        return _ROTATIONS[base], []
    if base in _SLICES:
        face = _SLICES[base]
        return face, [(face, -1), (_OPPOSITE[face], 1)]
    if base in FACES:
        return "", [(base, 1)]
    face = base[0].upper()  # r or Rw
    return face, [(_OPPOSITE[face], 1)]
