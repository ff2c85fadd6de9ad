"""The orbit argument: each cube that is left out has an image that is not, and the data say why."""

from __future__ import annotations

import copy
import json

import pytest

from cubecsp import InputError, cube_class
from cubecsp.models.core.hold import preserving_hold
from cubecsp.models.proofs.formula import Formula
from cubecsp.models.proofs.orbit_argument import OrbitArgument
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.questions.asking.cubes_and_rules import pattern_of

QUESTIONS = {
    "all 48": ("perfect-scramble", 3),
    "some": ("face=U:AAA/AAA/AAA", 3),
    "one": ("symmetric=C1 solved=URF", 3),
    "held": ("no-touching=side", 2),
    "larger": ("at-most=9", 4),
}


@pytest.fixture(params=QUESTIONS)
def formula(request):
    rules, size = QUESTIONS[request.param]
    pattern = pattern_of(rules, size)
    return Formula(pattern, [], preserving_hold(pattern.symmetries, pattern.puzzle))


def kept(formula, cube) -> bool:
    true = {*formula.held_by(cube.seen)}
    return all(
        any((literal > 0) == (abs(literal) in true) for literal in clause)
        for clause in formula.argument.clauses()
    )


@pytest.mark.ordinary(2)
def test_every_cube_has_an_image_that_is_kept_and_most_are_not(formula):
    kind = cube_class(formula.pattern.puzzle.size)
    number = 0
    for seed in range(60):
        cube = kind.random(seed=seed)
        images = {symmetry.of(cube) for symmetry in formula.argument.group}
        number += kept(formula, cube)
        assert any(kept(formula, image) for image in images)
    group = len(formula.argument.group)
    assert number == 60 if group == 1 else number < 60 * 4 / group + 10


@pytest.mark.ordinary(2)
def test_the_data_say_all(formula):
    argument = formula.argument
    data = json.loads(json.dumps(argument.as_dict()))
    assert OrbitArgument.read(data) == argument
    assert [*OrbitArgument.read(data).clauses()] == [*argument.clauses()]
    variables = [variable for orbit in argument.orbits for variable in orbit]
    corners = formula.choices[: len(formula.pattern.puzzle.corners.names)]
    assert sorted(variables) == sorted(variable for slot in corners for variable in slot)


def test_each_clause_names_a_member_its_representative_and_all_before(formula):
    clauses = [*formula.argument.clauses()]
    earlier: set[int] = set()
    for representative, *others in formula.argument.orbits:
        for other in others:
            clause = clauses.pop(0)
            assert clause[:2] == [-other, representative]
            assert {*clause[2:]} == earlier
        earlier |= {representative, *others}
    assert not clauses


DATA = Formula(pattern_of("perfect-scramble"), [], SYMMETRIES).argument.as_dict()


def broken(change):
    data = copy.deepcopy(DATA)
    change(data)
    return data


@pytest.mark.ordinary(7)
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda d: d["symmetries"].pop("5"), "do not form a group"),
        (lambda d: d["symmetries"].pop("0"), "not known"),
        (lambda d: d["symmetries"].update({"48": d["symmetries"]["1"]}), "not known"),
        (lambda d: d["symmetries"]["1"].update({"2": 3}), "not a permutation"),
        (lambda d: d["symmetries"]["0"].update({"2": 3, "3": 2}), "no identity"),
        (lambda d: d["orbits"].pop(), "do not contain every variable once"),
        (lambda d: d["orbits"].append(d["orbits"][0]), "do not contain every variable once"),
        (lambda d: d["orbits"][0]["taken_by"].popitem(), "an orbit is not preserved"),
        (lambda d: d["orbits"][0].update(representative=9999), "a variable is not known"),
        (lambda d: d["orbits"][0].update(representative="x"), "cannot be read"),
        (
            lambda d: d["orbits"][0]["taken_by"].update(
                dict.fromkeys([*d["orbits"][0]["taken_by"]][1:2], 0)
            ),
            "does not take a member",
        ),
        (lambda d: d.pop("orbits"), "cannot be read"),
        (
            lambda d: d["orbits"][0]["taken_by"].update(
                {str(d["orbits"][0]["representative"]): False}
            ),
            "an integer is expected",
        ),
    ],
)
def test_an_argument_that_does_not_hold_is_refused(change, told):
    with pytest.raises(InputError, match=told):
        OrbitArgument.read(broken(change))
    assert OrbitArgument.read(DATA).orbits
