"""A lower bound for the number of states that moves lead to, even if some moves are possible in some states only.

Some pieces in some slots block moves. In two states that have pieces of the same kinds there, the same moves
are possible, and lead to two such states again. So sequences of moves from a state to others like it can
follow each other in any order: they generate a group, and each of its elements leads to another state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from cubecsp.puzzle.core.group import Group
from cubecsp.puzzle.core.permutation import compose, identity, inverse, table
from cubecsp.puzzle.kpuzzle.conditional_turns import ConditionalTurn
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern
from cubecsp.stopping.deadline import looking

_MOST_POINTS = 256  # of a `Group`
_MOST_LOOPS = 300  # those of square1 generate all of its group


def least_number(start: KPattern, turns: Sequence[ConditionalTurn]) -> int:
    """Return a number of states that moves lead to from one: all if they are few, otherwise a lower bound.

    Args:
        start: the state.
        turns: the moves; others undo each of them.
    """
    puzzle = start.puzzle
    if puzzle.alike or puzzle.facelet_count > _MOST_POINTS:
        return 1
    blocking = {bad for turn in turns for bad in turn.blocks.values()}
    kinds = [tuple(sticker in bad for bad in blocking) for sticker in range(puzzle.facelet_count)]
    nothing = identity(puzzle.facelet_count)
    known = {tuple(map(kinds.__getitem__, start.stickers)): nothing}

    def loops() -> Iterator[bytes]:
        for word in looking(sequences := [nothing]):  # they grow during the loop
            stickers = compose(start.stickers, word)
            for turn in turns:
                if turn.is_possible(stickers):
                    after = compose(word, turn.done)
                    kind = tuple(map(kinds.__getitem__, compose(start.stickers, after)))
                    first = known.setdefault(kind, after)
                    if first is after:
                        sequences.append(after)
                    elif first != after:
                        yield table(compose(after, inverse(first)))

    return Group(islice(loops(), _MOST_LOOPS)).order * len(known)
