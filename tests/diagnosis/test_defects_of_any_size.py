"""Cubes of larger sizes made wrong: judged as stickers in space and the group of all turns judge them."""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter

import pytest
import stickers_in_space as space

from cubecsp import InputError, check
from cubecsp.diagnosis.diagnosis import DefectKind, diagnose
from cubecsp.formats import write
from cubecsp.puzzle.core.group import Group
from cubecsp.puzzle.core.permutation import table
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES

SIZES = (4, 5, 6, 7)


@functools.cache
def cubies(size):
    """Return the stickers of each cubie, in an order that a rotation of the cube keeps: clockwise."""
    found = {}
    for number, (place, normal) in enumerate(space.places(size)):
        found.setdefault(place, []).append((number, normal))
    ordered = {}
    for place, stickers in found.items():
        if len(stickers) == 3:
            first, *others = stickers
            a, b = (normal for _, normal in others)
            clockwise = _determinant(first[1], a, b) < 0
            stickers = [first, *(others if clockwise else others[::-1])]
        elif len(stickers) == 2:
            (a, p), (b, q) = stickers
            if _determinant(p, q, place) < 0:
                stickers = [(b, q), (a, p)]
        ordered[place] = [number for number, _ in stickers]
    return ordered


def _determinant(a, b, c):
    return sum(
        a[i] * (b[(i + 1) % 3] * c[(i + 2) % 3] - b[(i + 2) % 3] * c[(i + 1) % 3]) for i in range(3)
    )


def pieces_shown(letters, size):
    """Return how often each piece is shown: its colours, and where pieces of its kind can be.

    Two pieces are of one kind if a rotation takes the place of one to that of the other.
    """
    shown = Counter()
    for place, stickers in cubies(size).items():
        colours = tuple(letters[number] for number in stickers)
        middle = len(stickers) == 2 and 0 in place
        if len(stickers) == 3 or middle:
            colours = min(colours[i:] + colours[:i] for i in range(len(colours)))
        shown[_kind(place), colours] += 1
    return shown


@functools.cache
def _kind(place):
    """Return the least place that a rotation of the cube takes a place to."""
    images = []
    for order in itertools.permutations(range(3)):
        for signs in itertools.product((1, -1), repeat=3):
            rows = [[signs[i] * (j == order[i]) for j in range(3)] for i in range(3)]
            if _determinant(*rows) > 0:
                images.append(
                    tuple(sum(r * c for r, c in zip(row, place, strict=True)) for row in rows)
                )
    return min(images)


@functools.cache
def group_of(size):
    """Return all that turns of a cube can do, rotations of even ones included."""
    return Group(map(table, cube_puzzle(size).generators.values()))


def is_real(letters, size):
    """Return whether these stickers are solvable, by the group of all turns."""
    solved = "".join(face * size**2 for face in FACES)
    if pieces_shown(letters, size) != pieces_shown(solved, size):
        return False
    middle = [number for number, (place, _) in enumerate(space.places(size)) if _is_middle(place)]
    if any(letters[number] != solved[number] for number in middle):
        return False
    puzzle = cube_puzzle(size)
    held = puzzle.assembly([FACES.index(letter) for letter in letters])
    # Which of the pieces that look alike is where is not seen: any two of a kind may be exchanged.
    ways = [
        (values, exchanged(values)) if o.alike else (values,)
        for o, values in zip(puzzle.orbits, held, strict=True)
    ]
    return any(
        table(puzzle.stickers(b"".join(way))) in group_of(size) for way in itertools.product(*ways)
    )


def exchanged(values):
    """Return what slots hold after two pieces of one colour, which are side by side in number, swap."""
    swapped = {values[i]: values[j] for i, j in ((values.index(0), values.index(1)),)}
    swapped |= {other: value for value, other in swapped.items()}
    return bytes(swapped.get(value, value) for value in values)


def _is_middle(place):
    return sorted(map(abs, place))[:2] == [0, 0]


def turned_piece(letters, cubie, thirds):
    shown = list(letters)
    for i, number in enumerate(cubie):
        shown[number] = letters[cubie[(i - thirds) % len(cubie)]]
    return "".join(shown)


def exchanged_pieces(letters, one, other):
    shown = list(letters)
    for a, b in zip(one, other, strict=True):
        shown[a], shown[b] = letters[b], letters[a]
    return "".join(shown)


def wrong(rng, letters, size):
    """Return stickers with something done to them that hands, or eyes, do to a cube."""
    by_stickers = {n: [c for c in cubies(size).values() if len(c) == n] for n in (1, 2, 3)}
    ways = {
        "sticker": lambda: exchanged_pieces(
            letters, *([n] for n in rng.sample(range(6 * size**2), 2))
        ),
        "turned": lambda: turned_piece(letters, rng.choice(by_stickers[rng.choice((2, 3))]), 1),
        "exchanged": lambda: exchanged_pieces(
            letters, *rng.sample(by_stickers[rng.choice((1, 2, 3))], 2)
        ),
        "painted": lambda: painted(rng, letters),
    }
    return ways[rng.choice(list(ways))]()


def painted(rng, letters):
    at = rng.randrange(len(letters))
    return letters[:at] + rng.choice(FACES) + letters[at + 1 :]


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("size", [4, 5, pytest.param(6, marks=pytest.mark.slow)])
def test_cubes_made_wrong_are_judged_rightly(size):
    rng = random.Random(size)
    judged, kinds = Counter(), set()
    for _ in range(60):
        letters = cube_class(size).random(rng.randrange(10**9)).facelets
        for _ in range(rng.choice((1, 1, 2, 3))):
            letters = wrong(rng, letters, size)
        found = diagnose(Facelets(letters))
        assert found.is_sound == is_real(letters, size), letters
        assert found.is_sound == (not found.defects)
        kinds |= found.kinds
        judged[found.is_sound] += 1
        for one in found.piece_repairs[:2]:
            assert is_real(one.letters, size)
            assert diagnose(Facelets(one.letters)).is_sound
        if found.assembly is not None:
            cube = Facelets(letters).to_state()
            assert [d.message for d in cube.status()] == [d.message for d in found.defects]
            assert cube.is_reachable == found.is_sound
    assert min(judged[True], judged[False]) > 2, judged
    invariants = {DefectKind.EDGE_FLIP, DefectKind.PERMUTATION_PARITY, DefectKind.CENTRE}
    assert kinds == {*DefectKind} - {DefectKind.UNKNOWN_STICKER} - (
        set() if size % 2 else invariants
    )


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("size", SIZES)
def test_centres_that_look_alike_are_counted(size):
    """Two of different colours exchanged are a solvable cube; one painted is one too many and one too few."""
    puzzle = cube_puzzle(size)
    letters = cube_class(size).random(1).facelets
    several = sum(orbit.alike for orbit in puzzle.orbits) > 1
    for orbit in puzzle.orbits:
        if not orbit.alike:
            continue
        places = [frame[0] for frame in orbit.frames]
        at_u = [at for at in places if letters[at] == "U"]
        at_f = [at for at in places if letters[at] == "F"]
        real = exchanged_pieces(letters, [at_u[0]], [at_f[0]])
        assert diagnose(Facelets(real)).is_sound
        painted = letters[: at_f[0]] + "U" + letters[at_f[0] + 1 :]
        found = diagnose(Facelets(painted, "WRGYOB"))
        kind = f"centres like {orbit.names[0]}" if several else "centres"
        too_many = [d for d in found.defects if d.kind is DefectKind.PIECE_TWICE]
        too_few = [d for d in found.defects if d.kind is DefectKind.PIECE_MISSING]
        assert [d.message.partition(":")[0] for d in too_many] == [
            f"5 {kind} show white, and there are 4"
        ]
        assert [d.message for d in too_few] == [f"3 {kind} show green, and there are 4"]
        assert sorted(too_many[0].facelets) == sorted([*at_u, at_f[0]])
        # One unknown sticker that can be one thing only leaves the cube known.
        hidden = letters[: at_f[0]] + "." + letters[at_f[0] + 1 :]
        found = diagnose(Facelets(hidden))
        assert found.kinds == {DefectKind.UNKNOWN_STICKER}
        assert found.assembly.letters == letters
        two = hidden[: at_u[0]] + "." + hidden[at_u[0] + 1 :]
        assert diagnose(Facelets(two)).assembly is None
        assert check(Facelets(two)).cubes[0].can_be_solvable


@pytest.mark.parametrize("size", SIZES)
def test_unknown_stickers_of_a_cube_that_can_be_solvable(size):
    rng = random.Random(size)
    letters = cube_class(size).random(2).facelets
    corners = [cubie for cubie in cubies(size).values() if len(cubie) == 3]
    twisted = turned_piece(letters, corners[0], 1)
    for share in (0.02, 0.2, 0.6):
        hidden = {n for n in range(6 * size**2) if rng.random() < share} - {
            n for c in corners for n in c
        }
        for whole, can in ((letters, True), (twisted, False)):
            shown = "".join("." if n in hidden else c for n, c in enumerate(whole))
            report = check(Facelets(shown)).cubes[0]
            assert (
                report.can_be_solvable is not False
                and not report.diagnosis.kinds - {DefectKind.UNKNOWN_STICKER}
            ) == can


def test_what_is_for_smaller_cubes_says_so():
    cube = cube_class(4).from_moves("Rw 2U")
    for ask, words in (
        (lambda: check(cube, explain=True), "explained for a 3×3×3 and a 2×2×2 only"),
        (
            lambda: write(cube, "reid"),
            "the format reid is for 2×2×2 and 3×3×3, and this is a 4×4×4",
        ),
    ):
        with pytest.raises(InputError) as caught:
            ask()
        assert words in str(caught.value)
