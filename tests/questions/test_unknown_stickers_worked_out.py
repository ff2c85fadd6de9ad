"""Unknown stickers that only one cube agrees with are worked out wherever a whole cube is needed."""

from __future__ import annotations

import random

import pytest
from asking import ask

from cubecsp import Cube, Facelets, InputError, PocketCube, apply, complete, convert, solve
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.schemes import STANDARD
from cubecsp.questions.asking.known_cube import deduction, known_cube


def hidden(rng: random.Random, letters: str, number: int, kept: set[int]) -> str:
    unknown = rng.sample([f for f in range(len(letters)) if f not in kept], number)
    return "".join("." if f in unknown else c for f, c in enumerate(letters))


def test_what_only_one_cube_agrees_with_is_that_cube():
    rng = random.Random(1)
    one = several = 0
    for _ in range(16):
        cube = (
            Cube.random(rng.randrange(10**6))
            if rng.random() < 0.6
            else PocketCube.random(rng.randrange(10**6))
        )
        kept = {*cube.puzzle.centres, *cube.puzzle.corners.frames[6]}
        shown = Facelets(hidden(rng, cube.facelets, rng.choice([2, 9, 12]), kept))
        answer = complete(shown, limit=1)
        if answer.unique:
            assert known_cube(shown) == cube
            one += 1
        else:
            with pytest.raises(
                InputError, match=f"unknown, and {answer.count:,} cubes agree with the"
            ):
                known_cube(shown)
            several += 1
    assert min(one, several) > 3


def test_solve_says_that_it_worked_them_out():
    cube = Cube.from_moves("R U F' L2 D")
    colours = cube.facelets.translate(str.maketrans(FACES, STANDARD))
    shown = "...." + colours[4:]
    outcome = ask("solve", shown)
    assert outcome.code == 0
    assert (
        f"the 3 unknown stickers can be worked out: this is {colours}"
        in ask("solve", ".." + colours[2:3] + "." + colours[4:]).err
    )
    assert f"can be worked out: this is {colours}" in outcome.err
    (report,) = ask("solve", shown, "--json").json["cubes"]
    assert (report["given"], report["written"]) == (shown, colours)
    assert "given" not in ask("solve", colours, "--json").json["cubes"][0]
    (found,) = solve(shown)
    assert found.cube == cube
    assert Cube.from_moves(convert(shown, "moves")) == cube


def test_what_agrees_with_no_cube_is_refused():
    cube = Cube.from_moves("R U F' L2 D")
    letters = list(cube.facelets)
    a, b = (cube.puzzle.edges.frames[slot] for slot in (0, 5))
    for f, g in zip(a, b, strict=True):
        letters[f], letters[g] = letters[g], letters[f]
    letters[cube.puzzle.corners.frames[0][0]] = "."
    with pytest.raises(
        InputError, match="1 sticker is unknown, and no solvable cube agrees with the others"
    ):
        known_cube(Facelets("".join(letters)))
    wrong_centre = cube.facelets[:4] + "R" + cube.facelets[5:-1] + "."
    with pytest.raises(InputError, match="`check` lists every defect"):
        solve(wrong_centre)


def test_how_many_stickers_are_unknown_is_said_in_each_message():
    solved, twisted = Cube(), Cube.from_placements([1, *range(3, 24, 3)], Cube().edges)
    for number, words in ((1, "the unknown sticker"), (2, "the 2 unknown stickers")):
        shown = Facelets("." * number + solved.facelets[number:])
        assert deduction(shown, solved) == f"{words} can be worked out: this is {solved.facelets}"
    assert deduction(Facelets.of(solved), solved) == ""
    for hidden, words in (
        ({20}, "1 sticker is unknown, and no solvable cube agrees"),
        ({20, 23}, "2 stickers are unknown, and no solvable cube agrees"),
    ):
        letters = ["." if at in hidden else c for at, c in enumerate(twisted.facelets)]
        with pytest.raises(InputError, match=words):
            known_cube(Facelets("".join(letters)))
    edges = {5, 7, 10, 19}  # of UR and UF, which can both be flipped
    letters = ["." if at in edges else c for at, c in enumerate(solved.facelets)]
    with pytest.raises(InputError, match="4 stickers are unknown, and 2 cubes agree") as refused:
        known_cube(Facelets("".join(letters)))
    assert refused.value.remedy == "`complete` says which sticker to look at next"


def test_what_is_no_typing_mistake_keeps_its_remedy():
    for letters in ("U" * 54, Cube().facelets.replace("L", "U", 3)):
        with pytest.raises(InputError, match="instead of 9") as refused:
            known_cube(Facelets(letters))
        assert refused.value.remedy == "`check` lists every defect"
        assert refused.value.text == letters


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_the_pieces_of_a_larger_cube_are_worked_out_too(size):
    (made,) = apply("Rw U F'", size=size)
    shown = "." + made.facelets[1:]  # of a corner, two of whose stickers are known
    assert known_cube(Facelets(shown)).facelets == made.facelets
    (found,) = solve(shown)
    assert found.facelets == made.facelets
    assert found.solution is not None


def test_what_is_left_open_of_a_larger_cube_is_said():
    (made,) = apply("Rw U F'", size=4)
    with pytest.raises(
        InputError, match="16 stickers are unknown, and the others leave open"
    ) as told:
        known_cube(Facelets("." * 16 + made.facelets[16:]))
    assert told.value.remedy == "give more of them"
    for wrong in (".RRRRR" + made.facelets[6:], ".B" + made.facelets[2:]):
        with pytest.raises(InputError, match="`check` lists every defect"):
            known_cube(Facelets(wrong))
