"""The store of tables: whatever happens to a file, what is loaded is what was made."""

from __future__ import annotations

import itertools
import logging
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from table_examples import PAGE, SPEC, Maker, contents

from cubecsp.errors import TableError
from cubecsp.search import tables
from cubecsp.search.tables import TableSpec

pytestmark = pytest.mark.native

LARGE = TableSpec("large", 1, {}, 6 * 2**20 + 7)


@pytest.fixture(autouse=True)
def folder(cache: Path) -> Path:
    return cache


def overwrite(path: Path, offset: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(data)


def cut(path: Path, size: int) -> None:
    os.truncate(path, size)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "magic": lambda path: overwrite(path, 0, b"\xff"),
    "format": lambda path: overwrite(path, 8, b"\x63"),
    "header": lambda path: overwrite(path, 100, b"\xff"),
    "end of header": lambda path: overwrite(path, PAGE - 1, b"\xff"),
    "first byte": lambda path: overwrite(path, PAGE, b"\xff"),
    "last byte": lambda path: overwrite(path, PAGE + SPEC.size - 1, b"\xff"),
    "truncated": lambda path: cut(path, path.stat().st_size - 1),
    "header only": lambda path: cut(path, PAGE),
    "half a header": lambda path: cut(path, 50),
    "empty": lambda path: cut(path, 0),
    "too long": lambda path: overwrite(path, path.stat().st_size, b"\0" * 4),
    "foreign": lambda path: path.write_bytes(b"PNG" * 5000),
}


def test_made_once_then_read() -> None:
    make = Maker()
    for _ in range(3):
        payload = tables.load(SPEC, make)
        assert payload == contents()
        assert payload.readonly
    assert make.calls == 1
    assert tables.is_stored(SPEC)


def test_nothing_is_left_beside_the_table(folder: Path) -> None:
    tables.load(SPEC, Maker())
    assert list(folder.iterdir()) == [SPEC.path]


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("keep_stamp", [False, True])
def test_damage_is_noticed_and_repaired(
    damage: str, keep_stamp: bool, caplog: pytest.LogCaptureFixture
) -> None:
    make = Maker()
    tables.load(SPEC, make).release()
    stamp = SPEC.path.stat().st_mtime_ns
    DAMAGES[damage](SPEC.path)
    if keep_stamp:
        os.utime(SPEC.path, ns=(stamp, stamp))
    assert not tables.is_stored(SPEC)
    (listed,) = tables.listing()
    assert listed.state in ("damaged", "old")
    with caplog.at_level(logging.INFO):
        assert tables.load(SPEC, make) == contents()
    assert "made again" in caplog.text
    warned = {record.levelno for record in caplog.records} == {logging.WARNING}
    assert warned == (listed.state == "damaged")
    assert make.calls == 2
    assert [entry.state for entry in tables.listing()] == ["ok"]


def test_damage_deep_inside_a_large_table() -> None:
    make = Maker(LARGE)
    tables.load(LARGE, make)
    overwrite(LARGE.path, PAGE + 3 * 2**20, b"\xff")
    assert tables.load(LARGE, make) == contents(LARGE)
    assert make.calls == 2


def test_silent_damage_of_a_large_table_is_found_on_request() -> None:
    tables.load(LARGE, Maker(LARGE))
    stamp = LARGE.path.stat().st_mtime_ns
    overwrite(LARGE.path, PAGE + 3 * 2**20, b"\xff")
    os.utime(LARGE.path, ns=(stamp, stamp))
    assert [entry.state for entry in tables.listing(verify=True)] == ["damaged"]


def test_a_copied_file_is_checked_and_used(tmp_path: Path) -> None:
    make = Maker(LARGE)
    tables.load(LARGE, make)
    shutil.copyfile(LARGE.path, tmp_path / "copy")
    shutil.move(tmp_path / "copy", LARGE.path)
    assert tables.load(LARGE, make) == contents(LARGE)
    assert make.calls == 1


@pytest.mark.parametrize(
    "spec",
    [
        TableSpec("example", 2, {"metric": "htm"}, SPEC.size),
        TableSpec("example", 1, {"metric": "htm"}, SPEC.size - 1),
    ],
)
def test_an_old_table_is_replaced(spec: TableSpec) -> None:
    tables.load(SPEC, Maker())
    assert [entry.state for entry in tables.listing([spec])] == ["old"]
    make = Maker(spec)
    assert tables.load(spec, make) == contents(spec)
    assert make.calls == 1
    assert [entry.state for entry in tables.listing([spec])] == ["ok"]


def test_another_numbering_makes_every_table_old(monkeypatch: pytest.MonkeyPatch) -> None:
    tables.load(SPEC, Maker())
    monkeypatch.setattr(tables, "_convention", lambda: "another")
    assert [entry.state for entry in tables.listing()] == ["old"]
    make = Maker()
    tables.load(SPEC, make)
    assert make.calls == 1


def test_other_parameters_are_another_file() -> None:
    other = TableSpec("example", 1, {"metric": "qtm"}, SPEC.size)
    tables.load(SPEC, Maker())
    tables.load(other, Maker())
    assert [entry.state for entry in tables.listing([SPEC, other])] == ["ok", "ok"]
    assert tables.remove("example") == sorted([SPEC.path, other.path])
    assert tables.listing() == []


def test_the_order_of_parameters_does_not_matter() -> None:
    named = {"metric": "htm", "base": 4, "z": 1, "a": "2"}
    specs = [
        TableSpec("example", 1, dict(order), SPEC.size)
        for order in itertools.permutations(named.items())
    ]
    assert len({spec.file_name for spec in specs}) == 1
    make = Maker()
    for spec in (specs[0], specs[-1]):
        assert tables.load(spec, make) == contents()
    assert make.calls == 1


def test_a_payload_of_the_wrong_size_or_content_is_not_stored() -> None:
    def refuse(payload: memoryview) -> None:
        raise ValueError(len(payload))

    with pytest.raises(TableError, match="4 bytes"):
        tables.load(SPEC, lambda _poll: b"four")
    with pytest.raises(ValueError, match=str(SPEC.size)):
        tables.load(SPEC, Maker(), check=refuse)
    assert tables.listing() == []


def test_without_a_folder_tables_live_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("CUBECSP_CACHE", str(tmp_path / "file" / "cache"))
    make = Maker()
    with caplog.at_level(logging.WARNING):
        assert tables.load(SPEC, make) == contents()
        assert tables.load(SPEC, make) == contents()
    assert make.calls == 1
    unwritten = f"cannot be written to {tmp_path / 'file' / 'cache'}: Not a directory"
    assert caplog.messages[-1] == f"table example is kept in memory only: it {unwritten}"
    told = f"table example {unwritten}; set CUBECSP_CACHE to a folder"
    with pytest.raises(TableError, match=re.escape(told)):
        tables.store(SPEC, make)


def test_a_full_disk_leaves_nothing_behind(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    make = Maker()
    assert tables.load(SPEC, make) == contents()
    assert tables.load(SPEC, make) == contents()
    assert make.calls == 1
    assert "No space left" in caplog.text
    assert list(folder.iterdir()) == []


def test_threads_make_a_table_once() -> None:
    make = Maker()
    threads = [threading.Thread(target=tables.load, args=(SPEC, make)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert make.calls == 1


PROCESS = """
import time
from cubecsp.search.tables import TableSpec, load

def make(_poll):
    print("made")
    time.sleep(0.3)
    return bytes(1000)

assert load(TableSpec("shared", 1, {}, 1000), make) == bytes(1000)
"""


@pytest.mark.slow
def test_processes_make_a_table_once() -> None:
    processes = [
        subprocess.Popen([sys.executable, "-c", PROCESS], stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    outputs = [process.communicate()[0] for process in processes]
    assert all(process.returncode == 0 for process in processes)
    assert "".join(outputs).count("made") == 1


def test_remove_takes_everything(folder: Path) -> None:
    tables.load(SPEC, Maker())
    tables.load(LARGE, Maker(LARGE))
    (folder / "left.tmp").touch()
    (folder / "left.lock").touch()
    (folder / "checked.json").touch()
    tables.remove()
    assert list(folder.iterdir()) == []
