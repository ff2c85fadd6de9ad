"""`check` on the command line: one cube in full, many in a line each."""

from __future__ import annotations

import contextlib
import io
import json
import random

import pytest
from asking import ask, piped
from mutilations import KINDS, mutilate

from cubecsp import Cube, Facelets, InputError, PocketCube, check
from cubecsp.cli import main
from cubecsp.diagnosis.assembly import Coset
from cubecsp.models import EveryColour
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.defect import DefectKind
from cubecsp.questions.answers.answer import Status

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("terminal")]

SOLVED = Cube()
TWISTED = Cube.from_placements([1, *range(3, 24, 3)], SOLVED.edges)
FLIPPED = Cube.from_placements(SOLVED.corners, [1, *range(2, 24, 2)])


def run(*arguments: str, code: int | None = None) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        found = main(["check", *arguments])
    assert code is None or found == code
    return out.getvalue()


def file_of(tmp_path, letters: list[str]) -> str:
    path = tmp_path / "cubes.txt"
    path.write_text("\n".join(letters))
    return str(path)


def test_the_defect_the_class_and_the_mend():
    shown = run(TWISTED.facelets, code=1).splitlines()
    assert shown[-3:] == [
        "defect: the corner twists add up to one third of a turn clockwise, not to whole turns: "
        "a corner has been twisted (U9, R1, F3)",
        "coset: a corner twisted clockwise (one of 12; no turn leads from one to another)",
        "repair: twist the corner U-R-F at URF counter-clockwise",
    ]


def test_the_net_is_in_the_letters_of_the_user():
    shown = run(TWISTED.facelets.translate(str.maketrans("URFDLB", "WRGYOB")), code=1)
    assert shown.splitlines()[3] == "      W W g"
    assert "repair: twist the corner white-red-green at URF counter-clockwise" in shown


@pytest.mark.parametrize("kind", KINDS)
def test_every_mutilation_is_answered(kind):
    done = mutilate(Cube.random(7), random.Random(7), kind)
    if done.whole:
        peeled = kind == "stickers peeled"
        told = "Possibly solvable: " if peeled else "defect: "
        assert told in run(done.letters, code=int(not peeled))
        found = json.loads(run(done.letters, "--json"))["cubes"][0]
        assert {defect["kind"] for defect in found["defects"]} <= done.possible
    else:
        run(done.letters, code=2)


def test_many_cubes_in_full(tmp_path):
    shown = run(file_of(tmp_path, [SOLVED.facelets, TWISTED.facelets]), "--nets", code=1)
    assert "cube 1\n" in shown
    assert "\n\ncube 2\n" in shown
    assert "repair: twist" in shown


def test_rules_are_told_in_the_line(tmp_path):
    shown = run(file_of(tmp_path, [SOLVED.facelets] * 2), "no-touching=side", code=1)
    assert shown.splitlines()[0] == "1: solvable, but it breaks no-touching=side"


def test_unknown_stickers_that_the_others_tell():
    letters = SOLVED.facelets[:8] + "." + SOLVED.facelets[9:]
    assert f"what is known leaves one possibility: {SOLVED.facelets}" in run(letters, code=0)


def test_explain():
    shown = run("R U", "--explain", code=0)
    assert "inversions of edges and" in shown
    assert shown.count("passed.") == 3
    assert "correct the stickers first" in run("U" * 54, "--explain", code=1)
    told = json.loads(run(FLIPPED.facelets, "--explain", "--json", code=1))["cubes"][0]
    assert told["explanation"]["flips"] == 1
    assert told["coset"] == {"name": "an edge flipped", "parity": 0, "twist": 0, "flip": 1}
    assert told["piece_repairs"][0]["actions"] == [
        {"kind": "flip", "slots": ["UR"], "pieces": ["UR"]}
    ]
    assert told["piece_repairs"][0]["facelets"] == SOLVED.facelets


def test_pocket_cubes_are_checked():
    cube = PocketCube.random(4)
    assert "Solvable." in run(cube.facelets, code=0)
    letters = list(cube.facelets)
    letters[0] = "R" if letters[0] != "R" else "F"
    assert "defect: colour" in run("".join(letters), code=1)


def test_anything_can_be_checked():
    several = [SOLVED, SOLVED.facelets, Facelets.of(SOLVED), PocketCube()]
    assert [len(report.defects) for report in check(several)] == [0, 0, 0, 0]
    for one in several:
        assert check(one).status is Status.COMPLETE
    (report,) = check(FLIPPED)
    assert report.diagnosis.coset == Coset(0, 0, 1)
    assert report.diagnosis.kinds == {DefectKind.EDGE_FLIP}
    assert report.explanation is None
    with pytest.raises(InputError, match="does not apply to the 2×2×2"):
        check(PocketCube(), EveryColour())


def test_a_line_says_what_the_whole_report_says(capsys, tmp_path):
    """A twisted corner has an unknown sticker that can be worked out."""
    twisted = "UUUUUUUUFURRRRRRRRFFRFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBB."
    path = tmp_path / "cubes.txt"
    path.write_text(f"{twisted}\n()\n", "utf-8")
    assert main(["check", str(path)]) == 1
    assert "1: not solvable: a corner twisted" in capsys.readouterr().out


def test_what_complete_does_not_answer_is_not_left_to_it():
    for unknown in ("." * 96, "." * 54):
        told = ask("check", unknown)
        assert f"Possibly solvable: {len(unknown)} stickers are unknown" in told.out + told.err
        assert ("`complete` says" in told.out + told.err) == (len(unknown) == 54)


def test_centres_that_a_defect_names_are_not_named_twice():
    letters = list("".join(16 * face for face in "URFDLB"))
    letters[5] = letters[10] = "B"
    told = ask("check", "".join(letters))
    assert "show B, and there are 4: at U6, U11, B6, B7, B10 and B11\n" in told.out + told.err


@pytest.mark.parametrize("size", [3, 4])
def test_of_several_defects_beside_unknown_stickers_the_first_is_told(size):
    rng, cubes = random.Random(size), []
    for seed in range(4):
        letters = list(cube_class(size).random(seed).facelets)
        for facelet in rng.sample(range(len(letters)), 4):
            letters[facelet] = rng.choice("URFDLB")
        letters[rng.randrange(len(letters))] = "."
        cubes.append("".join(letters))
    lines = piped("check", "-", stdin="\n".join(cubes), code=1).out.splitlines()
    several = 0
    for number, (cube, line) in enumerate(zip(cubes, lines, strict=False), 1):
        _, *others = check(cube).cubes[0].diagnosis.defects
        if line.startswith(f"{number}: no cube: "):
            assert line == f"{number}: no cube: {others[0].message}"
            several += len(others) > 1
    assert several
