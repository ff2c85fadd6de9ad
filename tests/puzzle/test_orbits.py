"""Orbits and laws derived from turns: cubes of several sizes, and a puzzle that is none."""

from __future__ import annotations

import functools
import itertools
import math
import random

import pytest
from facts import FACTS

from cubecsp import InputError, count, find, sample
from cubecsp.puzzle.core.group import Group
from cubecsp.puzzle.core.laws import Law
from cubecsp.puzzle.core.orbits import OrbitError, orbits_of
from cubecsp.puzzle.core.permutation import changes_of, compose, identity, moved, table
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, cube_puzzle

pytestmark = pytest.mark.quick


def summary(puzzle: Puzzle) -> list[tuple[str, int, int, bool]]:
    return [(o.name, len(o.names), o.turns, o.alike) for o in puzzle.orbits if o.names]


CORNERS, EDGES = ("corner", 8, 3, False), ("edge", 12, 2, False)
WINGS, CENTRES = ("wing", 24, 1, False), ("centre", 24, 1, True)


@pytest.mark.parametrize(
    ("size", "orbits", "centres"),
    [
        (2, [CORNERS], 0),
        (3, [CORNERS, EDGES], 6),
        (4, [CORNERS, WINGS, CENTRES], 0),
        (5, [CORNERS, EDGES, WINGS, CENTRES, CENTRES], 6),
        (6, [CORNERS, WINGS, WINGS, *[CENTRES] * 4], 0),
    ],
)
def test_orbits_of_cubes(size, orbits, centres):
    puzzle = cube_puzzle(size)
    assert summary(puzzle) == orbits
    assert len(puzzle.centres) == centres
    covered = [f for o in puzzle.orbits for frame in o.frames for f in frame]
    assert sorted([*covered, *puzzle.centres]) == list(range(6 * size**2))


TWIST = Law(3, turned=((0, 1),))
FLIP = Law(2, turned=((1, 1),))


@pytest.mark.parametrize(
    ("size", "laws"),
    [
        (2, [TWIST]),
        (3, [TWIST, FLIP, Law(2, permuted=(0, 1))]),
        # An outer turn is odd on corners and on centres, an inner one on wings alone.
        (4, [TWIST, Law(2, permuted=(0, 2))]),
    ],
)
def test_laws_of_cubes(size, laws):
    assert list(cube_puzzle(size).labelled_laws) == laws


def test_a_5x5x5_has_three_parity_laws():
    laws = cube_puzzle(5).labelled_laws
    assert set(laws) > {TWIST, FLIP}
    assert [bool(law.permuted) for law in laws] == [False] * 2 + [True] * 3


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_laws_hold_after_random_turns_and_for_few_others(size):
    puzzle = cube_puzzle(size)
    rng = random.Random(size)
    turns = list(puzzle.generators.values())
    stickers = identity(puzzle.facelet_count)
    for _ in range(100):
        stickers = compose(stickers, rng.choice(turns))
        held = rows(puzzle, puzzle.placements(stickers))
        assert not any(law.sum(held, puzzle.orbits) for law in puzzle.labelled_laws)
        assert puzzle.stickers(puzzle.placements(stickers)) == stickers
    # Each says something: one piece turned, or two exchanged, breaks it.
    for law in puzzle.labelled_laws:
        index = law.turned[0][0] if law.turned else law.permuted[0]
        orbit, row = puzzle.orbits[index], [*held[index]]
        if law.turned:
            row[0] += 1 if row[0] % orbit.turns < orbit.turns - 1 else 1 - orbit.turns
        else:
            row[0], row[1] = row[1], row[0]
        assert law.sum([*held[:index], bytes(row), *held[index + 1 :]], puzzle.orbits)


def rows(puzzle: Puzzle, placements: bytes) -> list[bytes]:
    return [placements[row] for row in puzzle.rows]


@pytest.mark.parametrize("size", [-1, 0, 1, True, 2.0, "3"])
def test_sizes_that_cannot_be_derived_are_refused(size):
    with pytest.raises(InputError, match="a whole number of at least 2"):
        cube_puzzle(size)


def test_frames_of_wings_are_carried_by_turns():
    wings = cube_puzzle(4).orbits[1]
    assert len(set(wings.names)) == 24  # UF and FU are the two wings of one edge
    for frame, name in zip(wings.frames, wings.names, strict=True):
        assert [("URFDLB"[facelet // 16]) for facelet in frame] == list(name)


def skewb() -> Puzzle:
    """A skewb: half of it turns by a third about each of the four corners that the core holds."""
    normals = [v for v in itertools.product((-1, 0, 1), repeat=3) if sum(map(abs, v)) == 1]
    corners = list(itertools.product((-1, 1), repeat=3))
    places = [(corner, n) for corner in corners for n in normals if inner(corner, n) > 0]
    places += [(n, n) for n in normals]
    number = {place: i for i, place in enumerate(places)}

    def turn(axis):
        def image(v):
            x, y, z = (s * c for s, c in zip(axis, v, strict=True))
            return tuple(s * c for s, c in zip(axis, (z, x, y), strict=True))

        target = [
            number[image(at), image(n)] if inner(at, axis) > 0 else number[at, n]
            for at, n in places
        ]
        return moved(target)

    pieces = []
    for corner in corners:
        frame = [number[corner, n] for n in normals if inner(corner, n) > 0]
        first, second = (places[facelet][1] for facelet in frame[:2])
        clockwise = inner(corner, outer(first, second)) < 0
        pieces.append(("corner", tuple(frame if clockwise else [frame[0], frame[2], frame[1]])))
    pieces += [("centre", (number[n, n],)) for n in normals]
    return Puzzle(
        name="skewb",
        colours=[normals.index(n) for _, n in places],
        pieces=pieces,
        generators={str(axis): turn(axis) for axis in corners if math.prod(axis) > 0},
        names=[f"{at}{n}" for at, n in places],
    )


def inner(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def outer(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def test_orbits_and_laws_of_a_skewb():
    puzzle = skewb()
    held = [i for i, o in enumerate(puzzle.orbits) if len(o.names) == 1]
    (free,) = (i for i, o in enumerate(puzzle.orbits) if len(o.names) == 4)
    (centres,) = (i for i, o in enumerate(puzzle.orbits) if len(o.names) == 6)
    assert [puzzle.orbits[i].turns for i in (*held, free, centres)] == [3, 3, 3, 3, 3, 1]
    assert set(puzzle.labelled_laws) == {
        Law(3, turned=((free, 1),)),
        Law(2, permuted=(free,)),
        Law(2, permuted=(centres,)),
    }


def test_questions_take_puzzles_whose_moves_they_know():
    for question in (find, count, sample):
        with pytest.raises(InputError, match="moves of puzzle skewb are not known.*KPuzzle"):
            question("no-piece-home", puzzle=skewb())


def test_laws_of_a_skewb_are_not_the_whole_truth():
    """They allow three times as many states as there are; the group of its turns tells them apart."""
    puzzle = skewb()
    group = Group(map(table, puzzle.generators.values()))
    allowed = 3**4 * (math.factorial(4) // 2 * 3**3) * (math.factorial(6) // 2)
    assert allowed == 3 * group.order
    assert group.order == int(FACTS["puzzles"]["positions"]["skewb"])
    # Each of the corners that the core holds, turned alone, keeps all laws; two turned against each
    # other can be made by turns.
    held = [o for o in puzzle.orbits if len(o.names) == 1]
    rng = random.Random(1)
    for _ in range(20):
        cube = compose_all(rng.choices(list(puzzle.generators.values()), k=30))
        assert table(cube) in group
        turned = turned_in_place(cube, held[0].frames[0], 1)
        against = turned_in_place(cube, held[1].frames[0], 2)
        both = turned_in_place(turned, held[1].frames[0], 2)
        for state in (turned, against, both):
            kept = rows(puzzle, puzzle.placements(state))
            assert not any(law.sum(kept, puzzle.orbits) for law in puzzle.labelled_laws)
        assert [table(s) in group for s in (turned, against, both)] == [False, False, True]


def compose_all(turns):
    return functools.reduce(compose, turns)


def turned_in_place(stickers, frame, thirds):
    """Return a state with the piece of one slot turned."""
    shown = bytearray(stickers)
    for place, facelet in enumerate(frame):
        shown[facelet] = stickers[frame[(place - thirds) % len(frame)]]
    return bytes(shown)


def test_what_laws_allow_of_small_cubes_is_what_turns_make():
    for size, states in ((2, 24 * 3_674_160), (3, 43_252_003_274_489_856_000)):
        assert Group(map(table, cube_puzzle(size).generators.values())).order == states


@pytest.mark.parametrize("size", [4, 5])
def test_laws_are_the_whole_truth_of_labelled_cubes(size):
    """The group of all turns has as many elements as the laws allow: one in the product of moduli."""
    puzzle = cube_puzzle(size)
    anyhow = math.prod(
        math.factorial(len(o.names)) * o.turns ** len(o.names) for o in puzzle.orbits
    )
    group = Group(map(table, puzzle.generators.values()))
    assert anyhow == group.order * math.prod(law.modulus for law in puzzle.labelled_laws)
    # Pieces that look alike make one position of many, half as many where a parity is tied to theirs.
    alike = [index for index, orbit in enumerate(puzzle.orbits) if orbit.alike]
    tied = len(puzzle.labelled_laws) - len(puzzle.laws)
    unseen = math.factorial(4) ** (6 * len(alike)) // 2**tied
    holdings = 1 if puzzle.centres else 24
    published = int(FACTS["puzzles"]["positions"][str(size)])
    assert group.order == published * holdings * unseen


def test_a_turn_that_tears_a_piece_apart_is_refused():
    swapped = bytearray(identity(CUBE.facelet_count))
    swapped[0], swapped[1] = swapped[1], swapped[0]
    pieces = [("corner", frame) for frame in CUBE.orbits[0].frames]
    pieces += [("edge", frame) for frame in CUBE.orbits[1].frames]
    with pytest.raises(OrbitError, match="tears"):
        orbits_of(pieces, [changes_of(bytes(swapped))], CUBE.home_colours, str)
