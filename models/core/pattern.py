"""A pattern: rules that hold together. Every question is about a pattern."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from cubecsp.errors import InputError
from cubecsp.frozen import frozen
from cubecsp.models.core.compose import AllOf, Not, all_rules, both, either
from cubecsp.models.core.composite import orders_of
from cubecsp.models.core.invariance import symmetries_of
from cubecsp.models.core.primitives import Primitive, any_of
from cubecsp.models.core.renamed import holding_of
from cubecsp.models.core.rule import Rule, State, Violation
from cubecsp.models.programs.program import programs_in
from cubecsp.puzzle.core.display import ShownAsHtml
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry
from cubecsp.stopping.deadline import looking

if TYPE_CHECKING:  # numpy is slow to import
    from cubecsp.puzzle.cube.batch import CubeArray


def common_puzzle(puzzles: Iterable[Puzzle]) -> Puzzle:
    """Return the cube that all parts of a pattern are about: the 3×3×3 if no part names one.

    Raises:
        InputError: they are about different cubes.
    """
    one, *others = dict.fromkeys(puzzles) or (CUBE,)
    if others:
        raise InputError(
            f"rules about a {one.name} and about a {others[0].name}", "ask about one size at a time"
        )
    return one


@frozen
class Pattern(ShownAsHtml):
    """The conjunction of some rules.

    It is about cubes with their centres in their solved positions (even sizes: with the piece DBL in its own).
    A drawing that shows them elsewhere decides which letters all the rules use: they are translated (see
    `Rule.renamed`).

    `&`, `|` and `~` combine patterns, and patterns with rules.

    Attributes:
        rules: the rules, each once, in the order in which they were given.
        name: the name of the pattern, if it has one; not a part of its identity.
        puzzle: the cube that it is about.
    """

    rules: tuple[Rule, ...]
    name: str | None = field(default=None, compare=False)
    puzzle: Puzzle = CUBE

    def __post_init__(self) -> None:
        holding = holding_of(self.rules) or FACES
        rules = self.rules if holding == FACES else [rule.renamed(holding) for rule in self.rules]
        object.__setattr__(self, "rules", tuple(dict.fromkeys(rules)))

    @cached_property
    def holding(self) -> str:
        """The orientation of the cubes whose letters the rules use: see `Facelets.holding`."""
        return holding_of(self.rules) or FACES

    def held(self, holding: str) -> Pattern:
        """Return the pattern about a cube in some whole-cube orientation, with rules in the letters of this cube.

        Raises:
            InputError: the letters of a rule cannot be translated.
        """
        if holding == self.holding:
            return self
        return replace(self, rules=tuple(rule.renamed(holding) for rule in self.rules))

    @classmethod
    def of(cls, rule: Pattern | Rule) -> Pattern:
        """Return a pattern unchanged, and a rule as the pattern of this one rule."""
        return cls((rule,)) if isinstance(rule, Rule) else rule

    def __str__(self) -> str:
        return " ".join(map(str, self.rules))

    def __repr__(self) -> str:
        name = "" if self.name is None else f", name={self.name!r}"
        puzzle = "" if self.puzzle is CUBE else f", puzzle={self.puzzle!r}"
        return f"Pattern({self.rules}{name}{puzzle})"

    def __and__(self, other: object) -> Pattern:
        return self._with(other, both)

    def __or__(self, other: object) -> Pattern:
        return self._with(other, either)

    def __rand__(self, other: object) -> Pattern:
        return self._with(other, lambda mine, others: both(others, mine))

    def __ror__(self, other: object) -> Pattern:
        return self._with(other, lambda mine, others: either(others, mine))

    def __invert__(self) -> Pattern:
        return Pattern((Not(all_rules(self.rules)),), puzzle=self.puzzle)

    def _with(self, other: object, combined: Callable[[Rule, Rule], Rule]) -> Pattern:
        """Return this pattern combined with another one, or with a rule, about the same cube.

        Raises:
            InputError: they are about different cubes.
        """
        if isinstance(other, Rule):
            other = Pattern((other,), puzzle=self.puzzle)
        if not isinstance(other, Pattern):
            return NotImplemented  # type: ignore[no-any-return]
        if other.puzzle != self.puzzle:
            raise InputError(
                f"a pattern about the {self.puzzle.name} and one about the {other.puzzle.name}",
                "combine patterns about one cube",
            )
        rule = combined(all_rules(self.rules), all_rules(other.rules))
        return Pattern(rule.rules if isinstance(rule, AllOf) else (rule,), puzzle=self.puzzle)

    def about(self, puzzle: Puzzle) -> Pattern:
        """Return the pattern with the same rules about another puzzle."""
        return Pattern(self.rules, puzzle=puzzle)

    def including(self, *rules: Rule) -> Pattern:
        """Return the pattern with these rules demanded too."""
        return Pattern((*self.rules, *rules), puzzle=self.puzzle)

    def without(self, *rules: Rule) -> Pattern:
        """Return the pattern with these rules dropped.

        Raises:
            InputError: the pattern does not have a rule.
        """
        for rule in rules:
            if rule not in self.rules:
                raise InputError(
                    f"rule {rule} cannot be dropped: it is not one of them",
                    f"the rules are {self}" if self.rules else "there are no rules",
                )
        return Pattern(tuple(r for r in self.rules if r not in rules), puzzle=self.puzzle)

    @cached_property
    def primitives(self) -> tuple[Primitive, ...]:
        """The primitives of all rules, each once; none of them is a logic program.

        Raises:
            InputError: one is, so that only clingo could decide it; or a rule does not apply to the cube.
        """
        programs = programs_in(self.with_programs)
        if programs:
            raise InputError(
                f"{programs[0].source.name} is a logic program, and only clingo could check what is claimed about it",
                "ask find, best or explain, or state it in the language of rules",
            )
        return self.with_programs

    @cached_property
    def with_programs(self) -> tuple[Primitive, ...]:
        """The primitives of all rules, each once, and the logic programs among them.

        If the rules allow no order of a cube together, the last one never holds.
        """
        gathered = looking(p for rule in self.rules for p in rule.primitives_on(self.puzzle))
        each = dict.fromkeys(gathered)
        if self.puzzle is CUBE and orders_of(self.rules, len(self.rules)) == frozenset():
            each[any_of([])] = None
        return tuple(each)

    @cached_property
    def filters(self) -> tuple[Rule, ...]:
        """The filters: engines cannot propagate them, so `holds` decides on every cube found.

        For a puzzle that is not a cube, they may include that the state is solvable.

        Raises:
            LimitError: which states are solvable cannot be worked out.
        """
        filters = tuple(rule for rule in self.rules if rule.is_filter_on(self.puzzle))
        if isinstance(self.puzzle, CubePuzzle):
            return filters
        from cubecsp.models.core.membership import membership

        beyond = membership(self.puzzle)
        return filters if beyond is None else (*filters, beyond)

    @property
    def listed(self) -> CubeArray | None:
        """Cubes among which are all that satisfy the rules, if a rule lists them; otherwise None."""
        lists = (rule.listed(self.puzzle) for rule in self.rules)
        return next((rows for rows in lists if rows is not None), None)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries that preserve the pattern, as far as can be seen: a group, identity first.

        They are found from the primitives, so rules of any origin are covered; rules that know more symmetries,
        and filters, state theirs.
        """
        if not isinstance(puzzle := self.puzzle, CubePuzzle):
            return SYMMETRIES[:1]
        asked = [rule for rule in self.rules if rule.declares or rule in self.filters]
        others = [rule for rule in self.rules if rule not in asked]
        group = symmetries_of((p for r in others for p in r.primitives_on(puzzle)), puzzle)
        for rule in asked:
            kept = set(rule.symmetries(puzzle))
            group = tuple(symmetry for symmetry in group if symmetry in kept)
        return group

    def impossible(self) -> dict[Rule, str]:
        """Return the rules that can never hold and why, as far as that is cheap to see."""
        entries = {rule: rule.impossible(self.puzzle) for rule in self.rules}
        return {rule: why for rule, why in entries.items() if why is not None}

    def notes(self) -> list[str]:
        """Return remarks for a user who is about to ask a question: sentences without full stop."""
        return [*self.notes_on_impossible(), *self.notes_on_filters()]

    def notes_on_impossible(self) -> list[str]:
        """Return remarks on rules that can never hold."""
        return [f"rule {rule} can never hold: {why}" for rule, why in self.impossible().items()]

    def notes_on_filters(self) -> list[str]:
        """Return remarks on filters: they apply only if an engine finds the candidates."""
        noun = "cube" if isinstance(self.puzzle, CubePuzzle) else "state"
        return [
            f"no engine can propagate {rule}: candidate {noun}s are generated and filtered{'; ' * bool(advice)}{advice}"
            for rule in self.rules
            if rule.is_filter_on(self.puzzle)
            for advice in [rule.advice(self.puzzle)]
        ]

    def violations(self, cube: State, holding: str | None = None) -> dict[Rule, list[Violation]]:
        """Return the violations of each rule that `cube` breaks.

        Args:
            cube: with colours that are named after the centres.
            holding: its orientation, if not that of the rules.
        """
        asked = self.rules if holding is None else self.held(holding).rules
        broken = {rule: one.violations(cube) for rule, one in zip(self.rules, asked, strict=True)}
        return {rule: places for rule, places in broken.items() if places}

    @cached_property
    def cheapest_first(self) -> tuple[Rule, ...]:
        """The rules in the order in which cubes are best checked."""
        return tuple(sorted(self.rules, key=lambda rule: rule.cost(self.puzzle)))

    def holds(self, cube: State) -> bool:
        """Return whether `cube` satisfies all the rules; `violations` lists the rules that it breaks."""
        return all(rule.holds(cube) for rule in self.cheapest_first)
