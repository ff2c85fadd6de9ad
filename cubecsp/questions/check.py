"""Is it a real cube, can turns make it, which rules does it keep, and which stickers break them."""

from __future__ import annotations

import time
from collections.abc import Iterable

from cubecsp.cube.facelets import Facelets
from cubecsp.models.pattern import Pattern
from cubecsp.models.rule import Rule
from cubecsp.questions.answer import Answer, CubeReport, Status, versions

__all__ = ["check"]


def check(cubes: Iterable[Facelets], pattern: Pattern | Rule | None = None) -> Answer:
    """Return a report per cube: all its defects and, if its pieces are real, all broken rules.

    The status is `complete` when every cube is reachable and keeps the rules, and `infeasible`
    otherwise: there is a defect or a violation to read.
    """
    started = time.perf_counter()
    pattern = Pattern(()) if pattern is None else Pattern.of(pattern)
    reports = [_report(shown, pattern) for shown in cubes]
    sound = not any(report.defects or report.violations for report in reports)
    return Answer(
        query={
            "question": "check",
            "rules": [str(rule) for rule in pattern.rules],
            "versions": versions(),
        },
        status=Status.COMPLETE if sound else Status.INFEASIBLE,
        cubes=reports,
        seconds=time.perf_counter() - started,
    )


def _report(shown: Facelets, pattern: Pattern) -> CubeReport:
    defects = tuple(shown.defects())
    if shown.piece_defects():
        return CubeReport(shown.letters, defects=defects)
    cube = shown.to_cube()
    return CubeReport(shown.letters, cube, defects=defects, violations=pattern.violations(cube))
