"""Moves as permutations of points, and words of them: sequences in which neighbours are joined or cancelled.

A word is a tuple of numbers of moves, the first one done first. A permutation is a row of numbers; entry a is the place
to which a goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Rows: TypeAlias = NDArray[np.uint8]
"""Permutations of up to 256 points, one in each row."""

Word = tuple[int, ...]


def inverses(rows: Rows) -> Rows:
    """Return the inverse of each permutation."""
    result: Rows = np.argsort(rows, axis=1).astype(np.uint8)
    return result


def products(first: Rows, then: Rows) -> Rows:
    """Return, row by row, the permutation that is one and then another."""
    return np.take_along_axis(then, first, 1)


class PointMoves:
    """Some moves, and words of them.

    Args:
        moves: for each move, by name, the point to which it takes each point; none moves nothing.
    """

    def __init__(self, moves: Mapping[str, Sequence[int]]) -> None:
        self.names = list(moves)
        self.rows: Rows = np.array([[*row] for row in moves.values()], np.uint8)
        self.points = self.rows.shape[1]
        self._number = {row.tobytes(): number for number, row in enumerate(self.rows)}
        self._back = [self._undoing(number) for number in range(len(self))]
        self._joined: dict[tuple[int, int], Word] = {}
        self._commute: list[list[bool]] = []
        for number in range(len(self)):
            self._compare(number)

    def __len__(self) -> int:
        return len(self.names)

    def permutation(self, word: Iterable[int]) -> Rows:
        """Return the permutation of a word, as one row."""
        result: Rows = np.arange(self.points, dtype=np.uint8)[None]
        for move in word:
            result = self.rows[move][result]
        return result

    def inverse(self, word: Word) -> Word:
        """Return a word that undoes another one."""
        return tuple(move for each in reversed(word) for move in self._back[each])

    def reduced(self, word: Iterable[int]) -> Word:
        """Return a word with the same effect in which no move can be joined with an earlier one that it commutes up to."""
        result: list[int] = []
        for move in word:
            self._append(result, move)
        return tuple(result)

    def _append(self, word: list[int], move: int) -> None:
        """Add a move to the end of a reduced word."""
        for place in reversed(range(len(word))):
            joined = self._joined.get((word[place], move))
            if joined is not None:
                rest = word[place + 1 :]
                del word[place:]
                for each in (*joined, *rest):
                    self._append(word, each)
                return
            if not self._commute[word[place]][move]:
                break
        word.append(move)

    def commute(self, a: int, b: int) -> bool:
        """Return whether two moves can be done in either order."""
        return self._commute[a][b]

    def _undoing(self, number: int) -> Word:
        """Return the shortest word that undoes a move: another move, or the same one as often as necessary."""
        row = self.rows[number]
        back = self._number.get(inverses(row[None])[0].tobytes())
        if back is not None:
            return (back,)
        word, done = [number], row
        while (row[done] != np.arange(self.points)).any():
            word.append(number)
            done = row[done]
        return tuple(word)

    def _compare(self, number: int) -> None:
        """Note which moves commute with a move, and which can be joined with it if they come after it."""
        row = self.rows[number]
        after = self.rows[:, row]
        self._commute.append((after == row[self.rows]).all(1).tolist())
        for other, both in enumerate(after):
            joined = self._number.get(both.tobytes())
            if joined is not None:
                self._joined[number, other] = (joined,)
            elif (both == np.arange(self.points)).all():
                self._joined[number, other] = ()
