"""Moves repeated: what two rules about the cube as a permutation of its stickers share."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from cubecsp.models.primitives import Placed, Primitive, Table, any_of
from cubecsp.models.rule import Rule, State
from cubecsp.puzzle.orbits import Orbit
from cubecsp.puzzle.puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.symmetry import SYMMETRIES, Symmetry

__all__ = ["OfMoves", "powers_to_nothing", "sources_of", "stays"]


class OfMoves(Rule):
    """A rule about the cube as a permutation of its stickers."""

    scope = "cube"
    sizes = (3,)
    limits = (
        "a 2×2×2 is not a permutation, since it may be held in 24 ways, and larger cubes do not show "
        "which of the pieces that look alike is where"
    )
    declares = True

    def symmetries(self, puzzle: CubePuzzle = CUBE) -> tuple[Symmetry, ...]:
        """Return all 48: conjugates have the same order."""
        self.require(puzzle)
        return SYMMETRIES

    def cost(self, puzzle: CubePuzzle) -> int:
        """Return about what following all pieces comes to."""
        return 2 * len(puzzle.slots)


def sources_of(cube: State) -> list[int]:
    """Return, for each facelet, the home facelet of the sticker that it shows."""
    letters = cube.facelets
    sources = list(range(len(letters)))
    for orbit in CUBE.orbits:
        home = {
            letter + "".join(sorted(name)): facelet
            for name, facelets in zip(orbit.names, orbit.frames, strict=True)
            for letter, facelet in zip(name, facelets, strict=True)
        }
        for facelets in orbit.frames:
            piece = "".join(sorted(letters[f] for f in facelets))
            for facelet in facelets:
                sources[facelet] = home[letters[facelet] + piece]
    return sources


def powers_to_nothing(n: int, puzzle: CubePuzzle) -> Iterator[Primitive]:
    """Yield that the cube to the n-th (2 or 3) is solved: every cycle closes, without a turn."""
    yield from stays(n, puzzle)
    for index, orbit in enumerate(puzzle.orbits):
        slots = range(len(orbit.names))
        if n == 2:
            for i in slots:
                yield from (_paired(orbit, i, j) for j in slots if i < j)
            continue
        for i, (j, t), (k, u) in product(slots, _placements(orbit), _placements(orbit)):
            # Slot i holds piece j, slot j holds piece k: slot k holds piece i, all turns undone.
            if i not in (j, k) and j != k and i < j and i < k:
                last = orbit.turns * i + -(t + u) % orbit.turns
                yield any_of(
                    [
                        Placed(index, i, frozenset({orbit.turns * j + t})).negated(),
                        Placed(index, j, frozenset({orbit.turns * k + u})).negated(),
                        Placed(index, k, frozenset({last})),
                    ]
                )
        yield from _not_exchanged(index, orbit)


def _not_exchanged(index: int, orbit: Orbit) -> Iterator[Primitive]:
    """Yield that no two slots hold each other's pieces."""
    pieces = range(len(orbit.names))
    own = [frozenset(range(p * orbit.turns, (p + 1) * orbit.turns)) for p in pieces]
    for i in pieces:
        for j in pieces:
            if i < j:
                yield any_of(
                    [Placed(index, i, own[j]).negated(), Placed(index, j, own[i]).negated()]
                )


def _placements(orbit: Orbit) -> list[tuple[int, int]]:
    return [divmod(value, orbit.turns) for value in range(orbit.placements)]


def _paired(orbit: Orbit, i: int, j: int) -> Primitive:
    """Return that slot i holds piece j, turned so, just where slot j holds piece i, turned back."""
    rows = set()
    for (p, t), (q, u) in product(_placements(orbit), repeat=2):
        if (p == j) == (q == i) and (p != j or (t + u) % orbit.turns == 0):
            value, other = orbit.turns * p + t, orbit.turns * q + u
            rows.add((*orbit.colours[value], *orbit.colours[other]))
    return Table((*orbit.frames[i], *orbit.frames[j]), frozenset(rows))


def stays(n: int, puzzle: CubePuzzle) -> Iterator[Primitive]:
    """Yield that a piece at home is turned only if n repetitions undo that."""
    for index, orbit in enumerate(puzzle.orbits):
        if n % orbit.turns:
            for slot in range(len(orbit.names)):
                wrong = frozenset(slot * orbit.turns + turn for turn in range(1, orbit.turns))
                yield Placed(index, slot, wrong).negated()
