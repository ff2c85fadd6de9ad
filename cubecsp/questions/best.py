"""The cube with the most of something, or the least, with the proof that none is better."""

import contextlib
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from cubecsp.errors import EngineError
from cubecsp.frozen import frozen
from cubecsp.interface import Usual
from cubecsp.models.core.hold import holding_constraints, preserving_hold
from cubecsp.models.engines import Better, Problem, Progress, events_of, load_engine, why, working
from cubecsp.models.language.objective import Objective
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry
from cubecsp.questions.answers.answer import CubeReport, Status, Stop
from cubecsp.questions.answers.statistics import Statistics
from cubecsp.questions.answers.wording import seconds_taken
from cubecsp.questions.asking import progress
from cubecsp.questions.asking.cubes_and_rules import PatternLike
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import Cli, Param, callback
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.shared_parameters import RuleTexts, at_most
from cubecsp.questions.asking.value_kinds import Callback, Preferences, Quantity
from cubecsp.questions.find import FindAnswer, moves_for
from cubecsp.questions.finding.enumeration import Enumeration
from cubecsp.questions.finding.objectives import NumberLike, objective_of, preferred
from cubecsp.questions.finding.search_parameters import WithMoves

if TYPE_CHECKING:
    from cubecsp.models.programs.program_objective import ProgramObjective
    from cubecsp.puzzle.cube.batch import Batch, Flags

__all__ = ["Best", "BestAnswer", "best"]

OnBounds = Annotated[
    "Callable[[int | None, int], None] | None",
    Param(
        "called about ten times a second, while the best is looked for, with the best value so far, None before "
        "there is a cube, and the bound that none exceeds",
        Callback(),
    ),
]

_BETWEEN_REPORTS = 0.1  # seconds


@dataclass(repr=False)
class BestAnswer(FindAnswer):
    """The answer to `best`.

    Attributes:
        value: the objective's value for the cubes; None if there is none.
        bound: a bound for the value of any cube that satisfies the rules; None if no cube satisfies them.
        proven: whether the value is proven to be the best.
    """

    value: int | None = None
    bound: int | None = None
    proven: bool = False

    @property
    def gap(self) -> int | None:
        """The gap between the value and the bound; None if no cube is known."""
        if self.value is None or self.bound is None:
            return None
        return abs(self.bound - self.value)

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        data = super().as_dict()
        known = {"value": self.value, "bound": self.bound, "gap": self.gap, "proven": self.proven}
        deadline_of = {key: data.pop(key) for key in ("query", "status")}
        return deadline_of | {k: v for k, v in known.items() if v is not None} | data

    def sentence(self) -> str:
        """Return the sentences with the best value, and how it is known."""
        if self.status is Status.INFEASIBLE:
            return super().sentence()
        engine, taken = self.query["engine"], seconds_taken(self.seconds)
        least = self.query["goal"] == "minimise"
        used = f"({engine} engine, {taken})"
        if self.proven:
            best = f"{'Minimum' if least else 'Maximum'}: {self.value} (proved optimal)"
            return f"{best}. {self._listed()} {used}."
        bound = (
            "" if self.bound is None else f"; {'lower' if least else 'upper'} bound: {self.bound}"
        )
        ended = {
            Stop.TIME: "The time limit ended the search",
            Stop.INTERRUPT: "Interrupted",
        }[self.stopped or Stop.TIME]
        if self.value is None:
            return f"{ended} before a {self.noun}{self.subject} was found{bound} {used}."
        return f"{ended}. Best value so far: {self.value}{bound}; gap: {self.gap} {used}."

    def _listed(self) -> str:
        """Return the number of cubes with the best value, if the question asks for it: a sentence without full stop."""
        result = self._counted()
        moves = self._moves_ended() if self.ended in (None, Stop.LIMIT) else ""
        all_of_them = f": {self._default_limit} lists them" if self._default_limit else ""
        ending = {
            None: f"{result} {'reaches' if self.count == 1 else 'reach'} it; there are no others",
            Stop.LIMIT: f"Showing {self._requested()}; others may reach it too{all_of_them}",
            Stop.TIME: f"The time limit ended the list after {result}; others may reach it too",
            Stop.INTERRUPT: f"Interrupted after {result}; others may reach it too",
        }[self.ended]
        return f"{ending}{f'; {moves}' if moves else ''}"


@frozen(kw_only=True)
class Best(WithMoves[BestAnswer]):
    """The parameters of `best`.

    The objective is an expression of the language of rules, such as `colours(U) + 2*count(U, R)`, in Python
    also a number such as `colours_in(stickers.U) + 2 * how_many(rule)`; or a rule (1 if it holds, otherwise
    0). Without an objective to maximise or minimise, a logic program among the rules may state it, or the
    question maximises the sum of the preferred rules.

    Ctrl-C and the time limit end the question and keep the best cube so far, and the bound. The engine `cpsat` knows
    bounds; the others look for better cubes until there are none.

    Raises:
        InputError: an argument is invalid, there is nothing to maximise or minimise, or no engine can
            propagate a rule in it.
        EngineError: the engine is not installed, or fails.
    """

    name: ClassVar[str] = "best"
    example: ClassVar[Mapping[str, Any]] = {"rules": "solved=F2L", "maximise": "count(U, U)"}

    rules: RuleTexts = field(default=(), kw_only=False)
    maximise: Annotated[
        "NumberLike | None",
        Param("what to maximise", Quantity(), cli=Cli(("--maximise", "--maximize"))),
    ] = None
    minimise: Annotated[
        "NumberLike | None",
        Param("what to minimise", Quantity(), cli=Cli(("--minimise", "--minimize"))),
    ] = None
    prefer: Annotated[
        "Iterable[PatternLike] | Mapping[PatternLike, int]",
        Param(
            "soft rules with weights: a rule that holds adds its weight",
            Preferences(),
        ),
    ] = ()
    limit: Annotated[int | None, at_most("of the best cubes, or symmetry classes")] = Usual(1)
    on_bounds: OnBounds = callback()

    def require(self) -> None:
        """Make sure that there is something to maximise or minimise."""
        super().require()
        self.objective.require(self.pattern.puzzle)

    @cached_property
    def objective(self) -> "Objective | ProgramObjective":
        """The number to maximise or minimise."""
        return objective_of(self.maximise, self.minimise, self.prefer, self.pattern)

    @property
    def measured(self) -> "Objective | ProgramObjective":
        """The same number for cubes whose colours are named after the centres."""
        return self.objective.renamed(self.pattern.holding)

    def as_json(self, name: str, value: Any) -> Any:
        """Return the preferred rules with their weights."""
        if name == "prefer":
            return {str(rule): weight for rule, weight in preferred(value, self.pattern.puzzle)}
        return super().as_json(name, value)

    def details(self) -> dict[str, Any]:
        """Return the objective in full."""
        goal = "minimise" if self.objective.minimise else "maximise"
        return {"goal": goal, "objective": str(self.objective), **super().details()}

    def stream(self) -> Stream[BestAnswer]:
        """Return the running question: a report for each of the best cubes, once it is known to be one."""
        return self.begin(BestAnswer(query=self, count=0), BestRun(self))


QUESTION = Best
best = asks(Best)


class BestRun:
    """A running `Best`."""

    def __init__(self, query: Best) -> None:
        self._query = query
        self._minimise = query.objective.minimise
        self._objective = query.measured
        self._show = progress.choosing(query.on_progress, minimise=self._minimise)
        self._shown = time.monotonic()
        self._engine = load_engine(query.chosen, puzzle=query.pattern.puzzle)
        self._group: tuple[Symmetry, ...] = SYMMETRIES[:1]
        self._filters: list[Callable[[Batch], Flags]] = []
        self._best: State | None = None
        self._value: int | None = None
        self._ceiling = 0  # of the number that engines maximise
        self._bound: int | None = None  # the same bound, as a value
        self._proven = False
        self._statistics = Statistics()  # except for the list of the best
        self._listing: Enumeration | None = None

    def reports(self, _answer: BestAnswer, run: Run) -> Generator[CubeReport, None, None]:
        """Yield the best cubes, with their moves if the user asks for these."""
        moves = moves_for(self._query)
        with run:
            self._choose(run)
        with run:
            for report in self._chosen(run):
                if moves is None:
                    yield report
                else:
                    moves.add([report], run, self._statistics)
        if moves is not None:
            moves.improve(run, self._statistics)
            yield from moves.reports(self._query.sort, run)

    def _chosen(self, run: Run) -> Iterator[CubeReport]:
        """Yield the best cubes: all of them if the question asks for them and there is time, otherwise one."""
        query = self._query
        if self._best is None or self._value is None:
            return
        listed = False
        if self._proven and (query.limit != 1 or query.classes):
            reached = query.pattern.including(query.objective.reached(self._value))
            listing = self._listing = Enumeration(replace(query, rules=reached))
            with run, listing.under(run):
                for block in listing.blocks:
                    for report in listing.shown(listing.taken(block)):
                        listed = True
                        yield report
        if not listed:
            yield replace(CubeReport.of(self._best), scheme=query.letters)
            run.stop(Stop.LIMIT)

    def _choose(self, run: Run) -> None:
        """Find the best cube, as long as there is time."""
        query, puzzle = self._query, self._query.pattern.puzzle
        goal = self._objective.goal(puzzle, self._accepted)
        self._ceiling = goal.most  # a bound that costs no time
        self._bound = self._objective.value_of(self._ceiling)
        with self._statistics.timed("building"):
            if query.use_symmetry and query.near is None:  # a conjugate of the hint might come
                kept = set(self._objective.symmetries(puzzle))
                group = (s for s in query.pattern.symmetries if s in kept)
                self._group = preserving_hold(group, puzzle)
            # Computed here: the threads of engines, which call `_accepted`, know no deadline.
            self._filters = [rule.holds_in for rule in query.pattern.filters]
            primitives = (*holding_constraints(puzzle), *query.pattern.with_programs)
            asked = (query.seed, query.threads, query.near)
            problem = Problem(puzzle, primitives, self._group, *asked)
        best = partial(self._engine.best, goal=goal)
        with contextlib.closing(events_of(best, problem)) as events:
            while (event := self._next(events)) is not None:
                self._take(event)
                run.deadline.check()
        self._proven, self._bound = True, self._value

    def _accepted(self, cubes: "Batch") -> "Flags":
        """Return for each cube whether it satisfies the rules that engines do not see."""
        return cubes.passing(self._filters)

    def _next(self, events: Iterator[Better | Progress]) -> Better | Progress | None:
        with self._statistics.timed("searching"):
            return next(events, None)

    def _take(self, event: Better | Progress) -> None:
        """Record a cube, or a bound.

        Raises:
            EngineError: the engine makes a false statement about the cube.
        """
        objective = self._objective
        if isinstance(event, Progress):
            self._statistics.nodes, self._statistics.conflicts = event.nodes, event.conflicts
            if event.bound is not None:
                self._ceiling = min(self._ceiling, event.bound)
                self._bound = objective.value_of(self._ceiling)
        else:
            self._statistics.candidates += 1
            value = objective.value(event.cube)  # by the stickers, not by the engine's data
            if value != objective.value_of(event.score) or not self._query.pattern.holds(
                event.cube
            ):
                raise EngineError(f"the {working(self._engine).name} engine reports a wrong cube")
            if self._value is None or self._scores(value) > self._scores(self._value):
                self._best, self._value = event.cube, value
        self._tell()

    def _tell(self) -> None:
        """Report the bounds if it is time to."""
        now = time.monotonic()
        if now - self._shown < _BETWEEN_REPORTS:
            return
        self._shown = now
        assert self._bound is not None
        for tell in (self._show, self._query.on_bounds):
            if tell is not None:
                tell(self._value, self._bound)

    def _scores(self, value: int) -> int:
        return -value if self._minimise else value

    def set_status(self, answer: BestAnswer, run: Run) -> None:
        """Set the status of the answer."""
        assert run.delivered is not None
        listing, engine = self._listing, working(self._engine)
        symmetries = 1 if engine.bounds else len(self._group)
        answer.query = self._query.used(engine, why(self._engine), symmetries)
        reports, answer.count = run.delivered
        answer.classes = reports if self._query.classes else None
        answer.value, answer.bound, answer.proven = self._value, self._bound, self._proven
        answer.statistics = self._statistics
        if listing is not None:
            answer.statistics += listing.statistics
        exhausted = listing is not None and listing.exhausted and not run.cut_short(listing.found)
        # A node limit is for the moves to the best known cube.
        answer.ended = Stop.LIMIT if run.stopped is Stop.NODES else run.stopped
        if exhausted:
            answer.ended = None
        if self._proven and self._best is None:
            answer.status, answer.ended = Status.INFEASIBLE, None
        elif exhausted and run.stopped is None:
            answer.status = Status.COMPLETE
        else:
            answer.status = Status.UNKNOWN if self._best is None else Status.PARTIAL
