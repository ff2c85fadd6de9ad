"""The commands about moves: solve with every method, reach, tables."""

from __future__ import annotations

import json

import pytest
from facts import FACTS

from cubecsp import Cube, InputError, Moves, PocketCube, Status, Stop, reach, solve, solve_all
from cubecsp.cli import main
from cubecsp.memory import size_in_words
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.questions.moving.target import targets
from cubecsp.search import METHODS, known_tables
from cubecsp.search.goals import PlacementGoal
from cubecsp.search.optimal_tables import TABLES
from cubecsp.search.table_cache import TableSpec, cache_folder, load

pytestmark = pytest.mark.usefixtures("terminal")

SEXY = "R U R' U'"
FACE_DONE = "stickers=" + "U" * 9 + "." * 45


def answered(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> dict:
    assert main([*arguments, "--json"]) == code
    printed = capsys.readouterr()
    assert printed.err == ""
    return json.loads(printed.out)


@pytest.mark.parametrize("method", [name for name in METHODS if METHODS[name].sizes])
def test_every_method_solves(method, capsys):
    table = ["--pruning-table", "tiny"] if method == "optimal" else []
    answer = answered(capsys, "solve", SEXY, "R2 F", "--method", method, *table)
    assert answer["query"]["method"] == method
    for cube in answer["cubes"]:
        assert Cube(cube["facelets"]).apply(cube["solution"]) == Cube()
    if METHODS[method].proves:
        assert [cube["length"] for cube in answer["cubes"]] == [4, 2]
        assert all(cube["optimal"] for cube in answer["cubes"])


def test_thistlethwaite_tells_its_phases(capsys):
    answer = answered(capsys, "solve", SEXY, "--method", "thistlethwaite")
    phases = answer["cubes"][0]["phases"]
    assert len(phases) == 4
    assert phases[-1]["goal"] == "the cube is solved"
    assert main(["solve", SEXY, "--method", "thistlethwaite"]) == 0
    assert "Phase 4" in capsys.readouterr().out


def test_the_query_of_the_prolog_program(capsys):
    """Clockwise turns only: nine of them undo F R U, and in one way."""
    answer = answered(capsys, "solve", "F R U", "--turns", "U,R,F,D,L,B", "--all")
    assert [cube["solution"] for cube in answer["cubes"]] == ["U U U R R R F F F"]
    assert answer["status"] == "complete"


@pytest.mark.parametrize(
    ("metric", "scramble", "number"), [("htm", "M2 E2 S2", 48), ("qtm", "R U D' F", 2)]
)
def test_all_shortest_solutions_agree(metric, scramble, number):
    cube = Cube.from_moves(scramble)
    by_table = moves(solve_all(cube, metric=metric, pruning_table="tiny"))
    everywhere = moves(solve_all(cube, method="breadth-first", metric=metric))
    assert sorted(map(str, by_table)) == sorted(map(str, everywhere))
    assert len(by_table) == number


def moves(answer) -> list[Moves]:
    return [report.solution for report in answer]


def test_metrics():
    half = solve(Cube.from_moves("R2 U2"), method="optimal", pruning_table="tiny").cubes[0]
    quarter = solve(
        Cube.from_moves("R2 U2"), method="optimal", metric="qtm", pruning_table="tiny"
    ).cubes[0]
    assert (half.length, quarter.length) == (2, 4)


def test_the_pocket_cube_is_solved_too(capsys):
    cube = PocketCube.from_moves("R U F2 R'")
    answer = answered(capsys, "solve", cube.facelets)
    (report,) = answer["cubes"]
    assert report["optimal"]
    assert cube.apply(report["solution"]) == PocketCube()
    assert answered(capsys, "solve", cube.facelets, "--all")["count"] >= 1


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"method": "two-phase", "metric": "qtm"}, "takes no metric"),
        ({"method": "two-phase", "turns": "U,R"}, "breadth-first .*do"),
        ({"method": "thistlethwaite", "pruning_table": "tiny"}, "optimal does"),
        ({"method": "optimal", "pruning_table": "gigantic"}, "unknown pruning table 'gigantic'"),
        ({"method": "by hand"}, "expected "),
    ],
)
def test_options_that_a_method_does_not_take(options, word):
    with pytest.raises(InputError, match=word):
        solve(Cube.from_moves("R"), **options)


def test_methods_that_do_not_list_all():
    with pytest.raises(InputError, match="does not list all"):
        list(METHODS["two-phase"].each_solution(Cube()))


@pytest.mark.parametrize("method", [name for name in METHODS if METHODS[name].sizes])
def test_unsolvable_cubes_are_refused_at_once(method):
    flipped = Cube.from_placements(Cube().corners, [1, *range(2, 24, 2)])
    with pytest.raises(InputError, match="an edge has been flipped"):
        solve(flipped, method=method)


def test_reach_lists_shortest_sequences():
    answer = reach(Cube.from_moves("R U"), parse_pattern([FACE_DONE]))
    assert all(report.cube.facelets.startswith("U" * 9) for report in answer)
    assert {len(report.moves) for report in answer} == {2}
    assert "U' R'" in {str(report.moves) for report in answer}


def test_reach_up_to_a_length_lists_more():
    cube = Cube.from_moves("R")
    shortest = reach(cube, parse_pattern([FACE_DONE]), turns="R,U")
    longer = reach(cube, parse_pattern([FACE_DONE]), turns="R,U", up_to=4)
    assert {r.moves for r in shortest} < {r.moves for r in longer}
    assert all(r.cube == cube.apply(r.moves) for r in longer)


def test_reach_on_the_command_line(capsys):
    answer = answered(capsys, "reach", "R U", FACE_DONE, "--limit", "2")
    assert all(cube["facelets"].startswith("U" * 9) for cube in answer["cubes"])
    none = answered(capsys, "reach", "R", FACE_DONE, "--turns", "U2,D2", code=1)
    assert none["status"] == "infeasible"


def test_targets_are_native_where_they_can_be():
    (goal,) = targets(parse_pattern([FACE_DONE]))
    assert isinstance(goal, PlacementGoal)
    (judge,) = targets(parse_pattern(["no-touching=side"]))
    assert callable(judge)


def test_tables_are_listed_made_and_removed(capsys):
    assert main(["tables", "--make", "pocket-htm"]) == 0
    assert str(cache_folder()) in capsys.readouterr().out
    stored = answered(capsys, "tables")["stored"]
    assert {"pocket-htm"} <= {table["name"] for table in stored}
    assert all(table["state"] == "ok" for table in stored)
    assert main(["tables", "--verify"]) == 0
    assert "pocket-htm" in capsys.readouterr().out
    path = cache_folder() / "pocket-htm.table"
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    assert main(["tables", "--verify"]) == 1
    assert "damaged" in capsys.readouterr().out
    assert main(["tables", "--remove", "pocket-htm"]) == 0
    assert not path.exists()
    capsys.readouterr()
    assert main(["tables", "--remove", "pocket-htm"]) == 2
    assert main(["tables", "--make", "pocket-htm"]) == 0
    assert main(["tables", "--remove", "all"]) == 0
    assert f"removed {path}\n" in capsys.readouterr().out
    assert answered(capsys, "tables")["stored"] == []
    assert main(["tables", "--make", "gold"]) == 2
    assert "expected two-phase-small" in capsys.readouterr().err


def test_known_tables_have_names_of_their_own():
    names = [table.spec.path for table in known_tables()]
    assert len(set(names)) == len(names)


def test_the_perfect_scramble_is_eighteen_turns_from_solved_at_most():
    cube = Cube.from_moves(FACTS["perfect-scramble"]["generator"])
    assert solve(cube, max_length=18, time_limit=60).cubes[0].length <= 18


def test_all_solutions_up_to_a_limit():
    cube = Cube.from_moves("R2 L2 U2 D2 F2 B2")
    some, every = (solve_all(cube, pruning_table="tiny", limit=limit) for limit in (2, 48))
    assert (len(some), some.status, some.stopped) == (2, Status.PARTIAL, Stop.LIMIT)
    assert (len(every), every.status, every.stopped) == (48, Status.COMPLETE, None)


def test_a_table_that_takes_a_while_is_announced(monkeypatch, caplog):
    monkeypatch.setattr("cubecsp.search.table_cache._ANNOUNCED_FROM", 1000)
    load(TableSpec("noted", 1, {}, 1000), lambda _poll: bytes(1000))
    load(TableSpec("noted", 1, {}, 1000), lambda _poll: bytes(1000))
    load(TableSpec("small", 1, {}, 999), lambda _poll: bytes(999))
    (record,) = caplog.records
    assert "table noted (1.0 kB) is made now, once" in record.getMessage()
    assert record.levelname == "WARNING"  # which Python prints on standard error by itself


def test_the_help_names_the_tables(capsys):
    assert main(["solve", "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    smallest, *_, largest = (size_in_words(kind.bytes) for kind in TABLES.values())
    assert f"{', '.join(TABLES)}; {smallest} to {largest}" in shown


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--size", "2", "--method", "thistlethwaite"], ["cannot solve", "2×2×2"]),
        (["--size", "2", "--threads", "2"], ["no threads", "2×2×2"]),
        (["--size", "2", "--pruning-table", "tiny"], ["no pruning table", "2×2×2"]),
        (["--turns", ","], ["empty move"]),
        (["--turns", "U,,R"], ["empty move"]),
    ],
)
def test_options_that_change_nothing_are_refused(options, words, capsys):
    assert main(["solve", "R U", *options]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert all(word in printed.err for word in words)
