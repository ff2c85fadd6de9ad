"""Slots in the order that cubie lists share, and the pieces that the stickers of a cube put into them.

    corner slots  UFR URB UBL ULF DRF DFL DLB DBR
    edge slots    UF UR UB UL DF DR DB DL FR FL BR BL

It is the order of M. Reid's solver, of cubing.js and of the 40 numbers. The letters of a slot are its
facelets in the order in which its stickers are named; orientations are measured against the first, as
everywhere in this project.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cubecsp.errors import InputError
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN

CORNERS: tuple[str, ...] = ("UFR", "URB", "UBL", "ULF", "DRF", "DFL", "DLB", "DBR")
EDGES: tuple[str, ...] = (
    "UF", "UR", "UB", "UL", "DF", "DR", "DB", "DL", "FR", "FL", "BR", "BL",
)  # fmt: skip


def in_order(orbit: Orbit, names: Iterable[str]) -> tuple[int, ...]:
    """Return the numbers of the slots with these names, their letters in any order."""
    slots = {frozenset(slot): number for number, slot in enumerate(orbit.names)}
    return tuple(slots[frozenset(name)] for name in names)


ORDER: tuple[tuple[int, ...], tuple[int, ...]] = (
    in_order(CUBE.corners, CORNERS),
    in_order(CUBE.edges, EDGES),
)
"""For corners and edges, the number of each slot of the lists."""

_INSTEAD = "`facelets`, `colours` and `visualcube` can say it"


def facelets_of(puzzle: CubePuzzle, name: str) -> tuple[int, ...]:
    """Return the facelets of the slot that touches the faces of `name`, in the order of its letters.

    Raises:
        InputError: there is no such slot.
    """
    for orbit in puzzle.orbits:
        for slot, facelets in zip(orbit.names, orbit.frames, strict=True):
            if set(slot) == set(name) and len(slot) == len(name):
                return tuple(facelets[slot.index(letter)] for letter in name)
    raise InputError(
        f"{name[:20]!r} is not a piece of a {puzzle.name}", "write UFR or UF, for instance"
    )


def placements(stickers: Facelets, what: str) -> list[list[int]]:
    """Return the placements in the slots of each orbit.

    The centres are ignored.

    Raises:
        InputError: the stickers show no complete set of pieces; `what` names the format that needs one.
    """
    results: list[list[int]] = []
    for orbit in stickers.puzzle.orbits:
        values: list[int] = []
        for slot, facelets in enumerate(orbit.frames):
            value = stickers.placement(orbit, slot)
            if value is None:
                letters = "".join(stickers.letters[facelet] for facelet in facelets)
                why = "is unknown" if UNKNOWN in letters else f"shows {letters}, and no piece does"
                raise InputError(
                    f"{what} names whole pieces, and the {orbit.name} at {orbit.names[slot]} {why}",
                    _INSTEAD,
                )
            values.append(value)
        left = Counter(orbit.looks)
        left.subtract(orbit.looks[value // orbit.turns] for value in values)
        piece = next((piece for piece, more in left.items() if more < 0), None)
        if piece is not None:
            often = "too often" if orbit.alike else "twice"
            raise InputError(
                f"{what} names each piece once, and the {orbit.name} {orbit.names[piece]} is there "
                f"{often}",
                _INSTEAD,
            )
        results.append(values)
    return results


def check_centres(facelets: Facelets, what: str) -> None:
    """Make sure that the centres are in their solved positions, for formats that do not write them.

    Raises:
        InputError: they are not; `what` names the format that does not write them.
    """
    centres = "".join(facelets.letters[facelet] for facelet in facelets.puzzle.centres)
    if centres not in ("", FACES):
        why = "one is unknown" if UNKNOWN in centres else "they are not in their solved positions"
        raise InputError(f"{what} has no centres, and here {why}", _INSTEAD)


def from_placements(puzzle: CubePuzzle, *values: list[int], centres: str = FACES) -> str:
    """Return the letters of a cube with these placements in its corner and edge slots."""
    letters = [*puzzle.letters(b"".join(map(bytes, values)))]
    for facelet, letter in zip(puzzle.centres, centres, strict=False):
        letters[facelet] = letter
    return "".join(letters)
