"""An estimate of colours, light and noise becomes likelier as a plain statement of the same steps in NumPy says."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scenes import STICKERS, scene

from cubecsp import _native
from cubecsp.models.recognition.colour_likelihoods import (
    STEADY,
    VARYING,
    Appearance,
    LightVariation,
)
from cubecsp.models.recognition.colour_space import lab_of

pytestmark = pytest.mark.native

SPREAD = np.array([15.0, 20.0, 20.0])
GLARE = math.log(0.005 / 1e6)
FACES, COLOURS = 6, 6


class Plain:
    """The same estimate, with the definitions of docs/methods/recognition.md written as they stand there."""

    def __init__(
        self, measured: np.ndarray, seen: np.ndarray, typical: np.ndarray, colours: np.ndarray
    ) -> None:
        self.measured, self.seen, self.typical, self.colours = measured, seen, typical, colours
        self.faces = np.repeat(np.arange(FACES), len(measured) // FACES)
        self.gains, self.casts = np.ones(FACES), np.zeros((FACES, 3))
        self.noise = [144.0 * np.eye(3)] * COLOURS
        self.light: LightVariation | None = None
        self.of_light = self.of_noise = 0.0

    def offsets(self, colour: int) -> np.ndarray:
        return (
            self.measured
            - self.gains[self.faces, None] * self.colours[colour]
            - self.casts[self.faces]
        )

    def logs(self) -> np.ndarray:
        """Return how likely each sticker is with each colour, without outliers: array (stickers, colours)."""
        columns = []
        for colour, noise in enumerate(self.noise):
            far = np.einsum(
                "si,ij,sj->s", *[self.offsets(colour), np.linalg.inv(noise), self.offsets(colour)]
            )
            volume = math.log(np.linalg.det(2 * math.pi * noise))
            columns.append(math.log(0.995) - 0.5 * (far + volume))
        return np.stack(columns, axis=1)

    def costs(self) -> np.ndarray:
        return np.where(self.seen[:, None], -np.logaddexp(self.logs(), GLARE), 0.0)

    @property
    def leverage(self) -> float:
        return min(0.5, (18 + 24 * (self.light is VARYING)) / (3 * max(1, self.seen.sum())))

    def fit(self, shares: np.ndarray) -> None:
        weights = (
            shares * self.seen[:, None] * np.exp(self.logs() - np.logaddexp(self.logs(), GLARE))
        )
        for _ in range(1 if self.light is None else 3):
            self.fit_colours(weights)
            if self.light is not None:
                self.fit_light(weights, self.light)
        self.fit_noise(weights)

    def fit_colours(self, weights: np.ndarray) -> None:
        """Take the likeliest colours, in the light as it is."""
        self.colours = self.colours.copy()
        gains, casts = self.gains[self.faces], self.casts[self.faces]
        for colour, noise in enumerate(self.noise):
            known, weight = np.diagonal(noise) / SPREAD**2, weights[:, colour]
            left = (weight * gains) @ (self.measured - casts) + known * self.typical[colour]
            self.colours[colour] = left / (weight @ gains**2 + known)

    def fit_light(self, weights: np.ndarray, light: LightVariation) -> None:
        """Take the likeliest casts, then the likeliest gains."""
        precision = np.stack(
            [weights[:, [k]] / np.diagonal(noise) for k, noise in enumerate(self.noise)]
        )
        casts, steep = np.array(light.cast), np.zeros(FACES)
        self.of_light = 0.0
        for face in range(FACES):
            here = precision[:, self.faces == face]
            measured = self.measured[self.faces == face]
            lit = self.gains[face] * self.colours[:, None]
            total = here.sum(axis=(0, 1))
            self.casts[face] = (here * (measured - lit)).sum(axis=(0, 1)) / (total + casts**-2)
            dimmer = measured - self.casts[face] - self.colours[:, None]
            steep[face] = (here * self.colours[:, None] ** 2).sum()
            slope = (here * dimmer * self.colours[:, None]).sum()
            self.gains[face] = 1 + slope / (steep[face] + light.gain**-2)
            self.of_light += 0.5 * np.log1p(total * casts**2).sum()
        self.of_light += 0.5 * np.log1p(steep * light.gain**2).sum()

    def fit_noise(self, weights: np.ndarray) -> None:
        squares = [
            np.einsum("s,si,sj->ij", weights[:, k], self.offsets(k), self.offsets(k))
            for k in range(COLOURS)
        ]
        larger = 1 / (1 - self.leverage)
        of_all = (larger * sum(squares) + 6 * 36 * np.eye(3)) / (weights.sum() + 6)
        self.noise, self.of_noise = [], 0.0
        for square, number in zip(squares, weights.sum(axis=0), strict=True):
            scale = (np.trace(np.linalg.solve(of_all, square)) / 3 + 3) / (number + 3)
            alike = scale * of_all
            self.noise.append((larger * square + 12 * alike) / (number + 12) + 0.49 * np.eye(3))
            shape = np.linalg.solve(self.noise[-1], alike)
            self.of_noise += 6 * (np.trace(shape) - math.log(np.linalg.det(shape)) - 3)
            self.of_noise += 4.5 * (1 / scale + math.log(scale) - 1)

    @property
    def penalty(self) -> float:
        unlikely = (((self.colours - self.typical) / SPREAD) ** 2).sum()
        if self.light is not None:
            unlikely += (((self.gains - 1) / self.light.gain) ** 2).sum()
            unlikely += ((self.casts / np.array(self.light.cast)) ** 2).sum()
        return 0.5 * unlikely + self.of_light + self.of_noise


@pytest.mark.parametrize("light", [None, VARYING, STEADY])
@pytest.mark.parametrize("size", [2, 3, 5])
def test_each_step_is_that_of_the_plain_statement(size, light):
    rng = np.random.default_rng(size)
    one = scene(size, rng, noise=7, light=0.1, glare=0.05)
    lab, typical = lab_of(one.rgb), lab_of(STICKERS * 0.9)
    seen = rng.random(len(lab)) < 0.9
    plain, begun = Plain(lab, seen, typical, lab_of(STICKERS)), lab_of(STICKERS)
    estimate = Appearance.of(lab, seen, typical, begun)
    for step in range(4):
        assert estimate.costs() == pytest.approx(plain.costs(), abs=1e-9)
        assert estimate.colours == pytest.approx(plain.colours, abs=1e-9)
        assert estimate.penalty == pytest.approx(plain.penalty, abs=1e-9)
        assert estimate.leverage == pytest.approx(plain.leverage)
        if light is not None and step == 1:
            plain.light, estimate = light, estimate.under(light)
        shares = 0.7 * np.eye(6)[one.colours] + 0.3 * rng.dirichlet(np.ones(6), len(lab))
        plain.fit(shares)
        estimate = estimate.fitted(shares)


LAB, SIX, SEEN = np.zeros((54, 3)), np.zeros((6, 3)), np.ones(54, np.bool_)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ((LAB[:-1], SEEN, SIX, SIX), "for each sticker"),
        ((LAB[:-1], SEEN[:-1], SIX, SIX), "six faces"),
        ((LAB[:0], SEEN[:0], SIX, SIX), "six faces"),
        ((LAB * np.nan, SEEN, SIX, SIX), "finite"),
        ((LAB, SEEN, SIX[:5], SIX), "six colours"),
        ((LAB, SEEN, SIX, np.zeros((6, 4))), "six colours"),
    ],
)
def test_what_makes_no_estimate_is_refused(given, why):
    _native.Appearance(LAB, SEEN, SIX, SIX)
    with pytest.raises(ValueError, match=why):
        _native.Appearance(*given)


def test_what_makes_no_estimate_likelier_is_refused():
    estimate = _native.Appearance(LAB, SEEN, SIX, SIX)
    for shares in (
        np.zeros((54, 5)),
        np.zeros((53, 6)),
        np.full((54, 6), np.nan),
        -np.ones((54, 6)),
    ):
        with pytest.raises(ValueError, match="shares"):
            estimate.fitted(shares)
    for gain, cast in ((0.0, (1, 1, 1)), (1.0, (1, 0, 1)), (math.nan, (1, 1, 1))):
        with pytest.raises(ValueError, match="deviations"):
            estimate.under(gain, cast, True)
