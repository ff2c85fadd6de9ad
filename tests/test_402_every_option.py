"""Every option of every command changes what can be seen, in the way that its help says.

The options are read from the parsers: one without a test here fails, and so does a test of none.
"""

from __future__ import annotations

import argparse
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable

import pytest
from asking import PERFECT, SOLVED, USUAL, Outcome, ask, parser_of_all, write_files

from cubecsp import Cube
from cubecsp.cli.commands import COMMANDS
from cubecsp.models.engines import ENGINES
from cubecsp.questions.moves import MoveSearch
from cubecsp.search import METHODS

PARSERS = parser_of_all()
TESTS: dict[tuple[str, str], Callable[[str], None]] = {}
NO_CUBE = SOLVED[:-1] + "U"
HOLES = "..." + SOLVED[3:]

READING = ("check", "repair", "complete", "solve", "reach", "apply", "convert", "picture")
FINDING = ("perfect-scramble", "find")


def option(flag: str, *commands: str):
    """Register the test of an option of some commands."""

    def registered(test: Callable[[str], None]) -> Callable[[str], None]:
        for command in commands:
            assert (command, flag) not in TESTS
            TESTS[command, flag] = test
        return test

    return registered


def every_option() -> list[tuple[str, str]]:
    return [
        (command, action.option_strings[-1])
        for command, parser in PARSERS.items()
        for action in parser._actions
        if action.option_strings
    ]


def choices(command: str, flag: str) -> list[str]:
    (action,) = (a for a in PARSERS[command]._actions if flag in a.option_strings)
    assert action.choices
    return list(action.choices)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(
        "COLORTERM", "truecolor"
    )  # rich keeps the codes of the first terminal it meets
    monkeypatch.setenv("TERM", "xterm")
    write_files(tmp_path)
    return tmp_path


def test_every_option_has_a_test():
    assert set(TESTS) == set(every_option())


@pytest.mark.parametrize(("command", "flag"), every_option())
def test_options(command, flag):
    TESTS[command, flag](command)


def answered(*arguments: object, code: int = 0) -> Outcome:
    told = ask(*arguments)
    assert told.code == code, told
    return told


def usual(command: str, *more: object, code: int = 0) -> Outcome:
    return answered(command, *USUAL[command], *more, code=code)


def json(*arguments: object, code: int = 0):
    return answered(*arguments, "--json", code=code).json


def refused(*arguments: object) -> str:
    told = answered(*arguments, code=2)
    assert told.out == ""
    return told.err


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


UNCOLOURED = ("convert", "picture", "export", "import-solution", "tables", "about")


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


def untimed(text: str) -> str:
    return re.sub(r"\d+\.\d+ s", "s", text)


@option("--verbose", *READING)
def says_how_a_cube_is_read(command):
    plain, told = usual(command), usual(command, "--verbose")
    assert untimed(told.out) == untimed(plain.out)
    assert plain.err == ""
    assert len(told.err.splitlines()) == 1
    word = "moves" if command in ("check", "solve", "reach", "convert", "picture") else "facelets"
    assert command == "apply" or word in told.err


@option("--verbose", *FINDING)
def says_which_engine_works(command):
    plain, told = usual(command), usual(command, "--verbose")
    assert untimed(told.out) == untimed(plain.out)
    assert plain.err == ""
    assert re.fullmatch(r"native engine: .+; .+ used\n", told.err)


@option("--verbose", "rules", "export", "import-solution", "tables", "about")
def shows_where_an_internal_error_happened(command):
    def broken(_args):
        raise ZeroDivisionError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(COMMANDS[command], "run", broken)
        assert "in broken" in usual(command, "--verbose", code=70).err
        assert "in broken" not in usual(command, code=70).err


ASKED = {
    "check": [SOLVED],
    "repair": [SOLVED],
    "complete": [SOLVED],
    "solve": [SOLVED],
    "reach": [SOLVED, "solved=cross"],
    "apply": ["()", SOLVED],
    "convert": [SOLVED, "--to", "net"],
    "picture": [SOLVED],
}
"""A cube in facelets, which are moves too: nine times U and so on, which is another cube."""


@option("--from", *READING)
def decides_what_a_text_is(command):
    facelets = answered(command, *ASKED[command], "--from", "facelets")
    moves = answered(command, *ASKED[command], "--from", "moves")
    assert untimed(facelets.out) != untimed(moves.out)
    assert "KPattern" in refused(command, *ASKED[command], "--from", "kpattern")
    assert "--from" in refused(command, *ASKED[command], "--from", "wish")


@option("--size", *(set(READING) - {"reach"}))
def decides_which_cube_moves_are_of(command):
    more = USUAL[command][1:]
    moves = ["()", "R U"] if command == "apply" else ["R U"]
    sizes = {size: answered(command, *moves, *more, "--size", size).out for size in (2, 3)}
    assert untimed(sizes[2]) != untimed(sizes[3])
    assert untimed(sizes[3]) == untimed(answered(command, *moves, *more).out)
    if command in ("apply", "check", "convert", "picture"):
        assert untimed(answered(command, *moves, *more, "--size", "4").out) not in map(
            untimed, sizes.values()
        )
    else:
        assert "a 4×4×4 cannot be" in refused(command, *moves, *more, "--size", "4")
    refused(command, *moves, *more, "--size", "1")
    refused(command, *ASKED[command], "--size", "2")


@option("--size", "reach")
def is_of_a_3x3x3_only(command):
    assert "2×2×2" in refused(command, "R U", "solved=cross", "--size", "2")
    assert usual(command, "--size", "3").code == 0


@option("--size", "find")
def finds_cubes_of_that_size(command):
    for size, stickers in ((2, 24), (3, 54), (4, 96)):
        (cube,) = json(command, "at-most=3", "--limit", "1", "--size", size)["cubes"]
        assert len(cube["facelets"]) == stickers
    solved = json(command, "at-most=3", "--limit", "1", "--size", "2", "--solve", "two-phase")
    assert solved["cubes"][0]["optimal"]
    assert "3×3×3" in refused(command, "at-most=3", "--size", "2", "-o", "pictures")
    assert "4×4×4" in refused(command, "at-most=3", "--size", "4", "--solve", "two-phase")


@option("--size", "export")
def exports_a_question_of_that_size(command):
    small, large = (usual(command, "--size", size).out for size in (2, 3))
    assert len(small) < len(large)
    assert large == usual(command).out


SLOW = {
    "perfect-scramble": ["--engine", "constraint", "--no-symmetry"],
    "find": ["no-piece-home", "--limit", "all"],
    "repair": ["U" * 27 + "R" * 27, "--engine", "cpsat"],
    "complete": ["." * 54, "--limit", "all"],
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
    more = ["--size", "2"] if command == "find" else []
    names = choices(command, "--engine")
    assert set(names) == {"auto", *ENGINES}
    for name in names:
        if command == "perfect-scramble" and name == "constraint":
            continue  # minutes
        query = json(command, *USUAL[command], *more, "--engine", name)["query"]
        assert ("engine_reason" in query) == (name == "auto")
        assert query["engine"] == ("native" if name == "auto" else name)
    assert "--engine" in refused(command, *USUAL[command], "--engine", "abacus")


@option("--no-symmetry", *FINDING)
def has_every_cube_found_by_itself(command):
    arguments = ["perfect-scramble"] if command == "find" else []
    used = json(command, *arguments)["query"]["symmetries"]
    alone = json(command, *arguments, "--no-symmetry")["query"]["symmetries"]
    assert (used, alone) == (48, 1)


@option("--seed", *FINDING)
def mixes_the_cubes(command):
    arguments = ["at-most=3", "--limit", "5"] if command == "find" else []
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


@option("--output", *FINDING)
def draws_what_was_found(command):
    told = usual(command, "-o", "pictures")
    assert "pictures: pictures/index.html" in told.out
    assert "-o" in refused(command, *USUAL[command], "-o", "/dev/null/pictures")


# perfect-scramble and find


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


@option("--limit", "find")
def stops_after_so_many_cubes(command):
    assert len(json(command, "at-most=3", "--limit", "3")["cubes"]) == 3
    assert len(json(command, "at-most=3")["cubes"]) == 1000
    assert json(command, "perfect-scramble", "--limit", "all")["status"] == "complete"
    for text in ("0", "-1", "1.5", "many", ""):
        assert "--limit" in refused(command, "at-most=3", f"--limit={text}")


@option("--classes", "find")
def gives_one_cube_of_each_class(command):
    answer = json(command, "perfect-scramble", "--classes")
    assert (answer["classes"], answer["count"], len(answer["cubes"])) == (1, 48, 1)
    assert "classes" not in json(command, "perfect-scramble")
    assert "class of 48" in answered(command, "perfect-scramble", "--classes").out


@option("--solve", "find")
def adds_moves(command):
    near = ["solved=all", "--limit", "1"]
    assert "solution" not in json(command, *near)["cubes"][0]
    for method in choices(command, "--solve"):
        (cube,) = json(command, *near, "--solve", method)["cubes"]
        assert cube["solution"] == ""
    assert set(choices(command, "--solve")) == set(METHODS)
    assert "solve it" in answered(command, *near, "--solve", "two-phase").out


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


# solve and reach


@option("--method", "solve")
def chooses_a_method(command):
    for method in choices(command, "--method"):
        table = ["--table", "tiny"] if method == "optimal" else []
        assert json(command, "R U", "--method", method, *table)["query"]["method"] == method
    assert "2×2×2" in refused(command, "R U", "--size", "2", "--method", "two-phase")
    assert "--method" in refused(command, "R", "--method", "guess")


def chosen(*arguments: str) -> str:
    """Return the method that is taken where none may be named, without waiting for its tables."""
    methods = []

    whole = MoveSearch.chosen

    def noted(*given, **more):
        methods.append(whole(*given, **more).method)
        return MoveSearch("two-phase")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MoveSearch, "chosen", noted)
        json("solve", *arguments)
    return methods[0]


@option("--metric", "solve")
def counts_half_turns_as_one_or_two(command):
    tiny = ["--table", "tiny"]
    for more in (tiny, [*tiny, "--all"], ["--method", "breadth-first"]):
        (half, *_), (quarter, *_) = (
            json(command, "R2 U", *more, "--metric", metric)["cubes"] for metric in ("htm", "qtm")
        )
        assert (half["length"], half["metric"]) == (2, "htm")
        assert (quarter["length"], quarter["metric"]) == (3, "qtm")
    # A method that takes the metric is chosen where none is named, and one that does not refuses.
    assert chosen("R U") == "two-phase"
    assert chosen("R U", "--metric", "qtm") == "optimal" == chosen("R U", "--table", "tiny")
    assert chosen("R U", "--turns", "R,U") == "breadth-first"
    assert chosen("R U", "--turns", "R,U", "--metric", "qtm") == "breadth-first"
    assert chosen("R U", "--metric", "qtm", "--method", "breadth-first") == "breadth-first"
    assert "metric" in refused(command, "R", "--metric", "qtm", "--method", "two-phase")
    assert json(command, "R2", "--metric", "qtm", "--size", "2")["cubes"][0]["length"] == 2


@option("--up-to-commuting", "solve", "reach")
def counts_orders_of_commuting_moves_as_one(command):
    question = ["U D", "--all", "--table", "tiny"] if command == "solve" else ["U D", "solved=all"]
    every, some = (json(command, *question, *more) for more in ([], ["--up-to-commuting"]))
    assert (every["count"], some["count"]) == (2, 1)
    assert some["query"]["up_to_commuting"] is True
    if command == "solve":
        assert "--all" in refused(command, "U D", "--up-to-commuting")


@option("--all", "solve")
def lists_every_shortest_solution(command):
    slices = "R2 L2 U2 D2 F2 B2"
    answer = json(command, slices, "--all", "--table", "tiny")
    assert answer["count"] == len({cube["solution"] for cube in answer["cubes"]}) > 1
    assert len(json(command, slices, "--table", "tiny")["cubes"]) == 1
    assert "--all" in refused(command, "R", "F", "--all")


@option("--turns", "solve")
def uses_only_these_turns(command):
    clockwise = json(command, "R", "--turns", "R,U")["cubes"][0]
    assert clockwise["solution"] == "R R R"
    assert json(command, "R")["cubes"][0]["solution"] == "R'"
    assert "empty move" in refused(command, "R", "--turns", ",")
    assert "2×2×2" in refused(command, "R", "--turns", "R", "--size", "2")


@option("--effort", "solve")
def looks_at_so_many_positions(command):
    far = PERFECT
    little, much = (
        json(command, far, "--effort", effort)["cubes"][0]["length"] for effort in (1, 1_000_000)
    )
    assert 18 <= much < little
    assert "takes no effort" in refused(command, far, "--effort", "9", "--method", "optimal")
    refused(command, far, "--effort", "0")


@option("--max-length", "solve")
def is_content_with_so_many_turns(command):
    with_, without = (
        json(command, "R U F", "--method", "two-phase", *more)["query"]
        for more in (["--max-length", "20"], [])
    )
    assert with_["max_length"] == 20
    assert "max_length" not in without
    told = ask(command, "R U F", "--method", "breadth-first", "--max-length", "2")
    assert told.code in (1, 3)
    assert "--max-length" in refused(command, "R", "--max-length", "0")
    assert "2×2×2" in refused(command, "R", "--max-length", "3", "--size", "2")


@option("--table", "solve")
def chooses_a_table(command):
    answer = json(command, "R U", "--table", "tiny")
    assert (answer["query"]["method"], answer["query"]["table"]) == ("optimal", "tiny")
    assert "no table 'gold'" in refused(command, "R", "--table", "gold")
    assert "table" in refused(command, "R", "--table", "tiny", "--method", "two-phase")


@option("--threads", "solve")
def solves_with_threads(command):
    query = json(command, "R U", "F", "--threads", "2", "--max-length", "20")["query"]
    assert query["threads"] == 2
    assert "threads" not in json(command, "R U")["query"]
    assert "--threads" in refused(command, "R", "--threads", "0")
    assert "2×2×2" in refused(command, "R", "--threads", "2", "--size", "2")


@option("--turns", "reach")
def moves_with_these_turns_only(command):
    every, some = (json(command, "R U", "solved=all", *more) for more in ([], ["--turns", "R',U'"]))
    assert len(every["query"]["turns"]) == 18
    assert some["query"]["turns"] == ["R'", "U'"]
    assert json(command, "R U", "solved=all", "--turns", "R,U")["cubes"][0]["moves"] == (
        "U U U R R R"
    )


@option("--up-to", "reach")
def lists_detours(command):
    (shortest,) = json(command, "R", "solved=all", "--turns", "R,R2,R'")["cubes"]
    answer = json(command, "R", "solved=all", "--turns", "R,R2,R'", "--up-to", "3")
    moves = {cube["moves"] for cube in answer["cubes"]}
    assert shortest["moves"] in moves
    assert len(moves) > 1
    none = answered(command, "R U", "solved=all", "--up-to", "1", code=1)
    assert none.out.startswith("No sequence of up to 1 of these moves leads there")
    assert answered(command, "R", "solved=all", "--turns", "U2", code=1).out.startswith(
        "These moves cannot lead there"
    )


@option("--limit", "reach")
def stops_after_so_many_sequences(command):
    answer = json(command, "F R U D", "solved=cross", "--limit", "1", "--up-to", "5")
    assert (len(answer["cubes"]), answer["stopped"]) == (1, "limit")
    assert "--limit" in refused(command, "R", "solved=cross", "--limit", "0")


# convert and export


@option("--to", "convert")
def writes_each_format(command):
    texts = {to: answered(command, "R U R2 F", "--to", to).out for to in choices(command, "--to")}
    assert len(set(texts.values())) == len(texts)
    with open("cube.txt", "w", encoding="utf-8") as file:
        for to, text in texts.items():
            if to in ("net", "visualcube"):
                continue
            again = answered(command, text.rstrip("\n"), "--from", to, "--to", "facelets").out
            assert again == texts["facelets"], to
        file.write("")


@option("--scheme", "convert")
def writes_in_other_letters(command):
    told = answered(command, "()", "--to", "colours", "--scheme", "123456").out
    assert told == "".join(letter * 9 for letter in "123456") + "\n"
    assert answered(command, "()", "--to", "colours").out.startswith("WWWWWWWWWRRR")
    assert "scheme" in refused(command, "()", "--to", "facelets", "--scheme", "123456")


@option("--up", "convert")
@option("--front", "convert")
def turns_the_whole_cube(command):
    held = answered(command, "()", "--to", "colours", "--up", "yellow", "--front", "green").out
    other = answered(command, "()", "--to", "colours", "--up", "yellow", "--front", "blue").out
    assert held[4] == other[4] == "Y"
    assert (held[22], other[22]) == ("G", "B")
    assert answered(command, "()", "--to", "colours").out[4] == "W"
    for half in (["--up", "yellow"], ["--front", "green"]):
        refused(command, "()", "--to", "colours", *half)
    refused(command, "()", "--to", "moves", "--up", "yellow", "--front", "green")


@option("--to", "export")
def exports_for_each_solver(command):
    texts = {to: answered(command, "at-most=3", "--to", to).out for to in choices(command, "--to")}
    assert len(set(texts.values())) == len(texts)
    assert "p cnf" in texts["cnf"]


@option("--output", "export")
def writes_a_file(command):
    assert usual(command, "-o", "question").out == ""
    with open("question", encoding="utf-8") as file:
        assert file.read() == usual(command).out == usual(command, "-o", "-").out
    assert "cannot be written" in refused(command, *USUAL[command], "-o", "/nowhere/at/all")


# picture


def drawn(*options: object, cube: str = "R U") -> str:
    return answered("picture", cube, *options).out


@option("--output", "picture")
def writes_what_the_suffix_says(command):
    for name, start in (("a.svg", b"<svg"), ("a.html", b"<!DOCTYPE html>"), ("a.png", b"\x89PNG")):
        assert f"picture: {name}" in usual(command, "-o", name).out
        with open(name, "rb") as file:
            assert file.read().startswith(start)
    assert "index.html" in usual(command, "-o", "folder").out
    assert usual(command, "-o", "-").out == usual(command).out
    assert ".svg" in refused(command, "R", "-o", "cube.gif")


@option("--view", "picture")
def draws_in_three_ways(command):
    views = {view: drawn("--view", view) for view in choices(command, "--view")}
    assert len(set(views.values())) == len(views) == 3
    assert views["net"] == drawn()


@option("--back", "picture")
def shows_the_hidden_faces(command):
    beside, floating = (drawn("--back", back) for back in choices(command, "--back"))
    assert len({beside, floating, drawn("--view", "cube")}) == 3
    assert drawn("--back") == drawn("--back", "--view", "cube") == beside
    for view in ("net", "plan"):
        assert "--view cube" in refused(command, "R", "--back", "--view", view)


@option("--rotation", "picture")
def turns_the_cube(command):
    assert (
        drawn("--rotation", "y30x-20") != drawn("--view", "cube") == drawn("--rotation", "y45x-34")
    )
    for view in ("net", "plan"):
        assert "--view cube" in refused(command, "R", "--rotation", "y30", "--view", view)


@option("--pixels", "picture")
def sets_the_longer_side(command):
    for view in ("net", "cube", "plan"):
        for pixels in (90, 200):
            root = ElementTree.fromstring(drawn("--view", view, "--pixels", pixels))
            assert max(float(root.attrib[side]) for side in ("width", "height")) == pixels
    usual(command, "--pixels", "90", "-o", "a.png")
    with open("a.png", "rb") as file:
        sides = file.read(24)[16:]
    assert max(int.from_bytes(sides[:4]), int.from_bytes(sides[4:])) == 90
    for several in ("a.html", "folder"):
        assert "--pixels" in refused(command, "R", "--pixels", "90", "-o", several)
    refused(command, "R", "--pixels", "0")


@option("--scheme", "picture")
def paints_in_other_colours(command):
    assert "#123456" in drawn("--scheme", "#123456,red,green,blue,white,black")
    assert drawn("--scheme", "grey") != drawn()
    assert "colour scheme" in refused(command, "R", "--scheme", "red,green")


@option("--background", "picture")
def paints_behind_everything(command):
    assert "#123456" in drawn("--background", "#123456")
    assert "#123456" not in drawn()
    assert "is no colour" in refused(command, "R", "--background", "?")


@option("--letters", "picture")
@option("--shapes", "picture")
def puts_letters_or_shapes_on_stickers(command):
    assert len({drawn("--letters"), drawn("--shapes"), drawn()}) == 3
    assert "not allowed with" in refused(command, "R", "--letters", "--shapes")


@option("--mark", "picture")
@option("--ring", "picture")
def marks_stickers(command):
    assert len({drawn("--mark", "U1"), drawn("--ring", "U1"), drawn("--mark", "U2"), drawn()}) == 4
    for flag in ("--mark", "--ring"):
        assert "is no sticker" in refused(command, "R", flag, "U0")


@option("--check", "picture")
def rings_stickers_of_no_cube(_command):
    assert drawn("--check", cube=NO_CUBE) != drawn(cube=NO_CUBE)
    assert drawn("--check") == drawn()


@option("--rule", "picture")
def crosses_stickers_that_break_a_rule(command):
    assert drawn("--rule", "at-most=5") != drawn()
    assert drawn("--rule", "at-most=9") == drawn()
    assert "no-such-rule" in refused(command, "R", "--rule", "no-such-rule")


@pytest.mark.parametrize(
    "more",
    [
        *(["--view", "net"], ["--back"], ["--rotation", "y30"], ["--scheme", "grey"]),
        *(["--arrows", "U1U3"], ["--background", "red"], ["--size", "3"]),
    ],
)
def test_the_parameters_of_visualcube_say_how_it_is_drawn(more):
    cube = "view=plan&stage=oll&case=R U2 R' U' R U' R'"
    assert f"{more[0]} does not go with" in refused("picture", cube, *more)
    assert drawn("--letters", cube=cube) != drawn(cube=cube) != drawn("--mark", "U1", cube=cube)
    assert drawn("--pixels", "77", cube=cube) != drawn(cube=cube)


@option("--arrows", "picture")
def draws_arrows(command):
    assert len({drawn("--arrows", "U1U3"), drawn("--arrows", "U3U1"), drawn()}) == 3
    assert "cannot be read" in refused(command, "R", "--arrows", "U1")


@option("--title", "picture")
def gives_a_title(command):
    assert "A cube" in drawn("--title", "A cube")
    assert "A cube" not in drawn()
    usual(command, "--title", "A cube", "-o", "a.html")
    with open("a.html", encoding="utf-8") as file:
        assert "<title>A cube" in file.read()


# rules, tables, import-solution


@option("--rules", "import-solution")
def makes_rules_of_ones_own(command):
    own = "from cubecsp import rule\n@rule(on='face')\ndef calm(face):\n    return face[0] == face[8]\n"
    with open("own.py", "w", encoding="utf-8") as file:
        file.write(own)
    answered("export", "./own.py", "--to", "mzn", "-o", "own.mzn")
    with open("own.txt", "w", encoding="utf-8") as file:
        file.write(f"corners = {list(range(0, 24, 3))};\nedges = {list(range(0, 24, 2))};\n")
        file.write("-" * 10 + "\n")
    assert "give the Python file" in refused(command, "own.mzn", "own.txt")
    assert answered(command, "own.mzn", "own.txt", "--rules", "own.py").out.startswith(SOLVED)
    assert "is no Python file" in refused(command, "own.mzn", "own.txt", "--rules", "own.mzn")


@option("--explain", "rules")
def says_what_a_rule_means(command):
    one, other = (answered(command, "--explain", rule).out for rule in ("at-most=2", "solved=F2L"))
    assert len({one, other, answered(command).out}) == 3
    assert "no-such-rule" in refused(command, "--explain", "no-such-rule")


@option("--make", "tables")
@option("--remove", "tables")
@option("--verify", "tables")
def makes_checks_and_removes(command):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CUBECSP_CACHE", "cache")
        assert json(command)["stored"] == []
        made = json(command, "--make", "pocket-htm")["made"]
        assert made == [json(command)["stored"][0]["file"]]
        assert answered(command, "--make", "pocket-htm").out == f"made {made[0]}\n"
        with open(made[0], "r+b") as file:
            file.seek(5000)
            file.write(b"???")
        answered(command, "--verify", code=1)
        answered(command, "--make", "pocket-htm")
        answered(command, "--verify")
        assert json(command, "--remove", "pocket-htm")["removed"] == made
        assert json(command)["stored"] == []
        answered(command, "--make", "pocket-htm")
        assert "removed" in answered(command, "--remove", "all").out
        for flag in ("--make", "--remove"):
            refused(command, flag, "gold")
        refused(command, "--make", "pocket-htm", "--verify")


def test_abbreviations_are_refused():
    """An abbreviation would mean another option, or none, when options are added."""
    for command in ("find", "solve"):
        assert "--js" in refused(command, *USUAL[command], "--js")


def test_the_walk_sees_what_argparse_sees():
    sub = argparse.ArgumentParser()
    sub.add_argument("--new")
    assert [a.option_strings[-1] for a in sub._actions] == ["--help", "--new"]
