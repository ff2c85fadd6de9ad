"""Finished units in a file, so that work continues where it stopped, whatever stopped it.

The file is an SQLite database in WAL mode. Every unit is a transaction of its own, which is on the disk when
`put` returns (`synchronous=FULL`): kill -9, a full disk or a power cut lose at most the units that were not
finished. One process has it at a time, by a lock that ends with the process. Each unit has a checksum of itself
and the question, so that a damaged one is refused and never counted.

A file may come from anywhere. Its tables are compared with those that are made here before anything is read from
them, then its pages are checked, so that a query reads each page once; and every value is read by one strict
reader, of a type and in a range. Results are kept as their jobs write them, and their jobs read them as strictly.
Whoever makes a file on purpose can make its checksums, too: they are against accidents.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from cubecsp.closing import Closing
from cubecsp.errors import InputError, LimitError, excerpt
from cubecsp.version import __version__
from cubecsp.work.units import Job

__all__ = ["Journal", "Known", "refuted"]

_APPLICATION = 0x43554245  # "CUBE": what SQLite keeps in the header of a file as its application
_FORMAT = 2
_MOST_TOLD = 200  # characters of a question
_CHECKSUM = 16  # bytes
_ROOM = 4096  # bytes that a line has besides its longest value

_TABLES = {
    "job": "CREATE TABLE job (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
    "unit": (
        "CREATE TABLE unit (key BLOB PRIMARY KEY, cost REAL NOT NULL, seconds REAL NOT NULL, "
        "result BLOB NOT NULL, checksum BLOB NOT NULL) WITHOUT ROWID"
    ),
}
_BESIDE = ("", "-wal", "-shm", "-journal")  # the files that SQLite may read

_NO_DATABASE = {
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_TOOBIG,
    sqlite3.SQLITE_ERROR,
}
_NO_ROOM = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
_NO_ACCESS = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}
_IN_USE = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}

_Value = TypeVar("_Value", bytes, str, float)


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
        job: their job.

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
        _require_ordinary(path)
        with self._errors_in_words():
            # Statements are transactions by themselves. A name such as ":memory:" is one of a file, too.
            self._file = sqlite3.connect(path.absolute(), timeout=0, isolation_level=None)
        try:
            with self._errors_in_words():
                longest = max(job.largest, *(len(value.encode()) for value in mine.values()))
                self._file.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, longest + _ROOM)
                self._begin(mine)
        except BaseException:
            self._file.close()
            raise

    def _begin(self, mine: dict[str, str]) -> None:
        file = self._file
        file.execute("PRAGMA trusted_schema = OFF")
        file.execute("PRAGMA locking_mode = EXCLUSIVE")
        file.execute("PRAGMA synchronous = FULL")
        self._require_tables(mine)
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("BEGIN IMMEDIATE")  # whether it can be written, and is nobody else's
        file.execute("COMMIT")
        self._compare(mine)
        self._before = self.finished = self._number("SELECT count(*) FROM unit")

    def _require_tables(self, mine: dict[str, str]) -> None:
        """Make the tables in a new file; make sure that any other file has these, and nothing else."""
        application = self._number("PRAGMA application_id")
        if application not in (0, _APPLICATION):
            raise self._of_another_program()
        # One more than there should be, in case there are many.
        query = f"SELECT type, name, tbl_name, sql FROM sqlite_master LIMIT {len(_TABLES) + 1}"
        tables = self._file.execute(query).fetchall()
        if not tables and not application:
            self._make(mine)
            return
        if application != _APPLICATION:
            raise self._of_another_program()
        if self._number("PRAGMA user_version") != _FORMAT:
            raise self._of_another("another version of cubecsp", "this one", "")
        expected = {("table", name, name, written) for name, written in _TABLES.items()}
        if len(tables) != len(expected) or {*tables} != expected:
            raise self._damaged()
        if self._file.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
            raise self._damaged()

    def _make(self, mine: dict[str, str]) -> None:
        """Make the tables, all or none: a file without tables is a new one."""
        self._file.executescript(
            f"BEGIN EXCLUSIVE; PRAGMA application_id = {_APPLICATION}; "
            f"PRAGMA user_version = {_FORMAT}; {'; '.join(_TABLES.values())}"
        )
        data = {**mine, "title": self._title, "seal": self._seal}
        self._file.executemany("INSERT INTO job VALUES (?, ?)", data.items())
        self._file.execute("COMMIT")

    def _compare(self, mine: dict[str, str]) -> None:
        """Make sure that the file is of this job."""
        kept = dict(self._file.execute(f"SELECT name, value FROM job LIMIT {len(mine) + 3}"))
        if kept.keys() != {*mine, "title", "seal"}:
            raise self._damaged()
        theirs = {name: self._read(kept[name], str) for name in mine}
        title, seal = self._read(kept["title"], str), self._read(kept["seal"], bytes)
        if seal != _digest(*(value.encode() for value in theirs.values())):
            raise self._damaged()
        if theirs["version"] != mine["version"]:
            raise self._of_another(
                f"cubecsp {_shortened(theirs['version'])}",
                f"cubecsp {mine['version']}",
                "use that version",
            )
        if theirs["question"] != mine["question"]:
            others = _differences(theirs["question"], mine["question"])
            if title == self._title:  # they differ in something that titles do not show
                title = f"{_shortened(title)} with {others}"
            raise self._of_another(
                f"another question, {_shortened(title)}", _shortened(self._title), "ask that one"
            )
        if theirs["method"] != mine["method"]:
            raise self._of_another(_shortened(theirs["method"]), mine["method"], "")

    def get(self, key: str) -> Known | None:
        """Return the remembered result of a unit, None if it was not finished.

        Raises:
            InputError: it is damaged.
        """
        with self._errors_in_words():
            row = self._file.execute(
                "SELECT cost, seconds, result, checksum FROM unit WHERE key = ?", (key.encode(),)
            ).fetchone()
        if row is None:
            return None
        cost, seconds = self._time(row[0]), self._time(row[1])
        result, checksum = self._read(row[2], bytes), self._read(row[3], bytes)
        if checksum != self._checksum(key, cost, seconds, result):
            raise self.unsound(key, "its checksum is not that of the unit")
        return Known(result, seconds)

    def put(self, key: str, cost: float, seconds: float, result: bytes) -> None:
        """Remember a unit; it is on the disk when this returns.

        Raises:
            LimitError: there is no room for it; what was remembered before still is.
        """
        checksum = self._checksum(key, float(cost), seconds, result)
        with self._errors_in_words():
            self._file.execute(
                "INSERT OR REPLACE INTO unit VALUES (?, ?, ?, ?, ?)",
                (key.encode(), float(cost), seconds, result, checksum),
            )
        self.finished += 1

    def require_at_most(self, number: int) -> None:
        """Make sure that the file had no more units than this when it was opened.

        Raises:
            InputError: it had others, which are no part of the question.
        """
        if self._before > number:
            raise refuted(
                self._path, f"{self._before - number:,} of its units are no part of this question"
            )

    def unsound(self, key: str, why: str) -> InputError:
        """Return the error that a unit in the file cannot be right; `why` is a clause."""
        return refuted(self._path, f"its unit {excerpt(key)} is wrong: {why}")

    def close(self) -> None:
        """Let go of the file."""
        with contextlib.suppress(sqlite3.Error):  # what was put is there
            self._file.close()

    def _checksum(self, key: str, cost: float, seconds: float, result: bytes) -> bytes:
        times = f"{cost.hex()} {seconds.hex()}"
        return _digest(self._seal, key.encode(), times.encode(), result)

    def _number(self, query: str) -> int:
        (number,) = self._file.execute(query).fetchone()
        return int(number)

    def _read(self, value: object, kind: type[_Value]) -> _Value:
        if not isinstance(value, kind):
            raise self._damaged()
        return value

    def _time(self, value: object) -> float:
        """Return a cost or a number of seconds: a finite number that is not below 0."""
        number = self._read(value, float)
        if not 0.0 <= number < math.inf:
            raise self._damaged()
        return number

    @property
    def _name(self) -> str:
        return _named(self._path)

    def _damaged(self) -> InputError:
        return InputError(
            f"{self._name} is not a file of finished work, or it is damaged",
            "name another; if it was one, delete it and start again",
        )

    def _of_another_program(self) -> InputError:
        return InputError(
            f"{self._name} is a database of another program", "name another, or a new one"
        )

    def _of_another(self, theirs: str, mine: str, remedy: str) -> InputError:
        return InputError(
            f"{self._name} has finished work of {theirs}, not of {mine}",
            f"{remedy or 'delete it and start again'}, or name another file",
        )

    @contextlib.contextmanager
    def _errors_in_words(self) -> Iterator[None]:
        """Report the errors of SQLite in words."""
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


def refuted(path: Path, problem: str) -> InputError:
    """Return the error that what a file has cannot be right; `problem` is a clause about "its" units."""
    return InputError(
        f"{_named(path)} cannot be right: {problem}",
        "delete it and start again, or name another file",
    )


def _named(path: Path) -> str:
    return f"file {str(path)!r}"


def _require_ordinary(path: Path) -> None:
    """Make sure that there is a file on a disk, or nothing yet: opening a pipe would wait for its other end.

    Raises:
        InputError: there is something else.
    """
    for suffix in _BESIDE:
        beside = Path(f"{path}{suffix}")
        try:
            mode = os.stat(beside).st_mode
        except OSError:  # there is nothing, or SQLite says what is wrong
            continue
        except ValueError as error:
            raise InputError(f"{_named(path)} cannot be used: {error}", "name another") from error
        if not stat.S_ISREG(mode):
            what = "a folder" if stat.S_ISDIR(mode) else "a pipe, a socket or a device"
            raise InputError(
                f"{_named(beside)} is {what}, and finished work is kept in ordinary files",
                "name another",
            )


def _differences(theirs: str, mine: str) -> str:
    """Return in what two questions differ, such as "other symmetries"."""
    try:
        one, other = json.loads(theirs), json.loads(mine)
        names = [name for name in other if one.get(name) != other[name]]
    except (ValueError, AttributeError, RecursionError):
        names = []
    return " and ".join(f"other {name}" for name in names) or "other options"


def _digest(*parts: bytes) -> bytes:
    """Return a checksum."""
    digest = hashlib.blake2b(digest_size=_CHECKSUM)
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.digest()


def _shortened(text: str) -> str:
    return text if len(text) <= _MOST_TOLD else text[:_MOST_TOLD] + "…"
