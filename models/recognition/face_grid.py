"""The face of a cube in a picture: the places of the stickers, and their colours.

Stickers are quadrilaterals of about one size that stand in a square grid, seen in perspective. Outlines are looked for at
several thresholds, and on a slightly and a strongly blurred picture; each quadrilateral among them states a grid, which is
extended to those that stand where it expects some, and fitted to all of them (a homography). The grid that most
stickers agree with is that of the face. The darkest part of each of its cells is measured, also if no outline was found
there: a reflection makes part of a sticker look whiter, and nothing makes it look darker but print, which few have.

OpenCV reads the pictures and finds outlines and homographies (opencv-python-headless: 60 MB, maintained since 2016, wheels
for every system that need nothing else). scikit-image needs SciPy, which is larger, and Pillow finds neither.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubecsp.errors import EngineError
from cubecsp.models.recognition.measurements import SIZES
from cubecsp.stopping.deadline import looking

MOST_PIXELS = 200_000_000
"""The most pixels of a picture: a small file may claim to have far more."""

_SIDE = 480  # pixels of the longer side of the picture in which outlines are looked for
_BLURS = (3, 7)
_THRESHOLDS = ((20, 60), (50, 120), (100, 220))  # of the edges, weak and strong
_LEAST_AREA, _MOST_AREA = 0.0008, 0.2  # of a sticker, as a share of the picture
_LEAST_FILLED = 0.72  # of the rectangle around a sticker, turned as it is
_FLAT = 2.5  # times its shorter side is the longer one at most
_ALIKE = 1.6  # the sides of neighbours differ by this factor at most
_NEAR = 0.28  # a sticker is found at its expected place, up to this share of a cell
_LEAST_FOUND = 0.55  # the share of the cells of a face that have to have an outline
_TRIED = 8  # stickers that state grids, at least
_SPACINGS = (1.06, 1.18, 1.35)  # cells are larger than stickers, by such factors
_SEEDS = 40
# In cells from the first one: the grid is fitted again after each.
_REACHES = (1, 1, 2, 2, 3, 4, 5, 6, 6)
_SINGULAR = 1e-9
_MIDDLE = 0.33  # the part of a cell around its middle that is measured, as a share of it, in both directions
_SAMPLES = 9
_DARKEST = 0.2  # the share of the samples of a cell that are believed

_Points = NDArray[np.float64]
_Cell = tuple[int, int]


def face_in(picture: Any) -> NDArray[np.float64] | None:
    """Return the colours of the face that fills most of a picture, in the channels of OpenCV.

    They are red, green and blue (0…255) of its stickers, row by row: array (stickers, 3); None if none is found.
    """
    cv2 = opencv()
    scale = _SIDE / max(picture.shape[:2])
    if min(picture.shape[:2]) * scale < 1:  # a line, of which nothing would be left
        return None
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found = _grid(cv2, _outlines(cv2, small))
    return None if found is None else _cell_colours(cv2, small, *found)


def opencv() -> Any:
    """Return the module `cv2`.

    Raises:
        EngineError: it is not installed.
    """
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MOST_PIXELS))  # read once, at import
    try:
        import cv2
    except ImportError as error:
        raise EngineError(
            "pictures need the package opencv-python-headless: pip install 'cubecsp[camera]' (or measure colours "
            "in another way, and give them as JSON)"
        ) from error
    return cv2


# ------------------------------------------------------------ stickers


def _outlines(cv2: Any, picture: Any) -> _Points:
    """Return quadrilaterals that may be stickers: array (stickers, 4 corners clockwise, x and y)."""
    area = picture.shape[0] * picture.shape[1]
    found: list[_Points] = []
    for blur in _BLURS:
        smooth = cv2.GaussianBlur(cv2.medianBlur(picture, blur), (blur, blur), 0)
        for weak, strong in _THRESHOLDS:
            edges = np.max([cv2.Canny(channel, weak, strong) for channel in cv2.split(smooth)], 0)
            closed = cv2.dilate(edges, np.ones((3, 3), np.uint8))
            for contour in cv2.findContours(closed, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]:
                corners = _quadrilateral(cv2, contour, area)
                if corners is not None:
                    found.append(corners)
    return _distinct(found)


def _quadrilateral(cv2: Any, contour: Any, area: int) -> _Points | None:
    """Return the corners of an outline that may be that of a sticker."""
    covered = cv2.contourArea(contour)
    if not _LEAST_AREA * area < covered < _MOST_AREA * area:
        return None
    hull = cv2.convexHull(contour)
    around = cv2.minAreaRect(hull)
    short, long = sorted(around[1])
    if long > _FLAT * short or cv2.contourArea(hull) < _LEAST_FILLED * short * long:
        return None
    if covered < 0.8 * cv2.contourArea(hull):
        return None
    length = cv2.arcLength(hull, True)
    corners = cv2.approxPolyDP(hull, 0.06 * length, True)
    if len(corners) != 4:  # with round corners
        corners = cv2.boxPoints(around)
    points: _Points = np.asarray(corners, np.float64).reshape(4, 2)
    turned = np.roll(points, -int(points.sum(axis=1).argmin()), axis=0)
    (ax, ay), (bx, by) = turned[1] - turned[0], turned[3] - turned[0]
    return turned if ax * by - ay * bx > 0 else turned[[0, 3, 2, 1]]


def _distinct(found: Sequence[_Points]) -> _Points:
    """Return quadrilaterals without those that were found twice, the larger one of such."""
    corners = np.array(found).reshape(-1, 4, 2)
    middles, sides = corners.mean(axis=1), _sides(corners)
    kept: list[int] = []
    for i in np.argsort(-sides, kind="stable").tolist():
        far = np.abs(middles[kept] - middles[i]).max(axis=1) > 0.4 * sides[i]
        if np.all(far | (sides[kept] > 2 * sides[i])):
            kept.append(i)
    return corners[kept]


def _sides(corners: _Points) -> _Points:
    """Return the sides of squares of the same areas as quadrilaterals: array (quadrilaterals,)."""
    x, y = corners[..., 0], corners[..., 1]
    areas = (x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1) / 2
    sides: _Points = np.sqrt(np.abs(areas))
    return sides


# ------------------------------------------------------------ the grid


def _grid(cv2: Any, stickers: _Points) -> tuple[int, Any] | None:
    """Return the size of the face, and the homography of its cells to the picture; None if there is none.

    Cell (row, column) has its middle at (column + ½, row + ½).
    """
    best: tuple[float, int, Any] = (0.0, 0, None)
    middles = stickers.mean(axis=1)
    sides = _sides(stickers)
    for seed in looking(range(min(len(stickers), _SEEDS))):
        near = np.abs(np.log(sides / sides[seed])) < np.log(_ALIKE)
        for spacing in _SPACINGS:
            cells = _grid_cells(cv2, stickers[seed], spacing, middles[near])
            for filled, size, inside in _windows(cells):
                if filled <= best[0]:
                    continue
                homography = _homography(cv2, inside)
                if homography is not None and _is_flat(cv2, homography, size):
                    best = (filled, size, homography)
        # Several stickers were tested, and each cell of the largest square has one.
        if seed >= _TRIED and best[1] ** 2 == best[0]:
            break
    return None if best[2] is None else best[1:]


def _grid_cells(cv2: Any, seed: _Points, spacing: float, middles: _Points) -> dict[_Cell, _Points]:
    """Return the stickers of the grid that one of them states, by their cells."""
    unit = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) - 0.5
    centre = seed.mean(axis=0)
    homography = cv2.getPerspectiveTransform(
        unit.astype(np.float32), (centre + spacing * (seed - centre)).astype(np.float32)
    )
    cells: dict[_Cell, int] = {}
    for reach in _REACHES:
        if homography is None or not abs(np.linalg.det(homography)) > _SINGULAR:
            return {}
        back = cv2.perspectiveTransform(middles[None], np.linalg.inv(homography))[0]
        nearest = np.rint(back)
        close = np.abs(back - nearest).max(axis=1) < _NEAR
        within = close & (np.abs(nearest).max(axis=1) <= reach)
        before, cells = cells, {}
        for index in np.flatnonzero(within).tolist():
            cells.setdefault((int(nearest[index, 1]), int(nearest[index, 0])), index)
        if len(cells) < 4 or len({r for r, _ in cells}) < 2 or len({c for _, c in cells}) < 2:
            return {}
        if cells == before and (close == within).all():  # nor will anything change
            break
        homography = _homography(cv2, {cell: middles[index] for cell, index in cells.items()})
    return {cell: middles[index] for cell, index in cells.items()}


def _homography(cv2: Any, cells: Mapping[Any, _Points]) -> Any:
    places = np.array([(column, row) for row, column in cells], np.float64)
    return cv2.findHomography(places, np.array(list(cells.values())), 0)[0]


def _windows(
    cells: dict[_Cell, _Points],
) -> Iterator[tuple[float, int, dict[tuple[float, float], _Points]]]:
    """Yield squares of cells that are filled well: how well, the size, and the stickers by the middles of their cells.

    A cell without a sticker weighs half as much as one with one, so that what stands beside a face by chance is left out.
    """
    if len(cells) < 4:
        return
    top, left = (min(cell[axis] for cell in cells) for axis in (0, 1))
    below, right = (max(cell[axis] for cell in cells) + 1 for axis in (0, 1))
    for size in SIZES:
        for first in itertools.product(range(top, below - size + 1), range(left, right - size + 1)):
            inside = {
                (row - first[0] + 0.5, column - first[1] + 0.5): point
                for (row, column), point in cells.items()
                if 0 <= row - first[0] < size and 0 <= column - first[1] < size
            }
            if len(inside) >= max(4, _LEAST_FOUND * size**2):
                yield 1.5 * len(inside) - 0.5 * size**2, size, inside


def _is_flat(cv2: Any, homography: Any, size: int) -> bool:
    """Return whether a face is a convex quadrilateral in the picture, and not much longer than wide."""
    corners = np.array([[[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]]])
    shown = cv2.perspectiveTransform(corners, homography)[0].astype(np.float32)
    if not cv2.isContourConvex(shown):
        return False
    sides = np.linalg.norm(np.roll(shown, -1, axis=0) - shown, axis=1)
    return bool(sides.max() < _FLAT * sides.min())


def _cell_colours(cv2: Any, picture: Any, size: int, homography: Any) -> NDArray[np.float64]:
    """Return the median colour of the darkest part of each cell: array (cells, 3), red, green and blue."""
    places = np.linspace(-_MIDDLE, _MIDDLE, _SAMPLES) + np.arange(size)[:, None] + 0.5
    row, i, column, j = np.ix_(*(np.arange(number) for number in (size, _SAMPLES, size, _SAMPLES)))
    points = np.stack(np.broadcast_arrays(places[column, j], places[row, i]), axis=-1)
    at = cv2.perspectiveTransform(points.reshape(1, -1, 2), homography)[0]
    x, y = np.rint(at).astype(int).clip(0, np.array(picture.shape[1::-1]) - 1).T
    samples = picture[y, x].reshape(size, _SAMPLES, size, _SAMPLES, 3).swapaxes(1, 2)
    samples = samples.reshape(size**2, _SAMPLES**2, 3)[..., ::-1]
    darkest = np.argsort(samples.sum(axis=2), axis=1)[:, : round(_DARKEST * _SAMPLES**2), None]
    colours: NDArray[np.float64] = np.median(np.take_along_axis(samples, darkest, axis=1), axis=1)
    return colours
