"""The probability that a cube which satisfies some rules satisfies others, too."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from functools import cache
from unittest.mock import Mock

import numpy as np
import pytest
from asking import ask
from choices import choice, simple
from oracle import colours, put_back

from cubecsp import Cube, InputError, Status, Stop, count
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.questions.count import Count
from cubecsp.server.requests import REQUESTS

ALL = 43_252_003_274_489_856_000
PINNED = ("solved=F2L", "solved=UBR+UR")
"""Rules that leave 324 cubes."""


@cache
def few() -> np.ndarray:
    return colours(put_back(Cube(), [[0, 1, 2], [1, 2, 3]]), CUBE)


@pytest.mark.ordinary(6)
@pytest.mark.few(20)
@pytest.mark.parametrize("seed", range(100))
def test_probabilities_are_shares_of_what_there_is(seed):
    draw = random.Random(seed)
    asked, some = (choice if draw.random() < 0.5 else lambda *a: simple(*a[:2]))(draw, CUBE, 3)
    given, others = simple(draw, CUBE)
    answer = count(asked, given=[*PINNED, given])
    whole = others(few())
    both = whole & some(few())
    assert answer.given is not None
    assert answer.given.count == whole.sum()
    if not whole.any():
        assert (answer.status, answer.probability) == (Status.INFEASIBLE, None)
        assert "satisfies what is given, so there is no probability" in answer.sentence()
        return
    assert answer.count == both.sum()
    assert answer.probability == Fraction(int(both.sum()), int(whole.sum()))
    assert answer.status is (Status.COMPLETE if both.any() else Status.INFEASIBLE)
    assert answer.as_dict()["probability"] == str(answer.probability)
    assert answer.as_dict()["given"]["count"] == whole.sum()
    assert answer.written() == str(answer.probability)


def test_known_probabilities():
    """The chances to skip the last layer, and to find it oriented, that cubers know."""
    skipped = count("solved=last-layer", given="solved=F2L")
    assert skipped.probability == Fraction(1, 62_208)
    assert "1/62,208 (0.00161 %): 1 of the 62,208 cubes" in skipped.sentence()
    oriented = count("oriented=last-layer", given="solved=F2L")
    assert (oriented.count, oriented.given.count) == (288, 62_208)
    assert oriented.as_dict()["percent"] == pytest.approx(100 / 216)


def test_nothing_given_means_every_cube():
    answer = count("solved=cross", given=())
    assert answer.given.count == ALL
    assert answer.probability == Fraction(1, 190_080)
    assert "of all 43,252,003,274,489,856,000 cubes" in answer.sentence()
    assert count("solved=cross").probability is None


def test_a_probability_is_never_rounded_to_certainty():
    assert "(more than 99.9 %)" in count("not solved=all", given=[]).sentence()
    assert "1 (100 %)" in count("solved=UF", given=("solved=F2L", "solved=UF")).sentence()


def test_the_given_rules_may_tell_the_size_and_the_orientation():
    drawn = "stickers=U..." + 20 * "."
    small = count("solved=UFL", given=drawn)
    assert small.query["size"] == small.given.query["size"] == 2
    assert small.probability == count("solved=UFL", given=drawn, size=2).probability
    turned = "stickers=" + "".join(f"....{centre}...." for centre in "FRDBLU")
    answer = count("U1==F", given=turned)
    assert answer.given.count == ALL
    assert answer.probability == count("U1==U", given=()).probability


def test_other_puzzles_have_probabilities():
    answer = count("solved=CENTERS", given="solved=CORNERS", puzzle="skewb")
    assert (answer.probability, answer.given.count) == (Fraction(1, 360), 360)


def test_one_limit_is_for_both_counts():
    answer = count("at-most=2", given="at-most=3", time_limit=0.5)
    assert answer.stopped in (Stop.TIME, Stop.COST)
    assert answer.probability is None
    assert answer.sentence().startswith("For what is given: ")
    assert answer.written() == ""
    assert answer.count is None


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"classes": True}, "classes"),
        ({"project": "U"}, "project"),
        ({"explain": True}, "explain"),
        ({"estimate": True}, "estimate"),
        ({"resume": "some.db"}, "resume"),
        ({"depths": True, "puzzle": "skewb"}, "depths"),
    ],
)
def test_what_goes_without_a_probability(options, name):
    with pytest.raises(InputError, match=f"a probability goes without {name}"):
        count((), given=(), **options)


def test_a_method_that_estimates_gives_no_probability():
    with pytest.raises(InputError, match="rejection gives no exact probability"):
        count("solved=UF", given=(), method="rejection")


def test_the_command_line_takes_given_rules_several_times():
    asked = ("count", "oriented=last-layer", "--given", "solved=UF", "--given", "solved=F2L")
    assert ask(*asked, terminal=False).out == "1/108\n"
    assert ask("count", "solved=cross", "--given", terminal=False).out == "1/190080\n"


def test_requests_have_given_rules():
    asked = {"rules": "oriented=last-layer", "given": ["solved=F2L"]}
    answer = REQUESTS["count"](**asked).ask(Mock())
    assert (answer["count"], answer["probability"]) == (288, "1/216")
    assert json.loads(json.dumps(answer["given"]))["count"] == 62_208
    assert Count(rules="solved=all", given=iter(["solved=F2L"]))["given"] == ["solved=F2L"]
