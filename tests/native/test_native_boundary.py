"""The native searches for moves, called with what can't be right: refused, and never a crash.

The right arguments are those that cubecsp.search passes, taken down on the way; then each of them is
replaced by an odd thing, or has one odd thing somewhere in it. What is accepted all the same is used.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable

import numpy as np
import pytest
from native_odd import ODD, REFUSED, odd_arguments, spoiled_bytes

from cubecsp import SYMMETRIES, Cube, PocketCube, _native
from cubecsp.puzzle.cube import images
from cubecsp.puzzle.cube.cube_puzzle import POCKET
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.search import breadth_first, thistlethwaite

pytestmark = pytest.mark.native


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
