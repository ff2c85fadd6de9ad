"""Every question of the API by name."""

from __future__ import annotations

from typing import Any

from cubecsp.questions import QUESTIONS as ALL
from cubecsp.server.asked import model_of
from cubecsp.server.questions import cubes, lists, moves, proofs, rules

__all__ = ["QUESTIONS"]

_CONVERTED = (
    "find",
    "count",
    "best",
    "explain",
    "find_states",
    "count_states",
    "scramble_puzzle",
    "check_states",
    "describe_puzzle",
    "solve_states",
    "reach_states",
    "apply_moves",
)

QUESTIONS: dict[str, Any] = {
    **{name: model_of(ALL[name]) for name in _CONVERTED},
    **{
        one.question: one
        for module in (rules, cubes, moves, proofs, lists)
        for name in module.__all__
        for one in [getattr(module, name)]
    },
}
"""The parameters of each question, which know how it is asked."""
