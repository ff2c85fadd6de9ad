"""Orbits and invariants derived from turns: cubes of several sizes, and a puzzle that is none."""

from __future__ import annotations

import math

import pytest
from facts import FACTS

from cubecsp import InputError, count, find, sample
from cubecsp.puzzle.core.group import Group
from cubecsp.puzzle.core.invariants import Invariant
from cubecsp.puzzle.core.orbits import OrbitError, orbits_of
from cubecsp.puzzle.core.permutation import changes_of, identity, table
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


TWIST = Invariant(3, turned=((0, 1),))
FLIP = Invariant(2, turned=((1, 1),))


@pytest.mark.parametrize(
    ("size", "invariants"),
    [
        (2, [TWIST]),
        (3, [TWIST, FLIP, Invariant(2, permuted=(0, 1))]),
        # An outer turn is odd on corners and on centres, an inner one on wings alone.
        (4, [TWIST, Invariant(2, permuted=(0, 2))]),
    ],
)
def test_invariants_of_cubes(size, invariants):
    assert list(cube_puzzle(size).labelled_invariants) == invariants


def test_a_5x5x5_has_three_parity_invariants():
    invariants = cube_puzzle(5).labelled_invariants
    assert set(invariants) > {TWIST, FLIP}
    assert [bool(invariant.permuted) for invariant in invariants] == [False] * 2 + [True] * 3


@pytest.mark.parametrize("size", [-1, 0, 1, True, 2.0, "3"])
def test_sizes_that_cannot_be_derived_are_refused(size):
    with pytest.raises(InputError, match="an integer of at least 2"):
        cube_puzzle(size)


def test_frames_of_wings_are_carried_by_turns():
    wings = cube_puzzle(4).orbits[1]
    assert len(set(wings.names)) == 24  # UF and FU are the two wings of one edge
    for frame, name in zip(wings.frames, wings.names, strict=True):
        assert [("URFDLB"[facelet // 16]) for facelet in frame] == list(name)


def test_questions_take_puzzles_whose_moves_they_know():
    pieces = [("piece", (0,)), ("piece", (1,))]
    swap = {"S": bytes([1, 0])}
    puzzle = Puzzle(name="two", colours=[0, 1], pieces=pieces, generators=swap, names=["A", "B"])
    for question in (find, count, sample):
        with pytest.raises(InputError, match="moves of puzzle two are not known.*KPuzzle"):
            question("no-piece-home", puzzle=puzzle)


def test_what_invariants_allow_of_small_cubes_is_what_turns_make():
    for size, states in ((2, 24 * 3_674_160), (3, 43_252_003_274_489_856_000)):
        assert Group(map(table, cube_puzzle(size).generators.values())).order == states


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("size", [4, 5])
def test_invariants_are_the_whole_truth_of_labelled_cubes(size):
    """The group of all turns has as many elements as the invariants allow: one in the product of moduli."""
    puzzle = cube_puzzle(size)
    anyhow = math.prod(
        math.factorial(len(o.names)) * o.turns ** len(o.names) for o in puzzle.orbits
    )
    group = Group(map(table, puzzle.generators.values()))
    assert anyhow == group.order * math.prod(
        invariant.modulus for invariant in puzzle.labelled_invariants
    )
    # Pieces that look alike make one position of many, half as many where a parity is tied to theirs.
    alike = [index for index, orbit in enumerate(puzzle.orbits) if orbit.alike]
    tied = len(puzzle.labelled_invariants) - len(puzzle.invariants)
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
