"""An estimate from random cubes: the share of them that satisfies the rules."""

from __future__ import annotations

from numpy.random import PCG64, Generator

from cubecsp.models.counting.base import Counter, Question, Step, Steps
from cubecsp.models.counting.fillings import all_cubes
from cubecsp.models.counting.random_rows import random_cubes
from cubecsp.models.counting.shares import Share
from cubecsp.puzzle.cube.cube_puzzle import CUBE

__all__ = ["COUNTER", "RejectionCounter"]

_SAMPLES = 100_000
_SAMPLES_OF_OTHERS = 10_000  # cubes that are not drawn many at once
_PER_STEP = 2_000
_PER_STEP_OF_OTHERS = 100


class RejectionCounter(Counter):
    """Estimates from random cubes."""

    name = "rejection"
    summary = "an estimate: random cubes, and the share of them that satisfies the rules"
    exact = False
    limits = "for rules that few cubes satisfy, it gives only an upper bound"

    def refusal(self, question: Question) -> str | None:
        """Return None: it takes whatever can be checked."""
        del question
        return None

    def count(self, question: Question) -> Steps:
        """Draw; the estimate is unbiased, and its interval exact."""
        puzzle = question.puzzle
        generator = Generator(PCG64(question.seed))
        usual, step = (
            (_SAMPLES, _PER_STEP) if puzzle is CUBE else (_SAMPLES_OF_OTHERS, _PER_STEP_OF_OTHERS)
        )
        share = Share(all_cubes(puzzle), usual, question.samples, pilot=question.pilot)
        while share.left:
            yield Step(share.fraction, estimate=share.known)
            rows = random_cubes(puzzle, min(step, share.left), generator)
            share.add(question.passing(rows))
        return share.estimate()


COUNTER = RejectionCounter()
