"""Cubes by number, if each slot has a set of placements, for a choice of such conditions, and for symmetric cubes.

Cube number k is found slot by slot: the numbers of cubes with one placement after the other in the slot are
subtracted from k until it is less than the next of them. The rank of a row is the sum of what was subtracted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

import numpy as np

from cubecsp._native import Boxes
from cubecsp.frozen import frozen
from cubecsp.models.counting.matchings import Matching, matching_of, ways_of_parity
from cubecsp.models.counting.subgroups import TRIVIAL
from cubecsp.models.counting.terms import CubesTerm
from cubecsp.models.sampling.random_numbers import RandomStream
from cubecsp.models.sampling.sample_source import Numbering, Rows
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET, CubePuzzle
from cubecsp.stopping.deadline import looking

_Filled = tuple[int, tuple[int, ...]]
"""The number of orbits that are filled, and the parities of those that an invariant ties to others."""


class PieceNumbering(Numbering):
    """The cubes that some terms add up to, each counted once.

    Args:
        puzzle: the cube.
        terms: cubes within domains that a group preserves, with factors.
    """

    def __init__(self, puzzle: CubePuzzle, terms: Iterable[CubesTerm]) -> None:
        self._puzzle = puzzle
        self._terms = list(terms)
        tied = puzzle.parities[0][0] is not None
        self.total = sum(
            part.weight((0, ()), part.matchings[0].start, tied=tied) for part in self._parts
        )

    @cached_property
    def _parts(self) -> list[_TermPart]:
        return [_TermPart.of(self._puzzle, term) for term in self._terms]

    @cached_property
    def _boxes(self) -> Boxes:
        """The same in native code, for many cubes at once."""
        corners = self._puzzle.rows[0]
        return Boxes(
            [
                (sign, list(domains[corners]), list(domains[corners.stop :]))
                for sign, domains, _ in self._terms
            ]
        )

    def at(self, number: int) -> bytes:  # noqa: D102  # see `Numbering`
        walk, rest = _PieceWalk(self._puzzle, self._parts), 0
        for slot in walk:
            if slot == 0:
                number, rest = divmod(number + rest, walk.unit)
            for value in walk.values:
                here = walk.number(slot, value)
                if number < here:
                    break
                number -= here
            else:
                raise ValueError("no such number")
            walk.take(slot, value)
        return bytes(walk.row)

    def rank(self, row: bytes) -> int:  # noqa: D102  # see `Numbering`
        walk, before = _PieceWalk(self._puzzle, self._parts), 0
        for slot, held in zip(walk, row, strict=False):
            smaller = sum(walk.number(slot, value) for value in walk.values if value < held)
            before += smaller * walk.unit
            walk.take(slot, held)
            if not walk.alive:
                break
        return before

    def draw(self, seed: int, stream: RandomStream, first: int, number: int) -> Rows:  # noqa: D102
        symmetric = any(group != TRIVIAL for _, _, group in self._terms)
        if symmetric or self._puzzle not in (CUBE, POCKET):
            return super().draw(seed, stream, first, number)
        rows = self._boxes.drawn(seed, int(stream), first, number)
        return np.frombuffer(rows, np.uint8).reshape(number, -1)


@frozen
class _TermPart:
    """A term.

    Attributes:
        factor: of its cubes.
        matchings: of the orbits.
        later: how many ways there are to fill the orbits after the first few.
    """

    factor: int
    matchings: tuple[Matching, ...]
    later: Counter[_Filled]

    @classmethod
    def of(cls, puzzle: CubePuzzle, term: CubesTerm) -> _TermPart:
        factor, domains, group = term
        matchings = tuple(
            matching_of(orbit, domains[row], group)
            for orbit, row in zip(puzzle.orbits, puzzle.rows, strict=True)
        )
        ways = [matching.beyond(matching.start) for matching in matchings]
        later: Counter[_Filled] = Counter()
        for parities in puzzle.parities:
            number = 1
            for end in range(len(parities), 0, -1):
                later[end, tuple(p for p in parities[:end] if p is not None)] += number
                number *= ways_of_parity(ways[end - 1], parities[end - 1])
        return cls(factor, matchings, later)

    def weight(self, filled: _Filled, state: Any, *, tied: bool) -> int:
        """Return, with its factor, how many of the cubes have the next orbit filled like this so far.

        Args:
            filled: the orbits before it.
            state: of its matching.
            tied: whether an invariant ties its parity to those of others.
        """
        orbit, before = filled
        ways = self.matchings[orbit].beyond(state)
        if not tied:
            return self.factor * sum(ways) * self.later[orbit + 1, before]
        return self.factor * sum(
            number * self.later[orbit + 1, (*before, parity)]
            for parity, number in enumerate(ways)
            if number
        )


class _PieceWalk:
    """Slots that are filled one after the other. Iterating gives the slots of each orbit, from 0.

    Attributes:
        row: what they hold.
        values: what the slots of the current orbit could hold, by looks.
        unit: in how many ways the orbits after the current one can be filled, if that does not depend on how
            it is filled; otherwise 1. Numbers with a unit stay small: those of all cubes have thousands of
            digits from the 30×30×30 up.
        alive: the parts that have cubes with this beginning, and the state of each.
    """

    def __init__(self, puzzle: CubePuzzle, parts: list[_TermPart]) -> None:
        self._puzzle = puzzle
        self._orbit = 0
        self._parities: tuple[int, ...] = ()
        self.row = bytearray()
        self.values: tuple[int, ...] = ()
        self.unit = 1
        self.alive: list[tuple[_TermPart, Any]] = [(part, None) for part in parts]

    def __iter__(self) -> Iterator[int]:
        for number, orbit in enumerate(looking(self._puzzle.orbits)):
            self._orbit = number
            self.values = orbit.firsts
            self.alive = [(part, part.matchings[self._orbit].start) for part, _ in self.alive]
            independent = len(self.alive) == 1 and not self._tied
            part, _ = self.alive[0]
            self.unit = part.later[number + 1, self._parities] if independent else 1
            yield from range(len(orbit.names))
            part, state = self.alive[0]
            if self._tied:
                self._parities += (part.matchings[self._orbit].parity(state),)

    @property
    def _tied(self) -> bool:
        """Whether an invariant ties the parity of the current orbit to others."""
        return self._puzzle.parities[0][self._orbit] is not None

    def number(self, slot: int, value: int) -> int:
        """Return how many units of cubes begin with what is placed and hold a placement in the next slot."""
        total = 0
        for part, state in self.alive:
            matching = part.matchings[self._orbit]
            after = matching.after(state, slot, value)
            if after is None:
                continue
            if self.unit > 1:
                total += sum(matching.beyond(after))
            else:
                total += part.weight((self._orbit, self._parities), after, tied=self._tied)
        return total

    def take(self, slot: int, value: int) -> None:
        """Put a placement into the next slot."""
        self.row.append(value)
        followed = (
            (part, part.matchings[self._orbit].after(state, slot, value))
            for part, state in self.alive
        )
        self.alive = [(part, state) for part, state in followed if state is not None]
