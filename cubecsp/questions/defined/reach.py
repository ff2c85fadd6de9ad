"""The moves after which a state of a puzzle that is not a cube satisfies rules."""

from __future__ import annotations

from collections.abc import Iterable

from cubecsp.definitions.definition import Arrangement, Definition
from cubecsp.definitions.rules import All, holds, read_rule
from cubecsp.puzzle.words import texts_of
from cubecsp.questions.answer import Status, Stop
from cubecsp.questions.defined.answer import StateAnswer, StateReport
from cubecsp.questions.defined.common import begun, ended, most_of, space_of, wanted, within
from cubecsp.questions.limits import limited

__all__ = ["reach_states"]


@limited
def reach_states(
    definition: Definition,
    state: Arrangement,
    rules: str | Iterable[str],
    *,
    turns: str | None = None,
    limit: int | None = None,
    effort: int | None = None,
    time_limit: float | None = None,
) -> StateAnswer:
    """Return the states that satisfy rules and take the fewest moves to reach, each with such moves.

    Args:
        definition: of the puzzle.
        state: where the moves begin.
        rules: see `cubecsp.definitions.rules`.
        turns: the moves that may be used, with commas between them; if left out, all.
        limit: the most states to find.
        effort: the most positions to look at.
        time_limit: in seconds.

    Raises:
        InputError: a rule cannot be read.
    """
    texts = list(texts_of(rules))
    relation = All(tuple(read_rule(text, definition) for text in texts))
    answer, run = begun(
        "reach",
        definition,
        state=state.as_dict(),
        rules=texts,
        turns=turns,
        limit=limit,
        effort=effort,
        time_limit=time_limit,
    )
    space = space_of(definition, turns)
    most = most_of(effort, space)
    with run:
        found = within(
            answer,
            run,
            lambda: space.nearest(
                state,
                wanted(space, relation, state),
                most,
                run.deadline,
                None if limit is None else limit + 1,  # to know whether there are more
            ),
        )
        if found is not None:
            answer.status = Status.COMPLETE if found else Status.INFEASIBLE
            if not found:
                answer.reason = "No sequence of these moves leads there"
            if limit is not None and len(found) > limit:
                answer.status, found = Status.PARTIAL, found[:limit]
                run.stop(Stop.LIMIT)
            for reached, path in found:
                assert state.apply(" ".join(path)) == reached
                assert holds(relation, reached)
                answer.states.append(
                    StateReport(reached, moves=" ".join(path), length=len(path), optimal=True)
                )
    return ended(answer, run)
