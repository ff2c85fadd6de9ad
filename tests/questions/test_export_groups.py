"""Rules as groups of clauses, and CP-SAT's model as text: what foreign readers make of them."""

from __future__ import annotations

import itertools

import cp_sat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import kept
from ortools.sat.python import cp_model
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF
from pysat.solvers import Solver
from strategies import primitives_on
from test_agreement import pocket_neighbourhoods
from test_export import POCKET_ANSWERS, POCKET_QUESTION

from cubecsp import SYMMETRIES, InputError, explain, export, import_solution
from cubecsp.models.engines import Problem
from cubecsp.models.engines.exports import write
from cubecsp.models.engines.rule_groups import NamedDemand
from cubecsp.puzzle.cube.cube_puzzle import POCKET


def satisfiable_groups(text: str) -> set[frozenset[int]]:
    """Return which sets of the groups of a GCNF file can hold together, numbered from 1."""
    always: list[list[int]] = []
    groups: dict[int, list[int]] = {}
    for line in text.splitlines():
        if not line.startswith("{"):
            continue
        group, *literals = line.split()
        number, clause = int(group[1:-1]), [int(word) for word in literals[:-1]]
        if number:
            (groups[number],) = [clause]
        else:
            always.append(clause)
    with Solver("cadical195", bootstrap_with=always) as solver:
        return {
            frozenset(some)
            for size in range(len(groups) + 1)
            for some in itertools.combinations(groups, size)
            if solver.solve([literal for number in some for literal in groups[number]])
        }


def broken_by_maxsat(text: str) -> int:
    """Return how many soft clauses of a WCNF file have to be broken."""
    with RC2(WCNF(from_string=text)) as solver:
        assert solver.compute() is not None
        return solver.cost


@given(
    pocket_neighbourhoods(), st.lists(primitives_on(POCKET), min_size=1, max_size=3, unique=True)
)
@settings(max_examples=15)
def test_every_set_of_groups_means_its_rules(neighbourhood, asked):
    fixed, everything = neighbourhood
    problem = Problem(POCKET, (*fixed, *asked), SYMMETRIES[:1])
    demands = [NamedDemand(f"rule {number}", (one,)) for number, one in enumerate(asked)]
    possible = {
        frozenset(n + 1 for n in some)
        for size in range(len(asked) + 1)
        for some in itertools.combinations(range(len(asked)), size)
        if len(kept([asked[n] for n in some], everything, POCKET))
    }
    assert satisfiable_groups(write(problem, "gcnf", "{}", demands)) == possible
    fewest = len(asked) - max(map(len, possible))
    assert broken_by_maxsat(write(problem, "wcnf", "{}", demands)) == fewest


def test_groups_are_the_demands_that_explain_names():
    """A corner is twisted and two rules contradict each other, so rules and an invariant conflict."""
    rules = ["solved=URF+UFL+ULB+UBR+DFR+DLF", "not solved=DRB", "U4==R1", "no-touching=side"]
    text = export(rules, "gcnf", size=2)
    names = [line.partition(": ")[2] for line in text.splitlines() if line.startswith("c group ")]
    possible = satisfiable_groups(text)
    everything = range(1, len(names) + 1)
    conflicts = [
        frozenset(some)
        for size in everything
        for some in itertools.combinations(everything, size)
        if frozenset(some) not in possible
    ]
    minimal = {one for one in conflicts if not any(other < one for other in conflicts)}
    told = explain(rules, size=2).as_dict()
    assert {frozenset(names[n - 1] for n in one) for one in minimal} == {
        frozenset([*conflict["rules"], *conflict.get("invariants", [])])
        for conflict in told["conflicts"]
    }
    assert broken_by_maxsat(export(rules, "wcnf", size=2)) == 2


def test_the_text_of_cp_sat_has_every_cube_once():
    model = cp_model.CpModel()
    assert model.proto.parse_text_format(export(POCKET_QUESTION, "proto"))
    solver = cp_sat.solver()
    solver.parameters.enumerate_all_solutions = True

    class Counter(cp_model.CpSolverSolutionCallback):
        number = 0

        def on_solution_callback(self):
            self.number += 1

    counter = Counter()
    assert solver.solve(model, counter) == cp_model.OPTIMAL
    assert counter.number == POCKET_ANSWERS


@pytest.mark.parametrize("to", ["gcnf", "wcnf", "proto"])
def test_what_solvers_of_groups_print_is_not_read(to):
    with pytest.raises(InputError, match=f"solutions of {to} are not read"):
        import_solution(export(POCKET_QUESTION, to), "v 1 0\n")
