"""Questions about moves: what they do, how else they can be written, and which lead where."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field

from cubecsp.formats import SOLVED, Reading
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.moves import METRICS
from cubecsp.puzzle.puzzle import CUBE
from cubecsp.puzzle.state import State
from cubecsp.questions import progress
from cubecsp.questions.apply import Apply as ApplyQuery
from cubecsp.questions.given import shown_and_state
from cubecsp.questions.moves import MoveOptions
from cubecsp.questions.reach import reach, start_of
from cubecsp.questions.solve import as_given, solvable, solve, solve_all
from cubecsp.questions.texts import PLANES, answer_about, invert, mirror, rotate
from cubecsp.search import METHODS
from cubecsp.server.questions.base import (
    AboutCubes,
    Asked,
    Cubes,
    Limit,
    Moves,
    Rules,
    Sized,
    Teller,
    Text,
    TimeLimit,
    choice,
    one_of,
    stated,
    with_faults,
)

__all__ = ["Apply", "Invert", "Mirror", "Reach", "Rotate", "Solve", "SolveAll"]

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


def _solvable(reading: Reading) -> tuple[Facelets, State]:
    """Return the stickers of what was read, and the cube that they form, which can be solved."""
    shown, cube = shown_and_state(reading)
    return shown, solvable(cube, shown)


class _Solving(AboutCubes):
    """A question whose answer is moves that solve cubes."""

    method: str | None = choice(METHODS, "How to search; what suits the other parameters.")
    metric: str = choice(METRICS, "A half turn is one turn (htm), or two (qtm).", "htm")
    max_length: Annotated[Turn, Field(description="Accept moves of at most this many turns.")] = (
        None
    )
    effort: Effort = None
    turns: Turns = None
    time_limit: TimeLimit = None

    @property
    def _how(self) -> MoveOptions:
        """How moves are looked for."""
        return {
            "metric": self.metric,
            "max_length": self.max_length,
            "effort": self.effort,
            "turns": self.turns,
        }


class Solve(_Solving):
    """The moves that solve cubes, and those that make them."""

    question: ClassVar[str] = "solve"
    example: ClassVar[dict[str, Any]] = {"cubes": "R U R' U'"}

    def ask(self, tell: Teller) -> dict[str, Any]:
        read, faults = self.each(_solvable)
        cubes = [cube for _, cube in read]
        answer = solve(
            cubes,
            method=self.method,
            time_limit=self.time_limit,
            on_progress=progress.solving(tell.progress),
            on_solved=lambda done: tell.progress(
                done / len(cubes), f"{done} of {len(cubes)} cubes"
            ),
            **self._how,
        )
        answer.cubes = [
            as_given(report, shown) for report, (shown, _) in zip(answer, read, strict=True)
        ]
        return with_faults(answer.as_dict(), faults)


class SolveAll(_Solving):
    """Every shortest solution of one cube."""

    question: ClassVar[str] = "solve_all"
    example: ClassVar[dict[str, Any]] = {"cubes": "R U R' U'"}

    up_to_commuting: Commuting = False
    limit: Limit = None

    def ask(self, tell: Teller) -> dict[str, Any]:
        shown, cube = one_of(self.each(_solvable)[0])
        answer = solve_all(
            cube,
            method=self.method,
            limit=self.limit,
            time_limit=self.time_limit,
            up_to_commuting=self.up_to_commuting,
            **self._how,
        )
        answer.cubes = [as_given(report, shown) for report in answer]
        return answer.as_dict()


class Reach(AboutCubes):
    """The moves after which cubes satisfy some rules."""

    question: ClassVar[str] = "reach"
    example: ClassVar[dict[str, Any]] = {"cubes": "R U R' U'", "rules": "solved=cross"}

    rules: Rules
    turns: Turns = None
    up_to: Annotated[
        Turn,
        Field(description="All sequences of up to so many moves, not only the shortest."),
    ] = None
    up_to_commuting: Commuting = False
    effort: Effort = None
    limit: Limit = 100
    time_limit: TimeLimit = None

    def ask(self, tell: Teller) -> dict[str, Any]:
        def start(reading: Reading) -> Facelets:
            start_of(reading.stickers)
            return reading.stickers

        cubes, faults = self.each(start)
        answer = reach(
            self.asked_about(cubes),
            stated(self.rules),
            turns=self.turns,
            up_to=self.up_to,
            up_to_commuting=self.up_to_commuting,
            effort=self.effort,
            limit=self.limit,
            time_limit=self.time_limit,
        )
        return with_faults(answer.as_dict(), faults)
