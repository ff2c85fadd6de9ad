"""The first few turns of a search for shortest solutions: tasks for the threads, equal ones only once.

Two cubes in one symmetry class, or one in the class of the other's inverse, are equally far from solved. A
symmetric cube has many such pairs among the cubes a few turns away; the superflip's
3240 cubes three turns away reduce to 48.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from cubecsp.frozen import frozen
from cubecsp.puzzle.cube.moves import TURNS, Moves
from cubecsp.puzzle.cube.state import Cube
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry
from cubecsp.search.cosets import Bytes, moved_by, turned
from cubecsp.stopping.deadline import look


@frozen
class Origin:
    """How the solutions of one cube follow from those of a task.

    Attributes:
        prefix: turns that lead from the start to this cube.
        task: the task that is searched in its place.
        symmetry: takes the task's cube, or its inverse, to this cube.
        inverse: whether it is the inverse.
    """

    prefix: tuple[int, ...]
    task: int
    symmetry: Symmetry = SYMMETRIES[0]
    inverse: bool = False

    def solution(self, moves: Sequence[int]) -> Moves:
        """Return the solution of the starting cube that follows from a solution of the task."""
        own = Moves.of(moves)
        image = self.symmetry.of_moves(~own if self.inverse else own)
        return (Moves.of(self.prefix) + image).simplified()


@frozen
class Tasks:
    """Cubes to search from.

    Attributes:
        corners, edges: their placements, (n, 8) and (n, 12).
        states: of the automaton that admits each run of turns once, (n,).
        origins: what each task stands for, all tasks taken together.
    """

    corners: Bytes
    edges: Bytes
    states: Bytes
    origins: tuple[Origin, ...]

    def __len__(self) -> int:
        return len(self.states)

    def origins_of(self, task: int) -> list[Origin]:
        """Return the origins that one task stands for."""
        return self._by_task[task]

    @cached_property
    def _by_task(self) -> list[list[Origin]]:
        by_task: list[list[Origin]] = [[] for _ in range(len(self))]
        for origin in self.origins:
            by_task[origin.task].append(origin)
        return by_task

    def take(self, order: np.ndarray) -> tuple[Bytes, Bytes, Bytes]:
        """Return the arrays of these tasks in this order."""
        return self.corners[order], self.edges[order], self.states[order]


def split(cube: Cube, plies: int, allowed: np.ndarray, following: np.ndarray) -> Tasks:
    """Return the tasks after all admitted sequences of `plies` turns.

    Args:
        cube: the start.
        plies: how many turns.
        allowed: for each state the turns that may follow, as bits, (states,).
        following: for each state and turn the state after, (states, 18).
    """
    corners = np.frombuffer(cube.corners, np.uint8)[None]
    edges = np.frombuffer(cube.edges, np.uint8)[None]
    states = np.zeros(1, np.uint8)
    prefixes = np.zeros((1, 0), np.uint8)
    for _ in range(plies):
        parts = []
        for turn in range(len(TURNS)):
            may = (allowed[states] >> np.uint32(turn) & 1).astype(bool)
            column = np.full((may.sum(), 1), turn, np.uint8)
            parts.append(
                (
                    turned(turn, corners[may], 0),
                    turned(turn, edges[may], 1),
                    following[states[may], turn],
                    np.concatenate([prefixes[may], column], 1),
                )
            )
        corners, edges, states, prefixes = (np.concatenate(p) for p in zip(*parts, strict=True))
    sequences = [tuple(map(int, prefix)) for prefix in prefixes]
    if plies == 0 or not _has_symmetry(cube):
        origins = tuple(Origin(prefix, i) for i, prefix in enumerate(sequences))
        return Tasks(np.ascontiguousarray(corners), np.ascontiguousarray(edges), states, origins)
    first, origins = _classes(corners, edges, sequences)
    # A task now also stands for cubes reached in other ways, so it may begin with any turn.
    return Tasks(corners[first], edges[first], np.zeros(len(first), np.uint8), origins)


def _has_symmetry(cube: Cube) -> bool:
    same = {cube, ~cube}
    conjugates = [symmetry.of(cube) for symmetry in SYMMETRIES[1:]]
    return cube == ~cube or any(conjugate in same for conjugate in conjugates)


def _classes(
    corners: Bytes, edges: Bytes, prefixes: list[tuple[int, ...]]
) -> tuple[list[int], tuple[Origin, ...]]:
    """Return the first cube of each symmetry class, and the origins of all."""
    sides = ((corners, edges), (_inverses(corners, 3), _inverses(edges, 2)))
    least = [(b"\xff", 0, False)] * len(prefixes)
    for inverse, (c, e) in enumerate(sides):
        for number, symmetry in enumerate(SYMMETRIES):
            images = np.concatenate([moved_by(symmetry, c, 0), moved_by(symmetry, e, 1)], 1)
            look()
            for i, image in enumerate(images):
                key = image.tobytes()
                if key < least[i][0]:
                    least[i] = (key, number, bool(inverse))
    task_of: dict[bytes, int] = {}
    first: list[int] = []
    origins = []
    for i, (key, number, inverse) in enumerate(least):
        if key not in task_of:
            task_of[key] = len(first)
            first.append(i)
        task = task_of[key]
        _, there, inverse_there = least[first[task]]
        back = SYMMETRIES[there] * SYMMETRIES[number].inverse
        origins.append(Origin(prefixes[i], task, back, inverse != inverse_there))
    return first, tuple(origins)


def _inverses(placements: Bytes, turns: int) -> Bytes:
    result = np.zeros_like(placements)
    slots = np.arange(placements.shape[1], dtype=np.uint8)
    for slot in slots:
        values = placements[:, slot]
        undone = (turns - values % turns) % turns
        result[np.arange(len(values)), values // turns] = slot * turns + undone
    return result
