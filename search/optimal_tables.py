"""Distance tables of cosets, by name and size: chosen, made when first used, and given to the search.

A table holds two bits for each coset (up to symmetry), which distinguish four cases: at most `base` turns
from the subgroup, one more, two more, or farther; and one byte for every 256 cosets, their least distance,
which is all that is known about those that are at most `base` away.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from functools import lru_cache, partial

import numpy as np

import cubecsp._native as _native
from cubecsp.errors import InputError, TableError
from cubecsp.frozen import frozen
from cubecsp.processors import processors
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.moves import TURNS, Metric, Moves
from cubecsp.puzzle.cube.state import TURN_CUBES, Cube
from cubecsp.puzzle.cube.symmetry import Symmetry
from cubecsp.search import table_cache
from cubecsp.search.cosets import (
    AXIAL,
    BLOCK,
    OCCUPIED,
    TOWARDS,
    Bytes,
    CosetKind,
    flip_turns,
    kept_turns,
)
from cubecsp.stopping.deadline import NEVER, Deadline

_VERSION = 1
_SLICE = 0.1
"""Seconds of native work between checks of signals."""

_BYTES_A_POSITION = 75
"""A table is copied into huge pages after one position for this many bytes, the point at which the copy would
have paid off: it takes about 0.4 nanoseconds a byte, and saves about 30 a position."""


@frozen
class TableKind:
    """One size of table.

    Attributes:
        name: what a user calls it.
        cosets: which cosets it knows the distances of.
        bases: the distance up to which the two bits distinguish nothing, in half and in quarter turns.
    """

    name: str
    cosets: CosetKind
    bases: tuple[int, int]

    def base(self, metric: Metric) -> int:
        """Return the distance up to which the two bits distinguish nothing."""
        return self.bases[metric == "qtm"]

    @property
    def bytes(self) -> int:
        """Its size in memory and on disk."""
        return self.cosets.rows * self.cosets.blocks * (BLOCK // 4 + BLOCK // 256)

    def spec(self, metric: Metric) -> table_cache.TableSpec:
        """Return the specification of the table, for the store of tables."""
        version = 100 * _VERSION + self.base(metric)
        name = f"optimal-{self.name}-{metric}"
        digest = _DIGESTS.get(name, "")
        return table_cache.TableSpec(name, version, {}, self.bytes, digest=digest)


TABLES: dict[str, TableKind] = {
    kind.name: kind
    for kind in (
        TableKind("tiny", CosetKind(twists=False, layers=70), (6, 7)),
        TableKind("small", CosetKind(), (8, 9)),
        TableKind("medium", CosetKind(arrangements=6), (8, 9)),
        TableKind("large", CosetKind(arrangements=24), (8, 10)),
        TableKind("huge", CosetKind(layers=35, arrangements=3), (9, 10)),
    )
}
"""The tables by name, smallest first."""


_DIGESTS = {
    "optimal-tiny-htm": "7e746e253d6c7f9345db9d3f6209b2649ca4b19b09c0c3878393c4b8f9916251",
    "optimal-tiny-qtm": "85b9e7e18c4f68bd64392928425a5ab8a93e458712f0f60b3941d22878d97b3c",
    "optimal-small-htm": "fd4a28acd90d0bd4dc90e94126926b60ec49a4edae8241958fb81009e023dad3",
    "optimal-small-qtm": "29d4de3b70fa11677d58e6c5731599da81aeb80d34f4c07dc840321fe1efde44",
    "optimal-medium-htm": "2197fe4ab24458d28bd24598e949be70c007db89371600719847ab57a27b1f86",
    "optimal-medium-qtm": "e6a882a06976799f833fcb1696f8b38bf9de0aaea827cadee3938e0ee0987d51",
    "optimal-large-htm": "f9639626e6b4d518622f3c1fedab95d98a5809466a5241862e43e10789803194",
    "optimal-large-qtm": "3734468b90db41c63eb7cc9eda2020b2a3d543f03a0d0f830d709d9f09ae4a76",
}
"""SHA-256 of the tables, where known."""


def choose(name: str | None, most_bytes: int | None = None) -> TableKind:
    """Return the table of a name, or the largest that fits into `most_bytes`, or the default.

    Raises:
        InputError: there is no such table, or none is as small.
    """
    if name is not None:
        if name not in TABLES:
            raise InputError(
                f"unknown pruning table {name!r}", f"pruning tables are {', '.join(TABLES)}"
            )
        return TABLES[name]
    if most_bytes is None:
        return TABLES["medium"]
    fitting = [kind for kind in TABLES.values() if kind.bytes <= most_bytes]
    if not fitting:
        least = TABLES["tiny"].bytes
        raise InputError(
            f"no pruning table fits into {most_bytes} bytes", f"the smallest takes {least}"
        )
    return fitting[-1]


def known_tables() -> list[table_cache.KnownTable]:
    """Return the tables of this method: every size, in each metric."""
    metrics: tuple[Metric, ...] = ("htm", "qtm")
    return [
        table_cache.KnownTable(
            kind.spec(metric),
            f"shortest solutions, --pruning-table {kind.name} --metric {metric}",
            partial(_payload, kind, metric, processors(), None),
        )
        for kind in TABLES.values()
        for metric in metrics
    ]


def turns_of(metric: Metric) -> tuple[int, ...]:
    """Return the turns that count as one in `metric`."""
    return tuple(t for t in range(len(TURNS)) if metric == "htm" or t % 3 != 1)


def make(
    kind: TableKind,
    metric: Metric,
    threads: int,
    progress: Callable[[float], None] | None = None,
    poll: Callable[[], None] | None = None,
) -> tuple[Bytes, list[int]]:
    """Return a new table and how many cosets are 0, 1, … base + 2 turns from solved.

    Args:
        kind: which table.
        metric: how turns are counted.
        threads: how many to use.
        progress: called about ten times a second with the part done, 0…1.
        poll: called as often; an exception from it ends the work.
    """
    cosets, turns = kind.cosets, turns_of(metric)
    targets, flips = cosets.block_turns(turns, poll)
    home = (
        np.frombuffer(Cube().corners, np.uint8)[None],
        np.frombuffer(Cube().edges, np.uint8)[None],
    )
    table = _native.OptimalTable(
        row_turns=cosets.row_turns(turns),
        row_sizes=cosets.row_sizes,
        block_turns=targets,
        block_flips=flips,
        flip_turns=flip_turns(turns),
        home_row=int(cosets.entries[cosets.corner_coordinates(home[0])[0]]) >> 4,
        home_place=int(cosets.block_coordinates(home[1])[0]) * BLOCK,
        base=kind.base(metric),
    )
    while not table.run(_SLICE, threads):
        if poll:
            poll()
        if progress:
            progress(table.progress)
    return table.payload(), table.counts


def _payload(
    kind: TableKind,
    metric: Metric,
    threads: int,
    progress: Callable[[float], None] | None,
    poll: Callable[[], None],
) -> memoryview:
    """Return the payload of a new table, as `table_cache.load` wants it made."""
    return make(kind, metric, threads, progress, poll)[0].data


def engine(
    kind: TableKind,
    metric: Metric,
    threads: int,
    *,
    portable: bool = False,
    progress: Callable[[float], None] | None = None,
    deadline: Deadline = NEVER,
) -> _native.OptimalEngine:
    """Return a search with its table in memory; the table is made and stored first if need be.

    It begins with the table mapped from its file. In long searches the table is copied into huge pages, in
    which the random reads of the search are quicker, and the file is no longer used.

    Args:
        kind: which table; the one used last is kept in memory.
        metric: how turns are counted.
        threads: how many to make it with.
        portable: whether to avoid instructions that only some processors have.
        progress: as for `make`.
        deadline: when to stop making it, or waiting for another process that makes it.

    Raises:
        OutOfTimeError: the deadline came first, or while another process was making it.
    """
    for _ in range(2):
        table_cache.load(
            kind.spec(metric), partial(_payload, kind, metric, threads, progress), deadline=deadline
        )
        # One thread at a time, so that the others get the engine that the first one has made.
        with _loading, contextlib.suppress(ValueError):  # a distance that is out of range
            return _load_engine(kind, metric, portable)
        distrust(kind, metric)
    raise damage_error(kind)


def is_loaded(kind: TableKind, metric: Metric) -> bool:
    """Return whether the table that was used last is this one, so that a search can begin at once."""
    return _last == (kind, metric)


def damage_error(kind: TableKind) -> TableError:
    """Return the error for a table that is wrong although its file passes every check."""
    return TableError(
        f"table {kind.name} is damaged, though the checksum of its file is right; set CUBECSP_CACHE to a new folder"
    )


def distrust(kind: TableKind, metric: Metric) -> None:
    """Forget a table that looks damaged; its file is checked in full before it is used again."""
    _load_engine.cache_clear()
    table_cache.distrust(kind.spec(metric))


_last: tuple[TableKind, Metric] | None = None
_loading = threading.Lock()


@lru_cache(maxsize=1)
def _load_engine(kind: TableKind, metric: Metric, portable: bool) -> _native.OptimalEngine:
    global _last
    payload = table_cache.load(kind.spec(metric), partial(_payload, kind, metric, 1, None))
    _last = kind, metric
    cosets, turns = kind.cosets, turns_of(metric)
    home = set(kept_turns(cosets, turns))
    images = (zip(turns, s.of_moves(Moves.of(turns)), strict=True) for s in TOWARDS)
    kept = [sum(1 << turn for turn, image in pairs if image in home) for pairs in images]
    allowed, following = automata(metric)
    return _native.OptimalEngine(
        turn_corners=np.array([list(c.corners) for c in TURN_CUBES], np.uint8),
        turn_edges=np.array([list(c.edges) for c in TURN_CUBES], np.uint8),
        corner_axes=np.stack([_conjugation(s, 0) for s in TOWARDS]),
        edge_axes=np.stack([[_conjugation(a * s, 1) for s in AXIAL] for a in TOWARDS]),
        kept=np.array(kept, np.uint32),
        ternary=cosets.ternary,
        layer_of=cosets.layer_of,
        entries=cosets.entries,
        occupied=OCCUPIED,
        arrangement_of=cosets.arrangement_of,
        allowed=allowed,
        next=following,
        rows=cosets.rows,
        arrangements=cosets.arrangements,
        base=kind.base(metric),
        payload=np.frombuffer(payload, np.uint8),
        copied_after=len(payload) // _BYTES_A_POSITION,
        portable=portable,
    )


def _conjugation(symmetry: Symmetry, orbit: int) -> Bytes:
    """Return, in rows of sixteen bytes, how placements move: slots, pieces, orientations by slot."""
    turns = CUBE.orbits[orbit].turns
    images = symmetry.slot_images(CUBE, orbit)
    rows = np.zeros((3, 16), np.uint8)
    rows[:2] = np.arange(16)
    of_first = images[0][1]
    for slot, (target, values) in enumerate(images):
        rows[0, target] = slot
        rows[2, target] = (values[0] - of_first[0]) % turns << 4
    for piece in range(len(images)):
        image, turn = divmod(of_first[piece * turns], turns)
        rows[1, piece] = image | turn << 4
    return rows


def automata(metric: Metric) -> tuple[np.ndarray, np.ndarray]:
    """Return which turns may follow in each state, and the state after: (2, 32) and (2, 32, 18).

    Turns of opposite faces commute; only U before D, R before L, F before B is admitted. In the
    quarter-turn metric a half turn is two clockwise quarter turns. State 0 is the start, 1 + face
    the state after a face that may not be turned further, 7 + face the one after its first clockwise
    quarter turn. The second automaton extends a sequence at its beginning, by the inverse turns.
    """
    allowed = np.zeros((2, 32), np.uint32)
    following = np.zeros((2, 32, 18), np.uint8)
    for side, state in np.ndindex(2, 13):
        face = (state - 1) % 6
        for turn in turns_of(metric):
            new = turn // 3
            clockwise = turn % 3 == (2 if side else 0)
            opposite = state > 0 and new % 3 == face % 3 and new != face
            if opposite and (new > face) == bool(side):
                continue
            if state > 0 and new == face and not (state > 6 and clockwise):
                continue
            again = state > 6 and new == face
            half_done = metric == "qtm" and clockwise and not again
            allowed[side, state] |= np.uint32(1 << turn)
            following[side, state, turn] = (7 if half_done else 1) + new
    return allowed, following
