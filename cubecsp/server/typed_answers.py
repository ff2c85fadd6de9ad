"""The answers of single questions as schemas: what each has besides what all have."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from cubecsp.server.answer_schemas import AnswerShape, CubeShape, StateShape

__all__ = ["TYPED"]


class _OpenShape(BaseModel):
    model_config = ConfigDict(extra="allow")


class DefectShape(_OpenShape):
    """One thing that is wrong with a cube."""

    kind: str
    message: str = Field(description="The defect, as a clause.")
    stickers: list[str]
    slots: list[str]
    pieces: list[str]


class HintShape(_OpenShape):
    """What may have been meant."""

    as_if: str = Field(description="What seems to have happened to the text, a clause.")
    facelets: str


class CheckedCubeShape(CubeShape):
    """A cube that was checked."""

    defects: list[DefectShape] | None = Field(None, description="Absent if it is solvable.")
    hints: list[HintShape] | None = None


class CheckShape(AnswerShape):
    """The answer to `check`."""

    cubes: list[CheckedCubeShape | StateShape] | None = None  # type: ignore[assignment]  # a list of a kind of these


class SolvedPhaseShape(_OpenShape):
    """One phase of a solution."""

    moves: str
    goal: str


class SolvedCubeShape(CubeShape):
    """A cube that was solved."""

    phases: list[SolvedPhaseShape] | None = Field(None, description="For methods that have phases.")


class SolveShape(AnswerShape):
    """The answer to `solve`."""

    cubes: list[SolvedCubeShape | StateShape] | None = None  # type: ignore[assignment]  # as above


class RepairShape(_OpenShape):
    """A solvable cube near the given one."""

    facelets: str
    changed: list[str] = Field(description="The names of the stickers that differ.")


class RepairedStateShape(_OpenShape):
    """A solvable state of another puzzle near the given one."""

    pattern: dict[str, Any] = Field(description="The state as a KPattern.")
    changed: list[str] = Field(description="The names of the stickers, or pieces, that differ.")


class RepairAnswerShape(AnswerShape):
    """The answer to `repair`."""

    distance: int | None = Field(None, description="How many stickers, or pieces, differ.")
    repairs: list[RepairShape | RepairedStateShape] | None = Field(
        None, description="The nearest solvable cubes, or states of another puzzle."
    )


class CountShape(AnswerShape):
    """The answer to `count`."""

    at_least: int | None = Field(None, description="A lower bound, in place of an exact count.")
    estimate: float | None = None
    interval: tuple[float, float] | None = Field(None, description="Of the estimate.")
    confidence: float | None = Field(None, description="The confidence of the interval, 0…1.")


class BestShape(AnswerShape):
    """The answer to `best`."""

    value: int | None = Field(None, description="What the best cube has.")
    bound: int | None = Field(None, description="A bound on the values of all cubes.")
    proven: bool | None = Field(None, description="Whether no cube does better.")


class RulesShape(_OpenShape):
    """Some of the rules."""

    rules: list[str]


class ExplainShape(AnswerShape):
    """The answer to `explain`."""

    satisfiable: bool | None = None
    conflicts: list[RulesShape] | None = Field(
        None, description="Smallest sets of rules that no cube satisfies."
    )
    corrections: list[RulesShape] | None = Field(
        None, description="Smallest sets of rules to give up."
    )


class DoubtShape(_OpenShape):
    """The sticker to look at."""

    sticker: str
    colour: str = Field(description="The letter of its likeliest colour.")
    others: dict[str, float] = Field(description="Other colours, with their probabilities.")


class RecogniseShape(AnswerShape):
    """The answer to `recognise`."""

    probability: float | None = None
    objection: str | None = Field(None, description="Why no cube fits, if none does.")
    ask: DoubtShape | None = Field(None, description="What to look at; absent if all is certain.")
    colours: dict[str, list[int]] | None = None
    faces: list[dict[str, Any]] | None = None


class CompleteShape(AnswerShape):
    """The answer to `complete`."""

    next_sticker: dict[str, Any] | None = Field(
        None, description="The unknown sticker whose colour rules out the most."
    )


class ApplyShape(AnswerShape):
    """The answer to `apply`."""

    spelled_out: str | None = Field(None, description="The moves without brackets.")


TYPED: dict[str, type[AnswerShape]] = {
    "check": CheckShape,
    "solve": SolveShape,
    "repair": RepairAnswerShape,
    "count": CountShape,
    "best": BestShape,
    "explain": ExplainShape,
    "recognise": RecogniseShape,
    "complete": CompleteShape,
    "apply": ApplyShape,
}
"""The shapes of the answers of questions that add something, by name."""
