"""The file of one table: how it is laid out, written completely, and read with distrust.

A table file is one page of header and the payload:

    0     magic (8 bytes); format, length of the description, CRC-32 of the rest of the page (4 each)
    20    the description as JSON; zeros to 4096
    4096  the payload, to the end of the file

Numbers in the header have the least significant byte first. The description says which table this is
(convention, name, version, parameters, size), how its payload is laid out (byte order, layout) and
the SHA-256 of the payload (digest). Every byte of the file is covered by one of the two checksums.
Nothing in a header is believed before it is checked.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import re
import stat
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from cubecsp.errors import TableError
from cubecsp.frozen import frozen

__all__ = [
    "FORMAT",
    "PAGE",
    "SUFFIX",
    "TEMPORARY",
    "Header",
    "OldError",
    "UnusableError",
    "digest_of",
    "digest_of_file",
    "file_name",
    "mapped",
    "opened",
    "read_header",
    "replace",
    "write",
]

FORMAT = 2
"""Version of the layout described above."""

PAGE = 4096
"""Bytes of header."""

SUFFIX = ".table"
TEMPORARY = ".tmp"

_MAGIC = b"CUBETBL\n"
_HEAD = struct.Struct("<8sIII")
_CHECKSUM_AT = 16
_READ_AT_ONCE = 1 << 20
_WRITTEN_AT_ONCE = 1 << 24  # the system maps a file more quickly that was written in large pieces
_NAME = re.compile(r"[A-Za-z0-9_-]{1,100}")
_DIGEST = re.compile(r"[0-9a-f]{64}")


class UnusableError(Exception):
    """Why a file cannot be used as the table; the table is made again."""


class OldError(UnusableError):
    """The file says that it holds something else, such as the table of another version of this package."""


@frozen
class Header:
    """The header of a table file.

    Attributes:
        convention: id of the numbering of pieces, slots and turns.
        name: of the table.
        version: of its contents.
        parameters: what else its contents depend on.
        size: bytes of payload.
        byte_order: "little" or "big".
        layout: how the payload is laid out in memory, where that is up to the compiler.
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


def _no_poll() -> None:
    """Go on."""


def digest_of(payload: memoryview, poll: Callable[[], None] = _no_poll) -> str:
    """Return the SHA-256 of a payload in memory; `poll` is called again and again, and may raise."""
    import hashlib  # slow to import, and seldom needed

    hashed = hashlib.sha256()
    for block in _blocks(payload, _READ_AT_ONCE):
        poll()
        hashed.update(block)
    return hashed.hexdigest()


def _blocks(payload: memoryview, size: int) -> Iterator[memoryview]:
    return (payload[start : start + size] for start in range(0, len(payload), size))


def opened(path: str | os.PathLike[str]) -> int:
    """Return a handle to read an ordinary file from; the caller closes it.

    Raises:
        UnusableError: there is something else with that name, such as a FIFO, which is not waited for.
        OSError: it cannot be opened.
    """
    handle = os.open(path, os.O_RDONLY | _flag("O_NONBLOCK") | _flag("O_BINARY"))
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise UnusableError("is not an ordinary file")
    return handle


def read_header(handle: int, name: str) -> Header:
    """Return the header of an open file, after checking all of it.

    Args:
        handle: as from `opened`.
        name: the name of the file, which must be the one that the header leads to.

    Raises:
        OldError: it has another format.
        UnusableError: it is not a table file, or damaged.
    """
    page = _read(handle, 0, PAGE)
    if len(page) < PAGE or not page.startswith(_MAGIC):
        raise UnusableError("is not a table file")
    _, version, length, checksum = _HEAD.unpack_from(page)
    if version != FORMAT:
        raise OldError(f"has format {version}, not {FORMAT}")
    if _checksum(page) != checksum:
        raise UnusableError("has a damaged header")
    header = _parsed(page[_HEAD.size : _HEAD.size + length])
    if file_name(header.name, header.parameters) != name:
        raise UnusableError(f"says that it holds table {header.name}")
    if os.fstat(handle).st_size != PAGE + header.size:
        raise UnusableError("has the wrong size")
    return header


def mapped(handle: int, size: int) -> memoryview:
    """Return the payload of an open file, read-only, mapped from that file.

    Raises:
        UnusableError: it cannot be mapped.
        OSError: it cannot be mapped.
    """
    try:
        mapping = mmap.mmap(handle, PAGE + size, access=mmap.ACCESS_READ)
    except (ValueError, OverflowError) as error:  # it became shorter, or exceeds the address space
        raise UnusableError("cannot be mapped into memory") from error
    return memoryview(mapping)[PAGE:]


def digest_of_file(handle: int, size: int, poll: Callable[[], None] = _no_poll) -> str:
    """Return the SHA-256 of the payload of an open file, which is read, not mapped.

    Args:
        handle: of the file.
        size: bytes of payload.
        poll: called again and again; may raise.

    Raises:
        UnusableError: it ends too early.
        OSError: it cannot be read.
    """
    import hashlib  # slow to import, and seldom needed

    hashed = hashlib.sha256()
    at, end = PAGE, PAGE + size
    while at < end:
        poll()
        block = _read(handle, at, min(_READ_AT_ONCE, end - at))
        if not block:
            raise UnusableError("has the wrong size")
        hashed.update(block)
        at += len(block)
    return hashed.hexdigest()


def write(
    path: str, header: Header, payload: memoryview, poll: Callable[[], None] = _no_poll
) -> None:
    """Write a table file such that at any moment there is a complete one or none.

    Args:
        path: where to.
        header: what the file says about itself.
        payload: the table.
        poll: called again and again; if it raises, nothing is left behind.

    Raises:
        OSError: it cannot be written; nothing is left behind.
        TableError: the description fills more than a page.
    """
    page = _page(header)

    def fill(handle: int) -> None:
        with open(handle, "wb", closefd=False) as file:
            file.write(page)
            for block in _blocks(payload, _WRITTEN_AT_ONCE):
                poll()
                file.write(block)

    replace(path, fill)


def replace(path: str, fill: Callable[[int], None]) -> None:
    """Put a new file in the place of `path`: written under another name, synced and renamed.

    The file gets the permissions that the user's umask leaves.

    Args:
        path: its last part without suffix has no dot in it.
        fill: writes to the handle that it is given.

    Raises:
        OSError: it cannot be written; nothing is left behind.
    """
    temporary = f"{os.path.splitext(path)[0]}.{os.urandom(8).hex()}{TEMPORARY}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _flag("O_NOFOLLOW") | _flag("O_BINARY")
    handle = os.open(temporary, flags, 0o666)
    try:
        try:
            fill(handle)
            os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _flag(name: str) -> int:
    """Return a flag of `os.open`, 0 where the system does not have it."""
    return int(getattr(os, name, 0))


def _read(handle: int, at: int, count: int) -> bytes:
    if hasattr(os, "pread"):
        return os.pread(handle, count, at)
    os.lseek(handle, at, os.SEEK_SET)
    return os.read(handle, count)


def _checksum(page: bytes) -> int:
    return zlib.crc32(page[_HEAD.size :], zlib.crc32(page[:_CHECKSUM_AT]))


def _page(header: Header) -> bytes:
    said = {field.name: getattr(header, field.name) for field in fields(header)}
    said["parameters"] = dict(header.parameters)
    text = json.dumps(said, sort_keys=True).encode()
    if _HEAD.size + len(text) > PAGE:
        raise TableError(f"the parameters of table {header.name} fill more than a page")
    page = (_HEAD.pack(_MAGIC, FORMAT, len(text), 0) + text).ljust(PAGE, b"\0")
    return _HEAD.pack(_MAGIC, FORMAT, len(text), _checksum(page)) + page[_HEAD.size :]


def _parsed(text: bytes) -> Header:
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnusableError("has a header that cannot be read") from error
    if not isinstance(said, dict) or said.keys() != {field.name for field in fields(Header)}:
        raise UnusableError("has a header with other entries")
    if not all(allowed(said[name]) for name, allowed in _ALLOWED.items()):
        raise UnusableError("has a header that makes no sense")
    return Header(**said)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 1 << 62


def _is_parameters(value: Any) -> bool:
    return isinstance(value, dict) and all(type(v) in (int, str) for v in value.values())


_ALLOWED: dict[str, Callable[[Any], bool]] = {
    "convention": _is_text,
    "name": lambda value: _is_text(value) and _NAME.fullmatch(value) is not None,
    "version": _is_count,
    "parameters": _is_parameters,
    "size": _is_count,
    "byte_order": lambda value: value in ("little", "big"),
    "layout": _is_text,
    "digest": lambda value: _is_text(value) and _DIGEST.fullmatch(value) is not None,
}
"""The types of the entries of the description."""
