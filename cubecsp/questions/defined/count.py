"""How many states of a puzzle that is not a cube there are: all, by rules, or by depth."""

from __future__ import annotations

from collections.abc import Iterable

from cubecsp.definitions.definition import Definition
from cubecsp.definitions.rules import All, read_rule
from cubecsp.errors import InputError, LimitError
from cubecsp.puzzle.words import texts_of
from cubecsp.questions.answer import Status, Stop
from cubecsp.questions.defined.answer import StateAnswer
from cubecsp.questions.defined.common import (
    begun,
    ended,
    group_of,
    most_of,
    space_of,
    wanted,
    within,
)
from cubecsp.questions.limits import limited

__all__ = ["count_states"]


@limited
def count_states(
    definition: Definition,
    rules: str | Iterable[str] = (),
    *,
    depths: bool = False,
    turns: str | None = None,
    effort: int | None = None,
    time_limit: float | None = None,
) -> StateAnswer:
    """Return how many states moves can make, all or only those that satisfy rules.

    Without rules the group gives the number; otherwise all states are visited. With `depths`,
    the entry `depths` of `told` has how many states take 0, 1, 2, … moves.

    Args:
        definition: of the puzzle.
        rules: see `cubecsp.definitions.rules`.
        depths: count by depth.
        turns: the moves that may be used, with commas between them; if left out, all.
        effort: the most positions to look at.
        time_limit: in seconds.

    Raises:
        InputError: a rule cannot be read, or rules and `depths` are both asked for.
    """
    texts = list(texts_of(rules))
    if texts and depths:
        raise InputError("depths are counted for all states", "leave out the rules, or --depths")
    relation = All(tuple(read_rule(text, definition) for text in texts))
    answer, run = begun(
        "count",
        definition,
        rules=texts,
        depths=depths,
        turns=turns,
        effort=effort,
        time_limit=time_limit,
    )
    known = _known(definition, turns)
    if known is not None and not texts and not depths:
        answer.count, answer.status = known, Status.COMPLETE
        return ended(answer, run)
    space = space_of(definition, turns)
    most = most_of(effort, space)
    if known is not None and known > most:
        name = definition.name
        answer.reason = f"Moves of {name} make {known:,} states, and {most:,} may be looked at; --effort allows more"
        run.stop(Stop.EFFORT)
        return ended(answer, run)
    solved = definition.solved
    with run:
        if depths:
            found = within(answer, run, lambda: space.depths(solved, most, run.deadline))
            answer.told["depths"] = found
            answer.count = None if found is None else sum(found)
        else:
            kept = wanted(space, relation, solved)
            answer.count = within(
                answer, run, lambda: space.count(solved, kept, most, run.deadline)
            )
        answer.status = Status.UNKNOWN if answer.count is None else Status.COMPLETE
    return ended(answer, run)


def _known(definition: Definition, turns: str | None) -> int | None:
    """Return how many states moves can make, if the group that they generate says it."""
    try:
        return group_of(definition, turns).states
    except LimitError:
        return None
