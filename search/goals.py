"""Goals of a search as the placements that each slot may hold, and labels for these."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cubecsp.errors import InputError
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.permutation import compose
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.puzzle.cube.state import Cube, PocketCube


class PlacementGoal(NamedTuple):
    """The placements (0…23) that each corner slot, and each edge slot, may hold."""

    corners: tuple[frozenset[int], ...]
    edges: tuple[frozenset[int], ...]


class Ends(NamedTuple):
    """Single cubes, any of which is a goal.

    Attributes:
        rows: the 20 placements of each, corners first, in one string.
        edges: the placements that each edge slot may hold in all of them, instead of those in `rows`; these must be
            told apart by `labels` from all others, and from nothing else. None if those in `rows` are meant.
    """

    rows: bytes
    edges: tuple[frozenset[int], ...] | None = None

    @classmethod
    def of(cls, cubes: Iterable[Cube | PocketCube]) -> Ends:
        """Return cubes as ends: a 2×2×2 as corners with solved edges, in each of the 24 orientations."""
        return cls(
            b"".join(
                cube.placements if isinstance(cube, Cube) else _held_anyhow(cube) for cube in cubes
            )
        )


def as_corners(cube: PocketCube) -> Cube:
    """Return a 3×3×3 with the corners of a 2×2×2, and its edges solved."""
    return Cube._with(cube.placements + _EDGES)


_EDGES = Cube().edges


def _held_anyhow(cube: PocketCube) -> bytes:
    turned = (compose(cube.stickers, rotation) for rotation in POCKET.holdings if rotation)
    return b"".join(POCKET.placements(stickers) + _EDGES for stickers in turned)


def anything() -> PlacementGoal:
    """Return the goal that every cube meets."""
    return PlacementGoal(
        *(tuple(frozenset(range(orbit.placements)) for _ in orbit.names) for orbit in CUBE.orbits)
    )


def only(cube: Cube) -> PlacementGoal:
    """Return the goal that one cube meets."""
    return PlacementGoal(
        tuple(frozenset((value,)) for value in cube.corners),
        tuple(frozenset((value,)) for value in cube.edges),
    )


def matching(stickers: Facelets) -> PlacementGoal:
    """Return the goal of showing these stickers; unknown ones may be anything.

    Raises:
        InputError: a centre shows the colour of another face.
    """
    for face, facelet in zip(FACES, CUBE.centres, strict=True):
        if stickers.letters[facelet] not in (face, UNKNOWN):
            raise InputError(
                f"target {stickers.letters}: the centre of face {face} shows {stickers.letters[facelet]}",
                f"centres never move; write {face} or .",
            )
    colours = stickers.colours

    def agreeing(orbit: Orbit) -> tuple[frozenset[int], ...]:
        return tuple(
            frozenset(
                value
                for value, own in enumerate(orbit.colours)
                if all(colours[f] in (None, c) for f, c in zip(facelets, own, strict=True))
            )
            for facelets in orbit.frames
        )

    return PlacementGoal(agreeing(CUBE.corners), agreeing(CUBE.edges))


def has_inverses(goal: object) -> bool:
    """Return whether a goal certainly has the inverse of each of its cubes; a goal of another kind is taken to have not."""
    if isinstance(goal, PlacementGoal):
        return all(map(_is_symmetric, CUBE.orbits, goal))
    if not isinstance(goal, Ends):
        return False
    width = len(CUBE.slots)
    cubes = {Cube._with(goal.rows[at : at + width]) for at in range(0, len(goal.rows), width)}
    edges = goal.edges is None or _is_symmetric(CUBE.edges, goal.edges)
    return edges and cubes == {~cube for cube in cubes}


def _is_symmetric(orbit: Orbit, sets: tuple[frozenset[int], ...]) -> bool:
    """Return whether, where a slot may hold a piece, the slot of that piece may hold the piece of the first, turned back."""
    pieces = [frozenset(value // orbit.turns for value in allowed) for allowed in sets]
    own = {some for some in pieces if pieces.count(some) == len(some)}  # pieces of no other slots
    held = {
        (slot, *divmod(value, orbit.turns))
        for slot, allowed in enumerate(sets)
        for value in allowed
        if not any(value // orbit.turns in some for some in own - {pieces[slot]})
    }
    return held == {(piece, slot, -turn % orbit.turns) for slot, piece, turn in held}


def labels(orbit: Orbit, sets: tuple[frozenset[int], ...]) -> bytes:
    """Return a label for each placement, the same for those that no slot distinguishes, however turned.

    Args:
        orbit: the kind of slots.
        sets: the placements that each of them may hold.
    """
    allowed_in = [tuple(value in allowed for allowed in sets) for value in range(orbit.placements)]
    turns = orbit.turns
    numbers: dict[tuple[tuple[bool, ...], ...], int] = {}
    result = bytearray()
    for value in range(orbit.placements):
        piece = value - value % turns
        ring = tuple(allowed_in[piece + (value + k) % turns] for k in range(turns))
        result.append(numbers.setdefault(ring, len(numbers)))
    return bytes(result)
