"""Links to pages that play moves, read and written."""

from __future__ import annotations

import random
from urllib.parse import quote

import pytest
from asking import ask

from cubecsp import (
    Cube,
    Facelets,
    InputError,
    Moves,
    apply,
    convert,
    cube_class,
    find,
    invert,
    read,
    scramble,
    solve,
    solve_all,
)
from cubecsp.formats import stated_moves
from cubecsp.formats.players import PAGE, PLAYERS, LinkedMoves, link
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.written_turns import written_turns

pytestmark = pytest.mark.quick

MOVES = (*FACES, "Rw", "u", "x", "[F, r]", "(U R2)", "y'", "M", "[F: R]")

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
    "https://www.cubedb.net/?puzzle=3&scramble=R_U_R-_U-&alg=U_R_U-_R-": (3, "R U R' U'"),
    "cubedb.net/?alg=R_U": (3, "R U"),
    "https://cubedb.net/?puzzle=3x3&scramble=R2_D-_Rw&title=one&time=9.2&alg=x_y-_%2F%2F_a-b.%0AR": (
        3,
        "R2 D' Rw",
    ),
    "https://www.cubedb.net/?rank=4&scramble=2%26%2345%3B3Rw_U%27%20F": (4, "2-3Rw U' F"),
    "https://ruwix.com/widget/3d/?label=Sune&alg=R%20U%20R'&flags=showalg": (3, "R U' R'"),
    "https://ruwix.com/widget/3d/?alg=R%20U&setupmoves=R%20U&pov=Ufr&colors=U:w": (3, "()"),
    "https://ruwix.com/widget/3d/?flags=startsolved&alg=R": (3, "R"),
}


@pytest.mark.parametrize("address", KNOWN)
def test_known_links_are_read(address):
    size, made = KNOWN[address]
    reading = read(address)
    assert reading.format == "twizzle"
    assert reading.stickers.letters == cube_class(size).from_moves(made).facelets
    ends = "anchor=end" in address or "type=alg" in address
    ends = ends or ("/widget/" in address and "startsolved" not in address)
    solves = "scramble=" in address and "alg=" in address
    assert bool(reading.notes) == (ends or solves)
    assert read(convert(address, "twizzle")).stickers == reading.stickers


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_moves_come_back_out_of_their_link(size):
    for text in ("R U R' U'", "[F: R2] U2'", "x y' (R U)3", "()", "R2 B // twice"):
        address = convert(text, "twizzle", format="moves", size=size)
        assert address.startswith("https://alpha.twizzle.net/edit/")
        assert ("puzzle=" in address) == (size != 3)
        assert LinkedMoves.read(address).makes == text
        puzzle = cube_puzzle(size)
        assert read(address, puzzle=puzzle).stickers == read(text, "moves", puzzle).stickers
        assert link("twizzle", text, puzzle) == address


@pytest.mark.parametrize("anchored", ["setup-anchor=end", "type=alg"])
@pytest.mark.parametrize("alg", ["R U", "F2 (R U)2", "x R"])
def test_where_moves_are_anchored_at_the_end_they_lead_to_the_setup(anchored, alg):
    for setup in ("", "F L'", "[R, D]"):
        address = f"https://alg.cubing.net/?setup-alg={quote(setup)}&alg={quote(alg)}&{anchored}"
        assert Cube.from_moves(f"{LinkedMoves.read(address).makes} {alg}") == Cube.from_moves(setup)


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("size", [2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_links_of_solutions_come_back(player, size):
    rng = random.Random(f"{player} {size}")
    names = {2: [*FACES, "x", "[R, U]"], 3: MOVES, 4: [*MOVES[:10], "2-3Lw", "2U"]}[size]
    for number in range(3 if size == 4 else 8):
        text = " ".join(rng.choice(names) + rng.choice(["", "2"]) for _ in range(6))
        cube = cube_class(size).from_moves(text)
        given = (text, Facelets.of(cube), cube.facelets)[number % 3]
        sized = {"size": size} if given == text else {}
        (report,) = solve(given, link=player, **sized)
        assert report.link == report.as_dict()["link"]
        linked = LinkedMoves.read(report.link)
        assert linked.puzzle.size == size
        assert linked.played == (report.written or linked.setup or "()")
        if player == PAGE:
            start = read(report.link).stickers
            assert start.letters == report.facelets
        else:
            start = Facelets.of(cube_class(size).from_moves(linked.setup))
            assert start.letters == report.facelets
        after = start.to_state().apply(linked.alg)
        assert after.is_solved
        if given == text and player != PAGE:
            plain = written_turns(text, cube_puzzle(size))
            assert linked.setup == str(plain)


@pytest.mark.parametrize("player", PLAYERS)
def test_links_of_other_answers_come_back(player):
    said = ask("reach", "R U F2", "solved=cross", "--link", player, "--limit", "2", "--json")
    for report in said.json["cubes"]:
        linked = LinkedMoves.read(report["link"])
        start = linked.cube or Cube.from_moves(linked.setup).facelets
        assert start == Cube.from_moves("R U F2").facelets
        assert linked.alg == report["moves"]
    (report,) = scramble(seed=3, link=player)
    linked = LinkedMoves.read(report.link)
    assert (linked.setup, linked.alg) == ("", str(report.generator))
    (report,) = find("checkerboard", limit=1, link=player)
    linked = LinkedMoves.read(report.link)
    assert linked.alg == str(report.solution)
    if player != PAGE:
        assert Cube.from_moves(linked.setup).facelets == report.facelets
    assert {LinkedMoves.read(one.link).alg for one in solve_all("R L U", link=player)} == {
        "U' R' L'",
        "U' L' R'",
    }


def test_moves_are_what_a_link_plays():
    for player in PLAYERS:
        address = link(player, "R U2' F", cube_puzzle(3), setup="L D", cube=Cube().facelets)
        assert stated_moves(address) == "R U2' F"
        assert invert(address) == "F' U2 R'"
        assert apply(address).cubes[0].cube == Cube.from_moves("R U2 F")
        assert ask("mirror", address, terminal=False).out == "L' U2 F'\n"
    assert invert("https://alg.cubing.net/?setup=R_U-") == "U R'"
    assert invert("https://alg.cubing.net/?setup=R_U-&alg=F") == "F'"


def test_ranges_of_layers_come_back_from_every_link():
    for player in PLAYERS:
        solved = cube_class(5)().facelets
        address = link(player, "2-3Rw' U2", cube_puzzle(5), setup="3Fw 2-4Uw'", cube=solved)
        linked = LinkedMoves.read(address)
        assert linked.alg == "2-3Rw' U2"
        assert linked.setup == ("" if player == PAGE else "3Fw 2-4Uw'")


def test_links_are_printed_after_the_moves():
    address = "https://alg.cubing.net/?setup=R_U-&alg=U_R-"
    asked = ("solve", "R U'", "--link", "alg.cubing.net")
    assert f"solve it  U R'\nwatch it  {address}\n" in ask(*asked, terminal=True).out
    piped = ask(*asked, terminal=False)
    assert (piped.out, piped.err) == ("U R'\n", f"{address}\n")
    assert "for cubes" in ask("solve", "R", "--puzzle", "skewb", "--link", "twizzle").err


@pytest.mark.slow
def test_a_cube_that_is_not_moves_is_solved_for_its_link():
    cube = Cube.random(5)
    for given in (cube, cube.facelets, Facelets.of(cube)):
        assert read(convert(given, "twizzle")).stickers == Facelets.of(cube)
    assert convert(Moves("R U"), "twizzle") == link("twizzle", "R U", cube_puzzle(3))
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
