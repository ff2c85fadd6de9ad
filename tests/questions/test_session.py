"""Sessions: each question is answered as alone, whatever was asked before."""

from __future__ import annotations

import random

import pytest

from cubecsp import InputError, Session, Status, Stop, find

COMMON = "solved=F2L+edges"
MORE = [
    "count(U, U)==6",
    "colours(F)==2 not solved=URF",
    "any(order=2, colours(B)==3)",
    "no-touching=side",
    ["at-most=7", "colours(U)==3"],
    (),
]


def test_questions_of_a_session_are_answered_as_alone():
    rng = random.Random(58)
    session = Session(COMMON)
    for more in rng.choices(MORE, k=8):
        alone = find([COMMON, *([more] if isinstance(more, str) else more)], limit=None)
        found = session.find(more, limit=None)
        assert found.status is alone.status
        assert {report.facelets for report in found} == {report.facelets for report in alone}
        assert len(found) == len(alone)


def test_a_question_that_a_limit_ends_leaves_no_trace():
    session = Session(COMMON, size=3)
    some = session.find("count(U, U)==6", limit=2)
    assert (len(some), some.stopped) == (2, Stop.LIMIT)
    late = session.find("count(U, U)==7", time_limit=1e-9)
    assert (late.status, late.stopped) == (Status.UNKNOWN, Stop.TIME)
    whole = find([COMMON, "count(U, U)==6"], limit=None)
    assert {*session.find("count(U, U)==6", limit=None)} == {*whole}


def test_other_parameters_and_puzzles_are_those_of_find():
    session = Session("no-touching=side", size=2)
    classes = session.find("solved=URF+UFL+ULB", limit=None, classes=True)
    views = session.find("solved=URF+UFL+ULB", limit=None, project="U1")
    alone = find(["no-touching=side", "solved=URF+UFL+ULB"], size=2, limit=None, classes=True)
    assert (classes.count, classes.classes) == (alone.count, alone.classes)
    assert {report.facelets[0] for report in views} == {r.facelets[0] for r in classes} | {
        report.facelets[0]
        for report in find(["no-touching=side", "solved=URF+UFL+ULB"], size=2, limit=None)
    }
    session = Session("solved=CENTERS", puzzle="skewb")
    assert len(session.find(limit=3)) == 3


def test_what_a_session_does_not_do_is_refused():
    session = Session(COMMON)
    for wrong in ({"seed": 1}, {"engine": "native"}, {"size": 2}):
        with pytest.raises(InputError, match="a session chooses"):
            session.find(**wrong)


def test_questions_at_the_same_time_are_answered_as_alone():
    session, more = Session(COMMON), "colours(F)==2 not solved=URF"
    expected = {*find([COMMON, more], limit=None)}
    answers = []

    def ask_again(_report):
        answers.append({*session.find(more, limit=None)})

    assert len(session.find("count(U, U)==6", limit=3, on_found=ask_again)) == 3
    assert answers == [expected] * 3
