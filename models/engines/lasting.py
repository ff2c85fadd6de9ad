"""A solver that keeps what it has learned of some rules, and answers one question after another about them.

The clauses of the rules stay. Each question states its own rules under a literal that is assumed as long as the question
lasts (N. Eén and N. Sörensson, "Temporal induction by incremental SAT solving", 2003), and so do the cubes that it rules
out. Everything that CaDiCaL learns follows from clauses that stay, so that later questions can use it, too.
"""

from __future__ import annotations

from collections.abc import Generator

from cubecsp.errors import InputError
from cubecsp.models.engines.cnf import ENGINE, ClauseSearch
from cubecsp.models.engines.engine import Engine, Event, Problem


class LastingEngine(Engine):
    """The cnf engine for questions that have some primitives in common.

    Args:
        problem: what they have in common, without symmetries.
    """

    name = ENGINE.name
    summary = "CaDiCaL, which keeps what it has learned"
    other_puzzles = True
    distribution = ENGINE.distribution

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._idle: dict[str, ClauseSearch] = {}  # at most one

    def solutions(self, problem: Problem) -> Generator[Event, None, None]:
        """Enumerate the solutions of a problem that demands what all have in common; see `Engine`.

        Raises:
            InputError: it does not.
        """
        common = {*self._problem.primitives}
        if not common.issubset(problem.primitives):
            raise InputError(
                "the rules of the session have another meaning together with these",
                "ask for cubes in the whole-cube orientation of the session",
            )
        # Taken in one step: of two questions at the same time, one gets a new solver.
        search = self._idle.pop(ENGINE.solver, None) or ClauseSearch(self._problem, ENGINE.solver)
        # Half of the clauses of a definition mean something else: who is stopped here leaves no solver.
        search.begin(part for part in problem.primitives if part not in common)
        try:
            yield from search.solutions(problem.projection)
        finally:
            search.end()
            self._idle[ENGINE.solver] = search
