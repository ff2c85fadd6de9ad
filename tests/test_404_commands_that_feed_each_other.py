"""Every command that reads cubes takes what every command that gives cubes writes, as text and as JSON."""

from __future__ import annotations

import itertools
import json
import random
import re
import subprocess
import sys

import pytest
from asking import (
    ABOUT_SOLVED,
    PERFECT,
    SOLVED,
    USUAL,
    WITHOUT_JSON,
    Outcome,
    ask,
    parser_of_all,
    timeless,
    untimed,
    write_files,
)

from cubecsp import Cube, Facelets, PocketCube, picture, read
from cubecsp.cli.commands import COMMANDS
from cubecsp.formats import MAX_CHARACTERS
from cubecsp.puzzle.cubes import cube_class

FACES = "URFDLB"
NEAR = Cube.from_moves("R U F'").facelets  # so near to solved that every search is over at once
SMALL = PocketCube.from_moves("R U F'").facelets

LARGE = cube_class(4).from_moves("3Rw 2U2 F").facelets
TWISTED = "UUUFURRRFRFFDDDDLLLLBBBB"  # the corner URF of a 2×2×2

# A cube in the letters of several users, held in several ways; all of them show all six centres.
LETTERS = {
    "faces": NEAR,
    "colours": Facelets(NEAR, "WRGYOB").written,
    "yellow up": Facelets(NEAR, "YOGWRB").written,
    "other letters": Facelets(NEAR, "PQSTVX").written,
    "digits": Facelets(NEAR, "123456").written,
    "centres turned": Facelets(NEAR, "FRDBLU").written,
    "small": SMALL,
    "small in colours": Facelets(SMALL, "WRGYOB").written,
    "small, yellow up": Facelets(SMALL, "YOGWRB").written,
    "small, other letters": Facelets(SMALL, "PQSTVX").written,
}

# What is asked of commands that print something about a cube that they are given …
ABOUT = {
    command: lambda cube, command=command: [
        cube if word == SOLVED else word for word in ABOUT_SOLVED[command]
    ]
    for command in ABOUT_SOLVED
    if command != "picture"
} | {
    "complete": lambda cube: ["..." + cube[3:]],
    "repair": lambda cube: [cube[:1] + next(c for c in cube if c != cube[1]) + cube[2:]],
    "convert": lambda cube: [cube, "--to", "colours"],
}
# … and of those that find cubes by themselves.
FINDING = {
    "find": ["solved=all"],
    "perfect-scramble": ["--with", f"stickers={PERFECT}"],
    "import-solution": ["question.cnf", "solution.txt"],
}
GIVERS = [command for command in COMMANDS if COMMANDS[command].gives == "cubes"]
READERS = [
    command for command, parser in parser_of_all().items() if "--from" in parser.format_help()
]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLORTERM", "truecolor")  # rich keeps the codes of the first terminal
    monkeypatch.setenv("TERM", "xterm")
    write_files(tmp_path)
    return tmp_path


def piped(*arguments: object, stdin: str = "", code: int | tuple[int, ...] = 0) -> Outcome:
    """Ask with standard output being no terminal."""
    told = ask(*arguments, stdin=stdin, terminal=False)
    assert told.code in (code if isinstance(code, tuple) else (code,)), told
    return told


def cubes_of(answer: dict) -> list[str]:
    if "answers" in answer:
        return [cube for one in answer["answers"] for cube in cubes_of(one)]
    return [cube["facelets"] for cube in answer.get("repairs") or answer["cubes"]]


def understood(reader: str, text: str) -> str:
    """Return the facelets of the first cube that a command reads from standard input."""
    if reader == "picture":
        return piped("picture", "-", "-o", "-", stdin=text).out
    if reader == "reach":
        return piped("reach", "-", "solved=all", "--json", stdin=text).json["query"]["cube"]
    question = ["-" if word == SOLVED else word for word in ABOUT_SOLVED[reader]]
    return cubes_of(piped(reader, *question, "--json", stdin=text).json)[0]


def expected(reader: str, facelets: str, scheme: str = FACES) -> str:
    return picture(Facelets(facelets, scheme)).svg() if reader == "picture" else facelets


def test_the_matrix_is_whole():
    assert set(GIVERS) <= ABOUT.keys() | FINDING.keys()
    assert {"check", "repair", "complete", "solve", "apply", "convert", "picture"} < set(READERS)
    for command in COMMANDS:
        assert COMMANDS[command].gives in {"cubes", "moves", "verdicts", "texts", "text", "file"}


def asked_about(command: str, cube: str) -> list[str]:
    """Return a question that a command answers with one cube."""
    more = ["--limit", "1"] if command == "repair" else []
    return [*ABOUT[command](cube), *more]


# --------------------------------------------------------------- cubes, by text and as JSON


CASES = [
    (giver, letters)
    for giver, letters in itertools.product(ABOUT, LETTERS)
    # Of a 2×2×2 in letters of one's own all corners are needed to know which colours are opposite.
    if not (giver in ("complete", "repair") and letters == "small, other letters")
    if not (letters.startswith("small") and 2 not in COMMANDS[giver].sizes)
]


@pytest.mark.parametrize(("giver", "letters"), [case for case in CASES if case[0] in GIVERS])
def test_cubes_come_through_a_pipe(giver, letters):
    cube = LETTERS[letters]
    question = asked_about(giver, cube)
    answer = piped(giver, *question, "--json")
    (facelets,) = cubes_of(answer.json)
    text = piped(giver, *question).out
    assert text.count("\n") == 1
    assert set(text.strip()) <= set(cube)  # the user's own letters
    shown = read(text.strip()).stickers
    assert shown.letters == facelets
    assert shown.scheme == read(cube).stickers.scheme  # and holding
    readers = READERS if letters in ("colours", "small in colours") else ["check", "convert"]
    for reader in readers:
        if shown.puzzle.size not in COMMANDS[reader].sizes:
            continue
        if reader == "reach" and giver == "repair":  # which makes a cube that is far from solved
            continue
        assert understood(reader, text) == expected(reader, facelets, shown.scheme), reader
        assert understood(reader, answer.out) == expected(reader, facelets, shown.scheme), reader


@pytest.mark.parametrize("giver", FINDING)
def test_cubes_that_are_found_come_through_a_pipe(giver):
    answer = piped(giver, *FINDING[giver], "--json")
    facelets = cubes_of(answer.json)[0]
    text = piped(giver, *FINDING[giver]).out
    assert text.splitlines()[0] == facelets
    for reader in READERS:
        if reader != "reach" or facelets == SOLVED:
            assert understood(reader, text) == expected(reader, facelets)
            assert understood(reader, answer.out) == expected(reader, facelets)


@pytest.mark.parametrize(("giver", "letters"), CASES)
def test_answers_in_json_say_the_letters_of_the_user(giver, letters):
    cube = LETTERS[letters]
    answer = piped(giver, *asked_about(giver, cube), "--json", code=(0, 1))
    again = piped("convert", "-", "--to", "facelets", "--json", stdin=answer.out).json
    entries = answer.json.get("repairs") or answer.json["cubes"]
    found = again["cubes"]
    assert [c["facelets"] for c in found] == [c["facelets"] for c in entries]
    scheme = read(cube).stickers.scheme
    assert {c.get("scheme", FACES) for c in found} == {scheme}
    assert [c.get("scheme") for c in found] == [c.get("scheme") for c in entries]


def test_cubes_in_any_characters_come_back():
    rng = random.Random(7)
    characters = [chr(i) for i in range(33, 127)] + list("ÄÉΩЖ①②🟥🟧🟨🟩🟦⬜")
    read_again = 0
    for seed in range(120):
        cube = (Cube if seed % 3 else PocketCube).random(seed)
        text = Facelets(cube.facelets, "".join(rng.sample(characters, 6))).written
        turned = ask("apply", "R2 U F", text, terminal=False)
        if turned.code == 0:  # or it is refused, as it could be something else
            read_again += 1
            told = piped("convert", "-", "--to", "facelets", stdin=turned.out)
            known = read(text).stickers.to_state().apply("R2 U F")
            assert told.out.strip() == known.facelets
    assert read_again > 5


@pytest.mark.parametrize("size", [4, 5])
def test_larger_cubes_come_through_a_pipe(size):
    question = ["3Rw 2U2 F", "--size", size]
    text, answer = piped("apply", *question).out, piped("apply", *question, "--json")
    (facelets,) = cubes_of(answer.json)
    assert text == facelets + "\n"
    for reader in ("check", "apply", "convert", "picture"):
        for given in (text, answer.out):
            assert understood(reader, given) == expected(reader, facelets)


def written_in_many_ways(answers: list[dict]) -> dict[str, str]:
    """Return the cubes of answers as people and their tools (`jq`, `cat`) write JSON."""
    cubes = [cube for answer in answers for cube in answer["cubes"]]
    plain = [cube["facelets"] for cube in cubes]
    return {
        "answers one after another": "\n".join(json.dumps(a, indent=2) for a in answers),
        "an answer on each line": "".join(json.dumps(a) + "\n" for a in answers),
        "a list of answers": json.dumps(answers),
        "a list of answers over many lines": json.dumps(answers, indent=1),
        "a cube on each line": "".join(json.dumps(c) + "\n" for c in cubes),
        "cubes over many lines": "".join(json.dumps(c, indent=4) + "\n" for c in cubes),
        "a list of cubes": json.dumps(cubes),
        "a list of lists": json.dumps([a["cubes"] for a in answers])[1:-1].replace("], [", "]\n["),
        "strings": "".join(json.dumps(p) + "\n" for p in plain),
        "a list of strings": json.dumps(plain, indent=2),
        "plain": "".join(p + "\n" for p in plain),
        "text and JSON": "".join(
            p + "\n" if i % 2 else json.dumps(c, indent=1) + "\n  # said\n"
            for i, (p, c) in enumerate(zip(plain, cubes, strict=True))
        ),
        "all on one line": " ".join(json.dumps(c) for c in cubes),
        "with a mark": "\ufeff" + json.dumps(answers),
    }


def test_json_in_every_shape():
    """Of one cube and of many, short and long: what is read does not depend on where lines break."""
    for number in (1, 2, 40):
        moves = [str(Cube.random(seed).facelets) for seed in range(number)]
        answers = [piped("check", cube, "--json").json for cube in moves]
        for shape, text in written_in_many_ways(answers).items():
            told = piped("convert", "-", "--to", "facelets", stdin=text)
            assert told.out.split() == moves, shape
            assert told.err == "", shape


def test_json_as_an_argument_and_as_a_file(folder):
    answer = piped("solve", "R U", "F", "--json").out
    facelets = [Cube.from_moves(moves).facelets for moves in ("R U", "F")]
    assert piped("convert", answer, "--to", "facelets").out.split() == facelets
    (folder / "answer.json").write_text(answer)
    assert piped("convert", "answer.json", "--to", "facelets").out.split() == facelets
    told = piped("check", answer, "no-touching=across", code=1)
    assert len(told.out.splitlines()) == 2


@pytest.mark.parametrize("command", ["solve", "reach", "find"])
def test_a_solution_is_never_taken_for_a_cube(command):
    question = {
        "solve": ["R U F"],
        "reach": ["R U F", "solved=all"],
        "find": ["solved=F2L", "permuted=corners", "--limit", "3", "--solve", "two-phase"],
    }[command]
    answer = piped(command, *question, "--json")
    told = piped("convert", "-", "--to", "facelets", stdin=answer.out).out.split()
    assert told == [cube["facelets"] for cube in answer.json["cubes"]]
    assert any(cube.get("solution") or cube.get("moves") for cube in answer.json["cubes"])


def test_the_cubes_of_large_answers_are_read():
    answer = piped("find", "at-most=3", "--limit", "2000", "--json").out
    assert len(answer) > 100_000
    told = piped("check", "-", "at-most=3", stdin=answer)
    assert told.out == "".join(f"{n}: real\n" for n in range(1, 2001))
    assert told.err.startswith("2,000 cubes: 2,000 real")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"cubes": []}', "there is no cube in standard input"),
        ('{"error": {"problem": "all is lost"}}', "the error of another command: all is lost"),
        ('{"facelets": 5}', "the facelets are no text"),
        ('{"facelets": "UUU"}', "3 stickers, 21 too few"),
        ('{"cubes": [{"facelets": "UUU"}]}', "standard input, line 1, cubes[0]: "),
        ('{"facelets": "' + SOLVED + '", "scheme": "UU"}', "'UU' is no scheme"),
        ('{"cubes": [{"solution": "R U"}]}', "line 1, cubes[0]: cube"),
        ('{"cubes": [5]}', "cubes[0]: 5 is no cube"),
        ('{"rules": []}', "this JSON is no cube"),
        ('{"cubes": [', "this is not JSON"),
        ('{"cubes": [' + '{"facelets": "' + SOLVED + '"}, ' * 100, "this is not JSON"),
        ("[" * (MAX_CHARACTERS + 1_000), "this JSON is too deep"),
    ],
)
def test_json_that_is_no_cube_is_refused_in_a_sentence(text, words):
    told = piped("solve", "-", stdin=text, code=2)
    assert words in told.err
    assert told.out == ""
    assert len(told.err.splitlines()) == 1


def test_the_facelets_of_answers_are_in_one_format():
    answer = piped("check", "R U", "--json").out
    assert piped("check", "-", "--from", "facelets", stdin=answer).out
    told = piped("check", "-", "--from", "moves", stdin=answer, code=2)
    assert "leave out --from moves" in told.err


# --------------------------------------------------------------- what goes where


@pytest.mark.parametrize("command", COMMANDS)
def test_standard_output_has_one_thing_a_line(command):
    told = piped(command, *USUAL[command])
    gives = COMMANDS[command].gives
    lines = told.out.splitlines()
    if gives == "cubes":
        assert lines
        assert all(re.fullmatch("[URFDLB]{24}|[URFDLB]{54}", line) for line in lines)
        assert told.err
    if gives == "moves":
        assert lines
        assert all(Cube.from_moves(line) for line in lines)
    assert "cubecsp" not in told.err  # nothing but prose
    if command not in WITHOUT_JSON:
        assert isinstance(piped(command, *USUAL[command], "--json").json, dict)


@pytest.mark.parametrize(
    "command", [c for c in COMMANDS if COMMANDS[c].gives in ("cubes", "moves")]
)
def test_a_terminal_and_those_who_want_the_same_get_everything(command):
    terminal = ask(command, *USUAL[command])
    assert "Traceback" not in terminal.out + terminal.err
    assert terminal.err == ""
    pipe = piped(command, *USUAL[command])
    for line in pipe.out.splitlines():
        assert line in terminal.out
    if command == "import-solution":
        return
    for stream in (True, False):
        told = ask(command, *USUAL[command], "--color", "always", terminal=stream)
        assert told.err == ""
        assert len(told.out.splitlines()) >= len(terminal.out.splitlines())


def test_moves_are_printed_one_sequence_a_line():
    told = piped("solve", "R U", "()", "F2")
    assert told.out == "U' R'\n()\nF2\n"
    assert told.err == ""
    every = piped("solve", "M2 E2 S2", "--all", "--table", "tiny")
    assert len(set(every.out.splitlines())) == 48
    assert "48 shortest solutions" in every.err
    told = piped("reach", "R U D", "solved=all")
    assert sorted(told.out.splitlines()) == ["D' U' R'", "U' D' R'"]
    assert "2 sequences" in told.err
    told = piped("solve", "r U r' U'", "--turns", "r,r',U,U'")
    assert told.out == "U r U' r'\n"


def test_a_cube_without_moves_has_no_line():
    flip = Cube.from_placements(Cube().corners, [v ^ 1 for v in Cube().edges]).facelets
    slow = ["--method", "breadth-first", "--max-length", "2"]
    told = piped("solve", "R", flip, "F", *slow, code=3)
    assert told.out == "R'\nF'\n"
    assert f"{flip}: no moves were found" in told.err


def test_moves_are_applied_as_they_come_from_solve():
    for cube in (NEAR, SMALL, LETTERS["yellow up"]):
        solution = piped("solve", cube).out
        assert piped("apply", "-", cube, stdin=solution).out.strip() in (
            "".join(letter * (len(cube) // 6) for letter in cube[4::9]),
            PocketCube().facelets,
        )
    for text, words in (("", "no moves"), ("R\nU\n", "more than one line"), ("R Q", "'Q'")):
        assert words in piped("apply", "-", NEAR, stdin=text, code=2).err
    assert "both the moves and the cube" in piped("apply", "-", "-", stdin="R", code=2).err


@pytest.mark.parametrize(
    "line",
    [
        "find at-most=3 --limit all",
        "solve - --max-length 20 < cubes.txt",
        "convert - --to net < cubes.txt",
        "find at-most=3 --json",
        "rules",
    ],
)
def test_a_pipe_that_is_closed_ends_the_command_quietly(line, folder):
    (folder / "cubes.txt").write_text("R U\n" * 200)
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {sys.executable} -m cubecsp {line} | head -n 1"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode in (0, 3)
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("line", "out"),
    [
        ("find solved=all | {} solve -", "()\n"),
        ("complete ...{SOLVED} | {} solve -", "()\n"),
        ("repair R{SOLVED} | {} convert - --to moves", "()\n"),
        ("apply 'R U' | {} solve -", "U' R'\n"),
        ("solve 'R U' --json | {} apply 'F' - | {} solve -", "F' U' R'\n"),
        ("find 'face=*:ABA/BAB/ABA' --classes --json | {} picture - -o made && ls made", None),
    ],
)
def test_pipelines_of_processes(line, out):
    cubecsp = f"{sys.executable} -m cubecsp"
    line = line.replace("...{SOLVED}", "..." + SOLVED[3:]).replace("R{SOLVED}", "R" + SOLVED[1:])
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {cubecsp} {line.replace('{}', cubecsp)}"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    if out is None:
        assert "index.html" in done.stdout
    else:
        assert done.stdout == out


# --------------------------------------------------------------- cubes that are bad

MANY = {
    "check": ["-"],
    "solve": ["-", "--method", "thistlethwaite"],
    "convert": ["-", "--to", "facelets"],
    "apply": ["()", "-"],
    "picture": ["-", "-o", "page.html"],
    "complete": ["-"],
    "repair": ["-", "--engine", "subsets"],
    "reach": ["-", "at-most=9"],
    "describe": ["-"],
}
"""Commands about many cubes; each prints a line for each of them, but picture."""

BAD = {
    "check": ["R Q", SOLVED[:-1], "U R F)", "?" * 50],
    "solve": ["R Q", SOLVED[:-1] + "U", "FL" + SOLVED[2:], "[R,", LARGE, TWISTED],
    "convert": ["R Q", SOLVED[:-1], '{"facelets": "UU"}', '{"CORNERS": 5}'],
    "apply": ["R Q", SOLVED[:-1] + "U", '{"cubes": [{"facelets": 1}]}'],
    "picture": ["R Q", SOLVED[:-1], '"XX"', '{"error": {"problem": "no"}}'],
    "complete": ["R Q", SOLVED[:-1], LARGE],
    "repair": ["R Q", SOLVED[:-1], LARGE],
    "reach": ["R Q", SOLVED[:-1] + "U", LARGE, TWISTED],
    "describe": ["R Q", SOLVED[:-1] + "U"],
}


def test_every_command_about_many_cubes_is_tried():
    several = set()
    for command in READERS:
        told = ask(
            command,
            *MANY.get(command, ["-", "solved=all"][: 1 + (command == "reach")]),
            stdin="R\nU\n",
        )
        if "here are several" not in told.err:
            several.add(command)
    assert several == set(MANY) == set(BAD)


@pytest.mark.parametrize("command", MANY)
def test_a_bad_cube_is_reported_and_the_others_are_done(command):
    rng = random.Random(command)
    good = [Cube.random(seed).facelets for seed in range(6)]
    alone = piped(command, *MANY[command], stdin="\n".join(good))
    for bad in BAD[command]:
        at = rng.randrange(len(good) + 1)
        lines = [*good[:at], bad, *good[at:]]
        told = piped(command, *MANY[command], stdin="\n".join(lines), code=2)
        numbers = [n for n in range(1, len(lines) + 1) if n != at + 1]
        if command == "check":  # verdicts bear the numbers of the cubes
            assert told.out == "".join(f"{n}: real\n" for n in numbers)
        elif command == "describe":  # so do headings
            _, *cubes = re.split(r"^cube \d$", unsearched(alone.out), flags=re.M)
            pairs = zip(numbers, cubes, strict=True)
            assert unsearched(told.out) == "".join(f"cube {n}{text}" for n, text in pairs)
        else:
            assert untimed(told.out) == untimed(alone.out)
        errors = [line for line in told.err.splitlines() if line.startswith("cubecsp ")]
        assert len(errors) == 1
        assert errors[0].startswith(f"cubecsp {command}: standard input, line {at + 1}")
        answer = piped(command, *MANY[command], "--json", stdin="\n".join(lines), code=2).json
        (error,) = answer["errors"]
        assert error["where"].startswith(f"standard input, line {at + 1}")
        assert error["problem"] in errors[0]
        if command != "picture":
            assert cubes_of(answer) == good


def unsearched(text: str) -> str:
    """Return a description without bounds of the distance and moves, which depend on time."""
    return re.sub(r"^(distance|make it|solve it) .*", r"\1", text, flags=re.M)


def test_a_bad_cube_of_an_answer_is_reported_with_its_number():
    answer = piped("check", "R U", "--json").json
    (cube,) = answer["cubes"]
    answer["cubes"] = [cube, cube, cube | {"facelets": "UUU"}, cube]
    told = piped("convert", "-", "--to", "facelets", stdin=json.dumps(answer), code=2)
    assert told.out.split() == [cube["facelets"]] * 3
    assert told.err.startswith("cubecsp convert: standard input, line 1, cubes[2]: cube 'UUU': ")


def test_several_bad_cubes_are_all_reported():
    told = piped("solve", "R Q", "R U", "U" * 50, "F", code=2)
    assert told.out == "U' R'\nF'\n"
    assert [line[:20] for line in told.err.splitlines()] == [
        "cubecsp solve: moves",
        "cubecsp solve: cube ",
    ]
    told = piped("check", "-", stdin="R Q\nU Q\n", code=2)
    assert told.out == ""
    first, second, last = told.err.splitlines()
    assert ", line 1: " in first
    assert ", line 2: " in second
    assert "none of the 2 cubes" in last
    told = piped("solve", "no-such-file.txt", "R", code=2)
    assert told.out == "R'\n"
    assert "there is no file" in told.err


def test_a_broken_line_of_json_spoils_no_other():
    cubes = [Cube.random(seed).facelets for seed in range(4)]
    lines = [json.dumps({"facelets": cube}) for cube in cubes]
    for broken in ('{"facelets": "UUU', '{"facelets": ', "[", '{"cubes": [{"facelets": '):
        for at in range(5):
            text = "\n".join([*lines[:at], broken, *lines[at:]])
            told = piped("convert", "-", "--to", "facelets", stdin=text, code=2)
            assert told.out.split() == cubes, (broken, at)
            assert f"line {at + 1}: " in told.err
            assert len(told.err.splitlines()) == 1


def test_a_list_of_the_bad_does_not_hide_that_work_was_stopped():
    flip = Cube.from_placements(Cube().corners, [v ^ 1 for v in Cube().edges]).facelets
    told = piped(
        *("solve", flip, "R Q", "R", "--method", "breadth-first", "--max-length", "2"), code=3
    )
    assert told.out == "R'\n"


# --------------------------------------------------------------- options anywhere

PERMUTED = {
    "perfect-scramble": [[], ["--with", f"stickers={PERFECT}"], ["--without=faces-differ"]],
    "find": [["solved=all"], ["--limit", "2"], ["--seed=1"], ["--size", "2"]],
    "check": [["R U", "at-most=8", "at-most=9"], ["--size", "3"], ["--explain"]],
    "repair": [["R U"], ["--by", "piece"], ["--limit=3"]],
    "describe": [["R U", "F"], ["--prove"], ["--size", "2"]],
    "invert": [["R U", "F"], ["--size", "4"]],
    "mirror": [["R U", "F"], ["--size", "4"], ["--plane=UD"]],
    "rotate": [["R U", "F"], ["--size", "4"], ["--by", "x y"]],
    "complete": [["-" + SOLVED[1:]], ["--limit", "3"], ["--from", "facelets"]],
    "solve": [["R U", "F2 D"], ["--max-length", "20"], ["--method", "two-phase"]],
    "reach": [["R U", "solved=all", "solved=cross"], ["--turns", "R',U',F"], ["--limit=all"]],
    "apply": [
        [
            "R U",
            "--" + SOLVED[2:],
        ],
        ["--from=facelets"],
    ],
    "convert": [["R U", "F"], ["--to", "colours"], ["--up", "yellow", "--front", "green"]],
    "picture": [["R U", "F"], ["--back"], ["-o", "-page.html"], ["--title", "-x-"], ["--letters"]],
    "rules": [[], ["--explain", "at-most=3", "every-colour"]],
    "export": [["at-most=3", "at-most=2"], ["--to", "mzn"], ["--size=2"]],
    "import-solution": [["question.cnf", "solution.txt"]],
    "tables": [[], ["--verify"]],
    "about": [["engines", "views"]],
}
"""For each command its arguments, and options each with its value."""


MOVES = ("generator", "solution", "length", "proven")
"""What an answer says of moves, which depends on how much time there was to shorten them."""


def interleaved(rng: random.Random, arguments: list[str], options: list[list[str]]) -> list[str]:
    """Return options in any order between arguments in theirs."""
    parts = [[argument] for argument in arguments]
    for option in rng.sample(options, len(options)):
        parts.insert(rng.randrange(len(parts) + 1), option)
    return [word for part in parts for word in part]


@pytest.mark.parametrize("command", COMMANDS)
def test_options_stand_anywhere(command):
    arguments, *options = PERMUTED[command]
    if command not in WITHOUT_JSON:
        options = [*options, ["--json"]]
    usual = ask(command, *arguments, *itertools.chain(*options))
    assert usual.code == 0, usual
    rng = random.Random(command)
    for _ in range(12):
        words = interleaved(rng, arguments, options)
        told = ask(command, *words)
        assert (told.code, told.err) == (usual.code, usual.err), words
        if command in WITHOUT_JSON:
            assert told.out == usual.out, words
        else:
            assert timeless(told.json, *MOVES) == timeless(usual.json, *MOVES), words


@pytest.mark.parametrize("cube", ["-" * 3 + SOLVED[3:], "--" + SOLVED[2:], "-" + SOLVED[1:]])
def test_a_cube_may_begin_with_an_unknown_sticker(cube):
    for words in ([cube], ["--limit", "1", cube], [cube, "--limit=1"], ["--", cube]):
        assert piped("complete", *words).out == SOLVED + "\n"


def test_a_value_may_begin_with_a_dash(folder):
    assert "-x" in piped("picture", "R", "--title", "-x").out
    assert piped("picture", "R", "-o", "-x.html").code == 0
    assert (folder / "-x.html").exists()
    for words in (["--title", "--json"], ["--title"], ["R", "--title", "--back", "-o"]):
        assert "expected one argument" in piped("picture", "R", *words, code=2).err
