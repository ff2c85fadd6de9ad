"""Random cubes among those that satisfy the rules, each as likely as any other."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypedDict, Unpack

from cubecsp.errors import InputError, OutOfReachError, OutOfTimeError
from cubecsp.models.counting.base import Question
from cubecsp.models.pattern import Pattern
from cubecsp.models.sampling import SAMPLERS, Block, Trying
from cubecsp.models.sampling.planner import Plan, planned, planned_by_name
from cubecsp.models.sampling.units import drawn_in_units
from cubecsp.puzzle.cubes import cube_class
from cubecsp.puzzle.images import split
from cubecsp.puzzle.puzzle import CUBE
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.questions.asking.shared import AUTO
from cubecsp.questions.given import PatternLike, pattern_of
from cubecsp.questions.kept_sums import CACHE
from cubecsp.questions.keywords import require_known, taking
from cubecsp.questions.limits import (
    Limits,
    Run,
    check_limit,
    check_seed,
    check_threads,
    check_tries,
)
from cubecsp.questions.query import Query, Stream
from cubecsp.questions.steps import followed
from cubecsp.questions.wording import plural, seconds_taken
from cubecsp.questions.workplaces import workplace_of

if TYPE_CHECKING:
    from cubecsp.puzzle.batch import CubeArray

__all__ = [
    "TRIES",
    "Drawing",
    "OnDrawing",
    "Sample",
    "SampleAnswer",
    "SampleOptions",
    "sample",
    "sample_rows",
]

OnDrawing = Callable[[float | None, int], None]
"""Called with the share of the preparations that is done, None if unknown, and the number of cubes drawn."""

TRIES = 10_000_000
"""How many random cubes are tried, by default, for one that satisfies the rules."""

_BETWEEN_REPORTS = 0.1


@dataclass(repr=False)
class SampleAnswer(Answer):
    """The answer to `sample`.

    The status is `complete` with as many cubes as were asked for, `infeasible` if no cube satisfies the
    rules, `partial` if the drawing was ended early, and `unknown` if that was before the first cube.

    Attributes:
        method: the name of the way to draw, one of `SAMPLERS`.
        plan: why that one, and why no other; None if the drawing was ended before that.
        total: how many cubes satisfy the rules, if that became known.
        tries: how many cubes were tried, of which only some satisfy the rules; 0 if none are tried.
        drawn: how many cubes were drawn.
    """

    method: str = ""
    plan: Plan | None = None
    total: int | None = None
    tries: int = 0
    drawn: int = 0

    @property
    def acceptance(self) -> float | None:
        """The share of the cubes tried that satisfied the rules; None if none are tried."""
        return self.drawn / self.tries if self.tries else None

    def sentence(self) -> str:
        """Return the sentence that says how many were drawn, of how many, and how."""
        how = f"({self.method or 'no way yet'}, seed {self.query['seed']}, {seconds_taken(self.seconds)})"
        if self.status is Status.INFEASIBLE:
            return f"No cube satisfies these rules {how}."
        cubes, left = plural(self.drawn, "cube"), plural(self.query["number"], "cube")
        if self.stopped is None:
            return f"{cubes} drawn at random{self._of()} {how}."
        ended = {
            Stop.TIME: "The time limit ended the drawing",
            Stop.INTERRUPT: "Interrupted",
            Stop.EFFORT: f"Given up ({plural(self.query['tries'], 'try')} in vain)",
        }[self.stopped]
        known = self.drawn or self.total
        more = "" if known else "; whether any cube satisfies the rules is not known"
        return f"{ended} after {self.drawn:,} of {left}{self._of()}{more} {how}."

    def _of(self) -> str:
        """Return from how many cubes they were drawn, or how many were tried."""
        if self.total is not None:
            one = "the only one" if self.total == 1 else f"{self.total:,}"
            return f" from {one} that {'satisfies' if self.total == 1 else 'satisfy'} the rules"
        if not self.tries:
            return ""
        return f", in {plural(self.tries, 'try')}"

    def explanation(self) -> str:
        """Return the plan in words, line by line: the way to draw, why, and why no other."""
        if self.plan is None:
            return "no plan was made"
        sampler = self.plan.sampler
        lines = [f"{sampler.name}: {sampler.summary}", f"why: {self.plan.reason}"]
        return "\n".join(lines + [f"not {name}: {why}" for name, why in self.plan.refused.items()])

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        shown = super().as_dict()
        told: dict[str, Any] = {"method": self.method, "drawn": self.drawn}
        if self.total is not None:
            told["total"] = self.total
        if self.tries:
            told |= {"tries": self.tries, "acceptance": self.acceptance}
        if self.plan is not None:
            told |= {"plan_reason": self.plan.reason, "refused": self.plan.refused}
        return {"query": shown.pop("query"), "status": shown.pop("status"), **told, **shown}


class SampleOptions(TypedDict, total=False):
    """How cubes are drawn: the keyword arguments of `sample` and its like."""

    size: int | None
    """The size of the cube; if left out, what the pattern says, else 3."""

    seed: int | None
    """The seed, 0 to 2⁶⁴ − 1; None draws one, and `answer.query["seed"]` has it."""

    method: str
    """A name of `SAMPLERS`, or `auto`, which plans."""

    distinct: bool
    """Draw no cube twice."""

    tries: int
    """If cubes are tried of which few satisfy the rules, give up after so many in vain."""

    threads: int
    """How many threads may draw many cubes; the cubes do not depend on them."""

    cluster: str | None
    """Where to draw cubes, instead of in threads: `local:N` for N processes on this machine, or the address
    of a Dask scheduler. The cubes do not depend on it."""

    time_limit: float | None
    """In seconds; None for no limit."""


@dataclass(frozen=True)
class Sample(Query):
    """What `sample` is asked.

    Attributes:
        pattern: the rules.
        number: how many cubes are drawn.
        method: the name of a way to draw, or `auto`.
        limits: what may end it.
        seed: the seed; None draws one, which the query then has.
        distinct: whether no cube may come twice.
        tries: after how many cubes tried in vain to give up.
        threads: how many may work.
        cluster: where cubes are drawn, None for here.
    """

    question: ClassVar[str] = "sample"

    pattern: Pattern
    number: int = 1
    method: str = AUTO
    limits: Limits = field(default_factory=Limits)
    seed: int | None = None
    distinct: bool = False
    tries: int = TRIES
    threads: int = 1
    cluster: str | None = None

    def __post_init__(self) -> None:
        for rule in self.pattern.rules:
            rule.require(self.pattern.puzzle)
        object.__setattr__(self, "number", check_limit(self.number) or 1)
        seed = check_seed(self.seed)
        object.__setattr__(self, "seed", secrets.randbits(32) if seed is None else seed)
        object.__setattr__(self, "tries", check_tries(self.tries))
        object.__setattr__(self, "threads", check_threads(self.threads))
        workplace_of(self.threads, cluster=self.cluster)  # whether these make sense
        if self.method != AUTO:
            SAMPLERS.find(self.method)

    @classmethod
    def of(
        cls,
        asked: PatternLike | Iterable[PatternLike],
        number: int,
        how: SampleOptions,
        **more: Any,
    ) -> Self:
        """Return the query about a pattern.

        Args:
            asked: rules, patterns, or texts that state them; one or several.
            number: how many cubes are drawn.
            how: see `SampleOptions`.
            more: the fields that a subclass has besides.
        """
        require_known(how, SampleOptions)
        given: dict[str, Any] = {**how, **more}
        pattern = pattern_of(asked, given.pop("size", None))
        limits = Limits.of(None, given.pop("time_limit", None))
        return cls(pattern, number, limits=limits, **given)

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        shown: dict[str, Any] = {
            "question": self.question,
            "rules": [str(rule) for rule in self.pattern.rules],
            "number": self.number,
            "method": self.method,
            "seed": self.seed,
            "distinct": self.distinct,
            "tries": self.tries,
            "threads": self.threads,
            "time_limit": self.limits.time,
            "versions": versions(),
        }
        if self.cluster is not None:
            shown["cluster"] = self.cluster
        if self.pattern.name:
            shown["model"] = self.pattern.name
        if self.pattern.puzzle.size != CUBE.size:
            shown["size"] = self.pattern.puzzle.size
        return shown

    def stream(self, *, on_progress: OnDrawing | None = None) -> Stream[SampleAnswer]:
        """Return the question under way: a report for each cube as soon as it is drawn."""
        work = Drawing(self, on_progress)
        return Stream(
            SampleAnswer(query=self, status=Status.UNKNOWN), self.limits, work.reports, work.settle
        )

    def asked(self) -> Question:
        """Return what ways to draw are asked."""
        place = workplace_of(self.threads, cluster=self.cluster)
        return Question(self.pattern, workplace=place, seed=self.seed or 0, keeper=CACHE)


@taking(SampleOptions, Sample)
def sample(
    pattern: PatternLike | Iterable[PatternLike] = (),
    *,
    n: int = 1,
    on_progress: OnDrawing | None = None,
    on_found: Callable[[CubeReport], None] | None = None,
    **how: Unpack[SampleOptions],
) -> SampleAnswer:
    """Return random cubes that satisfy the rules, all equally likely.

    They are drawn independently, so the same cube may come twice; `distinct` prevents that. The same seed
    gives the same cubes on every machine. For many cubes see `sample_rows`.

    Args:
        pattern: rules, patterns, or texts that state them; one or several, or none for all cubes.
        n: how many cubes.
        on_progress: called about ten times a second while no cubes come.
        on_found: called with each cube as soon as it is known.
        how: see `SampleOptions`.

    Raises:
        InputError: an argument makes no sense, the method cannot draw these, or there are fewer different
            cubes than are asked for.
        LimitError: there are too many cubes to list, and no other way to draw them was taken.
    """
    return Sample.of(pattern, n, how).stream(on_progress=on_progress).collect(on_found)


@taking(SampleOptions, Sample)
def sample_rows(
    pattern: PatternLike | Iterable[PatternLike] = (),
    *,
    n: int,
    **how: Unpack[SampleOptions],
) -> CubeArray:
    """Return the cubes of `sample` as an array: shape (n, slots), type uint8, one row for each cube.

    `cubecsp.puzzle.batch` says what a row contains, and what can be done with many of them at once. There
    are no rows if no cube satisfies the rules.

    Args:
        pattern: see `sample`.
        n: how many cubes.
        how: see `SampleOptions`.

    Raises:
        InputError: see `sample`.
        LimitError: the drawing was ended before all were drawn, or see `sample`.
    """
    return Drawing(Sample.of(pattern, n, how)).rows()


class Drawing:
    """A `Sample` under way.

    Args:
        query: what is asked.
        on_progress: see `OnDrawing`.

    Attributes:
        refuses: says of a row whether the cube is to be drawn anew; None if none is.
    """

    refuses: Callable[[bytes], bool] | None = None

    def __init__(self, query: Sample, on_progress: OnDrawing | None = None) -> None:
        self._query = query
        self._on_progress = on_progress
        self._reported = time.monotonic()
        self._seen: set[bytes] = set()
        self._last_hit = 0  # how many cubes were tried then
        self._given_up = False
        self._none = False  # whether there is no cube at all

    def rows(self) -> CubeArray:
        """Return all cubes that are asked for as rows; see `sample_rows`."""
        import numpy as np

        query = self._query
        answer, run = SampleAnswer(query=query, status=Status.UNKNOWN), query.limits.begin()
        found = [np.zeros((0, len(query.pattern.puzzle.slots)), np.uint8)]
        try:
            with run.deadline.obeyed():
                found += self.arrays(answer, run)
        except OutOfTimeError:
            run.stop(Stop.TIME)
        if run.stopped is not None:
            answer.stopped, answer.seconds = run.stopped, run.seconds
            raise OutOfTimeError(answer.sentence().rstrip("."))
        return np.concatenate(found)

    def reports(self, answer: SampleAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield the cubes as soon as they are drawn."""
        from cubecsp.puzzle import batch

        puzzle = self._query.pattern.puzzle
        kind = cube_class(puzzle.size)
        with run:
            for rows in self.arrays(answer, run):
                cubes = map(kind.from_row, split(rows.tobytes(), len(puzzle.slots)))
                for letters, cube in zip(batch.letters(rows, puzzle), cubes, strict=True):
                    yield CubeReport(letters, cube)

    def arrays(self, answer: SampleAnswer, run: Run) -> Iterator[CubeArray]:
        """Yield the cubes as rows, as many at a time as are drawn together."""
        asked, failed = self._query.asked(), dict[str, str]()
        while True:
            answer.plan = plan = self._planned(asked, failed, run)
            answer.method = plan.sampler.name
            try:
                yield from self._drawn_as_planned(plan, asked, answer, run)
            except OutOfReachError as error:
                if self._query.method != AUTO or answer.drawn:
                    raise
                failed[answer.method] = error.problem
            else:
                return

    def _drawn_as_planned(
        self, plan: Plan, asked: Question, answer: SampleAnswer, run: Run
    ) -> Iterator[CubeArray]:
        """Yield the cubes as rows, drawn as planned."""
        for drawn in drawn_in_units(plan.sampler, asked, self._query.number):
            run.deadline.check()
            if isinstance(drawn, Trying):
                self._take_notice(drawn, answer)
            else:
                rows = self._wanted(drawn, answer)
                answer.drawn += len(rows)
                if len(rows):
                    yield rows
            if answer.drawn == self._query.number:
                return
            if self._given_up:
                run.stop(Stop.EFFORT)
                return
        self._none = True

    def _planned(self, asked: Question, failed: Mapping[str, str], run: Run) -> Plan:
        """Return how to draw, without the ways that have failed."""
        if self._query.method != AUTO:
            return planned_by_name(asked, self._query.method)

        def told(step: Trying) -> None:
            run.deadline.check()
            self._report(step, 0)

        return followed(planned(asked, failed), told)

    def _take_notice(self, step: Trying, answer: SampleAnswer) -> None:
        """Take notice of how many cubes there are, and how many were tried.

        Raises:
            InputError: there are not so many different ones.
        """
        self._report(step, answer.drawn)
        if not answer.drawn:
            answer.tries = min(step.tries, self._query.tries)
        self._given_up = step.tries - self._last_hit >= self._query.tries
        if step.total is not None:
            answer.total = step.total
            if self._query.distinct and 0 < step.total < self._query.number:
                raise InputError(
                    f"{plural(self._query.number, 'different cube')} of {step.total:,} that satisfy "
                    "the rules",
                    "ask for fewer, or let cubes come more than once",
                )

    def _wanted(self, block: Block, answer: SampleAnswer) -> CubeArray:
        """Return those cubes of a block that are asked for, and count the tries that these took."""
        rows, tries = block.rows, block.tries
        if self._query.distinct or self.refuses is not None:
            some = enumerate(split(rows.tobytes(), rows.shape[1]))
            kept = [number for number, row in some if self._is_welcome(row)]
            rows, tries = rows[kept], None if tries is None else tries[kept]
        left = self._query.number - answer.drawn
        rows = rows[:left]
        if tries is None or not len(rows):
            return rows
        hits = [self._last_hit, *tries[:left].tolist()]
        for number, (before, hit) in enumerate(pairwise(hits)):
            if hit - before > self._query.tries:  # wherever blocks are cut
                self._given_up = True
                rows, hits = rows[:number], hits[: number + 1]
                break
        self._last_hit = answer.tries = hits[-1]
        return rows

    def _is_welcome(self, row: bytes) -> bool:
        """Return whether a cube is not refused and, if that matters, comes for the first time."""
        if self.refuses is not None and self.refuses(row):
            return False
        if self._query.distinct:
            if row in self._seen:
                return False
            self._seen.add(row)
        return True

    def _report(self, step: Trying, drawn: int) -> None:
        now = time.monotonic()
        if self._on_progress is not None and now - self._reported >= _BETWEEN_REPORTS:
            self._reported = now
            self._on_progress(step.fraction, drawn)

    def settle(self, answer: SampleAnswer, run: Run) -> None:
        """Set the status of the answer."""
        if run.told is not None:
            answer.drawn = run.told.reports
        if answer.drawn == self._query.number:
            answer.status, answer.stopped = Status.COMPLETE, None
        elif self._none and run.stopped is None:
            answer.status = Status.INFEASIBLE
        else:
            answer.status = Status.PARTIAL if answer.drawn else Status.UNKNOWN
