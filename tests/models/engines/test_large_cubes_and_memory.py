"""Cubes of every size that can be asked about, and puzzles with many pieces: no internal error, and little memory."""

from __future__ import annotations

import itertools
import math
import subprocess
import sys
import tracemalloc

import numpy as np
import pytest
from test_cubes_as_definitions import defined_as

from cubecsp import SYMMETRIES
from cubecsp.models.counting.number_of_cubes import all_cubes
from cubecsp.models.counting.terms import CubesTerm
from cubecsp.models.sampling.piece_numbering import PieceNumbering
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.images import images_under
from cubecsp.puzzle.cube.sizes import LARGEST
from cubecsp.puzzle.definitions.load import load_puzzle, read_puzzle
from cubecsp.puzzle.states import space as space_module
from cubecsp.puzzle.states.node_limit import MAX_NODES, NodeLimitError
from cubecsp.puzzle.states.space import Space

# These questions are asked in a separate process that can't have more than this.
LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_DATA, (1 << 30, 1 << 30))
from cubecsp.cli import main
sys.exit(main(sys.argv[1:]))
"""


def cubes_by_formula(size: int) -> int:
    """Return how many cubes there are: pieces told apart, over what can't be seen."""
    wings, centres = (size - 2) // 2, ((size - 2) ** 2) // 4
    middle = math.factorial(8) * 3**7 * math.factorial(12) * 2**11 // 2
    fixed = middle if size % 2 else math.factorial(7) * 3**6
    looks = math.factorial(24) // math.factorial(4) ** 6
    return fixed * math.factorial(24) ** wings * looks**centres


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 3, 4, 5, 7, 10, 27, 28, 33, LARGEST])
def test_as_many_cubes_as_the_formula_says(size):
    assert all_cubes(cube_puzzle(size)) == cubes_by_formula(size)


@pytest.mark.parametrize("size", range(2, 9))
def test_parities_are_those_that_the_invariants_allow(size):
    puzzle = cube_puzzle(size)
    invariants = [invariant.permuted for invariant in puzzle.invariants]
    allowed = {
        parities
        for parities in itertools.product((0, 1), repeat=len(puzzle.orbits))
        if all(sum(parities[i] for i in invariant) % 2 == 0 for invariant in invariants)
    }
    listed = [
        each
        for parities in puzzle.parities
        for each in itertools.product(*((0, 1) if p is None else (p,) for p in parities))
    ]
    assert len(listed) == len(allowed)
    assert set(listed) == allowed


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 28])
def test_cubes_by_number(size):
    """The first and the last cube, those beside a boundary of orbits, and any other have their own numbers."""
    puzzle = cube_puzzle(size)
    domains = [(1 << orbit.placements) - 1 for orbit, _ in puzzle.slots]
    if not puzzle.centres:
        domains[puzzle.slots.index((puzzle.corners, 6))] = 1 << 18  # DBL stays
    numbering = PieceNumbering(puzzle, [CubesTerm(1, tuple(domains))])
    assert numbering.total == cubes_by_formula(size)
    some = {
        0,
        1,
        numbering.total - 1,
        numbering.total // 7,
        numbering.total // 2 - 1,
        10**9 % numbering.total,
    }
    rows = {number: numbering.at(number) for number in some}
    assert all(numbering.rank(row) == number for number, row in rows.items())
    assert sorted(rows.values()) == [rows[number] for number in sorted(some)]
    for row in rows.values():
        assert cube_class(size).from_row(row).seen == row


@pytest.mark.slow
@pytest.mark.parametrize("size", [6, 27, 28])
def test_images_of_cubes_of_any_size(size):
    """Against the symmetries themselves, done to stickers."""
    cube = cube_class(size).random(4)
    unmoved = SYMMETRIES[0]
    group = (unmoved, next(s for s in reversed(SYMMETRIES) if s != unmoved == s * s))
    images = images_under(cube.puzzle, group)
    rows = {cube.seen, group[1].of(cube).seen}
    width = len(cube.seen)
    orbit = images.orbits(cube.seen)
    assert len(orbit) == width * images.sizes(cube.seen)[0]
    assert images.least(cube.seen) == orbit[:width]
    assert rows == {orbit[at : at + width] for at in range(0, len(orbit), width)}


@pytest.mark.slow
@pytest.mark.few(4)
@pytest.mark.parametrize(
    "asked",
    [
        "count at-most=999 --size 2",
        "count at-most=999 --size 30",
        "count at-most=999 --size 30 --method rejection --samples 2",
        "sample at-most=999 --size 7 -n 2",
        "sample at-most=900 --size 30",
        "sample at-most=900 --size 33 --time-limit 0.1",
        "rank at-most=999 --size 28 --at 12345",
        "find at-most=999 --size 28 --limit 1",
    ],
)
def test_no_internal_error_and_no_gigabyte(asked):
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, *asked.split()], capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 1, 2, 3), done.stderr
    assert "memory" not in done.stderr


PUZZLES = {
    "megaminx": lambda: load_puzzle("megaminx"),
    "5×5×5": lambda: read_puzzle(defined_as(5)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PUZZLES)
def test_a_search_takes_no_more_memory_than_it_may(name, monkeypatch):
    """As many states as it may look at by default take no more than what was worked out before."""
    small = 40_000_000
    monkeypatch.setattr(space_module, "_MEMORY", small)
    monkeypatch.setattr(space_module, "_AT_ONCE", 1 << 20)
    monkeypatch.setattr(space_module, "least_number", lambda *_: 0)  # it would be refused at once
    definition = PUZZLES[name]()
    space = Space(definition, definition.with_powers(None))
    _ = space._forwards
    tracemalloc.start()
    with pytest.raises(NodeLimitError):
        space.count(
            definition.solved, lambda states: np.ones(states.shape[1], bool), space.affordable
        )
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert small / 4 < peak < 1.6 * small  # the last level is a larger part of few states


def test_puzzles_of_few_pieces_are_searched_as_far_as_ever():
    definition = load_puzzle("megaminx")
    assert Space(definition, definition.with_powers(None)).affordable == MAX_NODES
