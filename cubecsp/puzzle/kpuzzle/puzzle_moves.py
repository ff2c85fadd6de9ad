"""Moves of a puzzle that is not a cube, in order."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from cubecsp.frozen import frozen
from cubecsp.puzzle.core.permutation import order
from cubecsp.puzzle.kpuzzle.move_notation import OTHER_SIGNS, RepeatedMove, power_name
from cubecsp.puzzle.kpuzzle.move_puzzle import MovePuzzle


@frozen
class PuzzleMoves:
    """Moves in order; `len` counts them, `str` writes them, `~` undoes them.

    Attributes:
        puzzle: the puzzle.
        names: the moves, each a sequence in its notation, such as `R2'`.
    """

    puzzle: MovePuzzle
    names: tuple[str, ...]

    @classmethod
    def of(cls, puzzle: MovePuzzle, names: Iterable[str]) -> PuzzleMoves:
        """Return these moves."""
        return cls(puzzle, tuple(names))

    def __str__(self) -> str:
        return self.puzzle.notation.written(self.names, self.puzzle.steps)

    def __len__(self) -> int:
        return len(self.names)

    def __invert__(self) -> PuzzleMoves:
        return PuzzleMoves(self.puzzle, tuple(map(self._undone, reversed(self.names))))

    def after(self, rotation: str) -> PuzzleMoves:
        """Return the same moves after rotations of the whole puzzle, which count as moves here."""
        return PuzzleMoves(self.puzzle, (*rotation.split(), *self.names))

    def length(self, metric: str = "") -> int:
        """Return the number of moves, in every metric of cubes."""
        del metric
        return len(self)

    def _undone(self, name: str) -> str:
        if name in self.puzzle.notation.words:
            return name.translate(OTHER_SIGNS)
        runs = groupby(self.puzzle.steps(name), key=lambda step: step.name)
        steps = [RepeatedMove(move, sum(step.amount for step in run)) for move, run in runs]
        return " ".join(map(self._opposite, reversed(steps)))

    def _opposite(self, step: RepeatedMove) -> str:
        """Return the shortest name of the inverse of a step; a turn in the other direction may be blocked in other states."""
        times = order(self.puzzle.moves[step.name])
        short = self.puzzle.power_written(step.name, -step.amount % times, times)
        exact = power_name(step.name, -step.amount, 2 * abs(step.amount))
        if not self.puzzle.requires or self.puzzle.turn(short).serves_as(self.puzzle.turn(exact)):
            return short
        return exact
