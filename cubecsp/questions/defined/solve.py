"""The shortest moves that solve states of puzzles that are not cubes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cubecsp.definitions.definition import Arrangement, Definition
from cubecsp.definitions.effort import EffortError
from cubecsp.errors import InputError, LimitError
from cubecsp.questions.answer import Status, Stop
from cubecsp.questions.defined.answer import StateAnswer, StateReport
from cubecsp.questions.defined.common import (
    OnFound,
    begun,
    ended,
    group_of,
    most_of,
    space_of,
    told,
)
from cubecsp.questions.limits import Run
from cubecsp.questions.wording import plural

if TYPE_CHECKING:  # numpy is slow to import
    from cubecsp.definitions.space import Space

__all__ = ["solve_states"]


def solve_states(
    definition: Definition,
    states: Sequence[Arrangement],
    *,
    turns: str | None = None,
    effort: int | None = None,
    time_limit: float | None = None,
    on_found: OnFound | None = None,
) -> StateAnswer:
    """Return the shortest moves that solve states, by breadth-first search from both ends.

    Args:
        definition: of the puzzle.
        states: to be solved.
        turns: the moves that may be used, with commas between them; all when left out.
        effort: so many positions at most are looked at for each state.
        time_limit: seconds for all of them.
        on_found: called with every report as soon as it is there.

    Raises:
        InputError: moves cannot solve a state; the message says why.
    """
    answer, run = begun("solve", definition, turns=turns, effort=effort, time_limit=time_limit)
    most = most_of(effort)
    space = space_of(definition, turns)
    _require_reachable(definition, states, turns)
    with run:
        for state in states:
            answer.states.append(told(_solved(space, state, most, run), on_found))
    left = states[len(answer) :]
    answer.states += [StateReport(state, unsolved="stopped before") for state in left]
    solved = sum(report.moves is not None for report in answer)
    answer.status = Status.COMPLETE if solved == len(states) else Status.UNKNOWN
    if solved < len(states):
        if not left:
            run.stop(Stop.EFFORT)
        answer.reason = f"{solved:,} of {plural(len(states), 'state')} solved"
    return ended(answer, run)


def _solved(space: Space, state: Arrangement, most: int, run: Run) -> StateReport:
    try:
        path = space.path(state, state.definition.solved, most, run.deadline)
    except EffortError as error:
        return StateReport(state, unsolved=str(error))
    if path is None:
        raise InputError(f"no sequence of these moves solves state {state}")
    moves = " ".join(path)
    if not state.apply(moves).is_solved:
        raise AssertionError(f"{moves} does not solve {state}")
    return StateReport(state, moves=moves, length=len(path), optimal=True)


def _require_reachable(
    definition: Definition, states: Iterable[Arrangement], turns: str | None
) -> None:
    """Make sure that moves can make states, as far as that can be decided."""
    try:
        group = group_of(definition, turns)
        for number, state in enumerate(states, 1):
            verdict = group.check(state)
            if not verdict.reachable:
                raise InputError(
                    f"no moves solve state {number}: {'; '.join(verdict.reasons)}",
                    "`check` says more",
                )
    except LimitError:
        return  # then the search has to find it out
