"""Pictures of the puzzles that come with cubecsp, and of any solid: what they show where, and what cannot be drawn."""

from __future__ import annotations

import json
import math
import pickle
import random
import re
import xml.etree.ElementTree as ElementTree
from itertools import combinations, pairwise

import defined
import numpy as np
import pytest
from painted import painted, solid_of

import cubecsp
from cubecsp import Cube, InputError
from cubecsp.pictures.colours import SCHEMES, UNKNOWN_COLOUR, colour, of_faces
from cubecsp.pictures.outline import read
from cubecsp.pictures.question import DrawPicture
from cubecsp.pictures.views.solids import SOLID_VIEWS, lay_out_solid, usual_rotation
from cubecsp.pictures.views.view import USUAL, Rotation, Stance, parse_rotation
from cubecsp.puzzle import definitions, load_puzzle, read_puzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.definitions.cut_solids import Solid
from cubecsp.puzzle.kpuzzle.sticker_places import StickerPlace, StickerPlaces

SVG = "{http://www.w3.org/2000/svg}"
NAMES = tuple(name for name in definitions.NAMES if name not in ("clock", "square1"))
HUBS = {  # the faces in the middle of nets, if not F
    "baby_fto": ("U", "D"),
    "fto": ("U", "D"),
    "kilominx": ("U", "D"),
    "megaminx": ("U", "D"),
}
WAYS = ({"view": "net"}, {"view": "solid", "back": "beside"})
EVERY = pytest.mark.parametrize("name", NAMES)
EITHER = pytest.mark.parametrize("way", WAYS, ids=lambda way: way["view"])


def drawn(shown: cubecsp.Picture) -> list[tuple[str, str, np.ndarray]]:
    """Return the name, the colour and the points of each sticker, in the order in which they are painted."""
    return [
        (path.attrib["data-sticker"], path.attrib["fill"], points(path.attrib["d"]))
        for path in ElementTree.fromstring(shown.svg()).iter(f"{SVG}path")
        if "data-sticker" in path.attrib
    ]


def points(data: str) -> np.ndarray:
    """Return the corners of a smoothed polygon: the first points of its curves."""
    return np.array([some[0] for command, some in read(data) if command == "Q"])


def rgb(paint: str) -> np.ndarray:
    return np.array([int(paint[i : i + 2], 16) for i in (1, 3, 5)])


def random_stickers(seed: int) -> StickerPlaces:
    """Return the faces of a random solid, each of which is one sticker."""
    rng = np.random.default_rng(seed)
    normals = rng.normal(size=(rng.integers(8, 40), 3))
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    normals = np.vstack([normals, np.eye(3), -np.eye(3)])  # so that it is bounded
    faces = {f"N{i}": tuple(map(float, normal)) for i, normal in enumerate(normals)}
    polygons = Solid("any", faces, {}, {}).polygons
    places = tuple(StickerPlace(face, None, 0) for face, _ in polygons)
    return StickerPlaces(tuple(faces), places, (), tuple(tuple(some) for _, some in polygons))


# ------------------------------------------------------------ what stickers show


@pytest.mark.ordinary(2)
@EITHER
@EVERY
def test_each_sticker_is_drawn_once_in_the_colour_that_turns_put_there(name, way):
    puzzle, rng = load_puzzle(name), random.Random(name)
    paint = dict(zip(puzzle.places.faces, of_faces(puzzle.places.faces), strict=True))
    for length in (0, 1, 1, 2, 15):
        moves = rng.choices(list(puzzle.moves), k=length)
        faces, colours = painted(name, moves)
        shown = drawn(cubecsp.picture(puzzle.solved.apply(" ".join(moves)), **way))
        names = puzzle.places.names
        assert sorted(sticker for sticker, _, _ in shown) == sorted(names)
        assert [name.rstrip("0123456789") for name in names] == faces
        expected = dict(zip(names, (paint[face] for face in colours), strict=True))
        assert {sticker: fill for sticker, fill, _ in shown} == expected


def sorted_by_name(shown):
    return sorted(shown, key=lambda one: one[0])


def test_colours_of_faces_that_nobody_knows_can_be_distinguished():
    paints = of_faces([f"N{i}" for i in range(200)])
    assert len(set(paints)) == 200
    assert all(np.linalg.norm(rgb(a) - rgb(b)) > 40 for a, b in combinations(paints[:20], 2))
    assert of_faces([*FACES][::-1]) == SCHEMES["standard"][::-1]
    assert of_faces("BLDFRU", "grey") == SCHEMES["grey"][::-1]
    assert of_faces("XYZ", "red, #0a0,tan") == (colour("red"), "#00aa00", colour("tan"))


@EVERY
def test_stickers_of_ignored_orientations_are_grey(name):
    puzzle = load_puzzle(name)
    moves = " ".join([*puzzle.generators][:2])
    for kind in puzzle.kinds:
        ignored = puzzle.ignoring([kind.name])
        shown = drawn(cubecsp.picture(ignored.solved.apply(moves)))
        some = {
            sticker
            for sticker, place in zip(puzzle.places.names, puzzle.places.places, strict=True)
            if place.slot is not None and puzzle.kind_of[place.slot].name == kind.name
        }
        grey = {sticker for sticker, fill, _ in shown if fill == UNKNOWN_COLOUR}
        assert grey == (some if kind.turns > 1 else set())
        seen = {s: fill for s, fill, _ in drawn(cubecsp.picture(puzzle.solved.apply(moves)))}
        assert all(fill == seen[sticker] for sticker, fill, _ in shown if sticker not in grey)


@EVERY
def test_letters_are_names_of_faces(name):
    puzzle = load_puzzle(name)
    plain = cubecsp.picture(puzzle.solved).scene.shapes
    lettered = cubecsp.picture(puzzle.solved, letters=True).scene.shapes
    assert len(lettered) == len(plain) + len(puzzle.places.places)
    for shape, ink in pairwise(lettered):
        if shape.sticker is not None:
            assert ink.sticker is None
            spot = np.mean([point for _, some in ink.outline for point in some], axis=0)
            assert inside(spot, points_of(shape.outline)) > 0


def points_of(outline) -> np.ndarray:
    return np.array([some[0] for command, some in outline if command == "Q"])


# ------------------------------------------------------------ where


def inside(spot: np.ndarray, corners: np.ndarray) -> float:
    """Return how far a point is inside a convex polygon, negative if outside."""
    along = np.roll(corners, -1, axis=0) - corners
    arms = spot - corners
    crossed = along[:, 0] * arms[:, 1] - along[:, 1] * arms[:, 0]
    sign = np.sign(
        np.sum(
            corners[:, 0] * np.roll(corners[:, 1], -1) - corners[:, 1] * np.roll(corners[:, 0], -1)
        )
    )
    return float(np.min(sign * crossed / np.linalg.norm(along, axis=1)))


def overlap(a: np.ndarray, b: np.ndarray) -> bool:
    """Return whether two convex polygons overlap: whether no side of either separates them."""
    for one, other in ((a, b), (b, a)):
        along = np.roll(one, -1, axis=0) - one
        for normal in np.stack([-along[:, 1], along[:, 0]], axis=1):
            if max(one @ normal) <= min(other @ normal) or max(other @ normal) <= min(one @ normal):
                return False
    return True


def scale_of(stickers: StickerPlaces) -> float:
    """Return how long a unit of space is in a picture: stickers are 20 × 20 on average."""
    areas = [
        sum(np.linalg.norm(np.cross(b - some[0], c - some[0])) / 2 for b, c in pairwise(some[1:]))
        for some in map(np.array, stickers.polygons)
    ]
    return 20 / math.sqrt(np.mean(areas))


@EVERY
def test_polygons_are_counter_clockwise_from_outside(name):
    puzzle, solid = load_puzzle(name), solid_of(name)
    for place, polygon in zip(puzzle.places.places, puzzle.places.polygons, strict=True):
        corners, normal = np.array(polygon), np.array(solid.faces[place.face])
        assert np.allclose(corners @ normal, 1)
        for a, b, c in zip(corners, np.roll(corners, -1, 0), np.roll(corners, -2, 0), strict=True):
            assert np.cross(b - a, c - b) @ normal > 1e-9
    assert pickle.loads(pickle.dumps(puzzle)).places == puzzle.places
    assert puzzle.ignoring([puzzle.kinds[0].name]).places == puzzle.places


@EVERY
def test_a_net_shows_each_face_as_it_is_and_its_neighbours_beside_it(name):
    """Distances on a face are those in space, no face is mirrored, and what is folded out stays close."""
    stickers = load_puzzle(name).places
    scale = scale_of(stickers)
    spots = {
        sticker: np.mean(some, axis=0)
        for sticker, _, some in drawn(cubecsp.picture(load_puzzle(name).solved))
    }
    flat = [spots[sticker] for sticker in stickers.names]
    space = [scale * np.mean(some, axis=0) for some in stickers.polygons]
    faces = [place.face for place in stickers.places]
    hubs = HUBS.get(name, ("F",))
    for a, b in combinations(range(len(faces)), 2):
        far = np.linalg.norm(flat[a] - flat[b])
        if faces[a] == faces[b]:
            assert abs(far - np.linalg.norm(space[a] - space[b])) < 1.5
        elif faces[a] in hubs or faces[b] in hubs:
            ends = [
                p
                for p in stickers.polygons[a]
                for q in stickers.polygons[b]
                if math.dist(p, q) < 1e-6
            ]
            if len(ends) == 2:
                side = scale * np.mean(ends, axis=0)
                way = np.linalg.norm(space[a] - side) + np.linalg.norm(side - space[b])
                assert far < way + 8 + 1.5  # 8 is the gap
    solid = solid_of(name)
    for face, normal in solid.faces.items():
        a, b, c, *_ = (i for i, one in enumerate(faces) if one == face)
        turn = np.cross(space[b] - space[a], space[c] - space[a]) @ np.array(normal)
        (x, y), (u, v) = flat[b] - flat[a], flat[c] - flat[a]
        assert np.sign(turn) == -np.sign(x * v - y * u) or abs(turn) < 1e-6


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("seed", range(8))
def test_faces_of_a_net_do_not_overlap(seed):
    stickers = random_stickers(seed)
    (sheet,) = lay_out_solid(stickers, "net", Stance())
    assert sorted(place.facelet for place in sheet.places) == list(range(len(stickers.polygons)))
    bodies = [np.array([point for _, some in body for point in some]) for body in sheet.bodies]
    assert not any(overlap(a, b) for a, b in combinations(bodies, 2))
    sizes = sorted(area(body) for body in bodies)
    in_space = sorted(scale_of(stickers) ** 2 * area_in_space(some) for some in stickers.polygons)
    assert np.allclose(sizes, in_space)


def area(corners: np.ndarray) -> float:
    x, y = corners.T
    return abs(float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))) / 2


def area_in_space(corners) -> float:
    some = np.array(corners)
    return float(np.linalg.norm(np.cross(some, np.roll(some, -1, 0)).sum(0))) / 2


def seen_from(stickers: StickerPlaces, rotation: Rotation, scale: float) -> dict[int, np.ndarray]:
    """Return the corners of the stickers that are seen after a rotation, where the eye sees them."""
    turn = np.eye(3)
    for axis, degrees in rotation:
        angle = -math.radians(degrees)
        cos, sin = math.cos(angle), math.sin(angle)
        step = {
            "x": [[1, 0, 0], [0, cos, -sin], [0, sin, cos]],
            "y": [[cos, 0, sin], [0, 1, 0], [-sin, 0, cos]],
            "z": [[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]],
        }[axis]
        turn = np.array(step) @ turn
    every = [scale * np.array(some) @ turn.T for some in stickers.polygons]
    eye = 10 / math.sqrt(3) * max(np.linalg.norm(some, axis=1).max() for some in every)
    found = {}
    for number, some in enumerate(every):
        normal = np.cross(some[1] - some[0], some[2] - some[1])
        if normal @ (np.array([0, 0, eye]) - some[0]) > 0:
            factor = eye / (eye - some[:, 2])
            found[number] = np.stack([some[:, 0] * factor, -some[:, 1] * factor], axis=1)
    return found


@pytest.mark.parametrize("rotation", [None, "y30x-20", "y200x40z15", "x0"])
@EVERY
def test_a_solid_is_seen_in_perspective(name, rotation):
    puzzle = load_puzzle(name)
    stickers = puzzle.places
    turned = usual_rotation(stickers) if rotation is None else parse_rotation(rotation)
    expected = seen_from(stickers, turned, scale_of(stickers))
    shown = drawn(cubecsp.picture(puzzle.solved, view="solid", rotation=rotation))
    assert [sticker for sticker, _, _ in sorted_by_name(shown)] == sorted(
        stickers.names[number] for number in expected
    )
    for sticker, _, some in shown:
        corners = expected[stickers.names.index(sticker)]
        assert all(inside(point, corners) > 0 for point in some)  # the gap is inside the border
        assert area(some) > 0.4 * area(corners)


@EVERY
def test_what_is_behind_is_seen_from_behind(name):
    puzzle = load_puzzle(name)
    turned = usual_rotation(puzzle.places)
    front = cubecsp.picture(puzzle.solved, view="solid").visible
    one, other = cubecsp.picture(puzzle.solved, view="solid", back="beside").sheets
    assert {place.facelet for place in one.places} == front
    behind = seen_from(puzzle.places, (*turned, ("x", 180.0)), 1.0)
    assert {place.facelet for place in other.places} == behind.keys()
    assert front.isdisjoint(behind)
    assert len(front) + len(behind) == len(puzzle.places.places)
    right = max(x for body in one.bodies for _, some in body for x, _ in some)
    assert all(x > right + 10 for body in other.bodies for _, some in body for x, _ in some)


@pytest.mark.slow
def test_solids_are_turned_as_cubes_are_where_that_shows_all_faces():
    assert usual_rotation(load_puzzle("skewb").places) == USUAL
    for seed in range(3):
        (_, y), (_, x) = usual_rotation(random_stickers(seed))
        assert 0 <= y <= 45
        assert -60 <= x < 0


def test_a_skewb_has_the_outline_of_a_cube():
    """Its body is where that of a cube is whose faces are as large, in the same views."""
    (one,) = cubecsp.picture(load_puzzle("skewb").solved, view="solid").sheets
    (other,) = cubecsp.picture(Cube(), view="cube").sheets
    a, b = (
        np.array(sorted(point for body in s.bodies for _, some in body for point in some))
        for s in (one, other)
    )
    ratio = math.sqrt(5) / 3  # five stickers and nine of the same size
    assert np.allclose(a, ratio * b, atol=1e-6)


# ------------------------------------------------------------ what is refused


def test_definitions_without_shapes_cannot_be_drawn():
    for definition in (
        json.dumps(defined.random_definition(1)),
        json.dumps(defined.random_definition(4)),
    ):
        puzzle = read_puzzle(definition)
        for draw in (cubecsp.picture, cubecsp.Picture):
            with pytest.raises(
                InputError, match=r"cannot be drawn, .* shape .*; draw baby_fto, clock, dino_cube"
            ):
                draw(puzzle.solved)
        with pytest.raises(InputError, match="cannot be drawn"):
            DrawPicture(cubes=puzzle.solved, puzzle=puzzle).answer()
        assert puzzle.solved._repr_svg_() is None


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"view": "plan"}, "unknown view 'plan' of a solid: expected net, solid or cube"),
        (
            {"view": "solid", "back": "around"},
            "'around' is not a way to show the back of a solid; it can be beside",
        ),
        ({"view": "solid", "back": "behind"}, "'behind' is not a way"),
        ({"rotation": "y"}, "rotation 'y' cannot be read"),
        ({"colours": "red,blue"}, r"2 parts; give 4 colours in the order F L R D with commas"),
        ({"colours": "red,blue,green,beeswax"}, "'beeswax' is not a colour"),
        ({"background": "beeswax"}, "'beeswax' is not a colour"),
        ({"title": "a\x00b"}, "characters that cannot be written"),
        ({"shapes": True}, "shapes are for pictures of cubes, and this is a pyraminx"),
        ({"marked": ["F1"]}, "marked are for pictures of cubes"),
        ({"ringed": ["F1"]}, "ringed are for pictures of cubes"),
        ({"labels": ["a"] * 35}, "35 labels for the 36 stickers of a pyraminx"),
        ({"arrows": "U1U3"}, "arrows are for pictures of cubes"),
    ],
)
def test_what_makes_no_sense_is_refused(how, message):
    with pytest.raises(InputError, match=message):
        cubecsp.picture(load_puzzle("pyraminx").solved, **how).svg()


def test_the_question_is_about_one_state():
    with pytest.raises(InputError, match="2 cubes are given to a question about one"):
        DrawPicture(cubes=["R", "U"], puzzle="skewb")
    how = {"view": "solid", "back": "beside", "letters": True, "title": "mine"}
    answer = DrawPicture(cubes="R U", puzzle="skewb", **how).answer()
    state = load_puzzle("skewb").solved.apply("R U")
    assert answer.picture.facelets == state
    shown = cubecsp.picture(state, view="solid", back="beside", letters=True, title="mine")
    assert answer.as_dict()["svg"] == shown.svg()


# ------------------------------------------------------------ files, notebooks, titles


@EVERY
def test_notebooks_show_states(name):
    state = load_puzzle(name).solved.apply("x" if "cube" in name else "R")
    shown = cubecsp.picture(state, view="solid", back="beside")
    assert state._repr_svg_() == shown.svg(360)
    assert shown._repr_svg_() == shown.svg()
    assert pickle.loads(pickle.dumps(state))._repr_svg_() == shown.svg(360)


def test_titles_tell_what_is_to_be_seen():
    puzzle = load_puzzle("pyraminx")
    _, colours = painted("pyraminx", ["u"])
    titles = [
        ElementTree.fromstring(cubecsp.picture(puzzle.solved.apply("u"), view=view).svg())[0].text
        for view in SOLID_VIEWS
    ]
    for title, words in zip(
        titles, ("the pyraminx unfolded", *["the pyraminx in space"] * 2), strict=True
    ):
        assert title.startswith(words)
        told = re.findall(r"[FLRD]: ((?:[FLRD] ?)+)", title)
        assert " ".join(" ".join(told).split()).split() == colours
    assert cubecsp.picture(puzzle.solved, title="<mine>").svg().count("&lt;mine&gt;") == 1


def test_names_of_faces_may_be_anything():
    stickers = load_puzzle("skewb").places
    odd = {face: f'{face}"<&' for face in stickers.faces}
    places = tuple(StickerPlace(odd[p.face], p.slot, p.angle) for p in stickers.places)
    puzzle = load_puzzle("skewb").ignoring([])
    puzzle.places = StickerPlaces(tuple(odd.values()), places, (), stickers.polygons)
    shown = drawn(cubecsp.picture(puzzle.solved.apply("R"), letters=True))
    assert {sticker for sticker, _, _ in shown} == set(puzzle.places.names)
