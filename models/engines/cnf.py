"""The CNF engine: the clauses of `cubecsp.models.engines.clauses` in CaDiCaL, through python-sat.

CaDiCaL (A. Biere et al.) finds one solution at a time; each is blocked by a clause over its
placements, and the solver goes on with all that it has learned. python-sat cannot interrupt it, but
can bound the conflicts of one call, so that the search is made of short calls.

The order of decisions cannot be set: with a seed, every placement gets a random preferred value, and
each call may take as many conflicts as the others, so that what is found does not depend on the clock.
Samples are found by a random dive: slot by slot, a placement is assumed that propagation leaves open;
if the solver refutes these assumptions, it gets fewer of them, and in the end none. A hint is assumed
too: first all of its placements, then, when there is nothing more to find with these, the first half of
them, and so on, so that cubes that agree with it in many slots come first.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cubecsp.models.core.primitives import Primitive
from cubecsp.models.engines.cardinality_clauses import Sink
from cubecsp.models.engines.clauses import Encoding
from cubecsp.models.engines.engine import Engine, Event, Problem, Progress, seeds_of
from cubecsp.models.engines.options import option
from cubecsp.models.engines.shuffle import SplitMix
from cubecsp.stopping.closing import ClosingContext
from cubecsp.stopping.deadline import look
from cubecsp.stopping.signals import defer_interrupts
from cubecsp.stopping.threads import TICK

_SOLVERS = ("cadical195", "cadical153", "glucose42", "maplechrono")
_FIRST_BUDGET = 1_000  # conflicts of the first call, fewer if there are many clauses
_FIRST_EFFORT = 100_000_000  # clauses times conflicts of that call


@dataclass(frozen=True)
class CnfEngine(Engine):
    """Enumerates with CaDiCaL 1.9.5, or another solver of python-sat, on one thread."""

    solver: str = option("cadical195", "the solver, as python-sat calls it", choices=_SOLVERS)

    name = "cnf"
    takes_hints = True
    summary = "CaDiCaL through python-sat"
    other_puzzles = True
    distribution = "python-sat"

    def solutions(self, problem: Problem) -> Generator[Event, None, None]:
        """Enumerate the solutions of `problem`; see `Engine`."""
        with ClauseSearch(problem, self.solver) as search:
            if problem.seed is not None:
                search.prefer(problem.seed)
            yield from search.solutions(problem.projection)

    def samples(self, problem: Problem) -> Generator[Event, None, None]:
        """Yield varied solutions of `problem`, each after a random dive; see `Engine`."""
        with ClauseSearch(problem, self.solver) as search:
            yield search.effort()
            for seed in seeds_of(problem):
                search.prefer(seed)
                assumed = search.dive(seed)
                while (model := (yield from search.solve(assumed))) is None:
                    if not assumed:
                        return
                    assumed = assumed[: len(assumed) // 2]
                yield search.encoding.cube(model.__contains__)


ENGINE = CnfEngine()


class ClauseSearch(ClosingContext):
    """A solver that knows a problem.

    Attributes:
        encoding: the problem as clauses.
    """

    def __init__(self, problem: Problem, solver: str) -> None:
        with defer_interrupts():
            from pysat.solvers import Solver

        self._solver = Solver(name=solver)
        try:
            self.encoding = Encoding(problem, SolverSink(self._solver.add_clause))
        except BaseException:  # the time is over, or somebody stops it
            self.close()
            raise
        self._slots = self.encoding.decisions()
        self._timed = problem.seed is None
        self._spent: Counter[str] = Counter()  # on earlier questions
        self._guard: list[int] = []  # the literal that this question assumes, if there are several
        self._budget = max(
            1, min(_FIRST_BUDGET, _FIRST_EFFORT // max(1, self._solver.nof_clauses()))
        )

    def close(self) -> None:
        """Give the solver back."""
        self._solver.delete()

    def effort(self) -> Progress:
        """Return the progress of the solver so far."""
        statistics = self._solver.accum_stats()
        effort = (statistics[name] - self._spent[name] for name in ("decisions", "conflicts"))
        return Progress(None, *effort)

    def solutions(self, projection: Sequence[int] = ()) -> Generator[Event, None, None]:
        """Enumerate the solutions, those near the hint first; of a projection, one for each view."""
        yield self.effort()
        near = self.encoding.hint_literals()
        while True:
            while (model := (yield from self.solve(near))) is not None:
                yield self.encoding.cube(model.__contains__)
                self._block(model, projection)
            if not near:
                return
            near = near[: len(near) // 2]

    def prefer(self, seed: int) -> None:
        """Let the solver try a random placement first in every slot."""
        random = SplitMix(seed)
        for slot in self._slots:
            chosen = slot[random.below(len(slot))]
            self._solver.set_phases([each if each == chosen else -each for each in slot])

    def dive(self, seed: int) -> list[int]:
        """Return random placements, chosen one after another, that propagation does not refute."""
        random = SplitMix(seed)
        assumed: list[int] = []
        implied: set[int] = set()
        for slot in random.shuffled(self._slots):
            for literal in random.shuffled(slot):
                if literal in self._refuted or -literal in implied:
                    continue
                follows = implied if literal in implied else self._consequences([*assumed, literal])
                if follows is not None:
                    assumed.append(literal)
                    implied = follows
                    break
            else:
                return assumed
        return assumed

    @functools.cached_property
    def _refuted(self) -> set[int]:
        """The placements that propagation refutes, whatever else is assumed."""
        return {one for slot in self._slots for one in slot if self._consequences([one]) is None}

    def _consequences(self, assumed: list[int]) -> set[int] | None:
        """Return the literals that propagation concludes from `assumed`, None if it refutes that.

        What holds without assumptions is not included.
        """
        look()
        with without_handler():
            possible, literals = self._solver.propagate(assumed)
        return set(literals) if possible else None

    def solve(self, assumed: Sequence[int] = ()) -> Generator[Progress, None, set[int] | None]:
        """Return the literals of a solution that satisfies `assumed`, None if there is none."""
        while True:
            started = time.monotonic()
            self._solver.conf_budget(self._budget)
            with without_handler():
                answer = self._solver.solve_limited(assumptions=[*self._guard, *assumed])
            look()
            if answer is None and self._timed:
                # Twice as many conflicts, or fewer, to stay near a tick.
                quick = time.monotonic() - started < TICK / 2
                self._budget = max(1, self._budget * 2 if quick else self._budget * 2 // 3)
            yield self.effort()
            if answer is not None:
                return set(self._solver.get_model()) if answer else None

    def _block(self, model: set[int], projection: Sequence[int]) -> None:
        """Rule out the cube of a solution, or what it shows of a projection, as long as the question lasts."""
        looked_at = [self.encoding.shows[facelet] for facelet in projection] or self._slots
        chosen = itertools.chain(self._guard, *looked_at)
        self._solver.add_clause([-literal for literal in chosen if literal in model])

    def begin(self, primitives: Iterable[Primitive]) -> None:
        """Begin a question with more demands."""
        self._spent = Counter(self._solver.accum_stats())
        guard = self.encoding.sink.variable("this question")
        for primitive in primitives:
            self.encoding.post(primitive, unless=[-guard])
        self._guard = [guard]

    def end(self) -> None:
        """Drop the demands of the question, and the cubes that it ruled out."""
        self._solver.add_clause([-self._guard.pop()])


class SolverSink(Sink):
    """A solver, which gets each clause as it is stated: in lists, millions take gigabytes.

    Args:
        add: gives it a clause.
    """

    bytes_per_clause = 170

    def __init__(self, add: Callable[[Sequence[int]], object]) -> None:
        self._add = add
        self._variables = 0

    def variable(self, name: str = "") -> int:  # noqa: ARG002
        """Return a new variable."""
        self._variables += 1
        return self._variables

    def clause(self, literals: Sequence[int]) -> None:
        """Demand that one of `literals` is true."""
        self._add(literals)


class CnfSink(Sink):
    """Clauses in a list.

    Attributes:
        clauses: the clauses so far.
        names: of the variables; entry 0 is not used.
    """

    bytes_per_clause = 290

    def __init__(self) -> None:
        self.clauses: list[list[int]] = []
        self.names: list[str] = [""]

    @property
    def variables(self) -> int:
        """The number of variables, which are numbered from 1."""
        return len(self.names) - 1

    def variable(self, name: str = "") -> int:
        """Return a new variable."""
        self.names.append(name)
        return self.variables

    def clause(self, literals: Sequence[int]) -> None:
        """Demand that one of `literals` is true."""
        self.clauses.append(list(literals))


def dimacs(variables: int, clauses: Sequence[Sequence[int]]) -> Iterator[str]:
    """Yield the lines of clauses over variables 1 to `variables` in DIMACS CNF, with line ends."""
    yield f"p cnf {variables} {len(clauses)}\n"
    for clause in clauses:
        yield " ".join(map(str, [*clause, 0])) + "\n"


class _Elsewhere:
    """Takes the place of `pysat.solvers.MainThread`."""

    @staticmethod
    def check() -> bool:
        """Return whether this is the main thread, of which python-sat is to know nothing."""
        return False


@contextlib.contextmanager
def without_handler() -> Iterator[None]:
    """Keep python-sat from handling Ctrl-C, as it does on the main thread.

    Its handler leaves the solver by `longjmp`, in the middle of whatever that does, and stays when the call is over.
    """
    from pysat import solvers
    from pysat._utils import MainThread

    solvers.MainThread = _Elsewhere
    try:
        yield
    finally:
        solvers.MainThread = MainThread


def is_satisfiable(solver: Any, assumed: Sequence[int] = ()) -> bool:
    """Return whether the clauses of a solver of python-sat can hold together with `assumed`."""
    with without_handler():
        return bool(solver.solve(assumptions=list(assumed)))
