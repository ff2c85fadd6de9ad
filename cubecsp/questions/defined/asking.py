"""What questions about puzzles that are not cubes share: the puzzle, its states, and how they are asked."""

import json
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from cubecsp.definitions.effort import EFFORT, EffortError
from cubecsp.definitions.group import MoveGroup, Verdict
from cubecsp.definitions.load import read_state
from cubecsp.definitions.parts import Parts
from cubecsp.definitions.pieces import KPattern, KPuzzle
from cubecsp.definitions.shipped import SHIPPED
from cubecsp.errors import InputError, LimitError
from cubecsp.questions.answer import Status, Stop
from cubecsp.questions.asking.kinds import Callback, Kind, PuzzleKind, Text, Whole
from cubecsp.questions.asking.param import Cli, Http, Param, callback
from cubecsp.questions.asking.query import Query
from cubecsp.questions.asking.shared import OnProgress, TimeLimit, Unseen, stated
from cubecsp.questions.defined.answer import StateAnswer, StateReport
from cubecsp.questions.given import pattern_of
from cubecsp.questions.limits import Run
from cubecsp.questions.wording import plural

if TYPE_CHECKING:  # numpy is slow to import
    from cubecsp.definitions.space import Space
    from cubecsp.models.pattern import Pattern
    from cubecsp.questions.given import PatternLike

__all__ = [
    "AboutOneState",
    "AboutPuzzle",
    "AboutStates",
    "Effort",
    "OneState",
    "Searching",
    "StateRules",
    "States",
    "StatesKind",
    "Turns",
    "WithRules",
    "read_states",
    "states_at_most",
    "status_of",
    "within",
]

T = TypeVar("T")


class StatesKind(Kind):
    """States of a puzzle, as objects, KPatterns, or moves that make them.

    Attributes:
        least: so many there must be in a request.
        several: whether there may be several.
    """

    metavar = "STATE"

    def __init__(self, *, least: int = 1, several: bool = True) -> None:
        self.least, self.several = least, several

    @property
    def right(self) -> str:
        """How they are given."""
        return "a state: a KPattern, or moves that make it; or several"


_STATE = "a state: a KPattern, or moves that make it from a solved one, () for solved"

_STATE_HELP = (
    "a state: KPattern JSON, moves that make it from a solved one, () for solved, what a command prints with "
    "--json, a file of any of these, or - for standard input"
)

Puzzle = Annotated[
    "KPuzzle | str",
    Param(
        f"a puzzle that is not a cube: the name of one that comes with cubecsp ({', '.join(SHIPPED)}), or its "
        "definition, a KPuzzle as in cubing.js or a .tws text as in twsearch",
        PuzzleKind(),
        cli=Cli(("--puzzle",)),
    ),
]

States = Annotated[
    "KPattern | str | Iterable[KPattern | str]",
    Param(
        f"{_STATE}; or several states",
        StatesKind(),
        cli=Cli(help=_STATE_HELP),
    ),
]

OneState = Annotated[
    "KPattern | str",
    Param(
        _STATE,
        StatesKind(several=False),
        cli=Cli(help=_STATE_HELP),
    ),
]

StateRules = Annotated[
    "PatternLike | Iterable[PatternLike]", stated("what the states satisfy", usual="every state")
]


def states_at_most(usual: int) -> Param:
    """Return what a limit of states is; `usual` is that of commands and requests."""
    return Param(
        "give this many states at most",
        Whole(1, None),
        none="all",
        cli=Cli(default=usual),
        http=Http(default=usual),
    )


Turns = Annotated[
    str | None,
    Param(
        "use exactly these moves, separated by commas, such as U,R2,F'",
        Text("MOVES"),
        usual="all and their powers, except rotations of the whole puzzle, which have names like x, y, z or Uv",
    ),
]

Effort = Annotated[
    int | None,
    Param(
        "the most positions to look at for each state",
        Whole(1),
        usual=f"{EFFORT:,}, or what 0.9 GB hold",
    ),
]

OnState = Annotated[
    "Callable[[StateReport], None] | None",
    Param("called with the report of each state as soon as it is known", Callback()),
]


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class AboutPuzzle(Query[StateAnswer]):
    """A question about a puzzle that is not a cube.

    Attributes:
        puzzle: the puzzle.
    """

    puzzle: Puzzle = field(kw_only=False)
    unseen: Unseen = ()
    on_found: OnState = callback()
    on_progress: OnProgress = callback()

    @cached_property
    def definition(self) -> KPuzzle:
        """The puzzle, without what cannot be seen.

        Raises:
            InputError: there is no orbit that `unseen` names.
        """
        assert isinstance(self.puzzle, KPuzzle)  # since it was checked
        return self.puzzle.hiding(self.unseen) if self.unseen else self.puzzle

    def require(self) -> None:
        """Make sure that there are the orbits that are named."""
        super().require()
        _ = self.definition

    def answer(self) -> StateAnswer:
        """Return the answer."""
        answer, run = StateAnswer(query=self), self.limits.begin()
        with run.deadline.obeyed():
            self.work(answer, run)
        answer.stopped, answer.seconds = run.stopped, run.seconds
        return answer

    @abstractmethod
    def work(self, answer: StateAnswer, run: Run) -> None:
        """Find the answer, within `run` where limits may end it."""

    def give(
        self, answer: StateAnswer, report: StateReport, done: str, of: int | None = None
    ) -> None:
        """Add a report to the answer, and announce it.

        Args:
            answer: the answer.
            report: the report.
            done: what was done to the state, a participle.
            of: how many there will be, if that is known.
        """
        answer.states.append(report)
        if self.on_found is not None:
            self.on_found(report)
        if self.on_progress is not None:
            count = len(answer)
            note = plural(count, "state") if of is None else f"{count:,} of {plural(of, 'state')}"
            self.on_progress(None if of is None else count / of, f"{note} {done}")


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class Searching(AboutPuzzle):
    """A question that is answered by looking at what certain moves make."""

    turns: Turns = None
    time_limit: TimeLimit = None

    @cached_property
    def group(self) -> MoveGroup:
        """What moves can make of the puzzle."""
        return MoveGroup(self.definition, self.definition.chosen(self.turns))

    @cached_property
    def space(self) -> "Space":
        """Its states, and moves between them."""
        from cubecsp.definitions.space import Space

        return Space(self.definition, self.definition.with_powers(self.turns))

    @cached_property
    def generates_group(self) -> bool:
        """Whether the states that the moves make form a group: not if some can be done in some states only."""
        return self.definition.are_always_possible(self.definition.chosen(self.turns))

    @cached_property
    def parts(self) -> Parts:
        """The pieces that moves keep apart, and laws, which hold also where moves can be done in some states only."""
        if self.generates_group:
            return self.group.parts
        return Parts(self.definition, list(self.definition.chosen(self.turns).values()))

    def verdict(self, state: KPattern, run: Run) -> Verdict:
        """Return whether the moves can make a state, and why not.

        Raises:
            LimitError: that takes too long to find out, or the puzzle is too large.
            OutOfTimeError: the time is over.
        """
        if self.generates_group:
            return self.group.check(state)
        reasons = self.parts.wrong(state)
        if reasons:
            return Verdict(False, reasons)
        try:
            path = self.space.path(self.definition.solved, state, self.most, run.deadline)
        except EffortError as error:
            raise LimitError(
                f"whether moves of {self.definition.name} can make this state was not found out among {self.most:,} "
                "positions: some moves can be done in some states only, so that these have to be visited",
                "allow fewer moves with --turns",
            ) from error
        if path is not None:
            return Verdict(True)
        return Verdict(False, ("every law holds, but no sequence of moves leads there",))

    @property
    def most(self) -> int:
        """How many states may be looked at: as many as asked for, or as fit into some memory."""
        effort: int | None = getattr(self, "effort", None)
        return effort or self.space.affordable


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class AboutStates(AboutPuzzle):
    """A question about states of such a puzzle, which its field `states` has."""

    @cached_property
    def read(self) -> list[KPattern]:
        """The states.

        Raises:
            InputError: one cannot be read, or is none of this puzzle.
        """
        return read_states(self._given, self.definition)

    @property
    def _given(self) -> Any:
        question: Any = self
        return question.states

    def require(self) -> None:
        """Make sure that all states can be read."""
        super().require()
        object.__setattr__(self, "states", tuple(self.read))

    def echo(self, name: str, value: Any) -> Any:
        """Return of the states how many there are: the answer shows them."""
        return len(self.read) if name == "states" else super().echo(name, value)


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class AboutOneState(AboutStates):
    """A question about one state of such a puzzle."""

    def require(self) -> None:
        """Make sure that there is one state."""
        super().require()
        if len(self.read) != 1:
            raise InputError(
                f"the question is about one state, not {len(self.read):,}", "give one at a time"
            )


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class WithRules(Query[StateAnswer]):
    """A question about rules, which its field `rules` has."""

    @cached_property
    def pattern(self) -> "Pattern":
        """What the rules state together.

        Raises:
            InputError: a rule cannot be read, or is not about this puzzle.
        """
        question: Any = self
        return pattern_of(question.rules, question.definition)

    def require(self) -> None:
        """Make sure that all rules can be read, and make sense on the puzzle."""
        super().require()
        for rule in self.pattern.rules:
            rule.require(self.pattern.puzzle)

    def echo(self, name: str, value: Any) -> Any:
        """Return the rules as they are written."""
        if name == "rules":
            return [str(rule) for rule in self.pattern.rules]
        return super().echo(name, value)


def read_states(states: Any, definition: KPuzzle) -> list[KPattern]:
    """Return states that are given as objects or texts, one or several.

    Raises:
        InputError: one cannot be read, or is none of this puzzle.
    """
    if isinstance(states, str | Mapping | KPattern):
        states = [states]
    return [_state(one, definition) for one in states]


def _state(one: Any, definition: KPuzzle) -> KPattern:
    if isinstance(one, KPattern):
        return one if one.puzzle is definition else read_state(str(one), definition)
    return read_state(one if isinstance(one, str) else json.dumps(one), definition)


def status_of(answer: StateAnswer, run: Run) -> Status:
    """Return how complete an answer without a "no" is."""
    if run.stopped is None:
        return Status.COMPLETE
    return Status.PARTIAL if answer.states else Status.UNKNOWN


def within(answer: StateAnswer, run: Run, work: Callable[[], T]) -> T | None:
    """Return what a search finds; None, and the reason in the answer, where it needs more than is allowed."""
    try:
        return work()
    except EffortError as error:
        answer.reason = str(error)
        run.stop(Stop.EFFORT)
        return None
