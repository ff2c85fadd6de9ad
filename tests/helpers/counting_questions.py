"""Questions of how many, made of rules and of bare primitives, and their answers by one way or another."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.primitives import Primitive
from cubecsp.models.core.rule import Rule, State, Violation
from cubecsp.models.counting import COUNTERS, Estimate, ExactCount, Question
from cubecsp.models.counting.planner import plan_to_count
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, cube_puzzle
from cubecsp.work.executor import Executor

_numbers = itertools.count()


class Stated(Rule):
    """A rule that is given by its primitives, equal to no other."""

    name = "stated"
    summary = "what some primitives say"
    scope = "cube"
    other_puzzles = "pieces"

    def __init__(self, stated: Iterable[Primitive]) -> None:
        self._stated = tuple(stated)
        self._number = next(_numbers)

    @property
    def value(self) -> str:
        return str(self._number)

    def primitives(self, puzzle: Puzzle = CUBE) -> tuple[Primitive, ...]:  # noqa: ARG002
        return self._stated

    def violations(self, cube: State) -> list[Violation]:
        return [] if self.holds(cube) else [Violation((), "it does not hold")]


def question_of(
    *asked: str | Primitive,
    size: int = 3,
    puzzle: Puzzle | None = None,
    threads: int = 1,
    **options,
) -> Question:
    """Return a question about texts of rules and primitives, on a cube of a size or another puzzle."""
    puzzle = puzzle or cube_puzzle(size)
    texts = [one for one in asked if isinstance(one, str)]
    others = [one for one in asked if not isinstance(one, str)]
    rules = parse_pattern(texts, puzzle).rules if texts else ()
    rules += (Stated(others),) if others else ()
    options.setdefault("executor", Executor(threads))
    return Question(Pattern(rules, puzzle=puzzle), **options)


def counted(
    *asked: str | Primitive, method: str | None = None, whole: bool = False, **options
) -> int | ExactCount | Estimate:
    """Return how many cubes there are by a way, or that of the plan; the `whole` answer if wanted."""
    question = question_of(*asked, **options)
    counter = plan_to_count(question).way if method is None else COUNTERS[method]
    assert counter.objection(question) is None, counter.objection(question)
    steps = counter.count(question)
    least, before = 0, 0.0
    while True:
        try:
            step = next(steps)
        except StopIteration as done:
            answer = done.value
            break
        assert step.least >= least
        least = step.least
        if step.fraction is not None:
            assert before <= step.fraction <= 1 + 1e-9
            before = step.fraction
    if counter.exact:
        assert isinstance(answer, ExactCount)
    else:
        assert isinstance(answer, Estimate) or answer == ExactCount(0)  # of nothing to draw from
    assert answer.number >= least
    return answer if whole else answer.number
