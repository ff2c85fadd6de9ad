"""The cube with the most of something, or the least, with the proof that none is better."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any, ClassVar, cast

from cubecsp.errors import InputError
from cubecsp.frozen import frozen
from cubecsp.interface import Usual, spelled
from cubecsp.models.core.compose import AnyOf
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.engines import load_engine, why, working
from cubecsp.puzzle.cube.state import State
from cubecsp.questions.answers.answer import CubeReport, Status, Stop
from cubecsp.questions.answers.numbers_in_words import in_seconds, plural
from cubecsp.questions.answers.report_block import Found, one_by_one
from cubecsp.questions.answers.statistics import Statistics
from cubecsp.questions.asking import progress
from cubecsp.questions.asking.cubes_and_rules import PatternLike
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.limits import Run
from cubecsp.questions.asking.parameter import Cli, Param, callback
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.shared_parameters import RuleTexts, at_most
from cubecsp.questions.asking.value_kinds import Callback, Flag, Many, Preferences, Quantity
from cubecsp.questions.find import FindAnswer, moves_for
from cubecsp.questions.finding.enumeration import Enumeration
from cubecsp.questions.finding.objectives import AnyObjective, NumberLike, objective_of, preferences
from cubecsp.questions.finding.optimum import BoundsAt, Optimum
from cubecsp.questions.finding.search_parameters import WithMoves

__all__ = ["Best", "BestAnswer", "best"]

OnBounds = Annotated[
    "Callable[[int | None, int], None] | None",
    Param(
        "called about ten times a second, while the best is looked for, with the best value so far, None before "
        "there is a cube, and the bound that none exceeds",
        Callback(),
    ),
]


@dataclass(repr=False)
class BestAnswer(FindAnswer):
    """The answer to `best`.

    Attributes:
        proven: whether the value is proven to be the best, with all further ones; of a front, whether it is whole.
        values: the values of all objectives, the most important one first.
        bounds: the bound of each objective, for cubes that are the best by those before it.
        front: the values of each cube of a Pareto front.
        history: how the best value and the bound changed, for one objective after another.
    """

    proven: bool = False
    values: Sequence[int] = ()
    bounds: Sequence[int] = ()
    front: Sequence[Sequence[int]] = ()
    history: Sequence[BoundsAt] = ()

    @property
    def value(self) -> int | None:
        """The objective's value for the cubes; None if there is none, or the question asks for a front."""
        return self.values[0] if self.values else None

    @property
    def bound(self) -> int | None:
        """A bound for the value of any cube that satisfies the rules; None if no cube satisfies them, or for a front."""
        return self.bounds[0] if self.bounds else None

    @property
    def gap(self) -> int | None:
        """The gap between value and bound, of the last objective that was looked at; None if no cube is known."""
        if not self.values or not self.bounds:
            return None
        return abs(self.bounds[-1] - self.values[-1])

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        data = super().as_dict()
        names = ("value", "bound", "gap", "proven", "values", "bounds", "front")
        known = {name: getattr(self, name) for name in names}
        known["history"] = [entry._asdict() for entry in self.history]
        first = {key: data.pop(key) for key in ("query", "status")}
        return first | {k: v for k, v in known.items() if v not in (None, ())} | data

    def sentence(self) -> str:
        """Return the sentences with the best value, and how it is known."""
        if self.status is Status.INFEASIBLE:
            return super().sentence()
        used = f"({self.query['engine']} engine, {in_seconds(self.seconds)})"
        if self.query.get("pareto"):
            return f"{self._front_in_words()} {used}."
        least = self.query["goal"] == "minimise"
        values = ", then ".join(map(str, self.values))
        if self.proven:
            best = f"{'Minimum' if least else 'Maximum'}: {values} (proved optimal)"
            return f"{best}. {self._listing_in_words()} {used}."
        bound = f"; {'lower' if least else 'upper'} bound: {self.bounds[-1]}" if self.bounds else ""
        if not self.values:
            return f"{self._end()} before a {self.noun}{self.subject} was found{bound} {used}."
        return f"{self._end()}. Best value so far: {values}{bound}; gap: {self.gap} {used}."

    def _end(self) -> str:
        """Return what ended the search early."""
        ended = {Stop.TIME: "The time limit ended the search", Stop.INTERRUPT: "Interrupted"}
        return ended[self.stopped or Stop.TIME]

    def _front_in_words(self) -> str:
        """Return the combinations of values that no cube beats, and whether these are all: without full stop."""
        values = "; ".join(" and ".join(map(str, values)) for values in self.front)
        found = plural(len(self.front), "combination")
        if self.proven:
            return f"{found} of values that no {self.noun} beats: {values}; there are no others"
        if self.stopped is Stop.LIMIT:
            return f"Stopped at {found}, as asked: {values}; there may be more"
        return f"{self._end()} after {found}: {values or 'none'}; there may be more"

    def _listing_in_words(self) -> str:
        """Return the number of cubes with the best value, if the question asks for it: a sentence without full stop."""
        result = self._count_in_words()
        moves = self._end_of_moves() if self.ended in (None, Stop.LIMIT) else ""
        all_of_them = f": {self._default_limit} lists them" if self._default_limit else ""
        ending = {
            None: f"{result} {'reaches' if self.count == 1 else 'reach'} it; there are no others",
            Stop.LIMIT: f"Showing {self._request()}; others may reach it too{all_of_them}",
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
    then: Annotated[
        "NumberLike | Iterable[NumberLike]",
        Param(
            "what to optimise next, among the best cubes; a minus sign turns it around",
            Many(Quantity()),
        ),
    ] = ()
    pareto: Annotated[
        bool,
        Param(
            "give a cube for each combination of values of which none can be improved at no cost to others",
            Flag(),
        ),
    ] = False
    on_bounds: OnBounds = callback()

    def require(self) -> None:
        """Make sure that there is something to maximise or minimise, and several things for a front."""
        super().require()
        for objective in self.objectives:
            objective.require(self.pattern.puzzle)
        if self.pareto and (self.classes or len(self.objectives) < 2):
            raise InputError(
                "a Pareto front of one objective, or of symmetry classes",
                f"give another objective ({spelled('then')}), and leave out {spelled('classes')}",
            )
        if self.pareto and isinstance(self.limit, Usual):
            object.__setattr__(self, "limit", None)

    @cached_property
    def objective(self) -> AnyObjective:
        """The number to maximise or minimise."""
        return objective_of(self.maximise, self.minimise, self.prefer, self.pattern)

    @cached_property
    def objectives(self) -> tuple[AnyObjective, ...]:
        """The objective, and those that decide among the best cubes, the most important one first."""
        then = cast("Iterable[NumberLike]", self.then)  # it has been checked
        least = self.objective.minimise
        sides = [(None, number) if least else (number, None) for number in then]
        return (self.objective, *(objective_of(a, b, (), self.pattern) for a, b in sides))

    def as_json(self, name: str, value: Any) -> Any:
        """Return the preferred rules with their weights."""
        if name == "prefer":
            return {str(rule): weight for rule, weight in preferences(value, self.pattern.puzzle)}
        return super().as_json(name, value)

    def details(self) -> dict[str, Any]:
        """Return the objective in full."""
        goal = "minimise" if self.objective.minimise else "maximise"
        objectives = " then ".join(map(str, self.objectives))
        return {"goal": goal, "objective": objectives, **super().details()}

    def stream(self) -> Stream[BestAnswer]:
        """Return the running question: a report for each of the best cubes, once it is known to be one."""
        return self.begin(BestAnswer(query=self, count=0), BestRun(self))


QUESTION = Best
best = asks(Best)


class BestRun:
    """A running `Best`."""

    def __init__(self, query: Best) -> None:
        self._query = query
        self._engine = load_engine(query.chosen, puzzle=query.pattern.puzzle)  # until one searches
        self._optima: list[Optimum] = []  # one search after another
        self._points: list[tuple[int, ...]] = []  # the values that none beats in every objective
        self._proven = False
        self._statistics = Statistics()  # of the moves
        self._listing: Enumeration | None = None

    def reports(self, _answer: BestAnswer, run: Run) -> Generator[Found, None, None]:
        """Yield the best cubes, with their moves if the user asks for these."""
        query, moves = self._query, moves_for(self._query)
        with run:
            for found in self._front(run) if query.pareto else self._best_cubes(run):
                if moves is None:
                    yield found
                else:
                    moves.add(one_by_one([found]), run, self._statistics)
        if moves is not None:
            moves.improve(run, self._statistics)
            yield from moves.reports(query.sort, run)

    def _best_cubes(self, run: Run) -> Iterator[Found]:
        """Yield the best cubes: all of them if the question asks for them and there is time, otherwise one."""
        query, reached, listed = self._query, self._query.pattern, False
        with run:
            reached = self._choose(reached, run)
            self._proven = True
        if self._best is None:
            return
        if self._proven and (query.limit != 1 or query.classes):
            listing = self._listing = Enumeration(replace(query, rules=reached))
            with run, listing.under(run):
                for block in listing.blocks:
                    for reports in listing.reports_of(listing.take(block)):
                        listed = True
                        yield reports
        if not listed:
            yield self._report(self._best)
            run.stop(Stop.LIMIT)

    def _front(self, run: Run) -> Iterator[CubeReport]:
        """Yield a cube for each combination of values that no cube beats.

        The best by one objective after the other, of the cubes that beat each earlier one in some objective, is not
        beaten by any cube: that one would beat the earlier ones too, and be better by the first objective that differs.
        """
        query, pattern = self._query, self._query.pattern
        while query.limit is None or len(self._points) < query.limit:
            self._choose(pattern, run)
            if self._best is None:
                self._proven = True
                return
            values = self._values[-len(query.objectives) :]
            self._points.append(values)
            yield self._report(self._best)
            beyond = (o.rule_beyond(v) for o, v in zip(query.objectives, values, strict=True))
            pattern = pattern.including(AnyOf(beyond))
        run.stop(Stop.LIMIT)

    def _report(self, cube: State) -> CubeReport:
        return replace(CubeReport.of(cube), scheme=self._query.letters)

    def _choose(self, pattern: Pattern, run: Run) -> Pattern:
        """Find the best cube by one objective after another, and return the rules that only the best satisfy."""
        query, known = self._query, None
        show = progress.choosing(query.on_progress, minimise=query.objective.minimise)
        tell = [each for each in (show, query.on_bounds) if each is not None]
        for objective in query.objectives:
            optimum = Optimum(replace(query, rules=pattern), objective, tell, known)
            self._optima.append(optimum)
            optimum.choose(run)
            known = optimum.best
            if optimum.value is None:
                break
            pattern = pattern.including(objective.rule_for(optimum.value))
        return pattern

    @property
    def _best(self) -> State | None:
        """The best cube of the last search."""
        return self._optima[-1].best if self._optima else None

    @property
    def _values(self) -> tuple[int, ...]:
        """The best value of each search."""
        return tuple(one.value for one in self._optima if one.value is not None)

    def set_status(self, answer: BestAnswer, run: Run) -> None:
        """Set the status of the answer."""
        assert run.delivered is not None
        self._describe(answer)
        listing, pareto = self._listing, self._query.pareto
        reports, answer.count = run.delivered
        answer.classes = reports if self._query.classes else None
        exhausted = self._proven if pareto else listing is not None and listing.exhausted
        if run.cut_short(len(self._points) if listing is None else listing.found):
            exhausted = False
        # A node limit is for the moves to the best known cube.
        answer.ended = Stop.LIMIT if run.stopped is Stop.NODES else run.stopped
        if exhausted:
            answer.ended = None
        if self._proven and self._best is None and not self._points:
            answer.status, answer.ended = Status.INFEASIBLE, None
        elif exhausted and run.stopped is None:
            answer.status = Status.COMPLETE
        else:
            known = self._points if pareto else self._best
            answer.status = Status.PARTIAL if known else Status.UNKNOWN

    def _describe(self, answer: BestAnswer) -> None:
        """Set the values and bounds of an answer, and what they cost."""
        optima = self._optima
        answer.proven, answer.front = self._proven, tuple(self._points)
        answer.statistics = sum((one.statistics for one in optima), self._statistics)
        if self._listing is not None:
            answer.statistics += self._listing.statistics
        answer.history = tuple(entry for one in optima for entry in one.history)
        engine = optima[-1].engine if optima else self._engine
        symmetries = len(optima[0].group) if optima and not working(engine).bounds else 1
        answer.query = self._query.using(working(engine), why(engine), symmetries)
        if not self._query.pareto:
            answer.values = self._values
            answer.bounds = tuple(one.bound for one in optima if one.bound is not None)
