"""All minimal conflicts and all minimal corrections of a set of demands.

A conflict is a set of demands that cannot hold together; it is minimal (a minimal unsatisfiable subset, MUS)
if dropping any one of them resolves it. A correction is a set of demands without which the others can hold
together; minimal ones (MCS) are the complements of maximal satisfiable sets. Every correction meets every
conflict.

They are found by the algorithm MARCO (M. Liffiton, A. Previti, A. Malik and J. Marques-Silva, "Fast, flexible
MUS enumeration", Constraints 21 (2016) 223-250): a solver keeps a map of the sets about which nothing is
known; one of these, as large as possible, is tested, and then shrunk to a minimal conflict or grown to a maximal
satisfiable set, which removes everything above it, or below it, from the map.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from cubecsp.frozen import frozen
from cubecsp.models.conflicts.shrinking import Known, grow, shrink
from cubecsp.models.engines.cnf import is_satisfiable


@frozen
class ConflictSet:
    """Demands, by their places, that cannot hold together, while all but any one of them can."""

    demands: frozenset[int]


@frozen
class CorrectionSet:
    """Demands, by their places, without which the others can hold together, and none of which can be kept."""

    dropped: frozenset[int]


def minimal_sets(
    number: int, extension: Callable[[Collection[int]], Known]
) -> Iterator[ConflictSet | CorrectionSet]:
    """Yield every minimal conflict and every minimal correction, in any order.

    If all demands can hold together, there is one correction, which is empty.

    Args:
        number: how many demands there are.
        extension: given some of them, by their places 0 … number − 1, returns all that hold in an example in
            which these hold, perhaps with others; None if they cannot hold together.
    """
    from pysat.solvers import Solver

    every = range(number)
    with Solver("cadical195", bootstrap_with=[[i + 1, -i - 1] for i in every]) as unknown:
        unknown.set_phases([i + 1 for i in every])  # the largest sets first
        while is_satisfiable(unknown):
            kept = frozenset(value - 1 for value in unknown.get_model() if value > 0)
            result = extension(kept)
            if result is None:
                conflict = shrink(kept, extension)
                unknown.add_clause([-i - 1 for i in conflict])
                yield ConflictSet(conflict)
            else:
                dropped = frozenset(every) - grow(result, number, extension)
                unknown.add_clause([i + 1 for i in dropped])
                yield CorrectionSet(dropped)
            if result is not None and not dropped:
                return
