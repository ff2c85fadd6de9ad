"""The demands of a question: its rules, and the laws that turns of a cube obey."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from cubecsp.frozen import frozen
from cubecsp.models.core.rule import Rule
from cubecsp.puzzle.core.laws import Law
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.words import listed

__all__ = ["Demand", "Demands", "by_law", "law_meaning", "law_name"]

Demand: TypeAlias = Rule | Law
"""Something that has to hold, and that can be dropped by itself."""

_PARITY = ("parity", "the permutation of all pieces is even, as turns leave it")
_TWIST = ("twist", "the twists of the corners add up to whole turns")
_FLIP = ("flip", "an even number of edges is flipped")


def law_name(law: Law) -> str:
    """Return the name of a law: `twist`, `flip` or `parity`."""
    return _in_words(law)[0]


def law_meaning(law: Law) -> str:
    """Return the meaning of a law, as a clause."""
    return _in_words(law)[1]


def by_law(laws: Sequence[Law]) -> str:
    """Return laws as they stand in a sentence: `the laws of twist and flip`."""
    return f"the law{'s' if len(laws) > 1 else ''} of {listed([law_name(law) for law in laws])}"


def _in_words(law: Law) -> tuple[str, str]:
    if law.permuted:
        return _PARITY
    return _FLIP if law.modulus == 2 else _TWIST


@frozen
class Demands:
    """The rules of a question and the laws of its cube.

    Of other puzzles, laws are no demands: moves have to be able to make every state.

    Attributes:
        puzzle: the cube, or other puzzle.
        rules: the rules of the question.
    """

    puzzle: Puzzle
    rules: tuple[Rule, ...]

    @property
    def laws(self) -> tuple[Law, ...]:
        """The laws that can be dropped like rules."""
        return self.puzzle.laws if isinstance(self.puzzle, CubePuzzle) else ()

    @property
    def all(self) -> tuple[Demand, ...]:
        """All of them, the rules first: each is known by its place here."""
        return (*self.rules, *self.laws)

    def at(self, places: Iterable[int]) -> tuple[Demand, ...]:
        """Return the demands at some places, in order."""
        return tuple(self.all[place] for place in sorted(places))

    def rules_of(self, indices: Iterable[int]) -> tuple[Rule, ...]:
        """Return the rules among some demands, which are given by their places."""
        return tuple(d for d in self.at(indices) if isinstance(d, Rule))

    def laws_of(self, indices: Iterable[int]) -> tuple[Law, ...]:
        """Return the laws among some demands, which are given by their places."""
        return tuple(d for d in self.at(indices) if isinstance(d, Law))

    def satisfied_by(self, cube: State) -> frozenset[int]:
        """Return the places of the demands that a cube satisfies; turns need not be able to make the cube."""
        held, orbits = cube.by_orbit, self.puzzle.orbits
        return frozenset(
            index
            for index, demand in enumerate(self.all)
            if (demand.holds(cube) if isinstance(demand, Rule) else demand.sum(held, orbits) == 0)
        )
