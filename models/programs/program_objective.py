"""The objective of a user's logic program: its `#minimize`, `#maximize` and weak constraints."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cubecsp.errors import InputError
from cubecsp.frozen import frozen
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.rule import Rule, State
from cubecsp.models.engines.goal import ProgramGoal
from cubecsp.models.programs.program_rule import ProgramRule
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import cube_of
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry

if TYPE_CHECKING:
    from cubecsp.puzzle.cube.batch import Batch, Flags


@frozen
class ProgramObjective:
    """The objective of a program, to be minimised; to be maximised if it only maximises.

    It does what an `Objective` does, with clingo.

    Attributes:
        rule: the program.
    """

    rule: ProgramRule

    @property
    def minimise(self) -> bool:
        """Whether it is to be minimised."""
        return not self.rule.source.maximises

    def require(self, puzzle: Puzzle) -> None:
        """Make sure that it makes sense on `puzzle`."""
        self.rule.require(puzzle)

    def rule_for(self, value: int) -> Rule:
        """Return the rule that a cube is as good as this."""
        return ProgramRule(self.rule.source, self._sign * value)

    def rule_beyond(self, value: int) -> Rule:
        """Refuse: the question has no other objective beside a program, so that nothing is beyond its optimum."""
        raise AssertionError(f"{self} beyond {value}")

    def value(self, cube: State) -> int:
        """Return its value on a cube, as clingo says."""
        return self._sign * self.rule.judge(cube.puzzle).cost(cube.colours)

    def symmetries(self, puzzle: Puzzle) -> tuple[Symmetry, ...]:
        """Return only the identity: the program's meaning for mirrored cubes is not known."""
        del puzzle
        return SYMMETRIES[:1]

    def goal(self, puzzle: Puzzle, accepts: Callable[[Batch], Flags]) -> ProgramGoal:
        """Return the goal that clingo is to maximise; `value_of` converts its score to a value."""
        return ProgramGoal((), accepts, self.rule.judge(cube_of(puzzle)).least)

    def renamed(self, holding: str) -> ProgramObjective:
        """Return itself: a program is only about cubes with their centres in their solved positions."""
        del holding
        return self

    def value_of(self, score: int) -> int:
        """Return the value when the goal has this score."""
        return -self._sign * score

    @property
    def _sign(self) -> int:
        """Return a value as a cost."""
        return 1 if self.minimise else -1

    def __str__(self) -> str:
        return f"what {self.rule} {'minimises' if self.minimise else 'maximises'}"


def objective_in(pattern: Pattern) -> ProgramObjective | None:
    """Return the objective that a program of a pattern states; None if none states any.

    Raises:
        InputError: there are filters beside it, which clingo cannot propagate while it looks for the best.
    """
    for rule in pattern.rules:
        if isinstance(rule, ProgramRule) and rule.source.costs:
            if pattern.filters:
                raise InputError(
                    f"no engine can propagate {pattern.filters[0]}, and {rule} states an objective",
                    "leave one of the two out",
                )
            return ProgramObjective(rule)
    return None
