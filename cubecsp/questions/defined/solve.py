"""The shortest moves that solve states of puzzles that are not cubes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import TYPE_CHECKING

from cubecsp.definitions.definition import Arrangement, Definition
from cubecsp.definitions.effort import EffortError
from cubecsp.errors import InputError, LimitError, OutOfTimeError, which_are_known
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
from cubecsp.questions.limits import Run, limited
from cubecsp.questions.wording import plural

if TYPE_CHECKING:  # numpy is slow to import
    from cubecsp.definitions.space import Space

__all__ = ["SOLVERS", "solve_states"]

_PLANNED = "asp"

SOLVERS: dict[str, str] = {
    "breadth-first": "search from both ends",
    _PLANNED: "planned by clingo, as a readable logic program",
}
"""The methods by which states are solved. Both find the fewest moves."""


@limited
def solve_states(
    definition: Definition,
    states: Sequence[Arrangement],
    *,
    turns: str | None = None,
    method: str | None = None,
    effort: int | None = None,
    time_limit: float | None = None,
    on_found: OnFound | None = None,
) -> StateAnswer:
    """Return the shortest moves that solve states.

    Args:
        definition: of the puzzle.
        states: to be solved.
        turns: the moves that may be used, with commas between them; if left out, all.
        method: a name of `SOLVERS`; left out, the first.
        effort: the most positions to look at for each state.
        time_limit: seconds for all of them.
        on_found: called with each report as soon as it is known.

    Raises:
        InputError: moves cannot solve a state, and the message says why; or the method takes no effort.
    """
    method = _method(method, effort)
    answer, run = begun(
        "solve", definition, method=method, turns=turns, effort=effort, time_limit=time_limit
    )
    space = space_of(definition, turns)
    most = most_of(effort, space)
    _require_reachable(definition, states, turns)
    with run:
        for state in states:
            if method == _PLANNED:
                report = _planned(state, turns, run)
            else:
                report = _solved(space, state, most, run)
            answer.states.append(told(report, on_found))
    left = states[len(answer) :]
    answer.states += [StateReport(state, unsolved="stopped before") for state in left]
    solved = sum(report.moves is not None for report in answer)
    answer.status = Status.COMPLETE if solved == len(states) else Status.UNKNOWN
    if solved < len(states):
        if not left:
            run.stop(Stop.EFFORT)
        answer.reason = f"{solved:,} of {plural(len(states), 'state')} solved"
    return ended(answer, run)


def _method(name: str | None, effort: int | None) -> str:
    """Return the method that is asked for.

    Raises:
        InputError: there is none of this name, or it takes no effort.
    """
    if name is None:
        return next(iter(SOLVERS))
    if name not in SOLVERS:
        raise InputError(f"there is no method {name!r}", which_are_known(name, SOLVERS))
    if name == _PLANNED and effort is not None:
        raise InputError(f"method {name} takes no effort", "give it a time limit")
    return name


def _planned(state: Arrangement, turns: str | None, run: Run) -> StateReport:
    """Return what clingo plans."""
    from cubecsp.questions.defined.plan import each_plan

    try:
        with closing(each_plan(state, turns, run.deadline.left_or_none)) as plans:
            return _report(state, next(plans))
    except OutOfTimeError as error:
        run.stop(Stop.TIME)
        return StateReport(state, unsolved=error.problem)


def _solved(space: Space, state: Arrangement, most: int, run: Run) -> StateReport:
    try:
        path = space.path(state, state.definition.solved, most, run.deadline)
    except EffortError as error:
        return StateReport(state, unsolved=str(error))
    if path is None:
        raise InputError(f"no sequence of these moves solves state {state}")
    return _report(state, path)


def _report(state: Arrangement, path: Sequence[str]) -> StateReport:
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
