"""What answers say, to the word and the digit: one answer for each way in which a sentence can come out."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from test_answers_in_python import answers

from cubecsp import Cube, Moves, solve_all
from cubecsp.models import parse_pattern
from cubecsp.models.core.rule import Violation
from cubecsp.models.counting.base import Estimated, Step
from cubecsp.models.counting.planner import Way
from cubecsp.models.proofs.certificate import LRAT
from cubecsp.models.reasons.relations import Relation
from cubecsp.models.sampling.planner import Plan
from cubecsp.pictures.question import Drawn
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.states.move_group import Verdict
from cubecsp.questions.answers.answer import Answer, CubeReport, Status, Stop
from cubecsp.questions.answers.count_answer import CountAnswer
from cubecsp.questions.answers.reasons import Clash, ExplainAnswer, Relaxation
from cubecsp.questions.answers.statistics import Statistics
from cubecsp.questions.apply import ApplyAnswer
from cubecsp.questions.asking import progress
from cubecsp.questions.asking.several_cubes import Answers
from cubecsp.questions.best import BestAnswer
from cubecsp.questions.check import CheckAnswer
from cubecsp.questions.complete import Completed, Conflict
from cubecsp.questions.convert import ConvertAnswer
from cubecsp.questions.describe import DescribeAnswer
from cubecsp.questions.export import ExportAnswer
from cubecsp.questions.fewest import FewestAnswer
from cubecsp.questions.find import FindAnswer
from cubecsp.questions.finding.next_sticker import NextSticker
from cubecsp.questions.finding.numbering import RankAnswer
from cubecsp.questions.import_solution import ImportAnswer
from cubecsp.questions.meaning import MeaningAnswer
from cubecsp.questions.moving.move_texts import TextsAnswer
from cubecsp.questions.moving.solving import SolveAnswer
from cubecsp.questions.prove import ProveAnswer
from cubecsp.questions.reach import ReachAnswer
from cubecsp.questions.recognise import RecogniseAnswer, StickerToAsk
from cubecsp.questions.repair import RepairAnswer
from cubecsp.questions.rules import RulesAnswer
from cubecsp.questions.sample import SampleAnswer
from cubecsp.questions.verify import CheckDone, VerifyAnswer
from cubecsp.search.solution import SearchProgress, Solution
from cubecsp.work.units import Tally

pytestmark = pytest.mark.quick

COMPLETE, PARTIAL = Status.COMPLETE, Status.PARTIAL
INFEASIBLE, UNKNOWN = Status.INFEASIBLE, Status.UNKNOWN
LIMIT, TIME, INTERRUPT, EFFORT, COST = Stop.LIMIT, Stop.TIME, Stop.INTERRUPT, Stop.EFFORT, Stop.COST

SOLVED = CubeReport.of(Cube())
TURNED = CubeReport.of(Cube.from_moves("R U"))
REAL, UNREACHED = replace(SOLVED, can_be_real=True), replace(SOLVED, verdict=Verdict(False))
RULE, OTHER = parse_pattern("solved=cross no-touching=side").rules
BROKEN = replace(SOLVED, can_be_real=False, violations={RULE: [Violation((), "so")]})
SOUND = replace(SOLVED, verdict=Verdict(True))
CLASH = Clash((RULE, OTHER), "native")
DROPPED = Relaxation((RULE,), SOLVED, 2_000)
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
    asked = of({"seed": 7, "n": 2_000, "tries": 3_000})
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


SENTENCES: dict[str, Answer] = {
    # Any answer
    "1 cube, the whole answer (0.00 s).": Answer({}, COMPLETE, [SOLVED]),
    "2,000 cubes, the whole answer (1.26 s).": Answer({}, COMPLETE, count=2_000, seconds=1.256),
    "0 states, unknown (0.00 s).": Answer(OfStates(), UNKNOWN),
    "0 cubes, the answer is no (0.00 s).": Answer({}, INFEASIBLE, stopped=TIME),
    **{
        f"0 cubes, {words} (0.00 s).": Answer({}, PARTIAL, stopped=stopped)
        for stopped, words in {
            LIMIT: "as many as asked for; there may be more",
            EFFORT: "as much effort as asked for; there may be better",
            TIME: "the time limit ended it; there may be more",
            COST: "it would have taken too long; there may be more",
            INTERRUPT: "interrupted; there may be more",
        }.items()
    },
    # apply, describe, check, convert
    "moves     R2   (1 htm, 2 qtm)\nwritten   R R": ApplyAnswer(
        {}, COMPLETE, moves=Moves("R R"), simplified=Moves("R2")
    ),
    "moves     (none)   (0 htm, 0 qtm)": ApplyAnswer({}, COMPLETE),
    "moves     R R   (done 1,000 times they lead back)": ApplyAnswer(
        OfStates(), COMPLETE, simplified="R R", order=1_000
    ),
    "moves     R   (done 1 time they lead back)": ApplyAnswer(
        OfStates(), COMPLETE, simplified="R", order=1
    ),
    "moves     (none)": ApplyAnswer(OfStates(), COMPLETE, simplified=""),
    "1 cube described (0.00 s).": DescribeAnswer({}, COMPLETE, [SOLVED]),
    "2 cubes described; the time limit passed (0.00 s).": DescribeAnswer(
        {}, PARTIAL, [SOLVED] * 2, stopped=TIME
    ),
    "0 cubes described; interrupted (0.00 s).": DescribeAnswer({}, PARTIAL, stopped=INTERRUPT),
    "skewb described (0.00 s).": DescribeAnswer(OfStates(puzzle="skewb"), COMPLETE, puzzle={}),
    "2 of 3 cubes can be real (0.00 s).": CheckAnswer(
        {"rules": []}, INFEASIBLE, [REAL, REAL, SOLVED]
    ),
    "1 of 2 states can be made by moves and satisfy the rules as far as is known; the time limit passed (0.00 s).": CheckAnswer(
        OfStates(rules=["x"]), PARTIAL, [REAL, BROKEN], stopped=TIME
    ),
    "1 of 1 cube can be real; interrupted (0.00 s).": CheckAnswer(
        {"rules": []}, PARTIAL, [REAL], stopped=INTERRUPT
    ),
    "1 of 3 states can be made by moves (0.00 s).": CheckAnswer(
        OfStates(rules=[]),
        INFEASIBLE,
        [UNREACHED, SOUND, replace(SOUND, violations=BROKEN.violations)],
    ),
    "1 cube written as net (0.00 s).": ConvertAnswer({"to": "net"}, COMPLETE, [SOLVED]),
    "0 cubes written as net; interrupted (0.00 s).": ConvertAnswer(
        {"to": "net"}, PARTIAL, stopped=INTERRUPT
    ),
    # find
    "1 cube. There are no others: the native engine searched all cubes in 1.23 s.": found(
        FindAnswer, COMPLETE, count=1
    ),
    "1 cube. There are no others: the native engine searched all cubes in 0.23 s; the moves took 1.00 s.": found(
        FindAnswer, COMPLETE, count=1, statistics=Statistics(solving=1.0)
    ),
    "2 states. There are no others: the native engine searched all states in 1.23 s.": found(
        FindAnswer, COMPLETE, of=OfStates, count=2
    ),
    "2,000 cubes in 1,000 classes. There are no others: the native engine searched all cubes; the effort was not enough for the moves of some (1.23 s).": found(
        FindAnswer, PARTIAL, count=2_000, classes=1_000, stopped=EFFORT
    ),
    "No cube satisfies these rules: the native engine searched all cubes in 1.23 s.": found(
        FindAnswer, INFEASIBLE, count=0
    ),
    "No cube satisfies these rules: the native engine searched all cubes in 1.23 s. a and b clash; `explain` says which to drop.": found(
        FindAnswer, INFEASIBLE, count=0, reason="a and b clash"
    ),
    "Stopped at 2 cubes, as asked; there may be more (native engine, 1.23 s).": found(
        FindAnswer, PARTIAL, count=2, stopped=LIMIT, ended=LIMIT
    ),
    "Stopped at 1 class (48 cubes), as asked; there may be more; the time limit ended the search for moves (native engine, 1.23 s).": found(
        FindAnswer,
        PARTIAL,
        count=48,
        classes=1,
        asked={"limit_counts": "classes"},
        ended=LIMIT,
        stopped=TIME,
    ),
    "Stopped at 2 cubes, as asked; there may be more; interrupted in the search for moves (native engine, 1.23 s).": found(
        FindAnswer, PARTIAL, count=2, ended=LIMIT, stopped=INTERRUPT
    ),
    "The time limit ended the search after 1 cube; there may be more (native engine, 1.23 s).": found(
        FindAnswer, PARTIAL, count=1, ended=TIME, stopped=TIME
    ),
    "Interrupted after 0 cubes; there may be more (native engine, 1.23 s).": found(
        FindAnswer, UNKNOWN, count=0, ended=INTERRUPT, stopped=INTERRUPT
    ),
    # best
    "The best value is 5, and no cube that satisfies these rules scores higher. 1 cube has it, and there are no others (native engine, 1.23 s).": found(
        BestAnswer, COMPLETE, count=1, value=5, bound=5, proven=True, asked={"goal": "maximise"}
    ),
    "The best value is 5, and no real cube scores lower. Stopped at 2 cubes, as asked; others may have it too; the time limit ended the search for moves (native engine, 1.23 s).": found(
        BestAnswer,
        PARTIAL,
        count=2,
        value=5,
        bound=5,
        proven=True,
        ended=LIMIT,
        stopped=TIME,
        asked={"goal": "minimise", "rules": []},
    ),
    "The best value is 5, and no cube that satisfies these rules scores higher. 2 cubes have it, and there are no others; the effort was not enough for the moves of some (native engine, 1.23 s).": found(
        BestAnswer,
        PARTIAL,
        count=2,
        value=5,
        bound=5,
        proven=True,
        asked={"goal": "maximise"},
        stopped=EFFORT,
    ),
    **{
        f"The best value is 5, and no cube that satisfies these rules scores higher. {words} after 2 cubes; others may have it too (native engine, 1.23 s).": found(
            BestAnswer,
            PARTIAL,
            count=2,
            value=5,
            bound=5,
            proven=True,
            ended=ended,
            stopped=ended,
            asked={"goal": "maximise"},
        )
        for ended, words in {
            TIME: "The time limit ended the listing",
            INTERRUPT: "Interrupted",
        }.items()
    },
    "The time limit ended the search: the best value so far is 5, and no cube that satisfies these rules scores higher than 9, a gap of 4 (native engine, 1.23 s).": found(
        BestAnswer, PARTIAL, count=1, value=5, bound=9, stopped=TIME, asked={"goal": "maximise"}
    ),
    "Interrupted before there was a state; no state that satisfies these rules scores lower than 2 (native engine, 1.23 s).": found(
        BestAnswer, UNKNOWN, of=OfStates, bound=2, stopped=INTERRUPT, asked={"goal": "minimise"}
    ),
    "The time limit ended the search before there was a cube (native engine, 1.23 s).": found(
        BestAnswer, UNKNOWN, stopped=TIME, asked={"goal": "minimise"}
    ),
    # count
    "No cube satisfies these rules (pieces, 0.00 s).": counted(INFEASIBLE, count=0),
    "They clash (0.00 s).": counted(INFEASIBLE, reason="They clash"),
    "1 cube satisfies these rules (pieces, exact, 0.00 s).": counted(COMPLETE, count=1),
    "2,000 states satisfy these rules (pieces, exact, 0.00 s).": counted(
        COMPLETE, of=OfStates, count=2_000
    ),
    "2,000 cubes can be made by turns (pieces, exact, 0.00 s).": counted(
        COMPLETE, count=2_000, rules=[]
    ),
    "1 cube can be made by turns, however the puzzle is held (pieces, exact, 0.00 s).": counted(
        COMPLETE, count=1, rules=[], asked={"held": "any"}
    ),
    "2,000 cubes satisfy these rules, in 1 class (pieces, exact, 0.00 s).": counted(
        COMPLETE, count=2_000, classes=1
    ),
    "2,000 cubes satisfy these rules, in 1,000 classes under the 16 symmetries that preserve the question (pieces, exact, 0.00 s).": counted(
        COMPLETE, count=2_000, classes=1_000, class_symmetries=16
    ),
    "9 cubes satisfy these rules (pieces, exact, 0.00 s). 2,000 units of the work come from 'a.db'; 1,000 of them done again, with the same result.": counted(
        COMPLETE, count=9, asked={"resume": "a.db"}, units=Tally(2_000, 1_000)
    ),
    "9 cubes satisfy these rules (pieces, exact, 0.00 s). 2 units of the work come from 'a.db'; all done again, with the same result.": counted(
        COMPLETE, count=9, asked={"resume": "a.db"}, units=Tally(2, 2)
    ),
    "9 cubes satisfy these rules (pieces, exact, 0.00 s). 1 unit of the work comes from 'a.db', and was not done again.": counted(
        COMPLETE, count=9, asked={"resume": "a.db"}, units=Tally(1, 0)
    ),
    "9 cubes satisfy these rules (pieces, exact, 0.00 s). 3 units of the work come from 'a.db', and were not done again.": counted(
        COMPLETE, count=9, asked={"resume": "a.db"}, units=Tally(3, 0)
    ),
    "9 cubes satisfy these rules (pieces, exact, 0.00 s).": counted(
        COMPLETE, count=9, asked={"resume": "a.db"}, units=Tally()
    ),
    "Estimate: about 123,500 cubes; with 95% confidence 120,000 to 130,000, from 5,000 samples (pieces, 0.00 s).": counted(
        COMPLETE, estimate=Estimated(123_456, 120_000, 130_000, 5_000, 70)
    ),
    "Estimate: at most 4,100 cubes, with 95% confidence; none of 5,000 samples satisfied the rules (pieces, 0.00 s).": counted(
        COMPLETE, estimate=Estimated(0, 0, 4_100, 5_000, 0)
    ),
    "Estimate: at most 4,100 cubes, with 95% confidence; none of 1 sample satisfied the rules (pieces, 0.00 s).": counted(
        COMPLETE, estimate=Estimated(0, 0, 4_100, 1, 0)
    ),
    "Estimate: about 123,500 cubes; with 95% confidence 120,000 to 130,000, from 5,000 samples (pieces, 0.00 s; ended early: more samples would be more precise).": counted(
        PARTIAL, estimate=Estimated(123_456, 120_000, 130_000, 5_000, 1), stopped=TIME
    ),
    "The time limit ended the count (pieces would take about 2 hours). At least 2,000 cubes satisfy these rules. An estimate takes seconds (--estimate, or estimate=True).": counted(
        PARTIAL, at_least=2_000, stopped=TIME, predicted=7_300.0
    ),
    "Interrupted before all were counted. This rule is at fault. The same question continues from 'a.db' where it stopped.": counted(
        UNKNOWN, stopped=INTERRUPT, at_fault="This rule is at fault.", asked={"resume": "a.db"}
    ),
    "Not counted (pieces would take longer than can be predicted). Fewer samples take less time (--samples, or samples=).": counted(
        UNKNOWN, stopped=COST, predicted=math.inf, asked={"estimate": True}
    ),
    "The time limit ended the count. Fewer samples take less time (--samples, or samples=).": counted(
        UNKNOWN, method="rejection", stopped=TIME
    ),
    "The time limit ended the count.": counted(UNKNOWN, stopped=TIME, asked={"puzzle": "skewb"}),
    "Not counted, only planned.": counted(UNKNOWN),
    # explain
    "Some cubes satisfy these rules (0.00 s).": ExplainAnswer(
        {"beyond": 0}, COMPLETE, satisfiable=True
    ),
    "More than 1 cube satisfies these rules (0.00 s).": ExplainAnswer(
        {"beyond": 1}, COMPLETE, satisfiable=True, known=[SOLVED]
    ),
    "More than 2,000 cubes satisfy these rules (0.00 s). The time limit ended it before all relations were known.": ExplainAnswer(
        {"beyond": 2_000}, PARTIAL, satisfiable=True, known=[SOLVED], stopped=TIME
    ),
    "Interrupted before it was known whether any state satisfies these rules (0.00 s).": ExplainAnswer(
        OfStates(), UNKNOWN, stopped=INTERRUPT
    ),
    "No cube satisfies these rules: 1 minimal conflict, 2 minimal corrections, and there are no others (0.00 s).": ExplainAnswer(
        {}, INFEASIBLE, satisfiable=False, clashes=[CLASH], relaxations=[DROPPED] * 2
    ),
    "No cube satisfies these rules besides 1 cube. The time limit ended it after 0 minimal conflicts, 0 minimal corrections; there may be others (0.00 s).": ExplainAnswer(
        {}, INFEASIBLE, satisfiable=False, known=[SOLVED], stopped=TIME
    ),
    # sample
    "2,000 cubes drawn at random from 3,000 that satisfy the rules (sums, seed 7, 0.00 s).": drawn(
        2_000, COMPLETE, total=3_000
    ),
    "2 cubes drawn at random from the only one that satisfies the rules (sums, seed 7, 0.00 s).": drawn(
        2, COMPLETE, total=1
    ),
    "1 state drawn at random, in 2,000 tries (sums, seed 7, 0.00 s).": drawn(
        1, COMPLETE, of=OfStates, tries=2_000
    ),
    "No cube satisfies these rules (sums, seed 7, 0.00 s).": drawn(0, INFEASIBLE),
    "The time limit ended the drawing after 1,000 of 2,000 cubes (sums, seed 7, 0.00 s).": drawn(
        1_000, PARTIAL, stopped=TIME
    ),
    "Given up (3,000 tries in vain) after 0 of 2,000 cubes, in 3,000 tries; whether any cube satisfies the rules is not known (sums, seed 7, 0.00 s).": drawn(
        0, UNKNOWN, stopped=EFFORT, tries=3_000
    ),
    "Interrupted after 0 of 2,000 cubes from 5 that satisfy the rules (sums, seed 7, 0.00 s).": drawn(
        0, UNKNOWN, stopped=INTERRUPT, total=5
    ),
    "Interrupted after 0 of 1 cube; whether any cube satisfies the rules is not known (no way yet, seed 7, 0.00 s).": SampleAnswer(
        {"seed": 7, "n": 1, "tries": 1}, UNKNOWN, stopped=INTERRUPT
    ),
    # rank and unrank
    "Numbered from 0 to 1,999 (sums, 0.00 s).": RankAnswer(
        {}, COMPLETE, total=2_000, method="sums"
    ),
    "Numbered from 0 to 1,999; 1 cube breaks the rules (sums, 0.00 s).": RankAnswer(
        {}, INFEASIBLE, [BROKEN], total=2_000, method="sums"
    ),
    "2 states break the rules (nothing was numbered, 0.00 s).": RankAnswer(
        OfStates(), INFEASIBLE, [BROKEN] * 2
    ),
    "No cube satisfies the rules (sums, 0.00 s).": RankAnswer(
        {}, INFEASIBLE, total=0, method="sums"
    ),
    "The time limit passed before the cubes were numbered (nothing was numbered, 0.00 s).": RankAnswer(
        {}, UNKNOWN, stopped=TIME
    ),
    "Interrupted before the cubes were numbered (nothing was numbered, 0.00 s).": RankAnswer(
        {}, UNKNOWN, stopped=INTERRUPT
    ),
    # complete and fewest
    "No cube agrees with these stickers: U1 is red (0.00 s). `repair` gives the nearest ones.": Completed(
        {}, INFEASIBLE, conflict=Conflict("U1 is red", (0,))
    ),
    "Stopped before it was known how many cubes agree (0.00 s).": Completed({}, UNKNOWN),
    "No state agrees with what is known (0.00 s). `repair` gives the nearest ones.": Completed(
        OfStates(), INFEASIBLE, count=0
    ),
    "1 cube agrees with the known stickers (0.00 s). So the 2 unknown stickers can be worked out.": Completed(
        {}, COMPLETE, count=1, unknown=2
    ),
    "1 state agrees with what is known (0.00 s). So the 1 unknown slot can be worked out.": Completed(
        OfStates(), COMPLETE, count=1, unknown=1
    ),
    "1 cube agrees with the known stickers, held with DBL at home (0.00 s).": Completed(
        {}, COMPLETE, count=1, held="DBL"
    ),
    "2,000 cubes agree with the known stickers, held as given; 1 is listed (0.00 s).\nLook at U4 next: it leaves 999.0 on average, 999 at worst.": Completed(
        {}, PARTIAL, [SOLVED], count=2_000, held="any", unknown=9, next_sticker=asking(999, 999)
    ),
    "3 cubes agree with the known stickers; 2 are listed; time ended the list (0.00 s).\nLook at U4 next: it leaves 1,000 on average, 1,000 at worst.": Completed(
        {}, PARTIAL, [SOLVED] * 2, count=3, stopped=TIME, next_sticker=asking(1_000, 1_000)
    ),
    "3 cubes agree with the known stickers; 0 are listed; interrupted (0.00 s).\nLook at U4 next: it leaves 1.7 on average, 2 at worst.": Completed(
        {}, PARTIAL, count=3, stopped=INTERRUPT, next_sticker=asking(1, 2)
    ),
    "9 stickers determine the cube, and no fewer do; 1 set of that size, and no others (0.00 s).": FewestAnswer(
        {}, COMPLETE, size=9, proven=9, sets=["U"]
    ),
    "9 stickers determine the cube, and no fewer do; there are other sets of that size (0.00 s).": FewestAnswer(
        {}, PARTIAL, size=9, proven=9, sets=["U", "R"]
    ),
    "9 stickers determine the cube; at least 8 are needed (0.00 s).": FewestAnswer(
        {}, PARTIAL, size=9, proven=8, sets=["U"]
    ),
    "Stopped before any set was found (0.00 s).": FewestAnswer({}, UNKNOWN),
    "Stopped before any set was found (1.00 s).": FewestAnswer(
        {}, UNKNOWN, seconds=1.0, completed=Completed({}, COMPLETE, count=1)
    ),
    "2 cubes agree with the known stickers, so they determine none.": FewestAnswer(
        {}, INFEASIBLE, completed=Completed({}, COMPLETE, count=2)
    ),
    "2,000 cubes agree with the known stickers, so they determine none.": FewestAnswer(
        {}, INFEASIBLE, completed=Completed({}, COMPLETE, count=2_000)
    ),
    "No cube agrees with these stickers: F1 is red (0.00 s). `repair` gives the nearest ones.": FewestAnswer(
        {}, INFEASIBLE, completed=Completed({}, INFEASIBLE, conflict=Conflict("F1 is red", (18,)))
    ),
    # repair and recognise
    "Stopped before any near cube was found (0.00 s).": repaired("U", UNKNOWN),
    "The time limit came first: the best so far differs in 2,000 stickers; no cube differs in fewer than 1,000 (0.00 s).": repaired(
        "U", PARTIAL, distance=2_000, proven=1_000, stopped=TIME
    ),
    "Interrupted: the best so far differs in 7 pieces; no cube differs in fewer than 4 (0.00 s).": repaired(
        "U", PARTIAL, distance=7, proven=4, stopped=INTERRUPT, by="piece"
    ),
    "1 real cube differs in 1 sticker. None is nearer (0.00 s).": repaired(
        "U", COMPLETE, distance=1, proven=1, count=1
    ),
    "2 real cubes differ in confusions that cost 2. None is nearer. 1 of them is listed. With the colours named after the centres that it shows, it would differ in 1,000: was it held in another way? (0.00 s).": repaired(
        "U",
        PARTIAL,
        distance=2,
        proven=2,
        count=2,
        repairs=[SOLVED],
        confusion="camera",
        renamed=1_000,
    ),
    "This is a real cube: nothing has to change (0.00 s).": repaired("U", COMPLETE, count=1),
    "2 real cubes agree with the known stickers: nothing has to change (0.00 s).": repaired(
        "U", COMPLETE, count=2, by="piece"
    ),
    "1 real cube agrees with the known stickers: nothing has to change (0.00 s).": repaired(
        "U.", COMPLETE, count=1
    ),
    "3 real cubes agree with the known stickers: nothing has to change. 2 of them are listed (0.00 s).": repaired(
        "U.", PARTIAL, count=3, repairs=[SOLVED] * 2
    ),
    "Moves can make this state: nothing has to change (0.00 s).": repaired(
        "", COMPLETE, of=OfStates, count=1
    ),
    "2 states that moves can make agree with what is known (0.00 s).": repaired(
        "", COMPLETE, of=OfStates, count=2, repairs=[SOLVED] * 2
    ),
    "1 state that moves can make agrees with what is known; there may be others as near (0.00 s).": repaired(
        "", PARTIAL, of=OfStates, repairs=[SOLVED]
    ),
    "1 state that moves can make differs in 1 piece, and none in fewer; there may be others as near (0.00 s).": repaired(
        "", PARTIAL, of=OfStates, repairs=[SOLVED], distance=1, proven=1, by="piece"
    ),
    "2 states that moves can make differ in 2 pieces, and none in fewer (0.00 s).": repaired(
        "",
        COMPLETE,
        of=OfStates,
        count=2,
        repairs=[SOLVED] * 2,
        distance=2,
        proven=2,
        by="piece",
    ),
    "Stopped before the cube was known (0.00 s).": RecogniseAnswer({}, UNKNOWN),
    "No cube that turns can make has these colours: U1 is red (0.00 s).": RecogniseAnswer(
        {}, INFEASIBLE, objection="U1 is red"
    ),
    "The cube is certain, by more than 1,000 to 1 (0.00 s).": RecogniseAnswer({}, COMPLETE),
    **{
        f"The likeliest cube is the right one {how} (0.00 s). The next one differs in {where}.\nLook at U1: is it white, as here, or red or blue? Confirm U1=white, U1=red or U1=blue.": RecogniseAnswer(
            {}, COMPLETE, recognised=ranked(number, 54), ask=LOOK, probability=likely
        )
        for number, where, likely, how in [
            (2, "U1 and U2", 2 / 3 + 1e-9, "by 2 to 1"),
            (6, "U1, U2, U3, U4, U5 and U6", 0.6, "with a probability of 60 %"),
            (7, "7 stickers", 0.9991, "by 1,110 to 1"),
        ]
    },
    "The likeliest cube is the right one with a probability of 50 % (0.00 s).\nLook at U1: is it white, as here, or red or blue? Confirm U1=white, U1=red or U1=blue.": RecogniseAnswer(
        {}, COMPLETE, recognised=ranked(), ask=LOOK, probability=0.5
    ),
    # solve, solve_all, reach
    "1 cube solved (0.00 s).": solved([report(2, optimal=True)], COMPLETE),
    "2 cubes solved, 1 of them perhaps not in the fewest turns, 1 not; the time limit passed (0.00 s).": solved(
        [report(2, optimal=True), report(3), SOLVED], PARTIAL, stopped=TIME
    ),
    "2,001 cubes solved, 2,000 of them perhaps not in the fewest turns; the time limit passed (0.00 s).": solved(
        [report(2, optimal=True), *[report(3)] * 2_000], PARTIAL, stopped=TIME
    ),
    "1 cube solved, perhaps not in the fewest turns; interrupted (0.00 s).": solved(
        [report(3)], PARTIAL, stopped=INTERRUPT
    ),
    "2 cubes solved, 1 of them perhaps not in the fewest turns; interrupted (0.00 s).": solved(
        [report(2, optimal=True), report(3)],
        PARTIAL,
        stopped=INTERRUPT,
        asked={"method": "pocket, optimal"},  # of cubes of two sizes
    ),
    "1 cube solved; the effort was not enough (0.00 s).": solved(
        [report(3)], PARTIAL, stopped=EFFORT, asked={"method": "two-phase"}
    ),
    **{
        words: solved(
            [report(2)] * number,
            status,
            stopped=stopped,
            reason=reason,
            asked={"question": "solve_all", "up_to_commuting": commuting},
        )
        for number, status, stopped, reason, commuting, words in [
            (
                1,
                COMPLETE,
                None,
                None,
                False,
                "1 shortest solution of 2 turns, and no others (0.00 s).",
            ),
            (
                2,
                COMPLETE,
                None,
                None,
                True,
                "2 shortest solutions of 2 turns, up to the order of commuting moves, and no others (0.00 s).",
            ),
            (
                2,
                PARTIAL,
                LIMIT,
                None,
                False,
                "Stopped after 2 shortest solutions; there may be more (0.00 s).",
            ),
            (
                0,
                UNKNOWN,
                INTERRUPT,
                "none has 5 turns",
                False,
                "Interrupted after 0 shortest solutions: none has 5 turns (0.00 s).",
            ),
        ]
    },
    "These moves cannot lead there (0.00 s).": reached([], INFEASIBLE),
    "No way (0.00 s).": reached([], INFEASIBLE, reason="no way"),
    "1 sequence, and no other shortest ones (0.00 s).": reached([TURNED], COMPLETE),
    "2 sequences, up to the order of commuting moves, and no other wanted ones (0.00 s).": reached(
        [TURNED] * 2, COMPLETE, asked={"up_to": 3, "up_to_commuting": True}
    ),
    "Stopped after 2 states, as asked; there are more (0.00 s).": reached(
        [TURNED] * 2, PARTIAL, of=OfStates, stopped=LIMIT
    ),
    "Stopped after 1 sequence; there may be more (0.00 s).": reached(
        [TURNED], PARTIAL, stopped=TIME
    ),
    "Interrupted after 0 sequences; there may be more (0.00 s).": reached(
        [], UNKNOWN, stopped=INTERRUPT
    ),
    "None of 5 (0.00 s).": reached([], UNKNOWN, reason="none of 5", stopped=TIME),
    **{
        f"{how}, 7 turns; whether fewer lead there is not known{known} (0.00 s).": reached(
            [report(7, proven)], PARTIAL, stopped=stopped
        )
        for stopped, how, proven, known in [
            (TIME, "Moves found in time", 1, ""),
            (INTERRUPT, "Interrupted: moves", 2, ", but none are shorter than 2 turns"),
            (EFFORT, "Moves found with this effort", 6, ", but none are shorter than 6 turns"),
        ]
    },
    # prove and verify
    "There are 2. The proof, 2,000 clauses, 1.2 MB, is in proof (0.00 s).": ProveAnswer(
        {"folder": "proof"},
        COMPLETE,
        certificate={
            "claim": "There are 2.",
            "proof": {"clauses": 2_000},
            "files": {LRAT: {"bytes": 1_250_000}},
        },
    ),
    "The proof of this number takes a graph of more than 500,000 nodes; nothing is proven, and nothing written (0.00 s).": ProveAnswer(
        {"of_count": True}, UNKNOWN, stopped=LIMIT
    ),
    "The time limit ended the work; nothing is proven, and nothing written (0.00 s).": ProveAnswer(
        {"of_count": True}, UNKNOWN, stopped=TIME
    ),
    "Interrupted; nothing is proven, and nothing written (0.00 s).": ProveAnswer(
        {"of_count": True}, UNKNOWN, stopped=INTERRUPT
    ),
    "Accepted: There are 2. (0.00 s)": VerifyAnswer({}, COMPLETE, claim={"claim": "There are 2."}),
    "Refused: proof: line 2 (0.00 s).": VerifyAnswer(
        {},
        INFEASIBLE,
        checks=[
            CheckDone("files", True, "all there", 0.0),
            CheckDone("proof", False, "line 2", 0.0),
        ],
    ),
    "The time limit ended the work; the certificate is neither accepted nor refused (0.00 s).": VerifyAnswer(
        {}, UNKNOWN, stopped=TIME
    ),
    "Interrupted; the certificate is neither accepted nor refused (0.00 s).": VerifyAnswer(
        {}, UNKNOWN, stopped=INTERRUPT
    ),
    # export and import-solution
    "The question as DIMACS CNF, for SAT solvers.": ExportAnswer({"to": "cnf"}, COMPLETE),
    "1 cube, and no others, says the solver.": imported(1, COMPLETE),
    "2 states, checked; there may be more.": imported(2, PARTIAL, puzzle="skewb"),
    "1 sequence of moves, and no others, says the solver.": imported(1, COMPLETE, moves="R"),
    "No cube satisfies these rules, says the solver.": imported(0, INFEASIBLE),
    "No moves solve the cube, says the solver.": imported(0, INFEASIBLE, moves="R"),
    "No cube so far; there may be some.": imported(0, UNKNOWN),
    "1 cube, checked; there may be more. 2 solutions dropped for breaking no-touching=side, which the file does not express.": imported(
        1, PARTIAL, solutions=3
    ),
    # rules, texts, several cubes
    "no rules (preserved by 48 of 48 symmetries).": MeaningAnswer(
        query={}, status=COMPLETE, meaning=SimpleNamespace(meaning={}, symmetries=48)
    ),
    "a: one; b: two (preserved by 6 of 48 symmetries).": MeaningAnswer(
        query={},
        status=COMPLETE,
        meaning=SimpleNamespace(meaning={"a": "one", "b": "two"}, symmetries=6),
    ),
    "1 text rewritten.": TextsAnswer({}, COMPLETE, texts=[{}]),
    "2,000 cubes: 2 answered in full, 1 answered in part, 1 answered with no, 1 not answered; the time limit passed (0.00 s).": Answers(
        {"cubes": 2_000},
        PARTIAL,
        stopped=TIME,
        answers=[
            Answer({}, status) for status in (UNKNOWN, COMPLETE, INFEASIBLE, PARTIAL, COMPLETE)
        ],
    ),
    "1 cube: none answered; interrupted (0.00 s).": Answers(
        {"cubes": 1}, UNKNOWN, stopped=INTERRUPT
    ),
}


@pytest.mark.parametrize(("sentence", "answer"), SENTENCES.items(), ids=range(len(SENTENCES)))
def test_what_an_answer_says(sentence, answer):
    assert answer.sentence() == sentence


def test_conflicts_and_what_else_holds_are_listed():
    twist = CUBE.laws[0]
    home = f"    {Cube().facelets}"
    clashing = ExplainAnswer(
        {},
        INFEASIBLE,
        satisfiable=False,
        clashes=[CLASH, Clash((RULE, twist), "native", "cnf")],
        relaxations=[DROPPED, Relaxation((RULE, twist), SOLVED)],
    )
    assert clashing.explanation().splitlines()[1:] == [
        "",
        "what clashes:",
        "  solved=cross and no-touching=side clash (proven by native)",
        "  solved=cross cannot hold on a cube that turns can make, by the law of twist "
        "(proven by native, checked by cnf)",
        "  (the law of twist: the twists of the corners add up to whole turns)",
        "",
        "what to drop, and a cube for each choice:",
        "  without solved=cross: 2,000 cubes",
        home,
        "",
        "or, on a cube that is taken apart and put together otherwise:",
        "  without solved=cross and the law of twist",
        home,
    ]
    relations = dict(zip((RULE, OTHER), (Relation.POSSIBLE, Relation.IMPLIED), strict=True))
    related = ExplainAnswer({}, COMPLETE, [SOLVED], satisfiable=True, relations=relations)
    assert related.explanation().splitlines()[1:] == [
        f"for example {Cube().facelets}",
        "",
        "all of these cubes satisfy:",
        "  no-touching=side",
        "",
        "some of them satisfy, and some do not:",
        "  solved=cross",
    ]
    known = Clash((RULE,), "native").sentence(others=True), CLASH.sentence(others=True)
    assert known == (
        "solved=cross allows for no other cube",
        "solved=cross and no-touching=side allow for no other cube",
    )


def test_conflicts_and_what_else_holds_as_data():
    twist = CUBE.laws[0]
    conflict = {"rules": ["solved=cross", "no-touching=side"], "checked_by": None}
    with_law = {"rules": ["solved=cross"], "laws": ["twist"], "checked_by": "cnf"}
    clashing = ExplainAnswer(
        {},
        INFEASIBLE,
        satisfiable=False,
        known=[TURNED],
        clashes=[CLASH, Clash((RULE, twist), "native", "cnf")],
        relaxations=[DROPPED, Relaxation((OTHER, twist), SOLVED)],
        searches=7,
    ).as_dict()
    home = Cube().facelets
    assert clashing["conflicts"] == [
        {**each, "proven_by": "native"} for each in (conflict, with_law)
    ]
    assert clashing["corrections"] == [
        {"rules": ["solved=cross"], "count": 2_000, "example": home},
        {"rules": ["no-touching=side"], "laws": ["twist"], "example": home},
    ]
    assert (clashing["satisfiable"], clashing["searches"]) == (False, 7)
    assert clashing["known"] == [TURNED.facelets]
    assert not clashing.keys() & {relation.value for relation in Relation}
    relations = dict(zip((RULE, OTHER), (Relation.POSSIBLE, Relation.IMPLIED), strict=True))
    related = ExplainAnswer({}, COMPLETE, satisfiable=True, relations=relations).as_dict()
    assert {relation.value: related[relation.value] for relation in Relation} == {
        "implied": ["no-touching=side"],
        "possible": ["solved=cross"],
        "impossible": [],
        "undecided": [],
    }
    assert not related.keys() & {"known", "searches", "conflicts", "corrections"}


def test_moves_as_they_are_named_are_counted_as_such():
    """A slice is one move of those that may be used, and two turns of faces."""
    assert "1 shortest solution of 1 move, and no others" in str(solve_all("M2", turns="M2,U"))
    assert "1 shortest solution of 1 turn, and no others" in str(solve_all("R2", table="tiny"))


def test_the_line_of_a_cube_has_its_moves():
    """However they were named, and that nothing is to be done; of one without moves, why."""
    assert str(TURNED) == TURNED.facelets
    solved = TURNED.solved_by(Solution(Moves("U' R'"), "htm", True, 2, 0.0, 0))
    assert str(solved) == f"{TURNED.facelets}  U' R'"
    done = SOLVED.solved_by(Solution(Moves(""), "htm", True, 0, 0.0, 0))
    assert str(done) == f"{SOLVED.facelets}  (solved already)"
    late = replace(TURNED, unsolved="the time limit passed")
    assert str(late) == f"{TURNED.facelets}  no moves: the time limit passed"
    with pytest.raises(AssertionError, match="does not solve"):
        SOLVED.solved_by(Solution(Moves("R"), "htm", True, 1, 0.0, 0))


def test_plans_are_laid_out():
    ways = [
        Way("pieces", "chosen", 7_300.0, "closed forms"),
        Way("listing", "not needed", math.inf, "lists them"),
        Way("group", "refused", None, "is for puzzles"),
    ]
    table = [
        "way                  predicted      what it does, or why not",
        "pieces   chosen      about 2 hours  closed forms",
        "listing  not needed  unknown        lists them",
        "group    refused     -              is for puzzles",
        "why: it is quick",
    ]
    plan: Any = SimpleNamespace(reason="it is quick", attempts=(), refused={})
    for more, last in (
        ({"predicted": 7_300.0}, ["time: about 2 hours, predicted from pieces at work"]),
        (
            {"predicted": math.inf},
            ["time: longer than can be predicted, predicted from pieces at work"],
        ),
        ({"count": 3, "seconds": 1.234}, ["time: done already, in 1.23 s"]),
        (
            {"estimate": Estimated(3, 2, 4, 5, 1), "predicted": 2.0},
            ["time: done already, in 0.00 s"],
        ),
        ({}, []),
    ):
        answer = counted(COMPLETE, plan=plan, ways=ways, **more)
        assert answer.explanation().splitlines() == [*table, *last]
    assert counted(COMPLETE, ways=ways).explanation() == "no plan was made"


def test_how_cubes_are_drawn_is_explained():
    sampler: Any = SimpleNamespace(name="pieces", summary="closed forms")
    plan = Plan(sampler, "it is quick", {"filtering": "too many", "group": "for puzzles"})
    assert drawn(0, UNKNOWN, plan=plan).explanation() == (
        "pieces: closed forms\nwhy: it is quick\nnot filtering: too many\nnot group: for puzzles"
    )
    assert drawn(0, UNKNOWN).explanation() == "no plan was made"


def test_numbers_alone():
    """An estimate is marked, and has as many digits as it is worth."""
    assert counted(COMPLETE, count=2_000).written() == "2000"
    assert counted(UNKNOWN, at_least=5).written() == ""
    for hits, text in ((0, "<=130000"), (1, "~123500")):
        estimate = Estimated(123_456, 120_000, 130_000, 5_000, hits)
        assert counted(COMPLETE, estimate=estimate).written() == text


def test_how_well_a_number_is_known():
    estimate = Estimated(123_456, 120_000, 130_000, 5_000, 3)
    for kind, answer in (
        ("exact", counted(COMPLETE, count=0)),
        ("exact", counted(COMPLETE, count=5, at_least=3)),
        ("estimate", counted(COMPLETE, estimate=estimate)),
        ("at-least", counted(PARTIAL, at_least=5)),
        ("nothing", counted(UNKNOWN, at_least=0)),
        ("nothing", counted(UNKNOWN)),
    ):
        assert answer.kind == answer.as_dict()["kind"] == kind


def test_what_a_search_took_is_said():
    statistics = Statistics(nodes=2_000, candidates=1, rejected=1_000, searching=1.234)
    taken = "0.00 s building, 1.23 s searching, 0.00 s checking"
    assert statistics.sentence() == f"2,000 nodes, 1 candidate, 1,000 rejected; {taken}"
    more = replace(statistics, conflicts=2, solving=0.5).sentence()
    assert more == (
        f"2,000 nodes, 2 conflicts, 1 candidate, 1,000 rejected; {taken}, 0.50 s solving"
    )


def test_every_answer_says_something_here():
    """But `rules`, which counts what is registered, and pictures."""
    ours = {
        each for each in answers() if each.__module__.startswith("cubecsp.")
    }  # not those of other tests
    assert ours - {*map(type, SENTENCES.values())} == {Drawn, RulesAnswer}


def test_long_answers_are_printed_in_part():
    lines = str(Answer({}, COMPLETE, [SOLVED] * 2_000)).splitlines()
    shown = len(lines) - 2
    assert lines[-2:] == [f"and {2_000 - shown:,} more", "2,000 cubes, the whole answer (0.00 s)."]
    assert f"and {1:,} more" in str(Answer({}, COMPLETE, [SOLVED] * (shown + 1)))
    assert "more" not in str(Answer({}, COMPLETE, [SOLVED] * shown))


@pytest.mark.parametrize(
    ("callback", "arguments", "note"),
    [
        (progress.searching, (SimpleNamespace(fraction=0.5), 2_000), (0.5, "2,000 found")),
        (progress.drawing, (0.5, 2_000), (0.5, "2,000 drawn")),
        (progress.numbering, (0.5,), (0.5, "")),
        (progress.explaining, (1, 2_000), (None, "1 conflict, 2,000 corrections")),
        (progress.counting, (Step(None),), (None, "")),
        (progress.counting, (Step(0.5, least=2_000),), (0.5, "at least 2,000")),
        (progress.counting, (Step(0.5, left=10.0),), (0.5, "")),
        (progress.counting, (Step(0.5, 3, left=11.0),), (0.5, "at least 3, about 11 seconds left")),
        (progress.counting, (Step(0.5, left=math.inf),), (0.5, "")),
        (progress.solving, (SearchProgress(0.5, 0, 0, 0.0),), (0.5, "making the table, once")),
        (
            progress.solving,
            (SearchProgress(1, 14, 2_000_400_000, 0.0),),
            (None, "14 turns or more, 2,000 million positions"),
        ),
        (partial(progress.choosing, minimise=False), (None, 9), (None, "none so far, at most 9")),
        (partial(progress.choosing, minimise=True), (7, 5), (None, "7 so far, gap 2, at least 5")),
    ],
)
def test_what_is_said_meanwhile(callback, arguments, note):
    shown = []
    callback(lambda *one: shown.append(one))(*arguments)
    assert shown == [note]
    assert callback(None) is None
