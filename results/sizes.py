"""The questions about perfect scrambles of every size: one of each, and the turns that make it."""

from __future__ import annotations

from itertools import pairwise

from kept import Result, Value
from values_to_make import CUBECSP, Page, Wanted

from cubecsp.puzzle.cube.sizes import cube_name

_SMALL = range(2, 4)  # sizes whose perfect scrambles are all found
_LARGE = range(4, 22)  # sizes with one found


def _figures(size: int) -> list[Wanted]:
    name = cube_name(size)
    if size in _SMALL:
        command = f"{CUBECSP} perfect-scramble --size {size}"
        return [
            Wanted(f"{name}: how many there are", command),
            Wanted(f"{name}: the first", command, "cubes.0.facelets"),
            Wanted(f"{name}: turns that make it", command, "cubes.0.length"),
        ]
    command = f"{CUBECSP} perfect-scramble --size {size} --engine annealing --seed 1"
    return [
        Wanted(f"{name}: one of them", command, "cubes.0.facelets", of_many=True),
        Wanted(f"{name}: turns that make it", command, "cubes.0.length", of_many=True),
    ]


PAGES = {
    "perfect-sizes": Page(
        "perfect scrambles of every size from 2×2×2 to 21×21×21",
        "All that there are of a 2×2×2, to which two of the six requirements do not apply, and of a 3×3×3; one of "
        "each larger size, as annealing finds it. The moves stand in the answers to the commands. Turns are those "
        "of outer blocks; those of a 4×4×4 and larger are hardly the fewest. The seconds are for the cube and its moves, "
        "once the tables are made that a method needs.",
        tuple(wanted for size in (*_SMALL, *_LARGE) for wanted in _figures(size)),
    ),
}


def captioned(result: Result) -> list[tuple[str, tuple[str, ...]]]:
    """Return the cube of each size, with its size and the turns that make it below."""
    return [
        (cube.answer, (_caption(cube, turns),))
        for cube, turns in pairwise(result.values)
        if cube.read == "cubes.0.facelets"
    ]


def _caption(cube: Value, turns: Value) -> str:
    return f"{cube.asked.partition(':')[0]}, {turns.answer:,} turns"
