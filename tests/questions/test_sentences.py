"""What answers say, to the word and the digit: one answer for each way in which a sentence can come out."""

from __future__ import annotations

import math
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest
from made_answers import (
    BROKEN,
    COMPLETE,
    CONFLICT,
    COST,
    DROPPED,
    INFEASIBLE,
    INTERRUPT,
    LIMIT,
    LOOK,
    NODES,
    PARTIAL,
    REAL,
    SOLVED,
    SOUND,
    TIME,
    TRIES,
    TURNED,
    UNKNOWN,
    UNREACHED,
    OfStates,
    asking,
    counted,
    drawn,
    found,
    imported,
    ranked,
    reached,
    repaired,
    report,
    solved,
)
from test_answers_in_python import answers

from cubecsp import Moves
from cubecsp.models.counting.way import Estimate
from cubecsp.models.proofs.certificate import LRAT
from cubecsp.pictures.question import PictureAnswer
from cubecsp.questions.answers.answer import Answer
from cubecsp.questions.answers.reasons import ExplainAnswer
from cubecsp.questions.answers.statistics import Statistics
from cubecsp.questions.apply import ApplyAnswer
from cubecsp.questions.asking.several_cubes import Answers
from cubecsp.questions.best import BestAnswer
from cubecsp.questions.check import CheckAnswer
from cubecsp.questions.complete import CompleteAnswer, StickerConflict
from cubecsp.questions.convert import ConvertAnswer
from cubecsp.questions.describe import DescribeAnswer
from cubecsp.questions.export import ExportAnswer
from cubecsp.questions.fewest import FewestAnswer
from cubecsp.questions.find import FindAnswer
from cubecsp.questions.finding.numbering import RankAnswer
from cubecsp.questions.meaning import MeaningAnswer
from cubecsp.questions.moving.move_texts import TextsAnswer
from cubecsp.questions.prove import ProveAnswer
from cubecsp.questions.recognise import RecogniseAnswer
from cubecsp.questions.rules import RulesAnswer
from cubecsp.questions.sample import SampleAnswer
from cubecsp.questions.verify import CheckDone, VerifyAnswer
from cubecsp.work.tasks import TaskCounter

pytestmark = pytest.mark.quick

EVERY = {"question": "solve_all"}

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
            NODES: "the node limit ended it; there may be better",
            TRIES: "as many tries as allowed; there may be more",
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
    "2 of 3 cubes may be solvable (0.00 s).": CheckAnswer(
        {"rules": []}, INFEASIBLE, [REAL, REAL, SOLVED]
    ),
    "1 of 2 states may be solvable and satisfy the rules; the time limit passed (0.00 s).": CheckAnswer(
        OfStates(rules=["x"]), PARTIAL, [REAL, BROKEN], stopped=TIME
    ),
    "1 of 1 cube may be solvable; interrupted (0.00 s).": CheckAnswer(
        {"rules": []}, PARTIAL, [REAL], stopped=INTERRUPT
    ),
    "1 of 3 states is solvable (0.00 s).": CheckAnswer(
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
    "1 cube. There are no others: all cubes that may satisfy the rules were checked (5,184) in 1.23 s.": found(
        FindAnswer, COMPLETE, count=1, checked=5_184
    ),
    "1 cube. There are no others: the native engine searched all cubes in 0.23 s; the moves took 1.00 s.": found(
        FindAnswer, COMPLETE, count=1, statistics=Statistics(solving=1.0)
    ),
    "2 states. There are no others: the native engine searched all states in 1.23 s.": found(
        FindAnswer, COMPLETE, of=OfStates, count=2
    ),
    "2,000 cubes in 1,000 symmetry classes. There are no others: the native engine searched all cubes; the node limit was reached for the moves of some (1.23 s).": found(
        FindAnswer, PARTIAL, count=2_000, classes=1_000, stopped=NODES
    ),
    "No cube satisfies these rules: the native engine searched all cubes in 1.23 s.": found(
        FindAnswer, INFEASIBLE, count=0
    ),
    "No cube satisfies these rules: the native engine searched all cubes in 1.23 s. a and b conflict; `explain` says which to drop.": found(
        FindAnswer, INFEASIBLE, count=0, reason="a and b conflict"
    ),
    "Stopped at 2 cubes, as asked; there may be more (native engine, 1.23 s).": found(
        FindAnswer, PARTIAL, count=2, stopped=LIMIT, ended=LIMIT
    ),
    "Stopped at 1 symmetry class (48 cubes), as asked; there may be more; the time limit ended the search for moves (native engine, 1.23 s).": found(
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
    "Maximum: 5 (proved optimal). 1 cube reaches it; there are no others (native engine, 1.23 s).": found(
        BestAnswer,
        COMPLETE,
        count=1,
        values=(5,),
        bounds=(5,),
        proven=True,
        asked={"goal": "maximise"},
    ),
    "Minimum: 5 (proved optimal). Showing 2 cubes; others may reach it too; the time limit ended the search for moves (native engine, 1.23 s).": found(
        BestAnswer,
        PARTIAL,
        count=2,
        values=(5,),
        bounds=(5,),
        proven=True,
        ended=LIMIT,
        stopped=TIME,
        asked={"goal": "minimise", "rules": []},
    ),
    "Maximum: 5 (proved optimal). 2 cubes reach it; there are no others; the node limit was reached for the moves of some (native engine, 1.23 s).": found(
        BestAnswer,
        PARTIAL,
        count=2,
        values=(5,),
        bounds=(5,),
        proven=True,
        asked={"goal": "maximise"},
        stopped=NODES,
    ),
    **{
        f"Maximum: 5 (proved optimal). {words} after 2 cubes; others may reach it too (native engine, 1.23 s).": found(
            BestAnswer,
            PARTIAL,
            count=2,
            values=(5,),
            bounds=(5,),
            proven=True,
            ended=ended,
            stopped=ended,
            asked={"goal": "maximise"},
        )
        for ended, words in {
            TIME: "The time limit ended the list",
            INTERRUPT: "Interrupted",
        }.items()
    },
    "The time limit ended the search. Best value so far: 5; upper bound: 9; gap: 4 (native engine, 1.23 s).": found(
        BestAnswer,
        PARTIAL,
        count=1,
        values=(5,),
        bounds=(9,),
        stopped=TIME,
        asked={"goal": "maximise"},
    ),
    "Interrupted before a state was found; lower bound: 2 (native engine, 1.23 s).": found(
        BestAnswer, UNKNOWN, of=OfStates, bounds=(2,), stopped=INTERRUPT, asked={"goal": "minimise"}
    ),
    "The time limit ended the search before a cube was found (native engine, 1.23 s).": found(
        BestAnswer, UNKNOWN, stopped=TIME, asked={"goal": "minimise"}
    ),
    "Maximum: 5, then 2 (proved optimal). 1 cube reaches it; there are no others (native engine, 1.23 s).": found(
        BestAnswer,
        COMPLETE,
        count=1,
        values=(5, 2),
        bounds=(5, 2),
        proven=True,
        asked={"goal": "maximise"},
    ),
    "The time limit ended the search after 1 combination: 5 and 2; there may be more (native engine, 1.23 s).": found(
        BestAnswer, PARTIAL, count=1, front=((5, 2),), stopped=TIME, asked={"pareto": True}
    ),
    # count
    "No cube satisfies these rules (pieces, 0.00 s).": counted(INFEASIBLE, count=0),
    "They conflict (0.00 s).": counted(INFEASIBLE, reason="They conflict"),
    "1 cube satisfies these rules (pieces, exact, 0.00 s).": counted(COMPLETE, count=1),
    "2,000 states satisfy these rules (pieces, exact, 0.00 s).": counted(
        COMPLETE, of=OfStates, count=2_000
    ),
    "2,000 cubes are solvable (pieces, exact, 0.00 s).": counted(COMPLETE, count=2_000, rules=[]),
    "1 cube is solvable, up to rotation of the whole puzzle (pieces, exact, 0.00 s).": counted(
        COMPLETE, count=1, rules=[], asked={"up_to_rotation": True}
    ),
    "2,000 cubes satisfy these rules, in 1 symmetry class (pieces, exact, 0.00 s).": counted(
        COMPLETE, count=2_000, classes=1
    ),
    "2,000 cubes satisfy these rules, in 1,000 symmetry classes under the 16 symmetries that preserve the question (pieces, exact, 0.00 s).": counted(
        COMPLETE, count=2_000, classes=1_000, class_symmetries=16
    ),
    "9 cubes satisfy these rules (pieces, exact, 0.00 s). 1 finished task was read from the checkpoint file 'a.db'.": counted(
        COMPLETE, count=9, asked={"resume": "a.db"}, tasks=TaskCounter(1)
    ),
    "9 cubes satisfy these rules (pieces, exact, 0.00 s). 3 finished tasks were read from the checkpoint file 'a.db'.": counted(
        COMPLETE, count=9, asked={"resume": "a.db"}, tasks=TaskCounter(3)
    ),
    "9 cubes satisfy these rules (pieces, exact, 0.00 s).": counted(
        COMPLETE, count=9, asked={"resume": "a.db"}, tasks=TaskCounter()
    ),
    "Estimate: about 123,500 cubes; with 95% confidence 120,000 to 130,000, from 5,000 samples (pieces, 0.00 s).": counted(
        COMPLETE, estimate=Estimate(123_456, 120_000, 130_000, 5_000, 70)
    ),
    "Estimate: at most 4,100 cubes, with 95% confidence; none of 5,000 samples satisfied the rules (pieces, 0.00 s).": counted(
        COMPLETE, estimate=Estimate(0, 0, 4_100, 5_000, 0)
    ),
    "Estimate: at most 4,100 cubes, with 95% confidence; none of 1 sample satisfied the rules (pieces, 0.00 s).": counted(
        COMPLETE, estimate=Estimate(0, 0, 4_100, 1, 0)
    ),
    "Estimate: about 123,500 cubes; with 95% confidence 120,000 to 130,000, from 5,000 samples (pieces, 0.00 s; ended early: more samples would be more precise).": counted(
        PARTIAL, estimate=Estimate(123_456, 120_000, 130_000, 5_000, 1), stopped=TIME
    ),
    "The time limit ended the count (pieces would take about 2 hours). At least 2,000 cubes satisfy these rules. An estimate takes seconds (estimate=True).": counted(
        PARTIAL, at_least=2_000, stopped=TIME, predicted=7_300.0
    ),
    "Interrupted before all were counted. This rule is at fault. 1,200 finished tasks were saved in 'a.db'; the same question continues from it.": counted(
        UNKNOWN,
        stopped=INTERRUPT,
        at_fault="This rule is at fault.",
        asked={"resume": "a.db"},
        tasks=TaskCounter(7, 1_200),
    ),
    "The time limit ended the count. No task was finished, so nothing was saved.": counted(
        UNKNOWN, stopped=TIME, asked={"resume": "a.db"}, tasks=TaskCounter()
    ),
    "Not counted (pieces would take longer than can be predicted). Fewer samples take less time (samples=).": counted(
        UNKNOWN, stopped=COST, predicted=math.inf, asked={"estimate": True}
    ),
    "The time limit ended the count. Fewer samples take less time (samples=).": counted(
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
        {}, INFEASIBLE, satisfiable=False, conflicts=[CONFLICT], corrections=[DROPPED] * 2
    ),
    "No cube satisfies these rules besides 1 cube. The time limit ended it before any minimal conflict was found (0.00 s).": ExplainAnswer(
        {}, INFEASIBLE, satisfiable=False, known=[SOLVED], stopped=TIME
    ),
    # sample
    "Drew 2,000 random cubes out of 3,000 that satisfy the rules (sums, seed 7, 0.00 s).": drawn(
        2_000, COMPLETE, total=3_000
    ),
    "Drew 2 random cubes out of 1 that satisfies the rules (sums, seed 7, 0.00 s).": drawn(
        2, COMPLETE, total=1
    ),
    "Drew 2,000 random cubes out of 3,000 (sums, seed 7, 0.00 s).": drawn(
        2_000, COMPLETE, total=3_000, rules=[]
    ),
    "Drew 2 random cubes out of 1 (sums, seed 7, 0.00 s).": drawn(2, COMPLETE, total=1, rules=[]),
    "3 scrambles made of random moves, not uniformly distributed (random-moves, seed 7, 0.00 s).": SampleAnswer(
        {"seed": 7, "n": 3, "rules": []}, COMPLETE, drawn=3, method="random-moves"
    ),
    "Drew 1 random state, in 2,000 tries (sums, seed 7, 0.00 s).": drawn(
        1, COMPLETE, of=OfStates, tries=2_000
    ),
    "No cube satisfies these rules (sums, seed 7, 0.00 s).": drawn(0, INFEASIBLE),
    "The time limit ended the drawing after 1,000 of 2,000 cubes (sums, seed 7, 0.00 s). The same seed gives these cubes again, then the others.": drawn(
        1_000, PARTIAL, stopped=TIME
    ),
    "Given up (3,000 tries without success) after 0 of 2,000 cubes, in 3,000 tries; whether any cube satisfies the rules is not known (sums, seed 7, 0.00 s).": drawn(
        0, UNKNOWN, stopped=TRIES, tries=3_000
    ),
    "Interrupted after 0 of 2,000 cubes out of 5 that satisfy the rules (sums, seed 7, 0.00 s).": drawn(
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
    # complete and fewest
    "No cube agrees with these stickers: U1 is red (0.00 s). `repair` gives the nearest ones.": CompleteAnswer(
        {}, INFEASIBLE, conflict=StickerConflict("U1 is red", (0,))
    ),
    "Stopped before it was known how many cubes agree (0.00 s).": CompleteAnswer({}, UNKNOWN),
    "No state agrees with what is known (0.00 s). `repair` gives the nearest ones.": CompleteAnswer(
        OfStates(), INFEASIBLE, count=0
    ),
    "1 cube agrees with the known stickers (0.00 s). So the 2 unknown stickers are determined.": CompleteAnswer(
        {}, COMPLETE, count=1, unknown=2
    ),
    "1 state agrees with what is known (0.00 s). So the unknown slot is determined.": CompleteAnswer(
        OfStates(), COMPLETE, count=1, unknown=1
    ),
    "1 cube agrees with the known stickers, with DBL solved (0.00 s).": CompleteAnswer(
        {}, COMPLETE, count=1, orientation="DBL"
    ),
    "2,000 cubes agree with the known stickers, in the given whole-cube orientation; 1 is listed (0.00 s).\nLook at U4 next: it leaves 999.0 on average, 999 at worst.": CompleteAnswer(
        {},
        PARTIAL,
        [SOLVED],
        count=2_000,
        orientation="any",
        unknown=9,
        next_sticker=asking(999, 999),
    ),
    "3 cubes agree with the known stickers; 2 are listed; time ended the list (0.00 s).\nLook at U4 next: it leaves 1,000 on average, 1,000 at worst.": CompleteAnswer(
        {}, PARTIAL, [SOLVED] * 2, count=3, stopped=TIME, next_sticker=asking(1_000, 1_000)
    ),
    "3 cubes agree with the known stickers; 0 are listed; interrupted (0.00 s).\nLook at U4 next: it leaves 1.7 on average, 2 at worst.": CompleteAnswer(
        {}, PARTIAL, count=3, stopped=INTERRUPT, next_sticker=asking(1, 2)
    ),
    "9 stickers determine the cube, and no fewer do; 1 set of that size in all (0.00 s).": FewestAnswer(
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
        {}, UNKNOWN, seconds=1.0, completed=CompleteAnswer({}, COMPLETE, count=1)
    ),
    "2 cubes agree with the known stickers, so they determine none.": FewestAnswer(
        {}, INFEASIBLE, completed=CompleteAnswer({}, COMPLETE, count=2)
    ),
    "No cube agrees with these stickers: F1 is red (0.00 s). `repair` gives the nearest ones.": FewestAnswer(
        {},
        INFEASIBLE,
        completed=CompleteAnswer({}, INFEASIBLE, conflict=StickerConflict("F1 is red", (18,))),
    ),
    # repair and recognise
    "Stopped before any near cube was found (0.00 s).": repaired("U", UNKNOWN),
    "The time limit came first: the best so far differs in 2,000 stickers; none differs in fewer than 1,000 (0.00 s).": repaired(
        "U", PARTIAL, distance=2_000, proven=1_000, stopped=TIME
    ),
    "Interrupted: the best so far differs in 7 pieces; none differs in fewer than 4 (0.00 s).": repaired(
        "U", PARTIAL, distance=7, proven=4, stopped=INTERRUPT, by="piece"
    ),
    "1 solvable cube differs in 1 sticker. None is nearer (0.00 s).": repaired(
        "U", COMPLETE, distance=1, proven=1, count=1
    ),
    "2 solvable cubes differ in confusions that cost 2. None is nearer. 1 of them is listed. With the colours named after the centres that it shows, it would differ in 1,000: was it in another whole-cube orientation? (0.00 s).": repaired(
        "U",
        PARTIAL,
        distance=2,
        proven=2,
        count=2,
        repairs=[SOLVED],
        confusion="camera",
        renamed=1_000,
    ),
    "This cube is solvable: nothing has to change (0.00 s).": repaired("U", COMPLETE, count=1),
    "2 solvable cubes agree with the known stickers: nothing has to change (0.00 s).": repaired(
        "U", COMPLETE, count=2, by="piece"
    ),
    "1 solvable cube agrees with the known stickers: nothing has to change (0.00 s).": repaired(
        "U.", COMPLETE, count=1
    ),
    "3 solvable cubes agree with the known stickers: nothing has to change. 2 of them are listed (0.00 s).": repaired(
        "U.", PARTIAL, count=3, repairs=[SOLVED] * 2
    ),
    "This state is solvable: nothing has to change (0.00 s).": repaired(
        "", COMPLETE, of=OfStates, count=1
    ),
    "2 solvable states agree with what is known (0.00 s).": repaired(
        "", COMPLETE, of=OfStates, count=2, repairs=[SOLVED] * 2
    ),
    "1 solvable state agrees with what is known; there may be others as near (0.00 s).": repaired(
        "", PARTIAL, of=OfStates, repairs=[SOLVED]
    ),
    "1 solvable state differs in 1 piece, and none in fewer; there may be others as near (0.00 s).": repaired(
        "", PARTIAL, of=OfStates, repairs=[SOLVED], distance=1, proven=1, by="piece"
    ),
    "2 solvable states differ in 2 pieces, and none in fewer (0.00 s).": repaired(
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
    "No solvable cube has these colours: U1 is red (0.00 s).": RecogniseAnswer(
        {}, INFEASIBLE, objection="U1 is red"
    ),
    "The cube is certain, with a probability of 99.9 % or more (0.00 s).": RecogniseAnswer(
        {}, COMPLETE
    ),
    **{
        f"The likeliest cube is the right one {how} (0.00 s). The next one differs in {where}.\nLook at U1: is it white, as here, or red or blue? Confirm U1=white, U1=red or U1=blue.": RecogniseAnswer(
            {}, COMPLETE, recognised=ranked(number, 54), ask=LOOK, probability=likely
        )
        for number, where, likely, how in [
            (2, "U1 and U2", 2 / 3 + 1e-9, "with a probability of 66.7 %"),
            (6, "U1, U2, U3, U4, U5 and U6", 0.6, "with a probability of 60 %"),
            (7, "7 stickers", 0.991, "with a probability of 99.1 %"),
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
    "1 cube solved, perhaps not in the fewest turns; interrupted (0.00 s).": solved(
        [report(3)], PARTIAL, stopped=INTERRUPT
    ),
    "2 cubes solved, 1 of them perhaps not in the fewest turns; interrupted (0.00 s).": solved(
        [report(2, optimal=True), report(3)],
        PARTIAL,
        stopped=INTERRUPT,
        asked={"method": "pocket, optimal"},  # of cubes of two sizes
    ),
    "1 cube solved; the node limit was reached (0.00 s).": solved(
        [report(3)], PARTIAL, stopped=NODES, asked={"method": "two-phase"}
    ),
    "1 shortest solution (2 turns); it is unique (0.00 s).": solved(
        [report(2)], COMPLETE, asked=EVERY
    ),
    "2 shortest solutions (2 turns each, up to the order of commuting moves); there are no others (0.00 s).": solved(
        [report(2)] * 2, COMPLETE, asked={**EVERY, "up_to_commuting": True}
    ),
    "Stopped after 2 shortest solutions; there may be more (0.00 s).": solved(
        [report(2)] * 2, PARTIAL, stopped=LIMIT, asked=EVERY
    ),
    "Interrupted after 0 shortest solutions: none has 5 turns (0.00 s).": solved(
        [], UNKNOWN, stopped=INTERRUPT, reason="none has 5 turns", asked=EVERY
    ),
    "These moves cannot lead there (0.00 s).": reached([], INFEASIBLE),
    "No way (0.00 s).": reached([], INFEASIBLE, reason="no way"),
    "1 shortest sequence; it is unique (0.00 s).": reached([TURNED], COMPLETE),
    "2 sequences, up to the order of commuting moves; there are no others (0.00 s).": reached(
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
        f"{how} (7 turns); it is not known whether fewer suffice{known} (0.00 s).": reached(
            [report(7, proven)], PARTIAL, stopped=stopped
        )
        for stopped, how, proven, known in [
            (TIME, "Moves found in time", 1, ""),
            (INTERRUPT, "Interrupted: moves", 2, ", but at least 2 turns are needed"),
            (
                NODES,
                "Moves found within the default node limit",
                6,
                ", but at least 6 turns are needed",
            ),
        ]
    },
    # prove and verify
    "There are 2. The proof (2,000 clauses, 1.2 MB) is in proof (0.00 s).": ProveAnswer(
        {"folder": "proof"},
        COMPLETE,
        certificate={
            "claim": "There are 2.",
            "proof": {"clauses": 2_000},
            "files": {LRAT: {"bytes": 1_250_000}},
        },
    ),
    "The proof of this number takes too large a graph for a checker in Python (more than 500,000 nodes, or 1.0 GB); nothing is proven, and no certificate written (0.00 s).": ProveAnswer(
        {"of_count": True}, UNKNOWN, stopped=LIMIT
    ),
    "The time limit ended the work; nothing is proven, and no certificate written (0.00 s).": ProveAnswer(
        {"of_count": True}, UNKNOWN, stopped=TIME
    ),
    "Interrupted; nothing is proven, and no certificate written (0.00 s).": ProveAnswer(
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
    "The time limit ended the check; the certificate is neither accepted nor refused (0.00 s).": VerifyAnswer(
        {}, UNKNOWN, stopped=TIME
    ),
    "Interrupted; the certificate is neither accepted nor refused (0.00 s).": VerifyAnswer(
        {}, UNKNOWN, stopped=INTERRUPT
    ),
    # export and import-solution
    "The question as DIMACS CNF, for SAT solvers.": ExportAnswer({"to": "cnf"}, COMPLETE),
    "1 cube; according to the solver, there are no others.": imported(1, COMPLETE),
    "2 states, checked; there may be more.": imported(2, PARTIAL, puzzle="skewb"),
    "1 sequence of moves; according to the solver, there are no others.": imported(
        1, COMPLETE, moves="R"
    ),
    "According to the solver, no cube satisfies these rules.": imported(0, INFEASIBLE),
    "According to the solver, no moves solve the cube.": imported(0, INFEASIBLE, moves="R"),
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


def test_every_answer_says_something_here():
    """But `rules`, which counts what is registered, and pictures."""
    ours = {each for each in answers() if each.__module__ in sys.modules}  # not those of pages
    ours = {each for each in ours if each.__module__.startswith("cubecsp.")}  # nor of other tests
    assert ours - {*map(type, SENTENCES.values())} == {PictureAnswer, RulesAnswer}
