"""The numbering of the cubes that satisfy the rules by `rank` and `unrank`, and their answers."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Annotated, Any, Protocol

from cubecsp.errors import OutOfReachError
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.counting import ProgressSign, Question
from cubecsp.models.counting.drawing_plans import (
    NUMBERING,
    plan_by_name_to_number,
    plan_to_number,
)
from cubecsp.models.counting.planner import Plan
from cubecsp.models.sampling.sample_source import Numbering
from cubecsp.questions.answers.answer import Answer, Status, Stop, status_of
from cubecsp.questions.answers.numbers_in_words import in_seconds, plural
from cubecsp.questions.asking import progress
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import Param
from cubecsp.questions.asking.shared_parameters import AUTO
from cubecsp.questions.asking.steps import follow
from cubecsp.questions.asking.value_kinds import OneOf
from cubecsp.questions.finding.cached_sums import CACHE

_BETWEEN_REPORTS = 0.1
_REMEMBERED = 2  # numberings kept for the next question

Method = Annotated[
    str,
    Param(
        "the way to number the cubes, as in `sample`",
        OneOf(lambda: (AUTO, *NUMBERING), "way to number cubes"),
        usual=f"{AUTO}: what suits the rules",
    ),
]


@dataclass(repr=False)
class RankAnswer(Answer):
    """The answer to `rank` and `unrank`: a report for each cube, whose `rank` is its number.

    The status is `infeasible` if a cube breaks the rules, as its `violations` say, or if none
    satisfies them.

    Attributes:
        total: the number of cubes that satisfy the rules; None if it is unknown.
        method: the name of the method of numbering.
        plan: the reasons for that method, and against the others.
    """

    total: int | None = None
    method: str = ""
    plan: Plan | None = None

    def sentence(self) -> str:
        """Return the sentence with the total, and the method of numbering."""
        broken = sum(bool(report.violations) for report in self.cubes)
        how = f"({self.method or 'nothing was numbered'}, {in_seconds(self.seconds)})"
        if self.stopped is not None:
            ended = "The time limit passed" if self.stopped is Stop.TIME else "Interrupted"
            return f"{ended} before the {self.noun}s{self.subject} were numbered {how}."
        breaking = f"{plural(broken, self.noun)} {'breaks' if broken == 1 else 'break'} the rules"
        if self.total is None:
            return f"{breaking} {how}."
        among = f" among the {self.noun}s{self.subject}" if self.subject else ""
        numbered = (
            f"Numbered from 0 to {self.total - 1:,}{among}"
            if self.total
            else f"No {self.noun}{self.subject} satisfies the rules"
        )
        return f"{numbered}{f'; {breaking}' if broken else ''} {how}."

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        data = super().as_dict()
        known: dict[str, Any] = {"method": self.method}
        if self.total is not None:
            known["total"] = self.total
        if self.plan is not None:
            known |= {"plan_reason": self.plan.reason(), "refused": self.plan.refused}
        return {"query": data.pop("query"), "status": data.pop("status"), **known, **data}


class _AboutNumbers(Protocol):
    """The numbering that a question about the numbers of cubes uses."""

    @property
    def pattern(self) -> Pattern:
        """The rules."""

    @property
    def method(self) -> str:
        """The way to number the cubes."""

    @property
    def on_progress(self) -> progress.Show | None:
        """The callback for the progress."""


class NumberingRun:
    """A running question about the numbers of cubes.

    Args:
        query: the question.

    Attributes:
        answered: the number of reports so far.
        is_broken: whether a cube breaks the rules.
    """

    def __init__(self, query: _AboutNumbers) -> None:
        self._query = query
        self._on_progress = progress.numbering(query.on_progress)
        self._reported = time.monotonic()
        self.answered = 0
        self.is_broken = False

    def numbering(self, answer: RankAnswer, run: Run, pattern: Pattern) -> Numbering:
        """Return the numbering of the cubes of a pattern, which is computed once for several questions in a row."""
        key = (pattern, self._query.method)
        if key not in _known:
            while len(_known) >= _REMEMBERED:
                del _known[next(iter(_known))]
            _known[key] = self._plan_and_numbering(pattern, run)
        answer.plan, numbering = _known[key]
        answer.method, answer.total = answer.plan.way.name, numbering.total
        return numbering

    def _plan_and_numbering(self, pattern: Pattern, run: Run) -> tuple[Plan, Numbering]:
        asked = Question(pattern, keeper=CACHE)

        def notice(step: ProgressSign) -> None:
            run.deadline.check()
            now = time.monotonic()
            if self._on_progress is not None and now - self._reported >= _BETWEEN_REPORTS:
                self._reported = now
                self._on_progress(step.fraction)

        failed: dict[str, str] = {}
        while True:
            if self._query.method == AUTO:
                plan = follow(plan_to_number(asked, failed), notice)
            else:
                plan = plan_by_name_to_number(asked, self._query.method)
            try:
                return plan, follow(plan.way.numbering(asked), notice)
            except OutOfReachError as error:
                if self._query.method != AUTO:
                    raise
                failed[plan.way.name] = error.problem

    def set_status(self, answer: RankAnswer, run: Run) -> None:
        """Set the status of the answer."""
        if self.is_broken or answer.total == 0:
            answer.status = Status.INFEASIBLE
        else:
            answer.status = status_of(self.answered, whole=run.stopped is None)


_known: dict[tuple[Pattern, str], tuple[Plan, Numbering]] = {}
