"""Repeated moves: shared by the rules about the cube as a permutation of its stickers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

from cubecsp.models.core.primitives import Primitive, SlotDomain, any_of
from cubecsp.models.core.rule import Rule, State
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry


class OfMoves(Rule):
    """A rule about the cube as a permutation of its stickers, which depends only on its order: so it can be counted."""

    scope = "cube"
    sizes = (3,)
    limits = (
        "the 24 whole-cube orientations of a 2×2×2 make different permutations of it, and larger cubes do not show "
        "which of the pieces that look alike is where"
    )
    declares = True

    def symmetries(self, puzzle: Puzzle = CUBE) -> tuple[Symmetry, ...]:
        """Return all 48: the images of a cube have the same order."""
        self.require(puzzle)
        return SYMMETRIES

    def cost(self, puzzle: Puzzle) -> int:
        """Return about what following all pieces costs."""
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
    """Yield that the cube to the n-th power (2 or 3) is solved: every cycle closes, without a turn."""
    yield from short_cycles(n, puzzle)
    for index, orbit in enumerate(puzzle.orbits):
        literals = _Literals(index, orbit)
        yield from _closed_pairs(literals) if n == 2 else _closed_threes(literals)


def short_cycles(n: int, puzzle: CubePuzzle) -> Iterator[Primitive]:
    """Yield that cycles of one or two pieces are solved by n repetitions, or do not occur.

    A cycle repeated as often as it is long turns each of its pieces by the sum of its turns.
    """
    for index, orbit in enumerate(puzzle.orbits):
        literals = _Literals(index, orbit)
        if n % orbit.turns:
            for i, t in product(literals.slots, range(1, orbit.turns)):
                yield literals.lacks(i, i, t)
        for i, j in combinations(literals.slots, 2):
            if n % 2:
                yield any_of([literals.lacks(i, j), literals.lacks(j, i)])
            elif n % (2 * orbit.turns):
                for t, u in product(range(orbit.turns), repeat=2):
                    if (t + u) % orbit.turns:
                        yield any_of([literals.lacks(i, j, t), literals.lacks(j, i, u)])


class _Literals:
    """Literals for the placements of a slot of an orbit, each stated once and shared by clauses.

    Attributes:
        slots: of the orbit.
        turns: ways in which a piece may be turned.
    """

    def __init__(self, index: int, orbit: Orbit) -> None:
        self.slots = range(len(orbit.names))
        self.turns = orbit.turns
        each = [frozenset({value}) for value in range(orbit.placements)]
        own = [frozenset(range(p * orbit.turns, (p + 1) * orbit.turns)) for p in self.slots]
        self._holds = [[SlotDomain(index, slot, value) for value in each] for slot in self.slots]
        self._lacks = [[held.negated() for held in row] for row in self._holds]
        self._lacks_piece = [[SlotDomain(index, s, p).negated() for p in own] for s in self.slots]

    def holds(self, slot: int, piece: int, turn: int) -> Primitive:
        """Return the primitive that a slot holds a piece, turned in a given way."""
        return self._holds[slot][piece * self.turns + turn % self.turns]

    def lacks(self, slot: int, piece: int, turn: int | None = None) -> Primitive:
        """Return the primitive that a slot does not hold a piece turned in a given way, or at all."""
        if turn is None:
            return self._lacks_piece[slot][piece]
        return self._lacks[slot][piece * self.turns + turn % self.turns]


def _closed_pairs(of: _Literals) -> Iterator[Primitive]:
    """Yield that a slot holds another one's piece exactly if that one holds its piece, turned back."""
    for (i, j), t in product(permutations(of.slots, 2), range(of.turns)):
        yield any_of([of.lacks(i, j, t), of.holds(j, i, -t)])


def _closed_threes(of: _Literals) -> Iterator[Primitive]:
    """Yield that of three slots that hold each other's pieces the third undoes all turns."""
    for i, j, k in permutations(of.slots, 3):
        if i < j and i < k:
            for t, u in product(range(of.turns), repeat=2):
                yield any_of([of.lacks(i, j, t), of.lacks(j, k, u), of.holds(k, i, -t - u)])
