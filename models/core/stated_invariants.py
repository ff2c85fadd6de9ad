"""The invariants of a puzzle that are stated to engines: those in clauses, and those that can be read off a state."""

from __future__ import annotations

from collections.abc import Callable

from cubecsp.puzzle.core.invariants import Invariant
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle

_LARGE = 12
"""Slots of the largest orbit whose parity is stated in clauses: with more of them, looking states up in the group is
faster."""


def invariants_in_clauses(puzzle: Puzzle) -> tuple[Invariant, ...]:
    """Return the invariants that are stated in clauses: all those of a cube."""
    return _with_parities_of(puzzle, lambda orbit: len(orbit.names) <= _LARGE)


def invariants_read_off(puzzle: Puzzle) -> tuple[Invariant, ...]:
    """Return the invariants that can be read off the visible pieces of a state."""
    return _with_parities_of(puzzle, lambda _: True)


def _with_parities_of(puzzle: Puzzle, stated: Callable[[Orbit], bool]) -> tuple[Invariant, ...]:
    """Return the invariants with no parities but those of orbits of pieces that look different and are `stated`."""
    if isinstance(puzzle, CubePuzzle):
        return puzzle.invariants
    known = [not orbit.alike and stated(orbit) for orbit in puzzle.orbits]
    return tuple(
        invariant
        for invariant in puzzle.invariants
        if all(known[index] for index in invariant.permuted)
    )
