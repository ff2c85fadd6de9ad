"""The native searches for moves, called with what can't be right: refused, and never a crash.

The right arguments are those that cubecsp.search passes, taken down on the way; then each of them is
replaced by an odd thing, or has one odd thing somewhere in it. What is accepted all the same is used.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from native_calls import spoiled

from cubecsp import SYMMETRIES, Cube, PocketCube, _native
from cubecsp.puzzle.cube import images
from cubecsp.puzzle.cube.cube_puzzle import POCKET
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.search import breadth_first, thistlethwaite

pytestmark = pytest.mark.native

REFUSED = (TypeError, ValueError, IndexError, OverflowError, MemoryError, RuntimeError)

ODD = [
    None, -1, 0, 1, 2, 255, 256, 2**31, 2**32, 2**63, 2**64, float("nan"), float("inf"), 1.5, "", "x",
    b"", b"\0", b"\xff" * 20, bytes(20), bytes(24), bytes(1000), [], [None], [-1], [0] * 20, [2**32] * 20,
    np.zeros(0, np.uint8), np.zeros((0, 0), np.uint16), np.zeros((2, 2), np.uint16),
    np.full((3, 2), 9, np.uint16), np.zeros((4, 3), np.float64), np.zeros((1, 300), np.uint16),
]  # fmt: skip


def taken_down(patch: pytest.MonkeyPatch, module: object, name: str) -> list:
    """Return a list that fills with the arguments of each call of a native function or class."""
    calls: list = []
    real = getattr(module, name)

    def recorder(*args, **options):
        calls.append((args, options))
        return real(*args, **options)

    patch.setattr(module, name, recorder)
    return calls


@pytest.fixture(scope="module")
def right():
    """Right arguments, by name: of functions, and of constructors."""
    with pytest.MonkeyPatch.context() as patch:
        sequences = taken_down(patch, breadth_first, "SequenceSearch")
        phases = taken_down(patch, thistlethwaite, "Thistlethwaite")
        kinds = taken_down(patch, images, "Images")
        solve_something()
        images.images_under.__wrapped__(POCKET, SYMMETRIES)
        cycles = (cycle(50), cycle(7))
        yield {
            "SequenceSearch": sequences[0],
            "coset_distances": ((*cycles, 0, 0), {}),
            "CosetGraph": ((*cycles, _native.coset_distances(*cycles, 0, 0)), {}),
            "Thistlethwaite": phases[0],
            "Images": kinds[0],
        }


def solve_something() -> None:
    """Use the searches once, whatever is remembered of earlier ones."""
    breadth_first.solve(Cube.from_moves("R U"))
    thistlethwaite._untabled()


def cycle(size: int) -> np.ndarray:
    """Return the table of a coordinate that three moves take one on, one back, or nowhere."""
    values = np.arange(size)
    return np.stack([(values + 1) % size, (values - 1) % size, values], 1).astype(np.uint16)


def spoiled_bytes(value: bytes, rng: random.Random) -> bytes:
    if not value:  # nothing said of which moves commute: of 18 moves each with each, or nonsense
        return rng.randbytes(rng.choice((1, 18, 18 * 18)))
    data = bytearray(value)
    match rng.randrange(4) if data else 1:
        case 0:
            del data[rng.randrange(len(data))]
        case 1:
            data.append(rng.randrange(256))
        case 2:
            return bytes(data[: len(data) // 2])
        case _:
            data[rng.randrange(len(data))] = rng.choice((0, 1, 17, 18, 23, 24, 31, 32, 254, 255))
    return bytes(data)


def spoiled_array(value: np.ndarray, rng: random.Random) -> np.ndarray:
    match rng.randrange(5):
        case 0:
            return value[:-1]
        case 1:
            return value.astype(np.float32)
        case 2:
            return value[..., ::-1]
        case 3:
            return value.reshape(-1, 1, 1)
        case _:
            copy = value.copy()
            copy.reshape(-1)[rng.randrange(copy.size)] = np.iinfo(copy.dtype).max
            return copy


def with_something_odd(value: object, rng: random.Random) -> object:
    if rng.random() < 0.4:
        return rng.choice(ODD)
    if isinstance(value, bytes):
        return spoiled_bytes(value, rng)
    if isinstance(value, np.ndarray):
        return spoiled_array(value, rng)
    if isinstance(value, list) and value and isinstance(value[0], bytes):
        return [spoiled_bytes(v, rng) if rng.random() < 0.3 else v for v in value]
    return spoiled(value, rng)


def small(name: str, args: tuple) -> bool:
    """Return whether arguments, if they should be accepted, ask for no endless work."""
    return name != "SequenceSearch" or not isinstance(args[-2], int) or args[-2] <= 2**20


def use_sequences(search: _native.SequenceSearch, rng: random.Random) -> None:
    for _ in range(40):
        call = rng.randrange(6)
        try:
            if call < 3:
                search.advance(rng.choice((0, 1, 100, 5000)))
            elif call == 3:
                assert len(search.last_level(rng.choice((0, 1, 10**6, 2**64 - 1)), 5)) <= 100
            elif call == 4:
                search.accept(rng.choice((0, 1, 2**40)))
            else:
                search.sequences(rng.choice((0, 1, 10)))
        except REFUSED:
            continue
        assert search.length >= 0
        assert search.positions >= 1
        if search.positions > 50_000:
            break


def use_graph(graph: _native.CosetGraph, rng: random.Random) -> None:
    for a, b in ((0, 0), (1, 1), (rng.randrange(50), rng.randrange(7)), (2**32, 0), (0, 2**63)):
        try:
            if graph.distance(a, b) < 5:
                graph.path(a, b)
                graph.paths(a, b)
        except REFUSED:
            continue


def odd_arguments(
    args: tuple[object, ...], rng: random.Random, number: int
) -> Iterator[tuple[object, ...]]:
    """Yield the arguments so many times, one of them with something odd."""
    for _ in range(number):
        place = rng.randrange(len(args))
        yield (*args[:place], with_something_odd(args[place], rng), *args[place + 1 :])


@pytest.mark.parametrize("name", ["SequenceSearch", "CosetGraph", "coset_distances"])
@pytest.mark.parametrize("seed", range(4))
def test_odd_arguments_are_refused_or_do_no_harm(right, name, seed):
    args, options = right[name]
    args = (*args, *options.values())
    rng = random.Random(f"{name} {seed}")
    refused = 0
    for tried in odd_arguments(args, rng, 150 if name == "SequenceSearch" else 25):
        try:
            made = getattr(_native, name)(*tried)
        except REFUSED:
            refused += 1
            continue
        if name == "SequenceSearch" and small(name, tried):
            use_sequences(made, rng)
        elif name == "CosetGraph":
            use_graph(made, rng)
    assert refused > 5


@pytest.mark.parametrize("seed", range(3))
def test_images_by_odd_maps_are_refused_or_do_no_harm(right, seed):
    """Rows are refused too, unless their values are those that the maps are about."""
    args, _ = right["Images"]
    rng = random.Random(seed)
    refused = 0
    for tried in odd_arguments(args, rng, 80):
        try:
            made = _native.Images(*tried)
        except REFUSED:
            refused += 1
            continue
        use_images(made, rng)
    assert refused > 20


def image_methods(made: _native.Images) -> list[Callable[[bytes], bytes]]:
    return [made.least, made.are_least, made.sizes, made.sizes_if_least, made.orbits]


def use_images(made: _native.Images, rng: random.Random) -> None:
    rows = b"".join(PocketCube.random(rng.randrange(99)).placements for _ in range(5))
    for given in (rows, spoiled_bytes(rows, rng), b"", *ODD):
        for method in image_methods(made):
            try:
                assert isinstance(method(given), bytes)
            except REFUSED:
                continue


def test_rows_that_are_none_are_named(right):
    made = _native.Images(*right["Images"][0])
    for method in image_methods(made):
        assert method(b"") == b""
        with pytest.raises(ValueError, match="one value a slot"):
            method(bytes(9))
        with pytest.raises(ValueError, match="no such value"):
            method(bytes(7) + b"\x18")


def test_sequences_in_any_order_of_calls(right):
    """The right arguments, and calls in an order that nobody would choose."""
    args, options = right["SequenceSearch"]
    for seed in range(60):
        use_sequences(_native.SequenceSearch(*args, **options), random.Random(seed))


@pytest.mark.parametrize("seed", range(3))
def test_four_phases_refuse_odd_arguments(right, seed):
    args, options = right["Thistlethwaite"]
    args = (*args, *options.values())
    rng = random.Random(seed)
    refused = 0
    for tried in odd_arguments(args, rng, 40):
        try:
            _native.Thistlethwaite(*tried)
        except (*REFUSED, _native_logic_error):
            refused += 1
    assert refused > 20


_native_logic_error = RuntimeError  # what C++'s std::logic_error becomes


def test_cubes_that_four_phases_refuse(right):
    args, options = right["Thistlethwaite"]
    phases = _native.Thistlethwaite(*args, **options)
    solved = bytes(Cube().corners + Cube().edges)
    with pytest.raises(REFUSED):
        phases.solve(solved, 1)  # no distances yet
    for odd in ODD:
        with pytest.raises(REFUSED):
            phases.use(odd)
    phases.use(phases.distances())
    flipped = solved[:8] + b"\1" + solved[9:]
    twisted = b"\1" + solved[1:]
    exchanged = bytes((solved[1], solved[0])) + solved[2:]
    twice = bytes((solved[0], solved[0])) + solved[2:]
    for cube in (
        flipped,
        twisted,
        exchanged,
        twice,
        solved[:19],
        solved + b"\0",
        b"",
        b"\xff" * 20,
    ):
        with pytest.raises(ValueError, match=r"."):
            phases.solve(cube, 1)
    for choices in (-1, -(2**31), 2**64, None, 1.5, "1"):
        with pytest.raises(REFUSED):
            phases.solve(solved, choices)
    assert phases.solve(Cube.from_moves("R U").corners + Cube.from_moves("R U").edges, 1)


def test_the_graph_names_what_it_refuses(right):
    (first, second, distance), _ = right["CosetGraph"]
    first, second = np.asarray(first), np.asarray(second)
    outside = first.copy()
    outside[3, 1] = len(first)
    beside = second.copy()
    beside[-1, -1] = len(second)
    for tables, why in (
        ((outside, second), "leads outside"),
        ((first, beside), "leads outside"),
        ((first, second[:, :-1].copy()), "column per move"),
        ((np.zeros((2, 0), np.uint16), np.zeros((2, 0), np.uint16)), "1 to 255 moves"),
        ((np.zeros((2, 256), np.uint16), np.zeros((2, 256), np.uint16)), "1 to 255 moves"),
        ((first, first[:, :0].copy()), "column per move"),
        ((np.zeros((0, 2), np.uint16), np.zeros((2, 2), np.uint16)), "row per value"),
        ((np.zeros((65536, 1), np.uint16), np.zeros((65536, 1), np.uint16)), "more than"),
    ):
        with pytest.raises(ValueError, match=why):
            _native.coset_distances(*tables, 0, 0)
        with pytest.raises(ValueError, match=why):
            _native.CosetGraph(*tables, distance)
    for wrong in (np.asarray(distance)[:-1], np.zeros(0, np.uint8)):
        with pytest.raises(ValueError, match="one distance per vertex"):
            _native.CosetGraph(first, second, wrong)
    graph = _native.CosetGraph(first, second, distance)
    for a, b in ((len(first), 0), (0, len(second)), (2**40, 0)):
        for call in (graph.distance, graph.path, graph.paths):
            with pytest.raises(IndexError, match="no such vertex"):
                call(a, b)


def test_distances_that_are_not_the_graphs(right):
    """No path leads past them, and none is looked for without end."""
    (first, second, distance), _ = right["CosetGraph"]
    first, second = np.asarray(first), np.asarray(second)
    zeros = np.zeros(len(np.asarray(distance)), np.uint8)
    for wrong in (zeros + 255, zeros + 7, zeros):
        graph = _native.CosetGraph(first, second, wrong)
        for a, b in ((0, 0), (5, 5), (20, 3)):
            for call in (graph.path, graph.paths):
                try:
                    assert call(a, b) in (b"", [b""], [])
                except ValueError:
                    continue


@pytest.mark.threads
def test_a_search_of_sequences_belongs_to_one_thread_at_a_time(right):
    """Another thread that comes while a level is under way is refused, or waits for its turn."""
    args, options = right["SequenceSearch"]
    args = (*args, *options.values())
    home = bytes(Cube().corners + Cube().edges)
    far = bytes(Cube.random(1).corners + Cube.random(1).edges)
    args = tuple(far if isinstance(a, bytes) and len(a) == 20 and a != home else a for a in args)
    search, stop, refused = _native.SequenceSearch(*args), threading.Event(), 0

    def work():
        while not stop.is_set():
            try:
                if search.positions > 1_000_000:
                    break
                search.advance(100_000)
            except RuntimeError:
                continue

    thread = threading.Thread(target=work)
    thread.start()
    try:
        while refused < 6 and thread.is_alive():
            for call in (
                lambda: search.advance(1),
                lambda: search.last_level(0, 1),
                lambda: search.sequences(1),
                lambda: search.accept(0),
                lambda: search.positions,
                lambda: search.length,
            ):
                try:
                    call()
                except RuntimeError as error:
                    refused += "another thread" in str(error)
                except IndexError:
                    continue
    finally:
        stop.set()
        thread.join()
    assert refused


# Reduction


def solved_colours(size: int) -> bytes:
    return bytes(face for face in range(6) for _ in range(size**2))


@pytest.mark.parametrize(
    "size",
    [0, 1, 3, 5, 20_001, 46_340, 46_341, 2**16, 2**31, 2**32 - 1, 2**32, 2**32 + 4, 2**63 - 4, 2**63 + 4, 2**64 - 4],
)  # fmt: skip
def test_sizes_that_are_not_those_of_the_stickers(size):
    """6n² may be the number of stickers modulo 2⁶⁴; nothing is allocated before that is known."""
    with pytest.raises(ValueError, match="layers|size 4"):
        _native.reduced(solved_colours(4), size, 1, never)


def never() -> None:
    raise AssertionError("there is no work to look up from")


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_stickers_that_are_no_cube_are_not_reduced(size):
    """Each of them changed in turn: what a search would look for without end is refused before it."""
    solved = solved_colours(size)
    for place, colour in enumerate(solved):
        for other in (6, 255, (colour + 1) % 6, (colour + 3) % 6):
            wrong = solved[:place] + bytes([other]) + solved[place + 1 :]
            with pytest.raises(ValueError, match="there must be|must differ|shows no colour"):
                _native.reduced(wrong, size, 1, never)


@pytest.mark.parametrize("size", [4, 5, 6])
def test_pieces_that_changed_kinds_are_not_reduced(size):
    """Two stickers exchanged: centre pieces of different orbits, wings of different depths, corners inside out."""
    cube = cube_class(size).random(1)
    colours = bytearray(cube.puzzle.colours(cube.stickers))
    rng, refused = random.Random(size), 0
    for _ in range(100):
        a, b = rng.sample(range(len(colours)), 2)
        wrong = colours.copy()
        wrong[a], wrong[b] = wrong[b], wrong[a]
        if colours[a] != colours[b] and orbit_of(size, a) != orbit_of(size, b):
            refused += 1
            with pytest.raises(ValueError, match="there must be|must differ"):
                _native.reduced(bytes(wrong), size, 1, never)
    assert refused > 30


def orbit_of(size: int, facelet: int) -> tuple[int, ...]:
    """Return a number pair that facelets have in common that turns take to each other, and no others."""
    row, column = divmod(facelet % size**2, size)
    places = [(row, column)]
    for _ in range(3):
        row, column = column, size - 1 - row
        places.append((row, column))
    on_rim = any(0 in place for place in places)
    return min(places) if not on_rim else (0, *sorted(min(p, size - 1 - p) for p in places[0]))


# Counting and sampling

WHOLE = (1 << 24) - 1
AT_HOME = [7 << 3 * slot for slot in range(8)]  # each corner in its slot, turned anyhow
SAMPLING = {
    "Boxes": ([(1, [WHOLE] * 8, [WHOLE] * 12)],),
    "CornerDarts": (AT_HOME, [WHOLE] * 12),
    "EdgeSums": ([WHOLE] * 12,),
    "completions": (3, [WHOLE] * 8),
    "count_fillings": (3, [WHOLE] * 8),
    "numbers_below": (10, 1, 0, 0, 5),
}


def use_sampling(made: object, rng: random.Random) -> None:
    """Call what is made with what may be odd."""
    row = bytes(range(0, 24, 3))
    calls = {
        "row": (0, 5),
        "drawn": (1, 0, 0, 3),
        "depend": (2, [0, 3], [WHOLE] * 576),
        "thrown": (1, 0, 0, 3),
        "points": (),
        "bound": (row,),
        "counts": (row, 0, 0),
    }
    for name, args in calls.items():
        method = getattr(made, name, None)
        if method is None:
            continue
        for tried in (args, *(odd_arguments(args, rng, 6) if args else ())):
            try:
                method(*tried)
            except REFUSED:
                continue


@pytest.mark.parametrize("name", SAMPLING)
@pytest.mark.parametrize("seed", range(2))
def test_counting_and_sampling_refuse_what_is_odd(name, seed):
    rng, refused = random.Random(f"{name} {seed}"), 0
    for tried in odd_arguments(SAMPLING[name], rng, 40):
        try:
            made = getattr(_native, name)(*tried)
        except REFUSED:
            refused += 1
            continue
        use_sampling(made, rng)
    assert refused > 5
    use_sampling(getattr(_native, name)(*SAMPLING[name]), rng)


def test_darts_name_what_they_refuse():
    for corners, edges in (
        (AT_HOME[:7], [WHOLE] * 12),
        (AT_HOME, [WHOLE] * 11),
        (AT_HOME, [1 << 24] * 12),
    ):
        with pytest.raises(ValueError, match="domain|placement"):
            _native.CornerDarts(corners, edges)
    darts = _native.CornerDarts(AT_HOME, [WHOLE] * 12)
    for edge, corners, size in (
        (12, [0], 24),
        (0, [], 1),
        (0, [3, 0], 576),
        (0, [8], 24),
        (0, [0], 23),
    ):
        with pytest.raises(ValueError, match="slot|corners|domain"):
            darts.depend(edge, corners, [WHOLE] * size)
    for row in (b"", bytes(8), b"\xff" * 8, bytes(range(0, 27, 3))):
        with pytest.raises(ValueError, match="row|placement"):
            darts.bound(row)
    assert darts.bound(bytes(range(0, 24, 3))) >= 490_497_638_400
    with pytest.raises(ValueError, match="sampling has begun"):
        darts.depend(0, [0], [WHOLE] * 24)
    with pytest.raises(ValueError, match="too many"):
        darts.thrown(1, 0, 0, 1 << 40)


def test_nothing_to_throw_at():
    """Two slots that may hold one corner alone."""
    darts = _native.CornerDarts([AT_HOME[0], *AT_HOME[:7]], [WHOLE] * 12)
    assert darts.points() == (0, 0)
    assert darts.thrown(1, 0, 0, 100) == (b"", b"")


# Annealing

FRAMES = [[0, 1], [2, 3], [4, 5]]
COLOURS = [[0, 1], [1, 0], [2, 3], [3, 2], [4, 5], [5, 4]]
ANNEALING = (
    [(2, FRAMES, COLOURS)],
    [(6, 0)],
    [(2, [(0, 1)], [0])],
)
SCHEDULE = {"hot": 1.0, "cold": 0.1, "sweeps": 5, "most": 20, "seed": 1}
HOSTILE = (
    *(2**31, 2**31 - 1, -(2**31), 2**32 - 1, 2**32, 2**32 + 1, 2**63 - 1, 2**63, 2**64 - 1, -1, 46_341),
    *(float("nan"), float("inf"), -float("inf"), 5e-324, 1.7e308, 0.0, None, "x", []),
)  # fmt: skip


def spoiled_deeply(value: object, rng: random.Random) -> object:
    """Return a value with one hostile thing in it, however deep."""
    if isinstance(value, (list, tuple)) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        return [spoiled_deeply(v, rng) if i == at else v for i, v in enumerate(value)]
    return rng.choice(HOSTILE)


def use_annealing(made: _native.Annealing, rng: random.Random) -> None:
    calls = {
        "relate": [0, 1, True],
        "bound": [[(0, 0, 1), (1, 1, -1)], 0, 1],
        "allow": [0, 5],
        "walk": [1.0, 50],
    }
    for name in rng.sample(sorted(calls), len(calls)):
        for args in (calls[name], spoiled_deeply(calls[name], rng)):
            if not isinstance(args, list) or not args:
                continue
            if name == "walk" and isinstance(args[1], int) and args[1] > 50:
                continue  # that is what was asked for
            try:
                getattr(made, name)(*args)
            except REFUSED:
                continue
    made.run(200)
    made.reheat()
    made.run(200)
    assert len(made.row) == len(FRAMES)
    assert made.cost >= 0


@pytest.mark.parametrize("seed", range(9))
def test_the_cost_of_annealing_is_that_of_what_slots_hold(seed):
    """Of pairs of stickers anywhere, on one piece too: each that is not as demanded costs the same."""
    rng = random.Random(seed)
    colours = [[0, 1], [1, 0], [1, 2], [2, 1], [2, 0], [0, 2]]  # which pieces have in common
    pairs = [(*rng.sample(range(6), 2), rng.random() < 0.5) for _ in range(1 + seed % 3)]
    made = _native.Annealing([(2, FRAMES, colours)], [], [], **SCHEDULE | {"seed": seed})
    for pair in pairs:
        made.relate(*pair)
    for _ in range(200):
        made.walk(1.0, 1)
        shown = [colour for value in made.row for colour in colours[value]]
        assert made.cost == 2 * sum((shown[a] == shown[b]) != equal for a, b, equal in pairs)


@pytest.mark.parametrize("seed", range(3))
def test_falls_of_one_sweep_are_at_the_last_temperature(seed):
    """Without end, since no fall may take more: moves are those of a walk at that temperature."""
    rows = []
    for fall in (True, False):
        how = SCHEDULE | {"hot": 2.0, "cold": 0.5, "sweeps": 1, "most": 1, "seed": seed}
        made = _native.Annealing([(2, FRAMES, [[i % 6, i // 2] for i in range(6)])], [], [], **how)
        for pair in ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5)):
            for equal in (True, False):  # one of the two is always broken: it never ends
                made.relate(*pair, equal)
            made.relate(0, pair[1], True)
        shown = []
        for _ in range(200):
            made.run(1) if fall else made.walk(0.5, 1)
            shown.append(bytes(made.row))
        rows.append(shown)
    assert rows[0] == rows[1]
    assert len({*rows[0]}) > 3


@pytest.mark.parametrize("seed", range(3))
def test_annealing_refuses_what_is_out_of_range(seed):
    rng, refused = random.Random(seed), 0
    for _ in range(200):
        args, schedule = list(ANNEALING), dict(SCHEDULE)
        if rng.random() < 0.6:
            args = spoiled_deeply(args, rng)
        else:
            schedule[rng.choice(sorted(schedule))] = rng.choice(HOSTILE)
        try:
            made = _native.Annealing(*args, **schedule)
        except REFUSED:
            refused += 1
            continue
        use_annealing(made, rng)
    assert refused > 50
    use_annealing(_native.Annealing(*ANNEALING, **SCHEDULE), rng)


@pytest.mark.parametrize(
    ("laws", "more"),
    [
        ([(2**31 - 1, [(0, 2**31 - 1)], [])], {}),
        ([(3, [(0, 1), (0, 1)], [])], {}),
        ([], {"hot": float("inf")}),
        ([], {"cold": float("inf")}),
        ([], {"sweeps": 2**30}),
        ([], {"most": 2**31 - 1}),
    ],
)
def test_annealing_names_what_is_out_of_range(laws, more):
    with pytest.raises(ValueError, match="modulus|twice|temperatures|sweep"):
        _native.Annealing(ANNEALING[0], ANNEALING[1], laws, **SCHEDULE | more)
