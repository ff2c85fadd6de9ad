"""Every shortest solution of one cube."""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from cubecsp.deadline import Deadline
from cubecsp.errors import InputError, LimitError, OutOfTimeError
from cubecsp.frozen import frozen
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.moves import Metric, Moves
from cubecsp.puzzle.cube.state import State
from cubecsp.questions.answers.answer import CubeReport, Status, Stop
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import Param
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.shared_parameters import OneCube, UpToCommuting
from cubecsp.questions.asking.value_kinds import Whole
from cubecsp.questions.moving.moves import PLANNED, MoveSearch
from cubecsp.questions.moving.solving import SolveAnswer, Solving
from cubecsp.search.sequence import Sequence as MoveSequence
from cubecsp.search.solution import NamedSolution, Solution

if TYPE_CHECKING:
    from cubecsp.puzzle.kpuzzle.pieces import KPuzzle

__all__ = ["SolveAll", "solve_all"]


@frozen(kw_only=True)
class SolveAll(Solving):
    """The parameters of `solve_all`.

    There is a report for each solution, in the order of discovery. Solutions that are written differently count as
    different, whatever the method: `U D` and `D U` are two. In the quarter-turn metric all are written in quarter
    turns, so that a half turn gives two solutions, `U U` and `U' U'`. Those of a 2×2×2 are turns of U, R and F.
    Methods that list all are optimal, and breadth-first with `turns`; none of them takes an effort.

    Raises:
        InputError: as for `solve`, or the method finds single solutions only.
        LimitError: memory ran out before the first length with solutions was listed, or no solution
            is as short as `max_length`.
    """

    name: ClassVar[str] = "solve_all"
    example: ClassVar[Mapping[str, Any]] = {"cubes": "R U R' U'"}
    every: ClassVar[bool] = True
    usual_for_other_puzzles: ClassVar[str] = PLANNED

    of_cubes: ClassVar[tuple[str, ...]] = (*Solving.of_cubes, "up_to_commuting")

    cubes: OneCube = field(kw_only=False)
    up_to_commuting: UpToCommuting = False
    limit: Annotated[
        int | None, Param("give this many solutions at most", Whole(1, None), usual="all", cli=None)
    ] = None

    def require(self) -> None:
        """Make sure that methods for this cube list all solutions."""
        super().require()
        if self.other is not None:
            return
        for cube in self.states:
            sole = self.search.sole(cube.puzzle.size)
            if sole is not None and not sole.lists_all:
                raise InputError(
                    f"no method lists all shortest solutions of a {cube.puzzle.name} by itself",
                    "name one that does, of few moves: asp",
                )
        self.search.by.require_listing()

    def _require_for(self, puzzle: "KPuzzle") -> None:
        """Make sure that a method lists all solutions of a puzzle that is not a cube."""
        if not self.explored.generates_group:
            raise InputError(
                f"some of these moves of {puzzle.name} can be done in some states only, and then no method lists "
                "all shortest solutions",
                "`solve` gives one",
            )
        if self.method not in (None, PLANNED):
            raise InputError(
                f"{self.method} does not list all shortest solutions of a {puzzle.name}",
                f"leave it out, or name {PLANNED}",
            )
        super()._require_for(puzzle)

    def stream(self) -> Stream[SolveAnswer]:
        """Return the question under way: a report for each shortest solution."""
        work = _Listing(self) if self.other is None else self._of_state()
        answer = SolveAnswer(query=self, status=Status.UNKNOWN)
        return Stream(answer, self.limits, work.reports, work.settle)

    def _of_state(self) -> Any:
        from cubecsp.questions.other_puzzles.solve import Listing

        state: Any = self.taken[0]
        return Listing(state, self.explored.goals(state), self.turns)


QUESTION = SolveAll
solve_all = asks(SolveAll)


class _Listing:
    """A `SolveAll` under way."""

    def __init__(self, query: SolveAll) -> None:
        self._query = query
        self._cube = query.states[0]
        self._found = 0

    def reports(self, answer: SolveAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield a report for each shortest solution."""
        query = self._query
        blank = query.blank(*query.taken[0])
        try:
            for solution in self._every(run.deadline):
                if self._found == query.limits.number:
                    run.stop(Stop.LIMIT)
                    return
                self._found += 1
                yield _listed_report(blank, solution, query.search, self._cube)
        except OutOfTimeError as error:
            answer.reason = error.problem if not self._found else None
            run.stop(Stop.TIME)
        except LimitError:
            if not self._found:
                raise
            run.stop(Stop.TIME)

    def _every(self, deadline: Deadline) -> Iterator[Moves | MoveSequence]:
        query = self._query
        method, options = query.search.for_size(self._cube.puzzle.size)
        return method.each_solution(
            self._cube,
            up_to_commuting=query.up_to_commuting,
            time_limit=deadline.left_or_none,
            **options,
        )

    def settle(self, answer: SolveAnswer, run: Run) -> None:
        """Set the status of the answer."""
        answer.count = self._found if run.delivered is None else run.delivered.reports
        if run.stopped is None:
            answer.status = Status.COMPLETE
        else:
            answer.status = Status.PARTIAL if answer.count else Status.UNKNOWN


def _listed_report(
    blank: CubeReport, sequence: Moves | MoveSequence, search: MoveSearch, cube: State
) -> CubeReport:
    """Return the report of one of all shortest solutions.

    That no other sequence of certain turns is shorter proves nothing about all turns.
    """
    moves = sequence if isinstance(sequence, Moves) else sequence.moves
    metric: Metric = search.metric
    if search.turns is None or isinstance(sequence, Moves):
        proven = cube.puzzle.size <= CUBE.size  # of larger ones not every turn was tried
        least = moves.length(metric) if proven else 0
        return blank.solved_by(Solution(moves, metric, proven, least, 0.0, 0))
    return blank.solved_by(NamedSolution(moves, metric, False, 0, 0.0, 0, sequence))
