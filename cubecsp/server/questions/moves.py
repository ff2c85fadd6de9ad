"""Questions about moves: what they do, how else they can be written, and which lead where."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field

from cubecsp.formats import SOLVED
from cubecsp.puzzle.puzzle import CUBE
from cubecsp.questions.apply import Apply as ApplyQuery
from cubecsp.questions.given import shown_and_state
from cubecsp.questions.texts import PLANES, answer_about, invert, mirror, rotate
from cubecsp.server.questions.base import (
    AboutCubes,
    Asked,
    Cubes,
    Moves,
    Sized,
    Teller,
    Text,
    choice,
    with_faults,
)

__all__ = ["Apply", "Invert", "Mirror", "Rotate"]

Turns = Annotated[
    Text | None,
    Field(
        description="Use only these moves: `U,R2,F`, `M2,U,x`, or whole sequences.",
        examples=["U,R,F"],
    ),
]
Commuting = Annotated[
    bool,
    Field(description="Count sequences that differ only in the order of commuting moves as one."),
]
Turn = Annotated[Annotated[int, Field(ge=1, le=1_000)] | None, Field()]
Effort = Annotated[
    Annotated[int, Field(ge=1, lt=1 << 63)] | None,
    Field(description="How many positions are looked at for shorter moves."),
]


class Apply(AboutCubes):
    """What moves do to cubes: to a solved one, if none is given."""

    question: ClassVar[str] = "apply"
    is_quick: ClassVar[bool] = True
    example: ClassVar[dict[str, Any]] = {"moves": "R U R' U'"}

    moves: Moves
    cubes: Cubes = SOLVED

    def ask(self, tell: Teller) -> dict[str, Any]:
        cubes, faults = self.each(shown_and_state)
        answer = ApplyQuery.of(self.moves, cubes).stream().collect()
        return with_faults(answer.as_dict(), faults)


class _Rewriting(Asked):
    """A question that turns moves into other moves."""

    is_quick: ClassVar[bool] = True
    example: ClassVar[dict[str, Any]] = {"moves": "[R: U] F"}

    moves: Moves
    size: Sized = CUBE.size

    def _told(self, result: str, **asked: str) -> dict[str, Any]:
        texts = [{"moves": self.moves, "result": result}]
        return answer_about(self.question, texts, self.size, asked=asked)


class Invert(_Rewriting):
    """The moves that undo given ones, in the same notation."""

    question: ClassVar[str] = "invert"

    def ask(self, tell: Teller) -> dict[str, Any]:
        return self._told(invert(self.moves, size=self.size))


class Mirror(_Rewriting):
    """Moves as they look in a mirror."""

    question: ClassVar[str] = "mirror"

    plane: str = choice(PLANES, "The faces that the mirror exchanges.", "LR")

    def ask(self, tell: Teller) -> dict[str, Any]:
        return self._told(mirror(self.moves, self.plane, size=self.size), plane=self.plane)


class Rotate(_Rewriting):
    """Moves as they look when the whole cube is turned."""

    question: ClassVar[str] = "rotate"
    example: ClassVar[dict[str, Any]] = {"moves": "R U", "by": "y"}

    by: Annotated[Text, Field(description="How it is turned: x, y and z with 2 or '.")]

    def ask(self, tell: Teller) -> dict[str, Any]:
        return self._told(rotate(self.moves, self.by, size=self.size), by=self.by)
