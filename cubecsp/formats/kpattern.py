"""KPattern JSON, as cubing.js keeps a 2×2×2, 3×3×3, 4×4×4 or 5×5×5.

Orbits are CORNERS, EDGES and CENTERS, on larger cubes EDGES2, CENTERS2 and so on besides; wings are EDGES
too. Slot i holds piece `pieces[i]`, turned by `orientation[i]`: thirds clockwise for corners, flips by
quarter turns of F and B for edges. The flip of a wing follows from its slot, which it fits in one way;
centres that look alike all bear the number of the first of them. Slots of corners and edges are in the order
of `cubecsp.formats.slot_order`, except those in the middle of the edges of a 5×5×5, which have a different
order. Wings and centres go face by face in the order U L F R B D, four clockwise on each, as speedsolvers
letter them. Checked against patterns that cubing.js 0.63.4 made (tests/formats/formats.json).
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any, NamedTuple

from cubecsp.errors import InputError, excerpt
from cubecsp.formats.format import Format
from cubecsp.formats.slot_order import ORDER, from_placements, in_order, placements
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET, CubePuzzle, cube_puzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.definitions.strict_json import check_keys, parse_json

SUMMARY = "KPattern JSON of cubing.js: pieces and orientation of CORNERS, EDGES and CENTERS"
EXAMPLE = (
    '{"EDGES": {"pieces": [0, 8, 1, 3, 4, 5, 6, 7, 2, 9, 10, 11], "orientation": [0, 0, 0, '
    '0, 0, 0, 0, 0, 0, 0, 0, 0]}, "CORNERS": {"pieces": [4, 2, 1, 3, 0, 5, 6, 7], '
    '"orientation": [2, 2, 0, 0, 2, 0, 0, 0]}, "CENTERS": {"pieces": [0, 1, 2, 3, 4, 5], '
    '"orientation": [0, 0, 0, 0, 0, 0]}}'
)


_FACES = "ULFRBD"  # the order in which wings and centres go face by face
_HELD_BY = {3: "ULFRBD", 5: "FRDULB"}  # the order of the centres, which orients an odd cube
_MIDDLES = ("DF", "FL", "DR", "DB", "FR", "DL", "UR", "BR", "UL", "UB", "BL", "UF")
_BY_FACE = -1  # instead of the number of an orbit: the fixed centres of an odd cube
_ORBITS: dict[int, dict[str, int]] = {  # by size, and by name: the number in `puzzle.orbits`
    2: {"CORNERS": 0},
    3: {"EDGES": 1, "CORNERS": 0, "CENTERS": _BY_FACE},
    4: {"CORNERS": 0, "EDGES": 1, "CENTERS": 2},
    5: {"EDGES": 2, "EDGES2": 1, "CORNERS": 0, "CENTERS": 4, "CENTERS2": 3, "CENTERS3": _BY_FACE},
}
_NAMES = tuple(_ORBITS[5])
_WRAPPED = ("patternData", "experimentalPuzzleName")
_LISTS = ("pieces", "orientation", "orientationMod")
_REMEDY = 'write {"CORNERS": {"pieces": […], "orientation": […]}, "EDGES": …, "CENTERS": …}'


def evidence(text: str) -> str:
    """Return why this is a KPattern, or nothing."""
    if not text.lstrip().startswith("{"):
        return ""
    result = next((key for key in (*_NAMES, *_WRAPPED, "pieces") if f'"{key}"' in text), "")
    return f"JSON with the key {result}" if result else ""


def parse(text: str, puzzle: CubePuzzle | None) -> Facelets:
    """Read the pattern; its orbits show which cube it is of."""
    try:
        data = parse_json(text)
    except InputError as error:
        raise _error(text, error.problem, error.position) from None
    for _ in range(2):  # as cubing.js wraps it
        if isinstance(data, dict) and "patternData" in data:
            _check_keys(text, "a KPattern", data, _WRAPPED)
            data = data["patternData"]
    if not isinstance(data, dict):
        raise _error(text, "it is not a JSON object")
    _check_keys(text, "a KPattern", data, _NAMES)
    pattern_puzzle = _puzzle_of(data)
    orbits = _ORBITS[pattern_puzzle.size]
    surplus = next((name for name in data if name not in orbits), None)
    if surplus is not None:
        raise _error(
            text, f"it has {surplus}, and without EDGES or EDGES2 is of a {pattern_puzzle.name}"
        )
    if puzzle not in (None, pattern_puzzle):
        raise _error(text, f"it is a pattern of a {pattern_puzzle.name}")
    held = {
        number: _placements(text, data, name, _slots(pattern_puzzle, number))
        for name, number in orbits.items()
        if number != _BY_FACE
    }
    centres = next((n for n, number in orbits.items() if number == _BY_FACE), "")
    centre_colours = _centres(text, data, centres, _HELD_BY[pattern_puzzle.size]) if centres else ""
    values = [held[number] for number in range(len(pattern_puzzle.orbits))]
    return Facelets.named(
        from_placements(pattern_puzzle, *values, centres=centre_colours), pattern_puzzle
    )


def write(facelets: Facelets) -> str:
    """Return the pattern as JSON."""
    data: dict[str, Any] = {}
    facelets = Facelets(facelets.in_letters)
    result = placements(facelets, "a KPattern")
    for name, number in _ORBITS[facelets.puzzle.size].items():
        if number == _BY_FACE:
            data[name] = _centres_of(facelets)
        else:
            slots = _slots(facelets.puzzle, number)
            pairs = [slots.numbers(slot, result[number][slot]) for slot in slots.order]
            data[name] = {
                "pieces": [piece for piece, _ in pairs],
                "orientation": [turn for _, turn in pairs],
            }
    return json.dumps(data)


class _Slots(NamedTuple):
    """An orbit as cubing.js numbers it.

    Attributes:
        orbit: our orbit.
        order: our number of each of its slots.
        leads: for each of our slots the place in its frame that orientations are measured against.
    """

    orbit: Orbit
    order: tuple[int, ...]
    leads: tuple[int, ...]

    @property
    def orientations(self) -> int:
        """The number of values that an orientation can have."""
        return max(self.orbit.turns, len(self.orbit.frames[0]))

    def numbers(self, slot: int, placement: int) -> tuple[int, int]:
        """Return the number of the piece that one of our slots holds, and its orientation."""
        piece, turn = divmod(placement, self.orbit.turns)
        looks = self.orbit.looks
        number = next(n for n, home in enumerate(self.order) if looks[home] == looks[piece])
        return number, turn + (self.leads[slot] != self.leads[piece])

    def placement(self, slot: int, number: int, orientation: int) -> int | None:
        """Return the placement of one of our slots; None if the piece does not fit it so."""
        piece, turns = self.order[number], self.orbit.turns
        turn = orientation - (self.leads[slot] != self.leads[piece])
        return piece * turns + turn if 0 <= turn < turns else None


@cache
def _slots(puzzle: CubePuzzle, number: int) -> _Slots:
    orbit = puzzle.orbits[number]
    if orbit.turns == 1:
        order = tuple(
            sorted(range(len(orbit.names)), key=lambda slot: _around(puzzle, orbit.frames[slot][0]))
        )
        return _Slots(orbit, order, tuple(_lead(puzzle, frame) for frame in orbit.frames))
    order = ORDER[number] if puzzle.size < 4 or number == 0 else in_order(orbit, _MIDDLES)
    return _Slots(orbit, order, (0,) * len(orbit.names))


def _around(puzzle: CubePuzzle, facelet: int) -> tuple[int, int]:
    """Return the number of a facelet's face, and how many quarters it is clockwise of the first one."""
    face, turned = puzzle.face_of(facelet), [facelet]
    for _ in range(3):
        turned.append(puzzle.layer_turn(face)[turned[-1]])
    return _FACES.index(FACES[face]), -turned.index(min(turned)) % 4


def _lead(puzzle: CubePuzzle, frame: tuple[int, ...]) -> int:
    """Return the facelet of a wing that orientations are measured against: on U or D, or if there is none, on F or B."""
    faces = [FACES[puzzle.face_of(facelet)] for facelet in frame]
    return min(
        range(len(frame)), key=lambda place: ["U", "D", "F", "B", "R", "L"].index(faces[place])
    )


def _puzzle_of(data: dict[str, Any]) -> CubePuzzle:
    """Return the cube that has the orbits of a pattern."""
    if "EDGES2" in data:
        return cube_puzzle(5)
    edges = data.get("EDGES")
    pieces = edges.get("pieces") if isinstance(edges, dict) else None
    if isinstance(pieces, list) and len(pieces) == 24:
        return cube_puzzle(4)
    return CUBE if "EDGES" in data else POCKET


def _placements(text: str, data: dict[str, Any], name: str, slots: _Slots) -> list[int]:
    """Return the placements of our slots."""
    orbit, order = slots.orbit, slots.order
    pieces, turns = _lists(text, data, name, len(order))
    if not all(0 <= piece < len(order) for piece in pieces):
        raise _error(text, f"a piece of {name} is not 0 to {len(order) - 1}")
    there = Counter(orbit.looks[order[piece]] for piece in pieces)
    if there != Counter(orbit.looks):
        often = "as often as there are pieces of its colour" if orbit.alike else "once"
        raise _error(
            text, f"the pieces of {name} do not name each of 0 to {len(order) - 1} {often}"
        )
    if not all(abs(turn) < slots.orientations for turn in turns):  # as JavaScript has remainders
        raise _error(text, f"an orientation of {name} is not 0 to {slots.orientations - 1}")
    if any(data[name].get("orientationMod", ())):
        raise _error(text, f"an orientationMod of {name} is not 0, so its orientation is not known")
    values = [0] * len(order)
    for number, (slot, piece, turn) in enumerate(zip(order, pieces, turns, strict=True)):
        value = slots.placement(slot, piece, turn % slots.orientations)
        if value is None:
            raise _error(
                text, f"piece {piece} of {name} fits slot {number} only with the other orientation"
            )
        values[slot] = value
    return values


def _centres(text: str, data: dict[str, Any], name: str, order: str) -> str:
    """Return the colours of the fixed centres of an odd cube, in the order of the faces."""
    if name not in data:
        return FACES
    pieces, _ = _lists(text, data, name, 6)
    if sorted(pieces) != list(range(6)):
        raise _error(text, f"the pieces of {name} do not name each of 0 to 5 once")
    at = {face: order[piece] for face, piece in zip(order, pieces, strict=True)}
    return "".join(at[face] for face in FACES)


def _centres_of(facelets: Facelets) -> dict[str, list[int]]:
    """Return the orbit of the fixed centres of an odd cube."""
    letters = dict(zip(FACES, (facelets.letters[f] for f in facelets.puzzle.centres), strict=True))
    if sorted(letters.values()) != sorted(letters):
        raise InputError(
            "a KPattern names each centre once, but here one is unknown or occurs twice",
            "`facelets`, `colours` and `visualcube` can say it",
        )
    order = _HELD_BY[facelets.puzzle.size]
    return {
        "pieces": [order.index(letters[face]) for face in order],
        "orientation": [0] * 6,
        "orientationMod": [1] * 6,
    }


def _lists(text: str, data: dict[str, Any], name: str, size: int) -> tuple[list[int], list[int]]:
    orbit = data.get(name)
    if isinstance(orbit, dict):
        _check_keys(text, name, orbit, _LISTS)
    results = []
    for key in _LISTS:
        numbers = orbit.get(key) if isinstance(orbit, dict) else None
        if numbers is None and key == "orientationMod":
            continue
        if not isinstance(numbers, list) or [type(n) for n in numbers] != [int] * size:
            raise _error(text, f"{name} needs {size} integers as {key!r}")
        results.append(numbers)
    return results[0], results[1]


def _check_keys(text: str, where: str, entries: dict[str, Any], known: tuple[str, ...]) -> None:
    try:
        check_keys(where, entries, known)
    except InputError as error:
        raise _error(text, error.problem, remedy=error.remedy) from None


def _error(
    text: str, problem: str, position: int | None = None, remedy: str = _REMEDY
) -> InputError:
    return InputError(f"KPattern {excerpt(text)}: {problem}", remedy, text=text, position=position)


FORMAT = Format("kpattern", SUMMARY, EXAMPLE, evidence, parse, write, sizes=tuple(_ORBITS))
