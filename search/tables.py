"""Tables as artefacts: made on first use, kept in the user's cache folder, never trusted unchecked.

A table file is one page of header, the payload, and a CRC-32 for each MiB of payload:

    0     magic, format version, length of the description, CRC-32 of what follows in the page
    24    the description as JSON: convention, name, version, parameters, size, stamp; zeros to 4096
    4096  the payload, `size` bytes
    …     one CRC-32 for each MiB of payload, then the CRC-32 of this list

It is written under a temporary name, synced and renamed, so nobody ever sees half a table. The
*stamp* is the modification time that the finished file is given. A file that still bears it was not
written to since: then payloads of up to 4 MiB are checked in full (about 1 ms a MiB), of larger
ones the first and last MiB. Any other file (copied, edited, restored) is checked in full, whatever
its size, and given its stamp back when it is whole. What fails is made again, never used.
"""

from __future__ import annotations

import contextlib
import json
import logging
import mmap
import os
import struct
import tempfile
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cubecsp.errors import TableError

try:
    import fcntl
except ImportError:  # Windows: both processes make the table, and the last rename wins
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = [
    "KnownTable",
    "Listed",
    "TableSpec",
    "cache_folder",
    "is_at_hand",
    "is_stored",
    "listing",
    "load",
    "remove",
    "store",
    "stored",
]

FORMAT = 1
"""Version of the layout described above."""

_MAGIC = b"CUBETBL\n"
_HEAD = struct.Struct("<8sIII4x")
_PAGE = 4096
_BLOCK = 1 << 20
_CHECKED_IN_FULL = 4 * _BLOCK
_SUFFIX = ".table"
_ANNOUNCED_FROM = 40 * _BLOCK  # smaller tables are made before anybody wonders

_log = logging.getLogger(__name__)
_in_memory: dict[str, tuple[dict[str, Any], memoryview]] = {}


@dataclass(frozen=True)
class TableSpec:
    """Which table: all that decides its contents.

    Attributes:
        name: letters, digits, `-` and `_`; the file is named after it.
        version: raised whenever the same parameters would give other contents.
        parameters: what else the contents depend on; other parameters are another file.
        size: bytes of payload.
    """

    name: str
    version: int
    parameters: Mapping[str, int | str] = field(default_factory=dict)
    size: int = 0

    @property
    def file_name(self) -> str:
        """The name of its file in the cache folder; the same for all versions."""
        if not self.parameters:
            return self.name + _SUFFIX
        text = json.dumps(dict(self.parameters), sort_keys=True)
        return f"{self.name}-{zlib.crc32(text.encode()):08x}{_SUFFIX}"

    @property
    def path(self) -> Path:
        """Where its file belongs."""
        return cache_folder() / self.file_name

    def description(self) -> dict[str, Any]:
        """Return what the header of its file must say."""
        return {
            "convention": _convention(),
            "name": self.name,
            "version": self.version,
            "parameters": dict(self.parameters),
            "size": self.size,
        }


@dataclass(frozen=True)
class Listed:
    """One file of the cache folder.

    Attributes:
        name: of the table; the file's name when the header cannot be read.
        file: where it is.
        bytes: size of the file.
        version: of the table, None when the header cannot be read.
        state: "ok", "damaged", or "old": whole, but made by another version of this package.
    """

    name: str
    file: Path
    bytes: int
    version: int | None
    state: Literal["ok", "damaged", "old"]


@dataclass(frozen=True)
class KnownTable:
    """A table that a method can use, and how it comes about.

    Attributes:
        spec: which table.
        summary: what it is for, and what making it takes, in a few words.
        make: returns the payload, as for `load`.
    """

    spec: TableSpec
    summary: str
    make: Callable[[], Buffer]


class _Unusable(Exception):  # noqa: N818  # not an error: the table is made again
    """Why a file is not the table that is wanted."""


class _Old(_Unusable):
    """The file is whole, but says that it holds something else."""


def cache_folder() -> Path:
    """Return the folder of the tables: $CUBECSP_CACHE, or else the user's cache folder."""
    chosen = os.environ.get("CUBECSP_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    import platformdirs

    return Path(platformdirs.user_cache_dir("cubecsp"))


def load(
    spec: TableSpec,
    make: Callable[[], Buffer],
    *,
    check: Callable[[memoryview], None] | None = None,
) -> memoryview:
    """Return the payload of a table, read-only; make and store it first if need be.

    Where the folder cannot be written to, the table is kept in memory for this process and a
    warning is logged.

    Args:
        spec: which table.
        make: returns the payload, `spec.size` bytes.
        check: called with a payload just made, before it is stored; raises if it is wrong.

    Raises:
        TableError: `make` returned another number of bytes than `spec.size`.
    """
    kept = _kept(spec)
    if kept is not None:
        return kept
    try:
        return _opened(spec)
    except (_Unusable, OSError) as reason:
        _report(spec, reason)
    payload: memoryview | None = None
    try:
        with _lock(spec.path):
            with contextlib.suppress(_Unusable, OSError):  # another process was quicker
                return _opened(spec)
            payload = _made(spec, make, check)
            _write(spec, payload)
            return _opened(spec)
    except (_Unusable, OSError) as reason:
        _log.warning("table %s is kept in memory only: %s", spec.name, reason)
    if payload is None:
        payload = _made(spec, make, check)
    _in_memory[str(spec.path)] = (spec.description(), payload)
    return payload


def in_huge_pages(payload: memoryview) -> memoryview:
    """Return a read-only copy of a payload in huge pages, if the system has them to give.

    A table is read at random places, which costs a walk through the page tables each time; with
    pages of 2 MiB these are small enough to stay in the processor's cache.
    """
    copy = mmap.mmap(-1, len(payload))
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):  # a kernel without them
            copy.madvise(mmap.MADV_HUGEPAGE)
    copy[:] = payload
    return memoryview(copy).toreadonly()


def store(
    spec: TableSpec,
    make: Callable[[], Buffer],
    *,
    check: Callable[[memoryview], None] | None = None,
) -> Path:
    """Make a table anew, store it, and return its file. Arguments as for `load`.

    Raises:
        TableError: it cannot be written, or `make` returned a wrong number of bytes.
    """
    payload = _made(spec, make, check)
    try:
        with _lock(spec.path):
            _write(spec, payload)
    except OSError as error:
        raise TableError(
            f"table {spec.name} cannot be written to {spec.path.parent}: {error.strerror}; "
            "set CUBECSP_CACHE to a folder that can be written to"
        ) from error
    return spec.path


def stored(spec: TableSpec) -> memoryview | None:
    """Return the payload of a table if a whole file of it stands in the cache folder."""
    with contextlib.suppress(_Unusable, OSError):
        return _opened(spec)
    return None


def is_stored(spec: TableSpec) -> bool:
    """Return whether a whole file of this table stands in the cache folder."""
    return stored(spec) is not None


def is_at_hand(spec: TableSpec) -> bool:
    """Return whether `load` would have a table without making it."""
    return _kept(spec) is not None or is_stored(spec)


def listing(specs: Iterable[TableSpec] = (), *, verify: bool = False) -> list[Listed]:
    """Return the table files in the cache folder, by name.

    Args:
        specs: tables as this version makes them; a file that says otherwise is listed as old.
        verify: check every payload in full, whatever its stamp.
    """
    wanted = {spec.path: spec.description() for spec in specs}
    found = []
    for path in sorted(cache_folder().glob("*" + _SUFFIX)):
        name, version = path.name.removesuffix(_SUFFIX), None
        state: Literal["ok", "damaged", "old"] = "ok"
        try:
            with path.open("rb") as file:
                said = _read_description(file.read(_PAGE))
                name, version = said["name"], said["version"]
                said.pop("stamp")
                expected = wanted.get(path, {**said, "convention": _convention()})
                _view(file.fileno(), expected, full=verify).release()
        except _Old:
            state = "old"
        except (_Unusable, OSError):
            state = "damaged"
        with contextlib.suppress(OSError):  # removed meanwhile
            found.append(Listed(name, path, path.stat().st_size, version, state))
    return found


def remove(name: str | None = None) -> list[Path]:
    """Delete the files of one table, or of all; return what was deleted.

    Raises:
        TableError: a file cannot be deleted.
    """
    removed = []
    for listed in listing():
        if name in (None, listed.name):
            _unlink(listed.file)
            removed.append(listed.file)
    if name is None:
        for pattern in ("*.tmp", "*.lock"):
            for path in cache_folder().glob(pattern):
                _unlink(path)
    return removed


def _unlink(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise TableError(f"{path} cannot be deleted: {error.strerror}") from error


def _convention() -> str:
    """Return an id of the numbering of pieces, slots and turns, on which every table depends."""
    from cubecsp.cube.moves import TURN_CUBES

    return f"{zlib.crc32(b''.join(cube.corners + cube.edges for cube in TURN_CUBES)):08x}"


def _kept(spec: TableSpec) -> memoryview | None:
    """Return the payload of a table that had to be kept in memory."""
    description, payload = _in_memory.get(str(spec.path), ({}, None))
    return payload if description == spec.description() else None


def _report(spec: TableSpec, reason: Exception) -> None:
    if isinstance(reason, FileNotFoundError):
        _log.info("table %s is made for the first time", spec.name)
    else:  # an old table is what an update leaves, a damaged one is news
        level = logging.INFO if isinstance(reason, _Old) else logging.WARNING
        _log.log(level, "table %s is made again: %s %s", spec.name, spec.path, reason)


def _made(
    spec: TableSpec, make: Callable[[], Buffer], check: Callable[[memoryview], None] | None
) -> memoryview:
    if spec.size >= _ANNOUNCED_FROM:
        _log.warning(
            "table %s (%s MiB) is made now, once, and kept in %s",
            spec.name,
            f"{spec.size / 2**20:,.0f}",
            cache_folder(),
        )
    payload = memoryview(make()).cast("B").toreadonly()
    if len(payload) != spec.size:
        raise TableError(f"table {spec.name} came out as {len(payload)} bytes, not {spec.size}")
    if check:
        check(payload)
    return payload


@contextlib.contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Keep other processes from making the same table; the folder is created if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if fcntl is None:
        yield
        return
    with path.with_suffix(".lock").open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # released when the file is closed
        yield


def _checksums(payload: memoryview) -> bytes:
    sums = [zlib.crc32(payload[i : i + _BLOCK]) for i in range(0, len(payload), _BLOCK)]
    listed = struct.pack(f"<{len(sums)}I", *sums)
    return listed + struct.pack("<I", zlib.crc32(listed))


def _header(description: dict[str, Any]) -> bytes:
    text = json.dumps(description, sort_keys=True).encode()
    rest = text.ljust(_PAGE - _HEAD.size, b"\0")
    if len(rest) + _HEAD.size > _PAGE:
        raise TableError(f"the parameters of table {description['name']} fill more than a page")
    return _HEAD.pack(_MAGIC, FORMAT, len(text), zlib.crc32(rest)) + rest


def _read_description(header: bytes) -> dict[str, Any]:
    if len(header) < _PAGE or not header.startswith(_MAGIC):
        raise _Unusable("is no table file")
    _, version, length, checksum = _HEAD.unpack_from(header)
    if version != FORMAT:
        raise _Old(f"has format {version}, not {FORMAT}")
    if zlib.crc32(header[_HEAD.size :]) != checksum:
        raise _Unusable("has a damaged header")
    description: dict[str, Any] = json.loads(header[_HEAD.size : _HEAD.size + length])
    return description


def _write(spec: TableSpec, payload: memoryview) -> None:
    stamp = int(time.time()) * 10**9
    handle, temporary = tempfile.mkstemp(".tmp", spec.name, spec.path.parent)
    try:
        with open(handle, "wb") as file, ThreadPoolExecutor(1) as beside:
            checksums = beside.submit(_checksums, payload)
            file.write(_header({**spec.description(), "stamp": stamp}))
            file.write(payload)
            file.write(checksums.result())
            file.flush()
            os.fsync(file.fileno())
        os.utime(temporary, ns=(stamp, stamp))
        os.replace(temporary, spec.path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _opened(spec: TableSpec) -> memoryview:
    """Return the payload in the table's file, or raise what keeps it from being used."""
    with spec.path.open("rb") as file:
        return _view(file.fileno(), spec.description())


def _view(handle: int, expected: dict[str, Any], *, full: bool = False) -> memoryview:
    """Return the payload of an open file after checking that the file is what is expected."""
    size = os.fstat(handle).st_size
    if size < _PAGE:
        raise _Unusable("is too short")
    whole = memoryview(mmap.mmap(handle, 0, access=mmap.ACCESS_READ))
    said = _read_description(bytes(whole[:_PAGE]))
    stamp = said.pop("stamp")
    if said != expected:
        raise _Old("describes something else or an older version")
    end = _PAGE + said["size"]
    blocks = -(-said["size"] // _BLOCK)
    if size != end + 4 * blocks + 4:
        raise _Unusable("has the wrong size")
    untouched = os.fstat(handle).st_mtime_ns == stamp
    _check_blocks(whole[_PAGE:end], whole[end:], full or not untouched)
    if not untouched and os.utime in os.supports_fd:
        with contextlib.suppress(OSError):  # somebody else's file: checked in full every time
            os.utime(handle, ns=(stamp, stamp))
    return whole[_PAGE:end]


def _check_blocks(payload: memoryview, trailer: memoryview, full: bool) -> None:
    if zlib.crc32(trailer[:-4]) != struct.unpack("<I", trailer[-4:])[0]:
        raise _Unusable("has damaged checksums")
    sums = struct.unpack(f"<{len(trailer) // 4 - 1}I", trailer[:-4])
    numbers: Iterable[int] = range(len(sums))
    if not full and len(payload) > _CHECKED_IN_FULL:
        numbers = (0, len(sums) - 1)
    for number in numbers:
        if zlib.crc32(payload[number * _BLOCK : (number + 1) * _BLOCK]) != sums[number]:
            raise _Unusable(f"is damaged in MiB {number}")
