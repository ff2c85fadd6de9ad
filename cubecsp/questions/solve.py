"""The moves that solve cubes, and so, undone, the moves that make them."""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from cubecsp.frozen import frozen
from cubecsp.processors import processors
from cubecsp.puzzle.cube.state import Cube
from cubecsp.questions.answers.answer import CubeReport, Stop, status_of
from cubecsp.questions.asking import progress
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import callback
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.shared_parameters import Cluster, OnFound, OnProgress, Resume
from cubecsp.questions.moving.moves import (
    INTERRUPTED,
    TOO_LATE,
    Failure,
    Found,
    improve_moves,
    quick,
)
from cubecsp.questions.moving.solving import SolveAnswer, SolvingQuery
from cubecsp.questions.moving.solving_tasks import require_tasks, solve_in_tasks
from cubecsp.search.solution import (
    PhaseProgress,
    SearchProgress,
    Solution,
    Stage,
    none_as_short,
)
from cubecsp.stopping.deadline import Deadline
from cubecsp.work.executor import Executor

__all__ = ["Solve", "SolveAnswer", "solve"]


@frozen(kw_only=True)
class Solve(SolvingQuery):
    """The parameters of `solve`.

    There is a report for each cube, in their order. Cubes of size 2×2×2 are solved optimally, by looking them
    up, and take no options except the metric and a length. Those of 4×4×4 and up are solved by reduction to a
    3×3×3, in stages that the reports have, and take no options except the metric, in which a turn of several
    outer layers together counts as one. If no method is named, `turns` use breadth-first, a `pruning_table`
    or another metric optimal, and anything else two-phase. The same node limit with one thread gives the same
    moves on any machine.

    If there are many cubes, and a limit, a damaged table or certain `turns` prevent the solution of one, its
    report says so in `unsolved`, and the others are solved. States of other puzzles are solved with the fewest
    moves if a search from both ends finds them, and otherwise, if the states form a group, by a chain of
    stabilisers, in more moves. The callback `on_found` is not called for cubes that Ctrl-C came before, unless
    stages were reached, as `phases` has them.

    Raises:
        InputError: turns cannot solve a cube, or the method does not have an option that is given.
        LimitError: memory ran out, no solution is as short as `max_length`, the disk is full, or the
            workers of the cluster are gone.
    """

    name: ClassVar[str] = "solve"
    example: ClassVar[Mapping[str, Any]] = {"cubes": "R U R' U'"}
    of_cubes: ClassVar[tuple[str, ...]] = (*SolvingQuery.of_cubes, "resume", "cluster")

    resume: Resume = None
    cluster: Cluster = None
    on_progress: OnProgress = callback()
    on_found: OnFound = callback()

    def require(self) -> None:
        """Make sure that methods for these cubes have the options that are given."""
        super().require()
        if self.other is None and self.executor is not None:
            require_tasks(self.search)

    @property
    def executor(self) -> Executor | None:
        """The executor of the tasks of many cubes, with their file; None if the user does not ask for one."""
        threads = self.threads or (processors() if self.cluster is None else 1)
        executor = Executor.of(threads, self.resume, self.cluster)
        return executor if executor.lasting else None

    def stream(self) -> Stream[SolveAnswer]:
        """Return the running question: a report for each cube, in their order, as they are solved."""
        return self.begin(SolveAnswer(query=self), SolveRun(self))

    def answer(self) -> SolveAnswer:
        """Return the answer."""
        return self.stream().read(None if self.on_found is None else self._tell)

    def _tell(self, report: CubeReport) -> None:
        if self.on_found is not None and (report.unsolved != INTERRUPTED or report.phases):
            self.on_found(report)


QUESTION = Solve
solve = asks(Solve)


class SolveRun:
    """A running `Solve`."""

    def __init__(self, query: Solve) -> None:
        self._query = query
        self._cubes = query.states
        self._executor = query.executor
        number = len(query.taken)
        self._known: list[Any] = [None] * number  # a `Solution` of a cube, the report of a state
        self._failed: list[Failure | None] = [None] * number
        self._final = [False] * number
        self._reached: dict[int, tuple[Stage, ...]] = {}  # of cubes without a solution
        self._given = self._solved = 0

    def reports(self, _answer: SolveAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield a report for each cube, in their order."""
        work = self._of_cubes if self._query.other is None else self._of_states
        with run:
            for i, solution, final in work(run):
                self._keep(i, solution, final)
                yield from self._finished_reports()
        if run.stopped is None and not all(self._final):
            run.stop(Stop.TIME)
        if run.stopped is None and any(map(self._is_longer, self._known)):
            run.stop(Stop.NODES)
        reason = INTERRUPTED if run.stopped is Stop.INTERRUPT else TOO_LATE
        while self._given < len(self._known):
            yield self._next(reason)

    def _of_states(self, run: Run) -> Iterator[tuple[int, CubeReport, bool]]:
        """Yield the states of another puzzle with their moves."""
        states: Any = self._query.taken
        for i, state in enumerate(states):
            run.deadline.check()
            share = run.deadline
            if share.seconds is not None:
                share = share.within(share.left / (len(states) - i))
            yield i, self._query.solver.solve(state, run, share), True

    def _of_cubes(self, run: Run) -> Iterator[Found]:
        """Yield the moves of cubes, better and better."""
        cubes, search, deadline = self._cubes, self._query.search, run.deadline
        self._begin(deadline)
        if self._executor is not None:
            return solve_in_tasks(cubes, search, self._executor, deadline)
        show = progress.solving(self._query.on_progress)

        def tell(state: SearchProgress | PhaseProgress) -> None:
            if isinstance(state, PhaseProgress):
                self._reached[self._in_stages()] = state.stages
            if show is not None:
                show(state)

        return improve_moves(cubes, self._known, search, deadline, tell)

    def _in_stages(self) -> int:
        """Return which cube is being solved stage by stage: larger ones are, each until it is final."""
        final = self._final
        return next(i for i, one in enumerate(self._cubes) if one.puzzle.size > 3 and not final[i])

    def _begin(self, deadline: Deadline) -> None:
        """Find moves for every cube at once, if some could starve otherwise.

        If tasks are kept or sent, most cubes may already be done; then finding these moves may take a tenth
        of the time.
        """
        if deadline.seconds is None and not self._query.search.by.proves:
            return
        if self._executor is not None:
            deadline = deadline.within(deadline.left / 10)
        large = [(i, cube) for i, cube in enumerate(self._cubes) if isinstance(cube, Cube)]
        result = quick([cube for _, cube in large], self._query.search, deadline)
        for (i, _), solution in zip(large, result, strict=True):
            self._known[i] = solution

    def _is_longer(self, outcome: object) -> bool:
        """Return whether there are moves, but longer ones than demanded."""
        return isinstance(outcome, Solution) and self._query.search.is_longer(outcome)

    def _keep(self, i: int, outcome: Solution | CubeReport | Failure, final: bool) -> None:
        if isinstance(outcome, Solution) and outcome.optimal and self._is_longer(outcome):
            assert self._query.max_length is not None
            outcome, self._known[i] = none_as_short(self._query.max_length), None
        if isinstance(outcome, Failure):
            if final and len(self._known) == 1:
                raise outcome
            self._failed[i] = outcome
            if final:  # the quick moves of two phases do not meet the demands
                self._known[i] = None
        else:
            self._known[i] = outcome
        self._final[i] = final

    def _finished_reports(self) -> Iterator[CubeReport]:
        """Yield the reports of finished cubes, once all before them are finished."""
        number, show = len(self._known), self._query.on_progress
        solved = "cubes" if self._query.other is None else "states solved"
        while self._given < number and self._final[self._given]:
            yield self._next("")
            if show is not None and number > 1:
                show(self._given / number, f"{self._given:,} of {number:,} {solved}")

    def _next(self, reason: str) -> CubeReport:
        i = self._given
        self._given += 1
        result = self._known[i]
        if isinstance(result, CubeReport):
            self._solved += result.solution is not None
            return result
        taken: Any = self._query.taken[i]
        report = CubeReport.of(taken) if self._query.other else self._query.blank(*taken)
        if result is None:
            why = str(self._failed[i]) if self._final[i] else reason
            return replace(report, unsolved=why, phases=self._reached.get(i) or None)
        self._solved += 1
        return self._query.linked(report.solved_by(result), i)

    def set_status(self, answer: SolveAnswer, run: Run) -> None:
        """Set the status of the answer."""
        everything = self._solved == len(self._known)
        executor = self._executor
        answer.tasks = None if executor is None or executor.checkpoint is None else executor.counter
        answer.status = status_of(self._solved, whole=run.stopped is None and everything)
