"""Rules made of rules: all, any, not, at least k of them, and in some or every whole-cube orientation.

Each is a rule like any other. The primitives nest as the rules do; the check uses the checks of the parts. A
rule made with a filter is a filter too: it keeps only the primitives that follow from it, and a negated filter
has none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal, SupportsIndex

from cubecsp.errors import InputError, excerpt
from cubecsp.models.core.primitives import Primitive, all_of, any_of, at_least_of
from cubecsp.models.core.rule import Composition, Rule, State, Violation
from cubecsp.models.core.sticker_scope import weight
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle, cube_of
from cubecsp.puzzle.cube.sizes import ODD_SIZES
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry

if TYPE_CHECKING:
    from cubecsp.puzzle.cube.batch import Batch, Flags

__all__ = [
    "MAX_DEPTH",
    "MAX_PARTS",
    "MAX_WRITTEN",
    "AllOf",
    "AnyOf",
    "AtLeastOf",
    "Budget",
    "Not",
    "WholeOrientation",
    "all_rules",
    "at_least",
    "both",
    "check_extent",
    "conjunction",
    "either",
    "leaves",
]

MAX_DEPTH = 40
"""The greatest depth to which rules may be nested."""
MAX_PARTS = 5_000
"""The largest number of rules that one rule may be made of; a rule in 24 or 48 orientations counts that often."""
MAX_WRITTEN = 20_000
"""The largest number of rules that a text or a file may stand for, once names and quantifiers are written out."""

_TOLD = 3  # the most broken alternatives that a message lists
_MOST_ALIKE = (
    40  # rules with the same meaning in `at-least`: each is wrapped up once more than the last
)
_MAX_MOVED = 2_000_000  # rows and relations of a rule in all whole-cube orientations


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
                f"more than {MAX_WRITTEN} rules, once names and quantifiers are written out",
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


class _Composite(Rule):
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
        return self if parts == self.rules else self._made_of(parts)

    def _made_of(self, rules: Sequence[Rule]) -> Rule:
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


class AllOf(_Composite):
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
        return [primitive for rule in self.rules for primitive in rule.stated(puzzle)]

    def violations(self, cube: State) -> list[Violation]:
        """Return those of all parts."""
        return [violation for rule in self.rules for violation in rule.violations(cube)]

    def describe(self) -> str:
        """Return the parts in words."""
        if not self.rules:
            return "every cube"
        return "all of these: " + "; ".join(f"({rule.describe()})" for rule in self.rules)


class AnyOf(_Composite):
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
        return [_summed("none of the alternatives holds", broken)] if all(broken) else []

    def describe(self) -> str:
        """Return the parts in words."""
        if not self.rules:
            return "no cube"
        return "at least one of these: " + "; ".join(f"({r.describe()})" for r in self.rules)


class AtLeastOf(_Composite):
    """At least `needed` of the rules hold.

    Args:
        needed: a whole number; with 0 or less the rule always holds, with more than there are rules never.
        rules: no rule twice.
    """

    name = "at-least"
    summary = "at least K of these rules hold"
    example = "at-least(2, every-colour, no-piece-home, faces-differ)"

    def __init__(self, needed: SupportsIndex, rules: Iterable[Rule]) -> None:
        if not isinstance(needed, SupportsIndex):
            raise InputError(
                f"at-least is given {excerpt(str(needed))}, not a count",
                "give how many of the rules hold at least",
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
        return [_summed(f"{kept} of the {len(self.rules)} rules hold, not {self.needed}", broken)]

    def describe(self) -> str:
        """Return the parts in words."""
        parts = "; ".join(f"({rule.describe()})" for rule in self.rules)
        return f"at least {self.needed} of these: {parts or 'none'}"

    def _made_of(self, rules: Sequence[Rule]) -> Rule:
        return AtLeastOf(self.needed, rules)

    def __str__(self) -> str:
        return f"at-least({', '.join(map(str, (self.needed, *self.rules)))})"

    def __repr__(self) -> str:
        return f"AtLeastOf({self.needed}, {list(self.rules)!r})"


class Not(_Composite):
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

    def _made_of(self, rules: Sequence[Rule]) -> Rule:
        return Not(all_rules(rules))

    def __str__(self) -> str:
        return f"not {self.rule}"

    def __repr__(self) -> str:
        return f"Not({self.rule!r})"


class WholeOrientation(_Composite):
    """A rule holds in every whole-cube orientation, or in some.

    Reorienting a cube renames its colours along, as conjugation does.

    Args:
        rule: what has to hold.
        quantifier: `some` or `every`.
        mirrored: whether mirror images count: all 48 symmetries, not just the 24 rotations.
    """

    sizes = ODD_SIZES

    def __init__(
        self, rule: Rule, quantifier: Literal["some", "every"] = "some", *, mirrored: bool = False
    ) -> None:
        ways = "symmetry" if mirrored else "holding"
        self.name = f"{quantifier}-{ways}"
        number = 48 if mirrored else 24
        how = "at least one" if quantifier == "some" else "each"
        mirror = " and mirror it" if mirrored else ""
        self.summary = f"the rule holds in {how} of the {number} ways to hold the cube{mirror}"
        super().__init__([rule], times=number)
        self.rule = rule
        self.ways = SYMMETRIES[:number]
        self.quantifier = quantifier

    def limitation(self, puzzle: CubePuzzle) -> str:
        """Return why it does not apply to `puzzle`."""
        return f"a {puzzle.name} looks the same in every whole-cube orientation: it has no centres"

    def require(self, puzzle: Puzzle) -> None:
        """Make sure that `puzzle` can be held in different ways, and that the part applies to it."""
        Rule.require(self, puzzle)
        super().require(puzzle)

    def primitives(self, puzzle: Puzzle = CUBE) -> Iterable[Primitive]:
        """Return the conjunction or disjunction of the rule's images."""
        self.require(puzzle)
        inner = conjunction(self.rule, puzzle)
        size = len(self.ways) * weight(inner, rows=1, nodes=1)
        if size > _MAX_MOVED:
            raise InputError(
                f"rule {excerpt(str(self))} expands to {size} rows and relations",
                f"the limit is {_MAX_MOVED}",
            )
        images = [inner.moved(symmetry, cube_of(puzzle)) for symmetry in self.ways]
        yield any_of(images) if self.quantifier == "some" else all_of(images)

    def violations(self, cube: State) -> list[Violation]:
        """Return one violation, on no stickers in particular."""
        self.require(cube.puzzle)
        kept = sum(self.rule.holds(symmetry.of(cube)) for symmetry in self.ways)
        if kept == len(self.ways) or (kept and self.quantifier == "some"):
            return []
        message = f"{self.rule} holds in {kept} of the {len(self.ways)} ways to hold the cube"
        return [Violation((), message)]

    def holds(self, cube: State) -> bool:
        """Return whether the rule holds in some, or in all, of the orientations."""
        self.require(cube.puzzle)
        holds = (self.rule.holds(symmetry.of(cube)) for symmetry in self.ways)
        return any(holds) if self.quantifier == "some" else all(holds)

    def holds_in(self, cubes: Batch) -> Flags:
        """Return for each cube whether the rule holds in some, or in all, of the orientations."""
        self.require(cubes.puzzle)
        needed = 1 if self.quantifier == "some" else len(self.ways)
        return cubes.at_least(needed, [partial(self._holds_after, way) for way in self.ways])

    def _holds_after(self, way: Symmetry, cubes: Batch) -> Flags:
        return self.rule.holds_in(cubes.moved(way))

    def cost(self, puzzle: Puzzle) -> int:
        """Return the cost of the rule in all orientations."""
        return len(self.ways) * self.rule.cost(puzzle)

    def symmetries(self, puzzle: Puzzle = CUBE) -> tuple[Symmetry, ...]:
        """Return the orientations themselves, or all 48 if the rule is the same in a mirror."""
        self.require(puzzle)
        return (
            self.ways
            if self.is_filter_on(puzzle)
            else max(Rule.symmetries(self, puzzle), self.ways, key=len)
        )

    def describe(self) -> str:
        """Return the quantifier and the rule in words."""
        return self.summary.replace("the rule", f"({self.rule.describe()})", 1)

    def _made_of(self, rules: Sequence[Rule]) -> Rule:
        return WholeOrientation(
            all_rules(rules), self.quantifier, mirrored=len(self.ways) == len(SYMMETRIES)
        )

    def __repr__(self) -> str:
        return (
            f"WholeOrientation({self.rule!r}, {self.quantifier!r}, mirrored={len(self.ways) == 48})"
        )


def leaves(rule: Rule) -> Iterator[Rule]:
    """Yield the innermost rules that a rule is made of; for a rule not made of others, the rule itself."""
    if not isinstance(rule, _Composite):
        yield rule
        return
    for part in rule.rules:
        yield from leaves(part)


def all_rules(rules: Iterable[Rule]) -> Rule:
    """Return the conjunction of some rules: the rule itself if there is one."""
    listed = tuple(rules)
    return listed[0] if len(listed) == 1 else AllOf(listed)


def at_least(needed: SupportsIndex, *rules: Rule) -> AtLeastOf:
    """Return the rule that at least `needed` of `rules` hold."""
    return AtLeastOf(needed, rules)


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


def conjunction(rule: Rule, puzzle: Puzzle) -> Primitive:
    """Return one primitive that says the same as all those of `rule` together."""
    primitives = tuple(dict.fromkeys(rule.stated(puzzle)))
    return primitives[0] if len(primitives) == 1 else all_of(primitives)


def _summed(message: str, broken: Iterable[list[Violation]]) -> Violation:
    places = [violation for part in broken for violation in part]
    facelets = {facelet for place in places for facelet in place.facelets}
    texts = [part[0].text for part in broken if part]
    reasons = "; ".join(texts[:_TOLD]) + ("; …" if len(texts) > _TOLD else "")
    return Violation(tuple(sorted(facelets)), f"{message}: {reasons}" if reasons else message)


Rule.composed = Composition(both, either, Not)
