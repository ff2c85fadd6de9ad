"""Photos of faces: where the stickers are, and which colours they have.

Stickers are quadrilaterals of about one size that stand in a square grid, seen in perspective. Outlines are looked for at
several thresholds, and on a slightly and a strongly blurred picture; each quadrilateral among them states a grid, which is
extended to those that stand where it expects some, and fitted to all of them (a homography). The grid that most stickers
agree with is that of the face. What is in the middle of each of its cells is measured, also where no outline was found.

OpenCV reads the pictures and finds outlines and homographies (opencv-python-headless: 60 MB, maintained since 2016, wheels
for every system that need nothing else). scikit-image needs SciPy, which is larger, and Pillow finds neither.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubecsp.deadline import looking
from cubecsp.errors import EngineError, InputError, excerpt
from cubecsp.files import read_whole
from cubecsp.models.recognition.measurements import SIZES

__all__ = ["PHOTO_SUFFIXES", "measured_faces"]

PHOTO_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
"""How the names of pictures end that are read."""

_MOST_BYTES = 50_000_000
_SIDE = 480  # pixels of the longer side of the picture in which outlines are looked for
_BLURS = (3, 7)
_THRESHOLDS = ((20, 60), (50, 120), (100, 220))  # of the edges, weak and strong
_LEAST_AREA, _MOST_AREA = 0.0008, 0.2  # of a sticker, as a share of the picture
_LEAST_FILLED = 0.72  # of the rectangle around a sticker, turned as it is
_FLAT = 2.5  # times its shorter side is the longer one at most
_ALIKE = 1.6  # the sides of neighbours differ by this factor at most
_NEAR = 0.28  # a sticker is found where it is expected, up to this share of a cell
_LEAST_FOUND = 0.55  # of the cells of a face, so many have to have an outline
_TRIED = 8  # stickers that state grids, at least
_SPACINGS = (1.06, 1.18, 1.35)  # cells are larger than stickers, by such factors
_SEEDS = 40
# In cells from the first one: the grid is fitted again after each.
_REACHES = (1, 1, 2, 2, 3, 4, 5, 6, 6)
_SINGULAR = 1e-9
_MIDDLE = 0.25  # measured is what is as near to the middle of a cell, as a share of it, in both directions
_SAMPLES = 9

_Points = NDArray[np.float64]
_Cell = tuple[int, int]


def measured_faces(photos: Iterable[str | Path]) -> NDArray[np.float64]:
    """Return red, green and blue (0…255) of the stickers in six photos: array (faces, stickers of a face, 3).

    Each photo shows one face, upright or not; its stickers come row by row, from above.

    Raises:
        InputError: there are not six of them, one cannot be read or shows no face, or they show faces of different sizes.
        EngineError: OpenCV is not installed.
    """
    paths = [Path(photo) for photo in photos]
    if len(paths) != 6:
        raise InputError(
            f"the number of pictures is {len(paths)}", "give six, one of each face of the cube"
        )
    faces = [(path, _face_in(path)) for path in looking(paths)]
    sizes = [len(face) for _, face in faces]
    usual = max(set(sizes), key=sizes.count)
    for (path, _), cells in zip(faces, sizes, strict=True):
        if cells != usual:
            raise InputError(
                f"picture {excerpt(path.name)} shows {cells} stickers, and others show {usual}",
                "take it again, of one whole face and nothing else of the cube",
            )
    return np.array([face for _, face in faces])


def _face_in(path: Path) -> NDArray[np.float64]:
    """Return the colours of the stickers of the face in a picture: array (stickers, 3)."""
    cv2 = _opencv()
    data = np.frombuffer(read_whole(path, _MOST_BYTES), np.uint8)
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
    if picture is None:
        raise InputError(
            f"{excerpt(path.name)} is damaged, or no picture",
            f"give one of these kinds: {', '.join(PHOTO_SUFFIXES)}",
        )
    scale = _SIDE / max(picture.shape[:2])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found = _grid(cv2, _outlines(cv2, small))
    if found is None:
        raise InputError(
            f"no face of a cube is found in picture {excerpt(path.name)}",
            "take it again: one whole face from the front, sharp, without reflections, on a calm background",
        )
    size, homography = found
    return _sampled(cv2, small, size, homography)


def _opencv() -> Any:
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
    kept: list[_Points] = []
    for corners in sorted(found, key=lambda one: -_side(one)):
        middle, side = corners.mean(axis=0), _side(corners)
        if all(
            np.abs(middle - other.mean(axis=0)).max() > 0.4 * side or _side(other) > 2 * side
            for other in kept
        ):
            kept.append(corners)
    return np.array(kept).reshape(-1, 4, 2)


def _side(corners: _Points) -> float:
    """Return the side of a square of the same area."""
    x, y = corners.T
    return float(np.sqrt(abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2))


# ------------------------------------------------------------ the grid


def _grid(cv2: Any, stickers: _Points) -> tuple[int, Any] | None:
    """Return the size of the face, and the homography of its cells to the picture; None if there is none.

    Cell (row, column) has its middle at (column + ½, row + ½).
    """
    best: tuple[float, int, Any] = (0.0, 0, None)
    middles = stickers.mean(axis=1)
    sides = np.array([_side(corners) for corners in stickers])
    for seed in looking(range(min(len(stickers), _SEEDS))):
        near = np.abs(np.log(sides / sides[seed])) < np.log(_ALIKE)
        for spacing in _SPACINGS:
            cells = _extended(cv2, stickers[seed], spacing, middles[near])
            for filled, size, inside in _windows(cells):
                if filled <= best[0]:
                    continue
                homography = _fitted(cv2, inside)
                if homography is not None and _is_flat(cv2, homography, size):
                    best = (filled, size, homography)
        # Several stickers were tried, and each cell of the largest square has one.
        if seed >= _TRIED and best[1] ** 2 == best[0]:
            break
    return None if best[2] is None else best[1:]


def _extended(cv2: Any, seed: _Points, spacing: float, middles: _Points) -> dict[_Cell, _Points]:
    """Return the stickers of the grid that one of them states, by their cells."""
    unit = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) - 0.5
    centre = seed.mean(axis=0)
    homography = cv2.getPerspectiveTransform(
        unit.astype(np.float32), (centre + spacing * (seed - centre)).astype(np.float32)
    )
    cells: dict[_Cell, _Points] = {}
    for reach in _REACHES:
        if homography is None or not abs(np.linalg.det(homography)) > _SINGULAR:
            return {}
        back = cv2.perspectiveTransform(middles[None], np.linalg.inv(homography))[0]
        nearest = np.rint(back)
        fits = (np.abs(back - nearest).max(axis=1) < _NEAR) & (np.abs(nearest).max(axis=1) <= reach)
        cells = {}
        for place, middle in zip(nearest[fits].astype(int).tolist(), middles[fits], strict=True):
            cells.setdefault((place[1], place[0]), middle)
        if len(cells) < 4 or len({r for r, _ in cells}) < 2 or len({c for _, c in cells}) < 2:
            return {}
        homography = _fitted(cv2, cells)
    return cells


def _fitted(cv2: Any, cells: Mapping[Any, _Points]) -> Any:
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


def _sampled(cv2: Any, picture: Any, size: int, homography: Any) -> NDArray[np.float64]:
    """Return the median colour in the middle of each cell: array (cells, 3), red, green and blue."""
    offsets = np.linspace(-_MIDDLE, _MIDDLE, _SAMPLES)
    dy, dx = (part.ravel() for part in np.meshgrid(offsets, offsets, indexing="ij"))
    results = []
    for row in range(size):
        for column in range(size):
            cell = np.stack([column + 0.5 + dx, row + 0.5 + dy], axis=1)[None]
            at = np.rint(cv2.perspectiveTransform(cell, homography)[0]).astype(int)
            x = at[:, 0].clip(0, picture.shape[1] - 1)
            y = at[:, 1].clip(0, picture.shape[0] - 1)
            results.append(np.median(picture[y, x], axis=0)[::-1])
    return np.array(results, np.float64)
