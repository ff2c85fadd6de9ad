"""Every question of the API by name."""

from __future__ import annotations

from typing import Any

from cubecsp.questions import QUESTIONS as ALL
from cubecsp.server.asked import model_of
from cubecsp.server.questions import rules

__all__ = ["QUESTIONS"]

_CONVERTED = (
    "count",
    "check",
    "complete",
    "fewest",
    "repair",
    "describe",
    "convert",
    "prove",
    "rules",
    "meaning",
    "picture",
    "find_states",
    "count_states",
    "scramble_puzzle",
    "check_states",
    "describe_puzzle",
    "solve_states",
    "reach_states",
    "apply_moves",
)
_OF_MOVES = (
    "sample",
    "scramble",
    "rank",
    "unrank",
    "solve",
    "solve_all",
    "reach",
    "apply",
    "invert",
    "mirror",
    "rotate",
)

QUESTIONS: dict[str, Any] = {
    **{name: model_of(ALL[name]) for name in (*_CONVERTED, *_OF_MOVES)},
    **{one.question: one for name in rules.__all__ for one in [getattr(rules, name)]},
}
"""The parameters of each question, which know how it is asked."""
