"""The 40 numbers, against every example that their document prints."""

import pytest
from hypothesis import given
from strategies import cubes

from cubecsp import Cube
from cubecsp.formats.forty_numbers import FortyNumbers

pytestmark = pytest.mark.quick

AFTER_F = """Corner Position: [3, 1, 2, 5, 0, 4, 6, 7]
Corner Orientation: [2, 0, 0, 1, 1, 2, 0, 0]
Edge Position: [9, 1, 2, 3, 8, 5, 6, 7, 0, 4, 10, 11]
Edge Orientation: [1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0]
Parity: True"""

PHASES = {
    1: """Corner Position: [5, 7, 1, 0, 3, 4, 6, 2]
        Corner Orientation: [2, 2, 2, 0, 0, 1, 0, 2]
        Edge Position: [9, 11, 7, 10, 3, 4, 8, 0, 1, 6, 2, 5]
        Edge Orientation: [1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0]
        Parity: True""",
    2: """Corner Position: [1, 4, 7, 6, 3, 5, 2, 0]
        Corner Orientation: [2, 2, 1, 0, 0, 2, 0, 2]
        Edge Position: [7, 10, 6, 0, 3, 4, 2, 11, 1, 5, 9, 8]
        Edge Orientation: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        Parity: False""",
    3: """Corner Position: [4, 6, 7, 2, 5, 1, 3, 0]
        Corner Orientation: [0, 0, 0, 0, 0, 0, 0, 0]
        Edge Position: [2, 0, 5, 7, 6, 1, 3, 4, 10, 11, 9, 8]
        Edge Orientation: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        Parity: True""",
    4: """Corner Position: [2, 3, 0, 1, 6, 7, 4, 5]
        Corner Orientation: [0, 0, 0, 0, 0, 0, 0, 0]
        Edge Position: [0, 7, 2, 1, 6, 3, 4, 5, 9, 8, 11, 10]
        Edge Orientation: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        Parity: False""",
}


def test_solved() -> None:
    solved = FortyNumbers.of(Cube())
    assert solved.numbers == (*range(8), *[0] * 8, *range(12), *[0] * 12)
    assert not solved.parity


def test_u_turn() -> None:
    after = FortyNumbers.of(Cube.from_moves("U"))
    assert after.edge_positions == (1, 2, 3, 0, 4, 5, 6, 7, 8, 9, 10, 11)
    assert after.corner_positions == (1, 2, 3, 0, 4, 5, 6, 7)
    assert after.corner_orientations == (0,) * 8
    assert after.edge_orientations == (0,) * 12


def test_f_turn_as_printed() -> None:
    assert str(FortyNumbers.of(Cube.from_moves("F"))) == AFTER_F
    assert FortyNumbers.parse(AFTER_F).to_cube() == Cube.from_moves("F")


@pytest.mark.parametrize("phase", PHASES)
def test_phase_examples_are_reachable_cubes(phase: int) -> None:
    state = FortyNumbers.parse(PHASES[phase])
    assert state.to_cube().is_reachable
    assert [line.strip() for line in PHASES[phase].splitlines()] == str(state).splitlines()


@given(cubes)
def test_round_trips(cube: Cube) -> None:
    state = FortyNumbers.of(cube)
    assert state.to_cube() == cube
    assert FortyNumbers.parse(str(state)) == state
    assert FortyNumbers.from_numbers(state.numbers) == state
    assert FortyNumbers.parse(" ".join(map(str, state.numbers))) == state
