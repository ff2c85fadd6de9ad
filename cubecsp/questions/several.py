"""One question asked about several cubes: an answer about each, all under one deadline."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from cubecsp.errors import LimitError
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.questions.asking.each import Answers
from cubecsp.questions.given import CubeLike, each_of
from cubecsp.questions.limits import Limits, Run
from cubecsp.questions.query import Query, Stream

__all__ = ["Answers", "Several", "asked"]

A = TypeVar("A", bound=Answer)


@dataclass(frozen=True)
class Several(Query, Generic[A]):
    """A question about each of several cubes.

    Attributes:
        name: of the question.
        queries: one for each cube, in order.
        limits: what may end it; `number` is for each cube.
    """

    question: ClassVar[str] = "several"

    name: str
    queries: tuple[Query, ...]
    limits: Limits = field(default_factory=Limits)

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        return {
            "question": self.name,
            "cubes": len(self.queries),
            "limit": self.limits.number,
            "time_limit": self.limits.time,
            "versions": versions(),
        }

    def stream(self, *, on_answer: Callable[[A], None] | None = None) -> Stream[Answers[A]]:
        """Return the question under way: the reports about one cube after another.

        Args:
            on_answer: called with the answer about each cube as soon as it is known.
        """
        work = _Asking(self, on_answer)
        answer: Answers[A] = Answers(query=self, status=Status.UNKNOWN)
        return Stream(answer, self.limits, work.reports, work.settle)


def asked(
    name: str,
    cubes: CubeLike | Iterable[CubeLike],
    query_of: Callable[[CubeLike], Query],
    limits: Limits,
    on_found: Callable[[CubeReport], None] | None,
    on_answer: Callable[[A], None] | None,
) -> A | Answers[A]:
    """Return the answer about one cube, or the answers about several.

    Args:
        name: of the question.
        cubes: one, or several.
        query_of: returns what is asked about one.
        limits: what may end the question.
        on_found: called with each report as soon as it is known.
        on_answer: called with the answer about each cube as soon as it is known.
    """
    if not isinstance(cubes, CubeLike):
        queries = tuple(query_of(cube) for cube in each_of(cubes))
        return Several[A](name, queries, limits).stream(on_answer=on_answer).collect(on_found)
    answer: A = query_of(cubes).stream().collect(on_found)
    if on_answer is not None:
        on_answer(answer)
    return answer


class _Asking(Generic[A]):
    """A `Several` under way."""

    def __init__(self, query: Several[A], on_answer: Callable[[A], None] | None) -> None:
        self._query = query
        self._on_answer = on_answer

    def reports(self, answer: Answers[A], run: Run) -> Generator[CubeReport, None, None]:
        """Yield the reports about each cube; its answer has them too."""
        for query in self._query.queries:
            run.deadline.check()
            with query.stream().within(run.deadline) as stream:
                one: A = stream.answer
                answer.answers.append(one)
                try:
                    for report in stream:
                        one.cubes.append(report)
                        yield report
                except LimitError as error:
                    one.status, one.reason = Status.UNKNOWN, error.problem
            if self._on_answer is not None:
                self._on_answer(one)
            if one.stopped is Stop.INTERRUPT:
                raise KeyboardInterrupt
            if one.stopped is Stop.TIME:
                run.stop(Stop.TIME)

    def settle(self, answer: Answers[A], run: Run) -> None:
        """Set the status of the answers together."""
        found = {one.status for one in answer.answers}
        whole = run.stopped is None and len(answer.answers) == len(self._query.queries)
        if Status.INFEASIBLE in found:
            answer.status = Status.INFEASIBLE
        elif whole and found <= {Status.COMPLETE}:
            answer.status = Status.COMPLETE
        else:
            answer.status = Status.UNKNOWN if found <= {Status.UNKNOWN} else Status.PARTIAL
