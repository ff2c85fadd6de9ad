"""Tests of the options that many commands have; see `options_registered`."""

from __future__ import annotations

import pathlib
import re

import pytest
from asking import ABOUT_SOLVED, PERFECT, SOLVED, USUAL, WITHOUT_JSON, ask, untimed
from options_registered import (
    FINDING,
    GOAL,
    PARSERS,
    READING,
    answered,
    choices,
    json,
    option,
    refused,
    usual,
)

from cubecsp import Cube, cube_class
from cubecsp.cli.commands import COMMANDS
from cubecsp.puzzle.cube.sizes import cube_name


@option("--help", *PARSERS)
def explains_every_option(command):
    shown = answered(command, "--help").out
    assert shown.startswith(f"usage: cubecsp {command}")
    for action in PARSERS[command]._actions:
        assert action.help, f"{command} {action.dest}"
        for string in action.option_strings:
            assert string in shown


@option("--json", *(set(PARSERS) - WITHOUT_JSON))
def prints_one_object_and_nothing_else(command):
    told = usual(command, "--json")
    assert isinstance(told.json, dict)
    assert told.err == ""
    assert not usual(command).out.startswith("{")


REWRITING = ("invert", "mirror", "rotate")
UNCOLOURED = (
    "count",
    "explain",
    "prove",
    "verify",
    "convert",
    "picture",
    "export",
    "import-solution",
    "results",
    "tables",
    "about",
    "serve",
    *REWRITING,
)


@option("--color", *(set(PARSERS) - {*UNCOLOURED}))
def colours_nets(command):
    more = ["--explain", "at-most=2"] if command == "rules" else []
    always, never, auto = (
        usual(command, *more, "--color", when).out for when in ("always", "never", "auto")
    )
    assert "\x1b[" in always
    assert "\x1b[" not in never
    assert untimed(auto) == untimed(never)
    assert "--color" in refused(command, *USUAL[command], *more, "--color", "sometimes")


@option("--verbose", *READING)
def says_how_a_cube_is_read(command):
    plain, told = usual(command), usual(command, "--verbose")
    assert untimed(told.out) == untimed(plain.out)
    assert plain.err == ""
    assert len(told.err.splitlines()) == 1
    word = "moves" if "R U" in USUAL[command] else "facelets"
    assert command == "apply" or word in told.err  # which is about a solved cube


@option("--verbose", *FINDING)
def says_which_engine_works(command):
    plain, told = usual(command), usual(command, "--verbose")
    assert untimed(told.out) == untimed(plain.out)
    assert plain.err == ""
    told_of_it = (
        r"native engine: .+; .+ used\n[\d,]+ nodes, .+ candidates?, .+ rejected; .+ searching.*\n"
    )
    assert re.fullmatch(told_of_it, told.err)


@option(
    "--verbose",
    *(
        "rules",
        "export",
        "import-solution",
        "results",
        "tables",
        "about",
        "prove",
        "verify",
        "serve",
        "recognise",
    ),
    *REWRITING,
)
def shows_where_an_internal_error_happened(command):
    def broken(_args):
        raise ZeroDivisionError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(COMMANDS[command], "run", broken)
        assert "in broken" in usual(command, "--verbose", code=70).err
        assert "in broken" not in usual(command, code=70).err


@option("--from", *READING)
def decides_what_a_text_is(command):
    facelets = answered(command, *ABOUT_SOLVED[command], "--from", "facelets")
    moves = answered(command, *ABOUT_SOLVED[command], "--from", "moves")
    assert untimed(facelets.out) != untimed(moves.out)
    assert "KPattern" in refused(command, *ABOUT_SOLVED[command], "--from", "kpattern")
    assert "--from" in refused(command, *ABOUT_SOLVED[command], "--from", "wish")


@option("--order", *READING)
def says_in_which_order_faces_are_written(command):
    cube = Cube.from_moves("R U F2")
    faces = {face: cube.facelets[9 * i : 9 * i + 9] for i, face in enumerate("URFDLB")}
    other = "".join(faces[face] for face in "ULFRBD")
    plain, turned = (
        [text if word == SOLVED else word for word in ABOUT_SOLVED[command]]
        for text in (cube.facelets, other)
    )
    told = answered(command, *turned, "--order", "ulfrbd")
    assert untimed(told.out) == untimed(answered(command, *plain).out)
    assert "not an order of faces" in refused(command, *turned, "--order", "ULFRB")


@option("--scheme", *(set(READING) - {"convert", "picture"}), *FINDING)
def shows_cubes_in_colours(command):
    asked = [command, *(ABOUT_SOLVED | USUAL)[command]]
    for name, letters in (("japanese", "WRGBOY"), ("western", "WRGYOB"), ("123456", "123456")):
        told = json(*asked, "--scheme", name)
        cubes = told["repairs" if command == "repair" else "cubes"]
        assert {cube["scheme"] for cube in cubes} == {letters}
    assert "neither the name of a scheme" in refused(*asked, "--scheme", "WRGYOO")


@option("--scheme", "import-solution")
def shows_imported_cubes_in_colours(command):
    (plain,), (shown,) = (
        json(command, *USUAL[command], *more)["cubes"] for more in ([], ["--scheme", "japanese"])
    )
    assert "scheme" not in plain
    assert (shown["scheme"], shown["facelets"]) == ("WRGBOY", plain["facelets"])


@option("--size", *READING)
def decides_which_cube_moves_are_of(command):
    asked = ["R U" if word == SOLVED else word for word in ABOUT_SOLVED[command]]
    sizes = {size for size in (2, 3, 4) if size in COMMANDS[command].sizes}
    told = {size: untimed(answered(command, *asked, "--size", size).out) for size in sizes}
    assert len(set(told.values())) == len(sizes)
    assert told[3] == untimed(answered(command, *asked).out)
    for size in {2, 3, 4} - sizes:
        assert cube_name(size) in refused(command, *asked, "--size", size)
    refused(command, *asked, "--size", "1")
    refused(command, *ABOUT_SOLVED[command], "--size", "2")


@option("--size", "find", "best")
def finds_cubes_of_that_size(command):
    asked = [command, "at-most=4", *GOAL[command]]
    for size, stickers in ((2, 24), (3, 54), (4, 96)):
        (cube,) = json(*asked, "--limit", "1", "--size", size)["cubes"]
        assert len(cube["facelets"]) == stickers
    solved = json(*asked, "--limit", "1", "--size", "2", "--solve", "two-phase")
    assert solved["cubes"][0]["optimal"]
    answered(*asked, "--limit", "1", "--size", "4", "-o", "large")
    assert pathlib.Path("large/cube-1.svg").exists()
    (cube,) = json(*asked, "--limit", "1", "--size", "4", "--solve", "two-phase")["cubes"]
    assert cube_class(4).from_moves(cube["generator"]).facelets == cube["facelets"]


@option("--size", *REWRITING)
def reads_moves_of_that_size(command):
    more = USUAL[command][1:]
    assert answered(command, "3Rw", *more, "--size", "4").out.strip("'\n") in ("3Rw", "3Lw", "3Fw")
    assert "the whole 3×3×3" in refused(command, "3Rw", *more)
    assert "--size" in refused(command, "R", *more, "--size", "1")


@option("--plane", "mirror")
def says_which_faces_the_mirror_exchanges(command):
    told = [
        answered(command, "R U F", "--plane", plane).out for plane in choices(command, "--plane")
    ]
    assert told == ["L' U' F'\n", "R' D' F'\n", "R' U' B'\n"]
    assert told[0] == answered(command, "R U F").out
    assert "--plane" in refused(command, "R", "--plane", "RU")


@option("--by", "rotate")
def says_how_the_cube_is_turned(command):
    told = [answered(command, "R U F", "--by", by).out for by in ("x", "y", "x y'", "z2")]
    assert told == ["R B U\n", "F U L\n", "B L U\n", "L D F\n"]
    assert "is not a rotation" in refused(command, "R", "--by", "R")
    assert "--by" in refused(command, "R")


@option("--prove", "describe")
def proves_the_distance(command):
    cube = "R U2 F' D B2 L U R2 F D' B L2"
    (found,) = json(command, cube)["cubes"]
    (proven,) = json(command, cube, "--prove")["cubes"]
    assert proven["optimal"]
    assert found["proven"] <= proven["length"] <= found["length"]


@option("--size", "rules")
def explains_rules_about_cubes_of_that_size(command):
    numbers = {None: 54, 2: 24, 3: 54, 4: 96}
    for size, number in numbers.items():
        told = json(command, "--explain", "no-touching=side", *(["--size", size] if size else []))
        assert len(told["stickers"]) == number
    assert "5×5×5" in refused(command, "--explain", "continuous", "--size", "4")


@option("--size", "export")
def exports_a_question_of_that_size(command):
    small, large = (usual(command, "--size", size).out for size in (2, 3))
    assert len(small) < len(large)
    assert large == usual(command).out


@option("--moves", "export")
@option("--turns", "export")
def exports_the_moves_that_solve_a_cube(command):
    asked = [command, "--moves", "F R", "--to", "asp"]
    every, some = answered(*asked).out, answered(*asked, "--turns", "F,R").out
    assert 'turn("F2").' in every
    assert re.findall(r'turn\("(.+)"\)\.', some) == ["F", "R"]
    assert "--moves" in refused(command, "at-most=2", "--to", "asp", "--turns", "F,R")
    assert "in place of rules" in refused(*asked, "at-most=2")
    assert "not written as cnf" in refused(command, "--moves", "F R", "--to", "cnf")
    assert "nothing to export" in refused(command, "--to", "asp")


SLOW = {
    "perfect-scramble": ["--engine", "constraint", "--no-symmetry"],
    "find": ["no-piece-home", "--limit", "all"],
    "best": [
        "no-piece-home",
        "--maximise",
        "sum(f in faces: count({f}, {f}))+how-many(a, b in faces, a < b: colours({a})==colours({b}))",
    ],
    "count": ["no-touching=side"],
    "sample": ["at-most=3", "-n", "1000000"],
    "scramble": ["at-most=3", "-n", "1000000"],
    "rank": ["--at", "0", "no-touching=side"],
    "explain": ["perfect-scramble", "no-piece-home"],
    "prove": ["perfect-scramble", "-o", "proven"],
    "check": [PERFECT, "at-most=2"],
    "verify": ["certificate"],
    "repair": ["U" * 27 + "R" * 27, "--engine", "cpsat"],
    "complete": ["." * 54, "--limit", "all"],
    "describe": [PERFECT, "--prove"],
    "solve": [Cube.from_placements(Cube().corners, [v ^ 1 for v in Cube().edges]).facelets],
    "reach": [PERFECT, "solved=all"],
    "convert": [PERFECT, "--to", "moves"],
}


@option("--time-limit", *SLOW)
def ends_the_work(command):
    more = ["--table", "tiny"] if command == "solve" else []
    told = ask(command, *SLOW[command], *more, "--time-limit", "0.000001", "--json")
    assert told.code == 3, told
    assert told.json.get("stopped") == "time" or re.search(
        "time|seconds", told.json["error"]["problem"]
    )
    for text in ("0", "-1", "inf", "nan", "1e400", "soon", ""):
        assert "--time-limit" in refused(command, *USUAL[command], f"--time-limit={text}")
    if command == "convert":  # where nothing takes time, a limit would change nothing
        assert "a time limit is for" in refused(command, *USUAL[command], "--time-limit", "60")
    else:
        usual(command, "--time-limit", "60")
