"""What rules say of a cube: places and numbers in messages, words, and the names of sets and kinds."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import TAME, every_rule

from cubecsp import SYMMETRIES, Cube, InputError
from cubecsp.models import (
    AtMost,
    EveryColour,
    FacesDiffer,
    NoPieceHome,
    Order,
    Pattern,
    Solved,
    Stickers,
    Symmetric,
)
from cubecsp.models.core.compose import AnyOf, Not
from cubecsp.models.core.invariance import generated_group
from cubecsp.models.language.pattern_meaning import meaning_of
from cubecsp.models.language.pattern_text import parse_rules
from cubecsp.models.rules import RULES
from cubecsp.models.rules.at_least import AtLeastOf
from cubecsp.models.rules.comparisons import CountOf, Same
from cubecsp.models.rules.slots import SETS
from cubecsp.models.rules.symmetric import KINDS, conjugate_groups, named_symmetry
from cubecsp.models.rules.whole_orientation import WholeOrientation
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.state import PocketCube

pytestmark = pytest.mark.quick

CUBES = [*TAME, *map(Cube.random, range(6))]
SOME = [*CUBES, *(PocketCube.random(seed) for seed in range(3))]


def violations(rule, cubes=SOME):
    """Yield each violation with its cube, where the rule makes sense."""
    for cube in cubes:
        try:
            rule.require(cube.puzzle)
        except InputError:
            continue
        for violation in rule.violations(cube):
            yield cube, violation


def names(cube, violation):
    return {cube.puzzle.names[f] for f in violation.facelets}


def shown_on(cube, name):
    return cube.facelets[cube.puzzle.names.index(name)]


# ---------------------------------------------------------------- places and numbers


@pytest.mark.parametrize("name", [name for name in RULES if name != "symmetric"])
def test_stickers_and_slots_in_a_message_are_those_that_are_marked(name):
    for rule in (r for r in every_rule() if r.name == name):
        for cube, violation in violations(rule, CUBES[:9]):
            told = set(re.findall(r"\b[URFDLB][1-9]\b", violation.message))
            assert not told or told == names(cube, violation)
            slot = re.search(r"\b(?:slot|corner|edge) ([URFDLB]{2,3})\b", violation.message)
            if slot:
                places = next(
                    facelets
                    for orbit in cube.puzzle.orbits
                    for one, facelets in zip(orbit.names, orbit.frames, strict=True)
                    if one == slot[1]
                )
                assert set(violation.facelets) == set(places)
                held = re.search(r"(?:shows|holds) ([URFDLB]{2,3})\b", violation.message)
                if held:
                    assert held[1] == "".join(cube.facelets[f] for f in places)


@pytest.mark.parametrize("name", RULES)
def test_colours_in_a_message_can_be_told_in_letters_of_ones_own(name):
    for rule in (r for r in every_rule() if r.name == name):
        for _, violation in violations(rule, CUBES[:9]):
            plain = re.search(r"\b(?:shows?|colours?) [URFDLB]+\b", violation.text)
            assert not plain, f"{violation.text!r}: write colours by `colours_of`"


@pytest.mark.parametrize("limit", range(9))
def test_too_many_of_a_colour_are_counted(limit):
    for cube, violation in violations(AtMost(limit)):
        face, colour, times = re.fullmatch(
            r"face (.) shows colour (.) (\d) times", violation.message
        ).groups()
        marked = [f for f in cube.puzzle.face(FACES.index(face)) if cube.facelets[f] == colour]
        assert list(violation.facelets) == marked
        assert len(marked) == int(times) > limit


def test_missing_colours_are_missing():
    for cube, violation in violations(EveryColour()):
        face, colour = re.fullmatch(r"face (.) lacks colour (.)", violation.message).groups()
        assert violation.facelets == tuple(cube.puzzle.face(FACES.index(face)))
        assert colour not in {cube.facelets[f] for f in violation.facelets}


@pytest.mark.parametrize("way", ["side", "diagonal", "across"])
def test_stickers_that_touch_show_what_is_said(way):
    (rule,) = parse_rules(f"no-touching={way}")
    for cube, violation in violations(rule):
        one, other, colour = re.fullmatch(
            rf"(..) and (..) touch \({way}\) and both show (.)", violation.message
        ).groups()
        assert names(cube, violation) == {one, other}
        assert shown_on(cube, one) == shown_on(cube, other) == colour


def test_given_stickers_and_what_they_show_instead():
    for wanted in CUBES[5:8]:
        for cube, violation in violations(Stickers(wanted.facelets), CUBES):
            name, shown, instead = re.fullmatch(
                r"(..) shows (.) instead of (.)", violation.message
            ).groups()
            assert names(cube, violation) == {name}
            assert (shown, instead) == (shown_on(cube, name), shown_on(wanted, name))
    assert Stickers("U" * 4 + "." * 50).describe() == "4 of the 54 stickers are as given"


@pytest.mark.parametrize(
    "rule",
    [
        Same("U1", "F4", differ=True),
        Same("U1", "F4"),
        Same("R2", "D"),
        Same("R2", "R", differ=True),
    ],
    ids=str,
)
def test_compared_stickers_show_what_is_said(rule):
    for cube, violation in violations(rule):
        told = dict(part.split(" shows ") for part in violation.message.split(" and "))
        assert told == {name: shown_on(cube, name) for name in rule.stickers}


@given(
    st.lists(st.sampled_from([*FACES, *POCKET.names]), min_size=1, max_size=4, unique=True),
    st.lists(st.sampled_from(FACES), min_size=1, max_size=3, unique=True),
    st.sampled_from(["<=", ">=", "==", "!="]),
    st.integers(0, 5),
)
@settings(max_examples=60)
def test_counted_stickers_are_marked_and_the_words_say_the_count(where, colours, sign, number):
    rule = CountOf(where, colours, sign, number)
    how = {"<=": "at most", ">=": "at least", "==": "exactly", "!=": "not exactly"}[sign]
    assert rule.describe().startswith(f"{how} {number} of the stickers of ")
    for cube, violation in violations(rule):
        marked = [
            f
            for f, name in enumerate(cube.puzzle.names)
            if (name in where or name[0] in where) and cube.facelets[f] in colours
        ]
        assert list(violation.facelets) == marked
        assert violation.message.startswith(f"{len(marked)} of {' '.join(rule.term.where)} show ")


def test_the_order_that_is_said_is_the_one_that_the_cube_has():
    for n in (1, 2, 5, 6):
        for cube, violation in violations(Order(n)):
            order = Cube(cube.facelets).order()  # held as at the start
            assert violation.message == f"its order is {order}" != f"its order is {n}"
    (rule,) = parse_rules("self-inverse")
    for cube, violation in violations(rule):
        twice = Cube(cube.facelets) ** 2
        wrong = {
            f
            for orbit, values in zip(CUBE.orbits, (twice.corners, twice.edges), strict=True)
            for slot, value in enumerate(values)
            if value != slot * orbit.turns
            for f in orbit.frames[slot]
        }
        assert set(violation.facelets) == wrong
        assert violation.message.startswith(f"{len(wrong)} stickers")


@pytest.mark.parametrize("kind", ["C4v", "C2-a", "C3", "Cs-b", "D2-edge", "y", "x2+my"])
def test_the_most_fitting_symmetry_is_the_one_whose_stickers_are_marked(kind):
    rule = Symmetric(kind)
    for cube, violation in violations(rule, CUBES):
        changed = [
            {
                f
                for s in group
                for f, letter in enumerate(s.of(cube).facelets)
                if letter != cube.facelets[f]
            }
            for group in rule.groups
        ]
        assert set(violation.facelets) in changed
        assert len(violation.facelets) == min(map(len, changed))


PARTS = [EveryColour(), AtMost(2), FacesDiffer(), NoPieceHome(), Same("U1", "R"), Solved("URF")]


@given(st.lists(st.sampled_from(PARTS), min_size=1, unique=True), st.sampled_from(CUBES))
@settings(max_examples=60)
def test_rules_of_rules_tell_how_many_hold_and_why_not(parts, cube):
    kept = sum(part.holds(cube) for part in parts)
    reasons = [part.violations(cube)[0].message for part in parts if not part.holds(cube)]
    told = "; ".join(reasons[:3]) + ("; …" if len(reasons) > 3 else "")
    for needed in range(1, len(parts) + 1):
        expected = [f"{kept} of the {len(parts)} rules hold, not {needed}: {told}"]
        found = [v.message for v in AtLeastOf(needed, parts).violations(cube)]
        assert found == (expected if kept < needed else [])
    found = [v.message for v in AnyOf(parts).violations(cube)]
    assert found == ([] if kept else [f"none of the alternatives holds: {told}"])


@pytest.mark.ordinary(40)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("pair", ["U4 U6", "U1 U9", "U1 U2"])
def test_what_is_said_of_the_ways_to_hold_a_cube(kind, pair):
    """Whether turns of the whole cube, and mirrors, preserve the conjugates of a pair of stickers by some group."""
    ends = [CUBE.names.index(name) for name in pair.split()]
    pairs = {
        frozenset(s.facelets_of(CUBE)[f] for f in ends)
        for s in generated_group(conjugate_groups(kind)[0])
    }
    rules = [Same(*(CUBE.names[facelet] for facelet in some)) for some in pairs]
    keep = [
        {frozenset(s.facelets_of(CUBE)[f] for f in some) for some in pairs} == pairs
        for s in SYMMETRIES
    ]
    told = meaning_of(Pattern(rules)).holding
    assert told.startswith("it means the same in every whole-cube orientation") == all(keep[:24])
    assert told.endswith("and in a mirror") == all(keep)
    assert (f"under {sum(keep)} of the 48" in told) == (not all(keep[:24]) and sum(keep) > 1)


@pytest.mark.parametrize("mirrored", [False, True])
def test_in_how_many_ways_a_rule_holds_is_said(mirrored):
    ways = SYMMETRIES[: 48 if mirrored else 24]
    for inner in (Solved("URF"), Solved("last-layer"), Same("U1", "U")):
        rule = WholeOrientation(inner, "every", mirrored=mirrored)
        for cube in CUBES:
            kept = sum(inner.holds(s.of(cube)) for s in ways)
            said = [f"{inner} holds in {kept} of the {len(ways)} ways to hold the cube"]
            assert [v.message for v in rule.violations(cube)] == (said if kept < len(ways) else [])


# ---------------------------------------------------------------- names


def turned_by(faces: str) -> set[str]:
    """Return the slots whose pieces turns of some faces move."""
    found = set()
    for face in faces:
        cube = Cube.from_moves(face)
        for orbit, values in zip(CUBE.orbits, (cube.corners, cube.edges), strict=True):
            found |= {orbit.names[s] for s, v in enumerate(values) if v != s * orbit.turns}
    return found


def test_sets_of_slots_are_what_turns_move():
    """Rules and their checks share the sets, so that they would agree on wrong ones."""
    every, edges = turned_by(FACES), set(CUBE.edges.names)
    expected = {
        "all": every,
        "corners": every - edges,
        "edges": edges,
        "last-layer": turned_by("U"),
        "F2L": every - turned_by("U"),
        "cross": turned_by("D") & edges,
        **{f"{face}-layer": turned_by(face) for face in FACES},
        **{
            f"{s}-slice": edges - turned_by(two)
            for s, two in (("M", "LR"), ("E", "UD"), ("S", "FB"))
        },
    }
    assert {name: set(slots) for name, slots in SETS.items()} == expected


def rotated(turn: str) -> dict[str, str]:
    """Return where a turn of the whole cube, in the sense of a face's turn, takes each face."""
    facelets = Cube.from_moves(turn).facelets
    images = {face: face for face in FACES}
    for face in set(FACES) - {turn}:
        for f in CUBE.face(FACES.index(face)):
            if facelets[f] != face:
                images[facelets[f]] = face
    return images


BASIC = {
    **{axis: rotated(face) for axis, face in zip("xyz", "RUF", strict=True)},
    "mx": dict(zip(FACES, "ULFDRB", strict=True)),
    "my": dict(zip(FACES, "DRFULB", strict=True)),
    "mz": dict(zip(FACES, "URBDLF", strict=True)),
    "i": dict(zip(FACES, "DLBURF", strict=True)),
}


@given(
    st.lists(
        st.sampled_from(
            [*((a, t) for a in "xyz" for t in ("", "2", "'")), *((m, "") for m in BASIC)]
        ),
        min_size=1,
        max_size=3,
    )
)
def test_words_for_symmetries_mean_turns_of_the_whole_cube_and_mirrors(factors):
    images = {face: face for face in FACES}
    for word, times in factors:
        for _ in range({"": 1, "2": 2, "'": 3}[times]):
            images = {face: BASIC[word][image] for face, image in images.items()}
    named = named_symmetry("*".join(word + times for word, times in factors))
    assert [FACES[face] for face in named.faces] == [images[face] for face in FACES]


# How many there are of each class, as in tables of the point groups: axes through faces (C2, C4) and
# edges (C2e), mirrors along faces (m) and through edges (me), and so on.
CLASSES = {
    "Oh": "3C2 6C2e 8C3 6C4 i 3m 6me 6S4 8S6",
    "O": "3C2 6C2e 8C3 6C4",
    "Td": "3C2 8C3 6me 6S4",
    "Th": "3C2 8C3 i 3m 8S6",
    "T": "3C2 8C3",
    "D3d": "3C2e 2C3 i 3me 2S6",
    "C3v": "2C3 3me",
    "D3": "3C2e 2C3",
    "S6": "2C3 i 2S6",
    "C3": "2C3",
    "D4h": "3C2 2C2e 2C4 i 3m 2me 2S4",
    "D4": "3C2 2C2e 2C4",
    "C4v": "C2 2C4 2m 2me",
    "C4h": "C2 2C4 i m 2S4",
    "D2d-edge": "C2 2C2e 2m 2S4",
    "D2d-face": "3C2 2me 2S4",
    "D2h-edge": "C2 2C2e i m 2me",
    "D2h-face": "3C2 i 3m",
    "D2-edge": "C2 2C2e",
    "D2-face": "3C2",
    "C4": "C2 2C4",
    "S4": "C2 2S4",
    "C2v-a1": "C2 2m",
    "C2v-a2": "C2 2me",
    "C2v-b": "C2e m me",
    "C2h-a": "C2 i m",
    "C2h-b": "C2e i me",
    "C2-a": "C2",
    "C2-b": "C2e",
    "Cs-a": "m",
    "Cs-b": "me",
    "Ci": "i",
    "C1": "",
}


def class_of(symmetry) -> str:
    fixed = sum(face == image for face, image in enumerate(symmetry.faces))
    order, power = 1, symmetry.faces
    while power != tuple(range(6)):
        order, power = order + 1, tuple(symmetry.faces[face] for face in power)
    if symmetry.mirrored:
        return {4: "S4", 6: "S6"}.get(order) or {0: "i", 4: "m", 2: "me"}[fixed]
    return {1: "E", 3: "C3", 4: "C4"}.get(order) or {2: "C2", 0: "C2e"}[fixed]


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_of_symmetry_is_the_one_of_that_name(kind):
    expected = Counter({"E": 1})
    for word in CLASSES[kind].split():
        number, name = re.fullmatch(r"(\d?)(.+)", word).groups()
        expected[name] += int(number or 1)
    for generators in conjugate_groups(kind):
        group = generated_group(generators)
        assert Counter(map(class_of, group)) == expected
    assert f" {len(group)} symmetries that form a group {kind}," in Symmetric(kind).describe()


# ---------------------------------------------------------------- words


def test_rules_that_differ_are_described_differently():
    for puzzle in (CUBE, POCKET):
        described: dict[str, str] = {}
        for rule in every_rule(puzzle):
            if isinstance(rule, Stickers):
                continue  # the number of those that are given
            assert described.setdefault(rule.describe(), str(rule)) == str(rule)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("at-most=2", "no face shows any colour more than 2 times"),
        ("order=6", "repeating the moves 6 times, and no fewer,"),
        ("no-touching=diagonal", "diagonally on a face"),
        ("no-touching=across", "diagonally across a cube edge"),
        ("junctions=face", "at a point inside a face"),
        ("junctions=anywhere", "inside a face or on a cube edge"),
        ("holds=URF:UFL+ULB", "the slots URF hold only pieces of UFL+ULB"),
        ("solved=cross", "the slots cross hold their own pieces, turned right"),
        ("U1==F4", "sticker U1 shows the colour of F4"),
        ("U1!=R", "sticker U1 does not show colour R"),
        ("face=some:AAB/.../...:A=F", "at least one face looks like A A B / . . . / . . ., A being colour F"),
        ("face=*:A../.../...", "every face looks like"),
        ("face=FB:A../.../...", "face F and B looks like"),
        ("not at-most=2", "this does not hold: (no face"),
        ("all(at-most=2, U1==R)", "all of these: (no face"),
        ("any(at-most=2, U1==R)", "at least one of these: (no face"),
        ("at-least(2, at-most=2, U1==R, U2==R)", "at least 2 of these: (no face"),
        ("some-orientation(U1==R)", "(sticker U1 shows colour R) holds in at least one of the 24 ways to hold the cube"),
        ("every-symmetry(U1==R)", "holds in each of the 48 ways to hold the cube and mirror it"),
    ],
)  # fmt: skip
def test_rules_in_words(text, words):
    (rule,) = parse_rules(text)
    assert words in rule.describe()


def test_colours_are_told_in_the_letters_of_the_user():
    """The sentence is the same for any letters, except that it names them."""
    others = "\u0410\u0411\u0412\u0413\u0414\u0415"
    back = str.maketrans(others, FACES)
    for rule in every_rule():
        for _, violation in violations(rule, SOME[:4]):
            told = violation.sentence(others)
            assert told.translate(back) == violation.message == violation.sentence(FACES), rule


def test_a_rule_that_is_not_to_hold_is_named_where_it_does():
    (violation,) = Not(AtMost(9)).violations(Cube())
    assert (violation.facelets, violation.message) == ((), "it satisfies at-most=9")
