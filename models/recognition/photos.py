"""Photos of the six faces of a cube; `face_grid` finds the stickers of each."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cubecsp.errors import InputError, excerpt
from cubecsp.files import read_whole
from cubecsp.models.recognition.face_grid import MOST_PIXELS, face_in, opencv
from cubecsp.stopping.deadline import looking

PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
"""The endings of the names of readable photos."""

_MOST_BYTES = 50_000_000


def measured_faces(pictures: Iterable[str | Path]) -> NDArray[np.float64]:
    """Return red, green and blue (0…255) of the stickers in pictures: array (faces, stickers of a face, 3).

    These are six photos, each of one face, upright or not. Stickers come row by row, from above.

    Raises:
        InputError: they are not six; one cannot be read, or no face is found in it; or faces have different sizes.
        EngineError: OpenCV is not installed.
    """
    paths = [Path(picture) for picture in pictures]
    if len(paths) != 6:
        raise InputError(
            f"{len(paths)} pictures are given", "give six, one of each face of the cube"
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
    """Return the colours of the stickers of the face in a photo: array (stickers, 3)."""
    cv2 = opencv()
    data = np.frombuffer(read_whole(path, _MOST_BYTES), np.uint8)
    try:
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
    except cv2.error:  # larger than `opencv` allows
        picture = None
    if picture is None:
        raise InputError(
            f"{excerpt(path.name)} is damaged, not a picture, or has more than {MOST_PIXELS:,} pixels",
            f"give one of these kinds: {', '.join(PICTURE_SUFFIXES)}",
        )
    face = face_in(picture)
    if face is None:
        raise InputError(
            f"no face of a cube is found in picture {excerpt(path.name)}",
            "take it again: one whole face from the front, sharp, without reflections, on a calm background",
        )
    return face
