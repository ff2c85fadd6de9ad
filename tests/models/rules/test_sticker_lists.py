"""Words about lists of stickers, against Python's own ways to say the same."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import satisfies
from strategies import cubes

from cubecsp import Cube, InputError, find
from cubecsp.models import (
    AllDifferent,
    Connected,
    FacesDiffer,
    Lexicographic,
    Regular,
    Table,
    numbers_of,
    stickers,
)
from cubecsp.models.language.pattern_text import parse_pattern, parse_rules
from cubecsp.models.language.scope import DOMAINS, TOUCHING, sets_of
from cubecsp.models.rules.terms import facelets_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE, cube_puzzle
from cubecsp.puzzle.cube.geometry import locations
from cubecsp.questions.asking.cubes_and_rules import pattern_of
from cubecsp.questions.best import Best
from cubecsp.questions.check import check
from cubecsp.questions.find import Find
from cubecsp.questions.meaning import meaning

BAND = DOMAINS["bands"][1].split()
COLOURS = "URFDLB"


def shown(cube: Cube, names: list[str]) -> str:
    return "".join(cube.facelets[f] for f in facelets_of(names, CUBE))


@given(
    cubes,
    st.sampled_from(
        ["U*", "(U|R)+F?", ".*UU.*", "[^U]*", "(R[^R])*.?", ".*(UR|FD|LB).*", "((U?R)*F?)+.*[DL]"]
    ),
    st.integers(1, 12),
)
@settings(max_examples=200)
def test_expressions_match_what_those_of_python_match(cube, expression, length):
    rule = Regular(BAND[:length], expression)
    expected = re.fullmatch(expression, shown(cube, BAND[:length])) is not None
    assert rule.holds(cube) == satisfies(rule, cube) == expected


@given(cubes, st.lists(st.sampled_from(CUBE.names), min_size=6, max_size=6, unique=True))
@settings(max_examples=200)
def test_lists_are_in_the_order_of_python_and_in_tables(cube, names):
    first, second = names[:3], names[3:]
    ones, others = ([COLOURS.index(c) for c in shown(cube, side)] for side in (first, second))
    for rule, expected in (
        (Lexicographic(first, second), ones <= others),
        (Lexicographic(first, second, strict=True), ones < others),
        (Lexicographic(first[:1], first[:1]), True),
        (AllDifferent(names), len({*ones, *others}) == 6),
        (
            Table(first, ["RRF", shown(cube, second)]),
            shown(cube, first) in ("RRF", shown(cube, second)),
        ),
        (Table(first, ["".join(COLOURS[c] for c in ones)]), True),
    ):
        assert rule.holds(cube) == satisfies(rule, cube) == expected, rule
    assert (numbers_of(stickers.U[:3]) == 0).holds(cube) is False
    total = sum(COLOURS.index(c) + 1 for c in shown(cube, first))
    assert parse_rules(f"numbers({' '.join(first)})=={total}")[0].holds(cube)


def test_domains_of_stickers():
    sizes = {name: {len(value.split()) for value in DOMAINS[name]} for name in DOMAINS}
    assert {name: (len(DOMAINS[name]), *size) for name, size in sizes.items() if size != {1}} == {
        "rows": (18, 3),
        "columns": (18, 3),
        "lines": (36, 3),
        "blocks": (24, 4),
        "rings": (6, 8),
        "bands": (9, 12),
    }
    beside = {*CUBE.side_pairs, *CUBE.edge_pairs}
    for name in ("rings", "bands"):
        for value in DOMAINS[name]:
            places = facelets_of(value.split(), CUBE)
            for pair in zip(places, places[1:] + places[:1], strict=True):
                assert tuple(sorted(pair)) in beside
    assert {way: len(getattr(CUBE, f"{way}_pairs")) for way in TOUCHING} == {
        "side": 72, "diagonal": 48, "across": 48, "edge": 36, "knight": 48,
    }  # fmt: skip


def in_space(size: int) -> dict[str, set[frozenset[str]]]:
    """Return the sets on a cube of some size, and the pairs that touch, by the places of stickers in space."""
    puzzle, end = cube_puzzle(size), size - 1
    places = dict(zip(puzzle.names, locations(size), strict=True))
    lines, bands, rings, found = {}, {}, {}, {way: set() for way in (*TOUCHING, "blocks")}
    for name, (at, normal) in places.items():
        across = [axis for axis in range(3) if not normal[axis]]
        for axis in across:
            lines.setdefault((normal, axis, at[axis]), set()).add(name)
            bands.setdefault((axis, at[axis]), set()).add(name)
        if end in (abs(at[axis]) for axis in across):
            rings.setdefault(normal, set()).add(name)
    for (a, (p, m)), (b, (q, n)) in itertools.combinations(places.items(), 2):
        apart = sum((x + i - y - j) ** 2 for x, i, y, j in zip(p, m, q, n, strict=True))
        ways = {4: "side", 8: "diagonal", 20: "knight"} if m == n else {2: "edge", 6: "across"}
        if apart in ways:
            found[ways[apart]].add(frozenset((a, b)))
        if m == n and apart == 8:
            middle = [x + y for x, y in zip(p, q, strict=True)]
            found["blocks"].add(
                frozenset(
                    name
                    for name, (r, o) in places.items()
                    if o == m and max(abs(2 * x - y) for x, y in zip(r, middle, strict=True)) <= 2
                )
            )
    sets = {"lines": lines, "bands": bands, "rings": rings}
    return found | {name: {*map(frozenset, of.values())} for name, of in sets.items()}


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_sets_are_those_of_the_size(size):
    puzzle, expected = cube_puzzle(size), in_space(size)
    sets = sets_of(puzzle)
    for name in ("lines", "bands", "rings", "blocks"):
        values = [value.split() for value in sets[name]]
        assert {frozenset(value) for value in values} == expected[name]
        assert len(values) == len(expected[name])
    assert {*sets["rows"]} | {*sets["columns"]} == {*sets["lines"]}
    assert all(int(row.split()[1][1:]) - int(row.split()[0][1:]) == 1 for row in sets["rows"])
    assert {f + cell for f in sets["faces"] for cell in sets["cells"]} == {*sets["stickers"]}
    beside = expected["side"] | expected["edge"]
    for around in (*sets["rings"], *sets["bands"]):
        names = around.split()
        assert {*map(frozenset, zip(names, names[1:] + names[:1], strict=True))} <= beside
    for way in TOUCHING:
        pattern = parse_pattern(f"not at-least(1, s, t touching {way}: {{s}}!={{t}})", puzzle)
        pairs = {frozenset(str(rule).split("!=")) for rule in pattern.rules[0].rules[0].rules}
        assert pairs == expected[way], way


SIDE = "all(s, t touching side: {s}!={t})"
MANY = "how-many(s, t touching side: {s}=={t})"


def differing(rules) -> set[frozenset[str]]:
    (rule,) = rules
    return {frozenset(str(part).split("!=")) for part in rule.rules}


@pytest.mark.parametrize("size", [2, 3, 4])
def test_questions_take_sets_from_their_cubes(size, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    expected, solved = in_space(size)["side"], cube_puzzle(size)
    (tmp_path / "plain.toml").write_text(f'rules = ["{SIDE}"]')
    (tmp_path / "sized.toml").write_text(f'puzzle = {size}\nrules = ["{SIDE}"]')
    stickers = "".join(face * size**2 for face in COLOURS)
    drawing = "face=U:" + "/".join("." * size for _ in range(size))
    for rules in (SIDE, [SIDE], "plain.toml", "sized.toml"):
        assert differing(Find(rules=rules, size=size).pattern.rules) == expected
        assert differing(meaning(rules, size=size).query.pattern.rules) == expected
    assert differing(pattern_of("sized.toml").rules) == expected
    assert differing(parse_pattern(["sized.toml", SIDE]).rules) == expected
    assert differing(pattern_of([SIDE, drawing]).rules[:1]) == expected
    assert differing(check(stickers, SIDE).query.rules_on(solved)) == expected
    assert len(check(stickers, SIDE)[0].violations) == 1
    asked = Best(maximise=MANY, prefer=[SIDE], size=size)
    assert len(asked.objective.weights) == len(expected) + 1


@pytest.mark.parametrize("name", ["edges", "slots"])
def test_sets_that_a_cube_lacks_are_refused(name):
    text = f"all(e in {name}: not oriented={{e}})"
    with pytest.raises(InputError, match=f"a 4×4×4 has no {name}.* \\(at character 10 of"):
        find(text, size=4)
    with pytest.raises(InputError, match="cubes only"):
        find(text, puzzle="pyraminx")


@pytest.mark.parametrize(
    "guard",
    [
        "f == U or g == U",
        "f < g and not (f == R or g == B)",
        "not f == g, f == U or f < g and g == B",
    ],
)
def test_guards_are_combined_as_in_python(guard):
    (rule,) = parse_rules(f"all(f, g in faces, {guard}: {{f}}1!={{g}}2)")
    python = re.sub(r"\b([URFDLB])\b", r"COLOURS.index('\1')", guard.replace(",", " and "))
    python = re.sub(r"\b([fg])\b", r"COLOURS.index(\1)", python)
    if "," in guard:  # what stands between commas is one condition each
        python = " and ".join(f"({part})" for part in python.split(" and ", 1))
    expected = [
        f"{f}1!={g}2"
        for f, g in itertools.product(COLOURS, repeat=2)
        if eval(python, globals(), {"f": f, "g": g})
    ]
    assert str(rule) == str(parse_rules(f"all({', '.join(expected)})")[0])


@pytest.mark.parametrize(
    ("size", "engine"),
    [(2, "native"), (2, "cpsat"), pytest.param(3, "cnf", marks=pytest.mark.slow)],
)
def test_only_the_solved_cube_is_connected_in_every_colour(size, engine):
    answer = find(Connected(), size=size, engine=engine, limit=None)
    assert answer.status.name == "COMPLETE"
    assert [report.cube.is_solved for report in answer] == [True]


def regions(cube: Cube, colour: str) -> list[set[int]]:
    """Return the regions of a colour, by joining neighbours one pair at a time."""
    region = {f: f for f, letter in enumerate(cube.facelets) if letter == colour}
    for a, b in (*CUBE.side_pairs, *CUBE.edge_pairs):
        if a in region and b in region:
            region = {f: region[a] if r == region[b] else r for f, r in region.items()}
    return [{f for f in region if region[f] == number} for number in {*region.values()}]


def test_regions_are_counted():
    turns = ["", "U", "R2", "F'", "M", "E2", "S", "B", "L2"]
    turned = [Cube.from_moves(f"{a} {b}") for a, b in itertools.product(turns, repeat=2)]
    connected = [[len(regions(cube, colour)) == 1 for colour in COLOURS] for cube in turned]
    assert {True, False} == {kept[0] for kept in connected}
    for cube, kept in zip(turned, connected, strict=True):
        for rule, expected in ((Connected("U"), kept[0]), (Connected("RB"), kept[1] and kept[5])):
            assert satisfies(rule, cube) == expected
            assert all(p.holds(cube.colours, CUBE) for p in rule.primitives()) == expected


def test_all_regions_but_a_largest_one_are_to_be_looked_at():
    for cube in map(Cube.random, range(30)):
        every = [regions(cube, colour) for colour in COLOURS]
        found = [{*violation.facelets} for violation in Connected().violations(cube)]
        for own, marked in zip((some for some in every if len(some) > 1), found, strict=True):
            (left,) = [region for region in own if not region <= marked]
            assert len(left) == max(map(len, own))
            assert marked == set().union(*own) - left


def test_faces_that_are_mirror_images_differ_when_turned_only():
    ways = ("upright", "turned", "mirrored")
    for seed in range(300):
        kept = [FacesDiffer(way).holds(Cube.random(seed).apply("U")) for way in ways]
        assert kept == sorted(kept, reverse=True)
    cube = Cube.from_moves("R")
    assert [FacesDiffer(way).holds(cube) for way in ways] == [False] * 3


@pytest.mark.parametrize(
    ("text", "position", "problem"),
    [
        ("table(U1 U2: R F, F X)", 20, "not a colour"),
        ("all-different(U1 U77777)", 17, "neither a face nor a sticker"),
        ("lex(U1 U2 <= F1)", 0, "on either side"),
        ("table(U1 U2: R)", 0, "not as long"),
        ('regular(U1 U2: "R (F")', 15, "malformed"),
        ("all(s, t touching corner: {s}!={t})", 18, "unknown way to touch"),
        ("all(f in faces, f == U or: every-colour)", 25, "unexpected"),
        ("every-colour or at-most=2", 13, "unknown rule"),
    ],
)
def test_errors_point_at_the_word(text, position, problem):
    with pytest.raises(InputError, match=problem) as caught:
        parse_rules(text)
    assert caught.value.position == position
