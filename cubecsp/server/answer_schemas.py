"""The answers of the API as schemas: for the OpenAPI, and for tests that compare answers with them."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from cubecsp.questions.answers.answer import Status, Stop
from cubecsp.server.job import JobState

__all__ = ["AnswerShape", "JobShape", "ProblemShape", "StatusShape", "of"]


class CubeShape(BaseModel):
    """A cube of an answer; facts that the question does not ask for are left out."""

    model_config = ConfigDict(extra="allow")

    facelets: str = Field(description="The stickers, face by face in the order U R F D L B.")
    text: str | None = Field(None, description="The cube in the format that was asked for.")
    solution: str | None = Field(None, description="Moves from the cube to solved.")
    rotation: str | None = Field(
        None,
        description="How the solution, or the moves, leave the whole cube turned, if they do; or the rotation that "
        "turns it to the orientation in the text.",
    )
    generator: str | None = Field(
        None,
        description="Moves from solved to the cube in its whole-cube orientation; they may end in a rotation, which no length counts.",
    )
    length: int | None = Field(None, description="The length of the solution, in the metric.")
    metric: str | None = None
    optimal: bool | None = Field(
        None, description="Whether it is proven that no solution is shorter, whatever turns it has."
    )
    link: str | None = Field(None, description="a link to a page that plays the moves on the cube")
    class_size: int | None = Field(
        None, description="The size of its class, under the 48 symmetries or what same_under says."
    )
    share: str | None = Field(
        None, description="The share of its class among all cubes, if these are all known."
    )
    case: str | None = Field(None, description="The case of the named set that its class is.")
    algorithms: list[str] | None = Field(None, description="The known algorithms of the case.")
    rank: int | None = Field(None, description="Its number among the cubes that satisfy the rules.")


class StateShape(BaseModel):
    """A state of a puzzle that is not a cube; facts that the question does not ask for are left out."""

    model_config = ConfigDict(extra="allow")

    pattern: dict[str, Any] = Field(description="The state as a KPattern.")
    stickers: str | None = Field(None, description="Its stickers, a word for each face.")
    pieces: str | None = Field(None, description="Of a Square-1: its pieces, clockwise.")
    hours: str | None = Field(None, description="Of a clock: what its dials show.")
    reachable: bool | None = Field(None, description="Whether it is solvable.")
    solution: str | None = Field(
        None, description="Moves from the state to solved, or to one that satisfies the rules."
    )
    generator: str | None = Field(None, description="Moves from solved to the state.")
    length: int | None = Field(None, description="How many moves these are.")


class UnreadShape(BaseModel):
    """A cube or state that could not be read, and why."""

    where: str = Field(description="Which of those in the request it is.")
    problem: str = Field(description="What is wrong.")
    remedy: str | None = Field(None, description="What would be right.")


class AnswerShape(BaseModel):
    """The answer to a question, as `python -m cubecsp … --json` prints it.

    `cubes` has cubes, or states of another puzzle; a question about a list of cubes one by one has `answers` instead,
    and one about texts `texts`. The documentation describes the additions of each question.
    """

    model_config = ConfigDict(extra="allow")

    query: dict[str, Any] = Field(description="The question, and the versions that answered it.")
    status: Status = Field(description="How complete and certain the answer is.")
    count: int | None = Field(
        None, description="The number of cubes; `status` says how certain it is."
    )
    count_text: str | None = Field(
        None, description="The same as a text, for languages whose numbers have 53 bits."
    )
    classes: int | None = Field(None, description="The number of classes, if asked for.")
    stopped: Stop | None = Field(
        None, description="What ended the search before the answer was complete."
    )
    reason: str | None = Field(None, description="Why nothing satisfies the question.")
    seconds: float | None = Field(None, description="Seconds that the question took.")
    cubes: list[CubeShape | StateShape] | None = Field(
        None, description="Cubes, or states of another puzzle, in the order given, or as found."
    )
    answers: list[dict[str, Any]] | None = Field(
        None, description="An answer for each of several cubes."
    )
    texts: list[dict[str, str]] | None = Field(
        None, description="Moves as they were given, and the moves that they become."
    )
    errors: list[UnreadShape] | None = Field(
        None, description="The cubes or states that could not be read, and why."
    )


class PictureShape(BaseModel):
    """A picture."""

    svg: str


class ProblemShape(BaseModel):
    """The problem that prevented an answer: problem details of RFC 9457."""

    model_config = ConfigDict(extra="forbid")

    title: str
    status: int
    detail: str = Field(description="The problem and the remedy.")
    problem: str = Field(description="What is wrong.")
    remedy: str | None = Field(None, description="What would be right.")
    where: str | None = Field(
        None, description="Which parameter, header or cube is wrong; or `path`, `method` or `body`."
    )
    position: int | None = Field(
        None, description="The place of the first wrong character in a text."
    )


class JobShape(BaseModel):
    """A running question."""

    model_config = ConfigDict(extra="forbid")

    id: str
    question: str
    state: JobState
    position: int | None = Field(None, description="How many jobs come before it, while queued.")
    created: str = Field(description="When it was asked, in UTC.")
    seconds: float = Field(description="Seconds for which it has been under way.")
    events: int = Field(description="The number of the latest event.")
    answer: dict[str, Any] | None = Field(
        None, description="What `POST /api/{question}` would return."
    )
    error: ProblemShape | None = Field(None, description="Why there is no answer.")


class StatusShape(BaseModel):
    """The version of the server, and its load."""

    model_config = ConfigDict(extra="forbid")

    version: str
    workers: int = Field(description="Processes that are ready.")
    active: int = Field(description="Questions that wait, or are under way.")
    time_limit: float = Field(description="Seconds that one question may take.")
    questions: list[str]


class ListShape(BaseModel):
    """Rules, the forms in which they are composed, sets of cases, and named patterns."""

    model_config = ConfigDict(extra="forbid")

    rules: list[dict[str, Any]]
    forms: list[dict[str, Any]]
    sets: list[dict[str, Any]]
    patterns: list[dict[str, Any]]


class MeaningShape(BaseModel):
    """The meaning of rule texts."""

    model_config = ConfigDict(extra="allow")


_OTHERS: dict[str, type[BaseModel]] = {
    "picture": PictureShape,
    "rules": ListShape,
    "meaning": MeaningShape,
}


def of(question: str) -> type[BaseModel]:
    """Return the shape of the answer to a question."""
    return _OTHERS.get(question, AnswerShape)
