"""The shortest move sequences as plans that clingo finds: a logic program, one more move at a time.

T. Rand and R. Dinaro state in Prolog what each turn does to a cube map, and Prolog deepens until the cube is
solved. `cubecsp.search.plan_program` states the same in answer set programming, and also what either end leads
to, so clingo needs a second for what takes Prolog half an hour. Breadth-first search in C++ takes milliseconds:
this method is for reading, and for rules of your own.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from cubecsp.clingo_package import load_clingo
from cubecsp.deadline import look
from cubecsp.errors import InputError, LimitError, OutOfTimeError
from cubecsp.puzzle.core.permutation import Permutation, compose, identity, inverse, row
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.holding import reheld
from cubecsp.puzzle.cube.moves import Metric, Moves
from cubecsp.puzzle.cube.sizes import ANY_SIZE
from cubecsp.puzzle.cube.state import Cube, State
from cubecsp.search import Method, breadth_first
from cubecsp.search.plan_program import PlanProblem, cube_plan, orders, write_plan
from cubecsp.search.sequence import NamedMove, Sequence, named_moves
from cubecsp.search.solution import NamedSolution, none_as_short, require_reachable

if TYPE_CHECKING:
    from clingo import Control

__all__ = [
    "METHOD",
    "Plans",
    "each_solution",
    "named_turns",
    "plan_problem",
    "solution_of",
    "solve",
]

_LONGEST = 1000
_MOST_RULES = 60_000  # for each move of a plan, which clingo writes out in a second or two, and cannot be stopped there
_POCKET = 2  # size of the cube that turns of three faces solve
_TICK = 0.05  # seconds
_ARGUMENTS = ["--models=0", "--configuration=trendy"]
_STATES = ("more", "wide")  # what the program says while there are further states, or too many
_INCREMENTAL = "#include <incmode>."  # clingo's own loop for this is replaced by the one here


def plan_problem(
    cube: State, turns: str | Mapping[str, str | Moves] | None = None, metric: Metric = "htm"
) -> PlanProblem:
    """Return the problem of planning moves that solve a cube.

    Args:
        cube: the cube, of any size.
        turns: the moves to choose from, as in `breadth_first.sequences`; if left out, all turns of single
            layers, for a 2×2×2 those of U, R and F.
        metric: how turns are counted when all may be used.

    Raises:
        InputError: the moves cannot be read.
    """
    return _problem(cube, named_turns(cube, turns, metric))


class Plans:
    """The shortest plans of a problem, as tuples of names of moves, each as soon as clingo has found it.

    Iteration ends when all have been given, or when it is known that there are none. Of plans that differ in the
    order of commuting moves, one or more are given (`plan_program.orders` gives the others).

    Args:
        problem: what is planned.
        longest: the most moves; None for any number.
        deadline: when to stop, on the monotonic clock; None for never.

    Raises:
        InputError: there are too many stickers and moves.

    Attributes:
        searched: there are no plans of up to this many moves besides those given.
        choices: decisions that clingo has taken.
        hopeless: whether it is known that there is no plan of any length.
    """

    def __init__(
        self, problem: PlanProblem, longest: int | None = None, deadline: float | None = None
    ) -> None:
        rules = len(problem.moves) * len(problem.names)
        if rules > _MOST_RULES:
            raise InputError(
                f"clingo would write out {rules:,} rules for each move, of which {_MOST_RULES:,} are allowed",
                "name fewer turns, or leave the method out",
            )
        self.problem = problem
        self.searched = -1
        self.choices = 0
        self.hopeless = False
        self._longest = _LONGEST if longest is None else longest
        self._deadline = deadline

    def __iter__(self) -> Generator[tuple[str, ...], None, None]:
        clingo = load_clingo()
        self.hopeless = self.problem.hopeless
        if self.hopeless:
            return
        control: Control = clingo.Control(_ARGUMENTS)
        control.add(write_plan(self.problem).replace(_INCREMENTAL, ""))
        control.ground()
        for length in range(self._longest + 1):
            self._check_time(length)
            number = clingo.Number(length)
            step = [("step", [number])] if length else []
            control.ground([*step, ("check", [number])])
            query = clingo.Function("query", [number])
            control.assign_external(query, True)
            result = False
            with contextlib.closing(self._solved(control, length)) as plans:
                for plan in plans:
                    result = True
                    yield plan
            self.searched = length
            if result:
                return
            control.release_external(query)
            known = control.symbolic_atoms
            states = (clingo.Function(word, [number]) for word in _STATES)
            grown = length and length % 2 == 0  # every second move, states on the side of the start
            if grown and not any(each in known for each in states):
                self.hopeless = True
                return

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
        look()


def solve(
    cube: State,
    metric: Metric = "htm",
    *,
    turns: str | Mapping[str, str | Moves] | None = None,
    max_length: int | None = None,
    time_limit: float | None = None,
) -> NamedSolution | None:
    """Return a shortest solution, or None if the time limit ended first.

    Args:
        cube: any reachable cube; with eighteen turns, one that is more than nine from solved takes minutes, or hours.
        metric: how turns are counted when all may be used.
        turns: see `plan_problem`; with these, a solution has as few of them as possible.
        max_length: longest solution to look for.
        time_limit: seconds; clingo may exceed them by two or three to finish a step.

    Raises:
        InputError: no sequence of these turns solves the cube, or none of any turns; or they are too many for a cube of
            this size: see `Plans`.
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
        raise _no_plan(plans, max_length)
    result = _sequence(orders(plan, plans.problem)[0], moves, cube)
    proven = turns is None and cube.puzzle.size <= CUBE.size
    return NamedSolution(
        moves=result.moves,
        metric=metric,
        optimal=proven,
        proven=len(result) if proven else 0,
        seconds=time.perf_counter() - started,
        nodes=plans.choices,
        sequence=None if turns is None else result,
    )


def each_solution(
    cube: State,
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
        raise _no_plan(plans, max_length)
    listed = (each[:1] if up_to_commuting else each for each in classes)
    for plan in sorted((one for some in listed for one in some), key=plans.numbers):
        yield _sequence(plan, moves, cube)


def _planned(
    cube: State,
    turns: str | Mapping[str, str | Moves] | None,
    metric: Metric,
    longest: int | None,
    time_limit: float | None,
) -> tuple[Mapping[str, NamedMove], Plans]:
    """Return the moves, and plans of them.

    Raises:
        InputError: it is known beforehand that there can be no plan.
    """
    if isinstance(cube, Cube):
        require_reachable(cube)
    moves = named_turns(cube, turns, metric)
    if isinstance(cube, Cube):
        written = {name: move.written for name, move in moves.items()}
        breadth_first.require_solvable(cube, written)
    deadline = None if time_limit is None else time.monotonic() + time_limit
    return moves, Plans(_problem(cube, moves), longest, deadline)


def _no_plan(plans: Plans, longest: int | None) -> InputError | LimitError:
    """Return the error for a cube without a plan."""
    if plans.hopeless:
        moves = ", ".join(plans.problem.moves)
        return InputError(f"no sequence of {moves} solves the cube", "allow other moves")
    return none_as_short(longest or _LONGEST)


def named_turns(
    cube: State, turns: str | Mapping[str, str | Moves] | None, metric: Metric
) -> Mapping[str, NamedMove]:
    """Return the moves to choose from by name; arguments and errors are those of `plan_problem`."""
    if turns is None:
        layers = "URF" if cube.puzzle.size == _POCKET else cube.puzzle.generators
        powers = ("", "2", "'") if metric == "htm" else ("", "'")
        turns = ",".join(layer + power for layer in layers for power in powers)
    return named_moves(turns, cube.puzzle)


def _problem(cube: State, moves: Mapping[str, NamedMove]) -> PlanProblem:
    puzzle = cube.puzzle
    return cube_plan(puzzle, cube.colours, {n: _where_to(m, puzzle) for n, m in moves.items()})


def _where_to(move: NamedMove, puzzle: CubePuzzle) -> Permutation:
    """Return, for each sticker, where a move takes it."""
    sources = identity(puzzle.facelet_count)
    for turn in move.turns:
        sources = compose(sources, puzzle.turn(turn))
    return inverse(row(reheld(sources, move.holding, puzzle)))


def solution_of(
    names: Iterable[str], moves: Mapping[str, NamedMove], cube: State
) -> NamedSolution | None:
    """Return a solution with these moves, not claimed to be shortest; None if they do not solve the cube."""
    result = Sequence.of(moves[name] for name in names)
    if not cube.apply(result.moves).is_solved:
        return None
    return NamedSolution(result.moves, "htm", False, 0, 0.0, 0, result)


def _sequence(plan: Iterable[str], moves: Mapping[str, NamedMove], cube: State) -> Sequence:
    """Return a plan as a sequence, which is known to solve the cube."""
    result = solution_of(plan, moves, cube)
    assert result is not None, "a plan of clingo does not solve the cube"
    assert result.sequence is not None
    return result.sequence


METHOD: Method[State] = Method(
    "asp",
    "the shortest over any set of turns, found by clingo with a readable logic program",
    frozenset({"metric", "max_length", "time_limit", "turns"}),
    one=lambda cube, options: solve(
        cube,
        metric=options.metric,
        turns=options.turns,
        max_length=options.max_length,
        time_limit=options.time_limit,
    ),
    each=lambda cube, options: each_solution(
        cube,
        metric=options.metric,
        turns=options.turns,
        max_length=options.max_length,
        time_limit=options.time_limit,
        up_to_commuting=options.up_to_commuting,
    ),
    proves=False,
    sizes=ANY_SIZE,
    other_puzzles=True,
    distribution="clingo",
)
