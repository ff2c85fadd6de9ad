"""The perfect scramble in all formulations of the blackboard, beside the engines: `python bench/formulations.py`.

Each model is asked for all 48 cubes on one thread, with symmetry broken and without; a model that finds fewer within
the limit is reported with their number. Times are processor time, and include making the model; the limit is on a clock.
Solvers that are not installed are reported as such. It takes up to ten minutes.

    python bench/formulations.py [--patience SECONDS]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial

from measuring import duration, head, row, timed

from cubecsp import find
from cubecsp.errors import EngineError
from cubecsp.models import PERFECT_SCRAMBLE
from cubecsp.models.blackboard import clingo, cpmpy, cpsat, minizinc, python_constraint
from cubecsp.models.blackboard.board import Result, board_of

Model = Callable[[bool, float], Result]
"""A model: whether symmetry is broken, and its time limit."""

CUBES = 48


def by_engine(engine: str, symmetry: bool, limit: float) -> Result:
    answer = find(
        PERFECT_SCRAMBLE,
        engine=engine,
        limit=None,
        threads=1,
        use_symmetry=symmetry,
        time_limit=limit,
    )
    return Result(tuple(report.cube for report in answer.cubes), answer.stopped is None)


def by_module(module: object, symmetry: bool, limit: float, **choices: object) -> Result:
    return module.solve(board_of(), symmetry=symmetry, time_limit=limit, **choices)  # type: ignore[attr-defined,no-any-return]


MODELS: dict[str, Model] = {
    "engine `native`": partial(by_engine, "native"),
    "engine `cpsat`": partial(by_engine, "cpsat"),
    "engine `asp`": partial(by_engine, "asp"),
    "engine `constraint`": partial(by_engine, "constraint"),
    "CP-SAT: channels as sums, parity by XOR": partial(by_module, cpsat),
    "channels as clauses": partial(by_module, cpsat, channel="clauses"),
    "channels as tables": partial(by_module, cpsat, channel="table"),
    "channels by `element`": partial(by_module, cpsat, channel="element"),
    "parity as a linear sum": partial(by_module, cpsat, parity="linear"),
    "no parity, cubes filtered": partial(by_module, cpsat, parity="filter"),
    "CP-SAT's defaults": partial(by_module, cpsat, defaults=True),
    "CPMpy": partial(by_module, cpmpy),
    "MiniZinc, by Gecode": partial(by_module, minizinc),
    "clingo": partial(by_module, clingo),
    "python-constraint": partial(by_module, python_constraint),
}


def cell(model: Model, symmetry: bool, limit: float) -> str:
    """Return the time that a model takes, or how many cubes it finds within the limit."""
    try:
        taken, found = timed(lambda: model(symmetry, limit))
    except EngineError as error:
        return str(error)
    assert not found.complete or len(found.cubes) == CUBES
    return (
        duration(taken) if found.complete else f"{len(found.cubes)} cubes after {duration(taken)}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="the formulations of the blackboard")
    parser.add_argument("--patience", type=float, default=60, metavar="SECONDS")
    patience: float = parser.parse_args().patience
    for model in MODELS.values():
        cell(model, True, 0.01)  # loads the packages
    head("", "symmetry broken", "without")
    for name, model in MODELS.items():
        row(name, *(cell(model, symmetry, patience) for symmetry in (True, False)))


if __name__ == "__main__":
    main()
