"""Which faces the frames of a video show: those that were found in them are given, so no pictures are needed."""

from __future__ import annotations

from itertools import repeat
from pathlib import Path

import numpy as np
import pytest
from scenes import scene

from cubecsp import InputError
from cubecsp.models.recognition import photos, video
from cubecsp.models.recognition.face_grid import Face


@pytest.fixture
def filmed(monkeypatch):
    """Return a function that gives frames, each a face or none, with numbers in steps, and returns what is read of them."""

    def read(frames, step=1):
        numbers = range(1, 1 + step * len(frames), step)
        monkeypatch.setattr(video, "_frames", lambda _: zip(numbers, frames, strict=True))
        monkeypatch.setattr(video, "face_in", lambda frame: frame)
        return video.faces_in_video(Path("turned.mp4"))

    return read


def faces(size, seed):
    return scene(size, np.random.default_rng(seed), noise=1, light=0.02).rgb.reshape(6, -1, 3)


def rotated(colours, turns):
    size = round(len(colours) ** 0.5)
    return np.rot90(colours.reshape(size, size, 3), turns).reshape(-1, 3)


def test_the_sharpest_frames_are_measured(filmed):
    """Of eight frames of a face the five sharpest count; the others are much darker."""
    six = faces(3, 1)
    frames = [
        Face(colours + (number - 5 if number > 2 else -9.0), float(number))
        for colours in six
        for number in (3, 7, 0, 5, 1, 6, 2, 4)
    ]
    assert filmed(frames) == pytest.approx(six)  # 3, 4, 5, 6, 7: the one in the middle is 5


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_face_is_turned_as_it_is_seen_first(filmed, turns):
    six = faces(3, 2)
    frames = [Face(rotated(c, k * turns), 1.0) for c in six for k in (0, 1, 1, 0)]
    assert filmed(frames) == pytest.approx(six)


def test_six_faces_come_in_the_order_in_which_they_are_seen(filmed):
    six = faces(2, 3)
    often = [4, 2, 3, 6, 2, 5]
    frames = [Face(c, 1.0) for c, number in zip(six, often, strict=True) for _ in range(number)]
    frames.insert(3, Face(faces(3, 4)[0], 1.0))  # something else with another grid
    assert filmed([*frames, Face(faces(2, 5)[1], 1.0)]) == pytest.approx(six)  # once is a mistake


@pytest.mark.parametrize(
    ("script", "step", "told"),
    [
        ("AA.BBB", 1, "is 2: one in frames 4 to 6; one in frames 1 to 2; none in frames 3"),
        (
            "AAB.AABB",
            1,
            "is 2: one in frames 1 to 2, 5 to 6; one in frames 3, 7 to 8; none in frames 4",
        ),
        ("AA.B", 3, "is 1: one in frames 1 to 4; none in frames 7 to 10"),
        ("A.A.A", 2, "is 1: one in frames 1, 5, 9; none in frames 3, 7"),
        (
            "A.A.A.A.A.A.A.A",
            1,
            "is 1: one in frames 1, 3, 5, 7, 9, 11, 13, 15; none in frames 2, 4, 6, 8, 10, 12, 14",
        ),
        (
            "A.A.A.A.A.A.A.A.A",
            1,
            "is 1: one in frames 1, 3, 5, 7, 9, 11, 13, 15, …; none in frames 2, 4, 6, 8, 10, 12, 14, 16",
        ),
        ("AB..", 1, "is 0"),
        ("", 1, "is 0"),
    ],
)
def test_where_faces_are_seen_is_told(filmed, script, step, told):
    six = dict(zip("ABCDEF", faces(2, 6), strict=True))
    frames = [None if letter == "." else Face(six[letter], 1.0) for letter in script]
    with pytest.raises(InputError) as refused:
        filmed(frames, step)
    assert refused.value.problem == f"the number of faces in 'turned.mp4' {told}"


def test_the_photo_of_another_size_is_named(monkeypatch):
    """Whichever it is: the others agree with each other."""
    for odd in range(6):
        sizes = [16 if number == odd else 9 for number in range(6)]
        shown = dict(zip("012345", sizes, strict=True))
        monkeypatch.setattr(
            photos, "_face_in", lambda path, shown=shown: np.zeros((shown[path.stem], 3))
        )
        with pytest.raises(InputError) as refused:
            photos.measured_faces(f"{number}.png" for number in range(6))
        assert refused.value.problem == f"picture '{odd}.png' shows 16 stickers, and others show 9"
    monkeypatch.setattr(photos, "_face_in", lambda _: np.zeros((4, 3)))
    assert photos.measured_faces(repeat("0.png", 6)).shape == (6, 4, 3)
