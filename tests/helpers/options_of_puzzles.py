"""Tests of the option `--puzzle`; what the commands do with it is in test_puzzles_on_the_command_line."""

from __future__ import annotations

import json

from asking import ask
from options_registered import option

QUESTIONS = {
    "scramble": ["--seed", "1"],
    "check": ["R"],
    "describe": ["R"],
    "solve": ["R"],
    "reach": ["R", "solved=all"],
    "apply": ["R"],
    "rank": ["R"],
    "picture": ["R"],
    "complete": ["R"],
    "repair": ["R"],
}
"""For each command about moves a question about the skewb."""

OF_ALL = {
    "find": ["solved=CENTERS", "--limit", "all"],
    "count": ["solved=CENTERS"],
    "sample": ["--seed", "1"],
    "best": ["solved=CENTERS", "--maximise", "how-many(not solved=CORNERS)"],
    "explain": ["solved=CENTERS", "not solved=CENTERS[0]"],
    "prove": ["solved=CENTERS", "solved=CORNERS[0,1,2,3]", "-o", "proven"],
}
"""For each command about cubes and other puzzles alike a question about the skewb."""


@option("--puzzle", *QUESTIONS)
def is_about(command):
    if command == "picture":
        told = ask(command, *QUESTIONS[command], "--puzzle", "skewb")
        assert "<title>the skewb" in told.out
        return
    told = ask(command, *QUESTIONS[command], "--puzzle", "skewb", "--json")
    assert told.code == 0, told
    assert told.json["query"]["puzzle"] == "skewb"
    if command != "reach":  # whose rule is about other pieces
        cube = ask(command, *QUESTIONS[command], "--puzzle", "3x3x3", "--json")
        assert cube.code == 0, cube
        cubes = cube.json["repairs" if command == "repair" else "cubes"]
        assert all(len(report["facelets"]) == 54 for report in cubes)


@option("--unseen", *QUESTIONS)
def hides_orientations_of(command):
    """The corners of a skewb can then be where they belong in one way only."""
    wrong = ask(command, *QUESTIONS[command], "--puzzle", "skewb", "--unseen", "EDGES")
    assert "the puzzle skewb has no orbit 'EDGES'" in wrong.err
    told = ask(command, *QUESTIONS[command], "--puzzle", "skewb", "--unseen", "CORNERS", "--json")
    assert told.code == 0, told
    for cube in told.json.get("cubes", ()):
        assert not any(cube["pattern"]["CORNERS"]["orientation"])
    alone = ask(command, *QUESTIONS[command], "--unseen", "CORNERS")
    assert "the parameter unseen is for puzzles that are not cubes" in alone.err


@option("--turns", "check", "describe", "scramble", "complete", "repair", "rank")
def uses_these_moves_only(command):
    told = ask(command, *QUESTIONS[command], "--puzzle", "skewb", "--turns", "R", "--json")
    assert told.json["query"]["turns"] == "R"
    (cube,) = told.json["repairs" if command == "repair" else "cubes"]
    if command in ("describe", "scramble"):
        assert {*cube["generator"].split()} <= {"R", "R'"}
    assert "the parameter turns is for" in ask(command, *QUESTIONS[command], "--turns", "R").err


@option("--random-moves", "scramble")
def draws_moves(command):
    told = ask(command, "--puzzle", "megaminx", "--random-moves", "7", "--seed", "2", "--json")
    (cube,) = told.json["cubes"]
    assert len(cube["generator"].split()) == 7
    assert (cube["optimal"], told.json["method"]) == (False, "random-moves")
    assert "the parameter random_moves is for" in ask(command, "--random-moves", "7").err
    rules = ask(command, "--puzzle", "skewb", "--random-moves", "7", "solved=CENTERS")
    assert "random moves obey no rules" in rules.err


@option("--effort", "scramble")
def looks_at_so_many(command):
    told = ask(command, "--puzzle", "skewb", "--effort", "500")
    assert told.code == 3
    assert "--random-moves 30" in told.err
    assert "the parameter effort is for" in ask(command, "--effort", "500").err


@option("--definition", "describe")
def prints_the_definition(command):
    told = ask(command, "--puzzle", "skewb", "--definition")
    assert json.loads(told.out)["name"] == "skewb"
    for more in (["R", "--puzzle", "skewb"], ["R"], ["--puzzle", "skewb", "--json"]):
        wrong = ask(command, *more, "--definition")
        assert (wrong.code, wrong.out == "" or "--json" in more) == (2, True)


def of_skewb(command, *more):
    told = ask(command, *OF_ALL[command], "--puzzle", "skewb", *more, "--json")
    assert told.code in (0, 1), told
    return json.loads(told.out)


@option("--puzzle", *OF_ALL)
def is_about_it_or_cubes(command):
    assert of_skewb(command)["query"]["puzzle"] == "skewb"
    told = ask(command, *OF_ALL[command], "--puzzle", "skewb", "--size", "3")
    assert (told.code, told.out) == (2, "")
    assert "a puzzle and the size of a cube" in told.err


@option("--turns", *OF_ALL)
def uses_these_moves(command):
    """Turns of R alone move no more than one corner that is not turned."""
    told = of_skewb(command, "--turns", "R")
    assert told["query"]["turns"] == "R"
    if command == "explain":
        assert len(told["corrections"]) == 1
        return
    if command == "count":
        assert told["count"] == 1
        return
    held = [cube["pattern"]["CORNERS"]["orientation"] for cube in told["cubes"]]
    assert len(held) == 1
    assert command == "sample" or not any(map(any, held))


@option("--unseen", *OF_ALL)
def hides_orientations(command):
    told = of_skewb(command, "--unseen", "CORNERS", "--turns", "R,L")
    assert told["query"]["unseen"] == ["CORNERS"]
    for cube in told.get("cubes", ()):
        if "pattern" in cube:
            assert not any(cube["pattern"]["CORNERS"]["orientation"])
    wrong = ask(command, *OF_ALL[command], "--puzzle", "skewb", "--unseen", "EDGES")
    assert "the puzzle skewb has no orbit 'EDGES'" in wrong.err


@option("--depths", "count")
def counts_by_depth(command):
    told = ask(command, "--puzzle", "skewb", "--turns", "R,R'", "--depths", "--json").json
    assert told["depths"] == [1, 2]
    assert "for puzzles that are not cubes" in ask(command, "--depths").err


@option("--held", "count")
def counts_positions(command):
    told = ask(command, "--puzzle", "skewb", "--held", "--json").json
    assert told["count"] == 3_149_280
    assert "for puzzles that are not cubes" in ask(command, "--held").err


@option("--effort", "count")
def visits_so_many(command):
    told = ask(command, "--puzzle", "skewb", "--depths", "--effort", "50", "--json")
    assert told.code == 3
    assert told.json["stopped"] == "effort"
    assert "for puzzles that are not cubes" in ask(command, "--effort", "50").err


@option("--puzzle", "export")
def is_exported(command):
    told = ask(command, "solved=CENTERS", "--puzzle", "skewb", "--to", "cnf")
    assert '"puzzle": "skewb", "unseen": [], "turns": null' in told.out


@option("--unseen", "export")
def exports_without_orientations(command):
    """A corner of a skewb is one piece then, however it is turned."""
    told = ask(command, "solved=all", "--puzzle", "skewb", "--to", "cnf", "--unseen", "CORNERS")
    assert '"unseen": ["CORNERS"]' in told.out
    assert "holds corners_3_1" not in told.out
