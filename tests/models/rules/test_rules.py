"""Rules: what each demands, checked on cubes by its own check and by its primitives."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from facts import FACTS
from hypothesis import given
from hypothesis import strategies as st
from strategies import TAME, assemblies, cubes

from cubecsp import SYMMETRIES, Cube, InputError
from cubecsp.models import AtMost, EveryColour, FacesDiffer, NoPieceHome, Stickers
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.language.pattern_text import parse_pattern, parse_rules
from cubecsp.models.patterns import PATTERNS, PERFECT_SCRAMBLE
from cubecsp.models.rules import RULES
from cubecsp.models.rules.at_least import at_least
from cubecsp.models.rules.faces_differ import pattern
from cubecsp.models.rules.no_touching import pairs_touching
from cubecsp.models.rules.order import Order
from cubecsp.puzzle.cube.cube_puzzle import CUBE

pytestmark = pytest.mark.quick

PERFECT = FACTS["perfect-scramble"]


@st.composite
def sticker_rules(draw):
    letters = draw(cubes).facelets
    known = draw(st.sets(st.integers(0, 53), max_size=8))
    return Stickers("".join(c if i in known else "." for i, c in enumerate(letters)))


some_cubes = st.one_of(assemblies, st.sampled_from(TAME))


@given(sticker_rules(), some_cubes)
def test_symmetries_of_a_pattern_preserve_it(rule, cube):
    question = Pattern((rule, AtMost(4)))
    group = question.symmetries
    assert group[0] is SYMMETRIES[0]
    assert all(s * t in group for s in group for t in group)
    for s in group:
        assert question.holds(s.of(cube)) == question.holds(cube)


def test_symmetries_of_given_stickers():
    # One corner piece at home, shown by one sticker, is kept by the mirror through that sticker's
    # diagonal alone; a whole solved face is kept by the eight symmetries of its square.
    assert len(Pattern((Stickers("U" + "." * 53),)).symmetries) == 2
    assert len(Pattern((Stickers("U" * 9 + "." * 45),)).symmetries) == 8


def test_the_pairs_that_touch_are_those_of_the_geometry():
    for way, pairs in (
        ("side", CUBE.side_pairs),
        ("diagonal", CUBE.diagonal_pairs),
        ("across", CUBE.across_pairs),
    ):
        drawn = [tuple(sorted(pair)) for pair in pairs_touching(way)]
        assert sorted(drawn) == sorted(pairs)


@pytest.mark.parametrize("moves", [PERFECT["generator"], PERFECT["mirror-generator"]])
def test_the_perfect_scramble_keeps_its_rules(moves):
    cube = Cube.from_moves(moves)
    assert PERFECT_SCRAMBLE.holds(cube)
    homes = NoPieceHome().violations(cube)
    assert sum(len(v.facelets) == 3 for v in homes) == PERFECT["corners-home"]
    assert sum(len(v.facelets) == 2 for v in homes) == PERFECT["edges-home"]


def test_published_solutions_solve():
    for make, undo in (("generator", "solution"), ("mirror-generator", "mirror-solution")):
        assert Cube.from_moves(PERFECT[make]).apply(PERFECT[undo]) == Cube()


def test_there_are_sixteen_perfect_face_patterns():
    """Faces with all six colours, none thrice, no equal colours touching: 80 drawings, 16 patterns."""
    drawings = set()
    for pairs in itertools.combinations(itertools.combinations(range(9), 2), 3):
        cells = [cell for pair in pairs for cell in pair]
        if len(set(cells)) < 6 or any(
            abs(a // 3 - b // 3) <= 1 and abs(a % 3 - b % 3) <= 1 for a, b in pairs
        ):
            continue
        letters = iter("DEF")
        owner = {cell: name for name, pair in zip("ABC", pairs, strict=True) for cell in pair}
        drawings.add("".join(owner.get(cell) or next(letters) for cell in range(9)))
    assert len(drawings) == 80
    assert len({pattern(drawing) for drawing in drawings}) == PERFECT["face-patterns"]


@given(st.text("ABCDEF", min_size=9, max_size=9), st.permutations("ABCDEF"), st.integers(0, 7))
def test_pattern_forgets_colours_turns_and_mirrors(face, renamed, image):
    from cubecsp.models.core.squares import square_maps

    other = face.translate(str.maketrans("ABCDEF", "".join(renamed)))
    other = "".join(other[cell] for cell in square_maps(3)[image])
    assert pattern(other) == pattern(face)


@pytest.mark.parametrize("name", RULES)
def test_every_rule_is_documented_and_its_example_reads_back(name):
    rule = RULES[name]
    assert rule.summary
    assert rule.__doc__
    (example,) = parse_rules(rule.example)
    assert type(example) is rule
    assert parse_rules(str(example)) == (example,)


def test_models_read_back():
    assert PATTERNS["perfect-scramble"] is parse_pattern(["perfect-scramble"])
    assert parse_pattern(str(PERFECT_SCRAMBLE).split()) == PERFECT_SCRAMBLE


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("every-colur", "did you mean every-colour"),
        ("no-such-thing-at-all", "`cubecsp rules` lists all of them"),
        ("every-colour AND at-most=2", "write one after the other: RULE RULE"),
        ("every-colour & at-most=2", "write one after the other: RULE RULE"),
        ("every-colour or at-most=2", "write any(RULE, RULE)"),
        ("every-colour || at-most=2", "write any(RULE, RULE)"),
        ("~every-colour", "write not RULE"),
        ("", "the rule text is empty"),
        ("every-colour=3", "takes no parameter"),
        ("at-most", "needs a number"),
        ("at-most=", "needs a number"),
        ("at-most=ten", "0 to 9"),
        ("at-most=1000", "0 to 9"),
        ("at-most=-1", "0 to 9"),
        ("at-most=²", "0 to 9"),
        ("no-touching=corner", "side, diagonal or across"),
        ("stickers=UUU", "3 stickers, 21 too few"),
        ("stickers=U", "1 sticker, 23 too few"),
    ],
)
def test_errors_say_what_would_be_right(text, word):
    with pytest.raises(InputError) as caught:
        parse_rules(text)
    assert word in str(caught.value)


def test_patterns_can_be_changed():
    fewer = PERFECT_SCRAMBLE.without(FacesDiffer())
    assert FacesDiffer() not in fewer.rules
    assert set(fewer.including(FacesDiffer()).rules) == set(PERFECT_SCRAMBLE.rules)
    assert fewer.name is None
    with pytest.raises(InputError, match="cannot be dropped"):
        fewer.without(FacesDiffer())
    assert Pattern((AtMost(2), AtMost(2))).rules == (AtMost(2),)


@pytest.mark.parametrize("number", ["two", 2.5, None, -1, 10_000])
@pytest.mark.parametrize("make", [AtMost, Order])
def test_a_number_that_is_not_whole_or_too_large_is_refused(make, number):
    with pytest.raises(InputError, match=f"={number}: expected an integer from"):
        make(number)


@pytest.mark.parametrize("make", [AtMost, Order])
def test_numbers_of_numpy_and_true_are_numbers(make):
    assert make(np.int64(2)) == make(2)
    assert str(make(True)) == str(make(1))


def test_at_least_takes_whole_numbers_too():
    parts = (AtMost(2), EveryColour())
    for number in ("two", 2.5, None):
        with pytest.raises(InputError, match=rf"at-least\('{number}', …\): not a count"):
            at_least(number, *parts)
    assert str(at_least(True, *parts)) == str(at_least(np.int64(1), *parts))
    assert str(at_least(True, *parts)) == str(at_least(1, *parts))
