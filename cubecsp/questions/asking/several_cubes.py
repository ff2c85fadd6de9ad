"""Questions about one cube; for several cubes there is one answer for each, under one deadline."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Concatenate,
    Generic,
    ParamSpec,
    Protocol,
    TypeVar,
    cast,
    overload,
)

from cubecsp.errors import LimitError
from cubecsp.frozen import frozen
from cubecsp.questions.answers.answer import Answer, CubeReport, Status, Stop
from cubecsp.questions.answers.numbers_in_words import in_seconds, plural
from cubecsp.questions.asking.about import AboutCubes
from cubecsp.questions.asking.cubes_and_rules import CubeLike, each_of, is_one
from cubecsp.questions.asking.functions import as_function, deadline_of, require_parameters
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import Param, callback
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.shared_parameters import OnFound
from cubecsp.questions.asking.value_kinds import Callback

if TYPE_CHECKING:
    from typing import Self

__all__ = ["AboutEach", "Answers", "asks_each"]

A = TypeVar("A", bound=Answer)
A_co = TypeVar("A_co", bound=Answer, covariant=True)
T = TypeVar("T")
P = ParamSpec("P")

_OUTCOMES = {
    Status.COMPLETE: "answered in full",
    Status.PARTIAL: "answered in part",
    Status.INFEASIBLE: "answered with no",
    Status.UNKNOWN: "not answered",
}

OnAnswer = Annotated[
    "Callable[[Any], None] | None",
    Param("called with the answer, or each of several, as soon as it is known", Callback()),
]


@dataclass(repr=False)
class Answers(Answer, Generic[A]):
    """The answers to a question that was asked about several cubes.

    `cubes` has those of all answers, one after the other. The status is `infeasible` if that of one
    answer is, and `complete` if those of all are.

    Attributes:
        answers: the answers about each cube, in order; fewer than cubes if the question ended early.
    """

    answers: Sequence[A] = ()

    @property
    def parts(self) -> Sequence[Answer]:
        """The answers about single cubes."""
        return self.answers

    def sentence(self) -> str:
        """Return the sentence with the numbers of cubes answered in each way."""
        counts = Counter(answer.status for answer in self.answers)
        outcomes = ", ".join(
            f"{counts[s]:,} {words}" for s, words in _OUTCOMES.items() if counts[s]
        )
        cubes = plural(self.query["cubes"], "cube")
        return f"{cubes}: {outcomes or 'none answered'}{self._ending} ({in_seconds(self.seconds)})."

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        data = super().as_dict()
        del data["cubes"]
        return data | {"answers": [answer.as_dict() for answer in self.answers]}


@frozen(kw_only=True)
class AboutEach(AboutCubes[Any, T], Generic[A_co, T]):
    """A question about one cube, or about each of several; `A_co` is the type of the answer about one."""

    on_found: OnFound = callback()
    on_answer: OnAnswer = callback()

    @abstractmethod
    def alone(self, cube: T) -> Stream[A_co]:
        """Return the running question about its only cube."""

    @property
    def single(self) -> bool:
        """Whether it is about one cube, and not about a list of cubes, which may have only one."""
        return is_one(self.cubes)

    def stream(self) -> Stream[Any]:
        """Return the running question: the reports about one cube after another."""
        if self.single:
            return self.alone(self.taken[0])
        return self.begin(Answers(query=self), SeveralCubesRun(self))

    def answer(self) -> Any:
        """Return the answer about the cube, or the answers about several."""
        answer = self.stream().read(self.on_found)
        if self.single and self.on_answer is not None:
            self.on_answer(answer)
        return answer

    def emit(self, send: Callable[[CubeReport], None]) -> Any:
        """Return the answer; answers about several cubes keep these."""
        return super().emit(send) if self.single else self.answer()

    def each(self) -> "Iterable[Self]":
        """Yield the question about each cube separately."""
        for cube, taken in zip(each_of(self.cubes), self.taken, strict=True):
            yield self.about(cube, [taken])


class SeveralCubesRun(Generic[A]):
    """A running question about several cubes."""

    def __init__(self, query: AboutEach[A, Any]) -> None:
        self._query = query

    def reports(self, answer: Answers[A], run: Run) -> Generator[CubeReport, None, None]:
        """Yield the reports about each cube; its answer has them too."""
        answer.answers = answers = list[A]()
        for query in self._query.each():
            run.deadline.check()
            with query.stream().within(run.deadline) as stream:
                one: A = stream.answer
                answers.append(one)
                one.cubes = reports = list[CubeReport]()
                try:
                    for report in stream:
                        reports.append(report)
                        yield report
                except LimitError as error:
                    one.status, one.reason = Status.UNKNOWN, error.problem
            one.seal()
            if self._query.on_answer is not None:
                self._query.on_answer(one)
            if one.stopped is Stop.INTERRUPT:
                raise KeyboardInterrupt
            if one.stopped is Stop.TIME:
                run.stop(Stop.TIME)

    def set_status(self, answer: Answers[A], run: Run) -> None:
        """Set the status of the answers together."""
        results = {one.status for one in answer.answers}
        complete = run.stopped is None and len(answer.answers) == len(self._query.taken)
        if Status.INFEASIBLE in results:
            answer.status = Status.INFEASIBLE
        elif complete and results <= {Status.COMPLETE}:
            answer.status = Status.COMPLETE
        else:
            answer.status = Status.UNKNOWN if results <= {Status.UNKNOWN} else Status.PARTIAL


class _Asks(Protocol[P, A]):
    """A function whose answer is about one cube or about each of several, like its argument."""

    @overload
    def __call__(self, cubes: CubeLike, *args: P.args, **how: P.kwargs) -> A: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, cubes: Iterable[CubeLike], *args: P.args, **how: P.kwargs) -> Answers[A]: ...


def asks_each(query: Callable[Concatenate[Any, P], AboutEach[A, Any]]) -> _Asks[P, A]:
    """Return the function that asks a question about one cube or several; see `asks`."""

    def ask(cubes: Any, *args: P.args, **how: P.kwargs) -> Any:
        require_parameters(query, (cubes, *args), how)
        with deadline_of(query, how):
            return query(cubes, *args, **how).answer()

    return cast(_Asks[P, A], as_function(query)(ask))
