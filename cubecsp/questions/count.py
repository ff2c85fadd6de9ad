"""The number of cubes that satisfy the rules: exactly or, if that would take too long, approximately."""

import contextlib
import math
import time
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from cubecsp.errors import InputError, OutOfReachError
from cubecsp.frozen import frozen
from cubecsp.interface import spelled
from cubecsp.models.counting import COUNTERS, Estimate, ExactCount, ProgressSign, Question
from cubecsp.models.counting.faults import faults
from cubecsp.models.counting.planner import (
    LEFT_TO_PLANNER,
    Attempt,
    Plan,
    plan_by_name,
    plan_to_count,
    table,
)
from cubecsp.models.counting.views import fibre_of
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_of
from cubecsp.questions.answers.answer import CubeReport, Status, Stop
from cubecsp.questions.answers.count_answer import CountAnswer
from cubecsp.questions.answers.numbers_in_words import duration
from cubecsp.questions.asking import progress
from cubecsp.questions.asking.about import AboutPuzzles
from cubecsp.questions.asking.cubes_and_rules import pattern_of
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.limits import Run, check_size
from cubecsp.questions.asking.parameter import Http, Param, callback
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.shared_parameters import (
    AUTO,
    PUZZLES,
    Cluster,
    MaxNodesForOtherPuzzles,
    OnProgress,
    Project,
    Resume,
    SameUnder,
    Threads,
    TimeLimit,
)
from cubecsp.questions.asking.value_kinds import Flag, OneOf, RuleValues, Whole
from cubecsp.work.executor import Executor

if TYPE_CHECKING:
    from cubecsp.puzzle.core.puzzle import Puzzle
    from cubecsp.questions.asking.cubes_and_rules import PatternLike

__all__ = ["Count", "CountAnswer", "count"]

_USUAL_BUDGET = 600.0  # seconds, without a time limit
_ROUGH = 2  # a prediction may be wrong by this factor
_SURVEY = 1.0  # seconds of processor time from which the total time is predicted
_LONGEST_SURVEY = 10.0  # if too little is done by then for a forecast
_BETWEEN_REPORTS = 0.1
_SOON = 3.0  # seconds for the rest of a trial; planning another way may take as long
_LONGEST_TRIAL = 6.0
_WITHOUT_GIVEN = (
    *("classes", "same_under", "project", "explain"),
    *("depths", "up_to_rotation", "resume", "cluster", "estimate"),
)
_BUSIEST = 20  # a busy machine may take this many times as long as an idle one


_COUNTING = "counting"


@frozen(kw_only=True)
class Count(AboutPuzzles[CountAnswer]):
    """The parameters of `count`.

    The number is exact or, if the user asks for one, an estimate with an interval; an exact count that ends
    early gives a lower bound. A count that would take more than twice the time limit, or twenty minutes
    without one, is given up as soon as that is clear, and the answer says how long it would take. If a
    method, a cluster or a file to resume from is named, only a time limit makes the question give up a count.

    With `given`, the answer also has the `probability` that a cube which satisfies these rules satisfies `rules`,
    too: `count` is then the number of cubes that satisfy both. A named method counts these.

    Raises:
        InputError: an argument is invalid, the method cannot count this or has no tasks, or the file
            or the cluster cannot be used.
        EngineError: an engine that is needed, or Dask, is not installed.
        LimitError: the disk is full, or the workers of the cluster are gone.
    """

    name: ClassVar[str] = "count"
    example: ClassVar[Mapping[str, Any]] = {"rules": ["solved=F2L"]}

    given: Annotated[
        "PatternLike | Iterable[PatternLike] | None",
        Param(
            "give the probability among the cubes that satisfy these rules; no rules: among all",
            RuleValues(),
            group=_COUNTING,
        ),
    ] = None
    classes: Annotated[
        bool,
        Param(
            "count classes under the 48 symmetries, too",
            Flag(),
        ),
    ] = False
    same_under: SameUnder = ()
    project: Project = None
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
            "count the states that take 0, 1, 2, … moves from solved, of another puzzle or a small cube",
            Flag(),
        ),
    ] = False
    up_to_rotation: Annotated[
        bool,
        Param(
            "count states of another puzzle up to rotation",
            Flag(),
            group=PUZZLES,
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
        for name in _WITHOUT_GIVEN if self.given is not None else ():
            if getattr(self, name):
                raise InputError(
                    f"a probability goes without {name}",
                    f"leave out {spelled(name)}, or {spelled('given')}",
                )
        super().require()
        if self.puzzle is None:
            self._require_cubes()
        else:
            self._require_states()
        counter = None if self.method == AUTO else COUNTERS.find(self.method)
        estimating = self.is_estimate
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
        if self.given is not None:
            if estimating:
                raise InputError(
                    f"{self.method} gives no exact probability", "leave out the method"
                )
            _ = self.condition

    def _require_cubes(self) -> None:
        """Make sure that the question asks for nothing that only other puzzles have.

        Raises:
            InputError: it asks for positions or a node limit, or for the depths of a large cube.
        """
        asked = {
            "up_to_rotation": self.up_to_rotation,
            "max_nodes": self.max_nodes,
        }
        for name, value in asked.items():
            if value:
                raise InputError(
                    f"{name} is for puzzles that are not cubes",
                    f"name one with {spelled('puzzle')}",
                )
        if self.depths:
            check_size(cube_of(self.pattern.puzzle), "counted by the number of moves")
            self._require_all_states()

    def _require_states(self) -> None:
        """Make sure that a question about another puzzle has only parameters for these, which fit together.

        Raises:
            InputError: they do not.
        """
        if self.classes or self.estimate:
            what = "symmetry classes" if self.classes else "estimates"
            raise InputError(f"{what} apply to cubes only", f"leave {what} out")
        if self.up_to_rotation and (self.pattern.rules or self.depths):
            raise InputError(
                "only all states can be counted up to rotation",
                f"leave out the rules, {spelled('depths')}, or {spelled('up_to_rotation')}",
            )
        self._require_all_states()

    def _require_all_states(self) -> None:
        """Make sure that depths, or positions up to rotation, are counted of all states, and in the one way.

        Raises:
            InputError: they are not.
        """
        if self.depths and (self.pattern.rules or self.classes or self.estimate or self.project):
            raise InputError(
                "depths can be counted only for all states",
                f"leave out the rules and all else, or {spelled('depths')}; rules about the distance say which "
                "states are meant, as in distance==3",
            )
        if (self.up_to_rotation or self.depths) and (self.method != AUTO or self.executor.lasting):
            what = spelled("up_to_rotation" if self.up_to_rotation else "depths")
            raise InputError(
                f"{what} is answered in one way, in this process",
                "leave out the method, the file to resume from and the cluster",
            )

    @property
    def is_estimate(self) -> bool:
        """Whether the number is to be estimated."""
        return self.estimate or (self.method != AUTO and not COUNTERS.find(self.method).exact)

    @property
    def asked_about(self) -> "Puzzle | int | None":
        """The puzzle that it is about, which the given rules may tell."""
        known = super().asked_about
        return self.joint.pattern.puzzle if known is None and self.given is not None else known

    @cached_property
    def joint(self) -> "Count":
        """The question how many cubes satisfy the rules and what is given; this one if nothing is."""
        if self.given is None:
            return self
        return replace(self, rules=(*_each(self.rules), *_each(self.given)), given=None)

    @cached_property
    def condition(self) -> "Count":
        """The question how many cubes satisfy what is given."""
        whole = self.joint.pattern
        given = pattern_of(self.given, whole.puzzle).held(whole.holding)
        return replace(self, rules=given, given=None, method=AUTO)

    def as_json(self, name: str, value: Any) -> Any:
        """Return rules as they are written."""
        if name == "given":
            return [str(rule) for rule in self.condition.pattern.rules]
        return super().as_json(name, value)

    @cached_property
    def fibre(self) -> int | None:
        """The number of cubes that share a view, if all cubes are counted instead of views; otherwise None."""
        views = None if self.same else self.projection
        return fibre_of(self.pattern, views) if views else None

    @property
    def executor(self) -> Executor:
        """The executor of tasks, with their file."""
        return Executor.of(self.threads, self.resume, self.cluster)

    def stream(self) -> Stream[CountAnswer]:
        """Return the running question; it yields no cubes."""
        run = CountRun(self) if self.given is None else ConditionalRun(self)
        return self.begin(CountAnswer(query=self), run)

    def counting_question(self) -> Question:
        """Return the question for the ways to count."""
        return Question(
            self.pattern,
            self.classes,
            self.executor,
            self.seed,
            self.samples,
            max_nodes=self.max_nodes,
            projection=self.projection if self.fibre is None else None,
            same=self.same,
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
            return plan_by_name(question, self.method)
        return plan_to_count(question, estimate=self.estimate, failed=failed, tried=tried)


def _each(rules: "PatternLike | Iterable[PatternLike]") -> "Iterable[PatternLike]":
    """Return one rule, pattern or text, or several of these, as several."""
    return rules if isinstance(rules, tuple) else (rules,)


QUESTION = Count
count = asks(Count)


class _Beginning:
    """The beginning of work on a way to count, by the clock of an executor."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._moment, self._worked = time.monotonic(), executor.work_time()

    @property
    def seconds(self) -> float:
        """The seconds since then."""
        return time.monotonic() - self._moment

    @property
    def work(self) -> float:
        """The seconds that each thread, or worker of a cluster, has worked since then, even on a busy machine."""
        return max(self._executor.work_time() - self._worked, self.seconds / _BUSIEST)

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
            self.count(answer, run)
        yield from ()

    def count(self, answer: CountAnswer, run: Run) -> None:
        """Count, until a limit ends it."""
        if self._query.depths or self._query.up_to_rotation:
            self._found = self._of_all_states(answer, run)
            return
        asked, failed = self._query.counting_question(), dict[str, str]()
        if asked.executor.checkpoint is not None:
            answer.tasks = asked.executor.counter
        while not self._follow_plan(asked, failed, answer, run):
            self._so_far, answer.at_least, answer.predicted = None, None, None
        if run.stopped is Stop.COST and not asked.projection:
            answer.at_fault = faults(asked)

    def _follow_plan(
        self, asked: Question, failed: dict[str, str], answer: CountAnswer, run: Run
    ) -> bool:
        """Count by the next plan, and return whether the count is over; it is not if the way is too costly."""
        answer.plan = plan = self._query.plan(asked, failed, tried="listing" in self._predicted)
        try:
            for attempt in plan.attempts:
                if self._try(attempt, asked, answer, run):
                    break
        except OutOfReachError as error:
            if self._query.method != AUTO:
                raise OutOfReachError(error.problem, error.remedy or LEFT_TO_PLANNER) from None
            if not plan.others:
                raise
            failed[answer.method] = error.problem
            return False
        return True

    def _of_all_states(self, answer: CountAnswer, run: Run) -> ExactCount | None:
        """Count the states of a puzzle by their depths, or up to rotation of the whole puzzle."""
        from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle
        from cubecsp.puzzle.states.distances import distances, tips_and_moves, with_tips
        from cubecsp.puzzle.states.node_limit import NodeLimitError
        from cubecsp.puzzle.states.reachable_states import MoveGroup
        from cubecsp.puzzle.states.space import Space

        puzzle = self._query.pattern.puzzle
        if isinstance(puzzle, CubePuzzle):
            answer.method, answer.depths = "distances", distances(puzzle).numbers
            if puzzle.size == 2:
                return ExactCount(sum(answer.depths))
            answer.at_least = sum(answer.depths)
            answer.reason = f"These are the first {len(answer.depths)} numbers; the others are not known exactly"
            return None
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
        space = Space(puzzle, tips_and_moves(puzzle)[1])
        most = self._query.max_nodes or space.affordable
        try:
            answer.depths = with_tips(space.depths(puzzle.solved, most, run.deadline), puzzle)
        except NodeLimitError as error:
            answer.reason = str(error)
            run.stop(Stop.NODES)
            return None
        return ExactCount(sum(answer.depths))

    def _try(self, attempt: Attempt, question: Question, answer: CountAnswer, run: Run) -> bool:
        """Count in one way, and return whether the count is over: there is a number, or no time for one."""
        started = _Beginning(question.executor)
        answer.method = attempt.way.name
        with contextlib.closing(attempt.start(question)) as steps:
            while True:
                try:
                    step = next(steps)
                except StopIteration as done:
                    self._found = done.value
                    return True
                self._so_far = step.estimate
                run.deadline.check()
                least = -(-step.least // (self._query.fibre or 1))
                answer.at_least = max(answer.at_least or 0, least)
                self._report(step, started, answer)
                total = _total(step, started)
                if attempt.seconds is not None:
                    if _is_in_vain(total, started, attempt.seconds):
                        self._predicted[answer.method] = math.inf if total is None else total
                        return False
                elif attempt.way.exact and self._survey(total, started, answer, run):
                    return True

    def _survey(
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
        over = self._budget is not None and (total or spent) > _ROUGH * self._budget
        if self._query.explain and answer.method in self._predicted:
            over = True
        elif over:
            run.stop(Stop.COST)
        if over and self._predicted:
            answer.method = min(self._predicted, key=self._predicted.__getitem__)
            answer.predicted = self._predicted[answer.method]
        return over

    def _require_shortest(self, total: float | None, answer: CountAnswer) -> None:
        """Make sure that a way which takes too long is given up if finding all cubes is faster, or another way may be.

        Raises:
            OutOfReachError: it is not the shortest.
        """
        listing = self._predicted.get("listing", math.inf)
        if answer.method == "listing" or not total:
            return
        most = math.inf if self._budget is None else _ROUGH * self._budget
        yields = COUNTERS[answer.method].gives_way and (listing < total or total > most)
        if yields or listing <= most < total:
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
            number = result.number // (self._query.fibre or 1)
            answer.count, answer.at_least, answer.predicted = number, None, None
            answer.classes, answer.class_symmetries = result.classes, result.symmetries
            answer.same_under = result.under or None
            same = self._query.same
            answer.has_solved = same is not None and same.has_solved
            answer.status = Status.COMPLETE if result.number else Status.INFEASIBLE
        elif isinstance(result, Estimate):
            answer.estimate, answer.at_least, answer.status = result, None, Status.COMPLETE
        elif self._query.explain and run.stopped is None:
            answer.status = Status.COMPLETE  # the user asked for the plan, which is ready
        elif self._so_far is not None:
            answer.estimate, answer.at_least, answer.status = self._so_far(), None, Status.PARTIAL
        else:
            answer.status = Status.PARTIAL if answer.at_least else Status.UNKNOWN


class ConditionalRun:
    """A running `Count` with rules that are given: the cubes that satisfy these are counted first."""

    def __init__(self, query: Count) -> None:
        self._condition = query.condition
        self._given, self._joint = CountRun(query.condition), CountRun(query.joint)

    def reports(self, answer: CountAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Count both; there are no cubes to yield."""
        answer.given = given = CountAnswer(query=self._condition)
        with run:
            self._given.count(given, run)
        given.stopped, given.seconds = run.stopped, run.seconds
        self._given.set_status(given, run)
        if run.stopped is None and given.status is Status.COMPLETE:
            with run:
                self._joint.count(answer, run)
        yield from ()

    def set_status(self, answer: CountAnswer, run: Run) -> None:
        """Set the status of the answer."""
        self._joint.set_status(answer, run)
        if answer.given is not None and answer.given.status is Status.INFEASIBLE:
            answer.status = Status.INFEASIBLE
