"""Questions split into cases: cubes of one order, or with the same symmetries.

Rules about the order of a cube hold for all cubes of an order or for none, and rules about its symmetries for all
cubes with the same stabiliser or for none. In each case the rest of the question is a condition without such
rules. Symmetry classes are similar: by Burnside's lemma, their number is a sum over all cubes, divided by the
number of symmetries of the question. In it, each cube counts as many times as there are symmetries of the
question that preserve it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from itertools import product

from cubecsp.frozen import frozen
from cubecsp.models.core.compose import AllOf, AnyOf, Not
from cubecsp.models.core.composite import conjunction, leaves
from cubecsp.models.core.primitives import Primitive, all_of, at_least_of
from cubecsp.models.core.residual import ALWAYS, NEVER
from cubecsp.models.core.rule import Rule
from cubecsp.models.counting.cycles import cube_of_order
from cubecsp.models.counting.structure import beside_centres
from cubecsp.models.counting.subgroups import TRIVIAL, Group, coefficients, conjugate, subgroups
from cubecsp.models.counting.way import ExactCount, Question
from cubecsp.models.rules.at_least import AtLeastOf
from cubecsp.models.rules.order import orders
from cubecsp.models.rules.repetition import OfMoves
from cubecsp.models.rules.symmetric import Symmetric
from cubecsp.puzzle.core.quotient import quotient
from cubecsp.puzzle.cube.cube_puzzle import CUBE

_Verdicts = tuple[bool, ...]


@frozen
class Case:
    """Cubes of some orders, with some stabilisers.

    Attributes:
        condition: what else they have to satisfy.
        orders: the orders; None for any order.
        stabilisers: the stabilisers; None for any symmetries.
    """

    condition: Primitive
    orders: frozenset[int] | None
    stabilisers: frozenset[Group] | None

    def has_stabiliser(self, group: Group) -> bool:
        """Return whether cubes with this stabiliser are meant."""
        return self.stabilisers is None or group in self.stabilisers


def about_order(rules: Iterable[Rule]) -> list[OfMoves]:
    """Return the rules about the order that some rules are made of, each once."""
    return [rule for rule in _leaves(rules) if isinstance(rule, OfMoves)]


def about_symmetry(rules: Iterable[Rule]) -> list[Symmetric]:
    """Return the rules about symmetries that some rules are made of, each once."""
    return [rule for rule in _leaves(rules) if isinstance(rule, Symmetric)]


def unsettled_part(rule: Rule) -> Rule | None:
    """Return a part of a rule that can only be checked cube by cube, though orders and stabilisers are known."""
    if isinstance(rule, OfMoves | Symmetric) or not rule.is_filter_on(CUBE):
        return None
    if not isinstance(rule, AllOf | AnyOf | AtLeastOf | Not):
        return rule
    return next((part for part in map(unsettled_part, rule.rules) if part is not None), None)


def cases_of_rules(rules: Iterable[Rule]) -> list[Case]:
    """Return the cases that cubes with some rules consist of, without those that no cube satisfies.

    Args:
        rules: on the 3×3×3, none of which has an `unsettled_part`.
    """
    listed = [*rules]
    cycles, symmetric = about_order(listed), about_symmetry(listed)
    by_order: dict[_Verdicts, set[int]] = defaultdict(set)
    by_group: dict[_Verdicts, set[Group]] = defaultdict(set)
    for order in orders() if cycles else ():
        by_order[tuple(rule.holds(cube_of_order(order)) for rule in cycles)].add(order)
    for group in subgroups() if symmetric else ():
        by_group[tuple(_allows(rule, group) for rule in symmetric)].add(group)
    cases = []
    for (one, some), (other, groups) in product(
        by_order.items() or [((), None)], by_group.items() or [((), None)]
    ):
        verdicts = dict(zip((*cycles, *symmetric), (*one, *other), strict=True))
        condition = beside_centres(all_of(_condition_of(rule, verdicts) for rule in listed), CUBE)
        if condition != NEVER:
            meant = None if some is None else frozenset(some)
            stabilisers = None if groups is None else frozenset(groups)
            cases.append(Case(condition, meant, stabilisers))
    return cases


def count_by_stabiliser(question: Question, preserved: Callable[[Case, Group], int]) -> ExactCount:
    """Count the cubes of a question about the 3×3×3 and, if requested, their symmetry classes.

    Args:
        question: what is asked.
        preserved: how many of the cubes that a group preserves satisfy the condition of a case, and have one of its
            orders.
    """
    own = TRIVIAL
    if question.classes:
        own = frozenset(symmetry.index for symmetry in question.symmetries)
    number = classes = 0
    for case in cases_of_rules(question.pattern.rules):
        known = cache(partial(preserved, case))
        number += sum(
            factor * known(group) for group, factor in coefficients(case.has_stabiliser).items()
        )
        if question.classes:
            fixed = coefficients(partial(_preserving, case, own))
            classes += sum(
                factor * known(_like(group, question, case)) for group, factor in fixed.items()
            )
    if not question.classes:
        return ExactCount(number)
    return ExactCount(number, quotient(classes, len(own)), len(own))


def _preserving(case: Case, own: Group, group: Group) -> int:
    """Return how many symmetries of the question preserve a cube with a stabiliser; 0 if none is meant."""
    return len(group & own) if case.has_stabiliser(group) else 0


def _like(group: Group, question: Question, case: Case) -> Group:
    """Return one representative of the groups that symmetries of the question map to each other."""
    # The condition of a case may have fewer symmetries than the question.
    if case.stabilisers is not None:
        return group
    return min((conjugate(group, symmetry) for symmetry in question.symmetries), key=sorted)


def _leaves(rules: Iterable[Rule]) -> list[Rule]:
    return [*dict.fromkeys(leaf for rule in rules for leaf in leaves(rule))]


def _allows(rule: Symmetric, group: Group) -> bool:
    """Return whether cubes with this stabiliser satisfy a rule about symmetries."""
    return any(all(generator.index in group for generator in some) for some in rule.groups)


def _condition_of(rule: Rule, verdicts: Mapping[Rule, bool]) -> Primitive:
    """Return a rule as one condition, if some of its parts are known to hold, or not to."""
    if rule in verdicts:
        return ALWAYS if verdicts[rule] else NEVER
    if isinstance(rule, Not):
        return _condition_of(rule.rule, verdicts).negated()
    if isinstance(rule, AllOf | AnyOf | AtLeastOf):
        parts = [_condition_of(part, verdicts) for part in rule.rules]
        return all_of(parts) if isinstance(rule, AllOf) else at_least_of(rule.needed, parts)
    return conjunction(rule, CUBE)
