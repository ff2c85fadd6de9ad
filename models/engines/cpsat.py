"""The CP-SAT engine: the clauses of `cubecsp.models.engines.clauses` in OR-Tools, all solutions enumerated.

The question decides the order of the decisions (`_order`). If all relations have to hold, slots in our order are
quickest: all 48 perfect scrambles take 0.5 s, and 1.1 s in CP-SAT's own order. If rules leave a choice, as `any`
and `at-least` do, its own order is quickest, since it decides which of them hold: that no face is whole if
another one shows all colours takes 0.3 s, and 11.7 s slot by slot. Of six such questions two gain more than
tenfold, two up to threefold, and two nothing (those of `bench/engines.py`; processor time).

Presolve takes longer than it saves: tenths of a second on
easy questions, and 11.8 s instead of 0.5 s if some face is to show all colours, slot by slot.
Inprocessing is off: on the perfect scramble with symmetry it takes 0.53 s instead of 0.30 s, with 54,640
branches instead of 8,237 for as many conflicts. The search for symmetries changes nothing, since the model is clauses;
so it is off.

Linear programs decide whether sums of stickers of several faces can hold together: that each colour is not as often on
all faces takes 0.2 s with them, and is not proven in 4 s without. Where rules leave a choice they slow the search down:
that no colour is ten times on two faces takes 2.3 s with them, and 0.9 s without. So they are on if such sums have to
hold, and no rule leaves a choice. Presolve gains nothing on any of 26 questions that another setting does not gain, too
(`bench/cpsat_settings.py`; processor time).
There is one worker, since several cannot enumerate. What else decides the speed is described in `clauses`.

The best cube is looked for by strategies that work side by side and exchange bounds and cubes:
one raises the bound by cores, one decides slot by slot in our order, one restarts quickly, one solves
linear programs, and further ones are CP-SAT's own choice. Each alone may get nowhere: the most equal
neighbours with no face of one colour are proven in 1 s by cores, in 3 s by three strategies side by side,
and not in 40 s by CP-SAT's default on one thread. But cores alone find no cube before the last one.
Symmetry is ignored: breaking it gained nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cubecsp.errors import EngineError
from cubecsp.models.core.primitives import leaves_choice
from cubecsp.models.engines.background import in_background
from cubecsp.models.engines.cardinality_clauses import BYTES_WITH_COUNTS, Sink
from cubecsp.models.engines.clauses import Encoding
from cubecsp.models.engines.engine import (
    Better,
    Engine,
    Event,
    Goal,
    Problem,
    Progress,
    State,
    first_ones,
    seeds_of,
)
from cubecsp.models.engines.options import option
from cubecsp.models.engines.shuffle import SplitMix
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.stopping.deadline import look
from cubecsp.stopping.signals import defer_interrupts

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpSolver

MOST_STRATEGIES = 64
_PACKAGES = ("numpy", "pandas", "ortools.sat.python.cp_model")
"""The modules that OR-Tools loads in half a second of processor time, one after the other, so that a stop can come between them."""
_STRATEGIES = ("core", "fixed", "quick_restart", "default_lp")  # CP-SAT's names of its subsolvers


@dataclass(frozen=True)
class CpSatEngine(Engine):
    """Enumerates with OR-Tools' CP-SAT, on one thread, and finds the best cube on several."""

    presolve: bool = option(False, "simplify the model before the search")
    inprocessing: bool = option(False, "simplify clauses during the search")
    linearization: str = option(
        "question",
        "how much of the model goes into linear programs: 0, 1 or 2; question: what suits the question",
        choices=("question", "0", "1", "2"),
    )
    branching: str = option(
        "question",
        "slots: decide slot by slot, in our order; solver: leave decisions to CP-SAT; question: what "
        "suits the question",
        choices=("question", "slots", "solver"),
    )
    strategies: int = option(
        3,
        "how many strategies look for the best cube side by side, one thread each",
        least=2,
        most=MOST_STRATEGIES,
    )

    name = "cpsat"
    takes_hints = True
    bounds = True
    other_puzzles = True
    summary = "CP-SAT of OR-Tools"
    distribution = "ortools"

    def solutions(self, problem: Problem) -> Generator[Event, None, None]:
        """Enumerate the solutions of `problem`; see `Engine`.

        Raises:
            EngineError: the solver fails.
        """
        sink = CpSatSink()
        encoding = Encoding(problem, sink)
        sink.branch_on(_decisions(encoding, problem.seed))
        sink.hint(encoding.hint_literals())
        yield from self._solutions(sink, encoding, every=True)

    def samples(self, problem: Problem) -> Generator[Event, None, None]:
        """Yield varied solutions of `problem`: the first ones in many orders; see `Engine`.

        Raises:
            EngineError: the solver fails.
        """
        sink = CpSatSink()
        encoding = Encoding(problem, sink)

        def search(seed: int) -> Generator[Event, None, None]:
            sink.branch_on(_decisions(encoding, seed))
            return self._solutions(sink, encoding, every=False)

        yield from first_ones(map(search, seeds_of(problem)))

    def _order(self, problem: Problem) -> str:
        """Return the order in which variables are decided: `slots` or `solver`; the head of this file says why.

        A seed and a hint determine the order of slots.
        """
        if self.branching != "question":
            return self.branching
        ordered = problem.seed is not None or problem.hint is not None
        return "slots" if ordered or not any(map(leaves_choice, problem.primitives)) else "solver"

    def _level(self, problem: Problem) -> int:
        """Return how much goes into linear programs: 0 to 2; the head of this file says why."""
        if self.linearization != "question":
            return int(self.linearization)
        return int(self._order(problem) == "slots" and problem.with_totals != problem.primitives)

    def _solutions(
        self, sink: CpSatSink, encoding: Encoding, *, every: bool
    ) -> Generator[Event, None, None]:
        """Yield every solution of a model, or the first one."""
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        # The search for symmetries can't be stopped, and takes seconds on large cubes.
        solver.parameters.symmetry_level = 0
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = every
        if self._order(encoding.problem) == "slots":
            solver.parameters.search_branching = cp_model.FIXED_SEARCH
        solver.parameters.cp_model_presolve = self.presolve
        solver.parameters.use_sat_inprocessing = self.inprocessing
        solver.parameters.linearization_level = self._level(encoding.problem)
        solver.parameters.catch_sigint_signal = False  # so that Python sees it

        effort = Progress(None, 0, 0)

        def work(give: Callable[[State], None]) -> None:
            nonlocal effort

            class _SolutionCollector(cp_model.CpSolverSolutionCallback):
                def on_solution_callback(self) -> None:
                    nonlocal effort
                    effort = Progress(None, self.num_branches, self.num_conflicts)
                    give(encoding.cube(lambda literal: bool(self.Value(sink.literal(literal)))))

            status = solver.solve(sink.model, _SolutionCollector())
            effort = Progress(None, solver.num_branches, solver.num_conflicts)
            if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
                raise EngineError(f"CP-SAT stopped with status {solver.status_name(status)}")

        yield from in_background(work, solver.stop_search, self.name, lambda: effort)

    def best(self, problem: Problem, goal: Goal) -> Generator[Better | Progress, None, None]:
        """Yield ever better solutions of `problem`, with bounds; see `Engine`.

        Raises:
            EngineError: the solver fails.
        """
        sink = CpSatSink()
        encoding = Encoding(replace(problem, symmetries=SYMMETRIES[:1]), sink)
        sink.maximize(*encoding.weights(goal.terms))
        sink.branch_on(encoding.decisions())
        sink.hint(encoding.hint_literals())
        solver = self._optimiser(problem.seed)
        optimum = _Optimum(sink, encoding, goal, solver)
        yield from in_background(optimum.search, solver.stop_search, self.name, optimum.progress)

    def _optimiser(self, seed: int | None) -> CpSolver:
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        solver.parameters.num_workers = self.strategies
        solver.parameters.subsolvers.extend(_STRATEGIES)
        solver.parameters.random_seed = (seed or 0) % (1 << 31)
        solver.parameters.catch_sigint_signal = False
        return solver


class _Optimum:
    """The search for the best solution of a model that counts."""

    def __init__(self, sink: CpSatSink, encoding: Encoding, goal: Goal, solver: CpSolver) -> None:
        self._sink = sink
        self._encoding = encoding
        self._goal = goal
        self._solver = solver
        self._best: int | None = None
        self._bound = goal.most
        self._effort = (0, 0)

    def progress(self) -> Progress:
        """Return the progress of the search."""
        return Progress(None, *self._effort, bound=self._bound)

    def search(self, give: Callable[[Better], None]) -> None:
        """Give ever better solutions. An optimum that does not count is forbidden, and the next one sought.

        Raises:
            EngineError: the solver fails.
        """
        from ortools.sat.python import cp_model

        optimum = self
        last = b""

        class _BestCollector(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                nonlocal last
                optimum._effort = (self.num_branches, self.num_conflicts)
                cube = optimum._encoding.cube(
                    lambda literal: bool(self.boolean_value(optimum._sink.literal(literal)))
                )
                last = cube.seen
                better = optimum._goal.best_of(last, cube.puzzle)
                if better is not None and (optimum._best is None or better.score > optimum._best):
                    optimum._best = better.score
                    give(better)

        self._solver.best_bound_callback = self._tighten
        while True:
            status = self._solver.solve(self._sink.model, _BestCollector())
            if status == cp_model.INFEASIBLE:
                return
            if status != cp_model.OPTIMAL:
                raise EngineError(f"CP-SAT stopped with status {self._solver.status_name(status)}")
            self._tighten(self._solver.best_objective_bound)
            if self._bound == self._best:
                return
            self._encoding.forbid(last)

    def _tighten(self, bound: float) -> None:
        self._bound = min(self._bound, round(bound))


ENGINE = CpSatEngine()


def _decisions(encoding: Encoding, seed: int | None) -> list[list[int]]:
    """Return the literals to branch on, shuffled within each orbit if there is a seed."""
    if seed is None:
        return encoding.decisions()
    random = SplitMix(seed)
    return [random.shuffled(slot) for slots in encoding.choices for slot in random.shuffled(slots)]


class CpSatSink(Sink):
    """A CP-SAT model that clauses are added to.

    Attributes:
        model: the `ortools.sat.python.cp_model.CpModel`.
    """

    counts = True
    bytes_per_clause = BYTES_WITH_COUNTS

    def __init__(self) -> None:
        for package in _PACKAGES:
            look()
            with defer_interrupts():
                import_module(package)
        from ortools.sat.python import cp_model

        self._cp_model = cp_model
        self.model = cp_model.CpModel()
        self._literals: list[Any] = [None]  # by number; ortools' classes are untyped

    def literal(self, literal: int) -> Any:
        """Return the literal of ortools for a literal of the encoding."""
        known = self._literals[abs(literal)]
        return known if literal > 0 else ~known

    def maximize(self, weights: Mapping[int, int], fixed: int) -> None:
        """Maximise the sum of the weights of true variables, and a number."""
        total = sum(weight * self.literal(variable) for variable, weight in weights.items())
        self.model.maximize(total + fixed)

    def branch_on(self, slots: Sequence[Sequence[int]]) -> None:
        """Decide these literals, and no others, in this order, true before false."""
        self.model.proto.search_strategy.clear()
        for slot in slots:
            self.model.add_decision_strategy(
                [self.literal(literal) for literal in slot],
                self._cp_model.CHOOSE_FIRST,
                self._cp_model.SELECT_MAX_VALUE,
            )

    def hint(self, literals: Sequence[int]) -> None:
        """Suggest that these literals are true: to a search that makes its own decisions."""
        for literal in literals:
            self.model.add_hint(self.literal(literal), True)

    def variable(self, name: str = "") -> int:
        """Return a new variable."""
        self._literals.append(self.model.new_bool_var(name))
        return len(self._literals) - 1

    def clause(self, literals: Sequence[int]) -> None:
        """Demand that one of `literals` is true."""
        self.model.add_bool_or([self.literal(literal) for literal in literals])

    def exactly_one(self, literals: Sequence[int]) -> None:
        """Demand that one of `literals` is true and no other."""
        self.model.add_exactly_one([self.literal(literal) for literal in literals])

    def exactly(self, literals: Sequence[int], number: int) -> None:
        """Demand that `number` of `literals` are true."""
        self.model.add(sum(self.literal(literal) for literal in literals) == number)

    def odd(self, literals: Sequence[int]) -> None:
        """Demand that an odd number of `literals` is true."""
        self.model.add_bool_xor([self.literal(literal) for literal in literals])

    def count(self, literals: Sequence[int], least: int, unless: Sequence[int]) -> None:
        """Demand that `least` of `literals` are true, unless one of `unless` is."""
        self.linear(dict.fromkeys(literals, 1), least, unless)

    def linear(self, weights: Mapping[int, int], least: int, unless: Sequence[int]) -> None:
        """Demand that the weights of true literals add up to `least`, unless one of `unless` is true."""
        total = sum(weight * self.literal(literal) for literal, weight in weights.items())
        linear = self.model.add(total >= least)
        linear.only_enforce_if([self.literal(-literal) for literal in unless])
