"""Random states of puzzles that are not cubes, and moves that make them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from cubecsp.definitions.definition import Definition
from cubecsp.definitions.group import MoveGroup
from cubecsp.definitions.transformation import Transformation
from cubecsp.errors import LimitError
from cubecsp.questions.answer import Status
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
from cubecsp.questions.limits import check_effort, limited

__all__ = ["scramble_puzzle"]


@limited
def scramble_puzzle(
    definition: Definition,
    number: int = 1,
    *,
    seed: int = 0,
    turns: str | None = None,
    random_moves: int | None = None,
    effort: int | None = None,
    time_limit: float | None = None,
    on_found: OnFound | None = None,
) -> StateAnswer:
    """Return random states, and moves that make them.

    Args:
        definition: of the puzzle.
        number: how many.
        seed: the same seed draws the same states.
        turns: the moves that may be used, with commas between them; if left out, all.
        random_moves: so many random moves make each state, none behind one that it undoes or joins; left out, every
            state that moves can make is as likely, and the moves are the fewest that make it.
        effort: the most positions to look at for each state.
        time_limit: seconds for all of them.
        on_found: called with each report as soon as it is known.

    Raises:
        LimitError: the puzzle is too large for random states to be solved.
    """
    answer, run = begun(
        "scramble",
        definition,
        number=number,
        seed=seed,
        turns=turns,
        random_moves=random_moves,
        effort=effort,
        time_limit=time_limit,
    )
    check_effort(effort)
    source = random.Random(seed)
    if random_moves is None:
        space = space_of(definition, turns)
        most = most_of(effort, space)
        group = _small(definition, turns, most)
        with run:
            for _ in range(number):
                state = group.random_state(source)
                path = space.path(definition.solved, state, most, run.deadline)
                assert path is not None  # the group has it
                answer.states.append(told(_made(definition, path, True), on_found))
    else:
        follow = _followers(definition, turns)
        with run:
            for _ in range(number):
                run.deadline.check()
                path = _random_path(follow, random_moves, source)
                answer.states.append(told(_made(definition, path, None), on_found))
    answer.status = Status.COMPLETE if len(answer) == number else Status.PARTIAL
    return ended(answer, run)


def _made(definition: Definition, path: Sequence[str], optimal: bool | None) -> StateReport:
    moves = " ".join(path)
    state = definition.solved.apply(moves)
    return StateReport(state, generator=moves, length=len(path), optimal=optimal)


def _followers(definition: Definition, turns: str | None) -> dict[str | None, list[str]]:
    """Return which moves may come after each, no two in a row being one move, or none; first, after None."""
    named = {n: t for n, t in definition.named_turns(turns).items() if not t.is_identity}
    made = set(named.values())

    def may_follow(last: Transformation, turn: Transformation) -> bool:
        joined = last * turn
        return not (joined.is_identity or joined in made)

    follow: dict[str | None, list[str]] = {None: list(named)}
    for name, last in named.items():
        follow[name] = [n for n, t in named.items() if may_follow(last, t)] or list(named)
    return follow


def _random_path(
    follow: dict[str | None, list[str]], length: int, source: random.Random
) -> list[str]:
    """Return random moves, each one that may follow the one before."""
    path: list[str] = []
    last: str | None = None
    for _ in range(length):
        last = source.choice(follow[last])
        path.append(last)
    return path


def _small(definition: Definition, turns: str | None, most: int) -> MoveGroup:
    """Return what moves can make, if a search from both ends has a chance to find those that make a random state.

    Raises:
        LimitError: there are too many states, or too many pieces to know.
    """
    remedy = "--random-moves N gives scrambles of random moves"
    try:
        group = group_of(definition, turns)
        states = group.states or group.order
    except LimitError as error:
        raise LimitError(error.problem, remedy) from None
    if states > most**2:
        raise LimitError(
            f"{definition.name} has {states:.3g} states, too many for the moves that make a random one to be "
            f"found among {most:,} positions",
            remedy,
        )
    return group
