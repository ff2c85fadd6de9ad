"""The 40 numbers of Thistlethwaite solvers, as JSON, as a bare list, or as their programs print them.

See `cubecsp.formats.forty_numbers` for what the numbers mean. A 2×2×2 has the 16 of its corners.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from cubecsp.errors import InputError, excerpt
from cubecsp.formats.cubejs import CENTER, of_cubejs
from cubecsp.formats.format import Format
from cubecsp.formats.forty_numbers import VECTORS, FortyNumbers, in_order, numbers_in, vector_name
from cubecsp.formats.slot_order import ORDER, check_centres, from_placements, placements
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET, CubePuzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.definitions.strict_json import check_keys, parse_json

SUMMARY = "40 numbers: positions and orientations of corners and of edges, as JSON or a bare list"
EXAMPLE = (
    '{"Corner Position": [4, 2, 1, 3, 0, 5, 6, 7], "Corner Orientation": [1, 1, 0, 0, 1, '
    '0, 0, 0], "Edge Position": [0, 8, 1, 3, 4, 5, 6, 7, 2, 9, 10, 11], "Edge '
    'Orientation": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], "Parity": false}'
)

_LABELS = re.compile(
    r"(corner|edge|position|permutation|orientation|parity|true|false|s|cp|co|ep|eo)+", re.I
)
_NUMBER = re.compile(r"\d+")
_NAMED = re.compile(r"orientation|position|permutation|\b[ce][op]\b", re.IGNORECASE)
_SHORT = re.compile(r"\b[ce][op]\b", re.IGNORECASE)
_OF_CUBEJS = re.compile(rf'(?s:\s*\{{.*"{CENTER}"\s*:)')
_LEAST, _MOST = 12, 48  # a text with this many numbers is meant as a state
_POCKET_NUMBERS = 16
_MOST_SHOWN = 99  # larger numbers are always out of range


def evidence(text: str) -> str:
    """Return why these are the 40 numbers, or nothing."""
    if text.lstrip().startswith("{"):
        named = _NAMED.search(text) and '"pieces"' not in text
        return "positions and orientations" if named else ""
    labelled = re.search('orientation|"co"', text, re.IGNORECASE) and "pieces" not in text.lower()
    numbers = len(_NUMBER.findall(text))
    if not labelled and not _LEAST <= numbers <= _MOST:
        return ""
    if any(char.isalpha() for char in set(_LABELS.sub("", text))):
        return ""
    return "positions and orientations" if labelled else f"a list of {numbers} numbers"


def parse(text: str, puzzle: CubePuzzle | None) -> Facelets:
    """Read the numbers; vectors with names may stand in any order, and with `center` are those of cubejs."""
    if _OF_CUBEJS.match(text):
        try:
            return of_cubejs(parse_json(text))
        except InputError as error:
            raise _error(text, error.problem, error.remedy) from None
    numbers, parity = _numbers(text)
    if puzzle == POCKET or (puzzle is None and len(numbers) == _POCKET_NUMBERS):
        return _pocket(text, numbers)
    try:
        state = FortyNumbers.from_numbers(numbers, parity)
    except InputError as error:
        raise _error(text, error.problem, error.remedy) from None
    return Facelets.of(state.to_cube())


def notes(text: str, puzzle: CubePuzzle | None) -> tuple[str, ...]:
    """Return a note if the names of the vectors are also those of other programs."""
    if puzzle == POCKET or _OF_CUBEJS.match(text) or not _SHORT.search(text):
        return ()
    return (
        "cp, co, ep and eo are read as the 40 numbers; those of Kociemba's solvers, whose slots are in another "
        "order, are read with center, as cubejs writes them",
    )


def write(facelets: Facelets) -> str:
    """Return the numbers as a JSON object."""
    result = placements(facelets, "a list of 40 numbers")
    check_centres(facelets, "a list of 40 numbers")
    parts: list[list[int]] = []
    for orbit, order, values in zip(facelets.puzzle.orbits, ORDER, result, strict=False):
        parts.append([order.index(values[slot] // orbit.turns) for slot in order])
        parts.append([-values[slot] % orbit.turns for slot in order])
    named: dict[str, Any] = dict(zip(VECTORS, parts, strict=False))
    if facelets.puzzle == CUBE:
        numbers = [number for part in parts for number in part]
        named["Parity"] = FortyNumbers.from_numbers(numbers).parity
    return json.dumps(named)


def _numbers(text: str) -> tuple[list[int], bool | None]:
    """Return the numbers in order, and the parity flag if there is one."""
    try:
        data = parse_json(text)
    except InputError as error:
        if error.position is None:
            raise _error(text, error.problem, error.remedy) from None
        return numbers_in(text)
    if not isinstance(data, dict):
        return _flat(text, data if isinstance(data, list) else [data]), None
    parity = None
    named: dict[str, list[int]] = {}
    for key, value in data.items():
        name = vector_name(key)
        if key.lower() == "parity":
            parity = _flag(text, value)
        elif name in named:
            raise _error(text, f"{name} occurs twice", "write it once")
        elif name and isinstance(value, list):
            named[name] = _whole_numbers(text, value)
        else:
            _refuse_key(text, key, name)
    try:
        return in_order(named), parity
    except InputError as error:
        raise _error(text, error.problem, error.remedy) from None


def _refuse_key(text: str, key: str, name: str) -> None:
    if name:
        raise _error(text, f"{name} is not a list", "write [0, 1, …]")
    try:
        check_keys("a cube state", [key], [*VECTORS, "Parity"])
    except InputError as error:
        raise _error(text, error.problem, error.remedy) from None


def _flag(text: str, value: Any) -> bool | None:
    """Return the parity flag of a JSON object: a boolean, 0 or 1, None if there is none."""
    if value is None:
        return None
    if type(value) not in (bool, int) or value not in (0, 1):
        written = excerpt(str(value), width=20)
        raise _error(
            text, f"parity {written} is not a flag", "write true or false without quotation marks"
        )
    return bool(value)


def _flat(text: str, data: list[Any]) -> list[int]:
    """Return the numbers of a list, or of lists of the vectors, with any nesting."""
    parts = [_whole_numbers(text, part) for part in _parts(data)]
    sizes = [len(part) for part in parts]
    lengths = list(VECTORS.values())
    if len(parts) > 1 and sizes not in (lengths, lengths[:2]):
        raise _error(
            text, f"lists of {', '.join(map(str, sizes))} numbers", "they are of 8, 8, 12 and 12"
        )
    return [number for part in parts for number in part]


def _parts(data: list[Any]) -> Iterator[list[Any]]:
    """Yield the lists of a list that are not lists of lists."""
    if data and all(isinstance(part, list) for part in data):
        for part in data:
            yield from _parts(part)
    else:
        yield data


def _whole_numbers(text: str, data: list[Any]) -> list[int]:
    """Return a list that must consist of integers; true is not a number."""
    for number in data:
        if type(number) is not int or abs(number) > _MOST_SHOWN:
            written = excerpt(str(number), width=20)
            raise _error(text, f"{written} is not one of its numbers", "write integers")
    return data


def _pocket(text: str, numbers: list[int]) -> Facelets:
    pieces, twists = numbers[:8], numbers[8:]
    if len(numbers) != _POCKET_NUMBERS or sorted(pieces) != list(range(8)) or not all(
        0 <= twist < 3 for twist in twists
    ):  # fmt: skip
        raise _error(
            text,
            "these are not the 16 numbers of a 2×2×2",
            "write the corner positions, each of 0 to 7 once, and 8 orientations of 0 to 2",
        )
    corners = [0] * 8
    for slot, piece, twist in zip(ORDER[0], pieces, twists, strict=True):
        corners[slot] = ORDER[0][piece] * 3 + -twist % 3
    return Facelets(from_placements(POCKET, corners))


def _error(text: str, problem: str, remedy: str) -> InputError:
    return InputError(f"cube state {excerpt(text)}: {problem}", remedy, text=text)


FORMAT = Format(
    "forty", SUMMARY, EXAMPLE, evidence, parse, write, notes, (2, 3), shows_holding=False
)
