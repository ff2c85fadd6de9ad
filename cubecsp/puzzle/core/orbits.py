"""Orbits: the pieces that can change places, and their turns there.

Everything follows from two facts: which facelets sit on one piece, and how the turns move facelets.

- Slots that turns take to each other make an *orbit*. A piece fits a slot of its orbit in several ways
  (`turns`), as many as facelets of one slot can take each other's place. There are three for a corner, two
  for an edge, and one for a wing, whose two stickers never change roles.
- A *placement* is a piece with its turn, measured by *frames*: the facelets of each slot in an order that
  every turn respects up to a rotation.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from cubecsp.errors import LimitError
from cubecsp.frozen import frozen
from cubecsp.puzzle.core.permutation import Changes, Permutation, table

__all__ = ["Frame", "Orbit", "OrbitError", "orbits_of"]

Frame = tuple[int, ...]
"""The facelets of one slot, in an order that turns respect up to a rotation."""


MOST_PLACEMENTS = 256
"""The most placements of an orbit, which are kept as bytes."""


class OrbitError(ValueError):
    """Invalid pieces and turns: a turn tears a piece apart, or turns it inside out."""


@frozen
class Orbit:
    """One kind of piece: the slots that such pieces can sit in.

    Slot i and piece i carry the same name. Placement piece·turns + turn is that piece with its first
    sticker `turn` steps into the frame of the slot: clockwise thirds of a corner, flips of an edge.

    Attributes:
        name: "corner", "edge", "wing", "centre".
        turns: the number of ways in which a piece fits a slot: 3 for corners, 2 for edges.
        names: the slots in the order of their indices; of corners and edges the letters are the faces
            that they touch, first the face that orientation is measured against.
        frames: the facelets of each slot, in the order of the letters of its name.
        homes: for each slot the colours (0…5) that its frame shows on a solved puzzle.
    """

    name: str
    turns: int
    names: tuple[str, ...]
    frames: tuple[Frame, ...]
    homes: tuple[tuple[int, ...], ...]

    @property
    def placements(self) -> int:
        """The number of placements that a slot could hold: pieces × turns (24 for both kinds on a cube)."""
        return len(self.names) * self.turns

    @cached_property
    def stickers(self) -> tuple[Frame, ...]:
        """For each placement the stickers, by their home facelets, along the frame of its slot."""
        return tuple(turned for frame in self.frames for turned in _rotations(frame, self.turns))

    @cached_property
    def colours(self) -> tuple[tuple[int, ...], ...]:
        """For each placement the colours (0…5) that it shows along the frame of its slot."""
        return tuple(turned for home in self.homes for turned in _rotations(home, self.turns))

    @cached_property
    def by_colours(self) -> dict[tuple[int | None, ...], int]:
        """The placement that shows some colours; if several do, the first."""
        results: dict[tuple[int | None, ...], int] = {}
        for value, colours in enumerate(self.colours):
            results.setdefault(colours, value)
        return results

    @cached_property
    def by_head(self) -> dict[int, int]:
        """The placement that brings some sticker, by its home facelet, to the head of a frame."""
        return {stickers[0]: value for value, stickers in enumerate(self.stickers)}

    @cached_property
    def alike(self) -> bool:
        """Whether two of its placements look the same."""
        return len(self.by_colours) < self.placements

    @cached_property
    def unseen(self) -> frozenset[tuple[int, int]]:
        """The invisible changes: pairs of a sum of turns and a parity, without the one that changes nothing.

        These generate all such changes: a piece is turned, or changes places with one that looks like it.
        """
        results = set()
        for piece, home in enumerate(self.homes):
            for value in self.matching(home):
                other, turn = divmod(value, self.turns)
                if other < piece:
                    continue
                if other > piece:
                    back = self.matching(self.homes[other])
                    turn += next(v for v in back if v // self.turns == piece) % self.turns
                results.add((turn % self.turns, int(other != piece)))
        return frozenset(results - {(0, 0)})

    @cached_property
    def looks(self) -> tuple[int, ...]:
        """For each piece the first piece that looks like it: itself if all can be distinguished."""
        return tuple(self.by_colours[home] // self.turns for home in self.homes)

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """The number of pieces that look like each piece, itself included; 0 unless it is the first of them."""
        return tuple(
            self.looks.count(piece) if look == piece else 0 for piece, look in enumerate(self.looks)
        )

    @cached_property
    def firsts(self) -> tuple[int, ...]:
        """The first placement of each look: all placements, if pieces can be distinguished."""
        return tuple(v for v, colours in enumerate(self.colours) if self.by_colours[colours] == v)

    def assembly(self, colours: Sequence[int | None]) -> bytes | None:
        """Return the placements of the slots if facelets show `colours`; None unless each piece is there.

        Pieces that look alike are taken in the order of their numbers.
        """
        results = [self.by_colours.get(tuple([colours[f] for f in frame])) for frame in self.frames]
        if None in results:
            return None
        held = bytes(value for value in results if value is not None)
        if self.alike:
            return self.distinguished(held)
        return held if len(set(self.pieces(held))) == len(held) else None

    def distinguished(self, seen: bytes) -> bytes | None:
        """Return placements in which pieces that look alike have different numbers.

        None unless each piece occurs once.
        """
        left: dict[int, list[int]] = {}
        for piece in reversed(range(len(self.names))):
            left.setdefault(self.looks[piece], []).append(piece)
        held = bytearray()
        for placement in seen:
            piece, turn = divmod(placement, self.turns)
            if not left.get(piece):
                return None
            taken = left[piece].pop()
            if self.turns > 1 and taken != piece:  # it may be turned otherwise in its solved slot
                alike = self.matching(self.colours[placement])
                turn = next(v for v in alike if v // self.turns == taken)
                turn %= self.turns
            held.append(taken * self.turns + turn)
        return bytes(held) if len(held) == len(self.names) else None

    def placements_of(self, stickers: Permutation | Changes) -> bytes:
        """Return the placement in each slot if facelet f shows the sticker stickers[f]."""
        heads = (stickers[frame[0]] for frame in self.frames)
        return bytes(map(self.by_head.__getitem__, heads))

    def pieces(self, placements: bytes) -> bytes:
        """Return the piece of each placement."""
        return bytes([value // self.turns for value in placements])

    def seen(self, placements: bytes) -> bytes:
        """Return for each placement the first one that looks like it."""
        return placements.translate(self._as_seen)

    @cached_property
    def _as_seen(self) -> bytes:
        return table(map(self.by_colours.__getitem__, self.colours))

    def turns_of(self, placements: bytes) -> bytes:
        """Return the turn of the piece of each placement."""
        return bytes([value % self.turns for value in placements])

    def matching(self, visible: tuple[int | None, ...]) -> tuple[int, ...]:
        """Return the placements that agree with the known colours along one frame."""
        values = self._matching.get(visible)
        if values is None:
            values = self._matching[visible] = tuple(
                value
                for value, colours in enumerate(self.colours)
                if all(a is None or a == b for a, b in zip(visible, colours, strict=True))
            )
        return values

    @cached_property
    def _matching(self) -> dict[tuple[int | None, ...], tuple[int, ...]]:
        return {}  # a frame can show only so many different colourings


def orbits_of(
    pieces: Iterable[tuple[str, Frame]],
    turns: Iterable[Changes],
    colours: Sequence[int],
    name: Callable[[Frame], str],
) -> tuple[Orbit, ...]:
    """Return the orbits of a puzzle, in the order of the first slot of each.

    Args:
        pieces: for each slot the kind of its pieces, and its facelets, clockwise around it.
        turns: the turns that generate all others: which stickers come to other facelets.
        colours: the colour of each facelet on a solved puzzle.
        name: returns the name of the slot with a frame.

    Raises:
        OrbitError: a turn tears a piece apart, or turns it inside out.
        LimitError: an orbit has more than 256 placements.
    """
    slots = list(pieces)
    # The targets of the facelets that turns move.
    shifts = [Changes((sticker, facelet) for facelet, sticker in turn.items()) for turn in turns]
    shifting: dict[int, list[Changes]] = {}  # those that move a facelet
    for shift in shifts:
        for facelet in shift:
            shifting.setdefault(facelet, []).append(shift)
    _check_whole(slots, shifts)
    slot_of = {facelet: slot for slot, (_, frame) in enumerate(slots) for facelet in frame}
    results = []
    left = dict.fromkeys(range(len(slots)))
    while left:
        kind, first = slots[next(iter(left))]
        carried = _images(first, shifting)  # by the facelet that comes first
        if len(carried) > MOST_PLACEMENTS:
            raise LimitError(
                f"the piece of {name(first)} has more than {MOST_PLACEMENTS} positions and orientations",
                "so large an orbit cannot be analysed",
            )
        members = sorted({slot_of[facelet] for facelet in carried})
        fits = len(carried) // len(members)
        # If pieces fit in every way, frames begin as given; otherwise the turns decide.
        frames = [
            slots[slot][1]
            if fits == len(first)
            else next(carried[facelet] for facelet in slots[slot][1] if facelet in carried)
            for slot in members
        ]
        for slot in members:
            del left[slot]
        homes = tuple(tuple(colours[facelet] for facelet in frame) for frame in frames)
        orbit = Orbit(kind, fits, tuple(map(name, frames)), tuple(frames), homes)
        for frame in carried.values():
            if frame not in orbit.stickers:
                raise OrbitError(f"a turn brings facelets {first} to {frame}, which is not a piece")
        results.append(orbit)
    return tuple(results)


def _rotations(row: tuple[int, ...], turns: int) -> list[tuple[int, ...]]:
    """Return a piece's row of stickers, or colours, as a frame shows it after 0, 1, … turns."""
    starts = [-turn * (len(row) // turns) % len(row) for turn in range(turns)]
    return [row[start:] + row[:start] for start in starts]


def _images(first: Frame, shifting: Mapping[int, Sequence[Changes]]) -> dict[int, Frame]:
    """Return the images of a frame under turns, by the facelet that its first one comes to."""
    entries = {first[0]: first}
    waiting = [first]
    while waiting:
        frame = waiting.pop()
        if len(entries) > MOST_PLACEMENTS:
            break
        for shift in itertools.chain.from_iterable(shifting.get(f, ()) for f in frame):
            image = tuple([shift[facelet] for facelet in frame])
            if image[0] not in entries:
                entries[image[0]] = image
                waiting.append(image)
            elif entries[image[0]] != image:
                raise OrbitError(f"turns turn the piece of facelets {first} inside out")
    return entries


def _check_whole(slots: Sequence[tuple[str, Frame]], shifts: Iterable[Changes]) -> None:
    """Make sure that every turn takes the facelets of each slot to those of one slot."""
    frames = {frozenset(frame) for _, frame in slots}
    frame_of = {facelet: frame for _, frame in slots for facelet in frame}
    for shift in shifts:
        for frame in {frame_of[facelet] for facelet in shift if facelet in frame_of}:
            if frozenset([shift[facelet] for facelet in frame]) not in frames:
                raise OrbitError(f"a turn tears the piece of facelets {frame} apart")
