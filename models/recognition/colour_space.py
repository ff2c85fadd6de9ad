"""Colours as numbers: sRGB as cameras write it, and CIELAB, in which distances are about what eyes see."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Colours = NDArray[np.float64]
"""Colours, one in each row: red, green and blue from 0 to 255, or L*, a* and b*."""

TYPICAL = {
    "W": (235, 235, 235),
    "R": (180, 20, 40),
    "G": (0, 150, 75),
    "Y": (245, 215, 20),
    "O": (250, 100, 15),
    "B": (0, 75, 175),
    "K": (30, 30, 32),
    "P": (110, 45, 145),
    "I": (240, 120, 170),
}
"""Colours of stickers by their letters (`cubecsp.formats.colour_words`), in sRGB, in white light."""

# IEC 61966-2-1 (sRGB), and CIE 15 (L*a*b*) with the white of D65.
_TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
_WHITE = _TO_XYZ.sum(axis=1)
_FROM_XYZ = np.linalg.inv(_TO_XYZ)
_EPSILON, _KAPPA = 216 / 24389, 24389 / 27


def lab_of(rgb: Colours) -> Colours:
    """Return L*, a*, b* of colours in sRGB; those brighter than white are continued."""
    share = np.maximum(rgb, 0.0) / 255
    linear = np.where(share > 0.04045, ((share + 0.055) / 1.055) ** 2.4, share / 12.92)
    ratio = linear @ _TO_XYZ.T / _WHITE
    f = np.where(ratio > _EPSILON, np.cbrt(ratio), (_KAPPA * ratio + 16) / 116)
    return np.stack(
        [116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])],
        axis=-1,
    )


def rgb_of(lab: Colours) -> Colours:
    """Return colours in sRGB of L*, a*, b*: the inverse of `lab_of`, not cut off at 255."""
    y = (lab[..., 0] + 16) / 116
    f = np.stack([y + lab[..., 1] / 500, y, y - lab[..., 2] / 200], axis=-1)
    ratio = np.where(f**3 > _EPSILON, f**3, (116 * f - 16) / _KAPPA)
    linear = np.maximum(ratio * _WHITE @ _FROM_XYZ.T, 0.0)
    share = np.where(linear > 0.0031308, 1.055 * linear ** (1 / 2.4) - 0.055, 12.92 * linear)
    rgb: Colours = 255 * share
    return rgb
