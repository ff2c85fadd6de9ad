"""The moves that solve cubes, and so, undone, the moves that make them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

from cubecsp.cube.state import Cube
from cubecsp.cube.symmetry import SYMMETRIES, Symmetry
from cubecsp.errors import InputError
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.search import METHODS
from cubecsp.search.solution import Solution

__all__ = ["MOST_TURNS", "solve", "with_moves"]


MOST_TURNS = 20
"""No cube needs more turns (T. Rokicki et al., "The diameter of the Rubik's Cube group is twenty")."""


def solve(
    cubes: Cube | Iterable[Cube],
    *,
    method: str = "two-phase",
    max_length: int | None = None,
    time_limit: float | None = None,
) -> Answer:
    """Return moves that solve each of `cubes`, in their order.

    Args:
        cubes: one cube, or many.
        method: a name of `cubecsp.search.METHODS`.
        max_length: be content with so many turns; None looks for the shortest moves that can be
            found in the time.
        time_limit: seconds per cube; None for as long as it takes to reach `max_length` or, without
            one, for a tenth of a second.

    Raises:
        InputError: turns cannot solve a cube, or there is no such method.
    """
    started = time.perf_counter()
    given = [cubes] if isinstance(cubes, Cube) else list(cubes)
    reports = [CubeReport(cube.facelets, cube) for cube in given]
    answer = Answer(
        query={
            "question": "solve",
            "method": method,
            "max_length": max_length,
            "time_limit": time_limit,
            "versions": versions(),
        },
        status=Status.COMPLETE,
        cubes=reports,
    )
    try:
        for i, cube in enumerate(given):
            solution = _solved(cube, method, max_length, time_limit)
            if solution is None:
                answer.status, answer.stopped = Status.PARTIAL, Stop.TIME
            else:
                reports[i] = _reported(reports[i], solution)
    except KeyboardInterrupt:
        answer.status, answer.stopped = Status.PARTIAL, Stop.INTERRUPT
    if answer.status is Status.PARTIAL and not any(report.solution for report in reports):
        answer.status = Status.UNKNOWN
    answer.seconds = time.perf_counter() - started
    return answer


def with_moves(
    reports: Sequence[CubeReport],
    *,
    method: str = "two-phase",
    aim: int | None = None,
    patience: float = 0.4,
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
    """
    images = [_least(report) for report in reports]
    solved: dict[Cube, Solution] = {}
    classes = dict.fromkeys(least for least, _ in images)
    for least in classes:
        solution = None if aim is None else _solved(least, method, aim, patience / len(classes))
        solution = solution or _solved(least, method, MOST_TURNS, None)
        if solution is None:
            raise AssertionError(f"{method} gave {least!r} up without being asked to")
        solved[least] = solution
    result = []
    for report, (least, symmetry) in zip(reports, images, strict=True):
        moves = symmetry.inverse.of_moves(solved[least].moves)
        result.append(_reported(report, replace(solved[least], moves=moves)))
    return result


def _least(report: CubeReport) -> tuple[Cube, Symmetry]:
    """Return the least conjugate of a report's cube, and a symmetry that leads to it."""
    cube = report.cube
    assert isinstance(cube, Cube)  # what is reachable is a cube
    images = ((symmetry.of(cube), symmetry) for symmetry in SYMMETRIES)
    return min(images, key=lambda image: (image[0], image[1].index))


def _solved(
    cube: Cube, method: str, max_length: int | None, time_limit: float | None
) -> Solution | None:
    if method not in METHODS:
        raise InputError(f"there is no method {method!r}", f"known are {', '.join(METHODS)}")
    return METHODS[method].solve(cube, max_length=max_length, time_limit=time_limit)


def _reported(report: CubeReport, solution: Solution) -> CubeReport:
    """Return the report with a solution that has been tried out."""
    if report.cube is None or report.cube.apply(solution.moves) != Cube():
        raise AssertionError(f"{solution.moves} does not solve {report.facelets}")
    return replace(
        report, solution=solution.moves, metric=solution.metric, optimal=solution.optimal
    )
