"""A Python predicate over some stickers, turned into tables for engines.

The predicate is run on colours that it asks for one by one: when it reads a sticker whose colour is
not decided, it is run again with each colour there. So stickers that it never reads cost nothing,
and a predicate that decides early is quick. It is given colours that can only be compared; it cannot
distinguish those that it does not compare with a letter, and one run stands for all their renamings:
25,913 runs for the stickers of a face instead of two million. Every row found is checked with letters
too (hashes could distinguish colours); a predicate that sorts or joins colours is given letters from
the start.

A truth table of more than a few thousand rows is folded (`cubecsp.models.custom.folding`): into tables of up
to three stickers if these say the same, otherwise into a decision diagram. If that has too many nodes, if
more stickers are read than a truth table has room for, or if too many runs would be needed, engines
are given nothing, and the predicate filters what they find.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cubecsp.errors import InputError
from cubecsp.frozen import frozen
from cubecsp.models.core.diagram import Diagram
from cubecsp.models.core.primitives import (
    AtLeast,
    ColourCount,
    ColourTable,
    Differ,
    Equal,
    Primitive,
)
from cubecsp.models.custom.folding import diagram, small_tables, table
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.holding import named_after_centres
from cubecsp.stopping.deadline import look, looking

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["MAX_STICKERS", "PredicateTables", "tabulate"]

MAX_STICKERS = 8
"""Engines see predicates that read at most this many stickers besides centres: 1,679,616 rows of colours."""

_MAX_RUNS = 300_000  # with letters; a predicate that needs more only filters
_TRIALS = 4_000  # how many renamings of rows are tested, if there are as many

Test = Callable[[list[Any]], bool]
"""Runs the predicate on the colours at its places; reading one that is None raises `UndecidedSticker`."""


@frozen
class PredicateTables:
    """A predicate as tables.

    Attributes:
        primitives: what engines are given.
        exact: whether they say all of it; if not, they only follow from it.
        cells: the places that it reads, ascending.
        runs: how often the predicate was run.
    """

    primitives: tuple[Primitive, ...]
    exact: bool
    cells: tuple[int, ...]
    runs: int


class UndecidedSticker(BaseException):
    """A sticker is read whose colour is not decided. No `except Exception` catches it."""

    def __init__(self, cell: int) -> None:
        super().__init__(cell)
        self.cell = cell


class _NamedColour(BaseException):
    """A colour is compared with a letter that was not known to matter."""


class _Token:
    """A colour that can be compared, and nothing else."""

    __slots__ = ("compared", "holding", "letter")

    def __init__(self, letter: str, compared: set[str], holding: str = FACES) -> None:
        self.letter = letter
        self.compared = compared  # the letters that matter
        self.holding = holding  # of the cube in whose letters it is compared

    def seen(self, holding: str) -> _Token:
        """Return the colour to be compared with letters as on a cube that is held in some way."""
        return _Token(self.letter, self.compared, holding)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, _Token):
            return self.letter == other.letter
        if isinstance(other, str):
            other = named_after_centres(other, self.holding)
        if (
            isinstance(other, str)
            and len(other) == 1
            and other in FACES
            and other not in self.compared
        ):
            self.compared.add(other)
            raise _NamedColour
        return self.letter == other

    def __hash__(self) -> int:
        return hash(self.letter)


@frozen
class _Verdicts:
    """All that a predicate says: verdicts for the colours that it read, valid up to renaming."""

    leaves: list[tuple[dict[int, int], bool]]
    distinguished: frozenset[int]
    runs: int


def tabulate(
    test: Test, groups: Sequence[Sequence[int]], puzzle: CubePuzzle
) -> list[PredicateTables]:
    """Return the table of `test` for each group of stickers, all of one size.

    Args:
        test: runs the predicate.
        groups: the facelets at its places, for each time that it is applied.
        puzzle: the cube that they are on.

    Raises:
        InputError: the predicate fails, or does not always give the same answer.
        OutOfTimeError: the question under way has no time left.
    """
    results: list[PredicateTables] = []
    known: list[tuple[dict[int, int], _Verdicts, PredicateTables]] = []
    for facelets in groups:
        fixed = {
            cell: puzzle.centres.index(facelet)
            for cell, facelet in enumerate(facelets)
            if facelet in puzzle.centres
        }
        result = _reused(known, fixed)
        if result is None:
            explored = _explored(test, fixed, len(facelets))
            if explored is None:
                return [PredicateTables((), False, tuple(range(len(facelets))), _MAX_RUNS)] * len(
                    groups
                )
            result = _lowered(explored)
            known.append((fixed, explored, result))
        primitives = tuple(_renamed(p, facelets, range(len(FACES))) for p in result.primitives)
        results.append(replace(result, primitives=primitives))
    return results


def _reused(
    tabulated: list[tuple[dict[int, int], _Verdicts, PredicateTables]], fixed: dict[int, int]
) -> PredicateTables | None:
    """Return a known result, with one colour of a centre exchanged for another if that is right; otherwise None."""
    for other, explored, result in tabulated:
        if not fixed and not other:
            return result
        if len(fixed) != 1 or other.keys() != fixed.keys():
            continue
        (here,), (there,) = fixed.values(), other.values()
        if explored.distinguished & {here, there} == {there}:
            swapped = [*range(len(FACES))]
            swapped[here], swapped[there] = there, here
            cells = range(len(FACES) * len(FACES))
            return replace(
                result, primitives=tuple(_renamed(p, cells, swapped) for p in result.primitives)
            )
    return None


def _renamed(primitive: Primitive, facelets: Sequence[int], colours: Sequence[int]) -> Primitive:
    """Return a primitive about cells as one about facelets, with its colours replaced by others."""
    match primitive:
        case Differ(a, b) | Equal(a, b):
            return type(primitive)(facelets[a], facelets[b])
        case ColourCount(cells, shown, least, most):
            where = frozenset(facelets[cell] for cell in cells)
            return ColourCount(where, frozenset(colours[c] for c in shown), least, most)
        case ColourTable(cells, rows, allowed):
            changed = frozenset(tuple(colours[c] for c in row) for row in rows)
            return ColourTable(tuple(facelets[cell] for cell in cells), changed, allowed)
        case Diagram(cells, _):
            return primitive.renamed([facelets[cell] for cell in cells], colours)
        case AtLeast(_, parts) if not parts:
            return primitive
    raise AssertionError(f"no predicate is lowered to {primitive!r}")


def _explored(test: Test, fixed: dict[int, int], size: int) -> _Verdicts | None:
    """Return all that the predicate can see and say, None if that takes too many runs."""
    compared: set[str] = set()
    while True:
        apart = frozenset(fixed.values()) | {FACES.index(letter) for letter in compared}
        tokens = [_Token(letter, compared) for letter in FACES]
        before = len(compared)
        try:
            result = _walked(test, fixed, size, tokens, apart)
        except _NamedColour:
            continue
        except InputError:
            if len(compared) > before:
                continue
            result = None  # it does more than compare: with letters it may work, or fail again
        if len(compared) > before:  # the predicate caught the exception that asked for it
            continue
        if result is not None and _alike(test, fixed, size, result):
            return result
        return _walked(test, fixed, size, list(FACES), frozenset(range(len(FACES))))


def _walked(
    test: Test,
    fixed: dict[int, int],
    size: int,
    values: Sequence[Any],
    apart: frozenset[int],
) -> _Verdicts | None:
    """Run the predicate on all colours, those outside `apart` up to renaming; None if that takes too many runs."""
    leaves: list[tuple[dict[int, int], bool]] = []
    waiting: list[dict[int, int]] = [{}]
    read: set[int] = set()
    runs = 0
    while waiting:
        look()
        decided = waiting.pop()
        colours: list[Any] = [None] * size
        for cell, colour in itertools.chain(fixed.items(), decided.items()):
            colours[cell] = values[colour]
        runs += 1
        look()
        if runs > _MAX_RUNS:
            return None
        try:
            leaves.append((decided, test(colours)))
        except UndecidedSticker as undecided:
            read.add(undecided.cell)
            if len(read) > MAX_STICKERS:
                return None
            used = {*decided.values(), *apart}
            fresh = [c for c in range(len(FACES)) if c not in used]
            waiting += [{**decided, undecided.cell: c} for c in sorted({*used, *fresh[:1]})]
    return _Verdicts(leaves, apart, runs)


def _alike(test: Test, fixed: dict[int, int], size: int, explored: _Verdicts) -> bool:
    """Return whether the verdicts are the same in letters under every renaming."""
    free = [c for c in range(len(FACES)) if c not in explored.distinguished]
    rng = random.Random(len(explored.leaves))
    tried = explored.leaves
    if len(tried) > _TRIALS:
        tried = rng.sample(tried, _TRIALS)
    times = -(-_TRIALS // len(tried))
    for leaf, verdict in looking(tried):
        if times > math.factorial(len(free)):
            renamings = list(itertools.permutations(free))
        else:
            renamings = [tuple(rng.sample(free, len(free))) for _ in range(times)]
        for renaming in renamings:
            look()
            to = dict(zip(free, renaming, strict=True))
            colours: list[Any] = [None] * size
            for cell, colour in itertools.chain(fixed.items(), leaf.items()):
                colours[cell] = FACES[to.get(colour, colour)]
            try:
                if test(colours) != verdict:
                    return False
            except UndecidedSticker:
                return False
    return True


def _truth(explored: _Verdicts, cells: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return the truth table over the colours of `cells`, one axis of six for each."""
    import numpy as np

    truth = np.zeros((len(FACES),) * len(cells), np.bool_)
    free = [c for c in range(len(FACES)) if c not in explored.distinguished]
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
            look()
            to = np.arange(len(FACES))
            to[free] = renaming
            front[tuple(to[listed].T)] = True
    return truth


def _lowered(explored: _Verdicts) -> PredicateTables:
    """Return primitives about cells that say what was explored, none if that takes too many."""
    cells = tuple(sorted({cell for leaf, _ in explored.leaves for cell in leaf}))
    primitives = _folded(_truth(explored, cells), cells)
    return PredicateTables(tuple(primitives or ()), primitives is not None, cells, explored.runs)


def _folded(truth: NDArray[np.bool_], cells: tuple[int, ...]) -> list[Primitive] | None:
    """Return primitives that say what a truth table does, None if that takes too many."""
    listed = table(truth, cells)
    if listed is not None:
        return [listed]
    tables = small_tables(truth, cells)
    if tables is not None:
        return tables
    folded = diagram(truth, cells)
    return None if folded is None else [folded]
