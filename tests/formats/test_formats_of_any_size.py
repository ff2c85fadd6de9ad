"""Formats of cubes of every size: written and read back, however held, and refused where they must be."""

from __future__ import annotations

import random

import pytest
import stickers_in_space as space
from asking import ask

from cubecsp import InputError, read
from cubecsp.formats import FORMATS, MAX_CHARACTERS, detect, write
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.schemes import STANDARD
from cubecsp.puzzle.cube.symmetry import conjugates

SIZES = (2, 3, 4, 5, 6, 7, 10, 13)
WRITTEN = [name for name, kind in FORMATS.items() if kind.write]


@pytest.mark.ordinary(20)
@pytest.mark.few(39)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_written_is_read_as_the_same(name, size):
    puzzle = cube_puzzle(size)
    takes = FORMATS[name].takes(puzzle)
    for seed in range(2):
        cube = cube_class(size).random(seed)
        if not takes:
            with pytest.raises(
                InputError, match=f"the format {name} is for .*, and this is a {puzzle.name}"
            ):
                write(cube, name)
            continue
        text = write(cube, name)
        assert name in detect(text)
        # Cycles do not say how large a cube is.
        given = [] if name == "singmaster" else [read(text), read(text, name)]
        for reading in (*given, read(text, puzzle=puzzle), read(text, name, puzzle)):
            assert reading.stickers == Facelets.of(cube)
            assert reading.stickers.to_state() == cube
        for other in ({2, 3, 4} - {size}) if name != "singmaster" else ():
            with pytest.raises(InputError):
                read(text, name, cube_puzzle(other))


@pytest.mark.parametrize("size", [2, 3, 4, 7])
@pytest.mark.parametrize("name", ["facelets", "colours", "net"])
def test_unknown_stickers_and_other_colours(name, size):
    rng = random.Random(size)
    letters = cube_class(size).random(size).facelets
    held = {*cube_puzzle(size).centres, *cube_puzzle(size).corners.frames[6]}
    hidden = "".join(
        "." if rng.random() < 0.2 and facelet not in held else letter
        for facelet, letter in enumerate(letters)
    )
    for shown in (letters, hidden):
        assert read(write(Facelets(shown), name)).stickers == Facelets(shown)
        if name != "facelets":
            written = write(Facelets(shown, "PQSTVX"), name)
            if size % 2 or shown == letters:
                assert read(written).stickers == Facelets(shown)
                assert read(written).stickers.scheme == "PQSTVX"


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_a_cube_is_read_however_it_is_held(size):
    """The stickers stay in the places seen; the colours are named after the pieces that hold the cube."""
    cube = cube_class(size).random(size)
    colours = write(cube, "colours")
    for rotation in space.rotations(size):
        seen = space.moved(colours, rotation)
        reading = read(seen)
        assert write(reading, "colours") == seen
        assert reading.stickers.to_state().is_reachable
        if size % 2:  # one of even size is named after a corner, which need not be the same
            assert reading.stickers.to_state() in conjugates(cube)


@pytest.mark.parametrize("size", [4, 5, 6])
def test_moves_are_of_the_size_that_is_said(size):
    puzzle = cube_puzzle(size)
    for text in ("2R", "Rw U2", "2-3Fw x", "(3Rw' 2U)3 // and so on", "[2R, U]", "Rw2 (1f)", "()"):
        reading = read(text, puzzle=puzzle)
        assert reading.format == "moves"
        plain = text.replace("(1f)", "")
        assert reading.stickers.to_state() == cube_class(size).from_moves(plain)
        for argument in (["--size", size], ["--size", size, "--from", "moves"]):
            shown = ask("convert", text, "--to", "colours", *argument).out.strip()
            assert shown.translate(str.maketrans(STANDARD, FACES)) == reading.stickers.in_letters
    with pytest.raises(InputError, match="turns layer"):
        read(f"{size + 1}R", puzzle=puzzle)
    cube = read(cube_class(size).random(1).facelets)
    assert cube.stickers.puzzle is puzzle


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("[0, 0, 0, 0, 4, 4", "[4, 0, 0, 0, 4, 4"), "as often as there are pieces of its colour"),
        (("[0, 0, 0, 0, 4, 4", "[24, 0, 0, 0, 4, 4"), "a piece of CENTERS is not 0 to 23"),
        (("[0, 1, 2, 3, 4, 5, 6, 7, 8", "[1, 1, 2, 3, 4, 5, 6, 7, 8"), "each of 0 to 23 once"),
        (('22, 23], "orientation": [0', '22, 23], "orientation": [1'), "piece 0 of EDGES fits slot 0 only with the other orientation"),
        (('22, 23], "orientation": [0', '22, 23], "orientation": [2'), "an orientation of EDGES is not 0 to 1"),
        (('"CENTERS"', '"CENTERS2"'), "it has CENTERS2, and without"),
    ],
)  # fmt: skip
def test_what_is_no_kpattern_of_a_4x4x4(change, words):
    text = write(cube_class(4)(), "kpattern")
    assert change[0] in text
    with pytest.raises(InputError, match=words):
        read(text.replace(*change, 1))


@pytest.mark.parametrize("size", [4, 5, 7])
def test_several_lines_are_one_cube_or_many(size, tmp_path):
    cubes = [cube_class(size).random(seed) for seed in range(3)]
    rows = write(cubes[0], "colours")
    by_face = [rows[i : i + size**2] for i in range(0, len(rows), size**2)]
    by_row = [rows[i : i + size] for i in range(0, len(rows), size)]
    for lines in (by_face, by_row, [" ".join(row) for row in by_row]):
        path = tmp_path / "one.txt"
        path.write_text("\n".join(lines) + "\n")
        assert ask("convert", path, "--to", "colours").out.split() == [rows]
    nets = [write(cube, "net") for cube in cubes]
    (tmp_path / "net.txt").write_text(nets[1])
    assert ask("convert", tmp_path / "net.txt", "--to", "facelets").out.split() == [
        cubes[1].facelets
    ]
    many = [write(cube, "colours") for cube in cubes]
    (tmp_path / "many.txt").write_text("\n".join(many))
    assert ask("convert", tmp_path / "many.txt", "--to", "colours").out.split() == many


def test_the_largest_cube_that_text_can_be():
    size = 25
    cube = cube_class(size).from_moves("2R 12U")
    for name in ("facelets", "net"):
        text = write(cube, name)
        assert len(text) <= MAX_CHARACTERS
        assert read(text).stickers.to_state() == cube
    assert set(cube.facelets) == set(FACES)
    assert len(set(write(cube, "colours")) & set(STANDARD)) == 6
