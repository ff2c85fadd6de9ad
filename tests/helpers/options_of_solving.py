"""Tests of the options of what solves, converts and exports; see `options_registered`."""

from __future__ import annotations

import pytest
from asking import PERFECT, SOLVED, USUAL, ask
from options_registered import (
    answered,
    choices,
    json,
    option,
    refused,
    usual,
)

from cubecsp.questions.moving.moves import MoveSearch

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
    assert "2 cubes are given to a question about one" in refused(command, "R U", "F", "--all")


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


@option("--effort", "reach")
def looks_at_so_many_positions_for_few_cubes(command):
    little, much = (
        json(command, PERFECT, "solved=all", "--effort", effort)["cubes"][0]
        for effort in (1, 3_000_000)
    )
    assert len(little["moves"].split()) > len(much["moves"].split()) >= 18
    assert little["proven"] < much["proven"]
    refused(command, PERFECT, "solved=all", "--effort", "0")


@option("--max-length", "solve")
def is_content_with_so_many_turns(command):
    with_, without = (
        json(command, "R U F", "--method", "two-phase", *more)["query"]
        for more in (["--max-length", "20"], [])
    )
    assert with_["max_length"] == 20
    assert without["max_length"] is None
    told = ask(command, "R U F", "--method", "breadth-first", "--max-length", "2")
    assert told.code in (1, 3)
    assert "--max-length" in refused(command, "R", "--max-length", "0")
    small = [command, "R U", "--size", "2", "--max-length"]
    assert [ask(*small, most).code for most in ("1", "2")] == [3, 0]


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
    assert json(command, "R U")["query"]["threads"] is None
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
    assert "give it with --rules" in refused(command, "own.mzn", "own.txt")
    assert answered(command, "own.mzn", "own.txt", "--rules", "own.py").out.startswith(SOLVED)
    assert "is neither a Python file nor a logic program" in refused(
        command, "own.mzn", "own.txt", "--rules", "own.mzn"
    )


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
