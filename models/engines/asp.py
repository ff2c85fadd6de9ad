"""The ASP engine: the logic program of `cubecsp.models.engines.logic_program` in clingo.

clingo (M. Gebser, R. Kaminski, B. Kaufmann and T. Schaub, "Multi-shot ASP solving with clingo", TPLP 19
(2019) 27-82) grounds the program, and its solver clasp learns from conflicts as SAT solvers do. What it
has done it tells when it has ended, and not before.

Which configuration of clasp: on the perfect scramble without symmetry `trendy` and `handy` take 4.7 s,
`crafty` 4.9, `jumpy` 6.4, `auto` 7.6 and `tweety` 8.0 (processor time, clingo 5.8).
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cubecsp.errors import EngineError
from cubecsp.models.engines.background import in_background
from cubecsp.models.engines.base import Engine, Event, Problem, Progress, State
from cubecsp.models.engines.logic_program import write_program
from cubecsp.models.engines.options import option
from cubecsp.models.engines.vocabulary import Vocabulary

if TYPE_CHECKING:
    from clingo import Control, Model

__all__ = ["ENGINE", "AspEngine"]

_CONFIGURATIONS = ("auto", "crafty", "frumpy", "handy", "jumpy", "trendy", "tweety")


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
        cube = _Reader(problem)
        effort = Progress(None, 0)

        def work(give: Callable[[State], None]) -> None:
            nonlocal effort
            with control.solve(yield_=True) as handle:
                for model in handle:
                    give(cube.of(model))
            solvers = control.statistics["solving"]["solvers"]
            effort = Progress(None, int(solvers["choices"]), int(solvers["conflicts"]))

        yield from in_background(work, control.interrupt, self.name, lambda: effort)

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

    def of(self, model: Model) -> State:
        """Return the cube of an answer set, of which clingo shows what is put."""
        for symbol in model.symbols(shown=True):
            if symbol not in self._known:
                slot, look = (argument.name for argument in symbol.arguments)
                self._known[symbol] = self._positions[slot, look]
            number, value = self._known[symbol]
            self._row[number] = value
        return self._problem.cube(bytes(self._row))
