"""The moves that solve cubes, and so, undone, the moves that make them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Unpack

from cubecsp.deadline import Deadline
from cubecsp.errors import InputError, LimitError, OutOfTimeError
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.geometry import UNKNOWN
from cubecsp.puzzle.moves import Metric, Moves
from cubecsp.puzzle.puzzle import CUBE
from cubecsp.puzzle.state import Cube, State
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.questions.given import CubeLike, state_of, states_of
from cubecsp.questions.keywords import require_known, taking
from cubecsp.questions.limits import Limits, Run
from cubecsp.questions.moves import (
    INTERRUPTED,
    TOO_LATE,
    Failure,
    Found,
    MoveOptions,
    MoveSearch,
    OnProgress,
    improved,
    quick,
)
from cubecsp.questions.query import Query, Stream
from cubecsp.questions.solving_units import require_units, solved_in_units
from cubecsp.questions.whole import with_hints
from cubecsp.questions.wording import plural, seconds_taken
from cubecsp.questions.workplaces import workplace_of
from cubecsp.search import METHODS, method_for_size
from cubecsp.search.sequence import Sequence as MoveSequence
from cubecsp.search.solution import NamedSolution, Solution, processors, require_reachable
from cubecsp.work.place import Workplace

__all__ = [
    "UP_TO_COMMUTING",
    "Solve",
    "SolveAnswer",
    "SolveEvery",
    "as_given",
    "solvable",
    "solve",
    "solve_all",
]

UP_TO_COMMUTING = ", up to the order of commuting moves"
"""What a count adds if sequences that differ in order count as one."""


@dataclass(repr=False)
class SolveAnswer(Answer):
    """The answer to `solve` and `solve_all`."""

    about_all = True

    @property
    def unproven(self) -> int:
        """How many cubes a limit left with moves that may not be the fewest, as they were to be."""
        names = self.query["method"].split(", ")  # one for each size of cube
        if self.stopped is None or not any(n in METHODS and METHODS[n].proves for n in names):
            return 0
        return sum(report.solution is not None and not report.optimal for report in self)

    def sentence(self) -> str:
        """Return what says how many cubes were solved, or solutions there are, and what rests on a file."""
        return self._outcome() + self.resting()

    def _outcome(self) -> str:
        """Return the sentence that says how many cubes were solved, or how many solutions there are."""
        taken = seconds_taken(self.seconds)
        if self.query.get("all"):
            return self._counted(taken)
        solved = sum(report.solution is not None for report in self)
        told = f"{plural(solved, 'cube')} solved"
        if self.unproven:
            of_them = f" {self.unproven:,} of them" if self.unproven < solved else ""
            told += f",{of_them} perhaps not in the fewest turns"
        if solved < len(self):
            told += f", {len(self) - solved:,} not"
        ended = {Stop.INTERRUPT: "; interrupted", Stop.TIME: "; the time limit passed"}
        return f"{told}{ended.get(self.stopped, '') if self.stopped else ''} ({taken})."

    def _counted(self, taken: str) -> str:
        found = plural(len(self), "shortest solution")
        if self.status is Status.COMPLETE:
            first = self.cubes[0]
            length = plural(first.length or 0, "turn")
            if first.sequence is not None:
                length = plural(len(first.sequence), "move")
            merged = UP_TO_COMMUTING if self.query["up_to_commuting"] else ""
            return f"{found} of {length}{merged}, and no others ({taken})."
        ended = "Interrupted" if self.stopped is Stop.INTERRUPT else "Stopped"
        why = f": {self.reason}" if self.reason else "; there may be more"
        return f"{ended} after {found}{why} ({taken})."


@dataclass(frozen=True)
class Solve(Query):
    """What `solve` is asked.

    Attributes:
        cubes: what to solve, in order.
        search: how.
        limits: what may end it; `number` is not used.
        workplace: where units of many cubes are solved, and kept; None if that is not asked for.

    Raises:
        InputError: the method has no units.
    """

    question: ClassVar[str] = "solve"

    cubes: tuple[State, ...]
    search: MoveSearch
    limits: Limits = field(default_factory=Limits)
    workplace: Workplace | None = None

    def __post_init__(self) -> None:
        if self.workplace is not None:
            require_units(self.search)

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        place = {} if self.workplace is None else self.workplace.as_dict()
        return _asked(self.search, self.limits, self.cubes) | place

    def stream(self, *, on_progress: OnProgress | None = None) -> Stream[SolveAnswer]:
        """Return the question under way: a report for each cube, in their order, as they are solved."""
        work = _Solving(self, on_progress)
        answer = SolveAnswer(query=self, status=Status.UNKNOWN)
        return Stream(answer, self.limits, work.reports, work.settle)


@dataclass(frozen=True)
class SolveEvery(Query):
    """What `solve_all` is asked.

    Attributes:
        cube: what to solve.
        search: how.
        up_to_commuting: whether solutions that differ in the order of commuting turns are one.
        limits: what may end it.
    """

    question: ClassVar[str] = "solve"

    cube: State
    search: MoveSearch
    up_to_commuting: bool = False
    limits: Limits = field(default_factory=Limits)

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        return _asked(self.search, self.limits, [self.cube]) | {
            "all": True,
            "up_to_commuting": self.up_to_commuting,
        }

    def stream(self) -> Stream[SolveAnswer]:
        """Return the question under way: a report for each shortest solution."""
        work = _Listing(self)
        answer = SolveAnswer(query=self, status=Status.UNKNOWN)
        return Stream(answer, self.limits, work.reports, work.settle)


@taking(MoveOptions, MoveSearch)
def solve(
    cubes: CubeLike | Iterable[CubeLike],
    *,
    method: str | None = None,
    time_limit: float | None = None,
    resume: str | Path | None = None,
    cluster: str | None = None,
    check_journal: float | None = None,
    on_progress: OnProgress | None = None,
    on_solved: Callable[[int], None] | None = None,
    on_found: Callable[[CubeReport], None] | None = None,
    **how: Unpack[MoveOptions],
) -> SolveAnswer:
    """Return moves that solve each of `cubes`, in their order.

    Args:
        cubes: one cube, or many: texts in any format, moves that make them, or cubes. Those of the
            2×2×2 are solved optimally, by looking them up, and take no options but the metric and a
            length; those of 4×4×4 and up by reduction to a 3×3×3, in stages that the reports have, and take
            none but the metric, in which a turn of several outer layers together counts as one.
        method: a name of `cubecsp.search.METHODS`; if left out, the one that suits the other
            arguments: `breadth-first` with `turns`, `optimal` with a `table` or another metric, else
            `two-phase`.
        time_limit: seconds for all cubes together, including the making of tables; None for as long
            as it takes.
        resume: a file in which the moves of cubes are kept, some cubes at a time: created if it does not
            exist, else continued.
        cluster: where to solve cubes, instead of in threads: `local:N` for N processes on this machine,
            or the address of a Dask scheduler.
        check_journal: the share of the units in the file of `resume` that are done again, chosen at random,
            above 0 and at most 1, and about 16 at least; the file is refused if one of them differs.
        on_progress: called with the progress of methods that report it.
        on_solved: called with how many cubes are done, after each.
        on_found: called with the report of each cube, in their order, as soon as it is known; not
            for cubes that Ctrl-C came before.
        how: see `MoveOptions`.

    Raises:
        InputError: turns cannot solve a cube, or the method does not take what is asked of it.
        LimitError: memory ran out, no solution is as short as `max_length`, the disk is full, or the
            workers of the cluster are gone.

    If there are many cubes, the report of one that is ended by a limit, or that certain `turns` cannot
    solve, says so in `unsolved` instead, and the others are solved.
    """
    limits = Limits.of(None, time_limit)
    given = tuple(solvable(cube) for cube in states_of(cubes))
    require_known(how, MoveOptions)
    _refuse_for_sole_method(given, method, how)
    search = MoveSearch.chosen(method, **how)
    done = 0

    def told(report: CubeReport) -> None:
        nonlocal done
        if report.unsolved == INTERRUPTED:
            return
        done += 1
        if on_found is not None:
            on_found(report)
        if on_solved is not None:
            on_solved(done)

    threads = search.threads or (processors() if cluster is None else 1)
    place = workplace_of(threads, resume, cluster, check_journal)
    query = Solve(given, search, limits, place if place.lasting else None)
    return query.stream(on_progress=on_progress).collect(told)


@taking(MoveOptions, MoveSearch)
def solve_all(
    cube: CubeLike,
    *,
    method: str | None = None,
    limit: int | None = None,
    time_limit: float | None = None,
    up_to_commuting: bool = False,
    **how: Unpack[MoveOptions],
) -> SolveAnswer:
    """Return every shortest solution of one cube: a report for each, in the order of discovery.

    Solutions that are written differently count as different, whatever the method: `U D` and `D U`
    are two. In the quarter-turn metric all are written in quarter turns, so that a half turn gives two
    solutions, `U U` and `U' U'`. Those of a 2×2×2 are turns of U, R and F.

    Args:
        cube: what to solve, as for `solve`.
        method: one that lists all: `optimal`, the default, or `breadth-first`, the default with
            `turns`.
        limit: stop after this many.
        time_limit: stop after this many seconds, including the making of tables.
        up_to_commuting: count those that differ only in the order of adjacent commuting turns as
            one, and give the first.
        how: see `MoveOptions`; no method that lists all takes an effort.

    Raises:
        InputError: as for `solve`, or the method finds single solutions only.
        LimitError: memory ran out before the first length with solutions was listed, or no solution
            is as short as `max_length`.
    """
    limits = Limits.of(limit, time_limit, "solutions")
    given = solvable(state_of(cube))
    require_known(how, MoveOptions)
    _refuse_for_sole_method([given], method, how)
    search = MoveSearch.chosen(method, every=True, **how)
    sole = search.sole(given.puzzle.size)
    if sole is not None and not sole.lists_all:
        raise InputError(
            f"no method lists all shortest solutions of a {given.puzzle.name} by itself",
            "name one that does, of few moves: asp",
        )
    search.by.require_listing()
    return SolveEvery(given, search, up_to_commuting, limits).stream().collect()


def _asked(search: MoveSearch, limits: Limits, cubes: Iterable[State]) -> dict[str, Any]:
    methods = (method_for_size(cube.puzzle.size) or search.by for cube in cubes)
    names = dict.fromkeys(method.name for method in methods)
    asked = {"question": "solve", "method": ", ".join(names), **search.options}
    if limits.number is not None:
        asked["limit"] = limits.number
    if limits.time is not None:
        asked["time_limit"] = limits.time
    return asked | {"versions": versions()}


class _Solving:
    """A `Solve` under way."""

    def __init__(self, query: Solve, on_progress: OnProgress | None) -> None:
        self._query = query
        self._on_progress = on_progress
        number = len(query.cubes)
        self._known: list[Solution | None] = [None] * number
        self._failed: list[Failure | None] = [None] * number
        self._final = [False] * number
        self._given = self._solved = 0

    def reports(self, _answer: SolveAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield a report for each cube, in their order."""
        with run:
            for i, found, final in self._work(run.deadline):
                self._keep(i, found, final)
                yield from self._done()
        if run.stopped is None and not all(self._final):
            run.stop(Stop.TIME)
        reason = INTERRUPTED if run.stopped is Stop.INTERRUPT else TOO_LATE
        while self._given < len(self._query.cubes):
            yield self._next(reason)

    def _work(self, deadline: Deadline) -> Iterator[Found]:
        """Yield the moves of cubes, better and better."""
        cubes, search = self._query.cubes, self._query.search
        if self._query.workplace is not None:
            return solved_in_units(cubes, search, self._query.workplace, deadline)
        self._begin(deadline)
        return improved(cubes, self._known, search, deadline, self._on_progress)

    def _begin(self, deadline: Deadline) -> None:
        """Find moves for every cube at once, if some could starve otherwise."""
        cubes = self._query.cubes
        if deadline.seconds is None and not self._query.search.by.proves:
            return
        large = [(i, cube) for i, cube in enumerate(cubes) if isinstance(cube, Cube)]
        found = quick([cube for _, cube in large], self._query.search, deadline)
        for (i, _), solution in zip(large, found, strict=True):
            self._known[i] = solution

    def _keep(self, i: int, found: Solution | Failure, final: bool) -> None:
        if isinstance(found, Failure):
            if final and len(self._known) == 1:
                raise found
            self._failed[i] = found
        else:
            self._known[i] = found
        self._final[i] = final

    def _done(self) -> Iterator[CubeReport]:
        """Yield the reports of cubes that are done, as are all before them."""
        while self._given < len(self._final) and self._final[self._given]:
            yield self._next("")

    def _next(self, reason: str) -> CubeReport:
        i = self._given
        self._given += 1
        report = CubeReport(self._query.cubes[i].facelets, self._query.cubes[i])
        found = self._known[i]
        if found is None:
            failed = self._failed[i]
            return replace(report, unsolved=str(failed) if self._final[i] else reason)
        self._solved += 1
        return report.solved_by(found)

    def settle(self, answer: SolveAnswer, run: Run) -> None:
        """Set the status of the answer."""
        everything = self._solved == len(self._query.cubes)
        place = self._query.workplace
        answer.units = None if place is None or place.journal is None else place.tally
        if run.stopped is None and everything:
            answer.status = Status.COMPLETE
        else:
            answer.status = Status.PARTIAL if self._solved else Status.UNKNOWN


class _Listing:
    """A `SolveEvery` under way."""

    def __init__(self, query: SolveEvery) -> None:
        self._query = query
        self._found = 0

    def reports(self, answer: SolveAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield a report for each shortest solution."""
        query = self._query
        blank = CubeReport(query.cube.facelets, query.cube)
        try:
            for found in self._every(run.deadline):
                if self._found == query.limits.number:
                    run.stop(Stop.LIMIT)
                    return
                self._found += 1
                yield _listed_report(blank, found, query.search, query.cube)
        except OutOfTimeError as error:
            answer.reason = error.problem if not self._found else None
            run.stop(Stop.TIME)
        except LimitError:
            if not self._found:
                raise
            run.stop(Stop.TIME)

    def _every(self, deadline: Deadline) -> Iterator[Moves | MoveSequence]:
        query = self._query
        method, options = query.search.for_size(query.cube.puzzle.size)
        return method.each_solution(
            query.cube,
            up_to_commuting=query.up_to_commuting,
            time_limit=deadline.left_or_none,
            **options,
        )

    def settle(self, answer: SolveAnswer, run: Run) -> None:
        """Set the status of the answer."""
        answer.count = self._found if run.told is None else run.told.reports
        if run.stopped is None:
            answer.status = Status.COMPLETE
        else:
            answer.status = Status.PARTIAL if answer.count else Status.UNKNOWN


def _listed_report(
    blank: CubeReport, found: Moves | MoveSequence, search: MoveSearch, cube: State
) -> CubeReport:
    """Return the report of one of all shortest solutions.

    That no other sequence of certain turns is shorter proves nothing about all turns.
    """
    moves = found if isinstance(found, Moves) else found.moves
    metric: Metric = search.metric
    if search.turns is None or isinstance(found, Moves):
        proven = cube.puzzle.size <= CUBE.size  # of larger ones not every turn was tried
        least = moves.length(metric) if proven else 0
        return blank.solved_by(Solution(moves, metric, proven, least, 0.0, 0))
    return blank.solved_by(NamedSolution(moves, metric, False, 0, 0.0, 0, found))


def solvable(cube: State, shown: Facelets | None = None) -> State:
    """Return a cube that turns can solve.

    Args:
        cube: the cube.
        shown: the stickers as the user wrote them, for messages.

    Raises:
        InputError: turns cannot solve it.
    """
    try:
        require_reachable(cube, None if shown is None else shown.written)
    except InputError as error:
        raise with_hints(error, shown or Facelets.of(cube)) from None
    return cube


def as_given(report: CubeReport, shown: Facelets) -> CubeReport:
    """Return a report of a cube in the letters of the stickers that it was given as."""
    given = shown if UNKNOWN in shown.letters else None
    return replace(report, scheme=shown.scheme, given=given)


def _refuse_for_sole_method(
    cubes: Iterable[State], method: str | None, how: Mapping[str, object]
) -> None:
    """Refuse what the methods for the sizes of the cubes do not take, unless a method that takes them is named."""
    if method is not None and all(cube.puzzle.size in METHODS.find(method).sizes for cube in cubes):
        return
    soles = {cube.puzzle: method_for_size(cube.puzzle.size) for cube in cubes}
    if None in soles.values():
        return
    for name, value in {"method": method, **how}.items():
        for puzzle, sole in soles.items():
            if value is not None and sole is not None and name not in sole.options:
                what = (
                    f"{value} is no method for a {puzzle.name}"
                    if name == "method"
                    else f"a {puzzle.name} takes no {name.replace('_', ' ')}"
                )
                raise InputError(what, f"leave it out: {sole.name} gives {sole.summary}")
