"""Tests of the options of what draws cubes at random, and of what numbers them; see `options_registered`."""

from __future__ import annotations

from asking import SOLVED, ask, cubes_of, untimed
from options_registered import answered, choices, json, option, refused, usual

from cubecsp import Cube, PocketCube, sample
from cubecsp.models.counting import SAMPLERS
from cubecsp.models.counting.drawing_plans import NUMBERING

DRAWING = ("sample", "scramble")


@option("--number", *DRAWING)
def draws_so_many(command):
    for number in (1, 7):
        answer = json(command, "solved=F2L", "-n", number, "--seed", "1")
        assert len(answer["cubes"]) == answer["drawn"] == number
    assert len(json(command, "solved=F2L")["cubes"]) == 1
    assert "0" in refused(command, "solved=F2L", "-n", "0")


@option("--seed", *DRAWING)
def draws_the_same_cubes(command):
    one, again, two = (cubes_of(json(command, "-n", "4", "--seed", s)) for s in (1, 1, 2))
    assert one == again != two
    assert cubes_of(json(command)) != cubes_of(json(command))
    assert "--seed" in refused(command, "--seed", "-1")


@option("--method", *DRAWING)
def chooses_how_to_draw(command):
    names = choices(command, "--method")
    assert names == ["auto", *SAMPLERS]
    asked = ["solved=F2L", "oriented=all", "-n", "3", "--seed", "1"]
    for name in names:
        of_others = name != "auto" and 3 not in SAMPLERS[name].sizes
        if of_others or name in ("corner-rejection", "cycle-types"):
            assert f"{name} cannot draw these" in refused(command, *asked, "--method", name)
            continue
        answer = json(command, *asked, "--method", name, "--tries", "1000000")
        assert answer["method"] == (name if name != "auto" else "pieces")
        assert answer["drawn"] == 3
    assert "--method" in refused(command, *asked, "--method", "dice")


@option("--distinct", *DRAWING)
def draws_no_cube_twice(command):
    asked = ["perfect-scramble", "-n", "15", "--seed", "1"]
    assert len(set(cubes_of(json(command, *asked)))) < 15
    assert len(set(cubes_of(json(command, *asked, "--distinct")))) == 15
    assert "49 different cubes of 48" in refused(command, *asked, "-n", "49", "--distinct")


@option("--tries", *DRAWING)
def gives_up(command):
    asked = ["perfect-scramble", "--method", "rejection", "--seed", "1", "--tries"]
    answer = json(command, *asked, "300", code=3)
    assert (answer["stopped"], answer["status"], answer["tries"]) == ("effort", "unknown", 300)
    assert "Given up (300 tries in vain)" in answered(command, *asked, "300", code=3).out
    assert "--tries" in refused(command, *asked, "0")


@option("--threads", *DRAWING)
def draws_with_threads(command):
    one, three = (json(command, "-n", "9", "--seed", "1", "--threads", n) for n in (1, 3))
    assert (one["query"]["threads"], three["query"]["threads"]) == (1, 3)
    assert cubes_of(one) == cubes_of(three)
    assert "1 to 64" in refused(command, "--threads", "1000")


@option("--size", *DRAWING)
def draws_cubes_of_that_size(command):
    answer = json(command, "--size", "2", "--seed", "1", "-n", "2")
    assert [len(cube) for cube in cubes_of(answer)] == [24, 24]
    assert answer["query"]["size"] == 2
    assert "5×5×5" in refused(command, "solved=URF", "--size", "5")


@option("--verbose", *DRAWING)
def tells_the_plan(command):
    plain, told = usual(command), usual(command, "--verbose")
    assert untimed(told.out) == untimed(plain.out)
    assert plain.err == ""
    assert told.err.startswith("pieces: closed forms")
    assert "not filtering: " in told.err


@option("--output", *DRAWING)
def draws_pictures(command, folder="drawn"):
    told = usual(command, "-o", folder)
    assert "pictures: " in told.out
    assert "-o -" in refused(command, "-o", "-")


@option("--view", *DRAWING)
def draws_them_so(command):
    assert "pictures: " in usual(command, "-o", "seen", "--view", "cube").out
    assert "-o pictures" in refused(command, "--view", "cube")


@option("--scheme", *DRAWING)
def shows_them_in_these_colours(command):
    plain, coloured = (
        json(command, "--seed", "1"),
        json(command, "--seed", "1", "--scheme", "wrgyob"),
    )
    (one,), (other,) = plain["cubes"], coloured["cubes"]
    assert one["facelets"] == other["facelets"]
    assert other != one
    assert "scheme" in refused(command, "--scheme", "xx").lower()


@option("--at", "rank")
def gives_the_cube_of_a_number(command):
    answer = json(command, "--at", "0", "--at", "719", "solved=F2L")
    assert [cube["rank"] for cube in answer["cubes"]] == [0, 719]
    assert answer["query"]["numbers"] == [0, 719]
    told = ask(command, "--at", "0", "solved=F2L", terminal=False)
    assert told.out == f"{SOLVED}\n"
    assert "62,207" in refused(command, "--at", "62208", "solved=F2L")
    assert "whole number" in refused(command, "--at", "-1")
    assert "no cube is given" in refused(command)


@option("--method", "rank")
def chooses_how_to_number(command):
    assert choices(command, "--method") == ["auto", *NUMBERING]
    asked = [SOLVED, "solved=F2L", "oriented=all"]
    for name in ("auto", "pieces", "corner-walk", "listing"):
        answer = json(command, *asked, "--method", name)
        assert answer["method"] == (name if name != "auto" else "pieces")
        assert (answer["total"], answer["cubes"][0]["rank"]) == (288, 0)
    assert "filtering cannot draw these" in refused(command, *asked, "--method", "filtering")


def test_a_pipe_of_samples_has_their_numbers():
    cubes = [report.cube for report in sample("no-piece-home", n=3, seed=7)]
    text = "".join(f"{cube.facelets}\n" for cube in cubes)
    told = ask("rank", "-", "no-piece-home", stdin=text, terminal=False)
    numbers = told.out.split()
    back = ask("rank", *(f"--at={number}" for number in numbers), "no-piece-home", terminal=False)
    assert back.out == text


def test_scrambles_in_a_pipe_are_moves():
    told = ask("scramble", "--size", "2", "-n", "3", "--seed", "3", terminal=False)
    cubes = [report.cube for report in sample(size=2, n=3, seed=3)]
    assert [PocketCube.from_moves(line) for line in told.out.splitlines()] == cubes
    told = ask("scramble", "at-most=4", "--seed", "3", terminal=False)
    assert Cube.from_moves(told.out) == sample("at-most=4", seed=3).cubes[0].cube
