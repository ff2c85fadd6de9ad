"""A 2×2×2 read as it is held: what is found for it is right without turning the whole cube first."""

from __future__ import annotations

import json
import random

import pytest

from cubecsp import InputError, PocketCube, read, solve
from cubecsp.cli import main
from cubecsp.puzzle.cube.cube_puzzle import POCKET, cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.holding import after_moves
from cubecsp.puzzle.cube.schemes import STANDARD
from cubecsp.puzzle.cube.symmetry import SYMMETRIES

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("terminal")]

TURNED = "OBOBYYYYBRBRRGRGWWWWOGOG"
ROTATIONS = [symmetry for symmetry in SYMMETRIES if not symmetry.mirrored]
SOLVED = "".join(face * 4 for face in FACES)


def moved(stickers: str, target: tuple[int, ...]) -> str:
    result = [""] * len(stickers)
    for facelet, to in enumerate(target):
        result[to] = stickers[facelet]
    return "".join(result)


def turned(stickers: str, moves: str) -> str:
    """Return the stickers after turns of single faces, by where facelets are in space."""
    for move in moves.split():
        for _ in range({"": 1, "2": 2, "'": 3}[move[1:]]):
            stickers = moved(stickers, POCKET.layer_turn(FACES.index(move[0])))
    return stickers


def is_solved(stickers: str) -> bool:
    return all(len(set(stickers[i : i + 4])) == 1 for i in range(0, 24, 4))


def held_anyhow(count: int) -> list[str]:
    """Return random cubes, held in each of the 24 ways in turn."""
    rng = random.Random(1)
    texts = []
    for number in range(count):
        moves = " ".join(rng.choice(FACES) + rng.choice(["", "2", "'"]) for _ in range(15))
        rotation = ROTATIONS[number % len(ROTATIONS)]
        texts.append(moved(turned(SOLVED, moves), rotation.facelets_of(POCKET)))
    return texts


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("letters", ["URFDLB", "WRGYOB", "PQSTVX", "WRGBOY"])
def test_the_moves_are_right_for_the_cube_as_it_is_held(letters):
    texts = [text.translate(str.maketrans(FACES, letters)) for text in held_anyhow(72)]
    readings = [read(text) for text in texts]
    for text, reading, found in zip(
        texts, readings, solve([r.stickers.to_state() for r in readings]), strict=True
    ):
        assert is_solved(turned(text, str(found.solution))), text
        shown = reading.stickers
        assert shown.letters.translate(str.maketrans(FACES, shown.scheme)) == text


def test_the_holding_is_told_and_kept(capsys):
    assert main(["solve", TURNED, "--verbose", "--json"]) == 0
    printed = capsys.readouterr()
    moves = json.loads(printed.out)["cubes"][0]["solution"]
    assert is_solved(turned(TURNED, moves))
    faces = read(TURNED).stickers.scheme
    assert [TURNED[i] for i in (14, 23, 18)] == ["R", "G", "W"]  # the corner in DBL
    assert (faces[3], faces[5], faces[4]) == ("R", "G", "W")
    assert "orientation: orange up, blue in front" in printed.err
    assert main(["apply", moves, TURNED]) == 0
    out = capsys.readouterr().out
    assert "facelets  OOOOYYYYBBBBRRRRWWWWGGGG" in out  # solved, in the letters it was given in


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("R M", "'M' turns a middle layer, and a 2×2×2 has none (character 3)"),
        ("S", "has none"),
        ("U r", "'r' turns the whole 2×2×2"),
        ("[Rw, U]", "write a rotation x y z"),
    ],
)
def test_what_a_small_cube_cannot_turn(moves, words, capsys):
    for arguments in (
        ["solve", moves, "--size", "2"],
        ["apply", moves, "--size", "2"],
        ["apply", moves, TURNED],
        ["convert", f"pzl=2&alg={moves}", "--to", "net"],
    ):
        assert main(arguments) == 2
        assert words in capsys.readouterr().err
    with pytest.raises(InputError):
        PocketCube.from_moves(moves)


@pytest.mark.parametrize(
    ("moves", "size", "left"),
    [
        ("R U x", 3, "x'"),
        ("x y", 3, "x' z'"),
        ("M", 3, "x"),
        ("r U", 3, "x'"),
        ("M2 E2 S2", 3, ""),
        ("x y z' y'", 3, ""),
        ("R U F' x x'", 2, ""),
        ("R U x", 2, "x'"),
        ("D", 2, "y"),
    ],
)
def test_a_whole_turn_that_is_undone_is_said(moves, size, left, capsys):
    """Where a format does not show its whole-cube orientation, the rotation that turns it back is named."""
    arguments = ["convert", moves, "--size", str(size), "--to"]
    assert main([*arguments, "facelets"]) == 0
    shown, said = capsys.readouterr()
    note = (
        "note: facelets does not record whole-cube orientation: this is the cube after the rotation"
    )
    assert said == (left and f"{note} {left}\n")
    assert main([*arguments, "facelets", "--json"]) == 0
    (report,) = json.loads(capsys.readouterr().out)["cubes"]
    assert report.get("rotation", "") == left
    puzzle = cube_puzzle(size)
    home = cube_class(size)().facelets
    assert "".join(after_moves(home, f"{moves} {left}", puzzle)) == shown.strip() == report["text"]
    assert main([*arguments, "colours"]) == 0
    seen, said = capsys.readouterr()
    stickers = "".join(after_moves(home, moves, puzzle))
    assert (seen.strip(), said) == (stickers.translate(str.maketrans(FACES, STANDARD)), "")
