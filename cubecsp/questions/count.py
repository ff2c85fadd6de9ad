"""The number of cubes that satisfy the rules: exactly or, if that would take too long, approximately."""

import contextlib
import math
import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from cubecsp.errors import InputError, OutOfReachError
from cubecsp.frozen import frozen
from cubecsp.interface import spelled
from cubecsp.models.counting import COUNTERS, Estimate, ExactCount, ProgressSign, Question
from cubecsp.models.counting.faults import faults
from cubecsp.models.counting.planner import (
    LEFT_TO_PLANNER,
    Attempt,
    Plan,
    planned_by_name,
    planned_to_count,
    table,
)
from cubecsp.questions.answers.answer import CubeReport, Status, Stop
from cubecsp.questions.answers.count_answer import CountAnswer
from cubecsp.questions.answers.wording import duration
from cubecsp.questions.asking import progress
from cubecsp.questions.asking.about import AboutPuzzles
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import Http, Param, callback
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.shared_parameters import (
    AUTO,
    Cluster,
    MaxNodesForOtherPuzzles,
    OnProgress,
    Resume,
    Threads,
    TimeLimit,
)
from cubecsp.questions.asking.value_kinds import Flag, OneOf, Whole
from cubecsp.work.executor import Executor

__all__ = ["Count", "CountAnswer", "count"]

_USUAL_BUDGET = 600.0  # seconds, without a time limit
_ROUGH = 2  # a prediction may be wrong by this factor
_SURVEY = 1.0  # seconds of processor time from which the total time is predicted
_LONGEST_SURVEY = 10.0  # if too little is done by then for a forecast
_BETWEEN_REPORTS = 0.1
_SOON = 3.0  # seconds for the rest of a trial; planning another way may take as long
_LONGEST_TRIAL = 6.0
_BUSIEST = 20  # a busy machine may take this many times as long as an idle one


_COUNTING = "counting"


@frozen(kw_only=True)
class Count(AboutPuzzles[CountAnswer]):
    """The parameters of `count`.

    The number is exact or, if the user asks for one, an estimate with an interval; an exact count that ends
    early gives a lower bound. A count that would take more than twice the time limit, or twenty minutes
    without one, is given up as soon as that is clear, and the answer says how long it would take. If a
    method, a cluster or a file to resume from is named, only a time limit makes the question give up a count.

    Raises:
        InputError: an argument is invalid, the method cannot count this or has no tasks, or the file
            or the cluster cannot be used.
        EngineError: an engine that is needed, or Dask, is not installed.
        LimitError: the disk is full, or the workers of the cluster are gone.
    """

    name: ClassVar[str] = "count"
    example: ClassVar[Mapping[str, Any]] = {"rules": ["solved=F2L"]}

    classes: Annotated[
        bool,
        Param(
            "count symmetry classes, too",
            Flag(),
        ),
    ] = False
    estimate: Annotated[
        bool,
        Param("give an unbiased estimate with an interval, in seconds", Flag(), group=_COUNTING),
    ] = False
    samples: Annotated[
        int | None,
        Param(
            "draw this many samples for the estimate",
            Whole(1),
            usual="10,000 to 100,000",
            group=_COUNTING,
            http=Http(most=(1 << 63) - 1),
        ),
    ] = None
    seed: Annotated[
        int,
        Param(
            "the seed of the samples: the same one gives the same estimate",
            Whole(0, metavar="S"),
            group=_COUNTING,
        ),
    ] = 0
    method: Annotated[
        str,
        Param(
            "the way to count; `about counters` lists them",
            OneOf(lambda: (AUTO, *COUNTERS), "counter"),
            usual=f"{AUTO}: what suits the rules",
            group=_COUNTING,
        ),
    ] = AUTO
    explain: Annotated[
        bool,
        Param(
            "say how the cubes would be counted and about how long it would take, after trying for a second",
            Flag(),
            group=_COUNTING,
        ),
    ] = False
    depths: Annotated[
        bool,
        Param(
            "of a puzzle that is not a cube, count the states that take 0, 1, 2, … moves from solved",
            Flag(),
        ),
    ] = False
    up_to_rotation: Annotated[
        bool,
        Param(
            "count states of another puzzle up to rotation",
            Flag(),
        ),
    ] = False
    max_nodes: MaxNodesForOtherPuzzles = None
    threads: Threads = 1
    resume: Resume = None
    cluster: Cluster = None
    time_limit: TimeLimit = None
    on_progress: OnProgress = callback()

    def require(self) -> None:
        """Make sure that the parameters fit together."""
        super().require()
        if self.puzzle is None:
            self._require_cubes()
        else:
            self._require_states()
        counter = None if self.method == AUTO else COUNTERS.find(self.method)
        estimating = self.estimate or (counter is not None and not counter.exact)
        if counter is not None and self.estimate and counter.exact:
            raise InputError(f"{self.method} gives no estimate", "leave out the method")
        if estimating and self.classes:
            raise InputError(
                "symmetry classes cannot be estimated", "leave out the classes, or the estimate"
            )
        if self.samples is not None and not estimating:
            raise InputError(
                "samples are drawn only for an estimate",
                f"ask for one: {spelled('estimate', True)}",
            )
        if estimating and self.executor.lasting:
            raise InputError(
                "an estimate cannot be resumed or sent to a cluster",
                "leave out the file to resume from, and the cluster",
            )

    def _require_cubes(self) -> None:
        """Make sure that the question asks for nothing that only other puzzles have.

        Raises:
            InputError: it asks for depths, positions or a node limit.
        """
        asked = {
            "depths": self.depths,
            "up_to_rotation": self.up_to_rotation,
            "max_nodes": self.max_nodes,
        }
        for name, value in asked.items():
            if value:
                raise InputError(
                    f"{name} is for puzzles that are not cubes",
                    f"name one with {spelled('puzzle')}",
                )

    def _require_states(self) -> None:
        """Make sure that a question about another puzzle has only parameters for these, which fit together.

        Raises:
            InputError: they do not.
        """
        if self.classes or self.estimate:
            what = "symmetry classes" if self.classes else "estimates"
            raise InputError(f"{what} apply to cubes only", f"leave {what} out")
        if self.depths and self.pattern.rules:
            raise InputError(
                "depths can be counted only for all states",
                f"leave out the rules, or {spelled('depths')}",
            )
        if self.up_to_rotation and (self.pattern.rules or self.depths):
            raise InputError(
                "only all states can be counted up to rotation",
                f"leave out the rules, {spelled('depths')}, or {spelled('up_to_rotation')}",
            )
        if (self.up_to_rotation or self.depths) and (self.method != AUTO or self.executor.lasting):
            what = spelled("up_to_rotation" if self.up_to_rotation else "depths")
            raise InputError(
                f"{what} is answered in one way, in this process",
                "leave out the method, the file to resume from and the cluster",
            )

    @property
    def executor(self) -> Executor:
        """The executor of tasks, with their file."""
        return Executor.of(self.threads, self.resume, self.cluster)

    def stream(self) -> Stream[CountAnswer]:
        """Return the running question; it yields no cubes."""
        return self.begin(CountAnswer(query=self), CountRun(self))

    def counting_question(self) -> Question:
        """Return the question for the ways to count."""
        return Question(
            self.pattern,
            self.classes,
            self.executor,
            self.seed,
            self.samples,
            max_nodes=self.max_nodes,
        )

    def plan(self, question: Question, failed: Mapping[str, str], *, tried: bool) -> Plan:
        """Return the plan of the ways to count, without those that have failed.

        Args:
            question: the question to count.
            failed: the ways that turned out to be too costly, and why.
            tried: whether a short trial of finding all cubes has run.

        Raises:
            InputError: the chosen counter cannot count this.
        """
        if self.method != AUTO:
            return planned_by_name(question, self.method)
        return planned_to_count(question, estimate=self.estimate, failed=failed, tried=tried)


QUESTION = Count
count = asks(Count)


class _Beginning:
    """The beginning of work on a way to count, by the clock of an executor."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._moment, self._worked = time.monotonic(), executor.worked()

    @property
    def seconds(self) -> float:
        """The seconds since then."""
        return time.monotonic() - self._moment

    @property
    def work(self) -> float:
        """The seconds that each thread, or worker of a cluster, has worked since then, even on a busy machine."""
        return max(self._executor.worked() - self._worked, self.seconds / _BUSIEST)

    @property
    def processor(self) -> float:
        """The seconds that all threads together have worked."""
        return self.work * self._executor.threads


def _total(step: ProgressSign, started: _Beginning) -> float | None:
    """Return the predicted seconds of work for the whole count, in each thread; None if there is no prediction."""
    spent = started.work
    if step.left is not None:
        return spent + step.left
    return spent / step.fraction if step.fraction else None


def _is_in_vain(total: float | None, started: _Beginning, seconds: float) -> bool:
    """Return whether a trial has used up its seconds, and seems to need more than a few others."""
    if started.processor <= seconds:
        return False
    spent = started.work
    return spent > _LONGEST_TRIAL or total is None or total - spent > _SOON


class CountRun:
    """A running `Count`."""

    def __init__(self, query: Count) -> None:
        self._query = query
        self._on_progress = progress.counting(query.on_progress)
        # A resumed count, or one by a named method, may take any time.
        named = query.cluster is not None or query.method != AUTO
        usual = None if named else _USUAL_BUDGET
        self._budget = None if query.resume else query.limits.time or usual
        self._reported = time.monotonic()
        self._found: ExactCount | Estimate | None = None
        self._predicted: dict[str, float] = {}
        self._so_far: Callable[[], Estimate] | None = None

    def reports(self, answer: CountAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Count; there are no cubes to yield."""
        with run:
            self._count(answer, run)
        yield from ()

    def _count(self, answer: CountAnswer, run: Run) -> None:
        if self._query.depths or self._query.up_to_rotation:
            self._found = self._of_other_puzzles(answer, run)
            return
        asked, failed = self._query.counting_question(), dict[str, str]()
        if asked.executor.checkpoint is not None:
            answer.tasks = asked.executor.counter
        while not self._done_as_planned(asked, failed, answer, run):
            self._so_far, answer.at_least, answer.predicted = None, None, None
        if run.stopped is Stop.COST:
            answer.at_fault = faults(asked)

    def _done_as_planned(
        self, asked: Question, failed: dict[str, str], answer: CountAnswer, run: Run
    ) -> bool:
        """Count by the next plan, and return whether the count is over; it is not if the way is too costly."""
        answer.plan = plan = self._query.plan(asked, failed, tried="listing" in self._predicted)
        try:
            for attempt in plan.attempts:
                if self._attempted(attempt, asked, answer, run):
                    break
        except OutOfReachError as error:
            if self._query.method != AUTO:
                raise OutOfReachError(error.problem, error.remedy or LEFT_TO_PLANNER) from None
            if not plan.others:
                raise
            failed[answer.method] = error.problem
            return False
        return True

    def _of_other_puzzles(self, answer: CountAnswer, run: Run) -> ExactCount | None:
        """Count the states of a puzzle by their depths, or up to rotation of the whole puzzle."""
        from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle
        from cubecsp.puzzle.states.move_group import MoveGroup
        from cubecsp.puzzle.states.node_limit import NodeLimitError
        from cubecsp.puzzle.states.space import Space

        puzzle = self._query.pattern.puzzle
        assert isinstance(puzzle, KPuzzle)  # it has been checked
        if self._query.up_to_rotation:
            answer.method = "group"
            number = MoveGroup(puzzle, puzzle.generators).positions
            if number is None:
                answer.reason = (
                    "Pieces look alike, so that how many positions there are is not known"
                )
            return None if number is None else ExactCount(number)
        answer.method = "visiting"
        space = Space(puzzle, puzzle.single_moves)
        most = self._query.max_nodes or space.affordable
        try:
            answer.depths = space.depths(puzzle.solved, most, run.deadline)
        except NodeLimitError as error:
            answer.reason = str(error)
            run.stop(Stop.NODES)
            return None
        return ExactCount(sum(answer.depths))

    def _attempted(
        self, attempt: Attempt, question: Question, answer: CountAnswer, run: Run
    ) -> bool:
        """Count in one way, and return whether the count is over: there is a number, or no time for one."""
        started = _Beginning(question.executor)
        answer.method = attempt.way.name
        with contextlib.closing(attempt.begun(question)) as steps:
            while True:
                try:
                    step = next(steps)
                except StopIteration as done:
                    self._found = done.value
                    return True
                self._so_far = step.estimate
                run.deadline.check()
                answer.at_least = max(answer.at_least or 0, step.least)
                self._report(step, started, answer)
                total = _total(step, started)
                if attempt.seconds is not None:
                    if _is_in_vain(total, started, attempt.seconds):
                        self._predicted[answer.method] = math.inf if total is None else total
                        return False
                elif attempt.way.exact and self._surveyed(total, started, answer, run):
                    return True

    def _surveyed(
        self, total: float | None, started: _Beginning, answer: CountAnswer, run: Run
    ) -> bool:
        """Record the predicted time of the whole count, and return whether to give it up."""
        spent = started.work
        if spent < _SURVEY:
            return False
        answer.predicted = total
        if total is not None or spent > _LONGEST_SURVEY:
            self._predicted[answer.method] = math.inf if total is None else total
        if answer.plan is not None and answer.plan.others:
            self._require_shortest(total, answer)
        if self._query.explain and answer.method in self._predicted:
            answer.predicted = self._predicted[answer.method]
            return True
        if self._budget is not None and (total or spent) > _ROUGH * self._budget:
            run.stop(Stop.COST)
            return True
        return False

    def _require_shortest(self, total: float | None, answer: CountAnswer) -> None:
        """Make sure that a way which takes too long is given up if finding all cubes is faster.

        Raises:
            OutOfReachError: it is not the shortest.
        """
        listing = self._predicted.get("listing", math.inf)
        if answer.method == "listing" or not total or not self._budget:
            return
        if listing <= _ROUGH * self._budget < total:
            raise OutOfReachError(f"it takes {duration(total)}", LEFT_TO_PLANNER)

    def _report(self, step: ProgressSign, started: _Beginning, answer: CountAnswer) -> None:
        now = time.monotonic()
        if self._on_progress is not None and now - self._reported >= _BETWEEN_REPORTS:
            self._reported = now
            left = (
                step.left and step.left * started.seconds / started.work
            )  # on the machine as busy as it is
            self._on_progress(replace(step, least=answer.at_least or 0, left=left))

    def set_status(self, answer: CountAnswer, run: Run) -> None:
        """Set the status of the answer."""
        result = self._found
        if answer.plan is not None:
            thorough = self._query.explain and run.stopped is None
            answer.ways = table(
                answer.plan,
                self._query.counting_question(),
                answer.method,
                self._predicted,
                thorough=thorough,
            )
        if isinstance(result, ExactCount):
            answer.count, answer.at_least, answer.predicted = result.number, None, None
            answer.classes, answer.class_symmetries = result.classes, result.symmetries
            answer.status = Status.COMPLETE if result.number else Status.INFEASIBLE
        elif isinstance(result, Estimate):
            answer.estimate, answer.at_least, answer.status = result, None, Status.COMPLETE
        elif self._query.explain and run.stopped is None:
            answer.status = Status.COMPLETE  # the user asked for the plan, which is ready
        elif self._so_far is not None:
            answer.estimate, answer.at_least, answer.status = self._so_far(), None, Status.PARTIAL
        else:
            answer.status = Status.PARTIAL if answer.at_least else Status.UNKNOWN
