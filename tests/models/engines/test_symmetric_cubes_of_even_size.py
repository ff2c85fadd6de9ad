"""Symmetry of cubes of even size, which are held anew: the rule against what states make of symmetries."""

from __future__ import annotations

import random

import pytest

from cubecsp import SYMMETRIES, find
from cubecsp.models import Symmetric
from cubecsp.models.core.invariance import generated_group
from cubecsp.models.engines import Problem, load_engine
from cubecsp.models.rules.symmetric import EXAMPLES, KINDS, conjugate_groups
from cubecsp.puzzle.cube.batch import Batch, to_array
from cubecsp.puzzle.cube.cube_puzzle import POCKET, cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.state import State


def stabiliser(cube):
    """Return the symmetries that leave a cube unchanged, by what states make of them."""
    return {symmetry.index for symmetry in SYMMETRIES if cube.conjugated(symmetry) == cube}


def groups_of(kind):
    return [{member.index for member in generated_group(group)} for group in conjugate_groups(kind)]


def cubes_of(size, rng):
    """Return a cube for each kind of symmetry, made by its moves, in one of the ways to look at it."""
    inner = f"2-{size - 1}{{}}w" if size > 2 else "{}"
    slices = {name: inner.format(face) for name, face in zip("MES", "LDF", strict=True)}
    for moves in EXAMPLES.values():
        written = "".join(slices.get(letter, letter) for letter in moves)
        yield cube_class(size).from_moves(written).conjugated(rng.choice(SYMMETRIES))


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize(("size", "kinds"), [(2, len(KINDS)), (4, 8), (6, 3)])
def test_the_rule_is_what_leaves_cubes_unchanged(size, kinds):
    rng, puzzle = random.Random(size), cube_puzzle(size)
    cubes = [cube_class(size).random(1), *cubes_of(size, rng)]
    groups = [*map(stabiliser, cubes)]
    assert len({*map(len, groups)}) > 4
    batch = Batch(to_array(cubes, puzzle), puzzle)
    for kind in rng.sample([*KINDS], kinds):
        rule = Symmetric(kind)
        expected = [any(group <= unchanged for group in groups_of(kind)) for unchanged in groups]
        primitives = tuple(rule.primitives(puzzle))
        assert [all(p.holds(c.colours, puzzle) for p in primitives) for c in cubes] == expected
        assert [rule.holds(cube) for cube in cubes] == expected
        assert [not rule.violations(cube) for cube in cubes] == expected
        assert rule.holds_in(batch).tolist() == expected


@pytest.mark.few(1)
@pytest.mark.parametrize("engine", ["native", "cpsat"])
def test_larger_symmetric_cubes(engine):
    (report,) = find(["no-touching=side", "symmetric=S4"], size=4, engine=engine, limit=1).cubes
    assert report.cube.is_reachable
    assert any(group <= stabiliser(report.cube) for group in groups_of("S4"))


@pytest.mark.parametrize("rotation", ["x", "y", "x2", "y2", "x2*y", "x2*z", "x*y"])
def test_each_way_to_hold_a_cube_afterwards_is_that_of_a_cube(rotation):
    """Else stickers could be blamed for a way to hold it that no cube allows."""
    (told,) = Symmetric(rotation).primitives(POCKET)
    for way in told.parts:
        found = load_engine("native").solutions(Problem(POCKET, (way,), SYMMETRIES[:1]))
        assert any(isinstance(one, State) and Symmetric(rotation).holds(one) for one in found)
