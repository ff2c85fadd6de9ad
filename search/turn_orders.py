"""One sequence of face turns written in every way: the orders of turns that commute, and half turns.

Turns of opposite faces that follow each other commute, so a shortest sequence can be written in as
many ways as they can be ordered. In the quarter-turn metric a half turn is two equal quarter turns,
`U U` or `U' U'`, which other turns of the same axis may come between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, combinations, groupby, product

from cubecsp.puzzle.cube.moves import Metric, Moves, Turn

_Word = tuple[Turn, ...]
_Ordered = Callable[[_Word, _Word], list[_Word]]


def all_orders(moves: Moves, metric: Metric) -> Iterator[Moves]:
    """Yield every way to write a shortest sequence, each once.

    Args:
        moves: with at most one turn of each face in a run of turns of one axis.
        metric: in `qtm`, half turns are written as quarter turns.
    """
    yield from _orders(moves, metric, _interleavings)


def first_orders(moves: Moves, metric: Metric) -> Iterator[Moves]:
    """Yield, of the ways that differ only in the order of adjacent commuting turns, the first.

    First is U before D, R before L, F before B. Arguments are those of `all_orders`.
    """
    yield from _orders(moves, metric, lambda a, b: [a + b])


def _orders(moves: Moves, metric: Metric, ordered: _Ordered) -> Iterator[Moves]:
    runs = [sorted(run) for _, run in groupby(moves, key=lambda turn: turn // 3 % 3)]
    ways = [
        [
            word
            for parts in product(*(_spellings(turn, metric) for turn in run))
            for word in ordered(parts[0], parts[1] if len(parts) > 1 else ())
        ]
        for run in runs
    ]
    for words in product(*ways):
        yield Moves(tuple(chain.from_iterable(words)))


def _spellings(turn: Turn, metric: Metric) -> list[_Word]:
    """Return the ways to write one turn in a metric."""
    if metric == "htm" or turn % 3 != 1:
        return [(turn,)]
    return [(Turn(turn - 1),) * 2, (Turn(turn + 1),) * 2]


def _interleavings(a: _Word, b: _Word) -> list[_Word]:
    """Return the interleavings of two words: the letters of both, those of each in their order."""
    results = []
    for places in combinations(range(len(a) + len(b)), len(a)):
        rest, left = iter(b), iter(a)
        results.append(tuple(next(left if i in places else rest) for i in range(len(a) + len(b))))
    return results
