"""The native searches for moves, called with what can't be right: refused, and never a crash.

The right arguments are those that cubecsp.search passes, taken down on the way; then each of them is
replaced by an odd thing, or has one odd thing somewhere in it. Objects that are accepted all the same are used.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable

import numpy as np
import pytest

from cubecsp import SYMMETRIES, Cube, _native
from cubecsp.puzzle.cube import images
from cubecsp.puzzle.cube.cube_puzzle import POCKET
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.search import breadth_first

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
        kinds = taken_down(patch, images, "Images")
        breadth_first.solve(Cube.from_moves("R U"))
        images.images_under.__wrapped__(POCKET, SYMMETRIES)
        cycles = (cycle(50), cycle(7))
        yield {
            "SequenceSearch": sequences[0],
            "CosetGraph": ((*cycles, _native.coset_distances(*cycles, 0, 0)), {}),
            "Images": kinds[0],
        }


def cycle(size: int) -> np.ndarray:
    """Return the table of a coordinate that three moves take one on, one back, or nowhere."""
    values = np.arange(size)
    return np.stack([(values + 1) % size, (values - 1) % size, values], 1).astype(np.uint16)


def image_methods(made: _native.Images) -> list[Callable[[bytes], bytes]]:
    return [made.least, made.are_least, made.sizes, made.sizes_if_least, made.orbits]


def test_rows_that_are_none_are_named(right):
    made = _native.Images(*right["Images"][0])
    for method in image_methods(made):
        assert method(b"") == b""
        with pytest.raises(ValueError, match="one value a slot"):
            method(bytes(9))
        with pytest.raises(ValueError, match="no such value"):
            method(bytes(7) + b"\x18")


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
