"""The places of six faces that are given in any order, each turned in any way.

A face that is in another place, or turned otherwise, puts other stickers together on corners and edges, and few ways to
put them give pieces that exist. What the stickers of each slot cost at least is a table over the faces that meet there and
their turns; the sum over all slots is a lower bound for the cubes of an arrangement. The search takes all
arrangements in the order of this bound, until it exceeds the best.
"""

from __future__ import annotations

import itertools
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cubecsp.models.recognition.likeliest import Costs, LikelyCubes
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.stopping.deadline import looking

FaceOrder = tuple[tuple[int, int], ...]
"""For each face the number (0…5) of the one that belongs there, and the quarter turns clockwise that it needs."""

_SLACK = 6.0  # an arrangement so much more costly than the best is out of the question
_MOST = 60  # arrangements whose cubes are looked for
_KEPT = 3
_MOST_CENTRES = 24  # ways to put the faces by their centres


def rearrangement(size: int, order: FaceOrder) -> NDArray[np.intp]:
    """Return for each facelet of a cube the facelet that belongs there: array (6·size²,)."""
    turned = _face_turns(size)
    return np.concatenate([face * size**2 + turned[turns] for face, turns in order])


@cache
def _face_turns(size: int) -> tuple[NDArray[np.intp], ...]:
    """Return the cells of a face in their order after each number of quarter turns clockwise."""
    cells = np.arange(size**2).reshape(size, size)
    return tuple(np.rot90(cells, -turns).ravel() for turns in range(4))


def best_orders(puzzle: CubePuzzle, costs: Costs) -> list[FaceOrder]:
    """Return the orders of faces whose cubes are likeliest, the best first.

    Args:
        puzzle: the cube.
        costs: of each colour on each facelet, as the faces were given. A face shows the colour of its centre.
    """
    orders = _orders(puzzle, costs)
    bounds = _bounds(puzzle, costs, orders)
    found: list[tuple[float, bytes, FaceOrder]] = []
    best = np.inf
    for index in looking(np.argsort(bounds, kind="stable")[:_MOST].tolist()):
        if bounds[index] > best + _SLACK:
            break
        order: FaceOrder = tuple(divmod(choice, 4) for choice in orders[index].tolist())
        cubes = LikelyCubes(puzzle, np.ascontiguousarray(costs[rearrangement(puzzle.size, order)]))
        best = min(best, cubes.least)
        found.append((cubes.least, cubes.cubes[0].colours.tobytes(), order))
    found.sort(key=lambda one: one[0])
    different = {shown: order for least, shown, order in reversed(found) if least < best + _SLACK}
    return list(reversed(different.values()))[:_KEPT]


def _orders(puzzle: CubePuzzle, costs: Costs) -> NDArray[np.intp]:
    """Return the orders to try: array (orders, 6) of face·4 + turns.

    Centres restrict the places of faces. Without centres the cube can have any orientation, so the first face
    stays in place.
    """
    places = np.array(list(itertools.permutations(range(6))))
    if puzzle.centres:
        totals = costs[list(puzzle.centres)][places, np.arange(6)].sum(axis=1)
        best = np.argsort(totals, kind="stable")[:_MOST_CENTRES]
        places = places[best[totals[best] <= totals[best[0]] + _SLACK]]
        turns = np.array(list(itertools.product(range(4), repeat=6)))
    else:
        places = places[places[:, 0] == 0]
        turns = np.array([(0, *rest) for rest in itertools.product(range(4), repeat=5)])
    orders: NDArray[np.intp] = (places[:, None] * 4 + turns[None]).reshape(-1, 6)
    return orders


def _bounds(puzzle: CubePuzzle, costs: Costs, orders: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return a lower bound of the cost of the cubes of each order."""
    area = puzzle.size**2
    turned = np.array(_face_turns(puzzle.size))
    choices = np.arange(24)
    # costs of each colour on each cell, for each face·4 + turns: array (24, cells, 6)
    of_choices = costs.reshape(6, area, 6)[choices[:, None] // 4, turned[choices % 4]]
    bounds = np.zeros(len(orders))
    for face, facelet in enumerate(puzzle.centres):
        bounds += of_choices[:, facelet % area, face][orders[:, face]]
    for orbit in puzzle.orbits:
        if len(orbit.frames[0]) == 1:  # which may show any colour
            continue
        colours = np.array(orbit.colours)
        for frame in looking(orbit.frames):
            table = np.zeros((1,) * len(frame) + (len(colours),))
            for i, facelet in enumerate(frame):
                shape = [1] * len(frame) + [len(colours)]
                shape[i] = 24
                table = table + of_choices[:, facelet % area][:, colours[:, i]].reshape(shape)
            least = table.min(axis=-1)
            bounds += least[tuple(orders[:, facelet // area] for facelet in frame)]
    return bounds
