"""KPattern JSON, as cubing.js keeps a 3×3×3 or 2×2×2: orbits CORNERS, EDGES and CENTERS.

Slots are in the order of `cubecsp.formats.pieces`, centres in the order U L F R B D. Slot i holds
piece `pieces[i]`, turned by `orientation[i]`: thirds clockwise for corners, flips by quarter turns
of F and B for edges. Checked against patterns that cubing.js 0.63.4 made (tests/formats.json).
"""

from __future__ import annotations

import json
from typing import Any

from cubecsp.errors import InputError, excerpt
from cubecsp.formats.base import Format
from cubecsp.formats.objects import check_keys, loaded
from cubecsp.formats.pieces import ORDER, from_placements, placements
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.orbits import Orbit
from cubecsp.puzzle.puzzle import CUBE, POCKET, CubePuzzle

SUMMARY = "KPattern JSON of cubing.js: pieces and orientation of CORNERS, EDGES and CENTERS"
EXAMPLE = (
    '{"EDGES": {"pieces": [0, 8, 1, 3, 4, 5, 6, 7, 2, 9, 10, 11], "orientation": [0, 0, 0, '
    '0, 0, 0, 0, 0, 0, 0, 0, 0]}, "CORNERS": {"pieces": [4, 2, 1, 3, 0, 5, 6, 7], '
    '"orientation": [2, 2, 0, 0, 2, 0, 0, 0]}, "CENTERS": {"pieces": [0, 1, 2, 3, 4, 5], '
    '"orientation": [0, 0, 0, 0, 0, 0]}}'
)

_CENTRES = "ULFRBD"
_ORBITS = ("CORNERS", "EDGES", "CENTERS")
_WRAPPED = ("patternData", "experimentalPuzzleName")
_LISTS = ("pieces", "orientation", "orientationMod")
_REMEDY = 'write {"CORNERS": {"pieces": […], "orientation": […]}, "EDGES": …, "CENTERS": …}'


def sign(text: str) -> str:
    """Return why this is a KPattern, or nothing."""
    if not text.lstrip().startswith("{"):
        return ""
    found = next((key for key in (*_ORBITS, *_WRAPPED, "pieces") if f'"{key}"' in text), "")
    return f"JSON with the key {found}" if found else ""


def parse(text: str, puzzle: CubePuzzle | None) -> Facelets:
    """Read the pattern; without EDGES it is of a 2×2×2."""
    try:
        data = loaded(text)
    except InputError as error:
        raise _error(text, error.problem, error.position) from None
    for _ in range(2):  # as cubing.js wraps it
        if isinstance(data, dict) and "patternData" in data:
            _check_keys(text, "a KPattern", data, _WRAPPED)
            data = data["patternData"]
    if not isinstance(data, dict):
        raise _error(text, "it is no JSON object")
    _check_keys(text, "a KPattern", data, _ORBITS)
    given = CUBE if "EDGES" in data else POCKET
    if given == POCKET and "CENTERS" in data:
        raise _error(text, "it has CENTERS, as a 3×3×3 has, and no EDGES")
    if puzzle not in (None, given):
        raise _error(text, f"it is a pattern of a {given.name}")
    values = [
        _orbit(text, data, orbit, order) for orbit, order in zip(given.orbits, ORDER, strict=False)
    ]
    centres = _centres(text, data) if given == CUBE else ""
    return Facelets.named(from_placements(given, *values, centres=centres), given)


def write(shown: Facelets) -> str:
    """Return the pattern as JSON."""
    data: dict[str, Any] = {}
    found = placements(shown, "a KPattern")
    for name, orbit, order, values in reversed(
        list(zip(("CORNERS", "EDGES"), shown.puzzle.orbits, ORDER, found, strict=False))
    ):
        data[name] = {
            "pieces": [order.index(values[slot] // orbit.turns) for slot in order],
            "orientation": [values[slot] % orbit.turns for slot in order],
        }
    if shown.puzzle == CUBE:
        letters = dict(zip("URFDLB", (shown.letters[f] for f in CUBE.centres), strict=True))
        if sorted(letters.values()) != sorted(letters):
            raise InputError(
                "a KPattern names each centre once, and here one is unknown or there twice",
                "`facelets`, `colours` and `visualcube` can say it",
            )
        data["CENTERS"] = {
            "pieces": [_CENTRES.index(letters[face]) for face in _CENTRES],
            "orientation": [0] * 6,
            "orientationMod": [1] * 6,
        }
    return json.dumps(data)


def _orbit(text: str, data: dict[str, Any], orbit: Orbit, order: tuple[int, ...]) -> list[int]:
    name = f"{orbit.name.upper()}S"
    pieces, turns = _lists(text, data, name, len(order))
    if sorted(pieces) != list(range(len(order))):
        raise _error(text, f"the pieces of {name} do not name each of 0 to {len(order) - 1} once")
    if not all(0 <= turn < orbit.turns for turn in turns):
        raise _error(text, f"an orientation of {name} is not 0 to {orbit.turns - 1}")
    if any(data[name].get("orientationMod", ())):
        raise _error(text, f"an orientationMod of {name} is not 0, so that it can be turned anyhow")
    values = [0] * len(order)
    for slot, piece, turn in zip(order, pieces, turns, strict=True):
        values[slot] = order[piece] * orbit.turns + turn
    return values


def _centres(text: str, data: dict[str, Any]) -> str:
    """Return the colours of the centres in the order of the faces."""
    if "CENTERS" not in data:
        return "URFDLB"
    pieces, _ = _lists(text, data, "CENTERS", 6)
    if sorted(pieces) != list(range(6)):
        raise _error(text, "the pieces of CENTERS do not name each of 0 to 5 once")
    at = {face: _CENTRES[piece] for face, piece in zip(_CENTRES, pieces, strict=True)}
    return "".join(at[face] for face in "URFDLB")


def _lists(text: str, data: dict[str, Any], name: str, size: int) -> tuple[list[int], list[int]]:
    orbit = data.get(name)
    if isinstance(orbit, dict):
        _check_keys(text, name, orbit, _LISTS)
    found = []
    for key in _LISTS:
        numbers = orbit.get(key) if isinstance(orbit, dict) else None
        if numbers is None and key == "orientationMod":
            continue
        if not isinstance(numbers, list) or [type(n) for n in numbers] != [int] * size:
            raise _error(text, f"{name} needs {size} whole numbers as {key!r}")
        found.append(numbers)
    return found[0], found[1]


def _check_keys(text: str, where: str, given: dict[str, Any], known: tuple[str, ...]) -> None:
    try:
        check_keys(where, given, known)
    except InputError as error:
        raise _error(text, error.problem, remedy=error.remedy) from None


def _error(
    text: str, problem: str, position: int | None = None, remedy: str = _REMEDY
) -> InputError:
    return InputError(f"KPattern {excerpt(text)}: {problem}", remedy, text=text, position=position)


FORMAT = Format(
    "kpattern",
    SUMMARY,
    EXAMPLE,
    sign=sign,
    parse=parse,
    write=write,
)
