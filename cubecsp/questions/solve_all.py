"""Every shortest solution of one cube."""

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import Annotated, Any, ClassVar

from cubecsp.errors import InputError, LimitError, OutOfTimeError
from cubecsp.frozen import frozen
from cubecsp.interface import spelled
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.moves import Metric, Moves
from cubecsp.puzzle.cube.state import Cube, PocketCube, State
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern
from cubecsp.puzzle.kpuzzle.puzzle_moves import PuzzleMoves
from cubecsp.questions.answers.answer import CubeReport, Stop, status_of
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.limits import Run, check_size
from cubecsp.questions.asking.parameter import Cli, Http, Param
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.shared_parameters import LIMITS, OneCube, UpToCommuting
from cubecsp.questions.asking.value_kinds import OneOf, SomeOf, Whole
from cubecsp.questions.moving.algorithms import algorithms
from cubecsp.questions.moving.moves import BREADTH_FIRST, MoveSearch
from cubecsp.questions.moving.solving import SolveAnswer, SolvingQuery
from cubecsp.questions.moving.state_moves import solution_report, unsolvable
from cubecsp.search import method_for_size
from cubecsp.search.lengths import MEASURES, measure
from cubecsp.search.named_moves import Sequence as MoveSequence
from cubecsp.search.solution import NamedSolution, Solution, none_as_short
from cubecsp.stopping.deadline import Deadline

__all__ = ["SolveAll", "solve_all"]

_SEARCH = "search"


@frozen(kw_only=True)
class SolveAll(SolvingQuery):
    """The parameters of `solve_all`.

    There is a report for each solution, in the order of discovery. Solutions that are written differently count as
    different, with every method: `U D` and `D U` are two. In the quarter-turn metric all are written in quarter
    turns, so that a half turn gives two solutions, `U U` and `U' U'`. Those of a 2×2×2 are turns of U, R and F.
    The methods that list all are optimal, and breadth-first with `turns`; neither takes a node limit.

    With `up_to` or `same_under`, for a 2×2×2 or 3×3×3, the search is breadth-first, and no sequence has two moves
    that could be one of the moves, or none, and commute with all between them. If the last layer may be turned, these turns are not counted. Sorting
    begins once all have been found; `measured` of each report has the value. With `up_to`, a state of another puzzle is solved by
    such sequences too; of those that differ only in the order of commuting moves there is one.

    Raises:
        InputError: as for `solve`, or the method finds single solutions only.
        LimitError: memory ran out before the first length with solutions was listed, or no solution
            is as short as `max_length`.
    """

    name: ClassVar[str] = "solve_all"
    example: ClassVar[Mapping[str, Any]] = {"cubes": "R U R' U'"}
    kept: ClassVar[tuple[str, ...]] = ()
    every: ClassVar[bool] = True
    of_cubes: ClassVar[tuple[str, ...]] = (
        *SolvingQuery.of_cubes,
        *("up_to_commuting", "same_under", "sort"),
    )

    cubes: OneCube = field(kw_only=False)
    up_to_commuting: UpToCommuting = False
    up_to: Annotated[
        int | None,
        Param(
            "list all algorithms of up to this many moves, not only the shortest",
            Whole(0),
            group=_SEARCH,
            cli=Cli(least=1),
            http=Http(least=1, most=1_000),
        ),
    ] = None
    same_under: Annotated[
        "str | Iterable[str]",
        Param(
            "auf: the last layer (U) may be turned before and after; these turns are in brackets",
            SomeOf(("auf",), "WAYS"),
            usual="none",
            group=_SEARCH,
        ),
    ] = ()
    sort: Annotated[
        str | None,
        Param(
            "the order: by length (stm: slices, etm: also rotations count one), or by ease",
            OneOf(lambda: MEASURES, "measure"),
            usual="as found",
            group=_SEARCH,
        ),
    ] = None
    limit: Annotated[
        int | None,
        Param("give this many solutions at most", Whole(1, None), usual="all", group=LIMITS),
    ] = None

    @cached_property
    def search(self) -> MoveSearch:
        """The search for moves: breadth-first if the method for the size of the cube does not list all solutions."""
        soles = [method_for_size(cube.puzzle.size) for cube in self.states]
        none = any(sole is not None and not sole.lists_all for sole in soles)
        usual = BREADTH_FIRST if none or self.lists_algorithms else None
        return MoveSearch.choose(self.method or usual, every=True, **self._options)

    @property
    def lists_algorithms(self) -> bool:
        """Whether it is about more than the shortest solutions: see `cubecsp.questions.moving.algorithms`."""
        return self.up_to is not None or bool(self.same_under)

    def require(self) -> None:
        """Make sure that a method for this cube lists all solutions."""
        super().require()
        if self.other is None:
            self.search.by.require_listing()
        if self.lists_algorithms:
            if self.search.method != BREADTH_FIRST:
                what = spelled("up_to" if self.up_to is not None else "same_under")
                raise InputError(
                    f"method {self.search.method} takes no {what}", f"{BREADTH_FIRST} does"
                )
            for cube in self.states:
                check_size(cube.puzzle, "solved in more than the shortest ways")

    def stream(self) -> Stream[SolveAnswer]:
        """Return the running question: a report for each shortest solution."""
        return self.begin(SolveAnswer(query=self), SolveAllRun(self))


QUESTION = SolveAll
solve_all = asks(SolveAll)


class SolveAllRun:
    """A running `SolveAll`."""

    def __init__(self, query: SolveAll) -> None:
        self._query = query
        self._found = 0

    def reports(self, answer: SolveAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield a report for each shortest solution."""
        query = self._query
        every = self._of_cube if query.other is None else self._of_state
        try:
            for report in every(run.deadline) if query.sort is None else self._sorted(run):
                if self._found == query.limits.number:
                    run.stop(Stop.LIMIT)
                    return
                self._found += 1
                yield report
        except OutOfTimeError as error:
            answer.reason = error.problem if not self._found else None
            run.stop(Stop.TIME)
        except LimitError:
            if not self._found:
                raise
            run.stop(Stop.TIME)

    def _sorted(self, run: Run) -> Iterator[CubeReport]:
        """Yield the reports by their measure, those that were found if a limit or Ctrl-C came first."""
        by, found = self._query.sort or "", list[CubeReport]()
        try:
            for report in self._of_cube(run.deadline):
                moves = str(report.sequence or report.solution)
                found.append(replace(report, measured={by: measure(moves, by, report.puzzle)}))
        except KeyboardInterrupt:
            run.stop(Stop.INTERRUPT)
        except LimitError:
            if not found:
                raise
            run.stop(Stop.TIME)
        yield from sorted(found, key=lambda report: (report.measured or {})[by])

    def _of_cube(self, deadline: Deadline) -> Iterator[CubeReport]:
        query = self._query
        blank, cube = query.blank(*query.taken[0]), query.states[0]
        if query.lists_algorithms:
            assert isinstance(cube, Cube | PocketCube)  # `require` has made sure of it
            for sequence in algorithms(cube, query, deadline):
                metric = query.search.metric
                found = NamedSolution(sequence.moves, metric, False, 0, 0.0, 0, sequence)
                yield query.linked(blank.solved_by(found))
            return
        method, options = query.search.for_size(cube.puzzle.size)
        for solution in method.each_solution(
            cube, up_to_commuting=query.up_to_commuting, time_limit=deadline.left_or_none, **options
        ):
            yield query.linked(_listed_report(blank, solution, query.search, cube))

    def _of_state(self, deadline: Deadline) -> Iterator[CubeReport]:
        explored = self._query.explored
        state: Any = self._query.taken[0]
        for moves in self._sequences(state, deadline):
            shortest = explored.over_all and self._query.up_to is None
            yield solution_report(state, moves, fewest=shortest)
        if not self._found:
            most = self._query.up_to
            raise unsolvable(state) if most is None else none_as_short(most)

    def _sequences(self, state: KPattern, deadline: Deadline) -> Iterator[PuzzleMoves]:
        """Yield every shortest sequence that solves a state, or all up to a length."""
        query, explored = self._query, self._query.explored
        if query.up_to is None:
            yield from explored.solutions(state, deadline)
            return
        most = None if query.limits.number is None else query.limits.number + 1
        from cubecsp.search.meeting import SequencesByLength  # no cube needs it, nor numpy

        yield from SequencesByLength.of_each(
            *(explored.space, state, explored.goals(state)),
            longest=query.up_to,
            number=most,
            deadline=deadline,
            nodes=query.max_nodes,
        )

    def set_status(self, answer: SolveAnswer, run: Run) -> None:
        """Set the status of the answer."""
        answer.count = self._found if run.delivered is None else run.delivered.reports
        answer.status = status_of(answer.count, whole=run.stopped is None)


def _listed_report(
    blank: CubeReport, sequence: Moves | MoveSequence, search: MoveSearch, cube: State
) -> CubeReport:
    """Return the report of one of all shortest solutions.

    A proof that no sequence of certain turns is shorter proves nothing about all turns.
    """
    moves = sequence if isinstance(sequence, Moves) else sequence.moves
    metric: Metric = search.metric
    if search.turns is None or isinstance(sequence, Moves):
        proven = cube.puzzle.size <= CUBE.size  # for larger ones the search did not use every turn
        least = moves.length(metric) if proven else 0
        return blank.solved_by(Solution(moves, metric, proven, least, 0.0, 0))
    return blank.solved_by(NamedSolution(moves, metric, False, 0, 0.0, 0, sequence))
