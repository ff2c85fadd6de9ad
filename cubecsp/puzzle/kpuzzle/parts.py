"""The parts of a puzzle that moves do not mix, the invariants of each, and which of these are visible."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property

from cubecsp.puzzle.core.invariants import Invariant, invariants_of
from cubecsp.puzzle.core.orbits import Frame, Orbit, orbits_of
from cubecsp.puzzle.core.permutation import Permutation, changes_of
from cubecsp.puzzle.core.possible import find_piece, possible
from cubecsp.puzzle.core.quotient import quotient
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern, KPuzzle


class Parts:
    """The pieces that moves keep apart, and the invariants of the moves.

    A *part* is an orbit in the sense of `cubecsp.puzzle.core.orbits`: slots that moves take to each other, with pieces
    turned in all ways that moves turn them. An orbit of the definition may have several.

    Args:
        puzzle: the puzzle.
        moves: the moves that count.

    Raises:
        LimitError: a part is too large.
    """

    def __init__(self, puzzle: KPuzzle, moves: Sequence[Permutation]) -> None:
        self.puzzle = puzzle
        self._changes = [changes_of(move) for move in moves]
        self.orbits: tuple[Orbit, ...] = orbits_of(
            puzzle.frames, self._changes, puzzle.home_colours, puzzle.slot_name
        )

    @cached_property
    def at(self) -> dict[int, tuple[int, Frame]]:
        """For each facelet the number of its part, and the frame of its slot."""
        return {
            facelet: (number, frame)
            for number, orbit in enumerate(self.orbits)
            for frame in orbit.frames
            for facelet in frame
        }

    @cached_property
    def invariants(self) -> tuple[Invariant, ...]:
        """The invariants of the pieces, with those that look alike distinguished."""
        return invariants_of(self.orbits, self._changes)

    @cached_property
    def allowed(self) -> int:
        """The number of arrangements that satisfy the invariants, with pieces distinguished."""
        every = 1
        for orbit in self.orbits:
            every *= math.factorial(len(orbit.names)) * int(orbit.turns ** len(orbit.names))
        return quotient(every, math.prod(invariant.modulus for invariant in self.invariants))

    @cached_property
    def unseen(self) -> int:
        """The number of arrangements that look solved, whether they satisfy the invariants or not."""
        count = 1
        for orbit in self.orbits:
            for piece, home in enumerate(orbit.homes):
                # Pieces before it that look like it have taken their places.
                alike = {value // orbit.turns for value in orbit.matching(home)}
                count *= sum(other >= piece for other in alike)
                count *= sum(value // orbit.turns == piece for value in orbit.matching(home))
        return count

    @cached_property
    def unseen_allowed(self) -> int:
        """The number of arrangements that look solved and satisfy the invariants."""
        hidden = math.prod(invariant.modulus for invariant in self.invariants)
        return quotient(
            self.unseen * math.prod(invariant.modulus for invariant in self.seen_invariants), hidden
        )

    @cached_property
    def seen_invariants(self) -> tuple[Invariant, ...]:
        """The visible invariants."""
        return invariants_of(self.orbits, self._changes, seen=True)

    def wrong(self, state: KPattern) -> tuple[str, ...]:
        """Return the reasons why a state is not solvable: pieces in the wrong part, or if there are none, violated invariants."""
        marks = self.puzzle.colours(state.stickers)
        strange = tuple(self.strange(state))
        if strange:
            return strange
        held = [_placements(orbit, marks) for orbit in self.orbits]
        if any(values is None for values in held):
            names = [o.name for o, values in zip(self.orbits, held, strict=True) if values is None]
            return (f"the pieces of {names[0]} cannot be in these slots all at once",)
        known = [values for values in held if values is not None]
        return tuple(
            f"{self.described(invariant)}, and here it is {total}"
            for invariant in self.seen_invariants
            if (total := invariant.sum(known, self.orbits))
        )

    def strange(self, state: KPattern) -> Iterator[str]:
        """Yield which pieces are in slots that they cannot reach, or not turned in that way."""
        marks = self.puzzle.colours(state.stickers)
        for orbit in self.orbits:
            for name, frame in zip(orbit.names, orbit.frames, strict=True):
                if orbit.matching(_marks_along(frame, marks)):
                    continue
                piece, turned = state.holds(self.puzzle.slot_at[frame[0]])
                homes = (self.puzzle.slot_at[f[0]] for f in orbit.frames)
                here = {self.puzzle.solved_pieces[home].number for home in homes}
                how = f"turned by {turned}" if piece in here else "at all"
                yield f"piece {piece} cannot reach {name} {how}"

    def ways(self, state: KPattern) -> tuple[list[int], list[list[int]]]:
        """Return a facelet of each slot, and the targets that each may have in arrangements that look like a state."""
        marks = self.puzzle.colours(state.stickers)
        heads: list[int] = []
        targets: list[list[int]] = []
        for orbit in self.orbits:
            to: list[list[int]] = [[] for _ in orbit.frames]
            for frame in orbit.frames:
                for value in orbit.matching(_marks_along(frame, marks)):
                    piece = value // orbit.turns
                    at = orbit.stickers[value].index(orbit.frames[piece][0])
                    to[piece].append(frame[at])
            heads += [frame[0] for frame in orbit.frames]
            targets += to
        return heads, targets

    def slot_of(self, orbit: Orbit, number: int) -> int:
        """Return the slot of the definition for a slot of a part."""
        return self.puzzle.slot_at[orbit.frames[number][0]]

    def shown_by(self, orbit: Orbit, number: int, value: int) -> tuple[int, int]:
        """Return the piece of a placement in a slot of a part, and its visible turn."""
        return self.puzzle.piece_shown(orbit.frames[number][0], orbit.stickers[value][0])[:2]

    def part_name(self, number: int) -> str:
        """Return the name of a part: that of its orbit, followed by its slots if other parts of the orbit have moving pieces."""
        orbit = self.orbits[number]
        same = [o for o in self.orbits if o.name == orbit.name and o.placements > 1]
        if len(same) == 1:
            return orbit.name
        row = self.puzzle.kind_rows[self.puzzle.kind(orbit.name)]
        slots = ",".join(str(self.puzzle.slot_at[f[0]] - row.start) for f in orbit.frames)
        return f"{orbit.name}[{slots}]"

    def described(self, invariant: Invariant) -> str:
        """Return an invariant as a clause."""
        terms = [
            f"{'' if times == 1 else f'{times} times '}the sum of the turns of {self.part_name(number)}"
            for number, times in invariant.turned
        ]
        terms += [f"the parity of {self.part_name(number)}" for number in invariant.permuted]
        return f"{' plus '.join(terms)} is 0 modulo {invariant.modulus}"


def _marks_along(frame: Sequence[int], marks: Permutation) -> tuple[int, ...]:
    """Return the marks along the frame of a slot."""
    return tuple(marks[facelet] for facelet in frame)


def _placements(orbit: Orbit, marks: Permutation) -> bytes | None:
    """Return a placement for each slot that shows these marks, each piece once; None if there is none."""
    may = possible(marks, orbit)
    pieces = [{value // orbit.turns for value in values} for values in may]
    owner: dict[int, int] = {}
    if not all(find_piece(slot, pieces, owner, set()) for slot in range(len(may))):
        return None
    held = {slot: piece for piece, slot in owner.items()}
    return bytes(
        next(value for value in values if value // orbit.turns == held[slot])
        for slot, values in enumerate(may)
    )
