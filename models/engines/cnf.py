"""The CNF engine: the clauses of `cubecsp.models.engines.clauses` in CaDiCaL, through python-sat.

CaDiCaL (A. Biere et al.) finds one solution at a time; each is blocked by a clause over its
placements, and the solver goes on with all that it has learned. python-sat cannot interrupt it, but
can bound the conflicts of one call, so that the search is made of short calls.

There is no order of decisions to give: with a seed, the variables of the placements are numbered in
random order and every placement gets a random preferred value.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Generator, Iterator, Sequence
from typing import Any

from cubecsp.errors import EngineError
from cubecsp.models.engines.base import Event, Problem, Progress
from cubecsp.models.engines.clauses import Encoding, Sink
from cubecsp.models.engines.shuffle import SplitMix
from cubecsp.models.engines.workers import TICK

__all__ = ["ENGINE", "CnfEngine", "CnfSink"]

_SOLVER = "cadical195"
_FIRST_BUDGET = 1_000  # conflicts of the first call


class CnfEngine:
    """Enumerates with CaDiCaL 1.9.5, on one thread."""

    name = "cnf"

    def solutions(self, problem: Problem) -> Generator[Event, None, None]:
        """Enumerate the solutions of `problem`; see `Engine`.

        Raises:
            EngineError: python-sat is not installed.
        """
        try:
            from pysat.solvers import Solver
        except ImportError as error:
            raise EngineError(
                "the CNF engine needs python-sat, which is not installed; "
                "pip install 'cubecsp[sat]' brings it"
            ) from error
        sink = CnfSink()
        encoding = Encoding(problem, sink)
        with Solver(name=_SOLVER, bootstrap_with=sink.clauses) as solver:
            if problem.seed is not None:
                _prefer(solver, encoding, problem.seed)
            yield from _enumerate(solver, encoding)


ENGINE = CnfEngine()


def _enumerate(solver: Any, encoding: Encoding) -> Iterator[Event]:
    slots = encoding.decisions()
    budget, calls = _FIRST_BUDGET, 0
    last = time.monotonic()
    while True:
        started = time.monotonic()
        solver.conf_budget(budget)
        answer = solver.solve_limited()
        calls += 1
        if answer is False:
            return
        if answer:
            values = set(solver.get_model())
            yield encoding.cube(values.__contains__)
            chosen = itertools.chain.from_iterable(slots)
            solver.add_clause([-literal for literal in chosen if literal in values])
        now = time.monotonic()
        if not answer:
            # Twice as many conflicts, or half as many, to stay near a tick.
            budget = max(1, budget * 2 if now - started < TICK / 2 else budget * 2 // 3)
        if not answer or now - last > TICK:
            last = now
            yield Progress(None, calls)


def _prefer(solver: Any, encoding: Encoding, seed: int) -> None:
    random = SplitMix(seed)
    for slot in encoding.decisions():
        chosen = slot[random.below(len(slot))]
        solver.set_phases([literal if literal == chosen else -literal for literal in slot])


class CnfSink(Sink):
    """Clauses in a list.

    Attributes:
        clauses: the clauses so far.
        names: of the variables; entry 0 is not used.
    """

    def __init__(self) -> None:
        self.clauses: list[list[int]] = []
        self.names: list[str] = [""]

    def variable(self, name: str = "") -> int:
        """Return a new variable."""
        self.names.append(name)
        return len(self.names) - 1

    def clause(self, literals: Sequence[int]) -> None:
        """Demand that one of `literals` is true."""
        self.clauses.append(list(literals))
