"""The vectors `cp`, `co`, `ep`, `eo` of H. Kociemba's solvers with `center`, as cubejs writes them in JSON.

Entry i of `cp` is the piece in corner slot i, and entry i of `co` its clockwise turn; `ep` and `eo` do the
same for edges. The slots are those of `CUBE`, in its order. `center` has the centres of the faces U R F D L
B. Checked against states that cubejs 1.3.2 made (tests/formats/formats.json).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cubecsp.errors import InputError
from cubecsp.formats.slot_order import from_placements
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.definitions.strict_json import check_keys

CENTER = "center"
"""The key that the 40 numbers do not have."""

_LENGTHS = {CENTER: 6, "cp": 8, "co": 8, "ep": 12, "eo": 12}
_MOST = {"co": 3, "eo": 2}  # turns


def of_cubejs(data: Mapping[str, Any]) -> Facelets:
    """Return the stickers of a state; centres that are not in their solved positions mean another orientation of the cube.

    Raises:
        InputError: a vector is missing, or is not one.
    """
    check_keys("a state of cubejs", data, _LENGTHS)
    for name, length in _LENGTHS.items():
        numbers = data.get(name)
        most = _MOST.get(name, length)
        if (
            not isinstance(numbers, list)
            or [type(number) for number in numbers] != [int] * length
            or not {*numbers} <= {*range(most)}
            or (name not in _MOST and len({*numbers}) < length)
        ):
            each = "" if name in _MOST else ", each once"
            raise InputError(
                f"{name} is not a vector of cubejs",
                f"write {length} numbers of 0 to {most - 1}{each}",
            )
    placements = [
        [
            piece * orbit.turns + turn
            for piece, turn in zip(data[f"{kind}p"], data[f"{kind}o"], strict=True)
        ]
        for orbit, kind in zip(CUBE.orbits, "ce", strict=True)
    ]
    centres = "".join(FACES[centre] for centre in data[CENTER])
    return Facelets.named(from_placements(CUBE, *placements, centres=centres), CUBE)
