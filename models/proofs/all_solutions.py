"""All cubes that satisfy the clauses of a question, found before the proof that these are all."""

from __future__ import annotations

import contextlib
from collections.abc import Generator
from typing import NamedTuple

from cubecsp.models.core.hold import holding_constraints
from cubecsp.models.core.orbits import Orbits
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.engines import (
    AutoEngine,
    Problem,
    Progress,
    events_of,
    load_engine,
    require_size,
    with_tasks,
)
from cubecsp.puzzle.cube.symmetry import Symmetry
from cubecsp.work.executor import HERE, Executor


class AllSolutions(NamedTuple):
    """Cubes, each a row of what its slots can be seen to hold (`State.seen`), in order.

    Attributes:
        satisfying: those that satisfy the rules.
        rejected: those that break a filter, which clauses cannot state.
    """

    satisfying: list[bytes]
    rejected: list[bytes]

    @property
    def rows(self) -> list[bytes]:
        """All of them."""
        return [*self.satisfying, *self.rejected]


def all_solutions(
    pattern: Pattern, group: tuple[Symmetry, ...], executor: Executor = HERE
) -> Generator[int, None, AllSolutions]:
    """Regularly yield how many cubes there are so far, and return all of them.

    Args:
        pattern: the rules.
        group: symmetries of the pattern that preserve the orientation of the puzzle.
        executor: has the checkpoint in which the search is recorded, if there is one.

    Raises:
        InputError: the cube is too large for a search with a checkpoint, or the checkpoint cannot be used.
    """
    orbits = Orbits(pattern, group)
    primitives = (*holding_constraints(pattern.puzzle), *pattern.primitives)
    result = AllSolutions([], [])
    problem = Problem(
        pattern.puzzle,
        primitives,
        group,
        executor=executor if executor.lasting else None,
        title=f"prove {pattern}",
    )
    engine = load_engine(AutoEngine.name)
    if executor.lasting:
        engine = with_tasks(engine)
        require_size(engine, pattern.puzzle)
    with contextlib.closing(events_of(engine.blocks, problem)) as events:
        for event in events:
            if not isinstance(event, Progress):
                rows = orbits.of(orbits.least(event.rows))
                kept = orbits.split(orbits.satisfying(rows))
                result.satisfying.extend(kept)
                if pattern.filters:
                    result.rejected.extend(sorted({*orbits.split(rows)} - {*kept}))
            yield len(result.satisfying) + len(result.rejected)
    result.satisfying.sort()
    result.rejected.sort()
    return result
