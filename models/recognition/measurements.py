"""Measurements, read from JSON or from arrays, in the forms that scanners and people write."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from cubecsp.errors import InputError, excerpt
from cubecsp.frozen import frozen
from cubecsp.models.recognition.colour_space import rgb_of
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_puzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.definitions.strict_json import parse_json

Space = Literal["rgb", "lab"]

SIZES = range(2, 8)
"""The sizes of cubes that are recognised."""

_SCANNED = "ULFRBD"  # the order of faces in which scanners number stickers from 1
_HEX = re.compile(r"#([0-9a-fA-F]{6})")
_LEAST_LIKELY = 1e-6
_DARK = 25.0  # of 255: no channel of any sticker is brighter
_GREY = 20.0  # the channels of each sticker differ by less
_ALIKE = 12.0  # stickers differ by less than this, or faces do
_LAB = (100.0, 128.0, 128.0)  # the largest L*, a* and b*
_RIGHT = 'give red, green and blue from 0 to 255, or "#rrggbb", for each sticker, face by face in the order U R F D L B'
_NAMES = "name faces U R F D L B, stickers as U1, or number them from 1 as scanners do"
_NAME = re.compile(rf"[{FACES}]?[0-9]+")


@frozen
class Measurements:
    """The measurements of each facelet.

    Attributes:
        puzzle: the cube with this number of stickers.
        values: red, green and blue (0…255), or the likelihoods of six colours: array (facelets, 3 or 6).
        seen: which facelets were measured.
    """

    puzzle: CubePuzzle
    values: NDArray[np.float64]
    seen: NDArray[np.bool_]

    @property
    def are_likelihoods(self) -> bool:
        """Whether these are likelihoods, and not colours."""
        return len(self.values[0]) == 6

    @property
    def costs(self) -> NDArray[np.float64]:
        """The negative logarithms of likelihoods."""
        shares = self.values / self.values.max(axis=1, keepdims=True)
        costs: NDArray[np.float64] = -np.log(np.maximum(shares, _LEAST_LIKELY))
        return costs

    def require_colours(self) -> None:
        """Make sure that the stickers can be distinguished at all.

        Raises:
            InputError: they cannot; the message says what to do.
        """
        seen = self.values[self.seen]
        if seen.max() < _DARK:
            why = (
                "; if your numbers are from 0 to 1, multiply them by 255" if seen.max() <= 1 else ""
            )
            raise InputError(
                f"all stickers are black: no number is above {seen.max():.3g}",
                f"measure them in more light{why}",
            )
        if (seen.max(axis=1) - seen.min(axis=1)).max() < _GREY:
            raise InputError(
                "all stickers are grey",
                "take pictures in colour, in light that is not coloured itself",
            )
        if np.sqrt(seen.var(axis=0).sum()) < _ALIKE:
            raise InputError(
                "all stickers have about the same colour",
                "measure each face of the cube, only inside its stickers",
            )
        if self.puzzle.centres:
            self._require_different_faces()

    def _require_different_faces(self) -> None:
        faces = self.values.reshape(6, -1, 3)
        seen = self.seen.reshape(6, -1)
        for first in range(6):
            for second in range(first):
                both = seen[first] & seen[second]
                far = np.abs(faces[first][both] - faces[second][both])
                if both.all() and far.max() < _ALIKE:
                    raise InputError(
                        f"faces {second + 1} and {first + 1} ({FACES[second]} and {FACES[first]}) look the same, "
                        "sticker by sticker, and their centres cannot have the same colour",
                        "measure each face once",
                    )


def read_measurements(given: Any, space: Space = "rgb") -> Measurements:
    """Read measurements.

    Args:
        given: JSON as a text, or its data; or an array. For each facelet three numbers, or `#rrggbb`, or the
            likelihoods of six colours; null if unknown. They stand in a list in the order of facelets, with
            or without a list for each face or row; or in an object, by face (`U`), by sticker (`U1`), or by the numbers
            of scanners (`1` up, faces in the order U L F R B D).
        space: the meaning of three numbers: red, green and blue from 0 to 255, or L*, a*, b*.

    Raises:
        InputError: it cannot be read; the message says where, and what would be right.
    """
    if isinstance(given, str):
        given = parse_json(given)
    if hasattr(given, "tolist"):
        given = given.tolist()
    if isinstance(given, list | tuple) and len(given) == 6 and _value(list(given)) is _NO_VALUE:
        given = dict(zip(FACES, given, strict=True))
    named = list(_in_order(given) if isinstance(given, Mapping) else _entries(given))
    puzzle = _cube_of(len(named))
    if len(named) < 1 or all(value is None for _, value in named):
        raise InputError("no sticker was measured", _RIGHT)
    width = next(len(value) for _, value in named if value is not None)
    values = np.full((len(named), width), 1.0 if width == 6 else 0.0)
    for facelet, (name, value) in enumerate(named):
        if value is not None:
            values[facelet] = _valid_numbers(name or puzzle.names[facelet], value, width, space)
    if space == "lab" and width == 3:
        values = np.clip(rgb_of(values), 0.0, 255.0)
    return Measurements(puzzle, values, np.array([value is not None for _, value in named]))


_Value = list[float] | None


def _cube_of(number: int) -> CubePuzzle:
    for size in SIZES:
        if number == 6 * size**2:
            return cube_puzzle(size)
    counts = ", ".join(str(6 * size**2) for size in SIZES)
    raise InputError(
        f"{number} stickers are given", f"a cube of size {SIZES[0]} to {SIZES[-1]} has {counts}"
    )


def _valid_numbers(name: str, value: list[float], width: int, space: Space) -> list[float]:
    """Return the numbers of a facelet.

    Raises:
        InputError: they are not such numbers.
    """
    if len(value) != width:
        raise InputError(
            f"sticker {name} has {len(value)} numbers, and others have {width}", _RIGHT
        )
    if not all(map(math.isfinite, value)):
        raise InputError(
            f"sticker {name} has a number that is not finite", "write null if it is unknown"
        )
    if width == 6:
        right = min(value) >= 0 and max(value) > 0
        most = "six likelihoods, at least 0, one of them above 0"
    elif space == "lab":
        most = "L* from 0 to 100, and a* and b* from -128 to 128"
        right = all(abs(v) <= m for v, m in zip(value, _LAB, strict=True)) and value[0] >= 0
    else:
        right, most = min(value) >= 0 and max(value) <= 255, "red, green and blue from 0 to 255"
    if not right:
        raise InputError(f"sticker {name} is {value}", f"give {most}")
    return value


def _entries(given: Any) -> Iterator[tuple[str, _Value]]:
    """Yield the entry of a list for each facelet, without names; lists of lists are read in order."""
    value = _value(given)
    if value is not _NO_VALUE:
        yield "", value
    elif isinstance(given, list | tuple):
        for one in given:
            yield from _entries(one)
    else:
        raise InputError(f"{excerpt(str(given))} is not a colour", _RIGHT)


_NO_VALUE: list[float] = []


def _value(given: Any) -> _Value:
    """Return the value of one facelet; `_NO_VALUE` if it is not one."""
    if given is None:
        return None
    if isinstance(given, str) and (match := _HEX.fullmatch(given)):
        return [float(part) for part in bytes.fromhex(match[1])]
    if isinstance(given, list | tuple) and given and all(map(_is_number, given)):
        if len(given) not in (3, 6):
            raise InputError(f"{excerpt(str(list(given)))} is not a colour", _RIGHT)
        return [float(number) for number in given]
    return _NO_VALUE


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _in_order(given: Mapping[Any, Any]) -> Iterator[tuple[str, _Value]]:
    """Yield the entry of an object for each facelet, in the order of facelets."""
    entries = {str(key): value for key, value in given.items()}
    if set(entries) == set(FACES):
        yield from _by_face(entries)
        return
    if entries and set(entries) < set(FACES):
        face = next(face for face in FACES if face not in entries)
        raise InputError(f"face {face} is missing", "give all of U R F D L B")
    if others := [name for name in entries if not _NAME.fullmatch(name)]:
        other = min(others, key=FACES.__contains__)
        raise InputError(f"{excerpt(other)} is not the name of a sticker", _NAMES)
    puzzle = _cube_of(len(entries))
    names = list(puzzle.names)
    if "1" in entries:
        area = puzzle.size**2
        names = [str(_SCANNED.index(face) * area + i + 1) for face in FACES for i in range(area)]
    if missing := next((name for name in names if name not in entries), None):
        raise InputError(f"sticker {missing} is missing", _NAMES)
    for name in names:
        value = _value(entries[name])
        if value is _NO_VALUE:
            raise InputError(f"sticker {name} is {excerpt(str(entries[name]))}", _RIGHT)
        yield name, value


def _by_face(entries: Mapping[str, Any]) -> Iterator[tuple[str, _Value]]:
    """Yield the entry of each facelet, face by face.

    Raises:
        InputError: the faces have different numbers of stickers, so that their places are not known.
    """
    faces = {face: [value for _, value in _entries(entries[face])] for face in FACES}
    counts = [len(values) for values in faces.values()]
    usual = max(counts, key=counts.count)
    for face, values in faces.items():
        if len(values) != usual:
            raise InputError(
                f"face {face} has {len(values)} stickers, and others have {usual}",
                "write null for a sticker that was not measured",
            )
        for number, value in enumerate(values, 1):
            yield f"{face}{number}", value
