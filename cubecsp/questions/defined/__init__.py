"""Questions about puzzles that are not cubes, one file a question; see `cubecsp.definitions`.

The names below are imported when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cubecsp.lazy import importer

if TYPE_CHECKING:
    from cubecsp.questions.defined.answer import StateAnswer, StateReport
    from cubecsp.questions.defined.count import count_states
    from cubecsp.questions.defined.find import find_states
    from cubecsp.questions.defined.judging import apply_moves, check_states, describe_puzzle
    from cubecsp.questions.defined.reach import reach_states
    from cubecsp.questions.defined.scramble import scramble_puzzle
    from cubecsp.questions.defined.solve import solve_states

__all__ = [
    "StateAnswer",
    "StateReport",
    "apply_moves",
    "check_states",
    "count_states",
    "describe_puzzle",
    "find_states",
    "reach_states",
    "scramble_puzzle",
    "solve_states",
]

__getattr__ = importer(
    __name__,
    {
        "cubecsp.questions.defined.answer": ["StateAnswer", "StateReport"],
        "cubecsp.questions.defined.count": ["count_states"],
        "cubecsp.questions.defined.find": ["find_states"],
        "cubecsp.questions.defined.judging": ["apply_moves", "check_states", "describe_puzzle"],
        "cubecsp.questions.defined.reach": ["reach_states"],
        "cubecsp.questions.defined.scramble": ["scramble_puzzle"],
        "cubecsp.questions.defined.solve": ["solve_states"],
    },
)
