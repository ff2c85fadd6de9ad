"""The cubes that explain measurements, their probabilities, and the stickers that distinguish them.

Under one estimate of colours and light, the likely cubes are exactly those of `likeliest`. But the estimate was made for
the likeliest of them. So if several are candidates, each gets a separate estimate before they are compared.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from cubecsp.frozen import frozen
from cubecsp.models.recognition.arrangements import Arrangement
from cubecsp.models.recognition.estimation import Hypothesis
from cubecsp.models.recognition.likeliest import Costs

_DOUBTFUL = 5e-4  # a cube less likely than this needs no separate estimate
_MOST_CANDIDATES = 12
_ROUNDS = 2


@dataclass
class Candidate:
    """A cube that may have been measured.

    Attributes:
        colours: of each facelet, as the scheme names them (0…5).
        arrangement: which colour is on which face.
        probability: that it is this one.
    """

    colours: NDArray[np.intp]
    arrangement: Arrangement
    probability: float
    _hypothesis: Hypothesis = field(repr=False)
    _weight: float = field(repr=False)

    @property
    def letters(self) -> NDArray[np.intp]:
        """The colours of the facelets, named after the faces (0…5)."""
        faces: NDArray[np.intp] = np.argsort(self.arrangement)[self.colours]
        return faces


@frozen
class Ranking:
    """The candidates.

    Attributes:
        candidates: cubes, the likeliest first.
        shares: the probability of each colour of the scheme on each facelet: array (facelets, 6).
        best: the likeliest hypothesis.
    """

    candidates: tuple[Candidate, ...]
    shares: Costs
    best: Hypothesis


def ranking_of(hypotheses: list[Hypothesis]) -> Ranking:
    """Return the cubes of some hypotheses, the likeliest first."""
    logs = np.array([one.log_weight for one in hypotheses])
    weights = np.exp(logs - np.logaddexp.reduce(logs))
    found: dict[bytes, Candidate] = {}
    for hypothesis, weight in zip(hypotheses, weights.tolist(), strict=True):
        for cube in hypothesis.cubes.cubes:
            likely = weight * float(np.exp(-cube.cost - hypothesis.cubes.log_weight))
            colours = np.array(hypothesis.arrangement)[cube.colours]
            one = found.setdefault(
                colours.tobytes(), Candidate(colours, hypothesis.arrangement, 0.0, hypothesis, 0.0)
            )
            one.probability += likely
            if likely > one._weight:
                one._hypothesis, one._weight = hypothesis, likely
    candidates = sorted(found.values(), key=lambda one: -one.probability)
    doubtful = [one for one in candidates if one.probability > _DOUBTFUL][:_MOST_CANDIDATES]
    if len(doubtful) > 1:
        _compare(doubtful)
    candidates.sort(key=lambda one: -one.probability)
    shares = sum(weight * one.shares for one, weight in zip(hypotheses, weights, strict=True))
    if len(doubtful) > 1:
        shares = _shares(doubtful, np.asarray(shares))
    return Ranking(tuple(candidates), np.asarray(shares), candidates[0]._hypothesis)


def _compare(candidates: list[Candidate]) -> None:
    """Share out the probability of some cubes anew, by how well each explains the measurements."""
    costs, trust = [], 1.0
    for one in candidates:
        appearance = one._hypothesis.appearance
        if appearance is None:  # likelihoods were given, and nothing was estimated
            return
        trust = min(trust, 1 - appearance.leverage)
        shown = np.eye(6)[one.colours]
        for _ in range(_ROUNDS):
            appearance = appearance.fitted(shown)
        cost = float((appearance.costs() * shown).sum()) + appearance.penalty
        costs.append(cost + one._hypothesis.prior)
    logs = -trust * np.array(costs)
    total = sum(one.probability for one in candidates)
    for one, part in zip(candidates, np.exp(logs - np.logaddexp.reduce(logs)), strict=True):
        one.probability = total * float(part)


def _shares(candidates: list[Candidate], before: Costs) -> Costs:
    """Return the shares of colours that agree with the probabilities of the candidates."""
    shares = np.zeros_like(before)
    for one in candidates:
        shares += one.probability * np.eye(6)[one.colours]
    rest = 1 - sum(one.probability for one in candidates)
    return shares + rest * before
