"""States of a puzzle that is not a cube that satisfy rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from cubecsp.definitions.pieces import KPattern
from cubecsp.definitions.rules import holds
from cubecsp.questions.answer import Status, Stop
from cubecsp.questions.asking.asks import asks
from cubecsp.questions.defined.answer import StateAnswer, StateReport
from cubecsp.questions.defined.asking import Searching, StateRules, WithRules, states_at_most
from cubecsp.questions.limits import Run

__all__ = ["FindStates", "find_states"]

_FEW = 10


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class FindStates(WithRules, Searching):
    """What `find_states` is asked.

    The states are those that moves can make; CP-SAT finds them.

    Raises:
        InputError: a rule cannot be read.
        LimitError: the puzzle is too large for its group to be worked out.
    """

    name: ClassVar[str] = "find_states"
    example: ClassVar[Mapping[str, Any]] = {
        "puzzle": "pyraminx",
        "rules": ["every-colour", "at-most=3"],
        "limit": 2,
    }

    rules: StateRules = field(kw_only=False)
    limit: Annotated[int | None, states_at_most(_FEW)] = None

    def work(self, answer: StateAnswer, run: Run) -> None:
        """Find the states."""
        from cubecsp.definitions.finder import Finder
        from cubecsp.models.engines.background import in_background

        with run:
            self.group.require_known()
            finder = Finder(self.group, self.relation.parts, run.deadline)
            for state in in_background(finder.run, finder.stop, "finding states"):
                if not isinstance(state, KPattern):
                    continue  # a sign of progress
                if len(answer) == self.limit:
                    run.stop(Stop.LIMIT)
                    break
                assert holds(self.relation, state)
                self.give(answer, StateReport(state), "found")
            else:
                if not finder.complete:
                    run.stop(Stop.TIME)
        if run.stopped is None:
            answer.status = Status.COMPLETE if answer.states else Status.INFEASIBLE
        else:
            answer.status = Status.PARTIAL if answer.states else Status.UNKNOWN


QUESTION = FindStates
find_states = asks(FindStates)
