"""Finished units in a file, so that work continues where it stopped, whatever stopped it.

The file is an SQLite database in WAL mode. Every unit is a transaction of its own, which is on the disk when
`put` returns (`synchronous=FULL`): kill -9, a full disk or a power cut lose at most the units that were not
finished. One process has it at a time, by a lock that ends with the process. Each unit has a checksum of itself
and the question, so that a damaged one is refused and never counted.

Results are kept as their jobs write them, and nothing in a file is executed: it may come from anywhere.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from cubecsp.closing import Closing
from cubecsp.errors import InputError, LimitError
from cubecsp.version import __version__
from cubecsp.work.units import Job

__all__ = ["Journal", "Known"]

_APPLICATION = 0x43554245  # "CUBE": what SQLite keeps in the header of a file as its application
_FORMAT = 1
_MOST_TOLD = 200  # characters of a question

_SCHEMA = """
CREATE TABLE job (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE unit (
    key BLOB PRIMARY KEY, cost REAL NOT NULL, seconds REAL NOT NULL, result BLOB NOT NULL,
    checksum BLOB NOT NULL
) WITHOUT ROWID;
"""

_NO_DATABASE = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FORMAT}
_NO_ROOM = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
_NO_ACCESS = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}
_IN_USE = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


class Known(NamedTuple):
    """A unit that is remembered.

    Attributes:
        result: as its job has packed it.
        seconds: how long it took.
    """

    result: bytes
    seconds: float


class Journal(Closing):
    """The finished units of a job.

    Args:
        path: the file, made if there is none.
        job: what they are of.

    Attributes:
        finished: how many there are.

    Raises:
        InputError: the file is of another question or version, is damaged, is no journal, is in use, or
            cannot be written.
        LimitError: there is no room for it.
    """

    def __init__(self, path: Path, job: Job[Any, Any]) -> None:
        self._path = path
        self.finished = 0
        mine = {"version": __version__, "method": job.method, "question": job.written()}
        self._title = job.title
        self._seal = _digest(*(value.encode() for value in mine.values()))
        with self._told():
            # Statements are transactions by themselves.
            self._file = sqlite3.connect(path, timeout=0, isolation_level=None)
        try:
            with self._told():
                self._begin(mine)
        except BaseException:
            self._file.close()
            raise

    def _begin(self, mine: dict[str, str]) -> None:
        file = self._file
        file.text_factory = bytes
        file.execute("PRAGMA trusted_schema = OFF")
        file.execute("PRAGMA locking_mode = EXCLUSIVE")
        file.execute("PRAGMA synchronous = FULL")
        if not self._number("SELECT count(*) FROM sqlite_master"):
            # Whole or not at all: a file without tables is a new one.
            file.executescript(
                f"BEGIN EXCLUSIVE; PRAGMA application_id = {_APPLICATION}; "
                f"PRAGMA user_version = {_FORMAT}; {_SCHEMA}"
            )
            told = {**mine, "title": self._title, "seal": self._seal}
            file.executemany("INSERT INTO job VALUES (?, ?)", told.items())
            file.execute("COMMIT")
        elif self._number("PRAGMA application_id") != _APPLICATION:
            raise InputError(
                f"{self._name} is a database of another program", "name another, or a new one"
            )
        elif self._number("PRAGMA user_version") != _FORMAT:
            raise self._of_another("another version of cubecsp", "this one", "")
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("BEGIN IMMEDIATE")  # whether it can be written, and is nobody else's
        file.execute("COMMIT")
        self._compare(mine)
        self.finished = self._number("SELECT count(*) FROM unit")

    def _compare(self, mine: dict[str, str]) -> None:
        """Make sure that the file is of this job."""
        kept = dict(self._file.execute("SELECT name, value FROM job").fetchall())
        try:
            theirs = {name: kept[name.encode()].decode() for name in mine}
            title, seal = kept[b"title"].decode(), kept[b"seal"]
        except (KeyError, AttributeError, UnicodeDecodeError):
            raise self._damaged() from None
        if seal != _digest(*(value.encode() for value in theirs.values())):
            raise self._damaged()
        if theirs["version"] != mine["version"]:
            raise self._of_another(
                f"cubecsp {theirs['version']}", f"cubecsp {mine['version']}", "use that version"
            )
        if theirs["question"] != mine["question"]:
            told = title, self._title
            if title == self._title:  # they differ in what titles do not tell
                told = theirs["question"], mine["question"]
            one, other = map(_shortened, told)
            raise self._of_another(f"another question, {one}", other, "ask that one")
        if theirs["method"] != mine["method"]:
            raise self._of_another(theirs["method"], mine["method"], "")

    def get(self, key: str) -> Known | None:
        """Return what is remembered of a unit, None if it was not finished.

        Raises:
            InputError: it is damaged.
        """
        with self._told():
            row = self._file.execute(
                "SELECT seconds, result, checksum FROM unit WHERE key = ?", (key.encode(),)
            ).fetchone()
        if row is None:
            return None
        seconds, result, checksum = row
        if not isinstance(seconds, float) or not isinstance(result, bytes):
            raise self._damaged()
        if checksum != self._checksum(key, seconds, result):
            raise self._damaged()
        return Known(result, seconds)

    def put(self, key: str, cost: float, seconds: float, result: bytes) -> None:
        """Remember a unit; it is on the disk when this returns.

        Raises:
            LimitError: there is no room for it; what was remembered before still is.
        """
        row = (key.encode(), cost, seconds, result, self._checksum(key, seconds, result))
        with self._told():
            self._file.execute("INSERT OR REPLACE INTO unit VALUES (?, ?, ?, ?, ?)", row)
        self.finished += 1

    def close(self) -> None:
        """Let go of the file."""
        with contextlib.suppress(sqlite3.Error):  # what was put is there
            self._file.close()

    def _checksum(self, key: str, seconds: float, result: bytes) -> bytes:
        return _digest(self._seal, key.encode(), seconds.hex().encode(), result)

    def _number(self, query: str) -> int:
        (number,) = self._file.execute(query).fetchone()
        return int(number)

    @property
    def _name(self) -> str:
        return f"file {str(self._path)!r}"

    def _damaged(self) -> InputError:
        return InputError(
            f"{self._name} is not a file of finished work, or it is damaged",
            "name another; if it was one, delete it and start again",
        )

    def _of_another(self, theirs: str, mine: str, remedy: str) -> InputError:
        return InputError(
            f"{self._name} has finished work of {theirs}, not of {mine}",
            f"{remedy or 'delete it and start again'}, or name another file",
        )

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Tell what SQLite complains of."""
        try:
            yield
        except UnicodeDecodeError as error:  # of a message that quotes what is damaged
            raise self._damaged() from error
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
            if code in _NO_DATABASE:
                raise self._damaged() from error
            if code in _NO_ROOM:
                raise LimitError(
                    f"{self._name} cannot be written: {error}; {self.finished:,} finished units are kept",
                    "make room, and run the same command again",
                ) from error
            if code in _IN_USE:
                raise InputError(
                    f"{self._name} is in use by another process",
                    "wait until that has ended, or name another",
                ) from error
            why = "nothing can be written there" if code in _NO_ACCESS else str(error)
            raise InputError(f"{self._name} cannot be used: {why}", "name another") from error


def _digest(*parts: bytes) -> bytes:
    """Return a checksum of 16 bytes."""
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.digest()


def _shortened(text: str) -> str:
    return text if len(text) <= _MOST_TOLD else text[:_MOST_TOLD] + "…"
