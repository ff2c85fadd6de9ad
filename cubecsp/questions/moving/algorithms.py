"""Lists of algorithms: sequences that solve a cube, not only the shortest, perhaps up to turns of the last layer (AUF).

The search leads from a solved cube to the inverse of the given one, after and before any AUF. No two moves may be one
of the moves that there are, or nothing, if both commute with all between them: not `R R2` nor `R L R'`, but `R R` if
there is no R2. Nor may the first or last moves that commute have an AUF among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from cubecsp.errors import InputError
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.moves import TURNS, Moves
from cubecsp.puzzle.cube.notation import held_before
from cubecsp.puzzle.cube.state import Cube, PocketCube
from cubecsp.search.breadth_first import sequences
from cubecsp.search.goals import Ends, as_corners
from cubecsp.search.named_moves import Sequence as MoveSequence
from cubecsp.search.named_moves import named_turns, on_corners
from cubecsp.search.reachability import permutation
from cubecsp.search.solution import none_as_short
from cubecsp.stopping.deadline import Deadline

_AUF = tuple(map(Moves, ("", "U", "U2", "U'")))


def algorithms(cube: Cube | PocketCube, query: Any, deadline: Deadline) -> Iterator[MoveSequence]:
    """Yield algorithms for a cube, the shortest first; AUF are in brackets, and not among the names.

    Args:
        cube: the cube.
        query: the question, a `SolveAll`, whose module uses this one: with `up_to`, it is about more than the shortest.
        deadline: when to stop.

    Raises:
        InputError: these moves do not solve the cube.
        LimitError: all algorithms are too long, or memory was not enough.
        OutOfTimeError: the time was over.
    """
    auf, longest = bool(query.same_under), query.max_length if query.up_to is None else query.up_to
    start, pocket = type(cube)._with(cube.placements), isinstance(cube, PocketCube)
    moves = named_turns(cube, query.turns, query.search.metric)
    tables = {name: permutation(move.turns) for name, move in moves.items()}
    ways = _AUF if auf else _AUF[:1]
    search = sequences(
        as_corners(PocketCube()) if pocket else Cube(),
        {name: on_corners(move) for name, move in moves.items()},
        target=Ends.of({(~start.apply(one)).apply(other) for one in ways for other in ways}),
        shortest=query.up_to is None,
        at_most=longest,
        up_to_commuting=query.up_to_commuting,
        direct=True,
        time_limit=deadline.left_or_none,
        corners_only=pocket,
    )
    found = False
    for core in search:
        word = [tables[name] for name in core.names]
        for result, face in () if auf and _wastes(word, 0) else _adjusted(core, start, ways):
            if not (auf and _wastes(word[::-1], face)):
                found = True
                yield result
                break
    if search.exhausted and not found:
        raise InputError(
            f"cube {cube.facelets} is not solved by any sequence of these moves: {search.reason}",
            "allow more moves to choose from",
        )
    if not found:
        raise none_as_short(longest or 0)


def _adjusted(
    core: MoveSequence, start: Cube | PocketCube, ways: Sequence[Moves]
) -> Iterator[tuple[MoveSequence, int]]:
    """Yield an algorithm with each AUF before and after it that will do, and the number of the face of the last layer then."""
    after = [turn.seen_from(held_before(core.moves.holding)) for turn in ways]
    if isinstance(start, PocketCube) and len(ways) > 1:
        # It may be turned as a whole without a rotation, and its last layer be on any face.
        after += map(Moves, TURNS)
    for first, last in product(ways, after):
        moves = first + core.moves + last
        if start.apply(moves).is_solved:
            written = (f"({first})" if first else "", core.written, f"({last})" if last else "")
            up = core.moves.holding
            if isinstance(start, PocketCube):
                up = as_corners(start).apply(moves).facelets[:: len(CUBE.face(0))]
            yield (
                replace(core, moves=moves, written=" ".join(filter(None, written))),
                up.index(FACES[0]),
            )


def _wastes(word: Sequence[bytes], face: int) -> bool:
    """Return whether a sequence begins with a turn of the layer of a face, among moves that commute with it."""
    layer = [permutation(Moves(FACES[face] + power)) for power in ("", "2", "'")]
    begun = layer[:1]
    for move in word:
        if not all(move.translate(other) == other.translate(move) for other in begun):
            return False
        if move in layer:
            return True
        begun.append(move)
    return False
