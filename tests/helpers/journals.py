"""Every question that can be resumed, and journals as someone changes them who makes the checksums again."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cubecsp import Cube, InputError, PocketCube, count, find, prove, solve
from cubecsp.models.counting import effort
from cubecsp.questions.answers.answer import Answer
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


# Questions

LAST_CORNERS = ["solved=F2L+edges"]
LATE = ["order=6", *LAST_CORNERS]
CORNERS = ["permuted=all", "no-touching=across"]
SOLVED = [Cube.from_moves("R U F"), PocketCube.from_moves("R U"), Cube.from_moves("L2 D")]
CUBES = [Cube.from_moves(moves) for moves in ("R U F", "L2 D", "U R2 B'", "F D")] * 5


@dataclass(frozen=True)
class Asked:
    """A question that can be resumed.

    Attributes:
        ask: asks it, with keyword arguments.
        others: arguments that make another question of it, whose journals are refused.
        proven: whether the answer is proven, so that nothing of it rests on a file.
        counted: whether results are numbers.
        grows: whether a journal may have units that are not asked for.
    """

    ask: Callable[..., Answer]
    others: tuple[dict[str, Any], ...]
    proven: bool = False
    counted: bool = False
    grows: bool = False

    def content(self, **how: Any) -> tuple[Any, Answer]:
        """What the answer says, and the answer."""
        answer = self.ask(**how)
        cubes = [(r.facelets, r.solution, r.optimal, r.proven, r.unsolved) for r in answer]
        return (answer.status, answer.count, answer.classes, cubes), answer


def _walked(**how: Any) -> Answer:
    return count(how.pop("rules", CORNERS), method="corner-walk", **how)


def _listed(**how: Any) -> Answer:
    return count(how.pop("rules", LATE), method="listing", **how)


def _found(**how: Any) -> Answer:
    return find(how.pop("rules", LAST_CORNERS), limit=None, **how)


def _proven(**how: Any) -> Answer:
    folder = Path("certificate")
    shutil.rmtree(folder, ignore_errors=True)
    return prove(how.pop("rules", LATE), folder, **how)


def _solved(**how: Any) -> Answer:
    return solve(how.pop("cubes", CUBES), effort=how.pop("effort", 500), **how)


def _best(**how: Any) -> Answer:
    return solve(how.pop("cubes", SOLVED), **{"method": "optimal", "table": "tiny"} | how)


FEWER = [*LATE, "not-home=URF"]
QUESTIONS = {
    "count by walking": Asked(
        _walked, ({"classes": True}, {"rules": [*CORNERS, "not-home=URF"]}), counted=True
    ),
    "count classes": Asked(
        lambda **how: _walked(**{"classes": True} | how), ({"classes": False},), counted=True
    ),
    "count by listing": Asked(_listed, ({"rules": FEWER}, {"classes": True})),
    "find": Asked(_found, ({"use_symmetry": False}, {"rules": FEWER[1:]}, {"rules": LATE})),
    "prove": Asked(_proven, ({"rules": FEWER},), proven=True),
    "solve": Asked(
        _solved, ({"effort": 600}, {"method": "optimal", "effort": None}), grows=True
    ),
    "solve in the fewest": Asked(
        _best, ({"metric": "qtm"}, {"max_length": 9}, {"table": "small"}, {"method": "two-phase", "table": None}),
        grows=True,
    ),
}  # fmt: skip


@contextlib.contextmanager
def finished_journals(folder: Path) -> Iterator[dict[str, tuple[Path, Any]]]:
    """A finished journal of each question, and the right answer; meanwhile a walk has many units."""
    made = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(effort, "_ROWS", 3)
        for number, (name, asked) in enumerate(QUESTIONS.items()):
            file = folder / f"{number}.db"
            content, _ = asked.content(resume=file)
            made[name] = file, content
        yield made


def check(asked: Asked, file: Path, right: Any) -> str:
    """Ask, and return what becomes of the journal: it is refused, or right, or wrong and found out."""
    copy = file.with_suffix(".again")
    shutil.copy(file, copy)
    try:
        content, answer = asked.content(resume=file)
    except InputError as error:
        refused = error
    else:
        refused = None
    if refused is not None:
        assert str(file) in refused.problem
        assert "name another" in refused.remedy
        return "refused"
    assert answer.units is not None
    if content == right:
        return "right"
    assert not asked.proven
    assert answer.units.resumed > 0
    assert answer.as_dict()["resumed"] == answer.units.resumed
    assert "from" in answer.resting()
    with pytest.raises(InputError, match="repeating it gives another"):
        asked.content(resume=copy, check_journal=1.0)
    return "found out"
