"""One conflict of rules that no cube satisfies, if it can be found at once.

The result depends only on the rules, and not on time: the work is limited, not the time, and the engine's work
is the same every time.
"""

from __future__ import annotations

from itertools import combinations

from cubecsp.errors import OutOfReachError, OutOfTimeError
from cubecsp.models.conflicts.demands import Demand, Demands
from cubecsp.models.conflicts.shrinking import shrink
from cubecsp.models.conflicts.witnesses import Witnesses
from cubecsp.models.core.composite import orders_of
from cubecsp.models.core.feasibility import leave_many_choices
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.engines import AutoEngine
from cubecsp.models.engines.native import NativeEngine
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.stopping.deadline import Deadline

_MOST_WORK = 100_000_000  # a second or two: see `Witnesses.work`


def one_conflict(pattern: Pattern, deadline: Deadline) -> tuple[tuple[Demand, ...], str] | None:
    """Return a minimal conflict among rules that no cube satisfies, and the engine that has proven it.

    Args:
        pattern: the rules.
        deadline: if it passes before the conflict is minimal, the result is None, as for too much work.
    """
    engine = NativeEngine.name
    if (apart := _orders_apart(pattern)) is not None:
        return apart, engine
    if any(rule.alone for rule in pattern.rules) or NativeEngine().objection(pattern.puzzle):
        if isinstance(pattern.puzzle, CubePuzzle) and pattern.puzzle.alike:
            return None  # for these `auto` lets engines take turns by time
        engine = AutoEngine.name  # which names the only one that can
    if leave_many_choices(pattern.with_programs):
        return None  # native would take far longer than its work says
    demands = Demands(pattern.puzzle, pattern.rules)
    witnesses = Witnesses(demands, engine, deadline, most_work=_MOST_WORK)
    every = frozenset(range(len(demands.all)))
    try:
        if witnesses.extension(every) is not None:
            return None
        places = shrink(every, witnesses.extension)
    except (OutOfReachError, OutOfTimeError):
        return None
    return demands.at(places), witnesses.refuted[places]


def _orders_apart(pattern: Pattern) -> tuple[Demand, ...] | None:
    """Return two rules, each of which can hold, that no cube satisfies since they allow different orders."""
    if pattern.puzzle is not CUBE or pattern.impossible():
        return None
    pairs = combinations((rule for rule in pattern.rules if not rule.rules), 2)
    return next((pair for pair in pairs if orders_of(pair, 2) == frozenset()), None)
