"""Checks of cubes: whether each is solvable, which rules it satisfies, and which stickers break them."""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, cast

from cubecsp.diagnosis.assembly import COSETS
from cubecsp.diagnosis.diagnosis import Diagnosis
from cubecsp.diagnosis.explanation import Explanation
from cubecsp.errors import InputError
from cubecsp.formats import as_stickers
from cubecsp.frozen import fixed, frozen
from cubecsp.interface import spelled
from cubecsp.puzzle.cube.cube_puzzle import CUBE, PUZZLES, CubePuzzle
from cubecsp.puzzle.cube.defect import DefectKind
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.state import State
from cubecsp.questions.answers.answer import Answer, CubeReport, Status
from cubecsp.questions.answers.findings import findings
from cubecsp.questions.answers.numbers_in_words import in_seconds, plural
from cubecsp.questions.asking.about import AboutStates
from cubecsp.questions.asking.cubes_and_rules import CubeLike, rules_of
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import Cli, Param, callback
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.shared_parameters import (
    CubesOfOneWord,
    OnFound,
    TimeLimit,
    TurnsOfPuzzle,
    ruleset,
)
from cubecsp.questions.asking.value_kinds import Flag

if TYPE_CHECKING:  # cubes are judged without these unless the user asks for them
    from cubecsp.diagnosis.explanation import Explanation
    from cubecsp.models.core.rule import Rule, Violation
    from cubecsp.puzzle.core.puzzle import Puzzle
    from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern
    from cubecsp.questions.asking.cubes_and_rules import PatternLike

__all__ = ["Check", "CheckAnswer", "check"]

_MANY = 100  # cubes that are judged as arrays rather than one by one


@dataclass(repr=False)
class CheckAnswer(Answer):
    """The answer to `check`."""

    about_all = True

    def lines(self, report: CubeReport) -> Iterable[str]:
        """Return the defects of a cube, or the verdict that it is solvable, line by line."""
        return [report.shown, *findings(report, with_rules=bool(self.query["rules"]))]

    def sentence(self) -> str:
        """Return the sentence that says how many cubes are solvable and satisfy the rules."""
        good = sum(map(_can_be_sound, self.cubes))
        known = not any(report.can_be_solvable for report in self.cubes)
        be, satisfy = ("is", "satisfies") if good == 1 else ("are", "satisfy")
        if not known:
            be, satisfy = "may be", "satisfy"
        counted = f"{good:,} of {plural(len(self), self.noun)} {be} solvable"
        if self.query["rules"]:
            counted += f" and {satisfy} the rules"
        return f"{counted}{self._ending} ({in_seconds(self.seconds)})."


@frozen(kw_only=True)
class Check(AboutStates[CheckAnswer, Facelets]):
    """The parameters of `check`.

    There is a report for each cube: all its defects, its class and repairs, and all broken rules. The status
    is `complete` if every cube is solvable and satisfies the rules, and `infeasible` if one is not or does
    not: its report has a defect or a violation. A cube with unknown stickers is sound if some colours of
    these make it solvable; whether it satisfies rules is then `unknown`. Letters in rules are the colours
    that the cube shows, and places are those of the cube in its present orientation.

    For a state of another puzzle, the group that the moves generate (Schreier-Sims) decides whether it is
    solvable. If it is not, the report gives the reason: a piece in a slot that it cannot reach, a sum of
    turns or parities that no move changes or, if no such invariant explains it, the group itself.

    Raises:
        InputError: a text cannot be read, a rule does not apply to a cube of that size, or the tests are
            to be explained on one larger than a 3×3×3.
        LimitError: another puzzle is too large to compute its group; or moves are possible in some states
            only, and a search does not decide it.
    """

    name: ClassVar[str] = "check"
    example: ClassVar[Mapping[str, Any]] = {"cubes": "R U R' U'", "rules": ["no-touching=side"]}
    is_quick: ClassVar[bool] = True
    kept: ClassVar[tuple[str, ...]] = ("stated", "_by_puzzle")
    of_cubes: ClassVar[tuple[str, ...]] = (*AboutStates.of_cubes, "explain")

    cubes: CubesOfOneWord = field(kw_only=False)
    rules: Annotated[
        "PatternLike | Iterable[PatternLike]",
        ruleset(
            "what cubes have to satisfy, if their pieces are real",
            Cli(help="a rule, or the name of a pattern, to check against"),
            sized=False,
        ),
    ] = field(default=(), kw_only=False)
    explain: Annotated[
        bool,
        Param(
            "count inversions, twists and flips piece by piece, so that you can follow it on the cube",
            Flag(),
        ),
    ] = False
    turns: TurnsOfPuzzle = None
    time_limit: TimeLimit = None
    on_found: OnFound = callback()

    @cached_property
    def stated(self) -> "tuple[Rule, ...]":
        """The rules, for states of the puzzle, or a 3×3×3; see `rules_on`.

        Raises:
            InputError: a text is malformed.
        """
        return rules_of(self.rules, self.other)

    @cached_property
    def _by_puzzle(self) -> "dict[Puzzle, tuple[Rule, ...]]":
        return {self.other or CUBE: self.stated}

    def rules_on(self, puzzle: "Puzzle") -> "tuple[Rule, ...]":
        """Return the rules about cubes of a size: sets such as `rows` are of these."""
        if puzzle not in self._by_puzzle:
            self._by_puzzle[puzzle] = rules_of(self.rules, puzzle)
        return self._by_puzzle[puzzle]

    def require(self) -> None:
        """Make sure that the rules can be read, and apply to another puzzle."""
        super().require()
        for rule in self.stated:
            if self.other is not None:
                rule.require(self.other)

    def take_state(self, state: "KPattern") -> None:
        """Make sure that rules describe a state completely."""
        if self.stated:
            state.held_before(self.explored.frame(state)).require_still_slots()

    def take_cube(self, cube: CubeLike) -> Facelets:
        """Return the stickers of a cube, which can be judged in this way.

        Raises:
            InputError: a rule, or the explanation, is not for cubes of that size.
        """
        stickers = as_stickers(cube)
        _require_judgeable(stickers.puzzle, self.rules_on(stickers.puzzle), self.explain)
        return stickers

    def as_json(self, name: str, value: Any) -> Any:
        """Return the rules as they are written, about cubes of the size of the first one."""
        if name != "rules":
            return super().as_json(name, value)
        rules = self.rules_on(self.taken[0].puzzle) if self.taken else self.stated
        return [str(rule) for rule in rules]

    def stream(self) -> Stream[CheckAnswer]:
        """Return the running question: a report for each cube, in order."""
        return self.begin(CheckAnswer(query=self), CheckRun(self))


QUESTION = Check
check = asks(Check)


def _require_judgeable(puzzle: CubePuzzle, rules: "Iterable[Rule]", explain: bool) -> None:
    """Make sure that cubes of a size can be judged in this way.

    Raises:
        InputError: a rule does not apply to them, or the three tests are to be explained,
            which is done for small ones.
    """
    if explain and puzzle not in PUZZLES:
        raise InputError(
            f"the three tests are explained for a 3×3×3 and a 2×2×2 only, not for a {puzzle.name}",
            f"leave out {spelled('explain')}",
        )
    for rule in rules:
        rule.require(puzzle)


class CheckRun:
    """A running `Check`."""

    def __init__(self, query: Check) -> None:
        self._query = query
        self._done = 0
        self._bad = self._undecided = False

    def reports(self, _answer: CheckAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield a report for each cube."""
        query = self._query
        for report in self._of_cubes(run) if query.other is None else self._of_states(run):
            self._done += 1
            self._bad = self._bad or not _can_be_sound(report)
            self._undecided = self._undecided or bool(report.can_be_solvable and query.stated)
            yield report

    def _of_cubes(self, run: Run) -> Iterator[CubeReport]:
        for diagnosis, cube in _diagnoses(self._query.taken):
            run.deadline.check()
            yield self._report(diagnosis, cube)

    def _of_states(self, run: Run) -> Iterator[CubeReport]:
        """Yield reports with the verdict on states of another puzzle, and the rules that they break."""
        from cubecsp.models.core.pattern import Pattern

        explored, states = self._query.explored, cast("tuple[KPattern, ...]", self._query.taken)
        for state in states:
            run.deadline.check()
            frame = explored.frame(state)
            rules = Pattern(self._query.stated, puzzle=state.puzzle)
            held: Any = state.held_before(frame)
            yield replace(
                CubeReport.of(state),
                verdict=explored.verdict(state, run.deadline),
                violations=fixed(rules.violations(held)),
                held=state.puzzle.rotations[frame],
            )

    def _report(self, diagnosis: Diagnosis, cube: State | None) -> CubeReport:
        query, stickers = self._query, diagnosis.facelets
        violations: dict[Rule, list[Violation]] | None = None
        if cube is not None:
            violations = {}
            if rules := query.rules_on(cube.puzzle):
                from cubecsp.models.core.pattern import Pattern

                holding = query.holding_of(stickers)
                violations = Pattern(rules, puzzle=cube.puzzle).violations(cube, holding)
                if cube.facelets != stickers.letters:  # rules apply to it with DBL solved
                    stickers = Facelets(cube.facelets, stickers.scheme)
                    diagnosis = Diagnosis(stickers, diagnosis.known)
        return CubeReport(
            stickers.letters,
            cube,
            diagnosis=diagnosis,
            explanation=_explanation(diagnosis) if query.explain else None,
            violations=fixed(violations),
            can_be_solvable=_can_be_solvable(diagnosis),
            scheme=stickers.scheme,
        )

    def set_status(self, answer: CheckAnswer, _run: Run) -> None:
        """Set the status of the answer; rules need every sticker."""
        if self._bad:
            answer.status = Status.INFEASIBLE
        elif self._done < len(self._query.taken):
            answer.status = Status.PARTIAL if self._done else Status.UNKNOWN
        else:
            answer.status = Status.UNKNOWN if self._undecided else Status.COMPLETE


def _can_be_sound(report: CubeReport) -> bool:
    if report.can_be_solvable is not None:
        return report.can_be_solvable
    if report.verdict is not None:
        return report.verdict.reachable and not report.violations
    return report.diagnosis is not None and report.diagnosis.is_sound and not report.violations


def _can_be_solvable(diagnosis: Diagnosis) -> bool | None:
    """Return whether a solvable cube agrees with the known stickers; None if the diagnosis says enough."""
    if diagnosis.is_sound or diagnosis.kinds != {DefectKind.UNKNOWN_STICKER}:
        return None
    if _is_open(diagnosis):
        return True
    from cubecsp.questions.complete import is_possible

    return is_possible(diagnosis.facelets)


def _is_open(diagnosis: Diagnosis) -> bool:
    """Return whether a sound diagnosis of known stickers already shows that a solvable cube agrees.

    Known centres fit, and so there is a piece for each slot. If the pieces are known, the tests of parity,
    twist and flip have passed; otherwise completely unknown slots can correct the sums.
    """
    stickers = diagnosis.facelets
    if any(stickers.colours[centre] is None for centre in stickers.puzzle.centres):
        return False
    if diagnosis.assembly is not None:
        return True
    free = [
        sum(all(stickers.colours[facelet] is None for facelet in frame) for frame in orbit.frames)
        for orbit in stickers.puzzle.orbits
    ]
    tied = any(invariant.permuted for invariant in stickers.puzzle.invariants)
    return all(free) and (sum(free) > len(free) or not tied)  # two of a kind can be exchanged


def _diagnoses(facelets: Sequence[Facelets]) -> Iterator[tuple[Diagnosis, State | None]]:
    """Yield the diagnosis of each cube, and the cube if its stickers form one."""
    if len(facelets) < _MANY:
        for stickers in facelets:
            cube = None if stickers.placements is None else stickers.to_state()
            yield Diagnosis(stickers), cube
        return
    from cubecsp.puzzle.cube import batch

    rows, is_real = batch.from_facelets([stickers.letters for stickers in facelets])
    cubes = iter(batch.from_array(rows[is_real]))
    known = {(has.parity, has.twist, has.flip): has for has in COSETS}
    for stickers, real, key in zip(
        facelets, is_real.tolist(), batch.classes(rows).tolist(), strict=True
    ):
        if real:
            yield Diagnosis(stickers, known[tuple(key)]), next(cubes)
        else:
            yield from _diagnoses([stickers])


def _explanation(diagnosis: Diagnosis) -> "Explanation | None":
    return (
        Explanation(diagnosis.assembly, diagnosis.facelets.scheme) if diagnosis.assembly else None
    )
