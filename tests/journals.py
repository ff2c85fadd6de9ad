"""Journals as someone makes them who knows the format: whatever is changed, the checksums are made again."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from cubecsp.work.journal import _digest

Line = list[Any]
"""The key of a unit, its cost, the seconds that it took, and its result."""


@contextlib.contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """The database, with statements that are transactions by themselves."""
    with contextlib.closing(sqlite3.connect(file.absolute(), isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = OFF")
        yield database


def lines(file: Path) -> list[Line]:
    """The units of a journal."""
    with opened(file) as database:
        query = "SELECT key, cost, seconds, result FROM unit ORDER BY key"
        return [list(row) for row in database.execute(query)]


def header(file: Path) -> dict[str, Any]:
    with opened(file) as database:
        return dict(database.execute("SELECT name, value FROM job"))


def rewrite(file: Path, units: list[Line], head: dict[str, Any] | None = None) -> None:
    """Put these units into a journal, and this header, instead of its own."""
    head = head or header(file)
    with opened(file) as database:
        database.execute("BEGIN")
        database.execute("DELETE FROM unit")
        database.execute("DELETE FROM job")
        database.executemany("INSERT INTO job VALUES (?, ?)", head.items())
        for line in units:
            row = (*line, checksum(head.get("seal"), line))
            database.execute("INSERT OR REPLACE INTO unit VALUES (?, ?, ?, ?, ?)", row)
        database.execute("COMMIT")


def sealed(head: dict[str, Any]) -> dict[str, Any]:
    """A header with a seal that fits it."""
    parts = [head.get(name, "") for name in ("version", "method", "question")]
    return {**head, "seal": _digest(*map(_bytes, parts))}


def checksum(seal: object, line: Line) -> bytes:
    key, cost, seconds, result = line
    times = [t.hex() if isinstance(t, float) else str(t) for t in (cost, seconds)]
    return _digest(_bytes(seal), _bytes(key), " ".join(times).encode(), _bytes(result))


def edited(file: Path, edit: Callable[[list[Line]], object]) -> None:
    """Change the units of a journal in place."""
    units = lines(file)
    edit(units)
    rewrite(file, units)


def _bytes(value: object) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode()
