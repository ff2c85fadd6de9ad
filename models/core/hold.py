"""The whole-cube orientation of a puzzle without centres: how it is fixed, and the symmetries that preserve it."""

from __future__ import annotations

from collections.abc import Iterable

from cubecsp.models.core.primitives import Primitive, SlotDomain
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import HELD_SLOT, CubePuzzle
from cubecsp.puzzle.cube.symmetry import Symmetry


def holding_constraints(puzzle: Puzzle) -> tuple[Primitive, ...]:
    """Return the primitives that fix the orientation of a puzzle: with centres none, otherwise that DBL is solved."""
    if not isinstance(puzzle, CubePuzzle) or puzzle.centres:
        return ()
    home = HELD_SLOT * puzzle.corners.turns
    return (SlotDomain(0, HELD_SLOT, frozenset({home})),)


def preserving_hold(group: Iterable[Symmetry], puzzle: Puzzle) -> tuple[Symmetry, ...]:
    """Return those symmetries that preserve the required orientation of a puzzle."""
    if not isinstance(puzzle, CubePuzzle):
        return tuple(group)
    holding = holding_constraints(puzzle)
    return tuple(s for s in group if all(p.moved(s, puzzle) == p for p in holding))
