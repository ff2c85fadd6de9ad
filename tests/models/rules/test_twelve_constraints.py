"""Twelve constraints as text, as a function, and as primitives: all three say the same, and engines see all they can."""

from __future__ import annotations

import itertools
import random

import pytest

from cubecsp import rule
from cubecsp.errors import FilterWarning
from cubecsp.models import Pattern, parse_pattern
from cubecsp.models.core.primitives import ColourCount, ColourTable, Differ, Equal, all_of, any_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE

LETTERS = "URFDLB"
OPPOSITE = dict(zip(LETTERS, "DLBURF", strict=True))
VALUE = {letter: number for number, letter in enumerate(LETTERS, 1)}

UP = [f"U{i}" for i in range(1, 10)]
BAND = [f"{face}{i}" for face in "FRBL" for i in (1, 2, 3)]
RINGS = [f"{face}{i}" for face in "UD" for i in (1, 2, 3, 4, 6, 7, 8, 9)]
LINES = [(i, i + 1, i + 2) for i in (0, 3, 6)] + [(i, i + 3, i + 6) for i in range(3)]
BLOCKS = [(i, i + 1, i + 3, i + 4) for i in (0, 1, 3, 4)]
BESIDE = [(i, i + 1) for i in range(9) if i % 3 < 2] + [(i, i + 3) for i in range(6)]
KNIGHTS = [
    (i, j)
    for i, j in itertools.combinations(range(9), 2)
    if {abs(i // 3 - j // 3), abs(i % 3 - j % 3)} == {1, 2}
]


def at(*names):
    """Return the facelets of these names."""
    return [CUBE.names.index(name) for name in names]


def number(names, letter, least, most):
    return ColourCount(frozenset(at(*names)), frozenset([LETTERS.index(letter)]), least, most)


def rows_of(says, width):
    """Return the rows of colours about which something can be said."""
    rows = itertools.product(range(6), repeat=width)
    return frozenset(row for row in rows if says([LETTERS[c] for c in row]))


# ---------------------------------------------------------------- as functions


@rule(on="face", faces="U")
def knights_apart(face):
    return all(face[i] != face[j] for i, j in KNIGHTS)


@rule(on=BAND)
def latin_rows(band):
    return all(band.count(colour) == 2 for colour in "URFDLB")


@rule(on="face", faces="U")
def magic_rows(face):
    return all(sum(VALUE[colour] for colour in row) == 10 for row in face.rows)


@rule(on=BAND)
def alternating_ring(band):
    if band[0] == band[1]:
        return False
    return all(band[i] == band[(i + 2) % 12] for i in range(12))


@rule(on="face", faces="U")
def no_run_of_three(face):
    return not any(face[i] == face[j] == face[k] for i, j, k in LINES)


@rule(on="face", faces="U")
def blocks_of_three_colours(face):
    for block in BLOCKS:  # noqa: SIM110  # a loop is a way, too
        if len({face[i] for i in block}) != 3:
            return False
    return True


@rule(on="face", faces="U")
def opposites_apart(face):
    return all(OPPOSITE[face[i]] != face[j] for i, j in BESIDE)


@rule(on=RINGS)
def permuted_rings(rings):
    return all(rings[:8].count(colour) == rings[8:].count(colour) for colour in "URFDLB")


@rule(on="face", faces="U")
def unlike_the_centre(face):
    return all(face[i] != face.centre for i in range(9) if i != 4)


@rule(on="face", faces="URF")
def solved_on_three_sides(face):
    return all(colour == face.centre for colour in face)


# ---------------------------------------------------------------- as texts and as primitives


def differ(pairs):
    return " ".join(f"U{i + 1}!=U{j + 1}" for i, j in pairs)


def weighed(row):
    """Return the text for the sum of a row in which colours are numbers."""
    names = " ".join(f"U{i + 1}" for i in row)
    return "+".join(f"{value}*count({names}, {letter})" for letter, value in VALUE.items())


THREE_WAYS = {
    knights_apart: (differ(KNIGHTS), [Differ(i, j) for i, j in KNIGHTS]),
    latin_rows: (
        " ".join(f"count({' '.join(BAND)}, {letter})==2" for letter in LETTERS),
        [number(BAND, letter, 2, 2) for letter in LETTERS],
    ),
    magic_rows: (
        " ".join(f"{weighed(row)}==10" for row in LINES[:3]),
        [ColourTable(row, rows_of(lambda r: sum(VALUE[c] for c in r) == 10, 3)) for row in LINES[:3]],
    ),
    alternating_ring: (
        " ".join([f"{BAND[0]}!={BAND[1]}", *(f"{BAND[i - 2]}=={BAND[i]}" for i in range(12))]),
        [Differ(*at(*BAND[:2])), *(Equal(*at(BAND[i - 2], BAND[i])) for i in range(12))],
    ),
    no_run_of_three: (
        " ".join(f"not (U{i + 1}==U{j + 1} U{j + 1}==U{k + 1})" for i, j, k in LINES),
        [any_of([Differ(i, j), Differ(j, k)]) for i, j, k in LINES],
    ),
    blocks_of_three_colours: (
        " ".join(f"colours({' '.join(UP[i] for i in block)})==3" for block in BLOCKS),
        [ColourTable(block, rows_of(lambda r: len({*r}) == 3, 4)) for block in BLOCKS],
    ),
    opposites_apart: (
        " ".join(f"not (U{i + 1}=={c} U{j + 1}=={OPPOSITE[c]})" for i, j in BESIDE for c in LETTERS),
        [ColourTable(p, rows_of(lambda r: OPPOSITE[r[0]] == r[1], 2), allowed=False) for p in BESIDE],
    ),
    permuted_rings: (
        " ".join(
            f"count({' '.join(RINGS[:8])}, {c})==count({' '.join(RINGS[8:])}, {c})" for c in LETTERS
        ),
        [
            any_of(
                all_of([number(RINGS[:8], c, n, n), number(RINGS[8:], c, n, n)]) for n in range(9)
            )
            for c in LETTERS
        ],
    ),
    unlike_the_centre: (
        " ".join(f"U{i}!=U5" for i in range(1, 10) if i != 5),
        [Differ(i, 4) for i in range(9) if i != 4],
    ),
    solved_on_three_sides: (
        " ".join(f"count({face}, {face})==9" for face in "URF"),
        [number([f"{face}{i}" for i in range(1, 10)], face, 9, 9) for face in "URF"],
    ),
}  # fmt: skip


def colourings(rng, times):
    """Yield the colours of random cubes of stickers with centres in place, some regular, some almost."""
    for _ in range(times):
        shown = rng.sample(range(6), rng.randint(1, 6))
        across, down = rng.randrange(4), rng.randrange(4)
        colours = []
        for face in range(6):
            start = 3 * "FRBL".find(LETTERS[face])
            places = [((start + i % 3) * across + i // 3 * down) % len(shown) for i in range(9)]
            changed = shown[:]
            if face in changed:  # so that the centre fits in
                where = changed.index(face)
                changed[where], changed[places[4]] = changed[places[4]], face
            colours += (
                [changed[place] for place in places] if start < 0 else [shown[p] for p in places]
            )
        if rng.random() < 0.2:
            colours = [facelet // 9 for facelet in range(54)]
        for facelet in rng.sample(range(54), rng.choice([0, 0, 1, 3])):
            colours[facelet] = rng.randrange(6)
        for face, centre in enumerate(CUBE.centres):
            colours[centre] = face
        yield colours


@pytest.mark.ordinary(3)
@pytest.mark.parametrize("asked", THREE_WAYS, ids=str)
def test_three_ways_say_the_same(asked):
    text, primitives = THREE_WAYS[asked]
    assert not asked.is_filter
    ways = [list(asked.primitives()), list(parse_pattern([text]).primitives), primitives]
    verdicts = set()
    for colours in colourings(random.Random(1), 1500):
        said = {all(p.holds(colours, CUBE) for p in way) for way in ways}
        assert len(said) == 1
        verdicts |= said
    assert verdicts == {True, False}


@pytest.mark.parametrize("asked", THREE_WAYS, ids=str)
def test_what_has_a_strong_form_is_not_a_filter(asked):
    assert Pattern((asked,)).filters == ()
    assert Pattern((~asked,)).filters == ()


def turned(face):
    """Return a face after a quarter turn."""
    return [face[6 - 3 * (i % 3) + i // 3] for i in range(9)]


def numbered(face):
    """Return the drawing of a face: its colours, numbered in order of appearance."""
    return [[*dict.fromkeys(face)].index(colour) for colour in face]


def all_turned(face):
    """Return the drawings of a face from all four sides."""
    sides = [face]
    for _ in range(3):
        sides.append(turned(sides[-1]))
    return [numbered(side) for side in sides]


def is_connected(places):
    """Return whether places on a face hang together by their sides."""
    left, waiting = {*places}, [min(places)]
    while waiting:
        place = waiting.pop()
        if place in left:
            left.remove(place)
            waiting += [a + b - place for a, b in BESIDE if place in (a, b)]
    return not left


def test_a_rule_about_the_whole_cube_remains_a_filter():
    """Faces that differ up to rotation."""
    with pytest.warns(FilterWarning, match="whole cube"):

        @rule(on="cube")
        def drawings_differ(cube):
            faces = [cube.facelets[i : i + 9] for i in range(0, 54, 9)]
            pairs = itertools.combinations(faces, 2)
            return all(numbered(b) not in all_turned(a) for a, b in pairs)

    assert Pattern((drawings_differ,)).filters


@pytest.mark.slow
def test_a_rule_that_searches_becomes_a_diagram():
    """On a face, every colour is connected."""

    @rule(on="face", faces="U")
    def each_connected(face):
        colours = list(face)
        return all(is_connected([i for i in range(9) if colours[i] == c]) for c in {*colours})

    assert not each_connected.is_filter
    stated, seen = list(each_connected.primitives()), set()
    for colours in colourings(random.Random(2), 300):
        said = each_connected.function([LETTERS[c] for c in colours[:9]])
        assert all(p.holds(colours, CUBE) for p in stated) == said
        seen.add(said)
    assert seen == {True, False}
