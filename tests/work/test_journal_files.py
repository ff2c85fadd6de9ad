"""Files that are no journals, or journals with something else in them than tables of finished units.

Each is refused before anything is read from it that could be long, or wait.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
from pathlib import Path

import pytest
from asking import ask
from hypothesis import given, settings
from hypothesis import strategies as st
from journals import (
    CORNERS,
    LAST_CORNERS,
    LATE,
    QUESTIONS,
    check,
    edited,
    finished_journals,
    header,
    lines,
    opened,
    rewrite,
    sealed,
)
from squares import Squares

from cubecsp import InputError
from cubecsp.work.journal import Journal


@pytest.fixture(scope="module")
def journals(tmp_path_factory):
    with finished_journals(tmp_path_factory.mktemp("journals")) as made:
        yield made


@pytest.fixture(params=QUESTIONS)
def finished(request, journals, tmp_path, monkeypatch):
    """A question, a copy of its journal, and the right answer."""
    monkeypatch.chdir(tmp_path)
    original, content = journals[request.param]
    file = tmp_path / "work.db"
    shutil.copy(original, file)
    return QUESTIONS[request.param], file, content


# The header


@pytest.mark.slow
@settings(max_examples=30)
@given(data=st.data())
def test_headers_are_read_strictly(journals, tmp_path_factory, data):
    name = data.draw(st.sampled_from(["count by walking", "find", "solve"]))
    file = tmp_path_factory.mktemp("headers") / "work.db"
    original, right = journals[name]
    shutil.copy(original, file)
    head, units = header(file), lines(file)
    key = data.draw(st.sampled_from(sorted(head)))
    value = data.draw(
        st.sampled_from(["", "{}", "[" * 10**4, b"\xff", b"", 5, 1.5, "nan", "\ud7ff", "x" * 5000])
    )
    seal = data.draw(st.booleans())
    change = data.draw(st.sampled_from(["value", "drop", "add", "name"]))
    if change == "value":
        head[key] = value
    elif change == "add":
        head["more"] = value
    else:
        old = head.pop(key)
        if change == "name":
            head[key + " "] = old
    rewrite(file, units, sealed(head) if seal and key != "seal" else head)
    check(QUESTIONS[name], file, right)


# Tables and pages


SCHEMAS = {
    "a view that calls itself": "DROP TABLE unit; CREATE VIEW unit AS WITH RECURSIVE r(n) AS "
    "(SELECT 1 UNION ALL SELECT n + 1 FROM r) "
    "SELECT n AS key, 1.0 AS cost, 1.0 AS seconds, x'00' AS result, x'00' AS checksum FROM r",
    "a view of the header": "DROP TABLE job; CREATE VIEW job AS WITH RECURSIVE r(n) AS "
    "(SELECT 1 UNION ALL SELECT n FROM r) SELECT n AS name, n AS value FROM r",
    "trigger": "CREATE TRIGGER t BEFORE INSERT ON unit BEGIN DELETE FROM unit; END",
    "index": "CREATE INDEX i ON unit (cost)",
    "another column": "ALTER TABLE unit ADD COLUMN more TEXT",
    "another table": "CREATE TABLE more (x)",
    "other types": "DROP TABLE unit; CREATE TABLE unit (key, cost, seconds, result, checksum)",
    "a generated column": "DROP TABLE unit; CREATE TABLE unit (key BLOB PRIMARY KEY, cost REAL, "
    "seconds REAL, result BLOB AS (x'00'), checksum BLOB) WITHOUT ROWID",
    "no tables": "DROP TABLE unit; DROP TABLE job",
    "one table": "DROP TABLE job",
}


@pytest.mark.parametrize("schema", SCHEMAS)
def test_other_tables_are_refused_before_they_are_read(finished, schema):
    asked, file, _ = finished
    with opened(file) as database:
        database.executescript(SCHEMAS[schema])
    with pytest.raises(InputError, match="not a file of finished work, or it is damaged"):
        asked.content(resume=file)


def test_pages_that_are_read_again_and_again_are_refused(journals, tmp_path):
    """A tree whose branches are all the same one: a small file of more lines than anyone can read."""
    file = tmp_path / "work.db"
    original, _ = journals["find"]
    shutil.copy(original, file)
    with opened(file) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    edited(file, lambda units: units.extend([b"%d" % k, 1.0, 1.0, bytes(900)] for k in range(99)))
    with opened(file) as database:
        (root,) = database.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'unit'"
        ).fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    data = bytearray(file.read_bytes())
    page = memoryview(data)[(root - 1) * size : root * size]
    assert page[0] == 2  # an inner page of an index
    cells = [int.from_bytes(page[12 + 2 * k : 14 + 2 * k], "big") for k in range(2)]
    page[cells[1] : cells[1] + 4] = page[cells[0] : cells[0] + 4]
    file.write_bytes(data)
    with pytest.raises(InputError, match="or it is damaged"):
        QUESTIONS["find"].ask(resume=file)


# What is no file


def _fifo(path):
    os.mkfifo(path)


def _socket(path):
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


NO_FILES = {
    "pipe": _fifo,
    "socket": _socket,
    "folder": Path.mkdir,
    "link to a pipe": lambda path: (os.mkfifo(f"{path}.pipe"), path.symlink_to(f"{path}.pipe")),
    "zeros": lambda path: path.symlink_to("/dev/zero"),
    "null": lambda path: path.symlink_to("/dev/null"),
    "itself": lambda path: path.symlink_to(path),
    "nothing behind a file": lambda path: (Path("x").touch(), path.symlink_to("x/y")),
}


@pytest.mark.parametrize("beside", ["", "-wal", "-journal"])
@pytest.mark.parametrize("kind", NO_FILES)
def test_what_is_no_file_is_refused_at_once(tmp_path, monkeypatch, kind, beside):
    if beside and kind in ("itself", "nothing behind a file"):
        pytest.skip("SQLite takes that for nothing")
    monkeypatch.chdir(tmp_path)
    NO_FILES[kind](Path(f"work.db{beside}"))
    for command in (
        ["count", *CORNERS, "--method", "corner-walk"],
        ["find", *LAST_CORNERS, "--limit", "all"],
        ["prove", *LATE, "-o", "certificate"],
        ["solve", "R U F"],
    ):
        told = ask(*command, "--resume", "work.db")
        assert (told.code, told.out) == (2, "")
        assert "work.db" in told.err


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read_is_refused(tmp_path):
    file = tmp_path / "work.db"
    file.touch(mode=0o000)
    with pytest.raises(InputError, match="nothing can be written there"):
        QUESTIONS["count by walking"].ask(resume=file)


def test_odd_names_are_names_of_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in (":memory:", "file:x?mode=memory", "a b%20c", "-x.db"):
        for _ in range(2):
            answer = QUESTIONS["count by walking"].ask(resume=name)
        assert Path(name).is_file()
        assert answer.units.resumed == len(lines(Path(name)))
    for name in ("a\0b", "x" * 300):
        with pytest.raises(InputError, match="cannot be used"):
            QUESTIONS["count by walking"].ask(resume=name)


# The command line


def test_what_is_found_late_leaves_no_half_of_an_answer(journals, tmp_path, monkeypatch):
    """The cubes of sound units are printed already, and the end says what happened."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(journals["find"][0], "work.db")
    edited(Path("work.db"), lambda units: units[-1].__setitem__(3, units[-1][3] * 2))
    for more in ([], ["--json"]):
        told = ask("find", *LAST_CORNERS, "--limit", "all", "--resume", "work.db", *more)
        assert told.code == 2
        assert "occurs twice" in told.err
        if more:
            json.loads(told.out)


def test_a_journal_open_here_is_in_use(tmp_path):
    with Journal(tmp_path / "work.db", Squares()), pytest.raises(InputError, match="in use"):
        Journal(tmp_path / "work.db", Squares())
