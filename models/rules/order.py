"""The order of a cube: how often its moves have to be repeated until everything is back in place."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from cubecsp.models.core.primitives import Primitive, SlotDomain, all_of, any_of, at_least_of
from cubecsp.models.core.rule import RuleParameter, State, Violation, number_within
from cubecsp.models.rules.repetition import OfMoves, powers_to_nothing, short_cycles, sources_of
from cubecsp.puzzle.core.permutation import order as order_of
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.symmetry import Symmetry

if TYPE_CHECKING:
    from cubecsp.puzzle.cube.batch import Batch, Flags

_LARGEST = 1260  # no cube has a greater order


class Order(OfMoves):
    """The cube as a permutation has order N: the least number of repetitions that leads back to solved.

    Engines see all of it for N up to 3. Beyond that they see what cycles of one and two pieces allow, and
    how many pieces are solved at least and at most; the cubes that they find are filtered.
    """

    name = "order"
    summary = "repeating the moves N times, and no fewer, leads back to solved"
    parameter = RuleParameter(
        "N", "a number", examples=("1", "2", "3", "4", "5", "6", "12", "13", "36", "1260")
    )
    example = "order=3"

    def __init__(self, order: int) -> None:
        self.order = order = number_within(self.name, order, 1, _LARGEST)
        self.value = str(order)
        self.is_filter = order > 3 and order in orders()

    @classmethod
    def vocabulary(cls) -> dict[str, str]:
        """Return the numbers that are the order of a cube."""
        return {"N": f"the possible orders: {' '.join(map(str, sorted(orders())))}"}

    def describe(self) -> str:
        """Return the summary with the number in it."""
        return self.summary.replace("N", str(self.order))

    def orders(self) -> frozenset[int]:
        """Return the one order."""
        return frozenset({self.order})

    def impossible(self, puzzle: Puzzle = CUBE) -> str | None:
        """Return the contradiction if no cube has this order."""
        self.require(puzzle)
        known = orders()
        if self.order in known:
            return None
        return f"cubes have {len(known)} different orders, and {self.order} is not among them"

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return the whole rule for N up to 3, otherwise its demands on short cycles and on solved pieces."""
        self.require(puzzle)
        if self.order not in orders():
            return [any_of([])]
        solved = [
            SlotDomain(index, slot, frozenset({slot * orbit.turns}))
            for index, orbit in enumerate(puzzle.orbits)
            for slot in range(len(orbit.names))
        ]
        if self.order == 1:
            return solved
        if self.is_filter:
            cycles = short_cycles(self.order, puzzle)
            return [*cycles, *_solved_slots(self.order, solved), all_of(solved).negated()]
        return [*powers_to_nothing(self.order, puzzle), all_of(solved).negated()]

    def holds(self, cube: State) -> bool:
        """Return whether the cube has this order, by the cycles of its stickers, in any whole-cube orientation."""
        self.require(cube.puzzle)
        return order_of(cube.stickers) == self.order

    def holds_in(self, cubes: Batch) -> Flags:
        """Return for each cube whether it has this order, by its powers."""
        self.require(cubes.puzzle)
        return cubes.has_order(self.order)

    def violations(self, cube: State) -> list[Violation]:
        """Return one violation: the order that the cube has."""
        self.require(cube.puzzle)
        result = _order(cube)
        return [] if result == self.order else [Violation((), f"its order is {result}")]


RULE = Order


def _order(cube: State) -> int:
    """Return the order from the cycles of stickers."""
    sources = sources_of(cube)
    seen: set[int] = set()
    order = 1
    for start in range(len(sources)):
        length, at = 0, start
        while at not in seen:
            seen.add(at)
            at, length = sources[at], length + 1
        order = math.lcm(order, length or 1)
    return order


@cache
def orders() -> frozenset[int]:
    """Return the orders that solvable cubes have, from the cycles that corners and edges can form."""
    return frozenset(_solved_numbers())


def orders_under(group: Sequence[Symmetry]) -> frozenset[int]:
    """Return the orders that cubes unchanged by a group may have, and perhaps others.

    Such a cube permutes the orbits of slots, each with one of the same size. Orbits of s slots that form a cycle of l
    orbits have pieces in cycles of l·d, where d divides s; the turns may multiply the order of these.
    """
    result = {1}
    for index, orbit in enumerate(CUBE.orbits):
        images = [symmetry.slot_images(CUBE, index) for symmetry in group]
        slots = range(len(orbit.names))
        sizes = Counter(len({image[slot][0] for image in images}) for slot in slots)
        for size, number in sizes.items():
            kinds = _arrangements(number // size, size * orbit.turns)
            beside = {order for _, _, order, _ in kinds}
            result = {math.lcm(one, other) for one in result for other in beside}
    return frozenset(result)


def _solved_slots(order: int, solved: Sequence[SlotDomain]) -> Iterator[Primitive]:
    """Yield that in each orbit as many slots are solved, and as many are not, as cubes of an order require, if any.

    In cubes of order 7, for example, a cycle of seven edges leaves five that cannot be in any other.
    """
    homes = [[place for place in solved if place.orbit == index] for index in range(2)]
    others = [[place.negated() for place in slots] for slots in homes]
    numbers = _solved_numbers()[order]
    unsolved = {(len(homes[0]) - one, len(homes[1]) - other) for one, other in numbers}
    for places, required in ((homes, numbers), (others, unsolved)):
        ways = [
            all_of(at_least_of(n, slots) for n, slots in zip(pair, places, strict=True) if n)
            for pair in _least(required)
        ]
        if all_of([]) not in ways:
            yield any_of(ways)


@cache
def _solved_numbers() -> dict[int, set[tuple[int, int]]]:
    """Return for each order how many corners, and how many edges, can be solved together in cubes of that order."""
    corners, edges = (_arrangements(len(orbit.names), orbit.turns) for orbit in CUBE.orbits)
    result: dict[int, set[tuple[int, int]]] = {}
    for (odd, twist, one, solved), (odd_too, flip, other, solved_too) in product(corners, edges):
        if odd == odd_too and twist == flip == 0:
            result.setdefault(math.lcm(one, other), set()).add((solved, solved_too))
    return result


def _least(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the pairs for which no other pair has both numbers as small."""
    least: list[tuple[int, int]] = []
    for pair in sorted(pairs):
        if not least or pair[1] < least[-1][1]:
            least.append(pair)
    return least


@cache
def _arrangements(pieces: int, turns: int) -> set[tuple[int, int, int, int]]:
    """Return parity, sum of turns, order and number of solved pieces of every arrangement of pieces that can be turned."""
    kinds: list[set[tuple[int, int, int, int]]] = [set() for _ in range(pieces + 1)]
    kinds[0].add((0, 0, 1, 0))
    for placed, known in enumerate(kinds):
        cycles = [*product(range(1, pieces - placed + 1), range(turns))]
        for (odd, turned, order, solved), (length, turn) in product(known, cycles):
            cycle = length * (turns // math.gcd(turns, turn))
            parity, twist = (odd + length + 1) % 2, (turned + turn) % turns
            kind = parity, twist, math.lcm(order, cycle), solved + (cycle == 1)
            kinds[placed + length].add(kind)
    return kinds[pieces]
