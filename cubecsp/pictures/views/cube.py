"""The cube in perspective, from five edges away, under VisualCube's angles."""

from __future__ import annotations

from cubecsp.pictures.outline import Map, Point
from cubecsp.pictures.views.perspective import Projection, both_sides, perspective, towards_the_eye
from cubecsp.pictures.views.view import HALF, Frame, Place, Rotation, Sheet, Stance, View, square
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import FRAMES

_AWAY = 1.5  # how far hidden faces float off the cube, in edges of the cube


def _cube(puzzle: CubePuzzle, stance: Stance) -> tuple[Sheet, ...]:
    back, rotation, distance = stance.back, stance.rotation, stance.distance

    def seen(turned: Rotation, shift: float = 0.0) -> Sheet:
        return _sheet(puzzle, _projection(puzzle, turned, distance, shift), seen=True)

    if back == "beside":
        return both_sides(seen, rotation)
    front, one = _projection(puzzle, rotation, distance), seen(rotation)
    if back is None:
        return (one,)
    away = 2 * puzzle.size * _AWAY if back == "around" else 0
    return (_sheet(puzzle, front, seen=False, away=away), one)


def _projection(
    puzzle: CubePuzzle, rotation: Rotation, distance: float, shift: float = 0.0
) -> Projection:
    """Return the view of the cube, whose cubies are 2 apart."""
    return perspective(2 * puzzle.size * distance, HALF, rotation, shift)


def _on_face(frame: Frame, away: float, project: Projection, a: float = 0, b: float = 0) -> Map:
    """Return the map from the plane of a face to the picture.

    Args:
        frame: the face.
        away: the distance of its plane from the cube's centre.
        project: maps space to the picture.
        a: the distance of the origin of the plane to the right of the middle of the face.
        b: and downwards.
    """

    def at(p: Point) -> Point:
        u, v = a + p[0], b + p[1]
        axes = zip(frame.normal, frame.right, frame.down, strict=True)
        x, y, z = (normal * away + right * u + down * v for normal, right, down in axes)
        return project((x, y, z))

    return at


def _sheet(puzzle: CubePuzzle, project: Projection, *, seen: bool, away: float = 0.0) -> Sheet:
    """Return the faces that are seen, or those that are not, `away` from the cube."""
    bodies, places = [], []
    for face in range(6):
        frame = Frame(*FRAMES[face])
        if towards_the_eye(_on_face(frame, puzzle.size, project)) is not seen:
            continue
        plane = frame, puzzle.size + away, project
        bodies.append(square(puzzle.size, _on_face(*plane)))
        places += [
            Place(facelet, _on_face(*plane, *frame.across(puzzle.locations[facelet][0])))
            for facelet in puzzle.face(face)
        ]
    return Sheet(tuple(bodies), tuple(places))


VIEW = View(
    "cube",
    "as it is seen in space",
    "the cube",
    _cube,
    in_space=True,
    limits="hidden faces are shown only on request",
)
