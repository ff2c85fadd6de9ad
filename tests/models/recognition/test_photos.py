"""Faces in photos, rendered with known truth: found, measured, and recognised."""

from __future__ import annotations

import resource
import struct
import sys
import zlib
from itertools import repeat
from pathlib import Path

import numpy as np
import pytest
from asking import ask
from rendered_photos import photo
from scenes import Scene, scene

from cubecsp import EngineError, InputError, recognise
from cubecsp.models.recognition import photos
from cubecsp.models.recognition.face_grid import face_in, opencv
from cubecsp.models.recognition.photos import measured_faces

pytest.importorskip("cv2")
cv2 = opencv()


def write(folder: Path, one: Scene, rng: np.random.Generator, **how: float) -> list[str]:
    """Write a picture of each face, and return their names."""
    names = []
    for number, face in enumerate(one.rgb.reshape(6, -1, 3)):
        names.append(str(folder / f"{number}.png"))
        cv2.imwrite(names[-1], photo(face, rng, **how))
    return names


def shown(one: Scene) -> str:
    return "".join("WRGYOB"[colour] for colour in one.colours)


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 4])
def test_faces_are_found_and_measured(size, tmp_path):
    rng = np.random.default_rng(size)
    one = scene(size, rng, noise=1, light=0.02)
    found = measured_faces(write(tmp_path, one, rng, glare=0.2))
    assert found.shape == (6, size**2, 3)
    assert np.abs(found / 255 - one.rgb.reshape(found.shape) / 255).mean() < 0.15
    answer = recognise(found)
    shown = "".join(answer[0].scheme["URFDLB".index(letter)] for letter in answer[0].facelets)
    assert shown == "".join("WRGYOB"[colour] for colour in one.colours)


@pytest.mark.slow
def test_six_photos_in_any_order(tmp_path):
    rng = np.random.default_rng(1)
    one = scene(3, rng, noise=2, light=0.08)
    names = write(tmp_path, one, rng)
    told = ask("recognise", *rng.permutation(names).tolist(), terminal=False)
    assert (told.code, told.out.splitlines()[0]) == (0, shown(one))
    assert ask("recognise", *names, "--faces", "given", terminal=False).out == told.out


@pytest.mark.slow
def test_a_picture_without_a_face_is_named(tmp_path):
    rng = np.random.default_rng(2)
    names = write(tmp_path, scene(3, rng, noise=1, light=0.02), rng)
    for picture in (
        np.full((480, 640, 3), 128, np.uint8),
        rng.integers(0, 255, (90, 90, 3), np.uint8),
        np.zeros((9, 9, 3), np.uint8),
        np.zeros((1, 5000, 3), np.uint8),
    ):
        cv2.imwrite(names[4], picture)
        with pytest.raises(
            InputError, match=r"no face of a cube is found in picture .4\.png"
        ) as no:
            measured_faces(names)
        assert "take it again" in no.value.remedy


@pytest.mark.parametrize("shape", [(1, 1000), (1000, 1), (2, 960), (1, 1)])
def test_nothing_is_found_in_a_line(shape):
    assert face_in(np.full((*shape, 3), 99, np.uint8)) is None


def test_a_small_file_that_claims_to_be_a_large_picture_is_refused(tmp_path):
    """The head of a PNG says how large it is, before anything is unpacked."""
    names = [str(tmp_path / f"{number}.png") for number in range(6)]
    cv2.imwrite(names[0], np.zeros((9, 9, 3), np.uint8))
    small = Path(names[0]).read_bytes()
    size = struct.pack(">II", 20_000, 20_000)
    head = small[12:16] + size + small[24:29]
    Path(names[0]).write_bytes(small[:12] + head + struct.pack(">I", zlib.crc32(head)) + small[33:])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(InputError, match="not a picture, or has more than 200,000,000 pixels"):
        measured_faces(names)
    assert (
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300_000
    )  # kilobytes, of 1,200,000


@pytest.mark.slow
def test_what_are_no_six_pictures_of_a_cube(tmp_path):
    rng = np.random.default_rng(3)
    names = write(tmp_path, scene(3, rng, noise=1, light=0.02), rng)
    with pytest.raises(
        InputError,
        match="5 pictures are given; give six, one of each face of the cube",
    ):
        measured_faces(names[:5])
    cv2.imwrite(names[2], photo(scene(4, rng, noise=1, light=0.02).rgb[:16], rng))
    with pytest.raises(InputError, match=r"2\.png' shows 16 stickers, and others show 9"):
        measured_faces(names)
    Path(names[2]).write_bytes(b"no picture")
    with pytest.raises(InputError, match="is damaged, not a picture, or has more"):
        measured_faces(names)
    Path(names[2]).write_bytes(b"")
    with pytest.raises(InputError, match="is damaged, not a picture, or has more"):
        measured_faces(names)


@pytest.mark.slow
def test_without_opencv_it_says_what_to_install(monkeypatch, tmp_path):
    names = write(
        tmp_path, scene(2, np.random.default_rng(4), noise=1, light=0.02), np.random.default_rng(4)
    )
    monkeypatch.setitem(sys.modules, "cv2", None)
    with pytest.raises(EngineError, match=r"cubecsp\[camera\]"):
        photos.measured_faces(names)


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
