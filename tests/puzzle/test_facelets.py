"""Stickers as text: read, judged, and turned into cubes."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import assemblies, cubes

from cubecsp import Cube, Facelets, InputError
from cubecsp.diagnosis.diagnosis import diagnose
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.defect import DefectKind

pytestmark = pytest.mark.quick

SOLVED = Cube().facelets


@given(cubes)
def test_read_in_many_forms(cube):
    letters = cube.facelets
    in_colours = letters.translate(str.maketrans("URFDLB", "WRGYOB"))
    rows = "\n".join(letters[i : i + 3] for i in range(0, 54, 3))
    for text in (letters, letters.lower(), in_colours, rows, "|".join(letters)):
        assert Facelets.parse(text).to_cube() == cube


def test_unknown_stickers():
    shown = Facelets.parse("." * 53 + "?")
    assert shown.letters == "." * 54
    assert [d.kind for d in diagnose(shown).defects] == [DefectKind.UNKNOWN_STICKER]
    with pytest.raises(InputError, match="unknown"):
        shown.to_cube()


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


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text):
    try:
        shown = Facelets.parse(text)
    except InputError:
        return
    assert len(shown.letters) == 54


@given(assemblies)
def test_defects_of_an_assembly_are_those_of_the_cube(cube):
    shown = Facelets.of(cube)
    assert list(diagnose(shown).defects) == cube.status()
    kinds = {d.kind for d in cube.status()}
    assert (DefectKind.PERMUTATION_PARITY in kinds) == (cube.parity == 1)
    assert (DefectKind.CORNER_TWIST in kinds) == (sum(cube.corner_twists) % 3 != 0)
    assert (DefectKind.EDGE_FLIP in kinds) == (sum(cube.edge_flips) % 2 != 0)


@pytest.mark.slow
def test_one_in_twelve_assemblies_is_reachable():
    rng = random.Random(1)
    reachable = 0
    for _ in range(12_000):
        corners = [3 * p + rng.randrange(3) for p in rng.sample(range(8), 8)]
        edges = [2 * p + rng.randrange(2) for p in rng.sample(range(12), 12)]
        reachable += Cube.from_placements(corners, edges).is_reachable
    assert 900 < reachable < 1100  # 1000 expected, standard deviation 30


@given(cubes, st.integers(0, 53), st.sampled_from("URFDLB"))
def test_a_changed_sticker_is_found(cube, at, letter):
    letters = cube.facelets
    changed = letters[:at] + letter + letters[at + 1 :]
    defects = diagnose(Facelets.parse(changed)).defects
    if changed == letters:
        assert not defects
    else:
        assert DefectKind.COLOUR_COUNT in {d.kind for d in defects}
        assert at in {f for d in defects for f in d.facelets}


def with_stickers(letters: str, where: tuple[int, ...], shown: str) -> str:
    result = list(letters)
    for facelet, letter in zip(where, shown, strict=True):
        result[facelet] = letter
    return "".join(result)


@pytest.mark.parametrize(
    ("where", "shown", "kind", "word"),
    [
        (CUBE.corners.frames[0], "UFR", DefectKind.NO_SUCH_PIECE, "mirror image"),
        (CUBE.corners.frames[0], "URL", DefectKind.NO_SUCH_PIECE, "R and L are opposite"),
        (CUBE.edges.frames[0], "UU", DefectKind.NO_SUCH_PIECE, "one colour twice"),
        (CUBE.edges.frames[0], "UF", DefectKind.PIECE_TWICE, "at UR and UF"),
        ((4,), "R", DefectKind.CENTRE, "centre of face U shows R"),
    ],
)
def test_kinds_of_defects(where, shown, kind, word):
    defects = diagnose(Facelets.parse(with_stickers(SOLVED, where, shown))).defects
    messages = [d.message for d in defects if d.kind is kind]
    assert any(word in message for message in messages), messages


def test_the_error_names_the_first_defect():
    with pytest.raises(
        InputError,
        match="colour U is on 8 stickers instead of 9; `check` lists every defect",
    ):
        Cube(with_stickers(SOLVED, (0,), "R"))
