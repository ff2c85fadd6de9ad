"""Output does no harm: it has no control characters of a user, and nothing that a stream cannot write."""

from __future__ import annotations

import argparse
import ast
from pathlib import Path

import pytest
from asking import PERFECT, SOLVED, USUAL, WITHOUT_JSON, ask, parser_of_all, timeless

import cubecsp.cli
from cubecsp.cli.commands import COMMANDS
from cubecsp.errors import excerpt, visible

pytestmark = pytest.mark.usefixtures("folder")

EVIL = "a\x1b[31m\x07\x9b2J\u202e\x7f\r\nb"
PARSERS = parser_of_all()


def free_texts():
    """Yield each option or argument of each command that takes any text, with one of two; most are exhaustive."""
    tried = set()
    for evil in (EVIL, f"any(at-most=3, {EVIL})"):
        for command in sorted(
            PARSERS, key=lambda name: name == "perfect-scramble"
        ):  # which takes longest
            for action in PARSERS[command]._actions:
                if action.nargs != 0 and not isinstance(action, argparse._HelpAction):
                    marks = pytest.mark.exhaustive if action.dest in tried else ()
                    name = f"{command}-{action.dest}-{len(evil)}"
                    yield pytest.param(command, action, evil, marks=marks, id=name)
                    tried.add(action.dest)


def is_harmless(text: str) -> bool:
    return text.replace("\n", "").isprintable()


@pytest.mark.ordinary(26)
@pytest.mark.parametrize(("command", "action", "evil"), [*free_texts()])
def test_no_control_character_of_an_argument_is_printed(command, action, evil):
    if action.option_strings:
        arguments = [*USUAL[command], action.option_strings[-1], evil]
    else:
        positional = [a for a in PARSERS[command]._actions if not a.option_strings]
        arguments = list(USUAL[command])
        place = positional.index(action)
        arguments[place : place + 1] = [evil]
    for more in [[], ["--json"], ["--verbose"]]:
        if more == ["--json"] and command in WITHOUT_JSON:
            continue
        told = ask(command, *arguments, *more)
        assert told.code in (0, 1, 2, 3), told
        assert is_harmless(told.out)
        assert is_harmless(told.err)
        assert "\r" not in told.out + told.err
        if more == ["--json"]:
            assert isinstance(told.json, dict)


def test_control_characters_of_files_and_unknown_words():
    for arguments in ([EVIL], [f"x{EVIL}", "R"], ["solve", f"--{EVIL}"], [f"--{EVIL}"]):
        told = ask(*arguments)
        assert (told.code, told.out) == (2, "")
        assert is_harmless(told.err)
        assert len(told.err.splitlines()) == 1


@pytest.mark.parametrize(
    "text", [EVIL, f"R U {EVIL}", EVIL * 50, "\udcff\ud800", '{"\x1b": 1}', "\x1b[2J\nR U\n"]
)
def test_control_characters_of_files(text, folder):
    (folder / "cubes.txt").write_text(text, "utf-8", "surrogatepass")
    for command in ("check", "solve", "convert", "picture"):
        more = ["--to", "facelets"] if command == "convert" else []
        for name in ("cubes.txt", "-"):
            told = ask(command, name, *more, stdin=text.encode("utf-8", "replace").decode())
            assert is_harmless(told.out + told.err)


@pytest.mark.parametrize("text", [EVIL, "×", "a b", "\ud800", "", "\t", "é\xa0"])
def test_excerpts_and_visible(text):
    assert visible(text).isprintable()
    assert excerpt(text).isprintable()
    assert excerpt(text) == repr(text)
    assert visible("R U R'") == "R U R'"
    assert excerpt("x" * 1000) == repr("x" * 40) + "…"


def test_nothing_but_output_prints():
    """Whatever goes to a stream goes through `cubecsp.cli.output`, which makes it harmless."""
    folder = Path(cubecsp.cli.__file__).parent
    printing = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Name) and node.id == "print"
    }
    assert printing == {"__init__.py", "output.py"}


@pytest.mark.few(1)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_streams_that_know_few_characters(command, encoding):
    for more in ([], ["--json"], ["--help"]):
        if more == ["--json"] and command in WITHOUT_JSON:
            continue
        usual = ask(command, *USUAL[command], *more)
        told = ask(command, *USUAL[command], *more, encoding=encoding)
        assert told.code == usual.code == 0
        assert len(told.out.splitlines()) == len(usual.out.splitlines())
        if more == ["--json"]:
            assert timeless(told.json) == timeless(usual.json)


def test_characters_of_ours_have_readable_stand_ins():
    told = ask("solve", "--help", encoding="ascii")
    assert "A 2x2x2 (24 stickers)" in told.out
    told = ask("check", "U" * 200, encoding="ascii")
    assert told.code == 2
    assert "..." in told.err
    assert "\\u" not in told.err
    told = ask("check", "R é", encoding="ascii")
    assert "\\xe9" in told.err
    for command in COMMANDS:
        assert "\\" not in ask(command, "--help", encoding="ascii").out.replace("\\\n", "")


def test_json_keeps_what_a_stream_cannot_write():
    letters = "ÀÖÜÇÑΖ"
    question = ["convert", "R U", "--to", "colours", "--scheme", letters, "--json"]
    usual, told = ask(*question), ask(*question, encoding="ascii")
    assert timeless(usual.json) == timeless(told.json)
    assert letters[0] in usual.out
    assert told.out.isascii()


def test_json_escapes_what_cannot_be_printed():
    told = ask("picture", "R", "-o", f"{EVIL}.html", "--json")
    assert told.json == {"files": [f"{EVIL}.html"]}
    assert is_harmless(told.out)


def test_pictures_and_exports_are_utf_8_wherever_they_go(folder):
    titled = ["picture", "R", "--title", "Würfel 2×2"]
    assert ask(*titled, "-o", "cube.svg").code == 0
    written = (folder / "cube.svg").read_bytes()
    for output in ([], ["-o", "-"]):
        assert ask(*titled, *output).out.encode() == written
    assert ask("picture", "R", "-o", "-", "--json").json == ask("picture", "R", "--json").json
    question = ["export", "at-most=3", "--to", "cnf"]
    assert ask(*question, "-o", "question.cnf").out == ""
    written = (folder / "question.cnf").read_text("utf-8")
    assert ask(*question).out == ask(*question, "-o", "-").out == written
    assert not (folder / "-").exists()


@pytest.mark.parametrize("command", ["find", "best", "perfect-scramble"])
def test_a_folder_is_not_written_to_standard_output(command, folder):
    told = ask(command, *USUAL[command], "-o", "-")
    assert (told.code, told.out) == (2, "")
    assert "name a folder" in told.err
    assert not (folder / "-").exists()


@pytest.mark.parametrize("command", ["find", "best", "perfect-scramble"])
def test_json_is_all_of_standard_output_where_pictures_are_written(command, folder):
    told = ask(command, *USUAL[command], "-o", "pictures", "--json", "--verbose")
    assert told.json["count"] == len(list((folder / "pictures").glob("cube-*.svg")))
    assert "pictures/index.html" in told.err


def test_json_is_not_printed_twice(folder, monkeypatch):
    """Pictures that cannot be written leave one object, which has the cubes and says so."""
    monkeypatch.setattr("cubecsp.cli.output.prepare", lambda _args, _puzzle: None)
    (folder / "pictures").write_text("a file")
    told = ask("find", *USUAL["find"], "-o", "pictures", "--json")
    assert told.code == told.json["error"]["code"] == 2
    assert told.json["error"]["problem"] in told.err
    assert len(told.json["cubes"]) == 2
    assert list(ask("find", "--json").json) == ["error"]  # and the next object is whole


def test_cubes_of_the_tests_are_what_they_seem():
    assert ask("check", PERFECT, "perfect-scramble").code == 0
    assert ask("solve", SOLVED).code == 0
