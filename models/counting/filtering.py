"""Checking every cube, for the 2×2×2, which has few enough."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cubecsp.models.counting.way import ExactCount, ProgressSign, Question, Steps, Way, Work
from cubecsp.models.sampling.sample_source import Numbering, RowNumbering
from cubecsp.puzzle.cube.cube_puzzle import FREE_SLOTS, HELD_SLOT, POCKET
from cubecsp.puzzle.cube.images import images_under
from cubecsp.puzzle.cube.symmetry import SYMMETRIES

_ORDERS_PER_STEP = 56  # of the pieces: 40,824 cubes


class FilteringWay(Way):
    """Checks every cube, many at once."""

    name = "filtering"
    summary = "every cube there is, checked"
    immediate = True
    numbers = True
    sizes = (2,)
    limits = "larger cubes have too many states"

    def objection(self, question: Question) -> str | None:
        """Return a reason if the cube is too large."""
        return None if question.puzzle is POCKET else "there are too many cubes to try them all"

    def count(self, question: Question) -> Steps:
        """Check all 3,674,160."""
        number, classes = 0, 0
        others: set[bytes] = set()
        for fraction, rows in _every_cube():
            yield ProgressSign(fraction, number)
            kept = rows[question.passing(rows)]
            number += len(kept)
            if not question.classes:
                continue
            images = images_under(POCKET, SYMMETRIES)
            if question.has_all_symmetries:
                classes += sum(images.are_least(kept.tobytes()))
            else:
                least = images.least(kept.tobytes())
                others |= {least[at : at + 8] for at in range(0, len(least), 8)}
        return ExactCount(number, (classes or len(others)) if question.classes else None)

    def numbering(self, question: Question) -> Work[Numbering]:
        """Check all, and keep those that satisfy the rules."""
        kept = [np.zeros((0, len(POCKET.slots)), np.uint8)]
        for fraction, rows in _every_cube():
            yield ProgressSign(fraction)
            kept.append(rows[question.passing(rows)])
        return RowNumbering(np.concatenate(kept))


WAY = FilteringWay()


def _every_cube() -> Iterator[tuple[float, NDArray[np.uint8]]]:
    """Yield every 2×2×2 once, in arrays of rows, each with the share that came before."""
    orders, twists = _orders(), _twists()
    for first in range(0, len(orders), _ORDERS_PER_STEP):
        some = orders[first : first + _ORDERS_PER_STEP]
        rows = np.full((len(some), len(twists), 8), HELD_SLOT * 3, np.uint8)
        rows[:, :, FREE_SLOTS] = 3 * some[:, None, :] + twists[None, :, :]
        yield first / len(orders), rows.reshape(-1, 8)


@cache
def _orders() -> NDArray[np.uint8]:
    """Return the orders of the seven pieces that move, in the slots that they move in."""
    return np.array([*itertools.permutations(FREE_SLOTS)], np.uint8)


@cache
def _twists() -> NDArray[np.uint8]:
    """Return how they can be turned: the first six determine the last one."""
    six = np.array([*itertools.product(range(3), repeat=6)], np.uint8)
    last = (3 - six.sum(axis=1) % 3) % 3
    return np.column_stack([six, last]).astype(np.uint8)
