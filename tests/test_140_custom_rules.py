"""Rules of one's own: functions tabulated or used as filters, and files."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given, settings
from strategies import assemblies, pocket_assemblies

from cubecsp import Cube, InputError, rule
from cubecsp.cube.puzzle import POCKET
from cubecsp.models import AtMost, Pattern, Solved, parse_pattern
from cubecsp.models.custom import LateRuleWarning
from cubecsp.questions.find import find


@rule(on="face")
def rainbow(face):
    """Four edges of four colours."""
    return len(set(face.edges)) == 4


@rule(on="face")
def no_third(face):
    return max(list(face).count(colour) for colour in face) <= 2


@rule(on="face")
def red_within(face):
    return face.centre == "R" or "R" in face.corners


@rule(on="face")
def looked_up(face):
    return face[0] in {"B", "L"} or face[1] != face[3]


@rule(on="face", faces="some")
def block(face):
    return face[0] == face[1] == face[3] == face[4]


@rule(on="face")
def mirrored(face):
    return all(row[0] == row[-1] for row in face.rows)


@rule(on=["U1", "F5", "R1", "R2"])
def mixed(colours):
    return sorted(colours) != list(colours)


RULES = [rainbow, no_third, red_within, looked_up, block, mirrored, mixed]


@pytest.mark.parametrize("asked", RULES, ids=str)
@given(cube=assemblies)
@settings(max_examples=30)
def test_tables_say_what_the_function_says(asked, cube):
    assert not asked.late
    assert asked.holds(cube) == all(p.holds(cube.colours, cube.puzzle) for p in asked.primitives())
    assert asked.holds(cube) != (~asked).holds(cube)


@pytest.mark.parametrize("asked", [mirrored, mixed], ids=str)
@given(cube=pocket_assemblies)
@settings(max_examples=20)
def test_on_the_pocket_cube(asked, cube):
    if asked is mixed:
        with pytest.raises(InputError, match="no sticker"):
            asked.holds(cube)
        return
    by_primitives = all(p.holds(cube.colours, POCKET) for p in asked.primitives(POCKET))
    assert asked.holds(cube) == by_primitives


def test_names_and_symmetries():
    assert str(no_third) == "no-third"
    assert rainbow.summary == "Four edges of four colours"
    assert len(Pattern((rainbow,)).symmetries) == 48
    assert len(Pattern((no_third,)).symmetries) == 48
    assert not red_within.invariant


def test_a_rule_of_ones_own_says_the_same_as_one_that_is_there():
    asked = "every-colour no-touching=side no-touching=diagonal no-touching=across faces-differ"
    there = parse_pattern([*asked.split(), "at-most=2"])
    own = Pattern((*parse_pattern(asked.split()).rules, no_third))
    assert {r.cube for r in find(own, limit=None)} == {r.cube for r in find(there, limit=None)}


def test_a_function_that_is_too_much_for_tables_filters():
    @rule(on="face")
    def odd(face):
        return sum(map(ord, "".join(face))) % 7 < 5

    assert odd.late
    pattern = Pattern((Solved("F2L+corners"), odd))
    expected = {r.cube for r in find(pattern.without(odd), limit=None) if odd.holds(r.cube)}
    assert {r.cube for r in find(pattern, limit=None)} == expected
    assert "beyond the engines" in pattern.notes()[0]


def test_a_rule_over_the_cube_filters():
    with pytest.warns(LateRuleWarning, match="every cube that the other rules leave"):

        @rule(on="cube", invariant=True)
        def of_order_two(cube):
            return cube.order() == 2

    pattern = Pattern((Solved("F2L+corners"), of_order_two))
    everything = find(pattern.without(of_order_two), limit=None)
    found = {r.cube for r in find(pattern, limit=None)}
    assert found == {r.cube for r in everything if r.cube.order() == 2}
    either = Pattern((of_order_two | AtMost(8), Solved("F2L+corners")))
    assert either.filters
    assert {r.cube for r in find(either, limit=None)} >= found


def test_a_broken_promise_is_noticed():
    with pytest.warns(LateRuleWarning):

        @rule(on="cube", invariant=True)
        def up(cube):
            return cube.facelets[0] == "U"

    some = [Cube.random(seed) for seed in range(50)]
    with pytest.raises(InputError, match="is not"):
        [up.holds(cube) for cube in some]


def made(function, on="face"):
    return rule(on=on)(function)


def test_failures_are_explained():
    def raises(face):
        return 1 // (len(set(face)) - 1) > 0

    def says_nothing(face):
        face.count("U")

    ticks = itertools.count()

    def fickle(face):
        return face[0] == "U" and next(ticks) % 2 == 0

    def raises_seldom(face):
        return face[0] == face[1] or face[2] == face[3] or {}["no such key"]

    for function, word in (
        (raises, "ZeroDivisionError"),
        (says_nothing, "return True or False"),
        (fickle, "both yes and no"),
    ):
        with pytest.raises(InputError, match=word) as caught:
            made(function)
        assert function.__name__.replace("_", "-") in str(caught.value)
    with pytest.raises(
        InputError, match=r"raises-seldom raised KeyError: 'no such key' in line \d+"
    ):
        list(made(raises_seldom).primitives())


def test_things_outside_the_stickers_are_noticed():
    mood = [True]

    def moody(face):
        return mood[0] or face[0] == face[1]

    asked = made(moody)
    list(asked.primitives())
    mood[0] = False
    some = [Cube.random(seed) for seed in range(20)]
    with pytest.raises(InputError, match="nothing but the stickers"):
        [asked.holds(cube) for cube in some]


def test_sizes_are_limited():
    def all_of_it(colours):
        return len(set(colours)) == 6

    asked = made(all_of_it, [f"{face}{i}" for face in "URFDLB" for i in range(1, 10)])
    with pytest.raises(InputError, match=r"the limit is 6\^8"):
        list(asked.primitives())
    for on in ("facet", [], ["U0"]):
        with pytest.raises(InputError):
            made(all_of_it, on)
    with pytest.raises(InputError, match="no name"):
        made(lambda face: face[0] == face[1])


# ---------------------------------------------------------------- files


def test_python_files(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from cubecsp import rule\n"
        "@rule(on='face')\ndef one(face): return face[0] == face[8]\n"
        "@rule(on='face')\ndef two(face): return face[1] == face[7]\n"
    )
    assert str(parse_pattern([str(path)])) == "one two"
    assert str(parse_pattern([f"{path}:two", "not one"])) == "two not one"
    with pytest.raises(InputError, match="it defines one, two"):
        parse_pattern([f"{path}:three"])
    path.write_text("raise ValueError('no')")
    with pytest.raises(InputError, match="failed: ValueError: no"):
        parse_pattern([str(path)])
    with pytest.raises(InputError, match="cannot be read"):
        parse_pattern([str(tmp_path / "none.py")])


def test_toml_files(tmp_path):
    path = tmp_path / "calm.toml"
    path.write_text('rules = ["calm", "at-most=3"]\n[let]\ncalm = "not no-touching=side"\n')
    pattern = parse_pattern([str(path)])
    assert pattern.name == "calm"
    assert str(pattern) == "not no-touching=side at-most=3"
    assert str(parse_pattern([str(path), "any(calm, every-colour)"])).endswith(
        "any(not no-touching=side, every-colour)"
    )


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("rules = [", "is no TOML"),
        ("rule = []", "unknown key 'rule'"),
        ("name = 'x'", "states no rules"),
        ("rules = ['evry-colour']", "did you mean every-colour"),
        ("rules = ['./mine.py']", "no rule or model './mine.py'"),
        ("rules = ['every-colour']\npuzzle = 4", "2 or 3"),
        ("rules = []\n[let]\nevery-colour = 'at-most=2'", "no name"),
        ("a = " + "[" * 100_000, "is no TOML"),
    ],
)
def test_malformed_toml(tmp_path, text, word):
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=re.escape(word)):
        parse_pattern([str(path)])
