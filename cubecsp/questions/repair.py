"""The real cubes nearest to some stickers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any, Literal, get_args

from cubecsp.errors import InputError
from cubecsp.formats import as_stickers
from cubecsp.models.completion import Completions
from cubecsp.models.confusion import PLAIN, Confusion
from cubecsp.models.repair import Nearest, centre_cost, piece_costs, sticker_costs
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.geometry import FACES, UNKNOWN
from cubecsp.puzzle.state import State, state_of
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.questions.limits import check_limit, check_size, check_time_limit

__all__ = ["By", "Repair", "RepairAnswer", "RepairEngine", "repair"]

By = Literal["sticker", "piece"]
RepairEngine = Literal["auto", "cpsat", "subsets"]

DEFAULT_LIMIT = 20


@dataclass(frozen=True)
class Repair:
    """A real cube that some stickers are taken for.

    Attributes:
        facelets: its facelet string, held as the stickers were given.
        cube: the cube.
        changed: the facelets that were known and show another colour now.
    """

    facelets: str
    cube: State
    changed: tuple[int, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        names = self.cube.puzzle.names
        return {"facelets": self.facelets, "changed": [names[f] for f in self.changed]}


@dataclass
class RepairAnswer(Answer):
    """The answer to `repair`.

    Attributes:
        by: what the distance counts.
        distance: of the repairs: how many stickers (or what they cost), or how many pieces.
        proven: no real cube is nearer than this.
        repairs: the cubes, with what was changed.
        renamed: the distance if colours were named after the centres that are shown, where these are
            the six colours in other places and it is less; None otherwise.
    """

    by: By = "sticker"
    distance: int = 0
    proven: int = 0
    repairs: list[Repair] = field(default_factory=list)
    renamed: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        shown = super().as_dict()
        del shown["cubes"]
        shown |= {"by": self.by, "distance": self.distance, "proven": self.proven}
        if self.renamed is not None:
            shown["renamed"] = self.renamed
        return shown | {"repairs": [repair.as_dict() for repair in self.repairs]}


def repair(
    shown: Facelets | str,
    *,
    by: By = "sticker",
    confusion: Confusion | None = None,
    engine: RepairEngine = "auto",
    limit: int | None = DEFAULT_LIMIT,
    time_limit: float | None = None,
) -> RepairAnswer:
    """Return the reachable cubes that differ least from some stickers.

    Unknown stickers cost nothing. Centres stay where they are: one of the wrong colour is a sticker
    that has to change. `count` says how many cubes are as near, however many are listed. A 2×2×2 may
    be held in any way, and stays so.

    Args:
        shown: the stickers.
        by: count the stickers that change, or the pieces whose stickers do (a centre is a piece).
        confusion: what it costs to take a sticker of one colour for another (see
            `cubecsp.models.confusion`); one each when left out. By sticker only.
        engine: `cpsat`, the model of `cubecsp.models.repair`; `subsets`, the dynamic programming of
            `cubecsp.models.completion`; `auto` is the former where OR-Tools is installed.
        limit: list so many cubes at most; None for all of them.
        time_limit: in seconds. When it passes, the best cube so far is given, and what is proven.

    Raises:
        InputError: a limit makes no sense, the cube is larger than a 3×3×3, or confusions are to be
            counted by piece.
    """
    started = time.perf_counter()
    shown = as_stickers(shown)
    check_size(shown.puzzle, "repaired")
    _check(by, confusion, engine)
    limit, time_limit = check_limit(limit), check_time_limit(time_limit)
    table = PLAIN if confusion is None else confusion
    costs = sticker_costs(shown, table) if by == "sticker" else piece_costs(shown)
    if engine == "auto":
        engine = "subsets" if find_spec("ortools") is None else "cpsat"
    answer = RepairAnswer(
        query={
            "question": "repair",
            "facelets": shown.letters,
            "by": by,
            "confusion": None if confusion is None else [list(row) for row in confusion],
            "engine": engine,
            "limit": limit,
            "time_limit": time_limit,
            "versions": versions(*(["ortools"] if engine == "cpsat" else [])),
        },
        status=Status.PARTIAL,
        by=by,
    )
    centres = centre_cost(shown, table)
    exact = Completions(shown.puzzle, costs)
    deadline = None if time_limit is None else time.monotonic() + time_limit
    if engine == "cpsat":
        _by_cpsat(answer, shown, Nearest(shown.puzzle, costs, deadline=deadline), deadline)
    else:
        answer.distance = answer.proven = exact.least or 0
        _list(answer, shown, iter(exact), deadline)
    if answer.distance == answer.proven != exact.least:
        raise AssertionError(f"{engine} proved {answer.proven}, and the least is {exact.least}")
    answer.proven = exact.least or 0  # known anyway, whatever time the engine had
    if answer.distance == answer.proven:
        answer.count = exact.count
    answer.distance += centres
    answer.proven += centres
    answer.renamed = _renamed_distance(shown, by, table, answer.distance)
    answer.cubes = [CubeReport(found.facelets, found.cube) for found in answer.repairs]
    answer.seconds = time.perf_counter() - started
    return answer


def _check(by: str, confusion: Confusion | None, engine: str) -> None:
    if by not in get_args(By):
        raise InputError(f"distances are not counted by {by!r}", "by sticker or by piece")
    if by == "piece" and confusion is not None:
        raise InputError("a table of confusions weighs stickers, not pieces", "leave one out")
    if engine not in get_args(RepairEngine):
        raise InputError(
            f"there is no engine {engine!r} to repair with",
            f"try {', '.join(get_args(RepairEngine))}",
        )


def _by_cpsat(
    answer: RepairAnswer, shown: Facelets, nearest: Nearest, deadline: float | None
) -> None:
    try:
        proven = nearest.solve()
    except KeyboardInterrupt:
        proven, answer.stopped = False, Stop.INTERRUPT
    if proven:
        _list(answer, shown, iter(nearest), deadline)
    elif answer.stopped is None:
        answer.stopped = Stop.TIME
    answer.distance, answer.proven = nearest.cost, nearest.bound
    if not answer.repairs:
        answer.repairs = [_repair(shown, nearest.best)]


def _list(
    answer: RepairAnswer,
    shown: Facelets,
    found: Iterator[tuple[bytes, ...]],
    deadline: float | None,
) -> None:
    """List the cubes found, up to the limits."""
    limit = answer.query["limit"]
    try:
        for placements in found:
            if len(answer.repairs) == limit:
                answer.stopped = Stop.LIMIT
                return
            if deadline is not None and time.monotonic() > deadline:
                raise TimeoutError
            answer.repairs.append(_repair(shown, placements))
    except TimeoutError:
        answer.stopped = Stop.TIME
    except KeyboardInterrupt:
        answer.stopped = Stop.INTERRUPT
    else:
        answer.status = Status.COMPLETE


def _repair(shown: Facelets, placements: tuple[bytes, ...]) -> Repair:
    facelets = shown.puzzle.letters(b"".join(placements))
    pairs = zip(shown.letters, facelets, strict=True)
    changed = tuple(i for i, (before, now) in enumerate(pairs) if before not in (UNKNOWN, now))
    return Repair(facelets, state_of(shown.puzzle, *placements), changed)


def _renamed_distance(shown: Facelets, by: By, confusion: Confusion, distance: int) -> int | None:
    """Return the distance with colours named after the centres shown, if that is less."""
    centres = "".join(shown.letters[facelet] for facelet in shown.puzzle.centres)
    if sorted(centres) != sorted(FACES) or centres == FACES:
        return None
    names = dict(zip(centres, FACES, strict=True)) | {UNKNOWN: UNKNOWN}
    renamed = Facelets("".join(names[letter] for letter in shown.letters))
    costs = sticker_costs(renamed, confusion) if by == "sticker" else piece_costs(renamed)
    least = Completions(shown.puzzle, costs).least or 0
    return least if least < distance else None
