"""Many symmetric cubes by number at once: what `PieceNumbering.at` finds for one number, in arrays for many.

For each term, tables say in how many ways its cubes can go on once a block of slots is filled (see
`cubecsp.models.counting.fillings`), by the pieces that are used, the sum of their turns and the parity of their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_, xor

import numpy as np
from numpy.typing import NDArray

from cubecsp.models.counting.equivariant import pieces_in
from cubecsp.models.counting.fillings import PreservedFilling
from cubecsp.models.counting.terms import Term
from cubecsp.models.sampling.numbering import Rows
from cubecsp.puzzle.cube.batch import is_odd
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.stopping.deadline import look

__all__ = ["MOST", "PreservedRows"]

MOST = 1 << 62
"""The most cubes that all terms may have together, with their factors but without signs."""

_Numbers = NDArray[np.int64]
_CORNERS, _EDGES = range(2)
_ODD = np.array([pieces.bit_count() % 2 for pieces in range(1 << 12)])


class PreservedRows:
    """The cubes that some terms add up to.

    Args:
        terms: of the 3×3×3; see `MOST`.
    """

    def __init__(self, terms: Sequence[Term]) -> None:
        self._tables = [_tables_of(term) for term in terms]

    def at(self, numbers: _Numbers) -> Rows:
        """Return the rows of the cubes with these numbers, shape (n, 20)."""
        left = numbers.copy()
        held = np.zeros((len(left), len(CUBE.slots)), np.uint8)
        alive = [np.ones(len(left), np.bool_) for _ in self._tables]
        for orbit, columns in enumerate(CUBE.rows):
            odd = is_odd(held[:, CUBE.rows[_CORNERS]] // CUBE.corners.turns).astype(np.int64)
            walks = [
                _Walk(tables[orbit], some, odd)
                for tables, some in zip(self._tables, alive, strict=True)
            ]
            for slot in range(columns.stop - columns.start):
                look()
                held[:, columns.start + slot] = _next(slot, walks, left)
            alive = [walk.alive for walk in walks]
        return held


def _next(slot: int, walks: Sequence[_Walk], left: _Numbers) -> NDArray[np.uint8]:
    """Return what a slot holds in each row, and subtract from what is left the rows before."""
    chosen = np.full(len(left), -1)
    for value in range(CUBE.corners.placements):
        here = sum(walk.number(slot, value) for walk in walks)
        open_ = chosen < 0
        found = open_ & (left < here)
        chosen[found] = value
        left -= np.where(open_ & ~found, here, 0)
    for walk in walks:
        walk.take(slot, chosen)
    return chosen.astype(np.uint8)


class _Walk:
    """The rows of one term in one orbit, slot by slot.

    Args:
        table: of the orbit.
        alive: in which rows the term has cubes like this.
        corners_odd: in which rows the corners are an odd permutation; not yet known for corners.
    """

    def __init__(self, table: _Table, alive: NDArray[np.bool_], corners_odd: _Numbers) -> None:
        self.alive = alive
        self._table = table
        self._corners_odd = corners_odd if table.orbit == _EDGES else np.zeros_like(corners_odd)
        self._used = np.zeros_like(corners_odd)
        self._turned = np.zeros_like(corners_odd)
        self._odd = np.full_like(corners_odd, table.reordered)
        self._due = np.zeros((len(alive), len(table.block_at)), np.uint8)
        self._ways = np.zeros_like(corners_odd)

    def number(self, slot: int, value: int) -> _Numbers | int:
        """Return for each row how many cubes hold a placement in the next slot."""
        block = self._table.block_at[slot]
        if block is None:
            return np.where(self.alive & (self._due[:, slot] == value), self._ways, 0)
        pieces = self._table.pieces[block][value]
        if not pieces:
            return 0
        fits = self.alive & (self._used & pieces == 0)
        return np.where(fits, self._ways_after(block, value), 0)

    def take(self, slot: int, values: _Numbers) -> None:
        """Put placements into the next slot."""
        table, block = self._table, self._table.block_at[slot]
        if block is None:
            self.alive = self.alive & (self._due[:, slot] == values)
            return
        pieces = table.pieces[block][values]
        self.alive = self.alive & (pieces > 0) & (self._used & pieces == 0)
        self._ways = self._ways_after(block, values)
        self._odd ^= table.odd[block][values] ^ _ODD[self._used & table.passed[block][values]]
        self._turned = (self._turned + table.turned[block][values]) % table.turns
        self._used |= pieces
        self._due[:, table.slots[block]] = table.contents[block][values]

    def _ways_after(self, block: int, values: _Numbers | int) -> _Numbers:
        """Return for each row how many cubes there are with a placement in the first slot of a block."""
        table = self._table
        odd = self._odd ^ table.odd[block][values]
        odd = odd ^ _ODD[self._used & table.passed[block][values]]
        turned = (self._turned + table.turned[block][values]) % table.turns
        used = self._used | table.pieces[block][values]
        ways: _Numbers = table.ways[block][self._corners_odd, used, turned, odd]
        return ways


class _Table:
    """The blocks of an orbit, and how cubes go on after each of them.

    Arrays have an entry for each placement of the first slot of a block.

    Args:
        orbit: its number.
        fillings: the ways to fill it.
        weights: by what to multiply the number of even and odd ways to fill the orbit, for even and odd corners.

    Attributes:
        orbit: that number.
        turns: in how many ways its pieces fit.
        reordered: see `PreservedFilling`.
        block_at: for each slot the block that begins there, if any.
        slots: of each block.
        contents: what its slots then hold.
        pieces: those that it then holds, as a bit mask; 0 if it cannot hold them.
        passed: of which used pieces an odd number changes the parity, as a bit mask.
        odd: the parity of the pieces in the block alone.
        turned: the sum of their turns.
        ways: how many ways there are from then on, weighted, by the parity of the corners, the pieces used, the sum of
            the turns and the parity so far.
    """

    def __init__(self, orbit: int, fillings: PreservedFilling, weights: _Numbers) -> None:
        kind = CUBE.orbits[orbit]
        self.orbit, self.turns, self.reordered = orbit, kind.turns, fillings.reordered
        first = {block[0]: number for number, block in enumerate(fillings.blocks)}
        self.block_at = [first.get(slot) for slot in range(len(kind.names))]
        self.slots = [list(block) for block in fillings.blocks]
        shape = kind.placements
        self.contents = [np.zeros((shape, len(block)), np.uint8) for block in fillings.blocks]
        self.pieces, self.passed, self.odd, self.turned = (
            [np.zeros(shape, np.int64) for _ in fillings.blocks] for _ in range(4)
        )
        every = (1 << len(kind.names)) - 1
        for number, contents in enumerate(fillings.contents):
            for value, content in contents.items():
                pieces = pieces_in(orbit, content)
                self.contents[number][value] = content
                self.pieces[number][value] = reduce(or_, (1 << piece for piece in pieces))
                self.passed[number][value] = reduce(xor, (every >> p << p for p in pieces))
                self.odd[number][value] = is_odd(np.array([pieces], np.uint8))[0]
                self.turned[number][value] = sum(content) % kind.turns
        self.ways = self._ways(fillings, weights)

    def _ways(self, fillings: PreservedFilling, weights: _Numbers) -> list[_Numbers]:
        results, reached = [], {0}
        for number, pieces in enumerate(self.pieces):
            masks = {int(some) for some in pieces if some}
            reached = {used | some for used in reached for some in masks if not used & some}
            ways = np.zeros((2, 1 << len(self.block_at), self.turns, 2), np.int64)
            for used in reached:
                ways[:, used] = self._weighted(fillings.numbers(number + 1, used), weights)
            results.append(ways)
        return results

    def _weighted(self, numbers: Sequence[int], weights: _Numbers) -> _Numbers:
        """Return numbers by the sum of turns and the parity so far; shape (2, turns, 2)."""
        result = np.zeros((2, self.turns, 2), np.int64)
        for turned in range(self.turns):
            ways = np.array([numbers[-turned % self.turns + self.turns * p] for p in range(2)])
            for odd in range(2):
                result[:, turned, odd] = weights @ (ways[::-1] if odd else ways)
        return result


def _tables_of(term: Term) -> tuple[_Table, _Table]:
    """Return the tables of the corners and of the edges."""
    corners, edges = (
        PreservedFilling(orbit, term.domains[rows], term.group)
        for orbit, rows in enumerate(CUBE.rows)
    )
    of_edges = edges.beyond(edges.start)
    return (
        _Table(_CORNERS, corners, term.factor * np.array([of_edges, of_edges])),
        _Table(_EDGES, edges, term.factor * np.eye(2, dtype=np.int64)),
    )
