"""Questions whose demands on single slots leave few cubes, so that all of them can be looked at, whatever else is asked.

Stating a large rule to an engine can take seconds, and searching with it more; checking some thousands of cubes takes
hundredths of a second.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cubecsp.models.core.feasibility import slot_domains
from cubecsp.models.engines.engine import Problem
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle

if TYPE_CHECKING:  # numpy is loaded only when needed
    from cubecsp.puzzle.cube.batch import CubeArray

MOST = 10_000  # cubes that are looked at
_MOST_PARTIAL = 50_000  # ways to fill some slots of an orbit
_MOST_CHOICES = 10**12  # ways to fill all slots, if pieces could be used twice


def few_cubes(problem: Problem) -> CubeArray | None:
    """Return the cubes that fit the demands on single slots, a row each; None if there are many, or their order matters.

    Where pieces look alike, there always are many.
    """
    puzzle = problem.puzzle
    if problem.among is not None:
        return problem.among
    if not isinstance(puzzle, CubePuzzle) or puzzle.alike or problem.seed is not None:
        return None
    fitting = slot_domains(problem.primitives, puzzle)
    if problem.hint is not None or math.prod(map(len, fitting.values())) > _MOST_CHOICES:
        return None
    import numpy as np

    from cubecsp.puzzle.cube.batch import keeps

    most = MOST * math.prod(invariant.modulus for invariant in puzzle.invariants)
    rows = np.zeros((1, 0), np.uint8)
    for index, orbit in enumerate(puzzle.orbits):
        slots = [sorted(fitting[index, slot]) for slot in range(len(orbit.names))]
        ways = _ways(slots, orbit.turns)
        if ways is None or len(rows) * len(ways) > most:
            return None
        rows = np.hstack([np.repeat(rows, len(ways), axis=0), np.tile(ways, (len(rows), 1))])
    rows = rows[keeps(problem.invariants, rows, puzzle)]
    return rows if len(rows) <= MOST else None


def solutions_among(rows: CubeArray, problem: Problem) -> bytes:
    """Return the solutions of a problem about cubes among some rows, one after another."""
    from cubecsp.puzzle.cube.batch import Batch

    holding = [primitive.holds_in for primitive in problem.primitives]
    return rows[Batch(rows, problem.puzzle).passing(holding)].tobytes()


def _ways(slots: Sequence[Sequence[int]], turns: int) -> CubeArray | None:
    """Return all ways to fill the slots of an orbit, each piece being used once; None if there are too many."""
    import numpy as np

    rows, used = np.zeros((1, len(slots)), np.uint8), np.zeros(1, np.int64)
    for slot in sorted(range(len(slots)), key=lambda slot: len(slots[slot])):
        values = np.array(slots[slot], np.int64)
        pieces = 1 << values // turns
        value, row = np.nonzero(used & pieces[:, None] == 0)
        if len(row) > _MOST_PARTIAL:
            return None
        rows, used = rows[row], used[row] | pieces[value]
        rows[:, slot] = values[value]
    return rows
