"""One face in CP-SAT: all six colours, none more than twice, and no two equal ones that touch."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from cubecsp.models.blackboard.board import APART


def solve(*, renaming: bool = True, time_limit: float = 60) -> tuple[list[tuple[int, ...]], bool]:
    """Return the faces that CP-SAT finds within a number of seconds, row by row, and whether these are all.

    Args:
        renaming: whether to look for one only of the faces that differ by a renaming of colours: 80 instead of 57,600.
        time_limit: in seconds.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = [model.new_int_var(0, 5, f"cell {number}") for number in range(9)]
    for a, b in itertools.combinations(range(9), 2):
        if (a, b) not in APART:
            model.add(cells[a] != cells[b])
    for colour in range(6):
        shown = [model.new_bool_var("") for _ in cells]
        for cell, one in zip(cells, shown, strict=True):
            model.add(cell == colour).only_enforce_if(one)
            model.add(cell != colour).only_enforce_if(~one)
        model.add_linear_constraint(sum(shown), 1, 2)
    if renaming:  # the first cell has colour 0, and each further colour is the next new one
        model.add(cells[0] == 0)
        for number in range(1, 9):
            most = model.new_int_var(0, 5, "")
            model.add_max_equality(most, cells[:number])
            model.add(cells[number] <= most + 1)

    faces, complete = enumerate_all(model, cells, time_limit=time_limit)
    return sorted(faces), complete


def enumerate_all(
    model: Any, variables: Sequence[Any], *, time_limit: float, **parameters: Any
) -> tuple[list[tuple[int, ...]], bool]:
    """Return the values that variables have in the solutions of a CP-SAT model, and whether these are all.

    Args:
        model: a `CpModel`.
        variables: that determine a solution.
        time_limit: in seconds.
        parameters: of the solver.
    """
    from ortools.sat.python import cp_model

    rows: list[tuple[int, ...]] = []

    class Collector(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            rows.append(tuple(self.value(one) for one in variables))

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1  # several cannot enumerate
    solver.parameters.max_time_in_seconds = time_limit
    solver.parameters.catch_sigint_signal = False
    for name, value in parameters.items():
        setattr(solver.parameters, name, value)
    status = solver.solve(model, Collector())
    return rows, status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
