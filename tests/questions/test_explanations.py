"""What answers say besides their sentence: explanations, plans, data, and what is said meanwhile."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from made_answers import (
    COMPLETE,
    CONFLICT,
    DROPPED,
    INFEASIBLE,
    OTHER,
    PARTIAL,
    RULE,
    SOLVED,
    TURNED,
    UNKNOWN,
    counted,
    drawn,
)

from cubecsp import Cube, Moves, solve_all
from cubecsp.models.conflicts.relations import Relation
from cubecsp.models.counting.planner import Attempt, Plan, PlanLine
from cubecsp.models.counting.way import Estimate, ProgressSign
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.questions.answers.answer import Answer
from cubecsp.questions.answers.reasons import Conflict, Correction, ExplainAnswer
from cubecsp.questions.answers.statistics import Statistics
from cubecsp.questions.asking import progress
from cubecsp.search.solution import SearchProgress, Solution

pytestmark = pytest.mark.quick


def test_conflicts_and_what_else_holds_are_listed():
    twist = CUBE.invariants[0]
    home = f"    {Cube().facelets}"
    conflicting = ExplainAnswer(
        {},
        INFEASIBLE,
        satisfiable=False,
        conflicts=[CONFLICT, Conflict((RULE, twist), "native", "cnf")],
        corrections=[DROPPED, Correction((RULE, twist), SOLVED)],
    )
    assert conflicting.explanation().splitlines()[1:] == [
        "",
        "minimal conflicts:",
        "  solved=cross and no-touching=side conflict (proven by native)",
        "  solved=cross cannot hold on a solvable cube, by the twist invariant "
        "(proven by native, checked by cnf)",
        "  (the twist invariant: the twists of the corners add up to whole turns)",
        "",
        "minimal corrections (rules to drop), and a cube for each:",
        "  without solved=cross: 2,000 cubes",
        home,
        "",
        "or, on a cube that is taken apart and put together otherwise:",
        "  without solved=cross and the twist invariant",
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
    known = Conflict((RULE,), "native").sentence(others=True), CONFLICT.sentence(others=True)
    assert known == (
        "solved=cross allows for no other cube",
        "solved=cross and no-touching=side allow for no other cube",
    )


def test_conflicts_and_what_else_holds_as_data():
    twist = CUBE.invariants[0]
    conflict = {"rules": ["solved=cross", "no-touching=side"], "checked_by": None}
    with_invariant = {"rules": ["solved=cross"], "invariants": ["twist"], "checked_by": "cnf"}
    conflicting = ExplainAnswer(
        {},
        INFEASIBLE,
        satisfiable=False,
        known=[TURNED],
        conflicts=[CONFLICT, Conflict((RULE, twist), "native", "cnf")],
        corrections=[DROPPED, Correction((OTHER, twist), SOLVED)],
        searches=7,
    ).as_dict()
    home = Cube().facelets
    assert conflicting["conflicts"] == [
        {**each, "proven_by": "native"} for each in (conflict, with_invariant)
    ]
    assert conflicting["corrections"] == [
        {"rules": ["solved=cross"], "count": 2_000, "example": home},
        {"rules": ["no-touching=side"], "invariants": ["twist"], "example": home},
    ]
    assert (conflicting["satisfiable"], conflicting["searches"]) == (False, 7)
    assert conflicting["known"] == [TURNED.facelets]
    assert not conflicting.keys() & {relation.value for relation in Relation}
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
    assert "1 shortest solution (1 move); it is unique" in str(solve_all("M2", turns="M2,U"))
    assert "1 shortest solution (1 turn); it is unique" in str(
        solve_all("R2", pruning_table="tiny")
    )


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
        PlanLine("pieces", "chosen", 7_300.0, "closed forms"),
        PlanLine("listing", "not needed", math.inf, "lists them"),
        PlanLine("group", "refused", None, "is for puzzles"),
    ]
    table = [
        "way                  predicted      what it does, or why not",
        "pieces   chosen      about 2 hours  closed forms",
        "listing  not needed  unknown        lists them",
        "group    refused     -              is for puzzles",
        "why: it is quick",
    ]
    plan: Any = SimpleNamespace(reason=lambda _: "it is quick", attempts=(), refused={})
    for more, last in (
        ({"predicted": 7_300.0}, ["time: about 2 hours, predicted from pieces at work"]),
        (
            {"predicted": math.inf},
            ["time: longer than can be predicted, predicted from pieces at work"],
        ),
        ({"count": 3, "seconds": 1.234}, ["time: done already, in 1.23 s"]),
        (
            {"estimate": Estimate(3, 2, 4, 5, 1), "predicted": 2.0},
            ["time: done already, in 0.00 s"],
        ),
        ({}, []),
    ):
        answer = counted(COMPLETE, plan=plan, ways=ways, **more)
        assert answer.explanation().splitlines() == [*table, *last]
    assert counted(COMPLETE, ways=ways).explanation() == "no plan was made"


def test_how_cubes_are_drawn_is_explained():
    way: Any = SimpleNamespace(name="pieces", summary="all", summary_of_drawing="closed forms")
    plan = Plan((Attempt(way, "it is quick"),), {"filtering": "too many", "group": "for puzzles"})
    assert drawn(0, UNKNOWN, plan=plan).explanation() == (
        "pieces: closed forms\nwhy: it is quick\nnot filtering: too many\nnot group: for puzzles"
    )
    assert drawn(0, UNKNOWN).explanation() == "no plan was made"


def test_numbers_alone():
    """An estimate is marked, and has as many digits as it is worth."""
    assert counted(COMPLETE, count=2_000).written() == "2000"
    assert counted(UNKNOWN, at_least=5).written() == ""
    for hits, text in ((0, "<=130000"), (1, "~123500")):
        estimate = Estimate(123_456, 120_000, 130_000, 5_000, hits)
        assert counted(COMPLETE, estimate=estimate).written() == text


def test_how_well_a_number_is_known():
    estimate = Estimate(123_456, 120_000, 130_000, 5_000, 3)
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
        (progress.counting, (ProgressSign(None),), (None, "")),
        (progress.counting, (ProgressSign(0.5, least=2_000),), (0.5, "at least 2,000")),
        (progress.counting, (ProgressSign(0.5, left=10.0),), (0.5, "")),
        (
            progress.counting,
            (ProgressSign(0.5, 3, left=11.0),),
            (0.5, "at least 3, about 11 seconds left"),
        ),
        (progress.counting, (ProgressSign(0.5, left=math.inf),), (0.5, "")),
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
