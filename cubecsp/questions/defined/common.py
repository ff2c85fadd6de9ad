"""What questions about puzzles that are not cubes share: their beginning and end, limits, and what is wanted."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING, Any, TypeVar

from cubecsp.definitions.definition import Arrangement, Definition
from cubecsp.definitions.effort import EffortError
from cubecsp.definitions.group import MoveGroup
from cubecsp.definitions.rules import AtMost, Not, Placed, Relation, holds
from cubecsp.questions.answer import Status, Stop, versions
from cubecsp.questions.defined.answer import StateAnswer, StateReport
from cubecsp.questions.limits import Limits, Run, check_effort

if TYPE_CHECKING:  # numpy is slow to import
    import numpy as np
    from numpy.typing import NDArray

    from cubecsp.definitions.space import Columns, Space, Wanted

__all__ = [
    "OnFound",
    "begun",
    "ended",
    "group_of",
    "most_of",
    "space_of",
    "status_of",
    "told",
    "wanted",
    "within",
]

OnFound = Callable[[StateReport], None]
"""Called with a report as soon as it is known."""

T = TypeVar("T")


def begun(question: str, definition: Definition, **asked: Any) -> tuple[StateAnswer, Run]:
    """Return the answer of a question, still empty, and the question under way.

    Args:
        question: its name.
        definition: of the puzzle.
        asked: what was asked; of it `limit` and `time_limit` end the question.

    Raises:
        InputError: a limit makes no sense.
    """
    query = {"question": question, "puzzle": definition.name, **asked, "versions": versions()}
    limits = Limits.of(asked.get("limit"), asked.get("time_limit"), "states")
    return StateAnswer(query), limits.begin()


def ended(answer: StateAnswer, run: Run) -> StateAnswer:
    """Return an answer with what ended it, and how long it took."""
    answer.stopped, answer.seconds = run.stopped, run.seconds
    return answer


def status_of(answer: StateAnswer, run: Run) -> Status:
    """Return how complete an answer without a "no" is."""
    if run.stopped is None:
        return Status.COMPLETE
    return Status.PARTIAL if answer.states else Status.UNKNOWN


def told(report: StateReport, on_found: OnFound | None) -> StateReport:
    """Return a report after announcing it."""
    if on_found is not None:
        on_found(report)
    return report


def most_of(effort: int | None, space: Space) -> int:
    """Return how many states may be looked at: as many as asked for, or as fit into some memory.

    Raises:
        InputError: it is no number of at least 1.
    """
    return check_effort(effort) or space.affordable


def space_of(definition: Definition, turns: str | None) -> Space:
    """Return the states of a puzzle, and moves between them."""
    from cubecsp.definitions.space import Space

    return Space(definition, definition.named_turns(turns))


def group_of(definition: Definition, turns: str | None) -> MoveGroup:
    """Return what moves can make of a puzzle."""
    return MoveGroup(definition, definition.generators(turns))


def within(answer: StateAnswer, run: Run, work: Callable[[], T]) -> T | None:
    """Return what a search finds; None, and the reason in the answer, where it needs more than is allowed."""
    try:
        return work()
    except EffortError as error:
        answer.reason = str(error)
        run.stop(Stop.EFFORT)
        return None


def wanted(space: Space, relation: Relation, start: Arrangement) -> Wanted:
    """Return what says of each state whether a relation holds; slots that no move changes are as in `start`."""
    import numpy as np

    def of(relation: Relation, columns: Columns) -> NDArray[np.bool_]:
        if isinstance(relation, Placed):
            row = space.row(relation.slot)
            if row is None:
                return np.full(columns.shape[1], holds(relation, start), np.bool_)
            held = relation.held
            table = space.values_of(relation.slot, lambda *value: value in held)
            return np.asarray(table[columns[row]])
        if isinstance(relation, Not):
            return ~of(relation.part, columns)
        parts = (of(part, columns) for part in relation.parts)
        if isinstance(relation, AtMost):
            counts = np.zeros(columns.shape[1], np.int64)
            for part in parts:
                counts += part
            return np.asarray(counts <= relation.number)
        return reduce(np.logical_and, parts, np.ones(columns.shape[1], np.bool_))

    return lambda columns: of(relation, columns)
