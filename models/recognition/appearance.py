"""How a cube looks to a camera: the colours of its stickers, the light on each face, and noise.

A sticker of colour k on face i is measured, in L*a*b*, as

    x = g_i · c_k + o_i + noise,   noise ~ (1 − ε) · N(0, Σ_k) + ε · uniform

with the colours c_k, the gain g_i and the cast o_i of the light on a face, and a share ε of stickers that show something
else: glare, a logo, a finger. Nobody knows these numbers, so they are estimated together with the cube: `costs` says how
little each colour is likely on each sticker, and `fit` takes the shares that the cubes give to colours, and makes the
estimate likelier (expectation-maximisation: A. P. Dempster, N. M. Laird and D. B. Rubin, 1977).

Few stickers have to say much, so estimates are held back by what is known beforehand: colours near typical ones, gains
near 1, casts near 0, and noise of one colour like that of all. What each of these costs is the `penalty`.
"""

from __future__ import annotations

import math
from copy import copy
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubecsp.models.recognition.colour_space import Colours
from cubecsp.models.recognition.likeliest import Costs

__all__ = ["STEADY", "VARYING", "Appearance", "Light"]

_SPREAD = np.array([15.0, 20.0, 20.0])  # of colours around the typical ones, in L*, a*, b*
_OUTLIERS = 0.005  # the share ε
_VOLUME = 1e6  # of the colours that a sticker can have, in L*a*b*
_USUAL_NOISE, _WORTH_OF_USUAL = 6.0, 6.0  # the noise expected, and how many stickers that counts as
_WORTH_OF_ALL, _WORTH_OF_ONE = (
    12.0,
    3.0,
)  # so many stickers count shape, and scale, of the noise of all colours
_LEAST_NOISE = 0.7  # measurements are whole numbers
_FIRST_NOISE = 12.0  # before anything is estimated
_SWEEPS = 3

_CONSTANT = math.log1p(-_OUTLIERS) - 1.5 * math.log(2 * math.pi)
_GLARE = math.log(_OUTLIERS / _VOLUME)


@dataclass(frozen=True)
class Light:
    """How much the light may differ from face to face: standard deviations.

    Attributes:
        gain: of the factor of brightness and colourfulness, around 1.
        cast: of what is added to L*, a* and b*, around 0.
    """

    gain: float
    cast: NDArray[np.float64]


VARYING = Light(0.15, np.array([3.0, 8.0, 8.0]))
"""Photos, each of which the camera exposes anew."""

STEADY = Light(0.009, np.array([0.18, 0.48, 0.48]))
"""A scanner, or a robot with a lamp."""


class Appearance:
    """An estimate of what makes the measurements.

    It begins with some colours, in the same light everywhere.

    Args:
        measured: L*, a*, b* of each sticker: array (stickers, 3).
        seen: which stickers were measured.
        on_face: 1 where a sticker is on a face, else 0: array (faces, stickers).
        typical: the colours expected: array (6, 3).
        colours: the colours to begin with: array (6, 3).

    Attributes:
        light: how much the light may differ from face to face; None for not at all.
        colours: of the stickers, in a light of gain 1 and without cast: array (6, 3).
        gains: of the light on each face.
        casts: of the light on each face: array (faces, 3).
        noise: the covariance of each colour: array (6, 3, 3).
    """

    def __init__(
        self,
        measured: Colours,
        seen: NDArray[np.bool_],
        on_face: NDArray[np.float64],
        typical: Colours,
        colours: Colours,
    ) -> None:
        self._measured, self._seen = measured, seen.astype(np.float64)
        self._on_face, self._typical = on_face, typical
        self.light: Light | None = None
        self.colours = colours
        self.gains, self.casts = np.ones(len(on_face)), np.zeros((len(on_face), 3))
        self.noise = np.repeat(np.eye(3)[None] * _FIRST_NOISE**2, len(colours), axis=0)
        self._of_light = self._of_noise = 0.0
        self._prepare()

    def under(self, light: Light) -> Appearance:
        """Return the same estimate, where the light may differ so much."""
        result = copy(self)
        result.light = light
        return result

    def _prepare(self) -> None:
        """Work out how likely each sticker is with each colour, without outliers: array (6, stickers)."""
        on_faces = self.gains[:, None] * self.colours[:, None] + self.casts  # colour, face, channel
        offsets = self._measured - np.matmul(self._on_face.T, on_faces)
        far = (np.matmul(offsets, np.linalg.inv(self.noise)) * offsets).sum(axis=2)
        volumes = np.log(np.linalg.det(self.noise))[:, None]
        self._logs = _CONSTANT - 0.5 * (far + volumes)

    def costs(self) -> Costs:
        """Return the cost of each colour on each sticker, 0 on unknown ones: array (stickers, 6)."""
        return np.ascontiguousarray((-np.logaddexp(self._logs, _GLARE) * self._seen).T)

    def fit(self, shares: Costs) -> None:
        """Make the estimate likelier, where stickers have colours with these shares: array (stickers, 6)."""
        weights = shares.T * self._seen / (1 + np.exp(np.minimum(_GLARE - self._logs, 700.0)))
        self._fit_colours_and_light(weights)
        self._fit_noise(weights)
        self._prepare()

    def _fit_colours_and_light(self, weights: NDArray[np.float64]) -> None:
        number = (weights @ self._on_face.T)[:, :, None]  # colour, face
        total = np.matmul(self._on_face, weights[:, :, None] * self._measured)  # …, channel
        variance = np.diagonal(self.noise, axis1=1, axis2=2)[:, None]
        precision = number / variance
        for _ in range(1 if self.light is None else _SWEEPS):
            gains, known = self.gains[:, None], variance[:, 0] / _SPREAD**2
            left = (gains * (total - number * self.casts)).sum(axis=1) + known * self._typical
            self.colours = left / ((number * gains**2).sum(axis=1) + known)
            if self.light is not None:
                self._fit_light(total / variance, precision, self.light)

    def _fit_light(
        self,
        total: NDArray[np.float64],
        precision: NDArray[np.float64],
        light: Light,
    ) -> None:
        colours = self.colours[:, None]
        curve = precision.sum(axis=0)
        left = (total - precision * self.gains[:, None] * colours).sum(axis=0)
        self.casts = left / (curve + light.cast**-2)
        steep = (precision * colours**2).sum(axis=(0, 2))
        slope = ((total - precision * (self.casts + colours)) * colours).sum(axis=(0, 2))
        self.gains = 1 + slope / (steep + light.gain**-2)
        occam = np.log1p(curve * light.cast**2).sum() + np.log1p(steep * light.gain**2).sum()
        self._of_light = 0.5 * float(occam)

    def _fit_noise(self, weights: NDArray[np.float64]) -> None:
        on_faces = self.gains[:, None] * self.colours[:, None] + self.casts
        offsets = self._measured - np.matmul(self._on_face.T, on_faces)
        squares = np.matmul((weights[:, :, None] * offsets).transpose(0, 2, 1), offsets)
        numbers = weights.sum(axis=1)
        of_all = squares.sum(axis=0) / (
            1 - self.leverage
        ) + _WORTH_OF_USUAL * _USUAL_NOISE**2 * np.eye(3)
        of_all /= numbers.sum() + _WORTH_OF_USUAL
        ratios = (np.linalg.inv(of_all) * squares).sum(axis=(1, 2)) / 3
        scales = (ratios + _WORTH_OF_ONE) / (numbers + _WORTH_OF_ONE)
        alike = scales[:, None, None] * of_all
        count = (numbers + _WORTH_OF_ALL)[:, None, None]
        self.noise = (squares / (1 - self.leverage) + _WORTH_OF_ALL * alike) / count
        self.noise += _LEAST_NOISE**2 * np.eye(3)
        shape = np.linalg.solve(self.noise, alike)
        twice = np.trace(shape, axis1=1, axis2=2) - np.log(np.linalg.det(shape)) - 3
        of_scales = 3 * (1 / scales + np.log(scales) - 1)
        self._of_noise = 0.5 * float((_WORTH_OF_ALL * twice + _WORTH_OF_ONE * of_scales).sum())

    @property
    def leverage(self) -> float:
        """How many numbers are estimated for each one that was measured.

        What was estimated from a sticker fits it too well: squared distances are too small by this share.
        """
        estimated = self.colours.size + (self.gains.size + self.casts.size) * (
            self.light is VARYING
        )
        return min(0.5, estimated / (3 * max(1.0, float(self._seen.sum()))))

    @property
    def trust(self) -> float:
        """By how much, as a factor, differences of costs are to be believed.

        They are too small for the colour believed in, and too large for others, each by the leverage.
        """
        return (1 - self.leverage) / (1 + self.leverage)

    @property
    def penalty(self) -> float:
        """How unlikely the estimate is beforehand: colours, light, and the noise of some colours.

        It has a part that grows with the freedom of the light and with what was measured about it (the logarithm of
        P. S. Laplace's approximation), so that estimates under different lights can be compared.
        """
        unlikely = (((self.colours - self._typical) / _SPREAD) ** 2).sum()
        if self.light is not None:
            unlikely += (((self.gains - 1) / self.light.gain) ** 2).sum()
            unlikely += ((self.casts / self.light.cast) ** 2).sum()
        return 0.5 * float(unlikely) + self._of_light + self._of_noise
