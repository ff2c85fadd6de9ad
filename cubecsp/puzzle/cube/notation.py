"""The notation of moves: WCA's, with the shorthands of the community, read into turns.

    sequence  = { item }
    item      = base [ count ] [ ' ]  |  group [ count ] [ ' ]
    base      = [ layer ] U R F D L B  |  [ layers ] wide  |  M E S  |  x y z
    wide      = Uw Rw Fw Dw Lw Bw  |  u r f d l b
    layers    = layer  |  layer - layer

Groups are those of `cubecsp.puzzle.core.sequences`. Layers are counted from the face: `2R` is the second one,
`3Rw` the outer three, `2-3Rw` the second and third, and `Rw`, or `r`, the outer two. M, E and S are the
middle layer of a cube of odd size and follow L, D and F as the WCA says.

Rotations, and on a cube of odd size all moves of the centres that fix its orientation, change the
orientation. They become turns of a cube that keeps its orientation, and one rotation at the end: a turn of a
middle layer becomes turns of the layers on either side the other way, and a rotation of the whole cube. So on
a 3×3×3 all moves become turns of faces and a rotation.

A *holding* is six letters: for each face U R F D L B the face of the cube that is there, so that `URFDLB` is
the orientation at the start.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from cubecsp.errors import InputError
from cubecsp.puzzle.core.sequences import MAX_TURNS, SequenceReader
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.turn_numbers import turn_number

_BASE = re.compile(r"(?:(\d{1,3})(?:-(\d{1,3}))?)?([URFDLB]w?|[urfdlb])|[MESxyz]")

_OPPOSITE = {"U": "D", "R": "L", "F": "B", "D": "U", "L": "R", "B": "F"}
_SLICES = {"M": "L", "E": "D", "S": "F"}
_ROTATIONS = {"x": "R", "y": "U", "z": "F"}

# The cycle of faces a → b (what was on a moves to b) when the whole cube turns clockwise about a face.
_CYCLES = {"U": "FLBR", "R": "FUBD", "F": "URDL", "D": "FRBL", "L": "FDBU", "B": "ULDR"}


class _Quarter(NamedTuple):
    """A quarter turn in this notation; all its layers turn about one axis, in any order.

    Attributes:
        rotation: the face that the whole cube turns about, clockwise; "" if it does not.
        layers: the other layers that turn: the face, the sign, and the number of that turn without its face,
            which is the `turn_number` of a quarter turn of face 0.
    """

    rotation: str
    layers: tuple[tuple[str, int, int], ...]


_Step = tuple[_Quarter, int]  # and clockwise quarters 0…3


def read_turns(text: str, longest: int, puzzle: CubePuzzle) -> tuple[list[int], str]:
    """Return the turns that `text` stands for, by number, and the holding after it.

    Turns are numbered as in `cubecsp.puzzle.cube.turn_numbers`.

    Raises:
        InputError: the text is not in the notation, names layers that `puzzle` does not have, or is
            longer than `longest` when written out.
    """
    held = {face: face for face in FACES}  # held[f]: the original face that is now where f was
    turns: list[int] = []
    for quarter, quarters in _StepReader(text, longest, puzzle).parse():
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


def turn_reader(text: str, puzzle: CubePuzzle) -> SequenceReader[Any]:
    """Return the reader of the turns that a text stands for."""
    return _StepReader(text, MAX_TURNS, puzzle)


def held_after(first: str, then: str) -> str:
    """Return the holding of a cube that is turned as in `first`, and from there as in `then`."""
    return "".join(first[FACES.index(face)] for face in then)


def held_before(holding: str) -> str:
    """Return the inverse of a holding: `held_after` undoes one with the other."""
    return "".join(FACES[holding.index(face)] for face in FACES)


@cache
def rotation(holding: str) -> str:
    """Return the shortest rotation, in x y z, that leads to a holding, "" for the one at the start."""
    quarters = [axis + more for axis in _ROTATIONS for more in ("", "'", "2")]
    words = ["", *quarters, *map(" ".join, product(quarters, repeat=2))]
    return next(word for word in words if read_turns(word, 2, CUBE)[1] == holding)


class _StepReader(SequenceReader[_Step]):
    def __init__(self, text: str, longest: int, puzzle: CubePuzzle) -> None:
        super().__init__(text, longest)
        self._puzzle = puzzle

    def move(self) -> _Step | None:
        base = _BASE.match(self.text, self.at)
        if not base:
            return None
        quarter = self._quarter(base)
        self.at = base.end()
        count, inverse = self.suffix()
        return quarter, (-count if inverse else count) % 4

    def name_end(self, at: int) -> int:
        base = _BASE.match(self.text, at)
        assert base is not None  # it has been read
        return base.end()

    def undone(self, step: _Step) -> _Step:
        quarter, quarters = step
        return quarter, -quarters % 4

    def remedy(self) -> str:
        return "write U R F D L B with 2 or ', wide turns r or Rw, slices M E S, rotations x y z"

    def _quarter(self, base: re.Match[str]) -> _Quarter:
        try:
            return _quarter_of(base.group(), self._puzzle)
        except InputError as error:
            raise self.error(error.problem, error.remedy or "") from None


@cache
def _quarter_of(base: str, puzzle: CubePuzzle) -> _Quarter:
    """Return the quarter turn of the cube that a base stands for.

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
    # It has the centres that fix the orientation: the whole cube turns, and the other layers turn back.
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
    match = _BASE.fullmatch(base)
    assert match is not None  # it has been read so
    first, last, name = match.groups()
    wide = name not in FACES
    if last and not wide:
        raise InputError(
            f"{base!r} turns several layers, which is written with a w", f"write {base}w"
        )
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
