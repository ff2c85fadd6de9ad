"""Files that are no checkpoints, and odd names of files."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

import pytest
from checkpoints import QUESTIONS, lines
from squares import Squares, tasks

from cubecsp import InputError
from cubecsp.work.checkpoint import Checkpoint
from cubecsp.work.executor import Executor

SCHEMAS = {
    "trigger": "CREATE TRIGGER t BEFORE INSERT ON task BEGIN DELETE FROM task; END",
    "another column": "ALTER TABLE task ADD COLUMN more TEXT",
    "no tables": "DROP TABLE task; DROP TABLE job",
    "one table": "DROP TABLE job",
}


@pytest.mark.parametrize("schema", SCHEMAS)
def test_other_tables_are_refused(tmp_path, schema):
    executor = Executor(checkpoint=tmp_path / "work.db")
    list(executor.results(Squares(), tasks(9)))
    with contextlib.closing(sqlite3.connect(executor.checkpoint)) as database:
        database.executescript(SCHEMAS[schema])
    with pytest.raises(InputError, match="not a checkpoint file, or it is damaged"):
        list(executor.results(Squares(), tasks(9)))


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(InputError, match="cannot be used: nothing can be written there"):
        QUESTIONS["count by walking"].ask(resume=tmp_path)


def test_pipes_and_devices_are_refused(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/null")):
        with pytest.raises(InputError, match="is not an ordinary file; name another"):
            QUESTIONS["count by walking"].ask(resume=path)


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
        assert answer.tasks.resumed == len(lines(Path(name)))
    for name in ("a\0b", "x" * 300):
        with pytest.raises(InputError, match="cannot be used"):
            QUESTIONS["count by walking"].ask(resume=name)


def test_a_checkpoint_open_here_is_in_use(tmp_path):
    with Checkpoint(tmp_path / "work.db", Squares()), pytest.raises(InputError, match="in use"):
        Checkpoint(tmp_path / "work.db", Squares())
