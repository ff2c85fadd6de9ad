"""How many cubes satisfy the rules: exactly or, if that would take too long, approximately."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

from cubecsp.errors import InputError, OutOfReachError, excerpt
from cubecsp.models.counting import CONFIDENCE, COUNTERS, Counted, Estimated, Question, Step
from cubecsp.models.counting.planner import Attempt, Plan, planned, planned_by_name
from cubecsp.models.pattern import Pattern
from cubecsp.puzzle.puzzle import CUBE
from cubecsp.puzzle.symmetry import SYMMETRIES
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.questions.given import PatternLike, pattern_of
from cubecsp.questions.limits import Limits, Run, check_samples, check_seed, check_threads
from cubecsp.questions.query import Query, Stream
from cubecsp.questions.wording import duration, plural, seconds_taken
from cubecsp.questions.workplaces import workplace_of
from cubecsp.work.place import Workplace

__all__ = ["AUTO", "Count", "CountAnswer", "OnCounting", "count"]

OnCounting = Callable[[Step], None]
"""Called with the progress of the count, and the time that the rest takes, as far as that is known."""

AUTO = "auto"
"""The way to count that the planner chooses."""

_USUAL_BUDGET = 600.0  # seconds, where there is no time limit
_ROUGH = 2  # a prediction may be wrong by this factor
_SURVEY = 1.0  # seconds of processor time from which the time of all of it is predicted
_LONGEST_SURVEY = 10.0  # where so little is done by then that it tells nothing
_BETWEEN_REPORTS = 0.1
_SOON = 3.0  # seconds that the rest of a trial may take; planning another way may take as long
_LONGEST_TRIAL = 6.0
_BUSIEST = 20  # times as long as idle ones a machine may take


@dataclass(repr=False)
class CountAnswer(Answer):
    """The answer to `count`: exact, an estimate, or what was known when the count was ended.

    `count` is the exact number, or None. The status is `complete` with an exact number or an estimate,
    `infeasible` if no cube satisfies the rules, and otherwise `partial` if some cubes were counted, or
    `unknown`.

    Attributes:
        estimate: the estimate with its interval, if one was asked for; see `Estimated`. If it was ended
            early, it is from the samples drawn by then.
        at_least: a lower bound, if the count was ended early.
        method: the name of the way to count, one of `COUNTERS`.
        plan: the ways that were planned, and why; None if the count was ended before that.
        predicted: about how many seconds an exact count takes, if that was predicted; infinite if no
            progress could be seen.
        class_symmetries: the number of symmetries under which `classes` are counted.
    """

    estimate: Estimated | None = None
    at_least: int | None = None
    method: str = ""
    plan: Plan | None = None
    predicted: float | None = None
    class_symmetries: int = len(SYMMETRIES)

    @property
    def kind(self) -> str:
        """What is known: `exact`, `estimate`, `at-least`, or `nothing`."""
        if self.count is not None:
            return "exact"
        if self.estimate is not None:
            return "estimate"
        return "at-least" if self.at_least else "nothing"

    def written(self) -> str:
        """Return only the number, or nothing if there is none.

        An estimate is marked with ~, or with <= if it is only an upper bound.
        """
        if self.count is not None:
            return str(self.count)
        if self.estimate is None:
            return ""
        bound = self.estimate.hits == 0
        return f"<={self.estimate.most}" if bound else f"~{self.estimate.number}"

    def sentence(self) -> str:
        """Return what says how many there are, how that is known, and what of it rests on a file."""
        return self._outcome() + self.resting()

    def _outcome(self) -> str:
        """Return the sentence that says how many there are, and how that is known."""
        taken = seconds_taken(self.seconds)
        if self.count == 0:
            return f"No cube satisfies these rules ({self.method}, {taken})."
        if self.count is not None:
            return f"{self._counted(self.count)} ({self.method}, exact, {taken})."
        if self.estimate is not None:
            early = (
                "" if self.stopped is None else "; ended early: more samples would be more precise"
            )
            return f"{_estimated(self.estimate)} ({self.method}, {taken}{early})."
        known = f" At least {self._counted(self.at_least)}." if self.at_least else ""
        return f"{self._ended()}{known} {self._remedy()}"

    def _counted(self, number: int) -> str:
        satisfy = (
            f"{plural(number, 'cube')} {'satisfies' if number == 1 else 'satisfy'} these rules"
        )
        if not self.query["rules"]:
            satisfy = f"{plural(number, 'cube')} can be made by turns"
        if self.classes is None or self.count is None:
            return satisfy
        classes = plural(self.classes, "class")
        if self.class_symmetries == len(SYMMETRIES):
            return f"{satisfy}, in {classes}"
        group = plural(self.class_symmetries, "symmetry")
        return f"{satisfy}, in {classes} under the {group} that preserve the question"

    def _ended(self) -> str:
        """Return what ended the count, or why it was not begun."""
        took = "" if self.predicted is None else f" ({self.method} would take {self._prediction()})"
        ended = {
            Stop.TIME: "The time limit ended the count",
            Stop.INTERRUPT: "Interrupted before all were counted",
            None: "Not counted, only planned",
        }
        return f"{ended.get(self.stopped, 'Not counted')}{took}."

    def _remedy(self) -> str:
        if self.stopped is None:
            return ""
        if resume := self.query.get("resume"):
            return f"The same question continues from {excerpt(resume)} where it stopped."
        if self.query.get("estimate") or (self.method and not COUNTERS[self.method].exact):
            return "Fewer samples take less time (--samples, or samples=)."
        return "An estimate takes seconds (--estimate, or estimate=True)."

    def _prediction(self) -> str:
        assert self.predicted is not None
        return (
            "longer than can be predicted"
            if math.isinf(self.predicted)
            else duration(self.predicted)
        )

    def explanation(self) -> str:
        """Return the plan in words, line by line: the way to count, why, and how long it takes."""
        if self.plan is None:
            return "no plan was made"
        lines = []
        for attempt in self.plan.attempts:
            within = "" if attempt.seconds is None else f", given up after {attempt.seconds} s"
            lines.append(f"{attempt.counter.name}: {attempt.counter.summary}{within}")
        lines.append(f"why: {self.plan.reason}")
        lines += [f"not {name}: {why}" for name, why in self.plan.refused.items()]
        if self.count is not None or self.estimate is not None:
            lines.append(f"time: done already, in {seconds_taken(self.seconds)}")
        elif self.predicted is not None:
            lines.append(f"time: {self._prediction()}, predicted from {self.method} at work")
        return "\n".join(lines)

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints: the number and how it is known, and no cubes."""
        shown = super().as_dict()
        del shown["cubes"]
        shown |= {"kind": self.kind, "method": self.method}
        if self.classes is not None:
            shown["class_symmetries"] = self.class_symmetries
        if self.estimate is not None:
            shown |= {
                "estimate": self.estimate.number,
                "interval": [self.estimate.least, self.estimate.most],
                "confidence": CONFIDENCE,
                "samples": self.estimate.samples,
                "hits": self.estimate.hits,
            }
        if self.at_least is not None:
            shown["at_least"] = self.at_least
        if self.predicted is not None and math.isfinite(self.predicted):
            shown["predicted_seconds"] = round(self.predicted, 3)
        if self.plan is not None:
            shown["plan"] = [attempt.counter.name for attempt in self.plan.attempts]
            shown["plan_reason"] = self.plan.reason
            shown["refused"] = self.plan.refused
        return shown


def _estimated(estimate: Estimated) -> str:
    percent = f"{CONFIDENCE:.0%}"
    drawn = f"{estimate.samples:,} samples"
    if estimate.hits == 0:
        return f"Estimate: at most {estimate.most:,} cubes, with {percent} confidence; none of {drawn} was one"
    return (
        f"Estimate: about {estimate.number:,} cubes; with {percent} confidence {estimate.least:,} to "
        f"{estimate.most:,}, from {drawn}"
    )


@dataclass(frozen=True)
class Count(Query):
    """What `count` is asked.

    Attributes:
        pattern: the rules.
        method: the name of a way to count, or `auto`.
        limits: what may end it; the time is also the budget.
        classes: whether classes are counted.
        estimate: whether an estimate is wanted.
        samples: how many to draw for one; None for the usual number.
        seed: of what is drawn.
        threads: how many may work.
        explain: whether to stop as soon as it is known how long an exact count takes.
        resume: the file in which finished units are remembered, None for none.
        cluster: where units are done, None for here.
        check_journal: the share of the units in the file that are done again; None for none.
    """

    question: ClassVar[str] = "count"

    pattern: Pattern
    method: str = AUTO
    limits: Limits = field(default_factory=Limits)
    classes: bool = False
    estimate: bool = False
    samples: int | None = None
    seed: int = 0
    threads: int = 1
    explain: bool = False
    resume: str | Path | None = None
    cluster: str | None = None
    check_journal: float | None = None

    def __post_init__(self) -> None:
        for rule in self.pattern.rules:
            rule.require(self.pattern.puzzle)
        object.__setattr__(self, "samples", check_samples(self.samples))
        object.__setattr__(self, "seed", check_seed(self.seed) or 0)
        object.__setattr__(self, "threads", check_threads(self.threads))
        counter = None if self.method == AUTO else COUNTERS.find(self.method)
        estimating = self.estimate or (counter is not None and not counter.exact)
        if counter is not None and self.estimate and counter.exact:
            raise InputError(f"{self.method} gives no estimate", "leave out the method")
        if estimating and self.classes:
            raise InputError(
                "classes cannot be estimated", "leave out the classes, or the estimate"
            )
        if self.samples is not None and not estimating:
            raise InputError("samples are drawn only for an estimate", "ask for one: --estimate")
        if estimating and self.workplace.lasting:
            raise InputError(
                "an estimate cannot be resumed or sent to a cluster",
                "leave out the file to resume from, and the cluster",
            )

    @property
    def workplace(self) -> Workplace:
        """Where units are done, and remembered."""
        return workplace_of(self.threads, self.resume, self.cluster, self.check_journal)

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        shown: dict[str, Any] = {
            "question": self.question,
            "rules": [str(rule) for rule in self.pattern.rules],
            "method": self.method,
            "classes": self.classes,
            "estimate": self.estimate,
            "seed": self.seed,
            "threads": self.threads,
            "time_limit": self.limits.time,
            "versions": versions(),
        }
        if self.samples is not None:
            shown["samples"] = self.samples
        if self.explain:
            shown["explain"] = True
        shown |= self.workplace.as_dict()
        if self.pattern.name:
            shown["model"] = self.pattern.name
        if self.pattern.puzzle.size != CUBE.size:
            shown["size"] = self.pattern.puzzle.size
        return shown

    def stream(self, *, on_progress: OnCounting | None = None) -> Stream[CountAnswer]:
        """Return the question under way; it yields no cubes."""
        answer = CountAnswer(query=self, status=Status.UNKNOWN)
        work = _Counting(self, on_progress)
        return Stream(answer, self.limits, work.reports, work.settle)

    def asked(self) -> Question:
        """Return the task that ways to count are given."""
        return Question(self.pattern, self.classes, self.workplace, self.seed, self.samples)

    def plan(self, asked: Question, failed: Mapping[str, str]) -> Plan:
        """Return which ways to count are tried, without those that have failed.

        Raises:
            InputError: the one that is asked for cannot count this.
        """
        if self.method != AUTO:
            return planned_by_name(asked, self.method)
        return planned(asked, estimate=self.estimate, failed=failed)


def count(
    pattern: PatternLike | Iterable[PatternLike] = (),
    *,
    size: int | None = None,
    classes: bool = False,
    estimate: bool = False,
    method: str = AUTO,
    samples: int | None = None,
    seed: int = 0,
    threads: int = 1,
    time_limit: float | None = None,
    explain: bool = False,
    resume: str | Path | None = None,
    cluster: str | None = None,
    check_journal: float | None = None,
    on_progress: OnCounting | None = None,
) -> CountAnswer:
    """Return how many cubes satisfy the rules.

    The number is exact or, if asked for, an estimate with an interval; an exact count that is ended early
    gives a lower bound. A count that would take longer than the time limit, or ten minutes without one, is
    given up as soon as that is clear, and the answer says how long it would take.

    Args:
        pattern: rules, patterns, or texts that state them; one or several, or none for all cubes.
        size: the size of the cube; if left out, what the pattern says, else 3.
        classes: count classes too: under all 48 symmetries or, if not all of them preserve the question
            and there are too many cubes to find, under those that do.
        estimate: give an unbiased estimate, in seconds.
        method: a name of `COUNTERS`, or `auto`, which plans.
        samples: how many to draw for an estimate; None for the usual number, 10,000 to 100,000.
        seed: the seed of an estimate's samples, 0 to 2⁶⁴ − 1; the same seed gives the same estimate.
        threads: how many threads an exact count may use; the result does not depend on it.
        time_limit: in seconds; None for no limit.
        explain: stop as soon as it is known how long an exact count takes; `explanation` gives the plan.
        resume: a file in which finished units of the work are kept: created if it does not exist, else
            continued. With it, no count is given up for the time that it takes, unless there is a limit.
        cluster: where units are done instead of in threads: `local:N` for N processes on this machine, or
            the address of a Dask scheduler.
        check_journal: the share of the units in the file of `resume` that are done again, chosen at random,
            above 0 and at most 1, and about 16 at least; the file is refused if one of them differs.
        on_progress: called about ten times a second.

    Raises:
        InputError: an argument makes no sense, the method cannot count this or has no units, or the file
            or the cluster cannot be used.
        EngineError: an engine that is needed, or Dask, is not installed.
        LimitError: the disk is full, or the workers of the cluster are gone.
    """
    query = Count(
        pattern_of(pattern, size),
        method,
        Limits.of(None, time_limit),
        classes,
        estimate,
        samples,
        seed,
        threads,
        explain,
        resume,
        cluster,
        check_journal,
    )
    return query.stream(on_progress=on_progress).collect()


class _Beginning:
    """When a way to count began to work for a query."""

    def __init__(self, query: Count) -> None:
        self._threads = None if query.cluster else query.threads
        self._moment, self._processor = time.monotonic(), time.process_time()

    @property
    def seconds(self) -> float:
        """How long ago that was."""
        return time.monotonic() - self._moment

    @property
    def work(self) -> float:
        """How much of it a thread has worked, however busy the machine is, if that is known."""
        if self._threads is None:
            return self.seconds
        worked = (time.process_time() - self._processor) / self._threads
        return max(worked, self.seconds / _BUSIEST)


def _is_in_vain(step: Step, spent: float, seconds: float) -> bool:
    """Return whether a trial has taken more seconds than it has, and does not seem to need only a few more."""
    if spent <= seconds:
        return False
    if spent > _LONGEST_TRIAL or not step.fraction:
        return True
    left = spent * (1 / step.fraction - 1) if step.left is None else step.left
    return left > _SOON


class _Counting:
    """A `Count` under way."""

    def __init__(self, query: Count, on_progress: OnCounting | None) -> None:
        self._query = query
        self._on_progress = on_progress
        # What goes on where it stood may take as long as it likes.
        self._budget = None if query.resume else query.limits.time or _USUAL_BUDGET
        self._reported = time.monotonic()
        self._found: Counted | Estimated | None = None
        self._so_far: Callable[[], Estimated] | None = None

    def reports(self, answer: CountAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Count; there are no cubes to yield."""
        with run:
            self._count(answer, run)
        yield from ()

    def _count(self, answer: CountAnswer, run: Run) -> None:
        asked, failed = self._query.asked(), dict[str, str]()
        if asked.workplace.journal is not None:
            answer.units = asked.workplace.tally
        while True:
            answer.plan = self._query.plan(asked, failed)
            try:
                for attempt in answer.plan.attempts:
                    if self._attempted(attempt, asked, answer, run):
                        break
                return
            except OutOfReachError as error:
                if not answer.plan.others:
                    raise
                failed[answer.method] = error.problem
                self._so_far, answer.at_least, answer.predicted = None, None, None

    def _attempted(self, attempt: Attempt, asked: Question, answer: CountAnswer, run: Run) -> bool:
        """Count in one way, and return whether that is the end: there is a number, or no time for one."""
        started = _Beginning(self._query)
        answer.method = attempt.counter.name
        with contextlib.closing(attempt.counter.count(asked)) as steps:
            while True:
                try:
                    step = next(steps)
                except StopIteration as done:
                    self._found = done.value
                    return True
                self._so_far = step.estimate
                run.deadline.check()
                answer.at_least = max(answer.at_least or 0, step.least)
                self._report(step, answer)
                if attempt.seconds is not None:
                    if _is_in_vain(step, started.work, attempt.seconds):
                        return False
                elif attempt.counter.exact and self._surveyed(step, started, answer, run):
                    return True

    def _surveyed(self, step: Step, started: _Beginning, answer: CountAnswer, run: Run) -> bool:
        """Predict how long it takes, and return whether to give it up for that."""
        if started.work < _SURVEY:
            return False
        spent = started.seconds
        if step.left is not None:
            answer.predicted = spent + step.left
        else:
            answer.predicted = spent / step.fraction if step.fraction else None
        if self._query.explain and (answer.predicted or spent > _LONGEST_SURVEY):
            answer.predicted = answer.predicted or math.inf
            return True
        if self._budget is not None and (answer.predicted or spent) > _ROUGH * self._budget:
            run.stop(Stop.COST)
            return True
        return False

    def _report(self, step: Step, answer: CountAnswer) -> None:
        now = time.monotonic()
        if self._on_progress is not None and now - self._reported >= _BETWEEN_REPORTS:
            self._reported = now
            self._on_progress(replace(step, least=answer.at_least or 0))

    def settle(self, answer: CountAnswer, run: Run) -> None:
        """Set the status of the answer."""
        found = self._found
        if isinstance(found, Counted):
            answer.count, answer.at_least, answer.predicted = found.number, None, None
            answer.classes, answer.class_symmetries = found.classes, found.symmetries
            answer.status = Status.COMPLETE if found.number else Status.INFEASIBLE
        elif isinstance(found, Estimated):
            answer.estimate, answer.at_least, answer.status = found, None, Status.COMPLETE
        elif self._query.explain and run.stopped is None:
            answer.status = Status.COMPLETE  # the plan was asked for, and is there
        elif self._so_far is not None:
            answer.estimate, answer.at_least, answer.status = self._so_far(), None, Status.PARTIAL
        else:
            answer.status = Status.PARTIAL if answer.at_least else Status.UNKNOWN
