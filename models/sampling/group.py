"""Random elements of the group that the moves of a puzzle generate: for puzzles that are not cubes.

Each element is as likely as any other, and so is each state: those that look the same are equally many. States that
satisfy the rules are kept. Sample i is the i-th of these: it depends on the seed alone.
"""

from __future__ import annotations

import random

import numpy as np

from cubecsp.errors import LimitError
from cubecsp.models.counting.base import Question
from cubecsp.models.counting.group import solved_facelets
from cubecsp.models.sampling.base import Block, Preparation, Sampler, Source, Trying
from cubecsp.puzzle.cube.batch import from_bytes
from cubecsp.puzzle.kpuzzle.pieces import KPuzzle
from cubecsp.puzzle.states.move_group import MoveGroup

__all__ = ["SAMPLER", "GroupSampler"]


class GroupSampler(Sampler):
    """Draws elements of the group."""

    name = "group"
    summary = "random elements of the group that the moves generate, of which those that satisfy the rules are kept"
    sizes = ()
    other_puzzles = True
    rejects = True
    limits = "for rules that very few states satisfy, it finds none in reasonable time"

    def refusal(self, question: Question) -> str | None:
        """Return a reason if this is a cube, or the group is not known."""
        puzzle = question.pattern.puzzle
        if not isinstance(puzzle, KPuzzle):
            return "it is for puzzles that are not cubes"
        try:
            MoveGroup(puzzle, puzzle.generators).require_known()
        except LimitError as error:
            return error.problem
        return None

    def prepared(self, question: Question) -> Preparation[Source]:
        """Work out the group."""
        yield Trying()
        puzzle = question.pattern.puzzle
        assert isinstance(puzzle, KPuzzle)  # which `refusal` has made sure of
        group = MoveGroup(puzzle, puzzle.generators)
        facelets = solved_facelets(question)
        stabiliser = group.stabiliser(facelets) if facelets else None

        def drawn(first: int, number: int) -> Block:
            sources = (random.Random(f"{question.seed}:{n}") for n in range(first, first + number))
            rows = b"".join(group.random_state(source, stabiliser).seen for source in sources)
            states = from_bytes(rows, puzzle)
            (passed,) = np.nonzero(question.passing(states))
            return Block(states[passed], passed + (first + 1))

        return Source(drawn, 0 if question.contradiction else None)


SAMPLER = GroupSampler()
