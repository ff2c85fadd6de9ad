"""Questions about cubes: what they are, how they are written, what is wrong, what unknown stickers are."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field

from cubecsp.formats import FORMATS
from cubecsp.questions.answer import Status
from cubecsp.questions.convert import Convert as ConvertQuery
from cubecsp.questions.convert import ConvertAnswer
from cubecsp.questions.describe import Describe as DescribeQuery
from cubecsp.questions.given import shown_and_state
from cubecsp.questions.limits import Limits
from cubecsp.server.questions.base import (
    AboutCubes,
    Teller,
    Text,
    TimeLimit,
    choice,
    with_faults,
)

__all__ = ["Convert", "Describe"]


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
