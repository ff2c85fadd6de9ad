"""What was checked is remembered; and whatever else may stand in the folder of the tables."""

from __future__ import annotations

import dataclasses
import json
import logging
import os
import platform
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from table_examples import (
    MANY_BLOCKS,
    SPEC,
    Maker,
    contents,
)

from cubecsp.cli import main
from cubecsp.errors import TableError
from cubecsp.search import known_tables, table_checks, table_files, tables

pytestmark = pytest.mark.native

pytest.importorskip("fcntl")


@pytest.fixture(autouse=True)
def folder(cache: Path) -> Path:
    return cache


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of the payloads that were read in full."""
    sizes: list[int] = []
    digest_of_file = table_files.digest_of_file

    def noted(handle: int, size: int, *poll: object) -> str:
        sizes.append(size)
        return digest_of_file(handle, size, *poll)

    monkeypatch.setattr(table_files, "digest_of_file", noted)
    return sizes


def settle() -> None:
    time.sleep(1.2 * table_checks._SETTLED)


def test_a_file_is_checked_in_full_once(
    read: list[int], monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    for spec in (SPEC, MANY_BLOCKS):
        tables.load(spec, Maker(spec)).release()
    settle()
    for _ in range(3):
        assert tables.is_stored(SPEC)
        assert tables.is_stored(MANY_BLOCKS)
        monkeypatch.setattr(table_checks, "_here", {})  # as another process would see it
    assert read == [SPEC.size, MANY_BLOCKS.size]
    tables.listing()
    assert len(read) == 2
    tables.listing(verify=True)
    assert len(read) == 4
    tables.distrust(SPEC)
    assert tables.is_stored(SPEC)
    assert tables.is_stored(MANY_BLOCKS)
    assert read[4:] == [SPEC.size]
    monkeypatch.setattr(table_checks, "_machine", lambda: "another machine")
    monkeypatch.setattr(table_checks, "_here", {})
    assert tables.is_stored(SPEC)
    assert read[5:] == [SPEC.size]
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        [SPEC.path.name, MANY_BLOCKS.path.name, table_checks.FILE_NAME]
    )


def test_a_file_that_was_only_just_written_is_not_remembered(
    read: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its times might not show another change in the same tick of the clock."""
    monkeypatch.setattr(table_checks, "_SETTLED", 1000.0)
    tables.load(SPEC, Maker()).release()
    for count in range(1, 4):
        assert tables.is_stored(SPEC)
        assert len(read) == count


@pytest.mark.parametrize("how", ["in place", "replaced", "stamped", "older"])
def test_any_change_of_a_checked_file_is_noticed(read: list[int], how: str, tmp_path: Path) -> None:
    tables.load(SPEC, Maker()).release()
    settle()
    assert tables.is_stored(SPEC)
    assert SPEC.path.name in (SPEC.path.parent / table_checks.FILE_NAME).read_text()
    before = SPEC.path.stat()
    data = bytearray(SPEC.path.read_bytes())
    data[-1] ^= 1
    if how == "replaced":
        (tmp_path / "new").write_bytes(bytes(data))
        os.utime(tmp_path / "new", ns=(before.st_atime_ns, before.st_mtime_ns))
        os.replace(tmp_path / "new", SPEC.path)
    else:
        SPEC.path.write_bytes(bytes(data))
    if how == "stamped":
        os.utime(SPEC.path, ns=(before.st_atime_ns, before.st_mtime_ns))
    if how == "older":
        os.utime(SPEC.path, ns=(0, 0))
    assert not tables.is_stored(SPEC)
    assert tables.load(SPEC, Maker()) == contents()
    assert len(read) >= 2


@pytest.mark.few(5)
@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "3",
        "[" * 100_000,
        "9" * 5000,
        '{"NODE": []}',
        '{"NODE": {"FILE": null}}',
        '{"NODE": {"FILE": [0, 0, 0, 0]}}',
        '{"NODE": {"FILE": {}, "\\u0000": [1], "../../x": [1]}}',
        '{"NODE": {"' + "long" * 1000 + '": [1, 2, 3, 4]}}',
    ],
)
def test_a_list_of_checked_files_that_is_nonsense_is_made_anew(
    read: list[int], text: str, folder: Path
) -> None:
    tables.load(SPEC, Maker()).release()
    settle()
    noted = folder / table_checks.FILE_NAME
    noted.write_text(text.replace("NODE", platform.node()).replace("FILE", SPEC.path.name))
    assert tables.is_stored(SPEC)
    assert len(read) == 1
    assert SPEC.path.name in json.loads(noted.read_text())[platform.node()]
    assert tables.is_stored(SPEC)
    assert len(read) == 1


def test_machines_that_used_a_table_last_are_remembered(
    read: list[int], monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    tables.load(SPEC, Maker()).release()
    settle()

    def use(machine: int) -> None:
        monkeypatch.setattr(table_checks, "_machine", lambda: f"machine {machine}")
        monkeypatch.setattr(table_checks, "_here", {})
        assert tables.is_stored(SPEC)

    for machine in range(20):
        use(machine)
        use(machine)
        assert len(read) == machine + 1
    listed = json.loads((folder / table_checks.FILE_NAME).read_text())
    assert list(listed) == [f"machine {machine}" for machine in range(4, 20)]
    use(4)
    assert len(read) == 20
    use(3)
    assert len(read) == 21


def test_without_a_place_for_the_list_the_process_remembers(read: list[int], folder: Path) -> None:
    (folder / table_checks.FILE_NAME).mkdir(parents=True)
    tables.load(SPEC, Maker()).release()
    settle()
    for _ in range(3):
        assert tables.is_stored(SPEC)
    assert len(read) == 1
    assert not list(folder.glob("*.tmp"))


def test_what_another_process_deletes_meanwhile_is_not_damaged(
    read: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for spec in (SPEC, MANY_BLOCKS):
        tables.load(spec, Maker(spec)).release()
    digest_of_file = table_files.digest_of_file

    def deleted(*given: Any) -> str:
        SPEC.path.unlink(missing_ok=True)
        return digest_of_file(*given)

    monkeypatch.setattr(
        table_files, "digest_of_file", deleted
    )  # that of MANY_BLOCKS, which is listed first
    assert [(entry.name, entry.state) for entry in tables.listing(verify=True)] == [
        (MANY_BLOCKS.name, "ok")
    ]
    assert len(read) == 1


@pytest.mark.parametrize("what", ["fifo", "folder", "link to nothing", "link to itself", "device"])
def test_what_is_no_file_is_not_waited_for(what: str, folder: Path) -> None:
    folder.mkdir()
    _make_odd(SPEC.path, what)
    assert not tables.is_stored(SPEC)
    assert tables.listing()[0].state == "damaged"
    make = Maker()
    assert tables.load(SPEC, make) == contents()
    assert make.calls == 1


@pytest.mark.parametrize("what", ["fifo", "folder", "link to a file", "link to nothing", "device"])
def test_locks_that_are_no_files_are_refused(
    what: str, folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder.mkdir()
    lock = SPEC.path.with_suffix(".lock")
    _make_odd(lock, what)
    make = Maker()
    assert tables.load(SPEC, make) == contents()
    assert tables.load(SPEC, make) == contents()
    assert make.calls == 1
    assert "in memory only" in caplog.text
    assert not SPEC.path.exists()
    assert not (tmp_path / "target").exists() or not (tmp_path / "target").read_bytes()
    with pytest.raises(TableError, match="cannot be written"):
        tables.store(SPEC, make)
    assert [entry.state for entry in tables.listing()] == ["leftover"]
    if what != "folder":
        assert tables.remove() == [lock]
        assert (tmp_path / "target").exists() == (what == "link to a file")
        tables.store(SPEC, make)


def _make_odd(path: Path, what: str) -> None:
    target = path.parent.parent / "target"
    if what == "fifo":
        os.mkfifo(path)
    elif what == "folder":
        path.mkdir()
    elif what == "link to itself":
        path.symlink_to(path)
    elif what == "device":
        path.symlink_to("/dev/zero")
    else:
        if what == "link to a file":
            target.touch()
        path.symlink_to(target)


@pytest.mark.usefixtures("whole")
def test_what_cannot_be_removed_does_not_keep_the_rest(folder: Path) -> None:
    (folder / "aaa.table").mkdir()
    (folder / "zzz.tmp").mkdir()
    with pytest.raises(TableError, match=r"aaa\.table cannot be deleted.*zzz\.tmp"):
        tables.remove()
    assert not SPEC.path.exists()


@pytest.mark.parametrize("umask", [0o022, 0o027, 0o077, 0o002])
def test_files_follow_the_umask(umask: int, folder: Path) -> None:
    before = os.umask(umask)
    try:
        tables.load(SPEC, Maker())
        settle()
        tables.is_stored(SPEC)
    finally:
        os.umask(before)
    for path in (SPEC.path, folder / table_checks.FILE_NAME):
        assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask
    assert stat.S_IMODE(folder.stat().st_mode) == 0o777 & ~umask


def test_a_table_that_is_open_survives_its_replacement_and_removal() -> None:
    payload = tables.load(SPEC, Maker())
    tables.store(SPEC, lambda _poll: bytes(SPEC.size))
    assert payload == contents()
    tables.remove()
    assert payload == contents()


@pytest.mark.parametrize("chosen", [None, "", "/somewhere/else"])
def test_the_usual_folder_is_that_of_platformdirs(
    monkeypatch: pytest.MonkeyPatch, chosen: str | None
) -> None:
    """It is known without loading platformdirs where nothing else is chosen."""
    monkeypatch.delenv("CUBECSP_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    if chosen is not None:
        monkeypatch.setenv("XDG_CACHE_HOME", chosen)
    assert tables.cache_folder() == Path(platformdirs.user_cache_dir("cubecsp"))


HOMELESS = """
import os, sys
from pathlib import Path
from cubecsp.errors import TableError
from cubecsp.search import tables

spec = tables.TableSpec("example", 1, {}, 4)
calls = []
for _ in range(2):
    assert tables.load(spec, lambda _poll: calls.append(1) or b"four") == b"four"
assert len(calls) == 1
assert not tables.is_stored(spec)
for question in (tables.listing, tables.remove, lambda: tables.store(spec, lambda _poll: b"four")):
    try:
        question()
    except TableError as error:
        assert "CUBECSP_CACHE" in str(error)
    else:
        sys.exit("no error")
tables.distrust(spec)
"""


_KEPT = (
    "PATH",
    "PYTHON",
    "LD_",
    "ASAN_",
    "UBSAN_",
)  # without the latter a sanitizer build does not load


@pytest.mark.parametrize("cache", [None, "", "~nobody-of-this-name/x"])
def test_without_a_home_folder(cache: str | None, tmp_path: Path) -> None:
    """As a user without an entry among the users, and in a folder where nothing may be made."""
    code = (
        "import pwd\ndef none(*_): raise KeyError\npwd.getpwuid = pwd.getpwnam = none\n" + HOMELESS
    )
    kept = {name: value for name, value in os.environ.items() if name.startswith(_KEPT)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**kept, **({} if cache is None else {"CUBECSP_CACHE": cache})},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("in memory only") == 1
    assert "CUBECSP_CACHE" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_place_of_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CUBECSP_CACHE", str(tmp_path / "file"))
    make = Maker()
    assert tables.load(SPEC, make) == contents()
    assert tables.load(SPEC, make) == contents()
    assert make.calls == 1
    with pytest.raises(TableError, match="cannot be read"):
        tables.listing()
    with pytest.raises(TableError, match="cannot be written"):
        tables.store(SPEC, make)


def test_a_table_in_memory_is_that_of_its_version_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CUBECSP_CACHE", str(tmp_path / "file"))
    assert tables.load(SPEC, Maker()) == contents()
    assert tables.is_at_hand(SPEC)
    for change in (
        {"version": 2},
        {"size": 4999},
        {"layout": "8"},
        {"parameters": {"metric": "qtm"}},
    ):
        spec = dataclasses.replace(SPEC, **change)  # type: ignore[arg-type]
        assert not tables.is_at_hand(spec)
        make = Maker(spec)
        assert tables.load(spec, make) == contents(spec)
        assert make.calls == 1
        assert tables.is_at_hand(spec)


@pytest.mark.parametrize("where", ["open", "write", "fsync", "replace"])
def test_a_disk_that_fails_leaves_nothing_and_costs_one_making(
    where: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    if where == "write":
        monkeypatch.setattr(table_files, "write", fails)
    elif where == "open":
        opens = os.open

        def only_locks(path: Any, *rest: Any, **options: Any) -> int:
            return fails() if str(path).endswith(".tmp") else opens(path, *rest, **options)  # type: ignore[func-returns-value]

        monkeypatch.setattr(os, "open", only_locks)
    else:
        monkeypatch.setattr(os, where, fails)
    make = Maker()
    assert tables.load(SPEC, make) == contents()
    assert tables.load(SPEC, make) == contents()
    assert make.calls == 1
    assert list(folder.iterdir()) == []


def test_too_little_memory_is_said() -> None:
    def make(_poll: object = None) -> bytes:
        raise MemoryError

    with pytest.raises(TableError, match="not enough memory"):
        tables.load(SPEC, make)


def test_the_command_says_what_was_checked(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    assert main(["tables", "--make", "pocket-htm"]) == 0
    capsys.readouterr()
    assert main(["tables", "--verify"]) == 0
    assert "OK: 1 tables checked in full, none damaged" in capsys.readouterr().out
    (folder / "pocket-htm.abcd.tmp").touch()
    (folder / "evil\x1b[31m\n.table").write_bytes(b"x")
    assert main(["tables", "--verify"]) == 1
    printed = capsys.readouterr().out
    assert "OK" not in printed
    assert "\x1b" not in printed
    assert "left by a process that was killed" in printed
    assert main(["tables", "--json"]) == 0
    states = {
        entry["file"].rsplit(".")[-1]: entry["state"]
        for entry in json.loads(capsys.readouterr().out)["stored"]
    }
    assert states["tmp"] == "leftover"
    assert main(["tables", "--remove", "all"]) == 0
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    "command", [["tables"], ["tables", "--verify"], ["tables", "--remove", "all"]]
)
def test_the_command_says_why_it_cannot(
    command: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CUBECSP_CACHE", str(tmp_path / "file"))
    assert main(command) > 0
    assert "cannot be read" in capsys.readouterr().err


def test_solving_works_without_a_cache(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CUBECSP_CACHE", str(tmp_path / "file"))
    with caplog.at_level(logging.WARNING):
        assert main(["solve", "R U", "--size", "2"]) == 0
    assert "U' R'" in capsys.readouterr().out


def test_only_what_takes_long_is_announced() -> None:
    quick = {
        known.spec.name for known in known_tables() if known.spec.size < tables._ANNOUNCED_FROM
    }
    assert {"two-phase-small", "thistlethwaite", "pocket-htm", "optimal-tiny-htm"} <= quick
    assert quick.isdisjoint({"two-phase-large", "optimal-medium-htm", "three-phase", "five-phase"})
