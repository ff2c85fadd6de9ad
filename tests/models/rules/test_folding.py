"""Truth tables folded into diagrams and small tables, and what natural functions of a face come to."""

from __future__ import annotations

import itertools
from functools import cache

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cubecsp import SYMMETRIES, Cube, find, rule
from cubecsp.errors import FilterWarning
from cubecsp.models.core.diagram import Diagram
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.primitives import ColourCount, ColourTable, Differ, Equal
from cubecsp.models.custom.folding import MAX_ROWS, diagram, small_tables, table
from cubecsp.models.custom.view import StickerView
from cubecsp.models.engines import exhaustive_engines
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET, cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class

FOUR = cube_class(4)

STICKERS = [3, 11, 20, 47, 33]
"""Stickers of five pieces."""


def truth_of(says, width):
    """Return a truth table of colours, from a function."""
    truth = np.zeros((6,) * width, np.bool_)
    for row in itertools.product(range(6), repeat=width):
        truth[row] = says(row)
    return truth


def agreed(primitives, truth, facelets):
    """Make sure that primitives say what a truth table does."""
    for row in itertools.product(range(6), repeat=truth.ndim):
        colours = [0] * 54
        for facelet, colour in zip(facelets, row, strict=True):
            colours[facelet] = colour
        assert all(p.holds(colours, CUBE) for p in primitives) == truth[row], row


@st.composite
def truths(draw):
    """Draw truth tables of some stickers, from sparse to dense, some with repeated parts."""
    width = draw(st.integers(1, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    parts = rng.random((6,) * width) < draw(st.sampled_from([0.003, 0.1, 0.5, 0.9, 0.997]))
    if draw(st.booleans()):
        parts = (
            parts[tuple(rng.integers(0, 6, 6) for _ in range(width - 1))] if width > 1 else parts
        )
        parts = np.broadcast_to(parts, (6,) * width).copy() if parts.ndim != width else parts
    return parts


@given(truths())
@settings(max_examples=25, deadline=None)
def test_a_diagram_says_what_its_truth_table_does(truth):
    if truth.all() or not truth.any():
        return
    facelets = STICKERS[: truth.ndim]
    folded = diagram(truth, facelets)
    agreed([folded], truth, facelets)
    agreed([folded.negated()], ~truth, facelets)
    told = [tuple(node) for layer in folded.layers for node in layer]
    for layer in folded.layers:
        assert len(set(layer)) == len(layer)  # no two nodes that say the same
    assert not {node for node in told if set(node) in ({Diagram.YES}, {Diagram.NO})}


@given(truths(), st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_diagrams_are_equal_just_if_they_say_the_same(truth, rng):
    """Asked in any order; and not if a single row is told otherwise."""
    if truth.all() or not truth.any():
        return
    facelets = STICKERS[: truth.ndim]
    folded = diagram(truth, facelets)
    axes = list(range(truth.ndim))
    rng.shuffle(axes)
    other = diagram(truth.transpose(axes), [facelets[axis] for axis in axes])
    assert other == folded
    assert hash(other) == hash(folded)
    assert folded.negated().negated() == folded != folded.negated()
    changed = truth.copy()
    changed[tuple(rng.randrange(6) for _ in axes)] ^= True
    if changed.any() and not changed.all():
        assert diagram(changed, facelets) != folded
    assert folded != ColourTable(tuple(facelets), frozenset())


@given(truths(), st.sampled_from(SYMMETRIES))
@settings(max_examples=25, deadline=None)
def test_a_moved_diagram_holds_for_the_moved_cube(truth, symmetry):
    if truth.all() or not truth.any():
        return
    folded = diagram(truth, STICKERS[: truth.ndim])
    moved = folded.moved(symmetry, CUBE)
    for cube in (Cube.random(seed) for seed in range(12)):
        assert moved.holds(symmetry.of(cube).colours, CUBE) == folded.holds(cube.colours, CUBE)
    assert moved.moved(symmetry.inverse, CUBE) == folded


def test_a_diagram_of_too_many_nodes_is_none():
    rng = np.random.default_rng(1)
    assert diagram(rng.random((6,) * 8) < 0.5, list(range(8))) is None
    assert table(rng.random((6,) * 6) < 0.5, list(range(6))) is None


PLAIN = {
    "all differ": (lambda row: len(set(row)) == len(row), {Differ}),
    "all equal": (lambda row: len(set(row)) == 1, {Equal}),
    "no three alike": (lambda row: max(map(row.count, row)) < 3, {ColourTable}),
    "small, and differ from the next": (
        lambda row: max(row) < 4 and all(a != b for a, b in itertools.pairwise(row)),
        {ColourCount, Differ},
    ),
    "in order": (lambda row: list(row) == sorted(row), {ColourTable}),
}


@pytest.mark.ordinary(5)
@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("width", [3, 5])
def test_what_few_stickers_say_is_said_by_these(name, width):
    says, kinds = PLAIN[name]
    truth, facelets = truth_of(says, width), STICKERS[:width]
    told = small_tables(truth, facelets)
    assert {type(primitive) for primitive in told} == kinds
    agreed(told, truth, facelets)


@given(truths())
@example(truth_of(lambda row: row[0] < row[1], 2))  # which is more than that they differ
@settings(max_examples=25, deadline=None)
def test_small_tables_say_it_all_or_are_not_there(truth):
    facelets = STICKERS[: truth.ndim]
    told = small_tables(truth, facelets)
    if told is not None:
        agreed(told, truth, facelets)
    else:
        assert truth.ndim > 3


def test_what_takes_more_stickers_is_left_to_diagrams():
    assert small_tables(truth_of(lambda row: sum(row) % 2 == 0, 4), STICKERS[:4]) is None


# ---------------------------------------------------------------- natural functions of a face


def regions(face):
    """Return how many regions of one colour a face has."""
    colours = [face[i] for i in range(len(face))]
    n = round(len(colours) ** 0.5)
    left, found = set(range(n * n)), 0
    while left:
        found += 1
        waiting = [left.pop()]
        for at in waiting:
            for next_to, inside in (
                (at - 1, at % n),
                (at + 1, (at + 1) % n),
                (at - n, 1),
                (at + n, 1),
            ):
                if inside and next_to in left and colours[next_to] == colours[at]:
                    left.remove(next_to)
                    waiting.append(next_to)
    return found


def equal_neighbours(face):
    """Return how many pairs of neighbours on a face are equal."""
    rows = face.rows
    across = sum(a == b for row in rows for a, b in itertools.pairwise(row))
    return across + sum(
        a == b for one, two in itertools.pairwise(rows) for a, b in zip(one, two, strict=True)
    )


def view_of(letters):
    return StickerView(letters, range(len(letters)))


SMALL = {
    "two-regions": lambda face: regions(face) == 2,
    "no-neighbours-alike": lambda face: equal_neighbours(face) == 0,
}


@cache
def pinned():
    """Return 2×2×2 cubes with some stickers given: 2,280."""
    given = parse_pattern(["U1==R", "F2!=U", "count(R, R L)>=3", "D1==F", "L1==D"])
    return Pattern(given.rules, puzzle=POCKET)


def distinguished(asked):
    """Return the cubes among these that satisfy a rule, by its own word, and the others."""
    every = {report.cube for report in find(pinned(), limit=None)}
    satisfying = {cube for cube in every if asked.holds(cube)}
    return satisfying, every - satisfying


@pytest.mark.ordinary(1)
@pytest.mark.parametrize(
    ("engine", "name"),
    [
        pytest.param(engine, name, marks=() if engine in quick else pytest.mark.slow)
        for name, quick in (("no-neighbours-alike", ("native", "cnf")), ("two-regions", ()))
        for engine in exhaustive_engines()
    ],
)
def test_all_engines_find_the_same(engine, name):
    """2×2×2 cubes with some stickers given, whose diagrams are made although tables would do."""
    asked = rule(on="face", name=name, size=2)(SMALL[name])
    truth = truth_of(lambda row: SMALL[name](view_of("".join("URFDLB"[c] for c in row))), 4)
    diagrams = [diagram(truth, list(POCKET.face(face))) for face in range(6)]

    class Folded(type(asked)):
        def primitives(self, puzzle=POCKET):
            assert puzzle is POCKET
            return diagrams

    folded = Folded(asked.function, name=asked.name, size=2)
    satisfying, others = distinguished(asked)
    found = find(pinned().including(folded), engine=engine, limit=None)
    assert {r.cube for r in found} == satisfying
    not_so = find(pinned().including(~folded), engine=engine, limit=None)
    assert {r.cube for r in not_so} == others


@pytest.mark.few(1)
@pytest.mark.parametrize("size", [2, 3])
def test_a_function_that_stays_late_warns_once(size):
    def odd(face):
        return sum(map(ord, "".join(face))) % 7 < 5

    if size == 2:
        assert not rule(on="face", size=2)(odd).is_filter  # 1,296 rows are few
        return
    asked = rule(on="face")(odd)
    with pytest.warns(FilterWarning, match="rule odd needs more room") as caught:
        found = [find(asked, limit=1) for _ in range(2)]
    assert found[0].count == found[1].count == 1
    assert len(caught) == 1
    assert caught[0].filename == __file__


def test_a_function_of_more_stickers_than_tables_have_room_for_filters():
    """Drawings on the 16 stickers of a face of a 4×4×4."""
    puzzle = cube_puzzle(4)
    asked = rule(on="face", size=4, name="few-regions")(lambda face: regions(face) <= 3)
    with pytest.warns(FilterWarning, match="rule few-regions needs more room"):
        assert asked.is_filter_on(puzzle)
    assert not list(asked.primitives(puzzle))
    cubes = [FOUR.from_moves(text) for text in ("", "r", "r U", "r U f2 D", "U D2")]
    told = [asked.holds(cube) for cube in cubes]
    assert told == [not asked.violations(cube) for cube in cubes]
    assert len(set(told)) == 2


assert MAX_ROWS < 6**5  # so that the tables above are folded
