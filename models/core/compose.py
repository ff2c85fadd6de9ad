"""The connectives of rules: all, any, not.

Each is a rule like any other. The primitives nest as the rules do; the check uses the checks of the parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cubecsp.models.core.composite import Composite, conjunction, summary_of
from cubecsp.models.core.primitives import Primitive, any_of
from cubecsp.models.core.rule import Composition, Rule, State, Violation
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE

if TYPE_CHECKING:
    from cubecsp.puzzle.cube.batch import Batch, Flags


class AllOf(Composite):
    """All the rules hold."""

    name = "all"
    summary = "all of these rules hold"
    example = "all(every-colour, at-most=2)"

    def __init__(self, rules: Iterable[Rule]) -> None:
        super().__init__(rules)
        self.needed = len(self.rules)

    def _check_demanded(self) -> None:
        """All parts are demanded."""

    def impossible(self, puzzle: Puzzle = CUBE) -> str | None:
        """Return why a part can never hold, or the contradiction between the primitives of all."""
        return None if self.alone else super().impossible(puzzle)

    def primitives(self, puzzle: Puzzle = CUBE) -> Iterable[Primitive]:
        """Return those of all parts."""
        return [primitive for rule in self.rules for primitive in rule.primitives_on(puzzle)]

    def violations(self, cube: State) -> list[Violation]:
        """Return those of all parts."""
        return [violation for rule in self.rules for violation in rule.violations(cube)]

    def describe(self) -> str:
        """Return the parts in words."""
        if not self.rules:
            return "every cube"
        return "all of these: " + "; ".join(f"({rule.describe()})" for rule in self.rules)


class AnyOf(Composite):
    """At least one of the rules holds."""

    name = "any"
    summary = "at least one of these rules holds"
    example = "any(every-colour, no-piece-home)"

    def primitives(self, puzzle: Puzzle = CUBE) -> Iterable[Primitive]:
        """Return one disjunction."""
        yield any_of(conjunction(rule, puzzle) for rule in self.rules)

    def violations(self, cube: State) -> list[Violation]:
        """Return one violation, on all stickers that break a part."""
        broken = [rule.violations(cube) for rule in self.rules]
        return [summary_of("none of the alternatives holds", broken)] if all(broken) else []

    def describe(self) -> str:
        """Return the parts in words."""
        if not self.rules:
            return "no cube"
        return "at least one of these: " + "; ".join(f"({r.describe()})" for r in self.rules)


class Not(Composite):
    """A rule does not hold."""

    name = "not"
    summary = "this rule does not hold"
    example = "not faces-differ"

    def __init__(self, rule: Rule) -> None:
        super().__init__([rule])
        self.rule = rule

    def impossible(self, puzzle: Puzzle = CUBE) -> str | None:
        """Return the contradiction of its primitives."""
        return Rule.impossible(self, puzzle)

    def orders(self) -> None:
        """Return None, for any: the orders that the rule allows may include others than those of its cubes."""

    def primitives(self, puzzle: Puzzle = CUBE) -> Iterable[Primitive]:
        """Return the negation of the conjunction; nothing if the rule is a filter."""
        self.require(puzzle)
        if not self.is_filter_on(puzzle):
            yield conjunction(self.rule, puzzle).negated()

    def violations(self, cube: State) -> list[Violation]:
        """Return one violation, on no stickers in particular."""
        return [Violation((), f"it satisfies {self.rule}")] if self.rule.holds(cube) else []

    def holds(self, cube: State) -> bool:
        """Return whether the rule does not hold."""
        return not self.rule.holds(cube)

    def holds_in(self, cubes: Batch) -> Flags:
        """Return for each cube whether the rule does not hold."""
        return ~self.rule.holds_in(cubes)

    def describe(self) -> str:
        """Return the negation in words."""
        return f"this does not hold: ({self.rule.describe()})"

    def _with_rules(self, rules: Sequence[Rule]) -> Rule:
        return Not(all_rules(rules))

    def __str__(self) -> str:
        return f"not {self.rule}"

    def __repr__(self) -> str:
        return f"Not({self.rule!r})"


def all_rules(rules: Iterable[Rule]) -> Rule:
    """Return the conjunction of some rules: the rule itself if there is one."""
    listed = tuple(rules)
    return listed[0] if len(listed) == 1 else AllOf(listed)


def both(a: Rule, b: Rule) -> AllOf:
    """Return the conjunction of two rules, flat."""
    return AllOf(
        rule for part in (a, b) for rule in (part.rules if isinstance(part, AllOf) else (part,))
    )


def either(a: Rule, b: Rule) -> AnyOf:
    """Return the disjunction of two rules, flat."""
    return AnyOf(
        rule for part in (a, b) for rule in (part.rules if isinstance(part, AnyOf) else (part,))
    )


Rule.composed = Composition(both, either, Not)
