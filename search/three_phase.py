"""The 4×4×4 in three phases that reduce it to a 3×3×3, which two phases solve.

Phase 1 brings the centre pieces of two opposite colours onto two opposite faces, from then on R and L. Phase
2 puts the other two pairs of colours onto two opposite faces each, with even wings and centre pieces on R
and L that half turns can repair, and sorts the wings into two kinds: the turns of phase 3 take no slot of one
kind to a slot of the other, and two wings that belong together are of different kinds. Phase 3 gives every face
one colour and pairs the wings, in such a way that the cube that then turns as a 3×3×3 has no parity to repair.
The phases are the eight steps of C. Tsai ("4×4×4 algorithm", cubezzz.dyndns.org, 2008) as S. Chen's
TPR-4x4x4-Solver joins them: many sequences for phase 1, the best of them extended by phase 2 in the order of the
length of both, and these by phase 3 likewise. It reports 44.4 turns on average in 0.25 s.

Different here: coordinates are not reduced by symmetries. Phase 1 numbers the 735,471 sets of eight centre
slots by adding two table entries, so that no table of moves is needed; phase 2 knows the exact distance of all
450,450 states of its centres; phase 3 that of 117,600 states of centres and corner parity, and of the
239,500,800 pairings of wings those up to 9 turns, in two bits each (the distance modulo 3, or farther). That is
61 MB, made in 3 seconds of processor time. Among reductions of the same length, the one for which two phases find
the shortest ending is taken.

Over 1,000 random cubes: 43.23 turns on average, 46 at most (6.7, 5.9 and 12.1 of the phases, 18.5 of the 3×3×3);
docs/methods/larger-cubes.md has the time.

Comparing one reduction instead of two saves a third of the time, and gives as many turns; comparing four takes a third
longer and saves 0.2 turns, eight half as long again and 0.4 (30 to 100 cubes). 1,000 sequences after phase 2 instead
of 300 make reductions a third of a turn shorter, in twice the time (20 cubes). Tried and dropped: pairings up to 10 turns, and the table copied into huge pages (neither
measurably quicker).
"""

from __future__ import annotations

from cubecsp._native import THREE_PHASE_SIZE, ThreePhase
from cubecsp.puzzle.core.permutation import permutation_parity
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_puzzle
from cubecsp.puzzle.cube.moves import Moves, Turn
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry
from cubecsp.search.finish_as_three import InPhases
from cubecsp.search.geometry import AXIS_ROTATIONS
from cubecsp.search.table_cache import TableSpec

STAGES = (
    "two opposite faces have centre pieces of two opposite colours only",
    "so do the others, and wings that belong together are of different kinds",
    "centres solved, wings paired",
)
"""The goals of the three phases."""

_SIZE = 4
_TURNS = 27  # of faces, and Uw, Rw and Fw: with them the cube need not be turned

# Turns of the phases after the first, in which the centre pieces of R and L stay there.
_TURNS_2 = "U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B' Uw2 Rw Rw2 Rw' Fw2"
_TURNS_3 = "U U2 U' R2 F F2 F' D D2 D' L2 B B2 B' Uw2 Rw2 Fw2"

_LOOKED_AT = (10_000, 500, 300, 2)
"""Sequences for phase 1, how many of them to extend, how many after phase 2 to extend; reductions to compare."""


def pack(cube: State) -> bytes:
    """Return 49 bytes: the wings, the colours of the centre pieces, and the parity of the corners."""
    _, wings, centres = cube.by_orbit
    corners = permutation_parity(cube.pieces(0))
    return wings + bytes(piece // _SIZE for piece in centres) + bytes([corners])


def geometry_bytes() -> bytes:
    """Return how turns and rotations act, as `Geometry` in native/three_phase/tables.hpp has it."""
    puzzle = cube_puzzle(_SIZE)
    same, once, twice = AXIS_ROTATIONS
    to_right = (once, same, twice)  # bring the axes U-D, R-L and F-B to R-L
    turns = Moves(tuple(map(Turn, range(_TURNS))))
    done = [puzzle.placements(puzzle.turn(turn)) for turn in turns]
    wings, centres = 1, 2  # orbits
    parts = [row[puzzle.rows[orbit]] for orbit in (wings, centres) for row in done]
    parts += [
        _slot_sources(puzzle, orbit, rotation)
        for orbit in (wings, centres)
        for rotation in (*to_right, _about_right())
    ]
    parts += [bytes(rotation.of_moves(turns)) for rotation in to_right]
    parts += [bytes(Moves(text, puzzle)) for text in (_TURNS_2, _TURNS_3)]
    return b"".join(parts)


def _slot_sources(puzzle: CubePuzzle, orbit: int, rotation: Symmetry) -> bytes:
    """Return, for each slot of an orbit, the one whose piece comes there."""
    sources = bytearray(len(puzzle.orbits[orbit].names))
    for slot, (target, _) in enumerate(rotation.slot_images(puzzle, orbit)):
        sources[target] = slot
    return bytes(sources)


def _about_right() -> Symmetry:
    """Return the quarter turn of the whole cube that R is one of: F to U, U to B."""
    up, right, front, _, _, back = range(6)
    return next(
        rotation
        for rotation in SYMMETRIES
        if (rotation.faces[right], rotation.faces[front], rotation.faces[up]) == (right, up, back)
        and not rotation.mirrored
    )


PHASES = InPhases(
    TableSpec(
        "three-phase",
        1,
        {},
        THREE_PHASE_SIZE,
        digest="eded0386c4cb810c9de93ecb717e77266675b896d03f75877c8c49f9933e05c0",
    ),
    ThreePhase,
    STAGES,
    _LOOKED_AT,
    geometry_bytes,
    pack,
)
"""The search and its table."""

solve = PHASES.solve

METHOD = PHASES.method(
    _SIZE,
    "43 turns on average, by way of a reduced cube, in a third of a second",
    "the 4×4×4, always used: made in three seconds",
)
