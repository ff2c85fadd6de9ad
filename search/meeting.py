"""All sequences of a given number of moves from a state of any puzzle to some others, for algorithms.

The halves of the sequences meet in the middle, natively (`native/graphs/meeting.hpp`). If the states to be reached differ in a
few pieces only, as after "move these three, nothing else", the halves are compared by all other pieces, so many such
states cost no more than one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from cubecsp._native import MiddleSearch
from cubecsp.errors import LimitError
from cubecsp.puzzle.core.permutation import Permutation, compose, identity
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern
from cubecsp.puzzle.kpuzzle.puzzle_moves import PuzzleMoves
from cubecsp.puzzle.states.columns import ColumnMove, Columns
from cubecsp.puzzle.states.node_limit import NodeLimitError
from cubecsp.puzzle.states.space import Space
from cubecsp.stopping.deadline import Deadline

MAX_NODES = 200_000_000
"""The default node limit: ten to thirty seconds."""

MOST_GOALS = 10_000
"""The most states to be reached."""

LONGEST = 16
"""The most moves of a sequence."""

_LARGEST = 256  # rows, values and moves
_MOST_ALIKE = 8  # pieces that the halves may not be compared by
_MOST_APART = 64  # states to be reached if they differ in more pieces
_KEPT = 1 << 23  # second halves, of 16 bytes each


class SequencesByLength:
    """Finds sequences of moves, the shortest first.

    No two moves of a sequence are together one of the moves, or nothing, even if moves are between them that commute with them;
    and of sequences that differ only in the order of commuting moves there is one.

    Args:
        space: the states and the moves, which are always possible.
        start: the state where the moves begin.
        goals: the states to be reached, all different.
    """

    def __init__(self, space: Space, start: KPattern, goals: Sequence[KPattern]) -> None:
        self._names = list(space.turns)
        self._at_start = start in goals
        self._meeting = _meeting(space, space.column(start), _columns(space, goals))

    @classmethod
    def of_each(
        cls, space: Space, start: KPattern, goals: Sequence[KPattern], **limits: Any
    ) -> Iterator[PuzzleMoves]:
        """Yield each sequence to some states, which may be none; `limits` are those of `find`.

        Raises:
            LimitError: there are too many states, or some moves are blocked in some states; or as for `find`.
        """
        goals = space.ends([start], goals)[1]
        if goals and not cls.suits(space, goals):
            raise LimitError(
                f"sequences up to a length cannot be listed for {len(goals):,} states of {space.puzzle.name}",
                "give rules that few states satisfy, and a puzzle without blocked moves",
            )
        if goals:
            for names in cls(space, start, goals).find(**limits):
                yield PuzzleMoves.of(space.puzzle, names)

    @staticmethod
    def suits(space: Space, goals: Sequence[KPattern]) -> bool:
        """Return whether it can search for these states."""
        if not goals or space.has_blocked_moves:
            return False
        columns = _columns(space, goals)
        small = max(len(columns), len(space.values), len(space.turns)) <= _LARGEST
        return small and (len(goals) <= _MOST_APART or len(_varied(space, columns)) <= _MOST_ALIKE)

    def find(
        self,
        longest: int | None,
        number: int | None,
        deadline: Deadline,
        nodes: int | None = None,
    ) -> Iterator[list[str]]:
        """Yield the names of the moves of each sequence, by length; with no longest one all of the least length.

        Args:
            longest: the most moves.
            number: the most sequences; None for all.
            deadline: when to end.
            nodes: the node limit; without one it is `MAX_NODES`, or, if there is a deadline, none.

        Raises:
            NodeLimitError: it was reached, or no sequence of up to 16 moves was found.
            OutOfTimeError: the time is over.
        """
        found, most = 0, 1 << 40 if number is None else number
        nodes = nodes or (MAX_NODES if deadline.seconds is None else 1 << 62)
        for length in range(LONGEST + 1 if longest is None else min(longest, LONGEST) + 1):
            words = self._of_length(length, most - found, nodes, deadline)
            yield from words
            found += len(words)
            if found >= most:
                return
            if length and not self._meeting.complete:
                raise _too_much(f"the node limit of {nodes:,} states was reached", length)
            if found and longest is None:
                return
        if longest is None or longest > LONGEST:
            raise _too_much(f"sequences are searched for up to {LONGEST} moves", LONGEST + 1)

    def _of_length(self, length: int, most: int, nodes: int, deadline: Deadline) -> list[list[str]]:
        if not length:
            return [[]] * self._at_start
        deadline.check()
        found = self._meeting.search(length, _KEPT, most, nodes, deadline.check)
        words = (found[at : at + length] for at in range(0, len(found), length))
        return [[self._names[move] for move in word] for word in sorted(words)]


def _too_much(why: str, least: int) -> NodeLimitError:
    return NodeLimitError(f"{why}; any other sequence has {least} moves or more", least)


def _columns(space: Space, states: Sequence[KPattern]) -> Columns:
    return np.concatenate([space.column(state) for state in states], axis=1)


def _varied(space: Space, goals: Columns) -> set[tuple[str, int]]:
    """Return the pieces, by orbit and number, that are not in the same slot of all states, turned alike."""
    values = np.unique(goals[(goals != goals[:, :1]).any(axis=1)])
    return {space.values[value][:2] for value in values}


def _meeting(space: Space, start: Columns, goals: Columns) -> MiddleSearch:
    """Return the native search."""
    rows = len(start)
    tables: dict[bytes, int] = {bytes(range(_LARGEST)): 0}
    parts = [
        np.array([_encoded(move, tables) for move in moves], np.uint8)
        for moves in space.column_moves
    ]
    (sources, turned), (sources_back, turned_back) = (
        (part[:, 0].tobytes(), part[:, 1].tobytes()) for part in parts
    )
    weights = np.zeros((rows, _LARGEST), np.uint64)
    drawn = np.random.default_rng(0).integers(0, 2**64, (rows, len(space.values)), np.uint64)
    varied = _varied(space, goals)
    if len(varied) <= _MOST_ALIKE:
        drawn[:, [value[:2] in varied for value in space.values]] = 0
    weights[:, : len(space.values)] = drawn
    return MiddleSearch(
        rows,
        *(sources, turned, sources_back, turned_back),
        b"".join(tables),
        weights.ravel(),
        _flags([*space.turns.values()]),
        start.astype(np.uint8).tobytes(),
        goals.T.astype(np.uint8).tobytes(),
    )


def _encoded(move: ColumnMove, tables: dict[bytes, int]) -> tuple[list[int], list[int]]:
    """Return for each row its source, and the number of the table of new values, which is added to the others."""
    turned = [0] * len(move.sources)
    for row, table in move.turned:
        filled = table.astype(np.uint8).tobytes()
        turned[row] = tables.setdefault(filled.ljust(_LARGEST, b"\0"), len(tables))
    return [*move.sources], turned


def _flags(moves: Sequence[Permutation]) -> bytes:
    """Return for each two moves 1 if they commute, and 2 more if together they are one move, or nothing."""
    ones = {identity(len(moves[0])), *moves}
    flags = (
        (both == compose(b, a)) + 2 * (both in ones)
        for a in moves
        for b in moves
        for both in [compose(a, b)]
    )
    return bytes(flags)
