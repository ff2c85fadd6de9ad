"""Many cubes at once, as numpy arrays of type uint8 with one row for each cube.

A row has the contents of the slots, orbit by orbit: the bytes of `State.seen`, which for the 3×3×3 are the
eight numbers of `Cube.corners` and the twelve of `Cube.edges`. Rows compare bytewise like cubes. Functions
that are not given cubes take the puzzle that the rows belong to.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, cached_property, partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from cubecsp.errors import InputError
from cubecsp.puzzle.core.invariants import Invariant
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle, cube_of
from cubecsp.puzzle.cube.cubes import class_of, cube_class
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.images import images_under, split
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry
from cubecsp.stopping.deadline import looking

__all__ = [
    "Batch",
    "CubeArray",
    "Flags",
    "canonical",
    "class_sizes",
    "classes",
    "colours",
    "from_array",
    "from_bytes",
    "from_facelets",
    "inverted",
    "is_reachable",
    "keeping",
    "letters",
    "moved",
    "multiplied",
    "orbits",
    "to_array",
    "turned",
    "unique",
]

CubeArray = NDArray[np.uint8]
"""Shape (n, slots): placements 0…23. A 3×3×3 has 20 slots, a 2×2×2 has 8."""

_Known = TypeVar("_Known")

Flags = NDArray[np.bool_]
"""Shape (n,): a truth value for each cube."""


def to_array(cubes: Iterable[State], puzzle: CubePuzzle = CUBE) -> CubeArray:
    """Return the rows of some cubes, all of one size.

    Raises:
        InputError: a cube is of another size than `puzzle`.
    """
    listed = list(cubes)
    for cube in listed:
        if cube.puzzle is not puzzle:
            raise InputError(f"a {cube.puzzle.name} among cubes of size {puzzle.size}")
    return from_bytes(b"".join(cube.seen for cube in listed), puzzle)


def from_bytes(rows: bytes, puzzle: Puzzle = CUBE) -> CubeArray:
    """Return the rows of a byte string, one after the other, as an array."""
    return np.frombuffer(bytearray(rows), np.uint8).reshape(-1, len(puzzle.slots))


def from_array(rows: CubeArray, puzzle: CubePuzzle = CUBE) -> list[State]:
    """Return the cubes of some rows.

    Raises:
        InputError: the array has another shape, or a row is not a cube.
    """
    slots = len(puzzle.slots)
    if rows.ndim != 2 or rows.shape[1] != slots:
        raise InputError(
            f"an array of shape {rows.shape} holds no cubes", f"the shape is (n, {slots})"
        )
    batch = Batch(rows.astype(np.uint8), puzzle)
    for row in rows[~batch.sound()][:1].tolist():
        cube_class(puzzle.size).from_placements(*(row[where] for where in puzzle.rows))  # says why
    return [*batch]


class Batch:
    """Rows of one puzzle that are known to be cubes, and results about them, computed when needed.

    Iterating gives the cubes one by one.

    Args:
        rows: shape (n, slots).
        puzzle: the puzzle.
    """

    def __init__(self, rows: CubeArray, puzzle: Puzzle = CUBE) -> None:
        self.rows = rows
        self.puzzle = puzzle
        self._known: dict[object, Any] = {}

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[State]:
        return map(class_of(self.puzzle).from_row, split(self.rows.tobytes(), self.slots))

    @property
    def slots(self) -> int:
        """The number of slots of the puzzle."""
        return len(self.puzzle.slots)

    def once(self, key: object, work: Callable[[], _Known]) -> _Known:
        """Return the result of `work`, which runs once for each key."""
        if key not in self._known:
            self._known[key] = work()
        known: _Known = self._known[key]
        return known

    @cached_property
    def held(self) -> CubeArray:
        """The content of each slot in all cubes: shape (slots, n)."""
        return np.ascontiguousarray(self.rows.T)

    def at(self, facelet: int) -> NDArray[np.uint8]:
        """Return the colour (0…5) that each cube shows at a facelet, shape (n,)."""
        return self.once(facelet, lambda: self._shown_at(facelet))

    def _shown_at(self, facelet: int) -> NDArray[np.uint8]:
        slot, colour_of = _slots_and_colours(self.puzzle)[facelet]
        if slot is None:
            return np.full(len(self), self.puzzle.home_colours[facelet], np.uint8)
        return self._look_up(slot, colour_of)

    def _look_up(self, slot: int, table: bytes) -> NDArray[np.uint8]:
        """Return for each cube the entry, in a table of 256, for the content of a slot.

        `bytes.translate` does that several times faster than numpy, which turns bytes into indices first.
        """
        return np.frombuffer(self.held[slot].tobytes().translate(table), np.uint8)

    def face(self, face: int) -> NDArray[np.uint8]:
        """Return the colours of a face (0…5): shape (size², n)."""
        facelets = cube_of(self.puzzle).face(face)
        return self.once(("face", face), lambda: np.stack([self.at(f) for f in facelets]))

    @property
    def colours(self) -> NDArray[np.uint8]:
        """The colours of all facelets: shape (facelets, n)."""
        return np.stack([self.at(facelet) for facelet in range(self.puzzle.facelet_count)])

    def counts(self, facelets: frozenset[int], colours: frozenset[int]) -> NDArray[np.integer]:
        """Return for each cube how many of some facelets show one of some colours; do not write to the array."""
        return self.once((facelets, colours), lambda: self._counts(facelets, colours))

    def _counts(self, facelets: frozenset[int], colours: frozenset[int]) -> NDArray[np.integer]:
        # The same width as that of flags saves copies on the way.
        width = np.uint8 if len(facelets) < 1 << 8 else np.uint16
        number: NDArray[np.integer] = np.zeros(len(self), width)
        for facelet in facelets:
            colours_at = self.at(facelet)
            for colour in colours:
                number += (colours_at == colour).view(np.uint8)
        return number

    def codes(self, facelets: Iterable[int]) -> NDArray[np.int32]:
        """Return for each cube the colours of up to eleven facelets as a number to base 6."""
        code = np.zeros(len(self), np.int32)
        for facelet in facelets:
            code *= 6
            code += self.at(facelet)
        return code

    def holding(self, orbit: int, slot: int, placements: Collection[int]) -> Flags:
        """Return for each cube whether a slot of an orbit visibly holds one of some placements."""
        is_wanted = bytes(value in placements for value in _ALL)
        return self._look_up(self.puzzle.rows[orbit].start + slot, is_wanted).view(np.bool_)

    def has_order(self, order: int) -> Flags:
        """Return for each cube whether it has a given order: its moves lead back to solved after that many times, not before.

        Pieces that look alike are distinguished by their placements. The order is n exactly if the n-th
        power is solved, and no power whose exponent is n divided by a prime is.
        """
        proper = [order // p for p in range(2, order + 1) if order % p == 0 and _is_prime(p)]
        return self.passing(
            [
                lambda left: left.power_is_solved(order),
                lambda left: ~left.at_least(1, [partial(_solved_by, n) for n in proper]),
            ]
        )

    def power_is_solved(self, exponent: int) -> Flags:
        """Return for each cube whether its moves, applied `exponent` times (1 …), lead back to solved."""
        power = square = self.held
        left = exponent - 1
        while left:
            if left & 1:
                power = _products(power, square, cube_of(self.puzzle))
            left >>= 1
            if left:
                square = _products(square, square, cube_of(self.puzzle))
        solved = np.array([slot * orbit.turns for orbit, slot in self.puzzle.slots], np.uint8)
        same: Flags = (power == solved[:, None]).all(axis=0)
        return same

    def results_at(self, facelets: Sequence[int], says: Callable[[str], bool]) -> Flags:
        """Return for each cube the result of a function of the colours of some facelets.

        Args:
            facelets: the stickers.
            says: gets their letters U R F D L B, once for all cubes that show the same.
        """
        letters = _LETTERS[np.stack([self.at(facelet) for facelet in facelets], axis=1)]
        texts, which = np.unique(letters.view(f"S{len(facelets)}").ravel(), return_inverse=True)
        verdicts = [says(text.decode()) for text in texts.tolist()]
        return np.array(verdicts, np.bool_)[which.ravel()]

    def total(self, weighted: Iterable[tuple[Flags, int]]) -> NDArray[np.int64]:
        """Return for each cube the sum of the weights of the conditions that are true for it."""
        total = np.zeros(len(self), np.int64)
        for flags, weight in weighted:
            total += weight * flags.astype(np.int64)
        return total

    def none(self) -> Flags:
        """Return false for each cube."""
        return np.zeros(len(self), np.bool_)

    def passing(self, checks: Sequence[Callable[[Batch], Flags]]) -> Flags:
        """Return for each cube whether it passes all checks.

        Few cubes are checked except those that have passed what came before.
        """
        left, numbers, passed = self, np.arange(len(self)), ~self.none()
        for check in looking(checks):
            passed &= check(left)
            number = np.count_nonzero(passed)
            if not number:
                return self.none()
            if number * _RESTRICTED < len(left):
                left, numbers, passed = left.where(passed), numbers[passed], passed[passed]
        return passed if left is self else self._flags(numbers[passed])

    def _flags(self, numbers: NDArray[np.intp]) -> Flags:
        """Return true for the cubes with these numbers, false for the others."""
        flags = self.none()
        flags[numbers] = True
        return flags

    def at_least(self, needed: int, checks: Sequence[Callable[[Batch], Flags]]) -> Flags:
        """Return for each cube whether it passes at least this many checks.

        Few cubes are checked except those on which the answer still depends.
        """
        if needed <= 0:
            return ~self.none()
        if needed == len(checks):
            return self.passing(checks)
        kept = self.none()
        left, numbers = self, np.arange(len(self))
        passed = np.zeros(len(self), np.uint16)
        for still, check in zip(range(len(checks) - 1, -1, -1), looking(checks), strict=True):
            passed += check(left)
            enough = passed >= needed
            undecided = ~enough & (passed + still >= needed)
            number = np.count_nonzero(undecided)
            if still and number * _RESTRICTED >= len(left):
                continue
            kept[numbers[enough]] = True
            if not number:
                break
            left, numbers, passed = left.where(undecided), numbers[undecided], passed[undecided]
        return kept

    def moved(self, symmetry: Symmetry) -> Batch:
        """Return the conjugates by a symmetry."""
        return Batch(moved(self.rows, symmetry, cube_of(self.puzzle)), self.puzzle)

    def same_as(self, others: Batch) -> Flags:
        """Return for each cube whether the cube at the same position of another batch looks like it."""
        same: Flags = (self.rows == others.rows).all(axis=1)
        return same

    def where(self, flags: Flags) -> Batch:
        """Return the batch of some of the rows."""
        return Batch(self.rows[flags], self.puzzle)

    def results_of(self, holds: Callable[[State], bool]) -> Flags:
        """Return the result of a function for each cube."""
        return np.fromiter(map(holds, self), np.bool_, len(self))

    def sound(self) -> Flags:
        """Return for each row whether it is a cube after all: one of each piece."""
        sound = np.ones(len(self), np.bool_)
        for orbit, where in zip(self.puzzle.orbits, self.puzzle.rows, strict=True):
            held = self.rows[:, where]
            sound &= (held < orbit.placements).all(axis=1)
            pieces = np.frombuffer(orbit.pieces(orbit.seen(_ALL)), np.uint8)[held]
            sound &= (np.sort(pieces, axis=1) == sorted(orbit.looks)).all(axis=1)
        return sound


_ALL = bytes(range(256))
_LETTERS = np.frombuffer(FACES.encode(), np.uint8)
_RESTRICTED = 2  # once at most every second row still matters, the others are left behind


@cache
def _slots_and_colours(puzzle: Puzzle) -> list[tuple[int | None, bytes]]:
    """Return for each facelet its slot, and the colour of each placement; a centre has no slot."""
    painted: list[tuple[int | None, bytes]] = [(None, b"")] * puzzle.facelet_count
    for number, (orbit, slot) in enumerate(puzzle.slots):
        for place, facelet in enumerate(orbit.frames[slot]):
            palette = bytes(colours[place] for colours in orbit.colours)
            painted[facelet] = number, palette.ljust(256, b"\0")
    return painted


def _solved_by(exponent: int, cubes: Batch) -> Flags:
    return cubes.power_is_solved(exponent)


def _is_prime(number: int) -> bool:
    return all(number % divisor for divisor in range(2, number))


def keeping(
    rows: bytes, checks: Sequence[Callable[[Batch], Flags]], puzzle: Puzzle = CUBE
) -> bytes:
    """Return for each row of a byte string a 1 if it passes all checks, and a 0 if not."""
    return Batch(from_bytes(rows, puzzle), puzzle).passing(checks).tobytes()


def multiplied(rows: CubeArray, cube: State) -> CubeArray:
    """Return `row * cube` for every row: first the row, then `cube`.

    Raises:
        InputError: pieces of `cube` look alike, and it is not labelled.
    """
    type(cube)() * cube  # raises an error if that is impossible
    return turned(rows, cube.placements, cube.puzzle)


def turned(rows: CubeArray, placements: bytes, puzzle: Puzzle) -> CubeArray:
    """Return every row after turns that make some placements of a solved puzzle."""
    result = np.empty_like(rows)
    for orbit, where in zip(puzzle.orbits, puzzle.rows, strict=True):
        for slot in range(where.start, where.stop):
            piece, turn = divmod(placements[slot], orbit.turns)
            result[:, slot] = _turn_table(orbit.turns, turn)[rows[:, where.start + piece]]
    return result


def _products(cubes: CubeArray, other: CubeArray, puzzle: CubePuzzle) -> CubeArray:
    """Return the placements after first `cubes`, then `other`; all of shape (slots, n)."""
    result = np.empty_like(cubes)
    for orbit, where in zip(puzzle.orbits, puzzle.rows, strict=True):
        piece, turn = np.divmod(other[where], np.uint8(orbit.turns))
        moved = np.take_along_axis(cubes[where], piece.astype(np.intp), axis=0)
        there = moved % orbit.turns
        result[where] = moved - there + (there + turn) % orbit.turns
    return result


def inverted(rows: CubeArray, puzzle: CubePuzzle = CUBE) -> CubeArray:
    """Return the inverse of every row; pieces must not look alike."""
    result = np.empty_like(rows)
    for orbit, where in zip(puzzle.orbits, puzzle.rows, strict=True):
        piece, turn = np.divmod(rows[:, where], np.uint8(orbit.turns))
        slots = np.arange(len(orbit.names), dtype=np.uint8) * np.uint8(orbit.turns)
        values = slots + (orbit.turns - turn) % orbit.turns
        np.put_along_axis(result[:, where], piece.astype(np.intp), values, axis=1)
    return result


def moved(rows: CubeArray, symmetry: Symmetry, puzzle: CubePuzzle = CUBE) -> CubeArray:
    """Return the conjugate by `symmetry` of every row."""
    alone = images_under(puzzle, (symmetry,))  # the only image is the least
    return from_bytes(alone.least(_as_bytes(rows)), puzzle)


def canonical(rows: CubeArray, puzzle: CubePuzzle = CUBE) -> CubeArray:
    """Return the least of the 48 conjugates of every row."""
    return from_bytes(images_under(puzzle, SYMMETRIES).least(_as_bytes(rows)), puzzle)


def class_sizes(rows: CubeArray, puzzle: CubePuzzle = CUBE) -> NDArray[np.uint8]:
    """Return the number of different conjugates of every row under the 48 symmetries, shape (n,)."""
    return np.frombuffer(images_under(puzzle, SYMMETRIES).sizes(_as_bytes(rows)), np.uint8)


def orbits(
    rows: CubeArray, group: Sequence[Symmetry] = SYMMETRIES, puzzle: CubePuzzle = CUBE
) -> CubeArray:
    """Return the different conjugates of every row by a group, those of one row after another's.

    Those of one row are in ascending order; if the group is that of all symmetries, `class_sizes` says how
    many there are.
    """
    return from_bytes(images_under(puzzle, tuple(group)).orbits(_as_bytes(rows)), puzzle)


def unique(rows: CubeArray) -> CubeArray:
    """Return the different rows in ascending order."""
    keys = np.sort(_as_keys(rows))  # `np.unique` makes a table of hashes first: four times the time
    keys = keys[np.append(True, keys[1:] != keys[:-1])[: len(keys)]]
    different: CubeArray = keys.view(np.uint8).reshape(-1, rows.shape[1]) - np.uint8(1)
    return different


def classes(rows: CubeArray) -> NDArray[np.uint8]:
    """Return parity, twist and flip of 3×3×3 rows, the numbers of `Coset`; shape (n, 3)."""
    corners, edges = (rows[:, where] for where in CUBE.rows)
    parity = is_odd(corners // 3) ^ is_odd(edges // 2)
    twists = (corners % 3).sum(axis=1) % 3
    flips = (edges % 2).sum(axis=1) % 2
    return np.stack([parity, twists, flips], axis=1).astype(np.uint8)


def is_reachable(rows: CubeArray, puzzle: CubePuzzle = CUBE) -> Flags:
    """Return for every row whether it is solvable."""
    return keeps(puzzle.invariants, rows, puzzle)


def keeps(invariants: Iterable[Invariant], rows: CubeArray, puzzle: CubePuzzle) -> Flags:
    """Return for every row whether these invariants of solvable cubes hold."""
    kept = np.ones(len(rows), np.bool_)
    for invariant in invariants:
        kept &= _sums(rows, invariant, puzzle) == 0
    return kept


def from_facelets(texts: Sequence[str], puzzle: CubePuzzle = CUBE) -> tuple[CubeArray, Flags]:
    """Read plain facelet strings: one letter of `URFDLB` for each facelet, with nothing between.

    Returns:
        the rows, and for each text whether it shows one of each real piece around solved centres; if it does
        not, the text may be anything and the row means nothing; `Facelets` says more.
    """
    blank = "." * puzzle.facelet_count
    joined = "".join(text if len(text) == len(blank) else blank for text in texts)
    colours = _COLOUR_OF[np.frombuffer(joined.encode("ascii", "replace"), np.uint8)]
    colours = colours.reshape(-1, len(blank))
    sound = (colours[:, puzzle.centres] == [puzzle.home_colours[f] for f in puzzle.centres]).all(1)
    rows = np.empty((len(colours), len(puzzle.slots)), np.uint8)
    for number, (orbit, slot) in enumerate(puzzle.slots):
        code = np.zeros(len(colours), np.intp)
        for facelet in orbit.frames[slot]:
            code = code * 7 + colours[:, facelet]
        rows[:, number] = _placements(orbit)[code]
    sound &= Batch(rows, puzzle).sound()
    if puzzle.holdings:
        rows[~sound] = 0
        rows = moved(rows, SYMMETRIES[0], puzzle)  # it puts them into the usual orientation
    return rows, sound


# The colour of each character; 6 is none.
_COLOUR_OF = np.full(256, 6, np.uint8)
_COLOUR_OF[list(FACES.encode())] = np.arange(6)


def _placements(orbit: Orbit) -> NDArray[np.uint8]:
    """Return the placements that a slot's colours show, by these colours read as a number to base 7."""
    result = np.full(7 ** len(orbit.frames[0]), _NO_PIECE, np.uint8)
    for colours, value in orbit.by_colours.items():
        result[sum((colour or 0) * 7**i for i, colour in enumerate(reversed(colours)))] = value
    return result


_NO_PIECE = 255  # a placement beyond those of real pieces, in any orbit


def colours(rows: CubeArray, puzzle: CubePuzzle = CUBE) -> NDArray[np.uint8]:
    """Return the colours (0…5) of the facelets of every row, shape (n, facelets)."""
    return np.ascontiguousarray(Batch(rows, puzzle).colours.T)


def letters(rows: CubeArray, puzzle: CubePuzzle = CUBE) -> list[str]:
    """Return the facelet string of every row."""
    width = puzzle.facelet_count
    text = _LETTERS[colours(rows, puzzle)].tobytes().decode("ascii")
    return [text[at : at + width] for at in range(0, len(text), width)]


_LETTERS = np.frombuffer(FACES.encode("ascii"), np.uint8)


def _as_bytes(rows: CubeArray) -> bytes:
    return rows.astype(np.uint8, copy=False).tobytes()


def _turn_table(turns: int, by: int) -> NDArray[np.uint8]:
    """Return, for each placement, the one with the piece turned further."""
    values = np.arange(256 - 256 % turns)
    return (values - values % turns + (values % turns + by) % turns).astype(np.uint8)


def _sums(rows: CubeArray, invariant: Invariant, puzzle: CubePuzzle) -> NDArray[np.intp]:
    """Return for every row the sum of an invariant."""
    total = np.zeros(len(rows), np.intp)
    for index, weight in invariant.turned:
        held = rows[:, puzzle.rows[index]]
        total += weight * (held % puzzle.orbits[index].turns).sum(axis=1, dtype=np.intp)
    for index in invariant.permuted:
        total += is_odd(rows[:, puzzle.rows[index]] // puzzle.orbits[index].turns)
    return total % invariant.modulus


def is_odd(pieces: NDArray[np.uint8]) -> Flags:
    """Return for each row of pieces, each piece once, whether the permutation is odd."""
    odd = np.zeros(len(pieces), np.bool_)
    for i in range(pieces.shape[1]):
        odd ^= np.bitwise_xor.reduce(pieces[:, i : i + 1] > pieces[:, i + 1 :], axis=1)
    return odd


def _as_keys(rows: CubeArray) -> NDArray[np.bytes_]:
    """Return each row as one value; placements are raised by one, since trailing zeros are lost."""
    return (rows + np.uint8(1)).view(f"S{rows.shape[1]}").ravel()
