"""Table files that are damaged, forged, in use or in the way: never used, never fatal, made again."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import logging
import os
import platform
import random
import signal
import stat
import struct
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cubecsp.cli import main
from cubecsp.deadline import NEVER, Deadline
from cubecsp.errors import LimitError, TableError
from cubecsp.search import known_tables, table_checks, table_files, tables
from cubecsp.search.tables import TableSpec

PAGE = 4096
SPEC = TableSpec("example", 1, {"metric": "htm"}, 5000)
MANY_BLOCKS = TableSpec("blocks", 1, {}, (3 << 20) + 17)
"""Larger than what is read at a time."""

fcntl = pytest.importorskip("fcntl")


def contents(spec: TableSpec = SPEC) -> bytes:
    return (bytes(range(251)) * (spec.size // 251 + 1))[: spec.size]


class Maker:
    """A `make` that counts its calls."""

    def __init__(self, spec: TableSpec = SPEC) -> None:
        self.spec = spec
        self.calls = 0

    def __call__(self, _poll: object = None) -> bytes:
        self.calls += 1
        return contents(self.spec)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CUBECSP_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(tables, "_in_memory", {})
    monkeypatch.setattr(table_checks, "_here", {})
    return tmp_path / "cache"


@pytest.fixture
def whole() -> bytes:
    """The file of `SPEC` as it should be."""
    tables.load(SPEC, Maker()).release()
    return SPEC.path.read_bytes()


def put(data: bytes, spec: TableSpec = SPEC) -> None:
    """Put a file in a table's place, as a new file, so that no memory of an old one helps."""
    spec.path.parent.mkdir(exist_ok=True)
    spec.path.unlink(missing_ok=True)
    spec.path.write_bytes(data)


def require_made_again(spec: TableSpec = SPEC) -> None:
    """The file that stands there is listed as bad, made again when it is wanted, and can be removed."""
    assert not tables.is_stored(spec)
    assert [entry.state for entry in tables.listing([spec])] in (["damaged"], ["old"])
    before = spec.path.read_bytes()
    assert tables.remove() == [spec.path]
    put(before, spec)
    make = Maker(spec)
    payload = tables.load(spec, make)
    assert payload == contents(spec)
    assert make.calls == 1
    assert [entry.state for entry in tables.listing([spec])] == ["ok"]
    payload.release()


# What a file may say ---------------------------------------------------------------------------


def forged(entries: dict[str, Any] | bytes, payload: bytes, *, length: int | None = None) -> bytes:
    """Return a file with a valid checksum of its header, written apart from the code under test."""
    text = entries if isinstance(entries, bytes) else json.dumps(entries).encode()
    head = struct.pack("<8sII", b"CUBETBL\n", 2, len(text) if length is None else length)
    rest = text.ljust(PAGE - 20, b"\0")
    return head + struct.pack("<I", zlib.crc32(head + rest)) + rest + payload


def said(data: bytes) -> dict[str, Any]:
    (length,) = struct.unpack_from("<I", data, 12)
    entries: dict[str, Any] = json.loads(data[20 : 20 + length])
    return entries


def test_the_layout_is_the_documented_one(whole: bytes) -> None:
    assert forged(json.dumps(said(whole), sort_keys=True).encode(), contents()) == whole
    assert set(said(whole)) == {field.name for field in dataclasses.fields(table_files.Header)}
    assert said(whole)["byte_order"] == sys.byteorder


def test_every_byte_of_the_header_matters(whole: bytes) -> None:
    rng = random.Random(1)
    for at in range(PAGE):
        data = bytearray(whole)
        data[at] ^= rng.randrange(1, 256)
        put(bytes(data))
        assert not tables.is_stored(SPEC), at
    (listed,) = tables.listing()
    assert listed.state == "damaged"


def test_every_byte_of_the_payload_matters(whole: bytes) -> None:
    rng = random.Random(2)
    for at in [PAGE, len(whole) - 1, *rng.sample(range(PAGE, len(whole)), 300)]:
        data = bytearray(whole)
        data[at] ^= 1 << rng.randrange(8)
        put(bytes(data))
        assert not tables.is_stored(SPEC), at
    require_made_again()


@pytest.mark.parametrize(
    "at", [0, (1 << 20) - 1, 1 << 20, (2 << 20) + 5, 3 << 20, MANY_BLOCKS.size - 1]
)
def test_damage_anywhere_in_a_long_payload_is_noticed(at: int) -> None:
    tables.load(MANY_BLOCKS, Maker(MANY_BLOCKS)).release()
    data = bytearray(MANY_BLOCKS.path.read_bytes())
    data[PAGE + at] ^= 1
    put(bytes(data), MANY_BLOCKS)
    require_made_again(MANY_BLOCKS)


@pytest.mark.parametrize(
    "size", [0, 1, 7, 19, 20, PAGE - 1, PAGE, PAGE + 1, -2, -1, +1, +2, 1 << 16]
)
def test_files_of_other_sizes_are_refused(whole: bytes, size: int) -> None:
    if abs(size) <= 2 and size not in (0, 1):
        size += len(whole)
    put(whole[:size].ljust(size, b"\0"))
    require_made_again()


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_random_files_are_refused(data: st.DataObject, whole: bytes) -> None:
    start = data.draw(st.sampled_from([b"", b"CUBETBL\n", whole[:12], whole[:PAGE]]))
    put(start + data.draw(st.binary(max_size=6000)))
    assert not tables.is_stored(SPEC)
    assert tables.listing([SPEC])[0].state in ("damaged", "old")


NONSENSE: list[Any] = [
    None,
    True,
    -1,
    1.5,
    float("nan"),
    1 << 62,
    10**30,
    "",
    "x",
    "../x",
    [],
    {},
    [[]],
]


@pytest.mark.parametrize("entry", [field.name for field in dataclasses.fields(table_files.Header)])
def test_entries_that_make_no_sense_are_refused(whole: bytes, entry: str) -> None:
    """Each entry replaced by values of every kind, or left out, with valid checksums all the same."""
    right = said(whole)
    for value in [*NONSENSE, *right.values()]:
        if value == right[entry] and type(value) is type(right[entry]):
            continue
        put(forged({**right, entry: value}, contents()))
        assert not tables.is_stored(SPEC), value
        assert tables.listing([SPEC])[0].state != "ok", value
        assert tables.remove() == [SPEC.path], value
    put(forged({name: value for name, value in right.items() if name != entry}, contents()))
    require_made_again()


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 4000,
        b'{"a":' * 800,
        b'{"size": ' + b"9" * 4000 + b"}",
        b"\0" * 100,
    ],
)
def test_headers_that_are_no_description_are_refused(text: bytes) -> None:
    put(forged(text, contents()))
    require_made_again()


@pytest.mark.parametrize("length", [0, 1, PAGE - 20, PAGE, 1 << 31, (1 << 32) - 1])
def test_descriptions_of_other_lengths_are_refused(whole: bytes, length: int) -> None:
    put(forged(said(whole), contents(), length=length))
    require_made_again()


def test_more_entries_than_there_should_be_are_refused(whole: bytes) -> None:
    put(forged({**said(whole), "more": 1}, contents()))
    require_made_again()


@pytest.mark.parametrize("size", [0, 10**9, (1 << 62) - 1])
def test_a_size_that_the_file_does_not_have_is_refused(whole: bytes, size: int) -> None:
    put(forged({**said(whole), "size": size}, contents()))
    require_made_again()


def test_a_table_under_the_name_of_another_is_not_used_or_removed_with_it(whole: bytes) -> None:
    other = TableSpec("other", 1, {}, SPEC.size)
    put(whole, other)
    assert not tables.is_stored(other)
    assert {entry.name for entry in tables.listing()} == {"example", "other"}
    assert tables.remove("example") == [SPEC.path]
    assert other.path.exists()


@pytest.mark.parametrize("change", [{"version": 2}, {"layout": "8 16"}, {"size": 5001}])
def test_tables_of_other_versions_and_layouts_are_old(change: dict[str, Any]) -> None:
    tables.load(SPEC, Maker()).release()
    spec = dataclasses.replace(SPEC, **change)
    assert [entry.state for entry in tables.listing([spec])] == ["old"]
    make = Maker(spec)
    assert tables.load(spec, make) == contents(spec)
    assert make.calls == 1


def test_the_other_byte_order_is_old(whole: bytes) -> None:
    other = {"little": "big", "big": "little"}[sys.byteorder]
    put(forged({**said(whole), "byte_order": other}, contents()))
    assert [entry.state for entry in tables.listing()] == ["old"]
    require_made_again()


def test_contents_that_are_known_are_required() -> None:
    """A table with other contents is not used, though its file is whole, and not stored either."""
    right = table_files.digest_of(memoryview(contents()))
    spec = dataclasses.replace(SPEC, digest=right)
    wrong = bytes(SPEC.size)
    tables.load(SPEC, lambda _poll: wrong).release()
    assert tables.is_stored(SPEC)
    if sys.byteorder == "little":
        assert not tables.is_stored(spec)
        assert [entry.state for entry in tables.listing([spec])] == ["damaged"]
        with pytest.raises(TableError, match="other contents"):
            tables.load(spec, lambda _poll: wrong)
    assert tables.load(spec, Maker()) == contents()


@pytest.mark.parametrize("table", known_tables(), ids=lambda table: table.spec.name)
def test_the_tables_of_the_methods_refuse_other_contents(table: tables.KnownTable) -> None:
    """A forged payload under a whole header is not used; large ones are left out here."""
    spec = table.spec
    if spec.size > 40 << 20:
        assert len(spec.digest) == 64 or "huge" in spec.name
        return
    tables.store(dataclasses.replace(spec, digest=""), lambda _poll: bytes(spec.size))
    assert not tables.is_stored(spec)
    with pytest.raises(TableError, match="other contents"):
        tables.load(spec, lambda _poll: bytes(spec.size))


# What was checked ------------------------------------------------------------------------------


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
    monkeypatch.setattr(platform, "node", lambda: "another machine")
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
        monkeypatch.setattr(platform, "node", lambda: f"machine {machine}")
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


# What else may stand in the folder ---------------------------------------------------------------


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


@pytest.mark.parametrize("cache", [None, "", "~nobody-of-this-name/x"])
def test_without_a_home_folder(cache: str | None, tmp_path: Path) -> None:
    """As a user without an entry among the users, and in a folder where nothing may be made."""
    code = (
        "import pwd\ndef none(*_): raise KeyError\npwd.getpwuid = pwd.getpwnam = none\n" + HOMELESS
    )
    kept = {
        name: value for name, value in os.environ.items() if name.startswith(("PATH", "PYTHON"))
    }
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


# Locks -----------------------------------------------------------------------------------------


@contextlib.contextmanager
def held(spec: TableSpec) -> Iterator[None]:
    """Hold the lock of a table, as another process would."""
    path = spec.path.with_suffix(".lock")
    path.parent.mkdir(exist_ok=True)
    with path.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def test_a_lock_is_waited_for_with_a_word(caplog: pytest.LogCaptureFixture) -> None:
    make = Maker()
    found: list[memoryview] = []
    with held(SPEC):
        thread = threading.Thread(target=lambda: found.append(tables.load(SPEC, make)))
        thread.start()
        for _ in range(600):
            if "waiting for another process" in caplog.text:
                break
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
    monkeypatch.setattr(tables, "_BRIEFLY", 0.05)
    make = Maker()
    with held(SPEC):
        assert tables.load(SPEC, make) == contents()
        assert "holds its lock" in caplog.text
        assert not SPEC.path.exists()
        with pytest.raises(TableError, match="another process is making"):
            tables.store(SPEC, make)
    assert tables.load(SPEC, make) == contents()
    assert make.calls == 2


def test_a_large_table_is_waited_for_within_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "_ANNOUNCED_FROM", 1000)
    make = Maker()
    with held(SPEC):
        with pytest.raises(LimitError, match="still making table example"):
            tables.load(SPEC, make, deadline=Deadline(0.05))
        assert make.calls == 0
    assert tables.load(SPEC, make, deadline=Deadline(0.05)) == contents()


def test_whoever_waited_finds_the_lock_deleted_and_takes_a_new_one() -> None:
    """The one who held it deletes its file: a lock on a file without a name holds nobody off."""
    lock = SPEC.path.with_suffix(".lock")
    inside = 0
    most = 0

    def make(_poll: object = None) -> bytes:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        time.sleep(0.002)
        inside -= 1
        return contents()

    def store() -> None:
        for _ in range(10):
            with tables._lock(SPEC, NEVER):
                assert lock.exists()
                make()

    threads = [threading.Thread(target=store) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1
    assert not lock.exists()


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
    with tables._lock(SPEC, NEVER):
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
        listed = tables.listing()
        assert [entry.file.name for entry in listed] == [
            "dead.0123.tmp",
            "dead.lock",
            "other.4567.tmp",
        ]
        assert {(entry.state, entry.bytes, entry.version) for entry in listed} == {
            ("leftover", 3, None)
        }
        assert len(tables.remove("dead")) == 2
        assert len(tables.remove()) == 1
        assert {path.name for path in folder.iterdir()} == {f"{stem}.lock", f"{stem}.89ab.tmp"}
    tables.load(SPEC, Maker())  # sees to what was left of its own table
    assert list(folder.iterdir()) == [SPEC.path]


def test_what_another_process_is_writing_is_left_alone(folder: Path) -> None:
    """Of another table, whose name may even begin alike."""
    others = [TableSpec(name, 1, {}, 100) for name in ("another", SPEC.path.stem + "-more", "exa")]
    with contextlib.ExitStack() as stack:
        for other in others:
            stack.enter_context(held(other))
            (folder / f"{other.path.stem}.0123.tmp").touch()
        (folder / f"{SPEC.path.stem}.0123.tmp").touch()
        tables.load(SPEC, Maker()).release()
        assert {path.name for path in folder.glob("*.tmp")} == {
            f"{other.path.stem}.0123.tmp" for other in others
        }


KILLED = """
import sys
from cubecsp.search import table_files, tables
from cubecsp.search.tables import TableSpec

def stop(*_):
    print("now", flush=True)
    sys.stdin.read()

where = sys.argv[1]
if where == "writing":
    import os
    os.fsync = stop
make = (lambda _poll: stop() or bytes(1000)) if where == "making" else (lambda _poll: bytes(1000))
tables.load(TableSpec("killed", 1, {}, 1000), make)
"""


@pytest.mark.parametrize("where", ["making", "writing"])
def test_a_killed_process_holds_nobody_up(where: str, folder: Path) -> None:
    spec = TableSpec("killed", 1, {}, 1000)
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, where], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"now\n"
    assert tables.listing() == []  # it lives: nothing is left over yet
    process.send_signal(signal.SIGKILL)
    process.communicate()
    left = [entry.file.suffix for entry in tables.listing()]
    assert left == ([".lock"] if where == "making" else [".tmp", ".lock"])
    assert not tables.is_stored(spec)
    assert tables.load(spec, lambda _poll: bytes(1000)) == bytes(1000)
    assert list(folder.iterdir()) == [spec.path]


# On the command line -----------------------------------------------------------------------------


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
