"""Cubes by number in closed form: rules about what single slots hold, alone or in a choice.

What `cubecsp.models.counting.pieces` adds up is followed here slot by slot; see
`cubecsp.models.sampling.piece_numbering`.
"""

from __future__ import annotations

from cubecsp.models.counting import COUNTERS
from cubecsp.models.counting.base import Question
from cubecsp.models.counting.pieces import cases_of
from cubecsp.models.sampling.base import Numbering, NumberingSampler, Preparation, Trying
from cubecsp.models.sampling.piece_numbering import Case, PieceNumbering

__all__ = ["SAMPLER", "PiecesSampler"]

_MOST_CASES = 256  # each has tables of its own


class PiecesSampler(NumberingSampler):
    """Numbers the cubes with permanents and determinants, one for each orbit."""

    name = "pieces"
    summary = "closed forms, for rules about what single slots hold"
    immediate = True
    limits = COUNTERS["pieces"].limits

    def refusal(self, question: Question) -> str | None:
        """Return the reason for a refusal: slots are coupled, or there are too many cases."""
        why = COUNTERS[self.name].refusal(question)
        if why is None and len(_cases(question)) > _MOST_CASES:
            why = f"choices leave more than {_MOST_CASES:,} cases"
        return why

    def numbering(self, question: Question) -> Preparation[Numbering]:
        """Put the cubes of all cases together."""
        yield Trying()
        return PieceNumbering(question.puzzle, _cases(question))


def _cases(question: Question) -> list[Case]:
    """Return the cases, or, if there are too many, a few more than the limit."""
    cases: list[Case] = []
    for case in cases_of(question):
        cases.append(case)
        if len(cases) > _MOST_CASES:
            break
    return cases


SAMPLER = PiecesSampler()
