"""Closed forms over few slots: rules that look at one face, or at some stickers.

The rules together are read as an automaton that goes through the slots that they look at, corners before edges
(`automata`). Its states, with the pieces that are used, the parity and the sum of the turns, record what the earlier
slots leave; the number of ways to go on is computed from the end. There, the slots that no rule looks at are filled in
all ways that their domains allow. Corners and edges are linked by the state between them and by the parity. To draw a
cube, each slot is filled with a probability in proportion to the number of ways to go on: corners first, and those that
rules look at before the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from cubecsp._native import completions
from cubecsp.errors import LimitError, OutOfReachError, OutOfTimeError
from cubecsp.frozen import frozen
from cubecsp.models.core.primitives import Primitive, all_of
from cubecsp.models.counting.automata import NO_STATE, TOO_MUCH_WORK, Allowance, automaton
from cubecsp.models.counting.cycles import Draw, WeightedChoice
from cubecsp.models.counting.way import ExactCount, ProgressSign, Question, Steps, Way, Work
from cubecsp.models.sampling.random_numbers import RandomStream
from cubecsp.models.sampling.sample_source import Rows, SampleSource, draw_rows, source_of
from cubecsp.puzzle.core.permutation import permutation_parity
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.stopping.deadline import look

_MOST_RELATIONS = (
    20  # more of them nearly always take too many states, which takes long to find out
)
_QUICK = 10_000  # of the work of an automaton: some hundredths of a second
_THOROUGH = 100_000  # a second
_MOST_STEPS = 300_000_000  # additions: some seconds
_LOW = 21  # bits of a number of ways to fill the edges, at most 2 to the power of 41

_HIGH = np.uint64(_LOW)
_ONE = np.ones((1, 1), np.uint64)

_Steps = tuple[tuple[int, ...], ...]


class FewSlotsWay(Way):
    """Adds up the ways to fill the slots that rules look at, times the ways to fill the others."""

    name = "few-slots"
    summary = (
        "closed forms over the slots that the rules look at, if these are few or need few states"
    )
    summary_of_drawing = (
        "slot by slot, by the number of ways to go on, for rules that look at few slots"
    )
    sizes = (3,)
    limits = "the rules, read slot by slot, must need few states"

    def is_immediate(self, question: Question) -> bool:
        """Return whether the rules are soon read slot by slot."""
        return _is_known(question, _QUICK)

    def objection(self, question: Question) -> str | None:
        """Return that the rules couple too much, or that they cannot be read slot by slot, if that is soon seen."""
        if question.puzzle is not CUBE:
            return "the cube is not a 3×3×3"
        if question.pattern.filters:
            return "some rules can only be checked cube by cube"
        if question.classes:
            return "it does not count classes"
        if len(question.structure.couplings) > _MOST_RELATIONS:
            return "the rules compare too many stickers"
        return _obstacle(question, _QUICK) if _is_known(question, _QUICK) else None

    def prepare(self, question: Question) -> None:
        """Read the rules slot by slot."""
        obstacle = _obstacle(question, _THOROUGH)
        if obstacle is not None:
            raise OutOfReachError(obstacle)

    def count(self, question: Question) -> Steps:
        """Work out the ways to fill the edges, and then all slots."""
        yield ProgressSign()
        self.prepare(question)
        return ExactCount(ways_of(question).total)

    def source(self, question: Question) -> Work[SampleSource]:
        """Work out the ways to go on."""
        yield ProgressSign()
        self.prepare(question)
        return source_of(ways_of(question), question.seed, RandomStream.SLOTS)


WAY = FewSlotsWay()


@frozen
class _OrbitWays:
    """The ways to fill an orbit, from each of its slots on that rules look at.

    Attributes:
        order: its slots, those that rules look at first.
        reordered: whether that order is an odd permutation of them.
        steps: for each of these the next state, by state and placement; `NO_STATE` if there is none.
        domains: of the slots in that order.
        beyond: the number of ways to fill the slots from one on that no rule looks at: shape (sets of used
            pieces, 2, turns).
        values: after each number of slots that rules look at, the weights of all ways to go on: shape (states, sets of used pieces of
            that size, 2, turns, parts), by the parity of the inversions that are added, and the sum of the turns.
    """

    order: tuple[int, ...]
    reordered: int
    steps: tuple[NDArray[np.intp], ...]
    domains: tuple[int, ...]
    beyond: NDArray[np.uint64]
    values: tuple[NDArray[np.uint64], ...]


@frozen
class Ways:
    """The ways to fill all slots.

    Numbers of ways are given in two parts, the upper bits and the lower ones, so that they fit into words.

    Attributes:
        corners: their weights, in four parts, are the ways to fill the edges too: for an even permutation of the
            edges the upper and lower bits, and for an odd one.
        edges: weights are 1.
    """

    corners: _OrbitWays
    edges: _OrbitWays

    @property
    def total(self) -> int:
        """The number of ways."""
        return sum(map(self.of_parity, range(2)))

    def of_parity(self, parity: int) -> int:
        """Return how many there are with permutations of this parity."""
        start = self.corners.values[0][0, 0, parity ^ self.corners.reordered, 0]
        return _as_number(start[2 * parity : 2 * parity + 2])

    def draw(self, seed: int, stream: RandomStream, first: int, number: int) -> Rows:
        """Return a given number of cubes, from number `first` on: all are equally likely."""
        return draw_rows(seed, stream, first, number, lambda draws: self._row(draws.below))

    def _row(self, draw: Draw) -> list[int]:
        """Return the row of a cube."""
        parity = WeightedChoice((self.of_parity(parity), parity) for parity in range(2)).pick(draw)
        corners = _SlotWalk(self.corners, 0, 0, parity, slice(2 * parity, 2 * parity + 2))
        row = corners.walk(draw)
        return row + _SlotWalk(self.edges, 1, corners.state, parity, slice(1)).walk(draw)


def _as_number(parts: NDArray[np.uint64]) -> int:
    """Return a number that is given as upper and lower bits, or whole."""
    upper, *lower = parts.tolist()
    number: int = (upper << _LOW) + lower[0] if lower else upper
    return number


def ways_of(question: Question) -> Ways:
    """Return the ways to fill all slots such that the rules of a question hold, which `objection` does not refuse."""
    slots, steps = _read(question, _THOROUGH)
    assert not isinstance(steps, str)
    corners = [slot for slot in slots if slot < len(CUBE.corners.names)]
    domains = question.structure.domains
    edges = _orbit_ways(1, slots[len(corners) :], steps[len(corners) :], domains, _ONE)
    numbers = edges.values[0][:, 0, :, 0, 0]  # by state, and parity of the inversions
    if edges.reordered:
        numbers = numbers[:, ::-1]
    parts = np.stack([numbers >> _HIGH, numbers & np.uint64((1 << _LOW) - 1)], axis=-1)
    ways = _orbit_ways(0, corners, steps[: len(corners)], domains, parts.reshape(-1, 4))
    return Ways(ways, edges)


def _is_known(question: Question, work: int) -> bool:
    """Return whether this much work shows if the rules can be read slot by slot."""
    return _read(question, work)[1] != TOO_MUCH_WORK


def _obstacle(question: Question, work: int) -> str | None:
    """Return the obstacle to a count that this much work shows, as a clause; None if there is none."""
    slots, steps = _read(question, work)
    if isinstance(steps, str):
        return steps
    if _additions(slots, steps) > _MOST_STEPS:
        return "the slots that the rules look at can be filled in too many ways"
    return None


def _read(question: Question, work: int) -> tuple[tuple[int, ...], _Steps | str]:
    """Return the slots that the rules couple, and the steps of an automaton, or why there is none."""
    couplings = question.structure.couplings
    slots = tuple(sorted({slot for coupling in couplings for slot in coupling.slots}))
    primitives = tuple(coupling.primitive for coupling in couplings)
    steps = _automaton(primitives, slots, _QUICK)
    if work > _QUICK and steps == TOO_MUCH_WORK:
        steps = _automaton(primitives, slots, work)
    return slots, steps


@lru_cache(maxsize=16)
def _automaton(
    primitives: tuple[Primitive, ...], slots: tuple[int, ...], work: int
) -> _Steps | str:
    try:
        steps = automaton(all_of(primitives), slots, CUBE, Allowance(work))
    except OutOfTimeError:
        raise
    except LimitError as error:
        return error.problem
    return tuple(map(tuple, steps))


def _additions(slots: Sequence[int], steps: _Steps) -> int:
    """Return how many additions the ways to fill the slots take."""
    total = 0
    corners = sum(slot < len(CUBE.corners.names) for slot in slots)
    for orbit, some, parts in (
        (CUBE.corners, steps[:corners], 4),
        (CUBE.edges, steps[corners:], 1),
    ):
        for place, step in enumerate(some):
            total += len(step) * comb(len(orbit.names), place) * 2 * orbit.turns * parts
    return total


def _orbit_ways(
    orbit: int,
    slots: Sequence[int],
    steps: _Steps,
    domains: Sequence[int],
    weights: NDArray[np.uint64],
) -> _OrbitWays:
    """Return the ways to fill an orbit.

    Args:
        orbit: its number.
        slots: those that rules look at, numbered among all slots.
        steps: of the automaton, for each of these.
        domains: of all slots.
        weights: of each state after these slots, in parts: shape (states, parts).
    """
    puzzle_orbit, first = CUBE.orbits[orbit], CUBE.rows[orbit].start
    names, turns = range(len(puzzle_orbit.names)), puzzle_orbit.turns
    looked_at = [slot - first for slot in slots]
    order = (*looked_at, *(slot for slot in names if slot not in looked_at))
    own = tuple(domains[first + slot] for slot in order)
    beyond = np.frombuffer(completions(turns, list(own)), np.uint64).reshape(-1, 2, turns)
    tables = [np.array(step, np.intp).reshape(-1, puzzle_orbit.placements) for step in steps]
    used = _sets_of(len(names), len(slots))
    values = [beyond[used][None, ..., None] * weights[:, None, None, None, :]]
    for place in reversed(range(len(slots))):
        values.append(_before(values[-1], tables[place], own[place], len(names), place, turns))
    return _OrbitWays(
        order, permutation_parity(order), tuple(tables), own, beyond, tuple(values[::-1])
    )


def _before(
    after: NDArray[np.uint64],
    table: NDArray[np.intp],
    domain: int,
    pieces: int,
    place: int,
    turns: int,
) -> NDArray[np.uint64]:
    """Return the weights of all ways to go on before a slot, from those after it."""
    sets, larger = _sets_of(pieces, place), _sets_of(pieces, place + 1)
    number_of = np.zeros(1 << pieces, np.intp)
    number_of[larger] = np.arange(len(larger))
    before = np.zeros((len(table), len(sets), *after.shape[2:]), np.uint64)
    for value in range(pieces * turns):
        look()
        states = np.flatnonzero(table[:, value] != NO_STATE)
        if not (domain >> value & 1 and len(states)):
            continue
        piece, turn = divmod(value, turns)
        odd = np.array([(some >> piece).bit_count() % 2 for some in sets.tolist()])
        for parity in range(2):
            free = np.flatnonzero((sets >> piece & 1 == 0) & (odd == parity))
            targets = number_of[sets[free] | 1 << piece]
            there = after[np.ix_(table[states, value], targets)]
            there = np.roll(there, turn, axis=3)
            before[np.ix_(states, free)] += there[:, :, ::-1] if parity else there
    return before


@lru_cache(maxsize=64)
def _sets_of(pieces: int, size: int) -> NDArray[np.intp]:
    """Return all sets of a given number of pieces, as bit masks, ascending."""
    masks = [sum(1 << piece for piece in some) for some in combinations(range(pieces), size)]
    return np.array(sorted(masks), np.intp)


class _SlotWalk:
    """An orbit that is filled slot by slot.

    Args:
        ways: to fill it.
        orbit: its number.
        state: before its first slot.
        parity: of the permutation.
        part: which of the parts of weights count.

    Attributes:
        state: after the slots that are filled.
    """

    def __init__(self, ways: _OrbitWays, orbit: int, state: int, parity: int, part: slice) -> None:
        self.state = state
        self._ways, self._part = ways, part
        self._turns = CUBE.orbits[orbit].turns
        # Still to come: the parity of the inversions, and the sum of the turns.
        self._used, self._odd, self._turned = 0, parity ^ ways.reordered, 0

    def walk(self, draw: Draw) -> list[int]:
        """Return what the slots hold."""
        row = [0] * len(self._ways.order)
        for place, slot in enumerate(self._ways.order):
            coupled = place < len(self._ways.steps)
            weight = self._weight_of_coupled(place) if coupled else self._weight_of_free
            value = self._pick(place, weight, draw)
            if coupled:
                self.state = int(self._ways.steps[place][self.state, value])
            self._used, self._odd, self._turned = self._after(value)
            row[slot] = value
        return row

    def _pick(self, place: int, weight: Callable[[int], int], draw: Draw) -> int:
        """Return what a slot holds, in proportion to the number of ways to go on."""
        fitting = (
            value
            for value in range(len(self._ways.order) * self._turns)
            if self._ways.domains[place] >> value & 1 and not self._used >> value // self._turns & 1
        )
        return WeightedChoice((weight(value), value) for value in fitting).pick(draw)

    def _after(self, value: int) -> tuple[int, int, int]:
        """Return what is used, and what is still to come, once a slot holds a placement."""
        piece, turn = divmod(value, self._turns)
        odd = (self._odd + (self._used >> piece).bit_count()) % 2
        return self._used | 1 << piece, odd, (self._turned - turn) % self._turns

    def _weight_of_coupled(self, place: int) -> Callable[[int], int]:
        """Return a function that gives the number of ways to go on once a slot that rules look at holds a placement."""
        step, values = self._ways.steps[place][self.state], self._ways.values[place + 1]
        sets = _sets_of(len(self._ways.order), place + 1)

        def weight(value: int) -> int:
            if step[value] == NO_STATE:
                return 0
            used, odd, turned = self._after(value)
            number = np.searchsorted(sets, used)
            return _as_number(values[step[value], number, odd, turned, self._part])

        return weight

    def _weight_of_free(self, value: int) -> int:
        """Return the number of ways to go on once a slot that no rule looks at holds a placement."""
        return int(self._ways.beyond[self._after(value)])
