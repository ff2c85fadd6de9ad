"""Breadth-first search over the states of a puzzle, many at a time.

A state is a column of numbers with a 64-bit key (`columns`). States with equal keys are compared, unless keys
determine states. If two different ones have the same key, the search starts again with other keys, so the
results do not depend on luck.

Levels are kept in the order of their keys. If moves can undo every move, a state that is not new can only be
in the last two levels; otherwise the search looks through all levels.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from cubecsp.errors import OutOfTimeError
from cubecsp.frozen import frozen
from cubecsp.puzzle.core.permutation import Permutation
from cubecsp.puzzle.kpuzzle.conditional_turns import ConditionalTurn
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern
from cubecsp.puzzle.states.columns import ColumnMove, Columns, Keys, Places, States
from cubecsp.puzzle.states.loops import least_number
from cubecsp.puzzle.states.node_limit import MAX_NODES, NodeLimitError
from cubecsp.stopping.deadline import NEVER, Deadline

__all__ = ["Positions", "Space", "Wanted"]

Wanted: TypeAlias = Callable[[Columns], NDArray[np.bool_]]
"""Returns for each state whether it is wanted."""

_Steps: TypeAlias = NDArray[np.intp]
"""For each move a row: for each state its target in the next layer, −1 if the move leaves the shortest ways."""

T = TypeVar("T")

_AT_ONCE = 1 << 25
"""The values of states to compute between two checks of the deadline."""

_MEMORY = 900_000_000
"""The bytes that a search within the default node limit may take."""


class _KeyCollisionError(Exception):
    """Two states have one key."""


@frozen
class _Level:
    """The states that this many moves lead to and no fewer, in the order of their keys."""

    columns: Columns
    keys: Keys

    def __len__(self) -> int:
        return len(self.keys)

    def only(self, places: NDArray[Any]) -> _Level:
        """Return the states at some positions, in order, or where a mask is true."""
        return _Level(self.columns[:, places], self.keys[places])


class Space(States):
    """The states of a puzzle, and some moves between them, for searches."""

    @property
    def affordable(self) -> int:
        """The default node limit of a search.

        While levels are merged, memory holds each state up to three times, with keys and positions in some
        orders.
        """
        of_state = 3 * len(self._slots) * self._type.itemsize + 75
        return min(MAX_NODES, _MEMORY // of_state)

    @cached_property
    def is_closed(self) -> bool:
        """Whether moves undo all moves."""
        by_done: dict[Permutation, list[ConditionalTurn]] = {}
        for turn in self._turns:
            by_done.setdefault(turn.done, []).append(turn)
        back = (turn.undone() for turn in self._turns)
        return all(
            any(turn.serves_as(undoing) for turn in by_done.get(undoing.done, ()))
            for undoing in back
        )

    def depths(self, start: KPattern, most: int, deadline: Deadline = NEVER) -> list[int]:
        """Return the numbers of states that take 0, 1, 2, … moves to reach from one; together they cover all states.

        Args:
            start: the state.
            most: the node limit.
            deadline: when it has to end.

        Raises:
            NodeLimitError: there are more.
            OutOfTimeError: the time is over.
        """
        return self._exactly(lambda: [len(level) for level in self._all(start, most, deadline)])

    def count(
        self, start: KPattern, predicate: Wanted, most: int, deadline: Deadline = NEVER
    ) -> int:
        """Return how many of the states that moves lead to are wanted; see `depths`."""
        return self._exactly(
            lambda: sum(
                int(predicate(level.columns).sum()) for level in self._all(start, most, deadline)
            )
        )

    def nearest(
        self,
        start: KPattern,
        predicate: Wanted,
        most: int,
        deadline: Deadline = NEVER,
        number: int | None = None,
    ) -> list[tuple[KPattern, list[str]]]:
        """Return the wanted states that the fewest moves lead to, each with such moves; none if no moves lead to one.

        Args:
            start: the state where the moves begin.
            predicate: returns which states are wanted.
            most: the node limit.
            deadline: when it has to end.
            number: the most states to return; None for all.

        Raises:
            NodeLimitError: that could not be found out with `most` states.
            OutOfTimeError: the time is over.
        """

        def work() -> list[tuple[KPattern, list[str]]]:
            levels: list[_Level] = []
            for level in self._from([start], self._forwards, most, deadline):
                there = np.flatnonzero(predicate(level.columns))[:number]
                if len(there):
                    results = (level.columns[:, place : place + 1] for place in there)
                    return [(self.state(c, start), self.moves_to(c, levels)) for c in results]
                levels.append(level)
            return []

        return self._exactly(work)

    def positions(self, start: KPattern, most: int, deadline: Deadline = NEVER) -> Positions:
        """Return all states that moves lead to from one; see `depths`."""
        return self._exactly(lambda: Positions(self, start, [*self._all(start, most, deadline)]))

    def rows_of(self, columns: Columns) -> NDArray[np.uint8]:
        """Return what the slots of states hold: shape (n, slots), as in `State.seen`."""
        puzzle = self.puzzle
        rows = np.tile(np.frombuffer(puzzle.solved.seen, np.uint8), (columns.shape[1], 1))
        for number, (orbit, slot) in enumerate(puzzle.slots):
            head = orbit.frames[slot][0]
            row = self.row(puzzle.slot_at[head])
            if row is None:
                continue
            placements = np.zeros(len(self._values), np.uint8)
            for placement in orbit.firsts:
                piece = puzzle.piece_shown(head, orbit.stickers[placement][0])[:2]
                placements[self._values[puzzle.kind_of[puzzle.slot_at[head]].name, *piece]] = (
                    placement
                )
            rows[:, number] = placements[columns[row]]
        return rows

    def path(
        self,
        starts: Sequence[KPattern],
        goals: Sequence[KPattern],
        most: int,
        deadline: Deadline = NEVER,
    ) -> list[str] | None:
        """Return the fewest moves that lead from one of some states to one of others; None if there are none.

        Args:
            starts: the states to begin with, all different; only one if there are several goals.
            goals: the others, all different.
            most: the node limit.
            deadline: when it has to end.

        Raises:
            NodeLimitError: that could not be found out with `most` states.
            OutOfTimeError: the time is over.
        """
        first, last = self.ends(starts, goals)
        return self._exactly(lambda: self._between(first, last, most, deadline)) if first else None

    def each(
        self,
        start: KPattern,
        goals: Sequence[KPattern],
        most: int,
        deadline: Deadline = NEVER,
        longest: int | None = None,
    ) -> Iterator[tuple[str, ...]]:
        """Yield every sequence of the fewest moves that lead from a state to one of others, in the order of the moves.

        Args:
            start: the state.
            goals: the others, all different.
            most: the node limit.
            deadline: when it has to end.
            longest: the most moves; None for any number.

        Raises:
            NodeLimitError: that could not be found out with `most` states, or with so many moves.
            OutOfTimeError: the time is over.
        """
        first, last = self.ends([start], goals)
        if not first:
            return
        steps = self._exactly(lambda: self._steps(first, last, most, deadline, longest))
        names = list(self.turns)

        def ways(depth: int, place: int) -> Iterator[tuple[str, ...]]:
            if steps is None:
                return
            if depth == len(steps):
                deadline.check()
                yield ()
                return
            for name, there in zip(names, steps[depth][:, place].tolist(), strict=True):
                if there >= 0:
                    yield from ((name, *rest) for rest in ways(depth + 1, there))

        yield from ways(0, 0)

    def ends(
        self, starts: Sequence[KPattern], goals: Sequence[KPattern]
    ) -> tuple[list[KPattern], list[KPattern]]:
        """Return the starts and the goals that agree in the slots that no move changes."""
        still = [slot for slot in range(self.puzzle.slot_count) if slot not in self._number]
        pairs = [
            (start, goal)
            for start in starts
            for goal in goals
            if all(start.holds(slot) == goal.holds(slot) for slot in still)
        ]
        return [*dict.fromkeys(start for start, _ in pairs)], [
            *dict.fromkeys(goal for _, goal in pairs)
        ]

    def _exactly(self, work: Callable[[], T]) -> T:
        """Return the result of some work; repeat it with other keys as long as two states share one."""
        for seed in itertools.count(1):
            try:
                return work()
            except _KeyCollisionError:
                self._weights = self._random_weights(seed)
        raise AssertionError

    def _between(
        self, starts: Sequence[KPattern], goals: Sequence[KPattern], most: int, deadline: Deadline
    ) -> list[str] | None:
        ends = self._meeting_ends(starts, goals, most, deadline)
        if ends is None:
            return None
        here = ends[0].levels[-1]
        meeting = int(np.argmax(self._places(ends[1].levels[-1], here) >= 0))
        return self._path_through(here.columns[:, meeting : meeting + 1], ends)

    def _meeting_ends(
        self,
        starts: Sequence[KPattern],
        goals: Sequence[KPattern],
        most: int,
        deadline: Deadline,
        longest: int | None = None,
    ) -> list[_SearchEnd] | None:
        """Return searches from both ends whose last levels have states in common; None if there are no more states."""
        ends = [
            _SearchEnd(self._from(starts, self._forwards, most, deadline)),
            _SearchEnd(self._from(goals, self._backwards, most, deadline)),
        ]
        while not (self._places(ends[1].levels[-1], ends[0].levels[-1]) >= 0).any():
            looked = sum(len(level) for end in ends for level in end.levels)
            depth = sum(len(end.levels) - 1 for end in ends)
            if looked >= most or depth == longest:
                raise _too_much(most, depth + 1)
            try:
                more = min(ends, key=lambda end: len(end.levels[-1])).advance()
            except NodeLimitError:
                raise _too_much(most, depth + 1) from None
            except OutOfTimeError:
                raise OutOfTimeError(f"there is no sequence of up to {depth} moves") from None
            if not more:
                return None
        return ends

    def _steps(
        self,
        starts: Sequence[KPattern],
        goals: Sequence[KPattern],
        most: int,
        deadline: Deadline,
        longest: int | None,
    ) -> list[_Steps] | None:
        """Return the steps of all shortest ways between states; None if there are no ways."""
        ends = self._meeting_ends(starts, goals, most, deadline, longest)
        if ends is None:
            return None
        (*before, here), (*after, there) = (end.levels for end in ends)
        middle = layer = here.only(self._places(there, here) >= 0)
        steps: list[_Steps] = []
        for level in reversed(before):
            leading = np.zeros(len(level), np.bool_)
            for doing in self._forwards:
                deadline.check()
                leading |= self._targets(doing, level, layer) >= 0
            level = level.only(leading)
            steps.insert(0, self._step(level, layer, deadline))
            layer = level
        layer = middle
        for level in reversed(after):
            step = self._step(layer, level, deadline)
            met = np.unique(step[step >= 0])
            steps.append(np.where(step >= 0, np.searchsorted(met, step), -1))
            layer = level.only(met)
        return steps

    def _step(self, level: _Level, layer: _Level, deadline: Deadline) -> _Steps:
        """Return the target in a layer of each move from each state of a level."""
        results = []
        for doing in self._forwards:
            deadline.check()
            results.append(self._targets(doing, level, layer))
        return np.array(results)

    def _targets(self, doing: ColumnMove, level: _Level, layer: _Level) -> Places:
        """Return the target in a layer of a move from each state of a level, −1 if it is not there."""
        results = np.full(len(level), -1)
        possible = doing.possible(level.columns)
        after = doing.apply(level.columns[:, possible])
        results[possible] = self._places(layer, _Level(after, self._keys(after)))
        return results

    def _path_through(self, meeting: Columns, ends: Sequence[_SearchEnd]) -> list[str]:
        """Return the moves from one end through a state where the searches meet to the other end."""
        names = list(self.turns)
        before = self._path_down(meeting, ends[0].levels[:-1], self._backwards)
        after = self._path_down(meeting, ends[1].levels[:-1], self._forwards)
        return [names[turn] for turn in [*reversed(before), *after]]

    def _path_down(
        self, column: Columns, levels: Sequence[_Level], doings: Sequence[ColumnMove]
    ) -> list[int]:
        """Return the numbers of moves that lead from a state down through levels."""
        results = []
        for level in reversed(levels):
            for number, doing in enumerate(doings):
                if not len(doing.possible(column)):
                    continue
                after = doing.apply(column)
                if self._places(level, _Level(after, self._keys(after)))[0] >= 0:
                    results.append(number)
                    column = after
                    break
            else:
                raise AssertionError("a level has a state that no move leads to")
        return results

    def moves_to(self, column: Columns, levels: Sequence[_Level]) -> list[str]:
        """Return the moves that lead from the only state of the first level to one after the last level."""
        names = list(self.turns)
        return [names[t] for t in reversed(self._path_down(column, levels, self._backwards))]

    def has(self, level: _Level, column: Columns) -> bool:
        """Return whether a level has the state of one column."""
        at = int(np.searchsorted(level.keys, self._keys(column)[0]))
        return at < len(level) and np.array_equal(level.columns[:, at], column[:, 0])

    def _places(self, level: _Level, other: _Level) -> Places:
        """Return the positions in a level of the states of another level, −1 for those that it lacks."""
        if not len(level):
            return np.full(len(other), -1)
        at = np.minimum(np.searchsorted(level.keys, other.keys), len(level) - 1)
        there = level.keys[at] == other.keys
        if not self._exact:
            _require_equal(level.columns[:, at[there]], other.columns[:, there])
        return np.where(there, at, -1)

    def _all(self, start: KPattern, most: int, deadline: Deadline) -> Iterator[_Level]:
        """Yield all levels, unless they clearly have more than `most` states."""
        if self.is_closed and least_number(start, self._turns) > most:
            raise _too_many(most)
        yield from self._from([start], self._forwards, most, deadline)

    def _from(
        self,
        starts: Sequence[KPattern],
        doings: Sequence[ColumnMove],
        most: int,
        deadline: Deadline,
    ) -> Iterator[_Level]:
        columns = np.concatenate([self.column(start) for start in starts], axis=1)
        keys = self._keys(columns)
        order = np.argsort(keys)
        if (np.diff(keys[order]) == 0).any():  # of different states
            raise _KeyCollisionError
        levels = [_Level(columns[:, order], keys[order])]
        looked = 0
        while len(levels[-1]):
            yield levels[-1]
            looked += len(levels[-1])
            kept = levels[-2:] if self.is_closed else levels
            new = self._next(kept, doings, most - looked, deadline)
            if looked + len(new) > most:
                raise _too_many(most, len(levels))
            levels.append(new)

    def _next(
        self, levels: Sequence[_Level], doings: Sequence[ColumnMove], left: int, deadline: Deadline
    ) -> _Level:
        """Return the level that is one move further; not all of it if that is more than `left` states."""
        last, known = levels[-1], sum(map(len, levels))
        result = _Level(last.columns[:, :0], last.keys[:0])
        step = max(1, _AT_ONCE // max(1, last.columns.size))
        for some in range(0, len(doings), step):
            deadline.check()
            result = self._more(result, last, doings[some : some + step])
            if len(result) - known > left:
                break
        for level in levels:
            result = result.only(self._places(level, result) < 0)
        return result

    def _more(self, level: _Level, last: _Level, doings: Sequence[ColumnMove]) -> _Level:
        """Return a level with the states that these moves lead to, each state once."""
        places = [doing.possible(last.columns) if doing.free else None for doing in doings]
        new = (
            doing.apply(last.columns if here is None else last.columns[:, here])
            for doing, here in zip(doings, places, strict=True)
        )
        keys = np.concatenate([level.keys, *map(self._keys, new)])
        order = np.argsort(keys)
        keys = keys[order]
        first = np.ones(len(keys), np.bool_)
        np.not_equal(keys[1:], keys[:-1], out=first[1:])
        columns = self._at(order[first], level, last, doings, places)
        if not self._exact:
            again = self._at(order[~first], level, last, doings, places)
            _require_equal(again, columns[:, (np.cumsum(first) - 1)[~first]])
        return _Level(columns, keys[first])

    def _at(
        self,
        order: Places,
        level: _Level,
        last: _Level,
        doings: Sequence[ColumnMove],
        places: Sequence[Places | None],
    ) -> Columns:
        """Return states by their positions among those found, followed by those after each move.

        Args:
            order: their positions.
            level: the states found.
            last: the states to which the moves are applied.
            doings: the moves.
            places: the positions in `last` of the states in which each move is possible; None for all.
        """
        columns = np.empty((len(self._slots), len(order)), self._type)
        known = order < len(level)
        columns[:, known] = level.columns[:, order[known]]
        begun = len(level)
        for doing, possible in zip(doings, places, strict=True):
            end = begun + (len(last) if possible is None else len(possible))
            here = (order >= begun) & (order < end)
            place = order[here] - begun
            place = place if possible is None else possible[place]
            columns[:, here] = doing.apply(last.columns[:, place])
            begun = end
        return columns


@frozen
class Positions:
    """All states that moves lead to from one, numbered in the order of the number of moves.

    Attributes:
        space: the states of the puzzle.
        start: the state where the moves begin.
        levels: the states, by the number of moves that they take.
    """

    space: Space
    start: KPattern
    levels: Sequence[_Level]

    def __len__(self) -> int:
        return sum(map(len, self.levels))

    def moves(self, number: int) -> list[str]:
        """Return the fewest moves that lead to the state of a number."""
        depth, column = self._find(number)
        return self.space.moves_to(column, self.levels[:depth])

    def __getitem__(self, number: int) -> KPattern:
        return self.space.state(self._find(number)[1], self.start)

    def numbers(self, predicate: Wanted) -> Iterator[int]:
        """Yield the numbers of the wanted states."""
        begun = 0
        for level in self.levels:
            yield from (begun + np.flatnonzero(predicate(level.columns))).tolist()
            begun += len(level)

    def __contains__(self, state: KPattern) -> bool:
        held = zip(state.slots, self.start.slots, strict=True)
        if any(self.space.row(slot) is None and a != b for slot, (a, b) in enumerate(held)):
            return False
        column = self.space.column(state)
        return any(self.space.has(level, column) for level in self.levels)

    def _find(self, number: int) -> tuple[int, Columns]:
        """Return the number of moves that a state takes, and its column."""
        for depth, level in enumerate(self.levels):
            if number < len(level):
                return depth, level.columns[:, number : number + 1]
            number -= len(level)
        raise IndexError(number)


class _SearchEnd:
    """A search from one end."""

    def __init__(self, coming: Iterator[_Level]) -> None:
        self._coming = coming
        self.levels = [next(coming)]

    def advance(self) -> bool:
        """Add a level, and return whether there is one."""
        level = next(self._coming, None)
        if level is not None:
            self.levels.append(level)
        return level is not None


def _require_equal(columns: Columns, others: Columns) -> None:
    """Make sure that states with equal keys are equal."""
    if not np.array_equal(columns, others):
        raise _KeyCollisionError


def _too_many(most: int, depth: int = 0) -> NodeLimitError:
    return NodeLimitError(f"more than {most:,} states can be reached", depth)


def _too_much(most: int, depth: int) -> NodeLimitError:
    return NodeLimitError(
        f"the node limit of {most:,} states was reached; any solution has {depth} moves or more",
        depth,
    )
