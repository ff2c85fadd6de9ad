"""Moves that solve, make and lead to states of puzzles that are not cubes; and how many states there are."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, TypeVar

from cubecsp.definitions.definition import Arrangement, Definition
from cubecsp.definitions.effort import EFFORT, EffortError
from cubecsp.definitions.group import MoveGroup
from cubecsp.definitions.rules import All, AtMost, Not, Placed, Relation, holds, read_rule
from cubecsp.errors import InputError, LimitError
from cubecsp.questions.answer import Status, Stop
from cubecsp.questions.defined.answer import StateAnswer, StateReport, asked
from cubecsp.questions.limits import Limits, Run, check_effort

if TYPE_CHECKING:  # numpy is slow to import
    import numpy as np
    from numpy.typing import NDArray

    from cubecsp.definitions.space import Columns, Space, Wanted

__all__ = ["count_states", "find_states", "reach_states", "scramble_puzzle", "solve_states"]

_FOUND = Callable[[StateReport], None]

T = TypeVar("T")


def solve_states(
    definition: Definition,
    states: Sequence[Arrangement],
    *,
    turns: str | None = None,
    effort: int | None = None,
    time_limit: float | None = None,
    on_found: _FOUND | None = None,
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
    query = asked("solve", definition.name, turns=turns, effort=effort, time_limit=time_limit)
    answer, run = StateAnswer(query), Limits.of(None, time_limit).begin()
    most = _effort(effort)
    space = _space(definition, turns)
    _require_reachable(definition, states, turns)
    with run:
        for state in states:
            answer.states.append(_told(_solved(space, state, most, run), on_found))
    left = states[len(answer) :]
    answer.states += [StateReport(state, unsolved="stopped before") for state in left]
    solved = sum(report.moves is not None for report in answer)
    answer.status = Status.COMPLETE if solved == len(states) else Status.UNKNOWN
    if solved < len(states) and not left:
        run.stop(Stop.EFFORT)
    return _ended(answer, run)


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


def scramble_puzzle(
    definition: Definition,
    number: int = 1,
    *,
    seed: int = 0,
    turns: str | None = None,
    random_moves: int | None = None,
    effort: int | None = None,
    time_limit: float | None = None,
    on_found: _FOUND | None = None,
) -> StateAnswer:
    """Return random states, and moves that make them.

    Args:
        definition: of the puzzle.
        number: how many.
        seed: the same seed draws the same states.
        turns: the moves that may be used, with commas between them; all when left out.
        random_moves: so many random moves make each state, none behind one that it undoes or joins; left out, every
            state that moves can make is as likely, and the moves are the fewest that make it.
        effort: so many positions at most are looked at for each state.
        time_limit: seconds for all of them.
        on_found: called with every report as soon as it is there.

    Raises:
        LimitError: the puzzle is too large for random states to be solved.
    """
    query = asked(
        "scramble",
        definition.name,
        number=number,
        seed=seed,
        turns=turns,
        random_moves=random_moves,
        effort=effort,
        time_limit=time_limit,
    )
    answer, run = StateAnswer(query), Limits.of(number, time_limit).begin()
    source, most = random.Random(seed), _effort(effort)
    if random_moves is None:
        group, space = _group(definition, turns), _space(definition, turns)
        _require_small(group, most)
        with run:
            for _ in range(number):
                state = group.random_state(source)
                path = space.path(definition.solved, state, most, run.deadline)
                assert path is not None  # the group has it
                answer.states.append(_told(_made(definition, path, True), on_found))
    else:
        for _ in range(number):
            path = _random_path(definition, turns, random_moves, source)
            answer.states.append(_told(_made(definition, path, None), on_found))
    answer.status = Status.COMPLETE if len(answer) == number else Status.PARTIAL
    return _ended(answer, run)


def _made(definition: Definition, path: Sequence[str], optimal: bool | None) -> StateReport:
    moves = " ".join(path)
    state = definition.solved.apply(moves)
    return StateReport(state, generator=moves, length=len(path), optimal=optimal)


def _random_path(
    definition: Definition, turns: str | None, length: int, source: random.Random
) -> list[str]:
    """Return random moves, no two in a row that are one move, or none."""
    named = {n: t for n, t in definition.named_turns(turns).items() if not t.is_identity}
    made = set(named.values())
    path: list[str] = []
    while len(path) < length:
        may = [
            name
            for name, turn in named.items()
            if not path or not ((joined := named[path[-1]] * turn).is_identity or joined in made)
        ]
        path.append(source.choice(may or list(named)))
    return path


def reach_states(
    definition: Definition,
    state: Arrangement,
    rules: Iterable[str],
    *,
    turns: str | None = None,
    limit: int | None = None,
    effort: int | None = None,
    time_limit: float | None = None,
) -> StateAnswer:
    """Return the states that the fewest moves lead to and for which rules hold, each with such moves.

    Args:
        definition: of the puzzle.
        state: where the moves begin.
        rules: see `cubecsp.definitions.rules`.
        turns: the moves that may be used, with commas between them; all when left out.
        limit: so many states at most.
        effort: so many positions at most are looked at.
        time_limit: in seconds.

    Raises:
        InputError: a rule cannot be read.
    """
    texts = list(rules)
    query = asked(
        "reach",
        definition.name,
        state=state.as_dict(),
        rules=texts,
        turns=turns,
        limit=limit,
        effort=effort,
        time_limit=time_limit,
    )
    relation = All(tuple(read_rule(text, definition) for text in texts))
    answer, run = StateAnswer(query), Limits.of(limit, time_limit).begin()
    space, most = _space(definition, turns), _effort(effort)
    with run:
        found = _within(
            answer,
            run,
            lambda: space.nearest(state, _wanted(space, relation, state), most, run.deadline),
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
    return _ended(answer, run)


def count_states(
    definition: Definition,
    rules: Iterable[str] = (),
    *,
    depths: bool = False,
    turns: str | None = None,
    effort: int | None = None,
    time_limit: float | None = None,
) -> StateAnswer:
    """Return how many states moves can make, of those for which rules hold.

    Without rules the group says it, else all states are looked at. With `depths` the answer has under `depths` in
    `told` how many states 0, 1, 2, … moves make and no fewer.

    Args:
        definition: of the puzzle.
        rules: see `cubecsp.definitions.rules`.
        depths: count by depth.
        turns: the moves that may be used, with commas between them; all when left out.
        effort: so many positions at most are looked at.
        time_limit: in seconds.

    Raises:
        InputError: a rule cannot be read, or rules and `depths` are both asked for.
    """
    texts = list(rules)
    query = asked(
        "count",
        definition.name,
        rules=texts,
        depths=depths,
        turns=turns,
        effort=effort,
        time_limit=time_limit,
    )
    if texts and depths:
        raise InputError("depths are counted of all states", "leave out the rules, or --depths")
    relation = All(tuple(read_rule(text, definition) for text in texts))
    answer, run = StateAnswer(query), Limits.of(None, time_limit).begin()
    known = None if texts else _group(definition, turns).states
    if known is not None and not depths:
        answer.count, answer.status = known, Status.COMPLETE
        return _ended(answer, run)
    most, space = _effort(effort), _space(definition, turns)
    if not _fits(definition, turns, most, answer):
        run.stop(Stop.EFFORT)
        return _ended(answer, run)
    solved = definition.solved
    with run:
        if depths:
            found = _within(answer, run, lambda: space.depths(solved, most, run.deadline))
            answer.told["depths"] = found
            answer.count = None if found is None else sum(found)
        else:
            wanted = _wanted(space, relation, solved)
            answer.count = _within(
                answer, run, lambda: space.count(solved, wanted, most, run.deadline)
            )
        answer.status = Status.UNKNOWN if answer.count is None else Status.COMPLETE
    return _ended(answer, run)


def find_states(
    definition: Definition,
    rules: Iterable[str],
    *,
    turns: str | None = None,
    limit: int | None = None,
    time_limit: float | None = None,
    on_found: _FOUND | None = None,
) -> StateAnswer:
    """Return states that moves can make and for which rules hold.

    Args:
        definition: of the puzzle.
        rules: see `cubecsp.definitions.rules`.
        turns: the moves that may be used, with commas between them; all when left out.
        limit: so many at most.
        time_limit: in seconds.
        on_found: called with every report as soon as it is there.

    Raises:
        InputError: a rule cannot be read.
        LimitError: the puzzle is too large for its group to be worked out.
    """
    from cubecsp.definitions.finder import Finder
    from cubecsp.models.engines.background import in_background

    texts = list(rules)
    query = asked(
        "find", definition.name, rules=texts, turns=turns, limit=limit, time_limit=time_limit
    )
    relations = [read_rule(text, definition) for text in texts]
    answer, run = StateAnswer(query), Limits.of(limit, time_limit).begin()
    group = _group(definition, turns)
    group.require_known()
    with run:
        finder = Finder(group, relations, run.deadline)
        for state in in_background(finder.run, finder.stop, "finding states"):
            if not isinstance(state, Arrangement):
                continue  # a sign of progress
            if limit is not None and len(answer) == limit:
                run.stop(Stop.LIMIT)
                break
            assert all(holds(relation, state) for relation in relations)
            answer.states.append(_told(StateReport(state), on_found))
        else:
            if not finder.complete:
                run.stop(Stop.TIME)
    found = Status.PARTIAL if answer.states else Status.UNKNOWN
    whole = Status.COMPLETE if answer.states else Status.INFEASIBLE
    answer.status = whole if run.stopped is None else found
    return _ended(answer, run)


def _told(report: StateReport, on_found: _FOUND | None) -> StateReport:
    if on_found is not None:
        on_found(report)
    return report


def _ended(answer: StateAnswer, run: Run) -> StateAnswer:
    answer.stopped, answer.seconds = run.stopped, run.seconds
    return answer


def _effort(effort: int | None) -> int:
    return EFFORT if effort is None else check_effort(effort) or EFFORT


def _space(definition: Definition, turns: str | None) -> Space:
    from cubecsp.definitions.space import Space

    return Space(definition, definition.named_turns(turns))


def _group(definition: Definition, turns: str | None) -> MoveGroup:
    return MoveGroup(definition, definition.generators(turns))


def _require_reachable(
    definition: Definition, states: Iterable[Arrangement], turns: str | None
) -> None:
    """Make sure that moves can make states, as far as that can be decided."""
    try:
        group = _group(definition, turns)
        for number, state in enumerate(states, 1):
            verdict = group.check(state)
            if not verdict.reachable:
                raise InputError(
                    f"no moves solve state {number}: {'; '.join(verdict.reasons)}",
                    "`check` says more",
                )
    except LimitError:
        return  # then the search has to find it out


def _require_small(group: MoveGroup, most: int) -> None:
    """Make sure that a search from both ends has a chance to find the moves that make a random state."""
    states = group.states or group.order
    if states > most**2:
        raise LimitError(
            f"{group.definition.name} has {states:.3g} states, too many for the moves that make a random one to be "
            f"found among {most:,} positions",
            "scrambles of random moves can be had with --random-moves N",
        )


def _fits(definition: Definition, turns: str | None, most: int, answer: StateAnswer) -> bool:
    """Return whether all states may be looked at, as far as that is known, and say so if not."""
    try:
        states = _group(definition, turns).states
    except LimitError:
        return True
    if states is None or states <= most:
        return True
    answer.reason = f"Moves of {definition.name} make {states:,} states, and {most:,} may be looked at; --effort allows more"
    return False


def _within(answer: StateAnswer, run: Run, work: Callable[[], T]) -> T | None:
    """Return what a search finds; None, and the reason in the answer, where it needs more than is allowed."""
    try:
        return work()
    except EffortError as error:
        answer.reason = str(error)
        run.stop(Stop.EFFORT)
        return None


def _wanted(space: Space, relation: Relation, start: Arrangement) -> Wanted:
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
