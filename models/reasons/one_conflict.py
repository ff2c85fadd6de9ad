"""One conflict of rules that no cube satisfies, if it can be found at once."""

from __future__ import annotations

from cubecsp.deadline import Deadline
from cubecsp.errors import OutOfTimeError
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.reasons.demands import Demand, Demands
from cubecsp.models.reasons.minimal_conflicts import shrunk
from cubecsp.models.reasons.witnesses import Witnesses

__all__ = ["one_conflict"]


def one_conflict(pattern: Pattern, deadline: Deadline) -> tuple[tuple[Demand, ...], str] | None:
    """Return a minimal conflict among rules that no cube satisfies, and the engine that has proven it.

    Args:
        pattern: the rules.
        deadline: if it passes before the conflict is minimal, None is returned.
    """
    demands = Demands(pattern.puzzle, pattern.rules)
    witnesses = Witnesses(demands, deadline=deadline)
    every = frozenset(range(len(demands.all)))
    try:
        if witnesses.satisfied(every) is not None:
            return None
        places = shrunk(every, witnesses.satisfied)
    except OutOfTimeError:
        return None
    return demands.at(places), witnesses.refuted[places]
