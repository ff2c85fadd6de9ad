"""What people write beside the names of moves: published scrambles, random moves, and cubing.js."""

from __future__ import annotations

import json
import pickle
import random
import re

import cubing_js
import pytest
from cubing_js import asked, orbits_of, points, renaming

from cubecsp import InputError, apply, reach, solve
from cubecsp.puzzle import load_puzzle
from cubecsp.puzzle.definitions.kpuzzle_json import _move_as_dict, as_kpuzzle
from cubecsp.puzzle.kpuzzle.puzzle_moves import PuzzleMoves

# Published by users of TNoodle on GitHub.
OF_SQUARE1 = [
    "(-3,-1)/ (0,3)/ / (-2,-2)/ (-3,-3)/ (3,0)/ (-3,0)/ (5,0)/ (0,-3)/ (0,-1)/ (-5,0)/ (3,-4)/ (2,-1)/ (-5,-2)",
    "(1,0)/ (3,3)/ (6,0)/ (-3,0)/ (-1,-4)/ (0,-3)/ (6,-2)/ (-3,-3)/ (-2,-1)/ (6,-4)/ (0,-1)",
    "(4,0)/ (0,3)/ (3,0)/ (-3,0)/ (2,-1)/ (4,-3)/ (0,-3)/ (0,-2)/ (3,-1)/ (2,-1)/ (3,0)/ (-2,0)/ (3,0)/ (0,-5)",
    "(-5,0)/ (3,6)/ (5,-4)/ (-3,0)/ (1,-3)/ (0,-3)/ (0,-2)/ (0,-1)/ (-4,0)/ (0,-1)/ (4,0)/ (-3,-5)/",
    "(0, 5)/(-5, -2)/(5, -4)/(3, 0)/(4, -5)/(3, 0)/(0, -1)/(-3, -3)/(5, 0)/(0, -2)/(6, 0)/(-2, -4)/(0, -2)",
    "(-2, 0) / (3, -3) / (-3, 0) / (-1, -1) / (-3, 0) / (0, -3) / (3, 0) / (-3, 0) / (1, 0) / (-3, -3) / (-1, -2) "
    "/ (2, -4) / (4, 0)",
]
OF_CLOCK = [
    "UR0+ DR2+ DL5+ UL5+ U1+ R1+ D3+ L6+ ALL5+ y2 U5- R2+ D4+ L3- ALL2+",
    "UR0+ DR5+ DL4+ UL1+ U2- R2- D2- L2+ ALL5+ y2 U1- R4+ D2- L5- ALL4-",
    "UR6+ DR5- DL5- UL3+ U4+ R6+ D1- L3- ALL5+ y2 U6+ R0+ D5- L5+ ALL3-",
]
OF_MEGAMINX = """\
R++ D-- R-- D++ R-- D-- R-- D-- R++ D-- U'
R-- D-- R-- D++ R-- D-- R-- D-- R++ D-- U'
R-- D++ R++ D-- R++ D-- R++ D++ R-- D-- U'
R-- D-- R-- D++ R-- D++ R++ D++ R-- D++ U
R++ D++ R-- D++ R++ D++ R-- D-- R++ D++ U
R-- D-- R++ D++ R-- D++ R++ D-- R-- D-- U'
R++ D-- R++ D++ R-- D-- R++ D++ R++ D-- U'"""

WORDS = {  # what random texts are made of, beside the names of moves
    "megaminx": ["R++", "R--", "D++", "D--", "(R++ U)2'", "[D--: F]"],
    "kilominx": ["R++", "R--", "D++", "D--", "(R++ U)2'", "[D--: F]"],
    "clock": ["UR2+", "ALL5-", "y2", "bDL4+", "[y2: U3-]"],
    "pyraminx": ["(u L)2", "[R: b']"],
    "skewb": [],
    "fto": [],
}


def written(puzzle, *names):
    return str(PuzzleMoves.of(puzzle, names))


def random_names(name, rng, number=12):
    moves = [f"{move}{rng.choice(['', '2', chr(39)])}" for move in load_puzzle(name).moves]
    return rng.choices(moves + 3 * WORDS[name], k=number)


@pytest.mark.parametrize("name", WORDS)
def test_what_is_written_is_read(name):
    puzzle, rng = load_puzzle(name), random.Random(name)
    for _ in range(60):
        moves = PuzzleMoves.of(puzzle, random_names(name, rng))
        state = puzzle.solved.apply(" ".join(moves.names))
        assert puzzle.solved.apply(str(moves)) == state == puzzle.solved.apply(moves)
        assert state.apply(~moves) == puzzle.solved == state.apply(str(~moves))
        words = puzzle.notation.words
        assert [n for n in (~~moves).names if n in words] == [n for n in moves.names if n in words]


def random_turns(puzzle, rng, number):
    """Return possible moves of a Square-1: numbers for each layer, and slashes."""
    texts, state = [], puzzle.solved
    while len(texts) < number:
        upper, lower = rng.randrange(-5, 7), rng.randrange(-5, 7)
        turns = f"{'U' * (upper > 0)}{upper or ''}" if upper > 0 else f"U{-upper}'"
        turns += f" D{lower}" if lower > 0 else f" D{-lower}'"
        if state.can(f"{turns} /"):
            state = state.apply(f"{turns} /")
            texts.append((upper, lower, turns))
    return texts, state


@pytest.mark.parametrize(
    "form", ["({},{})/ ", "({}, {}) / ", "({},{})/", "{},{}/", "{},{} /\n", "({} ,{})\t/"]
)
def test_square1_in_every_form(form):
    square1, rng = load_puzzle("square1"), random.Random(form)
    for _ in range(20):
        texts, state = random_turns(square1, rng, 8)
        text = "".join(form.format(upper, lower) for upper, lower, _ in texts)
        assert square1.solved.apply(text) == state
        assert square1.solved.apply(text.replace("-", "\u2212")) == state
        ours = written(square1, *(f"{turns} /" for *_, turns in texts))
        assert ours == " ".join(f"({u},{low})/" if u or low else "/" for u, low, _ in texts)
        assert state.apply(~PuzzleMoves.of(square1, [ours])) == square1.solved
        assert (
            square1.steps(f"[({texts[0][0]},1): U2]2")[-1].amount == -texts[0][0] or not texts[0][0]
        )


@pytest.mark.parametrize("text", OF_SQUARE1)
def test_published_scrambles_of_square1(text):
    """They would be blocked if layers turned the other way round, or the cut was elsewhere."""
    square1 = load_puzzle("square1")
    assert square1.solved.can(text)
    assert written(square1, text).replace(" ", "") == text.replace(" ", "")
    assert not square1.solved.can(re.sub(r"(-?\d+),( ?)(-?\d+)", r"\3,\2\1", text))


@pytest.mark.parametrize("text", OF_CLOCK)
def test_published_scrambles_of_clock(text):
    clock = load_puzzle("clock")
    assert written(clock, text) == text
    state = clock.solved.apply(text)
    for pins in (" UR DR UL", " DL", "  UR DR DL UL\n"):
        assert clock.solved.apply(text + pins) == state
    assert clock.solved.apply("UR2+ UR DR2+") == clock.solved.apply("UR3 DR2")  # not at the end


def test_pins_without_signs_are_turns():
    clock = load_puzzle("clock")
    assert clock.solved.apply("UR DL") == clock.solved.apply("UR1+ DL1+") != clock.solved
    assert written(clock, "bUR7", "bU", "y2", "y2'", "R'") == "y2 UR5- U1+ y2 R1-"


def centres(state):
    """Return the face whose centre is in the middle of each face of a megaminx."""
    shown = zip(state.puzzle.places.places, state.faces, strict=True)
    kinds = state.puzzle.kind_of
    return {place.face: face for place, face in shown if kinds[place.slot].name == "CENTERS"}


def test_a_published_scramble_of_megaminx():
    mega = load_puzzle("megaminx")
    state = mega.solved.apply(OF_MEGAMINX)
    assert state == mega.solved.apply(OF_MEGAMINX.replace("\n", "").replace(" ", ""))
    line = written(mega, *OF_MEGAMINX.split())
    assert line == " ".join(OF_MEGAMINX.split())
    assert re.sub(r"\n *", "\n", mega.notation.in_lines(line)) == OF_MEGAMINX
    assert mega.solved.apply("(R++)5") == mega.solved.apply("R++ R--") == mega.solved
    for moves, from_right in (
        ("R++", "BL"),
        ("D++", "BR"),
    ):  # where the front goes, by way of U or R
        assert centres(mega.solved.apply(moves))[from_right] == "F"
    kept = {f for f, sticker in enumerate(mega.turn("L").done) if f != sticker}
    turned = {f for f, sticker in enumerate(mega.turn("R++").done) if f != sticker}
    assert not kept & turned
    assert pickle.loads(pickle.dumps(mega)).steps("R++ D--") == mega.steps("R++ D--")
    assert mega.ignoring(["CENTERS"]).using("R++,U").steps("R--") == mega.steps("R--")


@pytest.mark.parametrize(
    ("name", "text", "position"),
    [
        ("square1", "(1,0)/ (1,0)/ (3,0)", 12),
        ("square1", "(3,0)/ ((1,0)/)2", 13),
        ("square1", "(1,)/", 1),
        ("square1", "(1,0/", 5),
        ("square1", "(1,0)/ (2,x)", 8),
        ("megaminx", "R++ R+- U", 5),
        ("megaminx", "R++ F++", 5),
        ("clock", "UR2+ XY2+", 5),
    ],
)
def test_mistakes_are_named_with_their_place(name, text, position):
    with pytest.raises(InputError, match=rf"\(character {position + 1}\)") as error:
        load_puzzle(name).solved.apply(text)
    assert (error.value.position, error.value.text) == (position, text)


def test_answers_are_in_the_notation():
    (report,) = solve("(1,0)/ (3,-3)/ (0,3)", puzzle="square1")
    assert re.fullmatch(r"\(\S+\)/ \(-3,3\)/ \(\S+\)", str(report.generator))
    assert (report.length, report.optimal) == (5, True)
    (report,) = solve("y2 UR5+ UL1+", puzzle="clock")
    assert set(str(report.solution).split()) == {"UR5-", "UL1-"}
    reached = reach("(1,0)/", "solved=MIDDLE", puzzle="square1")
    assert all(set(str(one.moves)) <= set("/(),-0123456 ") for one in reached)
    (turned,) = apply("R++", "U D--", puzzle="megaminx")
    assert turned.cube == load_puzzle("megaminx").solved.apply("U Uv2 U2' Lv2' L2")


def test_definitions_of_others_have_only_names_of_moves():
    text = as_kpuzzle(load_puzzle("megaminx"))
    with pytest.raises(InputError, match="is not a move"):
        load_puzzle(text).steps("R++")


# ------------------------------------------------------------ cubing.js


@pytest.mark.npm
@cubing_js.needed
@pytest.mark.parametrize("name", ["megaminx", "kilominx", "square1", "clock"])
def test_it_is_read_as_by_cubing_js(name):
    """Random texts do the same there as here, as moves of points, up to how slots and turnings are numbered."""
    puzzle, rng = load_puzzle(name), random.Random(name)
    base = {
        "clock": {
            f"{pins}1+": f"{pins}1+" for pins in ("UR", "DR", "DL", "UL", "U", "R", "D", "L", "ALL")
        }
        | {"y2": "y2"},
        "square1": {"(1,0)": "(1, 0)", "(0,1)": "(0, 1)", "/": "/"},
    }.get(name, {move: move for move in puzzle.moves})
    texts = [
        {
            "clock": lambda: " ".join(
                rng.choices(["UR3+", "DL2-", "ALL5-", "y2", "R0+", "U6+"], k=9)
            ),
            "square1": lambda: " ".join(
                f"({rng.randrange(-5, 7)}, {rng.randrange(1, 7)}) /" for _ in range(9)
            ),
        }.get(
            name, lambda: " ".join(rng.choices(["R++", "R--", "D++", "D--", "U", "U'", "F"], k=9))
        )()
        for _ in range(25)
    ]
    (told,) = asked([{"puzzle": name, "moves": [*base.values(), *texts]}])
    there = {**base, **{text: text for text in texts}}
    data = {ours: _move_as_dict(puzzle, puzzle.turn(ours).done) for ours in there}
    ignored = {"square1": ("WEDGES",), "clock": ()}.get(name, ("CENTERS",))
    ours = points(json.loads(as_kpuzzle(puzzle))["orbits"], data)
    theirs = points(
        told["definition"]["orbits"], {m: told["moves"][alg] for m, alg in there.items()}, ignored
    )
    left = [orbit for orbit in orbits_of(theirs) if len(orbit) > 1]
    for orbit in (orbit for orbit in orbits_of(ours) if len(orbit) > 1):
        assert any(len(o) == len(orbit) and renaming(ours, theirs, orbit, o) for o in left), orbit
