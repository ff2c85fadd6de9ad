"""A Python predicate over some stickers, turned into tables that engines understand.

The predicate is run on colours that it asks for one by one: where it reads a sticker whose colour is
not decided, it is run again with each colour there. So stickers that it never reads cost nothing,
and one that gives up early is quick. It is given colours that can only be compared; those that it
compares with no letter, it cannot tell apart, and one run stands for all their renamings: 25,913
runs for the stickers of a face instead of two million. That it minds nothing else is tried out with
letters on every row found (hashes could tell colours apart); a predicate that sorts or joins colours
is given letters from the start.

A truth table of more than a few thousand rows is split in two halves of the stickers: rows of the
first half that allow the same rows of the second form one group, and each group is one clause of
two small tables. Where there are too many groups for that, or too many runs would be needed, engines
are given what the halves demand by themselves, or nothing, and the predicate filters what they find.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cubecsp.errors import InputError
from cubecsp.models.primitives import Primitive, Table, all_of, any_of
from cubecsp.puzzle.geometry import FACES
from cubecsp.puzzle.puzzle import CubePuzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["MAX_STICKERS", "Tabulated", "tabulate"]

MAX_STICKERS = 8
"""A predicate may read so many stickers that are no centres: 1,679,616 rows of colours."""

_MAX_RUNS = 300_000  # with letters; a predicate that needs more only filters
_TRIALS = 3_000  # at least so many renamings are tried, if there are as many
_MAX_ROWS = 3_000  # of one table; longer ones are split
_MAX_GROUPS = 160  # of clauses for one truth table

Test = Callable[[list[Any]], bool]
"""Runs the predicate on the colours at its places; reading one that is None raises `Undecided`."""


@dataclass(frozen=True)
class Tabulated:
    """What a predicate demands.

    Attributes:
        primitives: what engines are given.
        exact: whether that is all of it; if not, it only follows from it.
        cells: the places that it reads, ascending.
        runs: how often the predicate was run.
    """

    primitives: tuple[Primitive, ...]
    exact: bool
    cells: tuple[int, ...]
    runs: int


class Undecided(BaseException):
    """A sticker is read whose colour is not decided. No `except Exception` catches it."""

    def __init__(self, cell: int) -> None:
        super().__init__(cell)
        self.cell = cell


class _Named(BaseException):
    """A colour is compared with a letter that was not known to matter."""


class _Token:
    """A colour that can be compared, and nothing else."""

    __slots__ = ("letter", "told")

    def __init__(self, letter: str, told: set[str]) -> None:
        self.letter = letter
        self.told = told  # the letters that matter

    def __eq__(self, other: object) -> bool:
        if isinstance(other, _Token):
            return self.letter == other.letter
        if isinstance(other, str) and len(other) == 1 and other in FACES and other not in self.told:
            self.told.add(other)
            raise _Named
        return self.letter == other

    def __hash__(self) -> int:
        return hash(self.letter)


@dataclass(frozen=True)
class _Explored:
    """All that a predicate says: verdicts by the colours that it read, valid up to renaming."""

    leaves: list[tuple[dict[int, int], bool]]
    told_apart: frozenset[int]
    runs: int


def tabulate(
    test: Test, groups: Sequence[Sequence[int]], puzzle: CubePuzzle, name: str
) -> list[Tabulated]:
    """Return what `test` demands of each group of stickers, all of one size.

    Args:
        test: runs the predicate.
        groups: the facelets at its places, for each time that it is applied.
        puzzle: the cube that they are on.
        name: what the predicate is called in messages.

    Raises:
        InputError: the predicate reads too many stickers, fails, or answers now so, now so.
    """
    found: list[Tabulated] = []
    known: list[tuple[dict[int, int], _Explored | None]] = []
    for facelets in groups:
        fixed = {
            cell: puzzle.centres.index(facelet)
            for cell, facelet in enumerate(facelets)
            if facelet in puzzle.centres
        }
        explored = _reused(known, fixed)
        if explored is None:
            explored = _explored(test, fixed, len(facelets), name)
            known.append((fixed, explored))
        if explored is None:
            return [Tabulated((), False, tuple(range(len(facelets))), _MAX_RUNS)] * len(groups)
        cells = tuple(sorted({cell for leaf, _ in explored.leaves for cell in leaf}))
        # Corner stickers come first: halves of one kind of piece each suit the symmetries of a face.
        corners = {facelet for slot in puzzle.corners.frames for facelet in slot}
        cells = tuple(sorted(cells, key=lambda cell: (facelets[cell] not in corners, cell)))
        primitives, exact = _lowered(_truth(explored, cells), [facelets[cell] for cell in cells])
        found.append(Tabulated(primitives, exact, tuple(sorted(cells)), explored.runs))
    return found


def _reused(
    known: list[tuple[dict[int, int], _Explored | None]], fixed: dict[int, int]
) -> _Explored | None:
    """Return what was explored for one centre with the colour of another one, if that is the same."""
    for other, explored in known:
        if explored is not None and not fixed and not other:
            return explored
        if explored is None or len(fixed) != 1 or other.keys() != fixed.keys():
            continue
        (here,), (there,) = fixed.values(), other.values()
        if explored.told_apart & {here, there} == {there}:
            swapped = {here: there, there: here}
            leaves = [
                ({cell: swapped.get(c, c) for cell, c in leaf.items()}, verdict)
                for leaf, verdict in explored.leaves
            ]
            told = frozenset(swapped.get(c, c) for c in explored.told_apart)
            if not explored.told_apart - {there} & {here, there}:
                return _Explored(leaves, told, explored.runs)
    return None


def _explored(test: Test, fixed: dict[int, int], size: int, name: str) -> _Explored | None:
    """Return all that the predicate can see and say, None if that takes too many runs."""
    told: set[str] = set()
    while True:
        apart = frozenset(fixed.values()) | {FACES.index(letter) for letter in told}
        shown = [_Token(letter, told) for letter in FACES]
        before = len(told)
        try:
            result = _walked(test, fixed, size, name, shown, apart)
        except _Named:
            continue
        except InputError:
            if len(told) > before:
                continue
            result = None  # it does more than compare: with letters it may work, or fail for good
        if len(told) > before:  # the predicate caught what told it
            continue
        if result is not None and _alike(test, fixed, size, result):
            return result
        return _walked(test, fixed, size, name, list(FACES), frozenset(range(len(FACES))))


def _walked(
    test: Test,
    fixed: dict[int, int],
    size: int,
    name: str,
    shown: Sequence[Any],
    apart: frozenset[int],
) -> _Explored | None:
    """Run the predicate on all colours, those outside `apart` up to renaming."""
    leaves: list[tuple[dict[int, int], bool]] = []
    waiting: list[dict[int, int]] = [{}]
    read: set[int] = set()
    runs = 0
    while waiting:
        decided = waiting.pop()
        colours: list[Any] = [None] * size
        for cell, colour in itertools.chain(fixed.items(), decided.items()):
            colours[cell] = shown[colour]
        runs += 1
        if runs > _MAX_RUNS:
            return None
        try:
            leaves.append((decided, test(colours)))
        except Undecided as undecided:
            read.add(undecided.cell)
            if len(read) > MAX_STICKERS:
                raise InputError(
                    f"rule {name} reads more than {MAX_STICKERS} stickers, centres aside: a table "
                    f"of 6^{len(read)} rows or more",
                    f"the limit is 6^{MAX_STICKERS}; read fewer, or write on='cube'",
                ) from None
            used = {*decided.values(), *apart}
            fresh = [c for c in range(len(FACES)) if c not in used]
            waiting += [{**decided, undecided.cell: c} for c in sorted({*used, *fresh[:1]})]
    return _Explored(leaves, apart, runs)


def _alike(test: Test, fixed: dict[int, int], size: int, explored: _Explored) -> bool:
    """Return whether the verdicts are the same in letters, whatever the renaming."""
    free = [c for c in range(len(FACES)) if c not in explored.told_apart]
    rng = random.Random(len(explored.leaves))
    times = -(-_TRIALS // len(explored.leaves))
    for leaf, verdict in explored.leaves:
        if times > math.factorial(len(free)):
            renamings = list(itertools.permutations(free))
        else:
            renamings = [tuple(rng.sample(free, len(free))) for _ in range(times)]
        for renaming in renamings:
            to = dict(zip(free, renaming, strict=True))
            colours: list[Any] = [None] * size
            for cell, colour in itertools.chain(fixed.items(), leaf.items()):
                colours[cell] = FACES[to.get(colour, colour)]
            try:
                if test(colours) != verdict:
                    return False
            except Undecided:
                return False
    return True


def _truth(explored: _Explored, cells: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return the truth table over the colours of `cells`, one axis of six for each."""
    import numpy as np

    truth = np.zeros((len(FACES),) * len(cells), np.bool_)
    free = [c for c in range(len(FACES)) if c not in explored.told_apart]
    by_cells: dict[tuple[int, ...], list[list[int]]] = {}
    for leaf, verdict in explored.leaves:
        if verdict:
            read = tuple(sorted(leaf))
            by_cells.setdefault(read, []).append([leaf[cell] for cell in read])
    for read, rows in by_cells.items():
        listed = np.array(rows, np.intp).reshape(len(rows), len(read))
        axes = [cells.index(cell) for cell in read]
        front = np.moveaxis(truth, axes, range(len(axes)))  # a view
        for renaming in itertools.permutations(free):
            to = np.arange(len(FACES))
            to[free] = renaming
            front[tuple(to[listed].T)] = True
    return truth


def _lowered(truth: NDArray[np.bool_], facelets: list[int]) -> tuple[tuple[Primitive, ...], bool]:
    """Return primitives for a truth table, and whether they say all of it."""
    table = _table(truth, facelets)
    if table is not None:
        return (table,), True
    half = len(facelets) // 2
    first, second = facelets[:half], facelets[half:]
    matrix = truth.reshape(len(FACES) ** half, -1)
    options = [
        (first, second, matrix),
        (second, first, matrix.T),
    ]
    for here, there, rows in options:
        clauses = _clauses(here, there, rows)
        if clauses is not None:
            return clauses, True
    ends = [(first, matrix.any(axis=1)), (second, matrix.any(axis=0))]
    tables = (_table(any_.reshape((len(FACES),) * len(f)), f) for f, any_ in ends)
    return tuple(t for t in tables if t is not None), False


def _table(truth: NDArray[np.bool_], facelets: list[int]) -> Primitive | None:
    """Return one table that lists what is allowed or what is not, None if both are too long."""
    import numpy as np

    if truth.all():
        return all_of([])
    allowed = bool(2 * int(truth.sum()) <= truth.size)
    listed = np.argwhere(truth if allowed else ~truth)
    if len(listed) > _MAX_ROWS:
        return None
    return Table(tuple(facelets), frozenset(map(tuple, listed.tolist())), allowed)


def _clauses(
    here: list[int], there: list[int], matrix: NDArray[np.bool_]
) -> tuple[Primitive, ...] | None:
    """Return a clause per group of rows that allow the same, None if there are too many groups."""
    import numpy as np

    packed, group_of = np.unique(np.packbits(matrix, axis=1), axis=0, return_inverse=True)
    if len(packed) > _MAX_GROUPS:
        return None
    clauses: list[Primitive] = []
    for group in range(len(packed)):
        members = group_of.ravel() == group
        allowed = matrix[int(np.argmax(members))]
        if allowed.all():
            continue
        outside = _table(~members.reshape((len(FACES),) * len(here)), here)
        within = _table(allowed.reshape((len(FACES),) * len(there)), there)
        if outside is None or within is None:
            return None
        clauses.append(any_of([outside, within]))
    return tuple(clauses)
