"""Faces in photos and videos, rendered with known truth: found, measured, and recognised."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from asking import ask
from rendered_photos import film, photo
from scenes import Scene, scene

from cubecsp import EngineError, InputError, recognise
from cubecsp.models.recognition import photos, video
from cubecsp.models.recognition.face_grid import Face, face_in
from cubecsp.models.recognition.photos import measured_faces

cv2 = pytest.importorskip("cv2")


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


@pytest.mark.slow
def test_what_are_no_six_pictures_of_a_cube(tmp_path):
    rng = np.random.default_rng(3)
    names = write(tmp_path, scene(3, rng, noise=1, light=0.02), rng)
    with pytest.raises(
        InputError,
        match="number of pictures is 5; give six, one of each face of the cube, or one video",
    ):
        measured_faces(names[:5])
    cv2.imwrite(names[2], photo(scene(4, rng, noise=1, light=0.02).rgb[:16], rng))
    with pytest.raises(InputError, match=r"2\.png' shows 16 stickers, and others show 9"):
        measured_faces(names)
    Path(names[2]).write_bytes(b"no picture")
    with pytest.raises(InputError, match="is damaged, or no picture"):
        measured_faces(names)
    Path(names[2]).write_bytes(b"")
    with pytest.raises(InputError, match="is damaged, or no picture"):
        measured_faces(names)


@pytest.mark.slow
def test_without_opencv_it_says_what_to_install(monkeypatch, tmp_path):
    names = write(
        tmp_path, scene(2, np.random.default_rng(4), noise=1, light=0.02), np.random.default_rng(4)
    )
    monkeypatch.setitem(sys.modules, "cv2", None)
    with pytest.raises(EngineError, match=r"cubecsp\[camera\]"):
        photos.measured_faces(names)


@pytest.mark.slow
def test_a_video_of_a_cube_that_is_turned(tmp_path):
    rng = np.random.default_rng(5)
    one = scene(3, rng, noise=2, light=0.08)
    path = str(tmp_path / "turned.avi")
    film(path, one.rgb.reshape(6, 9, 3), rng)
    told = ask("recognise", path, terminal=False)
    assert (told.code, told.out.splitlines()[0]) == (0, shown(one))


@pytest.mark.slow
def test_a_face_that_is_turned_and_seen_again_is_the_same(tmp_path):
    rng = np.random.default_rng(6)
    one = scene(2, rng, noise=1, light=0.02)
    faces = one.rgb.reshape(6, 2, 2, 3)
    path = tmp_path / "again.avi"
    film(str(path), np.stack([*faces, np.rot90(faces[0])]).reshape(7, 4, 3), rng, frames=2)
    found = measured_faces([path])
    assert found.shape == (6, 4, 3)
    assert np.abs(found - one.rgb.reshape(found.shape)).mean() < 0.15 * 255


@pytest.mark.slow
def test_a_video_without_six_faces_says_where_any_is(tmp_path):
    rng = np.random.default_rng(7)
    one = scene(3, rng, noise=1, light=0.02)
    path = tmp_path / "five.avi"
    film(str(path), one.rgb.reshape(6, 9, 3)[:2], rng)
    with pytest.raises(
        InputError, match="number of faces in 'five.avi' is 2: one in frames 1 to 3; "
    ) as no:
        measured_faces([path])
    assert "one in frames 6 to 8; none in frames 4 to 5" in str(no.value)
    film(str(path), one.rgb.reshape(6, 9, 3)[:0], rng)
    with pytest.raises(InputError, match="is damaged, or no video"):
        measured_faces([path])
    path.write_bytes(b"no video")
    with pytest.raises(InputError, match="is damaged, or no video"):
        measured_faces([path])
    with pytest.raises(InputError, match="there is no video"):
        measured_faces([tmp_path / "none.avi"])


@pytest.mark.slow
def test_more_than_six_faces_are_those_of_no_cube(tmp_path):
    rng = np.random.default_rng(8)
    rgb = [scene(3, rng, noise=1, light=0.02).rgb.reshape(6, 9, 3) for _ in range(2)]
    path = tmp_path / "seven.avi"
    film(str(path), np.stack([*rgb[0], rgb[1][0]]), rng, frames=2)
    with pytest.raises(InputError, match="number of faces in 'seven.avi' is 7"):
        measured_faces([path])


@pytest.mark.parametrize("often", [3, 4])
def test_a_seventh_face_is_a_mistake_if_each_other_is_seen_clearly_more_often(often, tmp_path):
    rng = np.random.default_rng(9)
    one, another = (scene(2, rng, noise=1, light=0.02).rgb.reshape(6, 4, 3) for _ in range(2))
    faces = {place: Face(face, 1.0) for place, face in enumerate(np.repeat(one, 2 * often, axis=0))}
    faces |= {len(faces) + i: Face(another[0], 1.0) for i in range(2)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(video, "_frames", lambda _: [(place + 1, place) for place in faces])
        patch.setattr(video, "face_in", faces.get)
        assert np.array_equal(video.faces_in_video(tmp_path), one)
        del faces[0]
        if often == 3:  # five times against two is not clear
            with pytest.raises(InputError, match="number of faces in .* is 7"):
                video.faces_in_video(tmp_path)
