"""Whether moves can make states of puzzles that are not cubes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from cubecsp.deadline import looking
from cubecsp.questions.answer import Status
from cubecsp.questions.asking.asks import asks
from cubecsp.questions.defined.answer import StateAnswer, StateReport
from cubecsp.questions.defined.asking import AboutStates, Searching, States, status_of
from cubecsp.questions.limits import Run

__all__ = ["CheckStates", "check_states"]


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class CheckStates(AboutStates, Searching):
    """What `check_states` is asked.

    Raises:
        InputError: these are no moves of the puzzle.
        LimitError: the puzzle is too large for its group to be worked out; or moves can be done in some states only,
            and a search does not decide it.
    """

    name: ClassVar[str] = "check_states"
    example: ClassVar[Mapping[str, Any]] = {"puzzle": "skewb", "states": ["R U", "[R, L]"]}

    states: States = field(kw_only=False)

    def work(self, answer: StateAnswer, run: Run) -> None:
        """Check each state."""
        with run:
            for state in looking(self.read):
                report = StateReport(state, self.verdict(state, run))
                self.give(answer, report, "checked", len(self.read))
        if not all(report.verdict and report.verdict.reachable for report in answer):
            answer.status = Status.INFEASIBLE
        else:
            answer.status = status_of(answer, run)


QUESTION = CheckStates
check_states = asks(CheckStates)
