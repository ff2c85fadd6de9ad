"""The file of one table: how it is laid out, locked, written completely, and read with distrust.

A table file is one page of header and the payload:

    0     magic (8 bytes); format, length of the description, CRC-32 of the rest of the page (4 each)
    20    the description as JSON; zeros to 4096
    4096  the payload, to the end of the file

Numbers in the header have the least significant byte first. The description says which table this is
(convention, name, version, parameters, size), how its payload is laid out (byte order, layout) and
the SHA-256 of the payload (digest). Every byte of the file is covered by one of the two checksums.
Nothing in a header is believed before it is checked.

Beside `X.table` stand `X.checked`, its stamp: which file was found intact, by inode, size and times, so that
it need not be read in full again; `X.lock` while a process makes it, locked with `flock` and deleted by its
holder; and while it is written `X.….tmp`. If that process is killed, the system releases the lock, and the
files that are left mean nothing.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import json
import mmap
import os
import re
import stat
import struct
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from cubecsp.errors import TableError
from cubecsp.files import replacing
from cubecsp.stopping.deadline import Deadline

try:
    import fcntl
except ImportError:  # Windows: both processes make the table, and the last rename wins
    fcntl = None  # type: ignore[assignment]

FORMAT = 2
"""Version of the layout described above."""

PAGE = 4096
"""Bytes of header."""

SUFFIX = ".table"
STAMP = ".checked"
LOCK = ".lock"
TEMPORARY = ".tmp"

_MAGIC = b"CUBETBL\n"
_HEAD = struct.Struct("<8sIII")
_CHECKSUM_AT = 16
_READ_AT_ONCE = 1 << 20
_WRITTEN_AT_ONCE = 1 << 24  # the system maps a file more quickly that was written in large pieces
_NAME = re.compile(r"[A-Za-z0-9_-]{1,100}")
_DIGEST = re.compile(r"[0-9a-f]{64}")

_SETTLED = 0.1
"""Seconds since the last change after which another one is sure to show, since file times are coarse."""

_PAUSE = 0.05
"""Seconds between two attempts to take a lock that another process has."""

_WORD_AFTER = 0.5
"""Seconds of waiting after which the user gets a message."""


class UnusableError(Exception):
    """Why a file cannot be used as the table; the table is made again."""


class OldError(UnusableError):
    """The file says that it holds something else, such as the table of another version of this package."""


class HeldError(Exception):
    """Another process still holds the lock when the time to wait is up."""


class Header(NamedTuple):
    """The header of a table file.

    Attributes:
        convention: id of the numbering of pieces, slots and turns.
        name: of the table.
        version: of its contents.
        parameters: other data that its contents depend on.
        size: bytes of payload.
        byte_order: "little" or "big".
        layout: how the payload is laid out in memory, if that is up to the compiler.
        digest: SHA-256 of the payload.
    """

    convention: str
    name: str
    version: int
    parameters: Mapping[str, int | str]
    size: int
    byte_order: str
    layout: str
    digest: str


def file_name(name: str, parameters: Mapping[str, int | str]) -> str:
    """Return the name of the file of a table, which is the same for all versions of the table."""
    if not parameters:
        return name + SUFFIX
    text = json.dumps(dict(parameters), sort_keys=True)
    return f"{name}-{zlib.crc32(text.encode()):08x}{SUFFIX}"


def blocks_of(payload: memoryview, size: int = _READ_AT_ONCE) -> Iterator[memoryview]:
    """Return the payload in blocks of at most `size` bytes."""
    return (payload[start : start + size] for start in range(0, len(payload), size))


def digest_of(blocks: Iterable[memoryview | bytes], poll: Callable[[], None]) -> str:
    """Return the SHA-256 of blocks of bytes; `poll` is called before each, and may raise."""
    hashed = hashlib.sha256()
    for block in blocks:
        poll()
        hashed.update(block)
    return hashed.hexdigest()


def open_file(path: Path) -> io.FileIO:
    """Return an ordinary file to read from.

    Raises:
        UnusableError: there is something else with that name, such as a FIFO; opening it does not block.
        OSError: it cannot be opened.
    """
    flags = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, os.O_RDONLY | flags)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise UnusableError("is not an ordinary file")
    return io.FileIO(handle)


def read_header(file: io.FileIO, name: str) -> Header:
    """Return the header of a file, after checking all of it.

    Args:
        file: as from `open_file`.
        name: the name of the file, which must be the one that the header leads to.

    Raises:
        OldError: it has another format.
        UnusableError: it is not a table file, or damaged.
    """
    page = file.read(PAGE)
    if len(page) < PAGE or not page.startswith(_MAGIC):
        raise UnusableError("is not a table file")
    _, version, length, checksum = _HEAD.unpack_from(page)
    if version != FORMAT:
        raise OldError(f"has format {version}, not {FORMAT}")
    if _checksum(page) != checksum:
        raise UnusableError("has a damaged header")
    header = _parse_header(page[_HEAD.size : _HEAD.size + length])
    if file_name(header.name, header.parameters) != name:
        raise UnusableError(f"contains table {header.name}")
    if os.fstat(file.fileno()).st_size != PAGE + header.size:
        raise UnusableError("has the wrong size")
    return header


def require_intact(
    path: Path, file: io.FileIO, header: Header, poll: Callable[[], None], *, again: bool = False
) -> None:
    """Check the payload against its header; skip this if the stamp says that the file was found intact.

    Any change to a file changes its inode, size or times; if they are those of the stamp, the file is assumed
    to be still intact. If a stamp cannot be read or written, the file is checked each time.

    Args:
        path: where the file is.
        file: to read it from, which is not mapped for this.
        header: of the file.
        poll: called again and again; may raise.
        again: whether to read it in any case.

    Raises:
        UnusableError: it is damaged.
        OSError: it cannot be read.
    """
    state = os.fstat(file.fileno())
    said = f"{state.st_ino} {state.st_size} {state.st_mtime_ns} {state.st_ctime_ns}".encode()
    stamp = path.with_suffix(STAMP)
    with contextlib.suppress(UnusableError, OSError), open_file(stamp) as before:
        if before.read(PAGE) == said and not again:
            return
    settled = abs(time.time() - max(state.st_mtime, state.st_ctime)) >= _SETTLED
    file.seek(PAGE)
    if digest_of(iter(lambda: file.read(_READ_AT_ONCE), b""), poll) != header.digest:
        raise UnusableError("is damaged")
    if settled:
        with contextlib.suppress(OSError), replacing(stamp, _temporary(path)) as noted:
            noted.write(said)


def map_payload(file: io.FileIO, size: int) -> memoryview:
    """Return the payload of a file, read-only, mapped from that file.

    Raises:
        UnusableError: it cannot be mapped.
        OSError: it cannot be mapped.
    """
    try:
        mapping = mmap.mmap(file.fileno(), PAGE + size, access=mmap.ACCESS_READ)
    except (ValueError, OverflowError) as error:  # it became shorter, or exceeds the address space
        raise UnusableError("cannot be mapped into memory") from error
    return memoryview(mapping)[PAGE:]


def write(path: Path, header: Header, payload: memoryview, poll: Callable[[], None]) -> None:
    """Write a table file such that at any moment there is a complete one or none.

    Args:
        path: where to.
        header: the header of the file.
        payload: the table.
        poll: called again and again; if it raises, nothing is left behind.

    Raises:
        OSError: it cannot be written; nothing is left behind.
        TableError: the description fills more than a page.
    """
    page = _page(header)
    with replacing(path, _temporary(path)) as file:
        file.write(page)
        for block in blocks_of(payload, _WRITTEN_AT_ONCE):
            poll()
            file.write(block)
        file.flush()
        os.fsync(file.fileno())


@contextlib.contextmanager
def lock(path: Path, deadline: Deadline, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold the lock of a table; a missing folder is created.

    Args:
        path: the file of the table.
        deadline: until when to wait while another process holds it.
        waiting: called once if the lock has to be waited for.

    Raises:
        HeldError: another process held it all the time.
        OSError: it cannot be locked, or is not an ordinary file.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if fcntl is None:
        yield
        return
    path = path.with_suffix(LOCK)
    started, reported = time.monotonic(), False
    while (handle := _try_lock(path, os.O_CREAT)) is None:
        if deadline.is_over:
            raise HeldError
        if time.monotonic() - started >= _WORD_AFTER and not reported:
            reported = True
            waiting()
        time.sleep(min(_PAUSE, deadline.left))
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            path.unlink()
        os.close(handle)


def leftovers(folder: Path) -> list[Path]:
    """Return the temporary files and locks in a folder that no living process uses, by name."""
    return sorted(
        path
        for path in folder.iterdir()
        if path.suffix in (TEMPORARY, LOCK)
        and not _is_held(path.with_name(path.name.split(".")[0] + LOCK))
    )


def _temporary(path: Path) -> Path:
    return path.with_suffix(f".{os.urandom(8).hex()}{TEMPORARY}")


def _try_lock(path: Path, create: int) -> int | None:
    """Return a handle that holds the lock, None if another process does."""
    handle = os.open(path, os.O_RDONLY | create | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "is not an ordinary file", str(path))
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.lstat(path), os.fstat(handle)):  # the holder has not deleted it
            return handle
    except (BlockingIOError, FileNotFoundError):
        pass
    except BaseException:
        os.close(handle)
        raise
    os.close(handle)
    return None


def _is_held(path: Path) -> bool:
    if fcntl is None:
        return False
    try:
        handle = _try_lock(path, 0)
    except OSError:  # there is none, or something that cannot be locked
        return False
    if handle is not None:
        os.close(handle)
    return handle is None


def _checksum(page: bytes) -> int:
    return zlib.crc32(page[_HEAD.size :], zlib.crc32(page[:_CHECKSUM_AT]))


def _page(header: Header) -> bytes:
    text = json.dumps(
        header._asdict() | {"parameters": dict(header.parameters)}, sort_keys=True
    ).encode()
    if _HEAD.size + len(text) > PAGE:
        raise TableError(f"the parameters of table {header.name} fill more than a page")
    page = (_HEAD.pack(_MAGIC, FORMAT, len(text), 0) + text).ljust(PAGE, b"\0")
    return _HEAD.pack(_MAGIC, FORMAT, len(text), _checksum(page)) + page[_HEAD.size :]


def _parse_header(text: bytes) -> Header:
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnusableError("has a header that cannot be read") from error
    if not isinstance(said, dict) or said.keys() != set(Header._fields):
        raise UnusableError("has a header with other entries")
    header = Header(**said)
    if not _makes_sense(header):
        raise UnusableError("has an invalid header")
    return header


def _makes_sense(header: Header) -> bool:
    """Return whether the entries have the types and values that a header has."""
    texts = (header.convention, header.name, header.byte_order, header.layout, header.digest)
    parameters: Any = header.parameters
    return (
        all(isinstance(text, str) for text in texts)
        and all(type(n) is int and 0 <= n < 1 << 62 for n in (header.version, header.size))
        and isinstance(parameters, dict)
        and all(type(value) in (int, str) for value in parameters.values())
        and _NAME.fullmatch(header.name) is not None
        and _DIGEST.fullmatch(header.digest) is not None
        and header.byte_order in ("little", "big")
    )
