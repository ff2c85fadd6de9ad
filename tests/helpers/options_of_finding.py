"""Tests of the options of engines, and of what finds, checks, repairs and completes; see `options_registered`."""

from __future__ import annotations

import pathlib

from asking import PERFECT, SOLVED, USUAL
from options_registered import (
    FINDING,
    GOAL,
    HOLES,
    NO_CUBE,
    answered,
    choices,
    json,
    option,
    refused,
    usual,
)

from cubecsp import Cube
from cubecsp.models.engines import ENGINES, exhaustive_engines
from cubecsp.search import METHODS

# Engines


@option("--engine", *FINDING)
def chooses_what_searches(command):
    more = [] if command == "perfect-scramble" else ["--size", "2"]
    names = choices(command, "--engine")
    assert set(names) == {"auto", *ENGINES}
    for name in {"auto", *exhaustive_engines()}:
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
    assert not usual(command, *more, "presolve=off", "--json").json["query"]["engine_options"]
    for wrong in ("presolve=maybe", "speed=9", "presolve"):
        assert "engine" in refused(command, *USUAL[command], *more, wrong)


@option("--allow", "find", "best", "explain", "export")
def allows_logic_programs_more(command):
    pathlib.Path("side.lp").write_text(":- touch(side,F,G), shows(F,C), shows(G,C).\n")
    pathlib.Path("mine.lp").write_text('#include "side.lp".\n')
    more = {
        "find": ["--limit", "1"],
        "best": ["stickers=UR.............F........", "--maximise", "count(U,U)"],
        "explain": ["colours(U)==1"],
        "export": ["--to", "asp"],
    }[command]
    asked = (command, "mine.lp", "--size", "2", *more)
    assert "mine.lp, line 1: #include reads another file" in refused(*asked)
    assert answered(*asked, "--allow", "include", "--allow", "script").code in (0, 1)
    assert "--allow" in refused(*asked, "--allow", "net")


@option("--hint", *FINDING)
def begins_near_a_cube(command):
    arguments = ["at-most=9", "--limit", "1"] if command == "find" else GOAL[command]
    hint = PERFECT if command == "perfect-scramble" else Cube.from_moves("R U F").facelets
    assert json(command, *arguments, "--hint", hint)["query"]["hint"] == hint
    if command != "perfect-scramble":
        assert hint in answered(command, *arguments, "--hint", "R U F").out.split()
        assert hint not in answered(command, *arguments).out.split()
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
    assert "name another" in refused(command, *USUAL[command], "-o", "/dev/null/pictures")


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
    assert "not one of them" in refused(command, "--without", "no-piece-home")


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
    assert "give one of the two" in refused(
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
    assert "nothing to maximise or minimise" in refused(command, "solved=F2L")


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
    asked = query["query"]
    assert (asked["solve"], asked["max_length"], asked["effort"]) == ("two-phase", 19, None)
    assert all(cube["length"] <= 19 for cube in query["cubes"])
    assert "--max-length" in refused(command, *NEAR, *GOAL[command], "--max-length", "-1")


@option("--effort", "find", "best")
def looks_at_so_many_positions_for_each(command):
    query = json(command, *NEAR, *GOAL[command], "--effort", "1000")
    asked = query["query"]
    assert (asked["solve"], asked["max_length"], asked["effort"]) == ("two-phase", None, 1000)
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


@option("--size", "perfect-scramble")
def asks_about_another_size(command):
    assert {len(cube["facelets"]) for cube in json(command, "--size", "2")["cubes"]} == {6 * 2**2}
    assert "size" in refused(command, "--size", "1")


@option("--limit", "perfect-scramble")
def stops_after_so_many(command):
    assert json(command, "--limit", "3")["count"] == 3
    assert json(command, "--size", "2", "--limit", "2")["count"] == 2
    assert "--limit" in refused(command, "--limit", "none")
