"""Counting by the cycles that pieces form: rules about the order of a cube, with some pieces solved.

The pieces of an orbit that are free to move form cycles, and the turns along a cycle add up to a number: a cycle of
length l whose turns add up to nothing has order l, any other a multiple of it. So the arrangements of an
orbit are numbered by parity and order with a recursion over the cycle of one piece: there are
(k − 1)! / (k − l)! cycles of length l through a given one of k pieces, and t^(l − 1) ways to turn their pieces, out
of t ways each, for every sum. Turns of all cycles add up to nothing, and corners and edges have the same
parity: these are the laws of the cube. Which orders a pattern admits is asked of its own rules, on a cube of each
order. This is how the orders of the cube group are counted ever since D. Singmaster's Notes (1981).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from cubecsp.models.core.compose import leaves
from cubecsp.models.core.primitives import Placed
from cubecsp.models.core.rule import Rule
from cubecsp.models.counting.base import Counted, Counter, Question, Steps
from cubecsp.models.rules.repetition import OfMoves
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.state import Cube

__all__ = ["COUNTER", "CycleTypesCounter"]

_Cycle = tuple[int, int]
"""The length of a cycle, and the sum of its turns."""


class _Arrangements(NamedTuple):
    """The arrangements of an orbit that have the same parity and order: how many, and the cycles of one of them."""

    number: int
    cycles: tuple[_Cycle, ...]


class CycleTypesCounter(Counter):
    """Adds up the cubes of each order that the rules admit."""

    name = "cycle-types"
    summary = "closed forms, for rules about the order of the cube as a permutation, with pieces solved or not"
    immediate = True
    sizes = OfMoves.sizes
    limits = "beside rules about the order, it accepts only rules that say that pieces are solved"

    def refusal(self, question: Question) -> str | None:
        """Return which rule is neither about the order nor about solved pieces."""
        if question.puzzle is not CUBE:
            return OfMoves.limits
        if question.classes:
            return "it does not count classes"
        others = [rule for rule in question.pattern.rules if not _is_about_order(rule)]
        if len(others) == len(question.pattern.rules):
            return "no rule is about the order of the cube"
        unfit = next((rule for rule in others if _solved(rule, CUBE) is None), None)
        return None if unfit is None else f"{unfit} says more than that pieces are solved"

    def count(self, question: Question) -> Steps:
        """Add up the cubes of every order for which the rules hold."""
        yield from ()
        about = [rule for rule in question.pattern.rules if _is_about_order(rule)]
        solved = {
            place
            for rule in question.pattern.rules
            if rule not in about
            for place in _solved(rule, CUBE) or ()
        }
        free = [len(orbit.names) for orbit in CUBE.orbits]
        for orbit, _ in solved:
            free[orbit] -= 1
        admitted = {
            order for order, cube in _examples().items() if all(rule.holds(cube) for rule in about)
        }
        numbers = _orders(*free)
        return Counted(sum(number for order, number in numbers.items() if order in admitted))


COUNTER = CycleTypesCounter()


def _is_about_order(rule: Rule) -> bool:
    """Return whether it depends on the order of a cube alone."""
    return all(isinstance(leaf, OfMoves) for leaf in leaves(rule))


def _solved(rule: Rule, puzzle: CubePuzzle) -> set[tuple[int, int]] | None:
    """Return the slots, by orbit and number, whose pieces a rule demands to be solved; None if it says more or less."""
    if rule.late_on(puzzle):
        return None
    slots = set()
    for primitive in rule.primitives(puzzle):
        if not isinstance(primitive, Placed):
            return None
        home = primitive.slot * puzzle.orbits[primitive.orbit].turns
        if primitive.placements != {home}:
            return None
        slots.add((primitive.orbit, primitive.slot))
    return slots


def _orders(corners: int, edges: int) -> dict[int, int]:
    """Return how many cubes there are of each order in which at most this many pieces move."""
    numbers: defaultdict[int, int] = defaultdict(int)
    for order, one, other in _pairs(corners, edges):
        numbers[order] += one.number * other.number
    return numbers


@cache
def _examples() -> dict[int, Cube]:
    """Return a cube of each order that cubes have."""
    every = _pairs(*(len(orbit.names) for orbit in CUBE.orbits))
    return {order: _made(one.cycles, other.cycles) for order, one, other in every}


def _pairs(corners: int, edges: int) -> Iterator[tuple[int, _Arrangements, _Arrangements]]:
    """Yield arrangements of corners and of edges that go together, and their order."""
    turns = [orbit.turns for orbit in CUBE.orbits]
    first, second = _arrangements(corners, turns[0]), _arrangements(edges, turns[1])
    for ((odd, one), some), ((odd_too, other), others) in product(first.items(), second.items()):
        if odd == odd_too:
            yield math.lcm(one, other), some, others


@cache
def _arrangements(pieces: int, turns: int) -> dict[tuple[int, int], _Arrangements]:
    """Return the arrangements of some pieces whose turns add up to nothing, by parity and order."""
    # For pieces left, and parity, turns and order of those in cycles: how many, and the cycles of one.
    begun: dict[tuple[int, int, int, int], _Arrangements] = {
        (pieces, 0, 0, 1): _Arrangements(1, ())
    }
    for left in range(pieces, 0, -1):
        for (_, odd, turned, order), some in [one for one in begun.items() if one[0][0] == left]:
            for length, turn in product(range(1, left + 1), range(turns)):
                ways = math.perm(left - 1, length - 1) * turns ** (length - 1)
                repeated = length * (turns // math.gcd(turns, turn))
                kind = (
                    left - length,
                    odd ^ (length + 1) % 2,
                    (turned + turn) % turns,
                    math.lcm(order, repeated),
                )
                before = begun.get(kind, _Arrangements(0, (*some.cycles, (length, turn))))
                begun[kind] = _Arrangements(before.number + some.number * ways, before.cycles)
    return {
        (odd, order): some
        for (left, odd, turned, order), some in begun.items()
        if left == 0 == turned
    }


def _made(*cycles: tuple[_Cycle, ...]) -> Cube:
    """Return a cube whose corners and edges form these cycles."""
    placements = []
    for orbit, some in zip(CUBE.orbits, cycles, strict=True):
        row, first = [slot * orbit.turns for slot in range(len(orbit.names))], 0
        for length, turn in some:
            for step in range(length):
                row[first + step] = (first + (step + 1) % length) * orbit.turns
            row[first] += turn
            first += length
        placements.append(row)
    return Cube.from_placements(*placements)
