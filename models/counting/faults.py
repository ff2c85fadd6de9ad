"""The rules that prevent an exact count, and the rest, which could be counted."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace

from cubecsp.errors import CubecspError
from cubecsp.models.core.rule import Rule
from cubecsp.models.counting import COUNTERS
from cubecsp.models.counting.way import Question
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.words import listed

_MOST_RULES = 12  # each of which is left out once: a hundredth of a second


def faults(question: Question) -> str | None:
    """Return which rules no closed form can count, and what remains countable, as a sentence; None if nothing helps.

    Args:
        question: about a cube, counted by no closed form.
    """
    rules = question.pattern.rules
    if not isinstance(question.pattern.puzzle, CubePuzzle) or len(rules) > _MOST_RULES:
        return None
    for rule in rules if len(rules) > 1 else ():
        way = _closed_form([one for one in rules if one is not rule], question)
        if way is not None:
            return f"Without {rule}, {way} counts the cubes at once."
    hard = [str(rule) for rule in rules if _closed_form([rule], question) is None]
    if not hard:
        return "Each of the rules can be counted alone, but not together."
    return f"No closed form counts {listed(hard, 'and')}."


def _closed_form(rules: Sequence[Rule], question: Question) -> str | None:
    """Return the name of a closed form that counts some of the rules of a question; None if there is none."""
    some = replace(question, pattern=replace(question.pattern, rules=tuple(rules), name=None))
    for name, counter in COUNTERS.items():
        with contextlib.suppress(CubecspError):
            if counter.exact and counter.objection(some) is None and counter.is_immediate(some):
                counter.prepare(some)
                return name
    return None
