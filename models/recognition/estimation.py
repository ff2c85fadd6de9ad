"""The cube and its appearance, each estimated from the other.

The likeliest cube needs to know the colours, the light and the noise (`Appearance`); these need to know which sticker has
which colour. So both are estimated in turn (expectation-maximisation), where the expectation is that over all
solvable cubes. The result depends on the start, so there are several starts; the results are kept as hypotheses
with weights, which answers combine.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cubecsp.frozen import frozen
from cubecsp.models.recognition.arrangements import Arrangement, Arrangements
from cubecsp.models.recognition.balanced import BalancedColourings
from cubecsp.models.recognition.colour_likelihoods import STEADY, VARYING, Appearance
from cubecsp.models.recognition.colour_space import Colours, lab_of
from cubecsp.models.recognition.likeliest import FORBIDDEN, Costs, LikelyCubes
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.stopping.deadline import look

_FIRST_ROUNDS = 2
_ROUNDS = 4
_SETTLED = 1.0  # a round that changes less than this is the last
_NEAR = (
    6.0  # in rounds, cubes and colourings that are less likely than e^-6 times the best don't count
)
_FAR = 14.0  # in the end, those below e^-14
_STARTS = 2  # the number of starts that are followed
_BEHIND = 5.0  # and by how much one may be behind the best
_RIVAL = 3.0  # another scheme, or orientation, is considered if it could be likelier than e^-3 times the best
_WHITE = 235.0  # of a white sticker, in each channel
_ORDERS = np.array(list(itertools.permutations(range(6))))
_LEAST_WHITE, _CAST = (
    20.0,
    1.7,
)  # how dark a white sticker may be, and how far from grey, as a factor


@frozen
class MeasuredScene:
    """The measurements, and what is known about them.

    Attributes:
        puzzle: the cube.
        measured: red, green and blue (0…255) of each facelet: array (facelets, 3).
        seen: which facelets were measured.
        excluded: which colours of the scheme a facelet certainly does not have: array (facelets, 6).
        typical: what the colours of the scheme look like: array (6, 3), in L*, a*, b*.
        arrangements: which colour can be on which face.
        number: how many cubes are wanted.
    """

    puzzle: CubePuzzle
    measured: Colours
    seen: NDArray[np.bool_]
    excluded: NDArray[np.bool_]
    typical: Colours
    arrangements: Arrangements
    number: int

    @cached_property
    def lab(self) -> Colours:
        """The measurements in L*, a*, b*, as if the camera had been set to the white stickers."""
        return lab_of(self.measured * self.white_balance)

    @cached_property
    def white_balance(self) -> Colours:
        """The factor for each channel that makes the stickers that look white so.

        White ones are those whose darkest channel is brightest.
        """
        seen = self.measured[self.seen]
        brightest = seen[np.argsort(-seen.min(axis=1), kind="stable")[: max(1, len(seen) // 6)]]
        white = np.maximum(brightest.mean(axis=0), _LEAST_WHITE)
        factor = _WHITE / float(white.mean())
        balance: Colours = np.clip(white.mean() / white, 1 / _CAST, _CAST) * factor
        return balance

    def costs(self, appearance: Appearance) -> Costs:
        """Return the cost of each colour on each facelet."""
        return appearance.costs() + FORBIDDEN * self.excluded


@dataclass
class Hypothesis:
    """One explanation of what was measured.

    Attributes:
        arrangement: which colour is on which face.
        costs: of each colour of the scheme on each facelet.
        cubes: the likely cubes.
        log_weight: the logarithm of how likely it is, up to what all hypotheses have in common.
        prior: what the arrangement costs: the negative logarithm of how likely it is beforehand.
        appearance: what the cube looks like; None if likelihoods were given.
    """

    arrangement: Arrangement
    costs: Costs
    cubes: LikelyCubes
    log_weight: float
    prior: float
    appearance: Appearance | None = None

    @property
    def shares(self) -> Costs:
        """The share of each colour of the scheme on each facelet: array (facelets, 6)."""
        shares = np.empty_like(self.costs)
        shares[:, list(self.arrangement)] = self.cubes.colour_shares
        return shares


def hypotheses_of(scene: MeasuredScene) -> list[Hypothesis]:
    """Return the hypotheses about a scene that count, the likeliest first."""
    improved = [(_improve(scene, start.under(VARYING)), start) for start in starts(scene)]
    best = max(likely for (likely, _), _ in improved)
    found: list[Hypothesis] = []
    for (likely, varying), start in improved:
        if likely > best - _BEHIND:
            steadily, steady = _improve(scene, start.under(STEADY), best - _BEHIND)
            for one, appearance in ((likely, varying), (steadily, steady)):
                if one > best - _BEHIND:
                    found += from_likelihoods(scene, scene.costs(appearance), appearance)
    return _that_count(found)


def from_likelihoods(
    scene: MeasuredScene, costs: Costs, appearance: Appearance | None = None
) -> list[Hypothesis]:
    """Return the hypotheses for given costs: one for each arrangement that counts, the likeliest first."""
    penalty, trust = (0.0, 1.0) if appearance is None else (appearance.penalty, appearance.trust)
    costs = trust * costs
    rest = BalancedColourings(scene.puzzle, costs, horizon=0.0).least
    found: list[Hypothesis] = []
    best = math.inf
    ranked = scene.arrangements.by_cost(scene.puzzle, costs)
    for arrangement, cost, with_centres in ranked:
        look()
        if with_centres + rest > best + _RIVAL:  # nor will any further one be better
            break
        cubes = _cubes(scene, costs, arrangement, number=scene.number, horizon=_FAR)
        best = min(best, cubes.least + cost)
        # Ratios of probabilities between cubes are with doubt; between estimates, which fit their own cubes, without.
        weight = cubes.log_weight + cubes.least - cubes.least / trust - cost - penalty
        found.append(Hypothesis(arrangement, costs, cubes, weight, cost, appearance))
    return _that_count(found)


def _that_count(found: list[Hypothesis]) -> list[Hypothesis]:
    """Return those that are not much less likely than the best, each once."""
    found.sort(key=lambda one: -one.log_weight)
    kept: dict[tuple[Arrangement, bytes, int], Hypothesis] = {}
    for one in found:
        if one.log_weight > found[0].log_weight - _FAR:
            light = id(one.appearance.light) if one.appearance is not None else 0
            kept.setdefault((one.arrangement, one.cubes.cubes[0].colours.tobytes(), light), one)
    return list(kept.values())


def _cubes(
    scene: MeasuredScene,
    costs: Costs,
    arrangement: Arrangement,
    *,
    number: int = 1,
    horizon: float = _NEAR,
) -> LikelyCubes:
    """Return the likely cubes whose faces have these colours."""
    of_faces = np.ascontiguousarray(costs[:, list(arrangement)])
    return LikelyCubes(scene.puzzle, of_faces, number=number, horizon=horizon)


def _improve(
    scene: MeasuredScene, appearance: Appearance, least: float = -math.inf
) -> tuple[float, Appearance]:
    """Estimate cubes and appearance in turn; return how likely they become, and the appearance.

    A start that is not as likely as `least` after the second round is given up.
    """
    likely = -math.inf
    for round_ in range(_ROUNDS):
        look()
        before, best = likely, _likeliest(scene, scene.costs(appearance))
        likely = best.log_weight - appearance.penalty
        if likely < before + _SETTLED or (round_ and likely < least):
            break
        appearance = appearance.fitted(best.shares)
    return likely, appearance


def _likeliest(scene: MeasuredScene, costs: Costs) -> Hypothesis:
    """Return the likelier hypothesis of the two whose arrangements agree best with the centres."""
    tried: list[Hypothesis] = []
    nearest = math.inf
    for arrangement, cost, with_centres in scene.arrangements.by_cost(scene.puzzle, costs):
        if tried and (len(tried) > 1 or with_centres > nearest + _NEAR):
            break
        nearest = min(nearest, with_centres)
        cubes = _cubes(scene, costs, arrangement)
        tried.append(Hypothesis(arrangement, costs, cubes, cubes.log_weight - cost, cost))
    return max(tried, key=lambda one: one.log_weight)


# ------------------------------------------------------------ starts


def starts(scene: MeasuredScene) -> list[Appearance]:
    """Return the best estimates from only the number of stickers of each colour."""
    tried = [
        Appearance.of(scene.lab, scene.seen, scene.typical, colours)
        for colours in _first_colours(scene)
    ]
    for rounds in range(_FIRST_ROUNDS):
        found: dict[bytes, tuple[float, Appearance, Costs]] = {}
        for appearance in tried:
            balanced = BalancedColourings(scene.puzzle, scene.costs(appearance), horizon=_NEAR)
            likely, shares = balanced.log_weight - appearance.penalty, balanced.shares
            found.setdefault(shares.argmax(axis=1).tobytes(), (likely, appearance, shares))
        ranked = sorted(found.values(), key=lambda one: -one[0])
        if rounds:
            ranked = [one for one in ranked[:_STARTS] if one[0] > ranked[0][0] - _BEHIND]
        tried = [appearance.fitted(shares) for _, appearance, shares in ranked]
    return tried


def _first_colours(scene: MeasuredScene) -> Iterator[Colours]:
    """Yield colours to begin with: typical ones, those of the centres, and colours that lie far apart."""
    yield scene.typical
    centres = list(scene.puzzle.centres)
    if centres and scene.seen[centres].all():
        yield _ordered_like(scene.lab[centres], scene.typical)
    random = np.random.default_rng(0)
    seen = scene.lab[scene.seen]
    for _ in range(1 if centres else 3):  # D. Arthur and S. Vassilvitskii, "k-means++", 2007
        colours = seen[random.integers(len(seen))][None]
        while len(colours) < len(scene.typical):
            far = ((seen[:, None] - colours) ** 2).sum(axis=2).min(axis=1) + 1e-9
            colours = np.vstack([colours, seen[random.choice(len(seen), p=far / far.sum())]])
        yield _ordered_like(colours, scene.typical)


def _ordered_like(colours: Colours, typical: Colours) -> Colours:
    """Return colours in the order of those that they are most like."""
    far = ((colours[:, None] - typical) ** 2).sum(axis=2)
    best = _ORDERS[far[_ORDERS, np.arange(len(typical))].sum(axis=1).argmin()]
    result: Colours = colours[best]
    return result
