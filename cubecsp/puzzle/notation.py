"""The notation of moves: WCA's, with the shorthands of the community, read into turns.

    sequence  = { item }
    item      = base [ count ] [ ' ]  |  group [ count ] [ ' ]
    base      = [ layer ] U R F D L B  |  [ layers ] wide  |  M E S  |  x y z
    wide      = Uw Rw Fw Dw Lw Bw  |  u r f d l b
    layers    = layer  |  layer - layer
    group     = ( sequence )  |  [ sequence , sequence ]  |  [ sequence : sequence ]

Layers are counted from the face: `2R` is the second one, `3Rw` the outer three, `2-3Rw` the second and
third, and `Rw`, or `r`, the outer two. M, E and S are the middle layer of a cube of odd size and follow
L, D and F as the WCA says. `[A, B]` is the commutator A B A' B', `[A: B]` the conjugate A B A'.
Typographic primes are read too; `//` starts a comment that runs to the end of the line.

Rotations, and on a cube of odd size whatever moves the centres that it is held by, change which face is
held where. They are written as turns of a cube that is never re-held: a middle layer that turns as the
layers on either side turning back, and the whole cube turned. The total rotation left over is dropped,
since it changes no cube. So on a 3×3×3 all moves are written as turns of faces.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from cubecsp.errors import InputError, excerpt
from cubecsp.puzzle.geometry import FACES
from cubecsp.puzzle.puzzle import CubePuzzle
from cubecsp.puzzle.turns import turn_number

__all__ = ["MAX_NESTING", "MAX_TURNS", "PRIMES", "read_turns"]

MAX_TURNS = 100_000
"""Longest sequence that a text may stand for, repetitions written out."""

MAX_NESTING = 100
"""Deepest nesting of groups."""

PRIMES = "'’\u2018′`\u00b4ʹ"
"""What may be written for a prime: also both quotation marks and both accents of keyboards."""

_BASE = re.compile(r"(?:(\d{1,3})(?:-(\d{1,3}))?)?([URFDLB]w?|[urfdlb])|[MESxyz]")
_COUNT = re.compile(r"\d{1,6}")
_BLANK = re.compile(r"(\s|//[^\n]*)+")

_OPPOSITE = {"U": "D", "R": "L", "F": "B", "D": "U", "L": "R", "B": "F"}
_SLICES = {"M": "L", "E": "D", "S": "F"}
_ROTATIONS = {"x": "R", "y": "U", "z": "F"}

# The cycle of faces a → b (what was on a moves to b) when the whole cube turns clockwise about a face.
_CYCLES = {"U": "FLBR", "R": "FUBD", "F": "URDL", "D": "FRBL", "L": "FDBU", "B": "ULDR"}


class _Quarter(NamedTuple):
    """A quarter turn in this notation: all of it turns about one axis, in any order.

    Attributes:
        rotation: the face that the whole cube turns about, clockwise; "" if it does not.
        layers: what turns besides: about which face, with which sign, and the number of that turn
            without its face: what `turn_number` returns for a quarter turn of face 0.
    """

    rotation: str
    layers: tuple[tuple[str, int, int], ...]


_Step = tuple[_Quarter, int]  # and clockwise quarters 0…3


def read_turns(text: str, longest: int, puzzle: CubePuzzle) -> tuple[list[int], str]:
    """Return the turns that `text` stands for, by number, and how the cube is held after it.

    Turns are numbered as in `cubecsp.puzzle.turns`. The holding is six letters: for each face U R F D L B
    the face of the cube that is there in the end, so that `URFDLB` is a cube held as at the start.

    Raises:
        InputError: the text is not in the notation, names layers that `puzzle` does not have, or is
            longer than `longest` when written out.
    """
    return _as_turns(_Parser(text, longest, puzzle).parse())


class _Parser:
    def __init__(self, text: str, longest: int, puzzle: CubePuzzle) -> None:
        self.text = text
        self.longest = longest
        self.puzzle = puzzle
        self.at = 0

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
                    f"{char!r} is not a move",
                    "write U R F D L B with 2 or ', wide turns r or Rw, slices M E S, rotations x y z",
                )
            quarter = self._quarter(base)
            self.at = base.end()
            count, inverse = self._suffix()
            return [(quarter, (-count if inverse else count) % 4)]
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

    def _quarter(self, base: re.Match[str]) -> _Quarter:
        try:
            return _quarter_of(base.group(), self.puzzle)
        except InputError as error:
            raise self._error(error.problem, error.remedy or "") from None

    def _expect(self, allowed: str) -> str:
        char = self.text[self.at]
        if char not in allowed:
            raise self._error(f"{char!r} where {' or '.join(allowed)} is missing")
        self.at += 1
        return char

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
    return [(quarter, -quarters % 4) for quarter, quarters in reversed(steps)]


def _as_turns(steps: list[_Step]) -> tuple[list[int], str]:
    """Write steps as turns of a cube that stays as held, and say how they turn it."""
    held = {face: face for face in FACES}  # held[f]: the original face that is now where f was
    turns: list[int] = []
    for quarter, quarters in steps:
        for face, sign, number in quarter.layers:
            amount = sign * quarters % 4
            if amount:
                turns.append(FACES.index(held[face]) * 3 + amount - 1 + number)
        if quarter.rotation:
            cycle = _CYCLES[quarter.rotation]
            before = dict(held)
            for i, face in enumerate(cycle):
                held[cycle[(i + quarters) % 4]] = before[face]
    return turns, "".join(held[face] for face in FACES)


@cache
def _quarter_of(base: str, puzzle: CubePuzzle) -> _Quarter:
    """Return what a base does to a cube.

    Raises:
        InputError: the cube has no such layers, or they are all that it has.
    """
    size = puzzle.size
    if base in _ROTATIONS:
        return _Quarter(_ROTATIONS[base], ())
    face, first, last = _layers_of(base, puzzle)
    if (first, last) == (1, size):
        raise InputError(f"{base!r} turns the whole {puzzle.name}", "write a rotation x y z")
    if 2 * first > size + 1:  # it is beyond the middle, and nearer to the other face
        return _Quarter("", _turning(_OPPOSITE[face], -1, size + 1 - last, size + 1 - first))
    if size % 2 == 0 or 2 * last < size + 1:
        return _Quarter("", _turning(face, 1, first, last))
    # It has the centres that the cube is held by: the whole cube turns, and what is left turns back.
    near = _turning(face, -1, 1, first - 1)
    return _Quarter(face, near + _turning(_OPPOSITE[face], 1, 1, size - last))


def _turning(face: str, sign: int, first: int, last: int) -> tuple[tuple[str, int, int], ...]:
    """Return the turn of some layers by a quarter, for `_Quarter`; nothing if there are none."""
    return ((face, sign, turn_number(0, 1, (first, last))),) if first <= last else ()


def _layers_of(base: str, puzzle: CubePuzzle) -> tuple[str, int, int]:
    """Return the face about which the layers of a base turn clockwise, the first and last of them.

    Raises:
        InputError: the cube has no such layers.
    """
    size = puzzle.size
    if base in _SLICES:
        if size % 2 == 0:
            raise InputError(
                f"{base!r} turns a middle layer, and a {puzzle.name} has none",
                _known_layers(puzzle),
            )
        return _SLICES[base], size // 2 + 1, size // 2 + 1
    found = _BASE.fullmatch(base)
    assert found is not None  # it has been read so
    first, last, name = found.groups()
    wide = name not in FACES
    if last and not wide:
        raise InputError(f"{base!r} turns several layers, which a w says", f"write {base}w")
    if last is None:
        last = first or ("2" if wide else "1")
        first = "1" if wide else last
    if not 1 <= int(first) <= int(last) <= size:
        raise InputError(
            f"{base!r} turns layers {first} to {last}" if wide else f"{base!r} turns layer {last}",
            _known_layers(puzzle),
        )
    return name[0].upper(), int(first), int(last)


def _known_layers(puzzle: CubePuzzle) -> str:
    return f"a {puzzle.name} has layers 1 to {puzzle.size}, counted from each face"
