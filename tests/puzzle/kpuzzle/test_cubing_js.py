"""Puzzles from definitions beside cubing.js: the sense of a KPuzzle, and the puzzles that come with cubecsp."""

from __future__ import annotations

import json
import random

import cubing_js
import defined
import pytest
from cubing_js import asked, orbits_of, points, renaming
from defined import count_states
from facts import FACTS

from cubecsp.puzzle import MoveGroup, load_puzzle, read_puzzle
from cubecsp.puzzle.definitions.kpuzzle_json import as_kpuzzle

pytestmark = [pytest.mark.npm, cubing_js.needed]


def same(puzzle, ours, theirs):
    """Return whether two KPatterns are the same; cubing.js may leave a turning negative."""
    return all(
        ours[kind.name]["pieces"] == theirs[kind.name]["pieces"]
        and all(
            (a - b) % kind.turns == 0
            for a, b in zip(
                ours[kind.name]["orientation"], theirs[kind.name]["orientation"], strict=True
            )
        )
        for kind in puzzle.kinds
    )


def test_random_definitions_move_as_in_cubing_js():
    questions, puzzles = [], []
    for seed in range(80):
        data, rng = defined.random_definition(seed), random.Random(seed)
        moves = list(data["moves"])
        words = [f"{m}{n}{p}" for m in moves for n in ("", "2", "5") for p in ("", "'")]
        algs = [" ".join(rng.choices(words, k=6)) for _ in range(4)]
        algs.append(f"[{rng.choice(words)}, ({' '.join(rng.choices(words, k=2))})3'] {moves[0]}")
        algs.append(f"[{rng.choice(words)}: {rng.choice(words)}]2")
        questions.append({"definition": data, "algs": algs})
        puzzles.append(read_puzzle(json.dumps(data)))
    for question, puzzle, told in zip(questions, puzzles, asked(questions), strict=True):
        for alg, pattern in zip(question["algs"], told["patterns"], strict=True):
            assert same(puzzle, puzzle.solved.apply(alg).as_dict(), pattern), (
                alg,
                question["definition"],
            )


NAMES = [
    "2x2x2",
    "3x3x3",
    "4x4x4",
    "fto",
    "baby_fto",
    "master_tetraminx",
    "redi_cube",
    "kilominx",
    "melindas2x2x2x2",
    "clock",
]


def test_puzzles_of_cubing_js_are_read():
    questions = [{"puzzle": name} for name in NAMES]
    algs = []
    for told in asked(questions):
        moves, rng = list(told["definition"]["moves"]), random.Random(1)
        algs.append([" ".join(rng.choices(moves, k=12)) for _ in range(5)])
    again = [{**question, "algs": some} for question, some in zip(questions, algs, strict=True)]
    for question, told in zip(again, asked(again), strict=True):
        puzzle = read_puzzle(json.dumps(told["definition"]))
        for alg, pattern in zip(question["algs"], told["patterns"], strict=True):
            assert same(puzzle, puzzle.solved.apply(alg).as_dict(), pattern), (
                question["puzzle"],
                alg,
            )


def test_what_we_write_is_read_by_cubing_js():
    questions = [
        {"definition": json.loads(as_kpuzzle(load_puzzle(name))), "algs": [f"{move}2 U'"]}
        for name, move in (("pyraminx", "l"), ("skewb", "R"), ("megaminx", "DL"))
    ]
    for question, told in zip(questions, asked(questions), strict=True):
        puzzle = load_puzzle(question["definition"]["name"])
        assert puzzle.solved.apply(question["algs"][0]).as_dict() == told["patterns"][0]


@pytest.mark.parametrize(
    ("name", "ignored"),
    [
        ("pyraminx", ()),
        ("skewb", ("CENTERS",)),  # cubing.js sees how they are turned
        ("megaminx", ("CENTERS",)),
    ],
)
def test_puzzles_that_come_with_it_move_as_those_of_cubing_js(name, ignored):
    """Moves of the same name do the same to as many orbits, up to how slots and turnings are numbered."""
    data = json.loads(as_kpuzzle(load_puzzle(name)))
    (told,) = asked([{"puzzle": name, "moves": list(data["moves"])}])
    ours = points(data["orbits"], data["moves"])
    theirs = points(told["definition"]["orbits"], told["moves"], ignored)
    left = [orbit for orbit in orbits_of(theirs) if len(orbit) > 1]
    for orbit in (orbit for orbit in orbits_of(ours) if len(orbit) > 1):
        match = next(
            (o for o in left if len(o) == len(orbit) and renaming(ours, theirs, orbit, o)), None
        )
        assert match is not None, orbit
        left.remove(match)
    assert not left
    order = MoveGroup(load_puzzle(name)).order
    reread = {**told["definition"], "moves": told["moves"], "derivedMoves": {}}
    if not ignored:
        assert MoveGroup(read_puzzle(json.dumps(reread))).order == order


POSITIONS = FACTS["puzzles"]["positions"]

HELD = {  # by the name in cubing.js: the fact, and orbits whose orientations it sees
    "2x2x2": (FACTS["pocket"]["positions"], ()),
    "3x3x3": (POSITIONS["3"], ("CENTERS",)),
    "4x4x4": (POSITIONS["4"], ()),
    "pyraminx": (POSITIONS["pyraminx"], ()),
    "skewb": (POSITIONS["skewb"], ("CENTERS",)),
    "megaminx": (POSITIONS["megaminx"], ("CENTERS",)),
}


@pytest.mark.parametrize("name", HELD)
def test_positions_of_the_puzzles_of_cubing_js(name):
    """Their moves turn the whole puzzle too, and some see how centres of one colour are turned."""
    (told,) = asked([{"puzzle": name}])
    text = json.dumps(told["definition"])
    positions, ignored = HELD[name]
    assert count_states(text, ignore_orientation=ignored, up_to_rotation=True).count == int(
        positions
    )
    assert count_states(text).count > int(positions)


def test_the_square1_moves_as_that_of_cubing_js():
    """Wedges are places there too; that a cut may be blocked is not in its definition."""
    names = {"U": "U_SQ_", "D": "D_SQ_", "/": "_SLASH_"}
    data = json.loads(as_kpuzzle(load_puzzle("square1")))
    (told,) = asked([{"puzzle": "square1", "moves": list(names.values())}])
    ours = points(data["orbits"], data["moves"])
    moves = {move: told["moves"][name] for move, name in names.items()}
    theirs = points(told["definition"]["orbits"], moves, ignored=("WEDGES",))
    left = [orbit for orbit in orbits_of(theirs) if len(orbit) > 1]
    for orbit in orbits_of(ours):
        match = next(
            o for o in left if len(o) == len(orbit) and renaming(ours, theirs, orbit, o) is not None
        )
        left.remove(match)
    assert all(kind == "EQUATOR" for orbit in left for kind, *_ in orbit)  # further turned, as well


def test_requirements_are_passed_over_by_cubing_js():
    """What we write of a puzzle with blocked moves is read there; it does every move."""
    algs = ["U2 D2", "U3 D3'"]
    definition = json.loads(as_kpuzzle(load_puzzle("square1")))
    named = dict(zip(definition["moves"], ("U", "D", "S"), strict=True))  # it reads / otherwise
    definition["moves"] = {named[name]: done for name, done in definition["moves"].items()}
    (told,) = asked([{"definition": definition, "algs": [*algs, "U S"]}])
    puzzle = load_puzzle("square1")
    for alg, pattern in zip([*algs, "U /"], told["patterns"], strict=True):
        assert same(puzzle, puzzle.solved.apply(alg).as_dict(), pattern)
