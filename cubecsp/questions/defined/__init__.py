"""Questions about puzzles that are not cubes, one file a question; see `cubecsp.definitions`.

The names below are imported when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cubecsp.lazy import importer

if TYPE_CHECKING:
    from cubecsp.questions.defined.answer import StateAnswer, StateReport
    from cubecsp.questions.defined.apply import apply_moves
    from cubecsp.questions.defined.check import check_states
    from cubecsp.questions.defined.describe import describe_puzzle
    from cubecsp.questions.defined.reach import reach_states
    from cubecsp.questions.defined.scramble import scramble_puzzle
    from cubecsp.questions.defined.solve import solve_states

__all__ = [
    "StateAnswer",
    "StateReport",
    "apply_moves",
    "check_states",
    "describe_puzzle",
    "reach_states",
    "scramble_puzzle",
    "solve_states",
]

_QUESTIONS = [name for name in __all__ if name[0].islower()]

__getattr__ = importer(
    __name__,
    {
        f"{__name__}.answer": ["StateAnswer", "StateReport"],
        **{f"{__name__}.{name.split('_')[0]}": [name] for name in _QUESTIONS},
    },
)
