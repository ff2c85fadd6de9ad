"""Expressions and texts of one meaning, the places of errors, and what is explained about patterns."""

from __future__ import annotations

import itertools
import operator
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import TAME, every_rule

from cubecsp import Cube, InputError
from cubecsp.models import AtMost, FaceDrawing, Pattern, at_least, count_of, parse_pattern
from cubecsp.models import stickers as c
from cubecsp.models.core.compose import AllOf
from cubecsp.models.core.composite import MAX_PARTS, MAX_WRITTEN, Budget, summary_of
from cubecsp.models.core.rule import Violation
from cubecsp.models.language.pattern_meaning import meaning_of
from cubecsp.models.language.pattern_text import parse_rules
from cubecsp.models.rules.comparisons import CountOf, Same
from cubecsp.models.rules.terms import colour_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET, cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.state import PocketCube

CUBES = [*TAME, *map(Cube.random, range(6))]

SIGNS = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


@pytest.mark.parametrize("sign", SIGNS)
def test_counts_are_compared_as_numbers_are(sign):
    """In Python and in texts."""
    for number in range(1, 9):
        rule = SIGNS[sign](count_of(c.U, "R", "F"), number)
        assert parse_rules(f"count(U, R F){sign}{number}") == (rule,)
        for cube in CUBES:
            shown = sum(letter in "RF" for letter in cube.facelets[:9])
            assert rule.holds(cube) == SIGNS[sign](shown, number)


def test_parts_of_faces_and_slots_in_the_order_of_their_letters():
    for face in c.faces:
        for part, orbit in ((face.corners, CUBE.corners), (face.edges, CUBE.edges)):
            places = {CUBE.names[f] for slot in orbit.frames for f in slot}
            assert list(part.names) == [name for name in face.names if name in places]
    for orbit in CUBE.orbits:
        for known, facelets in zip(orbit.names, orbit.frames, strict=True):
            for letters in itertools.permutations(known):
                slot = c.slot("".join(letters)).names
                assert [name[0] for name in slot] == list(letters)
                assert {CUBE.names.index(name) for name in slot} == set(facelets)


def test_a_drawing_says_whether_it_may_be_turned_and_mirrored():
    for turned, mirrored in itertools.product((False, True), repeat=2):
        words = FaceDrawing("U", "AB./.../...", turned=turned, mirrored=mirrored).describe()
        assert ("possibly turned" in words, "possibly mirrored" in words) == (turned, mirrored)


def test_letters_that_no_drawing_has_are_refused():
    for text in ("face=U:A../.../...:B=R", "face=U:.../.../...:A=R", "face=U:=R../.../...:R=R"):
        with pytest.raises(InputError, match="is not in the drawing"):
            parse_rules(text)


@pytest.mark.parametrize("text", ["R==U", "R!=F", "U1==U1", "any(f in colours: {f}==R)"])
def test_comparisons_that_are_none_are_refused(text):
    with pytest.raises(InputError, match="compares two colours|with itself"):
        parse_rules(text)


def objection(text):
    try:
        parse_rules(text)
    except InputError as error:
        return error
    return None


@given(st.text("anylot-es(){},:=<>!\"' U1R2", max_size=30))
def test_the_place_in_a_message_is_the_place_of_the_error(text):
    error = objection(text)
    told = re.search(r"at character (\d+)", str(error))
    if told:
        assert int(told[1]) == error.position + 1
        shown = re.search(r"('.'|\"'\") at character", str(error))
        if shown and error.text == text:
            assert repr(text[error.position]) == shown[1]


def test_how_many_rules_there_may_be_is_exact():
    one = Same("U1", "R")
    budget = Budget()
    budget.spend([one] * MAX_WRITTEN)
    with pytest.raises(InputError, match=f"the limit is {MAX_WRITTEN}"):
        budget.spend([one])
    pairs = list(itertools.combinations(CUBE.names, 2))
    some = [Same(*pair, differ=differ) for pair in pairs for differ in (False, True)]
    full = [AllOf([rule, AtMost(n)]) for rule in some[:900] for n in (1, 2)][: MAX_PARTS // 3]
    full += some[: MAX_PARTS - 1 - 3 * len(full)]
    assert AllOf(full).parts == MAX_PARTS
    with pytest.raises(InputError, match=f"the limit is {MAX_PARTS}"):
        AllOf([*full, some[-1]])


# ---------------------------------------------------------------- patterns


@pytest.mark.parametrize("size", [2, 3])
def test_patterns_are_combined_as_rules_are(size):
    puzzle = POCKET if size == 2 else CUBE
    cubes = CUBES if size == 3 else [PocketCube.random(seed) for seed in range(14)]
    one = Pattern((AtMost(3), Same("U1", "R", differ=True)), puzzle=puzzle)
    other = Pattern((AtMost(2),), puzzle=puzzle)
    rule = Same("F1", "U2", differ=True)
    for made, holds in [
        (one & other, lambda c: one.holds(c) and other.holds(c)),
        (one | other, lambda c: one.holds(c) or other.holds(c)),
        (~one, lambda c: not one.holds(c)),
        (one & rule, lambda c: one.holds(c) and rule.holds(c)),
        (rule & one, lambda c: one.holds(c) and rule.holds(c)),
        (rule | one, lambda c: one.holds(c) or rule.holds(c)),
        (
            ~(one | ~other) & rule,
            lambda c: not (one.holds(c) or not other.holds(c)) and rule.holds(c),
        ),
        (~Pattern((), puzzle=puzzle), lambda _: False),
        (Pattern((), puzzle=puzzle) & one, one.holds),
        (Pattern((), puzzle=puzzle) | one, lambda _: True),
    ]:
        assert made.puzzle == puzzle
        for cube in cubes:
            assert made.holds(cube) == holds(cube)
            by_primitives = all(p.holds(cube.colours, puzzle) for p in made.primitives)
            assert by_primitives == holds(cube)
    assert (one & other).rules == (*one.rules, *other.rules)


def test_patterns_about_different_cubes_are_not_combined():
    one, other = Pattern((AtMost(2),)), Pattern((AtMost(2),), puzzle=POCKET)
    for combined in (operator.and_, operator.or_):
        with pytest.raises(InputError, match="one about the 2×2×2"):
            combined(one, other)
        with pytest.raises(TypeError):
            combined(one, "at-most=2")


@pytest.mark.parametrize("size", [2, 3])
def test_a_pattern_that_is_changed_is_about_the_same_cube(size):
    puzzle = POCKET if size == 2 else CUBE
    pattern = Pattern((AtMost(2), AtMost(3)), puzzle=puzzle)
    assert pattern.including(AtMost(1)).puzzle == puzzle
    assert pattern.without(AtMost(3)).puzzle == puzzle


@pytest.mark.parametrize(
    ("text", "number", "words"),
    [
        ("at-most=2", 48, "in every whole-cube orientation, and in a mirror"),
        (
            "symmetric=y",
            16,
            "whole-cube orientation; it means the same under 16 of the 48 symmetries",
        ),
        (
            "some-orientation(solved=URF solved=UL)",
            24,
            "in every whole-cube orientation, but not in a mirror",
        ),
        (
            "solved=last-layer",
            8,
            "whole-cube orientation; it means the same under 8 of the 48 symmetries",
        ),
        ("U1==R F2==R", 1, "depends on the whole-cube orientation"),
    ],
)
def test_what_is_explained_about_ways_to_hold_the_cube(text, number, words):
    pattern = parse_pattern([text])
    found = meaning_of(pattern)
    assert found.holding.endswith(words) or words in found.holding
    if number is not None:
        assert found.symmetries == len(pattern.symmetries) == number
    indices = {s.index for s in pattern.symmetries}
    invariant = set(range(24)) <= indices
    assert ("the same in every" in found.holding) == invariant
    assert all(rule.invariant for rule in pattern.rules) == invariant
    assert ("and in a mirror" in found.holding) == (len(indices) == 48)


@pytest.mark.slow
@given(st.data())
@settings(max_examples=25)
def test_the_stickers_that_are_explained_decide(data):
    """Whatever the others show, the primitives say the same."""
    rule = data.draw(st.sampled_from([r for r in every_rule() if not r.is_filter]))
    pattern = Pattern((rule,))
    looked_at = set(meaning_of(pattern).facelets)
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    colours = list(rng.choice(CUBES).colours)
    other = [v if f in looked_at else rng.randrange(6) for f, v in enumerate(colours)]
    for primitive in pattern.primitives:
        assert primitive.holds(colours, CUBE) == primitive.holds(other, CUBE)
    if rule.name in ("faces-differ", "every-colour", "at-most"):
        assert looked_at == set(range(54))
    assert meaning_of(pattern).as_dict(CUBE)["stickers"] == [
        CUBE.names[f] for f in sorted(looked_at)
    ]


# ---------------------------------------------------------------- what is none


@pytest.mark.parametrize("number", [-1, 10_000, 10**9])
def test_counts_of_more_than_there_are_are_refused(number):
    for sign in ("<=", ">=", "==", "!="):
        with pytest.raises(InputError, match="0 to 9999"):
            CountOf(["U"], "R", sign, number)


@pytest.mark.parametrize("number", [True, False, 1.0, "1", None, c.U[0]])
def test_counts_are_compared_with_whole_numbers_only(number):
    for compared in SIGNS.values():
        with pytest.raises(InputError, match="cannot be compared with"):
            compared(count_of(c.U, "R"), number)


@pytest.mark.parametrize("colour", ["", "UR", "URFDLB", "Q", "REDD", " "])
def test_what_is_no_colour_is_refused(colour):
    for made in (colour_of, lambda text: c.U[0] == text, lambda text: c.U.count(text) <= 2):
        with pytest.raises(InputError, match="is not a colour"):
            made(colour)


def test_a_rule_that_counts_twice_is_named():
    one, two, three = AtMost(1), AtMost(2), AtMost(3)
    with pytest.raises(InputError, match="counts rule at-most=2 twice"):
        at_least(2, one, two, three, two)


@pytest.mark.parametrize("number", ["00002", "12345", "1e2", "²", "-1", "", "x"])
def test_numbers_in_texts_have_few_digits(number):
    for text in (f"at-least({number}, at-most=2)", f"count(U, R)<={number}"):
        with pytest.raises(InputError):
            parse_rules(text)


def test_notes_tell_of_every_rule():
    pattern = parse_pattern(["order=6", "order=13", "at-most=1", "order=12"])
    filtered = "no engine can propagate {}: candidate cubes are generated and filtered"
    told = [note.partition(":")[0] if "never" in note else note for note in pattern.notes()]
    assert sorted(told) == [
        *(filtered.format(rule) for rule in ("order=12", "order=6")),
        "rule at-most=1 can never hold",
        "rule order=13 can never hold",
    ]


def test_relations_are_counted_by_kind():
    kinds = meaning_of(parse_pattern(["any(at-most=2, U1==F4)", "U1!=F4", "count(U, R)>=1"])).kinds
    assert kinds == {"AtLeast": 2, "ColourCount": 37, "Differ": 1, "Equal": 1}


@pytest.mark.parametrize(
    ("text", "size", "words"),
    [
        ("count(U, R)<=2", 3, "limit on a colour on a face"),
        ("count(U F, R)<=2", 3, "limit on a colour on a face"),
        ("count(U F1, R)<=2", 3, "limit on a colour on some stickers"),
        ("count(U1 U2 U3 F1 F2 F3 R1 R2 R3, R)<=2", 3, "limit on a colour on some stickers"),
        ("count(U1 U2, R)<=1", 3, "limit on a colour on some stickers"),
        ("count(U1 U2 U3 U4, R)<=1", 2, "limit on a colour on a face"),
        ("count(U1 U2 U3 U4, R)<=1", 3, "limit on a colour on some stickers"),
        ("count(U1, R F)>=1", 3, "sticker limited to some colours"),
    ],
)
def test_what_a_count_is_about_is_told(text, size, words):
    asked = Pattern(parse_rules(text), puzzle=cube_puzzle(size))
    assert meaning_of(asked).relations == {words: 1}


def test_dots_stand_for_the_reasons_that_are_left_out():
    """How many are told is what a long list shows."""

    def told(number):
        broken = [[Violation((n,), f"reason {n}")] for n in range(number)]
        return summary_of("why", broken).text

    most = told(99).count("reason")
    assert "…" not in told(most)
    assert told(most + 1) == f"{told(most)}; …" == told(99)


def test_the_last_sticker_of_every_size_has_a_name():
    for size in (10, 31, 32, 50):
        last = f"B{size**2}"
        (rule,) = parse_rules(f"{last}==R")
        (primitive,) = rule.primitives(cube_puzzle(size))
        assert primitive.facelets == {6 * size**2 - 1}
        (violation,) = rule.violations(cube_class(size)())
        assert violation.facelets == (6 * size**2 - 1,)
