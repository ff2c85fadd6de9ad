"""Random moves of a puzzle that is not a cube."""

from __future__ import annotations

import random
from collections.abc import Sequence

from cubecsp.errors import LimitError
from cubecsp.puzzle.core.permutation import Permutation, compose, identity
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle
from cubecsp.stopping.deadline import looking


class Walk:
    """Random moves, each drawn from those that may follow the one before it.

    Args:
        puzzle: the puzzle; those of its moves that may be used (`KPuzzle.using`) are drawn.
    """

    def __init__(self, puzzle: KPuzzle) -> None:
        self._puzzle = puzzle
        nothing = identity(puzzle.facelet_count)
        named = {n: t for n, t in puzzle.single_moves.items() if t != nothing}
        made = set(named.values())

        def may_follow(last: Permutation, turn: Permutation) -> bool:
            joined = compose(last, turn)
            return joined != nothing and joined not in made

        self._follow: dict[str | None, list[str]] = {None: list(named)}
        for name, last in named.items():
            follow = [n for n, turn in named.items() if may_follow(last, turn)]
            self._follow[name] = follow or list(named)
        self._turns = {name: puzzle.turn(name) for name in named}
        self._moved = {
            name: frozenset(f for f, sticker in enumerate(turn) if f != sticker)
            for name, turn in named.items()
        }

    def path(self, length: int, source: random.Random) -> list[str]:
        """Return random moves that are possible from the solved state.

        Raises:
            LimitError: they lead to a state in which no move is possible.
        """
        path: list[str] = []
        last: str | None = None
        stickers = self._puzzle.solved.stickers
        for _ in looking(range(length)):
            last = self._next_move(last, stickers, path, source)
            path.append(last)
            stickers = compose(stickers, self._turns[last].done)
        return path

    def _next_move(
        self, last: str | None, stickers: Permutation, path: Sequence[str], source: random.Random
    ) -> str:
        """Return a possible move that may follow the last one; one that undoes or joins it if there is no other."""
        if not self._puzzle.requires:
            return source.choice(self._follow[last])
        for names in (self._follow[last], self._follow[None]):
            possible = [name for name in names if self._turns[name].is_possible(stickers)]
            if possible:
                # A move with few powers is often blocked, so it is as likely as all powers of another one together.
                moved = {name: self._moved[name] for name in possible}
                which = source.choice([*dict.fromkeys(moved.values())])
                return source.choice([name for name in possible if moved[name] == which])
        raise LimitError(
            f"no move of {self._puzzle.name} is possible after {len(path):,} random ones",
            "ask for fewer, or for another seed",
        )
