"""A video in which a cube is turned: frames are looked at evenly, and those that show the same face are one.

Two frames show the same face if few of their stickers differ, turned as they may be. What is found once only is taken for
a mistake: a face seen from the side, or something else with a grid. A face has the median colours of its sharpest frames.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubecsp.deadline import looking
from cubecsp.errors import InputError, excerpt
from cubecsp.models.recognition.colour_space import lab_of
from cubecsp.models.recognition.face_grid import Face, face_in, opencv

__all__ = ["VIDEO_SUFFIXES", "faces_in_video"]

VIDEO_SUFFIXES = (".mp4", ".m4v", ".mov", ".avi", ".mkv", ".webm")
"""How the names of videos end that are read."""

_LOOKED_AT = 120  # frames
_LEAST_SEEN = 2  # frames that show a face
_CLEARLY = 3  # times as many frames show each of six faces as a seventh: this one is a mistake
_SHARPEST = 5  # frames that are measured
_OTHER_COLOUR = (
    25.0  # stickers that differ by more, in L*a*b* with half of L*, have different colours
)
_OTHERS = 1 / 9  # the share of stickers that may differ in two frames of one face: reflections
_MOST_NAMED = 8  # ranges of frames in a message


@dataclass
class _Seen:
    """A face, and where it was seen.

    Attributes:
        faces: by the places of their frames among those that were looked at, all turned like the first.
    """

    faces: dict[int, Face]

    def add(self, place: int, face: Face) -> bool:
        """Add a face if it is this one; return whether it is."""
        turned = _turned_like(face, next(iter(self.faces.values())))
        if turned is not None:
            self.faces[place] = turned
        return turned is not None

    @property
    def colours(self) -> NDArray[np.float64]:
        """The colours in the sharpest frames."""
        sharpest = sorted(self.faces.values(), key=lambda face: -face.sharpness)[:_SHARPEST]
        colours: NDArray[np.float64] = np.median([face.colours for face in sharpest], axis=0)
        return colours


def faces_in_video(path: Path) -> NDArray[np.float64]:
    """Return red, green and blue (0…255) of the stickers of six faces: array (6, stickers of a face, 3).

    Faces come in the order in which they are seen first, each turned as it is then.

    Raises:
        InputError: it is no video, or it does not show six faces; the message says which frames show any.
        EngineError: OpenCV is not installed.
    """
    numbers, found = [], []
    for number, picture in looking(_frames(path)):
        numbers.append(number)
        found.append(face_in(picture))
    seen = _seen(found)
    more = [len(one.faces) for one in seen[6:7]]
    if len(seen) < 6 or (more and _CLEARLY * more[0] > len(seen[5].faces)):
        _refuse(path, numbers, seen)
    six = sorted(seen[:6], key=lambda one: min(one.faces))
    return np.array([one.colours for one in six])


def _frames(path: Path) -> Iterator[tuple[int, Any]]:
    """Yield frames that are spread evenly, with their numbers from 1.

    Raises:
        InputError: there are none.
    """
    cv2 = opencv()
    if not path.is_file():
        raise InputError(f"there is no video {excerpt(str(path))}")
    video = cv2.VideoCapture(str(path))
    try:
        step = max(1, int(video.get(cv2.CAP_PROP_FRAME_COUNT)) // _LOOKED_AT)
        number = 0
        for number in itertools.count():
            if not video.grab():
                break
            if number % step == 0 and number < 2 * step * _LOOKED_AT:
                read, picture = video.retrieve()
                if read:
                    yield number + 1, picture
        if not number:
            raise InputError(
                f"{excerpt(path.name)} is damaged, or no video",
                f"give one of these kinds: {', '.join(VIDEO_SUFFIXES)}",
            )
    finally:
        video.release()


def _seen(found: Sequence[Face | None]) -> list[_Seen]:
    """Return the faces that are seen often enough, all of one size; those first that are seen most often."""
    sizes = [len(face.colours) for face in found if face is not None]
    usual = max(set(sizes), key=sizes.count, default=0)
    seen: list[_Seen] = []
    for place, face in enumerate(found):
        if face is None or len(face.colours) != usual:
            continue
        if not any(one.add(place, face) for one in seen):
            seen.append(_Seen({place: face}))
    often = [one for one in seen if len(one.faces) >= _LEAST_SEEN]
    return sorted(often, key=lambda one: -len(one.faces))


def _turned_like(face: Face, other: Face) -> Face | None:
    """Return a face turned so that it agrees with another one; None if it is not the same."""
    size = round(len(face.colours) ** 0.5)
    square = face.colours.reshape(size, size, 3)
    turns = [np.rot90(square, turn).reshape(-1, 3) for turn in range(4)]
    far = [
        np.sqrt((((lab_of(turned) - lab_of(other.colours)) * [0.5, 1, 1]) ** 2).sum(axis=1))
        for turned in turns
    ]
    best = min(range(4), key=lambda turn: np.minimum(far[turn], 2 * _OTHER_COLOUR).sum())
    if (far[best] > _OTHER_COLOUR).mean() > _OTHERS:
        return None
    return Face(turns[best], face.sharpness)


def _refuse(path: Path, numbers: Sequence[int], seen: Sequence[_Seen]) -> None:
    """Say which faces are seen, and where none is.

    Raises:
        InputError: always.
    """
    where = [_ranges(numbers, one.faces) for one in seen]
    some = {place for one in seen for place in one.faces}
    empty = _ranges(numbers, (place for place in range(len(numbers)) if place not in some))
    shown = f": {'; '.join(f'one in {frames}' for frames in where)}" if seen else ""
    nothing = f"; none in {empty}" if empty and seen else ""
    raise InputError(
        f"the number of faces in {excerpt(path.name)} is {len(seen)}{shown}{nothing}",
        "show each of the six faces for half a second, whole, from the front, sharp and without reflections",
    )


def _ranges(numbers: Sequence[int], places: Iterable[int]) -> str:
    """Return the numbers of frames, those looked at one after the other as a range."""
    rows = sorted(places)
    starts = [i for i, place in enumerate(rows) if i == 0 or rows[i - 1] != place - 1]
    ends = [*(i - 1 for i in starts[1:]), len(rows) - 1]
    named = [
        f"{numbers[rows[first]]}" + (f" to {numbers[rows[last]]}" if last > first else "")
        for first, last in zip(starts, ends, strict=False)
    ]
    more = ["…"] if len(named) > _MOST_NAMED else []
    return f"frames {', '.join(named[:_MOST_NAMED] + more)}" if named else ""
