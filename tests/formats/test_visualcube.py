"""Parameters of VisualCube: what they say, by a second reading of them on stickers in space."""

from __future__ import annotations

import random
import re
from typing import NamedTuple

import pytest
import stickers_in_space as space

from cubecsp import InputError, read
from cubecsp.formats.stages import STAGES, stage_facelets
from cubecsp.formats.visualcube import ArrowParameter, VisualCube, parse_colour
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET

pytestmark = pytest.mark.quick

FACES = "URFDLB"
COLOURS = {
    "n": "#000000", "d": "#404040", "l": "#808080", "s": "#bfbfbf", "w": "#ffffff", "y": "#fefe00",
    "r": "#ee0000", "o": "#ffa100", "b": "#0000f2", "g": "#00f300", "m": "#a83dd9", "p": "#f33d7b",
}  # fmt: skip
NAMES = {
    "n": "black", "d": "dgrey", "l": "grey", "s": "silver", "w": "white", "y": "yellow", "r": "red",
    "o": "orange", "b": "blue", "g": "green", "m": "purple", "p": "pink",
}  # fmt: skip

CORNER_PLACES = [face * 9 + place for face in range(6) for place in (0, 2, 6, 8)]
"""For each facelet of a 2×2×2 the one of a 3×3×3 that is at the same corner."""


class Sticker(NamedTuple):
    """Where a sticker is: its place in space, the face it is on, and what kind of piece it is of."""

    x: int
    y: int
    z: int
    face: str
    kind: str


STICKERS = [
    Sticker(*place, face, {1: "centre", 2: "edge", 3: "corner"}[sum(map(abs, place))])
    for place, face in zip(
        ([c // 2 for c in place] for place, _ in space.places(3)),
        (f for f in FACES for _ in range(9)),
        strict=True,
    )
]


def _cross(s):
    return s.y < 1 and (s.kind == "centre" or (s.kind == "edge" and s.y == -1))


def _paired(s):
    """Return whether it is of a corner or edge of the first two layers that belong together."""
    return s.y < 1 and s.x != 0 != s.z


def _blocks(s):
    return s.x != 0 and s.y < 1


STAGES_IN_SPACE = {
    "fl": lambda s: s.y == -1,
    "f2l": lambda s: s.y < 1,
    "ll": lambda s: s.y == 1,
    "cll": lambda s: s.y == 1 and s.kind != "edge",
    "ell": lambda s: s.y == 1 and s.kind != "corner",
    "oll": lambda s: s.face == "U",
    "ocll": lambda s: s.face == "U" and s.kind != "edge",
    "oell": lambda s: s.face == "U" and s.kind != "corner",
    "coll": lambda s: s.face == "U" or (s.y == 1 and s.kind == "corner"),
    "ocell": lambda s: s.face == "U" or (s.y == 1 and s.kind == "edge"),
    "wv": lambda s: s.face == "U" or s.y < 1,
    "vh": lambda s: (s.face == "U" and s.kind != "corner") or s.y < 1,
    "els": lambda s: s.face == "U" or (s.y < 1 and (s[:3] != (1, -1, 1) or s.face == "D")),
    "cls": lambda s: s.face == "U" or s.y < 1,
    "cmll": lambda s: (s.y == 1 and s.kind == "corner") or _blocks(s),
    "cross": _cross,
    "f2l_3": lambda s: _cross(s) or (_paired(s) and s.x == s.z == 1),
    "f2l_2": lambda s: _cross(s) or (_paired(s) and s.z == -1),
    "f2l_sm": lambda s: _cross(s) or (_paired(s) and s.x == s.z),
    "f2l_1": lambda s: _cross(s) or (_paired(s) and not s.x == s.z == 1),
    "f2b": _blocks,
    "line": lambda s: s.x == 0 and s.y < 1,
    "2x2x2": lambda s: s.x >= 0 >= s.y and s.z >= 0,
    "2x2x3": lambda s: s.y <= 0 <= s.z,
}
POCKET_STAGES_IN_SPACE = {
    "fl": lambda s: s.y == -1,
    "ll": lambda s: s.y == 1,
    "oll": lambda s: s.face in "UD",
}


def _shown_by(stage, size):
    """Return the facelets of the 3×3×3 or 2×2×2 that a stage shows, by their places in space."""
    shows = (STAGES_IN_SPACE if size == 3 else POCKET_STAGES_IN_SPACE)[stage]
    places = range(54) if size == 3 else CORNER_PLACES
    return {i for i, place in enumerate(places) if shows(STICKERS[place])}


def _where(moves, size):
    """Return where each facelet of the cube goes in moves."""
    where = space.of_moves(moves)
    if size == 3:
        return where
    return tuple(CORNER_PLACES.index(where[place]) for place in CORNER_PLACES)


def _undone(where):
    return tuple(where.index(i) for i in range(len(where)))


def _moved(items, where):
    result = list(items)
    for item, to in zip(items, where, strict=True):
        result[to] = item
    return result


@pytest.mark.parametrize(
    ("puzzle", "stages"), [(CUBE, STAGES_IN_SPACE), (POCKET, POCKET_STAGES_IN_SPACE)]
)
def test_stages_show_the_pieces_that_they_are_called_after(puzzle, stages):
    assert set(STAGES[puzzle.size]) == set(stages)
    rng = random.Random(1)
    for stage in stages:
        expected = _shown_by(stage, puzzle.size)
        assert stage_facelets(stage, puzzle) == expected, stage
        written = stage.replace("f2l_", "f2l-")
        assert stage_facelets(written, puzzle) == expected
        turns = [rng.choice("xyz") + rng.choice(["", "2", "'"]) for _ in range(rng.randint(1, 4))]
        where = _where(" ".join(turns), puzzle.size)
        for text in (f"{stage}-{''.join(turns)}", f"{written}-{' '.join(turns)}"):
            assert stage_facelets(text, puzzle) == {where[i] for i in expected}, text


@pytest.mark.parametrize(("puzzle", "other"), [(CUBE, POCKET), (POCKET, CUBE)])
def test_stages_of_the_other_cube_are_refused(puzzle, other):
    for stage in [*(set(STAGES[other.size]) - set(STAGES[puzzle.size])), "", "F2L", "f2l_4", "pll"]:
        for text in (stage, f"{stage}-x2"):
            with pytest.raises(InputError, match=f"a {puzzle.name} has no stage '{stage}"):
                stage_facelets(text, puzzle)


def _moves(rng, size):
    bases = list(FACES) + list("xyz") + (list("MESrufldb") if size == 3 else [])
    return " ".join(
        rng.choice(bases) + rng.choice(["", "2", "'"]) for _ in range(rng.randint(1, 6))
    )


def _drawn(rng):
    """Return random parameters, and what they draw: letters, fills, mask and letters of `fc`."""
    size = rng.choice([3, 3, 2])
    count, area, trans = 6 * size * size, size * size, rng.random() < 0.3
    given = {"pzl": str(size)} if size == 2 or rng.random() < 0.5 else {}
    code = "yrbwog"
    if rng.random() < 0.5:
        code = "".join(rng.choices("ndlswyrobgmp", k=6))
        given["sch"] = code if rng.random() < 0.7 else ",".join(NAMES[c] for c in code)
    short = "," not in given.get("sch", "")
    if trans:
        given["view"] = "trans"
    letters = [FACES[i // area] for i in range(count)]
    fills = [COLOURS[code[i // area]] for i in range(count)]
    colours = None
    if rng.random() < 0.5:
        written = rng.choices("udlrfbnot", k=rng.randint(1, count))
        given["fd"] = "".join(written)
        written += ["t" if trans else "n"] * (count - len(written))
        letters = [c.upper() if c in "urfdlb" else "." for c in written]
        grey = {"n": "#808080", "o": "#bfbfbf", "t": None}
        fills = [grey[c] if c in grey else COLOURS[code[FACES.index(c.upper())]] for c in written]
    if rng.random() < 0.5:
        usual = code if short else "yrbwog"
        written = rng.choices([*usual, *"ndlswyrobgmpt"], k=rng.randint(1, count))
        given["fc"] = "".join(written)
        written += [usual[i // area] for i in range(len(written), count)]
        letters = [FACES[usual.index(c)] if usual.count(c) == 1 else "." for c in written]
        fills = [COLOURS.get(c) for c in written]
        colours = ["." if c in "ndlst" and c not in usual else c for c in written]
    hidden = [False] * count
    if rng.random() < 0.6:
        stage = rng.choice(sorted(STAGES[size]))
        given["stage"] = stage
        hidden = [i not in _shown_by(stage, size) for i in range(count)]
    stickers = list(zip(letters, fills, colours or letters, hidden, strict=True))
    none = None if trans else "#808080"
    stickers = [(".", none, ".", True) if s[3] else s for s in stickers]
    if rng.random() < 0.5:
        given["case"] = _moves(rng, size)
        stickers = _moved(stickers, _undone(_where(given["case"], size)))
    if rng.random() < 0.5:
        given["alg"] = _moves(rng, size)
        stickers = _moved(stickers, _where(given["alg"], size))
    letters, fills, shown, hidden = zip(*stickers, strict=True)
    return given, "".join(letters), fills, hidden, "".join(shown) if colours else None, code


def test_what_is_drawn_is_where_space_has_it():
    rng = random.Random(2)
    for _ in range(150):
        given, letters, fills, hidden, colours, code = _drawn(rng)
        items = list(given.items())
        rng.shuffle(items)
        text = rng.choice(["&", "&amp;"]).join(
            f"{name}={value.replace(' ', rng.choice(['+', '%20', ' ']))}" for name, value in items
        )
        drawn = VisualCube.parse(rng.choice(["", "visualcube.php?"]) + (text or "pzl=3"))
        assert drawn.stickers.letters == letters, text
        assert drawn.fills == fills, text
        assert drawn.mask == {i for i, at in enumerate(hidden) if at}, text
        assert drawn.colours == colours, text
        assert drawn.scheme == tuple(COLOURS[c] for c in code), text
        different = "," not in given.get("sch", "") and len(set(code)) == 6
        assert drawn.stickers.scheme == (code.upper() if different else FACES), text


NUMBERS = [
    ("size", "size", 0, 1024, 128, 128),
    ("co", "cube_opacity", 0, 100, 100, 50),
    ("fo", "facelet_opacity", 0, 100, 100, 100),
    ("dist", "distance", 1, 100, 5, 5),
]
"""Parameter, attribute, least, most, and what it is where nothing is said, in usual views and `trans`."""


@pytest.mark.parametrize(("name", "attribute", "least", "most", "usual", "trans"), NUMBERS)
def test_numbers_of_a_picture(name, attribute, least, most, usual, trans):
    for value in {least, least + 1, most - 1, most, (least + most) // 2}:
        assert getattr(VisualCube.parse(f"{name}={value}"), attribute) == value
    others = [other for _, other, *_ in NUMBERS if other != attribute]
    same = [getattr(VisualCube.parse(f"{name}={most}"), other) for other in others]
    assert same == [getattr(VisualCube.parse("pzl=3"), other) for other in others]
    assert getattr(VisualCube.parse("pzl=3"), attribute) == usual
    assert getattr(VisualCube.parse("view=plan"), attribute) == usual
    assert getattr(VisualCube.parse("view=trans"), attribute) == trans
    for value in (least - 1, most + 1, "", "1.5", "x"):
        with pytest.raises(
            InputError, match=f"{name}={value} is out of range; it is {least} to {most}"
        ):
            VisualCube.parse(f"{name}={value}")


@pytest.mark.parametrize("letter", COLOURS)
def test_colours_of_a_picture(letter):
    value = COLOURS[letter]
    for text in (letter, NAMES[letter], NAMES[letter].upper(), value, value[1:], value[1:].upper()):
        assert parse_colour(text, "") == value
        for name, attribute in (
            ("bg", "background"), ("cc", "cube_colour"), ("ac", "arrow_colour")
        ):  # fmt: skip
            written = text.replace("#", "%23")
            assert getattr(VisualCube.parse(f"{name}={written}"), attribute) == value
    assert parse_colour("1af", "") == parse_colour("#1AF", "") == "#11aaff"
    for text in ("", "1", "12", "1234", "12345", "1234567", "12345g", "blurple"):
        with pytest.raises(InputError, match="where: '.*' is not a colour"):
            parse_colour(text, "where")


def test_what_a_picture_has_where_nothing_is_said():
    plain, trans = VisualCube.parse("pzl=3"), VisualCube.parse("view=trans")
    assert (plain.cube_colour, trans.cube_colour) == ("#000000", "#bfbfbf")
    assert plain.background == "#ffffff"
    assert plain.arrow_colour == "#808080"
    assert plain.rotation == (("y", 45), ("x", -34))
    assert (plain.stage, plain.mask, plain.arrows, plain.colours) == ("", frozenset(), (), None)
    assert VisualCube.parse("bg=t").background is None
    assert VisualCube.parse("bg=transparent").background is None
    assert VisualCube.parse("r=z-120x7").rotation == (("z", -120), ("x", 7))
    for address, fmt in [
        ("a.png?pzl=3", "png"), ("a.JPEG?pzl=3", "jpg"), ("a.php?fmt=gif&pzl=3", "gif"),
        ("a.png?fmt=jpeg", "jpg"), ("a.php?pzl=3", "svg"), ("pzl=3", "svg"),
    ]:  # fmt: skip
        assert VisualCube.parse(address).fmt == fmt


def test_arrows_of_a_picture():
    rng = random.Random(3)
    for _ in range(100):
        size = rng.choice([2, 3])
        facelets = rng.sample(range(6 * size * size), 3)
        names = [f"{FACES[f // size**2]}{f % size**2}" for f in facelets]
        via = rng.random() < 0.5
        scale, influence = (
            rng.choice([None, 0, 7, 15, 20, 21, 99]),
            rng.choice([None, 0, 12, 50, 51]),
        )
        colour = rng.choice([None, *"ryb", "pink", "1af"])
        options = [f"-{k}{v}" for k, v in (("s", scale), ("i", influence)) if v is not None]
        rng.shuffle(options)
        text = "".join([*names[: 3 if via else 2], *options, f"-{colour}" if colour else ""])
        arrow = ArrowParameter(
            facelets[0],
            facelets[1],
            facelets[2] if via else None,
            10 if scale is None else min(scale, 20),
            10 if influence is None else min(influence, 50),
            colour and parse_colour(colour, ""),
        )
        drawn = VisualCube.parse(f"pzl={size}&arw={text}, ,{names[2]}{names[0]}")
        assert drawn.arrows == (arrow, ArrowParameter(facelets[2], facelets[0])), text
        beyond = f"F{size * size}"
        with pytest.raises(
            InputError, match=f"arrow at sticker {beyond}; .* 0 to {size * size - 1}"
        ):
            VisualCube.parse(f"pzl={size}&arw={names[0]}{beyond}")


@pytest.mark.parametrize("size", [2, 3])
def test_a_picture_of_the_other_cube_is_refused(size):
    puzzle = {2: POCKET, 3: CUBE}
    for text in (f"pzl={size}&fd=u", f"pzl={size}&fc=yrb&alg=R", f"pzl={size}&alg=R"):
        with pytest.raises(InputError, match=f"a picture of a {puzzle[size].name}"):
            read(text, "visualcube", puzzle[5 - size])
        assert read(text, "visualcube", puzzle[size]).stickers.puzzle == puzzle[size]


@pytest.mark.parametrize("name", ["fd", "fc"])
@pytest.mark.parametrize("size", [2, 3])
def test_stickers_of_a_picture_are_counted(name, size):
    count = 6 * size * size
    letter = {"fd": "u", "fc": "y"}[name]
    VisualCube.parse(f"pzl={size}&{name}={letter * count}")
    with pytest.raises(InputError, match=re.escape(f"{name} has {count + 1} letters")):
        VisualCube.parse(f"pzl={size}&{name}={letter * (count + 1)}")
    for position in (0, count - 1):
        text = letter * position + "x" + letter * (count - position - 1)
        with pytest.raises(InputError, match=f"'x' at letter {position + 1} of {name}"):
            VisualCube.parse(f"pzl={size}&{name}={text}")
