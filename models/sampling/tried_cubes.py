"""The candidates for samples, tested one after the other: those that satisfy the rules are samples.

They already satisfy the demands of rules on single slots: they are cubes by number, as in
`cubecsp.models.counting.pieces`. If the cubes that satisfy the rules about the order are far fewer, they are
drawn cycle by cycle instead, as in `cubecsp.models.sampling.random_cycles`. So all cubes that satisfy all rules
are equally likely, for any other rules. Sample i is the i-th cube that passes: it depends only on the seed.
"""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

import numpy as np

from cubecsp.errors import OutOfReachError
from cubecsp.models.core.hold import holding_constraints
from cubecsp.models.counting.matchings import too_many_kinds
from cubecsp.models.counting.structure import structure_of
from cubecsp.models.counting.terms import CubesTerm, terms_without_symmetries
from cubecsp.models.counting.way import ProgressSign, Question, Work
from cubecsp.models.sampling.piece_numbering import PieceNumbering
from cubecsp.models.sampling.random_cycles import RandomCycles, random_cycles
from cubecsp.models.sampling.random_numbers import RandomStream
from cubecsp.models.sampling.sample_source import NumberedCubes, Rows, SampleBlock
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET, CubePuzzle

_MOST_CASES = 16  # more of them take longer than they save
_MOST_WORK = 5_000  # primitives that are looked at to find them: tenths of a second
_PILOT, _PILOT_OF_OTHERS = 20_000, 200  # cubes that show how many pass; of other sizes than 2 and 3
_PILOT_AT_LEAST, _PILOT_SLOTS = (
    10,
    100_000,
)  # fewer of large cubes, so that they fill this many slots: seconds
_FEWER = 10  # times fewer cubes that are drawn cycle by cycle, which takes longer
_PER_STEP = 2_000


def tried_cubes(question: Question) -> NumberedCubes:
    """Return the cubes to test: all that satisfy the demands of rules on single slots, or on the order."""
    by_slots = _cubes_by_slots(question)
    return random_cycles(question, by_slots.total) or by_slots


def _cubes_by_slots(question: Question) -> PieceNumbering:
    """Return all cubes that satisfy the demands of rules on single slots."""
    puzzle = question.puzzle
    try:
        cases = [
            *islice(
                terms_without_symmetries(question.structure, puzzle, _MOST_WORK), _MOST_CASES + 1
            )
        ]
        is_split = len(cases) <= _MOST_CASES
    except OutOfReachError:
        is_split = False
    if not is_split or any(too_many_kinds(case.domains, puzzle) for case in cases):
        cases = [CubesTerm(1, question.structure.domains)]
    if any(too_many_kinds(case.domains, puzzle) for case in cases):
        cases = [CubesTerm(1, structure_of(holding_constraints(puzzle), puzzle).domains)]
    return PieceNumbering(puzzle, cases)


def passing_block(question: Question, rows: Rows, first: int) -> SampleBlock:
    """Return which of the cubes to test, from number `first` on, satisfy the rules."""
    (passing,) = np.nonzero(question.passing(rows))
    return SampleBlock(rows[passing], passing + (first + 1))


class Pilot(NamedTuple):
    """Some of the cubes to test, always the same.

    Attributes:
        hits: how many satisfy the rules.
        number: how many there are.
        total: of how many they are drawn.
    """

    hits: int
    number: int
    total: int


def pilot(question: Question, times: int = 1) -> Work[Pilot]:
    """Test them: as many as usual, or a multiple."""
    numbering, passed = tried_cubes(question), 0
    number = times * _size_of_pilot(question.puzzle)
    if isinstance(numbering, RandomCycles):
        number //= _FEWER
    for first in range(0, number if numbering.total else 0, _PER_STEP):
        yield ProgressSign()
        rows = numbering.draw(0, RandomStream.PILOT, first, min(_PER_STEP, number - first))
        passed += int(question.passing(rows).sum())
    return Pilot(passed, number, numbering.total)


def _size_of_pilot(puzzle: CubePuzzle) -> int:
    """Return how many cubes a pilot tests: 200 up to the 10×10×10, and 10 of the 50×50×50."""
    if puzzle in (CUBE, POCKET):
        return _PILOT
    return min(_PILOT_OF_OTHERS, max(_PILOT_AT_LEAST, _PILOT_SLOTS // len(puzzle.slots)))
