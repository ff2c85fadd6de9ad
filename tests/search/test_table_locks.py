"""Locks of tables: waited for with a word, and never held by whoever is gone."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from table_examples import (
    SPEC,
    Maker,
    contents,
    held,
    is_stored,
    put,
)

from cubecsp.errors import OutOfTimeError, TableError
from cubecsp.search import table_cache
from cubecsp.search.table_cache import TableSpec
from cubecsp.stopping.deadline import NEVER, Deadline

pytestmark = pytest.mark.native

fcntl = pytest.importorskip("fcntl")


@pytest.fixture(autouse=True)
def folder(cache: Path) -> Path:
    return cache


def test_a_lock_is_waited_for_with_a_word(caplog: pytest.LogCaptureFixture) -> None:
    make = Maker()
    found: list[memoryview] = []
    with held(SPEC):
        thread = threading.Thread(target=lambda: found.append(table_cache.load(SPEC, make)))
        thread.start()
        while "waiting for another process" not in caplog.text and thread.is_alive():
            time.sleep(0.05)
        assert make.calls == 0
        put(b"")  # a table that turns out not to be whole
    thread.join()
    assert caplog.text.count("waiting for another process") == 1
    assert "example" in caplog.text
    assert found == [contents()]
    assert make.calls == 1


def test_a_small_table_is_waited_for_briefly(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(table_cache, "_BRIEFLY", 0.05)
    make = Maker()
    with held(SPEC):
        assert table_cache.load(SPEC, make) == contents()
        assert "holds its lock" in caplog.text
        assert not SPEC.path.exists()
        with pytest.raises(TableError, match="another process is making table example"):
            table_cache.store(SPEC, make)
    assert table_cache.load(SPEC, make) == contents()
    assert make.calls == 2


def test_a_large_table_is_waited_for_within_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_cache, "_ANNOUNCED_FROM", 1000)
    make = Maker()
    with held(SPEC):
        with pytest.raises(OutOfTimeError, match="another process was making table example"):
            table_cache.load(SPEC, make, deadline=Deadline(0.05))
        assert make.calls == 0
    assert table_cache.load(SPEC, make, deadline=Deadline(1000)) == contents()


def test_a_lock_whose_file_is_gone_counts_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the holder deletes it between another's opening it and getting it."""
    lock = SPEC.path.with_suffix(".lock")
    flock = fcntl.flock
    late = [True, True]

    def too_late(handle: int, how: int) -> None:
        if late and late.pop():
            lock.unlink()
            if not late:  # and a third process is there already with a new one
                lock.touch()
        flock(handle, how)

    monkeypatch.setattr(fcntl, "flock", too_late)
    with table_cache._lock(SPEC, NEVER):
        assert not late
        monkeypatch.setattr(fcntl, "flock", flock)
        with lock.open("rb") as file, pytest.raises(BlockingIOError):
            flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    assert not lock.exists()


def test_leftovers_are_those_that_nobody_holds(folder: Path) -> None:
    folder.mkdir()
    for name in ("dead.0123.tmp", "dead.lock", "other.4567.tmp"):
        (folder / name).write_bytes(b"xyz")
    with held(SPEC):
        stem = SPEC.path.stem
        (folder / f"{stem}.89ab.tmp").touch()
        listed = table_cache.listing()
        assert [entry.file.name for entry in listed] == [
            "dead.0123.tmp",
            "dead.lock",
            "other.4567.tmp",
        ]
        assert {(entry.state, entry.bytes, entry.version) for entry in listed} == {
            ("leftover", 3, None)
        }
        assert len(table_cache.remove("dead")) == 2
        assert len(table_cache.remove()) == 1
        assert {path.name for path in folder.iterdir()} == {f"{stem}.lock", f"{stem}.89ab.tmp"}
    table_cache.load(SPEC, Maker())  # removes the leftovers of this table
    assert list(folder.iterdir()) == [SPEC.path]


def test_what_another_process_is_writing_is_left_alone(folder: Path) -> None:
    """Files of another table, even if its name begins alike."""
    others = [TableSpec(name, 1, {}, 100) for name in ("another", SPEC.path.stem + "-more", "exa")]
    with contextlib.ExitStack() as stack:
        for other in others:
            stack.enter_context(held(other))
            (folder / f"{other.path.stem}.0123.tmp").touch()
        (folder / f"{SPEC.path.stem}.0123.tmp").touch()
        table_cache.load(SPEC, Maker()).release()
        assert {path.name for path in folder.glob("*.tmp")} == {
            f"{other.path.stem}.0123.tmp" for other in others
        }


KILLED = """
import sys
from cubecsp.search import table_cache
from cubecsp.search.table_cache import TableSpec

def stop(*_):
    print("now", flush=True)
    sys.stdin.read()

where = sys.argv[1]
if where == "writing":
    import os
    os.fsync = stop
make = (lambda _poll: stop() or bytes(1000)) if where == "making" else (lambda _poll: bytes(1000))
table_cache.load(TableSpec("killed", 1, {}, 1000), make)
"""


@pytest.mark.parametrize("where", ["making", "writing"])
def test_a_killed_process_holds_nobody_up(where: str, folder: Path) -> None:
    spec = TableSpec("killed", 1, {}, 1000)
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, where], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"now\n"
    assert table_cache.listing() == []  # it lives: nothing is left over yet
    process.send_signal(signal.SIGKILL)
    process.communicate()
    left = [entry.file.suffix for entry in table_cache.listing()]
    assert left == ([".lock"] if where == "making" else [".tmp", ".lock"])
    assert not is_stored(spec)
    assert table_cache.load(spec, lambda _poll: bytes(1000)) == bytes(1000)
    assert list(folder.iterdir()) == [spec.path]


@pytest.mark.parametrize("kept", [True, False])
def test_threads_make_a_table_once_and_share_it(
    kept: bool, folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Where it cannot be kept in a file, too; however long it takes, nobody hears of another process."""
    monkeypatch.setattr(table_cache, "_BRIEFLY", 0.0)
    if not kept:
        folder.touch()  # where a folder would have to be
    made = Maker()
    together = threading.Barrier(3)
    waited = threading.Event()

    def make(poll: Callable[[], None]) -> bytes:
        waited.wait(0.1)  # the others come meanwhile
        return made(poll)

    found: list[memoryview] = []

    def ask() -> None:
        together.wait()
        found.append(table_cache.load(SPEC, make))

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == 3 * [contents()]
    assert made.calls == 1
    assert "another process" not in caplog.text
    table_cache._in_memory.clear()


def test_a_thread_that_waits_for_another_one_keeps_its_own_limit() -> None:
    busy = table_cache._locks.setdefault(SPEC.file_name, threading.Lock())
    with busy, pytest.raises(OutOfTimeError):
        table_cache.load(SPEC, Maker(), deadline=Deadline(0.0))
    assert table_cache.load(SPEC, Maker()) == contents()
