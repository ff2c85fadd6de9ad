"""The look of a cube to a camera: the colours of its stickers, the light on each face, and noise.

A sticker of colour k on face i is measured, in L*a*b*, as

    x = g_i · c_k + o_i + noise,   noise ~ (1 − ε) · N(0, Σ_k) + ε · uniform

with the colours c_k, the gain g_i and the cast o_i of the light on a face, and a share ε of stickers that show something
else: glare, a logo, a finger. Nobody knows these numbers, so they are estimated together with the cube: `costs` says
how unlikely each colour is on each sticker, and `fitted` takes the shares that the cubes give to colours, and returns a
likelier estimate (`native/recognition/appearance.hpp`).

Few stickers have to say much, so prior knowledge restrains the estimates: colours near typical ones, gains
near 1, casts near 0, and noise of one colour like that of all. The `penalty` is the cost of all of these.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cubecsp._native import Appearance as Estimate
from cubecsp.frozen import frozen
from cubecsp.models.recognition.colour_space import Colours
from cubecsp.models.recognition.likeliest import Costs


@frozen
class LightVariation:
    """The differences of light from face to face: standard deviations.

    Attributes:
        gain: of the factor of brightness and colourfulness, around 1.
        cast: of what is added to L*, a* and b*, around 0.
        free: whether it is so free that its numbers count among those that are estimated.
    """

    gain: float
    cast: tuple[float, float, float]
    free: bool


VARYING = LightVariation(0.15, (3.0, 8.0, 8.0), free=True)
"""Photos, with a new exposure for each."""

STEADY = LightVariation(0.009, (0.18, 0.48, 0.48), free=False)
"""A scanner, or a robot with a lamp."""


@frozen
class Appearance:
    """An estimate of what makes the measurements.

    Attributes:
        light: how much the light may differ from face to face; None for not at all.
    """

    _estimate: Estimate
    light: LightVariation | None = None

    @classmethod
    def of(
        cls, measured: Colours, seen: NDArray[np.bool_], typical: Colours, colours: Colours
    ) -> Appearance:
        """Begin with some colours, in the same light everywhere.

        Args:
            measured: L*, a*, b* of each sticker, face by face: array (stickers, 3).
            seen: which stickers were measured.
            typical: the colours expected: array (6, 3).
            colours: the colours to begin with: array (6, 3).
        """
        return cls(Estimate(measured, seen, typical, colours))

    def under(self, light: LightVariation) -> Appearance:
        """Return the same estimate, where the light may differ so much."""
        return Appearance(self._estimate.under(light.gain, light.cast, light.free), light)

    def fitted(self, shares: Costs) -> Appearance:
        """Return a likelier estimate, where stickers have colours with these shares: array (stickers, 6)."""
        return Appearance(self._estimate.fitted(shares), self.light)

    def costs(self) -> Costs:
        """Return the cost of each colour on each sticker, 0 on unknown ones: array (stickers, 6)."""
        return np.frombuffer(self._estimate.costs()).reshape(-1, 6)

    @property
    def colours(self) -> Colours:
        """The colours of the stickers, in a light of gain 1 and without cast: array (6, 3)."""
        return np.array(self._estimate.colours)

    @property
    def leverage(self) -> float:
        """The number of estimated numbers for each measured one.

        An estimate from a sticker fits it too well: squared distances are too small by this share.
        """
        return self._estimate.leverage

    @property
    def trust(self) -> float:
        """The factor by which to trust differences of costs.

        They are too small for the colour believed in, and too large for others, each by the leverage.
        """
        return (1 - self.leverage) / (1 + self.leverage)

    @property
    def penalty(self) -> float:
        """The prior cost of the estimate: colours, light, and the noise of some colours.

        It has a part that grows with the freedom of the light and with what was measured about it (the logarithm of
        P. S. Laplace's approximation), so that estimates under different lights can be compared.
        """
        return self._estimate.penalty
