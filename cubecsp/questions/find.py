"""Which cubes satisfy the rules: one, some, or all of them, and the moves that make them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

from cubecsp.deadline import Deadline
from cubecsp.errors import InputError, which_are_known
from cubecsp.models.engines import (
    Engine,
    changed_options,
    load_engine,
    require_size,
    with_units,
)
from cubecsp.models.pattern import Pattern
from cubecsp.puzzle.puzzle import CUBE
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.questions.given import PatternLike
from cubecsp.questions.keywords import taking
from cubecsp.questions.limits import Run
from cubecsp.questions.query import Query, Stream
from cubecsp.questions.searching import OnProgress, Search
from cubecsp.questions.statistics import Statistics
from cubecsp.questions.wanted import SearchOptions, Wanted, counted
from cubecsp.questions.wording import plural, seconds_taken
from cubecsp.questions.workplaces import workplace_of
from cubecsp.work.place import Workplace

if TYPE_CHECKING:  # where no moves are asked for, nothing that finds them is loaded
    from cubecsp.questions.moves import MoveSearch

__all__ = ["SORTS", "Find", "FindAnswer", "Finding", "Search", "find"]

SORTS = ("length",)
"""What found cubes can be sorted by."""

_AT_ONCE = 2.0  # seconds
_EXPLAINS = "the question explain says what would have to give"


@dataclass(frozen=True)
class Find(Wanted, Query):
    """What `find` is asked.

    Attributes (besides those of `Wanted`):
        solve: how the moves of each cube are looked for, None if they are not.
        sort: what the cubes are sorted by, one of `SORTS`; None for the order in which they are found.
        resume: the file in which finished units are remembered, None for none.
        cluster: where units are searched, None for here.
        check_journal: the share of the units in the file that are done again; None for none.
        works: the name of the engine that is used, once that is known.
        symmetries: how many symmetries are used, once that is known.
        engine_reason: why `auto` chose the engine, once that is known.
        distribution: the package that the engine uses, once that is known; None for our own code.
    """

    question: ClassVar[str] = "find"

    solve: MoveSearch | None = None
    sort: str | None = None
    resume: str | Path | None = None
    cluster: str | None = None
    check_journal: float | None = None
    works: str = ""
    symmetries: int | None = None
    engine_reason: str = ""
    distribution: str | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.solve is not None:
            self.solve.for_size(self.pattern.puzzle.size)  # refuses what its method cannot do
        if self.sort is not None and self.sort not in SORTS:
            raise InputError(
                f"cubes sorted by {self.sort!r}", which_are_known(str(self.sort), SORTS)
            )
        if self.sort is not None and self.solve is None:
            raise InputError(
                "cubes cannot be sorted by the length of moves that are not asked for",
                "ask for them: --solve two-phase, or solve=",
            )

        self._check_units()

    def _check_units(self) -> None:
        """Make sure that a search in units is for all cubes, and by the engine that has units.

        Raises:
            InputError: it is not.
        """
        if self.workplace is None:
            return
        require_size(with_units(self._asked), self.pattern.puzzle)
        if self.limits.number is not None or self.seed is not None or self.hint is not None:
            raise InputError(
                "only a search for all cubes can be resumed or sent to a cluster",
                "give --limit all, and no seed or hint",
            )

    @property
    def workplace(self) -> Workplace | None:
        """Where the search is done in units, and its results are kept; None if that is not asked for."""
        place = workplace_of(self.threads, self.resume, self.cluster, self.check_journal)
        return place if place.lasting else None

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        shown: dict[str, Any] = {
            "question": self.question,
            "rules": [str(rule) for rule in self.pattern.rules],
            "engine": self.works or self._asked.name,
            "symmetries": self.symmetries,
            "seed": self.seed,
            "threads": self.threads,
            "limit": self.limits.number,
            "limit_counts": counted(self.classes),
            "time_limit": self.limits.time,
            "versions": versions(*filter(None, [self.distribution])),
        }
        if self.workplace is not None:
            shown |= self.workplace.as_dict()
        if self.hint is not None:
            shown["hint"] = self.hint.facelets
        if self.solve is not None:
            method, options = self.solve.for_size(self.pattern.puzzle.size)
            shown["solve"] = {"method": method.name, **options}
        if self.sort is not None:
            shown["sort"] = self.sort
        if self.engine_reason:
            shown["engine_reason"] = self.engine_reason
        if options := changed_options(self._asked):
            shown["engine_options"] = options
        if self.pattern.name:
            shown["model"] = self.pattern.name
        if self.pattern.puzzle.size != CUBE.size:
            shown["size"] = self.pattern.puzzle.size
        return shown

    @property
    def _asked(self) -> Engine:
        return load_engine(self.engine)

    def stream(self, *, on_progress: OnProgress | None = None) -> Stream[FindAnswer]:
        """Return the question under way: a report for each cube as soon as it is found.

        With moves, a cube comes once its moves are as asked for, or the question is over.
        """
        work = Finding(self, on_progress)
        answer = FindAnswer(query=self, status=Status.UNKNOWN, count=0)
        return Stream(answer, self.limits, work.reports, work.settle)


@taking(SearchOptions, Find)
def find(
    pattern: PatternLike | Iterable[PatternLike] = (),
    *,
    solve: str | MoveSearch | None = None,
    sort: str | None = None,
    resume: str | Path | None = None,
    cluster: str | None = None,
    check_journal: float | None = None,
    on_progress: OnProgress | None = None,
    on_found: Callable[[CubeReport], None] | None = None,
    **how: Unpack[SearchOptions],
) -> FindAnswer:
    """Return the cubes that satisfy the rules; for one cube after another see `Search`.

    Ctrl-C and the time limit end the question and keep what was found, moves included.

    Args:
        pattern: rules, patterns, or texts that state them; one or several, or none for all cubes.
        solve: a method of `cubecsp.search.METHODS` to find the moves that solve each cube, and so make
            it; or a `MoveSearch` with further options, such as
            `MoveSearch.for_found("two-phase", effort=100_000)` (`cubecsp.questions.moves`). One cube of
            each class is solved, its conjugates by the conjugate moves.
        sort: `length` gives the cubes in the order of the lengths of their moves, the shortest first
            and those without moves last; None gives them as they are found.
        resume: a file in which finished units of a search for all cubes are kept: created if it does not
            exist, else continued. The cubes that it already has come first.
        cluster: where units are searched instead of in threads: `local:N` for N processes on this machine,
            or the address of a Dask scheduler.
        check_journal: the share of the units in the file of `resume` that are done again; see `count`.
        on_progress: see `Search`.
        on_found: called with each cube as soon as it is known, with its moves.
        how: see `SearchOptions`; the time limit includes the moves.

    Raises:
        InputError: an argument makes no sense, or the engine cannot use the threads.
        EngineError: the engine, or Dask, is not installed.
        LimitError: the disk is full, or the workers of the cluster are gone.
    """
    search = _search_by(solve) if isinstance(solve, str) else solve
    query = Find.of(
        pattern,
        how,
        solve=search,
        sort=sort,
        resume=resume,
        cluster=cluster,
        check_journal=check_journal,
    )
    return query.stream(on_progress=on_progress).collect(on_found)


def _search_by(method: str) -> MoveSearch:
    from cubecsp.questions.moves import MoveSearch

    return MoveSearch.for_found(method)


@dataclass(repr=False)
class FindAnswer(Answer):
    """The answer to `find`.

    Attributes:
        ended: what ended the search for cubes, None if there are no others; `stopped` also covers the
            search for their moves.
    """

    ended: Stop | None = None

    def sentence(self) -> str:
        """Return what says how many cubes were found, how that is known, and what of it rests on a file."""
        return self._outcome() + self.resting()

    def _outcome(self) -> str:
        """Return the sentence that says how many cubes were found, and how that is known."""
        found = self._counted()
        engine, taken = self.query["engine"], seconds_taken(self.seconds)
        if self.status is Status.INFEASIBLE:
            none = (
                f"No cube satisfies these rules: the {engine} engine searched all cubes in {taken}."
            )
            return none if self.reason is None else f"{none} {self.reason}; {_EXPLAINS}."
        if self.ended is None:
            moves = self._moves_ended()
            return (
                f"{found}. There are no others: the {engine} engine searched all cubes"
                f"{f'; {moves} ({taken})' if moves else f' in {taken}'}."
            )
        reason = {
            Stop.LIMIT: f"Stopped at {self._wanted()}, as asked; there may be more",
            Stop.TIME: f"The time limit ended the search after {found}; there may be more",
            Stop.INTERRUPT: f"Interrupted after {found}; there may be more",
        }[self.ended]
        moves = self._moves_ended() if self.ended is Stop.LIMIT else ""
        return f"{reason}{f'; {moves}' if moves else ''} ({engine} engine, {taken})."

    def _moves_ended(self) -> str:
        """Return what ended the search for moves, a clause, "" if nothing did."""
        return {
            Stop.TIME: "the time limit ended the search for moves",
            Stop.INTERRUPT: "interrupted in the search for moves",
        }.get(self.stopped or Stop.LIMIT, "")

    def _wanted(self) -> str:
        """Return how many were asked for, of what the limit counts."""
        cubes = plural(self.count or 0, "cube")
        if self.query["limit_counts"] == "classes":
            return f"{plural(self.classes or 0, 'class')} ({cubes})"
        return cubes

    def _counted(self) -> str:
        """Return how many cubes, or classes, there are."""
        cubes = plural(self.count or 0, "cube")
        return cubes if self.classes is None else f"{cubes} in {plural(self.classes, 'class')}"


class Finding:
    """A `Find` under way.

    Args:
        query: what is asked.
        on_progress: see `Search`.
    """

    def __init__(self, query: Find, on_progress: OnProgress | None = None) -> None:
        self._query = query
        self._on_progress = on_progress
        self._search: Search | None = None
        self._statistics = Statistics()
        self._given = 0
        self._count = 0  # of cubes that these stand for
        self._reason: str | None = None  # why there are none

    def reports(self, _answer: FindAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield the cubes, with their moves if these are asked for."""
        if self._query.solve is None:
            with run:
                yield from self._found(run)
            return
        from cubecsp.questions.found_moves import FoundMoves

        solved = FoundMoves(self._query.solve)
        with run:
            for report in self._found(run):
                with self._statistics.timed("solving"):
                    solved.add(report, run)
        if run.stopped in (None, Stop.LIMIT):
            with run, self._statistics.timed("solving"):
                solved.improve(run)
        reports = solved.reports(run)
        yield from reports if self._query.sort is None else sorted(reports, key=_shortest_first)

    def _found(self, run: Run) -> Iterator[CubeReport]:
        """Yield the cubes, and count them."""
        yield from self._searched(self._query, run)
        if self._search is not None and self._search.exhausted and not self._given:
            self._reason = _clash(self._query.pattern, run)

    def _searched(self, query: Find, run: Run) -> Iterator[CubeReport]:
        """Yield the cubes that a query asks for, and count them."""
        search = self._search = Search.of(query, run, self._on_progress)
        self._statistics = search.statistics
        try:
            with search:
                for report in search.reports():
                    self._given += 1
                    self._count += report.cubes
                    yield report
        except KeyboardInterrupt:
            search.stopped = Stop.INTERRUPT
            raise
        if search.stopped is not None:
            run.stop(search.stopped)

    def settle(self, answer: FindAnswer, run: Run) -> None:
        """Set the status of the answer."""
        search = self._search
        if search is None:  # interrupted before it began
            answer.ended = run.stopped
            return
        answer.query = replace(
            self._query,
            works=search.engine,
            engine_reason=search.reason,
            distribution=search.distribution,
            symmetries=len(search.group),
        )
        given, answer.count = run.told or (self._given, self._count)
        answer.statistics = search.statistics
        answer.units = search.units
        answer.reason = self._reason
        answer.classes = given if self._query.classes else None
        answer.ended = None if search.exhausted else search.stopped or run.stopped
        if search.exhausted and not self._given:
            answer.status = Status.INFEASIBLE
        elif search.exhausted and run.stopped is None:
            answer.status = Status.COMPLETE
        else:
            answer.status = Status.PARTIAL if given else Status.UNKNOWN


def _clash(pattern: Pattern, run: Run) -> str | None:
    """Return which of the rules clash, a clause, if there are several and this is soon known."""
    if len(pattern.rules) < 2 or run.seconds > _AT_ONCE:
        return None
    from cubecsp.models.reasons.conflict import one_conflict
    from cubecsp.questions.reasons import Clash

    found = one_conflict(pattern, Deadline(min(_AT_ONCE, run.deadline.left)))
    return None if found is None else Clash(*found).sentence()


def _shortest_first(report: CubeReport) -> tuple[bool, int]:
    return report.length is None, report.length or 0
