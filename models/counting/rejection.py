"""Random cubes, tested one after the other: those that satisfy the rules are samples, and their share gives an estimate.

To estimate, they are drawn from all cubes or, if rules about the order leave far fewer, from those
(`cubecsp.models.sampling.random_cycles`): one random cube in 250 million is its own inverse, and 4 in 1,000 of those show six
colours on every face. To draw, see `cubecsp.models.sampling.tried_cubes`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.random import PCG64, Generator
from numpy.typing import NDArray

from cubecsp.models.counting.number_of_cubes import all_cubes
from cubecsp.models.counting.random_cubes import random_cubes
from cubecsp.models.counting.shares import Share
from cubecsp.models.counting.way import ExactCount, ProgressSign, Question, Steps, Way, Work
from cubecsp.models.sampling.random_cycles import random_cycles
from cubecsp.models.sampling.random_numbers import RandomStream
from cubecsp.models.sampling.sample_source import SampleBlock, SampleSource
from cubecsp.models.sampling.tried_cubes import passing_block, tried_cubes
from cubecsp.puzzle.cube.cube_puzzle import CUBE

_SAMPLES = 100_000
_SAMPLES_OF_OTHERS = 10_000  # cubes that are not drawn many at once
_PER_STEP = 2_000
_PER_STEP_OF_OTHERS = 100
_SLOTS_PER_STEP = 10_000  # or one cube of more: one of size 50 takes a twentieth of a second


class RejectionWay(Way):
    """Estimates from random cubes."""

    name = "rejection"
    summary = "an estimate: random cubes, and the share of them that satisfies the rules"
    exact = False
    limits = "for rules that few cubes satisfy, it gives only an upper bound"
    summary_of_drawing = "random cubes, of which those that satisfy the rules are kept"
    limits_of_drawing = "for rules that very few cubes satisfy, it finds none in reasonable time"
    rejects = True

    def objection(self, question: Question) -> str | None:
        """Return None: it accepts every question."""
        del question
        return None

    def count(self, question: Question) -> Steps:
        """Estimate from random cubes; the estimate is unbiased, and its interval exact."""
        cubes = _cubes_for(question)
        share = Share(cubes.total, cubes.usual, question.samples, pilot=question.pilot)
        while share.left and cubes.total:
            yield ProgressSign(share.fraction, estimate=share.known)
            rows = cubes.draw(share.drawn, min(cubes.per_step, share.left))
            share.add(question.passing(rows))
        return share.estimate() if cubes.total else ExactCount(0)

    def source(self, question: Question) -> Work[SampleSource]:
        """Find out which cubes to test."""
        yield ProgressSign()
        cubes = tried_cubes(question)

        def draw(first: int, number: int) -> SampleBlock:
            return passing_block(
                question, cubes.draw(question.seed, RandomStream.NUMBERS, first, number), first
            )

        return SampleSource(draw, None if cubes.total else 0)


WAY = RejectionWay()


class _Cubes(NamedTuple):
    """The cubes to draw from.

    Attributes:
        total: how many cubes there are.
        usual: how many are drawn.
        per_step: how many at a time, at most.
        draw: returns the next ones as rows, given how many were drawn and how many are wanted.
    """

    total: int
    usual: int
    per_step: int
    draw: Callable[[int, int], NDArray[np.uint8]]


def _cubes_for(question: Question) -> _Cubes:
    """Return the cubes from which those for an estimate are drawn."""
    puzzle, total = question.puzzle, all_cubes(question.puzzle)
    at_once = min(_PER_STEP_OF_OTHERS, max(1, _SLOTS_PER_STEP // len(puzzle.slots)))
    dear = (_SAMPLES_OF_OTHERS, at_once)
    cycles = random_cycles(question, total)
    if cycles is not None:
        return _Cubes(
            cycles.total, *dear, partial(cycles.draw, question.seed, RandomStream.NUMBERS)
        )
    generator = Generator(PCG64(question.seed))
    size = (_SAMPLES, _PER_STEP) if puzzle is CUBE else dear
    return _Cubes(total, *size, lambda _, number: random_cubes(puzzle, number, generator))
