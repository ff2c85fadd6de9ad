"""Stickers as text: read, judged, and turned into cubes."""

from __future__ import annotations

import pytest

from cubecsp import Cube, Facelets, InputError

pytestmark = pytest.mark.quick

SOLVED = Cube().facelets


@pytest.mark.parametrize(
    ("text", "position", "word"),
    [
        (SOLVED[:20] + "X" + SOLVED[21:], 20, "'X' at character 21"),
        (SOLVED[:-1], None, "53 stickers, 1 too few"),
        (SOLVED + "UU", None, "56 stickers, 2 too many"),
        ("", None, "0 stickers"),
    ],
)
def test_text_that_cannot_be_read(text, position, word):
    with pytest.raises(InputError, match=word) as caught:
        Facelets.parse(text)
    assert caught.value.position == position


def with_stickers(letters: str, where: tuple[int, ...], shown: str) -> str:
    result = list(letters)
    for facelet, letter in zip(where, shown, strict=True):
        result[facelet] = letter
    return "".join(result)


def test_the_error_names_the_first_defect():
    with pytest.raises(
        InputError,
        match="colour U is on 8 stickers instead of 9; `check` lists every defect",
    ):
        Cube(with_stickers(SOLVED, (0,), "R"))
