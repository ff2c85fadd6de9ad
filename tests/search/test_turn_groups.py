"""The groups that turns generate, and random cubes and moves of them."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from stickers_in_space import composed, of_moves, rotations

from cubecsp import (
    Cube,
    InputError,
    LimitError,
    PocketCube,
    Status,
    describe,
    reach,
    scramble,
    solve,
)
from cubecsp.cli import main
from cubecsp.search.named_moves import clockwise_only, named_moves
from cubecsp.search.reachability import CubeMoveGroup

pytestmark = [pytest.mark.native]

ORDERS = {
    # D. Singmaster, "Notes on Rubik's Magic Cube" (1981), and https://www.jaapsch.net/puzzles/subgroup.htm
    "<U,R>": 73_483_200,
    "<U,R,F>": 170_659_735_142_400,
    "<U2,R2,F2>": 2_592,
    "<U2,R2,F2,D2,L2,B2>": 663_552,
    "<U,D,R2,L2,F2,B2>": 19_508_428_800,
    "<U2,R2>": 12,
    "<U,R2>": 14_400,
    "<U,R,F,D,L,B>": 43_252_003_274_489_856_000,
}
SMALL = {
    3: ["<U2,R2>", "<U2,R2,F2>", "<M,U2>", "R2,U2 D2", "<x,U2>", "<M2,E2,S2>", "U,D2"],
    2: ["<U2,R2>", "<R2,U2,F2>", "<R,L2>", "<U2,x>"],
}


def orbit(moves, size):
    """Return all that moves make of a solved cube, by making them again and again."""
    made = [of_moves(move.written, size) for move in moves.values()]
    start = tuple(range(6 * size**2))
    found, new = {start}, [start]
    for one in new:
        for move in made:
            after = composed(one, move)
            if after not in found:
                found.add(after)
                new.append(after)
    return found


def held_anyhow(element, size):
    """Return the same for elements that differ in the orientation of the whole cube only."""
    return min(composed(element, rotation) for rotation in rotations(size))


@pytest.mark.parametrize("turns", ORDERS)
def test_published_orders(turns):
    facts = describe(turns=turns).puzzle
    assert facts["order"] == facts["cubes"] == ORDERS[turns]


@pytest.mark.parametrize(("size", "turns"), [(n, turns) for n in SMALL for turns in SMALL[n]])
def test_orders_by_making_every_cube(size, turns):
    answer = describe(turns=turns, size=size)
    every = orbit(named_moves(turns), size)
    cubes = {held_anyhow(one, size) for one in every}
    facts = answer.puzzle
    assert (facts["order"], facts["cubes"]) == (len(every), len(cubes))
    group = CubeMoveGroup(named_moves(turns).values(), size == 2)
    source = random.Random(turns)
    drawn = Counter(
        group.random_cube(source) for _ in range(30 * len(cubes) if len(cubes) < 100 else 0)
    )
    assert not drawn or len(drawn) == len(cubes)
    assert all(10 <= times <= 60 for times in drawn.values())
    kind = Cube if size == 3 else PocketCube
    for _ in range(5):
        some = named_moves(" ".join(source.choices("URFDLB", k=4)))
        (text,) = (move.written for move in some.values())
        known = held_anyhow(of_moves(text, size), size) in cubes
        assert group.makes(kind.from_moves(text)) == known
    assert all(map(group.makes, drawn))


def test_what_turns_leave_in_place():
    facts = describe(turns="<R,U>").puzzle
    assert facts["in_place"] == ("DLF", "DBL", "DF", "DL", "DB", "FL", "BL")
    assert describe(turns="<R,U,F>", size=2).puzzle["in_place"] == ("DBL",)
    assert describe(turns="<R,M>").puzzle["in_place"] == (
        *("UFL", "ULB", "DLF", "DBL"),
        *("UL", "DL", "FL", "BL"),
    )
    assert describe(turns="<x,R>").puzzle["in_place"] == ()
    printed = str(describe(turns="<R,U>"))
    assert "group     of order 73,483,200" in printed
    assert "in place  DLF DBL" in printed
    assert "the group of <R,U> described" in printed


def test_what_cannot_be_described():
    with pytest.raises(InputError, match="4×4×4 cannot be described by a group"):
        describe(turns="<R,U>", size=4)
    with pytest.raises(InputError, match="both cubes and turns"):
        describe("R", turns="<R,U>")
    with pytest.raises(InputError, match="no cube is given"):
        describe()


@pytest.mark.parametrize(
    "turns", ["<R,U>", "R,U", "<M,U>", "<R,L,U2>", "<r,U2>", "<R,U2,F2>", "<R2,U2,F2>"]
)
def test_scrambles_use_these_turns_only_and_make_the_cube(turns):
    answer = scramble(turns=turns, n=3, seed=4)
    moves = named_moves(turns)
    assert answer.total == describe(turns=turns).puzzle["cubes"]
    assert answer.query["wca"] is False
    for report in answer:
        words = report.text.strip("()").split()
        assert {*words} <= {*moves}
        assert report.cube == Cube.from_moves(report.text)
        assert report.cube.apply(report.solution).is_solved


def test_scrambles_of_a_small_group_are_equally_likely():
    """Each of the 12 cubes of half turns of two faces is drawn about 50 times of 600."""
    drawn = Counter(report.facelets for report in scramble(turns="<R2,U2>", n=600, seed=9))
    assert len(drawn) == 12
    assert sum((times - 50) ** 2 / 50 for times in drawn.values()) < 31  # chi-square, 1 in 1,000
    assert len(scramble(turns="<R2,U2>", n=12, seed=2, distinct=True)) == 12
    with pytest.raises(InputError, match="13 different cubes of 12 that these turns make"):
        scramble(turns="<R2,U2>", n=13, distinct=True)


def test_pocket_cubes_are_scrambled_by_these_turns():
    for report in scramble(turns="<R,U>", size=2, n=5, seed=1):
        assert {*report.text.split()} <= {"R", "R2", "R'", "U", "U2", "U'"}
        assert PocketCube.from_moves(report.text) == report.cube


def test_scrambles_with_rules_and_turns(monkeypatch):
    answer = scramble("solved=F2L", turns="<R,U>", n=3, seed=3)
    for report in answer:
        assert {*report.text.split()} <= {*named_moves("<R,U>")}
        assert report.cube == Cube.from_moves(report.text)
        assert of_moves(report.text)[27:36] == tuple(range(27, 36))  # the face D
    monkeypatch.setattr("cubecsp.questions.scramble._MOST_REFUSED", 100)
    with pytest.raises(LimitError, match="make none of 100 random cubes"):
        scramble("not solved=DBL", turns="<R2,U2>")


def test_random_moves_if_no_search_is_quick():
    answer = scramble(turns="<r,U,R>", n=2, seed=1)
    assert "random moves among these turns, not uniformly distributed" in answer.sentence()
    assert scramble(turns="<Rw,U>", size=4, seed=1).method == "random-moves"
    with pytest.raises(InputError, match="no moves in '<r,U,R>' are found that make given cubes"):
        scramble("solved=F2L", turns="<r,U,R>")
    with pytest.raises(InputError, match="drawn from the group"):
        scramble(turns="<R,U>", method="pieces")


@pytest.mark.parametrize(
    ("turns", "remark"),
    [
        ("R,U,F", "R, U and F clockwise only; <R,U,F> means all their powers"),
        (" R ", "R clockwise only; <R> means all their powers"),
        ("r, M", "r and M clockwise only; <r,M> means all their powers"),
        ("R,U'", None),
        ("R,U2", None),
        ("<R,U>", None),
        ("R U", None),
        ("x,U", None),
        (None, None),
    ],
)
def test_a_note_on_clockwise_turns(turns, remark):
    assert clockwise_only(turns) == remark


def test_the_note_is_given(capsys):
    note = "R and U clockwise only; <R,U> means all their powers"
    for command in (
        ["solve", "U' R'"],
        ["solve", "U' R'", "--all"],
        ["reach", "U' R'", "solved=all"],
        ["scramble"],
        ["describe"],
    ):
        assert main([*command, "--turns", "R,U"]) == 0
        assert f"cubecsp {command[0]}: note: {note}" in capsys.readouterr().err
    assert solve("U' R'", turns="R,U").query["note"] == note
    assert "note" not in reach("U' R'", "solved=all", turns="<R,U>").query
    assert describe(turns="R,U").status is Status.COMPLETE


def test_it_is_said_what_turns_cannot_reach():
    with pytest.raises(InputError, match="they leave DLF, DBL, DF, DL, DB, FL and BL in place"):
        solve("F", turns="<R,U>")
    with pytest.raises(InputError, match="group of order 29,160, which it is not in"):
        solve("F", size=2, turns="<R,U>")
    assert solve("F", size=2, turns="<B,z>").cubes[0].solution is not None
