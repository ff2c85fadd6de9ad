"""The moves that solve cubes, and so, undone, the moves that make them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

from cubecsp.cube.state import Cube
from cubecsp.cube.symmetry import SYMMETRIES
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.errors import InputError
from cubecsp.search import METHODS
from cubecsp.search.solution import Solution

__all__ = ["solve", "with_moves"]


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
        max_length: be content with so many turns; None leaves it to the method.
        time_limit: seconds per cube; None for no limit.

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
    reports: Sequence[CubeReport], *, method: str = "two-phase", time_limit: float | None = None
) -> list[CubeReport]:
    """Return the reports with moves added.

    One cube of each class is solved; its conjugates are solved by the conjugate moves, so that a
    class has one length, and the 48 perfect scrambles take the time of one.
    """
    solved: dict[Cube, Solution | None] = {}
    result = []
    for report in reports:
        if report.cube is None:
            result.append(report)
            continue
        least, symmetry = min(
            ((symmetry.of(report.cube), symmetry) for symmetry in SYMMETRIES),
            key=lambda image: (image[0], image[1].index),
        )
        if least not in solved:
            solved[least] = _solved(least, method, None, time_limit)
        solution = solved[least]
        if solution is not None:
            moves = symmetry.inverse.of_moves(solution.moves)
            report = _reported(report, replace(solution, moves=moves))
        result.append(report)
    return result


def _solved(
    cube: Cube, method: str, max_length: int | None, time_limit: float | None
) -> Solution | None:
    if method not in METHODS:
        raise InputError(f"there is no method {method!r}", f"known are {', '.join(METHODS)}")
    limits = {"max_length": max_length, "time_limit": time_limit}
    given = {name: value for name, value in limits.items() if value is not None}
    return METHODS[method].solve(cube, **given)


def _reported(report: CubeReport, solution: Solution) -> CubeReport:
    """Return the report with a solution that has been tried out."""
    if report.cube is None or report.cube.apply(solution.moves) != Cube():
        raise AssertionError(f"{solution.moves} does not solve {report.facelets}")
    return replace(
        report, solution=solution.moves, metric=solution.metric, optimal=solution.optimal
    )
