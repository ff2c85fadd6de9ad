"""Simulated annealing: local search in C++ that finds cubes of any size, and cannot tell that there are none.

Every orbit keeps its pieces: a move exchanges what two slots hold, turned anyhow. What is broken of pairs,
counts, sums and single slots, and of the laws of what turns can reach, is the cost (native/annealing.hpp). All
other primitives are asked of the cubes that cost nothing, and those that break one are passed over: the faces
of a cube that satisfies all else are hardly ever alike from the 4×4×4 on, but where an either-or decides, this
is not the engine to take.

It was measured on the perfect scramble of each size up to the 21×21×21 (docs/perfect-scramble.md):

- The slower the temperature falls, the more falls end well: of a 21×21×21, from 0.7 to 0.15, one in nine of
  250 sweeps and five in five of 1,000. But where each colour has to come exactly n²/6 times (6×6×6, 12×12×12, 18×18×18),
  falls of more than 4,000 sweeps are worse than several, since some arrangements that are made early lead
  nowhere. So each fall takes twice as many sweeps as the one before, and 4,000 at most.
- A pair of equal stickers that touch costs twice as much as a colour that comes once too often: with equal
  costs one such pair is left over at the end of most falls of a 6×6×6.
- Where it begins and ends matters. From 0.55 or 0.45 to 0.2, a 6×6×6 takes 3.8 or 1.6 s (processor time,
  means of ten seeds); from 0.5 to 0.3 it takes 1.2 s, but a 21×21×21 then takes 12.6 s (of three) instead of
  2.5 s, since at 0.3 some rule of so many is broken at any time.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass

from cubecsp._native import Annealing
from cubecsp.models.engines.base import Block, Engine, Event, Problem, Progress, singly
from cubecsp.models.engines.options import option
from cubecsp.models.feasibility import conjuncts, contradiction
from cubecsp.models.primitives import (
    Count,
    Differ,
    Equal,
    Linear,
    Placed,
    Primitive,
    merged_counts,
)
from cubecsp.puzzle.images import images_under

__all__ = ["ENGINE", "MOVES_PER_STEP", "AnnealingEngine", "lowered", "seen"]

MOVES_PER_STEP = 100_000
"""Moves tried between two looks at the clock: hundredths of a second."""

_Term = tuple[int, int, int]  # a facelet, a colour, and what that adds to a sum


@dataclass(frozen=True)
class AnnealingEngine(Engine):
    """Finds cubes with `cubecsp._native.Annealing`."""

    hot: float = option(0.45, "the temperature at the beginning", least=0.01, most=100.0)
    cold: float = option(0.2, "the temperature at the end", least=0.01, most=100.0)
    sweeps: int = option(250, "in how many sweeps it falls the first time", least=1, most=10**6)
    most: int = option(4000, "in how many sweeps it falls later, at most", least=1, most=10**6)

    name = "annealing"
    summary = "simulated annealing in C++: finds some, and cannot tell that there are no others"
    exhaustive = False

    def solutions(self, problem: Problem) -> Generator[Event, None, None]:
        """Yield solutions of `problem`, without end; see `Engine`."""
        return singly(problem, self.blocks(problem))

    def blocks(self, problem: Problem) -> Generator[Block | Progress, None, None]:
        """Yield solutions of `problem`, each once, without end; of each orbit the least.

        It ends only where the primitives contradict each other in a way that is cheap to see.
        """
        yield Progress(None, 0)
        if contradiction(problem.primitives, problem.puzzle) is not None:
            return
        search, others = lowered(
            problem, hot=self.hot, cold=self.cold, sweeps=self.sweeps, most=self.most
        )
        images = images_under(problem.puzzle, problem.symmetries)
        given: set[bytes] = set()
        while True:
            found = search.run(MOVES_PER_STEP)
            yield Progress(None, search.moves)
            if found:
                row = seen(problem, search.row)
                least = images.least(row) if len(problem.symmetries) > 1 else row
                if least not in given and _satisfies(problem, row, others):
                    given.add(least)
                    yield Block(least)
                search.reheat()


ENGINE = AnnealingEngine()


def lowered(
    problem: Problem, *, hot: float = 1.0, cold: float = 1.0, sweeps: int = 1, most: int = 1
) -> tuple[Annealing, list[Primitive]]:
    """Return a search for what it knows of the primitives, and all others.

    Args:
        problem: the primitives, and the seed.
        hot: the options of `AnnealingEngine`, which walks at temperatures of one's own do without.
        cold: see there.
        sweeps: see there.
        most: see there.
    """
    puzzle = problem.puzzle
    search = Annealing(
        [(o.turns, [*map(list, o.frames)], [*map(list, o.colours)]) for o in puzzle.orbits],
        [(facelet, puzzle.home_colours[facelet]) for facelet in puzzle.centres],
        [(law.modulus, [*law.turned], [*law.permuted]) for law in problem.laws],
        hot=hot,
        cold=cold,
        sweeps=sweeps,
        most=most,
        seed=problem.seed or 0,
    )
    others = []
    for primitive in merged_counts(conjuncts(problem.primitives)):
        match primitive:
            case Differ(a, b) | Equal(a, b):
                search.relate(a, b, isinstance(primitive, Equal))
            case Count(facelets, colours, least, most):
                search.bound([(f, c, 1) for f in facelets for c in colours], least, most)
            case Linear(terms, least) if (summed := _of_stickers(terms)) is not None:
                search.bound(summed, least, sum(max(weight, 0) for *_, weight in summed))
            case Placed(orbit, slot, placements):
                mask = sum(1 << placement for placement in placements)
                search.allow(puzzle.rows[orbit].start + slot, mask)
            case _:
                others.append(primitive)
    return search, others


def _of_stickers(terms: Iterable[tuple[Primitive, int]]) -> list[_Term] | None:
    """Return what single stickers add to a sum; None if it is about anything else."""
    summed: list[_Term] = []
    for part, weight in terms:
        match part:
            case Count(facelets, colours, 1, 1) if len(facelets) == 1:
                summed += [(facelet, colour, weight) for facelet in facelets for colour in colours]
            case _:
                return None
    return summed


def seen(problem: Problem, row: bytes) -> bytes:
    """Return for each slot the first placement that looks like what it holds."""
    pairs = zip(problem.puzzle.orbits, problem.puzzle.rows, strict=True)
    return b"".join(orbit.seen(row[where]) for orbit, where in pairs)


def _satisfies(problem: Problem, row: bytes, others: Sequence[Primitive]) -> bool:
    """Return whether all other primitives hold for the cube of a row."""
    colours = problem.cube(row).colours
    return all(primitive.holds(colours, problem.puzzle) for primitive in others)
