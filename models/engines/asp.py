"""The ASP engine: the logic program of `cubecsp.models.engines.logic_program` in clingo.

clingo (M. Gebser, R. Kaminski, B. Kaufmann and T. Schaub, "Multi-shot ASP solving with clingo", TPLP 19
(2019) 27-82) grounds the program, and its solver clasp learns from conflicts as SAT solvers do. What it
has done it tells when it has ended, and not before.

Samples come from one grounding, each after a dive: slots in a random order are given random looks that
propagation leaves open, a few times over if that ends in conflicts; then clasp decides as always.

Which configuration of clasp: on the perfect scramble without symmetry `trendy` and `handy` take 4.7 s,
`crafty` 4.9, `jumpy` 6.4, `auto` 7.6 and `tweety` 8.0 (processor time, clingo 5.8).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cubecsp.errors import EngineError
from cubecsp.models.engines.background import in_background
from cubecsp.models.engines.base import (
    Engine,
    Event,
    Problem,
    Progress,
    State,
    first_ones,
    seeds_of,
)
from cubecsp.models.engines.logic_program import write_program
from cubecsp.models.engines.options import option
from cubecsp.models.engines.shuffle import SplitMix
from cubecsp.models.engines.vocabulary import Vocabulary
from cubecsp.work.workers import TICK

if TYPE_CHECKING:
    from clingo import Assignment, Control, Model, PropagateInit

__all__ = ["ENGINE", "AspEngine"]

_CONFIGURATIONS = ("auto", "crafty", "frumpy", "handy", "jumpy", "trendy", "tweety")
_TRIES = 3  # how many looks a dive tries in each slot, on average


@dataclass(frozen=True)
class AspEngine(Engine):
    """Enumerates with clingo, on one thread."""

    configuration: str = option(
        "trendy", "how its solver is set up, as clingo calls it", choices=_CONFIGURATIONS
    )
    heuristic: bool = option(True, "decide slot by slot, in our order")

    name = "asp"
    takes_hints = True
    summary = "clingo: answer set programming"
    distribution = "clingo"

    def solutions(self, problem: Problem) -> Generator[Event, None, None]:
        """Enumerate the solutions of `problem`; see `Engine`.

        Raises:
            EngineError: clingo is not installed, or fails.
        """
        control = self._grounded(write_program(problem))
        yield from self._solved(control, _Reader(problem), every=True)

    def samples(self, problem: Problem) -> Generator[Event, None, None]:
        """Yield varied solutions of `problem`, each after a random dive; see `Engine`.

        Raises:
            EngineError: clingo is not installed, or fails.
        """
        control = self._grounded(write_program(replace(problem, seed=None)))
        reader, dive = _Reader(problem), _Dive()
        control.register_propagator(dive)  # type: ignore[arg-type]  # methods that it lacks are not called

        def search(seed: int) -> Generator[Event, None, None]:
            dive.begin(seed)
            return self._solved(control, reader, every=False)

        yield from first_ones(search(seed) for seed in seeds_of(problem))

    def _solved(
        self, control: Control, reader: _Reader, every: bool
    ) -> Generator[Event, None, None]:
        effort, stopped = Progress(None, 0), threading.Event()

        def work(give: Callable[[State], None]) -> None:
            nonlocal effort
            # It could be interrupted from elsewhere, but if it has just ended, that would end the next search.
            with control.solve(yield_=True, async_=True) as handle:
                while True:
                    handle.resume()
                    while not handle.wait(TICK):
                        if stopped.is_set():
                            return
                    model = handle.model()
                    if model is None:
                        break
                    give(reader.cube(model))
                    if stopped.is_set() or not every:
                        return
                if not handle.get().exhausted:
                    raise EngineError("clingo stopped before its end")
            solvers = control.statistics["solving"]["solvers"]
            effort = Progress(None, int(solvers["choices"]), int(solvers["conflicts"]))

        yield from in_background(work, stopped.set, self.name, lambda: effort)

    def _grounded(self, program: str) -> Control:
        try:
            import clingo
        except ImportError as error:
            raise EngineError(
                "the asp engine needs the package clingo: pip install 'cubecsp[asp]'"
            ) from error
        said: list[str] = []
        heuristic = ["--heuristic=Domain"] if self.heuristic else []
        arguments = ["--models=0", f"--configuration={self.configuration}", *heuristic]
        control = clingo.Control(arguments, logger=lambda _, message: said.append(message))
        try:
            control.add(program)
            control.ground()
        except RuntimeError as error:
            raise EngineError(f"clingo: {' '.join(said) or error}") from error
        return control


ENGINE = AspEngine()


class _Reader:
    """Makes cubes of answer sets."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._positions = Vocabulary(problem.puzzle).positions
        self._known: dict[Any, tuple[int, int]] = {}  # by symbol, which clingo hashes
        self._row = bytearray(len(problem.puzzle.slots))

    def cube(self, model: Model) -> State:
        """Return the cube of an answer set, of which clingo shows what is put."""
        for symbol in model.symbols(shown=True):
            if symbol not in self._known:
                slot, look = (argument.name for argument in symbol.arguments)
                self._known[symbol] = self._positions[slot, look]
            number, value = self._known[symbol]
            self._row[number] = value
        return self._problem.cube(bytes(self._row))


class _Dive:
    """A propagator that propagates nothing, and takes the first decisions: at random."""

    def __init__(self) -> None:
        self._slots: list[list[int]] = []  # the literals of what each may hold
        self._random = SplitMix(0)
        self._order: list[list[int]] = []
        self._left = 0

    def begin(self, seed: int) -> None:
        """Take the decisions of the next search by a seed."""
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
