"""Cubes by number, by finding every one: for rules that few cubes of any size satisfy."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterable

from cubecsp.errors import LimitError
from cubecsp.models.core.orbits import Orbits
from cubecsp.models.counting import COUNTERS
from cubecsp.models.counting.base import Question
from cubecsp.models.counting.listing import checked
from cubecsp.models.engines import AutoEngine, Block, Problem, Progress, events_of, load_engine
from cubecsp.models.engines.native import NativeEngine
from cubecsp.models.sampling.base import Numbering, NumberingSampler, Preparation, Trying
from cubecsp.models.sampling.row_numbering import RowNumbering
from cubecsp.puzzle.cube.batch import from_bytes

__all__ = ["SAMPLER", "ListingSampler", "tried"]

_MOST = 5_000_000  # cubes of a 3×3×3 that are kept: 100 MB
_NODES = 2_000_000  # nodes of a search that is tried: about half a second


class ListingSampler(NumberingSampler):
    """Has an engine find the cubes, with the symmetries of the question, and numbers them."""

    name = "listing"
    summary = COUNTERS["listing"].summary
    limits = COUNTERS["listing"].limits
    other_puzzles = True

    def refusal(self, question: Question) -> str | None:
        """Return None: it can draw from whatever can be found."""
        return COUNTERS[self.name].refusal(question)

    def numbering(self, question: Question) -> Preparation[Numbering]:
        """Find them all.

        Raises:
            LimitError: there are too many to keep.
        """
        events = events_of(load_engine(AutoEngine.name).blocks, _problem(question))
        rows = bytearray()
        with contextlib.closing(events):
            for fraction, solutions in _enumerated(question, events):
                rows += solutions
                if len(rows) > _MOST * len(question.pattern.puzzle.slots):
                    raise LimitError(
                        f"there are more than {_MOST:,} cubes, too many to list",
                        "add rules, or ask `find` with a seed for varied cubes, not all equally likely",
                    )
                yield Trying(fraction)
        return RowNumbering(from_bytes(bytes(rows), question.pattern.puzzle))


SAMPLER = ListingSampler()


def tried(question: Question) -> Generator[Trying, None, bool]:
    """Look at a number of nodes, and return whether that was the whole search.

    The result is the same on every machine, however busy.
    """
    problem = _problem(question)
    native = NativeEngine()
    if problem.contradiction is None and native.refusal(problem.puzzle) is not None:
        return False
    with contextlib.closing(events_of(native.blocks, problem)) as events:
        nodes = 0
        for event in events:
            if isinstance(event, Progress):
                nodes = event.nodes
            else:
                nodes += len(event.rows) // len(problem.puzzle.slots)
            if nodes > _NODES:
                return False
            yield Trying()
    return True


def _problem(question: Question) -> Problem:
    return Problem(
        question.pattern.puzzle, question.primitives, question.symmetries, threads=question.threads
    )


def _enumerated(
    question: Question, events: Iterable[Block | Progress]
) -> Generator[tuple[float, bytes], None, None]:
    """Yield the share that is done, and the rows of all cubes found since the last time."""
    orbits, fraction = Orbits(question.pattern, question.symmetries), 0.0
    for event in events:
        if isinstance(event, Progress):
            fraction = event.fraction or fraction
            yield fraction, b""
        else:
            yield fraction, orbits.of(checked(orbits.least(event.rows), orbits))
