"""Every question that can be resumed, and what stands in its checkpoint."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cubecsp import Cube, PocketCube, count, find, prove, solve
from cubecsp.models.counting import effort
from cubecsp.questions.answers.answer import Answer

Line = list[Any]
"""The key of a task, its cost, the seconds that it took, and its result."""


@contextlib.contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """The database, with statements that are transactions by themselves."""
    with contextlib.closing(sqlite3.connect(file.absolute(), isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = OFF")
        yield database


def lines(file: Path) -> list[Line]:
    """The tasks of a checkpoint."""
    with opened(file) as database:
        query = "SELECT key, cost, seconds, result FROM task ORDER BY key"
        return [list(row) for row in database.execute(query)]


# Questions

LAST_CORNERS = ["solved=F2L+edges"]
FILTERED = ["order=6", *LAST_CORNERS]
CORNERS = ["permuted=all", "no-touching=across"]
SOLVED = [Cube.from_moves("R U F"), PocketCube.from_moves("R U"), Cube.from_moves("L2 D")]
CUBES = [Cube.from_moves(moves) for moves in ("R U F", "L2 D", "U R2 B'", "F D")] * 5


@dataclass(frozen=True)
class Asked:
    """A question that can be resumed.

    Attributes:
        ask: asks it, with keyword arguments.
        others: arguments that make another question of it, whose checkpoints are refused.
        proven: whether the answer is proven, so that nothing of it rests on a file.
    """

    ask: Callable[..., Answer]
    others: tuple[dict[str, Any], ...]
    proven: bool = False

    def content(self, **how: Any) -> tuple[Any, Answer]:
        """What the answer says, and the answer."""
        answer = self.ask(**how)
        cubes = [(r.facelets, r.solution, r.optimal, r.proven, r.unsolved) for r in answer]
        return (answer.status, answer.count, answer.classes, cubes), answer


def _walked(**how: Any) -> Answer:
    return count(how.pop("rules", CORNERS), method="corner-walk", **how)


def _listed(**how: Any) -> Answer:
    return count(how.pop("rules", FILTERED), method="listing", **how)


def _found(**how: Any) -> Answer:
    return find(how.pop("rules", LAST_CORNERS), limit=None, **how)


def _proven(**how: Any) -> Answer:
    folder = Path("certificate")
    shutil.rmtree(folder, ignore_errors=True)
    return prove(how.pop("rules", FILTERED), folder, **how)


def _solved(**how: Any) -> Answer:
    return solve(how.pop("cubes", CUBES), max_nodes=how.pop("max_nodes", 500), **how)


def _best(**how: Any) -> Answer:
    return solve(how.pop("cubes", SOLVED), **{"method": "optimal", "pruning_table": "tiny"} | how)


FEWER = [*FILTERED, "not-home=URF"]
QUESTIONS = {
    "count by walking": Asked(
        _walked, ({"classes": True}, {"rules": [*CORNERS, "not-home=URF"]})
    ),
    "count classes": Asked(
        lambda **how: _walked(**{"classes": True} | how), ({"classes": False},)
    ),
    "count by listing": Asked(_listed, ({"rules": FEWER}, {"classes": True})),
    "find": Asked(_found, ({"use_symmetry": False}, {"rules": FEWER[1:]}, {"rules": FILTERED})),
    "prove": Asked(_proven, ({"rules": FEWER},), proven=True),
    "solve": Asked(
        _solved, ({"max_nodes": 600}, {"method": "optimal", "max_nodes": None})
    ),
    "solve in the fewest": Asked(
        _best, ({"metric": "qtm"}, {"max_length": 9}, {"pruning_table": "small"}, {"method": "two-phase", "pruning_table": None}),
    ),
}  # fmt: skip


@contextlib.contextmanager
def finished_checkpoints(folder: Path) -> Iterator[dict[str, tuple[Path, Any]]]:
    """A finished checkpoint of each question, and the right answer; meanwhile a walk has many tasks."""
    made = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(effort, "_ROWS", 3)
        for number, (name, asked) in enumerate(QUESTIONS.items()):
            file = folder / f"{number}.db"
            content, _ = asked.content(resume=file)
            made[name] = file, content
        yield made
