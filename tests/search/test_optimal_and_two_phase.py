"""Two phases and the optimal search: each agrees with what the other says, and spares it work."""

from __future__ import annotations

import pytest
from random_moves import random_moves

from cubecsp import Cube, Moves
from cubecsp.search import optimal, two_phase
from cubecsp.search.optimal import each_solution, solve

pytestmark = pytest.mark.usefixtures("new_tables")


@pytest.mark.slow
@pytest.mark.few(2)
@pytest.mark.parametrize("length", range(4, 9))
def test_improving_ends_with_the_shortest_of_near_cubes(length):
    """Two phases that may improve as often as they like find as few turns as there are."""
    solver = two_phase.TwoPhase("small")
    cubes = [Cube.from_moves(random_moves(100 * length + seed, length)) for seed in range(12)]
    improved = solver.solve_many(cubes, improve=two_phase.MAX_LENGTH)
    for cube, found in zip(cubes, improved, strict=True):
        shortest = solve(cube, pruning_table="tiny")
        assert found is not None
        assert cube.apply(found.moves) == Cube()
        assert found.length == shortest.length
        assert found.proven <= shortest.length
        assert found.optimal == (found.proven == found.length)
        again = solve(cube, pruning_table="tiny", upper=found.moves)
        assert (again.optimal, again.length) == (True, shortest.length)


ONE_TOO_MANY = """
R U D2 U F2 B L R'; L' U D2 F2 R2 D B' F2; B' L B2 R L'; B' F' U2 F2 R R' R B; D' R2 U2 B F';
D U' L2 U L R U' B'; D' F2 D U' R B2 B'; L B R R F2 U' D'; L' F2 L F2 F D' L2 B'; B U2 D' D' R2 L';
D B2 L U B R2 D'; L2 D' L R D2 R2 F R; B F' D2 B2 R2 U R F'; U' D' F' U' B2 D2 L' R
"""
"""Two phases find one turn more than is proven necessary, and then as many as are."""


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("scramble", ONE_TOO_MANY.replace("\n", " ").split(";"))
def test_improving_goes_on_where_one_turn_is_left_to_save(scramble):
    cube = Cube.from_moves(scramble.strip())
    found = two_phase.TwoPhase("small").solve(cube, improve=two_phase.MAX_LENGTH)
    assert found is not None
    assert (found.length, found.optimal) == (solve(cube, pruning_table="tiny").length, True)


@pytest.fixture
def searched(monkeypatch):
    """Return the lengths that are searched, before each of which two phases look at as many positions."""
    lengths = []
    first = optimal.OptimalSearch.first

    def noted(search, length):
        lengths.append(length)
        return first(search, length)

    monkeypatch.setattr(optimal.OptimalSearch, "first", noted)
    monkeypatch.setattr(optimal, "_SHARE", 1)
    monkeypatch.setattr(optimal, "_BEGINNING", 1)
    return lengths


def clumsy(moves: Moves) -> Moves:
    return Moves("U U' D D' L L'") + moves


def test_two_phases_spare_a_search_its_longest_part(searched):
    spared = 0
    for seed in range(8):
        moves = random_moves(seed, 12)
        cube = Cube.from_moves(moves)
        shortest = next(each_solution(cube, pruning_table="tiny")).length()
        searched.clear()
        found = solve(cube, pruning_table="tiny", upper=clumsy(~moves), threads=1)
        assert cube.apply(found.moves) == Cube()
        assert (found.length, found.proven, found.optimal) == (shortest, shortest, True)
        assert searched[-1] in (shortest - 1, shortest)
        spared += searched[-1] < shortest
    assert spared > 3


def test_shorter_moves_outlast_an_interrupt(searched, monkeypatch):
    def interrupt(search, length):
        if len(searched) == 2:
            raise KeyboardInterrupt
        return noted(search, length)

    noted = optimal.OptimalSearch.first
    monkeypatch.setattr(optimal.OptimalSearch, "first", interrupt)
    moves = random_moves(5, 30)
    cube = Cube.from_moves(moves)
    stopped = solve(cube, pruning_table="tiny", upper=clumsy(~moves), threads=1)
    assert cube.apply(stopped.moves) == Cube()
    assert (stopped.optimal, stopped.stopped) == (False, "interrupt")
    assert stopped.length <= 20


def test_two_phases_are_not_asked_about_quarter_turns(searched, monkeypatch):
    monkeypatch.setattr(two_phase.TwoPhase, "solve_many", None)
    moves = random_moves(2, 7)
    found = solve(Cube.from_moves(moves), pruning_table="tiny", metric="qtm", upper=clumsy(~moves))
    assert (found.optimal, found.length) == (True, searched[-1])


def test_what_two_phases_prove_is_true_and_often_enough():
    proofs = 0
    for seed in range(60):
        cube = Cube.from_moves(random_moves(seed, 3 + seed % 5))
        found = two_phase.TwoPhase("small").solve(cube, max_length=20)
        assert found is not None
        shortest = solve(cube, pruning_table="tiny").length
        assert found.proven <= shortest <= found.length
        if found.optimal:
            proofs += 1
            assert found.length == shortest
    assert proofs > 5


def test_to_be_content_with_a_length_is_no_proof():
    for seed in range(10):
        cube = Cube.from_moves(random_moves(seed, 6))
        content = solve(cube, pruning_table="tiny", max_length=20)
        assert (content.optimal, content.proven) == (False, 0)
        upper = ~random_moves(seed, 6)
        content = solve(cube, pruning_table="tiny", max_length=6, upper=upper, lower=seed % 4)
        assert (content.moves, content.optimal, content.proven) == (upper, False, seed % 4)
    assert solve(Cube(), pruning_table="tiny", max_length=0).optimal
