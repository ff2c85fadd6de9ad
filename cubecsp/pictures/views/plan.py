"""The upper layer from above, with its sides folded outwards."""

from __future__ import annotations

from cubecsp.pictures.outline import Map, Point, polygon
from cubecsp.pictures.views.view import HALF, Frame, Place, Sheet, Stance, View, flat, square
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import FRAMES, dot

_STRIP = 0.5  # height of the side stickers, over their width
_FOLD = 0.65  # gap between the layer and its sides, in halves of a sticker


def _plan(puzzle: CubePuzzle, stance: Stance) -> tuple[Sheet, ...]:
    del stance  # it is flat
    up = Frame(*FRAMES[0])
    bodies = [square(puzzle.size, flat(0, 0))]
    places = []
    for facelet, (centre, normal) in enumerate(puzzle.locations):
        a, b = up.across(centre)
        if normal == up.normal:
            places.append(Place(facelet, flat(a, b)))
        elif dot(centre, up.normal) == puzzle.size - 1:
            along = up.across(Frame(*FRAMES[puzzle.face_of(facelet)]).right)
            places.append(Place(facelet, _folded((a, b), along, up.across(normal)), _STRIP))
    for face in range(1, 6):
        strip = [place for place in places if puzzle.face_of(place.facelet) == face]
        if strip:
            first, last = strip[0].at, strip[-1].at
            ends = [first((-1, -1)), last((1, -1)), last((1, 1)), first((-1, 1))]
            bodies.append(polygon(ends))
    return (Sheet(tuple(bodies), tuple(places)),)


def _folded(centre: Point, along: Point, out: Point) -> Map:
    """Return the place of a side sticker of the upper layer when its face is folded outwards.

    Args:
        centre: the centre of its cubie, seen from above.
        along: the direction in which the columns of its face grow, seen from above.
        out: its outward normal, seen from above.
    """

    def at(p: Point) -> Point:
        away = 1 + _FOLD + _STRIP * (p[1] + 1)
        return (
            HALF * (centre[0] + along[0] * p[0] + out[0] * away),
            HALF * (centre[1] + along[1] * p[0] + out[1] * away),
        )

    return at


VIEW = View(
    "plan",
    "the upper layer from above, with its sides",
    "the upper layer of the cube",
    _plan,
    limits="the layers below are not shown",
)
