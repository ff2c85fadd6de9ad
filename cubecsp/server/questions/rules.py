"""Questions about rules: random cubes that satisfy them, and their numbers."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field

from cubecsp.models.sampling import SAMPLERS
from cubecsp.models.sampling.planner import NUMBERING
from cubecsp.questions import progress
from cubecsp.questions.asking.shared import AUTO
from cubecsp.questions.given import pattern_of, shown_and_state
from cubecsp.questions.limits import Limits
from cubecsp.questions.rank import Rank as RankQuery
from cubecsp.questions.rank import RankAnswer
from cubecsp.questions.sample import TRIES, SampleOptions
from cubecsp.questions.sample import Sample as SampleQuery
from cubecsp.questions.scramble import Scramble as ScrambleQuery
from cubecsp.server.questions.base import (
    MOST_CUBES,
    AboutCubes,
    Rules,
    Scheme,
    Seed,
    Teller,
    TimeLimit,
    WithRules,
    choice,
    shown_in,
    stated,
    with_faults,
)

__all__ = ["Rank", "Sample", "Scramble", "Unrank"]


class _Drawing(WithRules):
    """A question for random cubes."""

    rules: Rules = Field([])
    n: Annotated[int, Field(ge=1, le=MOST_CUBES, description="How many are drawn.")] = 1
    seed: Annotated[
        Seed | None, Field(description="The same seed gives the same cubes on every machine.")
    ] = None
    method: str = choice((AUTO, *SAMPLERS), "The way to draw.", AUTO)
    distinct: Annotated[bool, Field(description="Draw no cube twice.")] = False
    tries: Annotated[
        int, Field(ge=1, lt=1 << 63, description="Give up after so many cubes tried in vain.")
    ] = TRIES
    scheme: Scheme = None
    time_limit: TimeLimit = None

    def _drawn(self, query: type[SampleQuery], tell: Teller) -> dict[str, Any]:
        how: SampleOptions = {
            "size": self.size,
            "seed": self.seed,
            "method": self.method,
            "distinct": self.distinct,
            "tries": self.tries,
            "time_limit": self.time_limit,
        }
        stream = query.of(self.stated, self.n, how).stream(
            on_progress=progress.drawing(tell.progress)
        )
        return stream.read(shown_in(self.scheme, tell)).as_dict()


class Sample(_Drawing):
    """Random cubes that satisfy the rules, all equally likely."""

    question: ClassVar[str] = "sample"
    example: ClassVar[dict[str, Any]] = {"rules": "solved=F2L", "n": 3, "seed": 1}

    def ask(self, tell: Teller) -> dict[str, Any]:
        return self._drawn(SampleQuery, tell)


class Scramble(_Drawing):
    """Scrambles: moves that make random cubes, of the official kind or for a case to train."""

    question: ClassVar[str] = "scramble"
    example: ClassVar[dict[str, Any]] = {"rules": "solved=F2L", "n": 2, "seed": 1}

    def ask(self, tell: Teller) -> dict[str, Any]:
        return self._drawn(ScrambleQuery, tell)


class Rank(AboutCubes):
    """The numbers of cubes among those that satisfy the rules."""

    question: ClassVar[str] = "rank"
    example: ClassVar[dict[str, Any]] = {"cubes": "R U R' U'"}

    rules: Rules = Field([])
    method: str = choice((AUTO, *NUMBERING), "The way to number the cubes.", AUTO)
    time_limit: TimeLimit = None

    def ask(self, tell: Teller) -> dict[str, Any]:
        shown, faults = self.each(shown_and_state)
        size = self.size
        if size is None and not self.rules:
            size = shown[0][1].puzzle.size
        query = RankQuery(
            pattern_of(stated(self.rules), size),
            tuple(cube for _, cube in shown),
            (),
            self.method,
            Limits.of(None, self.time_limit),
            tuple(facelets.scheme for facelets, _ in shown),
        )
        return with_faults(_numbered(query, tell).as_dict(), faults)


class Unrank(WithRules):
    """The cubes that have some numbers among those that satisfy the rules."""

    question: ClassVar[str] = "unrank"
    example: ClassVar[dict[str, Any]] = {"numbers": [0, 1], "rules": ["solved=F2L"]}

    rules: Rules = Field([])
    numbers: Annotated[
        list[Annotated[int, Field(ge=0)]],
        Field(min_length=1, max_length=MOST_CUBES, description="From 0."),
    ]
    method: str = choice((AUTO, *NUMBERING), "The way to number the cubes.", AUTO)
    time_limit: TimeLimit = None

    def ask(self, tell: Teller) -> dict[str, Any]:
        query = RankQuery(
            pattern_of(self.stated, self.size),
            (),
            tuple(self.numbers),
            self.method,
            Limits.of(None, self.time_limit),
        )
        return _numbered(query, tell).as_dict()


def _numbered(query: RankQuery, tell: Teller) -> RankAnswer:
    return query.stream(on_progress=progress.numbering(tell.progress)).collect()
