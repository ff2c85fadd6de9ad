"""Slices, wide turns and rotations among the moves to choose from, against stickers in space."""

from __future__ import annotations

import itertools
import random

import pytest
import stickers_in_space as space
from hypothesis import given, settings
from hypothesis import strategies as st
from words import swapped

from cubecsp import Cube, InputError, Moves, Status, reach, solve, solve_all
from cubecsp.cli import main
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.holding import HOLDINGS
from cubecsp.puzzle.cube.notation import held_after, held_before, rotation
from cubecsp.search.breadth_first import Sequence, named_moves, sequences
from cubecsp.search.named_moves import MOST_MOVES

pytestmark = [pytest.mark.native, pytest.mark.quick, pytest.mark.usefixtures("terminal")]

SOLVED = "".join(face * 9 for face in "URFDLB")
BASES = [*"URFDLBurfdlbMESxyz", *(face + "w" for face in "URFDLB")]
TOKENS = [base + suffix for base in BASES for suffix in ("", "2", "'")]

SETS = [
    ("M2", "U", "U2", "U'"),
    ("r", "r'", "U", "U'"),
    ("x", "y", "U"),
    ("x", "R"),
    ("M", "E", "S", "z"),
    ("R U R' U'", "y", "M'"),
    ("Rw2", "f", "U2", "x2"),
    ("z'", "D", "D2", "S"),
]

token_sets = st.one_of(
    st.sampled_from(SETS),
    st.lists(
        st.one_of(
            st.sampled_from(TOKENS),
            st.lists(st.sampled_from(TOKENS), min_size=2, max_size=3).map(" ".join),
        ).filter(lambda move: space.of_moves(move) != tuple(range(54))),
        min_size=1,
        max_size=4,
        unique=True,
    ).map(tuple),
)


def walked(stickers, moves, length, holds):
    """Return each sequence of exactly this length after which `holds` of the stickers."""
    made = {move: space.of_moves(move) for move in moves}
    found = []
    for names in itertools.product(moves, repeat=length):
        after = tuple(range(54))
        for name in names:
            after = space.composed(after, made[name])
        if holds(space.moved(stickers, after)):
            found.append(names)
    return found


def solved(stickers):
    return all(len(set(stickers[9 * face : 9 * face + 9])) == 1 for face in range(6))


def classes(words, moves):
    """Return the words in sets, of those that swaps of adjacent commuting moves lead to."""
    made = {move: space.of_moves(move) for move in moves}
    commute = {
        (a, b)
        for a, b in itertools.product(moves, repeat=2)
        if space.composed(made[a], made[b]) == space.composed(made[b], made[a])
    }
    return swapped(words, lambda a, b: (a, b) in commute)


def first_of(words, moves):
    return min(words, key=lambda word: [moves.index(name) for name in word])


@pytest.mark.parametrize("token", TOKENS)
def test_every_move_and_how_it_leaves_the_cube_held(token):
    """What the notation says of a move is what it does to stickers in space."""
    moves = Moves(token)
    after = space.moved(SOLVED, space.of_moves(token))
    assert space.with_centres_home(after) == Cube.from_moves(Moves(moves)).facelets
    assert Facelets.of(Cube.from_moves(token)).written == after
    assert after[4::9] == moves.holding == Cube.from_moves(token).holding
    assert space.moved(SOLVED, space.of_moves(rotation(moves.holding)))[4::9] == moves.holding


@given(*[st.lists(st.sampled_from(TOKENS), max_size=5).map(" ".join)] * 2)
def test_moves_one_after_another_are_held_one_after_another(first, then):
    a, b, both = Moves(first), Moves(then), Moves(f"{first} {then}")
    assert both == a + b == Moves(str(a + b))
    assert both.holding == held_after(a.holding, b.holding)
    assert held_after(a.holding, held_before(a.holding)) == "URFDLB"
    assert both.holding in HOLDINGS
    assert (~both + both).simplified() == Moves()
    assert ~both == ~b + ~a


@settings(max_examples=40)
@given(token_sets, st.lists(st.sampled_from(TOKENS), max_size=3), st.booleans())
def test_all_sequences_are_those_that_stickers_in_space_show(moves, scramble, merged):
    cube = Cube.from_moves(" ".join(scramble))
    longest = 4 if len(moves) < 4 else 3
    expected = [
        n for length in range(longest + 1) for n in walked(cube.facelets, moves, length, solved)
    ]
    if merged:
        firsts = {first_of(together, moves) for together in classes(expected, moves)}
        expected = [names for names in expected if names in firsts]
    search = sequences(
        cube, ",".join(moves), shortest=False, at_most=longest, up_to_commuting=merged
    )
    found = list(search)
    assert [sequence.names for sequence in found] == expected
    for sequence in found:
        replayed = space.moved(cube.facelets, space.of_moves(sequence.written))
        assert solved(replayed)
        assert replayed[4::9] == sequence.moves.holding
        assert cube.apply(sequence.moves) == cube.apply(sequence.written) == Cube()
    if expected:
        shortest = [names for names in expected if len(names) == len(expected[0])]
        again = sequences(cube, ",".join(moves), up_to_commuting=merged)
        assert [sequence.names for sequence in again] == shortest


@pytest.mark.parametrize(
    "moves", [*itertools.permutations(("R' D' R D' R' D2 R", "U", "D")), ("R2", "R L'", "U", "L2")]
)
def test_moves_that_commute_with_some_of_others(moves):
    """Wherever any sequence leads; here U commutes with both others, and they not with each other."""
    words = [word for length in range(4) for word in itertools.product(moves, repeat=length)]
    ends = {}
    for word in words:
        ends.setdefault(Cube().apply(" ".join(word)), []).append(word)
    made = 0
    for end, leading in ends.items():
        firsts = {first_of(together, moves) for together in classes(leading, moves)}
        found = sequences(
            Cube(), ",".join(moves), target=end, shortest=False, at_most=3, up_to_commuting=True
        )
        assert [s.names for s in found] == [word for word in leading if word in firsts]
        made += len(leading) - len(firsts)
    assert made > 10


GOALS = [
    SOLVED[:9] + "." * 45,
    "." * 9 + "...RRR..." + "...FFF..." + "." * 9 + "...LLL..." + "...BBB...",
    ".U.U.U.U." + ".R......." * 2 + "." * 9 + "." * 18,
]


@pytest.mark.slow
@settings(max_examples=20)
@given(st.sampled_from(SETS), st.lists(st.sampled_from(TOKENS), max_size=4), st.sampled_from(GOALS))
def test_goals_are_about_the_cube_turned_back(moves, scramble, goal):
    cube = Cube.from_moves(" ".join(scramble))

    def holds(stickers):
        shown = space.with_centres_home(stickers)
        return all(wanted in (".", seen) for wanted, seen in zip(goal, shown, strict=True))

    expected = [names for n in range(4) for names in walked(cube.facelets, moves, n, holds)]
    targets = [goal, lambda c: all(w in (".", s) for w, s in zip(goal, c.facelets, strict=True))]
    for target in targets:
        found = sequences(cube, ",".join(moves), target=target, shortest=False, at_most=3)
        assert [sequence.names for sequence in found] == expected


def test_the_way_back_over_slices_and_wide_turns():
    back = reach(Cube.from_moves("M2 U M2"), parse_pattern(["solved=all"]), turns="M2,U,U2,U'")
    assert [report.written for report in back] == ["M2 U' M2"]
    (wide,) = solve(Cube.from_moves("r U r' U'"), method="breadth-first", turns="r,r',U,U'")
    assert wide.written == "U r U' r'"
    assert wide.rotation == ""
    every = solve_all(Cube.from_moves("r U r' U'"), method="breadth-first", turns="r,r',U,U'")
    assert [report.written for report in every] == ["U r U' r'"]
    assert every.status is Status.COMPLETE


def test_the_cube_may_end_turned():
    (report,) = solve(Cube.from_moves("L"), method="breadth-first", turns="r,U")
    assert report.written == "r r r"
    assert str(report.solution) == "L L L x'"
    assert report.rotation == "x'"
    assert report.as_dict() | {"solution": "r r r", "face_turns": "L L L", "rotation": "x'"} == (
        report.as_dict()
    )


@pytest.mark.parametrize("seed", range(8))
def test_rotations_make_every_turn_of_one(seed):
    """With x, y and U the whole cube can be turned: any short scramble is undone."""
    scramble = Moves.of(random.Random(seed).choices(range(18), k=2))
    cube = Cube.from_moves(scramble)
    found = list(sequences(cube, "x,x',y,y',z2,U,U2,U'"))
    assert found
    assert all(solved(space.moved(cube.facelets, space.of_moves(s.written))) for s in found)
    assert len(found[0]) <= 8


def test_names_need_not_be_notation():
    search = sequences(Cube.from_moves("R' U'"), {"flip": "x", "up": Moves("U"), "right": "R"})
    found = list(search)
    assert {str(sequence) for sequence in found} >= {"up right"}
    assert {sequence.written for sequence in found} >= {"U R"}


@pytest.mark.parametrize(
    ("turns", "names"),
    [
        ("[R, U],F", ["[R, U]", "F"]),
        ("(U R)2,[F: [R, U]] , x", ["(U R)2", "[F: [R, U]]", "x"]),
        ("[[R, U], F],[(U R) F, D]", ["[[R, U], F]", "[(U R) F, D]"]),
        ("U2", ["U2"]),
    ],
)
def test_commas_in_brackets_separate_no_moves(turns, names):
    assert list(named_moves(turns)) == names


def test_as_many_moves_as_are_allowed():
    many = {str(number): Moves.of([number % 18]) for number in range(MOST_MOVES)}
    assert len(named_moves(many)) == MOST_MOVES == 255
    with pytest.raises(InputError, match="256 moves to choose from"):
        named_moves(many | {"more": Moves("U")})


def test_comments_are_no_part_of_what_is_written():
    moves = named_moves({"a": "R // to the right\n U", "b": "x // all of it"})
    sequence = Sequence.of([moves["a"], moves["b"], moves["a"]])
    assert sequence.written == "R U x R U"
    assert Cube.from_moves(sequence.written) == Cube.from_moves(sequence.moves)


def test_a_cube_that_is_only_turned_is_solved():
    assert [s.names for s in sequences(Cube(), "x,y")] == [()]
    assert [s.names for s in sequences(Cube(), "x", shortest=False, at_most=2)] == [
        (),
        ("x",),
        ("x", "x"),
    ]


def test_on_the_command_line(capsys):
    assert main(["reach", "M2 U M2", "solved=all", "--turns", "M2,U,U2,U'"]) == 0
    assert "M2 U' M2\n" in capsys.readouterr().out
    assert main(["solve", "L", "--turns", "r'", "--color", "never"]) == 0
    assert "solve it  r'  (the whole cube is then turned: x')" in capsys.readouterr().out
    assert main(["solve", "L", "--turns", "r,r'", "--all"]) == 0
    printed = capsys.readouterr().out
    assert (
        "r'  (the whole cube is then turned: x')\n1 shortest solution (1 move); it is unique"
        in printed
    )
    assert main(["solve", "F", "--turns", "M,U"]) == 2
    assert "rotations of the whole cube included, which this cube is not in" in (
        capsys.readouterr().err
    )


def test_moves_that_do_nothing_are_refused():
    for move in ("x x'", "M M'", "R L' R' L", "x y x' z'"):
        if space.of_moves(move) == tuple(range(54)):
            with pytest.raises(InputError, match="turns nothing"):
                named_moves({"it": move})
        else:
            assert named_moves({"it": move})
