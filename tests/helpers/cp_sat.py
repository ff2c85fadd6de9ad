"""OR-Tools' solver, as tests ask it about custom models."""

from __future__ import annotations

from ortools.sat.python import cp_model


def solver() -> cp_model.CpSolver:
    """Return a solver that works on one thread, and leaves Ctrl-C to Python.

    By default it takes the place of Python's handler, and afterwards Ctrl-C ends the process.
    """
    made = cp_model.CpSolver()
    made.parameters.num_workers = 1
    made.parameters.catch_sigint_signal = False
    return made
