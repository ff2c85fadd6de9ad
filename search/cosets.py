"""Cosets whose distances bound how far a cube is from solved: coordinates, and how turns act on them.

All subgroups here keep the U/D axis apart: sixteen of the 48 symmetries map them to themselves, and
they contain the turns of U and D. A coset is given by the twists of the corners, the flips of the
edges, which slots hold the edges of the middle slice ("occupied"), and, in the larger kinds, by all
or part of two more facts: in which of the two layers each corner belongs, and how the slice edges
are arranged among themselves. With neither, the subgroup is <U, D, R2, F2, L2, B2>, whose cosets
M. Reid took for an optimal solver in 1997 and H. Kociemba for the first of his two phases.

A number (a *coordinate*) is made of a row and a place in it. Rows are the classes of the corners'
part under the sixteen symmetries; a place is (arrangement, occupied, flips), read after the symmetry
that leads to the row's representative: place = (arrangement · 495 + occupied) · 2048 + flips. The
2048 places that differ in flips alone form a *block*, and a turn maps blocks to blocks.

T. Rokicki's nxopt reduces by the corners too, but takes both layers and the slice edges' own
arrangement for its larger tables; keeping less of either gives the sizes between, and with neither
the half turns of the other faces stay in the subgroup, which rules out more last turns.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cubecsp.frozen import frozen
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.state import TURN_CUBES, Cube
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry

Bytes = NDArray[np.uint8]

BLOCK = 2048
"""Places that differ only in flips."""

OCCUPATIONS = 495
"""In how many ways four of the twelve edge slots can hold the edges of the slice."""

AXIAL: tuple[Symmetry, ...] = tuple(s for s in SYMMETRIES if {s.faces[0], s.faces[3]} == {0, 3})
"""The sixteen symmetries that keep the U/D axis; the identity is the first."""

TOWARDS: tuple[Symmetry, ...] = tuple(
    next(s for s in SYMMETRIES if {s.faces[face], s.faces[face + 3]} == {0, 3} and not s.mirrored)
    for face in range(3)
)
"""Rotations that bring the axes U/D, R/L and F/B to U/D."""

_ARRANGEMENTS: dict[int, tuple[tuple[int, ...], ...]] = {
    # The permutations of the slice edges FR FL BL BR in the subgroup, by their generators.
    1: ((1, 0, 2, 3), (1, 2, 3, 0)),
    2: ((1, 2, 0, 3), (0, 2, 3, 1)),
    3: ((1, 2, 3, 0), (2, 1, 0, 3)),
    6: ((1, 0, 3, 2), (2, 3, 0, 1)),
    24: (),
}


@frozen
class CosetKind:
    """One of the subgroups.

    Attributes:
        twists: whether the twists of corners are distinguished.
        layers: 1: it does not matter where corners are; 35: it matters which share a layer; 70: it
            matters which are in the layer that they belong to.
        arrangements: how many arrangements of the four slice edges are distinguished: 1, 2 (parity),
            3, 6 or 24 (all).
    """

    twists: bool = True
    layers: int = 1
    arrangements: int = 1

    @property
    def blocks(self) -> int:
        """Blocks in a row."""
        return self.arrangements * OCCUPATIONS

    @property
    def cosets(self) -> int:
        """How many cosets there are."""
        return self._corner_states * self.blocks * BLOCK

    @property
    def _corner_states(self) -> int:
        return (3**7 if self.twists else 1) * self.layers

    # Corners ------------------------------------------------------------------------------------

    @cached_property
    def ternary(self) -> NDArray[np.uint32]:
        """The summand of a set of slots 0…6 in the corners' coordinate: (2, 128), by twist 1 and 2."""
        sums = np.zeros((2, 128), np.uint32)
        for mask in range(128):
            total = sum(3**i for i in range(7) if mask >> i & 1) * self.layers
            sums[:, mask] = (total, 2 * total)
        return sums * np.uint32(self.twists)

    @cached_property
    def layer_of(self) -> Bytes:
        """The part of the corners' coordinate for a set of slots that hold pieces of the D layer: (256,)."""
        result = np.zeros(256, np.uint8)
        halves = [mask for mask in range(256) if mask.bit_count() == 4]
        if self.layers == 35:
            halves = halves[:35]
        if self.layers > 1:
            for rank, mask in enumerate(halves):
                result[mask] = rank
                if self.layers == 35:
                    result[255 - mask] = rank
        return result

    def corner_coordinates(self, corners: Bytes) -> NDArray[np.uint32]:
        """Return the coordinates of the corners' part for placements of shape (n, 8)."""
        weights = 1 << np.arange(8, dtype=np.uint32)
        pieces, twists = corners // 3, corners % 3
        masks = [
            ((condition) * weights).sum(1) for condition in (twists == 1, twists == 2, pieces > 3)
        ]
        first = self.ternary[0][masks[0] & 127] + self.ternary[1][masks[1] & 127]
        coordinates: NDArray[np.uint32] = (first + self.layer_of[masks[2]]).astype(np.uint32)
        return coordinates

    @cached_property
    def _corner_examples(self) -> Bytes:
        """Corners with each coordinate in turn: (states, 8)."""
        coordinate = np.arange(self._corner_states)
        layer, twist = coordinate % self.layers, coordinate // self.layers
        masks = [mask for mask in range(256) if mask.bit_count() == 4][: self.layers]
        pieces = np.zeros((self.layers, 8), np.uint8)
        for rank, mask in enumerate(masks if self.layers > 1 else [0b11110000]):
            pieces[rank, [i for i in range(8) if not mask >> i & 1]] = range(4)
            pieces[rank, [i for i in range(8) if mask >> i & 1]] = range(4, 8)
        twists = np.zeros((len(coordinate), 8), np.uint8)
        for i in range(7):
            twists[:, i] = twist // 3**i % 3
        twists[:, 7] = -twists.sum(1, dtype=np.int64) % 3
        return pieces[layer] * np.uint8(3) + twists

    @cached_property
    def entries(self) -> NDArray[np.uint32]:
        """For each corner coordinate row · 16 + the axial symmetry that leads there: (states,)."""
        images = np.stack(
            [self.corner_coordinates(moved_by(s, self._corner_examples, 0)) for s in AXIAL]
        )
        least = images.min(0)
        rows = np.cumsum(least == np.arange(len(least))) - 1
        entries: NDArray[np.uint32] = (rows[least] * 16 + images.argmin(0)).astype(np.uint32)
        return entries

    @cached_property
    def _representatives(self) -> NDArray[np.intp]:
        """The corner coordinate that each row stands for."""
        rows = self.entries >> 4
        result: NDArray[np.intp] = np.unique(rows, return_index=True)[1]
        return result

    @property
    def rows(self) -> int:
        """How many classes of corner coordinates there are."""
        return len(self._representatives)

    @cached_property
    def row_sizes(self) -> Bytes:
        """How many corner coordinates each row stands for: (rows,)."""
        return np.bincount(self.entries >> 4).astype(np.uint8)

    def row_turns(self, turns: tuple[int, ...]) -> NDArray[np.uint32]:
        """Return where each turn leads the representative of each row, as in `entries`: (rows, turns)."""
        corners = self._corner_examples[self._representatives]
        results = [
            self.entries[self.corner_coordinates(turned(turn, corners, 0))] for turn in turns
        ]
        return np.ascontiguousarray(np.stack(results, 1))

    # Edges --------------------------------------------------------------------------------------

    @cached_property
    def arrangement_of(self) -> Bytes:
        """The arrangement by how the slots of the four slice edges compare, see `order_bits`: (64,)."""
        rank_of: dict[tuple[int, ...], int] = {}
        result = np.zeros(64, np.uint8)
        for order in itertools.permutations(range(4)):
            same = min(tuple(k[piece] for piece in order) for k in self._slice_group)
            rank = rank_of.setdefault(same, len(rank_of))
            slots = [order.index(piece) for piece in range(4)]
            result[order_bits(np.array([slots]))[0]] = rank
        return result

    @cached_property
    def _slice_group(self) -> tuple[tuple[int, ...], ...]:
        group: set[tuple[int, ...]] = {(0, 1, 2, 3)}
        while True:
            more = group | {
                tuple(g[x] for x in k) for g in _ARRANGEMENTS[self.arrangements] for k in group
            }
            if more == group:
                return tuple(sorted(group))
            group = more

    def block_coordinates(self, edges: Bytes) -> NDArray[np.uint16]:
        """Return the blocks (arrangement · 495 + occupied) of placements of shape (n, 12)."""
        inside = edges >= 16
        masks = (inside * (1 << np.arange(12, dtype=np.uint32))).sum(1)
        slots = np.argsort(edges, 1)[:, 8:]
        arrangement = self.arrangement_of[order_bits(slots)].astype(np.uint16)
        blocks: NDArray[np.uint16] = arrangement * np.uint16(OCCUPATIONS) + OCCUPIED[masks]
        return blocks

    @cached_property
    def _edge_examples(self) -> Bytes:
        """Unflipped edges with each block coordinate in turn: (blocks, 12)."""
        orders = {
            int(self.arrangement_of[order_bits(np.array([[o.index(p) for p in range(4)]]))[0]]): o
            for o in itertools.permutations(range(4))
        }
        examples = np.zeros((self.blocks, 12), np.uint8)
        for occupied, mask in enumerate(_HOLDING_FOUR):
            inside = [i for i in range(12) if mask >> i & 1]
            outside = [i for i in range(12) if not mask >> i & 1]
            for arrangement, order in orders.items():
                row = examples[arrangement * OCCUPATIONS + occupied]
                row[outside] = np.arange(8) * 2
                row[inside] = [(8 + piece) * 2 for piece in order]
        return examples

    def block_turns(
        self, turns: tuple[int, ...], poll: Callable[[], None] | None = None
    ) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
        """Return the action on blocks of each turn followed by each axial symmetry.

        Args:
            turns: the turns.
            poll: called for each of them; an exception from it ends the work.

        Returns:
            The block each goes to and the flips added there, both (turns · 16, blocks).
        """
        targets, flips = [], []
        for turn, symmetry in itertools.product(turns, AXIAL):
            if poll:
                poll()
            edges = moved_by(symmetry, turned(turn, self._edge_examples, 1), 1)
            targets.append(self.block_coordinates(edges))
            flips.append(flip_coordinates(edges))
        return np.stack(targets), np.stack(flips)


_HOLDING_FOUR = [mask for mask in range(1 << 12) if mask.bit_count() == 4]

OCCUPIED: NDArray[np.uint16] = np.zeros(1 << 12, np.uint16)
"""The rank of a set of four edge slots among all such."""
OCCUPIED[_HOLDING_FOUR] = np.arange(OCCUPATIONS)


def order_bits(slots: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return, for rows of four slots, which of the six pairs are in order, as bits 0…5."""
    pairs = itertools.combinations(range(4), 2)
    result = np.zeros(len(slots), np.intp)
    for bit, (a, b) in enumerate(pairs):
        result |= (slots[:, a] < slots[:, b]).astype(np.intp) << bit
    return result


def flip_coordinates(edges: Bytes) -> NDArray[np.uint16]:
    """Return the flips in slots 0…10 as bits, for placements of shape (n, 12)."""
    bits = (edges[:, :11] & 1) << np.arange(11, dtype=np.uint16)
    flips: NDArray[np.uint16] = bits.sum(1, dtype=np.uint16)
    return flips


def flip_turns(turns: tuple[int, ...]) -> Bytes:
    """Return the slot that each slot's flip is from after each turn and axial symmetry: (turns · 16, 12)."""
    sources = np.zeros((len(turns) * len(AXIAL), 12), np.uint8)
    for row, (turn, symmetry) in zip(sources, itertools.product(turns, AXIAL), strict=True):
        targets = [target for target, _ in symmetry.slot_images(CUBE, 1)]
        row[targets] = [placement >> 1 for placement in TURN_CUBES[turn].edges]
    return sources


def turned(turn: int, placements: Bytes, orbit: int) -> Bytes:
    """Return placements (n, slots) of an orbit (0 corners, 1 edges) after a turn."""
    cube = TURN_CUBES[turn]
    values = np.frombuffer((cube.corners, cube.edges)[orbit], np.uint8)
    turns = CUBE.orbits[orbit].turns
    moved = placements[:, values // turns]
    return (moved - moved % turns + (moved % turns + values % turns) % turns).astype(np.uint8)


def moved_by(symmetry: Symmetry, placements: Bytes, orbit: int) -> Bytes:
    """Return placements (n, slots) of an orbit (0 corners, 1 edges) after a symmetry."""
    result = np.empty_like(placements)
    for slot, (target, values) in enumerate(symmetry.slot_images(CUBE, orbit)):
        result[:, target] = np.array(values, np.uint8)[placements[:, slot]]
    return result


def kept_turns(kind: CosetKind, turns: tuple[int, ...]) -> tuple[int, ...]:
    """Return the turns that lie in the subgroup of `kind`."""

    def coordinate(cube: Cube) -> tuple[int, ...]:
        corners = np.frombuffer(cube.corners, np.uint8)[None]
        edges = np.frombuffer(cube.edges, np.uint8)[None]
        parts = (
            kind.corner_coordinates(corners),
            kind.block_coordinates(edges),
            flip_coordinates(edges),
        )
        return tuple(int(part[0]) for part in parts)

    home = coordinate(Cube())
    return tuple(turn for turn in turns if coordinate(TURN_CUBES[turn]) == home)
