"""Inclusion and exclusion: rules that combine others by any, not, at-least and how-many, as sums over conjunctions.

Whether such rules hold depends only on which of their parts do: they are a function f of the set of the parts that hold.
The number of cubes is a sum over the sets S of parts,

    Σ c(S) · (the number of cubes with all parts in S),   c(S) = Σ (−1)^(|S| − |T|) · f(T), over the subsets T of S,

by Möbius inversion (R. Stanley, Enumerative Combinatorics 1, chapters 2.1 and 3.7). If exactly k of the parts have to hold, this
is C. Jordan's formula, c(S) = (−1)^(|S| − k) · C(|S|, k); for k at least, the second factor is C(|S| − 1, k − 1) (W. Feller,
An Introduction to Probability Theory 1, chapter IV). Each conjunction is counted by the other exact ways.

A set that a symmetry of the question maps to one counted before has as many cubes. Supersets of parts that no cube satisfies together are left out; that happens early if each part is replaced by its negation
where more than half of some random cubes satisfy it, which also leaves the conjunctions few cubes.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from cubecsp.errors import OutOfReachError
from cubecsp.models.core.compose import AllOf, AnyOf, Not
from cubecsp.models.core.feasibility import conjuncts
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.primitives import Primitive
from cubecsp.models.core.rule import Rule
from cubecsp.models.counting.planner import plan_to_count
from cubecsp.models.counting.random_cubes import random_cubes
from cubecsp.models.counting.way import ExactCount, ProgressSign, Question, Steps, Way, Work
from cubecsp.models.rules.at_least import AtLeastOf
from cubecsp.models.rules.comparisons import COMPARED, Comparison
from cubecsp.models.rules.terms import Indicator
from cubecsp.puzzle.cube.batch import Batch

_MOST_PARTS = 16
_DRAWN = 200  # random cubes that show which parts are rare

_Flags = NDArray[np.bool_]
_Key = frozenset[Primitive]


class InclusionExclusionWay(Way):
    """Adds and subtracts the cubes that satisfy some of the parts together."""

    name = "inclusion-exclusion"
    summary = "sums over conjunctions of the parts of any, not, at-least or how-many, each counted by another way"
    parallel = True
    gives_way = True
    limits = f"the rules must combine at most {_MOST_PARTS} others"

    def objection(self, question: Question) -> str | None:
        """Return that nothing is combined, or too much, or that more than a number is asked for."""
        if question.classes:
            return "it does not count classes"
        if question.executor.lasting:
            return "its work cannot be resumed or sent to a cluster"
        number = len(_parts_of(question.pattern))
        if not number:
            return "no rule combines others by any, not, at-least or how-many"
        if number > _MOST_PARTS:
            return f"the rules combine {number} others, more than {_MOST_PARTS}"
        return None

    def count(self, question: Question) -> Steps:
        """Add up the cubes of the sets of parts, small sets first."""
        yield ProgressSign()
        parts = _Parts(question)
        left, number, done = parts.sets(), 0, 0
        known: dict[_Key, int] = {}
        while left:
            some, factor = left.pop(0)
            asked = parts.question_of(some)
            key = frozenset(conjuncts(asked.primitives))
            cubes = None if asked.pattern.filters else known.get(key)  # whose primitives tell all
            if cubes is None:
                cubes = yield from _counted(asked, done / (done + 1 + len(left)))
                for symmetry in question.symmetries:
                    known[frozenset(p.moved(symmetry, question.puzzle) for p in key)] = cubes
            number += factor * cubes
            done += 1
            if not cubes:
                left = [one for one in left if one[0] & some != some]
        return ExactCount(number)


WAY = InclusionExclusionWay()


def _combines(rule: Rule) -> bool:
    """Return whether a rule is a choice among others; conjunctions without choices are parts as a whole."""
    match rule:
        case AllOf():
            return any(map(_combines, rule.rules))
        case Comparison():
            return all(isinstance(term, Indicator) for term in rule.weights)
    return isinstance(rule, AnyOf | Not | AtLeastOf)


def _parts_in(rule: Rule) -> Iterator[Rule]:
    """Yield the parts of a rule that combines others; a rule that does not is one itself."""
    if not _combines(rule):
        yield rule
        return
    for part in rule.rules:
        yield from _parts_in(part)


def _parts_of(pattern: Pattern) -> dict[Rule, None]:
    """Return the parts of all rules that combine others, each once, in order."""
    choices = filter(_combines, pattern.rules)
    return dict.fromkeys(part for rule in choices for part in _parts_in(rule))


def _truth(rule: Rule, parts: Mapping[Rule, _Flags]) -> _Flags:
    """Return for each set of parts whether a rule holds if these hold, and no others.

    Args:
        rule: the rule.
        parts: the same for each part.
    """
    if rule in parts:
        return parts[rule]
    match rule:
        case Not():
            return ~_truth(rule.rule, parts)
        case Comparison():
            terms = zip(rule.rules, rule.weights.values(), strict=True)
            total = sum(weight * _truth(part, parts) for part, weight in terms)
            return np.asarray(COMPARED[rule.operator](total, rule.number))
        case AllOf() | AnyOf() | AtLeastOf():
            holding = sum(_truth(part, parts).astype(np.int64) for part in rule.rules)
            return np.asarray(holding >= rule.needed)
    raise AssertionError(f"{rule} combines nothing")


class _Parts:
    """The parts of a question, and the sets of them that matter. A set is a bit mask.

    Args:
        question: a question that the way does not refuse.
    """

    def __init__(self, question: Question) -> None:
        self._question = question
        self._parts = [*_parts_of(question.pattern)]
        choices = [*filter(_combines, question.pattern.rules)]
        self._others = [rule for rule in question.pattern.rules if rule not in choices]
        sets = np.arange(1 << len(self._parts))
        rows = random_cubes(question.puzzle, _DRAWN, np.random.default_rng(0))
        holds, cubes = {}, Batch(rows, question.puzzle)
        for bit, part in enumerate(self._parts):
            holds[part] = (sets >> bit & 1).astype(np.bool_)
            if 2 * np.count_nonzero(part.holds_in(cubes)) > _DRAWN:
                self._parts[bit], holds[part] = Not(part), ~holds[part]
        self._factors = np.ones(len(sets), np.int64)
        for choice in choices:
            self._factors &= _truth(choice, holds)
        for bit in range(len(self._parts)):  # Möbius inversion
            by_bit = self._factors.reshape(-1, 2, 1 << bit)
            by_bit[:, 1] -= by_bit[:, 0]

    def question_of(self, some: int) -> Question:
        """Return the question how many cubes satisfy a set of parts, and the rules that combine nothing."""
        asked = [part for bit, part in enumerate(self._parts) if some >> bit & 1]
        pattern = self._question.pattern
        rules = tuple(dict.fromkeys((*self._others, *asked)))
        return replace(self._question, pattern=replace(pattern, rules=rules, name=None))

    def sets(self) -> list[tuple[int, int]]:
        """Return the sets whose factor is not 0, small ones first, with their factors."""
        sets = sorted(np.flatnonzero(self._factors).tolist(), key=int.bit_count)
        return [(some, int(self._factors[some])) for some in sets]


def _counted(question: Question, share: float) -> Work[int]:
    """Count a conjunction by the first other exact way that can, and return the number.

    Args:
        question: about the conjunction.
        share: of the conjunctions, those that are done.

    Raises:
        OutOfReachError: no way can count it.
    """
    failed = {WAY.name: "it is under way"}
    while True:
        plan = plan_to_count(question, failed=failed, tried=True)
        steps = plan.way.count(question)
        try:
            with contextlib.closing(steps):
                while True:
                    step = next(steps)
                    yield ProgressSign(share, left=step.left)  # others may take longer
        except StopIteration as done:
            return int(done.value.number)
        except OutOfReachError as error:
            if not plan.others:
                raise
            failed[plan.way.name] = error.problem
