"""Code that tests of random cubes share: chi-square tests that cannot flake, and cubes of small questions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping

import numpy as np
from counting_questions import question_of

from cubecsp import find
from cubecsp.models.counting import SAMPLERS, Question
from cubecsp.models.sampling.drawing_tasks import draw_in_tasks
from cubecsp.models.sampling.sample_source import Numbering, SampleBlock
from cubecsp.puzzle.cube import batch
from cubecsp.questions.asking.steps import follow

LEAST_PROBABILITY = 1e-4
"""Seeds are fixed, so that no test passes by luck twice: this is what a sample has to be likelier than."""


def numbering_of(question: Question, method: str) -> Numbering:
    """Return how a way numbers the cubes of a question."""
    way = SAMPLERS[method]
    assert way.numbers
    assert way.refusal_to_draw(question) is None, way.refusal_to_draw(question)
    return follow(way.numbering(question), lambda _step: None)


def drawn(question: Question, method: str, number: int) -> np.ndarray:
    """Return so many samples by a way, fewer if there is no cube."""
    way = SAMPLERS[method]
    assert way.refusal_to_draw(question) is None, way.refusal_to_draw(question)
    found = np.zeros((0, len(question.puzzle.slots)), np.uint8)
    for block in draw_in_tasks(way, question, number):
        if isinstance(block, SampleBlock):
            found = np.concatenate([found, block.rows])
            if len(found) >= number:
                break
    found = found[:number]
    assert batch.is_reachable(found, question.puzzle).all()
    assert batch.Batch(found, question.puzzle).sound().all()
    rules = [rule.holds_in for rule in question.pattern.rules]
    assert batch.Batch(found, question.puzzle).passing(rules).all()
    return found


def listed(*rules: str, size: int = 3) -> list[bytes]:
    """Return the rows of all cubes that satisfy the rules, sorted, as `find` has them."""
    return sorted(report.cube.seen for report in find(list(rules), size=size, limit=None))


def is_likely(found: Iterable[Hashable], weights: Mapping[Hashable, int]) -> bool:
    """Return whether what was drawn is as likely as that from a distribution mostly is.

    Args:
        found: what was drawn, independently.
        weights: of all that can be drawn; how often each comes is proportional to them.
    """
    seen = Counter(found)
    assert seen.keys() <= weights.keys()
    number, total = seen.total(), sum(weights.values())
    expected = {one: number * weight / total for one, weight in weights.items() if weight}
    assert min(expected.values()) >= 5, "too few for a chi-square test"
    statistic = sum((seen[one] - mean) ** 2 / mean for one, mean in expected.items())
    return chi_square_beyond(statistic, len(expected) - 1) > LEAST_PROBABILITY


def chi_square_beyond(statistic: float, freedom: int) -> float:
    """Return how likely a chi-square statistic is to be larger: the upper incomplete gamma function."""
    if freedom == 0:
        return 1.0
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:  # a series for the lower one
        term = total = 1 / a
        n = a
        while abs(term) > 1e-15 * total:
            n += 1
            term *= x / n
            total += term
        return 1 - scale * total
    b, c, d = x + 1 - a, 1e300, 1 / (x + 1 - a)
    value = d
    for i in range(1, 10_000):  # J. Lentz's continued fraction
        factor = -i * (i - a)
        b += 2
        d = 1 / (factor * d + b)
        c = b + factor / c
        value *= d * c
        if abs(d * c - 1) < 1e-14:
            break
    return scale * value


def question(*rules: str, size: int = 3, seed: int = 0) -> Question:
    """Return a question with a seed."""
    return question_of(*rules, size=size, seed=seed)
