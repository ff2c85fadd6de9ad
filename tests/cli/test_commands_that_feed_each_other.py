"""Every command that reads cubes takes what every command that gives cubes writes, as text and as JSON."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
from typing import get_args

import pytest
from asking import (
    ABOUT_SOLVED,
    PERFECT,
    SOLVED,
    USUAL,
    WITHOUT_JSON,
    ask,
    cubes_of,
    piped,
    readers,
)
from patience import PATIENCE

from cubecsp import Cube, Facelets, PocketCube, picture, read
from cubecsp.cli.command import Gives
from cubecsp.cli.commands import COMMANDS
from cubecsp.formats import MAX_CHARACTERS

pytestmark = pytest.mark.usefixtures("folder")

READERS = readers()
FACES = "URFDLB"
NEAR = Cube.from_moves("R U F'").facelets  # so near to solved that every search is over at once
SMALL = PocketCube.from_moves("R U F'").facelets


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

# Questions to commands that print something about a given cube …
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
    "best": ["solved=all", "--maximise", "at-most=9"],
    "perfect-scramble": ["--with", f"stickers={PERFECT}"],
    "import-solution": ["question.cnf", "solution.txt"],
    "recognise": ["scan.json"],
    "sample": ["solved=all"],
}
GIVERS = [command for command in COMMANDS if COMMANDS[command].gives == "cubes"]


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
        assert COMMANDS[command].gives in get_args(Gives)


def asked_about(command: str, cube: str) -> list[str]:
    """Return a question that a command answers with one cube."""
    more = ["--limit", "1"] if command == "repair" else []
    return [*ABOUT[command](cube), *more]


# --------------------------------------------------------------- cubes, by text and as JSON


CASES = [
    (giver, letters)
    for giver, letters in itertools.product(ABOUT, LETTERS)
    # On a 2×2×2 in custom letters, only all corners together show which colours are opposite.
    if not (giver in ("complete", "repair") and letters == "small, other letters")
]


@pytest.mark.ordinary(2)
@pytest.mark.few(4)
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
        if reader == "reach" and giver == "repair":  # which makes a cube that is far from solved
            continue
        assert understood(reader, text) == expected(reader, facelets, shown.scheme), reader
        assert understood(reader, answer.out) == expected(reader, facelets, shown.scheme), reader


@pytest.mark.ordinary(29)
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


@pytest.mark.parametrize("size", [4, 5])
def test_larger_cubes_come_through_a_pipe(size):
    question = ["3Rw 2U2 F", "--size", size]
    text, answer = piped("apply", *question).out, piped("apply", *question, "--json")
    (cube,) = answer.json["cubes"]
    facelets, scheme = cube["facelets"], cube.get("scheme", FACES)
    assert text == cube.get("written", facelets) + "\n"
    for reader in ("check", "apply", "convert", "picture"):
        for given in (text, answer.out):
            assert understood(reader, given) == expected(reader, facelets, scheme)


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
    assert told.out == "".join(f"{n}: solvable\n" for n in range(1, 2001))
    assert told.err.startswith("2,000 cubes: 2,000 solvable")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"cubes": []}', "there is no cube in standard input"),
        ('{"error": {"problem": "all is lost"}}', "the error of another command: all is lost"),
        ('{"facelets": 5}', "the facelets are not text"),
        ('{"facelets": "UUU"}', "3 stickers, 21 too few"),
        ('{"cubes": [{"facelets": "UUU"}]}', "standard input, line 1, cubes[0]: "),
        ('{"facelets": "' + SOLVED + '", "scheme": "UU"}', "'UU' is not a scheme"),
        ('{"cubes": [{"solution": "R U"}]}', "line 1, cubes[0]: cube"),
        ('{"cubes": [5]}', "cubes[0]: 5 is not a cube"),
        ('{"rules": []}', "this JSON is not a cube"),
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


@pytest.mark.ordinary(14)
@pytest.mark.parametrize("command", COMMANDS)
def test_standard_output_has_one_thing_a_line(command):
    told = piped(command, *USUAL[command])
    gives = COMMANDS[command].gives
    lines = told.out.splitlines()
    if gives == "cubes":
        assert lines
        assert all(re.fullmatch("[URFDLB]{24}|[URFDLB]{54}|[WRGYOB]{54}", line) for line in lines)
        assert told.err
    if gives == "numbers":
        assert [str(int(line)) for line in lines] == lines != []
    if gives == "moves":
        assert lines
        assert all(Cube.from_moves(line) for line in lines)
    assert not re.search(r"cubecsp[.:]", told.err)  # nothing but prose
    if command not in WITHOUT_JSON:
        assert isinstance(piped(command, *USUAL[command], "--json").json, dict)


@pytest.mark.few(4)
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
    every = piped("solve", "M2 E2 S2", "--all", "--pruning-table", "tiny")
    assert len(set(every.out.splitlines())) == 48
    assert "48 shortest solutions" in every.err
    told = piped("reach", "R U D", "solved=all")
    assert sorted(told.out.splitlines()) == ["D' U' R'", "U' D' R'"]
    assert "2 shortest sequences" in told.err
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
    for text, words in (("", "no moves"), ("R\nU\n", "more than one sequence"), ("R Q", "'Q'")):
        assert words in piped("apply", "-", NEAR, stdin=text, code=2).err
    assert "both the moves and the cube" in piped("apply", "-", "-", stdin="R", code=2).err


GIVE_MOVES = [
    ["solve", "R U F", "()", "L2"],
    ["reach", "R U D", "solved=all"],
    ["scramble", "-n", "3", "--seed", "1"],
    ["invert", "[R: U] F", "()"],
    ["mirror", "R U F"],
    ["rotate", "R U F", "--by", "y"],
    ["convert", "R U F", "L2", "--to", "moves"],
]


READ_MOVES = [["invert"], ["mirror"], ["rotate", "--by", "x"]]


@pytest.mark.ordinary(9)
@pytest.mark.parametrize("question", GIVE_MOVES, ids=lambda question: question[0])
@pytest.mark.parametrize("reader", READ_MOVES, ids=str)
def test_moves_come_through_a_pipe_as_text_and_as_json(question, reader, folder):
    plain, told = piped(*question).out, piped(*question, "--json").out
    wanted = piped(*reader, "-", stdin=plain)
    assert len(wanted.out.splitlines()) == len(plain.splitlines()) > 0
    (folder / "answer.json").write_text(told)
    for way, text in (("-", told), (told.strip(), ""), ("answer.json", "")):
        assert piped(*reader, way, stdin=text).out == wanted.out
    several = json.dumps([json.loads(told), "R U", {"moves": "F"}])
    found = piped(*reader, "-", stdin=several).out
    assert found == wanted.out + piped(*reader, "R U", "F").out


@pytest.mark.parametrize("reader", READ_MOVES, ids=str)
@pytest.mark.parametrize("nothing", ["", "\n\n"], ids=repr)
def test_no_moves_are_an_error(reader, nothing):
    assert "no moves" in piped(*reader, "-", stdin=nothing, code=2).err


def test_every_command_that_gives_moves_is_tried():
    tried = {question[0] for question in GIVE_MOVES}
    assert tried == {name for name in COMMANDS if COMMANDS[name].gives in ("moves", "texts")}


def test_moves_in_json_are_applied():
    told = piped("solve", NEAR, "--json").out
    assert piped("apply", "-", NEAR, stdin=told).out == SOLVED + "\n"
    several = piped("solve", "R U", "F", "--json").out
    assert "more than one" in piped("apply", "-", "R", stdin=several, code=2).err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"a": 1}', "no moves"),
        ("[]", "no moves"),
        ('["R U", 5]', "[1]: it contains no moves"),
        ('{"cubes": [{"facelets": "U"}, {"solution": "R"}]}', "cubes[0]: it contains no moves"),
        ('{"error": {"problem": "it was late"}}', "it was late"),
        ('{"cubes": ', "line 1"),
        ('["R Q", "U"]', "line 1, [0]: moves 'R Q'"),
    ],
)
def test_json_without_moves_is_refused_with_its_place(text, words):
    told = piped("invert", "-", stdin=text, code=2)
    assert words in told.err
    assert told.out.splitlines() == {"5]": ["U' R'"], '"R"}]}': ["R'"], '"U"]': ["U'"]}.get(
        text.split()[-1], []
    )


@pytest.mark.slow
@pytest.mark.few(1)
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
        timeout=PATIENCE,
    )
    if out is None:
        assert "index.html" in done.stdout
    else:
        assert done.stdout == out


def test_cubes_as_bare_texts_are_in_the_colours_of_their_answer():
    held = "".join(colour * 9 for colour in "YOGWRB")  # yellow up
    answer = json.loads(piped("complete", held, "--json").out)
    bare = {**answer, "scheme": answer["cubes"][0]["scheme"]}
    bare["cubes"] = [cube["facelets"] for cube in answer["cubes"]]
    both = [
        piped("convert", "-", "--to", "colours", stdin=json.dumps(a)).out for a in (answer, bare)
    ]
    assert both[0] == both[1] == f"{held}\n"
