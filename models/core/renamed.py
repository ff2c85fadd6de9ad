"""Rules in the letters of the user.

A letter in a rule names a colour: U is the colour of the face U of a solved cube in the starting orientation.
Inside, colours are named after the centres, wherever these are (of even sizes after the piece in DBL). So a rule
about a cube in another orientation is translated; its text and its description stay as they were asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import methodcaller
from typing import TYPE_CHECKING, Any

from cubecsp.errors import InputError
from cubecsp.models.core.primitives import Primitive
from cubecsp.models.core.rule import Rule, State, Violation
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.symmetry import Symmetry

if TYPE_CHECKING:
    from cubecsp.puzzle.cube.batch import Batch, Flags


class RenamedRule(Rule):
    """A rule about a cube in some whole-cube orientation, in the letters of the user.

    Args:
        asked: the rule as it was asked.
        rule: the same in letters that name colours after the centres.
        holding: the whole-cube orientation.
    """

    def __init__(self, asked: Rule, rule: Rule, holding: str) -> None:
        self.asked, self.rule = asked, rule
        self.holding, self.held = holding, frozenset({holding})
        self.name, self.summary, self.example = asked.name, asked.summary, asked.example
        self.scope, self.sizes, self.limits = asked.scope, asked.sizes, asked.limits
        self.depth, self.parts = asked.depth, asked.parts
        self.rules = (asked,)

    def renamed(self, holding: str) -> Rule:
        """Return the rule that was asked about a cube in this orientation."""
        return self.asked.renamed(holding)

    def require(self, puzzle: Puzzle) -> None:
        """Make sure that the rule applies to `puzzle`."""
        self.asked.require(puzzle)

    def is_filter_on(self, puzzle: Puzzle) -> bool:
        """Return whether it is a filter on `puzzle`."""
        return self.rule.is_filter_on(puzzle)

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return those of the translated rule."""
        return self.rule.primitives(puzzle)

    def violations(self, cube: State) -> list[Violation]:
        """Return those of the translated rule."""
        return self.rule.violations(cube)

    def holds(self, cube: State) -> bool:
        """Return whether the translated rule holds."""
        return self.rule.holds(cube)

    def holds_in(self, cubes: Batch) -> Flags:
        """Return for each of many cubes whether the translated rule holds."""
        return self.rule.holds_in(cubes)

    def advice(self, puzzle: Puzzle) -> str:
        """Return that of the translated rule."""
        return self.rule.advice(puzzle)

    def impossible(self, puzzle: Puzzle = CUBE) -> str | None:
        """Return why no cube satisfies the translated rule."""
        return self.rule.impossible(puzzle)

    def orders(self) -> frozenset[int] | None:
        """Return those of the translated rule."""
        return self.rule.orders()

    def symmetries(self, puzzle: Puzzle = CUBE) -> tuple[Symmetry, ...]:
        """Return those of the translated rule."""
        return self.rule.symmetries(puzzle)

    def describe(self) -> str:
        """Return what was asked, in words."""
        return self.asked.describe()

    def __reduce__(self) -> tuple[Any, ...]:
        return methodcaller("renamed", self.holding), (self.asked,)

    def __str__(self) -> str:
        return str(self.asked)

    def __repr__(self) -> str:
        return f"{self.asked!r}.renamed({self.holding!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RenamedRule):
            return NotImplemented if not isinstance(other, Rule) else False
        return self.holding == other.holding and self.asked == other.asked

    def __hash__(self) -> int:
        return hash((self.asked, self.holding))


def holding_of(rules: Iterable[Rule]) -> str | None:
    """Return the orientation of the cube that drawings among some rules show; None if none does.

    Raises:
        InputError: they show different ones.
    """
    ways = [rule.held for rule in _all_parts(rules) if rule.held]
    shared = frozenset[str].intersection(*ways) if ways else frozenset()
    if ways and not shared:
        raise InputError(
            "the drawings show cubes in different whole-cube orientations",
            "draw all of them with the same centres (of even sizes, the same corner in DBL)",
        )
    if not ways:
        return None
    return next(iter(shared)) if len(shared) == 1 else FACES


def _all_parts(rules: Iterable[Rule]) -> Iterator[Rule]:
    """Yield rules and those that they are made of, without the originals of translated ones."""
    for rule in rules:
        yield rule
        if not isinstance(rule, RenamedRule):
            yield from _all_parts(rule.rules)
