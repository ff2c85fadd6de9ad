"""The ASP engine: the logic program of `cubecsp.models.engines.logic_program` in clingo.

clingo (M. Gebser, R. Kaminski, B. Kaufmann and T. Schaub, "Multi-shot ASP solving with clingo", TPLP 19
(2019) 27-82) grounds the program, and its solver clasp learns from conflicts as SAT solvers do. It
reports its statistics only when it has ended.

Samples come from one grounding, each after a dive: slots in a random order are given random looks that
propagation leaves open, several times if that ends in conflicts; then clasp decides as usual.

The configuration of clasp: on the perfect scramble without symmetry `trendy` and `handy` take 4.7 s,
`crafty` 4.9, `jumpy` 6.4, `auto` 7.6 and `tweety` 8.0 (processor time, clingo 5.8).
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from cubecsp.clingo_package import load_clingo
from cubecsp.errors import EngineError, OutOfTimeError
from cubecsp.models.engines.background import in_background
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
from cubecsp.models.engines.goal import ProgramGoal
from cubecsp.models.engines.grounding import check_grounding
from cubecsp.models.engines.logic_program import write_program
from cubecsp.models.engines.options import option
from cubecsp.models.engines.shuffle import SplitMix
from cubecsp.models.engines.vocabulary import Vocabulary
from cubecsp.models.programs.program import programs_in
from cubecsp.puzzle.cube.sizes import ANY_SIZE
from cubecsp.stopping.deadline import current, look
from cubecsp.stopping.threads import TICK

if TYPE_CHECKING:
    from clingo import Assignment, Control, Model, Observer, PropagateInit

_T = TypeVar("_T")

_CONFIGURATIONS = ("auto", "crafty", "frumpy", "handy", "jumpy", "trendy", "tweety")
_TRIES = 3  # how many looks a dive attempts in each slot, on average

_LARGEST = 28  # the size of a cube whose rules, written out, take half a gigabyte


@dataclass(frozen=True)
class AspEngine(Engine):
    """Enumerates with clingo, on one thread."""

    configuration: str = option(
        "trendy", "the configuration of its solver, as clingo calls it", choices=_CONFIGURATIONS
    )
    heuristic: bool = option(True, "decide slot by slot, in our order")
    grounding: float = option(
        10.0, "how many seconds grounding programs of your own may take", least=0.1
    )

    name = "asp"
    takes_hints = True
    takes_programs = True
    other_puzzles = True
    summary = "clingo: answer set programming"
    distribution = "clingo"
    sizes = ANY_SIZE[: _LARGEST - 1]
    limits = "larger ones, written out for all values, take gigabytes"

    def solutions(self, problem: Problem) -> Generator[Event, None, None]:
        """Enumerate the solutions of `problem`; see `Engine`.

        Raises:
            EngineError: clingo is not installed, or fails.
            InputError: clingo refuses a program of the user's own; see `check_grounding` for this and others.
        """
        control = self.ground(problem)
        yield from self._solve(control, _AnswerSetReader(problem).cube, every=True)

    def samples(self, problem: Problem) -> Generator[Event, None, None]:
        """Yield varied solutions of `problem`, each after a random dive; see `Engine`.

        Raises:
            EngineError: clingo is not installed, or fails.
            InputError: clingo refuses a program of the user's own.
        """
        control = self.ground(replace(problem, seed=None))
        reader, dive = _AnswerSetReader(problem), _Dive()
        control.register_propagator(dive)  # type: ignore[arg-type]  # methods that it lacks are not called

        def search(seed: int) -> Generator[Event, None, None]:
            dive.begin(seed)
            return self._solve(control, reader.cube, every=False)

        yield from first_ones(search(seed) for seed in seeds_of(problem))

    def best(self, problem: Problem, goal: Goal) -> Generator[Better | Progress, None, None]:
        """Yield ever better solutions; clingo minimises what a program says. See `Engine`.

        Raises:
            EngineError: clingo is not installed, or fails.
            InputError: clingo refuses a program of the user's own.
        """
        if not isinstance(goal, ProgramGoal):
            yield from super().best(problem, goal)
            return
        reader = _AnswerSetReader(problem)
        control = self.ground(problem, optimal=True)
        events = self._solve(
            control, lambda model: Better(reader.cube(model), -sum(model.cost)), every=True
        )
        with contextlib.closing(events):
            for event in events:
                yield replace(event, bound=goal.most) if isinstance(event, Progress) else event

    def _solve(
        self, control: Control, read: Callable[[Model], _T], every: bool
    ) -> Generator[_T | Progress, None, None]:
        effort, stopped = Progress(None, 0), threading.Event()

        def work(give: Callable[[_T], None]) -> None:
            nonlocal effort
            # It could be interrupted from another thread, but if it has just ended, that would stop the next search.
            with control.solve(yield_=True, async_=True) as handle:
                while True:
                    handle.resume()
                    while not handle.wait(TICK):
                        if stopped.is_set():
                            return
                    model = handle.model()
                    if model is None:
                        break
                    give(read(model))
                    if stopped.is_set() or not every:
                        return
                if not handle.get().exhausted:
                    raise EngineError("clingo stopped early")
            solvers = control.statistics["solving"]["solvers"]
            effort = Progress(None, int(solvers["choices"]), int(solvers["conflicts"]))

        yield from in_background(work, stopped.set, self.name, lambda: effort)

    def ground(
        self, problem: Problem, *, optimal: bool = False, observer: Observer | None = None
    ) -> Control:
        """Return clingo with the program of a problem, grounded.

        Args:
            problem: the problem.
            optimal: whether to find the best solution instead of all of them.
            observer: receives the rules as they are grounded.

        Raises:
            EngineError: clingo is not installed, or fails.
            InputError: clingo refuses a program of the user's own; see `check_grounding` for this and others.
        """
        load_clingo()
        arguments = ["--heuristic=Domain"] if self.heuristic else []
        programs = programs_in(problem.primitives)
        if programs:
            check_grounding(problem.puzzle, programs, self.grounding)
            # Other choices in a program do not make a different cube.
            arguments += ["--opt-mode=opt"] if optimal else ["--opt-mode=ignore", "--project=show"]
        if any(program.source.code for program in programs):
            from clingo.script import enable_python

            enable_python()
        return self._ground(write_program(problem), arguments, observer)

    def _ground(
        self, program: str, arguments: list[str], observer: Observer | None = None
    ) -> Control:
        import clingo

        said: list[str] = []
        every = ["--models=0", f"--configuration={self.configuration}"]
        control = clingo.Control(
            [*every, *arguments], logger=lambda _, message: said.append(message)
        )
        control.register_observer(_Clock() if observer is None else observer)  # type: ignore[arg-type]
        look()
        try:
            control.add(program)
            control.ground()
        except TimeoutError as error:
            raise OutOfTimeError from error
        except RuntimeError as error:
            raise EngineError(f"clingo: {' '.join(said) or error}") from error
        return control


ENGINE = AspEngine()


class _Clock:
    """An observer of grounding that checks the deadline at every rule; clingo does not call the methods that it lacks."""

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:  # noqa: ARG002
        """Make sure that grounding may go on; clingo passes on an error as a new one of its class, which takes no message."""
        if current().is_over:
            raise TimeoutError


class _AnswerSetReader:
    """Turns answer sets into cubes."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._positions = Vocabulary(problem.puzzle).positions
        self._known: dict[Any, tuple[int, int]] = {}  # by symbol, which clingo hashes
        self._row = bytearray(len(problem.puzzle.slots))

    def cube(self, model: Model) -> State:
        """Return the cube of an answer set, of which clingo shows the atoms `put`."""
        for symbol in model.symbols(shown=True):
            if symbol not in self._known:
                slot, look = (argument.name for argument in symbol.arguments)
                self._known[symbol] = self._positions[slot, look]
            number, value = self._known[symbol]
            self._row[number] = value
        return self._problem.cube(bytes(self._row))


class _Dive:
    """A propagator that propagates nothing, but takes the first decisions at random."""

    def __init__(self) -> None:
        self._slots: list[list[int]] = []  # the literals of what each may hold
        self._random = SplitMix(0)
        self._order: list[list[int]] = []
        self._left = 0

    def begin(self, seed: int) -> None:
        """Prepare the decisions of the next search from a seed."""
        self._random = SplitMix(seed)
        self._order = []

    def init(self, init: PropagateInit) -> None:
        """Note the literals; called when a search begins."""
        if not self._slots:
            by_slot: dict[str, list[int]] = {}
            puts = init.symbolic_atoms.by_signature("put", 2)
            for put in sorted(puts, key=lambda atom: atom.symbol):
                literals = by_slot.setdefault(put.symbol.arguments[0].name, [])
                literals.append(init.solver_literal(put.literal))
            self._slots = list(by_slot.values())
        self._order = self._random.shuffled(self._slots)
        self._left = _TRIES * len(self._slots)

    def decide(self, thread_id: int, assignment: Assignment, fallback: int) -> int:  # noqa: ARG002
        """Return the literal to decide next."""
        for slot in self._order if self._left else []:
            if not any(map(assignment.is_true, slot)):
                open_ = [literal for literal in slot if not assignment.is_false(literal)]
                if open_:
                    self._left -= 1
                    return open_[self._random.below(len(open_))]
        return fallback
