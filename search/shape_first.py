"""Moves that solve any state of a Square-1: first its shape, then its pieces without leaving the shape of a square.

Its states form no group, since corners block the cut. Phase 1 makes squares of both layers: a table has the distance of
each of the 3,678 shapes that can be cut, for both parities of the pieces, since only an even permutation is solved by moves
that keep the squares. Phase 2 is guided by the distances of the corners with the layers of the edges, and of the edges
with the layers of the corners. Longer and longer sequences for phase 1 are each followed by the shortest phase 2; every
solution lowers the limit, until phase 1 alone would exceed it: then the last one has the fewest moves. This is H.
Kociemba's method for cubes; S. Chen's program for TNoodle does the same with other tables.

Twists, the turns of the right half, are what is counted in tables; the middle layer tells whether their number is odd, so a
better solution is looked for with two twists less. Moves are counted as regulation 12c of the WCA says:
each twist is one, and so is `(x,y)`, turns of both layers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from cubecsp._native import square1_moves
from cubecsp.errors import OutOfTimeError
from cubecsp.frozen import frozen
from cubecsp.search import Method, refuse_cube
from cubecsp.stopping.deadline import Deadline, look

NODES = 300_000
"""The node limit for each better solution without a time limit: a fifth of a second."""

_LONGEST = 80  # moves: all that are found at first have fewer
_LAYER = 12


@frozen
class ShapeSolution:
    """Moves of a Square-1.

    Attributes:
        names: the moves, such as `(1,-5)` and `/`.
        optimal: whether it is proven that no fewer solve the state.
    """

    names: tuple[str, ...]
    optimal: bool = False


def solutions(
    pieces: bytes, turned: bool, deadline: Deadline, most: int | None = None
) -> Iterator[ShapeSolution]:
    """Yield moves that solve a state, each time fewer, or the same moves proven to be the fewest.

    Args:
        pieces: the piece in each slot, see `wedges` of cubecsp.puzzle.definitions.square1.
        turned: whether the right half of the middle layer is turned.
        deadline: when to stop, after the first solution; without one, the result does not depend on the speed of the machine.
        most: the node limit for each better solution; None for `NODES` without a deadline, and none with one.

    Raises:
        OutOfTimeError: the time of the question was over before the first solution.
    """
    if most is None:
        most = NODES if deadline.moment is None else 0
    turns, _ = square1_moves(pieces, turned, _LONGEST, 0, look)
    assert turns is not None, "every state is solved in fewer moves"
    best = _names(turns)
    yield ShapeSolution(best)
    longest = (
        2 * len(turns) - 5
    )  # with two twists less, which are quicker to find than those with as many
    with suppress(OutOfTimeError):
        while best:
            longest = min(max(longest, 0), len(best) - 1)
            turns, complete = square1_moves(pieces, turned, longest, most, deadline.check)
            if turns is not None:
                best, longest = _names(turns), 2 * len(turns) - 5
                yield ShapeSolution(best)
            elif not complete:
                return
            elif longest < len(best) - 1:
                longest = len(best) - 1
            else:
                break
        yield ShapeSolution(best, optimal=True)


def is_nearer(pieces: bytes, turned: bool, least: int) -> bool:
    """Return whether fewer than `least` moves solve a state; quick for up to 11."""
    return square1_moves(pieces, turned, least - 1, 0, look)[0] is not None


def _names(turns: list[tuple[int, int]]) -> tuple[str, ...]:
    names = []
    for upper, lower in turns:
        short = [(number + 5) % _LAYER - 5 for number in (upper, lower)]
        names += [f"({short[0]},{short[1]})", "/"] if any(short) else ["/"]
    return tuple(names[:-1])


METHOD: Method[Any] = Method(
    "shape-first",
    "any state of a Square-1, its shape first, at once; then shorter and shorter",
    frozenset({"max_nodes", "time_limit"}),
    refuse_cube,
    sizes=(),
    other_puzzles=True,
    limits="it solves the built-in Square-1 only, with all of its moves",
)
