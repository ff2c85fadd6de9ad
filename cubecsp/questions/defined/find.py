"""States of a puzzle that is not a cube that satisfy rules."""

from __future__ import annotations

from collections.abc import Iterable

from cubecsp.definitions.definition import Arrangement, Definition
from cubecsp.definitions.rules import holds, read_rule
from cubecsp.puzzle.words import texts_of
from cubecsp.questions.answer import Status, Stop
from cubecsp.questions.defined.answer import StateAnswer, StateReport
from cubecsp.questions.defined.common import OnFound, begun, ended, group_of, told
from cubecsp.questions.limits import limited

__all__ = ["find_states"]


@limited
def find_states(
    definition: Definition,
    rules: str | Iterable[str],
    *,
    turns: str | None = None,
    limit: int | None = None,
    time_limit: float | None = None,
    on_found: OnFound | None = None,
) -> StateAnswer:
    """Return states that moves can make and that satisfy rules.

    Args:
        definition: of the puzzle.
        rules: see `cubecsp.definitions.rules`.
        turns: the moves that may be used, with commas between them; if left out, all.
        limit: the most states to find.
        time_limit: in seconds.
        on_found: called with each report as soon as it is known.

    Raises:
        InputError: a rule cannot be read.
        LimitError: the puzzle is too large for its group to be worked out.
    """
    from cubecsp.definitions.finder import Finder
    from cubecsp.models.engines.background import in_background

    texts = list(texts_of(rules))
    relations = [read_rule(text, definition) for text in texts]
    answer, run = begun(
        "find", definition, rules=texts, turns=turns, limit=limit, time_limit=time_limit
    )
    with run:
        group = group_of(definition, turns)
        group.require_known()
        finder = Finder(group, relations, run.deadline)
        for state in in_background(finder.run, finder.stop, "finding states"):
            if not isinstance(state, Arrangement):
                continue  # a sign of progress
            if limit is not None and len(answer) == limit:
                run.stop(Stop.LIMIT)
                break
            assert all(holds(relation, state) for relation in relations)
            answer.states.append(told(StateReport(state), on_found))
        else:
            if not finder.complete:
                run.stop(Stop.TIME)
    found = Status.PARTIAL if answer.states else Status.UNKNOWN
    whole = Status.COMPLETE if answer.states else Status.INFEASIBLE
    answer.status = whole if run.stopped is None else found
    return ended(answer, run)
