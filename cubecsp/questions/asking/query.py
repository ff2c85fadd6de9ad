"""A question as a value; and a running question, as an iterator over the reports of its answer.

Every question is a query: a class made by `cubecsp.frozen.frozen` whose fields are its parameters (see
`parameter`), checked. It reads like the dictionary that `--json` prints. `answer` answers it; the `stream` of
a `StreamedQuery` gives the reports one by one.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator, Iterator, Mapping
from copy import deepcopy
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from cubecsp.interface import Usual
from cubecsp.questions.answers.answer import Answer, CubeReport, Stop, versions
from cubecsp.questions.answers.report_block import Found, ReportSequence, number_of, one_by_one
from cubecsp.questions.asking.limits import DeliveredPart, Limits, Run
from cubecsp.questions.asking.parameter import parameters
from cubecsp.stopping.closing import ClosingContext
from cubecsp.stopping.deadline import Deadline, current

__all__ = ["Query", "Stream", "StreamedQuery", "ready"]

A = TypeVar("A", bound=Answer)
A_contra = TypeVar("A_contra", bound=Answer, contravariant=True)
A_co = TypeVar("A_co", covariant=True)


class Stream(ClosingContext, Iterator[CubeReport], Generic[A]):
    """A running question: an iterator over the reports of its answer, each as soon as it is known.

    Ctrl-C and the time limit end the iteration; `answer` then says what ended it. Use it in `with`, or
    call `close`, if it is not read to its end.

    Attributes:
        answer: the answer so far. Its `cubes` stay empty, since the reader gets them.
    """

    def __init__(
        self,
        answer: A,
        limits: Limits,
        work: Callable[[A, Run], Generator[Found, None, None]],
        set_status: Callable[[A, Run], None],
    ) -> None:
        """Begin.

        Args:
            answer: the answer, without cubes.
            limits: the limits that may end it.
            work: yields the reports, some of them in blocks, and completes the answer.
            set_status: sets the status of the answer at the end.
        """
        self.answer = answer
        self._run = limits.begin()
        self._set_status = set_status
        self._found = work(answer, self._run)
        self._reports = one_by_one(self._found)
        self._delivered = DeliveredPart(0, 0)
        self._over = False

    def __next__(self) -> CubeReport:
        deadline = self._run.deadline
        if current() is deadline:  # as for most: nothing has to be entered for each of many reports
            report = self._step()
        else:
            with deadline.enforce():
                report = self._step()
        if report is None:
            raise StopIteration
        return report

    def _step(self) -> CubeReport | None:
        """Return the next report, or None when the question is over."""
        report = None
        try:
            with self._run:
                self._run.look()  # there may be many ready ones that took no time
                report = next(self._reports, None)
        finally:
            if report is None:
                self.close()
        if report is not None:
            self._delivered = self._delivered.and_more(1, report.cubes)
        return report

    def close(self) -> None:
        """End the question, and all work for it."""
        try:
            self._reports.close()
            self._found.close()
        finally:
            if not self._over:
                self._over = True
                self._end()

    def _end(self) -> None:
        """Complete the answer with the final facts, and with the number of reports that were read."""
        self._run.delivered = self._delivered
        self.answer.stopped = self._run.stopped
        self._set_status(self.answer, self._run)
        self.answer.seconds = self._run.seconds

    def within(self, deadline: Deadline) -> Self:
        """Make it end together with its parent question, and return it."""
        self._run.deadline = deadline
        return self

    def read(
        self,
        on_found: Callable[[CubeReport], None] | None = None,
        *,
        take: Callable[[Found], None] | None = None,
        keep: bool = True,
    ) -> A:
        """Return the answer; Ctrl-C ends the question and keeps what was found.

        Args:
            on_found: called with each report as soon as it is known.
            take: called instead of it with all reports that become known together: one, or a block.
            keep: whether the answer keeps the cubes; if not, there may be any number of them.
        """
        answer, kept, run = self.answer, list[Found](), self._run
        source: Iterator[Found] = self._found if on_found is None else self._reports
        tell: Callable[[Any], None] | None = on_found or take
        try:
            with self, run.deadline.enforce():
                while True:  # as in `__next__`, without its calls: there may be millions of cubes
                    found = None
                    with run:
                        run.look()
                        found = next(source, None)
                    if found is None:
                        break
                    delivered = self._delivered.and_more(number_of(found), found.cubes)
                    if keep:
                        kept.append(found)
                    if tell is not None:
                        tell(found)
                    self._delivered = delivered  # at once: an exception may come anywhere
        except KeyboardInterrupt:
            run.stop(Stop.INTERRUPT)
        if keep:
            answer.cubes = ReportSequence(kept)
        if run.stopped is Stop.INTERRUPT:
            if keep:  # the exception may have come before the last one was counted
                self._delivered = DeliveredPart(
                    sum(map(number_of, kept)), sum(found.cubes for found in kept)
                )
            self._end()
        return answer.seal()


class Work(Protocol[A_contra]):
    """The work that answers a question: see `Stream`."""

    def reports(self, answer: A_contra, run: Run) -> Generator[Found, None, None]: ...

    def set_status(self, answer: A_contra, run: Run) -> None: ...


def ready(answer: A) -> Stream[A]:
    """Return a running question whose answer is already known, and has no cubes."""

    def nothing(_answer: A, _run: Run) -> Generator[CubeReport, None, None]:
        yield from ()

    return Stream(answer, Limits(), nothing, lambda _answer, _run: None)


class Query(Mapping[str, Any], Generic[A_co]):
    """A question: a mapping with the entries that `--json` prints under `query`.

    Subclasses are made by `@frozen` (`cubecsp.frozen`; the standard library's decorator refuses to derive from these). What
    follows the first paragraph of the docstring, and the parameters, document the function that asks the question.

    Attributes:
        name: its name, which is also that of its file.
        example: valid parameters, as in a request.
        is_quick: whether it takes only milliseconds for a few cubes.
        file: the name of the file that it also makes, None for none.
        http: whether it can be asked over HTTP.
    """

    name: ClassVar[str]
    example: ClassVar[Mapping[str, Any]] = {}
    is_quick: ClassVar[bool] = False
    file: ClassVar[str | None] = None
    http: ClassVar[bool] = True

    def __post_init__(self) -> None:
        for name, parameter in parameters(type(self)).items():
            object.__setattr__(self, name, parameter.check(getattr(self, name)))
        self.require()

    def require(self) -> None:
        """Make sure that the parameters fit together.

        Raises:
            InputError: they do not.
        """

    @abstractmethod
    def answer(self) -> A_co:
        """Return the answer, with all results."""

    def emit(self, _send: Callable[[CubeReport], None]) -> A_co:
        """Return the answer, without the cubes, which were sent as they were found.

        Args:
            _send: sends a cube.
        """
        return self.answer()

    @property
    def limits(self) -> Limits:
        """Its limits."""
        return Limits(getattr(self, "limit", None), getattr(self, "time_limit", None))

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints: the question's name, its parameters, derived facts, versions."""
        data: dict[str, Any] = {"question": self.name}
        for name, parameter in parameters(type(self)).items():
            value = getattr(self, name)
            if not parameter.callback:
                data[name] = None if value is None else self.as_json(name, value)
        if isinstance(data.get("limit"), Usual):
            data["limit_is_default"] = True
        data |= self.details()
        data["versions"] = versions(*self._packages)
        return data

    def as_json(self, name: str, value: Any) -> Any:
        """Return the value of a parameter, which is not None, as JSON shows it."""
        return parameters(type(self))[name].kind.as_json(value)

    def details(self) -> dict[str, Any]:
        """Return the entries of `as_dict` that are not parameters, or say more than the parameters."""
        return dict(self._learned)

    def learning(self, *packages: str, **facts: Any) -> Self:
        """Return the same query with new facts about it, which `as_dict` shows.

        Args:
            packages: the packages that the answer depends on.
            facts: the facts, entries of `as_dict`.
        """
        result = object.__new__(type(self))
        kept = {name: value for name, value in vars(self).items() if name != "_entries"}
        vars(result).update(kept, _learned={**self._learned, **facts}, _packages=packages)
        return result

    @cached_property
    def _learned(self) -> Mapping[str, Any]:
        return {}

    @cached_property
    def _packages(self) -> tuple[str, ...]:
        return ()

    @cached_property
    def _entries(self) -> dict[str, Any]:
        return self.as_dict()

    def __getitem__(self, key: str) -> Any:
        return deepcopy(self._entries[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        arguments = [
            f"{name}={value!r}"
            for name, parameter in parameters(type(self)).items()
            if not parameter.callback and (value := getattr(self, name)) != parameter.default
        ]
        return f"{type(self).__name__}({', '.join(arguments)})"


class StreamedQuery(Query[A_co]):
    """A question whose answer consists of reports of cubes, which can be read as they come."""

    @abstractmethod
    def stream(self) -> Stream[Any]:
        """Return the running question."""

    def begin(self, answer: A, work: Work[A]) -> Stream[A]:
        """Return the result of `stream`: `work` on an answer without any results yet."""
        return Stream(answer, self.limits, work.reports, work.set_status)

    def answer(self) -> A_co:
        """Return the answer, with its cubes."""
        answer: A_co = self.stream().read(getattr(self, "on_found", None))
        return answer

    def emit(self, send: Callable[[CubeReport], None]) -> A_co:
        """Return the answer, without its cubes, which were sent."""
        answer: A_co = self.stream().read(send, keep=False)
        return answer
