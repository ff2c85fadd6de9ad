"""What cubes show at some stickers: each view once, or as many times as cubes share it.

Cubes that agree in some slots differ by an element of the group that leaves these slots alone. So equally many share each
content of them, if the rules look at no other slots.

Otherwise the views of the corners and those of the edges are listed, each with one way to fill the slots. As long as a
corner and two edges are out of view, these take up any twist, flip and parity: every view of the corners goes with every
view of the edges, and the rules, which look at nothing else, decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from cubecsp.errors import OutOfReachError
from cubecsp.models.core.hold import holding_constraints
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.primitives import Primitive
from cubecsp.models.core.projection import Projection
from cubecsp.models.core.sticker_scope import stickers_of
from cubecsp.models.counting.number_of_cubes import cubes_within
from cubecsp.models.counting.structure import structure_of
from cubecsp.models.counting.way import ExactCount, ProgressSign, Question, Steps
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle, cube_of
from cubecsp.stopping.deadline import look

_MOST_STATES = 1_000_000  # views of an orbit so far, with the pieces that are used
_MOST_PAIRS = 50_000_000
_PER_STEP = 50_000  # cubes that are checked at once


def fibre_of(pattern: Pattern, projection: Projection) -> int | None:
    """Return how many cubes that satisfy a pattern share each view of a projection; None if that varies, or is not known."""
    puzzle = cube_of(pattern.puzzle)
    if puzzle.alike or pattern.filters or projection.oriented:
        return None
    domains = [*structure_of(holding_constraints(puzzle), puzzle).domains]
    known = {*puzzle.centres}
    for number, (orbit, slot) in enumerate(puzzle.slots):
        places = _in_view(orbit, slot, projection.stickers)
        views = {tuple(colours[place] for place in places) for colours in orbit.colours}
        if len(views) == orbit.placements:
            known.update(orbit.frames[slot])
            domains[number] = 1 << slot * orbit.turns
    looked_at = _looked_at(pattern.primitives, puzzle)
    return cubes_within(domains, puzzle) if looked_at.union(projection.stickers) <= known else None


def are_independent(question: Question) -> bool:
    """Return whether each view of the corners goes with each view of the edges, and rules look at nothing else."""
    pattern, projection = question.pattern, question.projection
    if not projection or projection.oriented or pattern.puzzle is not CUBE or pattern.filters:
        return False
    seen = projection.stickers
    hidden = [orbit for orbit, slot in CUBE.slots if not _in_view(orbit, slot, seen)]
    free = hidden.count(CUBE.corners) >= 1 and hidden.count(CUBE.edges) >= 2
    return free and _looked_at(question.primitives, CUBE) <= {*seen, *CUBE.centres}


def count_views(question: Question) -> Steps:
    """Count the views of a question whose corners and edges are independent.

    Raises:
        OutOfReachError: there are too many.
    """
    assert question.projection is not None  # see `are_independent`
    seen = question.projection.stickers
    corners, edges = (_views(orbit, seen) for orbit in question.puzzle.orbits)
    pairs, number = len(corners) * len(edges), 0
    if not question.primitives:
        return ExactCount(pairs)
    if pairs > _MOST_PAIRS:
        raise OutOfReachError("there are too many views")
    for first in range(0, pairs, _PER_STEP):
        yield ProgressSign(first / pairs, number)
        corner, edge = divmod(np.arange(first, min(first + _PER_STEP, pairs)), len(edges))
        number += int(question.passing(np.hstack([corners[corner], edges[edge]])).sum())
    return ExactCount(number)


def _looked_at(primitives: Iterable[Primitive], puzzle: CubePuzzle) -> set[int]:
    return {facelet for part in primitives for facelet in stickers_of(part, puzzle)}


def _in_view(orbit: Orbit, slot: int, seen: Sequence[int]) -> list[int]:
    """Return the places in the frame of a slot that are seen."""
    return [place for place, facelet in enumerate(orbit.frames[slot]) if facelet in seen]


def _views(orbit: Orbit, seen: Sequence[int]) -> NDArray[np.uint8]:
    """Return a row of placements for each view of an orbit; slots out of view hold what they hold in a solved cube.

    Raises:
        OutOfReachError: there are too many.
    """
    states = {(b"", 0): bytes(range(0, orbit.placements, orbit.turns))}  # by view and used pieces
    for slot in range(len(orbit.names)):
        places, before = _in_view(orbit, slot, seen), states
        if not places:
            continue
        states = {}
        for (view, used), row in before.items():
            look()
            for value, colours in enumerate(orbit.colours):
                if used & (piece := 1 << value // orbit.turns):
                    continue
                shown = view + bytes(colours[place] for place in places)
                filled = row[:slot] + bytes([value]) + row[slot + 1 :]
                states.setdefault((shown, used | piece), filled)
            if len(states) > _MOST_STATES:
                raise OutOfReachError("there are too many views")
    rows = {view: row for (view, _), row in states.items()}
    return np.frombuffer(b"".join(rows.values()), np.uint8).reshape(len(rows), -1)
