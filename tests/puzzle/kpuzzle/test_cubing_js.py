"""Puzzles from definitions beside cubing.js: the sense of a KPuzzle, and the puzzles that come with cubecsp."""

from __future__ import annotations

import json
import random

import cubing_js
import defined
import puzzle_files
import pytest
from cubing_js import asked, orbits_of, points, renaming
from defined import count_states
from facts import FACTS
from puzzle_files import same_move, same_pattern

from cubecsp.puzzle import MoveGroup, load_puzzle, read_puzzle
from cubecsp.puzzle.definitions import clock
from cubecsp.puzzle.definitions.kpuzzle_json import _move_as_dict, as_kpuzzle

pytestmark = [pytest.mark.npm, cubing_js.needed]


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
            assert same_pattern(puzzle, puzzle.solved.apply(alg).as_dict(), pattern), (
                alg,
                question["definition"],
            )


NAMES = [
    "2x2x2",
    "3x3x3",
    *(f"{size}x{size}x{size}" for size in (4, 5, 6, 7)),
    "clock",
    "megaminx",
    "pyraminx",
    "skewb",
    "square1",
    "fto",
    "gigaminx",
    "master_tetraminx",
    "kilominx",
    "redi_cube",
    "melindas2x2x2x2",
    "loopover",
    "tri_quad",
    "baby_fto",
]


def test_every_puzzle_of_cubing_js_is_read():
    """Each move, also derived ones, and random sequences of them: all but its largest cube, of 40 layers."""
    rng, questions = random.Random(1), []
    for told in asked([{"puzzle": name} for name in NAMES]):
        definition = told["definition"]
        moves = [*definition["moves"], *definition.get("derivedMoves", ())]
        algs = [" ".join(rng.choices([*definition["moves"]], k=12)) for _ in range(5)]
        questions.append({"definition": definition, "moves": moves, "algs": algs})
    for question, told in zip(questions, asked(questions), strict=True):
        puzzle = read_puzzle(json.dumps(question["definition"]))
        for move, data in told["moves"].items():
            assert same_move(puzzle, move, data), (puzzle.name, move)
        for alg, pattern in zip(question["algs"], told["patterns"], strict=True):
            ours = puzzle.solved.apply(alg).as_dict()
            assert same_pattern(puzzle, ours, pattern), (puzzle.name, alg)


def test_a_folder_of_files_is_compared(tmp_path, capsys):
    """What `make puzzle-files` does: JSON as it stands, .tws files by a second reader."""
    for seed in range(6):
        data = defined.random_definition(seed)
        for orbit in data["defaultPattern"].values():
            orbit["orientation"] = [0] * len(orbit["pieces"])
            orbit["orientationMod"] = [int(m == 1) for m in orbit["orientationMod"]]
        first = next(iter(data["moves"]))
        data |= {"$schema": "…", "derivedMoves": {first: "_", "again": f"{first}2"}}
        (tmp_path / f"{seed}.json").write_text(json.dumps(data))
        (tmp_path / f"{seed}.tws").write_text(defined.as_tws(data, seed % 2 > 0))
    (tmp_path / "pattern.json").write_text(json.dumps(data["defaultPattern"]))
    assert puzzle_files.main(str(tmp_path)) == 0
    assert capsys.readouterr().out.count("is the same") == 12
    (tmp_path / "0.tws").write_text((tmp_path / "2.tws").read_text().replace("Solved", "Sloved"))
    assert puzzle_files.main(str(tmp_path)) == 1
    assert "refused: line" in capsys.readouterr().out


def test_what_we_write_is_read_by_cubing_js():
    questions = [
        {"definition": json.loads(as_kpuzzle(load_puzzle(name))), "algs": [f"{move}2 U'"]}
        for name, move in (("pyraminx", "l"), ("skewb", "R"), ("megaminx", "DL"))
    ]
    for question, told in zip(questions, asked(questions), strict=True):
        puzzle = load_puzzle(question["definition"]["name"])
        assert puzzle.solved.apply(question["algs"][0]).as_dict() == told["patterns"][0]


CORNERS = {  # of a redi cube, as cubing.js calls their moves
    "UFR": "F",
    "UBR": "UR",
    "UBL": "U",
    "UFL": "UL",
    "DFR": "D",
    "DFL": "L",
    "DBR": "R",
    "DBL": "B",
}
OF_CLOCK = {name: f"{name}_PLUS_" for name in clock._PINS}
OTHER_NAMES = {  # of moves
    "dino_cube": CORNERS,
    "redi_cube": CORNERS,
    "clock": OF_CLOCK | {f"b{name}": f"[y2: {there}]" for name, there in OF_CLOCK.items()},
}


@pytest.mark.parametrize(
    ("name", "ignored", "only_theirs"),
    [
        ("pyraminx", (), ()),
        ("skewb", ("CENTERS",), ()),  # cubing.js sees how they are turned
        ("megaminx", ("CENTERS",), ()),
        ("kilominx", ("CENTERS",), ("EDGES", "EDGES2", "CENTERS")),
        ("fto", (), ()),
        ("baby_fto", ("CENTERS",), ()),
        ("master_tetraminx", ("CENTERS",), ()),
        ("redi_cube", (), ()),
        ("clock", (), ("FACES", "FRAME", "HOUR_MARKS")),
        ("dino_cube", (), ("CORNERS",)),  # a redi cube without its corners
    ],
)
def test_puzzles_that_come_with_it_move_as_those_of_cubing_js(name, ignored, only_theirs):
    """Moves of the same name do the same to as many orbits, up to how slots and turnings are numbered."""
    puzzle = load_puzzle(name)
    data = moved_by(puzzle)
    there = {move: OTHER_NAMES.get(name, {}).get(move, move) for move in data}
    (told,) = asked([{"puzzle": name.replace("dino", "redi"), "moves": [*there.values()]}])
    moves = {move: told["moves"][alg] for move, alg in there.items()}
    ours = points(json.loads(as_kpuzzle(puzzle))["orbits"], data)
    theirs = points(told["definition"]["orbits"], moves, ignored)
    left = [orbit for orbit in orbits_of(theirs) if len(orbit) > 1]
    for orbit in (orbit for orbit in orbits_of(ours) if len(orbit) > 1):
        match = next(
            (o for o in left if len(o) == len(orbit) and renaming(ours, theirs, orbit, o)), None
        )
        assert match is not None, orbit
        left.remove(match)
    assert {kind for orbit in left for kind, *_ in orbit} <= {*only_theirs}
    if not ignored and not only_theirs:
        definition = {**told["definition"], "moves": moves, "derivedMoves": {}}
        for held in definition["defaultPattern"].values():
            held["pieces"] = [*range(len(held["pieces"]))]
        assert MoveGroup(read_puzzle(json.dumps(definition))).order == MoveGroup(puzzle).order


def moved_by(puzzle):
    """Return what every move of a puzzle does, as in KPuzzle JSON."""
    return {name: _move_as_dict(puzzle, done) for name, done in puzzle.moves.items()}


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
        assert same_pattern(puzzle, puzzle.solved.apply(alg).as_dict(), pattern)
