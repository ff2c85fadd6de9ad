"""The likeliest cubes: against CP-SAT, against dynamic programming, and against every cube that comes into question."""

from __future__ import annotations

import itertools
import math
from typing import Any

import cp_sat
import numpy as np
import pytest
from ortools.sat.python import cp_model
from scenes import random_colours

from cubecsp.models.recognition.balanced import BalancedColourings
from cubecsp.models.recognition.likeliest import FORBIDDEN, LikelyCubes
from cubecsp.models.repair.completion import Completions, agreement
from cubecsp.puzzle.cube.cube_puzzle import CUBE, cube_puzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES

SIZES = (2, 3, 4, 5, 6, 7)


def whole_costs(puzzle, seed: int) -> np.ndarray:
    """Return whole numbers as costs, so that solvers of integers agree exactly, cheap for one cube."""
    rng = np.random.default_rng(seed)
    costs = rng.integers(0, 100, size=(puzzle.facelet_count, 6)).astype(float)
    costs[np.arange(len(costs)), random_colours(puzzle, rng)] = rng.integers(0, 50, len(costs))
    return costs


class Solver:
    """The cheapest 3×3×3, by CP-SAT: literals for what each slot holds, all invariants, and cubes that are taken out."""

    def __init__(self, costs: np.ndarray) -> None:
        self.model = cp_model.CpModel()
        self.held: list[list[Any]] = []
        terms, parities = [], []
        for orbit in CUBE.orbits:
            slots = [[self.model.new_bool_var("") for _ in orbit.colours] for _ in orbit.names]
            for slot in slots:
                self.model.add_exactly_one(slot)
            for piece in range(len(orbit.names)):
                first = piece * orbit.turns
                self.model.add_exactly_one(v for s in slots for v in s[first : first + orbit.turns])
            whole = self.model.new_int_var(0, 24, "")
            turned = sum(v % orbit.turns * x for slot in slots for v, x in enumerate(slot))
            self.model.add(turned == orbit.turns * whole)
            pieces = [sum(v // orbit.turns * x for v, x in enumerate(slot)) for slot in slots]
            for one, other in itertools.combinations(pieces, 2):
                parities.append(self.model.new_bool_var(""))
                self.model.add(one > other).only_enforce_if(parities[-1])
                self.model.add(one < other).only_enforce_if(~parities[-1])
            for frame, slot in zip(orbit.frames, slots, strict=True):
                for colours, literal in zip(orbit.colours, slot, strict=True):
                    shown = zip(frame, colours, strict=True)
                    terms.append(int(sum(costs[f, c] for f, c in shown)) * literal)
            self.held += slots
        self.model.add_bool_xor([*parities, True])
        self.model.minimize(sum(terms))

    def next(self) -> float:
        """Return the cost of the cheapest cube, and take it out."""
        solver = cp_sat.solver()
        assert solver.solve(self.model) == cp_model.OPTIMAL
        shown = [next(v for v in slot if solver.boolean_value(v)) for slot in self.held]
        self.model.add_bool_or([~literal for literal in shown])
        return solver.objective_value


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_the_cheapest_cubes_are_those_of_cp_sat(seed):
    costs = whole_costs(CUBE, seed)
    centres = sum(costs[facelet, face] for face, facelet in enumerate(CUBE.centres))
    solver = Solver(costs)
    cubes = LikelyCubes(CUBE, costs, number=3, horizon=30.0).cubes
    assert len(cubes) == 3
    assert [cube.cost for cube in cubes] == pytest.approx([solver.next() + centres for _ in cubes])


@pytest.mark.parametrize("size", SIZES)
def test_cubes_can_be_made_and_cost_what_is_said(size):
    puzzle = cube_puzzle(size)
    costs = whole_costs(puzzle, size)
    likely = LikelyCubes(puzzle, costs, number=5, horizon=30.0)
    assert likely.exists
    assert len({cube.colours.tobytes() for cube in likely.cubes}) == 5
    for cube in likely.cubes:
        assert cube.cost == pytest.approx(costs[np.arange(len(costs)), cube.colours].sum())
        state = Facelets("".join(FACES[colour] for colour in cube.colours)).to_state()
        assert state.is_reachable
    told = [cube.cost for cube in likely.cubes]
    assert told == sorted(told)
    assert told[0] == pytest.approx(likely.least)
    balanced = BalancedColourings(puzzle, costs, horizon=0.0)
    centres = sum(costs[facelet, face] for face, facelet in enumerate(puzzle.centres))
    assert balanced.least <= likely.least - centres + 1e-6
    assert likely.assembled <= likely.least + 1e-6


@pytest.mark.parametrize("size", [2, 3])
def test_the_least_cost_is_that_of_dynamic_programming(size):
    puzzle = cube_puzzle(size)
    for seed in range(5):
        costs = whole_costs(puzzle, seed)
        of_slots = [
            [
                [
                    int(sum(costs[f, c] for f, c in zip(frame, row, strict=True)))
                    for row in orbit.colours
                ]
                for frame in orbit.frames
            ]
            for orbit in puzzle.orbits
        ]
        centres = sum(costs[facelet, face] for face, facelet in enumerate(puzzle.centres))
        least = Completions(puzzle, of_slots).least
        assert LikelyCubes(puzzle, costs).least == pytest.approx(least + centres)


@pytest.mark.ordinary(1)
@pytest.mark.parametrize(("size", "unknown", "seed"), [(2, 17, 0), (3, 19, 1), (3, 20, 0)])
def test_weights_are_those_of_all_cubes_that_agree(size, unknown, seed):
    puzzle, rng = cube_puzzle(size), np.random.default_rng(seed)
    colours = random_colours(puzzle, rng)
    costs = rng.exponential(3, size=(len(colours), 6))
    letters = np.array([FACES[colour] for colour in colours])
    moving = np.setdiff1d(np.arange(len(colours)), puzzle.centres)
    letters[rng.choice(moving, unknown, replace=False)] = "."
    shown = Facelets("".join(letters))
    known = np.flatnonzero(letters != ".")
    costs[known] += FORBIDDEN
    costs[known, colours[known]] -= FORBIDDEN
    every = []
    for placements in Completions(puzzle, agreement(shown)):
        cube = Facelets(puzzle.letters(b"".join(placements)))
        every.append((costs[np.arange(len(costs)), cube.colours].sum(), cube.colours))
    every.sort()
    assert 10 <= len(every) < 5000
    likely = LikelyCubes(puzzle, costs, number=10, horizon=60.0)
    weights = np.exp([-cost for cost, _ in every])
    assert likely.log_weight == pytest.approx(math.log(weights.sum()))
    assert [c.cost for c in likely.cubes] == pytest.approx([cost for cost, _ in every[:10]])
    shares = np.zeros_like(costs)
    for weight, (_, cube) in zip(weights, every, strict=True):
        shares[np.arange(len(costs)), cube] += weight / weights.sum()
    assert likely.colour_shares == pytest.approx(shares, abs=1e-9)


def test_what_is_forbidden_altogether_has_no_cube():
    costs = np.zeros((54, 6))
    costs[:3] = FORBIDDEN
    assert not LikelyCubes(CUBE, costs).exists


@pytest.mark.parametrize("size", [4, 5, 6])
def test_there_is_a_cube_where_wings_are_unclear(size):
    """Although the cheapest assembly has a twisted corner, and wings are not counted as far as to a solvable one."""
    puzzle, rng = cube_puzzle(size), np.random.default_rng(size)
    costs = rng.exponential(0.01, size=(puzzle.facelet_count, 6))
    shown = random_colours(puzzle, rng)
    for slot, facelets in enumerate(map(list, puzzle.corners.frames)):
        costs[facelets] += 30.0
        costs[facelets, np.roll(shown[facelets], slot == 0)] -= 30.0
    likely = LikelyCubes(puzzle, costs, number=2, horizon=5.0)
    assert likely.horizon < 0
    (cube,) = likely.cubes
    assert cube.cost == pytest.approx(likely.least)
    assert cube.cost == pytest.approx(costs[np.arange(len(costs)), cube.colours].sum())
    assert Facelets("".join(FACES[colour] for colour in cube.colours)).to_state().is_reachable
