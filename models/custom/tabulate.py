"""A Python predicate over some stickers, turned into tables for engines.

The predicate is run on colours that it asks for one by one: when it reads a sticker whose colour is
not decided, it is run again with each colour there. So stickers that it never reads cost nothing,
and a predicate that decides early is quick. It is given colours that can only be compared; it cannot
distinguish those that it does not compare with a letter, and one run stands for all their renamings:
25,913 runs for the stickers of a face instead of two million. Every row found is checked with letters
too (hashes could distinguish colours); a predicate that sorts or joins colours is given letters from
the start.

A function that demands several conditions at once is run condition by condition
(`cubecsp.models.custom.parts`), and one that counts on numbers (`cubecsp.models.custom.counts`). Each gives
tables of its own, and one that is too much for a table leaves the others as they are.

A truth table of more than a few thousand rows is folded (`cubecsp.models.custom.folding`): into tables of up
to three stickers if these say the same, otherwise into a decision diagram. If that has too many nodes, if
more stickers are read than a truth table has room for, or if too many runs would be needed, engines
are given nothing, and the predicate filters what they find.
"""

from __future__ import annotations

import contextlib
import itertools
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
    all_of,
)
from cubecsp.models.custom.counts import counted
from cubecsp.models.custom.folding import diagram, small_tables, table
from cubecsp.models.custom.undecided import PartialColours, UndecidedSticker
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.holding import named_after_centres
from cubecsp.stopping.deadline import look, looking

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


MAX_STICKERS = 8
"""Engines see predicates that read at most this many stickers besides centres: 1,679,616 rows of colours."""

MAX_RUNS = 300_000
"""Runs with letters; a predicate that needs more only filters."""

_FEW_RUNS = 300  # with letters, tried first: enough for three stickers
_TRIED = 5_000  # runs, after which the number of all is estimated
_TRIALS = 4_000  # how many renamings of rows are tested, if there are as many

Test = Callable[[PartialColours], bool]
"""Runs the predicate on the colours at its places; needing one that is None raises `UndecidedSticker`."""


_Groups = list[tuple[Sequence[int], dict[int, int]]]
"""The facelets of each group, and the colours of centres by their places."""


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
        """Return the colour to be compared with letters as on a cube in some whole-cube orientation."""
        return _Token(self.letter, self.compared, holding)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, _Token):
            return self.letter == other.letter
        if isinstance(other, str):
            other = named_after_centres(other, self.holding)
            if other in {*FACES} - self.compared:
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
    test: Test, groups: Sequence[Sequence[int]], puzzle: CubePuzzle, parts: Sequence[Test] = ()
) -> list[PredicateTables]:
    """Return the table of `test` for each group of stickers, all of one size.

    Args:
        test: runs the predicate.
        groups: the facelets at its places, for each time that it is applied.
        puzzle: the cube that they are on.
        parts: run the conditions that it demands, if these are known.

    Raises:
        InputError: the predicate fails, or does not always give the same answer.
        OutOfTimeError: the question under way has no time left.
    """
    colours = {facelet: colour for colour, facelet in enumerate(puzzle.centres)}
    places = [
        (facelets, {cell: colours[f] for cell, f in enumerate(facelets) if f in colours})
        for facelets in groups
    ]
    if parts and all(len({*facelets}) == len(facelets) for facelets in groups):
        # A part by itself may fail where the predicate would have said no before.
        with contextlib.suppress(InputError):
            tables = [_of_part(part, places) for part in parts]
            return [_together(each) for each in zip(*tables, strict=True)]
    return _whole(test, places)


def _whole(test: Test, groups: _Groups) -> list[PredicateTables]:
    """Return the tables of a predicate that is run on all its stickers together."""
    results: list[PredicateTables] = []
    start: dict[int, int] = {}
    explored: _Verdicts | int = 0
    for facelets, fixed in groups:
        # If it calls no colour by name, one colour of a centre can be exchanged for another.
        if isinstance(explored, int) or (
            fixed != start and explored.distinguished != {*start.values()}
        ):
            start, explored = fixed, _explored(test, fixed, len(facelets))
            if isinstance(explored, int):
                nothing = PredicateTables((), False, tuple(range(len(facelets))), explored)
                return [nothing] * len(groups)
            cells = tuple(sorted({cell for leaf, _ in explored.leaves for cell in leaf}))
            folded = _folded(_truth(explored, cells), cells)
            result = PredicateTables(tuple(folded or ()), folded is not None, cells, explored.runs)
        colours = [*range(len(FACES))]
        for cell, colour in fixed.items():
            colours[colour], colours[start[cell]] = start[cell], colour
        primitives = tuple(_renamed(p, facelets, colours) for p in result.primitives)
        results.append(replace(result, primitives=primitives))
    return results


def _together(tables: Sequence[PredicateTables]) -> PredicateTables:
    """Return the tables of all parts as one: they have to hold together."""
    return PredicateTables(
        tuple({p: None for one in tables for p in one.primitives if p != all_of([])}),
        all(one.exact for one in tables),
        tuple(sorted({cell for one in tables for cell in one.cells})),
        sum(one.runs for one in tables),
    )


def _of_part(part: Test, groups: _Groups) -> list[PredicateTables]:
    """Return the tables of a part, which may count."""
    if numbers := counted(part, len(groups[0][0])):
        stated = [numbers.primitive(*group) for group in groups]
        if None not in stated:
            return [PredicateTables((p,), True, numbers.cells, numbers.runs) for p in stated if p]
    return _whole(part, groups)


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


def _explored(test: Test, fixed: dict[int, int], size: int) -> _Verdicts | int:
    """Return all that the predicate can see and say; if that takes too many runs, about how many."""
    letters = _Runs(test, fixed, size, [*FACES], frozenset(range(len(FACES))))
    if isinstance(few := letters.walked(_FEW_RUNS), _Verdicts):
        return few
    compared: set[str] = set()
    before = -1
    while len(compared) > before:  # it compares colours with a letter that was not known to matter
        before = len(compared)
        apart = frozenset(fixed.values()) | {FACES.index(letter) for letter in compared}
        tokens = [_Token(letter, compared) for letter in FACES]
        result: _Verdicts | int = 0
        # If it does more than compare, it may work with letters, or fail again.
        with contextlib.suppress(_NamedColour, InputError):
            result = _Runs(test, fixed, size, tokens, apart).walked()
    known = isinstance(result, _Verdicts) and _alike(letters, result)
    return result if known else letters.walked()


@frozen
class _Runs:
    """Runs of a predicate on colours, those outside `apart` up to renaming.

    Attributes:
        test: runs the predicate.
        fixed: the colours of centres.
        size: the number of places.
        values: what it is given as the colours 0…5.
        apart: the colours that it can distinguish.
    """

    test: Test
    fixed: dict[int, int]
    size: int
    values: list[Any]
    apart: frozenset[int]

    def walked(self, most: int = MAX_RUNS) -> _Verdicts | int:
        """Return what the predicate says; if that takes too many runs, about how many."""
        leaves: list[tuple[dict[int, int], bool]] = []
        waiting: list[tuple[dict[int, int], float]] = [({}, 1)]  # with their shares of all
        read: set[int] = set()
        runs, done = 0, 0.0
        while waiting:
            decided, share = waiting.pop()
            runs += 1
            result = self.ran(decided)
            if isinstance(result, bool):
                leaves.append((decided, result))
                done += share
            else:
                read.add(result)
                used = {*decided.values(), *self.apart}  # of the other colours one is enough
                tried = [*used, *[c for c in range(len(FACES)) if c not in used][:1]]
                waiting += [({**decided, result: c}, share / len(tried)) for c in tried]
            if waiting and runs in (_TRIED, most):
                estimate = max(runs, int(runs / max(done, 1e-9)))
                if estimate >= most or len(read) > MAX_STICKERS:
                    return estimate
        return _Verdicts(leaves, self.apart, runs) if len(read) <= MAX_STICKERS else runs

    def ran(self, decided: dict[int, int]) -> bool | int:
        """Return the verdict on some colours, or the sticker that has to be decided first."""
        look()
        colours = PartialColours([None] * self.size)
        for cell, colour in itertools.chain(self.fixed.items(), decided.items()):
            colours[cell] = self.values[colour]
        try:
            return self.test(colours)
        except UndecidedSticker as undecided:
            return undecided.asked.cells[0]


def _alike(letters: _Runs, explored: _Verdicts) -> bool:
    """Return whether the verdicts are the same in letters under every renaming."""
    free = [c for c in range(len(FACES)) if c not in explored.distinguished]
    rng = random.Random(len(explored.leaves))
    tried = rng.sample(explored.leaves, min(_TRIALS, len(explored.leaves)))
    times = -(-_TRIALS // len(tried))
    every = [*itertools.permutations(free)]
    for leaf, verdict in looking(tried):
        for renaming in every if times > len(every) else rng.choices(every, k=times):
            to = dict(zip(free, renaming, strict=True))
            if letters.ran({cell: to.get(c, c) for cell, c in leaf.items()}) is not verdict:
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


def _folded(truth: NDArray[np.bool_], cells: tuple[int, ...]) -> list[Primitive] | None:
    """Return primitives that say what a truth table does, None if that takes too many."""
    if len(cells) > 2 or not truth.any():
        listed = table(truth, cells)
        if listed is not None:
            return [listed]
    tables = small_tables(truth, cells)
    if tables is not None:
        return tables
    folded = diagram(truth, cells)
    return [folded] if folded else None
