"""Short ways of a larger cube to where a condition holds: breadth-first, over turns of outer blocks.

The rows of all positions of a length are extended together, each by the turns that begin no sequence twice: of turns
about one axis only those whose blocks come later. Rows of the last length are tested and not kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.cube.moves import Moves, Turn
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.turn_numbers import turn_number
from cubecsp.search.few_turns import of_outer_blocks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_CHUNK = 20_000  # positions that are extended at a time
_ROOM = 200_000_000  # bytes for the rows of a length, beyond which they are not kept


def shortest_ways(
    start: State,
    holds_in: Callable[[NDArray[np.uint8]], NDArray[np.bool_]],
    most: int | None,
    poll: Callable[[], None],
) -> Iterator[Moves | None]:
    """Yield for each length, from 1 on, None if no moves of this length suffice, otherwise such moves, and end.

    Args:
        start: a cube of size 4 or more.
        holds_in: says for each of some rows of slots whether the condition holds there.
        most: end before about this number of positions are made; None for as many as there is room for.
        poll: called now and then; an exception from it ends the search.
    """
    import numpy as np

    size = start.puzzle.size
    turns, sources, twists, orders = _turns(size)
    rows = np.frombuffer(start.seen, np.uint8)[None, :]
    blocks, paths, made = np.full(1, -1), np.zeros((1, 0), np.int16), 0
    while True:
        kept: list[tuple[NDArray[np.uint8], NDArray[np.intp], NDArray[np.int16]]] = []
        following = len(rows) * len(turns) * 3 // 4  # about
        if most is not None and made + following > most:
            return
        made += following
        for first in range(0, len(rows), _CHUNK):
            here = slice(first, first + _CHUNK)
            for number in range(len(turns)):
                poll()
                axis, block = divmod(number // 3, size - 1)
                last_axis, last_block = np.divmod(blocks[here], size)
                fits = (last_axis != axis) | (last_block < block) | (blocks[here] < 0)
                moved = rows[here][fits][:, sources[number]]
                turned = moved % orders + twists[number]
                moved = (moved - moved % orders + turned % orders).astype(np.uint8)
                path = np.pad(paths[here][fits], ((0, 0), (0, 1)), constant_values=number)
                found = np.flatnonzero(holds_in(moved))
                if len(found):
                    way = Moves(tuple(Turn(turns[turn]) for turn in path[found[0]]))
                    yield of_outer_blocks(way, size)
                    return
                if following * rows.shape[1] < _ROOM:
                    kept.append((moved, np.full(len(moved), axis * size + block), path))
        yield None
        if not kept:
            return
        rows, blocks, paths = map(np.concatenate, zip(*kept, strict=True))


def _turns(
    size: int,
) -> tuple[list[int], NDArray[np.intp], NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the numbers of turns that keep the orientation of a cube, and what each does to rows of slots.

    Of a turn it is the slot whose piece comes to each slot, and how that piece is turned; last, for each slot, in how
    many ways a piece can be turned there.
    """
    import numpy as np

    puzzle = cube_puzzle(size)
    middle = size // 2
    faces = [(face, depth) for face in (0, 1, 2) for depth in range(1, size)]
    if size % 2:  # those beyond the middle layer, which stays, are of the opposite face
        faces = [(f, d) if d <= middle else (f + 3, size - d) for f, d in faces]
    numbers = [turn_number(face, by, (1, depth)) for face, depth in faces for by in (1, 2, 3)]
    orders, firsts = np.ones((2, len(puzzle.slots)), np.uint8)
    for orbit, where in zip(puzzle.orbits, puzzle.rows, strict=True):
        orders[where], firsts[where] = orbit.turns, where.start
    done = np.array([[*puzzle.placements(puzzle.turn(n))] for n in numbers])
    return (
        numbers,
        (done // orders + firsts).astype(np.intp),
        (done % orders).astype(np.uint8),
        orders,
    )
