"""Truth tables over the colours of some stickers, folded into something small.

A table of a million rows is too long for engines. Often it says no more than a few tables of two or
three stickers together: no colour twice in a row, no three in a line. Failing that, most of its rows
have the same continuations, so a decision diagram (R. Bryant, IEEE Transactions on Computers C-35
(1986) 677-691; with six branches a node, one for each colour) takes some hundred nodes: 544 for
"the face has six regions", where 348,480 of 1,679,616 rows hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from cubecsp.models.core.diagram import Diagram
from cubecsp.models.core.primitives import (
    ColourCount,
    ColourTable,
    Differ,
    Equal,
    Primitive,
    all_of,
)
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.stopping.deadline import looking

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_ROWS = 3_000
"""Rows of one table; longer ones are folded."""
MAX_NODES = 12_000
"""Nodes of one diagram: more would cost engines more than a rule that is only checked afterwards."""

_COLOURS = len(FACES)
_WIDTHS = (1, 2, 3)  # of the small tables


def table(truth: NDArray[np.bool_], facelets: Sequence[int]) -> Primitive | None:
    """Return one primitive that lists what is allowed or what is not; None if both lists are too long.

    Args:
        truth: what is allowed, with an axis of six colours for each sticker.
        facelets: the stickers.
    """
    import numpy as np

    if truth.all():
        return all_of([])
    allowed = bool(2 * int(truth.sum()) <= truth.size)
    listed = np.argwhere(truth if allowed else ~truth)
    if len(listed) > MAX_ROWS:
        return None
    return ColourTable(tuple(facelets), frozenset(map(tuple, listed.tolist())), allowed)


def small_tables(truth: NDArray[np.bool_], facelets: Sequence[int]) -> list[Primitive] | None:
    """Return tables of two or three stickers that together say what `truth` does, None if none do."""
    import numpy as np

    shadows = _shadows(truth)
    together = np.ones_like(truth)
    results: list[Primitive] = []
    for width in _WIDTHS:
        before = _shadows(together)
        for kept in looking(combinations(range(truth.ndim), width)):
            if (shadows[kept] == before[kept]).all():
                continue
            others = [axis for axis in range(truth.ndim) if axis not in kept]
            together = together & np.expand_dims(shadows[kept], others)  # `before` may have it
            results.append(_said(before[kept], shadows[kept], [facelets[axis] for axis in kept]))
        if (together == truth).all():
            return results
    return None


def _shadows(truth: NDArray[np.bool_]) -> dict[tuple[int, ...], NDArray[np.bool_]]:
    """Return the projections of a table to small sets of axes: no more than the widest table."""
    import numpy as np

    entries = {}
    largest = {tuple(range(truth.ndim)): truth}
    while largest:
        smaller: dict[tuple[int, ...], NDArray[np.bool_]] = {}
        for axes, allowed in largest.items():
            if len(axes) <= max(_WIDTHS):
                entries[axes] = allowed
            for place in looking(range(len(axes))):
                fewer = axes[:place] + axes[place + 1 :]
                if fewer and fewer not in smaller:
                    smaller[fewer] = np.asarray(allowed.any(axis=place))
        largest = smaller
    return entries


def _said(before: NDArray[np.bool_], allowed: NDArray[np.bool_], facelets: list[int]) -> Primitive:
    """Return the primitive that stickers show what is allowed, if it is known that they show what was before."""
    import numpy as np

    if len(facelets) == 1:
        return ColourCount(frozenset(facelets), frozenset(np.flatnonzero(allowed).tolist()), 1, 1)
    if len(facelets) == 2:
        same = np.eye(_COLOURS, dtype=np.bool_)
        for equal, kind in ((same, Equal), (~same, Differ)):
            if (allowed == before & equal).all():
                return kind(*facelets)
    listed = table(allowed, facelets)
    assert listed is not None  # 216 rows are few
    return listed


def diagram(truth: NDArray[np.bool_], facelets: Sequence[int]) -> Diagram | None:
    """Return the decision diagram of a truth table that is neither all true nor all false.

    The stickers are read in the order in which they are given, which should keep neighbours together.
    Nodes with the same continuations are merged, from the last sticker to the first. None if there are
    more than `MAX_NODES`.
    """
    import numpy as np

    layers: list[tuple[tuple[int, ...], ...]] = []
    # For each row so far what follows: YES, NO, or a node of the layer below.
    follows = np.where(truth.ravel(), Diagram.YES, Diagram.NO).astype(np.int64)
    size = 0
    for _ in looking(facelets):
        branches = follows.reshape(-1, _COLOURS)
        nodes, which = _distinct(branches)
        constant = (nodes < 0).all(axis=1) & (nodes == nodes[:, :1]).all(axis=1)
        number = np.where(constant, nodes[:, 0], np.cumsum(~constant) - 1)
        follows = number[which]
        layers.append(tuple(map(tuple, nodes[~constant].tolist())))
        size += len(layers[-1])
        if size > MAX_NODES:
            return None
    return Diagram(tuple(facelets), tuple(layers[::-1]))


def _distinct(rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """Return the different rows, and for each row which it is."""
    import numpy as np

    base = int(rows.max()) + 3  # the least entry is YES, which is -2
    if base**_COLOURS < 2**63:
        code = (rows + 2) @ np.array([base**i for i in range(_COLOURS)], np.int64)
        _, first, which = np.unique(code, return_index=True, return_inverse=True)
        return rows[first], which.ravel()
    different, which = np.unique(rows, axis=0, return_inverse=True)
    return different, which.ravel()
