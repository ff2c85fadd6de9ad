"""How many states of a puzzle that is not a cube there are: all, by rules, or by depth."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from cubecsp.errors import InputError, LimitError
from cubecsp.questions.answer import Status, Stop
from cubecsp.questions.asking.asks import asks
from cubecsp.questions.asking.kinds import Flag
from cubecsp.questions.asking.param import Param
from cubecsp.questions.defined.answer import StateAnswer
from cubecsp.questions.defined.asking import (
    Effort,
    Searching,
    StateRules,
    WithRules,
    condition,
    within,
)
from cubecsp.questions.limits import Run

__all__ = ["CountStates", "count_states"]


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class CountStates(WithRules, Searching):
    """What `count_states` is asked.

    Without rules the group that the moves generate gives the number; otherwise all states are visited. With
    `depths`, the entry `depths` of `more` has how many states take 0, 1, 2, … moves.

    Raises:
        InputError: a rule cannot be read, or rules and `depths` are both asked for.
    """

    name: ClassVar[str] = "count_states"
    example: ClassVar[Mapping[str, Any]] = {"puzzle": "skewb"}

    rules: StateRules = field(default=(), kw_only=False)
    depths: Annotated[
        bool, Param("count the states that take 0, 1, 2, … moves from solved", Flag())
    ] = False
    held: Annotated[
        bool,
        Param(
            "count states that are one, held in several ways, once: by the moves that turn the whole puzzle (x, Uv)",
            Flag(),
        ),
    ] = False
    effort: Effort = None

    def require(self) -> None:
        """Make sure that the parameters make sense together."""
        super().require()
        if self.pattern.rules and self.depths:
            raise InputError(
                "depths are counted for all states", "leave out the rules, or --depths"
            )
        if self.held and (self.pattern.rules or self.depths):
            raise InputError(
                "only all states can be counted up to how they are held",
                "leave out the rules, --depths, or --held",
            )

    def work(self, answer: StateAnswer, run: Run) -> None:
        """Count."""
        if self.held:
            answer.count = self.group.positions
            answer.status = Status.UNKNOWN if answer.count is None else Status.COMPLETE
            if answer.count is None:
                answer.reason = (
                    "Pieces look alike, so that how many positions there are is not known"
                )
            return
        known = self._known()
        if known is not None and not self.pattern.rules and not self.depths:
            answer.count, answer.status = known, Status.COMPLETE
            return
        if known is not None and known > self.most:
            answer.reason = (
                f"Moves of {self.definition.name} make {known:,} states, and {self.most:,} may be looked at; "
                "--effort allows more"
            )
            run.stop(Stop.EFFORT)
            return
        with run:
            self._visit(answer, run)
            answer.status = Status.UNKNOWN if answer.count is None else Status.COMPLETE

    def _visit(self, answer: StateAnswer, run: Run) -> None:
        """Count by visiting all states."""
        solved = self.definition.solved
        if self.depths:
            found = within(answer, run, lambda: self.space.depths(solved, self.most, run.deadline))
            answer.more["depths"] = found
            answer.count = None if found is None else sum(found)
        else:
            satisfied = condition(self.space, self.pattern, solved)
            answer.count = within(
                answer, run, lambda: self.space.count(solved, satisfied, self.most, run.deadline)
            )

    def _known(self) -> int | None:
        """Return how many states moves can make, if the group that they generate says it."""
        try:
            return self.group.states
        except LimitError:
            return None


QUESTION = CountStates
count_states = asks(CountStates)
