"""Random cubes among those that satisfy the rules, each with the same probability."""

import secrets
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, ParamSpec

from cubecsp.errors import InputError, OutOfReachError, OutOfTimeError
from cubecsp.frozen import frozen
from cubecsp.models.core.orbits import CheckedCubes, Orbits
from cubecsp.models.counting import SAMPLERS, ProgressSign, Question
from cubecsp.models.counting.drawing_plans import plan_to_draw
from cubecsp.models.counting.planner import Plan, plan_by_name
from cubecsp.models.sampling.drawing_tasks import draw_in_tasks
from cubecsp.models.sampling.sample_source import SampleBlock
from cubecsp.puzzle.cube.images import split
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.questions.answers.answer import Answer, Status, Stop
from cubecsp.questions.answers.numbers_in_words import in_seconds, plural
from cubecsp.questions.answers.report_block import Found, blocks_of
from cubecsp.questions.asking import progress
from cubecsp.questions.asking.about import AboutPuzzles, AboutRules
from cubecsp.questions.asking.functions import as_function, asks, deadline_of
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import Cli, Http, Param, callback
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.shared_parameters import (
    AUTO,
    MOST_REQUESTED,
    Cluster,
    OnFound,
    OnProgress,
    SchemeShown,
    Threads,
    TimeLimit,
)
from cubecsp.questions.asking.steps import follow
from cubecsp.questions.asking.value_kinds import Flag, OneOf, Whole
from cubecsp.questions.finding.cached_sums import CACHE
from cubecsp.work.executor import Executor

if TYPE_CHECKING:
    from cubecsp.puzzle.cube.batch import CubeArray

__all__ = [
    "RANDOM_MOVES",
    "RandomCubesQuery",
    "ReportedCubesQuery",
    "Sample",
    "SampleAnswer",
    "SampleRun",
    "sample",
    "sample_rows",
]

P = ParamSpec("P")

RANDOM_MOVES = "random-moves"
"""The name of the way in which `scramble` makes cubes of 5 and more layers without rules, in place of a way to draw."""

_BETWEEN_REPORTS = 0.1


@dataclass(repr=False)
class SampleAnswer(Answer):
    """The answer to `sample`.

    The status is `complete` with as many cubes as requested, `infeasible` if no cube satisfies the rules,
    `partial` if the drawing ended early, and `unknown` if that was before the first cube.

    Attributes:
        method: the name of the way to draw, one of `SAMPLERS`.
        plan: the reasons for that way, and against the others; None if the drawing ended before planning.
        total: the number of cubes that satisfy the rules, if it became known.
        tries: the number of candidates, only some of which satisfy the rules; 0 for ways without candidates.
        drawn: the number of cubes drawn.
    """

    method: str = ""
    plan: Plan | None = None
    total: int | None = None
    tries: int = 0
    drawn: int = 0

    @property
    def falls_short(self) -> bool:
        """Whether too few candidates satisfied the rules."""
        return self.stopped is Stop.TRIES

    @property
    def acceptance(self) -> float | None:
        """The share of candidates that satisfied the rules; None without candidates."""
        return self.drawn / self.tries if self.tries else None

    def sentence(self) -> str:
        """Return the sentence with the number of cubes drawn, the total, and the way to draw."""
        how = f"({self.method or 'no way yet'}, seed {self.query['seed']}, {in_seconds(self.seconds)})"
        if self.status is Status.INFEASIBLE:
            return f"No {self.noun}{self.subject} satisfies these rules {how}."
        left = f"{plural(self.query['n'], self.noun)}{self.subject}"
        if self.stopped is None:
            if self.method == RANDOM_MOVES:
                of = f"{self.query.get('random_moves') or ''} random moves".lstrip()
                of += (
                    " among these turns" if self.query.get("turns") and self.noun == "cube" else ""
                )
                scrambles = f"{plural(self.drawn, 'scramble')}{self.subject}"
                return f"{scrambles} made of {of}, not uniformly distributed {how}."
            drawn = f"{self.drawn:,} random {plural(self.drawn, self.noun).split()[1]}"
            return f"Drew {drawn}{self.subject}{self._of()} {how}."
        ended = {
            Stop.TIME: "The time limit ended the drawing",
            Stop.INTERRUPT: "Interrupted",
            Stop.TRIES: f"Given up ({plural(self.query['tries'], 'try')} without success)",
        }[self.stopped]
        known = self.drawn or self.total
        more = "" if known else f"; whether any {self.noun} satisfies the rules is not known"
        again = f" The same seed gives these {self.noun}s again, then the others."
        return f"{ended} after {self.drawn:,} of {left}{self._of()}{more} {how}.{again if self.drawn else ''}"

    def _of(self) -> str:
        """Return the total from which they were drawn, or the number of candidates, in words."""
        in_turns = self.query.get("turns") and self.noun == "cube"
        if in_turns and self.query["rules"]:
            return " that these turns make"
        if self.total is not None:
            if not self.query["rules"]:
                return f" out of {self.total:,}{' that these turns make' if in_turns else ''}"
            satisfy = "satisfies" if self.total == 1 else "satisfy"
            return f" out of {self.total:,} that {satisfy} the rules"
        if not self.tries:
            return ""
        return f", in {plural(self.tries, 'try')}"

    def explanation(self) -> str:
        """Return the plan in words, line by line: the way to draw, the reasons for it, and those against the others."""
        if self.plan is None:
            return "no plan was made"
        way = self.plan.way
        lines = [
            f"{way.name}: {way.summary_of_drawing or way.summary}",
            f"why: {self.plan.reason()}",
        ]
        return "\n".join(lines + [f"not {name}: {why}" for name, why in self.plan.refused.items()])

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        data = super().as_dict()
        known: dict[str, Any] = {"method": self.method, "drawn": self.drawn}
        if self.total is not None:
            known["total"] = self.total
        if self.tries:
            known |= {"tries": self.tries, "acceptance": self.acceptance}
        if self.plan is not None:
            known |= {"plan_reason": self.plan.reason(), "refused": self.plan.refused}
        return {"query": data.pop("query"), "status": data.pop("status"), **known, **data}


_DRAWING = "drawing"


@frozen(kw_only=True)
class RandomCubesQuery(AboutRules[SampleAnswer]):
    """The parameters of `sample_rows`, which every question for random cubes has.

    The answer is an array: shape (n, slots), type uint8, one row for each cube; `cubecsp.puzzle.cube.batch`
    describes rows, and has operations on many of them at once. There are no rows if no cube satisfies the
    rules.

    Raises:
        InputError: see `sample`.
        LimitError: the drawing ended before all were drawn, or see `sample`.
    """

    name: ClassVar[str] = "sample"

    n: Annotated[
        int,
        Param(
            "how many are drawn",
            Whole(1, None),
            cli=Cli(("-n", "--number")),
            http=Http(most=MOST_REQUESTED),
        ),
    ] = 1
    seed: Annotated[
        int | None,
        Param(
            "the seed: the same seed gives the same answer on every machine",
            Whole(0, metavar="S"),
            usual="a new one",
            group=_DRAWING,
        ),
    ] = None
    method: Annotated[
        str,
        Param(
            "the way to draw; `about samplers` lists them",
            OneOf(lambda: (AUTO, *SAMPLERS), "sampler"),
            usual=f"{AUTO}: what suits the rules",
            group=_DRAWING,
        ),
    ] = AUTO
    distinct: Annotated[bool, Param("draw no cube twice", Flag(), group=_DRAWING)] = False
    tries: Annotated[
        int,
        Param(
            "give up after this many cubes in a row that break the rules",
            Whole(1),
            group=_DRAWING,
            http=Http(most=(1 << 63) - 1),
        ),
    ] = 10_000_000
    threads: Threads = 1
    cluster: Cluster = None
    time_limit: TimeLimit = None
    on_progress: OnProgress = callback()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.seed is None:
            object.__setattr__(self, "seed", secrets.randbits(32))

    def require(self) -> None:
        """Make sure that the parameters fit together."""
        super().require()
        _ = self.executor  # otherwise its error says why

    def stream(self) -> Stream[SampleAnswer]:
        """Return the running question: a report for each cube as soon as it is drawn."""
        return self.begin(SampleAnswer(query=self), SampleRun(self))

    @property
    def executor(self) -> Executor:
        """The executor that draws cubes."""
        return Executor.of(self.threads, cluster=self.cluster)

    def counting_question(self) -> Question:
        """Return the question for ways to draw."""
        return Question(self.pattern, executor=self.executor, seed=self.seed or 0, keeper=CACHE)


@frozen(kw_only=True)
class ReportedCubesQuery(RandomCubesQuery):
    """A question for random cubes with a report for each."""

    scheme: SchemeShown = None
    on_found: OnFound = callback()


@frozen(kw_only=True)
class Sample(AboutPuzzles[SampleAnswer], ReportedCubesQuery):
    """The parameters of `sample`.

    Cubes are drawn independently, so the same cube may come twice; `distinct` prevents that. The same seed
    gives the same cubes on every machine. For many cubes see `sample_rows`.

    Raises:
        InputError: an argument is invalid, the method cannot draw these, or there are fewer different cubes
            than requested.
        LimitError: there are too many cubes to list, and no other way to draw them was used.
    """

    example: ClassVar[Mapping[str, Any]] = {"rules": "solved=F2L", "n": 3, "seed": 1}


QUESTION = Sample
sample = asks(Sample)


def _in_rows(query: Callable[P, RandomCubesQuery]) -> "Callable[P, CubeArray]":
    """Return the function that draws cubes and returns them as rows."""

    def sample_rows(*args: P.args, **how: P.kwargs) -> "CubeArray":
        with deadline_of(query, how):
            return SampleRun(query(*args, **how)).rows()

    asks_for_rows: Any = as_function(query)(sample_rows)
    asks_for_rows.__name__ = asks_for_rows.__qualname__ = "sample_rows"
    of_rows = asks_for_rows.__signature__.replace(return_annotation="CubeArray")
    asks_for_rows.__signature__ = of_rows
    return sample_rows


sample_rows = _in_rows(RandomCubesQuery)


class SampleRun:
    """A running `Sample`.

    Args:
        query: the question.

    Attributes:
        refuses: returns whether the cube of a row must be drawn again; None if none must.
    """

    refuses: Callable[[bytes], bool] | None = None

    def __init__(self, query: RandomCubesQuery) -> None:
        self._query = query
        self._on_progress = progress.drawing(query.on_progress)
        self._reported = time.monotonic()
        self._seen: set[bytes] = set()
        self._last_hit = 0  # the number of candidates then
        self._given_up = False
        self._none = False  # whether no cube satisfies the rules

    def rows(self) -> "CubeArray":
        """Return all requested cubes as rows; see `sample_rows`."""
        import numpy as np

        query = self._query
        answer, run = SampleAnswer(query=query), query.limits.begin()
        results = [np.zeros((0, len(query.pattern.puzzle.slots)), np.uint8)]
        try:
            with run.deadline.enforce():
                results += self.arrays(answer, run)
        except OutOfTimeError:
            run.stop(Stop.TIME)
        if run.stopped is not None:
            answer.stopped, answer.seconds = run.stopped, run.seconds
            raise OutOfTimeError(answer.sentence().rstrip("."))
        return np.concatenate(results)

    def reports(self, answer: SampleAnswer, run: Run) -> Generator[Found, None, None]:
        """Yield the cubes as soon as they are drawn."""
        pattern, scheme = self._query.pattern, self._query.letters
        orbits = Orbits(pattern, SYMMETRIES[:1])
        with run:
            for rows in self.arrays(answer, run):
                yield from blocks_of(orbits, CheckedCubes(rows.tobytes()), scheme)

    def arrays(self, answer: SampleAnswer, run: Run) -> "Iterator[CubeArray]":
        """Yield the cubes as rows, as many at a time as are drawn together."""
        asked, failed = self._query.counting_question(), dict[str, str]()
        while True:
            answer.plan = plan = self._make_plan(asked, failed, run)
            answer.method = plan.way.name
            try:
                yield from self._draw_by_plan(plan, asked, answer, run)
            except OutOfReachError as error:
                if self._query.method != AUTO or answer.drawn:
                    raise
                failed[answer.method] = error.problem
            else:
                return

    def _draw_by_plan(
        self, plan: Plan, question: Question, answer: SampleAnswer, run: Run
    ) -> "Iterator[CubeArray]":
        """Yield the cubes as rows, drawn as planned."""
        for drawn in draw_in_tasks(plan.way, question, self._query.n):
            run.deadline.check()
            if isinstance(drawn, ProgressSign):
                self._take_notice(drawn, answer)
            else:
                rows = self._accept(drawn, answer)
                answer.drawn += len(rows)
                if len(rows):
                    yield rows
            if answer.drawn == self._query.n:
                return
            if self._given_up:
                run.stop(Stop.TRIES)
                return
        self._none = True

    def _make_plan(self, question: Question, failed: Mapping[str, str], run: Run) -> Plan:
        """Return the plan of drawing, without the ways that have failed."""
        if self._query.method != AUTO:
            return plan_by_name(question, self._query.method, drawing=True)

        def report(step: ProgressSign) -> None:
            run.deadline.check()
            self._report(step, 0)

        return follow(plan_to_draw(question, failed), report)

    def _take_notice(self, step: ProgressSign, answer: SampleAnswer) -> None:
        """Record the number of cubes, and of candidates.

        Raises:
            InputError: there are fewer different cubes than requested.
        """
        self._report(step, answer.drawn)
        if not answer.drawn:
            answer.tries = min(step.tries, self._query.tries)
        self._given_up = step.tries - self._last_hit >= self._query.tries
        if step.total is not None:
            answer.total = step.total
            if self._query.distinct and 0 < step.total < self._query.n:
                among = " that satisfy the rules" if self._query.pattern.rules else ""
                raise InputError(
                    f"{plural(self._query.n, f'different {answer.noun}')} of {step.total:,}{among}",
                    "ask for fewer, or let cubes come more than once",
                )

    def _accept(self, block: SampleBlock, answer: SampleAnswer) -> "CubeArray":
        """Return the cubes of a block that are still needed, and count the candidates that they took."""
        rows, tries = block.rows, block.tries
        if self._query.distinct or self.refuses is not None:
            some = enumerate(split(rows.tobytes(), rows.shape[1]))
            kept = [number for number, row in some if self._is_welcome(row)]
            rows, tries = rows[kept], None if tries is None else tries[kept]
        left = self._query.n - answer.drawn
        rows = rows[:left]
        if tries is None or not len(rows):
            return rows
        hits = [self._last_hit, *tries[:left].tolist()]
        for number, (before, hit) in enumerate(pairwise(hits)):
            if hit - before > self._query.tries:  # independent of the cuts between blocks
                self._given_up = True
                rows, hits = rows[:number], hits[: number + 1]
                break
        self._last_hit = answer.tries = hits[-1]
        return rows

    def _is_welcome(self, row: bytes) -> bool:
        """Return whether a cube is not refused and, if `distinct` is set, comes for the first time."""
        if self.refuses is not None and self.refuses(row):
            return False
        if self._query.distinct:
            if row in self._seen:
                return False
            self._seen.add(row)
        return True

    def _report(self, step: ProgressSign, drawn: int) -> None:
        now = time.monotonic()
        if self._on_progress is not None and now - self._reported >= _BETWEEN_REPORTS:
            self._reported = now
            self._on_progress(step.fraction, drawn)

    def set_status(self, answer: SampleAnswer, run: Run) -> None:
        """Set the status of the answer."""
        if run.delivered is not None:
            answer.drawn = run.delivered.reports
        if answer.drawn == self._query.n:
            answer.status, answer.stopped = Status.COMPLETE, None
        elif self._none and run.stopped is None:
            answer.status = Status.INFEASIBLE
        else:
            answer.status = Status.PARTIAL if answer.drawn else Status.UNKNOWN
