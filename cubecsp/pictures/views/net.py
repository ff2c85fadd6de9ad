"""The cube unfolded, as it is usually printed: U over F, D under it, L F R B in a row."""

from __future__ import annotations

from cubecsp.pictures.views.view import HALF, Frame, Place, Sheet, Stance, View, flat, square
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES, FRAMES, NET_FACES

GAP = 8.0
"""The space between the faces, in units of the picture."""


def _net(puzzle: CubePuzzle, stance: Stance) -> tuple[Sheet, ...]:
    del stance  # it is flat
    span = 2 * puzzle.size + GAP / HALF
    bodies, places = [], []
    for face, (column, row) in NET_FACES.items():
        frame = Frame(*FRAMES[FACES.index(face)])
        bodies.append(square(puzzle.size, flat(column * span, row * span)))
        for facelet in puzzle.face(FACES.index(face)):
            a, b = frame.across(puzzle.locations[facelet][0])
            places.append(Place(facelet, flat(column * span + a, row * span + b)))
    return (Sheet(tuple(bodies), tuple(places)),)


VIEW = View("net", "unfolded", "the net of the cube", _net)
