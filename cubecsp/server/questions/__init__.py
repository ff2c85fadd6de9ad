"""Every question of the API by name."""

from __future__ import annotations

from typing import Any

from cubecsp.questions import QUESTIONS as ALL
from cubecsp.server.asked import model_of
from cubecsp.server.questions import puzzles, rules

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
    **{
        one.question: one
        for module in (rules, puzzles)
        for name in module.__all__
        for one in [getattr(module, name)]
    },
}
"""The parameters of each question, which know how it is asked."""
