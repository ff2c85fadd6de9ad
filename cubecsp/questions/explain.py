"""Explanations why no cube satisfies the rules, or none but a few: which rules conflict, and which to drop."""

from collections.abc import Collection, Generator, Iterable, Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import Annotated, Any, ClassVar

from cubecsp.errors import EngineError, OutOfTimeError
from cubecsp.frozen import frozen
from cubecsp.models.conflicts.demands import Demands
from cubecsp.models.conflicts.minimal_conflicts import ConflictSet, CorrectionSet, minimal_sets
from cubecsp.models.conflicts.relations import Relation, candidates, relation
from cubecsp.models.conflicts.witnesses import Witness, Witnesses
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.rule import Rule
from cubecsp.models.engines import (
    ENGINES,
    Engine,
    changed_options,
    load_engine,
    require_exhaustive,
    require_programs,
)
from cubecsp.puzzle.cube.batch import keeping
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.state import State
from cubecsp.questions.answers.answer import CubeReport, Status, Stop
from cubecsp.questions.answers.reasons import Conflict, Correction, ExplainAnswer
from cubecsp.questions.asking import progress
from cubecsp.questions.asking.about import AboutPuzzles
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import Param, callback
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.shared_parameters import (
    AUTO,
    Allow,
    EngineName,
    EngineOptions,
    OnProgress,
    SomeRules,
    TimeLimit,
)
from cubecsp.questions.asking.value_kinds import Whole
from cubecsp.questions.count import Count
from cubecsp.questions.find import Find, FindAnswer
from cubecsp.stopping.deadline import Deadline

__all__ = ["MOST_KNOWN", "Explain", "ExplainAnswer", "explain"]

MOST_KNOWN = 1_000
"""The most known cubes for the question why there are no others."""

_COUNTED = 1.0  # seconds to count the cubes of a correction
_CHECKED = 10.0  # seconds for another engine to confirm a conflict
_RELATED = 0.5  # seconds for a rule that may hold or not
_AT_LENGTH = 5.0  # seconds for all of them
_BRIEFLY = 0.1  # seconds for each one after that
_FEW = 20_000  # up to this many cubes, all are examined
_LISTED = 1.0  # seconds to find them
_VARIED = 50  # cubes examined if there are more
_CHECKERS = (
    "cnf",
    "cpsat",
    "native",
)  # if native has not refuted it first, it would not do so soon


@frozen(kw_only=True)
class Explain(AboutPuzzles[ExplainAnswer]):
    """The parameters of `explain`.

    If no cube satisfies the rules, the question finds every minimal conflict, and every minimal correction,
    with a cube that it allows and, if counting takes a second or less, the number of such cubes. The
    invariants of twist, flip and parity count as rules here: a conflict says whether it needs them. A second
    engine confirms each conflict.

    If some do, the answer says for every rule of the list, with its possible words and small numbers, whether
    all, some or none of these cubes satisfy it.

    Ctrl-C and the time limit keep the results so far.

    Raises:
        InputError: an argument is invalid.
        EngineError: the engine is not installed, or two engines contradict each other.
    """

    name: ClassVar[str] = "explain"
    example: ClassVar[Mapping[str, Any]] = {"rules": ["solved=cross", "not-home=D-layer"]}

    rules: SomeRules = field(kw_only=False)
    beyond: Annotated[
        int,
        Param(
            "allow this many cubes to satisfy the rules, and say why there are no others",
            Whole(0, MOST_KNOWN),
        ),
    ] = 0
    engine: EngineName = AUTO
    engine_options: EngineOptions = ()
    allow: Allow = ()
    time_limit: TimeLimit = None
    on_progress: OnProgress = callback()

    def require(self) -> None:
        """Make sure that the engine takes such cubes, and can prove that there are none."""
        super().require()
        require_exhaustive(self.chosen, self.pattern.puzzle)
        if any(rule.alone for rule in self.pattern.rules):
            require_programs(self.chosen, self.pattern.with_programs)

    @cached_property
    def chosen(self) -> Engine:
        """The engine that the user asks for, with its options."""
        return load_engine(self.engine, self.engine_options)

    def as_json(self, name: str, value: Any) -> Any:
        """Return the options of the engine that differ from their defaults."""
        if name == "engine_options":
            return changed_options(self.chosen)
        return super().as_json(name, value)

    def stream(self) -> Stream[ExplainAnswer]:
        """Return the running question: a report for each correction, once all are known."""
        return self.begin(ExplainAnswer(query=self.learning("python-sat")), ExplainRun(self))


QUESTION = Explain
explain = asks(Explain)


class ExplainRun:
    """A running `Explain`."""

    def __init__(self, query: Explain) -> None:
        self._query = query
        self._demands = Demands(query.pattern.puzzle, query.pattern.rules)
        self._on_progress = progress.explaining(query.on_progress)
        self._known: list[State] = []
        self._conflicts: list[tuple[ConflictSet, str]] = []  # with the engine that has proven it
        self._corrections: list[tuple[CorrectionSet, Witness]] = []

    def reports(self, answer: ExplainAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield an example for each correction, or one cube that satisfies the rules."""
        with run:
            self._allow(answer, run)
            if answer.satisfiable is None:
                self._enumerate(answer, run)
        if answer.satisfiable is False:
            with run:
                self._confirm(answer, run)
            self._tell_conflicts(answer)
            for correction in self._sorted_corrections(run):
                answer.corrections = (*answer.corrections, correction)
                yield correction.example
        elif answer.satisfiable:
            with run:
                yield from self._relate(answer, run)

    def _allow(self, answer: ExplainAnswer, run: Run) -> None:
        """Find the cubes that may satisfy the rules, and note if there are more."""
        beyond = self._query.beyond
        if not beyond:
            return
        result = self._find(beyond + 1, run.deadline.left_or_none)
        run.deadline.check()
        answer.known = result.cubes[:beyond]
        if len(result.cubes) > beyond:
            answer.satisfiable = True
        self._known = [report.cube for report in answer.known if report.cube is not None]

    def _find(self, limit: int, time_limit: float | None, seed: int | None = None) -> FindAnswer:
        """Return the answer of `find` about the rules.

        Raises:
            KeyboardInterrupt: Ctrl-C ended it.
        """
        query = self._query
        how: dict[str, Any] = {"limit": limit, "time_limit": time_limit, "seed": seed}
        answer = Find(query.pattern, engine=query.chosen, **how).answer()
        if answer.stopped is Stop.INTERRUPT:
            raise KeyboardInterrupt
        return answer

    def _enumerate(self, answer: ExplainAnswer, run: Run) -> None:
        """Find all minimal conflicts and corrections."""
        query = self._query
        witnesses = Witnesses(self._demands, query.chosen, run.deadline, self._known)
        every = frozenset(range(len(self._demands.all)))
        try:
            answer.satisfiable = witnesses.extension(every) is not None
            if answer.satisfiable:
                return
            for conflict in minimal_sets(len(every), witnesses.extension):
                if isinstance(conflict, ConflictSet):
                    self._conflicts.append((conflict, witnesses.refuted[conflict.demands]))
                else:
                    witness = witnesses.example(every - conflict.dropped)
                    assert witness is not None
                    self._corrections.append((conflict, witness))
                if self._on_progress is not None:
                    self._on_progress(len(self._conflicts), len(self._corrections))
        finally:
            answer.searches = witnesses.searches

    def _confirm(self, answer: ExplainAnswer, run: Run) -> None:
        """Let another engine search for a cube in each conflict.

        Raises:
            EngineError: it finds one.
        """
        for conflict, engine in self._sorted_conflicts():
            checker = self._checker(engine, conflict)
            told = Conflict(self._demands.at(conflict.demands), engine)
            if checker is not None and self._is_confirmed(conflict, checker, run.deadline):
                told = replace(told, checked_by=checker)
            answer.conflicts = (*answer.conflicts, told)

    def _sorted_conflicts(self) -> list[tuple[ConflictSet, str]]:
        return sorted(self._conflicts, key=lambda pair: _smallest_first(pair[0].demands))

    def _checker(self, engine: str, conflict: ConflictSet) -> str | None:
        """Return the name of another engine than one, which takes cubes of the size and knows the rules."""
        puzzle = self._demands.puzzle
        if any(rule.alone for rule in self._demands.rules_of(conflict.demands)):
            return None
        others = (n for n in _CHECKERS if n != engine and puzzle.is_cube_of(ENGINES[n].sizes))
        return next(others, None)

    def _is_confirmed(self, conflict: ConflictSet, checker: str, deadline: Deadline) -> bool:
        within = Deadline(min(_CHECKED, deadline.left))
        witnesses = Witnesses(self._demands, checker, within, self._known)
        try:
            example = witnesses.example(conflict.demands)
        except OutOfTimeError:
            deadline.check()
            return False
        if example is not None:
            rules = " ".join(map(str, self._demands.rules_of(conflict.demands)))
            raise EngineError(
                f"{checker} finds {example.cube.facelets} for {rules}, which another engine refutes: "
                "please report this"
            )
        return True

    def _tell_conflicts(self, answer: ExplainAnswer) -> None:
        """Add conflicts to the answer that no other engine has had time to check."""
        for conflict, engine in self._sorted_conflicts()[len(answer.conflicts) :]:
            told = Conflict(self._demands.at(conflict.demands), engine)
            answer.conflicts = (*answer.conflicts, told)

    def _sorted_corrections(self, run: Run) -> Iterable[Correction]:
        """Yield the corrections: first those that keep all invariants of the cube, then those of fewest demands."""
        rules = len(self._demands.rules)

        def order(pair: tuple[CorrectionSet, Witness]) -> tuple[bool, int, list[int]]:
            dropped = pair[0].dropped
            return (max(dropped) >= rules, *_smallest_first(dropped))

        for correction, witness in sorted(self._corrections, key=order):
            dropped = self._demands.at(correction.dropped)
            if max(correction.dropped) >= rules:
                yield Correction(
                    dropped, CubeReport(witness.cube.facelets, scheme=self._query.letters)
                )
                continue
            left = self._query.pattern.without(*self._demands.rules_of(correction.dropped))
            count = self._count(left, run)
            example = replace(CubeReport.of(witness.cube), scheme=self._query.letters)
            yield Correction(dropped, example, count)

    def _count(self, pattern: Pattern, run: Run) -> int | None:
        """Return the number of cubes; None if counting takes too long."""
        if (
            run.stopped is not None
            or run.deadline.is_over
            or not isinstance(pattern.puzzle, CubePuzzle)
        ):
            return None
        if any(rule.alone for rule in pattern.rules):
            return None
        within = run.deadline.within(_COUNTED)
        answer = Count(pattern, time_limit=within.left_or_none).answer()
        if answer.stopped is Stop.INTERRUPT:
            run.stop(Stop.INTERRUPT)
        return answer.count

    def _relate(self, answer: ExplainAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield a cube that satisfies the rules, and relate other rules to all such cubes."""
        company = _Company(self._query.pattern)
        result = self._find(_FEW, run.deadline.within(_LISTED).left_or_none)
        company.add(_cubes_of(result))
        company.complete = result.ended is None
        if not company.complete:
            varied = self._find(_VARIED, run.deadline.within(_LISTED).left_or_none, seed=0)
            company.add(_cubes_of(varied))
        run.deadline.check()
        yield from result.cubes[:1]
        at_length = run.deadline.within(_AT_LENGTH)
        for rule in candidates(self._query.pattern):
            within = run.deadline.within(max(_BRIEFLY, min(_RELATED, at_length.left)))
            answer.relations = {**answer.relations, rule: self._relation(rule, company, within)}
            run.deadline.check()

    def _relation(self, rule: Rule, company: "_Company", within: Deadline) -> Relation:
        def search(pattern: Pattern) -> State | None:
            if company.complete:
                return None
            demands = Demands(pattern.puzzle, pattern.rules)
            witness = Witnesses(demands, self._query.chosen, within).example(
                range(len(demands.all))
            )
            if witness is None:
                return None
            company.add([witness.cube])
            return witness.cube

        try:
            return relation(rule, self._query.pattern, company.divided_by, search)
        except OutOfTimeError:
            return Relation.UNDECIDED

    def set_status(self, answer: ExplainAnswer, run: Run) -> None:
        """Set the status of the answer."""
        if answer.satisfiable is None:
            answer.status = Status.UNKNOWN
        else:
            answer.status = Status.COMPLETE if run.stopped is None else Status.PARTIAL


def _cubes_of(answer: FindAnswer) -> Iterable[State]:
    return (report.cube for report in answer if report.cube is not None)


def _smallest_first(places: Collection[int]) -> tuple[int, list[int]]:
    return len(places), sorted(places)


class _Company:
    """The cubes found so far that satisfy some rules.

    Attributes:
        complete: whether there are no others.
    """

    def __init__(self, pattern: Pattern) -> None:
        self.complete = False
        self._puzzle = pattern.puzzle
        self._rows = b""

    def add(self, cubes: Iterable[State]) -> None:
        """Add more cubes."""
        self._rows += b"".join(cube.seen for cube in cubes)

    def divided_by(self, rule: Rule) -> tuple[bool, bool]:
        """Return whether some of the cubes satisfy a rule, and whether some do not."""
        flags = keeping(self._rows, [rule.holds_in], self._puzzle)
        return any(flags), not all(flags)
