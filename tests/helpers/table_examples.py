"""Tables to make, store and spoil, for the tests of table files."""

from __future__ import annotations

import contextlib
import json
import struct
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

from cubecsp.search import table_cache
from cubecsp.search.table_cache import TableSpec

PAGE = 4096
SPEC = TableSpec("example", 1, {"metric": "htm"}, 5000)
MANY_BLOCKS = TableSpec("blocks", 1, {}, (3 << 20) + 17)
"""Larger than what is read at a time."""


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


def put(data: bytes, spec: TableSpec = SPEC) -> None:
    """Put a file in a table's place, as a new file, so that no memory of an old one helps."""
    spec.path.parent.mkdir(exist_ok=True)
    spec.path.unlink(missing_ok=True)
    spec.path.write_bytes(data)


def is_stored(spec: TableSpec) -> bool:
    """Return whether there is an intact file of a table."""
    return table_cache.stored_payload(spec) is not None


@contextlib.contextmanager
def held(spec: TableSpec) -> Iterator[None]:
    """Hold the lock of a table, as another process would."""
    fcntl = pytest.importorskip("fcntl")
    path = spec.path.with_suffix(".lock")
    path.parent.mkdir(exist_ok=True)
    with path.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def require_made_again(spec: TableSpec = SPEC) -> None:
    """The file that stands there is listed as bad, made again when it is wanted, and can be removed."""
    assert not is_stored(spec)
    assert [entry.state for entry in table_cache.listing([spec])] in (["damaged"], ["old"])
    before = spec.path.read_bytes()
    assert table_cache.remove() == [spec.path]
    put(before, spec)
    make = Maker(spec)
    payload = table_cache.load(spec, make)
    assert payload == contents(spec)
    assert make.calls == 1
    assert [entry.state for entry in table_cache.listing([spec])] == ["ok"]
    payload.release()


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
