"""Closed forms for rules about what single slots hold, singly or in a choice.

If each slot has its own set of placements, the number of cubes is a sum of products of the orbits'
numbers (`matchings`): permanents and, for the parities, determinants. Choices and symmetries are sums of such conditions
(`terms`), and classes are counted by what symmetries preserve (`stabilisers`).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from cubecsp.errors import OutOfReachError
from cubecsp.models.counting.matchings import too_many_kinds
from cubecsp.models.counting.number_of_cubes import cubes_within
from cubecsp.models.counting.stabilisers import (
    Case,
    about_order,
    about_symmetry,
    cases_of_rules,
    count_by_stabiliser,
)
from cubecsp.models.counting.structure import structure_of
from cubecsp.models.counting.subgroups import Group
from cubecsp.models.counting.terms import CubesTerm, refusal_of, terms_of, terms_without_symmetries
from cubecsp.models.counting.way import ExactCount, ProgressSign, Question, Steps, Way, Work
from cubecsp.models.sampling.piece_numbering import PieceNumbering
from cubecsp.models.sampling.sample_source import Numbering
from cubecsp.puzzle.cube.cube_puzzle import CUBE

_MOST_NUMBERED = 256  # terms, each of which has separate tables
_TERMS_PER_STEP = 16


class PiecesWay(Way):
    """Adds up permanents and determinants, one for each orbit."""

    name = "pieces"
    summary = "closed forms, for rules about what single slots hold"
    immediate = True
    numbers = True
    limits = "it cannot handle rules that compare stickers of several pieces"

    def objection(self, question: Question) -> str | None:
        """Return the reason for a refusal: slots are coupled, or there are too many cases."""
        if question.pattern.filters:
            return "some rules can only be checked cube by cube"
        rules = question.pattern.rules
        if about_order(rules):
            return "some rules are about the order of the cube"
        if not question.classes and not about_symmetry(rules):
            return refusal_of(question.structure, question.puzzle)
        if question.puzzle is not CUBE:
            return "it counts classes of the 3×3×3 only"
        structures = (structure_of([case.condition], CUBE) for case in cases_of_rules(rules))
        return next(filter(None, (refusal_of(some, CUBE) for some in structures)), None)

    def refusal_to_draw(self, question: Question) -> str | None:
        """Return the same, or that there are too many cases to number cubes."""
        if why := self.objection(question):
            return why
        terms = [*islice(terms_of(question), _MOST_NUMBERED + 1)]
        if len(terms) > _MOST_NUMBERED:
            return f"choices leave more than {_MOST_NUMBERED:,} cases"
        return _too_many_kinds(question, terms)

    def prepare(self, question: Question) -> None:
        """Look at the domains of all cases, if there are several of a cube with orbits of many slots."""
        if not question.structure.couplings or question.puzzle.size <= CUBE.size:
            return
        if why := _too_many_kinds(question, terms_of(question)):
            raise OutOfReachError(why)

    def count(self, question: Question) -> Steps:
        """Add up the cases."""
        self.prepare(question)
        if question.classes:
            yield ProgressSign()
            return count_by_stabiliser(question, _preserved_number)
        number = 0
        for done, (factor, domains, group) in enumerate(terms_of(question)):
            number += factor * cubes_within(domains, question.puzzle, group)
            if done % _TERMS_PER_STEP == 0:
                yield ProgressSign()
        return ExactCount(number)

    def numbering(self, question: Question) -> Work[Numbering]:
        """Put the cubes of all terms together."""
        yield ProgressSign()
        return PieceNumbering(question.puzzle, terms_of(question))


WAY = PiecesWay()


def _too_many_kinds(question: Question, terms: Iterable[CubesTerm]) -> str | None:
    refusals = (too_many_kinds(term.domains, question.puzzle) for term in terms)
    return next(filter(None, refusals), None)


def _preserved_number(case: Case, group: Group) -> int:
    """Return how many of the cubes that a group preserves satisfy the condition of a case."""
    terms = terms_without_symmetries(structure_of([case.condition], CUBE), CUBE)
    return sum(term.factor * cubes_within(term.domains, CUBE, group) for term in terms)
