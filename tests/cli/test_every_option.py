"""The options of commands: by the kind of their values, and by what is seen of those that only commands have.

Options are made from the fields of questions and of classes of options. What a field of a question does is tested in
`tests/questions`, and that all interfaces have it with the same range in `test_said_once.py`.
"""

from __future__ import annotations

import asyncio
import json as json_texts
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from unittest import mock

import httpx
import numpy as np
import pytest
from asking import (
    ABOUT_SOLVED,
    PERFECT,
    SOLVED,
    USUAL,
    WITHOUT_JSON,
    answered,
    ask,
    parser_of_all,
    refused,
    untimed,
)
from asking import answered_json as json

from cubecsp import Cube, InputError
from cubecsp.cli.commands import COMMANDS
from cubecsp.cli.output_options import Pictures
from cubecsp.cli.query_options import arguments_of, complete_with_defaults
from cubecsp.models.engines import exhaustive_engines
from cubecsp.models.proofs import external_checkers
from cubecsp.models.recognition.face_order import rearrangement
from cubecsp.questions.asking.parameter import Parameter, parameters
from cubecsp.questions.asking.value_kinds import (
    Colours,
    Flag,
    Many,
    OneOf,
    PuzzleKind,
    RuleValues,
    Seconds,
    Settings,
    SomeOf,
    Whole,
)
from cubecsp.questions.moving.moves import MoveSearch

pytestmark = pytest.mark.usefixtures("folder")

PARSERS = parser_of_all()
NO_CUBE = SOLVED[:-1] + "U"
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
    "repair": ["U" * 27 + "R" * 27],
    "complete": ["." * 54, "--limit", "all"],
    "describe": [PERFECT, "--prove"],
    "solve": [Cube.from_placements(Cube().corners, [v ^ 1 for v in Cube().edges]).facelets],
    "reach": [PERFECT, "solved=all"],
    "convert": [PERFECT, "--to", "moves"],
}
"""For each command with a time limit a question that a millionth of a second stops."""


def printed(*arguments: object, code: int = 0) -> str:
    return answered(*arguments, code=code).out


# ------------------------------------------------------------ by the kind of value


def options_of(command: str) -> list[tuple[Parameter, type]]:
    """Return the parameters that are options of a command, each with the class that declares it."""
    known: dict[str, tuple[Parameter, type]] = {}
    for declaring in (*COMMANDS[command].questions, *COMMANDS[command].options):
        for name, one in parameters(declaring).items():
            if one.cli is not None and one.flags:
                known.setdefault(name, (one, declaring))
    return [*known.values()]


def examples(one: Parameter) -> tuple[dict[str, object], list[str]]:
    """Return texts that state a value, each with how JSON shows that value, and texts that state none."""
    kind = one.kind.of if isinstance(one.kind, Many) else one.kind
    if isinstance(kind, Whole):
        kind = kind.within(one.cli.least, one.cli.most)
        right = {str(kind.least): kind.least, str(kind.least + 1): kind.least + 1}
        return right, [str(kind.least - 1), "1.5", "many", ""]
    if isinstance(kind, OneOf):
        return {name: name for name in kind.names}, ["no-such-name", ""]
    if isinstance(kind, SomeOf):
        first = kind.words[0]
        return {first: [first], f" {first},{first}": [first]}, ["no-such-word", f"{first},", ""]
    if isinstance(kind, Seconds):
        return {"2.5": 2.5, "60": 60}, ["0", "-1", "inf", "nan", "1e400", "soon", ""]
    if isinstance(kind, Colours):
        return {"japanese": "WRGBOY", "123456": "123456"}, ["WRGYOO", "red,green", ""]
    if isinstance(kind, PuzzleKind):
        return {"skewb": "skewb", "4×4×4": "4×4×4"}, ["no-such-puzzle", "1×1×1"]
    if one.name == "confusion":
        return {}, ["no-such-table"]
    return {"a=1": "a=1", "b": "b"}, []  # a text that something else reads


def value_of(one: Parameter, declaring: type, command: str, *words: str) -> object:
    """Return the value of an option behind the usual arguments, as JSON shows it."""
    given = PARSERS[command].parse_args([*USUAL[command], *words])
    if declaring in COMMANDS[command].questions:
        value = arguments_of(given, declaring)[one.name]
    else:
        complete_with_defaults(given, [declaring])
        value = getattr(given, one.name)
    return one.kind.as_json(one.check(value))


@pytest.mark.ordinary(14)
@pytest.mark.parametrize("command", COMMANDS)
def test_options_take_values_of_their_kind(command):
    """The written value reaches the question, and no other value is accepted."""
    for one, declaring in options_of(command):
        flag = one.flag
        if isinstance(one.kind, Flag):
            assert value_of(one, declaring, command, flag) is not one.default, flag
            continue
        right, wrong = examples(one)
        for text, shown in right.items():
            told = value_of(one, declaring, command, f"{flag}={text}")
            several = isinstance(one.kind, Many | RuleValues)
            assert (told[-1] if several else told) == shown, (flag, text)
        for text in wrong:
            with pytest.raises(InputError, match=flag):
                value_of(one, declaring, command, f"{flag}={text}")
        if isinstance(one.kind, Settings):
            both = value_of(one, declaring, command, flag, "a=1", flag, "b=2")
            assert both == ["a=1", "b=2"]


@pytest.mark.ordinary(14)
@pytest.mark.parametrize("command", COMMANDS)
def test_help_explains_every_option(command):
    shown = printed(command, "--help")
    assert shown.startswith(f"usage: cubecsp {command}")
    for action in PARSERS[command]._actions:
        assert action.help, f"{command} {action.dest}"
        for string in action.option_strings:
            assert string in shown


def test_abbreviations_are_refused():
    """An abbreviation would mean another option, or none, when options are added."""
    for command in ("find", "solve"):
        assert "--js" in refused(command, *USUAL[command], "--js")


@pytest.mark.parametrize("command", SLOW)
def test_a_time_limit_ends_the_work(command):
    more = ["--pruning-table", "tiny"] if command == "solve" else []
    told = ask(command, *SLOW[command], *more, "--time-limit", "0.000001", "--json")
    assert told.code == 3, told
    assert told.json.get("stopped") == "time" or re.search(
        "time|seconds", told.json["error"]["problem"]
    )
    if command == "convert":  # where nothing takes time, a limit would change nothing
        assert "a time limit is for" in refused(command, *USUAL[command], "--time-limit", "60")


# ------------------------------------------------------------ what is printed


@pytest.mark.ordinary(12)
@pytest.mark.parametrize("command", sorted({*COMMANDS} - WITHOUT_JSON))
def test_json_is_one_object_and_nothing_else(command):
    told = ask(command, *USUAL[command], "--json")
    assert (told.code, told.err) == (0, "")
    assert isinstance(told.json, dict)


@pytest.mark.ordinary(5)
@pytest.mark.parametrize(
    "command", [name for name in COMMANDS if "--color" in PARSERS[name].format_help()]
)
def test_nets_are_coloured(command):
    more = ["--explain", "at-most=2"] if command == "rules" else []
    asked = [command, *USUAL[command], *more, "--color"]
    always, never, auto = (printed(*asked, when) for when in ("always", "never", "auto"))
    assert "\x1b[" in always
    assert "\x1b[" not in never
    assert untimed(auto) == untimed(never)


@pytest.mark.ordinary(6)
@pytest.mark.parametrize(
    ("command", "said"),
    [
        *((command, "moves|facelets|$") for command in ABOUT_SOLVED),
        ("find", "native engine: .+; .+ used\n[\\d,]+ nodes, .+ candidates?, .+ rejected; .+\n$"),
        ("explain", ".*searches for a cube"),
        ("count", "pieces +chosen +- +closed forms"),
        ("sample", "pieces: closed forms[^$]*not filtering: "),
    ],
)
def test_verbose_says_more_beside_the_answer(command, said):
    plain, told = (ask(command, *USUAL[command], *more) for more in ([], ["--verbose"]))
    assert untimed(told.out) == untimed(plain.out)
    assert plain.err == ""
    assert re.search(said, told.err, re.MULTILINE), told.err


@pytest.mark.parametrize("command", ["rules", "serve"])
def test_verbose_shows_where_an_internal_error_happened(command, monkeypatch):
    def broken(_args):
        raise ZeroDivisionError

    monkeypatch.setattr(COMMANDS[command], "run", broken)
    assert "in broken" in ask(command, *USUAL[command], "--verbose").err
    assert "in broken" not in ask(command, *USUAL[command]).err


@pytest.mark.ordinary(2)
@pytest.mark.parametrize(
    "command",
    [name for name, one in COMMANDS.items() if any(issubclass(o, Pictures) for o in one.options)],
)
def test_what_is_found_is_drawn(command):
    drawn = []
    for folder, view in (("usual", []), ("cubes", ["--view", "cube"]), ("nets", ["--view", "net"])):
        out = printed(command, *USUAL[command], "-o", folder, *view)
        assert f"pictures: {folder}/index.html" in out
        drawn.append((Path(folder) / "cube-1.svg").read_text("utf-8"))
    assert drawn[0] == drawn[2] != drawn[1]
    assert "-o pictures" in refused(command, *USUAL[command], "--view", "cube")
    assert "name another" in refused(command, *USUAL[command], "-o", "/dev/null/pictures")


# ------------------------------------------------------------ what is read


@pytest.mark.ordinary(4)
@pytest.mark.parametrize("command", ABOUT_SOLVED)
def test_a_cube_is_read_as_asked(command):
    asked = ABOUT_SOLVED[command]
    facelets, moves = (printed(command, *asked, "--from", form) for form in ("facelets", "moves"))
    assert untimed(facelets) != untimed(moves)
    assert "KPattern" in refused(command, *asked, "--from", "kpattern")
    cube = Cube.from_moves("R U F2").facelets
    faces = {face: cube[9 * i : 9 * i + 9] for i, face in enumerate("URFDLB")}
    turned = "".join(faces[face] for face in "ULFRBD")
    plain, told = (
        printed(command, *(text if word == SOLVED else word for word in asked), *more)
        for text, more in ((cube, []), (turned, ["--order", "ulfrbd"]))
    )
    assert untimed(told) == untimed(plain)
    refused(command, *asked, "--size", "2")


# ------------------------------------------------------------ options of one command


def test_check_shows_several_cubes_as_nets():
    Path("two.txt").write_text("R U\nF\n")
    lines, nets = printed("check", "two.txt"), printed("check", "two.txt", "--nets")
    assert lines == "1: solvable\n2: solvable\n2 cubes: 2 solvable (--nets shows each in full)\n"
    assert nets.count("Solvable.") == 2


def test_describe_prints_the_definition():
    shown = printed("describe", "--puzzle", "skewb", "--definition")
    assert json_texts.loads(shown)["name"] == "skewb"
    for more in (["R", "--puzzle", "skewb"], ["R"], ["--puzzle", "skewb", "--json"]):
        assert ask("describe", *more, "--definition").code == 2


def test_complete_finds_the_fewest_stickers():
    answer = json("complete", "R U", "--size", "2", "--fewest")
    assert answer["size"] == answer["proven"] == 24 - answer["sets"][0].count(".")
    assert "--count" in refused("complete", "R U", "--fewest", "--count")


def test_solve_lists_all_shortest_solutions():
    slices = ["solve", "R2 L2 U2 D2 F2 B2", "--pruning-table", "tiny"]
    answer = json(*slices, "--all")
    assert answer["count"] == len({cube["solution"] for cube in answer["cubes"]}) > 1
    assert len(json(*slices)["cubes"]) == 1
    assert "2 cubes are given to a question about one" in refused("solve", "R U", "F", "--all")


def chosen(*arguments: str) -> str:
    """Return the method that applies if none may be named, without waiting for its tables."""
    methods = []
    whole = MoveSearch.choose

    def noted(*given, **more):
        methods.append(whole(*given, **more).method)
        return MoveSearch("two-phase")

    with mock.patch.object(MoveSearch, "choose", noted):
        json("solve", *arguments)
    return methods[0]


def test_solve_chooses_a_method_that_takes_the_metric():
    assert chosen("R U") == "two-phase"
    assert chosen("R U", "--metric", "qtm") == "optimal" == chosen("R U", "--pruning-table", "tiny")
    assert chosen("R U", "--turns", "R,U") == "breadth-first"
    assert chosen("R U", "--metric", "qtm", "--method", "breadth-first") == "breadth-first"
    assert "metric" in refused("solve", "R", "--metric", "qtm", "--method", "two-phase")


def test_engines_are_chosen():
    for name in {"auto", *exhaustive_engines()}:
        query = json("find", *USUAL["find"], "--size", "2", "--engine", name)["query"]
        assert ("engine_reason" in query) == (name == "auto")
        assert query["engine"] == ("native" if name == "auto" else name)


def test_recognise_finds_out_where_faces_belong():
    order = ((2, 1), (0, 3), (1, 0), (5, 2), (3, 0), (4, 1))
    stickers = np.array(json_texts.loads(Path("scan.json").read_text("utf-8")), float)
    shuffled = stickers[rearrangement(3, order)]
    Path("shuffled.json").write_text(json_texts.dumps(shuffled.tolist()), "utf-8")
    told = json("recognise", "shuffled.json", "--faces", "any")
    assert told["cubes"][0]["written"] == json("recognise", "scan.json")["cubes"][0]["written"]
    for face in told["faces"]:
        given, turns = order["URFDLB".index(face["given"])]
        assert (face["face"], (face["turns"] + turns) % 4) == ("URFDLB"[given], 0)


def test_recognise_asks_for_a_sticker_and_takes_the_answer():
    doubtful = json("recognise", "doubtful.json")
    asked = doubtful["ask"]
    (other, *_) = asked["others"]
    confirmed = json("recognise", "doubtful.json", "--confirm", f"{asked['sticker']}={other}")
    first, second = doubtful["cubes"][0]["written"], confirmed["cubes"][0]["written"]
    place = ("URFDLB".index(asked["sticker"][0])) * 9 + int(asked["sticker"][1]) - 1
    assert (first[place], second[place]) == (asked["colour"], other)
    assert "unknown sticker name" in refused("recognise", "scan.json", "--confirm", "U0=W")


def test_verify_asks_foreign_checkers(monkeypatch):
    for name, checker in external_checkers.FOREIGN.items():
        if not checker.is_installed():
            assert "is not installed" in refused("verify", "certificate", "--with", name)
    folder = Path("bin")
    folder.mkdir()
    for name, line in (("drat-trim", "s VERIFIED"), ("cake_lpr", "s VERIFIED UNSAT")):
        program = folder / name
        program.write_text(f"#!/bin/sh\necho '{line}'\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder.absolute()}:/usr/bin:/bin")
    both = printed("verify", "certificate", "--with", "drat-trim", "--with", "cake_lpr")
    assert "passed  drat-trim: s VERIFIED\npassed  cake_lpr: s VERIFIED UNSAT\n" in both
    program.write_text("#!/bin/sh\necho 's NOT VERIFIED'\n")
    said = printed("verify", "certificate", "--with", "cake_lpr", code=1)
    assert "FAILED  cake_lpr: cake_lpr does not accept the proof: s NOT VERIFIED" in said


def test_rules_of_ones_own_are_known_again():
    own = Path("own.py")
    own.write_text(
        "from cubecsp import rule\n@rule(on='face')\ndef calm(face):\n    return face[0] == face[8]\n"
    )
    printed("prove", "./own.py", "solved=all", "-o", "own")
    printed("export", "./own.py", "--to", "mzn", "-o", "own.mzn")
    pieces = f"corners = {[*range(0, 24, 3)]};\nedges = {[*range(0, 24, 2)]};\n----------\n"
    Path("own.txt").write_text(pieces)
    for asked, said in (
        (["verify", "own"], "Accepted"),
        (["import-solution", "own.mzn", "own.txt"], SOLVED),
    ):
        assert "give it with --rules" in refused(*asked)
        assert said in printed(*asked, "--rules", "own.py")
        assert "is neither a Python file nor a logic program" in refused(
            *asked, "--rules", "own.txt"
        )
    own.write_text(own.read_text().replace("face[8]", "face[4]").replace("==", "!="))
    assert "FAILED  cubes" in printed("verify", "own", "--rules", "own.py", code=1)


def test_a_question_is_exported_into_a_file():
    usual = printed("export", *USUAL["export"])
    assert printed("export", *USUAL["export"], "-o", "question") == ""
    assert Path("question").read_text("utf-8") == usual
    assert printed("export", *USUAL["export"], "-o", "-") == usual
    assert "cannot be written" in refused("export", *USUAL["export"], "-o", "/nowhere/at/all")
    small = printed("export", *USUAL["export"], "--size", "2")
    assert len(small) < len(usual)


def test_moves_of_a_cube_are_exported():
    asked = ["export", "--moves", "F R", "--to", "asp"]
    assert 'turn("F2").' in printed(*asked)
    assert re.findall(r'turn\("(.+)"\)\.', printed(*asked, "--turns", "F,R")) == ["F", "R"]
    assert "--moves" in refused("export", "at-most=2", "--to", "asp", "--turns", "F,R")
    assert "--moves and rules cannot be given together" in refused(*asked, "at-most=2")
    assert "not written as cnf" in refused("export", "--moves", "F R", "--to", "cnf")
    assert "nothing to export" in refused("export", "--to", "asp")


def test_tables_are_made_checked_and_removed(monkeypatch):
    monkeypatch.setenv("CUBECSP_CACHE", "cache")
    assert json("tables")["stored"] == []
    made = json("tables", "--make", "pocket-htm")["made"]
    assert made == [json("tables")["stored"][0]["file"]]
    assert printed("tables", "--make", "pocket-htm") == f"made {made[0]}\n"
    with open(made[0], "r+b") as file:
        file.seek(5000)
        file.write(b"???")
    printed("tables", "--verify", code=1)
    printed("tables", "--make", "pocket-htm")
    printed("tables", "--verify")
    assert json("tables", "--remove", "pocket-htm")["removed"] == made
    assert json("tables")["stored"] == []
    printed("tables", "--make", "pocket-htm")
    assert "removed" in printed("tables", "--remove", "all")
    for flag in ("--make", "--remove"):
        refused("tables", flag, "gold")
    refused("tables", "--make", "pocket-htm", "--verify")


# ------------------------------------------------------------ picture


def drawn(*options: object, cube: str = "R U") -> str:
    return printed("picture", cube, *options)


def test_the_suffix_says_what_is_drawn():
    for name, start in (("a.svg", b"<svg"), ("a.html", b"<!DOCTYPE html>"), ("a.png", b"\x89PNG")):
        assert f"picture: {name}" in drawn("-o", name)
        assert Path(name).read_bytes().startswith(start)
    assert "index.html" in drawn("-o", "folder")
    assert drawn("-o", "-") == drawn()
    assert ".svg" in refused("picture", "R", "-o", "cube.gif")


@pytest.mark.parametrize(
    "options",
    [
        *(["--view", "cube"], ["--view", "plan"], ["--back", "beside"], ["--back", "around"]),
        *(["--rotation", "y30x-20"], ["--scheme", "grey"], ["--background", "#123456"]),
        *(["--letters"], ["--shapes"], ["--mark", "U1"], ["--ring", "U1"], ["--mark", "U2"]),
        *(["--rule", "at-most=5"], ["--arrows", "U1U3"], ["--title", "A cube"]),
    ],
)
def test_a_picture_changes(options):
    assert drawn(*options) != drawn()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--back", "--view", "net"], "--view cube"),
        (["--back", "--view", "plan"], "--view cube"),
        (["--rotation", "y30", "--view", "net"], "--view cube"),
        (["--pixels", "90", "-o", "a.html"], "--pixels"),
        (["--pixels", "90", "-o", "folder"], "--pixels"),
        (["--background", "?"], "is not a colour"),
        (["--letters", "--shapes"], "choose one"),
        (["--mark", "U0"], "is not a sticker"),
        (["--ring", "U0"], "is not a sticker"),
        (["--rule", "no-such-rule"], "no-such-rule"),
        (["--arrows", "U1"], "cannot be read"),
    ],
)
def test_a_picture_is_refused(options, said):
    assert said in refused("picture", "R", *options)


def test_a_picture_is_as_large_as_asked():
    for view in ("net", "cube", "plan"):
        for pixels in (90, 200):
            root = ElementTree.fromstring(drawn("--view", view, "--pixels", pixels))
            assert max(float(root.attrib[side]) for side in ("width", "height")) == pixels
    drawn("--pixels", "90", "-o", "a.png")
    sides = Path("a.png").read_bytes()[16:24]
    assert max(int.from_bytes(sides[:4]), int.from_bytes(sides[4:])) == 90


def test_the_usual_picture_is_one_of_them():
    assert drawn("--view", "net") == drawn() == drawn("--check") == drawn("--rule", "at-most=9")
    assert drawn("--check", cube=NO_CUBE) != drawn(cube=NO_CUBE)
    back = drawn("--back")
    assert drawn("--back", "beside") == back == drawn("--back", "--view", "cube")
    assert drawn("--view", "cube") == drawn("--rotation", "y45x-34")
    assert drawn("--arrows", "U1U3") != drawn("--arrows", "U3U1")


def test_the_parameters_of_visualcube_say_how_it_is_drawn():
    cube = "view=plan&stage=oll&case=R U2 R' U' R U' R'"
    for flag, value in (("--view", "net"), ("--back", "beside"), ("--size", "3")):
        assert f"{flag} cannot be used with" in refused("picture", cube, flag, value)
    assert (
        len({drawn("--letters", cube=cube), drawn(cube=cube), drawn("--mark", "U1", cube=cube)})
        == 3
    )


# ------------------------------------------------------------ serve


def prepared(*options: str):
    """Return the application, its limits, and the address that it would be served at."""
    with mock.patch("cubecsp.server.http_server.Server") as server:
        out = printed("serve", "--port", "0", *options)
    app, limits = server.call_args.args
    return app, limits, out.strip()


def status_of(app, **headers: str) -> int:
    """Return how a request with some headers is answered."""

    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get("/api/status", headers=headers)

    return asyncio.run(asked()).status_code


def test_the_server_listens_where_it_should():
    _, _, where = prepared()
    assert where.startswith("http://127.0.0.1:")
    assert prepared("--host", "127.0.0.2")[2].startswith("http://127.0.0.2:")
    assert prepared("--port", where.rstrip("/").rpartition(":")[2])[2] == where
    assert "--host" in refused("serve", "--host", "192.0.2.1")  # of documentation: nobody has it


def test_the_server_has_the_limits_that_are_given():
    _, limits, _ = prepared("--workers", "3", "--max-jobs", "5", "--time-limit", "2.5")
    assert (limits.workers, limits.jobs, limits.time) == (3, 5, 2.5)


@pytest.mark.parametrize(
    ("flag", "header", "right", "wrong"),
    [
        ("--allow-host", "host", "cubes.example", "other.example"),
        ("--allow-origin", "origin", "https://a.example", "https://b.example"),
    ],
)
def test_the_server_answers_whom_it_should(flag, header, right, wrong):
    plain, named = (prepared(*more)[0] for more in ([], [flag, right]))
    assert [status_of(app, **{header: right}) for app in (plain, named)] == [403, 200]
    assert status_of(named, **{header: wrong}) == 403


def test_the_server_opens_a_browser():
    with mock.patch("webbrowser.open", return_value=True) as opened:
        prepared()
        opened.assert_not_called()
        where = prepared("--open")[2]
        opened.assert_called_once_with(where)
    with mock.patch("webbrowser.open", return_value=False):
        assert "no browser" in ask("serve", "--port", "0", "--open").err
