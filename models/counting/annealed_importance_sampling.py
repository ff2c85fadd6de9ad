"""An estimate by annealed importance sampling: cubes are cooled down slowly, and weighted to make up for that.

The method is that of R. Neal ("Annealed importance sampling", Statistics and Computing 11 (2001) 125-139). A walk begins with a random assembly of the pieces and goes on at lower and lower temperatures, where
assemblies that break less of the rules are preferred. Its weight is the product of exp(-cost · (b' - b)) over
the steps from one inverse temperature b to the next, b', the cost being that of the assembly at that time; and 0 if it ends with
a cube that breaks a rule. The mean weight is the share of the assemblies that satisfy the rules, at any temperatures
and for any length of the walks (each step only has to preserve the distribution of its temperature); temperatures that
fall slowly make the weights alike.

The cost is what single pairs, counts and sums say, as in the engine `annealing`; the rules themselves are
checked on the cubes at the end. The walks were tested on rules whose cubes are counted exactly
(docs/methods/counting-and-sampling.md).
"""

from __future__ import annotations

import math
from collections.abc import Generator
from functools import partial

from cubecsp._native import Annealing
from cubecsp.models.core.feasibility import conjuncts
from cubecsp.models.core.primitives import ColourCount, Differ, Equal, Linear
from cubecsp.models.counting.intervals import estimate_of_weights
from cubecsp.models.counting.number_of_cubes import all_cubes
from cubecsp.models.counting.way import ProgressSign, Question, Steps, Way
from cubecsp.models.engines import Problem
from cubecsp.models.engines.annealing import search_and_rest, seen_row
from cubecsp.puzzle.cube.batch import from_bytes
from cubecsp.puzzle.cube.cube_puzzle import HELD_SLOT
from cubecsp.puzzle.cube.symmetry import SYMMETRIES

_WALKS = 100
_LONGER = 4  # times as many at most, if the interval is wide
_TEMPERATURES = 1000
_COLDEST = 3.5  # as an inverse temperature: one rule broken is then 30 times as rare as none
_SWEEPS = 5  # at each temperature
_SHUFFLED = 8  # moves for each slot to make an assembly random
_SHOWN = 50  # temperatures between two signs of life


class AnnealedImportanceSamplingWay(Way):
    """Estimates from weighted annealed walks."""

    name = "annealed-importance-sampling"
    summary = "an estimate by importance sampling: cubes are cooled down slowly, and weighted to make up for that"
    exact = False
    limits = "for rules that hardly any cube satisfies, it gives only a lower bound"

    def objection(self, question: Question) -> str | None:
        """Return a reason if other estimates are better, or there is nothing to anneal."""
        puzzle = question.puzzle
        if puzzle.size < 4:
            return "other estimates are better for small cubes"
        if not any(
            isinstance(part, Differ | Equal | ColourCount | Linear)
            for part in conjuncts(question.pattern.primitives)
        ):
            return "no rule is about pairs, counts or sums of stickers"
        pinned = (1 << HELD_SLOT) if puzzle.holdings else 0
        for slot, domain in enumerate(question.structure.domains):
            if domain.bit_count() < 2 and not pinned >> slot & 1:
                return "some slot can hold at most one piece"
        return None

    def count(self, question: Question) -> Steps:
        """Estimate without bias; the more alike the weights are, the better the interval."""
        problem = Problem(question.puzzle, question.primitives, SYMMETRIES[:1], seed=question.seed)
        search, _ = search_and_rest(problem)
        cubes = all_cubes(question.puzzle)
        points = cubes * math.prod(law.modulus for law in problem.invariants)
        samples = question.samples or _WALKS
        most = question.samples or _LONGER * samples
        weights: list[float] = []
        while len(weights) < samples:
            known = partial(estimate_of_weights, tuple(weights), points, cubes) if weights else None
            weight = yield from _walk(
                search, problem, ProgressSign(len(weights) / most, estimate=known)
            )
            row = from_bytes(seen_row(problem, search.row), question.puzzle)
            kept = search.cost == 0 and bool(question.passing(row)[0])
            weights.append(weight if kept else -math.inf)
            if len(weights) == samples < most:
                so_far = estimate_of_weights(weights, points, cubes)
                samples = (
                    min(2 * samples, most) if so_far.is_worth_more(most // samples) else samples
                )
        return estimate_of_weights(weights, points, cubes)


WAY = AnnealedImportanceSamplingWay()


def _walk(
    search: Annealing, problem: Problem, step: ProgressSign
) -> Generator[ProgressSign, None, float]:
    """Walk once, from a random assembly to a cold one; return the logarithm of the weight."""
    orbits = problem.puzzle.orbits
    moves = _SWEEPS * sum(len(orbit.names) ** 2 // 2 for orbit in orbits)
    search.walk(math.inf, _SHUFFLED * len(problem.puzzle.slots))
    costs = 0
    for number in range(1, _TEMPERATURES + 1):
        if number % _SHOWN == 1:
            yield step
        costs += search.cost
        search.walk(_TEMPERATURES / (_COLDEST * number), moves)
    return -costs * _COLDEST / _TEMPERATURES
