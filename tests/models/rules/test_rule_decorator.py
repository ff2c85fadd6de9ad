"""`@rule`: what it is given, and which rules are the same."""

from __future__ import annotations

import functools
import pickle

import pytest

from cubecsp import Cube, InputError, rule
from cubecsp.models import AtMost, Pattern, how_many, stickers
from cubecsp.questions.find import find


@rule(on="face")
def rainbow(face):
    return len(set(face.edges)) == 4


@pytest.mark.parametrize(
    "places", [({"on": ["U1", "U2"]}, {"on": ["F1", "F2"]}), ({"faces": "U"}, {"faces": "F"})]
)
def test_one_function_is_a_rule_of_its_own_in_every_place(places):
    def alike(colours):
        return colours[0] == colours[1]

    here, there = (rule(**{"on": "face", **place})(alike) for place in places)
    again = rule(**{"on": "face", **places[0]})(alike)
    assert here == again
    assert hash(here) == hash(again)
    assert here != there
    for wanted in (here & there, Pattern((here, there, again))):
        found = find(wanted, limit=3, seed=1)
        assert all(each.holds(report.cube) for report in found for each in (here, there))
    assert not any(here.holds(report.cube) for report in find(~here & there, limit=3, seed=1))


def test_functions_of_one_name_stay_apart_in_compound_rules():
    def beside(cell):
        @rule(on="face", faces="U")
        def alike(face):
            return face[0] == face[cell]

        return alike

    one, other = beside(1), beside(2)
    assert str(one) == str(other)
    for compound in (lambda own: ~own, lambda own: own | AtMost(3), lambda own: how_many(own) <= 0):
        assert compound(one) == compound(one)
        assert compound(one) != compound(other)
    found = find(Pattern((~one, ~other)), limit=9, seed=1)
    assert not any(each.holds(report.cube) for report in found for each in (one, other))


@pytest.mark.parametrize(
    ("arguments", "options", "word"),
    [
        ([len], {}, 'write @rule\\(on="face"\\)'),
        (["face"], {}, 'write @rule\\(on="face"\\)'),
        ([], {}, 'write @rule\\(on="face"\\)'),
        ([], {"on": 3}, "on='3': unknown value"),
        ([], {"on": [0, 1]}, "on='.0, 1.': unknown value"),
        ([], {"on": stickers.U[0]}, "on=.*U1.*: unknown value"),
        ([], {"on": "cube", "faces": "U"}, "leave faces out"),
        ([], {"on": ["U1"], "invariant": True}, "leave invariant out"),
    ],
)
def test_what_a_function_gets_is_said_and_makes_sense(arguments, options, word):
    with pytest.raises(InputError, match=word):
        rule(*arguments, **options)


def test_what_is_no_function_is_no_rule_and_an_object_that_can_be_called_needs_a_name():
    with pytest.raises(InputError, match="'3' is no function"):
        rule(on="face")(3)
    with pytest.raises(InputError, match="a rule already"):
        rule(on="face")(rainbow)
    several = functools.partial(lambda number, face: len(set(face)) > number, 1)
    with pytest.raises(InputError, match="has no name; .* name='my-rule'"):
        rule(on="face")(several)
    named = rule(on="face", name="several")(several)
    assert not named.holds(Cube())
    assert named.describe() == "what the function several says"
    with pytest.raises(pickle.PicklingError, match="top of a module"):
        pickle.dumps(named)


# ---------------------------------------------------------------- files
