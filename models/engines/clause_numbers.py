"""An estimate of the clauses that rules take, known before one of them is stated.

Counts of many stickers, and comparisons of them in pairs, take millions. The estimate leaves out what is small
beside that: the clauses that define a cube, and definitions of single literals.
"""

from __future__ import annotations

import math

from cubecsp.models.core.primitives import (
    AtLeast,
    ColourCount,
    ColourTable,
    FacePatterns,
    Primitive,
)
from cubecsp.models.engines.engine import Problem
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import cube_of
from cubecsp.stopping.deadline import looking

MAX_CLAUSES_PER_COUNT = 128
"""A count that needs more clauses is left to the sink."""

_PER_NODE = 4  # clauses that define a literal of a counter
_PER_ROW = 3  # clauses of a row of a table, with those that define what it says about the stickers of each slot
_PER_PAIR = 4  # clauses that compare a pair of stickers with the pair that it falls on


def clauses_of(problem: Problem, *, counts: bool) -> int:
    """Return about how many clauses the rules of a problem take.

    Args:
        problem: the problem to solve.
        counts: whether the receiver of the clauses takes a count as such.
    """
    stated: set[ColourTable] = set()
    return sum(
        _of(primitive, problem.puzzle, counts, stated) for primitive in looking(problem.with_totals)
    )


def _of(primitive: Primitive, puzzle: Puzzle, counts: bool, stated: set[ColourTable]) -> int:
    """Return how many clauses a primitive takes, besides the tables that are stated already."""
    match primitive:
        case ColourCount(facelets, _, least, most):
            number = len(facelets)
            return _at_least(number, least, counts) + _at_least(number, number - most, counts)
        case AtLeast(needed, parts):
            inner = sum(_of(part, puzzle, counts, stated) for part in parts)
            if needed == len(parts):
                return inner
            return 2 * inner + _at_least(len(parts), needed, counts)  # that they hold, and do not
        case FacePatterns():
            return _PER_PAIR * len(primitive.ways) * math.comb(cube_of(puzzle).size ** 2, 2)
        case ColourTable():
            if primitive in stated:
                return 0
            stated.add(primitive)
            return _PER_ROW * len(primitive.rows)
    return 1


def _at_least(number: int, needed: int, counts: bool) -> int:
    """Return how many clauses say that `needed` of `number` literals are true."""
    if needed <= 0:
        return 0
    if needed > number or counts:
        return 1
    clauses = math.comb(number, needed - 1)
    if clauses <= MAX_CLAUSES_PER_COUNT:
        return clauses
    return _PER_NODE * (needed * (needed + 1) // 2 + (number - needed) * needed)
