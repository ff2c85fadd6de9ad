"""Twisty puzzles from the geometry of a solid: faces, cuts and rotations give a definition.

A solid is a convex polyhedron around the origin. A turn rotates everything beyond a plane around the axis
perpendicular to it. The planes cut the faces into stickers; stickers that lie on the same side of every plane
are on one piece. The effect of a turn on the centres of stickers determines its effect on pieces.

Coordinates are floating-point numbers. Stickers are much larger than the tolerance, and the code checks that
every turn is a permutation of them.

On some puzzles curved cuts, or parts that no turn separates, shape the stickers. `Solid.shape` then cuts the
faces; the planes of turns still decide which pieces turn.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cached_property

from cubecsp.frozen import frozen
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle, OrbitDefinition, Piece, SlotMove
from cubecsp.puzzle.kpuzzle.sticker_places import StickerPlace, StickerPlaces, Vector

Polygon = list[Vector]
"""The corners of a convex polygon, counter-clockwise as seen from outside."""

_CLOSE = 1e-6
_FAR = 100.0  # beyond every solid


@frozen
class Turn:
    """A turn.

    Attributes:
        axis: the axis, a vector of length 1; the turn is clockwise, seen from its tip.
        depth: the distance from the origin, along the axis, from which the solid turns.
        order: the number of turns that make a whole turn.
    """

    axis: Vector
    depth: float
    order: int

    @classmethod
    def whole(cls, axis: Vector, order: int) -> Turn:
        """Return a rotation of the whole solid."""
        return cls(axis, -_FAR, order)

    def moves(self, point: Vector) -> bool:
        """Return whether a point that lies in no cut turns."""
        return dot(self.axis, point) > self.depth

    def turned(self, point: Vector) -> Vector:
        """Return where the turn takes a point that turns (Rodrigues' formula)."""
        angle = -2 * math.pi / self.order  # clockwise
        along = cross(self.axis, point)
        keep = dot(self.axis, point) * (1 - math.cos(angle))
        x, y, z = (
            p * math.cos(angle) + c * math.sin(angle) + a * keep
            for p, c, a in zip(point, along, self.axis, strict=True)
        )
        return x, y, z


@frozen
class Solid:
    """A puzzle that is cut out of a solid.

    Attributes:
        name: the name of the puzzle.
        faces: for each face, by name, the outward direction of length 1; all are at distance 1.
        turns: the turns, by name.
        kinds: the orbit of a piece, by the number of its stickers and the number of planes that it lies
            beyond.
        rotations: the rotations of the whole solid, by name.
        shape: cuts a face into stickers; the planes of the turns, if left out.
    """

    name: str
    faces: Mapping[str, Vector]
    turns: Mapping[str, Turn]
    kinds: Mapping[tuple[int, int], str]
    rotations: Mapping[str, Turn] = field(default_factory=dict)
    shape: Callable[[Polygon], list[Polygon]] | None = None

    @cached_property
    def polygons(self) -> list[tuple[str, Polygon]]:
        """The stickers: for each its face, and its corners in order."""
        results = []
        for name, normal in self.faces.items():
            polygon = _square(normal)
            for other in self.faces.values():
                if other is not normal:
                    polygon, _ = _split(polygon, other, 1.0)
            results += [(name, part) for part in (self.shape or self._cut)(polygon)]
        return results

    def _cut(self, polygon: Polygon) -> list[Polygon]:
        """Return the parts into which the planes of the turns cut a face."""
        parts = [polygon]
        for turn in self.turns.values():
            parts = [side for part in parts for side in _split(part, turn.axis, turn.depth) if side]
        return parts

    def puzzle(self) -> KPuzzle:
        """Return the puzzle that the solid makes; in each orbit, pieces that no turn moves come last.

        Pieces of an orbit with a single sticker, of the same face, look alike.
        """
        centres = [centre(polygon) for _, polygon in self.polygons]
        pieces: dict[tuple[bool, ...], list[int]] = {}
        for number, middle in enumerate(centres):
            side = tuple(turn.moves(middle) for turn in self.turns.values())
            pieces.setdefault(side, []).append(number)
        slots = [
            (self.kinds[len(stickers), sum(side)], _clockwise(stickers, centres))
            for side, stickers in pieces.items()
        ]
        targets = {name: self._targets(turn, centres) for name, turn in self.turns.items()}
        moving = {f for to in targets.values() for f, target in enumerate(to) if f != target}
        kinds = list(self.kinds.values())
        slots.sort(key=lambda slot: (kinds.index(slot[0]), moving.isdisjoint(slot[1])))
        targets |= {name: self._targets(turn, centres) for name, turn in self.rotations.items()}
        return self._definition(slots, targets)

    def _targets(self, turn: Turn, centres: Sequence[Vector]) -> list[int]:
        """Return the target of each sticker under a turn."""
        faces = [face for face, _ in self.polygons]
        targets = []
        for number, middle in enumerate(centres):
            if not turn.moves(middle):
                targets.append(number)
                continue
            to = turn.turned(middle)
            (target,) = (n for n, other in enumerate(centres) if math.dist(to, other) < _CLOSE)
            targets.append(target)
        assert sorted(targets) == list(range(len(faces)))
        return targets

    def _definition(
        self, frames: Sequence[tuple[str, Sequence[int]]], targets: Mapping[str, Sequence[int]]
    ) -> KPuzzle:
        """Return the puzzle of slots with these frames, and moves that take stickers there."""
        kinds: dict[str, OrbitDefinition] = {}
        for kind, frame in frames:
            size = kinds[kind].size if kind in kinds else 0
            kinds[kind] = OrbitDefinition(kind, size + 1, len(frame))
        place = {
            sticker: (slot, angle)
            for slot, (_, frame) in enumerate(frames)
            for angle, sticker in enumerate(frame)
        }
        moves = {}
        for name, to in targets.items():
            sources, deltas = [0] * len(frames), [0] * len(frames)
            for slot, (_, frame) in enumerate(frames):
                there, angle = place[to[frame[0]]]
                sources[there], deltas[there] = slot, angle
            moves[name] = SlotMove(tuple(sources), tuple(deltas))
        first: dict[tuple[str, str], int] = {}
        seen: Counter[str] = Counter()
        pieces = []
        for kind, frame in frames:
            number = seen[kind]
            if len(frame) == 1:
                number = first.setdefault((kind, self.polygons[frame[0]][0]), number)
            pieces.append(Piece(number, 0, len(frame)))
            seen[kind] += 1
        stickers = tuple(
            StickerPlace(face, *place[number]) for number, (face, _) in enumerate(self.polygons)
        )
        polygons = tuple(tuple(polygon) for _, polygon in self.polygons)
        places = StickerPlaces(tuple(self.faces), stickers, self._touching(), polygons)
        return KPuzzle(self.name, [*kinds.values()], pieces, moves, places=places)

    def _touching(self) -> tuple[tuple[int, int], ...]:
        """Return the pairs of stickers of one face that share a side."""
        results = []
        for a, (face, first) in enumerate(self.polygons):
            for b, (other, second) in enumerate(self.polygons[:a]):
                shared = sum(any(math.dist(p, q) < _CLOSE for q in second) for p in first)
                if face == other and shared > 1:
                    results.append((b, a))
        return tuple(results)


def dot(a: Vector, b: Vector) -> float:
    """Return the inner product."""
    return sum(x * y for x, y in zip(a, b, strict=True))


def cross(a: Vector, b: Vector) -> Vector:
    """Return the cross product."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def unit(x: float, y: float, z: float) -> Vector:
    """Return a vector of length 1 in this direction."""
    length = math.hypot(x, y, z)
    return x / length, y / length, z / length


def negative(vector: Vector) -> Vector:
    """Return the opposite vector."""
    x, y, z = vector
    return -x, -y, -z


def between(a: Vector, b: Vector, share: float = 0.5) -> Vector:
    """Return the point that lies this share of the way from one point to another."""
    return _sum((1 - share, a), (share, b))


def centre(polygon: Sequence[Vector]) -> Vector:
    """Return the mean of some points."""
    return _sum(*((1 / len(polygon), point) for point in polygon))


def _square(normal: Vector) -> Polygon:
    """Return a large square in the plane of a face."""
    axis = min(
        ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), key=lambda a: abs(dot(a, normal))
    )
    across = unit(*cross(normal, axis))
    up = cross(normal, across)
    corners = ((1, 1), (-1, 1), (-1, -1), (1, -1))
    return [_sum((1.0, normal), (_FAR * a, across), (_FAR * b, up)) for a, b in corners]


def _split(polygon: Polygon, axis: Vector, depth: float) -> tuple[Polygon, Polygon]:
    """Return the parts of a convex polygon on the near side of a plane and beyond it; each may be empty."""
    heights = [dot(axis, point) - depth for point in polygon]
    if max(heights, default=0.0) < _CLOSE:
        return polygon, []
    if min(heights) > -_CLOSE:
        return [], polygon
    near: Polygon = []
    far: Polygon = []
    for i, (point, height) in enumerate(zip(polygon, heights, strict=True)):
        before, above = polygon[i - 1], heights[i - 1]
        if min(height, above) < -_CLOSE and max(height, above) > _CLOSE:
            share = above / (above - height)
            near.append(between(before, point, share))
            far.append(near[-1])
        if height < _CLOSE:
            near.append(point)
        if height > -_CLOSE:
            far.append(point)
    return near, far


def _sum(*terms: tuple[float, Vector]) -> Vector:
    x, y, z = (sum(factor * vector[i] for factor, vector in terms) for i in range(3))
    return x, y, z


def _clockwise(stickers: Sequence[int], centres: Sequence[Vector]) -> tuple[int, ...]:
    """Return the stickers of a piece clockwise, seen from outside, from the first one."""
    middle = centre([centres[sticker] for sticker in stickers])
    outward = unit(*middle)
    first = _sum((1.0, centres[stickers[0]]), (-1.0, middle))
    aside = cross(first, outward)

    def angle(sticker: int) -> float:
        arm = _sum((1.0, centres[sticker]), (-1.0, middle))
        return math.atan2(dot(arm, aside), dot(arm, first)) % (2 * math.pi)

    return (stickers[0], *sorted(stickers[1:], key=angle))
