"""Files that are no journals, and odd names of files."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

import pytest
from journals import QUESTIONS, lines
from squares import Squares, units

from cubecsp import InputError
from cubecsp.work.journal import Journal
from cubecsp.work.place import Workplace

SCHEMAS = {
    "trigger": "CREATE TRIGGER t BEFORE INSERT ON unit BEGIN DELETE FROM unit; END",
    "another column": "ALTER TABLE unit ADD COLUMN more TEXT",
    "no tables": "DROP TABLE unit; DROP TABLE job",
    "one table": "DROP TABLE job",
}


@pytest.mark.parametrize("schema", SCHEMAS)
def test_other_tables_are_refused(tmp_path, schema):
    place = Workplace(journal=tmp_path / "work.db")
    list(place.results(Squares(), units(9)))
    with contextlib.closing(sqlite3.connect(place.journal)) as database:
        database.executescript(SCHEMAS[schema])
    with pytest.raises(InputError, match="not a file of finished work, or it is damaged"):
        list(place.results(Squares(), units(9)))


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(InputError, match="cannot be used: nothing can be written there"):
        QUESTIONS["count by walking"].ask(resume=tmp_path)


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


def test_a_journal_open_here_is_in_use(tmp_path):
    with Journal(tmp_path / "work.db", Squares()), pytest.raises(InputError, match="in use"):
        Journal(tmp_path / "work.db", Squares())
