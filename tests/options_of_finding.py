"""Tests of the options of many commands, of engines, and of what finds, checks, repairs and completes; see `options_registered`."""

from __future__ import annotations

import pathlib
import re

import pytest
from asking import ABOUT_SOLVED, PERFECT, SOLVED, USUAL, ask, untimed
from options_registered import (
    FINDING,
    HOLES,
    NO_CUBE,
    PARSERS,
    READING,
    answered,
    choices,
    json,
    option,
    refused,
    usual,
)

from cubecsp import Cube
from cubecsp.cli.commands import COMMANDS
from cubecsp.models.counting import COUNTERS
from cubecsp.models.engines import ENGINES
from cubecsp.puzzle.sizes import cube_name
from cubecsp.search import METHODS

# Options of many commands


@option("--help", *PARSERS)
def explains_every_option(command):
    shown = answered(command, "--help").out
    assert shown.startswith(f"usage: cubecsp {command}")
    for action in PARSERS[command]._actions:
        assert action.help, f"{command} {action.dest}"
        for string in action.option_strings:
            assert string in shown


@option("--json", *(command for command in PARSERS if command != "export"))
def prints_one_object_and_nothing_else(command):
    told = usual(command, "--json")
    assert isinstance(told.json, dict)
    assert told.err == ""
    assert not usual(command).out.startswith("{")


REWRITING = ("invert", "mirror", "rotate")
UNCOLOURED = (
    "count",
    "convert",
    "picture",
    "export",
    "import-solution",
    "tables",
    "about",
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


@option("--verbose", "rules", "export", "import-solution", "tables", "about", *REWRITING)
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


GOAL = {"find": [], "perfect-scramble": [], "best": ["--maximise", "at-most=9"]}
"""What makes a question of rules: of the best, something that all 3×3×3 have."""


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
    assert "4×4×4" in refused(*asked, "--size", "4", "--solve", "two-phase")


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
    assert "5×5×5" in refused(command, "--explain", "symmetric=Ci", "--size", "4")


@option("--size", "export")
def exports_a_question_of_that_size(command):
    small, large = (usual(command, "--size", size).out for size in (2, 3))
    assert len(small) < len(large)
    assert large == usual(command).out


SLOW = {
    "perfect-scramble": ["--engine", "constraint", "--no-symmetry"],
    "find": ["no-piece-home", "--limit", "all"],
    "best": [
        "no-piece-home",
        "--maximise",
        "sum(f in faces: count({f}, {f}))+how-many(a, b in faces, a < b: colours({a})==colours({b}))",
    ],
    "count": ["no-touching=side"],
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
        assert "--time-limit" in refused(command, *USUAL[command], "--time-limit", "60")
    else:
        usual(command, "--time-limit", "60")


# Engines


@option("--engine", *FINDING)
def chooses_what_searches(command):
    more = [] if command == "perfect-scramble" else ["--size", "2"]
    names = choices(command, "--engine")
    assert set(names) == {"auto", *ENGINES}
    for name in names:
        if command == "perfect-scramble" and name == "constraint":
            continue  # minutes
        query = json(command, *USUAL[command], *more, "--engine", name)["query"]
        assert ("engine_reason" in query) == (name == "auto")
        assert query["engine"] == ("native" if name == "auto" else name)
    assert "--engine" in refused(command, *USUAL[command], "--engine", "abacus")


@option("--engine-option", *FINDING)
def sets_options_of_the_engine(command):
    more = ["--engine", "cpsat", "--engine-option"]
    query = usual(command, *more, "presolve=on", "--engine-option", "branching=solver", "--json")
    assert query.json["query"]["engine_options"] == {"presolve": True, "branching": "solver"}
    assert "engine_options" not in usual(command, *more, "presolve=off", "--json").json["query"]
    for wrong in ("presolve=maybe", "speed=9", "presolve"):
        assert "engine" in refused(command, *USUAL[command], *more, wrong)


@option("--hint", *FINDING)
def begins_near_a_cube(command):
    arguments = ["at-most=9", "--limit", "1"] if command == "find" else GOAL[command]
    hint = PERFECT if command == "perfect-scramble" else Cube.from_moves("R U F").facelets
    assert json(command, *arguments, "--hint", hint)["query"]["hint"] == hint
    if command != "perfect-scramble":
        assert answered(command, *arguments, "--hint", "R U F").out.split()[0] == hint
        assert answered(command, *arguments).out.split()[0] != hint
    refused(command, *arguments, "--hint", "no cube")


@option("--no-symmetry", *FINDING)
def has_every_cube_found_by_itself(command):
    arguments = [] if command == "perfect-scramble" else ["perfect-scramble", *GOAL[command]]
    used = json(command, *arguments)["query"]["symmetries"]
    alone = json(command, *arguments, "--no-symmetry")["query"]["symmetries"]
    assert (used, alone) == (48, 1)


@option("--seed", *FINDING)
def mixes_the_cubes(command):
    arguments = (
        [] if command == "perfect-scramble" else ["at-most=3", "--limit", "5", *GOAL[command]]
    )
    one, again, two = (
        [cube["facelets"] for cube in json(command, *arguments, "--seed", seed)["cubes"]]
        for seed in (1, 1, 2)
    )
    assert one == again != two
    assert "--seed" in refused(command, *USUAL[command], "--seed", "-1")


@option("--threads", *FINDING)
def searches_with_threads(command):
    one, two = (json(command, *USUAL[command], "--threads", number) for number in (1, 2))
    assert (one["query"]["threads"], two["query"]["threads"]) == (1, 2)
    assert [c["facelets"] for c in one["cubes"]] == [c["facelets"] for c in two["cubes"]]
    assert "1 to 64" in refused(command, *USUAL[command], "--threads", "1000")


@option("--view", *FINDING)
def shows_cubes_in_that_view(command):
    shown = []
    for view in choices(command, "--view"):
        usual(command, "-o", view, "--view", view)
        shown.append(next(pathlib.Path(view).glob("cube-*.svg")).read_text(encoding="utf-8"))
    assert len(set(shown)) == len(shown) == 3
    usual(command, "-o", "usual")
    assert next(pathlib.Path("usual").glob("cube-*.svg")).read_text(encoding="utf-8") == shown[0]
    assert "-o pictures" in refused(command, *USUAL[command], "--view", "cube")


@option("--output", *FINDING)
def draws_what_was_found(command):
    told = usual(command, "-o", "pictures")
    assert "pictures: pictures/index.html" in told.out
    assert "-o" in refused(command, *USUAL[command], "-o", "/dev/null/pictures")


# perfect-scramble, find and best


@option("--with", "perfect-scramble")
def demands_a_rule_too(command):
    assert json(command, "--with", f"stickers={PERFECT}")["count"] == 1
    assert json(command, "--with", "no-piece-home", code=1)["count"] == 0
    assert "no-such-rule" in refused(command, "--with", "no-such-rule")


@option("--without", "perfect-scramble")
def gives_up_a_rule(command):
    rules = json(command)["query"]["rules"]
    fewer = json(command, "--without", "faces-differ")
    assert set(rules) - set(fewer["query"]["rules"]) == {"faces-differ"}
    assert fewer["count"] > 48
    assert "not there" in refused(command, "--without", "no-piece-home")


@option("--maximize", "best")
def gives_the_cube_with_the_most(command):
    told = json(command, "solved=F2L", "--maximize", "2*count(U, R)-colours(U)")
    assert told == {
        **json(command, "solved=F2L", "--maximise", "2*count(U, R)-colours(U)"),
        **{key: told[key] for key in ("seconds", "statistics")},
    }
    (cube,) = told["cubes"]
    assert told["value"] == 2 * cube["facelets"][:9].count("R") - len(set(cube["facelets"][:9]))
    assert (told["query"]["goal"], told["proven"]) == ("maximise", True)
    assert (
        f"The best value is {told['value']}"
        in answered(command, "solved=F2L", "--maximise", "2*count(U, R)-colours(U)").out
    )
    assert "same for every cube" in refused(command, "--maximise", "3")
    assert "'beauty'" in refused(command, "--maximise", "count(U, R)+beauty")
    assert "not allowed with" in refused(
        command, "--maximise", "solved=all", "--minimise", "order=2"
    )


@option("--minimize", "best")
def gives_the_cube_with_the_least(command):
    told = json(
        command, "solved=F2L", "not solved=all", "--minimise", "colours(U F)", "--limit", "all"
    )
    assert {len(set(c["facelets"][:9] + c["facelets"][18:27])) for c in told["cubes"]} == {
        told["value"]
    }
    assert (told["query"]["goal"], told["status"]) == ("minimise", "complete")
    assert "scores lower" in answered(command, "solved=F2L", "--minimize", "colours(U)").out
    assert "nothing to be best at" in refused(command, "solved=F2L")


@option("--prefer", "best")
def adds_what_is_nice_to_have(command):
    wishes = [
        "--prefer",
        "7:solved=URF",
        "--prefer",
        "not solved=UFL",
        "--prefer",
        "5:not solved=URF",
    ]
    told = json(command, "solved=F2L", *wishes)
    assert told["value"] == 8
    both = json(command, "solved=F2L", *wishes, "--minimise", "count(U, U)")
    (cube,) = both["cubes"]
    assert both["value"] == cube["facelets"][:9].count("U") - 8
    for wrong in ("0:solved=URF", "100:solved=URF", "-1:solved=URF", "two:solved=URF", "3:"):
        refused(command, f"--prefer={wrong}")


@option("--limit", "best")
def gives_so_many_of_the_best(command):
    asked = [command, "solved=F2L+edges", "not solved=all", "--maximise", "count(U, U)"]
    told = json(*asked, "--limit", "all")
    assert told["status"] == "complete"
    assert len(json(*asked)["cubes"]) == 1
    assert len(json(*asked, "--limit", "2")["cubes"]) == 2 < len(told["cubes"])
    assert json(*asked, "--limit", "2")["stopped"] == "limit"
    assert "--limit" in refused(*asked, "--limit", "0")


@option("--limit", "find")
def stops_after_so_many_cubes(command):
    assert len(json(command, "at-most=3", "--limit", "3")["cubes"]) == 3
    assert len(json(command, "at-most=3")["cubes"]) == 1000
    assert json(command, "perfect-scramble", "--limit", "all")["status"] == "complete"
    for text in ("0", "-1", "1.5", "many", ""):
        assert "--limit" in refused(command, "at-most=3", f"--limit={text}")


@option("--classes", "find", "best")
def gives_one_cube_of_each_class(command):
    asked = [command, "perfect-scramble", *GOAL[command]]
    answer = json(*asked, "--classes")
    assert (answer["classes"], answer["count"], len(answer["cubes"])) == (1, 48, 1)
    assert "classes" not in json(*asked)
    assert "class of 48" in answered(*asked, "--classes").out


@option("--solve", "find", "best")
def adds_moves(command):
    near = ["solved=all", "--limit", "1", *GOAL[command]]
    assert "solution" not in json(command, *near)["cubes"][0]
    for method in choices(command, "--solve"):
        (cube,) = json(command, *near, "--solve", method)["cubes"]
        assert cube["solution"] == ""
    assert set(choices(command, "--solve")) == set(METHODS)
    assert "solve it" in answered(command, *near, "--solve", "two-phase").out


TURNED = Cube.from_moves("R U2").facelets
NEAR = ["checkerboard"]
"""Some cubes of different lengths."""


@option("--metric", "find", "best")
def counts_turns_of_found_cubes(command):
    (turns,) = json(
        command, "stickers=" + TURNED, *GOAL[command], "--solve", "optimal", "--table", "tiny"
    )["cubes"]
    (quarters,) = json(
        command, "stickers=" + TURNED, *GOAL[command], "--metric", "qtm", "--table", "tiny"
    )["cubes"]
    assert (turns["length"], turns["metric"]) == (2, "htm")
    assert (quarters["length"], quarters["metric"]) == (3, "qtm")


@option("--max-length", "find", "best")
def is_content_with_so_many_turns_for_each(command):
    query = json(command, *NEAR, *GOAL[command], "--max-length", "19")
    assert query["query"]["solve"] == {"method": "two-phase", "max_length": 19}
    assert all(cube["length"] <= 19 for cube in query["cubes"])
    assert "--max-length" in refused(command, *NEAR, *GOAL[command], "--max-length", "-1")


@option("--effort", "find", "best")
def looks_at_so_many_positions_for_each(command):
    query = json(command, *NEAR, *GOAL[command], "--effort", "1000")
    assert query["query"]["solve"] == {"method": "two-phase", "effort": 1000}
    assert "--effort" in refused(command, *NEAR, *GOAL[command], "--effort", "0")


@option("--table", "find", "best")
def proves_with_a_table(command):
    (cube,) = json(command, "stickers=" + TURNED, *GOAL[command], "--table", "tiny")["cubes"]
    assert cube["optimal"]
    assert "there is no table" in refused(command, *NEAR, *GOAL[command], "--table", "gold")


@option("--sort", "find", "best")
def gives_the_shortest_first(command):
    moves = [*NEAR, *GOAL[command], "--solve", "two-phase", "--limit", "all"]
    found, ordered = json(command, *moves), json(command, *moves, "--sort", "length")
    lengths = [cube["length"] for cube in ordered["cubes"]]
    assert lengths == sorted(lengths) == sorted(cube["length"] for cube in found["cubes"])
    assert ordered["query"]["sort"] == "length"
    assert "ask for them" in refused(command, *NEAR, *GOAL[command], "--sort", "length")
    assert "--sort" in refused(command, *moves, "--sort", "beauty")


# check, repair, complete


@option("--explain", "check")
def counts_piece_by_piece(command):
    assert "explanation" in json(command, "R U", "--explain")["cubes"][0]
    assert "explanation" not in json(command, "R U")["cubes"][0]
    assert "Corner test" in answered(command, "R U", "--explain").out


@option("--nets", "check")
def shows_each_of_several_cubes(command):
    two = json("convert", "R U", "F", "--to", "facelets")["cubes"]
    with open("two.txt", "w", encoding="utf-8") as file:
        file.writelines(f"{cube['text']}\n" for cube in two)
    lines, nets = answered(command, "two.txt").out, answered(command, "two.txt", "--nets").out
    assert lines == "1: real\n2: real\n2 cubes: 2 real (--nets shows each in full)\n"
    assert nets.count("a real cube: turns can make it") == 2


@option("--by", "repair")
def counts_stickers_or_pieces(command):
    for by in choices(command, "--by"):
        answer = answered(command, "R U", "--by", by, "--json").json
        assert answer["query"]["by"] == by
    twisted = Cube.from_placements([1, *range(3, 24, 3)], Cube().edges).facelets
    stickers, pieces = (json(command, twisted, "--by", by) for by in ("sticker", "piece"))
    assert stickers["distance"] == 3
    assert pieces["distance"] == 1


@option("--confusion", "repair")
def weighs_stickers(command):
    plain, camera = json(command, NO_CUBE), json(command, NO_CUBE, "--confusion", "camera")
    assert plain["query"]["confusion"] is None
    assert camera["query"]["confusion"] is not None
    assert plain["distance"] != camera["distance"]
    assert "no-such-table" in refused(command, NO_CUBE, "--confusion", "no-such-table")


@option("--limit", "repair")
def lists_so_many_repairs(command):
    one, every = (json(command, HOLES, "--limit", limit) for limit in (1, "all"))
    assert len(one["repairs"]) == 1
    assert len(every["repairs"]) == every["count"] >= 1
    assert "--limit" in refused(command, HOLES, "--limit", "0")


@option("--engine", "repair")
def chooses_how_to_repair(command):
    answers = {
        engine: json(command, NO_CUBE, "--engine", engine)
        for engine in choices(command, "--engine")
    }
    assert answers["cpsat"]["query"]["engine"] == "cpsat" == answers["auto"]["query"]["engine"]
    assert answers["subsets"]["query"]["engine"] == "subsets"
    assert len({answer["distance"] for answer in answers.values()}) == 1


@option("--count", "complete")
def lists_none(command):
    listed, counted = json(command, HOLES), json(command, HOLES, "--count")
    assert listed["count"] == counted["count"] == len(listed["cubes"])
    assert counted["cubes"] == []
    assert "--limit" in refused(command, HOLES, "--count", "--limit", "2")


@option("--fewest", "complete")
def finds_smallest_sets(command):
    answer = json(command, "R U", "--size", "2", "--fewest")
    assert answer["size"] == answer["proven"] == 24 - answer["sets"][0].count(".")
    assert "sets" not in json(command, "R U", "--size", "2")
    assert "--count" in refused(command, "R U", "--fewest", "--count")


@option("--limit", "complete")
def lists_so_many_cubes(command):
    unknown = "." * 27 + SOLVED[27:]
    assert len(json(command, unknown, "--limit", "3")["cubes"]) == 3
    assert len(json(command, unknown)["cubes"]) > 3
    assert "--limit" in refused(command, unknown, "--limit", "few")


# Counting


@option("--size", "count")
def counts_cubes_of_that_size(command):
    pocket = json(command, "solved=URF", "--size", "2")
    assert pocket["count"] == 720 * 3**5
    assert pocket["query"]["size"] == 2
    assert "4×4×4" in refused(command, "solved=URF", "--size", "4")


@option("--classes", "count")
def counts_classes_too(command):
    answer = json(command, "perfect-scramble", "--classes")
    assert (answer["count"], answer["classes"], answer["class_symmetries"]) == (48, 1, 48)
    assert "classes" not in json(command, "perfect-scramble")
    assert "in 1 class" in answered(command, "perfect-scramble", "--classes").out
    assert "classes" in refused(command, "at-most=3", "--classes", "--estimate")


@option("--estimate", "count")
def gives_an_estimate(command):
    answer = json(command, "at-most=3", "--estimate")
    least, most = answer["interval"]
    assert (answer["kind"], answer["confidence"]) == ("estimate", 0.95)
    assert least < answer["estimate"] < most
    assert "count" not in answer
    assert answered(command, "at-most=3", "--estimate").out.startswith("Estimate: about ")
    assert ask(command, "at-most=3", "--estimate", terminal=False).out == f"~{answer['estimate']}\n"


@option("--samples", "count")
def draws_so_many(command):
    for number in (1, 77):
        assert json(command, "at-most=3", "--estimate", "--samples", number)["samples"] == number
    assert "--samples" in refused(command, "at-most=3", "--estimate", "--samples", "0")
    assert "--estimate" in refused(command, "at-most=3", "--samples", "7")


@option("--seed", "count")
def draws_others(command):
    more = ["no-touching=side", "--estimate", "--samples", "500"]
    one, again, two = (json(command, *more, "--seed", s)["estimate"] for s in (1, 1, 2))
    assert one == again != two
    assert "--seed" in refused(command, *more, "--seed", "-1")


@option("--method", "count")
def chooses_how_to_count(command):
    names = choices(command, "--method")
    assert names == ["auto", *COUNTERS]
    asked = ["solved=F2L", "oriented=all"]
    for name in names:
        if name == "filtering":
            assert "too many cubes" in refused(command, *asked, "--method", name)
            continue
        answer = json(command, *asked, "--method", name)
        assert answer["method"] == (name if name != "auto" else "pieces")
        assert answer.get("count", 288) == 288
    assert "--method" in refused(command, *asked, "--method", "abacus")


@option("--explain", "count")
def tells_how_it_would_be_counted(command):
    told = answered(command, "at-most=3", "--explain").out
    assert told.startswith("listing: ")
    assert "not pieces: some rules compare stickers" in told
    assert re.search(r"^time: (about|longer)", told, re.MULTILINE)
    assert "done already" in usual(command, "--explain").out
    answer = json(command, "at-most=3", "--explain")
    assert (answer["plan"], answer["status"]) == (["listing"], "complete")
    assert "count" not in answer


@option("--threads", "count")
def counts_with_threads(command):
    asked = ["permuted=corners", "no-touching=across", "oriented=edges", "--method", "corner-walk"]
    one, three = (json(command, *asked, "--threads", number) for number in (1, 3))
    assert (one["query"]["threads"], three["query"]["threads"]) == (1, 3)
    assert one["count"] == three["count"] > 0
    assert "1 to 64" in refused(command, *asked, "--threads", "1000")


@option("--verbose", "count")
def tells_the_plan_too(command):
    plain, told = usual(command), usual(command, "--verbose")
    assert untimed(told.out) == untimed(plain.out)
    assert plain.err == ""
    assert told.err.startswith("pieces: closed forms")
