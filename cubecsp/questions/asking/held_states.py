"""The orientation of a whole puzzle that is not a cube: states in the frame of the user, and in that of the puzzle."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from cubecsp.errors import InputError
from cubecsp.puzzle.core.permutation import Permutation, inverse
from cubecsp.puzzle.definitions.kpuzzle_json import read_kpattern
from cubecsp.puzzle.definitions.partial import PartialState
from cubecsp.puzzle.kpuzzle.parts import Parts
from cubecsp.puzzle.states.state_search import StateSearch
from cubecsp.questions.answers.answer import CubeReport


def frame_of(explored: StateSearch, partial: PartialState) -> Permutation:
    """Return the rotation of the solved puzzle after which moves can bring the most known pieces to their places.

    It is no rotation if that is as good; for a completely known state, see `StateSearch.frame`.
    """
    puzzle = partial.puzzle
    turns = [*puzzle.rotations]
    if not puzzle.rotations_rename or puzzle.requires:
        return turns[0]
    if not partial.unknown:
        with suppress(InputError):  # if pieces occur twice
            return explored.frame(read_kpattern(str(partial), puzzle))
    may = _may_hold(explored.parts)
    return min(turns, key=lambda turn: _wrong(partial, turn, may))


def in_frame(state: Any, frame: Permutation) -> CubeReport:
    """Return the report of a state after a rotation of the whole puzzle, its pieces named as before that."""
    held = state.held_before(inverse(frame))
    return replace(CubeReport.of(held), held=state.puzzle.rotations[frame])


def _may_hold(parts: Parts) -> dict[int, set[tuple[int, int]]]:
    """Return for each slot the pieces that moves can bring there, with their turns."""
    return {
        parts.slot_of(orbit, number): {
            parts.shown_by(orbit, number, value) for value in range(orbit.placements)
        }
        for orbit in parts.orbits
        for number in range(len(orbit.frames))
    }


def _wrong(partial: PartialState, turn: Permutation, may: dict[int, set[tuple[int, int]]]) -> int:
    """Return the number of known pieces in places to which moves cannot bring them after a rotation of the solved puzzle."""
    known = PartialState(
        partial.puzzle, tuple(h if h[0] is not None else (None, None) for h in partial.slots)
    )
    return sum(
        piece is not None and not any(p == piece and turned in (None, t) for p, t in may[slot])
        for slot, (piece, turned) in enumerate(known.held_before(turn).slots)
    )
