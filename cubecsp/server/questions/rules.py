"""Questions about rules: the cubes that satisfy them, how many, which are best, and why there are none."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field

from cubecsp.errors import InputError
from cubecsp.models.engines import ENGINES
from cubecsp.models.named import NAMES
from cubecsp.models.pattern import Pattern
from cubecsp.models.reading import number_in
from cubecsp.models.rules.expressions import Sum
from cubecsp.puzzle.moves import METRICS
from cubecsp.questions import progress
from cubecsp.questions.asking.shared import AUTO
from cubecsp.questions.best import Best as BestQuery
from cubecsp.questions.best import objective_of
from cubecsp.questions.explain import explain
from cubecsp.questions.find import SORTS
from cubecsp.questions.find import Find as FindQuery
from cubecsp.questions.limits import MOST_KNOWN
from cubecsp.questions.moves import MoveSearch
from cubecsp.questions.wanted import SearchOptions
from cubecsp.search import METHODS
from cubecsp.server.questions.base import (
    Limit,
    Rules,
    Scheme,
    Seed,
    Teller,
    Text,
    TimeLimit,
    WithRules,
    choice,
    shown_in,
    stated,
)

__all__ = ["Best", "Explain", "Find"]

_ENGINES = (AUTO, *ENGINES)
_ENGINE = "The engine that searches; auto chooses what suits the question."


class _Searching(WithRules):
    """A question for cubes that are searched for."""

    engine: str = choice(_ENGINES, _ENGINE, AUTO)
    use_symmetry: Annotated[
        bool, Field(description="False makes the engine find every cube by itself.")
    ] = True
    classes: Annotated[
        bool,
        Field(description="Give one cube of each class under the 48 symmetries, and its size."),
    ] = False
    seed: Annotated[
        Seed | None, Field(description="Give cubes in random order, the same for the same seed.")
    ] = None
    hint: Annotated[Text | None, Field(description="A cube near which to start.")] = None
    solve: str | None = choice(METHODS, "Add the moves that make and solve each cube.")
    metric: str = choice(METRICS, "A half turn is one turn (htm), or two (qtm).", "htm")
    max_length: Annotated[
        Annotated[int, Field(ge=1, le=1_000)] | None,
        Field(description="Accept moves of at most this many turns."),
    ] = None
    effort: Annotated[
        Annotated[int, Field(ge=1, lt=1 << 63)] | None,
        Field(description="Positions to look at for shorter moves of each cube."),
    ] = None
    sort: str | None = choice(SORTS, "Give the cubes in this order.")
    scheme: Scheme = None
    time_limit: TimeLimit = None

    @property
    def _how(self) -> SearchOptions:
        return {
            "size": self.size,
            "engine": self.engine,
            "time_limit": self.time_limit,
            "use_symmetry": self.use_symmetry,
            "classes": self.classes,
            "seed": self.seed,
            "hint": self.hint,
        }

    @property
    def _moves(self) -> MoveSearch | None:
        """How moves of the cubes are looked for, None if they are not."""
        if (self.solve, self.max_length, self.effort, self.metric) == (None, None, None, "htm"):
            return None
        return MoveSearch.for_found(
            self.solve, metric=self.metric, max_length=self.max_length, effort=self.effort
        )


class Find(_Searching):
    """The cubes that satisfy the rules: one, some, or all of them."""

    question: ClassVar[str] = "find"
    example: ClassVar[dict[str, Any]] = {"rules": "perfect-scramble"}

    rules: Rules = Field([])
    limit: Limit = 1_000

    def ask(self, tell: Teller) -> dict[str, Any]:
        how: SearchOptions = {**self._how, "limit": self.limit}
        query = FindQuery.of(self.stated, how, solve=self._moves, sort=self.sort)
        stream = query.stream(on_progress=progress.searching(tell.progress))
        return stream.read(shown_in(self.scheme, tell)).as_dict()


class Best(_Searching):
    """The cubes with the most of something, or the least, proven; rules that are preferred, with weights."""

    question: ClassVar[str] = "best"
    example: ClassVar[dict[str, Any]] = {"rules": "solved=F2L", "maximise": "count(U, U)"}

    rules: Rules = Field([])
    maximise: Annotated[Text | None, Field(description="What to maximise.")] = None
    minimise: Annotated[Text | None, Field(description="What to minimise.")] = None
    prefer: Annotated[
        dict[Text, Annotated[int, Field(ge=1)]],
        Field(description="Rules that would be nice to have, with their weights."),
    ] = Field({})
    limit: Limit = 1

    def ask(self, tell: Teller) -> dict[str, Any]:
        most, least = map(_number, (self.maximise, self.minimise))
        objective = objective_of(most, least, self._preferred())
        how: SearchOptions = {**self._how, "limit": self.limit}
        query = BestQuery.of(
            self.stated, how, solve=self._moves, sort=self.sort, objective=objective
        )
        stream = query.stream(
            on_progress=progress.searching(tell.progress),
            on_bounds=progress.choosing(tell.progress, minimise=objective.minimise),
        )
        return stream.read(shown_in(self.scheme, tell)).as_dict()

    def _preferred(self) -> dict[Pattern, int]:
        found = {stated(text)[0]: weight for text, weight in self.prefer.items()}
        if len(found) < len(self.prefer):
            raise InputError("a rule is preferred twice", "add its weights")
        return found


def _number(text: str | None) -> Sum | None:
    return None if text is None else number_in(text, NAMES)


class Explain(WithRules):
    """Why no cube satisfies the rules, or no other, and what would have to give."""

    question: ClassVar[str] = "explain"
    example: ClassVar[dict[str, Any]] = {"rules": ["solved=cross", "not-home=D-layer"]}

    beyond: Annotated[
        int, Field(ge=0, le=MOST_KNOWN, description="How many cubes may satisfy the rules.")
    ] = 0
    engine: str = choice(_ENGINES, _ENGINE, AUTO)
    time_limit: TimeLimit = None

    def ask(self, tell: Teller) -> dict[str, Any]:
        return explain(
            self.stated,
            size=self.size,
            beyond=self.beyond,
            engine=self.engine,
            time_limit=self.time_limit,
            on_progress=progress.explaining(tell.progress),
        ).as_dict()
