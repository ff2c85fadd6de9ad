"""Photos of faces, rendered: a black face with stickers, in perspective, in uneven light, blurred, with glare and noise."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["photo"]

_CELL = 60  # pixels of a cell, before perspective
_WIDE, _HIGH = 640, 480


def photo(
    stickers: NDArray[np.float64],
    rng: np.random.Generator,
    *,
    tilt: float = 0.12,
    blur: float = 1.5,
    noise: float = 4.0,
    glare: float = 0.5,
) -> NDArray[np.uint8]:
    """Return a picture of a face, in the channels of OpenCV: array (height, width, 3).

    Args:
        stickers: red, green and blue of its stickers, row by row: array (stickers, 3).
        rng: decides how it is held, the light, and the background.
        tilt: how far its corners are from those of a square, as a share of its side.
        blur: in pixels.
        noise: of each pixel.
        glare: how bright the reflection is, as a share of white.
    """
    import cv2

    size = round(len(stickers) ** 0.5)
    face = _face(cv2, stickers[:, ::-1], size)
    side = float(rng.uniform(0.55, 0.8)) * _HIGH
    middle = np.array([_WIDE, _HIGH]) / 2 + rng.uniform(-30, 30, 2)
    angle = float(rng.uniform(-0.3, 0.3))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    corners = middle + side * (square @ turn.T + rng.uniform(-tilt, tilt, (4, 2)) / 2)
    flat = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * face.shape[0]
    seen = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    background = _background(cv2, rng)
    shown = cv2.warpPerspective(face, seen, (_WIDE, _HIGH), flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.ones(face.shape[:2], np.float32), seen, (_WIDE, _HIGH))[..., None]
    picture = background * (1 - mask) + shown * mask
    across, down = np.meshgrid(np.linspace(-0.5, 0.5, _WIDE), np.linspace(-0.5, 0.5, _HIGH))
    slope = rng.uniform(-0.25, 0.25, 2)
    picture = picture * (rng.uniform(0.75, 1.1) + slope[0] * across + slope[1] * down)[..., None]
    spot = middle + rng.uniform(-0.4, 0.4, 2) * side
    y, x = np.mgrid[:_HIGH, :_WIDE]
    far = ((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / (0.09 * side) ** 2
    picture = picture + (255 - picture) * (glare * np.exp(-far))[..., None]
    grain = noise * rng.standard_normal(picture.shape, np.float32)
    picture = cv2.GaussianBlur(picture, (0, 0), blur) + grain
    result: NDArray[np.uint8] = np.clip(picture, 0, 255).astype(np.uint8)
    return result


def _face(cv2: Any, stickers: NDArray[np.float64], size: int) -> NDArray[np.float32]:
    face = np.full((size * _CELL, size * _CELL, 3), 18, np.float32)
    rim, radius = _CELL // 12, _CELL // 8
    for cell, colour in enumerate(stickers.tolist()):
        top, left = cell // size * _CELL + rim, cell % size * _CELL + rim
        end = _CELL - 2 * rim
        for inset_x, inset_y in ((radius, 0), (0, radius)):
            first = (left + inset_x, top + inset_y)
            last = (left + end - inset_x, top + end - inset_y)
            cv2.rectangle(face, first, last, colour, -1)
        for dx in (radius, end - radius):
            for dy in (radius, end - radius):
                cv2.circle(face, (left + dx, top + dy), radius, colour, -1)
    return face


def _background(cv2: Any, rng: np.random.Generator) -> NDArray[np.float64]:
    coarse = rng.uniform(60, 200, (6, 8, 3)).astype(np.float32)
    smooth = cv2.resize(coarse, (_WIDE, _HIGH), interpolation=cv2.INTER_CUBIC)
    for _ in range(3):
        start, end = rng.integers(0, _WIDE, 2).tolist(), rng.integers(0, _HIGH, 2).tolist()
        cv2.line(smooth, start, end, rng.uniform(0, 255, 3).tolist(), 2)
    result: NDArray[np.float64] = smooth.astype(np.float64)
    return result
