"""From cubes to move sequences: one file per method, and the tables that the methods share.

To add a method, write its file with a function `solve(cube, **options) -> Solution | None`, and
name it in `METHODS` with the options it takes. None stands for "not found within the time limit".
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cubecsp.errors import InputError

if TYPE_CHECKING:
    from cubecsp.puzzle.moves import Moves
    from cubecsp.puzzle.state import Cube
    from cubecsp.search.sequence import Sequence as MoveSequence
    from cubecsp.search.solution import Solution
    from cubecsp.search.tables import KnownTable

__all__ = ["METHODS", "Method", "find_method", "known_tables"]


@dataclass(frozen=True)
class Method:
    """A way to solve a cube.

    Attributes:
        name: what users call it.
        summary: one line for people.
        module: where its functions are; imported on first use.
        options: the keyword arguments that its `solve` takes, of these:
            `metric`, how turns are counted; `max_length`, be content with so many turns;
            `time_limit`, seconds; `threads`; `turns`, the moves that may be used; `table`, which
            size of table; `progress`, a function to call with `Progress`.
        lists_all: whether it has `each_solution`, which yields every shortest solution.
        proves: whether its solutions are the shortest there are, unless it has to stop.
        batches: whether it has `solve_many`, which is quicker than `solve` cube by cube.
    """

    name: str
    summary: str
    module: str
    options: frozenset[str]
    lists_all: bool = False
    proves: bool = False
    batches: bool = False

    def solve(self, cube: Cube, **options: Any) -> Solution | None:
        """Return moves that solve `cube`; options that are None count as not given.

        Raises:
            InputError: turns cannot solve the cube, or the method does not take an option.
        """
        given = self._taken(options)
        solution: Solution | None = importlib.import_module(self.module).solve(cube, **given)
        return solution

    def solve_many(
        self,
        cubes: Sequence[Cube],
        *,
        progress: Callable[[Any], None] | None = None,
        **options: Any,
    ) -> Iterator[Solution | None]:
        """Yield what `solve` returns for each of `cubes`, in their order.

        Args:
            cubes: what to solve.
            progress: called with `Progress` by methods that report it.
            options: as for `solve`.

        Raises:
            InputError: as for `solve`.
        """
        if self.batches and len(cubes) > 1:
            given = self._taken(options)
            yield from importlib.import_module(self.module).solve_many(cubes, **given)
            return
        if "progress" in self.options:
            options["progress"] = progress
        for cube in cubes:
            yield self.solve(cube, **options)

    def each_solution(
        self, cube: Cube, *, up_to_commuting: bool = False, **options: Any
    ) -> Iterator[Moves | MoveSequence]:
        """Yield every shortest solution, once each; other options as for `solve`.

        Solutions that are written differently are different, and in the quarter-turn metric all are
        written in quarter turns. `up_to_commuting` keeps one of those that differ in the order of
        adjacent commuting turns alone.

        Raises:
            InputError: as for `solve`, or the method finds single solutions only.
        """
        if not self.lists_all:
            others = ", ".join(m.name for m in METHODS.values() if m.lists_all)
            raise InputError(
                f"method {self.name} does not list all shortest solutions", f"{others} does"
            )
        given = self._taken(options)
        module = importlib.import_module(self.module)
        found: Iterator[Moves | MoveSequence] = module.each_solution(
            cube, up_to_commuting=up_to_commuting, **given
        )
        return found

    def _taken(self, options: dict[str, Any]) -> dict[str, Any]:
        given = {name: value for name, value in options.items() if value is not None}
        for name in given:
            if name not in self.options:
                able = [m.name for m in METHODS.values() if name in m.options]
                raise InputError(
                    f"method {self.name} takes no {name.replace('_', ' ')}",
                    f"{' and '.join(able)} {'does' if len(able) == 1 else 'do'}",
                )
        return given


METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        Method(
            "two-phase",
            "at most 20 turns in a millisecond, shorter with more time",
            "cubecsp.search.two_phase",
            frozenset({"max_length", "time_limit", "threads"}),
            batches=True,
        ),
        Method(
            "optimal",
            "the shortest, proven so: seconds to minutes, after making a table once",
            "cubecsp.search.optimal",
            frozenset({"metric", "max_length", "time_limit", "threads", "table", "progress"}),
            lists_all=True,
            proves=True,
        ),
        Method(
            "thistlethwaite",
            "four phases, each explained: 27 turns on average, in 0.1 ms",
            "cubecsp.search.thistlethwaite",
            frozenset({"metric", "max_length", "time_limit"}),
        ),
        Method(
            "breadth-first",
            "the shortest over any set of turns: for cubes a dozen turns from solved or less",
            "cubecsp.search.breadth_first",
            frozenset({"metric", "max_length", "time_limit", "turns"}),
            lists_all=True,
        ),
    )
}
"""The methods by the names that users give."""


def find_method(name: str) -> Method:
    """Return the method called `name`.

    Raises:
        InputError: there is none.
    """
    if name not in METHODS:
        raise InputError(f"there is no method {name!r}", f"known are {', '.join(METHODS)}")
    return METHODS[name]


def known_tables() -> list[KnownTable]:
    """Return every table that a method of this version may use; each knows how to make itself."""
    modules = ("two_phase", "optimal_tables", "thistlethwaite", "pocket")
    return [
        table
        for module in modules
        for table in importlib.import_module(f"cubecsp.search.{module}").known_tables()
    ]
