"""Moves as permutations, and the states in which they can be done.

The contents of some slots may *block* a move: pieces that lie across the cut of a Square-1 block the cut, and
a block of a bandaged cube blocks a turn that would tear it apart. A rigid block is located by one of its
pieces, so one piece in one slot is always enough to block a move: a move is possible if each of some slots
holds none of some pieces. A move after another move is blocked in the same form, by pieces in the slots from
which that move takes them. So a permutation and its blocking pieces describe any sequence of moves
completely.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import NamedTuple, TypeAlias

from cubecsp.frozen import frozen
from cubecsp.puzzle.core.permutation import Permutation, compose, identity, inverse, power, repeated
from cubecsp.puzzle.kpuzzle.move_notation import RepeatedMove, power_name

Blocks: TypeAlias = Mapping[int, frozenset[int]]
"""For each facelet the stickers that must not be there. All facelets of a slot are keys, or none, with equivalent entries."""


@frozen
class ConditionalTurn:
    """A sequence of moves as a permutation of facelets, with the conditions that block it.

    Attributes:
        done: the permutation.
        blocks: the stickers that must not be on given facelets before it.
    """

    done: Permutation
    blocks: Blocks = field(default_factory=dict)

    def blocked_at(self, stickers: Permutation) -> int | None:
        """Return the first facelet whose sticker blocks it; None if it is possible."""
        return next((at for at, bad in self.blocks.items() if stickers[at] in bad), None)

    def is_possible(self, stickers: Permutation) -> bool:
        """Return whether it is possible in a state with these stickers."""
        return self.blocked_at(stickers) is None

    def then(self, other: ConditionalTurn) -> ConditionalTurn:
        """Return the product: this turn, and then the other one."""
        blocks = dict(self.blocks)
        for at, bad in other.blocks.items():
            before = self.done[at]
            known = blocks.get(before)
            if known is None or not bad <= known:
                blocks[before] = bad if known is None else known | bad
        return ConditionalTurn(compose(self.done, other.done), blocks)

    def undone(self) -> ConditionalTurn:
        """Return the inverse, which is possible exactly in the states to which this turn leads."""
        back = inverse(self.done)
        return ConditionalTurn(back, {back[at]: bad for at, bad in self.blocks.items()})

    def times(self, amount: int) -> ConditionalTurn:
        """Return the power of this turn, applied step by step; a negative amount undoes it."""
        if not self.blocks:
            return ConditionalTurn(power(self.done, amount))
        base = self if amount >= 0 else self.undone()
        nothing = ConditionalTurn(identity(len(self.done)))
        return repeated(base, abs(amount), nothing, ConditionalTurn.then)

    @property
    def weight(self) -> int:
        """The number of stickers that block it, counted for each facelet where they do."""
        return sum(map(len, self.blocks.values()))

    def serves_as(self, other: ConditionalTurn) -> bool:
        """Return whether it has the same effect as the other one, and is possible wherever that is."""
        return self.done == other.done and all(
            bad <= other.blocks.get(at, frozenset()) for at, bad in self.blocks.items()
        )


class Refusal(NamedTuple):
    """The reason why a sequence of moves is not possible.

    Attributes:
        move: the first move that is blocked.
        number: which of the moves it is, from 0.
        before: the possible moves before it.
        stickers: the stickers of the state where it is blocked.
        facelet: a facelet whose sticker blocks it.
    """

    move: str
    number: int
    before: Sequence[str]
    stickers: Permutation
    facelet: int


def refusal(
    turns: Mapping[str, ConditionalTurn], steps: Sequence[RepeatedMove], stickers: Permutation
) -> Refusal:
    """Return why some moves are not possible in a state.

    Args:
        turns: the turn of each move.
        steps: the moves, one of which is blocked.
        stickers: the stickers of the state.
    """
    before: list[str] = []
    for at, (name, amount) in enumerate(steps):
        once, number = turns[name].times(1 if amount > 0 else -1), abs(amount)
        possible = _possible(once, number, stickers)
        stickers = compose(stickers, once.times(possible).done)
        if possible:
            before.append(power_name(name, possible if amount > 0 else -possible, 2 * number))
        if possible < number:
            facelet = once.blocked_at(stickers)
            assert facelet is not None
            return Refusal(name if amount > 0 else f"{name}'", at, before, stickers, facelet)
    raise AssertionError("all of the moves are possible")


def _possible(turn: ConditionalTurn, number: int, stickers: Permutation) -> int:
    """Return how often a move can be applied, up to a number of times."""
    times = range(1, number + 1)
    return bisect_left(times, True, key=lambda n: not turn.times(n).is_possible(stickers))
