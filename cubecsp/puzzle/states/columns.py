"""States of a puzzle as columns of numbers, and moves on many of them at a time.

A state is a column of values, one for each slot that some move changes: its piece and the visible turn of
that, as one number. States are distinguished by 64-bit keys, which are sums of a number for each slot and
value. If 64 bits are enough, these numbers count in mixed radix, and keys determine states; otherwise they
are random (Zobrist, 1970).

A move is applied only to states in which it is possible, and undone only in states to which it leads.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cubecsp.errors import LimitError
from cubecsp.frozen import frozen
from cubecsp.puzzle.core.permutation import Permutation, identity
from cubecsp.puzzle.kpuzzle.conditional_turns import ConditionalTurn
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern, KPuzzle

Columns: TypeAlias = NDArray[Any]
"""States: a row for each slot, a column for each state."""

Keys: TypeAlias = NDArray[np.uint64]
Places: TypeAlias = NDArray[np.intp]

_MOST_CELLS = 1 << 23  # slots × values


@frozen
class ColumnMove:
    """A move on states.

    Attributes:
        sources: for each row the row that its values come from.
        turned: rows in which pieces are turned, with the new values.
        free: rows in which some values block it, with a flag for each value that does not.
    """

    sources: Sequence[int]
    turned: Sequence[tuple[int, NDArray[Any]]]
    free: Sequence[tuple[int, NDArray[np.bool_]]]

    def possible(self, columns: Columns) -> Places:
        """Return the positions of the states in which the move is possible."""
        allowed = np.ones(columns.shape[1], np.bool_)
        for row, table in self.free:
            allowed &= table[columns[row]]
        return np.flatnonzero(allowed)

    def apply(self, columns: Columns) -> Columns:
        """Return the states after the move."""
        result = columns[self.sources]
        for row, table in self.turned:
            result[row] = table[result[row]]
        return result


class States:
    """The states of a puzzle and some moves, in numbers.

    Args:
        puzzle: the puzzle.
        turns: the moves, by name; those without effect are left out.

    Raises:
        LimitError: the puzzle is too large for any search.
    """

    def __init__(self, puzzle: KPuzzle, turns: Mapping[str, Permutation]) -> None:
        self.puzzle = puzzle
        nothing = identity(puzzle.facelet_count)
        self.turns = {name: turn for name, turn in turns.items() if turn != nothing}
        self._turns = [self._conditional(name) for name in self.turns]
        heads = list(enumerate(puzzle.firsts[:-1]))
        self._moved = {
            slot for slot, head in heads if any(turn.done[head] != head for turn in self._turns)
        }
        self._slots = [
            slot
            for slot, head in heads
            if slot in self._moved or any(head in turn.blocks for turn in self._turns)
        ]
        self._number = {slot: number for number, slot in enumerate(self._slots)}
        self._values = self._value_numbers()
        if len(self._slots) * len(self._values) > _MOST_CELLS:
            raise LimitError(
                f"{puzzle.name} is too large for a search: {len(self._slots):,} slots and "
                f"{len(self._values):,} oriented pieces",
                "`apply`, `check` and `describe` take larger puzzles",
            )
        self._type = np.min_scalar_type(len(self._values) - 1)
        exact = self._exact_weights()
        self._exact = exact is not None
        self._weights = self._random_weights(0) if exact is None else exact

    def _conditional(self, name: str) -> ConditionalTurn:
        """Return the turn of a move, with its conditions."""
        turn = self.turns[name]
        blocks = self.puzzle.turn(name).blocks if self.puzzle.requires else {}
        return ConditionalTurn(turn, blocks)

    @property
    def values(self) -> list[tuple[str, int, int]]:
        """The values, in the order of their numbers: orbit, piece, and turn."""
        return list(self._values)

    @property
    def has_blocked_moves(self) -> bool:
        """Whether some move is possible in some states only."""
        return any(turn.blocks for turn in self._turns)

    @property
    def column_moves(self) -> tuple[list[ColumnMove], list[ColumnMove]]:
        """The moves, and the moves undone."""
        return self._forwards, self._backwards

    def _value_numbers(self) -> dict[tuple[str, int, int], int]:
        """Return a number for each value: orbit, piece, and turn."""
        entries: dict[tuple[str, int, int], int] = {}
        for (name, piece), modulus in self.puzzle.modulus_of.items():
            for turned in range(modulus):
                entries[name, piece, turned] = len(entries)
        return entries

    def _exact_weights(self) -> NDArray[np.uint64] | None:
        """Return numbers of slots and values whose sums are all different; None if 64 bits are too few."""
        names = [name for name, _, _ in self._values]
        weights = np.zeros((len(self._slots), len(names)), np.uint64)
        radix = 1
        for number, slot in enumerate(self._slots):
            own = [v for v, name in enumerate(names) if name == self.puzzle.kind_of[slot].name]
            if radix * len(own) > 2**64:
                return None
            for digit, value in enumerate(own):
                weights[number, value] = radix * digit
            radix *= len(own)
        return weights

    def _random_weights(self, seed: int) -> NDArray[np.uint64]:
        shape = (len(self._slots), len(self._values))
        return np.random.default_rng(seed).integers(0, 2**64, shape, np.uint64, endpoint=False)

    @cached_property
    def _forwards(self) -> list[ColumnMove]:
        return [self._doing(turn) for turn in self._turns]

    @cached_property
    def _backwards(self) -> list[ColumnMove]:
        return [self._doing(turn.undone()) for turn in self._turns]

    def _doing(self, turn: ConditionalTurn) -> ColumnMove:
        """Return a function that applies a move to states."""
        sources, deltas = self.puzzle.slot_move(turn.done)
        turned = [
            (number, self._turn_table(deltas[slot]))
            for number, slot in enumerate(self._slots)
            if deltas[slot]
        ]
        firsts = self.puzzle.firsts
        free = [
            (number, ~self._showing(slot, turn.blocks[firsts[slot]]))
            for number, slot in enumerate(self._slots)
            if firsts[slot] in turn.blocks
        ]
        return ColumnMove([self._number[sources[slot]] for slot in self._slots], turned, free)

    def _showing(self, slot: int, stickers: Container[int]) -> NDArray[np.bool_]:
        """Return for each value whether it shows one of some stickers at the first facelet of a slot."""
        kind, firsts = self.puzzle.kind_of[slot], self.puzzle.firsts
        agrees = np.zeros(len(self._values), np.bool_)
        first = self.puzzle.kind_rows[self.puzzle.kinds.index(kind)].start
        for home in range(first, first + kind.size):
            number, turned, modulus = self.puzzle.solved_pieces[home]
            for sticker in range(firsts[home], firsts[home + 1]):
                if sticker in stickers:
                    seen = (turned - sticker + firsts[home]) % modulus
                    agrees[self._values[kind.name, number, seen]] = True
        return agrees

    def _turn_table(self, delta: int) -> NDArray[Any]:
        """Return a table from each value to that of the same piece turned by `delta` more."""
        table = np.zeros(len(self._values), self._type)
        for (name, piece, turned), value in self._values.items():
            modulus = self.puzzle.modulus_of[name, piece]
            table[value] = self._values[name, piece, (turned + delta) % modulus]
        return table

    def column(self, state: KPattern) -> Columns:
        """Return a state as one column."""
        kinds = self.puzzle.kind_of
        values = [self._values[(kinds[slot].name, *state.holds(slot))] for slot in self._slots]
        return np.array(values, self._type)[:, None]

    def state(self, column: Columns, like: KPattern) -> KPattern:
        """Return the state of one column; slots that no move changes are as in `like`."""
        held = like.slots
        named = list(self._values)
        for slot, value in zip(self._slots, column.ravel().tolist(), strict=True):
            _, *held[slot] = named[value]
        return self.puzzle.pattern(held)

    def values_of(self, slot: int, predicate: Callable[[int, int], bool]) -> NDArray[np.bool_]:
        """Return for each value whether it is wanted in a slot; `predicate` gets its piece and turn."""
        name = self.puzzle.kind_of[slot].name
        return np.array([kind == name and predicate(p, t) for kind, p, t in self._values])

    def row(self, slot: int) -> int | None:
        """Return the row of a slot in columns; None for a slot that no move changes."""
        return self._number[slot] if slot in self._moved else None

    def _keys(self, columns: Columns) -> Keys:
        """Return the keys of states."""
        total = np.zeros(columns.shape[1], np.uint64)
        for weights, values in zip(self._weights, columns, strict=True):
            total += weights[values]
        return total
