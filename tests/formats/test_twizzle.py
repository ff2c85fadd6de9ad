"""Links to pages that play moves, read and written."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from asking import ask

from cubecsp import Cube, Facelets, InputError, Moves, convert, cube_class, read
from cubecsp.formats.twizzle import link, moves
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle

pytestmark = pytest.mark.quick

# What cubing.js's `twizzleLink` is tested to give, and links that programs make.
KNOWN = {
    "https://alpha.twizzle.net/edit/": (3, "()"),
    "https://alpha.twizzle.net/edit/?alg=R+U+R%27": (3, "R U R'"),
    "https://alpha.twizzle.net/edit/?alg=R+U+R%27&puzzle=4x4x4": (4, "R U R'"),
    "https://alpha.twizzle.net/edit/?setup-alg=F%20R&alg=U2%20.%20%5BR%2C%20U%5D": (
        3,
        "F R U2 [R, U]",
    ),
    "https://alpha.twizzle.net/edit/?alg=R+U&setup-anchor=end": (3, "U' R'"),
    "https://alpha.twizzle.net/edit/?alg=R&puzzle=5x5x5&alg=U2&puzzle=4x4x4": (4, "U2"),
    "https://alpha.twizzle.net/explore/?puzzle=5x5x5&alg=2-3Rw2+Uv": (5, "2-3Rw2 y"),
    "https://alg.cubing.net/?setup=R_U_R-_U-&alg=U_R_U-_R-": (3, "()"),
    "https://alg.cubing.net/?alg=R_U_R-_U-&type=alg": (3, "U R U' R'"),
    "https://alg.cubing.net/?setup=F_R&alg=U_D2&type=alg": (3, "F R D2' U'"),
    "https://alg.cubing.net/?alg=2%26%2345%3B3Rw&puzzle=5x5x5": (5, "2-3Rw"),
    "https://experiments.cubing.net/cubing.js/twisty/edit.html?experimental-setup-alg=R&alg=U": (
        3,
        "R U",
    ),
}


@pytest.mark.parametrize("address", KNOWN)
def test_known_links_are_read(address):
    size, made = KNOWN[address]
    reading = read(address)
    assert reading.format == "twizzle"
    assert reading.stickers.letters == cube_class(size).from_moves(made).facelets
    assert bool(reading.notes) == ("anchor=end" in address or "type=alg" in address)
    assert read(convert(address, "twizzle")).stickers == reading.stickers


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_moves_come_back_out_of_their_link(size):
    for text in ("R U R' U'", "[F: R2] U2'", "x y' (R U)3", "()", "R2 B // twice"):
        address = convert(text, "twizzle", format="moves", size=size)
        assert address.startswith("https://alpha.twizzle.net/edit/")
        assert ("puzzle=" in address) == (size != 3)
        assert moves(address) == text
        puzzle = cube_puzzle(size)
        assert read(address, puzzle=puzzle).stickers == read(text, "moves", puzzle).stickers
        assert link(moves(address), puzzle) == address


@pytest.mark.parametrize("anchored", ["setup-anchor=end", "type=alg"])
@pytest.mark.parametrize("alg", ["R U", "F2 (R U)2", "x R"])
def test_where_moves_are_anchored_at_the_end_they_lead_to_the_setup(anchored, alg):
    for setup in ("", "F L'", "[R, D]"):
        address = f"https://alg.cubing.net/?setup-alg={quote(setup)}&alg={quote(alg)}&{anchored}"
        assert Cube.from_moves(f"{moves(address)} {alg}") == Cube.from_moves(setup)


@pytest.mark.slow
def test_a_cube_that_is_not_moves_is_solved_for_its_link():
    cube = Cube.random(5)
    for given in (cube, cube.facelets, Facelets.of(cube)):
        assert read(convert(given, "twizzle")).stickers == Facelets.of(cube)
    assert convert(Moves("R U"), "twizzle") == link("R U", cube_puzzle(3))
    said = ask("convert", "R U F", "--to", "twizzle", terminal=False)
    assert said.out == "https://alpha.twizzle.net/edit/?alg=R+U+F\n"
    assert ask("solve", said.out.strip(), terminal=False).out == "F' U' R'\n"


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("https://alpha.twizzle.net/edit/?alg=R&puzzle=megaminx", "puzzle 'megaminx'"),
        ("https://alpha.twizzle.net/edit/?alg=R&puzzle=51x51x51", "up to 50x50x50"),
        ("https://alpha.twizzle.net/edit/?alg=R+Q", "'Q' is not a move"),
        ("https://alpha.twizzle.net/edit/?alg=4Rw", "turns layers 1 to 4"),
    ],
)
def test_links_that_are_no_cube_are_refused(address, words):
    with pytest.raises(InputError) as caught:
        read(address)
    assert words in str(caught.value)


def test_a_link_to_another_cube_than_asked_for_is_refused():
    with pytest.raises(InputError, match="a link to a 3×3×3"):
        read("https://alpha.twizzle.net/edit/?alg=R", "twizzle", cube_puzzle(2))
