"""Whether a cube is real, whether turns can make it, which rules it satisfies, and which stickers break them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from cubecsp.diagnosis.assembly import COSETS
from cubecsp.diagnosis.diagnosis import Diagnosis
from cubecsp.errors import InputError
from cubecsp.puzzle.defect import DefectKind
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.puzzle import PUZZLES, CubePuzzle
from cubecsp.puzzle.state import State
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.questions.given import CubeLike, PatternLike, rules_of, stickers_of_all
from cubecsp.questions.limits import Limits, Run
from cubecsp.questions.query import Query, Stream
from cubecsp.questions.wording import plural, seconds_taken

if TYPE_CHECKING:  # cubes are judged without these where nobody asks for them
    from cubecsp.diagnosis.explanation import Explanation
    from cubecsp.models.rule import Rule, Violation

__all__ = ["Check", "CheckAnswer", "check", "require_judgeable"]

_MANY = 100  # cubes that are judged as arrays rather than one by one


@dataclass(repr=False)
class CheckAnswer(Answer):
    """The answer to `check`."""

    about_all = True

    def lines(self, report: CubeReport) -> Iterable[str]:
        """Return what is wrong with a cube, or that it is real, line by line."""
        from cubecsp.questions.findings import findings

        written = Facelets(report.facelets, report.scheme).written
        return [written, *findings(report, with_rules=bool(self.query["rules"]))]

    def sentence(self) -> str:
        """Return the sentence that says how many cubes turns can make and satisfy the rules."""
        good = sum(map(_can_be_sound, self.cubes))
        told = f"{good:,} of {plural(len(self), 'cube')} can be real"
        if self.query["rules"]:
            told += " and satisfy the rules as far as is known"
        ended = {Stop.INTERRUPT: "; interrupted", Stop.TIME: "; the time limit passed"}
        stopped = ended.get(self.stopped, "") if self.stopped else ""
        return f"{told}{stopped} ({seconds_taken(self.seconds)})."


@dataclass(frozen=True)
class Check(Query):
    """What `check` is asked.

    Attributes:
        cubes: what to judge, in order.
        rules: what cubes of any size have to satisfy, if their pieces are real.
        explain: whether to count inversions, twists and flips piece by piece.
        limits: what may end it.
    """

    question: ClassVar[str] = "check"

    cubes: tuple[Facelets, ...]
    rules: tuple[Rule, ...] = ()
    explain: bool = False
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        for puzzle in {shown.puzzle for shown in self.cubes}:
            require_judgeable(puzzle, self.rules, self.explain)

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        shown: dict[str, Any] = {
            "question": self.question,
            "rules": [str(rule) for rule in self.rules],
            "versions": versions(),
        }
        if self.limits.time is not None:
            shown["time_limit"] = self.limits.time
        return shown

    def stream(self) -> Stream[CheckAnswer]:
        """Return the question under way: a report for each cube, in order."""
        work = _Checking(self)
        answer = CheckAnswer(query=self, status=Status.UNKNOWN)
        return Stream(answer, self.limits, work.reports, work.settle)


def check(
    cubes: CubeLike | Iterable[CubeLike],
    pattern: PatternLike | Iterable[PatternLike] | None = None,
    *,
    explain: bool = False,
    time_limit: float | None = None,
    on_found: Callable[[CubeReport], None] | None = None,
) -> CheckAnswer:
    """Return a report for each cube: all its defects, its class and repairs, and all broken rules.

    The status is `complete` if every cube is reachable and satisfies the rules, and `infeasible` if one
    is not or does not: its report has a defect or a violation. A cube with unknown stickers is sound if
    it can be reachable, whatever they are; whether it satisfies rules is then `unknown`. Rules apply to a
    cube of even size as `find` gives it: if there are any, it is reported held with the piece DBL at home.

    Args:
        cubes: one cube or several, of any sizes: stickers, texts in any format, moves, or cubes.
        pattern: rules that cubes have to satisfy, if their pieces are real: rules, patterns, or texts
            that state them.
        explain: whether to count inversions, twists and flips piece by piece.
        time_limit: stop after this many seconds, and keep what is known then; None for no limit.
        on_found: called with each report as soon as it is known.

    Raises:
        InputError: a text cannot be read, a rule makes no sense on a cube of that size, or the tests are
            to be explained on one larger than a 3×3×3.
    """
    limits = Limits.of(None, time_limit)
    query = Check(tuple(stickers_of_all(cubes)), rules_of(pattern), explain, limits)
    return query.stream().collect(on_found)


def require_judgeable(puzzle: CubePuzzle, rules: Iterable[Rule], explain: bool) -> None:
    """Make sure that cubes of a size can be judged in this way.

    Raises:
        InputError: a rule makes no sense on them, or the three tests are to be explained,
            which is done for small ones.
    """
    if explain and puzzle not in PUZZLES:
        raise InputError(
            f"this is a {puzzle.name}, and the three tests are explained for a 3×3×3 and a 2×2×2 only",
            "leave out --explain",
        )
    for rule in rules:
        rule.require(puzzle)


class _Checking:
    """A `Check` under way."""

    def __init__(self, query: Check) -> None:
        self._query = query
        self._done = 0
        self._bad = self._undecided = False

    def reports(self, _answer: CheckAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield a report for each cube."""
        query = self._query
        for found, cube in _diagnosed(query.cubes):
            run.deadline.check()
            report = _report(found, cube, query.rules, query.explain)
            self._done += 1
            self._bad = self._bad or not _can_be_sound(report)
            self._undecided = self._undecided or bool(report.can_be_real and query.rules)
            yield report

    def settle(self, answer: CheckAnswer, _run: Run) -> None:
        """Set the status of the answer; rules need every sticker."""
        if self._bad:
            answer.status = Status.INFEASIBLE
        elif self._done < len(self._query.cubes):
            answer.status = Status.PARTIAL if self._done else Status.UNKNOWN
        else:
            answer.status = Status.UNKNOWN if self._undecided else Status.COMPLETE


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
        sum(all(shown.colours[facelet] is None for facelet in frame) for frame in orbit.frames)
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
    known = {(has.parity, has.twist, has.flip): has for has in COSETS}
    for stickers, real, key in zip(
        shown, whole.tolist(), batch.classes(rows).tolist(), strict=True
    ):
        if real:
            yield Diagnosis(stickers, known[tuple(key)]), next(cubes)
        else:
            yield from _diagnosed([stickers])


def _report(
    found: Diagnosis, cube: State | None, rules: tuple[Rule, ...], explain: bool
) -> CubeReport:
    violations: dict[Rule, list[Violation]] | None = None
    if cube is not None:
        violations = {}
        if rules:
            from cubecsp.models.pattern import Pattern

            violations = Pattern(rules, puzzle=cube.puzzle).violations(cube)
            if cube.facelets != found.shown.letters:  # rules are about it held with DBL at home
                found = Diagnosis(Facelets(cube.facelets, found.shown.scheme), found.known)
    shown = found.shown
    return CubeReport(
        shown.letters,
        cube,
        diagnosis=found,
        explanation=_explained(found) if explain else None,
        violations=violations,
        can_be_real=_can_be_real(found),
        scheme=shown.scheme,
    )


def _explained(found: Diagnosis) -> Explanation | None:
    from cubecsp.diagnosis.explanation import Explanation

    return Explanation(found.assembly, found.shown.scheme) if found.assembly else None
