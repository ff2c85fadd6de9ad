"""Descriptions of cubes, against other ways to find out the same."""

from __future__ import annotations

import itertools
import re

import pytest
from asking import ask
from patience import in_time

from cubecsp import (
    Cube,
    InputError,
    Moves,
    PocketCube,
    Status,
    cube_class,
    describe,
    read,
    solve,
)
from cubecsp.formats import singmaster
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.questions.answers.description import Cycle, description_of

FLIPPED = Cube.from_placements(Cube().corners, [1, *range(2, 24, 2)])


@pytest.mark.parametrize("kind", [Cube, PocketCube])
def test_cycles_are_those_that_singmaster_writes(kind):
    for seed in range(50):
        cube = kind.random(seed)
        shown = sorted(
            (tuple(sorted("".join(sorted(name)) for name in cycle.split(","))), sign)
            for cycle, sign in re.findall(
                r"\(([A-Z,]+)\)([+-]?)", singmaster.write(Facelets.of(cube))
            )
        )
        found = sorted(
            (
                tuple(sorted("".join(sorted(slot)) for slot in cycle.slots)),
                str(cycle).partition(")")[2],
            )
            for cycle in description_of(cube).cycles
        )
        assert found == shown


@pytest.mark.parametrize(
    ("turns", "ways", "sign"),
    [(0, 5, ""), (1, 5, "+"), (2, 5, "+2"), (3, 5, "-2"), (4, 5, "-"), (2, 4, "+2"), (1, 2, "+")],
)
def test_a_cycle_is_turned_the_shorter_way(turns, ways, sign):
    """As centres of a megaminx are, in five ways; a half turn is written as one forwards."""
    assert str(Cycle("centre", ("A", "B"), turns, ways)) == f"(A,B){sign}"


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_cycles_and_the_order_say_what_repeating_does(size):
    for seed in range(5):
        turns = Moves.of([(7 * seed + 5 * i) % 18 for i in range(6)])
        cube = cube_class(size)().apply(turns)
        found = description_of(cube)
        power, number = cube, 1
        while power != cube_class(size)():
            power, number = power.apply(turns), number + 1
            assert number <= found.order
        assert found.order % number == 0  # looks repeat no later than pieces do
        slots = [(cycle.kind, slot) for cycle in found.cycles for slot in cycle.slots]
        assert size > 4 or len(slots) == len(set(slots))
        for name, parity in found.parity.items():
            if name in ("corners", "edges"):
                swaps = sum(len(c.slots) - 1 for c in found.cycles if f"{c.kind}s" == name)
                assert parity == ("odd" if swaps % 2 else "even")


@pytest.mark.parametrize(("puzzle", "moves", "order"), [("skewb", "U", 3), ("square1", "/", None)])
def test_states_whose_moves_may_be_blocked_have_no_order(puzzle, moves, order):
    (report,) = describe(moves, puzzle=puzzle)
    assert report.description.order == order


def test_a_large_cube_that_only_stickers_show_has_no_order():
    cube = cube_class(4)(cube_class(4).from_moves("Rw U").facelets)
    found = description_of(cube)
    assert found.order is None
    assert {cycle.kind for cycle in found.cycles} <= {"corner", "wing"}
    assert description_of(cube_class(4).from_moves("Rw U")).order is not None


@pytest.mark.ordinary(2)
@pytest.mark.few(4)
@pytest.mark.parametrize("size", [2, 3, 4, 5])
@pytest.mark.parametrize("moves", ["Rw U", "R U2 F'", "Rw2 Fw'"])
def test_moves_tell_which_piece_is_where_however_they_are_given(size, moves):
    if size == 2 and "w" in moves:
        moves = moves.replace("w", "")
    cube = cube_class(size).from_moves(moves)
    reading = read(moves, puzzle=cube.puzzle)
    link = read(
        f"https://alpha.twizzle.net/edit/?alg={moves.replace(' ', '+')}&puzzle={size}x{size}x{size}"
    )
    for given in (cube, reading, link):
        assert describe(given).cubes[0].description == description_of(cube)
    told = ask("describe", moves, "--size", size, "--json").json
    assert told["cubes"][0]["order"] == cube.order()
    assert f"order     {cube.order()}" in ask("describe", moves, "--size", size).out


@pytest.mark.slow
def test_distances_are_bounds_that_hold():
    cubes = [Cube().apply(" ".join(turns)) for turns in itertools.product(("R", "U2"), ("F", "B'"))]
    answer = describe(
        [*cubes, Cube.random(1), PocketCube.random(1), FLIPPED, cube_class(4).random(1)]
    )
    assert answer.status is Status.COMPLETE
    for cube, report in zip(cubes, answer, strict=False):
        assert (report.length, report.optimal) == (2, True)
        assert cube.apply(report.solution) == Cube()
    hard, small, flipped, large = answer.cubes[4:]
    assert not hard.optimal
    assert 8 <= hard.proven < hard.length <= 21
    assert small.optimal
    assert small.length == solve(PocketCube.random(1)).cubes[0].length
    assert (flipped.solution, flipped.description.reachable) == (None, False)
    assert large.solution is None
    assert describe(cubes[0], prove=True).cubes[0].optimal
    with pytest.raises(InputError, match="54 stickers instead of 9"):
        describe("U" * 54)


def test_a_limit_leaves_time_for_bounds():
    # which are looked for once shorter moves no longer are, though there is time
    def within(limit):
        return describe(Cube.random(1), time_limit=limit).cubes[0]

    assert in_time(within, lambda report: report.proven > 10, seconds=1.0).length <= 21


def test_the_command_says_it_in_words():
    said = ask("describe", "M2 E2 S2", "R U").out
    assert "symmetry  Oh (unchanged by 48 symmetries; a symmetry class of 1)" in said
    assert "order     105" in said
    assert said.count("turns, proven") == 2
    assert "it is not solvable" in ask("describe", FLIPPED.facelets).out
    assert (
        "not known for a 4×4×4; `solve` finds moves"
        in ask("describe", cube_class(4).random(1).facelets).out
    )
    bad = ask("describe", "R", "R Q", "--json", terminal=False)
    assert bad.code == 2
    assert [cube["length"] for cube in bad.json["cubes"]] == [1]
    assert len(bad.json["errors"]) == 1


def test_larger_cubes_that_few_turns_do_not_solve_have_none():
    (report,) = describe(cube_class(4).random(1))
    assert (report.solution, report.length) == (None, None)


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_orbits_of_one_name_are_numbered_from_one(size):
    cube = cube_class(size).from_moves("R Uw F2 L'")
    names = [f"{orbit.name}s" for orbit in cube.puzzle.orbits]
    expected = {}
    for place, name in enumerate(names):
        number = f" {names[:place].count(name) + 1}" if names.count(name) > 1 else ""
        pieces = cube.pieces(place)
        swaps = sum(a > b for i, a in enumerate(pieces) for b in pieces[i + 1 :])
        expected[name + number] = "odd" if swaps % 2 else "even"
    assert description_of(cube).parity == expected


def test_pieces_that_look_alike_are_left_out_and_the_others_are_not():
    """A turn of a 4×4×4, as its stickers show it: its corners and wings went round, four by four."""
    (report,) = describe(cube_class(4).from_moves("R").facelets)
    told = report.description
    assert told.order is None
    assert told.parity == {"corners": "odd", "wings": "even"}
    assert [str(cycle) for cycle in told.cycles] == [
        "(URF,UBR,DRB,DFR)",
        "(UR,BR,DR,FR)",
        "(RU,RB,RD,RF)",
    ]


def test_of_other_puzzles_only_is_said_what_they_have():
    (state,), (cube,) = describe("R U", puzzle="skewb"), describe("R U")
    of_cubes = {"symmetry", "class_size", "reachable"}
    assert not of_cubes & state.as_dict().keys()
    assert of_cubes <= cube.as_dict().keys()
    assert {"order", "cycles", "parity"} <= state.as_dict().keys() & cube.as_dict().keys()


def test_single_pieces_have_no_parity():
    (clock,) = describe("UR2+", puzzle="clock")
    assert clock.description.parity == {}
    assert "parity" not in ask("describe", "--puzzle", "clock", "UR2+").out
