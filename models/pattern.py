"""A pattern: rules that hold together. It is what every question is asked about."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from cubecsp.cube.geometry import CUBE, Puzzle
from cubecsp.cube.state import Cube
from cubecsp.cube.symmetry import SYMMETRIES, Symmetry
from cubecsp.errors import InputError
from cubecsp.models.primitives import Primitive
from cubecsp.models.rule import Rule, Violation

__all__ = ["Pattern"]


@dataclass(frozen=True)
class Pattern:
    """The conjunction of some rules.

    Attributes:
        rules: the rules, each once, in the order in which they were given.
        name: what the pattern is called, if it has a name; no part of its identity.
        puzzle: the cube that it is about.
    """

    rules: tuple[Rule, ...]
    name: str | None = field(default=None, compare=False)
    puzzle: Puzzle = CUBE

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", tuple(dict.fromkeys(self.rules)))

    def __str__(self) -> str:
        return " ".join(map(str, self.rules))

    def including(self, *rules: Rule) -> Pattern:
        """Return the pattern with these rules demanded too."""
        return Pattern((*self.rules, *rules), puzzle=self.puzzle)

    def without(self, *rules: Rule) -> Pattern:
        """Return the pattern with these rules dropped.

        Raises:
            InputError: a rule is none of the pattern's.
        """
        for rule in rules:
            if rule not in self.rules:
                raise InputError(
                    f"rule {rule} cannot be dropped: it is not there",
                    f"the rules are {self}" if self.rules else "there are no rules",
                )
        return Pattern(tuple(r for r in self.rules if r not in rules), puzzle=self.puzzle)

    @cached_property
    def primitives(self) -> tuple[Primitive, ...]:
        """The primitives of all rules, each once."""
        gathered = (p for rule in self.rules for p in rule.primitives(self.puzzle))
        return tuple(dict.fromkeys(gathered))

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries that map the set of primitives onto itself: a group, identity first.

        If a cube keeps the rules, so do all its conjugates by these. The group is found from the
        primitives alone, so rules of any origin are covered; symmetries that preserve the meaning
        but not the primitives are missed, which costs time and nothing else.
        """
        wanted = set(self.primitives)
        group = [SYMMETRIES[0]]
        refused: set[int] = set()
        for candidate in SYMMETRIES:
            if candidate in group or candidate.index in refused:
                continue
            if all(p.moved(candidate, self.puzzle) in wanted for p in wanted):
                group = _generated([*group, candidate])
            else:
                # No product of a symmetry of the pattern and one that is none can be one.
                refused |= {(member * candidate).index for member in group}
        return tuple(sorted(group, key=lambda symmetry: symmetry.index))

    def violations(self, cube: Cube) -> dict[Rule, list[Violation]]:
        """Return, for each rule that `cube` breaks, where it does."""
        broken = {rule: rule.violations(cube) for rule in self.rules}
        return {rule: places for rule, places in broken.items() if places}

    def holds(self, cube: Cube) -> bool:
        """Return whether `cube` keeps all the rules, by their own checks."""
        return all(rule.holds(cube) for rule in self.rules)


def _generated(generators: list[Symmetry]) -> list[Symmetry]:
    """Return the group that these symmetries generate."""
    group = list(generators)
    for member in group:  # grows while it is walked
        for generator in generators:
            product = member * generator
            if product not in group:
                group.append(product)
    return group
