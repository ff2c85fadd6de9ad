"""Pictures in pixels: against references that were looked at, and against the colours themselves.

`python tests/helpers/pixels.py` draws the references again; look at them before they are committed.
"""

from __future__ import annotations

import builtins

import pytest
from pixels import REFERENCES, Pixels, middles, references

from cubecsp import Cube, picture
from cubecsp.errors import EngineError
from cubecsp.pictures.colours import SCHEMES, colour
from cubecsp.pictures.views import VIEWS
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.geometry import FACES

pytest.importorskip("resvg_py", reason="PNG needs the package resvg-py")

_ROUNDING = 2  # of 255: other processors may round so differently


def rgb(paint: str) -> tuple[int, ...]:
    return tuple(int(paint[i : i + 2], 16) for i in (1, 3, 5))


@pytest.mark.few(5)
@pytest.mark.parametrize("name", references())
def test_pixels_are_those_of_the_reference(name, tmp_path):
    shown, size = references()[name]
    drawn = Pixels.read(shown.png(size))
    kept = Pixels.read((REFERENCES / f"{name}.png").read_bytes())
    assert (drawn.width, drawn.height) == (kept.width, kept.height)
    off = [abs(a - b) for a, b in zip(drawn.data, kept.data, strict=True)]
    if max(off) <= _ROUNDING:
        return
    difference = bytearray(255 if i % 4 == 3 else value for i, value in enumerate(off))
    saved = tmp_path / f"{name}-difference.png"
    saved.write_bytes(Pixels(drawn.width, drawn.height, bytes(difference)).png())
    told = [
        f"{sticker}: {drawn.at(*spot)} where the reference has {kept.at(*spot)}"
        for sticker, spot in middles(shown, drawn).items()
        if max(abs(a - b) for a, b in zip(drawn.at(*spot), kept.at(*spot), strict=True)) > _ROUNDING
    ]
    pixels = len({i // 4 for i, value in enumerate(off) if value > _ROUNDING})
    pytest.fail(
        f"{name}: {pixels} pixels differ, by up to {max(off)}; the difference is drawn in {saved}; "
        + ("; ".join(told) or "no sticker has another colour in its middle")
    )


@pytest.mark.few(8)
@pytest.mark.parametrize("scheme", [*SCHEMES, "red,lime,blue,black,white,#123456"])
@pytest.mark.parametrize("view", VIEWS)
def test_the_middle_of_each_sticker_has_the_colour_of_the_scheme(view, scheme):
    cube = Cube.random(len(view) + len(scheme))
    shown = picture(cube, view=view, back="beside", colours=scheme)
    pixels = Pixels.read(shown.png(300))
    wanted = SCHEMES.get(scheme) or tuple(map(colour, scheme.split(",")))
    found = middles(shown, pixels)
    assert len(found) == 54 - len(shown.hidden)
    for name, spot in found.items():
        face = FACES.index(cube.facelets[CUBE.names.index(name)])
        assert pixels.at(*spot) == (*rgb(wanted[face]), 255)


@pytest.mark.slow
def test_marks_are_to_be_seen_on_every_colour():
    """Ring and cross have both a light and a dark part on each sticker that bears them."""
    for keyword in ("marked", "ringed"):
        shown = picture(Cube(), **{keyword: CUBE.names})
        pixels = Pixels.read(shown.png(600))
        for x, y in middles(shown, pixels).values():
            around = [pixels.at(x + i, y + j) for i in range(-18, 19) for j in range(-18, 19)]
            assert min(map(sum, around)) < 400 < 1000 < max(map(sum, around))


@pytest.mark.slow
def test_size_is_the_longer_side_and_the_background_is_clear():
    pixels = Pixels.read(picture(Cube()).png(100))
    assert (pixels.width, pixels.height) == (100, 75)
    assert pixels.at(0, 0) == (0, 0, 0, 0)
    assert Pixels.read(picture(Cube(), background="#123").png(100)).at(0, 0) == (17, 34, 51, 255)
    assert Pixels.read(picture(Cube()).png(1)).width == 1
    usual = Pixels.read(picture(Cube()).png())
    assert (usual.width, usual.height) == tuple(
        3 * side for side in picture(Cube()).scene.pixels(None)
    )


def test_without_resvg_the_error_says_what_to_install(monkeypatch):
    importing = builtins.__import__

    def refuse(name, *arguments, **named):
        if name == "resvg_py":
            raise ImportError(name)
        return importing(name, *arguments, **named)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(EngineError, match=r"pip install 'cubecsp\[png\]'"):
        picture(Cube()).png()
