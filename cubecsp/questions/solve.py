"""The moves that solve cubes, and so, undone, the moves that make them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from cubecsp.errors import InputError, LimitError
from cubecsp.puzzle.moves import Metric, Moves
from cubecsp.puzzle.state import Cube, PocketCube, State
from cubecsp.puzzle.symmetry import SYMMETRIES, Symmetry
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.questions.limits import (
    check_length,
    check_limit,
    check_size,
    check_threads,
    check_time_limit,
)
from cubecsp.search import METHODS, Method
from cubecsp.search.sequence import Sequence as MoveSequence
from cubecsp.search.solution import NamedSolution, Solution

__all__ = ["INTERRUPTED", "MOST_TURNS", "solve", "solve_all", "with_moves"]

INTERRUPTED = "interrupted"
"""Why a cube has no moves that Ctrl-C came before."""

_TOO_LATE = "the time limit passed"
_BLINK = 0.01  # seconds that a cube gets where the time is all but over

MOST_TURNS = 20
"""No cube needs more turns (T. Rokicki et al., "The diameter of the Rubik's Cube group is twenty")."""


def solve(
    cubes: State | Iterable[State],
    *,
    method: str = "two-phase",
    metric: Metric = "htm",
    max_length: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    turns: str | None = None,
    table: str | None = None,
    on_progress: Callable[[Any], None] | None = None,
    on_solved: Callable[[int], None] | None = None,
    on_found: Callable[[CubeReport], None] | None = None,
) -> Answer:
    """Return moves that solve each of `cubes`, in their order.

    Args:
        cubes: one cube, or many; those of the 2×2×2 are solved optimally whatever the method.
        method: a name of `cubecsp.search.METHODS`.
        metric: how turns are counted.
        max_length: be content with so many turns; None asks for the shortest that can be found.
        time_limit: seconds per cube; None for as long as it takes to reach `max_length` or, without
            one, for as long as the method thinks right (two-phase: a tenth of a second).
        threads: how many to search with; None leaves it to the method, which takes all processors
            for many cubes.
        turns: the moves that may be used, as "U,R2,F" (breadth-first only).
        table: which size of table (optimal only).
        on_progress: called with the progress of methods that report it.
        on_solved: called with how many cubes are done, after each.
        on_found: called with the report of each cube, in their order, as soon as it is there.

    Raises:
        InputError: turns cannot solve a cube, or the method does not take what is asked of it.
        LimitError: memory ran out, or no solution is as short as `max_length`; of many cubes, the
            report of that one says so instead, and the others are solved.
    """
    chosen = METHODS.find(method)
    max_length = check_length(max_length, "solutions")
    options = {
        "metric": None if metric == "htm" else metric,
        "max_length": max_length,
        "time_limit": check_time_limit(time_limit),
        "threads": None if threads is None else check_threads(threads),
        "turns": turns,
        "table": table,
    }
    several = (cubes,) if isinstance(cubes, State) else tuple(cubes)
    given = [_solvable(cube) for cube in several]
    answer = _unanswered(given, chosen, options)
    started = time.perf_counter()
    try:
        for i, solution in enumerate(_solutions(given, chosen, options, on_progress)):
            if isinstance(solution, str):
                answer.cubes[i] = replace(answer.cubes[i], unsolved=solution)
                ended = Stop.TIME if solution == _TOO_LATE else None
            else:
                answer.cubes[i] = _reported(answer.cubes[i], solution)
                ended = _ended(solution, chosen, max_length, time_limit)
            answer.stopped = ended or answer.stopped
            if on_found is not None:
                on_found(answer.cubes[i])
            if on_solved is not None:
                on_solved(i + 1)
            if answer.stopped is Stop.INTERRUPT:
                break
    except KeyboardInterrupt:
        answer.stopped = Stop.INTERRUPT
    answer.cubes = [
        replace(report, unsolved=INTERRUPTED)
        if report.solution is None and report.unsolved is None
        else report
        for report in answer
    ]
    answer.status = _status(answer)
    answer.seconds = time.perf_counter() - started
    return answer


def solve_all(
    cube: State,
    *,
    method: str = "optimal",
    metric: Metric = "htm",
    limit: int | None = None,
    up_to_commuting: bool = False,
    **options: Any,
) -> Answer:
    """Return every shortest solution of one cube: a report for each, in the order of discovery.

    Solutions that are written differently are different, whatever the method: `U D` and `D U` are
    two. In the quarter-turn metric all are written in quarter turns, so that a half turn is two
    solutions, `U U` and `U' U'`. Those of a 2×2×2 are turns of U, R and F.

    Args:
        cube: what to solve.
        method: one that lists all: `optimal`, or `breadth-first` over any turns.
        metric: how turns are counted.
        limit: stop after so many.
        up_to_commuting: count those that differ in the order of adjacent commuting turns alone as
            one, and give the first.
        options: others that the method takes (see `solve`).

    Raises:
        InputError: as for `solve`.
        LimitError: time or memory ran out before the first length with solutions was listed.
    """
    chosen = METHODS.find(method)
    limit = check_limit(limit, "solutions")
    check_time_limit(options.get("time_limit"))
    check_length(options.get("max_length"), "solutions")
    options["metric"] = None if metric == "htm" else metric
    answer = _unanswered([cube], chosen, options)
    answer.query |= {"all": True, "up_to_commuting": up_to_commuting}
    started = time.perf_counter()
    (blank,) = answer.cubes
    answer.cubes = []
    try:
        for found in _listed(_solvable(cube), chosen, up_to_commuting, options):
            if len(answer) == limit:
                answer.stopped = Stop.LIMIT
                break
            answer.cubes.append(_listed_report(blank, found, metric, options.get("turns")))
    except KeyboardInterrupt:
        answer.stopped = Stop.INTERRUPT
    except LimitError:
        if not answer.cubes:
            raise
        answer.stopped = Stop.TIME
    answer.count = len(answer)
    answer.status = _status(answer)
    answer.seconds = time.perf_counter() - started
    return answer


def with_moves(
    reports: Sequence[CubeReport],
    *,
    method: str = "two-phase",
    aim: int | None = None,
    patience: float = 0.4,
    time_limit: float | None = None,
) -> list[CubeReport]:
    """Return the reports with moves added.

    One cube of each class is solved; its conjugates are solved by the conjugate moves, so that a
    class has one length, and the 48 perfect scrambles take the time of one.

    Args:
        reports: of reachable cubes.
        method: a name of `cubecsp.search.METHODS`.
        aim: try for at most so many turns; None is content with `MOST_TURNS`.
        patience: seconds to try for `aim`, shared by the classes; then the shortest moves found
            will do.
        time_limit: seconds for all of it; None for as long as it takes. Reports of cubes without
            moves, after that or after Ctrl-C, say why in `unsolved`.
    """
    chosen = METHODS.find(method)
    check_time_limit(time_limit)
    end = math.inf if time_limit is None else time.monotonic() + time_limit
    images: list[tuple[Cube, Symmetry]] = []
    solved: dict[Cube, Solution | str] = {}
    reason = _TOO_LATE
    try:
        images += (_least(report) for report in reports if time.monotonic() < end)
        classes = dict.fromkeys(least for least, _ in images)
        hurry = None if aim is None else (aim, patience / len(classes or [1]))
        for least in classes:
            if time.monotonic() >= end:
                break
            solved[least] = found = _solved_by(chosen, least, hurry, end)
            if isinstance(found, Solution) and time.monotonic() < end and _gave_up(found, chosen):
                raise KeyboardInterrupt  # which the method has met, and kept what it had
    except KeyboardInterrupt:
        reason = INTERRUPTED
    result = []
    for report, image in zip_longest(reports, images):
        found = solved.get(image[0], reason) if image else reason
        if isinstance(found, str):
            result.append(replace(report, unsolved=found))
        else:
            moves = image[1].inverse.of_moves(found.moves)
            result.append(_reported(report, replace(found, moves=moves)))
    return result


def _solved_by(
    chosen: Method, cube: Cube, hurry: tuple[int, float] | None, end: float
) -> Solution | str:
    """Return moves of `cube`, or why there are none.

    Args:
        chosen: the method.
        cube: what to solve.
        hurry: a length to try for first, and the seconds for that.
        end: when the time is over, by the monotonic clock.
    """
    found = None
    left = end - time.monotonic()
    try:
        if hurry is not None:
            found = chosen.solve(cube, max_length=hurry[0], time_limit=min(hurry[1], left))
        if found is None:
            left = max(end - time.monotonic(), _BLINK)
            found = chosen.solve(
                cube,
                max_length=None if chosen.proves else MOST_TURNS,
                time_limit=None if math.isinf(left) else left,
            )
    except LimitError as error:
        return str(error)
    return found or _TOO_LATE


def _listed(
    cube: Cube | PocketCube, chosen: Method, up_to_commuting: bool, options: dict[str, Any]
) -> Iterator[Moves | MoveSequence]:
    """Return every shortest solution."""
    if isinstance(cube, Cube):
        return chosen.each_solution(cube, up_to_commuting=up_to_commuting, **options)
    from cubecsp.search import pocket

    shortest, most = _solved_pocket(cube, options), options.get("max_length")
    if most is not None and shortest.length > most:
        raise LimitError(f"no solution is of length {most} or less", "allow longer ones")
    return pocket.all_solutions(cube, shortest.metric)


def _listed_report(
    blank: CubeReport, found: Moves | MoveSequence, metric: Metric, turns: str | None
) -> CubeReport:
    """Return the report of one of all shortest solutions.

    That no other sequence of certain turns is shorter proves nothing about all turns.
    """
    moves = found if isinstance(found, Moves) else found.moves
    if turns is None or isinstance(found, Moves):
        return _reported(blank, Solution(moves, metric, True, moves.length(metric), 0.0, 0))
    return _reported(blank, NamedSolution(moves, metric, False, 0, 0.0, 0, found))


def _unanswered(cubes: Sequence[State], chosen: Method, options: dict[str, Any]) -> Answer:
    asked = {name: value for name, value in options.items() if value is not None}
    return Answer(
        query={"question": "solve", "method": chosen.name, **asked, "versions": versions()},
        status=Status.UNKNOWN,
        cubes=[CubeReport(cube.facelets, cube) for cube in cubes],
    )


def _status(answer: Answer) -> Status:
    if answer.stopped is None and not any(report.unsolved for report in answer):
        return Status.COMPLETE
    return Status.PARTIAL if any(r.solution is not None for r in answer) else Status.UNKNOWN


def _solutions(
    cubes: Sequence[Cube | PocketCube],
    chosen: Method,
    options: dict[str, Any],
    on_progress: Callable[[Any], None] | None,
) -> Iterator[Solution | str]:
    """Yield a solution of each cube, or why there is none."""
    large = [cube for cube in cubes if isinstance(cube, Cube)]
    together = chosen.solve_many(large, progress=on_progress, **options)
    for cube in cubes:
        if isinstance(cube, PocketCube):
            yield _solved_pocket(cube, options)
            continue
        alone = (
            together
            if chosen.batches
            else chosen.solve_many([cube], progress=on_progress, **options)
        )
        try:
            found: Solution | str | None = next(alone)
        except LimitError as error:
            if len(cubes) == 1:
                raise
            found = str(error)
        yield found or _TOO_LATE


def _ended(
    solution: Solution, chosen: Method, wanted: int | None, time_limit: float | None
) -> Stop | None:
    """Return what made a method that proves its solutions stop before it could, if anything did."""
    if not _gave_up(solution, chosen) or (wanted is not None and solution.length <= wanted):
        return None
    late = time_limit is not None and solution.seconds >= time_limit
    return Stop.TIME if late else Stop.INTERRUPT


def _gave_up(solution: Solution, chosen: Method) -> bool:
    return chosen.proves and not solution.optimal


def _solvable(cube: State) -> Cube | PocketCube:
    """Return a cube that there are methods for.

    Raises:
        InputError: it is larger than a 3×3×3.
    """
    check_size(cube.puzzle, "solved into moves")
    assert isinstance(cube, Cube | PocketCube)
    return cube


def _solved_pocket(cube: PocketCube, options: dict[str, Any]) -> Solution:
    from cubecsp.search import pocket

    if options.get("turns") is not None:
        raise InputError("a 2×2×2 is solved over all turns", "leave the turns out")
    return pocket.solve(cube, options.get("metric") or "htm")


def _least(report: CubeReport) -> tuple[Cube, Symmetry]:
    """Return the least conjugate of a report's cube, and a symmetry that leads to it."""
    cube = report.cube
    assert isinstance(cube, Cube)  # what is reachable is a cube
    images = ((symmetry.of(cube), symmetry) for symmetry in SYMMETRIES)
    return min(images, key=lambda image: (image[0], image[1].index))


def _reported(report: CubeReport, solution: Solution) -> CubeReport:
    """Return the report with a solution that has been tried out."""
    sequence = getattr(solution, "sequence", None)
    for moves in (solution.moves, *([sequence.written] if sequence else [])):
        if report.cube is None or report.cube.apply(moves) != type(report.cube)():
            raise AssertionError(f"{moves} does not solve {report.facelets}")
    return replace(
        report,
        solution=solution.moves,
        metric=solution.metric,
        optimal=solution.optimal,
        proven=solution.proven,
        phases=getattr(solution, "phases", None),
        sequence=sequence,
    )
