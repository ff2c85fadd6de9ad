"""Is it a real cube, can turns make it, which rules does it keep, and which stickers break them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence

from cubecsp.diagnosis.assembly import CLASSES
from cubecsp.diagnosis.diagnosis import Diagnosis
from cubecsp.diagnosis.explanation import Explanation
from cubecsp.errors import InputError, excerpt
from cubecsp.formats import as_stickers
from cubecsp.models.pattern import Pattern
from cubecsp.models.rule import Rule
from cubecsp.puzzle.defect import DefectKind
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.puzzle import CUBE, PUZZLES
from cubecsp.puzzle.state import State
from cubecsp.questions.answer import Answer, CubeReport, Status, versions

__all__ = ["check"]

_MANY = 100  # cubes that are judged as arrays rather than one by one

Checkable = Facelets | State | str


def check(
    cubes: Checkable | Iterable[Checkable],
    pattern: Pattern | Rule | None = None,
    *,
    explain: bool = False,
) -> Answer:
    """Return a report per cube: all its defects, its class and mends, and all broken rules.

    The status is `complete` when every cube is reachable and satisfies the rules, and `infeasible`
    when one is not or does not: there is a defect or a violation to read. A cube some of whose
    stickers are unknown is sound if it can be reachable, whatever they are; whether it satisfies rules
    is then `unknown`.

    Args:
        cubes: one cube or several: stickers, texts in any format, or cubes.
        pattern: rules that cubes have to keep, if their pieces are real.
        explain: whether to count inversions, twists and flips piece by piece.

    Raises:
        InputError: a text cannot be read, rules are to be checked on another cube than a 3×3×3, or the
            tests to be explained on a larger one.
    """
    started = time.perf_counter()
    pattern = Pattern(()) if pattern is None else Pattern.of(pattern)
    several = (cubes,) if isinstance(cubes, Facelets | State | str) else tuple(cubes)
    shown = [as_stickers(cube) for cube in several]
    reports = [_report(found, cube, pattern, explain) for found, cube in _diagnosed(shown)]
    return Answer(
        query={
            "question": "check",
            "rules": [str(rule) for rule in pattern.rules],
            "versions": versions(),
        },
        status=_status(reports, pattern),
        cubes=reports,
        seconds=time.perf_counter() - started,
    )


def _status(reports: Sequence[CubeReport], pattern: Pattern) -> Status:
    if not all(map(_can_be_sound, reports)):
        return Status.INFEASIBLE
    undecided = any(report.can_be_real for report in reports) and pattern.rules
    return Status.UNKNOWN if undecided else Status.COMPLETE  # rules need every sticker


def _can_be_sound(report: CubeReport) -> bool:
    if report.can_be_real is not None:
        return report.can_be_real
    return report.diagnosis is not None and report.diagnosis.is_sound and not report.violations


def _can_be_real(found: Diagnosis) -> bool | None:
    """Return whether a real cube agrees with what is known; None if the diagnosis says enough."""
    if found.is_sound or found.kinds != {DefectKind.UNKNOWN_STICKER}:
        return None
    if _is_open(found):
        return True
    from cubecsp.questions.complete import is_possible

    return is_possible(found.shown)


def _is_open(found: Diagnosis) -> bool:
    """Return whether a sound diagnosis of known stickers shows at a glance that a real cube agrees.

    Known centres fit, and so there is a piece for each slot. The tests of parity, twist and flip have
    been made if the pieces are known; else wholly unknown slots can make up for what fails.
    """
    shown = found.shown
    if any(shown.colours[centre] is None for centre in shown.puzzle.centres):
        return False
    if found.assembly is not None:
        return True
    free = [
        sum(all(shown.colours[facelet] is None for facelet in frame) for frame in orbit.facelets)
        for orbit in shown.puzzle.orbits
    ]
    tied = any(law.permuted for law in shown.puzzle.laws)
    return all(free) and (sum(free) > len(free) or not tied)  # two of a kind can be exchanged


def _diagnosed(shown: Sequence[Facelets]) -> Iterator[tuple[Diagnosis, State | None]]:
    """Yield what there is to say about each cube, and the cube if its stickers form one."""
    if len(shown) < _MANY:
        for stickers in shown:
            cube = None if stickers.placements is None else stickers.to_state()
            yield Diagnosis(stickers), cube
        return
    from cubecsp.puzzle import batch

    rows, whole = batch.from_facelets([stickers.letters for stickers in shown])
    cubes = iter(batch.from_array(rows[whole]))
    known = {(has.parity, has.twist, has.flip): has for has in CLASSES}
    for stickers, real, key in zip(
        shown, whole.tolist(), batch.classes(rows).tolist(), strict=True
    ):
        if real:
            yield Diagnosis(stickers, known[tuple(key)]), next(cubes)
        else:
            yield from _diagnosed([stickers])


def _report(found: Diagnosis, cube: State | None, pattern: Pattern, explain: bool) -> CubeReport:
    shown, violations = found.shown, None
    if explain and shown.puzzle not in PUZZLES:
        raise InputError(
            f"cube {excerpt(shown.letters)} is a {shown.puzzle.name}, and the three tests are explained "
            "for a 3×3×3 and a 2×2×2 only",
            "leave out --explain",
        )
    if pattern.rules and shown.puzzle is not CUBE:
        raise InputError(
            f"cube {excerpt(shown.letters)} is a {shown.puzzle.name}, and rules can be checked on a 3×3×3 only",
            "leave the rules out",
        )
    if cube is not None:
        violations = pattern.violations(shown.to_cube()) if pattern.rules else {}
    return CubeReport(
        shown.letters,
        cube,
        diagnosis=found,
        explanation=Explanation(found.assembly, shown.scheme)
        if explain and found.assembly
        else None,
        violations=violations,
        can_be_real=_can_be_real(found),
    )
