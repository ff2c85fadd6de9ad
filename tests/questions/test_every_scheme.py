"""Every question shows every cube in the colours that are asked for, whichever way its answer comes about."""

from __future__ import annotations

import pytest

import cubecsp
from cubecsp.questions import QUESTIONS
from cubecsp.questions.asking.parameter import parameters

SCHEME = "WRGYOB"
BEST = {"rules": "solved=F2L", "maximise": "count(U, U)"}
WAYS = {
    "find": [
        {"rules": "solved=F2L", "limit": 2},
        {"rules": "solved=F2L", "limit": 2, "classes": True},
        {"rules": "solved=F2L+corners", "limit": 2, "solve": "two-phase"},
        {"rules": "at-most=3", "limit": 2, "seed": 1},
        {"rules": "solved=F2L+corners", "limit": 2, "engine": "cpsat"},
    ],
    "best": [
        BEST | {"limit": 1},
        BEST | {"limit": 2},
        BEST | {"limit": 1, "pareto": True, "then": "-count(F, U)"},
        BEST | {"limit": 1, "solve": "two-phase"},
    ],
    "sample": [
        {"rules": "solved=F2L", "n": 2, "seed": 1},
        {"rules": "at-most=4", "n": 2, "seed": 1, "method": "rejection"},
    ],
    "scramble": [{"rules": "solved=F2L", "n": 2, "seed": 1}, {"n": 1, "seed": 1, "size": 2}],
    "unrank": [{"numbers": [0, 5], "rules": "solved=F2L"}, {"numbers": [5], "size": 2}],
}
"""By question, one question for each way in which its answer gets its cubes."""

READERS = {"convert", "picture", "recognise", "import_solution"}
"""Questions whose scheme is that of what they read or write: tests of these."""


def test_every_question_with_a_scheme_has_its_ways():
    shown = {
        name
        for name in QUESTIONS
        if parameters(QUESTIONS[name]).get("scheme") and "cubes" not in parameters(QUESTIONS[name])
    }
    assert shown - READERS == {*WAYS}


def told(value: object) -> list[dict[str, object]]:
    """Return all cubes that stand anywhere in an answer."""
    if isinstance(value, dict):
        inner = [cube for each in value.values() for cube in told(each)]
        return ([value] if "facelets" in value else []) + inner
    return [cube for each in value for cube in told(each)] if isinstance(value, list) else []


@pytest.mark.ordinary(8)
@pytest.mark.parametrize(
    ("name", "how"), [(name, how) for name, ways in WAYS.items() for how in ways], ids=str
)
def test_all_cubes_of_an_answer_are_in_the_colours_that_are_asked_for(name, how):
    plain, shown = (
        told(getattr(cubecsp, name)(**how, **more).as_dict()) for more in ({}, {"scheme": SCHEME})
    )
    assert [cube["facelets"] for cube in shown] == [cube["facelets"] for cube in plain]
    assert {cube.get("scheme") for cube in shown} == {SCHEME}
    assert {cube.get("scheme", "URFDLB") for cube in plain} == {"URFDLB"}
