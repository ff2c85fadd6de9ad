"""Clingo's verdict on a user's program and one cube: whether the cube is an answer, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cubecsp.models.core.primitives import Colours
from cubecsp.models.engines.asp import AspEngine
from cubecsp.models.engines.engine import Problem
from cubecsp.models.engines.vocabulary import Vocabulary
from cubecsp.models.programs.program import Program
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.schemes import COLOURS
from cubecsp.puzzle.cube.symmetry import SYMMETRIES

if TYPE_CHECKING:
    from clingo import Control


class Judge:
    """A program about some cube, grounded once; cubes are assumed sticker by sticker.

    Args:
        program: the program.
        puzzle: the puzzle.
    """

    def __init__(self, program: Program, puzzle: CubePuzzle) -> None:
        self._problem = Problem(puzzle, (program,), SYMMETRIES[:1], without=puzzle.invariants)
        self._stickers = Vocabulary(puzzle).stickers
        self._weights = _Weights()

    def accepts(self, colours: Colours) -> bool:
        """Return whether the program has an answer with the cube of these colours."""
        literals = self._assumptions(self._any, colours)
        return literals is not None and bool(self._any.solve(assumptions=literals).satisfiable)

    def cost(self, colours: Colours) -> int:
        """Return the least cost of the cube of these colours, which is an answer."""
        cost: list[int] = []
        literals = self._assumptions(self._best, colours)
        assert literals is not None
        with self._best.solve(assumptions=literals, yield_=True) as answers:
            for answer in answers:  # each better than the one before
                cost = answer.cost
        return sum(cost)

    @property
    def least(self) -> int:
        """No cube costs less than this: the sum of all that can be subtracted."""
        assert self._best is not None
        return self._weights.least

    def _assumptions(self, control: Control, colours: Colours) -> list[int] | None:
        """Return the literals that say that a cube has these colours; None if it cannot."""
        from clingo import Function

        literals = []
        for sticker, colour in zip(self._stickers, colours, strict=True):
            statement = Function("shows", [Function(sticker), Function(COLOURS[colour])])
            atom = control.symbolic_atoms[statement]
            if atom is None:
                return None
            literals.append(atom.literal)
        return literals

    @cached_property
    def _any(self) -> Control:
        return AspEngine().ground(self._problem)

    @cached_property
    def _best(self) -> Control:
        weights: Any = self._weights  # an observer need not have all methods
        return AspEngine().ground(self._problem, optimal=True, observer=weights)


class _Weights:
    """An observer that adds up what clingo is to minimise.

    Attributes:
        least: the negative weights, added up.
    """

    def __init__(self) -> None:
        self.least = 0

    def minimize(self, priority: int, literals: Sequence[tuple[int, int]]) -> None:
        """Note weights; called by clingo."""
        del priority
        self.least += sum(weight for _, weight in literals if weight < 0)
