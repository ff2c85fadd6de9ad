"""The 5×5×5 in five phases that reduce it to a 3×3×3, which two phases solve."""

from __future__ import annotations

import mmap
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from cubecsp._native import FIVE_PHASE_SIZE, FivePhase
from cubecsp.deadline import NEVER, Deadline
from cubecsp.puzzle.moves import Metric, Moves, Turn
from cubecsp.puzzle.puzzle import CubePuzzle, cube_puzzle
from cubecsp.puzzle.state import State
from cubecsp.puzzle.symmetry import SYMMETRIES, Symmetry
from cubecsp.search import Method
from cubecsp.search.reduced import finished
from cubecsp.search.solution import Stage, StagedSolution, require_reachable
from cubecsp.search.tables import KnownTable, TableSpec, load

__all__ = ["METHOD", "STAGES", "geometry_bytes", "known_tables", "packed", "reductions", "solve", "table"]

STAGES = (
    "centre pieces of two opposite faces are on these",
    "so are all others, and wings are permuted evenly",
    "wings and edges are of two kinds",
    "wings of four edges paired",
    "centres solved, wings paired",
)
"""What the five phases reach."""

_SIZE = 5
_TURNS = 36  # of faces, and of two layers

# Turns of the phases after the first.
_TURNS_2 = "U U2 U' F F2 F' D D2 D' B B2 B' Uw2 Rw Rw2 Rw' Fw2 Dw2 Lw Lw2 Lw' Bw2"
_TURNS_3 = "U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B' Uw2 Rw2 Fw2 Dw2 Lw2 Bw2"
_TURNS_4 = "U U2 U' R2 F2 D D2 D' L2 B2 Uw2 Rw2 Fw2 Dw2 Lw2 Bw2"
_TURNS_5 = "U2 R2 F F2 F' D2 L2 B B2 B' Uw2 Rw2 Dw2 Lw2"

_LOOKED_AT = (500, 1_500, 1_000, 1_000, 500, 1_500, 1_000, 1_000, 2)

_SPEC = TableSpec("five-phase", 1, {}, FIVE_PHASE_SIZE, digest="")


def solve(
    cube: State, metric: Metric = "htm", *, time_limit: float | None = None
) -> StagedSolution | None:
    require_reachable(cube)
    started, deadline = time.perf_counter(), Deadline(time_limit)
    best = reductions(cube, deadline)[0]
    return finished(cube, best, started, deadline, metric)


def reductions(cube: State, deadline: Deadline = NEVER) -> list[list[Stage]]:
    distances = table(deadline)
    found = _solver().reduce(distances, packed(cube), _LOOKED_AT, deadline.left_or_none)
    deadline.check()
    return [_stages(lengths, turns) for lengths, turns in found]


def packed(cube: State) -> bytes:
    """Return 96 bytes: the wings, the facelets of middle edges, and both kinds of centre pieces."""
    _, middles, wings, xs, ts = cube.by_orbit
    return wings + _facelets(middles) + xs + ts


def _facelets(middles: Iterable[int]) -> bytes:
    """Return the two facelets in each middle slot, of the placement there."""
    return bytes(facelet for placement in middles for facelet in (placement, placement ^ 1))


def _stages(lengths: Sequence[int], turns: bytes) -> list[Stage]:
    """Return the phases of a reduction, whose turns stand one after another."""
    stages, rest = [], [Turn(turn) for turn in turns]
    for length, goal in zip(lengths, STAGES, strict=True):
        stages.append(Stage(Moves(tuple(rest[:length])), goal))
        rest = rest[length:]
    return stages


def table(deadline: Deadline = NEVER) -> memoryview:
    return load(_SPEC, _made, deadline=deadline)


def known_tables() -> list[KnownTable]:
    """Return the tables of this method."""
    return [KnownTable(_SPEC, "the 5×5×5, always used: made in some seconds", _made)]


def _made(poll: Callable[[], None]) -> mmap.mmap:
    buffer = mmap.mmap(-1, _SPEC.size)
    _solver().fill(buffer, poll)
    return buffer


@cache
def _solver() -> FivePhase:
    """Return the solver that this process shares."""
    return FivePhase(geometry_bytes())


def geometry_bytes() -> bytes:
    """Return how turns and symmetries act, as `Geometry` in native/five_phase.hpp has it."""
    puzzle = cube_puzzle(_SIZE)
    turns = Moves(tuple(map(Turn, range(_TURNS))))
    parts = [_turned(puzzle, turn) for turn in turns]
    parts += [_moved(puzzle, symmetry) for symmetry in SYMMETRIES]
    parts += [bytes(symmetry.of_moves(turns)) for symmetry in SYMMETRIES]
    parts += [
        bytes(Moves.parse(text, puzzle)) for text in (_TURNS_2, _TURNS_3, _TURNS_4, _TURNS_5)
    ]
    return b"".join(parts)


def _turned(puzzle: CubePuzzle, turn: Turn) -> bytes:
    """Return the pieces of the cube that a turn makes of a solved one."""
    placements = puzzle.placements(puzzle.turn(turn))
    _, middles, wings, xs, ts = (placements[rows] for rows in puzzle.rows)
    return wings + _facelets(middles) + xs + ts


def _moved(puzzle: CubePuzzle, symmetry: Symmetry) -> bytes:
    """Return, for each slot, the one whose piece comes there; for middle edges each facelet."""
    to = symmetry.facelets_of(puzzle)
    rows = []
    for orbit, heads in ((2, 1), (1, 2), (3, 1), (4, 1)):
        frames = puzzle.orbits[orbit].frames
        slots = {facelet: slot for slot, frame in enumerate(frames) for facelet in frame}
        places = [frame[i] for frame in frames for i in range(heads)]
        sources = bytearray(len(places))
        for place, facelet in enumerate(places):
            sources[places.index(to[facelet]) if heads == 2 else slots[to[facelet]]] = place
        rows.append(bytes(sources))
    return b"".join(rows)


METHOD = Method(
    "five-phase",
    "moves by way of a reduced cube",
    frozenset({"metric", "time_limit"}),
    one=solve,
    tables=known_tables,
    sizes=(_SIZE,),
    limits="its solutions are not the shortest",
)
