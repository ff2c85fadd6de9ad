"""Cubes by number in closed form: rules about what single slots hold, alone or in a choice.

What `cubecsp.models.counting.pieces` adds up is followed here slot by slot; see
`cubecsp.models.sampling.piece_numbering`.
"""

from __future__ import annotations

from itertools import islice

from cubecsp.models.counting import COUNTERS
from cubecsp.models.counting.base import Question
from cubecsp.models.counting.pieces import Term, terms_of, too_many_kinds
from cubecsp.models.sampling.base import Numbering, NumberingSampler, Preparation, Trying
from cubecsp.models.sampling.piece_numbering import PieceNumbering

__all__ = ["SAMPLER", "PiecesSampler"]

_MOST_TERMS = 256  # each has tables of its own


class PiecesSampler(NumberingSampler):
    """Numbers the cubes with permanents and determinants, one for each orbit."""

    name = "pieces"
    summary = "closed forms, for rules about what single slots hold"
    immediate = True
    limits = COUNTERS["pieces"].limits

    def refusal(self, question: Question) -> str | None:
        """Return the reason for a refusal: slots are coupled, or there are too many cases."""
        why = COUNTERS[self.name].refusal(question)
        if why is not None:
            return why
        terms = _terms(question)
        if len(terms) > _MOST_TERMS:
            return f"choices leave more than {_MOST_TERMS:,} cases"
        kinds = (too_many_kinds(term.domains, question.puzzle) for term in terms)
        return next(filter(None, kinds), None)

    def numbering(self, question: Question) -> Preparation[Numbering]:
        """Put the cubes of all terms together."""
        yield Trying()
        return PieceNumbering(question.puzzle, _terms(question))


def _terms(question: Question) -> list[Term]:
    """Return the terms or, if there are too many, one more than the limit."""
    return [*islice(terms_of(question), _MOST_TERMS + 1)]


SAMPLER = PiecesSampler()
