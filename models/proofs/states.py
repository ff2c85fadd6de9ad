"""The lists of certificates: cubes as facelet strings, states of other puzzles as KPattern JSON, one on a line each.

All that certificates do differently for cubes and for states of other puzzles is here.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeAlias, cast

from cubecsp.errors import InputError
from cubecsp.models.core.membership import reachability
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.definitions.kpuzzle_json import read_kpattern
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern, KPuzzle

Listed: TypeAlias = Any
"""A cube (`State`) or a state of another puzzle (`KPattern`), both of which rules accept."""

_TURNS = tuple(face + turn for face in "URFDLB" for turn in ("", "2", "'"))


def text_of(cube: Listed) -> str:
    """Return a cube, or a state of another puzzle, as certificates write it: two that look alike are written alike."""
    return cube.facelets if isinstance(cube, State) else str(cube)


def read_state(text: str, puzzle: Puzzle) -> Listed:
    """Return the cube or state that `text_of` wrote, whether it is solvable or not.

    Raises:
        InputError: `text_of` would not write it so, or not for this puzzle.
    """
    if isinstance(puzzle, CubePuzzle):
        cube: Listed = Facelets.parse(text, puzzle).to_state()
    else:
        cube = _settled(read_kpattern(text, cast(KPuzzle, puzzle)))
    if text_of(cube) != text:
        raise InputError(f"it has to be written as {text_of(cube)}")
    return cube


def _settled(state: KPattern) -> KPattern:
    """Return a state with the same pieces in the slots that moves change, and solved ones in all others.

    Raises:
        InputError: a piece is in a slot to which no moves bring it.
    """
    colours = state.puzzle.colours(state.stickers)
    row = bytearray()
    for orbit in state.puzzle.orbits:
        held = orbit.assembly(colours)
        if held is None:
            raise InputError(f"a piece of {orbit.name} is in a slot that no moves bring it to")
        row += orbit.seen(held)
    return state.puzzle.state_class.from_row(bytes(row))


def is_real(cube: Listed) -> bool:
    """Return whether a cube is solvable, or a state of another puzzle.

    Raises:
        LimitError: that takes too long to find out.
    """
    return cube.is_reachable if isinstance(cube, State) else reachability(cube.puzzle).holds(cube)


def random_states(puzzle: Puzzle) -> Callable[[int], Listed]:
    """Return a function from a seed to a random solvable cube, or solvable state of another puzzle.

    Raises:
        LimitError: which states are solvable cannot be worked out.
    """
    if isinstance(puzzle, CubePuzzle):
        kind = cube_class(puzzle.size)
        return lambda seed: kind.random(seed=seed)
    rule = reachability(cast(KPuzzle, puzzle))
    return lambda seed: rule.random_state(random.Random(seed))


def moved(cube: Listed, draw: random.Random) -> Listed:
    """Return a cube, or a state of another puzzle, after a random move; itself where that move cannot be done."""
    if isinstance(cube, State):
        return cube.apply(draw.choice(_TURNS))
    move = draw.choice([*cube.puzzle.generators])
    return cube.apply(move) if cube.can(move) else cube


def shown_pieces(puzzle: KPuzzle, orbit: Orbit, slot: int) -> list[str]:
    """Return the visible contents of a slot, in the order of `Orbit.firsts`: `3:1` is piece 3, turned by 1."""
    head = orbit.frames[slot][0]
    turns = puzzle.kind_of[puzzle.slot_at[head]].turns
    pieces = (puzzle.piece_shown(head, orbit.stickers[value][0]) for value in orbit.firsts)
    return [f"{one.number}:{one.turned}" if turns > 1 else str(one.number) for one in pieces]
