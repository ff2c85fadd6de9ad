"""Stickers in pictures, against an independent geometry: every view, both sizes, every addition."""

from __future__ import annotations

import itertools
import math
import random
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass

import numpy as np
import pytest
from stickers_in_space import NORMALS

from cubecsp import Cube, Facelets, InputError, picture
from cubecsp.pictures.arrows import Arrow
from cubecsp.pictures.colours import DARK, LIGHT, SCHEMES, UNKNOWN_COLOUR, ink_on
from cubecsp.pictures.glyphs import SHAPES, written
from cubecsp.pictures.outline import read
from cubecsp.pictures.picture import Picture
from cubecsp.pictures.views import VIEWS
from cubecsp.pictures.views.view import BACKS, USUAL, Rotation, parse_rotation
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET, CubePuzzle, cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.geometry import FACES

SVG = "{http://www.w3.org/2000/svg}"
BOTH = pytest.mark.parametrize("puzzle", [CUBE, POCKET], ids=["3", "2"])
ANY = pytest.mark.parametrize("puzzle", [CUBE, POCKET, cube_puzzle(4), cube_puzzle(7)], ids=str)

# Each face as it is seen from outside: where its right and its lower side are.
RIGHT = {"U": "R", "R": "B", "F": "R", "D": "R", "L": "F", "B": "L"}
BELOW = {"U": "F", "R": "D", "F": "D", "D": "B", "L": "D", "B": "D"}
NET = {"U": (1, 0), "L": (0, 1), "F": (1, 1), "R": (2, 1), "B": (3, 1), "D": (1, 2)}

Quad = np.ndarray


@dataclass
class Drawn:
    """A path of an SVG document: its points, and its attributes."""

    points: np.ndarray
    attributes: dict[str, str]
    commands: str

    @property
    def name(self) -> str | None:
        return self.attributes.get("data-sticker")


def paths(shown: Picture) -> list[Drawn]:
    found = []
    for path in ElementTree.fromstring(shown.svg()).iter(f"{SVG}path"):
        outline = read(path.attrib["d"])
        points = np.array([point for _, some in outline for point in some])
        found.append(Drawn(points, dict(path.attrib), "".join(c for c, _ in outline)))
    return found


def in_plane(puzzle: CubePuzzle, facelet: int) -> tuple[float, float]:
    """Return the middle of a sticker on its face, in halves of a sticker, columns and rows."""
    n = puzzle.size
    row, column = divmod(facelet % (n * n), n)
    return 2 * column - (n - 1), 2 * row - (n - 1)


def face_of(puzzle: CubePuzzle, facelet: int) -> str:
    return FACES[facelet // puzzle.size**2]


SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def net_quads(puzzle: CubePuzzle) -> dict[int, Quad]:
    span = 20 * puzzle.size + 8
    found = {}
    for facelet in range(puzzle.facelet_count):
        column, row = NET[face_of(puzzle, facelet)]
        a, b = in_plane(puzzle, facelet)
        found[facelet] = np.array(
            [(column * span + 10 * (a + u), row * span + 10 * (b + v)) for u, v in SQUARE]
        )
    return found


def plan_quads(puzzle: CubePuzzle) -> dict[int, Quad]:
    found, reach = {}, 10 * puzzle.size
    near, far = reach + 6.5, reach + 16.5
    for facelet in range(puzzle.facelet_count):
        face, (a, b) = face_of(puzzle, facelet), in_plane(puzzle, facelet)
        low, high = 10 * a - 10, 10 * a + 10
        if face == "U":
            found[facelet] = np.array([(10 * (a + u), 10 * (b + v)) for u, v in SQUARE])
        elif face == "D" or b > 1 - puzzle.size:
            continue
        else:  # the upper row, folded out; its columns run to the right of who looks at the face
            box = {
                "F": (low, high, near, far),
                "B": (-high, -low, -far, -near),
                "R": (near, far, -high, -low),
                "L": (-far, -near, low, high),
            }[face]
            x0, x1, y0, y1 = box
            found[facelet] = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    return found


class Eye:
    """Space seen in perspective, after turns about its axes, clockwise from the tip of each."""

    def __init__(self, puzzle: CubePuzzle, rotation: Rotation, distance: float = 5.0) -> None:
        self.puzzle, self.eye = puzzle, 2 * puzzle.size * distance
        self.turn = np.eye(3)
        for axis, degrees in rotation:
            k = np.array(NORMALS[{"x": "R", "y": "U", "z": "F"}[axis]], float)
            cross = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
            angle = -math.radians(degrees)  # O. Rodrigues
            step = np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross
            self.turn = step @ self.turn

    def at(self, point: np.ndarray) -> tuple[float, float]:
        x, y, z = self.turn @ point
        return 10 * self.eye * x / (self.eye - z), -10 * self.eye * y / (self.eye - z)

    def sees(self, face: str) -> bool:
        normal = self.turn @ np.array(NORMALS[face], float)
        return bool(normal @ (np.array([0, 0, self.eye]) - self.puzzle.size * normal) > 1e-9)

    def on_face(self, face: str, u: float, v: float, away: float = 0.0) -> tuple[float, float]:
        axes = (np.array(NORMALS[f], float) for f in (face, RIGHT[face], BELOW[face]))
        normal, right, below = axes
        return self.at((self.puzzle.size + away) * normal + u * right + v * below)

    def quads(self, *, seen: bool = True, away: float = 0.0) -> dict[int, Quad]:
        found = {}
        for facelet in range(self.puzzle.facelet_count):
            face, (a, b) = face_of(self.puzzle, facelet), in_plane(self.puzzle, facelet)
            if self.sees(face) is seen:
                found[facelet] = np.array(
                    [self.on_face(face, a + u, b + v, away) for u, v in SQUARE]
                )
        return found

    def body(self) -> np.ndarray:
        n = self.puzzle.size
        return np.array(
            [
                self.on_face(face, n * u, n * v)
                for face in FACES
                if self.sees(face)
                for u, v in SQUARE
            ]
        )


def wanted(puzzle: CubePuzzle, view: str, back: str | None, rotation: Rotation) -> dict[int, Quad]:
    if view == "net":
        return net_quads(puzzle)
    if view == "plan":
        return plan_quads(puzzle)
    eye = Eye(puzzle, rotation)
    front = eye.quads()
    if back is None:
        return front
    if back == "beside":
        other = Eye(puzzle, (*rotation, ("x", 180.0)))
        shift = eye.body()[:, 0].max() - other.body()[:, 0].min() + 20
        beside = {f: quad + np.array([shift, 0]) for f, quad in other.quads().items()}
        return {**front, **{f: q for f, q in beside.items() if f not in front}}
    away = 3 * puzzle.size if back == "around" else 0
    return {**eye.quads(seen=False, away=away), **front}


def area(points: np.ndarray) -> float:
    x, y = points[:, 0], points[:, 1]
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def contains(quad: Quad, points: np.ndarray, slack: float = 0.02) -> bool:
    """Return whether points lie in a quadrilateral, whichever way round it is given."""
    sign = 1 if area(quad) > 0 else -1
    for a, b in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        side = b - a
        across = sign * (side[0] * (points[:, 1] - a[1]) - side[1] * (points[:, 0] - a[0]))
        if (across < -slack * np.linalg.norm(side)).any():
            return False
    return True


FLAT = [(name, None, None) for name, view in VIEWS.items() if not view.in_space]
IN_SPACE = [name for name, view in VIEWS.items() if view.in_space]
CASES = [
    *FLAT,
    *itertools.product(IN_SPACE, [None, *BACKS], [None, "y30x-20", "z90", "y200x40z-15"]),
]
KNOWN = {"net", "plan", "cube"}  # to the geometry above; others are tested for all the rest


def some_cube(puzzle: CubePuzzle, seed: int, *, hidden: int = 0) -> Facelets:
    rng = random.Random(seed)
    letters = list(cube_class(puzzle.size).random(seed).facelets)
    for facelet in rng.sample(range(len(letters)), hidden):
        letters[facelet] = "."
    return Facelets("".join(letters))


@pytest.mark.ordinary(10)
@pytest.mark.few(22)
@ANY
@pytest.mark.parametrize(("view", "back", "rotation"), [c for c in CASES if c[0] in KNOWN])
def test_every_sticker_lies_where_geometry_says(puzzle, view, back, rotation):
    shown = some_cube(puzzle, 7, hidden=5)
    drawn = picture(shown, view=view, back=back, rotation=rotation, colours="japanese")
    quads = wanted(puzzle, view, back, parse_rotation(rotation) if rotation else USUAL)
    found = [path for path in paths(drawn) if path.name]
    names = [path.name for path in found]
    if back == "beside":  # a face that is seen edge on from one side may be seen from both
        assert set(names) == {puzzle.names[facelet] for facelet in quads}
    else:
        assert sorted(names) == sorted(puzzle.names[facelet] for facelet in quads)
    for path in found:
        facelet = puzzle.names.index(path.name)
        quad = quads[facelet]
        if names.count(path.name) == 1:
            assert contains(quad, path.points), path.name
            share = abs(area(path.points)) / abs(area(quad))
            assert 0.68 < share < 0.82, (path.name, share)
        colour = shown.colours[facelet]
        paint = UNKNOWN_COLOUR if colour is None else SCHEMES["japanese"][colour]
        assert path.attributes["fill"] == paint
    assert drawn.hidden == frozenset(range(puzzle.facelet_count)) - set(quads)


@ANY
@pytest.mark.parametrize("back", ["around", "through"])
def test_what_is_behind_is_painted_first(puzzle, back):
    found = [
        path.name
        for path in paths(picture(some_cube(puzzle, 1), view="cube", back=back))
        if path.name
    ]
    behind = [name[0] in "DLB" for name in found]
    assert behind == sorted(behind, reverse=True)


@pytest.mark.ordinary(6)
@pytest.mark.few(14)
@ANY
@pytest.mark.parametrize(("view", "back", "rotation"), CASES)
def test_each_face_has_a_body_under_its_stickers(puzzle, view, back, rotation):
    drawn = paths(picture(some_cube(puzzle, 2), view=view, back=back, rotation=rotation))
    bodies = [(i, path) for i, path in enumerate(drawn) if not path.name]
    stickers = [(i, path) for i, path in enumerate(drawn) if path.name]
    faces = {path.name[0] for _, path in stickers}
    assert all(path.attributes["fill"] == path.attributes["stroke"] == DARK for _, path in bodies)
    assert len(bodies) >= len(faces)
    for i, path in stickers:
        under = [body for j, body in bodies if j < i and contains(body.points, path.points)]
        assert under, path.name
    for face in faces:  # and a body is no larger than its stickers need, its rim aside
        mine = [p for _, p in stickers if p.name[0] == face]
        if view in ("net", "cube") and back != "beside":  # the sides of a plan are low
            smallest = min(
                abs(area(b.points)) for _, b in bodies if contains(b.points, mine[0].points)
            )
            assert smallest < 1.6 * sum(abs(area(p.points)) for p in mine)


def affine(glyph: np.ndarray, drawn: np.ndarray) -> np.ndarray:
    """Return the matrix that comes nearest to taking the points of a glyph to those drawn."""
    known = np.hstack([glyph, np.ones((len(glyph), 1))])
    return np.linalg.lstsq(known, drawn, rcond=None)[0][:2].T


def points_of(outline) -> np.ndarray:
    return np.array([point for _, some in outline for point in some])


def rotations(count: int) -> list[str]:
    rng = random.Random(4)
    return [
        "".join(
            f"{rng.choice('xyz')}{rng.randrange(-180, 181)}" for _ in range(rng.randrange(1, 4))
        )
        for _ in range(count)
    ]


def upright(puzzle, ink, cases):
    """Check what is written on stickers in some views; return on how many."""
    scheme = "WRGYOB"
    shown = Facelets(some_cube(puzzle, 3, hidden=4).letters, scheme)
    labels = [f"{name}"[-2:] for name in puzzle.names]
    options = {"labels": labels} if ink == "labels" else {ink: True}
    seen = 0
    for view, back, rotation in cases:
        drawn = paths(
            picture(shown, view=view, back=back, rotation=rotation, colours=scheme, **options)
        )
        for below, above in itertools.pairwise(drawn):
            if not below.name:
                continue
            facelet = puzzle.names.index(below.name)
            colour = shown.colours[facelet]
            if above.name or above.attributes["fill"] == above.attributes.get("stroke"):
                assert colour is None
                assert ink != "labels"
                continue
            key = "fill" if ink == "shapes" else "stroke"
            assert above.attributes[key] == ink_on(below.attributes["fill"])
            if ink == "labels":
                glyph = written(labels[facelet], 0.62)
            else:
                assert colour is not None
                glyph = written(scheme[colour], 0.86) if ink == "letters" else SHAPES[colour]
            assert above.commands == "".join(command for command, _ in glyph)
            start = points_of(glyph)
            if np.linalg.matrix_rank(start - start.mean(axis=0)) < 2:
                continue
            matrix = affine(start, above.points)
            assert np.linalg.det(matrix) > 0, (view, back, rotation, below.name)
            # Either axis may lean, but what is written does not stand on its head.
            assert matrix[0, 0] + matrix[1, 1] > -0.03 * np.linalg.norm(matrix), (
                view,
                back,
                rotation,
                below.name,
            )
            reach = np.abs(below.points - below.points.mean(axis=0)).max() + 0.5
            assert (np.abs(above.points - below.points.mean(axis=0)) < 1.25 * reach).all()
            seen += 1
    return seen


@pytest.mark.slow
@pytest.mark.few(2)
@BOTH
@pytest.mark.parametrize("ink", ["letters", "shapes", "labels"])
def test_what_is_written_on_a_sticker_is_its_colour_the_right_way_up(puzzle, ink):
    cases = [
        (view, back, r)
        for view in IN_SPACE
        for r in [None, "z90", *rotations(12)]
        for back in (None, "through", "around")
    ]
    assert upright(puzzle, ink, [*FLAT, *cases]) > 500


@BOTH
def test_what_is_written_on_faces_seen_through_the_cube_can_be_read(puzzle):
    cases = [("cube", "through", rotation) for rotation in (None, "z90")]
    assert upright(puzzle, "letters", cases) > 30


@ANY
def test_letters_of_the_net_are_those_of_the_scheme_in_full(puzzle):
    shown = Facelets(some_cube(puzzle, 5).letters, "123456")
    quads = net_quads(puzzle)
    drawn = paths(picture(shown, letters=True))
    for below, above in itertools.pairwise(drawn):
        if below.name:
            facelet = puzzle.names.index(below.name)
            glyph = points_of(written("123456"[shown.colours[facelet]], 0.86))
            assert np.abs(above.points - (quads[facelet].mean(axis=0) + 10 * glyph)).max() < 0.01


@BOTH
@pytest.mark.parametrize("view", ["net", "plan", "cube"])
@pytest.mark.parametrize("letters", [False, True])
def test_marks_are_on_their_stickers_and_nowhere_else(puzzle, view, letters):
    rng = random.Random(1)
    crossed = rng.sample(range(puzzle.facelet_count), 9)
    ringed = crossed[:3] + rng.sample(range(puzzle.facelet_count), 5)
    shown = picture(
        some_cube(puzzle, 4),
        view=view,
        letters=letters,
        marked=crossed,
        ringed=[puzzle.names[facelet].lower() for facelet in ringed],
    )
    quads = wanted(puzzle, view, None, USUAL)
    here: str | None = None
    marks: dict[str, list[tuple[str, str, float]]] = {}
    for path in paths(shown):
        if path.name:
            here = path.name
            marks[here] = []
        elif here and "stroke-linecap" in path.attributes and path.attributes["fill"] == "none":
            if path.commands not in ("MLML", "MLCLCLCLCZ"):
                continue  # a letter
            kind = "cross" if path.commands == "MLML" else "ring"
            marks[here].append(
                (kind, path.attributes["stroke"], float(path.attributes["stroke-width"]))
            )
            quad = quads[puzzle.names.index(here)]
            middle = (path.points.min(axis=0) + path.points.max(axis=0)) / 2
            assert contains(quad, middle[None, :])
            if view == "net":
                off = middle - quad.mean(axis=0)
                assert np.abs(off - ([5.5, -5.5] if letters else [0, 0])).max() < 0.05
    for facelet in quads:
        found = marks[puzzle.names[facelet]]
        kinds = [kind for kind, _, _ in found]
        assert kinds == ["ring"] * 2 * (facelet in ringed) + ["cross"] * 2 * (facelet in crossed)
        for (_, rim, wide), (_, dark, narrow) in zip(found[::2], found[1::2], strict=True):
            assert (rim, dark) == (LIGHT, DARK)
            assert wide > 1.5 * narrow > 0
    # A sticker with both marks is one that is marked.
    title = ElementTree.fromstring(shown.svg()).findtext(f"{SVG}title")
    assert title is not None
    assert title.endswith(f", {len(set(crossed) | set(ringed))} marked")


@ANY
def test_titles_say_what_is_to_be_seen(puzzle):
    shown = some_cube(puzzle, 6)
    for view, word in ((name, view.title) for name, view in VIEWS.items()):
        assert picture(shown, view=view).scene.title == f"{word} {shown.letters}"
        assert picture(shown, view=view, ringed=[0]).scene.title.endswith(
            f"{shown.letters}, 1 marked"
        )
        assert picture(shown, view=view, title="mine", marked=[0]).scene.title == "mine"


def lines_of(shown: Picture) -> tuple[list[Drawn], list[Drawn], int]:
    """Return the lines and the heads of arrows, their rims left out, and the number of rims."""
    drawn = paths(shown)
    last = max(i for i, path in enumerate(drawn) if path.name)
    after = drawn[last + 1 :]
    rims = [p for p in after if p.attributes.get("stroke") == LIGHT]
    assert after[: len(rims)] == rims  # all of them below all arrows
    rest = after[len(rims) :]
    lines = [p for p in rest if p.attributes["fill"] == "none"]
    heads = [p for p in rest if p.attributes["fill"] != "none"]
    return lines, heads, len(rims)


@pytest.mark.parametrize("seed", range(12))
def test_arrows_lead_from_the_one_sticker_to_the_other(seed):
    rng = random.Random(seed)
    puzzle = rng.choice([CUBE, POCKET])
    start, end, via = rng.sample(range(puzzle.facelet_count), 3)
    both, pull = rng.random() < 0.5, rng.choice((0.3, 1.0))
    kind = rng.choice(("straight", "curved", "via"))
    arrow = Arrow(
        start,
        end,
        both=both,
        bend=0.28 if kind == "curved" else 0.0,
        via=via if kind == "via" else None,
        colour="#123456",
        pull=pull,
    )
    quads = net_quads(puzzle)
    a, b, c = (quads[f].mean(axis=0) for f in (start, end, via))
    lines, heads, rims = lines_of(picture(some_cube(puzzle, 1), arrows=[arrow]))
    (line,) = lines
    assert rims == 1 + len(heads) == 2 + both
    assert line.commands == "MQ"
    assert line.attributes["stroke"] == "#123456"
    assert {head.attributes["fill"] for head in heads} == {"#123456"}
    middle = (a + b) / 2
    if kind == "curved":  # to the left of who goes along, seen with y downwards
        handle = middle + 2 * 0.28 * np.array([(b - a)[1], -(b - a)[0]])
    elif kind == "via":
        handle = middle + pull * (c - middle)
    else:
        handle = middle
    assert line.points[1] == pytest.approx(handle, abs=0.02)
    tip, left, right = heads[0].points
    assert np.linalg.norm(tip - b) == pytest.approx(0.18 * 20, abs=0.05)
    for near, far in ((line.points[0], a), (line.points[2], b)):
        assert np.linalg.norm(near - far) < 20
    # The head points away from where the arrow comes from.
    along = tip - (left + right) / 2
    assert np.linalg.norm(along) == pytest.approx(0.42 * 20, abs=0.05)
    assert along @ (b - handle) == pytest.approx(
        np.linalg.norm(along) * np.linalg.norm(b - handle), rel=1e-3
    )
    if both:
        other = heads[1].points
        assert np.linalg.norm(other[0] - a) == pytest.approx(0.18 * 20, abs=0.05)
        assert (other[0] - other[1:].mean(axis=0)) @ (a - handle) > 0


def test_written_arrows_are_those_that_are_drawn():
    text = "U1U9, F1R9-both,L1D3-curved-red , B1B9-#00f-both-curved"
    made = [
        Arrow(0, 8),
        Arrow(18, 17, both=True),
        Arrow(36, 29, bend=0.28, colour="#ff0000"),
        Arrow(45, 53, both=True, bend=0.28, colour="#0000ff"),
    ]
    assert picture(Cube(), arrows=text).arrows == tuple(made)
    assert picture(Cube(), arrows=text).svg() == picture(Cube(), arrows=made).svg()


def test_each_tenth_of_the_way_makes_an_arrow_as_much_longer():
    lines = [
        lines_of(picture(Cube(), arrows=[Arrow(0, 8, scale=tenths / 10)]))[0][0].points
        for tenths in range(11)
    ]
    steps = np.diff([np.linalg.norm(line[-1] - line[0]) for line in lines])
    assert steps.min() > 0
    assert np.allclose(steps, steps.mean(), atol=0.05)


@BOTH
@pytest.mark.parametrize("view", ["plan", "cube"])
@pytest.mark.parametrize("part", ["start", "end", "via"])
def test_no_arrow_touches_a_sticker_that_is_not_seen(puzzle, view, part):
    quads = wanted(puzzle, view, None, USUAL)
    seen = sorted(quads)
    for hidden in random.Random(2).sample(sorted(set(range(puzzle.facelet_count)) - set(seen)), 6):
        where = {"start": seen[0], "end": seen[1], "via": None, part: hidden}
        drawn = picture(some_cube(puzzle, 1), view=view, arrows=[Arrow(**where)])
        with pytest.raises(InputError, match=f"sticker {puzzle.names[hidden]} cannot be seen"):
            drawn.svg()
        if view == "cube":
            for back in ("beside", "around", "through"):
                assert picture(
                    some_cube(puzzle, 1), view=view, back=back, arrows=[Arrow(**where)]
                ).svg()


@pytest.mark.exhaustive
@ANY
def test_nothing_is_cut_off(puzzle):
    """Everything painted lies in the box, with the width of its line, and the box is cut close."""
    for view, back, rotation in CASES:
        shown = picture(
            some_cube(puzzle, 8),
            view=view,
            back=back,
            rotation=rotation,
            marked=range(puzzle.facelet_count),
        )
        root = ElementTree.fromstring(shown.svg())
        left, top, width, height = map(float, root.attrib["viewBox"].split())
        low, high = np.array([np.inf, np.inf]), -np.array([np.inf, np.inf])
        for path in paths(shown):
            more = float(path.attributes.get("stroke-width", 0)) / 2
            low = np.minimum(low, path.points.min(axis=0) - more)
            high = np.maximum(high, path.points.max(axis=0) + more)
        assert (low - [left, top] >= 1.9).all()
        assert ([left + width, top + height] - high >= 1.9).all()
        assert (low - [left, top] <= 3.1).all()
        assert ([left + width, top + height] - high <= 3.1).all()
        for size in (50, 333):
            sized = ElementTree.fromstring(shown.svg(size)).attrib
            assert max(int(sized["width"]), int(sized["height"])) == size
            assert int(sized["width"]) / int(sized["height"]) == pytest.approx(
                width / height, rel=0.03
            )
            assert re.fullmatch(r"\S+ \S+ \S+ \S+", sized["viewBox"])
