"""How often a cube shows each colour: implied by its pieces, but seen by engines only if it is stated.

Engines see sums of stickers, and pieces that are used once each. That six faces cannot show as many red stickers each,
since 9 is not a multiple of 6, follows from both only by adding up all slots, which no engine does by itself: each
searches for minutes. If the totals are stated, CaDiCaL proves it in 0.7 s, and CP-SAT, with linear programs, in 0.2 s.
Sums that have to be equal are seen without a search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from cubecsp.models.core.primitives import ColourCount, Linear, Primitive
from cubecsp.models.core.sticker_scope import parts_of, stickers_of
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES

_MOST_EQUATIONS = 120  # each comes with both signs; whole numbers grow while they are solved
_LARGEST = 5  # size: clauses that count grow with the square of the number of stickers


def colour_totals(primitives: Iterable[Primitive], puzzle: Puzzle) -> tuple[ColourCount, ...]:
    """Return how often a cube shows each colour, if some primitive adds up stickers of several faces.

    Other questions would only become slower: counts within a face leave the others enough of each colour.
    """
    if not isinstance(puzzle, CubePuzzle) or puzzle.size > _LARGEST:
        return ()
    number, every = puzzle.size**2, frozenset(range(puzzle.facelet_count))
    sums = [
        p for each in primitives for p in parts_of(each) if isinstance(p, (ColourCount, Linear))
    ]
    if not any(len({f // number for f in stickers_of(part, puzzle)}) > 1 for part in sums):
        return ()
    return tuple(ColourCount(every, frozenset({c}), number, number) for c in range(len(FACES)))


def totals_contradict(demanded: Sequence[Primitive], puzzle: CubePuzzle) -> bool:
    """Return whether no whole numbers of stickers satisfy the equations among some demands, and the totals.

    Inequalities do not count, nor that a sticker shows one colour.
    """
    totals = colour_totals(demanded, puzzle)
    bounds = dict.fromkeys(bound for each in (*demanded, *totals) for bound in _bounds(each))
    equal = [(terms, least) for terms, least in bounds if (_opposite(terms), -least) in bounds]
    rows = [(dict(terms), number) for terms, number in equal[-_MOST_EQUATIONS:] if totals]
    centres = [(facelet, colour) for colour, facelet in enumerate(puzzle.centres)]
    right = [number - sum(row.get(centre, 0) for centre in centres) for row, number in rows]
    stickers = {one for row, _ in rows for one in row if one[0] not in puzzle.centres}
    columns = {tuple(row.get(sticker, 0) for row, _ in rows) for sticker in stickers}
    return _has_no_solution([[*column] for column in columns], right)


_Terms = frozenset[tuple[tuple[int, int], int]]
"""Weights of stickers that show colours: ((facelet, colour), weight) each."""


def _bounds(primitive: Primitive) -> list[tuple[_Terms, int]]:
    """Return the bounds that a primitive sets to weighted sums of stickers from below."""
    match primitive:
        case ColourCount(facelets, colours, least, most) if len(facelets) > 1:
            terms = frozenset(((f, c), 1) for f in facelets for c in colours)
            return [(terms, least), (_opposite(terms), -most)]
        case Linear(parts, least):
            weights, others = split_weights(parts)
            return [] if others else [(frozenset(weights.items()), least)]
    return []


def split_weights(
    terms: Iterable[tuple[Primitive, int]],
) -> tuple[Counter[tuple[int, int]], list[int]]:
    """Return the weights of stickers that show colours, by (facelet, colour), and those of other parts of a sum."""
    stickers: Counter[tuple[int, int]] = Counter()
    others = []
    for part, weight in terms:
        match part:
            case ColourCount(facelets, colours, 1, 1) if len(facelets) == 1:
                stickers.update({(min(facelets), colour): weight for colour in colours})
            case _:
                others.append(weight)
    return stickers, others


def _opposite(terms: _Terms) -> _Terms:
    return frozenset((sticker, -weight) for sticker, weight in terms)


def _has_no_solution(columns: list[list[int]], right: list[int]) -> bool:
    """Return whether no whole multiples of some columns add up to the column `right`.

    Euclid's algorithm among the columns makes them triangular (C. Hermite, 1851); then each multiple is known.
    """
    for row in range(len(right)):
        while len(some := [column for column in columns if column[row]]) > 1:
            some.sort(key=lambda column: abs(column[row]))
            for column in some[1:]:
                _reduce(column, some[0], row)
        if some:
            _reduce(right, some[0], row)
            columns.remove(some[0])
        if right[row]:
            return True
    return False


def _reduce(column: list[int], other: Sequence[int], row: int) -> None:
    """Subtract from a column the multiple of another that leaves least in a row."""
    times = column[row] // other[row]
    column[:] = [a - times * b for a, b in zip(column, other, strict=True)]
