"""The objective of `best`: numbers, rules and preferences as arguments, and the objective that they state together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

from cubecsp.errors import InputError, excerpt
from cubecsp.interface import spelled
from cubecsp.models.core.compose import all_rules
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.rule import Rule
from cubecsp.models.language.objective import Objective
from cubecsp.models.language.pattern_text import parse_number
from cubecsp.models.rules.comparisons import MOST_TIMES
from cubecsp.models.rules.expressions import Sum, how_many
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.questions.asking.cubes_and_rules import PatternLike, pattern_of

if TYPE_CHECKING:
    from cubecsp.models.programs.program_objective import ProgramObjective

NumberLike: TypeAlias = "Sum | Pattern | Rule | str"
"""A number that every cube has, in any form; rules count 1 if all of them hold, otherwise 0."""

AnyObjective: TypeAlias = "Objective | ProgramObjective"

_WEIGHTED = re.compile(r"\s*([0-9]+)\s*:(.*)", re.DOTALL)


def objective_of(
    maximise: NumberLike | None = None,
    minimise: NumberLike | None = None,
    prefer: Iterable[PatternLike] | Mapping[PatternLike, int] = (),
    pattern: Pattern | None = None,
) -> AnyObjective:
    """Return the objective that the arguments of `best` state or, if they state none, a logic program among the rules.

    A preferred text may begin with its weight, as `3:every-colour`.

    Raises:
        InputError: they state none, or two; a text is malformed, or a weight is out of range.
    """
    if maximise is not None and minimise is not None:
        raise InputError(
            "two objectives are given, one to maximise and one to minimise",
            f"give the second one as {spelled('then')}, with a minus sign to turn it around",
        )
    text = minimise if maximise is None else maximise
    liked = [*preferences(prefer, None if pattern is None else pattern.puzzle)]
    stated = None if pattern is None else _objective_in(pattern)
    if stated is not None:
        if text is not None or liked:
            raise InputError(
                f"{stated.rule} already states an objective, and so does the question",
                "leave out one of the two",
            )
        return stated
    if text is None and not liked:
        raise InputError(
            "no objective is given",
            "say what to maximise, such as colours(U), or what to minimise, or which rules to prefer",
        )
    sign = -1 if minimise is not None else 1
    puzzle = CUBE if pattern is None else pattern.puzzle
    total = Sum({}) if text is None else _number(text, puzzle)
    total = Sum.of([total, *(sign * weight * how_many(rule) for rule, weight in liked)])
    return Objective.of(total, minimise=minimise is not None)


def _objective_in(pattern: Pattern) -> ProgramObjective | None:
    """Return the objective that a logic program of a pattern states."""
    if not any(rule.alone for rule in pattern.rules):
        return None
    from cubecsp.models.programs.program_objective import objective_in  # seldom needed

    return objective_in(pattern)


def _number(number: NumberLike, puzzle: Puzzle) -> Sum:
    if isinstance(number, Sum):
        return number
    if isinstance(number, str):
        return parse_number(number, puzzle)
    if isinstance(number, Rule | Pattern):
        return how_many(all_rules(pattern_of(number).rules))
    raise InputError(
        f"{excerpt(repr(number))} cannot be maximised or minimised",
        "give a number such as colours_in(stickers.U), or a text that states one",
    )


def preferences(
    prefer: Iterable[PatternLike] | Mapping[PatternLike, int],
    puzzle: Puzzle | None = None,
) -> Iterator[tuple[Rule, int]]:
    """Yield the preferred rules, read for a puzzle, with their weights.

    Raises:
        InputError: one is not a rule, or its weight is not an integer from 1 to `MOST_TIMES`.
    """
    if isinstance(prefer, str | Rule | Pattern):
        prefer = [prefer]
    pairs = prefer.items() if isinstance(prefer, Mapping) else [(one, None) for one in prefer]
    for asked, weight in pairs:
        text: PatternLike = asked
        if weight is None and isinstance(asked, str) and (match := _WEIGHTED.fullmatch(asked)):
            weight, text = int(match[1][:10]), match[2]
        weight = 1 if weight is None else weight
        if type(weight) is not int or not 1 <= weight <= MOST_TIMES:
            raise InputError(
                f"{excerpt(str(asked))}: a weight of {excerpt(str(weight))}",
                f"expected an integer from 1 to {MOST_TIMES}",
            )
        yield all_rules(pattern_of(text, puzzle).rules), weight
