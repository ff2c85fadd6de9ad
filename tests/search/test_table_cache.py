"""The store of tables: whatever happens to a file or its folder, what is loaded is what was made."""

from __future__ import annotations

import dataclasses
import itertools
import json
import logging
import os
import re
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from table_examples import MANY_BLOCKS, SPEC, Maker, contents, is_stored, put

from cubecsp.cli import main
from cubecsp.errors import TableError
from cubecsp.search import known_tables, table_cache, table_files
from cubecsp.search.table_cache import TableSpec

pytestmark = pytest.mark.native

pytest.importorskip("fcntl")


@pytest.fixture(autouse=True)
def folder(cache: Path) -> Path:
    return cache


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files whose payloads were read in full, block by block."""
    files: list[Path] = []
    require_intact = table_files.require_intact

    def noted(path: Path, file: Any, header: Any, _poll: Any, *, again: bool = False) -> None:
        require_intact(path, file, header, lambda: files.append(path), again=again)

    monkeypatch.setattr(table_files, "require_intact", noted)
    return files


def settle() -> None:
    time.sleep(1.2 * table_files._SETTLED)


def resident(path: Path) -> int:
    """Return how many bytes of a file are in this process's memory, as Linux says."""
    maps = Path("/proc/self/smaps").read_text().split(f"{path}\n")[1:]
    return sum(1024 * int(re.findall(r"^Rss: *(\d+) kB", part, re.MULTILINE)[0]) for part in maps)


def test_memory_that_is_given_back_is_filled_from_the_file_again() -> None:
    size = 1 << 22
    spec = dataclasses.replace(SPEC, size=size)
    made = os.urandom(size)
    payload = table_cache.load(spec, lambda _: made)
    assert payload == made
    is_linux = Path("/proc/self/smaps").exists()
    assert not is_linux or resident(spec.path) > size
    table_cache.give_back(payload, 0, size)
    assert not is_linux or resident(spec.path) < size // 8
    assert payload == made


def test_memory_of_no_table_is_not_given_back() -> None:
    table_cache.give_back(memoryview(own := bytearray(b"own" * 10_000)), 0, 30_000)
    assert own == b"own" * 10_000


def test_made_once_then_read(folder: Path) -> None:
    make = Maker()
    for _ in range(3):
        payload = table_cache.load(SPEC, make)
        assert payload == contents()
        assert payload.readonly
        assert list(folder.iterdir()) == [SPEC.path]
    assert make.calls == 1


@pytest.mark.parametrize(("at", "level"), [(8, logging.INFO), (100, logging.WARNING)])
def test_damage_is_told_and_age_is_not(
    at: int, level: int, caplog: pytest.LogCaptureFixture
) -> None:
    make = Maker()
    table_cache.load(SPEC, make).release()
    with SPEC.path.open("r+b") as file:
        file.seek(at)
        file.write(b"\x63")
    with caplog.at_level(logging.INFO):
        assert table_cache.load(SPEC, make) == contents()
    assert [record.levelno for record in caplog.records] == [level]
    assert f"table example is made again: {SPEC.path} has" in caplog.text


def test_a_copied_file_is_checked_and_used(tmp_path: Path) -> None:
    make = Maker(MANY_BLOCKS)
    table_cache.load(MANY_BLOCKS, make)
    shutil.copyfile(MANY_BLOCKS.path, tmp_path / "copy")
    shutil.move(tmp_path / "copy", MANY_BLOCKS.path)
    assert table_cache.load(MANY_BLOCKS, make) == contents(MANY_BLOCKS)
    assert make.calls == 1


def test_another_numbering_makes_every_table_old(monkeypatch: pytest.MonkeyPatch) -> None:
    table_cache.load(SPEC, Maker())
    monkeypatch.setattr(table_cache, "_CONVENTION", "another")
    assert [entry.state for entry in table_cache.listing()] == ["old"]
    make = Maker()
    table_cache.load(SPEC, make)
    assert make.calls == 1


def test_other_parameters_are_another_file() -> None:
    other = TableSpec("example", 1, {"metric": "qtm"}, SPEC.size)
    table_cache.load(SPEC, Maker())
    table_cache.load(other, Maker())
    assert [entry.state for entry in table_cache.listing([SPEC, other])] == ["ok", "ok"]
    assert table_cache.remove("example") == sorted([SPEC.path, other.path])
    assert table_cache.listing() == []


def test_the_order_of_parameters_does_not_matter() -> None:
    named = {"metric": "htm", "base": 4, "z": 1, "a": "2"}
    specs = [
        TableSpec("example", 1, dict(order), SPEC.size)
        for order in itertools.permutations(named.items())
    ]
    assert len({spec.file_name for spec in specs}) == 1
    make = Maker()
    for spec in (specs[0], specs[-1]):
        assert table_cache.load(spec, make) == contents()
    assert make.calls == 1


def test_what_is_not_the_table_is_not_stored() -> None:
    def make(_poll: object = None) -> bytes:
        raise MemoryError

    with pytest.raises(TableError, match="4 bytes"):
        table_cache.load(SPEC, lambda _poll: b"four")
    with pytest.raises(TableError, match="not enough memory"):
        table_cache.load(SPEC, make)
    assert table_cache.listing() == []


def test_a_file_is_checked_in_full_once(read: list[Path], folder: Path) -> None:
    for spec in (SPEC, MANY_BLOCKS):
        table_cache.load(spec, Maker(spec)).release()
    settle()
    for _ in range(3):
        assert is_stored(SPEC)
        assert is_stored(MANY_BLOCKS)
    once = [SPEC.path] + 4 * [MANY_BLOCKS.path]
    assert read == once
    table_cache.listing()
    assert read == once
    table_cache.listing(verify=True)
    assert sorted(read) == sorted(2 * once)
    table_cache.distrust(SPEC)
    assert is_stored(SPEC)
    assert is_stored(MANY_BLOCKS)
    assert read[10:] == [SPEC.path]
    beside = {path.with_suffix(".checked") for path in once}
    assert set(folder.iterdir()) == {*once, *beside}
    assert set(table_cache.remove()) == set(once)
    assert list(folder.iterdir()) == []


def test_a_file_that_was_only_just_written_is_not_remembered(
    read: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its times might not show another change in the same tick of the clock."""
    monkeypatch.setattr(table_files, "_SETTLED", 1000.0)
    table_cache.load(SPEC, Maker()).release()
    for count in range(1, 4):
        assert is_stored(SPEC)
        assert len(read) == count


@pytest.mark.parametrize("how", ["in place", "replaced", "stamped", "older"])
def test_any_change_of_a_checked_file_is_noticed(
    read: list[Path], how: str, tmp_path: Path
) -> None:
    table_cache.load(SPEC, Maker()).release()
    settle()
    assert is_stored(SPEC)
    assert SPEC.path.with_suffix(".checked").exists()
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
    assert not is_stored(SPEC)
    assert table_cache.load(SPEC, Maker()) == contents()
    assert len(read) >= 2


@pytest.mark.parametrize("what", ["nonsense", "fifo", "folder", "link to a file", "device"])
def test_a_stamp_that_is_nonsense_counts_for_nothing(
    what: str, read: list[Path], tmp_path: Path
) -> None:
    table_cache.load(SPEC, Maker()).release()
    settle()
    stamp = SPEC.path.with_suffix(".checked")
    if what == "nonsense":
        stamp.write_text("1 2 3")
    else:
        _make_odd(stamp, what)
    for _ in range(3):
        assert is_stored(SPEC)
    assert len(read) == (3 if what == "folder" else 1)  # which cannot be replaced
    assert not list(stamp.parent.glob("*.tmp"))
    assert not (tmp_path / "target").exists() or not (tmp_path / "target").read_bytes()


def test_what_another_process_deletes_meanwhile_is_not_damaged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for spec in (SPEC, MANY_BLOCKS):
        table_cache.load(spec, Maker(spec)).release()
    digest_of = table_files.digest_of

    def deleted(*given: Any) -> str:
        SPEC.path.unlink(missing_ok=True)
        return digest_of(*given)

    monkeypatch.setattr(table_files, "digest_of", deleted)  # of MANY_BLOCKS, which is listed first
    found = [(entry.name, entry.state) for entry in table_cache.listing(verify=True)]
    assert found == [(MANY_BLOCKS.name, "ok")]


@pytest.mark.parametrize("what", ["fifo", "folder", "link to nothing", "link to itself", "device"])
def test_what_is_no_file_is_not_waited_for(what: str, folder: Path) -> None:
    folder.mkdir()
    _make_odd(SPEC.path, what)
    assert not is_stored(SPEC)
    assert table_cache.listing()[0].state == "damaged"
    make = Maker()
    assert table_cache.load(SPEC, make) == contents()
    assert make.calls == 1


@pytest.mark.parametrize("what", ["fifo", "folder", "link to a file", "link to nothing", "device"])
def test_locks_that_are_no_files_are_refused(
    what: str, folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder.mkdir()
    lock = SPEC.path.with_suffix(".lock")
    _make_odd(lock, what)
    make = Maker()
    assert table_cache.load(SPEC, make) == contents()
    assert table_cache.load(SPEC, make) == contents()
    assert make.calls == 1
    assert "in memory only" in caplog.text
    assert not SPEC.path.exists()
    assert not (tmp_path / "target").exists() or not (tmp_path / "target").read_bytes()
    with pytest.raises(TableError, match="cannot be written"):
        table_cache.store(SPEC, make)
    assert [entry.state for entry in table_cache.listing()] == ["leftover"]
    if what != "folder":
        assert table_cache.remove() == [lock]
        assert (tmp_path / "target").exists() == (what == "link to a file")
        table_cache.store(SPEC, make)


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
    (folder / "left.lock").touch()
    (folder / "zzz.tmp").mkdir()
    with pytest.raises(TableError, match=r"aaa\.table cannot be deleted.*zzz\.tmp"):
        table_cache.remove()
    assert {path.name for path in folder.iterdir()} == {"aaa.table", "zzz.tmp"}


def test_a_table_under_the_name_of_another_is_not_used_or_removed_with_it(whole: bytes) -> None:
    other = TableSpec("other", 1, {}, SPEC.size)
    put(whole, other)
    assert not is_stored(other)
    assert {entry.name for entry in table_cache.listing()} == {"example", "other"}
    assert table_cache.remove("example") == [SPEC.path]
    assert other.path.exists()


@pytest.mark.parametrize("umask", [0o027, 0o002])
def test_files_follow_the_umask(umask: int, folder: Path) -> None:
    before = os.umask(umask)
    try:
        table_cache.load(SPEC, Maker())
        settle()
        is_stored(SPEC)
    finally:
        os.umask(before)
    for path in (SPEC.path, SPEC.path.with_suffix(".checked")):
        assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask
    assert stat.S_IMODE(folder.stat().st_mode) == 0o777 & ~umask


def test_a_table_that_is_open_survives_its_replacement_and_removal() -> None:
    payload = table_cache.load(SPEC, Maker())
    table_cache.store(SPEC, lambda _poll: bytes(SPEC.size))
    assert payload == contents()
    table_cache.remove()
    assert payload == contents()


HOMELESS = """
import os, sys
from pathlib import Path
from cubecsp.errors import TableError
from cubecsp.search import table_cache

spec = table_cache.TableSpec("example", 1, {}, 4)
calls = []
for _ in range(2):
    assert table_cache.load(spec, lambda _poll: calls.append(1) or b"four") == b"four"
assert len(calls) == 1
assert table_cache.stored_payload(spec) is None
for question in (table_cache.listing, table_cache.remove, lambda: table_cache.store(spec, lambda _poll: b"four")):
    try:
        question()
    except TableError as error:
        assert "CUBECSP_CACHE" in str(error)
    else:
        sys.exit("no error")
table_cache.distrust(spec)
"""


_KEPT = (
    "PATH",
    "PYTHON",
    "LD_",
    "ASAN_",
    "UBSAN_",
)  # without the latter a sanitizer build does not load


@pytest.mark.parametrize("cache", [None, "~nobody-of-this-name/x"])
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


def test_a_file_in_place_of_the_folder(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Tables live in memory, each in that of its version; commands say why they cannot."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("CUBECSP_CACHE", str(tmp_path / "file" / "cache"))
    make = Maker()
    for _ in range(2):
        assert table_cache.load(SPEC, make) == contents()
    assert make.calls == 1
    unwritten = f"cannot be written to {tmp_path / 'file' / 'cache'}: Not a directory"
    assert caplog.messages == [f"table example is kept in memory only: it {unwritten}"]
    told = f"table example {unwritten}; set CUBECSP_CACHE to a folder that can be written to"
    with pytest.raises(TableError, match=re.escape(told)):
        table_cache.store(SPEC, make)
    for change in ({"version": 2}, {"size": 4999}, {"layout": "8"}, {"parameters": {"a": 1}}):
        assert table_cache.is_at_hand(SPEC)
        spec = dataclasses.replace(SPEC, **change)  # type: ignore[arg-type]
        assert not table_cache.is_at_hand(spec)
        assert table_cache.load(spec, Maker(spec)) == contents(spec)
        table_cache.load(SPEC, make)
    for options in ([], ["--verify"], ["--remove", "all"]):
        assert main(["tables", *options]) > 0
        assert "cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("where", ["opening", "fsync", "replace"])
def test_a_disk_that_fails_leaves_nothing_and_costs_one_making(
    where: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    if where == "opening":
        monkeypatch.setattr(table_files, "replacing", fails)
    else:
        monkeypatch.setattr(os, where, fails)
    make = Maker()
    assert table_cache.load(SPEC, make) == contents()
    assert table_cache.load(SPEC, make) == contents()
    assert make.calls == 1
    assert "No space left" in caplog.text
    assert list(folder.iterdir()) == []


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


def test_only_what_takes_long_is_announced() -> None:
    quick = {
        known.spec.name for known in known_tables() if known.spec.size < table_cache._ANNOUNCED_FROM
    }
    assert {"two-phase-small", "thistlethwaite", "pocket-htm", "optimal-tiny-htm"} <= quick
    assert quick.isdisjoint({"two-phase-large", "optimal-medium-htm", "three-phase", "five-phase"})
