"""Texts beside an answer: notes once, the worst defect first, and the time that is left."""

from __future__ import annotations

import pytest
from asking import SOLVED, USUAL, ask

from cubecsp import Answer, Cube, CubeReport, PocketCube, Status, Stop
from cubecsp.cli import output
from cubecsp.cli.commands import import_solution
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.questions.asking.several_cubes import Answers
from cubecsp.questions.sample import SampleAnswer

POCKET = PocketCube.from_moves("R U F2").facelets
JAPANESE = "".join(colour * 9 for colour in "WRGBOY")
TWISTED = Cube.from_placements([1, *range(3, 24, 3)], Cube().edges).facelets


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_note_is_printed_once(folder):
    """Several cubes about which there is the same to say make one note, in every command."""
    one = ask("check", JAPANESE)
    assert one.err.count("note: ") == 1
    (folder / "cubes.txt").write_text(f"{JAPANESE}\n{JAPANESE}\nx F\n")
    many = ask("check", "cubes.txt")
    assert many.code == 0
    assert many.err == one.err
    again = ask("solve", JAPANESE, JAPANESE, "x F")
    assert again.err == one.err
    turned = ask("convert", "x R U", "x R U", "x F", "x y", "--to", "facelets")
    assert turned.err.count("note: ") == 2


def test_notes_about_rules_are_printed_once_each():
    rules = ["order=6", "solved=F2L", "--limit", "1"]
    told = ask("find", *rules)
    noted = parse_pattern(rules[:2]).notes()
    for note in noted:
        assert told.err.count(note) == 1
    assert len(told.err.splitlines()) == len(noted)


def test_a_requirement_that_is_added_is_noted_too():
    assert (
        "note: rule at-most=1 can never hold" in ask("perfect-scramble", "--with", "at-most=1").err
    )
    assert "note: " not in ask("perfect-scramble", "--json").err


def test_batches_of_both_cubes_are_solved_in_order():
    moves = "R U F"
    arguments = [moves, POCKET, SOLVED, PocketCube().facelets, moves]
    answer = ask("solve", *arguments, "--json").json
    lengths = [cube["length"] for cube in answer["cubes"]]
    assert lengths == [3, 3, 0, 0, 3]
    sizes = [len(cube["facelets"]) for cube in answer["cubes"]]
    assert sizes == [54, 24, 54, 24, 54]
    for cube in answer["cubes"]:
        kind = Cube if len(cube["facelets"]) == 54 else PocketCube
        assert kind.from_facelets(cube["facelets"]).apply(cube["solution"]) == kind()
    # Options that only one kind takes are fine if there is a cube of this kind.
    told = ask("solve", moves, POCKET, "--method", "thistlethwaite", "--json")
    assert told.code == 0


def test_batches_of_both_cubes_are_checked_converted_and_drawn(folder):
    cubes = [SOLVED, POCKET, TWISTED]
    (folder / "cubes.txt").write_text("\n".join(cubes))
    told = ask("check", "cubes.txt")
    assert told.code == 1
    lines = told.out.splitlines()
    assert lines[:2] == ["1: solvable", "2: solvable"]
    assert lines[2].startswith("3: not solvable")
    assert lines[3].startswith("3 cubes: 1 not solvable, 2 solvable")
    texts = ask("convert", "cubes.txt", "--to", "facelets").out.split()
    assert texts == cubes
    assert ask("picture", "cubes.txt", "-o", "pictures").code == 0
    assert len(list((folder / "pictures").glob("cube-*.svg"))) == 3


@pytest.mark.parametrize(
    ("stickers", "worst"),
    [
        (SOLVED[:-1] + "U", "colour"),
        ("." + SOLVED[1:-1] + "U", "no piece does"),  # not that a sticker is unknown
        (TWISTED, "a corner twisted clockwise"),
        ("." * 3 + SOLVED[3:], "unknown"),
    ],
)
def test_a_line_names_the_worst_defect(folder, stickers, worst):
    (folder / "cubes.txt").write_text(f"{SOLVED}\n{stickers}\n")
    line = ask("check", "cubes.txt").out.splitlines()[1]
    assert worst in line
    assert ("unknown" in line) == (worst == "unknown")


def reports(*unsolved):
    return [CubeReport(SOLVED, Cube(), unsolved=why) for why in unsolved]


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (Answer({}, Status.COMPLETE), 0),
        (Answer({}, Status.INFEASIBLE), 1),
        (Answer({}, Status.UNKNOWN), 3),
        (Answer({}, Status.PARTIAL, stopped=Stop.LIMIT), 0),
        (Answer({}, Status.PARTIAL, stopped=Stop.TIME), 3),
        (Answer({}, Status.PARTIAL, stopped=Stop.INTERRUPT), 3),
        (Answer({}, Status.UNKNOWN, stopped=Stop.INTERRUPT), 3),
        (Answer({}, Status.COMPLETE, reports(None, None)), 0),
        (Answer({}, Status.PARTIAL, reports(None, "no room")), 3),
    ],
)
def test_exit_code_of_an_answer(answer, code):
    assert output.exit_code(answer) == code


@pytest.mark.parametrize("stopped", [Stop.TIME, Stop.INTERRUPT])
@pytest.mark.parametrize("known", [Status.COMPLETE, Status.INFEASIBLE])
def test_cubes_without_an_answer_count_though_others_have_one(known, stopped):
    parts = [Answer({}, known)] * 2
    assert output.exit_code(Answers({}, known, answers=parts)) < 3
    assert output.exit_code(Answers({}, Status.PARTIAL, answers=parts, stopped=stopped)) == 3


@pytest.mark.parametrize("command", ["sample", "scramble"])
def test_how_cubes_are_drawn_is_said_where_that_is_asked(monkeypatch, command):
    monkeypatch.setattr(SampleAnswer, "explanation", lambda _: "drawn so")
    asked = (command, *USUAL[command])
    assert "drawn so" not in ask(*asked).err
    assert "drawn so" in ask(*asked, "--verbose").err.splitlines()


def test_choices_are_listed_where_one_is_none():
    told = ask("find", "at-most=3", "--color", "blue")
    assert told.err == ("cubecsp find: invalid --colour 'blue': expected auto, always or never\n")


@pytest.mark.parametrize("length", [20, 21])
def test_lines_of_solvers_that_are_too_long_are_refused(monkeypatch, folder, length):
    monkeypatch.setattr(import_solution, "_MAX_LINE", 20)
    (folder / "file").write_text("x" * (length - 1) + "\n")
    told = ask("import-solution", "file", "file")
    refused = "cubecsp import-solution: file 'file' has a line of more than 20 characters\n"
    assert (told.err == refused) == (length > 20)
    assert told.code == 2
