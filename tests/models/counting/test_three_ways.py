"""Random questions counted three ways: in closed form, by listing, and by looking at every cube of a small part.

The part are the 2×2×2 with two slots given, and the 3×3×3 with its first two layers solved. What holds for a cube is
decided by an oracle that shares no code with engines or closed forms.
"""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest
from counting_questions import counted, question_of
from oracle import kept, pocket_states, put_back

from cubecsp import Cube
from cubecsp.models.core.primitives import AtLeast, Count, Differ, Equal, Placed, Primitive
from cubecsp.models.counting import COUNTERS
from cubecsp.models.counting.planner import planned
from cubecsp.puzzle.cube.cube_puzzle import CUBE, FREE_SLOTS, POCKET, CubePuzzle

QUESTIONS = 1000
LAST_LAYER = [[0, 1, 2, 3], [0, 1, 2, 3]]


@cache
def last_layers() -> np.ndarray:
    return put_back(Cube(), LAST_LAYER)


def placed(draw: random.Random, puzzle: CubePuzzle) -> Placed:
    """Return that a slot of the last layer, or of a 2×2×2, holds one of some placements."""
    orbit = draw.randrange(len(puzzle.orbits))
    slot = draw.choice(LAST_LAYER[orbit] if puzzle is CUBE else [*FREE_SLOTS])
    values = range(puzzle.orbits[orbit].placements)
    return Placed(orbit, slot, frozenset(draw.sample(values, draw.randrange(len(values) // 3, 20))))


def seen(draw: random.Random) -> Primitive:
    """Return what some stickers of a last layer show."""
    one, other = draw.sample(CUBE.face(0), 2)
    some = frozenset(draw.sample(CUBE.face(0), draw.randrange(2, 9)))
    colours = frozenset(draw.sample(range(6), 3))
    least = draw.randrange(3)
    return draw.choice(
        [Differ(one, other), Equal(one, other), Count(some, colours, least, least + 2)]
    )


def asked(draw: random.Random, puzzle: CubePuzzle) -> list[Primitive]:
    """Return one to three conditions: about single slots, choices of these, or few stickers."""
    conditions: list[Primitive] = []
    for _ in range(draw.randrange(1, 4)):
        some = frozenset(placed(draw, puzzle) for _ in range(draw.randrange(1, 5)))
        choice = AtLeast(draw.randrange(1, len(some) + 1), some)
        conditions.append(choice.negated() if draw.random() < 0.3 else choice)
    if puzzle is CUBE and draw.random() < 0.4:
        conditions.append(seen(draw))
    return conditions


def part(draw: random.Random, puzzle: CubePuzzle) -> tuple[list[Primitive], np.ndarray]:
    """Return the conditions that a part of all cubes satisfies, and its rows."""
    if puzzle is CUBE:
        rows = last_layers()
        fixed = [(orbit, slot) for orbit in (0, 1) for slot in range(4, 8 + 4 * orbit)]
    else:
        rows = pocket_states()
        fixed = [(0, slot) for slot in draw.sample([*FREE_SLOTS], 2)]
    given: list[Primitive] = []
    for orbit, slot in fixed:
        column = 8 * orbit + slot
        value = int(rows[draw.randrange(len(rows)), column])
        given.append(Placed(orbit, slot, frozenset({value})))
        rows = rows[rows[:, column] == value]
    return given, rows


@pytest.mark.few(120)
@pytest.mark.parametrize("seed", range(QUESTIONS))
def test_closed_forms_listing_and_brute_force_agree(seed):
    draw = random.Random(seed)
    puzzle = POCKET if seed % 2 else CUBE
    given, rows = part(draw, puzzle)
    conditions = [*given, *asked(draw, puzzle)]
    question = question_of(*conditions, size=puzzle.size)
    (attempt,) = planned(question).attempts
    assert attempt.counter.is_immediate(question)
    truth = len(kept(conditions, rows, puzzle))
    names = [n for n in ("pieces", "few-slots") if COUNTERS[n].refusal(question) is None]
    assert names or attempt.counter is COUNTERS["filtering"]
    for name in (*names, "listing"):
        assert counted(*conditions, size=puzzle.size, method=name) == truth
