"""A puzzle: stickers, pieces and turns, from which everything else is derived.

Anything whose turns permute stickers is one, such as the n×n×n cube (`cubecsp.puzzle.cube.cube_puzzle`).
"""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cached_property
from operator import getitem
from typing import Any

from cubecsp.puzzle.core.invariants import Invariant, invariants_of
from cubecsp.puzzle.core.orbits import Frame, Orbit, orbits_of
from cubecsp.puzzle.core.permutation import Changes, Permutation, changes_of, compose, inverse, row


class Puzzle:
    """A puzzle whose turns permute stickers.

    Entry f of a *permutation* here is the sticker, by its home facelet, that comes to facelet f; so a
    state of the puzzle is one too (see `State`).

    Args:
        name: its name.
        colours: for each facelet the colour that it has on the solved puzzle: 0…5 for a cube.
        pieces: for each slot the kind of its pieces, and its facelets, clockwise around it; see `frames`.
        generators: turns by name, as permutations; their products are all turns.
        names: the name of each facelet.
    """

    def __init__(
        self,
        name: str,
        colours: Iterable[int],
        pieces: Iterable[tuple[str, Frame]],
        generators: Mapping[str, Permutation],
        names: Iterable[str],
    ) -> None:
        self.name = name
        marks = tuple(colours)
        self.home_colours: Permutation = bytes(marks) if max(marks) < 256 else marks
        self.generators = dict(generators)
        self.names = tuple(names)
        self.frames = tuple(pieces)

    def __repr__(self) -> str:
        return f"<the puzzle {self.name}>"

    def is_cube_of(self, sizes: Container[int]) -> bool:
        """Return whether it is a cube of one of some sizes."""
        del sizes
        return False

    def require_stickers(self, what: str) -> None:
        """Make sure that the colours of its facelets are known.

        Args:
            what: the thing that needs them, the subject of a sentence.

        Raises:
            InputError: it is not.
        """

    @property
    def facelet_count(self) -> int:
        """The number of its facelets."""
        return len(self.home_colours)

    def slot_name(self, frame: Frame) -> str:
        """Return the name of the slot with this frame: that of its first facelet."""
        return self.names[frame[0]]

    @cached_property
    def _changes(self) -> list[Changes]:
        """The changes of each generator."""
        return [changes_of(turn) for turn in self.generators.values()]

    @cached_property
    def _orbits(self) -> tuple[Orbit, ...]:
        return orbits_of(self.frames, self._changes, self.home_colours, self.slot_name)

    @cached_property
    def orbits(self) -> tuple[Orbit, ...]:
        """Its orbits of pieces that turns move, in the order of their first slots.

        Raises:
            OrbitError: a turn tears a piece apart.
        """
        return tuple(orbit for orbit in self._orbits if orbit.placements > 1)

    @cached_property
    def centres(self) -> tuple[int, ...]:
        """The facelets of pieces that no turn moves; errors as for `orbits`."""
        return tuple(f for o in self._orbits if o.placements == 1 for f in o.frames[0])

    @property
    def state_class(self) -> type[Any]:
        """The class of its states; for cubes see `cubecsp.puzzle.cube.cubes.class_of`."""
        raise AssertionError(f"{self!r} has no class of states")

    look_alikes = "pieces"
    """The name, in messages, of its pieces that look alike."""

    @cached_property
    def alike(self) -> bool:
        """Whether some of its pieces look alike, so that stickers do not say which piece is where."""
        return any(orbit.alike for orbit in self.orbits)

    @cached_property
    def invariants(self) -> tuple[Invariant, ...]:
        """The visible invariants: pieces that look alike can change places invisibly."""
        return invariants_of(self.orbits, self._changes, seen=True)

    @cached_property
    def labelled_invariants(self) -> tuple[Invariant, ...]:
        """The invariants of pieces that are distinguished even if they look alike."""
        return invariants_of(self.orbits, self._changes)

    @cached_property
    def parities(self) -> tuple[tuple[int | None, ...], ...]:
        """The parities that the permutations of the orbits can have together, one for each orbit.

        The entry is None for an orbit whose parity no invariant ties to others: it can be even or odd
        independently of them. A cube of size n has about n²/4 of these, too many for a list of all parities.
        """
        invariants = [invariant.permuted for invariant in self.invariants if invariant.permuted]
        tied = sorted({index for orbits in invariants for index in orbits})
        results = []
        for parities in itertools.product(range(2), repeat=len(tied)):
            of_orbit = dict(zip(tied, parities, strict=True))
            if not any(sum(of_orbit[index] for index in orbits) % 2 for orbits in invariants):
                results.append(tuple(map(of_orbit.get, range(len(self.orbits)))))
        return tuple(results)

    @cached_property
    def slots(self) -> tuple[tuple[Orbit, int], ...]:
        """Every slot, orbit by orbit: the order of placements in a row."""
        return tuple((orbit, i) for orbit in self.orbits for i in range(len(orbit.names)))

    @cached_property
    def slot_of(self) -> dict[int, tuple[int, int]]:
        """For each facelet the orbit, and the number there, of its slot; facelets of fixed pieces have none."""
        return {
            facelet: (index, number)
            for index, orbit in enumerate(self.orbits)
            for number, frame in enumerate(orbit.frames)
            for facelet in frame
        }

    @cached_property
    def heads(self) -> tuple[int, ...]:
        """The first facelet of the frame of each slot."""
        return tuple(orbit.frames[slot][0] for orbit, slot in self.slots)

    @cached_property
    def placement_of(self) -> bytes:
        """The placement of the slot by the sticker at the head of its frame, as a table."""
        values = bytearray(max(256, self.facelet_count))
        for orbit in self.orbits:
            for sticker, value in orbit.by_head.items():
                values[sticker] = value
        return bytes(values)

    def placements(self, stickers: Permutation) -> bytes:
        """Return the placements of all slots, orbit by orbit, for a state given by its stickers."""
        return bytes([self.placement_of[stickers[head]] for head in self.heads])

    @cached_property
    def _painted(self) -> tuple[tuple[Frame, ...], ...]:
        """For each slot, and each placement there, the stickers along its frame; then the centres."""
        return (*(orbit.stickers for orbit, _ in self.slots), (self.centres,))

    @cached_property
    def _in_place(self) -> Permutation:
        """The position of each facelet in the frames of all slots, followed by the centres."""
        frames = [facelet for orbit, slot in self.slots for facelet in orbit.frames[slot]]
        return inverse(row([*frames, *self.centres]))

    def stickers(self, placements: bytes) -> Permutation:
        """Return the state in which slots hold these placements: the inverse of `placements`."""
        painted = map(getitem, self._painted, placements + b"\0")  # centres have one row
        return compose(row(itertools.chain.from_iterable(painted)), self._in_place)

    def colours(self, stickers: Permutation) -> Permutation:
        """Return the colour of each facelet of a state given by its stickers: for a cube 0…5."""
        if isinstance(stickers, bytes):
            return compose(self.home_colours, stickers)
        return type(self.home_colours)(map(self.home_colours.__getitem__, stickers))

    def assembly(self, colours: Sequence[int | None]) -> tuple[bytes, ...] | None:
        """Return the placements of the slots of each orbit if facelets show `colours`.

        Pieces that look alike are taken in the order of their numbers. None unless the fixed centres are
        solved and the stickers form one of each piece.
        """
        if any(colours[facelet] != self.home_colours[facelet] for facelet in self.centres):
            return None
        held = []
        for orbit in self.orbits:
            values = orbit.assembly(colours)
            if values is None:
                return None
            held.append(values)
        return tuple(held)

    @cached_property
    def rows(self) -> tuple[slice, ...]:
        """The part of a row of placements that belongs to each orbit."""
        ends = [0, *itertools.accumulate(len(orbit.names) for orbit in self.orbits)]
        return tuple(slice(*ends) for ends in itertools.pairwise(ends))
