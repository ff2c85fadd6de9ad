"""Right arguments for every function and class of cubecsp._native, and for every method.

`FUNCTIONS` has the arguments of a function by its name. `CLASSES` has for each class the arguments that make an
object, and then its methods with theirs in an order in which they can be called; a property has `None`.
Arguments are made when they are asked for. Those with names are at the end, in a dictionary.
"""

from __future__ import annotations

import mmap
import signal
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from cubecsp import SYMMETRIES, Cube, PocketCube, _native
from cubecsp.puzzle.cube import images
from cubecsp.puzzle.cube.cube_puzzle import POCKET
from cubecsp.puzzle.cube.state import TURN_CUBES
from cubecsp.search import (
    five_phase,
    geometry,
    optimal_tables,
    three_phase,
    two_phase,
)
from cubecsp.search.thistlethwaite import PHASES, _slices

Arguments = tuple[Any, ...]


class Effort(int):
    """A number that says how much work is asked for: more of it takes longer, and that is right."""


class EffortInSeconds(float):
    """The same in seconds."""


class Checked(np.ndarray):
    """An array of which another function has checked the entries; only its type and shape may be wrong."""


class EnoughError(Exception):
    """What `enough` raises."""


def enough() -> None:
    """End work that Python can end, so that an example of it is short."""
    raise EnoughError


def go_on() -> None:
    """Let work go on."""


@dataclass(frozen=True)
class Class:
    """How to make an object, and its methods in an order in which they can be called."""

    made: Callable[[], Arguments]
    methods: tuple[tuple[str, Callable[[], Arguments] | None], ...]
    shared: bool = False  # to make one takes long, and nothing but its making changes it
    # Of methods that such an object refuses whatever the arguments: how to make one that takes them.
    others: Mapping[str, Callable[[], Arguments]] = field(default_factory=dict)


WHOLE = (1 << 24) - 1
AT_HOME = [7 << 3 * slot for slot in range(8)]  # each corner in its slot, turned in any way
EDGES_AT_HOME = [3 << 2 * slot for slot in range(12)]  # each edge in its slot, flipped or not
NONE = 0xFFFF  # no state of an automaton
ROW = bytes(range(0, 24, 3))  # the corners of a solved cube
CUBE = bytes(Cube().placements)
TURNED = bytes(Cube.from_moves("R U").placements)


def solved_colours(size: int) -> bytes:
    return bytes(face for face in range(6) for _ in range(size**2))


@cache
def cycle(size: int) -> np.ndarray:
    """Return the table of a coordinate that three moves take one on, one back, or nowhere."""
    values = np.arange(size)
    return np.stack([(values + 1) % size, (values - 1) % size, values], 1).astype(np.uint16)


@cache
def cycle_distances() -> np.ndarray:
    return _native.coset_distances(cycle(5), cycle(3), 0, 0)


# Three slots; the first two are turned into each other.
SLOT_ROW = bytes([1, 0, *range(2, 24)])
SLOT_SETS = [1, 2]
SLOT_DISTANCES = bytearray([0, 1])


@cache
def small_tables() -> np.ndarray:
    tables = zeros(_native.TWO_PHASE_SMALL_SIZE)
    _native.two_phase_make_small(two_phase.geometry_bytes(), tables, go_on)
    return tables


def zeros(size: int) -> np.ndarray:
    """Return bytes at the beginning of a page, as tables need them."""
    return np.frombuffer(mmap.mmap(-1, size), np.uint8)


zero_tables = cache(zeros)


class _TakenError(Exception):
    """Raised with the arguments of a call."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options


def _taken(**options: Any) -> None:
    raise _TakenError(options)


class _Recorder:
    OptimalTable = staticmethod(_taken)
    OptimalEngine = staticmethod(_taken)


@cache
def optimal_arguments(engine: bool) -> dict[str, Any]:
    """Return the arguments with which cubecsp.search makes the smallest table, and the search in it."""
    kind, real = optimal_tables.TABLES["tiny"], optimal_tables._native
    payload = bytes(kind.cosets.rows * kind.cosets.blocks * 520)
    load = optimal_tables.table_cache.load
    try:
        optimal_tables._native = _Recorder
        optimal_tables.table_cache.load = lambda *_, **__: payload
        if engine:
            optimal_tables._load_engine.__wrapped__(kind, "htm", False)
        else:
            optimal_tables.make(kind, "htm", 1)
    except _TakenError as taken:
        return taken.options
    finally:
        optimal_tables._native = real
        optimal_tables.table_cache.load = load
    raise AssertionError("nothing was made")


def _image_arguments() -> Arguments:
    calls = []
    real = images.Images
    images.Images = lambda *args: calls.append(args) or real(*args)
    try:
        images.images_under.__wrapped__(POCKET, SYMMETRIES)
    finally:
        images.Images = real
    return calls[0]


image_arguments = cache(_image_arguments)


def sequence_arguments() -> Arguments:
    turns = TURN_CUBES[:6]
    return (
        {
            "moves": geometry.pack(turns),
            "inverses": geometry.pack(~turn for turn in turns),
            "holdings": bytes(len(turns)),
            "corner_labels": bytes(range(24)),
            "edge_labels": bytes(range(24)),
            "start": TURNED,
            "goal": [(1 << 24) - 1] * 20,
            "ends": b"",
            "commuting": b"",
            "shortest": True,
            "judged": True,
            "most_goals": 1000,
            "most_positions": 10_000,
        },
    )


def walk_arguments() -> Arguments:
    """Return those of a search whose goals are listed: the solved corners, whatever the edges."""
    (options,) = sequence_arguments()
    return (
        options
        | {
            "edge_labels": bytes(24),
            "goal": [1 << 3 * slot for slot in range(8)] + [1] * 12,
            "shortest": False,
            "judged": False,
        },
    )


def optimal_start() -> Arguments:
    cube = Cube.from_moves("R")
    return (
        np.frombuffer(cube.corners, np.uint8)[None],
        np.frombuffer(cube.edges, np.uint8)[None],
        np.zeros(1, np.uint8),
        1,
        1,
        1,
    )


def searched() -> Arguments:
    return ([(3, 2)], [(2, [(0, 1)], []), (2, [], [0])], [])


def search_methods() -> tuple[tuple[str, Callable[[], Arguments] | None], ...]:
    cells = [(0, [0, 1, 2, 0, 1, 2]), (-1, [1])]
    return (
        ("restrict_domain", lambda: (0, 0b111110)),
        ("relate", lambda: (0, 1, [63] * 6)),
        ("add_count", lambda: ([(0, 3), (1, 3)], 0, 2)),
        ("add_table", lambda: ([0, 1], [[[0], [1]] * 3, [[0], [1]] * 3], 2, True)),
        ("add_pattern", lambda: (cells, cells, [[0, 1], [1, 0]], True)),
        ("add_diagram", lambda: (cells, [[[0] * 6], [[-2, -1] * 3]])),
        ("add_at_least", lambda: (1, [0, 1])),
        ("add_linear", lambda: ([(0, [1, 2, 3, 1, 2, 3])], [(0, 1)], 1)),
        ("require", lambda: (0,)),
        ("break_symmetry", lambda: ([(slot, [*range(6)]) for slot in range(3)],)),
        ("shuffle", lambda: (3,)),
        ("prefer", lambda: ([1, 2, 3],)),
        ("branches", lambda: (1,)),
        ("enter", lambda: ([],)),
        ("copy", lambda: ()),
        ("run", lambda: (Effort(50), Effort(2))),
        ("done", None),
        ("nodes", None),
        ("progress", None),
        ("vars", None),
        ("branch_on_parts", lambda: ()),  # refused now
    )


FUNCTIONS: dict[str, Callable[[], Arguments]] = {
    "ask_to_stop": lambda: (False,),
    "completions": lambda: (3, [WHOLE] * 8),
    "coset_distances": lambda: (cycle(5), cycle(3), 0, 0),
    "fill_distances": lambda: (
        [[SLOT_ROW]],
        [SLOT_SETS],
        [[1]],
        bytearray(2),
        go_on,
    ),
    "leave_signals": lambda: (),
    "likely_matchings": lambda: (
        np.arange(24.0).reshape(4, 3, 2) % 7,
        [1, 2, 1],
        False,
        {"horizon": 5.0, "number": 3, "most": 100},
    ),
    "numbers_below": lambda: (10, 1, 0, 0, 5),
    "reduced": lambda: (solved_colours(4), 4, 1, go_on),
    "square1_moves": lambda: (bytes(range(24)), True, 20, 5000, go_on),
    "stop_asked": lambda: (),
    "two_phase_bounds": lambda: (small_tables(), None, CUBE),
    "two_phase_check": lambda: (small_tables(),),
    "two_phase_distances": lambda: (small_tables(), TURNED),
    "two_phase_make_large": lambda: (
        small_tables(),
        zeros(_native.TWO_PHASE_LARGE_SIZE),
        enough,
    ),
    "two_phase_make_small": lambda: (
        two_phase.geometry_bytes(),
        zeros(_native.TWO_PHASE_SMALL_SIZE),
        enough,
    ),
    "two_phase_solve": lambda: (
        small_tables().view(Checked),
        None,
        TURNED,
        *(22, 0, EffortInSeconds(0.05), 1),
        *(10_000, 0.1, []),
    ),
    "watch_signals": lambda: ([signal.SIGUSR1],),
}

CLASSES: dict[str, Class] = {
    "Annealing": Class(
        lambda: (
            [(2, [[0, 1], [2, 3], [4, 5]], [[0, 1], [1, 0], [2, 3], [3, 2], [4, 5], [5, 4]])],
            [(6, 0)],
            [(2, [(0, 1)], [0])],
            {"hot": 1.0, "cold": 0.1, "sweeps": 5, "most": 20, "seed": 1},
        ),
        (
            ("relate", lambda: (0, 2, False)),
            ("bound", lambda: ([(0, 0, 1), (1, 1, -1)], 0, 1)),
            ("allow", lambda: (0, 5)),
            ("run", lambda: (Effort(200),)),
            ("reheat", lambda: ()),
            ("walk", lambda: (1.0, Effort(50))),
            ("cost", None),
            ("moves", None),
            ("row", None),
        ),
    ),
    "Appearance": Class(
        lambda: (np.zeros((24, 3)), np.ones(24, np.bool_), np.zeros((6, 3)), np.zeros((6, 3))),
        (
            ("under", lambda: (0.15, [3.0, 8.0, 8.0], True)),
            ("fitted", lambda: (np.full((24, 6), 1 / 6),)),
            ("costs", lambda: ()),
            ("penalty", None),
            ("leverage", None),
            ("colours", None),
        ),
    ),
    "Boxes": Class(
        lambda: ([(1, [WHOLE] * 8, [WHOLE] * 12), (-1, AT_HOME, [WHOLE] * 12)],),
        (
            ("total", None),
            ("row", lambda: (0, 5)),
            ("drawn", lambda: (1, 0, 0, 3)),
        ),
    ),
    "CornerTrials": Class(
        lambda: (AT_HOME, [WHOLE] * 12),
        (
            ("depend", lambda: (2, [0, 3], [WHOLE] * 576)),
            ("points", lambda: ()),
            ("bound", lambda: (ROW,)),
            ("hits", lambda: (1, 0, 0, 3)),
        ),
    ),
    "CosetGraph": Class(
        lambda: (cycle(5), cycle(3), cycle_distances()),
        (
            ("distance", lambda: (2, 1)),
            ("path", lambda: (2, 1)),
            ("paths", lambda: (2, 1)),
        ),
    ),
    "CountProof": Class(
        lambda: (
            4,
            [[1, 2], [-1, -2], [3, 4], [-3, -4], [1, 3], [2, 4]],
            [[1, 2], [3, 4]],
            [5],
        ),
        (
            ("next", lambda: (Effort(3),)),
            ("done", None),
            ("share", None),
            ("states", None),
            ("nodes", None),
        ),
    ),
    "DeepPatternSearch": Class(searched, search_methods()),
    "EdgeSums": Class(
        lambda: (EDGES_AT_HOME,),
        (
            ("depend", lambda: (2, [0, 3], [WHOLE] * 576)),
            ("arrange", lambda: ([*range(12)], 6, 8)),
            ("couple", lambda: ([([8, 9], [[0, 1] * 12, [0, NONE] * 12 + [NONE, 0] * 12])],)),
            ("copy", lambda: ()),
            ("counts", lambda: (ROW, 0, 0, go_on)),
            ("steps", lambda: ()),
            ("built", lambda: ()),
            ("preserved", lambda: (ROW, [*range(12)], [[*range(24)]] * 12, go_on)),
        ),
    ),
    "FivePhase": Class(
        lambda: (five_phase.geometry_bytes(),),
        (
            (
                "reduce",
                lambda: (
                    zero_tables(_native.FIVE_PHASE_SIZE),
                    bytes(range(24)) * 4,
                    (1,) * 9,
                    EffortInSeconds(0.02),
                ),
            ),
            ("fill", lambda: (zeros(_native.FIVE_PHASE_SIZE), enough)),
        ),
        shared=True,
    ),
    "Images": Class(
        lambda: image_arguments(),
        (
            ("least", lambda: (ROW_OF_POCKET,)),
            ("are_least", lambda: (ROW_OF_POCKET,)),
            ("sizes", lambda: (ROW_OF_POCKET,)),
            ("sizes_if_least", lambda: (ROW_OF_POCKET,)),
            ("orbits", lambda: (ROW_OF_POCKET, 2)),
        ),
    ),
    "OptimalEngine": Class(
        lambda: (optimal_arguments(True),),
        (
            (
                "bounds",
                lambda: (np.frombuffer(CUBE[:8], np.uint8), np.frombuffer(CUBE[8:], np.uint8)),
            ),
            ("start", optimal_start),
            ("wait", lambda: (EffortInSeconds(0.02),)),
            ("stop", lambda: ()),
            ("take", lambda: ()),
            ("nodes", None),
            ("task_nodes", None),
        ),
    ),
    "OptimalTable": Class(
        lambda: (optimal_arguments(False),),
        (
            ("run", lambda: (EffortInSeconds(0.001), 1)),
            ("progress", None),
            ("counts", None),
            ("payload", lambda: ()),
        ),
    ),
    "PatternSearch": Class(searched, search_methods()),
    "PhaseSearch": Class(
        lambda: (1, [0], 16),
        (
            ("add_turn", lambda: (0, 0, 1, [SLOT_ROW])),
            ("follow", lambda: (0, 1)),
            ("add_target", lambda: ([0], [SLOT_SETS], SLOT_DISTANCES, [0, 16])),
            ("add_match", lambda: ([0], [0, 8])),
            ("search", lambda: ([([bytes(range(24))], 0)], 10, 1, 0, 3, go_on)),
        ),
    ),
    "MiddleSearch": Class(
        lambda: (
            2,  # two pieces that one move exchanges
            *(b"\1\0", b"\0\0", b"\1\0", b"\0\0"),
            bytes(range(256)),
            np.arange(512, dtype=np.uint64),
            *(b"\3", b"\0\1", b"\1\0"),
        ),
        (("search", lambda: (1, 10, 10, Effort(100), go_on)), ("complete", None), ("nodes", None)),
    ),
    "ProofChecker": Class(
        lambda: (b"p cnf 1 2\n1 0\n-1 0\n",),
        (
            ("check", lambda: (b"3 0 1 2 0\n",)),
            ("proven", None),
            ("given", None),
            ("added", None),
        ),
    ),
    "SequenceSearch": Class(
        sequence_arguments,
        (
            ("length", None),
            ("advance", lambda: (Effort(100),)),
            ("last_level", lambda: (0, 5)),
            ("accept", lambda: (0,)),
            ("sequences", lambda: (Effort(10),)),
            ("positions", None),
            ("both_ways", None),
            ("found", None),
            ("exhausted", None),
            ("full", None),
            ("too_long", None),
            ("retreat", lambda: (Effort(100),)),
            ("begin_walks", lambda: (TURNED, 1, 1)),
            ("walks", lambda: (Effort(100),)),
            ("walked", None),
            ("walked_all", None),
            ("goal_depth", None),
        ),
        others=dict.fromkeys(("retreat", "begin_walks", "walks"), walk_arguments),
    ),
    "Thistlethwaite": Class(
        lambda: (
            geometry.pack(TURN_CUBES),
            [bytes(rule.turns) for rule in PHASES],
            _slices(),
        ),
        (
            ("sizes", None),
            ("distances", lambda: ()),
            ("use", lambda: (phase_distances(),)),
            ("solve", lambda: (TURNED, 1)),
        ),
    ),
    "ThreePhase": Class(
        lambda: (three_phase.geometry_bytes(),),
        (
            (
                "reduce",
                lambda: (
                    zero_tables(_native.THREE_PHASE_SIZE),
                    SOLVED_4,
                    (1,) * 4,
                    EffortInSeconds(0.02),
                ),
            ),
            ("bounds", lambda: (zero_tables(_native.THREE_PHASE_SIZE), SOLVED_4)),
            ("fill", lambda: (zeros(_native.THREE_PHASE_SIZE), enough)),
        ),
        shared=True,
    ),
    "TrimmedProof": Class(
        # clause 3: the empty one, from clauses 1 and 2
        lambda: (b"a\x06\x00\x02\x04\x00", 2),
        (("next", lambda: (Effort(3),)), ("learned", None), ("kept", None)),
    ),
    "WidePatternSearch": Class(searched, search_methods()),
}

SOLVED_4 = bytes(range(24)) + bytes(slot // 4 for slot in range(24)) + b"\0"
ROW_OF_POCKET = bytes(PocketCube().placements)


@cache
def phase_distances() -> np.ndarray:
    return _native.Thistlethwaite(*CLASSES["Thistlethwaite"].made()).distances()


def names() -> Iterator[str]:
    """Yield the name of each function, each class, and each method that takes arguments."""
    yield from FUNCTIONS
    for name, example in CLASSES.items():
        yield name
        yield from (f"{name}.{method}" for method, args in example.methods if args and args())
