"""Found cubes in blocks and arrays: against one at a time, cut by limits, by the clock and by Ctrl-C."""

from __future__ import annotations

import itertools
import random
import re
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import assemblies, makes_sense, rules

from cubecsp import SYMMETRIES, Cube, Search, Status, Stop, canonical, find
from cubecsp.models import AtMost, NoTouching
from cubecsp.models.core import orbits as orbits_module
from cubecsp.models.core.invariance import generated_group
from cubecsp.models.core.orbits import Orbits
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.engines import (
    ENGINES,
    Engine,
    Problem,
    Progress,
    SolutionBlock,
    exhaustive_engines,
)
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.puzzle.cube import batch
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET
from cubecsp.puzzle.cube.state import PocketCube
from cubecsp.questions.asking import search_run
from cubecsp.questions.finding import enumeration
from cubecsp.stopping import deadline

POCKETS = Pattern((NoTouching("side"), NoTouching("across")), puzzle=POCKET)
LAST_LAYER = parse_pattern(["solved=F2L+edges", "U1==U3"])
FILTERED = parse_pattern(["solved=F2L+edges", "order=6"])
WAYS = [
    {},
    {"classes": True},
    {"use_symmetry": False},
    {"seed": 1},
    {"seed": 2, "classes": True},
    {"seed": 3, "limit": 900},
    {"engine": "cnf"},
    {"threads": 2},
]

groups = st.lists(st.sampled_from(SYMMETRIES), max_size=3).map(
    lambda some: tuple(sorted(generated_group(some), key=lambda s: s.index))
)
"""Subgroups of the 48 symmetries: of every order that there is."""


# The rules' own check


@pytest.mark.slow
@given(rules, st.lists(assemblies, min_size=1, max_size=3))
@settings(max_examples=150)
def test_rules_say_of_many_cubes_what_they_say_of_each(rule, cubes):
    near = [canonical(cube) for cube in cubes]
    cubes = [*cubes, *near, Cube(), Cube.from_moves("M2 E2 S2")]
    told = rule.holds_in(batch.Batch(batch.to_array(cubes)))
    assert (told.shape, told.dtype) == ((len(cubes),), np.bool_)
    assert told.tolist() == [rule.holds(cube) for cube in cubes]


@pytest.mark.ordinary(5)
@pytest.mark.parametrize(
    "text",
    ["every-colour", "at-most=2", "at-most=3", "no-touching=side", "no-touching=diagonal",
     "no-touching=across", "faces-differ", "no-piece-home", "count(U F, U D)<=8", "U1!=F4",
     "not U5==R", "at-least(2, at-most=3, every-colour, faces-differ)"],
)  # fmt: skip
def test_rules_of_many_cubes_that_keep_them_and_that_just_do_not(text):
    """Cubes that satisfy the rules, and what one turn makes of these."""
    rule = parse_pattern([text]).rules[0]
    kept = list(itertools.islice(Search(Pattern((rule,))), 100))
    cubes = [*kept, *(cube.apply("U") for cube in kept), *(cube.apply("F2") for cube in kept)]
    told = rule.holds_in(batch.Batch(batch.to_array(cubes))).tolist()
    assert told == [rule.holds(cube) for cube in cubes]
    assert all(told[:100])


@pytest.mark.parametrize("rule", [NoTouching("side"), NoTouching("across"), AtMost(2)])
def test_rules_of_many_pocket_cubes(rule):
    rows = batch.to_array(itertools.islice(Search(POCKETS), 500), POCKET)
    cubes = batch.Batch(
        np.concatenate([rows, batch.multiplied(rows, PocketCube.random(1))]), POCKET
    )
    assert makes_sense(rule, POCKET)
    assert rule.holds_in(cubes).tolist() == [rule.holds(cube) for cube in cubes]


# Orbits and classes


@given(groups, st.integers(0, 2**32))
@settings(max_examples=8)
def test_orbits_under_any_group(group, seed):
    """Every cube of some orbits goes in; what comes out is what the definitions say."""
    rng = random.Random(seed)
    made = [Cube.random(rng.randrange(2**32)) for _ in range(rng.choice((1, 3, 12)))]
    cubes = [*made, Cube(), Cube.from_moves("M2 E2 S2"), Cube.from_moves("R2 L2")]
    images = [s.of(cube) for cube in cubes for s in group]
    rng.shuffle(images)
    images = list(dict.fromkeys(images))
    pattern = Pattern((AtMost(9),))
    orbits = Orbits(pattern, group)

    least = orbits.least(b"".join(cube.placements for cube in images))
    expected = {min(s.of(cube) for s in group) for cube in cubes}
    assert orbits.split(least) == [c.placements for c in images if c in expected]
    whole = [sorted({s.of(c) for s in group}) for c in images if c in expected]
    assert orbits.split(orbits.of(least)) == [c.placements for orbit in whole for c in orbit]
    assert orbits.split(orbits.satisfying(least)) == orbits.split(least)
    firsts = [orbits.first(cube.placements) for cube in images]
    assert firsts == [min(s.of(c) for s in group).placements for c in images]


@pytest.mark.parametrize("others", [0, 1, 40])  # one by one, and in arrays
def test_a_cube_that_an_engine_should_not_have_found_is_named(others):
    right, wrong = Cube.from_moves("D"), Cube.from_moves("R U")
    found = b"".join(cube.placements for cube in (*[right] * others, wrong, right))
    with pytest.raises(AssertionError, match=re.escape(f"{wrong!r} was found, which breaks")):
        Orbits(parse_pattern(["solved=last-layer"]), SYMMETRIES[:1]).satisfying(found)


@pytest.mark.slow
@given(groups, st.sampled_from(["solved=URF", "U1==R", "any(U1==R, F2==D)", "U2==U4"]))
@settings(max_examples=25, deadline=None)
def test_classes_under_any_group_that_a_pattern_has(group, text):
    """However little of the symmetry is used, classes and their numbers are the same."""
    pattern = parse_pattern([text])
    group = tuple(s for s in pattern.symmetries if s in group)
    orbits = Orbits(pattern, group)
    some = list(itertools.islice(Search(pattern, seed=5), 60))
    least = {min(s.of(cube) for s in group) for cube in some}
    by_class = {canonical(cube): cube for cube in sorted(least)}
    found = orbits.classes(b"".join(cube.placements for cube in by_class.values()))
    cubes = [Cube.from_row(row) for row in orbits.split(found.rows)]
    for key, cube, size, number in zip(by_class, cubes, found.sizes, found.satisfying, strict=True):
        members = {s.of(key) for s in SYMMETRIES}
        kept = [member for member in members if pattern.holds(member)]
        assert (cube, size, number) == (min(kept), len(members), len(kept))


# Arrays


def test_no_array_is_longer_than_is_promised(monkeypatch):
    """One of each orbit is found, of 48 cubes each; where these are cut changes nothing."""
    rules = ["every-colour", "at-most=2", "no-touching=side", "no-touching=diagonal"]
    promised = int(re.search("at most ([0-9,]+)", Search.arrays.__doc__)[1].replace(",", ""))
    assert promised == enumeration._LARGEST_BLOCK
    with Search(rules, limit=5_000) as search:
        uncut = np.concatenate(list(search.arrays()))
    monkeypatch.setattr(enumeration, "_LARGEST_BLOCK", 77)
    with Search(rules, limit=5_000) as search:
        arrays = list(search.arrays())
    assert max(map(len, arrays)) == 77
    assert np.array_equal(np.concatenate(arrays), uncut)


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("how", WAYS, ids=str)
def test_limits_that_cut_inside_of_a_block(how):
    how = {name: value for name, value in how.items() if name != "limit"}
    everything = find(LAST_LAYER, **how).cubes
    most = len(everything)
    for limit in (1, 5, most, most + 1):
        with Search(LAST_LAYER, limit=limit, **how) as search:
            rows = np.concatenate(list(search.arrays()))
        singly = [report.cube for report in find(LAST_LAYER, limit=limit, **how)]
        assert batch.from_array(rows) == singly
        assert search.found == len(rows) == min(limit, most)
        assert (search.stopped, search.exhausted) == (
            (Stop.LIMIT, False) if limit <= most else (None, True)
        )
        if "seed" not in how:
            assert singly == [report.cube for report in everything[:limit]]


# Ends inside of a block


class Blocks(Engine):
    """An engine that gives blocks as it is told, and takes down how far it was asked."""

    name = summary = "blocks"

    def __init__(self, *blocks):
        self.given = 0
        self._blocks = blocks

    def solutions(self, _problem):
        raise AssertionError("blocks are asked for")

    def blocks(self, _problem):
        for rows in self._blocks:
            yield Progress(None, self.given)
            self.given += 1
            yield SolutionBlock(rows)


@pytest.fixture
def one_block():
    """A search of 1000 cubes in one block, and another one behind it."""
    rows = b"".join(cube.seen for cube in itertools.islice(Search(AtMost(3)), 1000))
    return Blocks(rows, rows)


def test_the_clock_runs_on_inside_of_a_block(one_block, monkeypatch):
    now = 0
    monkeypatch.setattr(deadline, "time", SimpleNamespace(monotonic=lambda: now))
    with Search(AtMost(3), engine=one_block, use_symmetry=False, time_limit=20) as search:
        for cube in search:
            assert AtMost(3).holds(cube)
            now += 1
    assert search.found == 20
    assert (search.stopped, search.exhausted) == (Stop.TIME, False)
    assert one_block.given == 1
    assert next(search, None) is None
    assert list(search.arrays()) == []


def test_ctrl_c_inside_of_a_block(one_block):
    def interrupt(report):
        seen.append(report.cube)
        if len(seen) == 5:
            raise KeyboardInterrupt

    seen = []
    answer = find(AtMost(3), engine=one_block, use_symmetry=False, on_found=interrupt)
    assert (answer.status, answer.stopped) == (Status.PARTIAL, Stop.INTERRUPT)
    assert [report.cube for report in answer] == seen
    assert (answer.count, one_block.given) == (5, 1)


def test_progress_is_told_inside_of_a_block(one_block, monkeypatch):
    monkeypatch.setattr(search_run, "_BETWEEN_REPORTS", 0.0)
    told = []
    with Search(
        AtMost(3),
        engine=one_block,
        use_symmetry=False,
        limit=10,
        on_progress=lambda _, note: told.append(note),
    ) as search:
        list(search)
    assert told[-9:] == [f"{number} found" for number in range(1, 10)]


def test_a_closed_search_gives_nothing_of_what_is_ready(one_block):
    search = Search(AtMost(3), engine=one_block, use_symmetry=False)
    next(search)
    search.close()
    assert list(search) == list(search.arrays()) == []
    assert (search.found, search.exhausted, search.stopped) == (1, False, None)


@pytest.mark.parametrize("number", [1, 10, 1000])
def test_what_breaks_the_rules_is_no_answer(number):
    """An engine that is wrong is found out, of few cubes as of many, wherever it is wrong."""
    for wrong in (0, number // 2, number - 1):
        rows = [cube.seen for cube in itertools.islice(Search(AtMost(3)), number)]
        rows[wrong] = Cube.from_moves("R").seen
        engine = Blocks(b"".join(rows))
        with pytest.raises(AssertionError, match="breaks"):
            list(Search(AtMost(3), engine=engine, use_symmetry=False).arrays())


@pytest.mark.parametrize("few", [1, 10**9])
def test_few_and_many_are_told_the_same(few, monkeypatch):
    """Whether cubes are checked one by one or in arrays."""
    expected = [find(FILTERED, classes=classes).as_dict()["cubes"] for classes in (False, True)]
    monkeypatch.setattr(orbits_module, "_FEW", few)
    assert expected == [
        find(FILTERED, classes=classes).as_dict()["cubes"] for classes in (False, True)
    ]


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("engine", exhaustive_engines())
def test_blocks_are_the_solutions(engine):
    pattern = parse_pattern(["solved=F2L+edges", "U1==U3"])
    problem = Problem(CUBE, pattern.primitives, SYMMETRIES[:1])
    blocks = [e for e in ENGINES[engine].blocks(problem) if isinstance(e, SolutionBlock)]
    cubes = [e for e in ENGINES[engine].solutions(problem) if not isinstance(e, Progress)]
    assert b"".join(block.rows for block in blocks) == b"".join(cube.seen for cube in cubes)
    assert all(block.rows for block in blocks)
