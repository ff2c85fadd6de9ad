"""Counting by the cycles that pieces form, for rules about the order of a cube, its symmetries, and solved pieces.

Rules about orders and symmetries are settled case by case (`stabilisers`). Rules about pieces in their places, and how
these are turned, leave choices, which are grouped by how many blocks of each kind are in place (`home_pieces`). In the
end, corners and edges of equal parity are put together. Cubes are drawn cycle by cycle
(`cubecsp.models.sampling.random_cycles`).
"""

from __future__ import annotations

from cubecsp.models.counting.home_pieces import cubes_of_case, is_about_cycles
from cubecsp.models.counting.stabilisers import count_by_stabiliser
from cubecsp.models.counting.way import ProgressSign, Question, Steps, Way, Work
from cubecsp.models.rules.repetition import OfMoves
from cubecsp.models.sampling.random_cycles import RandomCycles
from cubecsp.models.sampling.random_numbers import RandomStream
from cubecsp.models.sampling.sample_source import SampleSource, source_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE


class CycleTypesWay(Way):
    """Adds up the cubes of each order that the rules admit."""

    name = "cycle-types"
    summary = "closed forms, for rules about the order of the cube, its symmetries, and which pieces are solved"
    summary_of_drawing = "random cycles, for rules about the order of the cube, its symmetries, and which pieces are solved"
    immediate = True
    sizes = OfMoves.sizes
    limits = "beside rules about the order and the symmetries, it accepts only rules that say which pieces are solved"

    def objection(self, question: Question) -> str | None:
        """Return which rule is about none of these, or that the cube is not a 3×3×3."""
        if question.puzzle is not CUBE:
            return OfMoves.limits
        unfit = next((rule for rule in question.pattern.rules if not is_about_cycles(rule)), None)
        if unfit is None:
            return None
        return f"{unfit} is about more than orders, symmetries and solved pieces"

    def count(self, question: Question) -> Steps:
        """Add up the cubes of every case."""
        yield ProgressSign()
        return count_by_stabiliser(question, cubes_of_case)

    def source(self, question: Question) -> Work[SampleSource]:
        """Count the cubes of each case."""
        yield ProgressSign()
        return source_of(RandomCycles(question), question.seed, RandomStream.CYCLES)


WAY = CycleTypesWay()
