"""Pictures of the Square-1 and the clock: where their parts are, against geometry and the hours that moves make."""

from __future__ import annotations

import math
import random
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter

import pytest

from cubecsp import InputError, picture
from cubecsp.pictures.colours import of_faces
from cubecsp.pictures.gallery import require_drawable
from cubecsp.pictures.views.flat_puzzles import flat_puzzle
from cubecsp.puzzle import load_puzzle, read_puzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.definitions.kpuzzle_json import as_kpuzzle

SQUARE1, CLOCK = load_puzzle("square1"), load_puzzle("clock")


def drawn(state):
    """Return the colour and the corners of each part, by its name; the picture has them in these colours."""
    flat = flat_puzzle(state.puzzle)
    _, parts = flat.draw(state)
    paints = dict(zip(flat.faces, of_faces(flat.faces), strict=True))
    shown = [
        (path.attrib["data-sticker"], path.attrib["fill"])
        for path in ElementTree.fromstring(picture(state).svg()).iter()
        if "data-sticker" in path.attrib
    ]
    assert shown == [(name, paints[face]) for name, face, _ in parts]
    assert len({name for name, _, _ in parts}) == len(parts)
    return {name: (face, corners) for name, face, corners in parts}


def direction(middle, point):
    """Return the direction of a point in degrees, clockwise from upwards, and its distance."""
    x, y = point[0] - middle[0], point[1] - middle[1]
    return math.degrees(math.atan2(x, -y)) % 360, math.hypot(x, y)


def centre(corners):
    return tuple(sum(row) / len(corners) for row in zip(*corners, strict=True))


def layer(state, name):
    """Return the colour of each part of a layer by where it is: direction, to a degree, and whether it is on the rim."""
    parts = drawn(state)
    tops = [some for part, (_, some) in parts.items() if re.fullmatch(rf"{name}\d+", part)]
    (middle,) = {(round(some[0][0], 6), round(some[0][1], 6)) for some in tops}
    return Counter(
        (round(direction(middle, centre(some))[0]) % 360, part[-1] in "ab", face)
        for part, (face, some) in parts.items()
        if re.match(rf"{name}\d", part)
    )


def turned(places, degrees):
    return Counter({((at + degrees) % 360, rim, face): n for (at, rim, face), n in places.items()})


def right_of_the_cut(places, end):
    """Return what is in the half that begins at the upper end of the cut."""
    return Counter({p: n for p, n in places.items() if (p[0] - end) % 360 < 180})


def random_square1(seed, number=20):
    rng, state = random.Random(seed), SQUARE1.solved
    while number:
        move = f"({rng.randint(-5, 6)},{rng.randint(-5, 6)})/"
        if state.can(move):
            state, number = state.apply(move), number - 1
    return state


def test_a_solved_square1_has_its_colours_at_their_sides():
    for name, sides in (("U", "BRFL"), ("D", "FRBL")):
        for at, rim, face in layer(SQUARE1.solved, name):
            assert face == (sides[round(at / 90) % 4] if rim else name)
    middle = drawn(SQUARE1.solved)
    assert middle["left"][0] == middle["right"][0] == "F"
    assert centre(middle["left"][1]) < centre(middle["right"][1])


@pytest.mark.parametrize("seed", range(4))
def test_layers_turn_clockwise_and_the_right_half_changes_places(seed):
    state = random_square1(seed)
    upper, lower = layer(state, "U"), layer(state, "D")
    assert layer(state.apply("(1,0)"), "U") == turned(upper, 30)
    assert layer(state.apply("(0,-2)"), "D") == turned(lower, -60)
    after = state.apply("/")
    new_upper, new_lower = layer(after, "U"), layer(after, "D")
    assert right_of_the_cut(new_lower, -15) == turned(right_of_the_cut(upper, 15), -30)
    assert right_of_the_cut(new_upper, 15) == turned(right_of_the_cut(lower, -15), 30)
    assert new_upper - right_of_the_cut(new_upper, 15) == upper - right_of_the_cut(upper, 15)
    faces = {name: part[0] for name, part in drawn(after).items()}
    assert {faces["left"], faces["right"]} == (
        {"F", "B"} if drawn(state)["right"][0] == "F" else {"F"}
    )


def test_halves_of_corners_that_are_apart_are_drawn():
    slots = list(SQUARE1.solved.slots)
    slots[1], slots[2] = slots[2], slots[1]
    assert len(drawn(SQUARE1.pattern(slots))) == len(drawn(SQUARE1.solved)) + 1


@pytest.mark.parametrize("moves", ["()", "UR2+ DR5- DL0+ UL3+", "U4- y2 ALL3+ L2-", "bUR ULw3 y2"])
def test_hands_of_a_clock_show_the_hours(moves):
    state = CLOCK.solved.apply(moves)
    parts = drawn(state)
    for dial, (_, hour) in enumerate(state.slots):
        name = f"{'front' if dial < 9 else 'back'}{dial % 9 + 1}"
        middle = centre(parts[name][1])
        tip = max(parts[f"{name}-hand"][1], key=lambda p: direction(middle, p)[1])
        assert round(direction(middle, tip)[0], 6) % 360 == 30 * hour
        assert (
            math.cos(math.radians(direction(middle, centre(parts[f"{name}-twelve"][1]))[0])) > 0.99
        )
    assert parts["front1"][1] < parts["front3"][1] < parts["back1"][1]
    rows = [centre(parts[f"back{n}"][1])[1] for n in (1, 4, 7)]
    assert rows == sorted(rows)


@pytest.mark.parametrize("puzzle", [SQUARE1, CLOCK], ids=lambda puzzle: puzzle.name)
def test_they_are_drawn_flat_only(puzzle):
    for how in ({"view": "solid"}, {"back": "beside"}):
        with pytest.raises(InputError, match=f"a {puzzle.name} is drawn flat; choose the view net"):
            _ = picture(puzzle.solved, **how).scene
    require_drawable(puzzle)
    assert puzzle.solved._repr_svg_() == picture(puzzle.solved).svg(360)
    number = len(flat_puzzle(puzzle).faces)
    assert picture(puzzle.solved, colours=",".join(["red"] * number)).svg()
    data = as_kpuzzle(puzzle).replace(f'"{puzzle.name}"', '"mine"')
    with pytest.raises(InputError, match="mine cannot be drawn"):
        picture(read_puzzle(data).solved)


def test_letters_are_those_of_faces():
    assert picture(SQUARE1.solved, letters=True).svg() != picture(SQUARE1.solved).svg()
    assert picture(CLOCK.solved, letters=True).svg() == picture(CLOCK.solved).svg()
    assert "".join(flat_puzzle(SQUARE1).faces) == FACES
