"""Rules about the distance alone, by how many states are at each distance."""

from __future__ import annotations

from cubecsp.errors import LimitError, OutOfReachError
from cubecsp.models.counting.number_of_cubes import all_cubes
from cubecsp.models.counting.way import ExactCount, ProgressSign, Question, Steps, Way
from cubecsp.models.rules.distance import FARTHEST, Distance
from cubecsp.puzzle.cube.cube_puzzle import CUBE


class DistancesWay(Way):
    """Adds up how many states are at each distance."""

    name = "distances"
    summary = (
        "how many states are at each distance from solved, of the 3×3×3 as published (cube20.org)"
    )
    immediate = True
    sizes = (2, 3)
    other_puzzles = True
    limits = "the rules are only about the distance, for the 3×3×3 up to 15 turns"

    def objection(self, question: Question) -> str | None:
        """Return that the rules say something else, or that classes are asked for."""
        rules = question.pattern.rules
        if not rules or not all(isinstance(rule, Distance) for rule in rules):
            return "the rules are not only about the distance"
        return "it counts no symmetry classes" if question.classes else None

    def count(self, question: Question) -> Steps:
        """Add them up.

        Raises:
            OutOfReachError: there are too many states, or the numbers that matter are not known.
        """
        from cubecsp.puzzle.states.distances import distances

        yield ProgressSign()
        puzzle = question.pattern.puzzle
        rules = [rule for rule in question.pattern.rules if isinstance(rule, Distance)]
        try:
            numbers = [*distances(puzzle).numbers]
        except LimitError as error:
            raise OutOfReachError(error.problem, error.remedy) from None
        beyond = range(len(numbers), FARTHEST + 1) if puzzle is CUBE else range(0)
        kept = [all(rule.allows(n) for rule in rules) for n in range(len(numbers) + len(beyond))]
        rest = {*kept[len(numbers) :]}
        if len(rest) > 1:
            raise OutOfReachError(f"how many cubes are {beyond[0]} turns away is not known")
        known = sum(n for n, keep in zip(numbers, kept, strict=False) if keep)
        return ExactCount(known + (all_cubes(CUBE) - sum(numbers) if True in rest else 0))


WAY = DistancesWay()
