"""Each number and each entry of a file that is written and read again matters, or is listed as informative.

The headers of tables and the manifests of certificates have such tests of their own: `tests/search/test_table_faults.py`,
`tests/models/proofs/test_hostile_certificates.py` and `test_grounds_of_proofs.py`.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from checkpoints import opened
from pysat.formula import CNF
from pysat.solvers import Solver
from squares import Squares, tasks

from cubecsp import InputError
from cubecsp.questions.export import export
from cubecsp.questions.import_solution import import_solution
from cubecsp.work.executor import Executor

PLACES = [
    *(f"task.{name}" for name in ("key", "cost", "seconds", "result", "checksum")),
    *(f"job.{name}" for name in ("version", "method", "question", "seal", "title")),
    *("application_id", "user_version"),
]
INFORMATIVE = {"job.title": "it names the question in messages; `question` is compared"}


def nearby(value: Any) -> Any:
    """Return a value of the same type, one more or with another last character."""
    if isinstance(value, dict):
        return value | {"more": 1}
    if isinstance(value, list):
        return [*value, "not solved=all"]
    if isinstance(value, str):
        return value[:-1] + chr(ord(value[-1:] or "a") + 1)
    return value[:-1] + bytes([value[-1] ^ 1]) if isinstance(value, bytes) else value + 1


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    executor = Executor(checkpoint=tmp_path_factory.mktemp("work") / "work.db")
    list(executor.results(Squares(), tasks(3)))
    return executor.checkpoint


def change(file: Path, place: str) -> None:
    """Change the value at a place of a checkpoint."""
    table, _, name = place.partition(".")
    column, row = (name, "key = (SELECT max(key) FROM task)") if table == "task" else ("value", f"name = '{name}'")  # fmt: skip
    with opened(file) as database:
        if not name:
            (value,) = database.execute(f"PRAGMA {place}").fetchone()
            database.execute(f"PRAGMA {place} = {value + 1}")
            return
        (value,) = database.execute(f"SELECT {column} FROM {table} WHERE {row}").fetchone()
        database.execute(f"UPDATE {table} SET {column} = ? WHERE {row}", (nearby(value),))


@pytest.mark.parametrize("place", PLACES)
def test_every_number_of_a_checkpoint_matters(place, checkpoint, tmp_path):
    file = tmp_path / "work.db"
    shutil.copy(checkpoint, file)
    right = sorted(Executor(checkpoint=file).results(Squares(), tasks(3)))
    change(file, place)
    if place in INFORMATIVE:
        assert sorted(Executor(checkpoint=file).results(Squares(), tasks(3))) == right
        return
    with pytest.raises(InputError) as refused:
        list(Executor(checkpoint=file).results(Squares(), tasks(4)))
    assert str(file) in refused.value.problem


def test_every_column_of_a_checkpoint_is_changed(checkpoint):
    with opened(checkpoint) as database:
        columns = {f"task.{row[1]}" for row in database.execute("PRAGMA table_info(task)")}
        names = {f"job.{name}" for (name,) in database.execute("SELECT name FROM job")}
    assert columns | names == {*PLACES} - {"application_id", "user_version"}


STATED = {"cube": {"size": 2}, "puzzle": {"puzzle": "skewb", "turns": "R,U"}}
NOT_READ = {
    "left_out": "the rules say which of them are filters",
    "versions": "it says which version wrote the file",
}


@pytest.mark.parametrize("about", STATED)
def test_every_entry_of_the_header_of_an_export_matters(about):
    rules = "solved=URF" if about == "cube" else "solved=CORNERS"
    first, *lines = export(rules, "cnf", **STATED[about]).split("\n")
    with Solver("cadical195", bootstrap_with=CNF(from_string="\n".join(lines))) as solver:
        assert solver.solve()
        solution = "v " + " ".join(map(str, solver.get_model())) + " 0"
    start, header = first[: first.index("{")], json.loads(first[first.index("{") :])

    def read(header: Any) -> Any:
        told = import_solution("\n".join([start + json.dumps(header), *lines]), solution)
        asked = {key: told.query[key] for key in ("rules", "left_out")}
        return asked, [report.as_dict() for report in told]

    right, ignored = read(header), set()
    for entry, value in header.items():
        try:
            same = read(header | {entry: nearby(value)}) == right
        except InputError:
            same = False
        ignored |= {entry} if same else set()
    assert ignored == {*NOT_READ}
