"""The 5×5×5 in five phases that reduce it to a 3×3×3, which two phases solve.

Phase 1 brings the centre pieces of two opposite colours onto their faces, from then on R and L. Phase 2 does
the same with the others, and makes the permutation of the wings even. Phase 3 sorts wings and middle edges into
two kinds, which half turns and turns of U, D, F and B keep apart, and brings R and L to where half turns can
repair them. Phase 4 pairs four edges, with quarter turns of U and D only, and phase 5 all others, with those of F and B. The
phases are those of S. Chen's cube555 (github.com/cs0x7f/cube555, 2023), and so are the contents of most of the
tables; it reports 51 to 52 turns to the reduced cube on average, in 1 to 2 s, with 240 MB of tables.

As with three phases, each phase has many candidates, and those of the previous phase are extended in the order of
their total length so far. The differences from cube555 are how much is looked at (20,000 cubes after phase 3, not
500), that candidates are weighed by a bound for the next phase before most are dropped, and that only states near
their goals are turned when tables are made: 220 MB take four to five seconds of processor time. No more than half of
them is in memory at a time.

Over 100 random cubes: 50.67 turns to the reduced cube on average and 53 at most (10.1, 8.7, 6.7, 11.4 and 13.7 of the
phases), 69.24 with the 3×3×3; docs/methods/larger-cubes.md has the time.

Tried, over 6 to 20 cubes:
- phase 1 without the states that are near for both kinds of centre pieces: seven times as long;
- phase 4 without pairs of sorts combined with centres: seven times as long;
- 500 sequences after phase 1 instead of 50: no shorter; 10: half a turn longer;
- half of everything after phase 2 (10,000 and 500 sequences): 50.9 instead of 50.6 turns, in two thirds of the time;
  twice as much: 50.3, in one and a half times the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from cubecsp._native import FIVE_PHASE_SIZE, FivePhase
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_puzzle
from cubecsp.puzzle.cube.moves import Moves, Turn
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry
from cubecsp.search.finish_as_three import InPhases
from cubecsp.search.table_cache import TableSpec, give_back

STAGES = (
    "centre pieces of two opposite faces are on these",
    "so are all others, and wings are permuted evenly",
    "wings and edges are of two kinds",
    "wings of four edges paired",
    "centres solved, wings paired",
)
"""The goals of the five phases."""

_SIZE = 5
_TURNS = 36  # of faces, and of two layers

# Turns of the phases after the first.
_TURNS_2 = "U U2 U' F F2 F' D D2 D' B B2 B' Uw2 Rw Rw2 Rw' Fw2 Dw2 Lw Lw2 Lw' Bw2"
_TURNS_3 = "U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B' Uw2 Rw2 Fw2 Dw2 Lw2 Bw2"
_TURNS_4 = "U U2 U' R2 F2 D D2 D' L2 B2 Uw2 Rw2 Fw2 Dw2 Lw2 Bw2"
_TURNS_5 = "U2 R2 F F2 F' D2 L2 B B2 B' Uw2 Rw2 Dw2 Lw2"

_LOOKED_AT = (50, 3_000, 20_000, 1_000, 50, 3_000, 2_000, 1_000, 2)
"""Sequences for phase 1, 1 and 2, 1 to 3 and 1 to 4; how many of each to extend; reductions to compare."""


def pack(cube: State) -> bytes:
    """Return 96 bytes: the wings, the facelets of middle edges, and both kinds of centre pieces."""
    _, middles, wings, xs, ts = cube.by_orbit
    return wings + _facelets(middles) + xs + ts


def _facelets(middles: Iterable[int]) -> bytes:
    """Return the two facelets in each middle slot, of the placement there."""
    return bytes(facelet for placement in middles for facelet in (placement, placement ^ 1))


def geometry_bytes() -> bytes:
    """Return how turns and symmetries act, as `Geometry` in native/five_phase/geometry.hpp has it."""
    puzzle = cube_puzzle(_SIZE)
    turns = Moves(tuple(map(Turn, range(_TURNS))))
    parts = [_pieces_after(puzzle, turn) for turn in turns]
    parts += [_symmetry_sources(puzzle, symmetry) for symmetry in SYMMETRIES]
    parts += [bytes(symmetry.of_moves(turns)) for symmetry in SYMMETRIES]
    parts += [bytes(Moves(text, puzzle)) for text in (_TURNS_2, _TURNS_3, _TURNS_4, _TURNS_5)]
    return b"".join(parts)


def _pieces_after(puzzle: CubePuzzle, turn: Turn) -> bytes:
    """Return the pieces of the cube that a turn makes of a solved one."""
    placements = puzzle.placements(puzzle.turn(turn))
    _, middles, wings, xs, ts = (placements[rows] for rows in puzzle.rows)
    return wings + _facelets(middles) + xs + ts


def _symmetry_sources(puzzle: CubePuzzle, symmetry: Symmetry) -> bytes:
    """Return, for each slot, the one whose piece comes there; for middle edges each facelet."""
    to = symmetry.facelets_of(puzzle)
    _, middles, wings, xs, ts = (orbit.frames for orbit in puzzle.orbits)
    facelets = tuple((facelet,) for frame in middles for facelet in frame)
    return b"".join(_sources(frames, to) for frames in (wings, facelets, xs, ts))


def _sources(frames: Sequence[Sequence[int]], to: Sequence[int]) -> bytes:
    """Return, for each frame, the number of the frame that goes there."""
    number = {facelet: i for i, frame in enumerate(frames) for facelet in frame}
    sources = bytearray(len(frames))
    for i, frame in enumerate(frames):
        sources[number[to[frame[0]]]] = i
    return bytes(sources)


class _Search:
    """The native search, which gives the memory of a phase's distances back before it reads the next ones."""

    def __init__(self, geometry: bytes) -> None:
        self._native = FivePhase(geometry)
        self.fill = self._native.fill

    def reduce(
        self, distances: memoryview, cube: bytes, effort: Any, time_limit: float | None = None
    ) -> list[tuple[list[int], bytes]]:
        passed = partial(give_back, distances)
        return self._native.reduce(distances, cube, effort, time_limit, passed)


PHASES = InPhases(
    TableSpec(
        "five-phase",
        1,
        {},
        FIVE_PHASE_SIZE,
        digest="55c968432ef6d6d211bd3915b014df9b3537f277f81c3459fc352fb4b968eca1",
    ),
    _Search,
    STAGES,
    _LOOKED_AT,
    geometry_bytes,
    pack,
)
"""The search and its table."""

solve = PHASES.solve

METHOD = PHASES.method(
    _SIZE,
    "50 turns to a reduced cube on average, 69 in all, in a second or two",
    "the 5×5×5, always used: made in five seconds",
)
