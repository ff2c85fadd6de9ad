"""The shortest move sequences as plans that clingo finds: a logic program, one more move at a time.

T. Rand and R. Dinaro say in Prolog what each turn does to a cube map, and Prolog deepens until the cube is
solved. `cubecsp.search.plan_program` says the same in answer set programming, and clasp, which learns from every
plan that fails, needs seconds where that takes half an hour. Breadth-first search from both ends takes
milliseconds: this method is for reading, and for rules of one's own.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Generator, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from cubecsp.clingo_package import load_clingo
from cubecsp.errors import OutOfTimeError
from cubecsp.puzzle.moves import TURNS, Metric, Moves
from cubecsp.puzzle.puzzle import CUBE
from cubecsp.puzzle.state import Cube
from cubecsp.search import Method, breadth_first
from cubecsp.search.plan_program import PlanProblem, orders, write_plan
from cubecsp.search.reachability import permutation
from cubecsp.search.sequence import NamedMove, Sequence, named_moves
from cubecsp.search.solution import NamedSolution, none_as_short, require_reachable

if TYPE_CHECKING:
    from clingo import Control

__all__ = ["METHOD", "Plans", "each_solution", "plan_problem", "solve"]

_LONGEST = 1000
_TICK = 0.05  # seconds
_ARGUMENTS = ["--models=0", "--configuration=trendy"]
_INCREMENTAL = "#include <incmode>."  # what clingo does with it by itself is done here


def plan_problem(
    cube: Cube, turns: str | Mapping[str, str | Moves] | None = None, metric: Metric = "htm"
) -> PlanProblem:
    """Return what is to be planned to solve a cube.

    Args:
        cube: the cube.
        turns: the moves to choose from, as in `breadth_first.sequences`.
        metric: how turns are counted when all may be used.

    Raises:
        InputError: the moves cannot be read.
    """
    return _problem(cube, _moves(turns, metric))


class Plans:
    """The shortest plans of a problem, as tuples of names of moves: each when clingo has found it.

    Iteration ends when all have been given; of a problem without any it does not end. Of plans that differ in the
    order of moves that commute, one or some are given (`plan_program.orders` gives the others).

    Args:
        problem: what is planned.
        longest: moves at most; None for any number.
        deadline: on the monotonic clock, when to stop; None for never.

    Attributes:
        searched: there are no plans of up to so many moves, those given aside.
        choices: decisions that clingo has taken.
    """

    def __init__(
        self, problem: PlanProblem, longest: int | None = None, deadline: float | None = None
    ) -> None:
        self.problem = problem
        self.searched = -1
        self.choices = 0
        self._longest = _LONGEST if longest is None else longest
        self._deadline = deadline

    def __iter__(self) -> Generator[tuple[str, ...], None, None]:
        clingo = load_clingo()
        control: Control = clingo.Control(_ARGUMENTS)
        control.add(write_plan(self.problem).replace(_INCREMENTAL, ""))
        control.ground()
        for length in range(self._longest + 1):
            number = clingo.Number(length)
            step = [("step", [number])] if length else []
            control.ground([*step, ("check", [number])])
            query = clingo.Function("query", [number])
            control.assign_external(query, True)
            found = False
            with contextlib.closing(self._solved(control, length)) as plans:
                for plan in plans:
                    found = True
                    yield plan
            self.searched = length
            if found:
                return
            control.release_external(query)

    def _solved(self, control: Control, length: int) -> Generator[tuple[str, ...], None, None]:
        """Yield the plans of a length.

        Raises:
            OutOfTimeError: the time has passed.
        """
        with control.solve(yield_=True, async_=True) as handle:
            while True:
                handle.resume()
                while not handle.wait(_TICK):
                    self._check_time(length)
                model = handle.model()
                if model is None:
                    break
                occurs = [symbol.arguments for symbol in model.symbols(shown=True)]
                ordered = sorted((number.number, move.string) for move, number in occurs)
                yield tuple(name for _, name in ordered)
                self._check_time(length)
        self.choices += int(control.statistics["solving"]["solvers"]["choices"])

    def numbers(self, plan: tuple[str, ...]) -> list[int]:
        """Return the numbers of a plan's moves, in the order of the list of moves."""
        names = list(self.problem.moves)
        return [names.index(name) for name in plan]

    def _check_time(self, length: int) -> None:
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise OutOfTimeError(
                f"stopped at plans of {length} moves; there are none of up to {length - 1}"
            )


def solve(
    cube: Cube,
    metric: Metric = "htm",
    *,
    turns: str | Mapping[str, str | Moves] | None = None,
    max_length: int | None = None,
    time_limit: float | None = None,
) -> NamedSolution | None:
    """Return a shortest solution, or None if the time limit ended first.

    Args:
        cube: any reachable cube; one that is more than half a dozen of eighteen turns from solved takes minutes.
        metric: how turns are counted when all may be used.
        turns: see `breadth_first.sequences`; with these, a solution has as few of them as possible.
        max_length: longest solution to look for.
        time_limit: seconds.

    Raises:
        InputError: no sequence of these turns solves the cube, or none of any turns.
        LimitError: none of `max_length` does.
        EngineError: clingo is not installed.
    """
    started = time.perf_counter()
    moves, plans = _planned(cube, turns, metric, max_length, time_limit)
    try:
        with contextlib.closing(iter(plans)) as found_plans:
            plan = next(found_plans, None)
    except OutOfTimeError:
        return None
    if plan is None:
        raise none_as_short(max_length or 0)
    found = _sequence(orders(plan, plans.problem)[0], moves, cube)
    return NamedSolution(
        moves=found.moves,
        metric=metric,
        optimal=turns is None,
        proven=len(found.moves) if turns is None else 0,
        seconds=time.perf_counter() - started,
        nodes=plans.choices,
        sequence=None if turns is None else found,
    )


def each_solution(
    cube: Cube,
    *,
    metric: Metric = "htm",
    turns: str | Mapping[str, str | Moves] | None = None,
    max_length: int | None = None,
    up_to_commuting: bool = False,
    time_limit: float | None = None,
) -> Iterator[Sequence]:
    """Yield every shortest solution; arguments and errors are those of `solve`.

    Raises:
        OutOfTimeError: the time limit passed before all were known.
    """
    moves, plans = _planned(cube, turns, metric, max_length, time_limit)
    classes = {tuple(orders(plan, plans.problem)) for plan in plans}
    if not classes:
        raise none_as_short(max_length or 0)
    listed = (each[:1] if up_to_commuting else each for each in classes)
    for plan in sorted((one for some in listed for one in some), key=plans.numbers):
        yield _sequence(plan, moves, cube)


def _planned(
    cube: Cube,
    turns: str | Mapping[str, str | Moves] | None,
    metric: Metric,
    longest: int | None,
    time_limit: float | None,
) -> tuple[Mapping[str, NamedMove], Plans]:
    """Return the moves, and plans that there are, if only they may be long enough."""
    require_reachable(cube)
    moves = _moves(turns, metric)
    breadth_first.require_solvable(cube, {name: move.written for name, move in moves.items()})
    deadline = None if time_limit is None else time.monotonic() + time_limit
    return moves, Plans(_problem(cube, moves), longest, deadline)


def _moves(turns: Any, metric: Metric) -> Mapping[str, NamedMove]:
    single = ",".join(name for name in TURNS if metric == "htm" or not name.endswith("2"))
    return named_moves(single if turns is None else turns)


def _problem(cube: Cube, moves: Mapping[str, NamedMove]) -> PlanProblem:
    return PlanProblem(
        CUBE,
        cube.colours,
        {
            name: permutation(move.turns, move.holding)[: CUBE.facelet_count]
            for name, move in moves.items()
        },
    )


def _sequence(plan: tuple[str, ...], moves: Mapping[str, NamedMove], cube: Cube) -> Sequence:
    """Return a plan as a sequence, which is known to solve the cube."""
    found = Sequence.of(moves[name] for name in plan)
    assert cube.apply(found.moves) == Cube(), "clingo has a plan wrong"
    return found


METHOD = Method(
    "asp",
    "the shortest over any set of turns, by clingo, as a logic program that can be read",
    frozenset({"metric", "max_length", "time_limit", "turns"}),
    one=solve,
    each=each_solution,
    proves=False,
    distribution="clingo",
)
