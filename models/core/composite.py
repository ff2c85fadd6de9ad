"""What rules made of rules have in common: their parts, how many of these hold, and how large they may be.

A rule made with a filter is a filter too: it keeps only the primitives that follow from it, and a negated filter
has none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from cubecsp.errors import InputError
from cubecsp.models.core.primitives import Primitive, all_of
from cubecsp.models.core.rule import Rule, State, Violation
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry

if TYPE_CHECKING:
    from cubecsp.puzzle.cube.batch import Batch, Flags

MAX_DEPTH = 40
"""The greatest depth to which rules may be nested."""
MAX_PARTS = 5_000
"""The largest number of rules that one rule may be made of; a rule in 24 or 48 orientations counts that often."""
MAX_WRITTEN = 20_000
"""The largest number of rules that a text or a file may stand for, once names and quantifiers are written out."""

_LISTED = 3  # the most broken alternatives that a message lists


class Budget:
    """The number of rules that a text, or all texts of a file, may still stand for.

    Names stand for the rules that they were given, and quantifiers for one rule per value, so a short
    text can stand for any number of rules: `a = "x y"`, `b = "a a"`, and so on.
    """

    def __init__(self) -> None:
        self._left = MAX_WRITTEN

    def spend(self, rules: Iterable[Rule], terms: int = 0) -> None:
        """Count these rules, and this many terms of sums.

        Raises:
            InputError: there are too many.
        """
        self._left -= sum(rule.parts for rule in rules) + terms
        if self._left < 0:
            raise InputError(
                f"more than {MAX_WRITTEN} rules after names and quantifiers are expanded",
                f"the limit is {MAX_WRITTEN}",
            )


def check_extent(rule: Rule) -> None:
    """Make sure that a compound rule is neither nested too deeply nor made of too many rules.

    Raises:
        InputError: it is.
    """
    if rule.depth > MAX_DEPTH:
        raise InputError(f"rules are nested {rule.depth} deep", f"the limit is {MAX_DEPTH}")
    if rule.parts > MAX_PARTS:
        raise InputError(f"a rule made of {rule.parts} rules", f"the limit is {MAX_PARTS}")


def orders_of(rules: Sequence[Rule], needed: int) -> frozenset[int] | None:
    """Return the orders that so many of some rules allow; None for any."""
    allowed = [orders for rule in rules if (orders := rule.orders()) is not None]
    needed -= len(rules) - len(allowed)
    times = Counter(order for orders in allowed for order in orders)
    return frozenset(order for order in times if times[order] >= needed) if needed > 0 else None


class Composite(Rule):
    """A rule made of others.

    Args:
        rules: the parts.
        times: how often each of them occurs.

    Attributes:
        rules: the parts, each once, in the order in which they were given.
    """

    scope = "rules"

    def __init__(self, rules: Iterable[Rule], times: int = 1) -> None:
        self.rules = tuple(dict.fromkeys(rules))
        self.depth = 1 + max((rule.depth for rule in self.rules), default=0)
        self.parts = 1 + times * sum(rule.parts for rule in self.rules)
        self.is_filter = any(rule.is_filter for rule in self.rules)
        self.declares = any(rule.declares for rule in self.rules)
        self.alone = any(rule.alone for rule in self.rules)
        self._check_demanded()
        check_extent(self)

    def _check_demanded(self) -> None:
        """Make sure that no part is a rule that can only be demanded.

        Raises:
            InputError: one is.
        """
        for rule in self.rules:
            if rule.alone:
                raise InputError(
                    f"{rule} is a logic program, which can only be demanded",
                    f"take it out of {self.name}, or say all of that in a program",
                )

    def require(self, puzzle: Puzzle) -> None:
        """Make sure that all parts apply to `puzzle`."""
        for rule in self.rules:
            rule.require(puzzle)

    def is_filter_on(self, puzzle: Puzzle) -> bool:
        """Return whether a part is a filter on `puzzle`."""
        return any(rule.is_filter_on(puzzle) for rule in self.rules)

    def renamed(self, holding: str) -> Rule:
        """Return the rule made of the translated parts."""
        parts = tuple(rule.renamed(holding) for rule in self.rules)
        return self if parts == self.rules else self._with_rules(parts)

    def _with_rules(self, rules: Sequence[Rule]) -> Rule:
        """Return the same kind of rule, made of other rules."""
        return type(self)(rules)

    needed: int = 1
    """The number of parts that have to hold."""

    def holds(self, cube: State) -> bool:
        """Return whether enough parts hold; no more of them are checked than needed."""
        parts = self._in_order(cube.puzzle)  # which makes sure that they apply there
        missing, spare = self.needed, len(parts) - self.needed
        if missing <= 0 or spare < 0:
            return missing <= 0
        for rule in parts:
            if rule.holds(cube):
                missing -= 1
            else:
                spare -= 1
            if not missing:
                return True
            if spare < 0:
                return False
        raise AssertionError("no part is left, but the answer is still not known")

    def holds_in(self, cubes: Batch) -> Flags:
        """Return for each cube whether enough parts hold."""
        return cubes.at_least(self.needed, [r.holds_in for r in self._in_order(cubes.puzzle)])

    def cost(self, puzzle: Puzzle) -> int:
        """Return the sum of the costs of all parts."""
        return sum(rule.cost(puzzle) for rule in self.rules)

    def _in_order(self, puzzle: Puzzle) -> tuple[Rule, ...]:
        """Return the parts, the cheapest first, worked out once."""
        known: dict[Puzzle, tuple[Rule, ...]] = self.__dict__.setdefault("_known_order", {})
        if puzzle not in known:
            self.require(puzzle)
            known[puzzle] = tuple(sorted(self.rules, key=lambda rule: rule.cost(puzzle)))
        return known[puzzle]

    def impossible(self, puzzle: Puzzle = CUBE) -> str | None:
        """Return why too few of the parts can hold, or the contradiction between their primitives."""
        reasons = list(filter(None, (rule.impossible(puzzle) for rule in self.rules)))
        if len(self.rules) - len(reasons) < self.needed:
            return next(iter(reasons), "fewer rules are given than have to hold")
        return super().impossible(puzzle)

    def orders(self) -> frozenset[int] | None:
        """Return the orders that enough parts allow; None for any."""
        return orders_of(self.rules, self.needed)

    def symmetries(self, puzzle: Puzzle = CUBE) -> tuple[Symmetry, ...]:
        """Return the symmetries of all parts, or those of the primitives if these are more."""
        groups = [rule.symmetries(puzzle) for rule in self.rules]
        fewer = [set(group) for group in groups if len(group) < len(SYMMETRIES)]
        shared = tuple(s for s in SYMMETRIES if all(s in group for group in fewer))
        # Primitives, which take long to compare, may show more only if several parts have symmetries of their own.
        if self.is_filter_on(puzzle) or len(fewer) <= 1:
            return shared
        return max(super().symmetries(puzzle), shared, key=len)

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.rules))})"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self.rules)!r})"


def leaves(rule: Rule) -> Iterator[Rule]:
    """Yield the innermost rules that a rule is made of; for a rule not made of others, the rule itself."""
    if not isinstance(rule, Composite):
        yield rule
        return
    for part in rule.rules:
        yield from leaves(part)


def conjunction(rule: Rule, puzzle: Puzzle) -> Primitive:
    """Return one primitive that says the same as all those of `rule` together."""
    primitives = tuple(dict.fromkeys(rule.primitives_on(puzzle)))
    return primitives[0] if len(primitives) == 1 else all_of(primitives)


def summary_of(message: str, broken: Iterable[list[Violation]]) -> Violation:
    """Return one violation on all stickers of several, with their first reasons."""
    places = [violation for part in broken for violation in part]
    facelets = {facelet for place in places for facelet in place.facelets}
    texts = [part[0].text for part in broken if part]
    reasons = "; ".join(texts[:_LISTED]) + ("; …" if len(texts) > _LISTED else "")
    return Violation(tuple(sorted(facelets)), f"{message}: {reasons}" if reasons else message)
