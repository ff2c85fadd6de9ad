"""Photos of a face, as pixels: measured, or refused with what to send."""

from __future__ import annotations

import base64
import random

import numpy as np
import pytest
from serving import served

COLOURS = [[255] * 3, [200, 30, 40], [20, 150, 70], [250, 210, 30], [240, 120, 20], [30, 90, 200]]


@pytest.fixture(scope="module")
def server():
    with served() as running:
        yield running


def sent(picture: np.ndarray) -> dict[str, object]:
    height, width, _ = picture.shape
    return {
        "width": width,
        "height": height,
        "pixels": base64.b64encode(picture.tobytes()).decode(),
    }


@pytest.mark.parametrize("size", [2, 3, 4])
def test_stickers_have_the_colours_that_were_painted(server, size):
    rng = random.Random(size)
    painted = [rng.choice(COLOURS) for _ in range(size**2)]
    picture, edge = np.full((300, 360, 3), 20, np.uint8), 240 // size
    for at, colour in enumerate(painted):
        top, left = 30 + edge * (at // size), 60 + edge * (at % size)
        picture[top + 4 : top + edge - 4, left + 4 : left + edge - 4] = colour
    told = server.client.post("/api/photo", json=sent(picture)).json()
    assert told["size"] == size
    assert np.abs(np.array(told["colours"]) - painted).max() < 30


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"pixels": "…"}, "not a picture"),
        ({"pixels": "AAAA=A"}, "not a picture"),
        ({"pixels": ""}, "not a picture"),
        ({"width": 9}, "not a picture"),
        ({}, "no face of a cube"),
        ({"width": 481}, "width"),
        ({"height": 0}, "height"),
    ],
)
def test_what_is_no_photo_is_refused(server, changed, why):
    told = server.client.post("/api/photo", json=sent(np.zeros((40, 60, 3), np.uint8)) | changed)
    assert told.status_code == 422
    assert why in told.text
