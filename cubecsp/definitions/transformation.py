"""What moves do to the pieces of a puzzle that is not a cube: KTransformations.

The convention is that of cubing.js. A transformation says for each slot which slot it takes its piece
from (so permutations are passive), and how much it turns the piece that comes; a state says for each
slot which piece it holds, and how that is turned. The slots of all orbits are numbered consecutively.

`a * b` is first a, then b: slot i then holds what a brought to b's source of i, turned by both.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Transformation"]


@dataclass(frozen=True)
class Transformation:
    """A permutation of slots, with what it turns.

    Attributes:
        sources: for each slot the slot that its piece comes from.
        deltas: for each slot how much the piece that comes is turned, 0 … turns − 1.
        turns: for each slot in how many ways a piece may be turned there.
    """

    sources: tuple[int, ...]
    deltas: tuple[int, ...]
    turns: tuple[int, ...]

    @classmethod
    def identity(cls, turns: Sequence[int]) -> Transformation:
        """Return the transformation of slots, of which pieces are turned in so many ways, that does nothing."""
        return cls(tuple(range(len(turns))), (0,) * len(turns), tuple(turns))

    @property
    def is_identity(self) -> bool:
        """Whether it does nothing."""
        return not any(self.deltas) and self.sources == tuple(range(len(self.sources)))

    def __mul__(self, other: Transformation) -> Transformation:
        """Return the transformation that is first `self`, then `other`."""
        sources = tuple(self.sources[slot] for slot in other.sources)
        deltas = tuple(
            (self.deltas[slot] + delta) % turns
            for slot, delta, turns in zip(other.sources, other.deltas, self.turns, strict=True)
        )
        return Transformation(sources, deltas, self.turns)

    def __invert__(self) -> Transformation:
        """Return the inverse: `t * ~t` does nothing."""
        sources, deltas = [0] * len(self.sources), [0] * len(self.sources)
        for slot, source in enumerate(self.sources):
            sources[source] = slot
            deltas[source] = -self.deltas[slot] % self.turns[slot]
        return Transformation(tuple(sources), tuple(deltas), self.turns)

    def __pow__(self, exponent: int) -> Transformation:
        """Return it done `exponent` times; negative exponents undo it."""
        base = self if exponent >= 0 else ~self
        result = Transformation.identity(self.turns)
        for bit in f"{abs(exponent):b}":
            result = result * result
            if bit == "1":
                result = result * base
        return result

    def modulo(self, turns: Sequence[int]) -> Transformation:
        """Return it where turnings are known modulo these divisors of them alone."""
        deltas = tuple(delta % known for delta, known in zip(self.deltas, turns, strict=True))
        return Transformation(self.sources, deltas, tuple(turns))

    def order(self) -> int:
        """Return the least n > 0 for which doing it n times does nothing."""
        order, seen = 1, [False] * len(self.sources)
        for first in range(len(self.sources)):
            slot, length, turned = first, 0, 0
            while not seen[slot]:
                seen[slot] = True
                length += 1
                turned += self.deltas[slot]
                slot = self.sources[slot]
            if length:
                turns = self.turns[first]
                order = math.lcm(order, length * (turns // math.gcd(turns, turned)))
        return order
