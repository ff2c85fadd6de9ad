"""The cube in the hand: an answer's moves are right after the question's moves, however these leave it held.

Everything is replayed with stickers in space, which share nothing with the package.
"""

from __future__ import annotations

import random
from unittest.mock import Mock

import pytest
import stickers_in_space as space
from asking import ask, piped
from hypothesis import example, given, settings
from hypothesis import strategies as st
from move_texts import bases

from cubecsp import Cube, Facelets, Moves, apply, convert, describe, reach, read, scramble, solve
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.server.requests import REQUESTS

NAMES = {size: list(bases(size)) for size in range(2, 8)}
WORDS = {2: 6, 3: 6, 4: 2, 5: 2, 6: 1, 7: 1}  # larger cubes near solved are quick


@st.composite
def scrambles(draw):
    """Draw a size, and moves in all that the notation has."""
    size = draw(st.sampled_from([2, 3, 3, 4, 4, 5, 6, 7]))
    word = st.tuples(st.sampled_from(NAMES[size]), st.sampled_from(["", "2", "'"])).map("".join)
    return size, " ".join(draw(st.lists(word, min_size=1, max_size=WORDS[size])))


def shown_after(moves, size):
    """Return the stickers of a solved cube after moves, as one sees them."""
    where = space.of_moves(moves.replace("()", ""), size)
    return space.moved("".join(face * size**2 for face in "URFDLB"), where)


def is_solved(stickers):
    area = len(stickers) // 6
    return all(len(set(stickers[at : at + area])) == 1 for at in range(0, 6 * area, area))


def by_python(text, size, **how):
    return str(solve(read(text, puzzle=cube_puzzle(size)), **how)[0].written)


def by_state(text, size, **how):
    return str(solve(cube_class(size).from_moves(text), **how)[0].written)


def by_pipe(text, size, **how):
    options = [word for name, value in how.items() for word in (f"--{name}", value)]
    return piped("solve", text, "--size", size, *options).out.strip()


def by_json(text, size, **how):
    options = [word for name, value in how.items() for word in (f"--{name}", value)]
    return ask("solve", text, "--size", size, "--json", *options).json["cubes"][0]["solution"]


def by_http(text, size, **how):
    receiver = Mock()
    REQUESTS["solve"](cubes=text, size=size, **how).ask(receiver)
    (report,) = receiver.cube.call_args.args
    return report.as_dict()["solution"]


INTERFACES = [by_python, by_state, by_pipe, by_json, by_http]


@settings(max_examples=12)
@given(scrambles(), st.sampled_from(INTERFACES))
@example((4, "Lw Bw U"), by_pipe)
@example((3, "r U F"), by_json)
def test_solutions_are_made_right_after_the_moves(case, interface):
    size, text = case
    moves = interface(text, size)
    assert is_solved(shown_after(f"{text} {moves}", size))


SETS = ["M,M',U,U'", "M2,E2,U2", "r,r',U,U'", "x,y,U,U'", "Rw,U,u'", "R,R',S,S'"]


@settings(max_examples=12)
@given(st.sampled_from(SETS), st.lists(st.integers(0, 5), max_size=5), st.sampled_from(INTERFACES))
@example("M,M',U,U'", [0, 2], by_pipe)
@example("M2,E2,U2", [0, 1, 2], by_http)
def test_certain_turns_undo_what_they_did(turns, numbers, interface):
    """Moves of a set are undone by the same set, where the set has inverses or the group is finite."""
    names = turns.split(",")
    text = " ".join(names[number % len(names)] for number in numbers) or "()"
    moves = interface(text, 3, turns=turns)
    assert {*moves.replace("()", "").split()} <= {*names}
    assert is_solved(shown_after(f"{text} {moves}", 3))


@settings(max_examples=8)
@given(st.lists(st.sampled_from(NAMES[3]), min_size=1, max_size=3), st.booleans())
def test_all_solutions_are_made_right_after_the_moves(words, commuting):
    text = " ".join(words)
    told = ask("solve", text, "--all", "--json", *(["--up-to-commuting"] if commuting else [])).json
    assert told["cubes"]
    for cube in told["cubes"]:
        assert is_solved(shown_after(f"{text} {cube['solution']}", 3))


@settings(max_examples=4)
@given(scrambles())
@example((3, "U x"))
def test_generators_lead_to_the_cube_as_it_is_held(case):
    size, text = case
    cube = read(text, puzzle=cube_puzzle(size))
    seen = shown_after(text, size)
    for report in (solve(cube)[0], describe(cube)[0]):
        if report.solution is not None:
            data = report.as_dict()
            assert shown_after(data["generator"], size) == seen == data.get("written", seen)
            assert data["length"] == len(Moves(data["generator"], cube_puzzle(size)))
    assert shown_after(convert(cube, "moves"), size) == seen
    drawn = Facelets.parse(seen)  # from its stickers, too
    assert shown_after(str(solve(drawn)[0].generator), size) == seen


@settings(max_examples=10)
@given(scrambles(), scrambles())
def test_moves_are_made_on_the_cube_as_it_is_held(first, then):
    size, text = first
    more = " ".join(word for word in then[1].split() if word.rstrip("2'") in NAMES[size]) or "x"
    seen = shown_after(f"{text} {more}", size)
    cube = read(text, puzzle=cube_puzzle(size))
    assert Facelets.of(apply(more, cube)[0].cube).written == seen
    drawn = shown_after(text, size)
    assert apply(more, drawn)[0].as_dict().get("written", seen) == seen
    colours = drawn.translate(str.maketrans("URFDLB", "WRGYOB"))
    assert piped("apply", more, colours).out.strip() == seen.translate(
        str.maketrans("URFDLB", "WRGYOB")
    )
    after = piped("apply", more, text, "--size", size).out.strip()
    assert after == seen
    if size < 4:  # after so many moves, larger ones take seconds
        moves = piped("solve", "-", stdin=after).out.strip()
        assert is_solved(shown_after(f"{text} {more} {moves}", size))


@settings(max_examples=12)
@given(scrambles())
def test_formats_keep_the_holding_or_name_the_rotation(case):
    size, text = case
    seen = shown_after(text, size)
    sized = ["--size", size, "--json"]
    for name in (
        "colours",
        "net",
        "by-face",
        "kpattern",
        "facelets",
        "forty",
        "reid",
        "singmaster",
    ):
        if size > 3 and name in ("forty", "reid", "singmaster"):
            continue
        if size > 5 and name == "kpattern":
            continue
        (report,) = ask("convert", text, "--to", name, *sized).json["cubes"]
        again = read(report["text"], name, puzzle=cube_puzzle(size)).stickers
        turned = shown_after(f"{text} {report.get('rotation', '')}", size)
        assert again.in_letters == turned, name
        if name in ("colours", "net", "by-face", "kpattern"):
            assert turned == seen


@settings(max_examples=10)
@given(
    st.lists(st.sampled_from(NAMES[3]), min_size=1, max_size=4),
    st.sampled_from([None, "U,R,F", "M,U,r", "x,U,R2"]),
)
def test_rules_hold_with_the_centres_where_they_were(words, turns):
    """A cross on the lower face, as the cube is held after the question's moves."""
    text = " ".join(words)
    answer = reach(text, "solved=cross", turns=turns, limit=5, time_limit=5)
    for report in answer:
        stickers = shown_after(f"{text} {report.written}", 3)
        # Turned back, so that the centres are where they were after the question's moves.
        centres = shown_after(text, 3)[4::9]
        backs = (space.moved(stickers, where) for where in space.rotations())
        back = next(s for s in backs if s[4::9] == centres)
        down = back[27:36]
        sides = [(9 + 7, 9 + 4), (18 + 7, 18 + 4), (36 + 7, 36 + 4), (45 + 7, 45 + 4)]
        assert {down[1], down[3], down[5], down[7]} == {down[4]}
        assert all(back[edge] == back[centre] for edge, centre in sides)


@pytest.mark.parametrize("size", [2, pytest.param(4, marks=pytest.mark.slow), 5, 6])
def test_scrambles_make_the_cube_that_is_shown(size):
    for report in scramble(size=size, n=2, seed=size):
        data = report.as_dict()
        assert shown_after(data["generator"], size) == data.get("written", data["facelets"])


def test_the_order_is_that_of_the_moves():
    """Repeated until all faces have one colour, held in whatever way."""
    rng = random.Random(5)
    for _ in range(40):
        text = " ".join(rng.choice(NAMES[3]) for _ in range(rng.randrange(1, 3)))
        where, times = space.of_moves(text), 1
        made = where
        while not is_solved(space.moved("".join(f * 9 for f in "URFDLB"), made)):
            made, times = space.composed(made, where), times + 1
        assert Cube.from_moves(text).order() == times
        assert describe(text)[0].description.order == times


def test_an_order_that_is_not_that_of_the_cycles_says_why():
    assert "1260 (with the rotation x at the end; 4 without it)" in piped("describe", "U x").out
    assert "4\n" in piped("describe", "U").out


def test_moves_of_a_small_cube_turn_its_own_layers():
    """`2R` turns the middle of a 3×3×3, and of a 2×2×2 the layer on the left."""
    (way,) = reach(read("L U", puzzle=cube_puzzle(2)), "solved=all", turns="2R,U'")
    assert is_solved(shown_after("L U U' 2R", 2))
    assert len(way.moves) == 2
    assert is_solved(shown_after(f"L U {way.written}", 2))
