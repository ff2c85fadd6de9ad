"""Every question of the API by name."""

from __future__ import annotations

from cubecsp.server.questions import cubes, lists, moves, proofs, puzzles, rules
from cubecsp.server.questions.base import Asked

__all__ = ["QUESTIONS"]

QUESTIONS: dict[str, type[Asked]] = {
    one.question: one
    for module in (rules, cubes, moves, proofs, lists, puzzles)
    for name in module.__all__
    for one in [getattr(module, name)]
}
"""The parameters of each question, which know how it is asked."""
