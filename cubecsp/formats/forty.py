"""The 40 numbers of Thistlethwaite solvers, as JSON, as a bare list, or as their programs print them.

See `cubecsp.cube.forty` for what the numbers mean. A 2×2×2 has the 16 of its corners.
"""

from __future__ import annotations

import json
import re
from typing import Any

from cubecsp.cube.facelets import Facelets
from cubecsp.cube.forty import FortyNumbers
from cubecsp.cube.geometry import POCKET, Puzzle
from cubecsp.errors import InputError, excerpt
from cubecsp.formats.pieces import ORDER, check_centres, from_placements, placements

SUMMARY = "40 numbers: positions and orientations of corners and of edges, as JSON or a bare list"
EXAMPLE = (
    '{"Corner Position": [4, 2, 1, 3, 0, 5, 6, 7], "Corner Orientation": [1, 1, 0, 0, 1, '
    '0, 0, 0], "Edge Position": [0, 8, 1, 3, 4, 5, 6, 7, 2, 9, 10, 11], "Edge '
    'Orientation": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], "Parity": false}'
)

_VECTORS = {
    "Corner Position": "cp",
    "Corner Orientation": "co",
    "Edge Position": "ep",
    "Edge Orientation": "eo",
}
_LABELS = re.compile(
    r"(corner|edge|position|permutation|orientation|parity|true|false|s|cp|co|ep|eo)+", re.I
)
_PARITY = re.compile(r"parity\W*(true|false|0|1)\b", re.IGNORECASE)
_NUMBER = re.compile(r"(?:(?<!\d)-)?\d+")  # 1-2 is two numbers
_LEAST, _MOST = 12, 48  # numbers that are meant as a state
_POCKET_NUMBERS = 16


def sign(text: str) -> str:
    """Return why these are the 40 numbers, or nothing."""
    labelled = re.search('orientation|"co"', text, re.IGNORECASE) and "pieces" not in text.lower()
    numbers = len(_NUMBER.findall(text))
    if not labelled and not _LEAST <= numbers <= _MOST:
        return ""
    if any(char.isalpha() for char in set(_LABELS.sub("", text))):
        return ""
    return "positions and orientations" if labelled else f"a list of {numbers} numbers"


def parse(text: str, puzzle: Puzzle | None) -> Facelets:
    """Read the numbers; vectors with names may stand in any order."""
    numbers, parity = _numbers(text)
    if puzzle == POCKET or (puzzle is None and len(numbers) == _POCKET_NUMBERS):
        return _pocket(text, numbers)
    try:
        state = FortyNumbers.from_numbers(numbers, parity)
    except InputError as error:
        problem = f"cube state {excerpt(text)}: {error.problem}"
        raise InputError(problem, error.remedy, text=text) from None
    return Facelets.of(state.to_cube())


def write(shown: Facelets) -> str:
    """Return the numbers as a JSON object."""
    corners, edges = placements(shown, "a list of 40 numbers")
    check_centres(shown, "a list of 40 numbers")
    slots = ORDER[0], ORDER[1] if edges else ()
    parts = [
        [slots[0].index(corners[slot] // 3) for slot in slots[0]],
        [-corners[slot] % 3 for slot in slots[0]],
        [slots[1].index(edges[slot] // 2) for slot in slots[1]],
        [edges[slot] % 2 for slot in slots[1]],
    ]
    named: dict[str, Any] = {name: part for name, part in zip(_VECTORS, parts, strict=True) if part}
    if edges:
        numbers = [number for part in parts for number in part]
        named["Parity"] = FortyNumbers.from_numbers(numbers).parity
    return json.dumps(named)


def _numbers(text: str) -> tuple[list[int], bool | None]:
    """Return the numbers in order, and the parity flag if there is one."""
    data = _json(text)
    if isinstance(data, dict):
        given = {_key(name): value for name, value in data.items()}
        parity = _flag(text, given.get("parity"))
        vectors = [given.get(_key(name), given.get(short, [])) for name, short in _VECTORS.items()]
        return _flat(text, vectors), parity
    if isinstance(data, list):
        return _flat(text, data), None
    text = text.replace("−", "-")
    flag = _PARITY.search(text)
    numbers = [int(number[:9]) for number in _NUMBER.findall(_PARITY.sub("", text))]
    return numbers, flag and flag[1].lower() in ("true", "1")


def _key(name: str) -> str:
    """Return the name of a vector without case, blanks, marks and plural."""
    key = re.sub("[^a-z]", "", name.lower()).replace("permutation", "position")
    return key.rstrip("s")


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _flag(text: str, given: Any) -> bool | None:
    """Return the parity flag of a JSON object: a boolean, 0 or 1, None if there is none."""
    if given is None:
        return None
    if type(given) not in (bool, int) or given not in (0, 1):
        raise InputError(
            f"cube state {excerpt(text)}: parity {excerpt(str(given), width=20)} is no flag",
            "write true or false without quotation marks",
            text=text,
        )
    return bool(given)


def _flat(text: str, data: list[Any]) -> list[int]:
    """Return the numbers of lists in a list."""
    numbers: list[int] = []
    for part in data:
        some = part if isinstance(part, list) else [part]
        for number in some:
            if type(number) is not int or abs(number) > 99:
                raise InputError(
                    f"cube state {excerpt(text)}: {excerpt(str(number), width=20)} is no number of it",
                    "write whole numbers",
                    text=text,
                )
        numbers += some
    return numbers


def _pocket(text: str, numbers: list[int]) -> Facelets:
    pieces, twists = numbers[:8], numbers[8:]
    if len(numbers) != _POCKET_NUMBERS or sorted(pieces) != list(range(8)) or not all(
        0 <= twist < 3 for twist in twists
    ):  # fmt: skip
        raise InputError(
            f"cube state {excerpt(text)}: these are not the 16 numbers of a 2×2×2",
            "write the corner positions, each of 0 to 7 once, and 8 orientations of 0 to 2",
            text=text,
        )
    corners = [0] * 8
    for slot, piece, twist in zip(ORDER[0], pieces, twists, strict=True):
        corners[slot] = ORDER[0][piece] * 3 + -twist % 3
    return Facelets(from_placements(POCKET, corners))
