"""A list that its limit cuts says so, and one that it does not cut is whole: every question that lists, in every way."""

from __future__ import annotations

import pytest

import cubecsp
from cubecsp import Status, Stop
from cubecsp.questions import QUESTIONS
from cubecsp.questions.asking.parameter import parameters

TWISTED = "UUUUUUUURFURRRRRRRUFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
LAST_EDGES = {"rules": "solved=F2L+corners"}
TURNS = {"turns": "U,U',R,R'"}
GONE = {5, 6, 7, 8, 9, 10, 18, 19, 20, 38}  # those of URF, UFL, UF and UR
UNKNOWN = "".join("." if at in GONE else "URFDLB"[at // 9] for at in range(54))
WAYS = {
    "find": [
        LAST_EDGES,
        LAST_EDGES | {"classes": True},
        LAST_EDGES | {"seed": 1},
        LAST_EDGES | {"project": "UF"},
        LAST_EDGES | {"solve": "two-phase"},
        {"rules": "distance<=1", "puzzle": "pyraminx"},
    ],
    "best": [
        LAST_EDGES | {"minimise": "count(U, U)"},
        LAST_EDGES | {"minimise": "count(U, U)", "classes": True},
        LAST_EDGES | {"maximise": "count(F, R)", "then": "count(F, L)", "pareto": True},
    ],
    "solve_all": [
        {"cubes": "R L U D"},
        {"cubes": "R L U", "sort": "ease"},
        {"cubes": "R2 U2", "up_to": 4, **TURNS},
        {"cubes": "R2 F2 R2", "size": 2},
        {"cubes": "U R L", "puzzle": "skewb", "up_to": 7},
    ],
    "reach": [
        {"cubes": "R U", "rules": "solved=cross", "up_to": 3, **TURNS},
        {"cubes": "R U", "rules": "solved=cross", "up_to": 2, "niss": True, **TURNS},
        {"cubes": "()", "rules": "changes=CENTERS[0,1,2]", "puzzle": "skewb"},
    ],
    "repair": [{"cubes": TWISTED}, {"cubes": TWISTED, "by": "piece"}],
    "complete": [{"cubes": UNKNOWN}],
}
"""By question, one for each way in which its list comes about: of two and more, which no others are like."""

OF_NO_RULE = {"recognise", "fewest", "sample", "scramble"}
"""Questions of which a limit says how many are likely enough, or drawn; and one that takes long."""


def test_every_question_that_lists_has_its_ways():
    limited = {name for name, question in QUESTIONS.items() if "limit" in parameters(question)}
    assert limited - OF_NO_RULE == {*WAYS}


@pytest.mark.parametrize(
    ("name", "how"), [(name, how) for name, ways in WAYS.items() for how in ways], ids=str
)
def test_a_list_says_that_it_is_whole_only_if_it_is(name, how):
    def listed(limit):
        answer = getattr(cubecsp, name)(**how, limit=limit)
        return answer, [report.as_dict() for report in answer]

    whole, every = listed(None)
    assert whole.status is Status.COMPLETE
    assert len(every) > 1
    for limit in {1, len(every) - 1}:
        cut, some = listed(limit)
        assert len(some) == limit
        assert cut.status is Status.PARTIAL
        assert cut.stopped is Stop.LIMIT
    more, again = listed(len(every) + 1)
    assert more.status is Status.COMPLETE
    assert len(again) == len(every)
    assert len(listed(len(every))[1]) == len(every)
