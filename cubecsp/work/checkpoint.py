"""Finished tasks in a file (`--resume`), so that work continues where it stopped, for any reason.

The file is an SQLite database in WAL mode. Every task is a separate transaction, which is on the disk when
`put` returns (`synchronous=FULL`): kill -9, a full disk or a power cut lose at most the tasks that were not
finished. Only one process can use it at a time, by a lock that ends with the process. Each task has a
checksum of itself and the question, so that a damaged one is refused and never counted.

Jobs write the results in their own form. An undamaged task is trusted, since the file belongs to the user.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from cubecsp.errors import InputError, LimitError, excerpt
from cubecsp.stopping.closing import ClosingContext
from cubecsp.version import __version__
from cubecsp.work.tasks import TaskJob

_APPLICATION = 0x43554245  # "CUBE": the application in the header of the SQLite file
_FORMAT = 3
_MOST_TOLD = 200  # characters of a question
_CHECKSUM = 16  # bytes

_TABLES = {
    "job": "CREATE TABLE job (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
    "task": (
        "CREATE TABLE task (key BLOB PRIMARY KEY, cost REAL NOT NULL, seconds REAL NOT NULL, "
        "result BLOB NOT NULL, checksum BLOB NOT NULL) WITHOUT ROWID"
    ),
}

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


class SavedTask(NamedTuple):
    """A remembered task.

    Attributes:
        result: its result, as its job has packed it.
        seconds: the time that it took.
    """

    result: bytes
    seconds: float


class Checkpoint(ClosingContext):
    """The finished tasks of a job.

    Args:
        path: the file, made if it does not exist.
        job: their job.

    Attributes:
        finished: the number of finished tasks.

    Raises:
        InputError: the file belongs to another question or version, is damaged, is not a checkpoint, is in
            use, or cannot be written.
        LimitError: the disk is full.
    """

    def __init__(self, path: Path, job: TaskJob[Any, Any]) -> None:
        self._path = path
        self.finished = 0
        mine = {"version": __version__, "method": job.method, "question": job.question_text()}
        self._title = job.title
        self._seal = _digest(*(value.encode() for value in mine.values()))
        with self._errors_in_words():
            # Statements are transactions by themselves. A name such as ":memory:" is also that of a file.
            self._file = sqlite3.connect(path.absolute(), timeout=0, isolation_level=None)
        try:
            with self._errors_in_words():
                self._begin(mine)
        except BaseException:
            self._file.close()
            raise

    def _begin(self, mine: dict[str, str]) -> None:
        file = self._file
        file.execute("PRAGMA locking_mode = EXCLUSIVE")
        file.execute("PRAGMA synchronous = FULL")
        self._require_tables(mine)
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("BEGIN IMMEDIATE")  # tests whether it can be written, and nobody else uses it
        file.execute("COMMIT")
        self._compare(mine)
        self.finished = self._number("SELECT count(*) FROM task")

    def _require_tables(self, mine: dict[str, str]) -> None:
        """Make the tables in a new file; make sure that any other file has these, and nothing else."""
        application = self._number("PRAGMA application_id")
        if application not in (0, _APPLICATION):
            raise self._of_another_program()
        tables = dict(self._file.execute("SELECT name, sql FROM sqlite_master"))
        if not tables and not application:
            self._make(mine)
            return
        if application != _APPLICATION:
            raise self._of_another_program()
        if self._number("PRAGMA user_version") != _FORMAT:
            raise self._of_another("another version of cubecsp", "this one", "")
        if tables != _TABLES:
            raise self._damage()

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
        kept = dict(self._file.execute("SELECT name, value FROM job"))
        if kept.keys() != {*mine, "title", "seal"}:
            raise self._damage()
        title, seal = kept.pop("title"), kept.pop("seal")
        theirs: dict[str, str] = {name: kept[name] for name in mine}
        if seal != _digest(*(str(value).encode() for value in theirs.values())):
            raise self._damage()
        if theirs["version"] != mine["version"]:
            raise self._of_another(
                f"cubecsp {_shortened(theirs['version'])}",
                f"cubecsp {mine['version']}",
                "use that version",
            )
        if theirs["question"] != mine["question"]:
            others = _differences(theirs["question"], mine["question"])
            if title == self._title:  # they differ in details that titles do not show
                title = f"{_shortened(title)} with {others}"
            raise self._of_another(
                f"another question, {_shortened(title)}", _shortened(self._title), "ask that one"
            )
        if theirs["method"] != mine["method"]:
            raise self._of_another(_shortened(theirs["method"]), mine["method"], "")

    def get(self, key: str) -> SavedTask | None:
        """Return the remembered result of a task, None if it was not finished.

        Raises:
            InputError: it is damaged.
        """
        with self._errors_in_words():
            row = self._file.execute(
                "SELECT cost, seconds, result, checksum FROM task WHERE key = ?", (key.encode(),)
            ).fetchone()
        if row is None:
            return None
        _, seconds, result, checksum = row
        kinds = (float, float, bytes, bytes)
        if (*map(type, row),) != kinds or checksum != self._checksum(key, *row[:3]):
            raise InputError(
                f"{self._name} cannot be right: its task {excerpt(key)} is wrong: "
                "its checksum is not that of the task",
                "delete it and start again, or name another file",
            )
        return SavedTask(result, seconds)

    def put(self, key: str, cost: float, seconds: float, result: bytes) -> None:
        """Remember a task; it is on the disk when this returns.

        Raises:
            LimitError: the disk is full; earlier tasks are still remembered.
        """
        checksum = self._checksum(key, float(cost), seconds, result)
        with self._errors_in_words():
            self._file.execute(
                "INSERT OR REPLACE INTO task VALUES (?, ?, ?, ?, ?)",
                (key.encode(), float(cost), seconds, result, checksum),
            )
        self.finished += 1

    def close(self) -> None:
        """Close the file."""
        with contextlib.suppress(sqlite3.Error):  # all tasks are on the disk
            self._file.close()

    def _checksum(self, key: str, cost: float, seconds: float, result: bytes) -> bytes:
        times = f"{cost.hex()} {seconds.hex()}"
        return _digest(self._seal, key.encode(), times.encode(), result)

    def _number(self, query: str) -> int:
        (number,) = self._file.execute(query).fetchone()
        return int(number)

    @property
    def _name(self) -> str:
        return f"file {str(self._path)!r}"

    def _damage(self) -> InputError:
        return InputError(
            f"{self._name} is not a checkpoint file, or it is damaged",
            "name another; if it was one, delete it and start again",
        )

    def _of_another_program(self) -> InputError:
        return InputError(
            f"{self._name} is a database of another program", "name another, or a new one"
        )

    def _of_another(self, theirs: str, mine: str, remedy: str) -> InputError:
        return InputError(
            f"{self._name} is a checkpoint of {theirs}, not of {mine}",
            f"{remedy or 'delete it and start again'}, or name another file",
        )

    @contextlib.contextmanager
    def _errors_in_words(self) -> Iterator[None]:
        """Report the errors of SQLite in words."""
        try:
            yield
        except ValueError as error:  # the name of the file has a null byte
            raise InputError(f"{self._name} cannot be used: {error}", "name another") from error
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
            if code in _NO_DATABASE:
                raise self._damage() from error
            if code in _NO_ROOM and not self._path.is_file():
                why = f"{self._name} is not an ordinary file"
                raise InputError(why, "name another, or a new one") from error
            if code in _NO_ROOM:
                raise LimitError(
                    f"{self._name} cannot be written: {error}; {self.finished:,} finished tasks are kept",
                    "make room, and run the same command again",
                ) from error
            if code in _IN_USE:
                raise InputError(
                    f"{self._name} is in use by another process",
                    "wait until that has ended, or name another",
                ) from error
            why = "nothing can be written there" if code in _NO_ACCESS else str(error)
            raise InputError(f"{self._name} cannot be used: {why}", "name another") from error


def _differences(theirs: str, mine: str) -> str:
    """Return the differences between two questions, such as "other symmetries"."""
    one, other = json.loads(theirs), json.loads(mine)
    names = [name for name in other if one.get(name) != other[name]]
    return " and ".join(f"other {name}" for name in names) or "other options"


def _digest(*parts: bytes) -> bytes:
    """Return a checksum."""
    digest = hashlib.blake2b(digest_size=_CHECKSUM)
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.digest()


def _shortened(text: str) -> str:
    return text if len(text) <= _MOST_TOLD else text[:_MOST_TOLD] + "…"
