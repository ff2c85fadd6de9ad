"""Pieces put together: which of the twelve cosets they are in, and the smallest repair.

Turns never change three things about an assembly: whether its permutation is even or odd, what its corner
twists add up to modulo 3, and its edge flips modulo 2. Together these give 2 · 3 · 2 = 12 cosets, one of
which contains the solved cube. Turns can put the pieces of cubes of even size into any order, so these have
only the 3 cosets that differ in the twist. The invariants of a puzzle determine which of the three properties
it has.

A repair takes pieces out and puts them back. Single pieces repair a twist or a flip; two corners or two edges
exchanged repair the parity and, put back turned, a twist or a flip of their kind as well. So no coset needs
more than three pieces. Among the repairs with the fewest pieces, the best are those that leave the fewest
stickers unsolved, then the fewest pieces turned. Corners and edges are chosen separately, since both numbers
are sums over the two.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from cubecsp.frozen import frozen
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.possible import possible
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.puzzle.cube.words import colours_in_words, listed, piece_name


@frozen
class Assembly:
    """Real pieces in slots, as they are seen: unlike a `PocketCube`, a 2×2×2 is not turned as a whole.

    Attributes:
        puzzle: the cube.
        placements: the contents of the slots of each orbit.
    """

    puzzle: CubePuzzle
    placements: tuple[bytes, ...]

    @classmethod
    def of(cls, cube: State) -> Assembly:
        """Return the pieces of a cube."""
        return cls(cube.puzzle, tuple(cube.by_orbit))

    @property
    def letters(self) -> str:
        """The facelet string, in letters of faces."""
        return self.puzzle.letters(b"".join(self.placements))

    def pieces(self, kind: int) -> list[int]:
        """Return which piece each slot of an orbit holds."""
        return list(self.puzzle.orbits[kind].pieces(self.placements[kind]))

    def turns_of(self, kind: int) -> list[int]:
        """Return the turn of the piece in each slot of an orbit."""
        return list(self.puzzle.orbits[kind].turns_of(self.placements[kind]))

    @property
    def away(self) -> int:
        """The number of stickers that are not solved; without centres, in the best orientation of the cube."""
        return sum(
            _away(self.puzzle, kind, values)[0] for kind, values in enumerate(self.placements)
        )


@dataclass(frozen=True, order=True)
class Coset:
    """The properties of an assembly that turns never change.

    Attributes:
        parity: 1 if turns never make the permutation of the pieces, since it is odd; 0 if they can.
        twist: the sum of the corner twists modulo 3: 0, 1 (clockwise) or 2.
        flip: the sum of the edge flips modulo 2.
    """

    parity: int
    twist: int
    flip: int

    @classmethod
    def of(cls, assembly: Assembly) -> Coset:
        """Return the coset of an assembly."""
        puzzle = assembly.puzzle
        sums = {
            (invariant.modulus, bool(invariant.permuted)): invariant.sum(
                assembly.placements, puzzle.orbits
            )
            for invariant in puzzle.invariants
        }
        return cls(sums.get((2, True), 0), sums.get((3, False), 0), sums.get((2, False), 0))

    @property
    def is_reachable(self) -> bool:
        """Whether turns can solve the assemblies of this coset."""
        return not (self.parity or self.twist or self.flip)

    @staticmethod
    def count(puzzle: CubePuzzle) -> int:
        """Return the number of cosets: 12, or 3 for a cube of even size."""
        return math.prod(invariant.modulus for invariant in puzzle.invariants)

    @property
    def pieces(self) -> int:
        """The least number of pieces to take out to get back to a solvable cube."""
        if self.parity:
            return 3 if self.twist and self.flip else 2
        return bool(self.twist) + self.flip

    @property
    def name(self) -> str:
        """The coset in words: a way in which a solvable cube could have been changed to get there."""
        parts = []
        if self.parity:
            parts.append("two pieces exchanged")
        if self.twist:
            parts.append(f"a corner twisted {_DIRECTIONS[self.twist]}")
        if self.flip:
            parts.append("an edge flipped")
        return listed(parts) or "solvable"

    def __str__(self) -> str:
        return self.name

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints for this coset."""
        return {"name": self.name, "parity": self.parity, "twist": self.twist, "flip": self.flip}


COSETS: tuple[Coset, ...] = tuple(
    Coset(parity, twist, flip)
    for parity, twist, flip in itertools.product(range(2), range(3), range(2))
)
"""The twelve cosets, that of the solved cube first."""

_DIRECTIONS = {1: "clockwise", 2: "counter-clockwise"}


@frozen
class Action:
    """One thing to do with pieces by hand.

    Attributes:
        kind: `twist` (a corner), `flip` (an edge) or `swap` (two of a kind).
        orbit: the kind of the pieces.
        slots: the slots concerned, one or two.
        before: the contents of these slots.
        after: their contents afterwards.
    """

    kind: str
    orbit: Orbit
    slots: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]

    @property
    def direction(self) -> str | None:
        """The direction in which to twist a corner, as seen from outside; None for other actions."""
        if self.kind != "twist":
            return None
        return _DIRECTIONS[(self.after[0] - self.before[0]) % 3]

    def sentence(self, scheme: str = FACES) -> str:
        """Return the repair in words, with colours as the user writes them."""
        orbit, names = self.orbit, [self.orbit.names[slot] for slot in self.slots]
        if self.kind != "swap":
            piece = piece_name(orbit, self.before[0] // orbit.turns, scheme)
            way = f" {self.direction}" if self.direction else ""
            return f"{self.kind} the {orbit.name} {piece} at {names[0]}{way}"
        put = " and ".join(
            f"{piece_name(orbit, value // orbit.turns, scheme)} goes to {name} with "
            f"{colours_in_words(orbit.colours[value][:1], scheme)} on face {name[0]}"
            for value, name in zip(self.after, names, strict=True)
        )
        return f"exchange the {orbit.name}s at {names[0]} and {names[1]}: {put}"

    def as_dict(self) -> dict[str, Any]:
        """Return the action as data."""
        orbit = self.orbit
        data: dict[str, Any] = {
            "kind": self.kind,
            "slots": [orbit.names[slot] for slot in self.slots],
            "pieces": [orbit.names[value // orbit.turns] for value in self.before],
        }
        return data | ({"direction": self.direction} if self.direction else {})


@frozen
class PieceRepair:
    """Actions that make an assembly solvable.

    Attributes:
        actions: the actions, on different pieces.
        result: the assembly afterwards.
    """

    actions: tuple[Action, ...]
    result: Assembly

    @property
    def pieces(self) -> int:
        """The number of pieces to take out."""
        return sum(len(action.slots) for action in self.actions)

    @property
    def letters(self) -> str:
        """The facelet string of the cube that results."""
        return self.result.letters

    @property
    def cube(self) -> State:
        """The cube that results."""
        return Facelets(self.letters).to_state()

    def sentence(self, scheme: str = FACES) -> str:
        """Return the repair in words, with colours as the user writes them."""
        return "; then ".join(action.sentence(scheme) for action in self.actions)

    def as_dict(self, scheme: str = FACES) -> dict[str, Any]:
        """Return the data that `--json` prints for this repair."""
        return {
            "message": self.sentence(scheme),
            "actions": [action.as_dict() for action in self.actions],
            "facelets": self.letters,
        }


def piece_repairs(assembly: Assembly) -> tuple[PieceRepair, ...]:
    """Return the smallest repairs of an assembly, equally good, in a fixed order.

    They take out the fewest pieces; among those that do, they leave the fewest stickers unsolved, and among
    those, the fewest pieces turned. A solvable assembly has none.
    """
    has = Coset.of(assembly)
    if has.is_reachable:
        return ()
    orbits = assembly.puzzle.orbits
    amounts = _amounts(assembly)
    swaps: Sequence[int | None] = [None]
    if has.parity:  # edges are the easier ones to take out, so they come first
        (invariant,) = (invariant for invariant in assembly.puzzle.invariants if invariant.permuted)
        turned = {kind for kind in invariant.permuted if amounts[kind]}
        swaps = [
            kind for kind in reversed(invariant.permuted) if 2 + len(turned - {kind}) == has.pieces
        ]
    results: list[tuple[tuple[int, ...], tuple[Action, ...]]] = []
    for swap in swaps:
        parts = [
            _best(assembly, kind, kind == swap, amounts[kind])
            for kind, orbit in enumerate(orbits)
            if not orbit.alike
        ]
        rank = tuple(map(sum, zip(*(part[0] for part in parts), strict=True)))
        for actions in itertools.product(*(part[1] for part in parts)):
            done = tuple(action for action in actions if action is not None)
            results.append((rank, done))
    least = min(rank for rank, _ in results)
    return tuple(
        PieceRepair(actions, _after(assembly, actions))
        for rank, actions in results
        if rank == least
    )


def _amounts(assembly: Assembly) -> list[int]:
    """Return the total turn of the pieces of each orbit that the invariants need."""
    amounts = [0] * len(assembly.puzzle.orbits)
    for invariant in assembly.puzzle.invariants:
        if not invariant.permuted:
            ((kind, _),) = invariant.turned
            amounts[kind] = (
                -invariant.sum(assembly.placements, assembly.puzzle.orbits) % invariant.modulus
            )
    return amounts


def _best(
    assembly: Assembly, kind: int, swap: bool, turn: int
) -> tuple[tuple[int, int], list[Action | None]]:
    """Return the best single actions on pieces of one kind, and the stickers and pieces that these leave wrong."""
    placements = assembly.placements[kind]
    if not swap and not turn:
        return _away(assembly.puzzle, kind, placements), [None]
    ranked = []
    for action in _actions(assembly.puzzle.orbits[kind], placements, swap, turn):
        result = _with(placements, action)
        ranked.append((_away(assembly.puzzle, kind, result), action))
    least = min(rank for rank, _ in ranked)
    return least, [action for rank, action in ranked if rank == least]


def _actions(orbit: Orbit, placements: bytes, swap: bool, turn: int) -> Iterator[Action]:
    """Yield the ways to add `turn` to the sum of turns of one kind, by swapping two pieces or not."""

    def turned(value: int, by: int) -> int:
        piece, has = divmod(value, orbit.turns)
        return piece * orbit.turns + (has + by) % orbit.turns

    if not swap:
        for slot, value in enumerate(placements):
            name = "twist" if orbit.turns > 2 else "flip"
            yield Action(name, orbit, (slot,), (value,), (turned(value, turn),))
        return
    for a, b in itertools.combinations(range(len(placements)), 2):
        before = (placements[a], placements[b])
        for share in range(orbit.turns):
            after = (turned(before[1], share), turned(before[0], turn - share))
            yield Action("swap", orbit, (a, b), before, after)


def _with(placements: bytes, action: Action) -> bytes:
    result = bytearray(placements)
    for slot, value in zip(action.slots, action.after, strict=True):
        result[slot] = value
    return bytes(result)


def _after(assembly: Assembly, actions: tuple[Action, ...]) -> Assembly:
    held = dict(zip(assembly.puzzle.orbits, assembly.placements, strict=True))
    for action in actions:
        held[action.orbit] = _with(held[action.orbit], action)
    return Assembly(assembly.puzzle, tuple(held.values()))


def _away(puzzle: CubePuzzle, kind: int, placements: bytes) -> tuple[int, int]:
    """Return the numbers of unsolved stickers, and of turned pieces, of one kind."""
    orbit = puzzle.orbits[kind]
    turns, looks = len(orbit.frames[0]), orbit.seen(placements)
    away = min(
        sum(turns for value, at_home in zip(looks, home, strict=True) if value != at_home)
        for home in _homes(puzzle, kind)
    )
    return away, sum(map(bool, orbit.turns_of(placements)))


@cache
def _homes(puzzle: CubePuzzle, kind: int) -> tuple[bytes, ...]:
    """Return the contents of the slots of one kind on a solved cube, in each orientation of a cube without centres."""
    orbit = puzzle.orbits[kind]
    results = []
    for symmetry in SYMMETRIES[: 1 if puzzle.centres else 24]:
        homes = [0] * puzzle.facelet_count
        for facelet, target in enumerate(symmetry.facelets_of(puzzle)):
            homes[target] = puzzle.face_of(facelet)
        results.append(bytes(values[0] for values in possible(homes, orbit)))
    return tuple(results)
