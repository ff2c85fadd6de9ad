"""The fewest stickers that tell a cube from all others."""

from __future__ import annotations

import itertools
import time
from dataclasses import dataclass, field
from typing import Any

from cubecsp.formats import as_stickers
from cubecsp.models.fewest import Fewest, Stickers
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.geometry import UNKNOWN
from cubecsp.puzzle.puzzle import HELD_SLOT
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.questions.complete import Completed, complete
from cubecsp.questions.limits import check_limit, check_time_limit

__all__ = ["FewestAnswer", "fewest"]


@dataclass
class FewestAnswer(Answer):
    """The answer to `fewest`. The status is `infeasible` when the known stickers fit several cubes or none.

    Attributes:
        size: how many stickers each of the sets has.
        proven: no set has fewer.
        sets: facelet strings of the cube with all other stickers unknown.
        completed: what the known stickers tell by themselves.
    """

    size: int = 0
    proven: int = 0
    sets: list[str] = field(default_factory=list)
    completed: Completed | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        shown = super().as_dict()
        if self.sets:
            shown |= {"size": self.size, "proven": self.proven, "optimal": self.size == self.proven}
            shown["sets"] = self.sets
        return shown


def fewest(
    shown: Facelets | str, *, limit: int | None = 1, time_limit: float | None = None
) -> FewestAnswer:
    """Return smallest sets of stickers that only one reachable cube shows, with proof.

    Args:
        shown: a cube; where stickers are unknown, sets are chosen from the known ones, which have to
            leave only one cube.
        limit: list so many sets at most; None for all of them.
        time_limit: in seconds. When it passes, the best set so far is given, and what is proven.

    Raises:
        InputError: a limit makes no sense, or the cube is larger than a 3×3×3.
    """
    started = time.perf_counter()
    limit, time_limit = check_limit(limit, "sets"), check_time_limit(time_limit)
    deadline = None if time_limit is None else time.monotonic() + time_limit
    shown = as_stickers(shown)
    completed = complete(shown, limit=1)
    answer = FewestAnswer(
        query={
            "question": "fewest",
            "facelets": shown.letters,
            "limit": limit,
            "time_limit": time_limit,
            "versions": versions("ortools"),
        },
        status=Status.INFEASIBLE,
        completed=completed,
    )
    if completed.unique:
        (report,) = completed.cubes
        _search(answer, shown, report, completed.held, deadline)
    answer.seconds = time.perf_counter() - started
    return answer


def _search(
    answer: FewestAnswer,
    shown: Facelets,
    report: CubeReport,
    held: str | None,
    deadline: float | None,
) -> None:
    home = _homes(Facelets(report.facelets))
    known = frozenset(home[f] for f in home if shown.colours[f] is not None)
    problem = Fewest(
        shown.puzzle, known, held=(HELD_SLOT,) if held == "DBL" else (), deadline=deadline
    )

    def drawn(stickers: Stickers) -> str:
        return "".join(
            letter if home.get(facelet) in stickers else UNKNOWN
            for facelet, letter in enumerate(report.facelets)
        )

    answer.cubes = [report]
    answer.status = Status.PARTIAL
    limit = answer.query["limit"]
    try:
        if problem.solve():
            found = iter(problem)
            for stickers in itertools.islice(found, limit):
                answer.sets.append(drawn(stickers))
            if limit is not None and next(found, None) is not None:
                answer.stopped = Stop.LIMIT
            else:
                answer.status = Status.COMPLETE
        else:
            answer.stopped = Stop.TIME
    except TimeoutError:
        answer.stopped = Stop.TIME
    except KeyboardInterrupt:
        answer.stopped = Stop.INTERRUPT
    answer.size, answer.proven = len(problem.best), problem.bound
    if not answer.sets:
        answer.sets = [drawn(problem.best)]


def _homes(cube: Facelets) -> dict[int, int]:
    """Return, for each facelet that moves, where its sticker is on a solved cube."""
    homes = {}
    for orbit in cube.puzzle.orbits:
        for slot, facelets in enumerate(orbit.facelets):
            piece, turn = divmod(cube.placement(orbit, slot) or 0, orbit.turns)
            for position, facelet in enumerate(facelets):
                homes[facelet] = orbit.facelets[piece][(position - turn) % orbit.turns]
    return homes
