"""Arrangements of the pieces of any puzzle: for each facelet, whose sticker is there.

Entry f of `stickers` is the home facelet of the sticker at facelet f. So a product, a conjugate, a turn,
another orientation of a cube and its colours are each a call of `bytes.translate` or two, for any puzzle. The
contents of the slots, `placements`, say the same piece by piece; each is computed from the other when it is
first needed. Arrangements are ordered by placements, the order that symmetry breaking follows.

`a * b` means: first a, then b. Slot i *holds* piece p[i], turned by o[i].

If pieces look alike (`LookAlikes`), arrangements are compared, hashed and ordered by their visible contents.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, total_ordering
from operator import mul
from typing import ClassVar, Self

from cubecsp.errors import InputError
from cubecsp.puzzle.core.permutation import Permutation, compose, identity, inverse, order, repeated
from cubecsp.puzzle.core.puzzle import Puzzle


@total_ordering
class Arrangement:
    """An immutable arrangement of the pieces of a puzzle, solvable or not; each puzzle has its own class."""

    puzzle: ClassVar[Puzzle]

    labelled: bool = True
    """Whether the places of all pieces are known, also of those that look alike."""

    @cached_property
    def placements(self) -> bytes:
        """The placement in each slot, orbit by orbit: piece·turns + turn."""
        return self.puzzle.placements(self.stickers)

    @cached_property
    def stickers(self) -> Permutation:
        """For each facelet the sticker on it, by its home facelet."""
        return self.puzzle.stickers(self.placements)

    @classmethod
    def _of(cls, stickers: Permutation) -> Self:
        """Return the arrangement with these stickers."""
        state = object.__new__(cls)
        vars(state)["stickers"] = stickers
        return state

    @classmethod
    def _with(cls, placements: bytes) -> Self:
        """Return the arrangement with these placements, which must be valid."""
        state = object.__new__(cls)
        vars(state)["placements"] = placements
        return state

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(
            f"a {type(self).__name__} cannot be changed; `*` and `apply` return new ones"
        )

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    @classmethod
    def from_row(cls, row: bytes) -> Self:
        """Return the arrangement whose slots hold these, orbit by orbit; they must be valid and in the usual orientation.

        Pieces that look alike need not be distinguished in it; in `seen` they are not.
        """
        return cls._with(row)

    @property
    def seen(self) -> bytes:
        """The visible content of each slot; pieces that look alike count as the first of them."""
        return self.placements

    @classmethod
    def from_placements(cls, *placements: Iterable[int]) -> Self:
        """Return the arrangement whose slots hold these, for each orbit in turn.

        Raises:
            InputError: a count or range is wrong, or a piece is used twice.
        """
        orbits = cls.puzzle.orbits
        if len(placements) != len(orbits):
            raise InputError(
                f"placements of {len(placements)} kinds of pieces",
                f"a {cls.puzzle.name} has {len(orbits)}: {', '.join(orbit.name for orbit in orbits)}",
            )
        row = bytearray()
        for orbit, values in zip(orbits, map(list, placements), strict=True):
            if sorted(value // orbit.turns for value in values) != list(range(len(orbit.names))):
                raise InputError(
                    f"{values} does not place each of the {len(orbit.names)} {orbit.name} pieces once",
                    f"give {len(orbit.names)} numbers piece·{orbit.turns} + turn",
                )
            row += bytes(values)
        return cls._read(bytes(row))

    @classmethod
    def _read(cls, placements: bytes) -> Self:
        """Return the arrangement whose slots show pieces with these placements."""
        return cls._with(placements)

    @classmethod
    def _solved_state(cls) -> Self:
        return cls._of(identity(cls.puzzle.facelet_count))

    def placements_of(self, orbit: int) -> bytes:
        """Return the placement in each slot of an orbit, by its number in `puzzle.orbits`."""
        return self.placements[self.puzzle.rows[orbit]]

    def pieces(self, orbit: int) -> tuple[int, ...]:
        """Return which piece each slot of an orbit holds."""
        return tuple(self.puzzle.orbits[orbit].pieces(self.placements_of(orbit)))

    def turns_of(self, orbit: int) -> tuple[int, ...]:
        """Return the turn of the piece in each slot of an orbit."""
        return tuple(self.puzzle.orbits[orbit].turns_of(self.placements_of(orbit)))

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.stickers == other.stickers

    def __lt__(self, other: Self) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.placements < other.placements

    def __hash__(self) -> int:
        return hash(self.stickers)

    def __mul__(self, other: Self) -> Self:
        """Return the arrangement that first `self`, then `other` leads to."""
        if type(other) is not type(self):
            return NotImplemented
        return self._of(compose(self.stickers, other.stickers))

    def __invert__(self) -> Self:
        """Return the inverse: `a * ~a` is solved."""
        return self._of(inverse(self.stickers))

    def __pow__(self, exponent: int) -> Self:
        """Return `self` applied `exponent` times; negative exponents apply the inverse."""
        return repeated(self if exponent >= 0 else ~self, abs(exponent), self._solved_state(), mul)

    @property
    def is_solved(self) -> bool:
        """Whether it looks like the solved puzzle."""
        return self == self._solved_state()

    @property
    def is_reachable(self) -> bool:
        """Whether it violates no invariant: for a cube, whether it is solvable."""
        held, orbits = self.by_orbit, self.puzzle.orbits
        return not any(invariant.sum(held, orbits) for invariant in self.puzzle.invariants)

    @property
    def by_orbit(self) -> list[bytes]:
        """The placements of the slots of each orbit."""
        return [self.placements[row] for row in self.puzzle.rows]

    def order(self) -> int:
        """Return the least n > 0 for which applying its moves n times leads back to solved."""
        return order(self.stickers)


class LookAlikes(Arrangement):
    """An arrangement of a puzzle some of whose pieces look alike.

    The stickers do not show which of these is where: `labelled` says whether that is known, as it is if moves
    made the arrangement from a solved puzzle. Only then does it have an inverse and an order, and can follow
    another in a product.
    """

    labelled = False

    def _as(self, labelled: bool) -> Self:
        vars(self)["labelled"] = labelled
        return self

    @classmethod
    def from_placements(cls, *placements: Iterable[int]) -> Self:  # noqa: D102  # see `Arrangement`
        return super().from_placements(*placements)._as(True)

    @classmethod
    def from_row(cls, row: bytes) -> Self:  # noqa: D102  # see `Arrangement`
        if not cls.puzzle.alike:
            return super().from_row(row)._as(True)
        pairs = zip(cls.puzzle.orbits, cls.puzzle.rows, strict=True)
        held = [orbit.distinguished(orbit.seen(row[where])) for orbit, where in pairs]
        if None in held:
            raise AssertionError(f"{list(row)} is not a {cls.puzzle.name}")
        return cls._with(b"".join(filter(None, held)))

    @classmethod
    def _solved_state(cls) -> Self:
        return super()._solved_state()._as(True)

    @property
    def seen(self) -> bytes:  # noqa: D102  # see `Arrangement`
        pairs = zip(self.puzzle.orbits, self.by_orbit, strict=True)
        return b"".join(orbit.seen(held) for orbit, held in pairs)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.puzzle.colours(self.stickers) == other.puzzle.colours(other.stickers)

    def __lt__(self, other: Self) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.seen < other.seen

    def __hash__(self) -> int:
        return hash(self.puzzle.colours(self.stickers))

    def __mul__(self, other: Self) -> Self:
        """Return the arrangement that first `self`, then `other` leads to.

        Raises:
            InputError: `other` is not labelled.
        """
        if type(other) is not type(self):
            return NotImplemented
        other._need_labels("be done after another")
        return super().__mul__(other)._as(self.labelled)

    def __invert__(self) -> Self:
        """Return the inverse: `a * ~a` is solved.

        Raises:
            InputError: it is not labelled.
        """
        self._need_labels("be inverted")
        return super().__invert__()._as(True)

    def order(self) -> int:
        """Return the least n > 0 for which applying its moves n times leads back to solved.

        Raises:
            InputError: it is not labelled.
        """
        self._need_labels("have an order")
        return super().order()

    def _need_labels(self, what: str) -> None:
        if not self.labelled:
            raise InputError(
                f"this {self.puzzle.name} cannot {what}, since stickers do not show which of its "
                f"{self.puzzle.look_alikes} that look alike is where; make it with moves"
            )
