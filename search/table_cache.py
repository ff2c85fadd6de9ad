"""Tables: made on first use, kept in the user's cache folder, never trusted unchecked.

A file is believed after a check of its header, which is done each time, and of the SHA-256 of its
payload, which is done once for each file (`cubecsp.search.table_files`). What fails is
made again, never used. If the contents are known beforehand (`TableSpec.digest`), a file with other
contents is not used either, even if its header is valid. A file is never changed in place, only
replaced, so a process that has it open continues to read the old contents.
"""

from __future__ import annotations

import contextlib
import logging
import mmap
import os
import sys
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from cubecsp.errors import OutOfTimeError, TableError
from cubecsp.frozen import frozen
from cubecsp.memory import size_in_words
from cubecsp.puzzle.cube.state import TURN_CUBES
from cubecsp.search import table_files
from cubecsp.search.table_files import Header, HeldError, OldError, UnusableError
from cubecsp.stopping.deadline import NEVER, Deadline

if TYPE_CHECKING:
    from typing_extensions import Buffer

    Make = Callable[[Callable[[], None]], Buffer]


_LOG = logging.getLogger(__name__)

_ANNOUNCED_FROM = 48 << 20
"""Bytes from which on making a table takes so long, over a second, that the user gets a message."""

_BRIEFLY = 2.0
"""Seconds to wait for a process that makes a smaller table; after that it is quicker to make one."""

_PAUSE = 0.05
"""Seconds between two looks at the deadline while another thread makes a table."""

_CONVENTION = f"{zlib.crc32(b''.join(cube.corners + cube.edges for cube in TURN_CUBES)):08x}"
"""An id of the numbering of pieces, slots and turns, on which every table depends."""

_locks: dict[str, threading.Lock] = {}  # of the tables that were asked for
_in_memory: dict[str, tuple[TableSpec, memoryview]] = {}


@frozen
class TableSpec:
    """Which table: all that decides its contents.

    Attributes:
        name: letters, digits, `-` and `_`; the file is named after it.
        version: raised whenever the same parameters would give other contents.
        parameters: other data that the contents depend on; other parameters are another file.
        size: bytes of payload.
        layout: how the payload is laid out in memory, if that is up to the compiler.
        digest: SHA-256 of the payload with the least significant byte of numbers first; empty if it is
            not known.
    """

    name: str
    version: int
    parameters: Mapping[str, int | str] = field(default_factory=dict)
    size: int = 0
    layout: str = ""
    digest: str = ""

    @property
    def file_name(self) -> str:
        """The name of its file in the cache folder; the same for all versions."""
        return table_files.file_name(self.name, self.parameters)

    @property
    def path(self) -> Path:
        """The path of its file.

        Raises:
            TableError: there is no cache folder.
        """
        return cache_folder() / self.file_name

    @property
    def known_digest(self) -> str:
        """The SHA-256 of the payload on this machine; empty if it is not known."""
        return self.digest if sys.byteorder == "little" else ""

    def header(self, digest: str) -> Header:
        """Return the header that its file must have.

        Args:
            digest: of the payload.
        """
        return Header(
            convention=_CONVENTION,
            name=self.name,
            version=self.version,
            parameters=dict(self.parameters),
            size=self.size,
            byte_order=sys.byteorder,
            layout=self.layout,
            digest=digest,
        )


class CacheFile(NamedTuple):
    """One file of the cache folder.

    Attributes:
        name: of the table; the file's name without its suffix when the header cannot be believed.
        file: its path.
        bytes: size of the file.
        version: of the table, None when the header cannot be believed.
        state: "ok", "damaged", "old": whole, but made by another version of this package, or
            "leftover": a temporary file or a lock of a process that was killed.
    """

    name: str
    file: Path
    bytes: int
    version: int | None
    state: Literal["ok", "damaged", "old", "leftover"]


class _NoFolderError(TableError):
    """There is no folder to keep tables in."""


class KnownTable(NamedTuple):
    """A table that a method can use, and how it comes about.

    Attributes:
        spec: which table.
        summary: its purpose, and how long making it takes, in a few words.
        make: returns the payload, as for `load`.
    """

    spec: TableSpec
    summary: str
    make: Make


def cache_folder() -> Path:
    """Return the folder of the tables: $CUBECSP_CACHE or, without it, the user's cache folder.

    Raises:
        TableError: neither is known, as for a user without a home folder.
    """
    folder = os.path.expanduser(os.environ.get("CUBECSP_CACHE", ""))
    if not folder:
        import platformdirs

        with contextlib.suppress(RuntimeError):  # newer ones raise it without a home folder
            folder = os.path.expanduser(platformdirs.user_cache_dir("cubecsp"))
    if not folder or folder.startswith("~"):
        raise _NoFolderError(
            "tables cannot be kept without a home folder; set CUBECSP_CACHE to a folder for them"
        )
    return Path(folder)


def load(spec: TableSpec, make: Make, *, deadline: Deadline = NEVER) -> memoryview:
    """Return the payload of a table, read-only; make and store it first if need be.

    If the folder cannot be written to, the table is kept in memory for this process and a warning is
    logged. If another process is making the same table, this one waits for it, after a message. One thread
    of this process makes it, and the others wait and share it.

    Args:
        spec: which table.
        make: returns the payload, `spec.size` bytes; it calls its argument every tenth of a second or
            so, and passes on exceptions from it.
        deadline: when to stop checking, making, storing, or waiting for another process; nothing
            half made is kept. A table that is made in seconds is not waited for longer than
            that takes, but made here too.

    Raises:
        TableError: `make` returned something other than the table, or memory ran out.
        OutOfTimeError: the deadline came first, or while another process was making a large table.
    """
    alone = _locks.setdefault(spec.file_name, threading.Lock())
    while not alone.acquire(timeout=_PAUSE):
        deadline.check()
    try:
        return _load_once(spec, make, deadline)
    finally:
        alone.release()


def in_huge_pages(payload: memoryview) -> memoryview:
    """Return a read-only copy of a payload in huge pages, if the system provides them.

    A table is read at random places, which costs a walk through the page tables each time; with
    pages of 2 MiB these are small enough to stay in the processor's cache. If there is no memory for
    a copy, the payload itself is returned.
    """
    try:
        copy = mmap.mmap(-1, len(payload))
    except (OSError, MemoryError):
        return payload
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):  # a kernel without them
            copy.madvise(mmap.MADV_HUGEPAGE)
    copy[:] = payload
    return memoryview(copy).toreadonly()


def give_back(payload: memoryview, start: int, size: int) -> None:
    """Give the memory of a part of a payload back to the system; whoever reads it later gets it again from the file.

    Args:
        payload: as from `load`. Other memory is left alone, since private pages would be lost.
        start: of the part, in bytes.
        size: of the part, in bytes.
    """
    mapping = payload.obj
    if isinstance(mapping, mmap.mmap) and hasattr(mmap, "MADV_DONTNEED"):
        start += len(mapping) - len(payload)  # behind the header
        aligned = start - start % mmap.PAGESIZE
        mapping.madvise(mmap.MADV_DONTNEED, aligned, size + start - aligned)


def store(spec: TableSpec, make: Make) -> Path:
    """Make a table again, store it, and return its file. Arguments as for `load`.

    Raises:
        TableError: it cannot be written, another process is making it, or `make` returned something
            other than the table.
    """
    payload = _make_payload(spec, make, NEVER)
    try:
        with _lock(spec, NEVER):
            _write(spec, payload, NEVER).release()
    except HeldError as error:
        raise TableError(f"another process is making table {spec.name}") from error
    except OSError as error:
        raise TableError(
            f"table {spec.name} {_write_failure(spec, error)}; "
            "set CUBECSP_CACHE to a folder that can be written to"
        ) from error
    return spec.path


def stored_payload(spec: TableSpec, deadline: Deadline = NEVER) -> memoryview | None:
    """Return the payload of a table if there is an intact file of it in the cache folder.

    Raises:
        OutOfTimeError: the deadline came before it was read.
    """
    with contextlib.suppress(*_NOT_USED):
        return _read(spec, deadline)
    return None


def is_at_hand(spec: TableSpec, deadline: Deadline = NEVER) -> bool:
    """Return whether `load` would have a table without making it.

    Raises:
        OutOfTimeError: the deadline came before its file was read.
    """
    return _in_memory_payload(spec) is not None or stored_payload(spec, deadline) is not None


def distrust(spec: TableSpec) -> None:
    """Mark the file of a table to be checked in full when it is loaded next, since it looks damaged."""
    _in_memory.pop(spec.file_name, None)
    with contextlib.suppress(TableError, OSError):
        spec.path.with_suffix(table_files.STAMP).unlink()


def listing(specs: Iterable[TableSpec] = (), *, verify: bool = False) -> list[CacheFile]:
    """Return the files in the cache folder that belong to tables, by name; tables first.

    Args:
        specs: tables as this version makes them; a file that says otherwise is listed as old.
        verify: check every payload in full, though it has been checked before.

    Raises:
        TableError: the folder cannot be read.
    """
    folder = cache_folder()
    expected = {spec.file_name: spec for spec in specs}
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix == table_files.SUFFIX)
        left = table_files.leftovers(folder)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise TableError(f"the folder {folder} cannot be read: {error.strerror}") from error
    results = [_cache_file(path, expected.get(path.name), verify) for path in files]
    results += [CacheFile(_stem(path), path, _size(path), None, "leftover") for path in left]
    return [listed for listed in results if os.path.lexists(listed.file)]  # or deleted meanwhile


def remove(name: str | None = None) -> list[Path]:
    """Delete the files of one table, or of all, and leftovers of killed processes.

    Args:
        name: of the table, or of its file without the suffix.

    Returns:
        The files deleted: tables, and leftovers of processes.

    Raises:
        TableError: a file cannot be deleted; the others are.
    """
    chosen = [
        listed.file for listed in listing() if name in (None, listed.name, _stem(listed.file))
    ]
    removed, failed = [], []
    for path in chosen:
        try:
            path.unlink()
            removed.append(path)
            path.with_suffix(table_files.STAMP).unlink(missing_ok=True)
        except FileNotFoundError:
            pass
        except OSError as error:
            failed.append(f"{path} cannot be deleted: {error.strerror}")
    if failed:
        raise TableError("; ".join(failed))
    return removed


_NOT_USED = (UnusableError, OSError, _NoFolderError)
"""Why a file is not used, or cannot be written; the table is made again, or kept in memory."""


def _in_memory_payload(spec: TableSpec) -> memoryview | None:
    """Return the payload of a table that had to be kept in memory."""
    kept, payload = _in_memory.get(spec.file_name, (None, None))
    return payload if kept == spec else None


def _stem(path: Path) -> str:
    return path.name.split(".")[0]


def _size(path: Path) -> int:
    try:
        return path.lstat().st_size
    except OSError:  # removed meanwhile
        return 0


def _cache_file(path: Path, spec: TableSpec | None, verify: bool) -> CacheFile:
    """Return the state of one file."""
    name, version = path.stem, None
    state: Literal["ok", "damaged", "old"] = "ok"
    try:
        with table_files.open_file(path) as file:
            header = table_files.read_header(file, path.name)
            name, version = header.name, header.version
            _require(header, spec)
            table_files.require_intact(path, file, header, NEVER.check, again=verify)
    except OldError:
        state = "old"
    except (UnusableError, OSError):
        state = "damaged"
    return CacheFile(name, path, _size(path), version, state)


def _load_once(spec: TableSpec, make: Make, deadline: Deadline) -> memoryview:
    """Return the result of `load`, with no other thread of this process at the same table."""
    kept = _in_memory_payload(spec)
    if kept is not None:
        return kept
    deadline.check()
    try:
        return _read(spec, deadline)
    except _NOT_USED as reason:
        _report(spec, reason)
    payload: memoryview | None = None
    try:
        with _lock(spec, deadline):
            with contextlib.suppress(*_NOT_USED):  # another process was quicker
                return _read(spec, deadline)
            payload = _make_payload(spec, make, deadline)
            return _write(spec, payload, deadline)
    except HeldError as error:
        if spec.size >= _ANNOUNCED_FROM:
            raise OutOfTimeError(
                f"the time limit passed while another process was making table {spec.name}"
            ) from error
        _LOG.warning("table %s is kept in memory only: another process holds its lock", spec.name)
    except _NOT_USED as reason:
        why = f"it {_write_failure(spec, reason)}" if isinstance(reason, OSError) else reason
        _LOG.warning("table %s is kept in memory only: %s", spec.name, why)
    if payload is None:
        payload = _make_payload(spec, make, deadline)
    _in_memory[spec.file_name] = (spec, payload)
    return payload


def _report(spec: TableSpec, reason: Exception) -> None:
    if isinstance(reason, UnusableError):  # an old table is normal after an update, damage is not
        say = _LOG.info if isinstance(reason, OldError) else _LOG.warning
        say("table %s is made again: %s %s", spec.name, spec.path, reason)
    else:
        _LOG.info("table %s is made for the first time", spec.name)


def _write_failure(spec: TableSpec, error: OSError) -> str:
    return f"cannot be written to {spec.path.parent}: {error.strerror or error}"


def _make_payload(spec: TableSpec, make: Make, deadline: Deadline) -> memoryview:
    if spec.size >= _ANNOUNCED_FROM:
        _LOG.warning("table %s (%s) is made now, once", spec.name, size_in_words(spec.size))
    try:
        payload = memoryview(make(deadline.check)).cast("B").toreadonly()
    except MemoryError as error:
        raise TableError(
            f"there is not enough memory to make table {spec.name}, {size_in_words(spec.size)}"
        ) from error
    if len(payload) != spec.size:
        raise TableError(f"table {spec.name} came out as {len(payload)} bytes, not {spec.size}")
    deadline.check()
    if spec.known_digest and _digest(payload, deadline) != spec.known_digest:
        raise TableError(f"table {spec.name} came out with other contents than it must have")
    return payload


@contextlib.contextmanager
def _lock(spec: TableSpec, deadline: Deadline) -> Iterator[None]:
    """Keep other processes from making the same table; delete the leftovers of a killed one."""
    if spec.size < _ANNOUNCED_FROM:
        deadline = deadline.within(_BRIEFLY)

    def waiting() -> None:
        _LOG.warning("waiting for another process that is making table %s", spec.name)

    with table_files.lock(spec.path, deadline, waiting):
        for left in spec.path.parent.glob(f"{_stem(spec.path)}.*{table_files.TEMPORARY}"):
            left.unlink(missing_ok=True)
        yield


def _digest(payload: memoryview, deadline: Deadline) -> str:
    return table_files.digest_of(table_files.blocks_of(payload), deadline.check)


def _write(spec: TableSpec, payload: memoryview, deadline: Deadline) -> memoryview:
    """Store a payload and return it as it is in the file."""
    digest = spec.known_digest or _digest(payload, deadline)
    table_files.write(spec.path, spec.header(digest), payload, deadline.check)
    with table_files.open_file(spec.path) as file:
        table_files.read_header(file, spec.file_name)
        return table_files.map_payload(file, spec.size)


def _read(spec: TableSpec, deadline: Deadline) -> memoryview:
    """Return the payload in the table's file, or raise the reason why it cannot be used."""
    path = spec.path
    with table_files.open_file(path) as file:
        header = table_files.read_header(file, spec.file_name)
        _require(header, spec)
        table_files.require_intact(path, file, header, deadline.check)
        return table_files.map_payload(file, header.size)


def _require(header: Header, spec: TableSpec | None) -> None:
    """Raise the reason if a file with this header is not the table that is wanted.

    Raises:
        OldError: it holds something else.
        UnusableError: it says that it is this table, but with contents that it cannot have.
    """
    if spec is None:  # a table that this version does not know
        spec = TableSpec(header.name, header.version, header.parameters, header.size, header.layout)
    if header != spec.header(header.digest):
        raise OldError("describes something else or an older version")
    if spec.known_digest and header.digest != spec.known_digest:
        raise UnusableError("does not hold what this table must")
