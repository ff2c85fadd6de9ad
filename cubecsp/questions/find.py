"""Cubes that satisfy the rules: one, some, or all of them, and the moves that make them."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from cubecsp.errors import InputError
from cubecsp.frozen import frozen
from cubecsp.interface import Usual, spelled
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.engines import AutoEngine, require_size, with_tasks, working
from cubecsp.questions.answers.answer import Answer, Status, Stop
from cubecsp.questions.answers.numbers_in_words import in_seconds, plural
from cubecsp.questions.answers.reasons import Conflict
from cubecsp.questions.answers.report_block import Found, one_by_one
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.shared_parameters import Cluster, Project, Resume, SameUnder
from cubecsp.questions.finding.enumeration import Enumeration
from cubecsp.questions.finding.found_moves import FoundMoves, FoundStateMoves
from cubecsp.questions.finding.search_parameters import LIMIT, WithMoves
from cubecsp.work.executor import Executor

if TYPE_CHECKING:  # without a request for moves, nothing that finds them is loaded
    from cubecsp.questions.finding.found_classes import FoundClasses

__all__ = ["Find", "FindAnswer", "FindRun", "find", "moves_for"]

_EXPLAINS = "`explain` says which to drop"


@dataclass(repr=False)
class FindAnswer(Answer):
    """The answer to `find`.

    Attributes:
        ended: the limit or interrupt that ended the search for cubes, None if there are no others; `stopped`
            also covers the search for their moves.
        checked: the number of cubes that were checked one by one, without a search; None if an engine searched.
    """

    ended: Stop | None = None
    checked: int | None = None

    def sentence(self) -> str:
        """Return a sentence with the number of cubes, how it is known, and which part of it comes from a file."""
        return self._outcome() + self.checkpoint_sentence()

    def _outcome(self) -> str:
        """Return the sentence with the number of cubes, and how it is known."""
        result = self._count_in_words()
        engine, taken = self.query["engine"], in_seconds(self.seconds)
        if self.status is Status.INFEASIBLE:
            none = (
                f"No {self.noun}{self.subject} satisfies these rules: {self._searched} in {taken}."
            )
            return none if self.reason is None else f"{none} {self.reason}; {_EXPLAINS}."
        if self.ended is None:
            return f"{result}. There are no others: {self._searched}{self._search_time()}."
        reason = {
            Stop.LIMIT: self._reached_limit(),
            Stop.TIME: f"The time limit ended the search after {result}; there may be more",
            Stop.INTERRUPT: f"Interrupted after {result}; there may be more",
        }[self.ended]
        moves = self._end_of_moves() if self.ended is Stop.LIMIT else ""
        caution = (
            " Only for these cubes is it known what preserves the rules." if self.same_under else ""
        )
        return f"{reason}{f'; {moves}' if moves else ''} ({engine} engine, {taken}).{caution}"

    @property
    def _searched(self) -> str:
        """How it is known that there are no other cubes, as a clause."""
        if self.checked is None:
            return f"the {self.query['engine']} engine searched all {self.noun}s"
        return f"all {self.noun}s that may satisfy the rules were checked ({self.checked:,})"

    def _reached_limit(self) -> str:
        """Return a clause that says that a limit ended the list, and which one."""
        if self._default_limit is None:
            return f"Stopped at {self._request()}, as asked; there may be more"
        number = self.classes if self.query["limit_counts"] == "classes" else self.count
        first = "" if number == 1 else "the first "
        return f"Showing {first}{self._request()} (default limit); use {self._default_limit} to list every one"

    def _search_time(self) -> str:
        """Return the time of the search for cubes, and the outcome of the search for moves."""
        if moves := self._end_of_moves():
            return f"; {moves} ({in_seconds(self.seconds)})"
        solving = self.statistics.solving if self.statistics else None
        if solving is None:
            return f" in {in_seconds(self.seconds)}"
        searching = max(0.0, self.seconds - solving)
        return f" in {in_seconds(searching)}; the moves took {in_seconds(solving)}"

    def _end_of_moves(self) -> str:
        """Return a clause with the reason why the search for moves ended early, "" if it did not."""
        return {
            Stop.TIME: "the time limit ended the search for moves",
            Stop.INTERRUPT: "interrupted in the search for moves",
            Stop.NODES: "the node limit was reached for the moves of some",
        }.get(self.stopped or Stop.LIMIT, "")

    def _request(self) -> str:
        """Return the requested number, of the things that the limit counts."""
        cubes = self._cubes_in_words(self.count or 0)
        if self.query["limit_counts"] == "classes":
            return f"{self._classes_in_words()} ({cubes})"
        return cubes

    def _count_in_words(self) -> str:
        """Return the number of cubes, or classes."""
        cubes = self._cubes_in_words(self.count or 0)
        return cubes if self.classes is None else f"{cubes} in {self._classes_in_words()}"

    def _classes_in_words(self) -> str:
        """Return the number of classes, and what makes their cubes the same."""
        if self.same_under is None:
            return plural(self.classes or 0, "symmetry class")
        return self.classes_in_words()


@frozen(kw_only=True)
class Find(WithMoves[FindAnswer]):
    """The parameters of `find`.

    `Search` gives one cube after another. Ctrl-C and the time limit end the question and keep the results,
    moves included. One cube of each symmetry class is solved, and the others get conjugate moves. A cube with
    moves comes once all moves meet the demands, or the question is over.

    Raises:
        InputError: an argument is invalid, or the engine cannot use the threads.
        EngineError: the engine, or Dask, is not installed.
        LimitError: the disk is full, or the workers of the cluster are gone.
    """

    name: ClassVar[str] = "find"
    example: ClassVar[Mapping[str, Any]] = {"rules": "perfect-scramble"}

    limit: Annotated[int | None, LIMIT] = Usual(1_000)
    same_under: SameUnder = ()
    project: Project = None
    resume: Resume = None
    cluster: Cluster = None

    def require(self) -> None:
        """Make sure that a search in tasks is for all cubes, with the engine that has tasks."""
        super().require()
        if self.executor is None:
            return
        require_size(with_tasks(self.chosen), self.pattern.puzzle)
        if self.limit is not None or self.seed is not None or self.hint is not None:
            raise InputError(
                "only a search for all cubes can be resumed or sent to a cluster",
                f"give {spelled('limit', none='all')}, and no seed or hint",
            )

    @property
    def executor(self) -> Executor | None:
        """The executor of a search in tasks, with its file; None if the user does not ask for one."""
        executor = Executor.of(self.threads, self.resume, self.cluster)
        return executor if executor.lasting else None

    def stream(self) -> Stream[FindAnswer]:
        """Return the running question: a report for each cube as soon as it is found.

        With moves, a cube comes once its moves meet the demands, or the question is over.
        """
        return self.begin(FindAnswer(query=self, count=0), FindRun(self))


QUESTION = Find
find = asks(Find)


class FindRun(Enumeration):
    """A running question for cubes, with their moves if the user asks for these.

    Args:
        query: the question.
    """

    query: WithMoves[Any]

    def __init__(self, query: WithMoves[Any]) -> None:
        super().__init__(query)
        self._classes: FoundClasses | None = None
        if query.same is not None:
            from cubecsp.questions.finding import found_classes

            self._classes = found_classes.FoundClasses(self, query.same)
        self._reason: str | None = None  # the reason why there are none

    def reports(self, _answer: FindAnswer, run: Run) -> Generator[Found, None, None]:
        """Yield the cubes, with their moves if the user asks for these."""
        moves = moves_for(self.query)
        with run, self.under(run):
            for block in self.blocks:
                if self._classes is not None:
                    self._classes.add(block.rows)
                    continue
                blocks = self.reports_of(self.take(block))
                if moves is None:
                    yield from blocks
                else:
                    moves.add(one_by_one(blocks), run, self.statistics)
        if self._classes is not None:
            with run:
                reports = self._classes.reports()
                if moves is None:
                    yield from reports
                else:
                    moves.add(reports, run, self.statistics)
        with run:
            if self.exhausted and not self.found:
                self._reason = _conflict(self.pattern, run)
        if moves is not None:
            moves.improve(run, self.statistics)
            yield from moves.reports(self.query.sort, run)

    def set_status(self, answer: FindAnswer, run: Run) -> None:
        """Set the status of the answer."""
        if not self.begun:  # interrupted before that
            answer.ended = run.stopped
            return
        assert run.delivered is not None
        answer.query = self.query.using(working(self.asked_engine), self.reason, len(self.group))
        reports, answer.count = run.delivered
        if isinstance(self.asked_engine, AutoEngine):
            answer.checked = self.asked_engine.checked
        answer.statistics = self.statistics
        answer.tasks = self.tasks
        answer.reason = self._reason
        answer.classes = reports if self.query.classes or self._classes else None
        if self._classes is not None:
            answer.same_under = self._classes.classes.under
            answer.has_solved = self.exhausted and self._classes.same.has_solved
        cut = run.cut_short(self.found)
        exhausted = self.exhausted and not cut
        ended = run.stopped if cut else self.stopped or run.stopped
        answer.ended = None if exhausted else ended
        if exhausted and not self.found:
            answer.status = Status.INFEASIBLE
        elif exhausted and run.stopped is None:
            answer.status = Status.COMPLETE
        else:
            answer.status = Status.PARTIAL if reports else Status.UNKNOWN


def moves_for(query: WithMoves[Any]) -> FoundMoves | FoundStateMoves | None:
    """Return an object that finds the moves of the cubes; None if the user does not ask for them."""
    if not query.with_moves:
        return None
    if query.other is not None:
        return FoundStateMoves(query)
    return FoundMoves(query.moves, query.link)


def _conflict(pattern: Pattern, run: Run) -> str | None:
    """Return which of the rules conflict, a clause, if there are several and finding out takes little work."""
    if len(pattern.rules) < 2:
        return None
    from cubecsp.models.conflicts.one_conflict import one_conflict

    result = one_conflict(pattern, run.deadline)
    return None if result is None else Conflict(*result).sentence()
