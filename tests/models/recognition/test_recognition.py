"""Cubes are recognised from their measured colours: scenes with seeds, whose cubes are known."""

from __future__ import annotations

import json
import re
import time

import numpy as np
import pytest
from scenes import STICKERS, measured, random_colours, scene, written

from cubecsp import Cube, InputError, RecogniseAnswer, Status, recognise, repair
from cubecsp.models.recognition.colour_space import lab_of, rgb_of
from cubecsp.models.recognition.face_order import rearrangement
from cubecsp.puzzle.cube.cube_puzzle import CUBE, cube_puzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.holding import HOLDINGS, reheld

STANDARD = "WRGYOB"


def shown(answer: RecogniseAnswer) -> str:
    """Return the colours of the likeliest cube, in letters."""
    report = answer[0]
    return "".join(report.scheme[FACES.index(letter)] for letter in report.facelets)


def named(colours: np.ndarray, scheme: str = STANDARD) -> str:
    return "".join(scheme[colour] for colour in colours)


# ------------------------------------------------------------ what is right


@pytest.mark.ordinary(3)
@pytest.mark.parametrize(("size", "noise"), [(2, 7), (3, 9), (4, 6), (5, 6), (6, 4), (7, 4)])
def test_scenes_of_every_size(size, noise):
    rng = np.random.default_rng(size)
    for _ in range(5 if size < 4 else 2):
        one = scene(size, rng, noise=noise, light=0.1)
        answer = recognise(one.rgb)
        assert answer.status is Status.COMPLETE
        assert shown(answer) == named(one.colours)
        assert answer[0].cube.is_reachable
        assert answer.probability > 0.5
        assert answer.objection is None


def test_scenes_in_bad_light():
    """Noise 9 and light of 12 %: at most one of forty cubes is another one, and most take few milliseconds."""
    rng, right, times = np.random.default_rng(1), 0, []
    for _ in range(40):
        one = scene(3, rng, noise=9, light=0.12)
        before = time.process_time()
        answer = recognise(one.rgb)
        times.append(time.process_time() - before)
        right += shown(answer) == named(one.colours)
    assert right >= 39
    assert np.median(times) < 0.1


def test_probabilities_are_what_they_say():
    """Of cubes that are in doubt, as many are right as their probabilities add up to, give or take."""
    rng, right, told = np.random.default_rng(2), [], []
    while len(told) < 20:
        one = scene(3, rng, noise=13, light=0.15)
        answer = recognise(one.rgb)
        if answer.probability < 0.99:
            told.append(answer.probability)
            right.append(shown(answer) == named(one.colours))
    spread = np.sqrt(sum(p * (1 - p) for p in told))
    assert abs(sum(right) - sum(told)) < 2.5 * spread


def test_every_way_to_hold_a_cube():
    rng = np.random.default_rng(3)
    for holding in list(HOLDINGS)[1::7]:
        colours = np.array(reheld(list(random_colours(CUBE, rng)), holding, CUBE))
        answer = recognise(measured(colours, rng, noise=6, light=0.1))
        assert shown(answer) == named(colours)
        assert answer[0].scheme == named(colours[list(CUBE.centres)])


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_faces_in_any_order_turned_in_any_way(size):
    rng = np.random.default_rng(size)
    one = scene(size, rng, noise=4, light=0.08)
    order = tuple(zip(rng.permutation(6).tolist(), rng.integers(4, size=6).tolist(), strict=True))
    mixed = rearrangement(size, order)
    answer = recognise(one.rgb[mixed], faces="any")
    places = [
        (FACES.index(face["given"]), face["turns"])
        for face in sorted(answer.faces, key=lambda face: FACES.index(face["face"]))
    ]
    back = one.colours[mixed][rearrangement(size, tuple(places))]
    assert shown(answer) == named(back)
    assert size % 2 == 0 or (back == one.colours).all()
    assert answer.objection is None
    sure = rng.permutation(len(back))[:6]
    confirmed = [f"{cube_puzzle(size).names[at]}={named(back)[at]}" for at in sure.tolist()]
    again = recognise(one.rgb[mixed], faces="any", confirm=confirmed)
    assert {shown(again)[at] == named(back)[at] for at in sure.tolist()} == {True}
    if answer.probability > 0.9:  # it is not told anything new
        assert (shown(again), again.faces) == (shown(answer), answer.faces)


def test_a_cube_of_another_scheme():
    rng = np.random.default_rng(4)
    japanese = STICKERS[["WRGYOB".index(letter) for letter in "WRGBOY"]]
    for size in (2, 3):
        colours = random_colours(cube_puzzle(size), rng)
        rgb = measured(colours, rng, noise=3, light=0.05, stickers=japanese)
        for how in ({}, {"scheme": "japanese"}):
            answer = recognise(rgb, **how)
            letters = shown(answer)
            assert letters == named(colours, "WRGBOY")


def test_glare_and_unknown_stickers():
    rng, right = np.random.default_rng(5), 0
    for _ in range(10):
        one = scene(3, rng, noise=4, light=0.08, glare=0.06)
        rows: list = written(one.rgb)
        for facelet in rng.choice(54, 4, replace=False):
            rows[facelet] = None
        right += shown(recognise(rows)) == named(one.colours)
    assert right >= 9


def test_every_form_says_the_same():
    one = scene(3, np.random.default_rng(6), noise=3, light=0.05)
    rows = written(one.rgb)
    expected = named(one.colours)
    names = CUBE.names
    scanned = {
        str(9 * "ULFRBD".index(name[0]) + int(name[1])): row
        for name, row in zip(names, rows, strict=True)
    }
    faces = {face: rows[9 * i : 9 * i + 9] for i, face in enumerate(FACES)}
    hexes = ["#{:02x}{:02X}{:02x}".format(*row) for row in rows]
    squares = np.array(rows).reshape(6, 3, 3, 3)
    for given in (
        rows, np.array(rows), squares, faces, hexes, scanned, json.dumps(scanned),
        dict(zip(names, rows, strict=True)), [*faces.values()],
    ):  # fmt: skip
        assert shown(recognise(given)) == expected
    assert shown(recognise(lab_of(one.rgb), space="lab")) == expected
    assert rgb_of(lab_of(one.rgb)) == pytest.approx(one.rgb, abs=1e-6)


def test_likelihoods_are_taken_as_they_are():
    rng = np.random.default_rng(7)
    colours = random_colours(CUBE, rng)
    likely = rng.random((54, 6)) * 0.3
    likely[np.arange(54), colours] = 1
    answer = recognise(likely)
    assert shown(answer) == named(colours)
    assert answer.colours is None
    order = ((1, 2), (0, 1), (2, 0), (4, 3), (3, 1), (5, 0))
    assert shown(recognise(likely[rearrangement(3, order)], faces="any")) == named(colours)


# ------------------------------------------------------------ what is in doubt


def test_the_sticker_to_look_at_settles_it():
    rng, settled = np.random.default_rng(21), 0
    while settled < 2:
        one = scene(3, rng, noise=11, light=0.1)
        answer = recognise(one.rgb)
        if shown(answer) == named(one.colours) or answer.ask is None:
            continue
        truth, confirm = named(one.colours), []
        while shown(answer) != truth and answer.ask is not None and len(confirm) < 12:
            sticker = answer.ask.sticker
            confirm.append(f"{sticker}={truth[CUBE.names.index(sticker)]}")
            answer = recognise(one.rgb, confirm=confirm)
        assert shown(answer) == truth
        assert len(confirm) <= 6
        settled += 1


def test_what_differs_is_told():
    answer = recognise(scene(3, np.random.default_rng(9), noise=17, light=0.2).rgb, limit=9)
    assert len(answer) > 1
    first = answer[0].facelets
    for report in answer:
        others = {i for i, (a, b) in enumerate(zip(first, report.facelets, strict=True)) if a != b}
        assert set(report.differs) == others
    told = [report.probability for report in answer]
    assert told == sorted(told, reverse=True)
    assert sum(told) <= 1 + 1e-9
    assert answer.ask.sticker in answer.sentence()


# ------------------------------------------------------------ what is no cube


def broken(kind: str, colours: np.ndarray) -> np.ndarray:
    colours = colours.copy()
    corner, edge = list(CUBE.corners.frames[2]), list(CUBE.edges.frames[5])
    if kind == "corner":
        colours[corner] = colours[corner[1:] + corner[:1]]
    if kind == "edge":
        colours[edge] = colours[edge[::-1]]
    if kind == "edges":
        other = list(CUBE.edges.frames[8])
        colours[edge + other] = colours[other + edge]
    if kind == "centre":
        colours[[4, 13]] = colours[[13, 4]]
    if kind == "face":
        colours[:9] = np.rot90(colours[:9].reshape(3, 3)).ravel()
    return colours


@pytest.mark.ordinary(2)
@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("corner", "a corner has been twisted"),
        ("edge", "flipped"),
        ("centre", "centres"),
        ("face", "faces='any'"),
    ],
)
def test_what_no_cube_explains(kind, why):
    rng = np.random.default_rng(10)
    colours = random_colours(CUBE, rng)
    assert recognise(measured(colours, rng, noise=3, light=0.05)).objection is None
    answer = recognise(measured(broken(kind, colours), rng, noise=3, light=0.05))
    assert (answer.status, len(answer)) == (Status.INFEASIBLE, 0)
    assert not answer
    assert why in answer.sentence()
    assert "`repair " in answer.sentence()
    assert answer.as_dict()["read"] == named(broken(kind, colours))


def test_exchanged_edges_in_bad_light_come_out_once_stickers_are_confirmed():
    rng, confirmed = np.random.default_rng(13), []
    for _ in range(3):
        colours = broken("edges", random_colours(CUBE, rng))
        rgb, confirm = measured(colours, rng, noise=6, light=0.08), []
        while (answer := recognise(rgb, confirm=confirm)).objection is None:
            sticker = answer.ask.sticker
            confirm.append(f"{sticker}={named(colours)[CUBE.names.index(sticker)]}")
        assert "exchanged" in answer.sentence()
        confirmed.append(len(confirm))
    assert 0 < max(confirmed) <= 12


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda rows: rows[:-1], "53 stickers are given"),
        (lambda _: [], "0 stickers are given"),
        (lambda _: [[0, 1]] * 54, "not a colour"),
        (lambda rows: [*rows[:-1], [0, 0, 300]], "sticker B9 is"),
        (lambda rows: [*rows[:-1], [0, float("nan"), 0]], "sticker B9 has a number that is not"),
        (lambda rows: [*rows[:-1], [0.1] * 6], "sticker B9 has 6 numbers"),
        (lambda _: [None] * 54, "no sticker was measured"),
        (lambda _: [[3, 4, 5]] * 54, "black"),
        (lambda _: [[0.3, 0.9, 0.5]] * 54, "multiply them by 255"),
        (lambda _: [[v, v, v + 3] for v in range(60, 168, 2)], "grey"),
        (lambda _: [[90, 40, 200]] * 54, "about the same colour"),
        (lambda _: [[90, 40, 200]] * 40 + [None] * 14, "about the same colour"),
        (lambda rows: rows[:9] * 6, "measure each face once"),
        (lambda rows: dict.fromkeys(FACES, rows[:8]), "48 stickers are given"),
        (lambda rows: {f"U{i}": row for i, row in enumerate(rows)}, "sticker U9 is not there|R1"),
        (lambda _: "{", "JSON"),
        (lambda rows: [*rows[:-1], "blue"], "is not a colour"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(change, why):
    rows = written(scene(3, np.random.default_rng(11), noise=3, light=0.05).rgb)
    with pytest.raises(InputError, match=why) as refused:
        recognise(change(rows))
    assert refused.value.remedy


def test_confirmations_that_contradict_each_other():
    rows = written(scene(3, np.random.default_rng(12), noise=3, light=0.05).rgb)
    with pytest.raises(InputError, match="leave out one of the two"):
        recognise(rows, confirm=["U3=W", "R3=W"])
    with pytest.raises(InputError, match="U3 is confirmed as white and as red; leave out one"):
        recognise(rows, confirm=["U3=W", "u3=red"])


@pytest.mark.parametrize("text", ["U3", "U3=", "U3=RG", "U3=wr"])
def test_what_is_confirmed_is_one_colour(text):
    rows = written(scene(3, np.random.default_rng(12), noise=3, light=0.05).rgb)
    with pytest.raises(InputError, match=f"'{text}': the cube has no such colour"):
        recognise(rows, confirm=text)


def test_a_face_that_is_not_there_is_named():
    with pytest.raises(InputError, match="face R is missing"):
        recognise({"U": ["#ff0000"] * 9})


# ------------------------------------------------------------ what is said


def nearly_certain(letters: str) -> list[list[float]]:
    return [[0.9999 if face == letter else 0.00002 for face in FACES] for letter in letters]


@pytest.mark.parametrize("changes", [{4: "R", 13: "U"}, {0: "B", 4: "D", 31: "U"}])
def test_how_far_real_cubes_are_counts_the_centres(changes):
    letters = list(Cube.from_moves("R U F").facelets)
    for facelet, letter in changes.items():
        letters[facelet] = letter
    answer = recognise(nearly_certain("".join(letters)))
    assert answer.status is Status.INFEASIBLE
    stickers, read = re.search(
        r"in (\d+) stickers or more, says `repair (\w+)`", answer.sentence()
    ).groups()
    assert int(stickers) == repair(read, limit=1).distance == len(changes)


def test_colours_are_told_to_the_nearest_number_and_doubts_the_likeliest_first():
    several = 0
    for seed in (4, 6, 7, 10):
        answer = recognise(scene(3, np.random.default_rng(seed), noise=14, light=0.15).rgb)
        colours = np.array(list(answer.colours.values()))
        assert np.abs(colours - answer.recognised.colours).max() <= 0.5
        shares = list(answer.ask.others.values())
        assert shares == sorted(shares, reverse=True)
        several += len(shares) > 1
    assert several > 1


def test_stickers_and_colours_are_confirmed_in_any_case():
    rgb = scene(3, np.random.default_rng(7), noise=14, light=0.15).rgb
    doubtful = recognise(rgb).ask
    for text in (
        f"{doubtful.sticker}={doubtful.colour}",
        f"{doubtful.sticker}={doubtful.colour}".lower(),
    ):
        answer = recognise(rgb, confirm=text)
        facelet = CUBE.names.index(doubtful.sticker)
        assert shown(answer)[facelet] == doubtful.colour
        assert answer.probability > recognise(rgb).probability
