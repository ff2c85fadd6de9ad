"""The moves after which a state of a puzzle that is not a cube satisfies rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from cubecsp.errors import InputError
from cubecsp.questions.answer import Status, Stop
from cubecsp.questions.asking.asks import asks
from cubecsp.questions.defined.answer import StateAnswer, StateReport
from cubecsp.questions.defined.asking import (
    AboutOneState,
    Effort,
    OneState,
    Searching,
    StateRules,
    WithRules,
    states_at_most,
    within,
)
from cubecsp.questions.limits import Run

__all__ = ["ReachStates", "reach_states"]

_SOME = 100


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class ReachStates(WithRules, AboutOneState, Searching):
    """What `reach_states` is asked.

    The answer has the states that satisfy the rules and take the fewest moves to reach, each with such moves.

    Raises:
        InputError: a rule cannot be read, or there are several states.
    """

    name: ClassVar[str] = "reach_states"
    example: ClassVar[Mapping[str, Any]] = {
        "puzzle": "pyraminx",
        "states": "R U' L B",
        "rules": "solved=EDGES[0,1,2]",
    }

    states: OneState = field(kw_only=False)
    rules: StateRules = field(kw_only=False)
    limit: Annotated[int | None, states_at_most(_SOME)] = None
    effort: Effort = None

    def require(self) -> None:
        """Make sure that rules can be about the state."""
        super().require()
        puzzle, (state,) = self.definition, self.read
        for slot in range(puzzle.slot_count):
            keeps_still = puzzle.firsts[slot] not in puzzle.slot_of
            if keeps_still and state.holds(slot) != puzzle.solved.holds(slot):
                raise InputError(
                    f"the slot {puzzle.place(slot)}, which no move changes, does not hold its own piece",
                    "no rule can be about it",
                )

    def work(self, answer: StateAnswer, run: Run) -> None:
        """Find the states, and the moves."""
        from cubecsp.models.visiting import condition

        (state,) = self.read
        satisfied = condition(self.space, self.pattern, state)
        more = None if self.limit is None else self.limit + 1  # to know whether there are more
        with run:
            found = within(
                answer,
                run,
                lambda: self.space.nearest(state, satisfied, self.most, run.deadline, more),
            )
            if found is None:
                return
            answer.status = Status.COMPLETE if found else Status.INFEASIBLE
            if not found:
                answer.reason = "No sequence of these moves leads there"
            if self.limit is not None and len(found) > self.limit:
                answer.status, found = Status.PARTIAL, found[: self.limit]
                run.stop(Stop.LIMIT)
            for reached, path in found:
                state_reached: Any = reached
                assert state.apply(" ".join(path)) == reached
                assert not self.pattern.violations(state_reached)
                report = StateReport(reached, moves=" ".join(path), length=len(path), optimal=True)
                self.give(answer, report, "reached")


QUESTION = ReachStates
reach_states = asks(ReachStates)
