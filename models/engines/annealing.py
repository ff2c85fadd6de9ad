"""Simulated annealing: local search in C++ that finds cubes of any size, but cannot prove that there are none.

Every orbit keeps its pieces: a move exchanges what two slots hold, in any orientation. The cost counts violations of
pairs, counts, sums, single slots and the invariants of solvable cubes (native/pattern/annealing.hpp). All other
primitives are checked on the cubes of cost 0, and those that break one are skipped: from the 4×4×4 on, the faces of a
cube that satisfies everything else are hardly ever alike. For questions that depend on a choice between rules,
other engines are better.

It was measured on the perfect scramble of each size up to the 21×21×21 (docs/perfect-scramble.md):

- The slower the temperature falls, the more falls succeed: for a 21×21×21, from 0.7 to 0.15, one in nine with
  250 sweeps and five in five with 1,000. But where each colour has to come exactly n²/6 times (6×6×6, 12×12×12,
  18×18×18),   one fall of more than 4,000 sweeps is worse than several, since some arrangements that are made early lead
  nowhere. So each fall takes twice as many sweeps as the one before, and 4,000 at most.
- A pair of equal stickers that touch costs twice as much as a colour that comes once too often: with equal
  costs, one such pair remains at the end of most falls of a 6×6×6.
- The first and the last temperature matter. From 0.55 or 0.45 to 0.2, a 6×6×6 takes 3.8 or 1.6 s (processor time,
  means of ten seeds); from 0.5 to 0.3 it takes 1.2 s, but a 21×21×21 then takes 12.6 s (of three) instead of 2.5
  s, since at 0.3 one of the many rules is broken at any time.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass

from cubecsp._native import Annealing
from cubecsp.models.core.feasibility import conjuncts
from cubecsp.models.core.primitives import (
    ColourCount,
    Differ,
    Equal,
    Linear,
    Primitive,
    SlotDomain,
    merged_counts,
)
from cubecsp.models.engines.engine import Engine, Event, Problem, Progress, SolutionBlock, singly
from cubecsp.models.engines.options import option
from cubecsp.puzzle.cube.images import images_under

MOVES_PER_STEP = 100_000
"""Moves between two checks of the deadline: hundredths of a second."""

_Term = tuple[int, int, int]  # a facelet, a colour, and what that adds to a sum


@dataclass(frozen=True)
class AnnealingEngine(Engine):
    """Finds cubes with `cubecsp._native.Annealing`."""

    hot: float = option(0.45, "the temperature at the beginning", least=0.01, most=100.0)
    cold: float = option(0.2, "the temperature at the end", least=0.01, most=100.0)
    sweeps: int = option(250, "in how many sweeps it falls the first time", least=1, most=10**6)
    most: int = option(4000, "in how many sweeps it falls later, at most", least=1, most=10**6)

    name = "annealing"
    summary = (
        "simulated annealing in C++: finds some cubes, but cannot prove that there are no others"
    )
    exhaustive = False

    def solutions(self, problem: Problem) -> Generator[Event, None, None]:
        """Yield solutions of `problem`, without end; see `Engine`."""
        return singly(problem, self.blocks(problem))

    def blocks(self, problem: Problem) -> Generator[SolutionBlock | Progress, None, None]:
        """Yield solutions of `problem`, each once, without end; only the least of each orbit.

        It ends only if the primitives contradict each other in a way that is cheap to see.
        """
        yield Progress(None, 0)
        if problem.contradiction is not None:
            return
        search, others = search_and_rest(
            problem, hot=self.hot, cold=self.cold, sweeps=self.sweeps, most=self.most
        )
        images = images_under(problem.puzzle, problem.symmetries)
        returned: set[bytes] = set()
        while True:
            result = search.run(MOVES_PER_STEP)
            yield Progress(None, search.moves)
            if result:
                row = seen_row(problem, search.row)
                least = images.least(row) if len(problem.symmetries) > 1 else row
                if least not in returned and _satisfies(problem, row, others):
                    returned.add(least)
                    yield SolutionBlock(least)
                search.reheat()


ENGINE = AnnealingEngine()


def search_and_rest(
    problem: Problem, *, hot: float = 1.0, cold: float = 1.0, sweeps: int = 1, most: int = 1
) -> tuple[Annealing, list[Primitive]]:
    """Return a search for the primitives that it supports, and the other primitives.

    Args:
        problem: the primitives, and the seed.
        hot: the options of `AnnealingEngine`; walks at given temperatures do not need them.
        cold: see there.
        sweeps: see there.
        most: see there.
    """
    puzzle = problem.puzzle
    search = Annealing(
        [(o.turns, [*map(list, o.frames)], [*map(list, o.colours)]) for o in puzzle.orbits],
        [(facelet, puzzle.home_colours[facelet]) for facelet in puzzle.centres],
        [
            (invariant.modulus, [*invariant.turned], [*invariant.permuted])
            for invariant in problem.invariants
        ],
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
            case ColourCount(facelets, colours, least, most):
                search.bound([(f, c, 1) for f in facelets for c in colours], least, most)
            case Linear(terms, least) if (summed := _of_stickers(terms)) is not None:
                search.bound(summed, least, sum(max(weight, 0) for *_, weight in summed))
            case SlotDomain(orbit, slot, placements):
                mask = sum(1 << placement for placement in placements)
                search.allow(puzzle.rows[orbit].start + slot, mask)
            case _:
                others.append(primitive)
    return search, others


def _of_stickers(terms: Iterable[tuple[Primitive, int]]) -> list[_Term] | None:
    """Return the terms of single stickers in a sum; None if the sum has any other."""
    summed: list[_Term] = []
    for part, weight in terms:
        match part:
            case ColourCount(facelets, colours, 1, 1) if len(facelets) == 1:
                summed += [(facelet, colour, weight) for facelet in facelets for colour in colours]
            case _:
                return None
    return summed


def seen_row(problem: Problem, row: bytes) -> bytes:
    """Return for each slot the first placement that looks like what it holds."""
    pairs = zip(problem.puzzle.orbits, problem.puzzle.rows, strict=True)
    return b"".join(orbit.seen(row[where]) for orbit, where in pairs)


def _satisfies(problem: Problem, row: bytes, others: Sequence[Primitive]) -> bool:
    """Return whether all other primitives hold for the cube of a row."""
    colours = problem.cube(row).colours
    return all(primitive.holds(colours, problem.puzzle) for primitive in others)
