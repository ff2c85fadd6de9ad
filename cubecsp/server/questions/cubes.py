"""Questions about cubes: what they are, how they are written, what is wrong, what unknown stickers are."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, ClassVar, get_args

from pydantic import Field

from cubecsp.formats import FORMATS, Reading
from cubecsp.puzzle.facelets import Facelets
from cubecsp.questions import complete as completing
from cubecsp.questions import repair as repairing
from cubecsp.questions.answer import Status
from cubecsp.questions.check import check, require_judgeable
from cubecsp.questions.convert import Convert as ConvertQuery
from cubecsp.questions.convert import ConvertAnswer
from cubecsp.questions.describe import Describe as DescribeQuery
from cubecsp.questions.fewest import fewest
from cubecsp.questions.given import rules_of, shown_and_state
from cubecsp.questions.limits import Limits, check_size
from cubecsp.server.questions.base import (
    AboutCubes,
    Limit,
    Rules,
    Teller,
    Text,
    TimeLimit,
    choice,
    one_of,
    stated,
    with_faults,
)

__all__ = ["Check", "Complete", "Convert", "Describe", "Fewest", "Repair"]

_UNKNOWN = "..." + "UUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"


def _small(reading: Reading, done: str) -> Facelets:
    """Return the stickers of a cube that is not larger than a 3×3×3.

    Raises:
        InputError: it is.
    """
    check_size(reading.stickers.puzzle, done)
    return reading.stickers


class Check(AboutCubes):
    """Is it a real cube, what is wrong with it, how to repair it, and which rules it breaks."""

    question: ClassVar[str] = "check"
    is_quick: ClassVar[bool] = True
    example: ClassVar[dict[str, Any]] = {"cubes": "R U R' U'", "rules": ["no-touching=side"]}

    rules: Rules = Field([])
    explain: Annotated[
        bool, Field(description="Count inversions, twists and flips piece by piece.")
    ] = False
    time_limit: TimeLimit = None

    def ask(self, tell: Teller) -> dict[str, Any]:
        rules = rules_of(stated(self.rules))

        def judgeable(reading: Reading) -> Facelets:
            require_judgeable(reading.stickers.puzzle, rules, self.explain)
            return reading.stickers

        cubes, faults = self.each(judgeable)
        answer = check(cubes, rules, explain=self.explain, time_limit=self.time_limit)
        return with_faults(answer.as_dict(), faults)


class Describe(AboutCubes):
    """Order, cycles, symmetry, parity and distance of cubes."""

    question: ClassVar[str] = "describe"
    example: ClassVar[dict[str, Any]] = {"cubes": "R U R' U'"}

    prove: Annotated[
        bool,
        Field(description="Find the shortest moves, proven, which can take minutes on a 3×3×3."),
    ] = False
    time_limit: TimeLimit = None

    def ask(self, tell: Teller) -> dict[str, Any]:
        cubes, faults = self.each(shown_and_state)
        query = DescribeQuery(tuple(cubes), self.prove, Limits.of(None, self.time_limit))
        answer = query.stream().read(tell.cube)
        return with_faults(answer.as_dict(), faults)


class Convert(AboutCubes):
    """The same cubes in another format."""

    question: ClassVar[str] = "convert"
    is_quick: ClassVar[bool] = True
    example: ClassVar[dict[str, Any]] = {"cubes": "R U R' U'", "to": "facelets"}

    to: str = choice(FORMATS, "The format to write; `moves` have to be found.", ...)
    up: Annotated[Text | None, Field(description="The colour that is to be on top.")] = None
    front: Annotated[Text | None, Field(description="And the colour in front.")] = None
    time_limit: TimeLimit = None

    def ask(self, tell: Teller) -> dict[str, Any]:
        limits = Limits.of(None, self.time_limit)
        to = FORMATS.find(self.to).name
        query = ConvertQuery(to, (), self.scheme, self.up, self.front, limits)
        # The scheme is that of what is written, and not of what is read.
        reader = self.reader._replace(scheme=None)
        reports, faults = self.each(query.report, reader)
        answer = ConvertAnswer(query, Status.COMPLETE, reports)
        return with_faults(answer.as_dict(), faults)


class Complete(AboutCubes):
    """All real cubes that agree with the stickers that are known."""

    question: ClassVar[str] = "complete"
    example: ClassVar[dict[str, Any]] = {"cubes": _UNKNOWN}

    limit: Limit = completing.DEFAULT_LIMIT
    list_cubes: Annotated[bool, Field(description="False only says how many there are.")] = True
    time_limit: TimeLimit = None

    def ask(self, tell: Teller) -> dict[str, Any]:
        cubes, faults = self.each(partial(_small, done="completed"))
        answer = completing.complete(
            self.asked_about(cubes),
            limit=self.limit,
            list_cubes=self.list_cubes,
            time_limit=self.time_limit,
        )
        return with_faults(answer.as_dict(), faults)


class Fewest(AboutCubes):
    """Smallest sets of the known stickers that determine a cube."""

    question: ClassVar[str] = "fewest"
    example: ClassVar[dict[str, Any]] = {"cubes": "R U R' U'", "size": 2}

    limit: Limit = 1
    time_limit: TimeLimit = None

    def ask(self, tell: Teller) -> dict[str, Any]:
        cubes, _ = self.each(partial(_small, done="completed"))
        return fewest(one_of(cubes), limit=self.limit, time_limit=self.time_limit).as_dict()


class Repair(AboutCubes):
    """The real cubes nearest to some stickers."""

    question: ClassVar[str] = "repair"
    example: ClassVar[dict[str, Any]] = {"cubes": "RUUUUUUUU" + _UNKNOWN[9:]}

    by: str = choice(
        get_args(repairing.By),
        "Count the stickers that change, or the pieces whose stickers do.",
        "sticker",
    )
    engine: str = choice(
        get_args(repairing.RepairEngine),
        "A constraint model, dynamic programming, or what suits.",
        "auto",
    )
    limit: Limit = repairing.DEFAULT_LIMIT
    time_limit: TimeLimit = None

    def ask(self, tell: Teller) -> dict[str, Any]:
        cubes, faults = self.each(partial(_small, done="repaired"))
        options: dict[str, Any] = {"by": self.by, "engine": self.engine}
        answer = repairing.repair(
            self.asked_about(cubes), limit=self.limit, time_limit=self.time_limit, **options
        )
        return with_faults(answer.as_dict(), faults)
