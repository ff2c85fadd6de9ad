"""The constraint model behind a question: its solutions are the cubes, and objectives can be added to it."""

from __future__ import annotations

import cp_sat
import pytest
import strategies as own
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model

from cubecsp import Cube, InputError, find, model, repair
from cubecsp.models import EveryColour, NoTouching, Pattern, Solved
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET


def solved(asked):
    solver = cp_sat.solver()
    assert solver.solve(asked.cp_model) == cp_model.OPTIMAL
    return solver


def every_cube(asked):
    """Return all solutions, which must be no more than the literals say."""
    found = []

    class Collector(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self):
            cube = asked.cube(self)
            for name, shown in zip(asked.stickers, cube.facelets, strict=True):
                assert self.boolean_value(asked.stickers[name][shown])
            found.append(cube.facelets)

    solver = cp_sat.solver()
    solver.parameters.enumerate_all_solutions = True
    solver.solve(asked.cp_model, Collector())
    return found


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("text", ["face=*:ABA/BAB/ABA", "solved=F2L+edges", "symmetric=Oh"])
def test_its_solutions_are_the_cubes(text):
    found = every_cube(model(text))
    assert len(found) == len(set(found))
    assert set(found) == {report.facelets for report in find(text, limit=None)}


@pytest.mark.slow
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_its_solutions_are_the_cubes_of_random_questions(data):
    rule = data.draw(own.registered_rules(POCKET))
    pattern = Pattern((rule, Solved("URF+UFL+ULB")), puzzle=POCKET)
    found = every_cube(model(pattern))
    assert set(found) == {report.facelets for report in find(pattern, limit=None)}


def test_pieces_are_named_by_what_their_slots_show():
    asked = model()
    cube = Cube.from_moves("R U R' U'")
    for name, shown in zip(CUBE.names, cube.facelets, strict=True):
        asked.cp_model.add(asked.stickers[name][shown] == 1)
    solver = solved(asked)
    assert asked.cube(solver) == cube
    for orbit in CUBE.orbits:
        for slot, facelets in zip(orbit.names, orbit.frames, strict=True):
            shown = "".join(cube.facelets[facelet] for facelet in facelets)
            held = [key for key, literal in asked.pieces[slot].items() if solver.value(literal)]
            assert held == [shown]


@pytest.mark.slow
def test_the_nearest_cube_to_some_stickers_is_the_nearest_repair():
    stickers = Cube().facelets[:-1] + "R"
    stickers = stickers.replace("UUUUUUUUU", "UUUUUUUUF", 1)
    asked = model()
    alike = [
        asked.stickers[name][letter] for name, letter in zip(CUBE.names, stickers, strict=True)
    ]
    asked.cp_model.maximize(sum(alike))
    solver = solved(asked)
    assert 54 - solver.objective_value == repair(stickers, by="sticker").distance


def test_larger_cubes_have_models_too():
    asked = model(["every-colour", "no-touching=side"], size=4)
    cube = asked.cube(solved(asked))
    assert Pattern((EveryColour(), NoTouching("side")), puzzle=cube.puzzle).holds(cube)


def test_rules_that_no_constraint_says_are_named():
    assert [str(rule) for rule in model("order=6").left_out] == ["order=6"]
    with pytest.raises(InputError, match="4×4×4"):
        model("continuous", size=4)
