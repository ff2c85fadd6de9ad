"""The findings of `check` about a cube, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from cubecsp.diagnosis.assembly import Coset
from cubecsp.diagnosis.diagnosis import ASSEMBLY_KINDS, Diagnosis
from cubecsp.diagnosis.hints import in_words
from cubecsp.puzzle.cube.cube_puzzle import CUBE, PUZZLES
from cubecsp.puzzle.cube.defect import Defect, DefectKind
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import UNKNOWN
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.answers.numbers_in_words import plural

NO_EXPLANATION = "The three tests need a complete set of real pieces: correct the stickers first."

_REASONS = 4  # the most reasons that are listed why no moves make a state
_PLACES = 3  # the most violations of a rule that are listed
_STICKERS = 6  # the most stickers of a defect that are named: those of two corners


def no_cube(shown: Facelets) -> str:
    """Return the sentence that no solvable cube agrees with the known stickers, and which question says why."""
    more = "; `complete` says why" if shown.puzzle in PUZZLES else ""
    return f"no solvable cube agrees with the known stickers{more}"


def findings(report: CubeReport, *, with_rules: bool) -> Iterator[str]:
    """Yield the verdict on a cube, then its defects, its repairs and the broken rules, a line for each finding.

    Args:
        report: the report of `check`.
        with_rules: whether `check` had rules.
    """
    if report.verdict is not None:
        yield from _about_state(report, with_rules=with_rules)
        return
    result = report.diagnosis
    assert result is not None  # `check` has diagnosed it
    of_rules = _of_rules(report, with_rules=with_rules)
    if result.is_sound:
        verdict, *of_rules = _with_verdict("Solvable.", of_rules)
        yield verdict
    elif report.can_be_solvable is None:
        yield "Not solvable."
    yield from _possibility(report, result, with_rules=with_rules)
    yield from in_words(result.hints)
    for defect in () if report.can_be_solvable else result.defects:
        yield f"defect: {defect.message}{_where(defect, result.facelets.puzzle.names)}"
    yield from _piece_repairs(result)
    yield from of_rules
    if DefectKind.UNKNOWN_STICKER in result.kinds and result.assembly is not None:
        completed = Facelets(result.assembly.letters, result.facelets.scheme).written
        yield f"what is known leaves one possibility: {completed}"


def _about_state(report: CubeReport, *, with_rules: bool) -> Iterator[str]:
    """Yield the findings about a state of a puzzle that is not a cube."""
    assert report.verdict is not None
    turned = f" (turned as a whole: {report.held})" if report.held else ""
    verdict = f"Solvable{turned}." if report.verdict.reachable else "Not solvable."
    verdict, *of_rules = _with_verdict(verdict, _of_rules(report, with_rules=with_rules))
    yield verdict
    reasons = report.verdict.reasons
    yield from reasons[:_REASONS]
    if len(reasons) > _REASONS:
        yield f"and {plural(len(reasons) - _REASONS, 'more such reason')}"
    yield from of_rules


def _where(defect: Defect, names: tuple[str, ...]) -> str:
    """Return the names of the stickers concerned, if they are few, not yet named, and not simply all turned ones."""
    vague = defect.kind in ASSEMBLY_KINDS and len(defect.slots) > 1
    concerned = [names[facelet] for facelet in defect.facelets]
    named = concerned == list(defect.slots)  # centres, which the message names
    if not concerned or len(concerned) > _STICKERS or vague or named:
        return ""
    return f" ({', '.join(concerned)})"


def _piece_repairs(diagnosis: Diagnosis) -> Iterator[str]:
    """Yield the coset of a cube that turns cannot solve, and the repairs of its pieces."""
    if not diagnosis.piece_repairs or diagnosis.coset is None:
        return
    first, *more = diagnosis.piece_repairs
    cosets = Coset.count(diagnosis.facelets.puzzle)
    yield f"coset: {diagnosis.coset.name} (one of {cosets}; no turn leads from one to another)"
    yield f"repair: {first.sentence(diagnosis.facelets.scheme)}"
    if more:
        yield f"  ({plural(len(more), 'other repair')} would do as well)"
    if diagnosis.kinds == {DefectKind.PERMUTATION_PARITY} and diagnosis.facelets.puzzle == CUBE:
        yield "  (or put the caps of four centres back by one around slice M, E or S, if these were taken off)"


def _with_verdict(verdict: str, lines: list[str]) -> list[str]:
    """Return lines with the verdict at the beginning of the first one."""
    return [" ".join([verdict, *lines[:1]]), *lines[1:]]


def _of_rules(report: CubeReport, *, with_rules: bool) -> list[str]:
    """Return the lines about broken rules, or that there are none; nothing if that is not known."""
    if with_rules and report.violations == {}:
        return ["Satisfies all rules."]
    return [*_violations(report)]


def _violations(report: CubeReport) -> Iterator[str]:
    for rule, places in (report.violations or {}).items():
        yield f"Breaks {rule} in {plural(len(places), 'place')}:"
        for place in places[:_PLACES]:
            yield f"  {place.sentence(report.scheme)}"
        if len(places) > _PLACES:
            yield f"  and {len(places) - _PLACES:,} more"


def _possibility(report: CubeReport, diagnosis: Diagnosis, *, with_rules: bool) -> Iterator[str]:
    """Yield whether a cube with unknown stickers can be solvable."""
    if report.can_be_solvable is None:
        return
    if not report.can_be_solvable:
        yield no_cube(diagnosis.facelets)
        return
    unknown = report.facelets.count(UNKNOWN)
    are = "sticker is" if unknown == 1 else "stickers are"
    unsaid = diagnosis.assembly is None and diagnosis.facelets.puzzle in PUZZLES
    more = "; `complete` says what it could be" if unsaid else ""
    yield f"Possibly solvable: {unknown} {are} unknown{more}"
    if with_rules:
        yield "whether it satisfies the rules can be decided only if all stickers are known"
