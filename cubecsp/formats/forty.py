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
from cubecsp.formats.forty_numbers import (
    VECTORS,
    FortyNumbers,
    numbers_in,
    pocket_placements,
    vector_name,
    vectors_of,
)
from cubecsp.formats.slot_order import check_centres, from_placements, placements
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
    try:
        if _OF_CUBEJS.match(text):
            return of_cubejs(parse_json(text))
        _check_json(text)
        numbers, parity = numbers_in(text)
        if puzzle == POCKET or (puzzle is None and len(numbers) == _POCKET_NUMBERS):
            return Facelets(from_placements(POCKET, *pocket_placements(numbers)))
        return Facelets.of(FortyNumbers.from_numbers(numbers, parity).to_cube())
    except InputError as error:
        if error.text == text:
            raise
        problem = f"cube state {excerpt(text)}: {error.problem}"
        raise InputError(problem, error.remedy, text=text) from None


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
    vectors = vectors_of(facelets.puzzle.orbits, result)
    named: dict[str, Any] = dict(zip(VECTORS, vectors, strict=False))
    if facelets.puzzle == CUBE:
        named["Parity"] = FortyNumbers(*vectors).parity
    return json.dumps(named)


def _check_json(text: str) -> None:
    """Make sure that a text, if it is JSON, has no other keys than the vectors, and only integers in its lists."""
    try:
        data = parse_json(text)
    except InputError as error:
        if error.position is None:
            raise
        return
    if isinstance(data, dict):
        others = [key for key in data if not vector_name(key) and key.lower() != "parity"]
        check_keys("a cube state", others, [*VECTORS, "Parity"])
        data = [value for key, value in data.items() if vector_name(key)]
    for part in _parts(data) if isinstance(data, list) else [[data]]:
        for number in part:
            if type(number) is not int:
                shown = excerpt(str(number), width=20)
                raise InputError(f"{shown} is not one of its numbers", "write integers")


def _parts(data: list[Any]) -> Iterator[list[Any]]:
    """Yield the lists of a list that are not lists of lists."""
    if data and all(isinstance(part, list) for part in data):
        for part in data:
            yield from _parts(part)
    else:
        yield data


FORMAT = Format(
    "forty", SUMMARY, EXAMPLE, evidence, parse, write, notes, (2, 3), shows_holding=False
)
