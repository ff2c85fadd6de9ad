"""Shortest ways to any of a few cubes, by solvers and by breadth-first search, against each other."""

from __future__ import annotations

import itertools
import random

import pytest

from cubecsp import Cube, Moves, PocketCube
from cubecsp.puzzle.cube.moves import TURNS
from cubecsp.puzzle.cube.state import TURN_CUBES
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.search import optimal, pocket, two_phase
from cubecsp.search.breadth_first import sequences
from cubecsp.search.goals import Ends, as_corners
from cubecsp.search.nearest_of_several import NearestSearch
from cubecsp.stopping.deadline import Deadline

pytestmark = pytest.mark.native


def walked(cube: Cube, length: int, rng: random.Random) -> Cube:
    return cube.apply(Moves.of(rng.choices(range(18), k=length)))


def scattered(seed: int) -> tuple[Cube, list[Cube]]:
    """Return a cube and some others, the nearest of which are a few turns away."""
    rng = random.Random(seed)
    cube = Cube.random(seed) if seed % 2 else Cube()
    ends = [walked(cube, rng.randrange(2, 7), rng) for _ in range(rng.randrange(1, 6))]
    ends += [Cube.random(rng.randrange(1 << 30)) for _ in range(rng.randrange(3))]
    if seed % 3 == 0:  # conjugates of each other as seen from the cube
        ends += [cube * symmetry.of(~cube * ends[0]) for symmetry in rng.sample(SYMMETRIES, 5)]
    rng.shuffle(ends)
    return cube, ends


def brute_force(cube: Cube, ends: list[Cube], most: int) -> list[Moves]:
    """Return all shortest ways of at most so many turns, by trying everything."""
    wanted = set(ends)
    level = {cube: [()]}
    for _ in range(most + 1):
        found = [way for end in wanted & level.keys() for way in level[end]]
        if found:
            return sorted((Moves.of(way) for way in found), key=tuple)
        after: dict[Cube, list[tuple[int, ...]]] = {}
        for here, ways in level.items():
            for turn, turned in enumerate(TURN_CUBES):
                after.setdefault(here * turned, []).extend((*way, turn) for way in ways)
        level = after
    return []


@pytest.mark.parametrize("seed", range(12))
def test_solvers_and_breadth_first_search_list_the_same(seed: int) -> None:
    cube, ends = scattered(seed)
    for merged in (False, True):
        by_levels = sequences(cube, target=Ends.of(ends), up_to_commuting=merged)
        expected = [sequence.moves for sequence in by_levels]
        assert NearestSearch(cube, ends).shortest(up_to_commuting=merged) == expected
        assert expected


@pytest.mark.parametrize("seed", range(6))
def test_both_list_what_trying_everything_finds(seed: int) -> None:
    rng = random.Random(seed)
    cube = Cube.random(seed)
    ends = [walked(cube, rng.randrange(1, 4), rng) for _ in range(3)]
    expected = brute_force(cube, ends, 3)
    assert expected
    assert NearestSearch(cube, ends).shortest() == expected
    assert [found.moves for found in sequences(cube, target=Ends.of(ends))] == expected


@pytest.mark.parametrize("moves", ["U D2", "R' L", "F B'"])
def test_ways_to_conjugate_ends_have_commuting_turns_in_the_first_order(moves: str) -> None:
    """One end is searched, and the images of its ways may turn D before U."""
    first = Cube.from_moves(moves)
    ends = [*dict.fromkeys(symmetry.of(first) for symmetry in SYMMETRIES)]
    expected = [
        way
        for way in brute_force(Cube(), ends, 2)
        if not any(a // 3 - b // 3 == 3 for a, b in itertools.pairwise(way))
    ]
    assert len(expected) == len(ends)
    assert NearestSearch(Cube(), ends).shortest(up_to_commuting=True) == expected


def test_the_cube_itself_is_an_end_without_moves() -> None:
    cube = Cube.random(1)
    assert NearestSearch(cube, [Cube.random(2), cube]).shortest() == [Moves()]


def test_conjugate_ends_are_searched_once() -> None:
    end = Cube.from_moves("R U F2")
    images = list(dict.fromkeys(symmetry.of(end) for symmetry in SYMMETRIES))
    nearest = NearestSearch(Cube(), images)
    assert len(images) == 48
    assert len(nearest._cubes) == 1
    ways = nearest.shortest()
    assert ways is not None
    assert {Cube.from_moves(way) for way in ways} == set(images)


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("max_nodes", [1, 1000, 300_000])
def test_a_low_node_limit_gives_moves_without_proof_and_always_the_same(max_nodes: int) -> None:
    cube, ends = Cube.random(3), [Cube.random(seed) for seed in range(4, 10)]
    found = []
    for _ in range(2):
        nearest = NearestSearch(cube, ends, max_nodes=max_nodes)
        assert nearest.shortest() is None
        assert nearest.best is not None
        assert cube.apply(nearest.best) in ends
        assert 0 < nearest.proven < len(nearest.best)
        found.append((nearest.best, nearest.proven))
    assert found[0] == found[1]


@pytest.mark.slow
def test_a_higher_node_limit_proves_more() -> None:
    cube, ends = Cube.random(3), [Cube.random(seed) for seed in range(4, 10)]
    proven = []
    for max_nodes in (1000, 100_000, 3_000_000):
        nearest = NearestSearch(cube, ends, max_nodes=max_nodes)
        nearest.shortest()
        proven.append(nearest.proven)
    assert proven[0] < proven[1] < proven[2]


def test_a_deadline_that_is_over_gives_nothing() -> None:
    nearest = NearestSearch(Cube.random(3), [Cube()], deadline=Deadline(1e-9))
    assert nearest.shortest() is None
    assert nearest.best is None


def test_ctrl_c_during_the_proof_keeps_the_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(optimal.OptimalSearch, "_run", interrupted)
    nearest = NearestSearch(Cube.random(3), [Cube()])
    with pytest.raises(KeyboardInterrupt):
        nearest.shortest()
    assert nearest.best is not None
    assert Cube.random(3).apply(nearest.best) == Cube()


@pytest.mark.parametrize("seed", range(8))
def test_restricted_moves_that_turn_the_whole_cube_reach_the_same_ends(seed: int) -> None:
    """One search for all ends finds what a search for each finds."""
    rng = random.Random(seed)
    turns = rng.choice(["U,R,F", "M,U,r", "x,U,R2", "U,R,D'"])
    cube = Cube.random(seed)
    names = turns.split(",")
    words = [" ".join(rng.choices(names, k=rng.randrange(1, 6))) for _ in range(3)]
    ends = [turned_back(cube, word) for word in words]
    ends.append(Cube.random(seed + 100))
    for more in ({}, {"shortest": False, "at_most": 4}):
        together = [str(way) for way in sequences(cube, turns, target=Ends.of(ends), **more)]
        apart = [
            str(way) for way in sequences(cube, turns, target=list(dict.fromkeys(ends)), **more)
        ]
        assert sorted(together) == sorted(apart)
        assert together


def test_ends_that_no_move_can_lead_to_are_not_searched_for() -> None:
    search = sequences(Cube(), "U,R", target=Ends.of([Cube.from_moves("F"), Cube.from_moves("B")]))
    assert list(search) == []
    assert search.exhausted
    assert search.positions < 10


def turned_back(cube: Cube | PocketCube, moves: str) -> Cube | PocketCube:
    """Return a cube after moves, and turned as a whole so that its centres, or its piece DBL, are where they were."""
    turns = Moves(Moves(moves))
    if isinstance(cube, Cube):
        return cube.apply(turns)
    return PocketCube(as_corners(cube).apply(turns).corners)


def words_to(cube: PocketCube, ends: set[PocketCube], names: list[str]) -> list[str]:
    """Return all shortest words that lead a 2×2×2 to any of the ends, by trying every word."""
    for length in range(6):
        words = map(" ".join, itertools.product(names, repeat=length))
        found = sorted(word for word in words if turned_back(cube, word) in ends)
        if found:
            return found
    return []


@pytest.mark.parametrize("seed", range(12))
def test_a_pocket_cube_is_one_of_corners_held_anyhow(seed: int) -> None:
    rng = random.Random(seed)
    names = rng.choice([["U", "R", "F"], ["U", "R2", "D"], ["x", "U", "R"], ["D", "B", "L'"]])
    cube = PocketCube.random(seed)
    words = [" ".join(rng.choices(names, k=rng.randrange(1, 6))) for _ in range(2)]
    ends = {turned_back(cube, word) for word in words}
    found = sequences(as_corners(cube), ",".join(names), target=Ends.of(ends), corners_only=True)
    assert sorted(map(str, found)) == words_to(cube, ends, names)


@pytest.mark.parametrize("seed", range(3))
def test_a_pocket_cube_is_solved_in_all_the_ways_that_its_table_knows(seed: int) -> None:
    cube = PocketCube.random(seed)
    found = sequences(
        as_corners(cube),
        ",".join(TURNS[turn] for turn in pocket.TURNS_OF["htm"]),
        target=Ends.of([PocketCube()]),
        corners_only=True,
    )
    assert [way.moves for way in found] == sorted(pocket.all_solutions(cube), key=tuple)


def test_what_moves_make_of_a_pocket_cube_is_counted_by_its_corners_alone() -> None:
    swapped = PocketCube.from_moves("R U R' U' R' F R2 U' R' U' R U R' F'")
    for turns, order in (
        ("U,R,F", pocket.POSITIONS),
        ("U,R2", len(made_by("U", "R2"))),
        ("x,y", 24),
    ):
        ends = Ends.of([swapped])
        search = sequences(as_corners(PocketCube()), turns, target=ends, corners_only=True)
        assert bool(list(search)) is (turns == "U,R,F")
        assert search._group.order == order


def made_by(*turns: str) -> list[PocketCube]:
    found = [PocketCube()]
    for cube in found:
        found += [after for turn in turns if (after := cube.apply(turn)) not in found]
    return found


@pytest.mark.parametrize("number", [1, 2, 5])
def test_the_ends_share_the_node_limit(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = []

    def solve_many(cubes: list[Cube], *, max_nodes: int, **_: object) -> list[None]:
        limits.append(max_nodes * len(cubes))
        return [None] * len(cubes)

    monkeypatch.setattr(two_phase, "solve_many", solve_many)
    ends = [Cube.random(seed) for seed in range(number)]
    assert NearestSearch(Cube(), ends, max_nodes=1_000).shortest() is None
    assert limits == [1_000]


def test_several_ends_are_out_of_reach_if_the_group_has_none_of_them() -> None:
    """U and R permute their six corners like PGL(2, 5), in which nothing moves just three points."""
    cycle = Cube.from_placements([3, 6, 0, *range(9, 24, 3)], Cube().edges)
    assert cycle.is_reachable
    search = sequences(Cube(), "U,R", target=Ends.of([cycle, ~cycle]), at_most=1)
    assert list(search) == []
    assert search.exhausted


@pytest.mark.parametrize("seed", range(6))
def test_ends_are_reached_by_turns_of_a_cube_that_is_held_in_other_ways(seed: int) -> None:
    """After x, U turns a layer that no single move touches."""
    rng = random.Random(seed)
    moves = rng.choice([["x", "U"], ["z'", "R2", "U"], ["M", "U"]])
    words = [" ".join(rng.choices(moves, k=3)) for _ in range(3)]
    ends = {turned_back(Cube(), word) for word in words}
    found = sequences(Cube(), ",".join(moves), target=Ends.of(ends), at_most=3)
    tried = (
        [word for word in itertools.product(moves, repeat=length)
         if turned_back(Cube(), " ".join(word)) in ends]
        for length in range(4)
    )  # fmt: skip
    assert sorted(way.names for way in found) == sorted(next(filter(None, tried)))
