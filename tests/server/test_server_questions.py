"""The HTTP API: every question is answered as on the command line, and what is wrong is told."""

from __future__ import annotations

import json
from unittest.mock import Mock

import pytest
from asking import SOLVED, ask, scans, timeless
from facts import FACTS
from serving import served

import cubecsp
from cubecsp.errors import InputError
from cubecsp.formats.forty_numbers import FortyNumbers
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.state import Cube
from cubecsp.questions.asking.several_cubes import AboutEach
from cubecsp.server.answer_schemas import AnswerShape
from cubecsp.server.requests import REQUESTS
from cubecsp.server.typed_answers import TYPED

HOLES = "..." + SOLVED[3:]
BROKEN = "R" + SOLVED[1:]
TURNED = "UUUURRFFFFLLDDDDLLBBBBRR"
DOUBTFUL = json.loads(scans()["doubtful.json"])

# Questions to the server, with the commands that ask the same.
ALIKE = [
    ("find", {"rules": "perfect-scramble"}, "find perfect-scramble"),
    (
        "find",
        {"rules": ["at-most=3", "not solved=cross"], "limit": 3, "seed": 5, "scheme": "WRGYOB"},
        ["find", "at-most=3", "not solved=cross", *["--limit", "3", "--seed", "5", "--scheme", "WRGYOB"]],
    ),
    (
        "find",
        {"rules": "checkerboard", "solve": "two-phase", "sort": "length", "limit": 9},
        "find checkerboard --solve two-phase --sort length --limit 9",
    ),
    (
        "find",
        {"rules": "no-touching=side", "size": 2, "classes": True, "limit": None},
        "find no-touching=side --size 2 --classes --limit all",
    ),
    ("find", {"rules": "all(solved=all, not-home=URF)"}, ["find", "all(solved=all, not-home=URF)"]),
    ("count", {"rules": ["solved=F2L"], "method": "listing"}, "count solved=F2L --method listing"),
    (
        "count",
        {"rules": "at-most=3", "estimate": True, "samples": 500, "seed": 3},
        "count at-most=3 --estimate --samples 500 --seed 3",
    ),
    (
        "best",
        {"rules": "solved=F2L", "prefer": {"oriented=last-layer": 3, "at-most=8": 1}},
        "best solved=F2L --prefer 3:oriented=last-layer --prefer at-most=8",
    ),
    (
        "best",
        {"size": 4, "maximise": "how-many(s, t touching side: {s}=={t})"},
        ["best", "--size", "4", "--maximise", "how-many(s, t touching side: {s}=={t})"],
    ),
    (
        "find",
        # With a time limit, as the server has one, `auto` may go on to another engine on a busy machine.
        {"rules": ["any(r in rows: colours({r})==4)", "face=U:..../..../..../...."], "engine": "native"},
        ["find", "any(r in rows: colours({r})==4)", "face=U:..../..../..../....", "--engine", "native"],
    ),
    (
        "explain",
        {"rules": ["solved=cross", "not-home=D-layer"]},
        "explain solved=cross not-home=D-layer",
    ),
    ("sample", {"rules": "solved=F2L", "n": 3, "seed": 1}, "sample solved=F2L -n 3 --seed 1"),
    ("scramble", {"n": 2, "seed": 1}, "scramble -n 2 --seed 1"),
    ("rank", {"cubes": ["R U", "U2"], "rules": []}, None),
    ("rank", {"cubes": "R U"}, ["rank", "R U"]),
    ("unrank", {"numbers": [3, 5], "rules": "solved=F2L"}, "rank --at 3 --at 5 solved=F2L"),
    ("check", {"cubes": "R U R' U'"}, ["check", "R U R' U'"]),
    ("check", {"cubes": BROKEN, "explain": True}, f"check {BROKEN} --explain"),
    (
        "check",
        {"cubes": "M2 E2 S2", "rules": ["no-touching=side", "at-most=2"]},
        ["check", "M2 E2 S2", "no-touching=side", "at-most=2"],
    ),
    ("check", {"cubes": HOLES, "scheme": "japanese"}, f"check {HOLES} --scheme japanese"),
    (
        "check",
        {"cubes": TURNED, "rules": ["F4==L", "F2==white", f"stickers={TURNED}"]},
        f"check {TURNED} F4==L F2==white stickers={TURNED}",
    ),
    (
        "find",
        {"rules": [f"stickers={TURNED[:-2]}..", "F4==L"], "limit": None},
        f"find stickers={TURNED[:-2]}.. F4==L --limit all",
    ),
    ("reach", {"cubes": TURNED, "rules": "F4==L"}, f"reach {TURNED} F4==L"),
    ("describe", {"cubes": "U2", "size": 2}, "describe U2 --size 2"),
    ("convert", {"cubes": "R U", "to": "kpattern"}, ["convert", "R U", "--to", "kpattern"]),
    (
        "convert",
        {"cubes": SOLVED, "to": "colours", "up": "yellow", "front": "green"},
        f"convert {SOLVED} --to colours --up yellow --front green",
    ),
    ("repair", {"cubes": BROKEN, "limit": 3}, f"repair {BROKEN} --limit 3"),
    (
        "repair",
        {"cubes": [BROKEN, SOLVED], "by": "piece"},
        f"repair {BROKEN} {SOLVED} --by piece",
    ),
    ("recognise", {"colours": DOUBTFUL, "limit": 2}, "recognise doubtful.json --limit 2"),
    ("recognise", {"colours": json.loads(scans()["twisted.json"])}, "recognise twisted.json"),
    ("complete", {"cubes": HOLES, "limit": 2}, f"complete {HOLES} --limit 2"),
    ("complete", {"cubes": HOLES, "list_cubes": False}, f"complete {HOLES} --count"),
    ("fewest", {"cubes": SOLVED[:24], "size": 2}, None),
    ("fewest", {"cubes": "U", "size": 2}, "complete U --size 2 --fewest"),
    ("apply", {"moves": "[r U r', M2]"}, ["apply", "[r U r', M2]"]),
    ("apply", {"moves": "3Rw 2U2", "size": 4}, ["apply", "3Rw 2U2", "--size", "4"]),
    ("apply", {"moves": "U", "cubes": ["R", "F"]}, None),
    ("invert", {"moves": "[R: U] F"}, ["invert", "[R: U] F"]),
    ("mirror", {"moves": "R U", "plane": "FB"}, ["mirror", "R U", "--plane", "FB"]),
    ("rotate", {"moves": "R 2U", "by": "y", "size": 5}, "rotate|R 2U|--by|y|--size|5"),
    ("solve", {"cubes": ["R U F'", "U2"]}, ["solve", "R U F'", "U2"]),
    (
        "solve",
        {"cubes": "R U F'", "method": "thistlethwaite"},
        ["solve", "R U F'", "--method", "thistlethwaite"],
    ),
    ("solve", {"cubes": HOLES}, f"solve {HOLES}"),
    ("solve_all", {"cubes": "U D", "turns": "U,D"}, ["solve", "U D", "--turns", "U,D", "--all"]),
    ("reach", {"cubes": "R U", "rules": "solved=cross"}, ["reach", "R U", "solved=cross"]),
    (
        "picture",
        {"cubes": "R U", "view": "cube", "back": "beside", "marked": ["U1"]},
        ["picture", "R U", *["--view", "cube", "--back", "beside", "--mark", "U1"]],
    ),
    ("rules", {}, "rules"),
    ("rules", {"names": ["symmetric", "any"]}, "rules symmetric any"),
    (
        "find",
        {"puzzle": "pyraminx", "rules": ["solved=EDGES", "oriented=AXIALS"], "limit": None},
        "find --puzzle pyraminx solved=EDGES oriented=AXIALS --limit all",
    ),
    (
        "find",
        {"puzzle": "skewb", "rules": "solved=CENTERS", "turns": "R,U", "ignore_orientation": ["CORNERS"], "limit": None},
        "find --puzzle skewb solved=CENTERS --turns R,U --ignore-orientation CORNERS --limit all",
    ),
    (
        "sample",
        {"puzzle": "skewb", "rules": "not solved=CENTERS[0]", "n": 2, "seed": 3},
        "sample|--puzzle|skewb|not solved=CENTERS[0]|-n|2|--seed|3",
    ),
    (
        "best",
        {"puzzle": "skewb", "maximise": "how-many(solved=CENTERS)", "prefer": {"solved=CORNERS": 2}},
        "best|--puzzle|skewb|--maximise|how-many(solved=CENTERS)|--prefer|2:solved=CORNERS",
    ),
    ("solve", {"puzzle": "skewb", "cubes": "x U R y2"}, "solve|--puzzle|skewb|x U R y2"),
    (
        "reach",
        {"puzzle": "pyraminx", "cubes": "Uv R", "rules": "solved=EDGES"},
        "reach|--puzzle|pyraminx|Uv R|solved=EDGES",
    ),
    (
        "explain",
        {"puzzle": "skewb", "rules": ["solved=CENTERS[0]", "holds=CENTERS[1]:CENTERS[0]"]},
        "explain --puzzle skewb solved=CENTERS[0] holds=CENTERS[1]:CENTERS[0]",
    ),
    (
        "count",
        {"puzzle": "pyraminx", "rules": "solved=EDGES", "turns": "U,L,R"},
        "count --puzzle pyraminx solved=EDGES --turns U,L,R",
    ),
    ("count", {"puzzle": "skewb", "depths": True, "turns": "R,R',U"}, "count --puzzle skewb --depths --turns R,R',U"),
    (
        "scramble",
        {"puzzle": "megaminx", "random_moves": 9, "n": 2, "seed": 4},
        "scramble --puzzle megaminx --random-moves 9 -n 2 --seed 4",
    ),
    (
        "check",
        {"puzzle": "skewb", "cubes": "R U", "rules": "solved=CENTERS[0]", "turns": "R,U"},
        ["check", *["--puzzle", "skewb", "R U", "solved=CENTERS[0]", "--turns", "R,U"]],
    ),
    ("describe", {"puzzle": "pyraminx"}, "describe --puzzle pyraminx"),
    ("describe", {"puzzle": "skewb", "cubes": "R U"}, ["describe", "--puzzle", "skewb", "R U"]),
    (
        "solve",
        {"puzzle": "skewb", "cubes": ["R U' L", "B"]},
        ["solve", *["--puzzle", "skewb", "R U' L", "B"]],
    ),
    (
        "reach",
        {"puzzle": "skewb", "cubes": "R U' L B", "rules": "solved=CENTERS", "turns": "R,R',U,U'"},
        ["reach", *["--puzzle", "skewb", "R U' L B", "solved=CENTERS", "--turns", "R,R',U,U'"]],
    ),
    ("apply", {"puzzle": "pyraminx", "moves": "R U' l"}, ["apply", *["--puzzle", "pyraminx", "R U' l"]]),
    (
        "picture",
        {"puzzle": "skewb", "cubes": "R U' L", "view": "solid", "back": "beside", "letters": True},
        ["picture", *["--puzzle", "skewb", "R U' L", "--back", "--letters"]],
    ),
    ("complete", {"puzzle": "skewb", "cubes": "R U' L"}, ["complete", "--puzzle", "skewb", "R U' L"]),
    ("repair", {"puzzle": "skewb", "cubes": "R U' L"}, ["repair", "--puzzle", "skewb", "R U' L"]),
    ("meaning", {"rules": "any(solved=F2L, not faces-differ)"}, "rules|--explain|any(solved=F2L, not faces-differ)"),
]  # fmt: skip


@pytest.fixture(scope="module")
def server():
    with served("--workers", "1", "--time-limit", "50") as one:
        yield one


def arguments(command):
    return command if isinstance(command, list) else command.split("|" if "|" in command else None)


@pytest.mark.slow
@pytest.mark.few(24)
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("question", "parameters", "command"),
    [case for case in ALIKE if case[2] is not None],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_answers_are_those_of_the_command_line(server, question, parameters, command):
    told = server.ask(question, parameters)
    shown = ask(*arguments(command), "--json")
    assert shown.code in (0, 1), shown
    # The strategies of CP-SAT run side by side, so their effort and the bounds on the way vary; a native search gives
    # more solutions at once while they come fast.
    varies = question == "best" or "puzzle" in parameters or "engine" in parameters
    effort = ("nodes", "conflicts", "candidates", "history") if varies else ()
    assert told.pop("count_text", None) in (None, str(told.get("count")))
    assert timeless(told, *effort) == timeless(shown.json, *effort)


def test_every_question_is_compared():
    compared = {question for question, _, command in ALIKE if command is not None}
    assert compared == {name for name, question in REQUESTS.items() if question.file is None}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "parameters", "same"),
    [
        ("rank", {"cubes": ["R U", "U2"]}, lambda: cubecsp.rank(["R U", "U2"])),
        ("apply", {"moves": "U", "cubes": ["R", "F"]}, lambda: cubecsp.apply("U", ["R", "F"])),
        ("complete", {"cubes": [HOLES]}, lambda: cubecsp.complete([HOLES])),
    ],
)
def test_questions_about_lists_are_those_of_python(server, question, parameters, same):
    told = server.ask(question, parameters)
    told.pop("count_text", None)
    assert timeless(told) == timeless(same().as_dict())


@pytest.mark.parametrize(
    "name", [name for name, one in REQUESTS.items() if issubclass(one.query, AboutEach)]
)
def test_a_list_of_one_cube_is_a_list(name):
    """As in Python: what asks about several finds an answer for each."""
    example = dict(REQUESTS[name].example)
    cube = example.pop("cubes")
    for cubes in (cube, [cube], [cube, cube]):
        request = REQUESTS[name].model_validate({**example, "cubes": cubes})
        answer = request.ask(Mock())
        assert ("answers" in answer) == isinstance(cubes, list)


@pytest.mark.slow
def test_a_bad_cube_among_others_is_told(server):
    told = server.ask("check", {"cubes": ["R U", "what", SOLVED]})
    assert len(told["cubes"]) == 2
    (error,) = told["errors"]
    assert error["where"] == "cubes[1]"
    assert "what" in error["problem"]
    assert "errors" not in server.ask("check", {"cubes": ["R U"]})


def test_puzzles_are_defined_by_whoever_asks(server):
    """As an object, as the same text, and as a .tws file; states as KPatterns, one of them a bad one."""
    solved = {"A": {"pieces": [0, 1, 2], "orientation": [0, 0, 0]}}
    turn = {"A": {"permutation": [1, 2, 0], "orientationDelta": [0, 0, 0]}}
    orbit = {"orbitName": "A", "numPieces": 3, "numOrientations": 1}
    disc = {"name": "disc", "orbits": [orbit], "defaultPattern": solved, "moves": {"R": turn}}
    tws = "Name disc\nSet A 3 1\nSolved\nA\n1 2 3\nEnd\nMove R\nA\n2 3 1\nEnd\n"
    for puzzle in (disc, json.dumps(disc), tws):
        assert server.ask("count", {"puzzle": puzzle})["count"] == 3
    asked = {"puzzle": disc, "cubes": [solved, {"A": 1}, "R"]}
    told = server.ask("solve", asked)
    assert [state["length"] for state in told["cubes"]] == [0, 1]
    assert [error["where"] for error in told["errors"]] == ["cubes[1]"]


# Files, load, programs, and tables of gigabytes: what nobody may decide over a network.
NOT_SENT = {
    *("resume", "folder", "cluster", "threads", "pruning_table", "confusion", "labels"),
    *("allow", "engine_options", "foreign", "output"),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_a_request_decides_nothing_about_the_server(name):
    assert not NOT_SENT & set(REQUESTS[name].model_fields)


@pytest.mark.parametrize(
    ("question", "parameters"),
    [
        ("check", {"cubes": ["R", "U"], "rules": "at-most=3"}),
        ("describe", {"cubes": ["R", "U"]}),
        ("check", {"puzzle": "megaminx", "cubes": ["R", "U"]}),
        ("describe", {"puzzle": "megaminx", "cubes": ["R", "U"]}),
    ],
)
def test_what_judges_has_a_time_limit(server, question, parameters):
    told = server.ask(question, {**parameters, "time_limit": 1e-9})
    assert told["stopped"] == "time"
    assert told["query"]["time_limit"] == 1e-9
    assert "stopped" not in server.ask(question, parameters)


@pytest.mark.ordinary(13)
@pytest.mark.parametrize("name", REQUESTS)
def test_examples_make_sense(name):
    assert REQUESTS[name].model_validate(REQUESTS[name].example).question == name


# ------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    ("question", "parameters", "status", "words"),
    [
        ("check", {"cubes": ""}, 422, "cubes is empty"),
        ("check", {"cubes": "what"}, 422, "what"),
        ("check", {"cubes": []}, 422, "cubes is empty"),
        ("check", {}, 422, "cubes is missing"),
        ("check", {"cubes": "R", "colour": "red"}, 422, "unknown parameter 'colour'"),
        ("check", {"cubes": "R" * 20_001}, 422, "cubes has 20,001 characters; give at most 20,000"),
        ("check", {"cubes": ["R"] * 10_001}, 422, "cubes has 10,001 items; give at most 10,000"),
        ("check", [], 422, "the body: [] is not an object"),
        ("find", {"rules": "at-most=x"}, 422, "expected an integer"),
        ("find", {"rules": "at-most=2", "limit": 0}, 422, "limit: input should be greater"),
        ("find", {"rules": "at-most=2", "limit": "3"}, 422, "limit: \"3\" is not an integer"),
        ("find", {"rules": "U", "limit": "x" * 38}, 422, f'limit: "{"x" * 38}" is not an integer'),
        ("find", {"rules": "U", "limit": "x" * 39}, 422, f'limit: "{"x" * 39}… is not an integer'),
        ("find", {"rules": "at-most=2", "engine": "abacus"}, 422, "abacus"),
        ("find", {"rules": "at-most=2", "time_limit": -1}, 422, "time_limit"),
        ("find", {"rules": "at-most=2", "size": 51}, 422, "size"),
        ("find", {"rules": "at-most=2", "threads": 8}, 422, "unknown parameter 'threads': expected rules"),
        ("find", {"rules": "at-most=2", "resume": "/tmp/x.db"}, 422, "unknown parameter 'resume'"),
        ("find", {"limti": 3}, 422, "unknown parameter 'limti'; did you mean limit"),
        ("jobs", {"question": "find", "parameters": {"limti": 3}}, 422, "did you mean limit"),
        ("jobs", {"question": "fnd", "parameters": {}}, 422, "unknown question 'fnd'; did you mean find"),
        ("jobs", {"question": "find"}, 422, "parameters is missing"),
        ("jobs", {"question": 3}, 422, "question"),
        ("jobs", {}, 422, "question is missing: expected find"),
        ("jobs", [], 422, "the body: [] is not an object"),
        ("convert", {"cubes": "R", "to": "nothing"}, 422, "nothing"),
        ("convert", {"cubes": "R", "to": "net", "scheme": "nothing"}, 422, "nothing"),
        ("solve", {"cubes": BROKEN}, 422, "RUU"),
        ("solve", {"cubes": "R", "size": 4, "method": "optimal"}, 422, "cannot solve a 4×4×4"),
        ("solve_all", {"cubes": ["R", "U"]}, 422, "is not a text or an object; write a text"),
        ("best", {"rules": []}, 422, "no objective is given"),
        ("best", {"maximise": "count(U, U)", "prefer": {"at-most=3": 1, " at-most=3": 2}}, 422, "twice"),
        ("reach", {"cubes": "R"}, 422, "rules is missing"),
        ("unrank", {"numbers": [-1]}, 422, "numbers.0"),
        ("mirror", {"moves": "R", "plane": "XY"}, 422, "XY"),
        ("picture", {"cubes": "R", "background": "url(https://example.org)"}, 422, "url"),
        ("count", {"puzzle": "megaminks"}, 422, "megaminx"),
        ("count", {"puzzle": {"name": "x"}}, 422, "orbits"),
        ("count", {"puzzle": "Name x\nSet A"}, 422, "line 2"),
        ("count", {"puzzle": "skewb", "rules": "solved=EDGES"}, 422, "EDGES"),
        ("solve", {"puzzle": "skewb", "cubes": "Q"}, 422, "Q"),
        ("solve", {"puzzle": "skewb", "cubes": {"CORNERS": 1}}, 422, "CORNERS"),
        ("solve", {"puzzle": "skewb", "cubes": []}, 422, "cubes"),
        ("count", {"rules": "at-most=3", "samples": 7}, 422, 'ask for one: "estimate": true'),
        ("convert", {"cubes": "R", "to": "facelets", "up": "W"}, 422, 'give "up" and "front"'),
        ("nothing", {}, 404, "unknown question 'nothing'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(server, question, parameters, status, words):
    told = server.client.post(f"/api/{question}", json=parameters)
    assert told.status_code == status, told.text
    assert told.headers["Content-Type"] == "application/problem+json"
    problem = told.json()
    assert words in problem["detail"]
    assert problem["status"] == status
    assert problem.get("where") or status == 404
    assert problem["detail"].startswith(problem["problem"])


@pytest.mark.parametrize(
    ("body", "kind", "status", "words"),
    [
        (b"", "application/json", 422, "body is missing"),
        (b"{", "application/json", 400, "the body is not JSON"),
        (b"\xff\xfe", "application/json", 400, "the body is not JSON"),
        (b"[" * 100_000, "application/json", 400, "the body cannot be read"),
        (b'{"cubes": "R", "size": ' + b"9" * 5_000 + b"}", "application/json", 400, "the body"),
        (b'{"cubes": "R\\ud800"}', "application/json", 422, "cubes has half of a surrogate pair"),
        (b'{"cubes": "R"}', "text/plain", 415, "not JSON"),
        (b"cubes=R", "application/x-www-form-urlencoded", 415, "not JSON"),
        (b'{"cubes": "R"}', None, 415, "not JSON"),
        (b'{"cubes": "' + b"R" * (1 << 20) + b'"}', "application/json", 413, "1,000,000 bytes"),
    ],
)
def test_bodies_that_are_none(server, body, kind, status, words):
    headers = {} if kind is None else {"Content-Type": kind}
    told = server.client.post("/api/check", content=body, headers=headers)
    assert told.status_code == status, told.text
    assert told.json()["status"] == status
    assert words in told.json()["detail"]
    assert server.status()["active"] == 0


def test_the_place_of_a_mistake_is_told(server):
    rules = ["every-colour", "any(at-most=2, foo)"]
    problem = server.ask("count", {"rules": rules}, 422)
    assert rules[1][problem["position"] :].startswith("foo")


@pytest.mark.parametrize(
    "text",
    ["mine.toml", "./mine.toml", "mine.py", "mine.py:rule", "any(mine.toml)", "/dev/zero", "-"],
)
def test_no_text_is_taken_for_a_file(text, tmp_path, monkeypatch):
    """In the server's folder, too: nothing that is sent ever opens one."""
    (tmp_path / "mine.toml").write_text('rules = ["at-most=2"]')
    (tmp_path / "mine.py").write_text("raise SystemExit('it was run')")
    monkeypatch.chdir(tmp_path)
    for question, parameters in (
        ("find", {"rules": text}),
        ("check", {"cubes": text}),
        ("best", {"maximise": text}),
        ("best", {"prefer": {text: 1}}),
        ("apply", {"moves": text}),
        ("find", {"rules": "at-most=2", "hint": text}),
        ("count", {"puzzle": text}),
        ("check", {"puzzle": "skewb", "cubes": text}),
    ):
        with pytest.raises(InputError):
            REQUESTS[question].model_validate(parameters).ask(Mock())


# ----------------------------------------------------- 40 numbers in, moves out


@pytest.mark.parametrize(
    "made_by", ["", "R", "F", "R U R' U'", FACTS["perfect-scramble"]["generator"]]
)
def test_forty_numbers_are_solved(server, made_by):
    cube = Cube.from_moves(made_by)
    state = FortyNumbers.of(cube)
    named = json.loads(cubecsp.convert(cube, "forty"))
    for body in (list(state.numbers), named, {k: v for k, v in named.items() if k != "Parity"}):
        told = server.ask("thistlethwaite", body)
        assert cube.apply(" ".join(told["moves"]) or "()") == Cube()
        assert len(told["phases"]) == 4
        whole = [move for phase in told["phases"] for move in phase["moves"]]
        assert Moves(" ".join(whole)).simplified() == Moves(" ".join(told["moves"]))


@pytest.mark.parametrize(
    "body",
    [
        [0] * 40,
        [0] * 39,
        [0.5] * 40,
        {},
        {"Corner Position": [0, 1, 2, 3, 4, 5, 6, 7]},
        {**json.loads(cubecsp.convert(Cube.from_moves("F"), "forty")), "Parity": False},
        {**json.loads(cubecsp.convert(Cube(), "forty")), "Edge Position": [1, 0, *range(2, 12)]},
        "R U",
    ],
)
def test_forty_numbers_that_are_none(server, body):
    server.ask("thistlethwaite", body, 422)


def test_the_forty_numbers_of_the_document_that_describes_them(server):
    """The state after a turn of F, as document 004 prints it."""
    after_f = {
        "Corner Position": [3, 1, 2, 5, 0, 4, 6, 7],
        "Corner Orientation": [2, 0, 0, 1, 1, 2, 0, 0],
        "Edge Position": [9, 1, 2, 3, 8, 5, 6, 7, 0, 4, 10, 11],
        "Edge Orientation": [1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0],
        "Parity": True,
    }
    assert server.ask("thistlethwaite", after_f)["moves"] == ["F'"]


# Requests, with the wrong and the right values that the message has to name.
MISSHAPEN = [
    ("find", '{"rules": "at-most=3", "time_limit": Infinity}', ("time_limit", "finite", "Infinity")),
    ("find", '{"rules": "at-most=3", "time_limit": 1e999}', ("time_limit", "finite", "Infinity")),
    ("count", '{"rules": "at-most=3", "time_limit": NaN}', ("time_limit", "finite", "NaN")),
    ("solve", '{"cubes": "R", "time_limit": -Infinity}', ("time_limit", "Infinity")),
    ("thistlethwaite", str([0] * 39), ("the body", "40", "39")),
    ("thistlethwaite", str([0] * 41), ("the body", "40", "41")),
    ("thistlethwaite", "5", ("the body", "5", "an object or a list")),
    ("thistlethwaite", '{"Corner Position": [1, 2]}', ("Corner Position", "8", "2")),
    ("check", '{"cubes": 5}', ("cubes", "5", "a text, an object or a list")),
    ("check", '{"cubes": ["R", 5]}', ("cubes.1", "5", "a text or an object")),
    ("check", '{"cubes": ["R", ""]}', ("cubes.1", "is empty")),
    ("find", '{"rules": {"a": 1}}', ("rules", '{"a": 1}', "a text or a list")),
    ("find", '{"rules": null}', ("rules", "null", "a text or a list")),
    ("count", '{"rules": [], "size": 2.5}', ("size", "2.5", "an integer")),
    ("best", '{"prefer": {"at-most=3": "x"}}', ("prefer.at-most=3", '"x"', "an integer")),
    ("solve", '{"puzzle": 5, "cubes": "R"}', ("puzzle", "5", "a text or an object")),
    ("solve", '{"puzzle": "skewb", "cubes": [5]}', ("cubes.0", "5", "a text or an object")),
    ("check", '"x"', ("the body", '"x"', "an object")),
]  # fmt: skip


@pytest.mark.parametrize(("question", "body", "named"), MISSHAPEN)
def test_what_was_sent_and_what_would_be_right_are_named(server, question, body, named):
    told = server.client.post(
        f"/api/{question}", content=body, headers={"Content-Type": "application/json"}
    )
    assert told.status_code == 422
    detail = told.json()["detail"]
    assert detail.startswith((f"{named[0]}: ", f"{named[0]} "))
    assert told.json()["where"] == named[0].removeprefix("the ")
    for words in named[1:]:
        assert words in detail
    assert not any(inside in detail for inside in ("Vectors", "constrained", "RootModel", "list["))


@pytest.mark.slow
def test_methods_that_a_path_does_not_have_are_405_and_paths_that_are_not_there_404(server):
    paths = server.client.get("/api/openapi.json").json()["paths"]
    json_kind = {"Content-Type": "application/json"}
    for path, operations in paths.items():
        there = path.replace("{id}", "none")
        has = {*map(str.upper, operations)}
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - has:
            told = server.client.request(method, there, headers=json_kind, content="{}")
            assert told.status_code == 405, (method, path)
            assert {*told.headers["allow"].split(", ")} - {"HEAD"} == has
            assert told.json()["status"] == 405
        for method in ("GET", "POST", "PUT"):
            told = server.client.request(method, f"{there}-not", headers=json_kind, content="{}")
            assert told.status_code in (404, 405)
            assert told.status_code == 404 or "{" in path
    missing = server.client.post("/api/fnd", json={})
    assert missing.status_code == 404
    assert "did you mean find?" in missing.json()["detail"]


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/index.html",
        "/js/app.js",
        "/openapi.json",
        "/api/openapi.json",
        "/api/status",
        "/nothing",
        "/api/find",
        "/api/jobs/none/events",
    ],
)
def test_head_is_get_without_a_body(server, path):
    head, got = server.client.head(path), server.client.get(path)
    assert head.content == b""
    assert head.status_code == (got.status_code if got.status_code != 405 else 405)
    for header in ("content-type", "content-length", "etag"):
        if got.status_code == 200:
            assert head.headers.get(header) == got.headers.get(header)


def test_the_schema_is_where_tools_look_for_it(server):
    paths = ("/openapi.json", "/api/openapi.json")
    one, other = (server.client.get(path).json() for path in paths)
    assert one == other
    assert one["openapi"].startswith("3.")


@pytest.mark.parametrize(
    ("question", "parameters", "where"),
    [
        ("find", {"rules": ["every-colour", "at-most=x"], "limit": 3}, "rules"),
        ("recognise", {"colours": DOUBTFUL, "confirm": "Z9=red"}, "confirm"),
        ("convert", {"cubes": "R", "to": "nothing"}, "to"),
        ("best", {"rules": [], "limit": 1}, "body"),
        ("photo", {"width": 2, "height": 2, "pixels": "AAAA"}, "pixels"),
        ("photo", {"width": 2, "height": 1, "pixels": "AAAAAAAA"}, "pixels"),
    ],
)
def test_problems_say_where(server, question, parameters, where):
    told = server.client.post(f"/api/{question}", json=parameters)
    assert (told.status_code, told.json()["where"]) == (422, where)


def test_a_large_count_is_a_text_too(server):
    told = server.ask("count", {"rules": "solved=URF"})
    assert told["count_text"] == str(told["count"])
    assert told["count"] > 2**53


@pytest.mark.parametrize("question", TYPED)
def test_typed_answers_have_what_they_say(server, question):
    """An answer to the example has each declared part that answers to it have, of the declared type."""
    answer = server.ask(question, dict(REQUESTS[question].example))
    TYPED[question].model_validate(answer)
    added = set(TYPED[question].model_fields) - set(AnswerShape.model_fields)
    assert added & set(answer) or question in ("check", "solve", "count", "complete")
