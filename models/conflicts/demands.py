"""The demands of a question: its rules, and the invariants that turns of a cube preserve."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from cubecsp.frozen import frozen
from cubecsp.models.core.rule import Rule
from cubecsp.puzzle.core.invariants import Invariant
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.words import listed

Demand: TypeAlias = Rule | Invariant
"""Something that has to hold, and that can be dropped by itself."""

_PARITY = ("parity", "the permutation of all pieces is even, as turns leave it")
_TWIST = ("twist", "the twists of the corners add up to whole turns")
_FLIP = ("flip", "an even number of edges is flipped")


def invariant_name(invariant: Invariant) -> str:
    """Return the name of an invariant: `twist`, `flip` or `parity`."""
    return _in_words(invariant)[0]


def invariant_meaning(invariant: Invariant) -> str:
    """Return the meaning of an invariant, as a clause."""
    return _in_words(invariant)[1]


def by_invariant(invariants: Sequence[Invariant]) -> str:
    """Return invariants as they stand in a sentence: `the twist and flip invariants`."""
    names = listed([invariant_name(invariant) for invariant in invariants])
    return f"the {names} invariant{'s' if len(invariants) > 1 else ''}"


def _in_words(invariant: Invariant) -> tuple[str, str]:
    if invariant.permuted:
        return _PARITY
    return _FLIP if invariant.modulus == 2 else _TWIST


@frozen
class Demands:
    """The rules of a question and the invariants of its cube.

    For other puzzles, invariants are not demands: every state has to be solvable.

    Attributes:
        puzzle: the cube, or other puzzle.
        rules: the rules of the question.
    """

    puzzle: Puzzle
    rules: tuple[Rule, ...]

    @property
    def invariants(self) -> tuple[Invariant, ...]:
        """The invariants that can be dropped like rules."""
        return self.puzzle.invariants if isinstance(self.puzzle, CubePuzzle) else ()

    @property
    def all(self) -> tuple[Demand, ...]:
        """All of them, the rules first: each is known by its place here."""
        return (*self.rules, *self.invariants)

    def at(self, places: Iterable[int]) -> tuple[Demand, ...]:
        """Return the demands at some places, in order."""
        return tuple(self.all[place] for place in sorted(places))

    def rules_of(self, indices: Iterable[int]) -> tuple[Rule, ...]:
        """Return the rules among some demands, which are given by their places."""
        return tuple(d for d in self.at(indices) if isinstance(d, Rule))

    def invariants_of(self, indices: Iterable[int]) -> tuple[Invariant, ...]:
        """Return the invariants among some demands, which are given by their places."""
        return tuple(d for d in self.at(indices) if isinstance(d, Invariant))

    def satisfied_by(self, cube: State) -> frozenset[int]:
        """Return the places of the demands that a cube satisfies; the cube need not be solvable."""
        held, orbits = cube.by_orbit, self.puzzle.orbits
        return frozenset(
            index
            for index, demand in enumerate(self.all)
            if (demand.holds(cube) if isinstance(demand, Rule) else demand.sum(held, orbits) == 0)
        )
