"""Answers as no question gave them: what tests of their sentences are about."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from cubecsp import Cube, Moves
from cubecsp.models import parse_pattern
from cubecsp.models.core.rule import Violation
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.states.reachable_states import Verdict
from cubecsp.questions.answers.answer import CubeReport, Status, Stop
from cubecsp.questions.answers.count_answer import CountAnswer
from cubecsp.questions.answers.reasons import Conflict, Correction
from cubecsp.questions.find import FindAnswer
from cubecsp.questions.finding.next_sticker import NextSticker
from cubecsp.questions.import_solution import ImportAnswer
from cubecsp.questions.moving.solving import SolveAnswer
from cubecsp.questions.reach import ReachAnswer
from cubecsp.questions.recognise import StickerToAsk
from cubecsp.questions.repair import RepairAnswer
from cubecsp.questions.sample import SampleAnswer

COMPLETE, PARTIAL = Status.COMPLETE, Status.PARTIAL
INFEASIBLE, UNKNOWN = Status.INFEASIBLE, Status.UNKNOWN
LIMIT, TIME, INTERRUPT, NODES, COST = Stop.LIMIT, Stop.TIME, Stop.INTERRUPT, Stop.NODES, Stop.COST
TRIES = Stop.TRIES

SOLVED = CubeReport.of(Cube())
TURNED = CubeReport.of(Cube.from_moves("R U"))
REAL, UNREACHED = replace(SOLVED, can_be_solvable=True), replace(SOLVED, verdict=Verdict(False))
RULE, OTHER = parse_pattern("solved=cross no-touching=side").rules
BROKEN = replace(SOLVED, can_be_solvable=False, violations={RULE: [Violation((), "so")]})
SOUND = replace(SOLVED, verdict=Verdict(True))
CONFLICT = Conflict((RULE, OTHER), "native")
DROPPED = Correction((RULE,), SOLVED, 2_000)
LOOK = StickerToAsk("U1", "W", {"R": 0.2, "B": 0.1})


class OfStates(dict[str, Any]):
    """A question about states of another puzzle."""

    puzzle = SimpleNamespace(name="skewb")


def found(kind: type[FindAnswer], status: Status, *, of: type = dict, **more: Any) -> FindAnswer:
    asked = {"engine": "native", "limit_counts": "cubes", "rules": ["at-most=2"]}
    asked |= more.pop("asked", {})
    return kind(of(asked), status, seconds=1.234, **more)


def solved(shown: list[CubeReport], status: Status, **more: Any) -> SolveAnswer:
    asked = {"question": "solve", "method": "optimal", "up_to_commuting": False}
    return SolveAnswer(asked | more.pop("asked", {}), status, shown, **more)


def drawn(number: int, status: Status, *, of: type = dict, **more: Any) -> SampleAnswer:
    asked = of({"seed": 7, "n": 2_000, "tries": 3_000, "rules": more.pop("rules", ["at-most=2"])})
    return SampleAnswer(asked, status, drawn=number, method="sums", **more)


def repaired(facelets: str, status: Status, *, of: type = dict, **more: Any) -> RepairAnswer:
    asked = of({"confusion": more.pop("confusion", None), "facelets": facelets})
    return RepairAnswer(asked, status, **more)


def counted(status: Status, *, of: type = dict, **more: Any) -> CountAnswer:
    asked = of({"rules": more.pop("rules", ["at-most=2"]), **more.pop("asked", {})})
    return CountAnswer(asked, status, **{"method": "pieces", **more})


def reached(
    shown: list[CubeReport], status: Status, *, of: type = dict, **more: Any
) -> ReachAnswer:
    asked = of({"up_to": None, "up_to_commuting": False, **more.pop("asked", {})})
    return ReachAnswer(asked, status, shown, **more)


def imported(number: int, status: Status, **asked: Any) -> ImportAnswer:
    asked = {"solutions": number, "left_out": ["no-touching=side"], **asked}
    return ImportAnswer(asked, status, [SOLVED] * number)


def report(length: int, proven: int | None = None, *, optimal: bool = False) -> CubeReport:
    """Return a report of a solution of so many turns, which is also the way to its cube."""
    moves = Moves(" ".join(("R U " * length).split()[:length]))
    return replace(TURNED, solution=moves, moves=moves, optimal=optimal, proven=proven)


def ranked(*differing: int) -> Any:
    """Return what was recognised: the likeliest cube, and others that differ from it in so many stickers."""
    candidates = [SimpleNamespace(colours=np.arange(54) < number) for number in (0, *differing)]
    return SimpleNamespace(puzzle=CUBE, ranking=SimpleNamespace(candidates=candidates))


def asking(*counts: int) -> NextSticker:
    return NextSticker(3, "U4", dict(zip("URFDLB", counts, strict=False)))
