"""At least k of some rules hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import SupportsIndex

from cubecsp.errors import InputError, excerpt
from cubecsp.models.core.composite import Composite, conjunction, summary_of
from cubecsp.models.core.primitives import Primitive, at_least_of
from cubecsp.models.core.rule import Rule, State, Violation
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE

_MOST_ALIKE = (
    40  # rules with the same meaning in `at-least`: each is wrapped up once more than the last
)


class AtLeastOf(Composite):
    """At least `needed` of the rules hold.

    Args:
        needed: an integer; with 0 or less the rule always holds, with more than there are rules never.
        rules: no rule twice.
    """

    name = "at-least"
    summary = "at least K of these rules hold"
    example = "at-least(2, every-colour, no-piece-home, faces-differ)"

    def __init__(self, needed: SupportsIndex, rules: Iterable[Rule]) -> None:
        if not isinstance(needed, SupportsIndex):
            raise InputError(
                f"at-least({excerpt(str(needed))}, …): not a count",
                "give the least number of the rules that have to hold",
            )
        listed = list(rules)
        super().__init__(listed)
        self.needed = max(needed.__index__(), 0)
        if len(listed) > len(self.rules):
            twice = next(rule for rule in listed if listed.count(rule) > 1)
            raise InputError(f"at-least counts rule {twice} twice", "name each rule once")

    def primitives(self, puzzle: Puzzle = CUBE) -> Iterable[Primitive]:
        """Return one count of conjunctions."""
        conjunctions = [conjunction(rule, puzzle) for rule in self.rules]
        alike = max(Counter(conjunctions).values(), default=0)
        if alike > _MOST_ALIKE:
            raise InputError(
                f"at-least({self.needed}, …) counts {alike} rules with the same meaning",
                f"the limit is {_MOST_ALIKE}",
            )
        yield at_least_of(self.needed, conjunctions)

    def violations(self, cube: State) -> list[Violation]:
        """Return one violation, on all stickers that break a part."""
        broken = [places for rule in self.rules if (places := rule.violations(cube))]
        kept = len(self.rules) - len(broken)
        if kept >= self.needed:
            return []
        return [
            summary_of(f"{kept} of the {len(self.rules)} rules hold, not {self.needed}", broken)
        ]

    def describe(self) -> str:
        """Return the parts in words."""
        parts = "; ".join(f"({rule.describe()})" for rule in self.rules)
        return f"at least {self.needed} of these: {parts or 'none'}"

    def _with_rules(self, rules: Sequence[Rule]) -> Rule:
        return AtLeastOf(self.needed, rules)

    def __str__(self) -> str:
        return f"at-least({', '.join(map(str, (self.needed, *self.rules)))})"

    def __repr__(self) -> str:
        return f"AtLeastOf({self.needed}, {list(self.rules)!r})"


def at_least(needed: SupportsIndex, *rules: Rule) -> AtLeastOf:
    """Return the rule that at least `needed` of `rules` hold."""
    return AtLeastOf(needed, rules)
