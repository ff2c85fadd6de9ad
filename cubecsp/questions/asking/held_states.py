"""The orientation of a whole puzzle that is not a cube: states in the frame of the user, and in that of the puzzle."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeAlias

from cubecsp.errors import InputError
from cubecsp.puzzle.core.permutation import Permutation, compose, inverse
from cubecsp.puzzle.definitions.kpuzzle_json import read_kpattern
from cubecsp.puzzle.definitions.partial import PartialState
from cubecsp.puzzle.kpuzzle.shown_stickers import ShownStickers
from cubecsp.puzzle.states.state_search import StateSearch
from cubecsp.questions.answers.answer import CubeReport

Known: TypeAlias = PartialState | ShownStickers
"""What is known of a state."""


def frames_of(explored: StateSearch, known: Known) -> dict[Permutation, int]:
    """Return the rotations of the solved puzzle after which the reachable states differ, the likeliest first.

    That is no rotation if it is as good as others. For pieces, which are named after their places, only the likeliest
    is returned; of a completely known state, see `StateSearch.frame`.

    Returns:
        For each rotation a lower bound for the number of changes that make what is known a state of moves
        after it: of pieces, or of stickers.
    """
    puzzle = known.puzzle
    turns = [*puzzle.rotations]
    if len(turns) == 1 or not puzzle.rotations_rename or puzzle.requires:
        return {turns[0]: 0}
    if not known.unknown and isinstance(known, PartialState):
        with suppress(InputError):  # if pieces occur twice
            return {explored.frame(read_kpattern(str(known), puzzle)): 0}
    made = {*explored.holdings(puzzle.solved)}  # by moves
    least = known.strangeness(explored.parts, turns)
    results: dict[Permutation, int] = {}
    for turn in sorted(turns, key=least.__getitem__):
        if not any(compose(inverse(other), turn) in made for other in results):
            results[turn] = least[turn]
            if isinstance(known, PartialState):
                break
    return results


def in_frame(state: Any, frame: Permutation) -> CubeReport:
    """Return the report of a state after a rotation of the whole puzzle, its pieces named as before that."""
    held = state.held_before(inverse(frame))
    return replace(CubeReport.of(held), held=state.puzzle.rotations[frame])
