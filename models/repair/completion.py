"""All ways to fill the slots of a cube at the least cost, counted exactly without listing them.

Slots are filled in order. The possible continuations depend only on which pieces are used up, on the
parity of the permutation so far, and on the sum of the turns so far; so a table over these states,
made from the last slot backwards, holds for each of them the least cost of what follows and in how
many ways it is attained:

    least(slot, used, parity, turns) = min over the pieces p that are not used, and turns t, of
        cost(slot, p, t) + least(slot + 1, used and p, parity + inversions of p, turns + t)

which is dynamic programming over subsets, after M. Held and R. Karp ("A dynamic programming approach
to sequencing problems", J. SIAM 10 (1962) 196-210) and R. Bellman, with a parity and a sum carried
along. Placing p after the pieces `used` adds as many inversions as pieces greater than p are used. At
most 2¹² · 2 · 2 states for edges and 2⁸ · 2 · 3 for corners: exact, and a matter of milliseconds for any number of
unknown stickers. Only the parity links corners and edges, so the numbers of whole cubes are sums of two products.

With costs 0 and `FORBIDDEN` the ways are the cubes that agree with some stickers; with the number of
stickers that a placement changes they are the nearest cubes. The same recurrence from the first slot forwards,
joined with the former, gives costs and numbers with one slot fixed: so one pass answers how many cubes show
each colour on each sticker.

The orbits of 24 slots of larger cubes have too many sets. Nothing ties them to other orbits, since exchanging two
centre pieces that look alike changes any parity; so each is an assignment problem. A placement is in some cheapest
assignment if the exchange that it begins can be closed to a cycle that costs nothing, and every assignment of such
placements is a cheapest one (complementary slackness). `cubecsp.models.counting.matchings` counts these.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from cubecsp.errors import LimitError
from cubecsp.frozen import frozen
from cubecsp.models.counting.matchings import Matching, matching_of, visited_kinds
from cubecsp.puzzle.core.orbits import Orbit
from cubecsp.puzzle.cube.cube_puzzle import HELD_SLOT, CubePuzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.stopping.signals import look

FORBIDDEN = 1 << 40
"""The cost of a forbidden placement; all others together have to cost less."""

_MOST_SLOTS = 12  # of an orbit whose sets of pieces are listed
_MOST_STATES = 3_000_000  # of a count by kinds of pieces, an upper bound: seconds

_Numbers = NDArray[np.int64]
_State = tuple[int, int, int, int]  # slot, index of the set of used pieces, parity, turns to come


class Matchings:
    """The ways to fill the slots of one orbit at least cost, for either parity.

    Args:
        orbit: the slots.
        costs: for each slot and placement a cost, at least 0; `FORBIDDEN` if it is not allowed.

    Attributes:
        least: for each parity of the permutation the least cost, `FORBIDDEN` or more if there is none.
        ways: for each parity, in how many ways that is attained.
    """

    def __init__(self, orbit: Orbit, costs: Sequence[Sequence[int]]) -> None:
        self._size, self._turns = len(orbit.names), orbit.turns
        self._costs = np.array(costs, np.int64).reshape(self._size, self._size, self._turns)
        self._layers = _layers(self._size)
        self._choices: dict[_State, list[tuple[int, _State]]] = {}
        self._after = [_start(self._turns)] * (self._size + 1)
        self._backwards()
        least, ways = self._after[0]
        self.least = tuple(int(cost) for cost in least[0, :, 0])
        self.ways = tuple(int(number) for number in ways[0, :, 0])

    def end_states(self) -> set[tuple[int, int]]:
        """Return every (parity, sum of turns) with which the slots can be filled at all."""
        least, _ = self._after[0]
        return {(q, t) for q in range(2) for t in range(self._turns) if least[0, q, t] < FORBIDDEN}

    def placements(self, parity: int) -> Iterator[bytes]:
        """Yield every matching of least cost with this parity, one placement per slot."""
        if self.least[parity] >= FORBIDDEN:
            return
        filled = bytearray(self._size)
        paths = [iter(self._following((0, 0, parity, 0)))]
        while paths:
            for value, state in paths[-1]:
                filled[len(paths) - 1] = value
                if len(paths) == self._size:
                    yield bytes(filled)
                else:
                    paths.append(iter(self._following(state)))
                    break
            else:
                paths.pop()

    @cached_property
    def marginals(self) -> tuple[_Numbers, _Numbers]:
        """Least cost, and ways, with one slot held fixed: arrays (slot, placement, parity)."""
        shape = (self._size, self._size, self._turns, 2)
        least, ways = np.full(shape, FORBIDDEN, np.int64), np.zeros(shape, np.int64)
        before = self._forwards()
        for slot in range(self._size):
            look()  # for a signal; the time limit may pass before the first answer
            cost_after, ways_after = self._next(slot)
            cost_before, ways_before = (values[:, None] for values in before[slot])
            for turn in range(self._turns):
                # What follows has to bring the turns up to here to a whole number.
                rest = (-np.arange(self._turns) - turn) % self._turns
                for parity in range(2):
                    flip = slice(None, None, -1 if parity else 1)
                    cost = cost_before + cost_after[:, :, flip][..., rest]
                    cost += self._costs[slot, :, turn, None, None]
                    best = cost.min(axis=(0, 2, 3))
                    attained = (cost == best[None, :, None, None]) & (cost < FORBIDDEN)
                    number = ways_before * ways_after[:, :, flip][..., rest]
                    least[slot, :, turn, parity] = np.minimum(best, FORBIDDEN)
                    ways[slot, :, turn, parity] = np.where(attained, number, 0).sum(axis=(0, 2, 3))
        flat = (self._size, self._size * self._turns, 2)
        return least.reshape(flat), ways.reshape(flat)

    def _next(self, slot: int) -> tuple[_Numbers, _Numbers]:
        """Return the states that follow once a piece is placed in `slot`: arrays (set, piece, parity, turns)."""
        layer = self._layers[slot]
        used, odd = layer.used[:, :, None, None], layer.odd[:, :, None, None]
        cost, ways = (values[layer.following] for values in self._after[slot + 1])
        cost = np.where(odd, cost[:, :, ::-1], cost)
        ways = np.where(odd, ways[:, :, ::-1], ways)
        return np.where(used, FORBIDDEN, cost), ways

    def _backwards(self) -> None:
        """Fill in, for each slot, what follows from there: arrays (set, parity, turns to come)."""
        for slot in reversed(range(self._size)):
            look()
            cost, ways = self._next(slot)
            costs = [
                np.roll(cost, turn, axis=3) + self._costs[slot, :, turn, None, None]
                for turn in range(self._turns)
            ]
            numbers = [np.roll(ways, turn, axis=3) for turn in range(self._turns)]
            self._after[slot] = _best(np.stack(costs), np.stack(numbers))

    def _forwards(self) -> list[tuple[_Numbers, _Numbers]]:
        """Return, for each slot, what led there: arrays (set, parity, turns so far)."""
        before = [_start(self._turns)]
        for slot in range(self._size):
            look()
            layer = self._layers[slot + 1]
            used, odd = layer.used[:, :, None, None], layer.odd[:, :, None, None]
            cost, ways = (values[layer.preceding] for values in before[slot])
            cost = np.where(used, np.where(odd, cost[:, :, ::-1], cost), FORBIDDEN)
            ways = np.where(odd, ways[:, :, ::-1], ways)
            costs = [
                np.roll(cost, turn, axis=3) + self._costs[slot, :, turn, None, None]
                for turn in range(self._turns)
            ]
            numbers = [np.roll(ways, turn, axis=3) for turn in range(self._turns)]
            before.append(_best(np.stack(costs), np.stack(numbers)))
        return before

    def _following(self, state: _State) -> list[tuple[int, _State]]:
        """Return the placements that a slot may take at least cost, and where each leads."""
        if state not in self._choices:
            slot, index, parity, turns = state
            layer = self._layers[slot]
            here, after = self._after[slot][0][index, parity, turns], self._after[slot + 1][0]
            results = []
            for piece in range(self._size):
                if layer.used[index, piece]:
                    continue
                following, odd = int(layer.following[index, piece]), int(layer.odd[index, piece])
                for turn in range(self._turns):
                    to_come = (turns - turn) % self._turns
                    cost = self._costs[slot, piece, turn] + after[following, parity ^ odd, to_come]
                    if cost == here:
                        next_state = (slot + 1, following, parity ^ odd, to_come)
                        results.append((piece * self._turns + turn, next_state))
            self._choices[state] = results
        return self._choices[state]


class FreeMatchings:
    """The ways to fill the slots of an orbit of 24 slots at least cost; their parity is free, and counts as even.

    Args:
        orbit: the slots, whose pieces are not turned in them.
        costs: for each slot and piece a cost, at least 0, the same for pieces that look alike.

    Attributes:
        least: the least cost, `FORBIDDEN` or more if there is none; and `FORBIDDEN`.
        domains: for each slot, as bits, the pieces that it holds in some way of least cost.

    Raises:
        LimitError: asked for the ways, which are too many to be told apart by kinds of pieces.
    """

    def __init__(self, orbit: Orbit, costs: Sequence[Sequence[int]]) -> None:
        from ortools.graph.python.linear_sum_assignment import SimpleLinearSumAssignment

        self._orbit, table = orbit, np.array(costs, np.int64)
        solver = SimpleLinearSumAssignment()
        slots, pieces = np.indices(table.shape)
        solver.add_arcs_with_cost(slots.ravel(), pieces.ravel(), table.ravel())
        solver.solve()
        held = np.array([solver.right_mate(slot) for slot in range(len(table))])
        self.least = (int(solver.optimal_cost()), FORBIDDEN)
        # What each slot pays for the piece that another one holds, and the cheapest ways from one to another.
        steps = table[:, held] - np.diag(table[:, held])[:, None]
        ways = steps.copy()
        for between in range(len(ways)):
            look()
            ways = np.minimum(ways, ways[:, between, None] + ways[between])
        fits = (steps + ways.T == 0) & (table[:, held] < FORBIDDEN)
        np.fill_diagonal(fits, val=True)
        self.domains = [sum(1 << int(held[to]) for to in row.nonzero()[0]) for row in fits]
        # Slots that exchange pieces at no cost come one after another, so that few states are met.
        groups = (ways + ways.T == 0).argmax(axis=1).tolist()
        self._order = sorted(range(len(groups)), key=lambda s: (groups[s], fits[s].sum()))

    @cached_property
    def _matching(self) -> Matching:
        domains = [self.domains[slot] for slot in self._order]
        if visited_kinds(self._orbit, tuple(domains)) > _MOST_STATES:
            raise LimitError(
                f"too many kinds of {self._orbit.name}s are possible to count the ways to place them",
                "give more stickers",
            )
        return matching_of(self._orbit, domains)

    @cached_property
    def ways(self) -> tuple[int, int]:
        """In how many ways that look different that is attained, and 0."""
        return self._matching.beyond(self._matching.start) if self.least[0] < FORBIDDEN else (0, 0)

    def end_states(self) -> set[tuple[int, int]]:
        """Return (0, 0) if the slots can be filled at all."""
        return {(0, 0)} if self.least[0] < FORBIDDEN else set()

    def placements(self, parity: int) -> Iterator[bytes]:
        """Yield every matching of least cost, one of each that look alike; none if `parity` is odd."""
        if not parity and self.least[0] < FORBIDDEN:
            places = [self._order.index(slot) for slot in range(len(self.domains))]
            for held in self._filled(self._matching.start, b""):
                yield bytes(held[place] for place in places)

    def _filled(self, state: object, held: bytes) -> Iterator[bytes]:
        """Yield the matchings that begin with these pieces, in the order in which slots are filled."""
        if len(held) == len(self.domains):
            yield held
            return
        looks = set()
        for piece in range(len(self.domains)):
            if piece in held or (look_of := self._orbit.looks[piece]) in looks:
                continue
            looks.add(look_of)
            after = self._matching.after(state, len(held), piece)
            if after is not None and any(self._matching.beyond(after)):
                yield from self._filled(after, held + bytes([piece]))


def matchings_of(orbit: Orbit, costs: Sequence[Sequence[int]]) -> Matchings | FreeMatchings:
    """Return the ways to fill an orbit at least cost."""
    return (FreeMatchings if len(orbit.names) > _MOST_SLOTS else Matchings)(orbit, costs)


class Completions:
    """The solvable cubes of least cost, if every placement in every slot has a cost.

    Args:
        puzzle: the cube.
        costs: for each orbit, for each slot and placement a cost, at least 0, or `FORBIDDEN`.

    Attributes:
        least: the least cost, None if no cube exists.

    Raises:
        LimitError: asked for the cubes or their number, see `FreeMatchings`.
    """

    def __init__(self, puzzle: CubePuzzle, costs: Sequence[Sequence[Sequence[int]]]) -> None:
        self.puzzle = puzzle
        self.orbits = tuple(
            matchings_of(orbit, values) for orbit, values in zip(puzzle.orbits, costs, strict=True)
        )
        sums = {
            parities: sum(self._of("least", parities))
            for tied in puzzle.parities
            for parities in itertools.product(*((0, 1) if p is None else (p,) for p in tied))
        }
        least = min(sums.values())
        self.least = least if least < FORBIDDEN else None
        self._parities = [p for p, cost in sums.items() if cost == least < FORBIDDEN]

    @cached_property
    def count(self) -> int:
        """How many cubes cost no more than that."""
        return sum(math.prod(self._of("ways", parities)) for parities in self._parities)

    def _of(self, what: str, parities: Sequence[int]) -> list[int]:
        """Return `least` or `ways` of each orbit, with these parities."""
        return [getattr(o, what)[parity] for o, parity in zip(self.orbits, parities, strict=True)]

    def __iter__(self) -> Iterator[tuple[bytes, ...]]:
        """Yield the placements in the slots of each orbit for every cube of least cost."""
        for parities in self._parities:
            yield from self._matchings(parities)

    def _matchings(self, parities: Sequence[int], orbit: int = 0) -> Iterator[tuple[bytes, ...]]:
        """Yield the matchings of the orbits from this one on."""
        if orbit == len(self.orbits):
            yield ()
            return
        for some in self.orbits[orbit].placements(parities[orbit]):
            for others in self._matchings(parities, orbit + 1):
                yield (some, *others)

    def colours(self) -> dict[int, tuple[int, ...]]:
        """Return how many of the cubes show each of the six colours, for every facelet of a corner or middle edge."""
        colour_of = {}
        for index, orbit in enumerate(self.puzzle.orbits):
            here = self.orbits[index]
            if isinstance(here, FreeMatchings):
                continue
            least, ways = here.marginals
            numbers = [[0] * orbit.placements for _ in orbit.names]
            for parities in self._parities:
                mine, all_ways = parities[index], self._of("ways", parities)
                others = math.prod(all_ways[:index] + all_ways[index + 1 :])
                for slot, row in enumerate(numbers):
                    attained = least[slot, :, mine] == here.least[mine]
                    for value in attained.nonzero()[0].tolist():
                        row[value] += int(ways[slot, value, mine]) * others
            for facelets, row in zip(orbit.frames, numbers, strict=True):
                for position, facelet in enumerate(facelets):
                    totals = [0] * 6
                    for colours, number in zip(orbit.colours, row, strict=True):
                        totals[colours[position]] += number
                    colour_of[facelet] = tuple(totals)
        return colour_of


def agreement(stickers: Facelets) -> list[list[list[int]]]:
    """Return the costs with which `Completions` are the cubes that agree with the known stickers."""

    def agrees(facelets: Sequence[int], row: Sequence[int]) -> bool:
        return all(stickers.colours[f] in (None, c) for f, c in zip(facelets, row, strict=True))

    return [
        [[0 if agrees(slot, row) else FORBIDDEN for row in orbit.colours] for slot in orbit.frames]
        for orbit in stickers.puzzle.orbits
    ]


def agreement_and_hold(facelets: Facelets) -> tuple[list[list[list[int]]], str | None]:
    """Return the result of `agreement`, for an even cube with the piece DBL solved if possible, and its orientation.

    The latter is `DBL`, `any` if the known stickers show the piece DBL elsewhere, or None if centres
    determine the orientation.
    """
    costs = agreement(facelets)
    if facelets.puzzle.centres:
        return costs, None
    home = HELD_SLOT * facelets.puzzle.corners.turns
    at_home = [0 if value == home else FORBIDDEN for value in range(len(costs[0][HELD_SLOT]))]
    rows = [at_home if slot == HELD_SLOT else row for slot, row in enumerate(costs[0])]
    held = [rows, *costs[1:]]
    if costs[0][HELD_SLOT][home] or Completions(facelets.puzzle, held).least is None:
        return costs, "any"
    return held, "DBL"


@frozen
class _Layer:
    """The sets of a given number of pieces, in ascending order; arrays (set, piece).

    Attributes:
        used: whether the piece is in the set.
        odd: whether an odd number of pieces in the set is greater.
        following: the index, one layer up, of the set with the piece added; 0 if it is there already.
        preceding: the index, one layer down, of the set without the piece; 0 if it is not there.
    """

    used: NDArray[np.bool_]
    odd: NDArray[np.bool_]
    following: NDArray[np.intp]
    preceding: NDArray[np.intp]


@lru_cache
def _layers(size: int) -> list[_Layer]:
    """Return the subsets of `size` pieces, by how many they are: 0 to `size`."""
    masks = np.arange(1 << size)
    pieces = np.arange(size)
    used = (masks[:, None] >> pieces & 1).astype(np.bool_)
    above: _Numbers = np.cumsum(used[:, ::-1], axis=1)[:, ::-1] - used
    sizes = used.sum(axis=1)
    index = np.empty(len(masks), np.intp)
    for number in range(size + 1):
        index[sizes == number] = np.arange((sizes == number).sum())
    layers = []
    for number in range(size + 1):
        some = masks[sizes == number]
        layers.append(
            _Layer(
                used[some],
                (above[some] % 2).astype(np.bool_),
                np.where(used[some], 0, index[some[:, None] | 1 << pieces]),
                np.where(used[some], index[some[:, None] & ~(1 << pieces)], 0),
            )
        )
    return layers


def _start(turns: int) -> tuple[_Numbers, _Numbers]:
    """Return the state of nothing placed: one way, at no cost, to be even and unturned."""
    cost, ways = np.full((1, 2, turns), FORBIDDEN, np.int64), np.zeros((1, 2, turns), np.int64)
    cost[0, 0, 0], ways[0, 0, 0] = 0, 1
    return cost, ways


def _best(cost: _Numbers, ways: _Numbers) -> tuple[_Numbers, _Numbers]:
    """Return the least cost and its ways over the axes 0 (turns) and 2 (pieces)."""
    least = np.minimum(cost.min(axis=(0, 2)), FORBIDDEN)
    attained = (cost == least[None, :, None]) & (cost < FORBIDDEN)
    return least, np.where(attained, ways, 0).sum(axis=(0, 2))
