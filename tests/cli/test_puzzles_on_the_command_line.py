"""Commands about puzzles that are not cubes: every option, what is printed where, and what is refused."""

from __future__ import annotations

import json

import defined
import pytest
from asking import ask, piped

from cubecsp.puzzle import load_puzzle, read_puzzle

pytestmark = pytest.mark.usefixtures("folder")

FLIPPED = (
    '{"CORNERS": {"pieces": [0, 1, 2, 3, 4, 5, 6, 7], "orientation": [1, 0, 0, 0, 0, 0, 0, 0]},'
    ' "CENTERS": {"pieces": [0, 1, 2, 3, 4, 5], "orientation": [0, 0, 0, 0, 0, 0]}}'
)


def of(command, *arguments, puzzle="skewb", code=0, stdin=""):
    """Return what a command prints as JSON."""
    told = ask(command, "--puzzle", puzzle, *arguments, "--json", stdin=stdin)
    assert told.code == code, told
    return json.loads(told.out)


def test_turns():
    assert of("check", "R U", "--turns", "R,U")["cubes"][0]["reachable"]
    assert not of("check", "R U L", "--turns", "R,U", code=1)["cubes"][0]["reachable"]
    assert of("describe", "--turns", "R")["puzzle"]["order"] == 3
    assert of("describe")["puzzle"]["order"] == 3_149_280
    assert of("count", "--turns", "R")["count"] == 3
    assert of("solve", "R2")["cubes"][0]["solution"] == "R"
    assert of("solve", "R2", "--turns", "R'")["cubes"][0]["solution"] == "R' R'"
    assert of("reach", "R2", "solved=all", "--turns", "R'")["cubes"][0]["moves"] == "R' R'"
    assert len(of("find", "solved=CENTERS", "--turns", "R", "--limit", "all")["cubes"]) == 1
    drawn = of("scramble", "--turns", "R,R',U,U'")["cubes"][0]["generator"]
    assert set(drawn.replace("'", "").split()) <= {"R", "U"}


def test_what_is_ignored_in_a_definition_is_named_with_verbose(tmp_path):
    data = json.loads(ask("describe", "--puzzle", "skewb", "--definition").out)
    data |= {"$schema": "…", "x-maker": "me", "derivedMoves": {"U": "R"}}
    file = tmp_path / "skewb.json"
    file.write_text(json.dumps(data))
    ignored = "ignored in the definition of skewb: $schema, x-maker, derivedMoves.U\n"
    for command in (["describe"], ["solve", "U"], ["count", "solved=CENTERS"]):
        told = ask(*command, "--puzzle", file, "--verbose")
        assert told.err.startswith(ignored)
        assert not ask(*command, "--puzzle", file).err
    assert of("describe", puzzle=file)["puzzle"]["unread"] == [
        "$schema",
        "x-maker",
        "derivedMoves.U",
    ]


@pytest.mark.parametrize("name", ["fto", "clock", "redi", "master tetraminx"])
def test_questions_about_the_puzzles_that_are_built_in(name):
    first, second = [*load_puzzle(name).generators][:2]
    solved = of("solve", f"{first} {second}", puzzle=name)["cubes"][0]
    assert solved["length"] == 2
    assert of("check", first, puzzle=name)["cubes"][0]["reachable"]
    orbit = load_puzzle(name).kinds[-1].name
    if name != "clock":  # minutes: only one state in 16 that engines find is solvable
        assert of("find", f"not solved={orbit}", "--limit", "1", puzzle=name)["cubes"]
    assert of("sample", "-n", "1", "--seed", "1", puzzle=name)["cubes"]
    assert of("describe", puzzle=name)["query"]["built_in"]


def test_limit():
    for limit, count in (("1", 1), ("2", 2), ("all", 3)):
        told = of(
            "find",
            "solved=CORNERS",
            "solved=CENTERS[0,1,2]",
            "--limit",
            limit,
        )
        assert len(told["cubes"]) == min(count, 3 if limit == "all" else count)
    goal = "holds=CENTERS[0]:CENTERS[0,1,3,5]"
    some = of("reach", "R U L B", f"not {goal}", "--limit", "1")
    every = of("reach", "R U L B", f"not {goal}", "--limit", "all")
    assert len(some["cubes"]) == 1 <= len(every["cubes"])


def test_seed_and_number():
    first = of("scramble", "-n", "3", "--seed", "1")["cubes"]
    assert first == of("scramble", "-n", "3", "--seed", "1")["cubes"]
    assert first != of("scramble", "-n", "3", "--seed", "2")["cubes"]
    assert len(first) == 3
    assert len(of("scramble")["cubes"]) == 1


def test_random_moves():
    (state,) = of("scramble", "--random-moves", "17", puzzle="megaminx")["cubes"]
    assert len(state["generator"].split()) == 17


def test_depths():
    told = of("count", "--depths", "--turns", "R,R',U,U'")
    assert sum(told["depths"]) == told["count"]
    shown = ask("count", "--puzzle", "skewb", "--depths", "--turns", "R,R'")
    assert shown.out.startswith(" 0  1\n 1  2\n")
    assert "leave out the rules" in ask("count", "--puzzle", "skewb", "--depths", "solved=all").err


def test_method():
    told = of("solve", "R U' L", "--method", "breadth-first")
    assert told["query"]["method"] == "breadth-first"
    (state,) = told["cubes"]
    assert state["length"] == len(state["solution"].split()) == 3
    assert "solves cubes only" in ask("solve", "R", "--puzzle", "skewb", "--method", "optimal").err


def test_definition():
    told = ask("describe", "--puzzle", "skewb", "--definition")
    assert read_puzzle(told.out).moves == load_puzzle("skewb").moves
    assert "leave out states" in ask("describe", "--puzzle", "skewb", "R", "--definition").err


def test_held(tmp_path):
    """The disc has a turn of the whole of it, in three ways."""
    turn = {"A": {"permutation": [1, 2, 0], "orientationDelta": [0, 0, 0]}}
    swap = {"A": {"permutation": [1, 0, 2], "orientationDelta": [0, 0, 0]}}
    data = {
        "name": "disc",
        "orbits": [{"orbitName": "A", "numPieces": 3, "numOrientations": 1}],
        "defaultPattern": {"A": {"pieces": [0, 1, 2], "orientation": [0, 0, 0]}},
        "moves": {"S": swap, "T": turn, "Uv": turn},
    }
    (tmp_path / "disc.json").write_text(json.dumps(data))
    for puzzle in (str(tmp_path / "disc.json"), json.dumps(data)):
        assert of("count", puzzle=puzzle)["count"] == 6
        assert of("count", "--up-to-rotation", puzzle=puzzle)["count"] == 2
        assert (
            "positions 2, up to rotation of the whole puzzle"
            in ask("describe", "--puzzle", puzzle).out
        )
    told = ask("count", "solved=A", "--up-to-rotation", "--puzzle", json.dumps(data))
    assert "leave out the rules" in told.err


def test_ignored_orientations():
    flipped = of("check", FLIPPED, "--ignore-orientation", "CORNERS")
    assert flipped["cubes"][0]["reachable"]
    assert of("count", "--ignore-orientation", "CORNERS")["count"] < of("count")["count"]
    assert (
        "did you mean CORNERS"
        in ask("count", "--puzzle", "skewb", "--ignore-orientation", "CORNER").err
    )


def test_colour():
    """It says who the output is for: people see the state, too."""
    for command, *more in (
        ("solve", "R"),
        ("scramble", "--seed", "4"),
        ("reach", "R", "solved=all"),
    ):
        for_a_pipe = piped(command, "--puzzle", "skewb", *more).out
        for_people = piped(command, "--puzzle", "skewb", *more, "--color", "always").out
        assert for_a_pipe.strip() in for_people
        assert len(for_people.splitlines()) > len(for_a_pipe.splitlines()) == 1


def pictured(*options, puzzle="skewb", state="R U' L"):
    """Return the SVG that `picture` prints."""
    told = piped("picture", "--puzzle", puzzle, state, *options)
    assert (told.code, told.err) == (0, "")
    return told.out


def test_output(tmp_path):
    for name, start in (("a.svg", b"<svg"), ("a.png", b"\x89PNG")):
        told = ask("picture", "--puzzle", "skewb", "R", "-o", tmp_path / name)
        assert (told.code, told.out) == (0, f"picture: {tmp_path / name}\n")
        assert (tmp_path / name).read_bytes().startswith(start)
    assert of("picture", "R", "-o", tmp_path / "b.svg")["files"] == [str(tmp_path / "b.svg")]
    assert (tmp_path / "b.svg").read_bytes() == (tmp_path / "a.svg").read_bytes()
    assert of("picture", "R")["svg"] == pictured(state="R") == pictured("-o", "-", state="R")
    assert (tmp_path / "a.svg").read_text("utf-8") == pictured(state="R")
    for wrong in ("a.gif",):
        told = ask("picture", "--puzzle", "skewb", "R", "-o", tmp_path / wrong)
        assert (told.code, told.out) == (2, "")
        assert "end it in .svg" in told.err


def test_view_back_and_rotation():
    net, solid = pictured("--view", "net"), pictured("--view", "solid")
    both = pictured("--view", "solid", "--back", "beside")
    turned = pictured("--view", "solid", "--rotation", "y30x-20")
    assert len({net, solid, both, turned}) == 4
    assert pictured() == net
    assert pictured("--back") == pictured("--back", "beside") == both
    assert pictured("--rotation", "y30x-20") == turned
    for option in (["--back"], ["--rotation", "y30"]):
        told = ask("picture", "--puzzle", "skewb", "R", "--view", "net", *option)
        assert (told.code, told.out) == (2, "")
        assert f"{option[0]} cannot be used with --view net; it is for --view solid" in told.err
    told = ask("picture", "--puzzle", "skewb", "R", "--view", "plan")
    assert told.code == 2
    assert "expected net, solid" in told.err


def test_how_a_puzzle_is_painted():
    assert "#112233" not in pictured()
    assert "#112233" in pictured("--background", "#112233")
    painted = pictured("--scheme", "red,lime,navy,#123", puzzle="pyraminx")
    assert all(colour in painted for colour in ("#ff0000", "#00ff00", "#000080", "#112233"))
    assert pictured("--scheme", "grey") != pictured() == pictured("--scheme", "standard")
    assert pictured("--letters").count("<path") == pictured().count("<path") + 30
    assert "<title>mine</title>" in pictured("--title", "mine")
    assert 'width="77"' in pictured("--view", "net", "--pixels", "77")
    assert 'width="77"' in of("picture", "R", "--pixels", "77")["svg"]


def test_puzzles_whose_stickers_have_no_known_shape_are_not_drawn(tmp_path):
    file = tmp_path / "skewb.json"
    file.write_text(ask("describe", "--puzzle", "skewb", "--definition").out)
    told = ask("picture", "--puzzle", file, "R", "-o", tmp_path / "a.svg")
    assert (told.code, told.out) == (2, "")
    assert "does not say what shape its stickers have; draw baby_fto, " in told.err
    assert not (tmp_path / "a.svg").exists()


def test_one_state_is_drawn(tmp_path):
    file = tmp_path / "states"
    file.write_text("R U\n()\n")
    assert "2 cubes do not fit in one picture" in ask("picture", "--puzzle", "skewb", file).err
    answer = piped("scramble", "--puzzle", "skewb", "--json").out
    told = piped("picture", "--puzzle", "skewb", "-", stdin=answer)
    moves = json.loads(answer)["cubes"][0]["generator"]
    assert told.out == pictured(state=moves)


def test_other_commands_and_options_refuse():
    told = ask("recognise", "R U", "--puzzle", "skewb")
    assert (told.code, told.out) == (2, "")
    assert "recognise does not take --puzzle" in told.err
    assert (
        "the parameter metric is for cubes"
        in ask("solve", "R", "--puzzle=skewb", "--metric", "qtm").err
    )
    assert ask("find", "--puzzle").code == 2
    for wrong, why in (
        (["--size", "3"], "a puzzle and the size of a cube"),
        (["--classes"], "symmetry classes apply to cubes only"),
        (["--hint", "Q"], "'Q' is not a move"),
        (
            ["--engine", "annealing"],
            "the annealing engine takes cubes only, and skewb is not a cube",
        ),
        (["--solve", "optimal"], "optimal solves cubes only"),
        (["--resume", "here.db"], "only a search for all cubes can be resumed"),
        (["mine.toml"], "skewb is not a cube"),
    ):
        told = ask("find", "solved=all", "--puzzle", "skewb", *wrong)
        assert (told.code, told.out) == (2, ""), wrong
        assert why in told.err, wrong
    told = ask("find", "solved=all", "--turns", "U")
    assert "name one with --puzzle" in told.err
    assert "did you mean skewb" in ask("apply", "R", "--puzzle", "skweb").err


def test_commands_feed_each_other():
    states = piped("apply", "--puzzle", "skewb", "R U").out
    assert piped("solve", "--puzzle", "skewb", "-", stdin=states).out == "U' R'\n"
    drawn = piped("scramble", "--puzzle", "skewb", "-n", "3").out
    assert piped("check", "--puzzle", "skewb", "-", stdin=drawn).out.count(": solvable") == 3
    as_json = piped("scramble", "--puzzle", "skewb", "-n", "3", "--json").out
    assert piped("solve", "--puzzle", "skewb", "-", stdin=as_json).out.count("\n") == 3
    solved = piped("apply", "--puzzle", "skewb", "(R U)45").out
    assert solved == piped("apply", "--puzzle", "skewb", "()").out


def test_states_stand_in_files(tmp_path):
    file = tmp_path / "states"
    file.write_text(f"R U\n\n{FLIPPED}\n")
    told = of("check", file, code=1)
    assert [state["reachable"] for state in told["cubes"]] == [True, False]
    file.write_text("R U\nR Q\n")
    error = ask("check", "--puzzle", "skewb", file)
    assert error.code == 2
    assert "line 2: moves 'R Q': 'Q' is not a move (character 3): expected U, R, L, B" in error.err


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ('{"query": {}, "cubes": [{"facelets": "UR"}]}', "cubes[0]: 'UR' is a cube, not a state"),
        ('{"query": {}, "cubes": [{"text": ""}]}', "cubes[0]"),
        ('{"query": {}, "cubes": [{"pattern": []}]}', "cubes[0]: moves '[]'"),
        ('{"query": {}, "cubes": [{"pattern": {"A": 1}}]}', "cubes[0]: state"),
    ],
)
def test_answers_that_are_about_something_else(answer, told):
    error = ask("check", "--puzzle", "skewb", answer)
    assert error.code == 2
    assert told in error.err


def test_a_file_with_a_definition(tmp_path):
    data = defined.random_definition(3)
    for name, text in (
        ("puzzle.json", json.dumps(data)),
        ("puzzle.tws", defined.as_tws(data, False)),
    ):
        file = tmp_path / name
        file.write_text(text)
        assert of("describe", puzzle=str(file))["puzzle"]["moves"] == list(data["moves"])
    file.write_text(text.replace("End", "Emd"))
    assert (
        f"file '{str(file)[:4]}" in ask("describe", "--puzzle", file).err
        or "puzzle.tws" in ask("describe", "--puzzle", file).err
    )


@pytest.mark.parametrize(
    ("modulus", "told"),
    [
        (0, "turned in 4 ways\n"),
        (2, "turned in 4 ways, of which 2 can be distinguished\n"),
        (1, "turned in 4 ways, which look alike\n"),
    ],
)
def test_what_can_be_seen_is_told(tmp_path, modulus, told):
    data = {
        "name": "dial",
        "orbits": [{"orbitName": "A", "numPieces": 2, "numOrientations": 4}],
        "defaultPattern": {
            "A": {"pieces": [0, 1], "orientation": [0, 0], "orientationMod": [modulus, modulus]}
        },
        "moves": {"R": {"A": {"permutation": [1, 0], "orientationDelta": [1, 0]}}},
    }
    (tmp_path / "dial.json").write_text(json.dumps(data))
    assert f"A: 2 pieces, {told}" in ask("describe", "--puzzle", "dial.json").out


def test_what_is_printed():
    told = ask("check", "--puzzle", "skewb", "-", stdin=f"R\n{FLIPPED}\n")
    assert told.code == 1
    assert told.out.startswith("1: solvable\n2: not solvable: ")
    assert "2 states: 1 not solvable, 1 solvable" in told.out
    assert ask("check", "--puzzle", "skewb", FLIPPED).out.startswith("Not solvable.\n")
    (state,) = of("check", "D", "--turns", "U", puzzle="megaminx", code=1)["cubes"]
    _, *told, last = ask("check", "--puzzle", "megaminx", "D", "--turns", "U").out.splitlines()[:6]
    assert told == state["reasons"][:4]
    assert last == f"and {len(state['reasons']) - 4} more such reasons"
    broken = ask("check", "--puzzle", "skewb", "R", "solved=CORNERS", "solved=all")
    assert broken.code == 1
    assert "Solvable. Breaks solved=CORNERS in 4 places:" in broken.out
    told = ask("describe", "--puzzle", "pyraminx")
    assert "group     of order 75,582,720" in told.out
    assert "invariant the parity of EDGES is 0 modulo 2" in told.out
    described = ask("describe", "--puzzle", "pyraminx", "U L").out
    assert "order     15\n" in described
    assert "distance  2 moves, proven\nmake it   U L\nsolve it  L' U'\n" in described
    assert ask("count", "--puzzle", "pyraminx", "--turns", "u,l,r,b").out.startswith(
        "81 states of pyraminx (moves u,l,r,b only) are solvable"
    )
    told = ask("solve", "--puzzle", "pyraminx", "()")
    assert "(0 moves, the shortest there is)\n" in told.out
    assert "no moves solve the state" in ask("solve", "--puzzle", "skewb", FLIPPED).err
