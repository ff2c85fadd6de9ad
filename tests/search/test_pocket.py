"""The 2×2×2: against plain Python, and against the 3×3×3 whose corners it shares."""

import itertools
import random
from collections.abc import Iterator

import numpy as np
import pytest
from facts import FACTS
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import moves as sequences

from cubecsp import Cube, InputError, LimitError, read
from cubecsp._native import CosetGraph, coset_distances
from cubecsp.puzzle.cube.cube_puzzle import HELD_SLOT, POCKET, PUZZLES
from cubecsp.puzzle.cube.moves import Metric, Moves
from cubecsp.puzzle.cube.state import TURN_CUBES, PocketCube
from cubecsp.puzzle.cube.symmetry import canonical
from cubecsp.search import METHODS, method_for_size, pocket

pytestmark = pytest.mark.native

cubes = st.integers(0, 2**63).map(PocketCube.random)
metrics = st.sampled_from(("htm", "qtm"))


@pytest.fixture(autouse=True, scope="module")
def nothing_known(new_tables: object) -> Iterator[None]:  # noqa: ARG001  # no tables either
    pocket._known.clear()
    yield
    pocket._known.clear()


def brute_force(depth: int, metric: Metric) -> dict[bytes, int]:
    """Distances found with nothing but composition of whole 3×3×3 cubes, corners compared."""
    found = {Cube().corners: 0}
    level = [Cube()]
    for length in range(1, depth + 1):
        reached = []
        for cube, turn in itertools.product(level, pocket.TURNS_OF[metric]):
            after = cube * TURN_CUBES[turn]
            if after.corners not in found:
                found[after.corners] = length
                reached.append(after)
        level = reached
    return found


@given(sequences)
def test_corners_of_the_large_cube_held_in_any_way(moves: Moves) -> None:
    """The corners of a 3×3×3, read as a 2×2×2 as it is held, are the same cube up to rotation."""
    large = Cube.from_moves(moves).facelets
    small = "".join(large[9 * face + place] for face in range(6) for place in (0, 2, 6, 8))
    cube = PocketCube.from_facelets(small)
    assert cube == read(small).stickers.to_state()
    assert canonical(cube) == canonical(PocketCube.from_moves(moves))
    if Cube.from_moves(moves).corners[HELD_SLOT] == 3 * HELD_SLOT:
        assert cube == PocketCube.from_moves(moves)


@pytest.mark.parametrize(("far", "near"), ["DU", "LR", "BF"])
def test_opposite_layers_are_the_same_but_for_holding(far: str, near: str) -> None:
    assert PocketCube.from_moves(far) == PocketCube.from_moves(near)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("UUUU", "4 stickers"),
        ("UUUUXRRRFFFFDDDDLLLLBBBB", "'X' at character 5 is not a sticker"),
        ("UUUUX", "5 stickers"),
        ("UUUURRRRFFFFDDDDLLLLBBBU", "colour U is on 5 stickers instead of 4"),
        (
            "UUUURRRRFFFFDDDDLLLLBBBB".replace("UUUU", "DDDD"),
            "colour U is on no sticker instead of 4",
        ),
    ],
)
def test_bad_texts(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        PocketCube.from_facelets(text)


def test_twisted_corner() -> None:
    corners = bytearray(PocketCube().corners)
    corners[0] += 1
    twisted = PocketCube(bytes(corners))
    assert not twisted.is_reachable
    with pytest.raises(InputError, match="do not add up"):
        pocket.solve(twisted)


def test_ranks_of_permutations_are_a_bijection() -> None:
    for size in range(1, 7):
        for permutation in itertools.permutations(range(size)):
            rank = pocket.rank_permutation(permutation)
            assert pocket.unrank_permutation(rank, size) == permutation
    assert {pocket.rank_permutation(p) for p in itertools.permutations(range(6))} == set(range(720))


def test_ranks_are_those_of_the_paper() -> None:
    """The paper's second pair of functions, worked by hand for three elements."""
    assert [pocket.unrank_permutation(r, 3) for r in range(6)] == [
        (1, 2, 0),
        (2, 1, 0),
        (2, 0, 1),
        (0, 2, 1),
        (1, 0, 2),
        (0, 1, 2),
    ]


@given(st.integers(0, pocket.POSITIONS - 1))
@example(0)
def test_index_round_trip(index: int) -> None:
    assert pocket.rank(pocket.unrank(index)) == index


@pytest.mark.parametrize("metric", ["htm", "qtm"])
def test_counts(metric: Metric) -> None:
    assert np.bincount(pocket.distances(metric)).tolist() == FACTS["pocket"][metric]
    assert list(pocket.COUNTS[metric]) == FACTS["pocket"][metric]
    assert sum(pocket.COUNTS[metric]) == pocket.POSITIONS == FACTS["pocket"]["positions"]


@pytest.mark.parametrize(("metric", "depth"), [("htm", 5), ("qtm", 6)])
def test_distances_against_brute_force(metric: Metric, depth: int) -> None:
    found = brute_force(depth, metric)
    assert len(found) == sum(pocket.COUNTS[metric][: depth + 1])
    for corners, length in random.Random(1).sample(sorted(found.items()), 2000):
        assert pocket.distance(PocketCube(corners), metric) == length


@given(cubes, metrics)
def test_solutions(cube: PocketCube, metric: Metric) -> None:
    solution = pocket.solve(cube, metric)
    assert cube.apply(solution.moves) == PocketCube()
    assert PocketCube.from_moves(solution.generator) == cube
    assert solution.length == pocket.distance(cube, metric) == solution.proven
    assert solution.optimal


@settings(max_examples=30)
@given(cubes)
def test_all_solutions(cube: PocketCube) -> None:
    found = list(pocket.all_solutions(cube))
    assert len(set(found)) == len(found)
    assert all(cube.apply(moves) == PocketCube() for moves in found)
    assert {len(moves) for moves in found} == {pocket.distance(cube)}
    assert pocket.solve(cube).moves == found[0]


def test_all_solutions_are_all() -> None:
    cube = PocketCube.from_moves("R U' F2 U")
    every = itertools.product(pocket.TURNS_OF["htm"], repeat=pocket.distance(cube))
    expected = [Moves(turns) for turns in every if cube.apply(Moves(turns)) == PocketCube()]
    assert list(pocket.all_solutions(cube)) == expected


@given(cubes, metrics)
def test_walk(cube: PocketCube, metric: Metric) -> None:
    steps = list(pocket.walk(cube, metric))
    assert [step.remaining for step in steps] == list(range(pocket.distance(cube, metric), -1, -1))
    assert all(pocket.distance(step.cube, metric) == step.remaining for step in steps)
    assert steps[0].cube == cube
    assert steps[-1].cube == PocketCube()
    assert steps[0].turn is None


def test_antipodes() -> None:
    assert len(pocket.antipodes("htm")) == 2644
    far = pocket.antipodes("qtm")
    assert len(set(far)) == 276
    assert all(pocket.distance(cube, "qtm") == 14 for cube in far)


def test_it_is_the_method_for_its_cubes() -> None:
    assert method_for_size(POCKET.size) is pocket.METHOD
    for puzzle in PUZZLES:
        usual = method_for_size(puzzle.size)
        if usual is None:  # there are several to choose from
            assert sum(puzzle.size in method.sizes for method in METHODS.values()) > 1
        else:
            assert puzzle.size in usual.sizes


@given(cubes, metrics, st.integers(0, 14))
def test_a_length_is_kept_or_refused(cube: PocketCube, metric: Metric, most: int) -> None:
    if pocket.distance(cube, metric) <= most:
        assert pocket.solve(cube, metric, max_length=most).length <= most
        return
    with pytest.raises(LimitError, match=f"has length {most} or less"):
        pocket.solve(cube, metric, max_length=most)
    with pytest.raises(LimitError, match=f"has length {most} or less"):
        next(pocket.all_solutions(cube, metric, max_length=most))


def ends_of_words(longest: int) -> list[dict[PocketCube, set[int]]]:
    """By length the cubes that turns of U, R and F make, no two in a row of one face, and the last faces."""
    found: list[dict[PocketCube, set[int]]] = [{PocketCube(): {-1}}]
    for _ in range(longest):
        after: dict[PocketCube, set[int]] = {}
        for cube, faces in found[-1].items():
            for turn in pocket.TURNS_OF["htm"]:
                if faces - {turn // 3}:
                    after.setdefault(cube.apply(Moves((turn,))), set()).add(turn // 3)
        found.append(after)
    return found


def test_moves_of_exactly_so_many_turns_are_found_if_there_are_any() -> None:
    """Near solved most attempts fail: the result holds for every first attempt, and every choice of it."""
    made = ends_of_words(5)
    near = {cube for level in made[:2] for cube in level}
    for cube, length in itertools.product(sorted(near), range(6)):
        for seed in range(2):
            moves = pocket.of_length(cube, length, random.Random(seed).randrange)
            assert (moves is not None) is (~cube in made[length]), (cube, length)
            if moves is not None:
                assert len(moves) == length
                assert cube.apply(moves) == PocketCube()
                assert all(a // 3 != b // 3 for a, b in itertools.pairwise(moves))


def test_unknown_metric() -> None:
    with pytest.raises(InputError, match="metric 'stm'"):
        pocket.solve(PocketCube(), "stm")  # type: ignore[arg-type]


def test_the_native_graph_checks_its_arguments() -> None:
    table = np.array([[1], [0]], np.uint16)
    assert coset_distances(table, table, 0, 0).tolist() == [0, 255, 255, 1]
    with pytest.raises(ValueError, match="outside its coordinate"):
        coset_distances(np.array([[2], [0]], np.uint16), table, 0, 0)
    with pytest.raises(IndexError):
        coset_distances(table, table, 2, 0)
    with pytest.raises(ValueError, match="a column per move"):
        coset_distances(table, np.array([[0, 0]], np.uint16), 0, 0)
    with pytest.raises(ValueError, match="one distance per vertex"):
        CosetGraph(table, table, np.zeros(3, np.uint8))
    graph = CosetGraph(table, table, coset_distances(table, table, 0, 0))
    assert graph.path(1, 1) == b"\0"
    with pytest.raises(ValueError, match="cannot be reached"):
        graph.path(0, 1)
    with pytest.raises(ValueError, match="not this graph's"):
        CosetGraph(table, table, np.full(4, 2, np.uint8)).path(0, 0)


def test_geometry_is_that_of_the_small_cube() -> None:
    assert POCKET.facelet_count == 24
    assert PocketCube().facelets == "UUUURRRRFFFFDDDDLLLLBBBB"


# Graphs of any shape ------------------------------------------------------------------------------


def ring(size):
    """Return the tables of a ring of so many vertices: one step on, one step back; and no columns."""
    steps = np.arange(size)[:, None]
    first = np.concatenate([(steps + 1) % size, (steps - 1) % size], 1).astype(np.uint16)
    return first, np.zeros((1, 2), np.uint16)


@pytest.mark.parametrize("size", [1, 2, 3, 10, 508, 509])
def test_distances_on_a_ring(size):
    """The farthest vertex of a ring of 509 is 254 steps away, the most that a byte has room for."""
    first, second = ring(size)
    for start in (0, size // 3):
        expected = [min((i - start) % size, (start - i) % size) for i in range(size)]
        found = coset_distances(first, second, start, 0)
        assert found.tolist() == expected
        assert coset_distances(second, first, 0, start).tolist() == expected
        graph = CosetGraph(first, second, found)
        for i in (0, size // 2, size - 1):
            assert graph.distance(i, 0) == expected[i]
            path = graph.path(i, 0)
            assert len(path) == expected[i]
            at = i
            for move in path:
                at = int(first[at, move])
            assert at == start


@pytest.mark.parametrize("size", [510, 511, 600])
def test_distances_that_a_byte_has_no_room_for(size):
    """255 means unreached: a vertex that is 255 steps away is refused, not taken for that."""
    with pytest.raises(RuntimeError, match="a distance exceeds 254"):
        coset_distances(*ring(size), 0, 0)


@pytest.mark.parametrize("seed", range(10))
def test_distances_on_random_graphs(seed):
    """Against stepping from vertex to vertex; some vertices are out of reach."""
    rng = np.random.default_rng(seed)
    rows, columns, pairs = rng.integers(1, 9), rng.integers(1, 9), rng.integers(1, 4)
    tables = []
    for values in (rows, columns):
        steps = [rng.permutation(values) for _ in range(pairs)]
        both = [p for step in steps for p in (step, np.argsort(step))]
        tables.append(np.ascontiguousarray(np.stack(both, 1)).astype(np.uint16))
    a, b = int(rng.integers(rows)), int(rng.integers(columns))
    expected, level = {(a, b): 0}, [(a, b)]
    for depth in range(1, 200):
        around = {
            (int(tables[0][x, m]), int(tables[1][y, m])) for x, y in level for m in range(2 * pairs)
        }
        level = [vertex for vertex in around if vertex not in expected]
        expected |= dict.fromkeys(level, depth)
    found = coset_distances(*tables, a, b)
    graph = CosetGraph(*tables, found)
    for x in range(rows):
        for y in range(columns):
            assert graph.distance(x, y) == expected.get((x, y), 255)
            if (x, y) in expected:
                assert len(graph.path(x, y)) == expected[x, y]
            else:
                for question in (graph.path, graph.paths):
                    with pytest.raises(ValueError, match="cannot be reached"):
                        question(x, y)
    for x, y in ((rows, 0), (0, columns), (rows + 70000, 0)):
        for question in (graph.distance, graph.path, graph.paths):
            with pytest.raises(IndexError, match="no such vertex"):
                question(int(x), int(y))
