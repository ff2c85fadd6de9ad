"""The shortest moves that solve states of puzzles that are not cubes."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from cubecsp.definitions.effort import EffortError
from cubecsp.definitions.pieces import KPattern
from cubecsp.errors import InputError, LimitError, OutOfTimeError
from cubecsp.questions.answer import Status, Stop
from cubecsp.questions.asking.asks import asks
from cubecsp.questions.asking.kinds import Choice
from cubecsp.questions.asking.param import Param
from cubecsp.questions.defined.answer import StateAnswer, StateReport
from cubecsp.questions.defined.asking import AboutStates, Effort, Searching, States
from cubecsp.questions.limits import Run
from cubecsp.questions.wording import plural

__all__ = ["SOLVERS", "SolveStates", "solve_states"]

_PLANNED = "asp"

SOLVERS: dict[str, str] = {
    "breadth-first": "search from both ends",
    _PLANNED: "planned by clingo, as a readable logic program",
}
"""The methods by which states are solved. Both find the fewest moves."""


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class SolveStates(AboutStates, Searching):
    """What `solve_states` is asked.

    Raises:
        InputError: moves cannot solve a state, and the message says why; or the method takes no effort.
    """

    name: ClassVar[str] = "solve_states"
    example: ClassVar[Mapping[str, Any]] = {"puzzle": "skewb", "states": "R U' L B R"}

    states: States = field(kw_only=False)
    method: Annotated[
        str,
        Param(
            f"how to search ({'; '.join(f'{name}: {about}' for name, about in SOLVERS.items())})",
            Choice(lambda: SOLVERS, "method"),
        ),
    ] = next(iter(SOLVERS))
    effort: Effort = None

    def require(self) -> None:
        """Make sure that the parameters make sense together."""
        super().require()
        if self.method == _PLANNED and self.effort is not None:
            raise InputError(f"method {self.method} takes no effort", "give it a time limit")

    def work(self, answer: StateAnswer, run: Run) -> None:
        """Solve one state after another."""
        states = self.read
        self._require_reachable()
        with run:
            for state in states:
                solved = self._planned if self.method == _PLANNED else self._solved
                self.give(answer, solved(state, run), "solved", len(states))
        left = states[len(answer) :]
        answer.states += [StateReport(state, unsolved="stopped before") for state in left]
        number = sum(report.moves is not None for report in answer)
        answer.status = Status.COMPLETE if number == len(states) else Status.UNKNOWN
        if number < len(states):
            if not left:
                run.stop(Stop.EFFORT)
            answer.reason = f"{number:,} of {plural(len(states), 'state')} solved"

    def _planned(self, state: KPattern, run: Run) -> StateReport:
        """Return what clingo plans."""
        from cubecsp.questions.defined.plan import each_plan

        try:
            with closing(each_plan(state, self.turns, run.deadline.left_or_none)) as plans:
                return _report(state, next(plans))
        except OutOfTimeError as error:
            run.stop(Stop.TIME)
            return StateReport(state, unsolved=error.problem)

    def _solved(self, state: KPattern, run: Run) -> StateReport:
        """Return what a search from both ends finds."""
        try:
            path = self.space.path(state, self.definition.solved, self.most, run.deadline)
        except EffortError as error:
            return StateReport(state, unsolved=str(error))
        if path is None:
            raise InputError(f"no sequence of these moves solves state {state}")
        return _report(state, path)

    def _require_reachable(self) -> None:
        """Make sure that moves can make the states, as far as that can be decided."""
        try:
            for number, state in enumerate(self.read, 1):
                reasons = (
                    self.group.check(state).reasons
                    if self.generates_group
                    else self.parts.wrong(state)
                )
                if reasons:
                    raise InputError(
                        f"no moves solve state {number}: {'; '.join(reasons)}", "`check` says more"
                    )
        except LimitError:
            return  # then the search has to find it out


QUESTION = SolveStates
solve_states = asks(SolveStates)


def _report(state: KPattern, path: Sequence[str]) -> StateReport:
    moves = " ".join(path)
    if not state.apply(moves).is_solved:
        raise AssertionError(f"{moves} does not solve {state}")
    return StateReport(state, moves=moves, length=len(path), optimal=True)
