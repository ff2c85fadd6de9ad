"""How colours are named where centres or corners are unknown: as every cube that could be meant says."""

from __future__ import annotations

import itertools
import random

import pytest
import stickers_in_space as space

from cubecsp import Cube, Facelets, InputError, PocketCube, read
from cubecsp.formats import write
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.holding import HOLDINGS, reheld
from cubecsp.puzzle.cube.notation import held_after, rotation
from cubecsp.puzzle.cube.schemes import STANDARD

pytestmark = pytest.mark.quick

ORDERS = [
    "".join(STANDARD[FACES.index(space.moved(Cube().facelets, turn)[f * 9 + 4])] for f in range(6))
    for turn in space.rotations()
]
"""The colours on U R F D L B in each of the 24 ways to hold a standard cube."""

JAPANESE = [order.translate(str.maketrans("YOB", "BOY")) for order in ORDERS]
"""The same of a cube with blue opposite white, and yellow opposite green."""


def _hide(text, facelets):
    return "".join("." if i in facelets else c for i, c in enumerate(text))


def test_known_centres_say_how_a_cube_is_held_or_that_is_assumed():
    rng = random.Random(1)
    some = [hidden for count in range(7) for hidden in itertools.combinations(range(6), count)]
    for hidden, order in itertools.product(some, (STANDARD, None)):
        order = order or rng.choice(ORDERS)
        colours = Cube.random(rng.randrange(10**6)).facelets.translate(str.maketrans(FACES, order))
        text = _hide(colours, {CUBE.centres[face] for face in hidden})
        known = [face for face in range(6) if face not in hidden]
        fitting = [o for o in ORDERS if all(o[face] == order[face] for face in known)]
        if len(fitting) > 1 and STANDARD not in fitting:
            with pytest.raises(InputError, match="the colours cannot be assigned to faces"):
                read(text, "colours")
            continue
        reading = read(text, "colours")
        scheme = reading.stickers.scheme
        assert scheme == (STANDARD if len(fitting) > 1 else order)
        if len(fitting) == 1:
            assert reading.notes == (), hidden
        else:
            note = f"too few centres are known; taken to be {' '.join(scheme)} on U R F D L B"
            assert reading.notes == (note,), hidden
        assert write(reading, "colours") == text


def test_one_centre_of_other_colours_is_filled_in_and_two_are_not():
    rng = random.Random(2)
    for _ in range(20):
        cube = Cube.random(rng.randrange(10**6)).facelets
        text = cube.translate(str.maketrans(FACES, "ABCDEG"))
        one, two = rng.sample(range(6), 2)
        assert read(_hide(text, {CUBE.centres[one]})).stickers.scheme == "ABCDEG"
        both = sorted((one, two))
        names = " ".join(FACES[face] for face in both)
        with pytest.raises(InputError, match=f"the centres of {names} are unknown"):
            read(_hide(text, {CUBE.centres[face] for face in both}))
        # A colour that is nowhere can't be filled in either.
        gone = text.replace("ABCDEG"[one], ".")
        with pytest.raises(InputError, match=f"the centres of {FACES[one]} are unknown"):
            read(gone, "colours")
        twice = list(text)
        twice[CUBE.centres[two]] = text[CUBE.centres[one]]
        names = f"{FACES[both[0]]} and {FACES[both[1]]}"
        with pytest.raises(InputError, match=f"is on the centres of {names}"):
            read("".join(twice))


def test_other_schemes_are_said_and_their_faces_named():
    rng = random.Random(3)
    pocket = PocketCube.from_moves("R U F2 R' U2 F R U' F").facelets
    others = [o for o in map("".join, itertools.permutations(STANDARD)) if o not in ORDERS]
    for order in rng.sample(others, 20) + list(JAPANESE):
        colours = Cube.random(rng.randrange(10**6)).facelets.translate(str.maketrans(FACES, order))
        reading = read(colours)
        assert reading.stickers.scheme == order
        called = "the japanese scheme" if order in JAPANESE else "no standard scheme"
        said = f"the centres of U R F D L B are {' '.join(order)}, {called}"
        assert reading.notes == (said,)
        small = read(pocket.translate(str.maketrans(FACES, order)))
        said = f"the colours of the faces U R F D L B are {' '.join(order)}, {called}"
        assert small.stickers.scheme == order
        assert small.notes == (said,)
    for order in ORDERS:
        assert read(pocket.translate(str.maketrans(FACES, order))).notes == ()


def test_centres_are_taken_at_their_word_where_nothing_else_is_known():
    for order in map("".join, itertools.permutations(STANDARD)):
        text = "".join(f"....{colour}...." for colour in order)
        assert read(text, "colours").stickers.scheme == order


def test_small_cubes_that_are_none_have_the_opposites_of_the_standard_scheme():
    rng = random.Random(8)
    impossible = 0
    for _ in range(300):
        letters = PocketCube.random(rng.randrange(10**6)).facelets
        text = list(letters.translate(str.maketrans(FACES, rng.choice(ORDERS))))
        for _ in range(rng.randint(1, 2)):
            a, b = rng.sample(range(24), 2)
            text[a], text[b] = text[b], text[a]
        shown = read("".join(text), "colours").stickers
        assert shown.has_real_pieces or shown.scheme in ORDERS, "".join(text)
        impossible += not shown.has_real_pieces
    assert impossible > 100


@pytest.mark.parametrize("scheme", [FACES, STANDARD])
def test_what_is_known_of_the_corner_in_dbl_settles_the_holding_if_it_can(scheme):
    home = POCKET.corners.frames[POCKET.corners.names.index("DBL")]
    rng = random.Random(4)
    usual = [o.translate(str.maketrans(STANDARD, scheme)) for o in ORDERS]
    for count in range(4):
        for hidden in itertools.combinations(home, count):
            order = rng.choice(usual)
            cube = PocketCube.random(rng.randrange(10**6)).facelets
            text = cube.translate(str.maketrans(FACES, order))
            shown = {face: text[f] for face, f in zip("DBL", home, strict=True) if f not in hidden}
            fitting = [
                o for o in usual if all(o[FACES.index(f)] == colour for f, colour in shown.items())
            ]
            reading = read(_hide(text, hidden))
            expected = fitting[0] if len(fitting) == 1 else scheme
            assert reading.stickers.scheme == expected, (hidden, order)


def test_a_small_cube_of_other_colours_says_which_are_opposite_or_is_refused():
    """With the corner in DBL unknown, the first whole corner counts as being at home."""
    rng = random.Random(5)
    for _ in range(60):
        cube = PocketCube.random(rng.randrange(10**6)).facelets
        text = cube.translate(str.maketrans(FACES, "ABCGHI"))
        slots = rng.sample(range(8), rng.randint(1, 2))
        hidden = {rng.choice(POCKET.corners.frames[slot]) for slot in slots}
        hidden_text = _hide(text, hidden)
        corners = [{hidden_text[f] for f in facelets} for facelets in POCKET.corners.frames]
        met = {c: set().union(*(seen for seen in corners if c in seen)) - {"."} for c in "ABCGHI"}
        if any(len(others) < 5 for others in met.values()):  # itself, and four
            with pytest.raises(InputError, match="corners do not say which colours are opposite"):
                read(hidden_text)
            continue
        shown = read(hidden_text).stickers
        assert {frozenset(shown.scheme[i::3]) for i in range(3)} == {
            frozenset("AG"), frozenset("BH"), frozenset("CI")
        }  # fmt: skip
        assert shown.has_real_pieces
        at = min(set(range(8)) - set(slots))
        if 6 not in slots:
            assert shown.scheme == "ABCGHI"
        else:
            assert shown.placement(POCKET.corners, at) == 3 * at


def test_holdings_are_turns_of_the_whole_cube():
    solved = Cube().facelets
    for first, then in itertools.product(HOLDINGS, repeat=2):
        once = reheld(solved, first, CUBE)
        assert "".join(once[4::9]) == first
        twice = reheld(once, then, CUBE)
        assert held_after(first, then) == "".join(twice[4::9])


@pytest.mark.parametrize("scheme", ["URFDLB", "WRGYOB", "WRGBOY", "ABCDEF"])
def test_stickers_tell_how_a_cube_is_held(scheme):
    """On even sizes the corner in DBL does; letters of no known scheme are named after the centres."""
    written = str.maketrans(FACES, scheme)
    for holding, puzzle in itertools.product(HOLDINGS, (POCKET, CUBE)):
        cube = (Cube if puzzle is CUBE else PocketCube)()
        seen = Facelets.parse("".join(reheld(cube.facelets, holding, puzzle)).translate(written))
        assert seen.holding == (FACES if scheme == "ABCDEF" else holding)


def test_a_rotation_is_the_shortest_of_all():
    words = [
        " ".join(word)
        for count in range(3)
        for word in itertools.product([a + b for a in "xyz" for b in ("", "2", "'")], repeat=count)
    ]
    least = {}
    for word in words:
        seen = space.moved(Cube().facelets, space.of_moves(word))[4::9]
        least[seen] = min(least.get(seen, 9), len(word.split()))
    assert set(least) == set(HOLDINGS)
    for holding in HOLDINGS:
        found = rotation(holding)
        assert space.moved(Cube().facelets, space.of_moves(found))[4::9] == holding
        assert len(found.split()) == least[holding]
