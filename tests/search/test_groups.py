"""Groups of permutations, and what moves can reach, against listing everything."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubecsp import Cube, InputError, Moves, Status, reach, solve
from cubecsp.cli import main
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.puzzle.core.group import Group
from cubecsp.puzzle.core.permutation import inverse, table
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.moves import TURNS
from cubecsp.puzzle.cube.notation import held_after
from cubecsp.puzzle.cube.state import TURN_CUBES
from cubecsp.search import goals
from cubecsp.search.breadth_first import sequences
from cubecsp.search.named_moves import named_moves
from cubecsp.search.reachability import CubeMoveGroup, holdings_of

pytestmark = [pytest.mark.native, pytest.mark.usefixtures("terminal")]

WHOLE = 43_252_003_274_489_856_000


def closure(generators, size):
    """Return every product of permutations, as tuples."""
    found = {tuple(range(size))}
    queue = list(found)
    while queue:
        element = queue.pop()
        for generator in generators:
            after = tuple(generator[a] for a in element)
            if after not in found:
                found.add(after)
                queue.append(after)
    return found


permutations = st.permutations(range(6)).map(tuple)


@settings(max_examples=60)
@given(st.lists(permutations, max_size=3), st.lists(st.integers(0, 5), unique=True, max_size=6))
def test_order_and_elements_are_those_of_the_closure(generators, base):
    elements = closure(generators, 6)
    group = Group([table(g) for g in generators], base)
    again = Group([table(g) for g in generators]).with_base(base)
    assert group.order == again.order == len(elements)
    for permutation in itertools.permutations(range(6)):
        inside = permutation in elements
        assert (table(permutation) in group) == (table(permutation) in again) == inside
    source = random.Random(1)
    assert {tuple(group.random_element(source)[:6]) for _ in range(20)} <= elements


@settings(max_examples=60)
@given(
    st.lists(permutations, min_size=1, max_size=3),
    st.permutations(range(6)),
    st.lists(st.sets(st.integers(0, 5)), max_size=5),
)
def test_where_points_can_be_led(generators, base, wanted):
    expected = any(
        all(element[point] in places for point, places in zip(base, wanted, strict=False))
        for element in closure(generators, 6)
    )
    group = Group([table(g) for g in generators]).with_base(base[: len(wanted)])
    assert group.leads(wanted, 10_000) is expected


def test_patience_ends_in_no_claim():
    group = Group([table([1, 2, 3, 4, 5, 0]), table([1, 0, 2, 3, 4, 5])]).with_base(range(6))
    everywhere = [set(range(6))] * 5
    assert group.leads([*everywhere, {6}], 3) is None
    assert group.leads([*everywhere, {6}], 10_000) is False
    assert group.leads(everywhere, 10_000) is True


@pytest.mark.parametrize("verdicts", [*itertools.product([True, None, False], repeat=4)])
def test_a_goal_is_out_of_reach_only_if_it_is_in_every_holding(verdicts, monkeypatch):
    left = iter(verdicts)
    monkeypatch.setattr(CubeMoveGroup, "_meets", lambda *_: next(left))
    group = CubeMoveGroup(named_moves("U,y").values())
    expected = True if True in verdicts else None if None in verdicts else False
    assert group.reaches(Cube(), goals.anything()) is expected


def test_inverse():
    turn = table(CUBE.layer_turn(0))
    assert turn.translate(inverse(turn)) == bytes(range(256))


@pytest.mark.parametrize(
    ("turns", "order"),
    [
        # Published many times, among others by D. Singmaster and by J. Scherphuis (jaapsch.net).
        ("U,R", 73_483_200),
        ("U,R'", 73_483_200),
        ("U2,R2", 12),
        ("U,D", 16),
        ("U2,R2,F2,D2,L2,B2", 663_552),
        ("U,D,R2,L2,F2,B2", 19_508_428_800),
        ("U,R,F", 170_659_735_142_400),
        ("U,R,F,D,L,B", WHOLE),
        ("U,R,F,D,L", WHOLE),
        ("x,y", 24),
        ("x", 4),
        ("x,y,U", 24 * WHOLE),
        ("M2,E2,S2", 8),
        ("R,L',x", 4 * 4 * 4),
    ],
)
def test_published_orders(turns, order):
    assert CubeMoveGroup(named_moves(turns).values()).order == order


def test_two_faces_permute_their_corners_in_120_ways():
    """The invariant of the full cube would allow the six corners of U and R 720 ways."""
    corners = [table(TURN_CUBES[turn].corner_pieces) for turn in (0, 3)]
    assert Group(corners).order == 120


def every_state(cube, moves):
    """Return all pairs of a cube and a holding that the moves lead to."""
    found = {(cube, "URFDLB")}
    queue = list(found)
    while queue:
        at, holding = queue.pop()
        for move in moves:
            turns = Moves(move.turns.seen_from(holding))
            after = at.apply(turns), held_after(holding, move.holding)
            if after not in found:
                found.add(after)
                queue.append(after)
    return found


SMALL = [
    "U2,R2",
    "M2,U2",
    "U,D",
    "M2,E2,S2",
    "x,U2",
    "U2,x2",
    "R2,F2",
    "y,M2",
    "(R2 U2)3,R2",
    "U,y2",
]


@pytest.mark.parametrize("turns", SMALL)
def test_what_can_be_reached_is_what_is_reached(turns):
    rng = random.Random(turns)
    moves = list(named_moves(turns).values())
    group = CubeMoveGroup(moves)
    start = Cube.random(rng.randrange(100))
    states = every_state(start, moves)
    assert group.order == len(states)
    assert {holding for _, holding in states} == set(holdings_of(moves))
    reached = {cube for cube, _ in states}
    others = [Cube.random(seed) for seed in range(3)]
    near = [cube.apply(TURNS[rng.randrange(18)]) for cube in rng.sample(sorted(reached), 2)]
    for cube in [*rng.sample(sorted(reached), 2), *others, *near]:
        assert group.reaches(start, goals.only(cube)) is (cube in reached)
    for _ in range(30):
        model = rng.choice([*sorted(reached), *others, *near])
        goal = some_of(model, rng)
        assert group.reaches(start, goal) is any(meets(cube, goal) for cube in reached)


def some_of(cube, rng):
    """Return a goal that asks a few slots of a cube, of some with more than one answer."""
    parts = []
    for values in (cube.corners, cube.edges):
        sets = [frozenset(range(24))] * len(values)
        for slot in rng.sample(range(len(values)), rng.randrange(4)):
            sets[slot] = frozenset({values[slot], *rng.sample(range(24), rng.choice([0, 0, 1, 9]))})
        parts.append(tuple(sets))
    return goals.PlacementGoal(*parts)


def meets(cube, goal):
    pairs = zip((*cube.corners, *cube.edges), (*goal.corners, *goal.edges), strict=True)
    return all(value in allowed for value, allowed in pairs)


def test_u_and_r_never_solve_what_the_invariants_allow():
    """Cubes that change only the corners of U and R and satisfy every invariant of the full cube."""
    swapped = Cube.from_placements(
        [3, 6, 0, *range(9, 24, 3)], Cube().edges
    )  # a cycle of U corners
    assert swapped.is_reachable
    search = sequences(swapped, "U,R")
    assert list(search) == []
    assert search.exhausted
    assert search.positions < 1_000_000
    assert search.reason == (
        "U and R alone generate a group of order 73,483,200, which this cube is not in; "
        "they leave DLF, DBL, DF, DL, DB, FL and BL in place"
    )
    with pytest.raises(InputError, match="order 73,483,200, which this cube is not in"):
        solve(swapped, method="breadth-first", turns="U,R")
    for up_to in (None, 3):
        answer = reach(swapped, parse_pattern(["solved=all"]), turns="U,R", up_to=up_to)
        assert answer.status is Status.INFEASIBLE
        assert answer.reason is not None
        assert "order 73,483,200, none of whose elements leads there" in answer.reason


def test_patterns_out_of_reach_are_seen_at_once(capsys):
    """Turns of U and R never move the edge DF."""
    assert main(["reach", "F", "solved=cross", "--turns", "U,R"]) == 1
    printed = capsys.readouterr().out
    assert printed.startswith("These moves cannot lead there: U and R alone generate a group of")
    search = sequences(Cube.from_moves("F"), "U,R", target="." * 28 + "D" + "." * 25)
    assert list(search) == []
    assert search.positions < 200_000


def test_nothing_within_a_length_is_not_nothing(capsys):
    cube = Cube.from_moves("R U F")
    answer = reach(cube, parse_pattern(["solved=all"]), up_to=2)
    assert (answer.status, answer.reason) == (
        Status.INFEASIBLE,
        "no sequence of up to 2 of these moves leads there",
    )
    assert main(["reach", "R U F", "solved=all", "--up-to", "2"]) == 1
    printed = capsys.readouterr().out
    assert printed.startswith("No sequence of up to 2 of these moves leads there")
    assert "cannot" not in printed


@pytest.mark.parametrize(
    "rules",
    [
        ["U5==F5"],
        ["U9==F3"],
        ["solved=corners", "no-piece-home"],
        ["at-most=2", "solved=F2L"],
        ["stickers=" + "R" + "." * 53, "stickers=" + "U" + "." * 53],
        ["any(U9==F3, all(U8==F2, solved=all))"],
    ],
)
def test_no_cube_satisfies_a_contradiction(rules, capsys):
    answer = reach(Cube.from_moves("R U"), parse_pattern(rules))
    assert (answer.status, len(answer), answer.stopped) == (Status.INFEASIBLE, 0, None)
    assert answer.reason is not None
    assert "no cube satisfies" in answer.reason
    assert main(["reach", "R U", *rules]) == 1
    assert capsys.readouterr().out.startswith("No cube satisfies")
    assert main(["reach", "R U", *rules, "--json"]) == 1
    assert '"status": "infeasible"' in capsys.readouterr().out


def test_holdings_of_moves():
    assert holdings_of(named_moves("U,R2").values()) == ["URFDLB"]
    assert len(holdings_of(named_moves("x2,U").values())) == 2
    assert len(holdings_of(named_moves("M,U").values())) == 4
    assert len(holdings_of(named_moves("M2,S2").values())) == 4
    assert len(holdings_of(named_moves("r,f").values())) == 24
    assert len(holdings_of(named_moves("x y").values())) == 3


def test_sequences_of_all_turns_are_listed_over_many_goals():
    """Targets that cannot be reached do not hide those that can."""
    swapped = Cube.from_placements([3, 0, *range(6, 24, 3)], Cube().edges)
    scramble = Moves("R U2")
    found = list(sequences(Cube.from_moves(scramble), target=[swapped, Cube()]))
    assert [str(sequence) for sequence in found] == ["U2 R'"]
