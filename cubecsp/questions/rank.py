"""The number of a cube among those that satisfy the rules, and the cube of a number.

All cubes that satisfy the rules are in one order, whatever the way in which they are numbered: ascending by what
the slots hold, the bytes of `State.seen`. So a cube comes before another one if, in the first slot in which
they differ, it holds the placement with the smaller number. Slots are in the order of `puzzle.slots` (corners
URF UFL ULB UBR DFR DLF DBL DRB, then edges UR UF UL UB DR DF DL DB FR FL BL BR of a 3×3×3); the number of a
placement is that of the piece, in the same order, times the number of its turns, plus the turn. Numbers begin
with 0.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, TypedDict, Unpack

from cubecsp.errors import InputError, OutOfReachError, excerpt
from cubecsp.models.counting.base import Question
from cubecsp.models.pattern import Pattern
from cubecsp.models.sampling import SAMPLERS, Numbering, Trying
from cubecsp.models.sampling.base import NumberingSampler
from cubecsp.models.sampling.planner import (
    Plan,
    planned_by_name,
    planned_to_number,
    require_numbering,
)
from cubecsp.puzzle.cubes import cube_class
from cubecsp.puzzle.geometry import FACES
from cubecsp.puzzle.puzzle import CUBE
from cubecsp.puzzle.state import State
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.questions.asking.shared import AUTO
from cubecsp.questions.given import CubeLike, PatternLike, each_of, pattern_of, shown_and_state
from cubecsp.questions.kept_sums import CACHE
from cubecsp.questions.keywords import require_known, taking
from cubecsp.questions.limits import Limits, Run, check_rank
from cubecsp.questions.query import Query, Stream
from cubecsp.questions.steps import followed
from cubecsp.questions.wording import plural, seconds_taken

__all__ = ["OnNumbering", "Rank", "RankAnswer", "rank", "unrank"]

OnNumbering = Callable[[float | None], None]
"""Called with the share of the work that is done, None if unknown."""

_BETWEEN_REPORTS = 0.1
_REMEMBERED = 2  # numberings that are kept for the next question


@dataclass(repr=False)
class RankAnswer(Answer):
    """The answer to `rank` and `unrank`: a report for each cube, whose `rank` is its number.

    The status is `infeasible` if a cube breaks the rules, as its `violations` say, or if none
    satisfies them.

    Attributes:
        total: how many cubes satisfy the rules; None if that was not found out.
        method: the name of the way in which they are numbered.
        plan: why that one, and why no other.
    """

    total: int | None = None
    method: str = ""
    plan: Plan | None = None

    def sentence(self) -> str:
        """Return the sentence that says among how many cubes, and how they are numbered."""
        broken = sum(bool(report.violations) for report in self.cubes)
        how = f"({self.method or 'nothing was numbered'}, {seconds_taken(self.seconds)})"
        if self.stopped is not None:
            ended = "The time limit passed" if self.stopped is Stop.TIME else "Interrupted"
            return f"{ended} before the cubes were numbered {how}."
        breaking = f"{plural(broken, 'cube')} {'breaks' if broken == 1 else 'break'} the rules"
        if self.total is None:
            return f"{breaking} {how}."
        told = (
            f"Numbered from 0 to {self.total - 1:,}"
            if self.total
            else "No cube satisfies the rules"
        )
        return f"{told}{f'; {breaking}' if broken else ''} {how}."

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        shown = super().as_dict()
        told: dict[str, Any] = {"method": self.method}
        if self.total is not None:
            told["total"] = self.total
        if self.plan is not None:
            told |= {"plan_reason": self.plan.reason, "refused": self.plan.refused}
        return {"query": shown.pop("query"), "status": shown.pop("status"), **told, **shown}


@dataclass(frozen=True)
class Rank(Query):
    """What `rank` and `unrank` are asked: one of `cubes` and `numbers`.

    Attributes:
        pattern: the rules.
        cubes: whose numbers are wanted.
        numbers: whose cubes are wanted.
        method: the name of a way to number them, or `auto`.
        limits: what may end it.
        schemes: how the user writes the colours of each cube (see `Facelets`); none for the letters of the faces.
    """

    question: ClassVar[str] = "rank"

    pattern: Pattern
    cubes: tuple[State, ...] = ()
    numbers: tuple[int, ...] = ()
    method: str = AUTO
    limits: Limits = field(default_factory=Limits)
    schemes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for rule in self.pattern.rules:
            rule.require(self.pattern.puzzle)
        for cube in self.cubes:
            self._check(cube)
        object.__setattr__(self, "numbers", tuple(map(check_rank, self.numbers)))
        if self.method != AUTO:
            require_numbering(SAMPLERS.find(self.method))

    def _check(self, cube: State) -> None:
        if cube.puzzle is not self.pattern.puzzle:
            raise InputError(
                f"the cube is a {cube.puzzle.name}, and the rules are about a "
                f"{self.pattern.puzzle.name}",
                "give a cube of the same size, or the size",
            )
        if not cube.is_reachable:
            raise InputError(
                f"turns cannot make {excerpt(cube.facelets)}: {cube.status()[0].message}",
                "`check` says how to repair it",
            )

    @classmethod
    def of(cls, asked: PatternLike | Iterable[PatternLike], how: RankOptions, **more: Any) -> Rank:
        """Return the query about a pattern.

        Args:
            asked: rules, patterns, or texts that state them; one or several.
            how: see `RankOptions`.
            more: `cubes` or `numbers`, and the like.
        """
        require_known(how, RankOptions)
        given: dict[str, Any] = {**how, **more}
        pattern = pattern_of(asked, given.pop("size", None))
        return cls(pattern, limits=Limits.of(None, given.pop("time_limit", None)), **given)

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        shown: dict[str, Any] = {
            "question": self.question,
            "rules": [str(rule) for rule in self.pattern.rules],
            "method": self.method,
            "time_limit": self.limits.time,
            "versions": versions(),
        }
        if self.numbers:
            shown["at"] = list(self.numbers)
        if self.pattern.name:
            shown["model"] = self.pattern.name
        if self.pattern.puzzle.size != CUBE.size:
            shown["size"] = self.pattern.puzzle.size
        return shown

    def stream(self, *, on_progress: OnNumbering | None = None) -> Stream[RankAnswer]:
        """Return the question under way: a report for each cube or number, in order."""
        work = _Numbering(self, on_progress)
        return Stream(
            RankAnswer(query=self, status=Status.UNKNOWN), self.limits, work.reports, work.settle
        )


class RankOptions(TypedDict, total=False):
    """How cubes are numbered: the keyword arguments of `rank` and `unrank`."""

    size: int | None
    """The size of the cube; if left out, what the pattern says, else that of the first cube, else 3."""

    method: str
    """A name of `SAMPLERS` that numbers cubes, or `auto`, which plans."""

    time_limit: float | None
    """In seconds; None for no limit."""


@taking(RankOptions, Rank)
def rank(
    cubes: CubeLike | Iterable[CubeLike],
    pattern: PatternLike | Iterable[PatternLike] = (),
    *,
    on_progress: OnNumbering | None = None,
    **how: Unpack[RankOptions],
) -> RankAnswer:
    """Return the numbers of cubes among those that satisfy the rules: `answer.cubes[0].rank`.

    The top of this module describes the order; `unrank` is the inverse. Cubes that break the rules have
    violations instead of a number.

    Args:
        cubes: one cube or several, in any format.
        pattern: rules, patterns, or texts that state them; one or several, or none for all cubes.
        on_progress: called about ten times a second while the cubes are numbered.
        how: see `RankOptions`.

    Raises:
        InputError: an argument makes no sense, a cube is of another size, or turns cannot make it.
        LimitError: the rules have no structure to number by, and leave too many cubes to list.
    """
    shown = [shown_and_state(cube) for cube in each_of(cubes)]
    states, schemes = (tuple(s for _, s in shown), tuple(f.scheme for f, _ in shown))
    if how.get("size") is None and not pattern and states:
        how["size"] = states[0].puzzle.size
    query = Rank.of(pattern, how, cubes=states, schemes=schemes)
    return query.stream(on_progress=on_progress).collect()


@taking(RankOptions, Rank)
def unrank(
    numbers: int | Iterable[int],
    pattern: PatternLike | Iterable[PatternLike] = (),
    *,
    on_progress: OnNumbering | None = None,
    **how: Unpack[RankOptions],
) -> RankAnswer:
    """Return the cubes that have some numbers among those that satisfy the rules; see `rank`.

    Args:
        numbers: one or several, from 0 to one less than the number of cubes.
        pattern: see `rank`.
        on_progress: see `rank`.
        how: see `RankOptions`.

    Raises:
        InputError: an argument makes no sense, or there are not so many cubes.
        LimitError: see `rank`.
    """
    asked = tuple(numbers) if isinstance(numbers, Iterable) else (numbers,)
    return Rank.of(pattern, how, numbers=asked).stream(on_progress=on_progress).collect()


class _Numbering:
    """A `Rank` under way."""

    def __init__(self, query: Rank, on_progress: OnNumbering | None) -> None:
        self._query = query
        self._on_progress = on_progress
        self._reported = time.monotonic()
        self._given = 0
        self._broken = False

    def reports(self, answer: RankAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield a report for each cube, then for each number."""
        with run:
            schemes = itertools.chain(self._query.schemes, itertools.repeat(FACES))
            for cube, scheme in zip(self._query.cubes, schemes, strict=False):
                run.deadline.check()
                self._given += 1
                yield replace(self._ranked(cube, answer, run), scheme=scheme)
            for number in self._query.numbers:
                run.deadline.check()
                if not self._numbering(answer, run).total:
                    return
                cube = self._at(number, answer, run)
                self._given += 1
                yield CubeReport(cube.facelets, cube, rank=number)

    def _ranked(self, cube: State, answer: RankAnswer, run: Run) -> CubeReport:
        broken = self._query.pattern.violations(cube)
        if broken:
            self._broken = True
            return CubeReport(cube.facelets, cube, violations=broken)
        number = self._numbering(answer, run).rank(cube.seen)
        return CubeReport(cube.facelets, cube, rank=number)

    def _at(self, number: int, answer: RankAnswer, run: Run) -> State:
        numbering = self._numbering(answer, run)
        if number >= numbering.total:
            raise InputError(
                f"number {number:,} among {plural(numbering.total, 'cube')}",
                f"numbers are 0 to {numbering.total - 1:,}",
            )
        return cube_class(self._query.pattern.puzzle.size).from_row(numbering.at(number))

    def _numbering(self, answer: RankAnswer, run: Run) -> Numbering:
        """Return how the cubes are numbered, which is worked out once for some questions in a row."""
        key = (self._query.pattern, self._query.method)
        if key not in _known:
            while len(_known) >= _REMEMBERED:
                del _known[next(iter(_known))]
            _known[key] = self._numbered(run)
        answer.plan, numbering = _known[key]
        answer.method, answer.total = answer.plan.sampler.name, numbering.total
        return numbering

    def _numbered(self, run: Run) -> tuple[Plan, Numbering]:
        asked = Question(self._query.pattern, keeper=CACHE)

        def told(step: Trying) -> None:
            run.deadline.check()
            now = time.monotonic()
            if self._on_progress is not None and now - self._reported >= _BETWEEN_REPORTS:
                self._reported = now
                self._on_progress(step.fraction)

        failed: dict[str, str] = {}
        while True:
            if self._query.method == AUTO:
                plan = followed(planned_to_number(asked, failed), told)
            else:
                plan = planned_by_name(asked, self._query.method, numbered=True)
            assert isinstance(plan.sampler, NumberingSampler)
            try:
                return plan, followed(plan.sampler.numbering(asked), told)
            except OutOfReachError as error:
                if self._query.method != AUTO:
                    raise
                failed[plan.sampler.name] = error.problem

    def settle(self, answer: RankAnswer, run: Run) -> None:
        """Set the status of the answer."""
        if self._broken or answer.total == 0:
            answer.status = Status.INFEASIBLE
        elif run.stopped is None:
            answer.status = Status.COMPLETE
        else:
            answer.status = Status.PARTIAL if self._given else Status.UNKNOWN


_known: dict[tuple[Pattern, str], tuple[Plan, Numbering]] = {}
