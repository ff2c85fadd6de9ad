"""What moves do to states of puzzles that are not cubes, and whether moves can make them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cubecsp.deadline import looking
from cubecsp.definitions.definition import Arrangement, Definition
from cubecsp.definitions.group import MoveGroup
from cubecsp.definitions.transformation import Transformation
from cubecsp.errors import LimitError, OutOfTimeError
from cubecsp.questions.answer import Status
from cubecsp.questions.defined.answer import StateAnswer, StateReport
from cubecsp.questions.defined.common import begun, ended, group_of, status_of
from cubecsp.questions.limits import limited

__all__ = ["apply_moves", "check_states", "describe_puzzle", "order_of"]

_UNKNOWN_GROUP: dict[str, Any] = {"order": None, "states": None, "laws": None}


def apply_moves(definition: Definition, moves: str, states: Iterable[Arrangement]) -> StateAnswer:
    """Return the states after some moves.

    Raises:
        InputError: these are no moves of the puzzle.
    """
    answer, run = begun("apply", definition, moves=moves)
    done = definition.transformation(moves)
    answer.states = [StateReport(state * done) for state in states]
    answer.told["order"] = done.order()
    answer.status = Status.COMPLETE
    return ended(answer, run)


@limited
def check_states(
    definition: Definition,
    states: Sequence[Arrangement],
    turns: str | None = None,
    *,
    time_limit: float | None = None,
) -> StateAnswer:
    """Return whether moves can make states of the solved one, and why not.

    Args:
        definition: of the puzzle.
        states: to be checked.
        turns: the moves that may be used, with commas between them; if left out, all.
        time_limit: stop after so many seconds, and keep what is known then; None for no limit.

    Raises:
        InputError: these are no moves of the puzzle.
        LimitError: the puzzle is too large for its group to be worked out.
    """
    answer, run = begun("check", definition, turns=turns, time_limit=time_limit)
    with run:
        group = group_of(definition, turns)
        for state in looking(states):
            answer.states.append(StateReport(state, group.check(state)))
    if not all(report.verdict and report.verdict.reachable for report in answer):
        answer.status = Status.INFEASIBLE
    else:
        answer.status = status_of(answer, run)
    return ended(answer, run)


@limited
def describe_puzzle(
    definition: Definition,
    states: Iterable[Arrangement] = (),
    turns: str | None = None,
    *,
    time_limit: float | None = None,
) -> StateAnswer:
    """Return the description of a puzzle, and the orders of states.

    `told` has `orbits`, `moves`, `derived`, `order` of the group that the moves generate, how many `states` look
    different, and `laws`; what is too large to be worked out is None, and `reason` says why.

    Args:
        definition: of the puzzle.
        states: to be described.
        turns: the moves that may be used, with commas between them; if left out, all.
        time_limit: stop after so many seconds, and keep what is known then; None for no limit.

    Raises:
        InputError: these are no moves of the puzzle.
    """
    answer, run = begun("describe", definition, turns=turns, time_limit=time_limit)
    named = definition.generators(turns)
    answer.told = {
        "orbits": [_orbit(definition, number) for number in range(len(definition.kinds))],
        "moves": list(definition.moves),
        "derived": dict(definition.derived),
        "turns": list(named),
        **_UNKNOWN_GROUP,
    }
    with run:
        answer.told |= _group(definition, named, answer)
        for state in looking(states):
            answer.states.append(StateReport(state, order=order_of(state)))
    answer.status = Status.COMPLETE if run.stopped is None else Status.PARTIAL
    return ended(answer, run)


def order_of(state: Arrangement) -> int | None:
    """Return how often the moves that make a state have to be done to lead back to the solved one.

    None if pieces look alike, or if orientations are not equally visible in all of an orbit: then states do not show
    what was done.
    """
    seen = state.definition.seen
    if seen.moduli != seen.turns or any(
        len(set(seen.pieces[row])) < kind.size
        for kind, row in zip(seen.kinds, seen.rows, strict=True)
    ):
        return None
    at = {
        (kind, piece): i
        for i, (kind, piece) in enumerate(zip(seen.kind_of, seen.pieces, strict=True))
    }
    sources = [at[kind, piece] for kind, piece in zip(seen.kind_of, state.pieces, strict=True)]
    deltas = [
        (turn - seen.turned[source]) % turns
        for turn, source, turns in zip(state.turned, sources, seen.turns, strict=True)
    ]
    return Transformation(tuple(sources), tuple(deltas), seen.turns).order()


def _orbit(definition: Definition, number: int) -> dict[str, Any]:
    kind = definition.kinds[number]
    pieces = definition.pieces[definition.rows[number]]
    return {
        "name": kind.name,
        "pieces": kind.size,
        "orientations": kind.turns,
        "seen": max(definition.moduli[definition.rows[number]]),
        "looks": len(set(pieces)),
    }


def _group(
    definition: Definition, turns: dict[str, Transformation], answer: StateAnswer
) -> dict[str, Any]:
    found = dict(_UNKNOWN_GROUP)
    try:
        group = MoveGroup(definition, turns)
        found["laws"] = group.parts.seen_laws
        found["order"] = group.order
        found["states"] = group.states
    except OutOfTimeError:
        raise
    except LimitError as error:
        answer.reason = str(error)
    return found
