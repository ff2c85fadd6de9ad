"""The laws of a puzzle that are stated to engines."""

from __future__ import annotations

from cubecsp.puzzle.core.orbits import Law, Orbit
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle

__all__ = ["laws_in_clauses"]

_LARGE = 12
"""Slots of the largest orbit whose parity is stated: with more of them, looking states up in the group is faster."""


def laws_in_clauses(puzzle: Puzzle) -> tuple[Law, ...]:
    """Return the laws that are stated to engines: all those of a cube."""
    if isinstance(puzzle, CubePuzzle):
        return puzzle.laws
    hidden = [_is_hidden(orbit) for orbit in puzzle.orbits]
    return tuple(law for law in puzzle.laws if not any(hidden[index] for index in law.permuted))


def _is_hidden(orbit: Orbit) -> bool:
    """Return whether the parity of an orbit cannot be read off what is seen, or only with great effort."""
    return orbit.alike or len(orbit.names) > _LARGE
