"""Reading measurements: numbers at the ends of their ranges, unknown stickers, and faces that look alike."""

from __future__ import annotations

import numpy as np
import pytest
from scenes import STICKERS, measured, random_colours, scene, written

from cubecsp import InputError, recognise
from cubecsp.models.recognition.arrangements import arrangements
from cubecsp.models.recognition.measurements import read_measurements
from cubecsp.models.recognition.recognition import Evidence, recognition
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET, cube_puzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.state import PocketCube


def with_one(value, others, count=54, at=30):
    """Return the same measurement of all stickers but one."""
    return [value if i == at else others for i in range(count)]


@pytest.mark.parametrize(
    ("space", "least", "most", "beyond"),
    [
        ("rgb", [0, 0, 0], [255, 255, 255], [[-1, 0, 0], [0, 256, 0], [0, 0, 255.5]]),
        (
            "lab",
            [0, -128, -128],
            [100, 128, 128],
            [[101, 0, 0], [-1, 0, 0], [50, 129, 0], [50, -129, 0], [50, 0, 128.5], [50, 0, -129]],
        ),
    ],
)
def test_numbers_at_the_ends_of_their_ranges_are_taken(space, least, most, beyond):
    for value in (least, most):
        assert read_measurements(with_one(value, [50, 60, 70]), space).seen.all()
    for value in beyond:
        with pytest.raises(InputError, match="sticker D4 is .*; give .* to (255|128)"):
            read_measurements(with_one(value, [50, 60, 70]), space)


def test_likelihoods_of_a_sticker():
    likely = [0.5, 0, 0, 0, 0, 0]
    assert read_measurements(with_one(likely, [0, 0, 0, 0, 0, 1e-9])).are_likelihoods
    for wrong in ([0] * 6, [0.5, -0.1, 0, 0, 0, 0]):
        with pytest.raises(InputError, match="sticker D4 is .*give six likelihoods"):
            read_measurements(with_one(wrong, likely))


@pytest.mark.parametrize(("value", "others"), [([1, 2, 3], [1] * 6), ([1] * 6, [1, 2, 3])])
def test_stickers_have_the_same_kind_of_numbers(value, others):
    with pytest.raises(InputError) as refused:
        read_measurements(with_one(value, others))
    words = f"sticker D4 has {len(value)} numbers, and others have {len(others)}"
    assert refused.value.problem == words


def by_face(change):
    """Return a red 2×2×2 by face, with one thing changed."""
    rows = {face: ["#ff0000"] * 4 for face in FACES}
    change(rows)
    return rows


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: (rows["R"].append("#00ff00"), rows["F"].pop()),
        lambda rows: rows.update(R=[["#ff0000"] * 2, ["#ff0000"] * 3]),
    ],
)
def test_faces_have_as_many_stickers_as_others(change):
    """Otherwise those of all later faces would be somewhere else, without a word."""
    rows = by_face(change)
    for given in (rows, list(rows.values())):
        with pytest.raises(InputError, match="face R has 5 stickers, and others have 4"):
            read_measurements(given)


@pytest.mark.parametrize(
    ("change", "name"),
    [
        (lambda rows: rows.update(X=[]), "X"),
        (lambda rows: rows.update(u=rows.pop("U")), "u"),
        (lambda rows: rows.update(R2="#ff0000"), "U"),
    ],
)
def test_what_names_neither_faces_nor_stickers_is_told(change, name):
    with pytest.raises(InputError, match=f"'{name}' is not the name of a sticker; name faces U R"):
        read_measurements(by_face(change))


def test_unknown_stickers_may_have_any_colour():
    """What pieces leave open is open; what they settle is what it is on the cube."""
    rng = np.random.default_rng(1)
    colours = random_colours(CUBE, rng)
    likely = [[1.0 if k == colour else 0.01 for k in range(6)] for colour in colours]
    hidden = [*CUBE.corners.frames[3][:2], *CUBE.edges.frames[5], 22]
    given = [None if i in hidden else row for i, row in enumerate(likely)]
    read = read_measurements(given)
    assert (read.values[hidden] == read.values[hidden[0]][0]).all()
    assert (read.costs[hidden] == 0).all()
    assert not read.seen[hidden].any()
    answer = recognise(given)
    assert answer[0].facelets == recognise(likely)[0].facelets


def alike():
    """Return a 2×2×2 two of whose faces look the same, sticker by sticker."""
    for seed in range(10_000):
        letters = PocketCube.random(seed).facelets
        if len({letters[i : i + 4] for i in range(0, 24, 4)}) < 6:
            return letters
    raise AssertionError("no such cube")


def test_faces_that_look_the_same():
    """Centres cannot be the same, but a cube without centres may have two such faces."""
    rows = [STICKERS[FACES.index(letter)].tolist() for letter in alike()]
    read_measurements(rows).require_colours()
    rows = written(scene(3, np.random.default_rng(11), noise=3, light=0.05).rgb)
    twice = [*rows[:18], *rows[9:18], *rows[27:]]
    with pytest.raises(InputError, match=r"faces 2 and 3 \(R and F\) look the same"):
        read_measurements(twice).require_colours()
    for hidden in (9, 22, 26):  # of what was not measured nobody knows whether it is the same
        some = [None if i == hidden else row for i, row in enumerate(twice)]
        read_measurements(some).require_colours()


@pytest.mark.parametrize(
    ("most", "told"), [(0.9, True), (1.0, True), (1.01, False), (24.9, False), (25.0, None)]
)
def test_black_stickers_and_numbers_up_to_one(most, told):
    rows = [[most * (k == i % 3) for k in range(3)] for i in range(24)]
    if told is None:
        read_measurements(rows).require_colours()
        return
    with pytest.raises(InputError, match="all stickers are black") as refused:
        read_measurements(rows).require_colours()
    assert ("multiply them by 255" in str(refused.value)) == told


@pytest.mark.parametrize(
    ("puzzle", "known", "held", "number"),
    [
        (CUBE, True, True, 1),
        (CUBE, False, True, 1),
        (CUBE, True, False, 24),
        (CUBE, False, False, 720),
        (POCKET, True, False, 1),
        (POCKET, False, True, 1),
        (POCKET, False, False, 30),
        (cube_puzzle(4), False, False, 30),
    ],
)
def test_arrangements_of_colours(puzzle, known, held, number):
    """Each once, and all together certain; without centres those that are held otherwise are one."""
    some = arrangements(puzzle, known, held)
    rows = {tuple(row) for row in some.colours.tolist()}
    assert len(rows) == len(some.colours) == number
    assert np.exp(-some.costs).sum() == pytest.approx(1)
    usual = 1 if held or puzzle is not CUBE else 24
    assert np.exp(-some.costs[:usual]).sum() == pytest.approx(1.0 if known or held else 0.97)


def given_of(rgb, number=5):
    return Evidence(read_measurements(rgb.tolist()), "WRGYOB", False, {}, False, number)


def test_shares_of_colours_add_up_to_one_on_each_sticker():
    doubtful = 0
    for seed in range(4):
        one = scene(3, np.random.default_rng(seed), noise=13, light=0.15)
        ranking = recognition(given_of(one.rgb)).ranking
        doubtful += len(ranking.candidates) > 1
        assert ranking.shares.sum(axis=1) == pytest.approx(np.ones(54), abs=1e-6)
        assert (ranking.shares >= -1e-9).all()
    assert doubtful


@pytest.mark.parametrize("bright", [0.6, 1.0])
def test_the_colours_that_are_told_are_those_that_were_measured(bright):
    rng = np.random.default_rng(3)
    colours = random_colours(CUBE, rng)
    rgb = bright * np.clip(measured(colours, rng, noise=1, light=0.005), 0, 255)
    told = recognise(rgb).colours
    for number, letter in enumerate("WRGYOB"):
        mean = rgb[colours == number].mean(axis=0)
        assert np.abs(np.array(told[letter]) - mean).max() < 12, letter
