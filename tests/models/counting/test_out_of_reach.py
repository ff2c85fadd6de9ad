"""Every rule can be counted, estimated, drawn and numbered, or is refused with a way that works: never an internal error.

How far a question gets is limited by a clock on which the time is over at the n-th look of a deadline at it.
"""

from __future__ import annotations

import time

import numpy as np
import pytest
from counting_questions import question_of
from test_one_deadline import HOUR, Clock

from cubecsp import Cube, LimitError, Status, Stop, count, find, rank, rule, sample, unrank
from cubecsp.errors import OutOfReachError, OutOfTimeError
from cubecsp.models.counting import COUNTERS, automata
from cubecsp.models.counting.coupled_edges import edge_sums, numbers
from cubecsp.models.counting.terms import terms_without_symmetries
from cubecsp.models.rules import RULES
from cubecsp.models.sampling.tried_cubes import tried_cubes
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.stopping import deadline
from cubecsp.stopping.deadline import Deadline, look

LOOKS = 40

QUESTIONS = {
    "count": lambda rules: count(rules, time_limit=HOUR),
    "estimate": lambda rules: count(rules, estimate=True, samples=500, time_limit=HOUR),
    "sample": lambda rules: sample(rules, seed=1, time_limit=HOUR),
    "unrank": lambda rules: unrank(0, rules, time_limit=HOUR),
}

FORMS = (
    lambda text: [text],
    lambda text: [f"not {text}"],
    lambda text: [f"any({text}, solved=F2L)"],
    lambda text: [text, "solved=F2L"],
    lambda text: [f"not all(no-touching=side, {text})"],
)

HARD = ("order=2", "self-inverse", "symmetric=C4v", "faces-same=turned")
"""Rules that couple nearly everything; each is asked in every form."""

EXAMPLES = [one.example for one in RULES.values() if CUBE.is_cube_of(one.sizes)]
CASES = [
    (name, FORMS[(number + shift) % len(FORMS)](text))
    for shift, name in enumerate(QUESTIONS)
    for number, text in enumerate(EXAMPLES)
] + [(name, form(text)) for name in ("count", "sample") for text in HARD for form in FORMS]


@pytest.fixture
def short(monkeypatch):
    """A clock on which the time is over soon."""
    monkeypatch.setattr(deadline, "time", Clock(LOOKS))


@pytest.mark.ordinary(25)
@pytest.mark.few(74)
@pytest.mark.parametrize(("name", "rules"), CASES, ids=str)
@pytest.mark.usefixtures("short")
def test_every_question_about_every_rule_ends_as_documented(name, rules):
    answer = refused = None
    try:
        answer = QUESTIONS[name](rules)
    except LimitError as error:
        refused = error
    if answer is None:
        assert refused.remedy
        return
    assert answer.sentence()
    if answer.stopped is not None:
        assert answer.stopped in (Stop.TIME, Stop.COST)
        assert answer.status in (Status.PARTIAL, Status.UNKNOWN)
    else:
        assert answer.status in (Status.COMPLETE, Status.INFEASIBLE)


@pytest.mark.ordinary(1)
@pytest.mark.few(3)
@pytest.mark.parametrize("text", [*HARD, "order=3"])
def test_what_can_be_listed_is_counted_drawn_and_numbered_alike(text):
    rules = [text, "solved=F2L"]
    listed = sorted(report.cube.placements for report in find(rules, limit=None))
    assert count(rules).count == len(listed) > 0
    numbered = unrank([0, len(listed) - 1], rules)
    assert [report.cube.placements for report in numbered] == [listed[0], listed[-1]]
    drawn = sample(rules, seed=5).cubes[0].cube
    assert drawn.placements == listed[rank(drawn, rules).cubes[0].rank]


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize("text", ["order=2", "self-inverse"])
def test_a_way_that_is_refused_while_it_works_leaves_the_others(text):
    """The edges are beyond the corner walk, which shows only once it is at work, or nearly."""
    answer = count([text, "at-most=8"], explain=True)  # alone it is counted by cycle types
    assert answer.method == "listing"
    assert "corner-walk" in answer.plan.refused
    estimate = count(text, estimate=True, samples=500)
    assert estimate.method == "rejection"
    assert estimate.estimate.least <= 170_911_549_183 <= estimate.estimate.most


@pytest.mark.slow
def test_what_turned_out_to_be_out_of_reach_stays_so():
    """A diagram that could not be finished is not taken for a finished one when the same row comes again."""
    sums, rows = edge_sums(question_of("order=2")), corners_of(Cube())
    for _ in range(2):
        with pytest.raises(OutOfReachError, match="edges cannot be counted: too m"):
            numbers(sums, rows)


def corners_of(cube):
    return np.frombuffer(cube.placements[:8], np.uint8).reshape(1, 8)


@pytest.mark.slow
def test_counting_edges_can_be_ended_and_taken_up_again():
    asked = []

    def poll():
        asked.append(None)
        if len(asked) == 2:
            raise OutOfTimeError

    sums, rows = edge_sums(question_of("at-most=4")), corners_of(Cube.random(seed=3))
    with pytest.raises(OutOfTimeError):
        numbers(sums, rows, poll=poll)
    assert len(asked) == 2
    part = (5, 9)
    fresh = edge_sums(question_of("at-most=4"))
    assert numbers(sums, rows, *part) == numbers(fresh, rows, *part)


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize("rules", [("not order=2",), ("any(order=3, solved=F2L)",)])
def test_the_work_that_makes_automata_is_bounded(rules, monkeypatch):
    worked, residual = [], automata.residual

    def counted(*given):
        worked.append(None)
        return residual(*given)

    monkeypatch.setattr(automata, "residual", counted)
    with pytest.raises(OutOfReachError):
        edge_sums(question_of(*rules))
    assert len(worked) < 60_000
    done = len(worked)
    with pytest.raises(OutOfReachError):
        edge_sums(question_of(*rules))
    assert len(worked) == done  # it is known by then


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize("text", ["order=3", "not order=3", "self-inverse"])
def test_hundreds_of_choices_are_not_split(text):
    """They were split one inside the other, deeper than Python goes."""
    assert tried_cubes(question_of(text)).total > 0
    with pytest.raises(OutOfReachError):
        [*terms_without_symmetries(question_of(text).structure, CUBE, 5_000)]


def test_automata_and_tables_of_rules_obey_the_deadline_of_the_question():
    @rule(on="face", name="slow-face")
    def slow(face):
        return len(set(face.edges)) != 4

    over = Deadline(1e-9)
    time.sleep(0.001)
    with over.enforce(), pytest.raises(OutOfTimeError):
        slow.primitives()
    with over.enforce(), pytest.raises(OutOfTimeError):
        COUNTERS["corner-walk"].prepare(question_of("every-colour"))
    look()  # nothing is obeyed any more
    assert [*slow.primitives()]
    COUNTERS["corner-walk"].prepare(question_of("every-colour"))
