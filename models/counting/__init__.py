"""Ways to count the cubes of a pattern and to draw from them; see `cubecsp.registry` for how to add one."""

from __future__ import annotations

from cubecsp.models.counting.way import CONFIDENCE as CONFIDENCE
from cubecsp.models.counting.way import Estimate as Estimate
from cubecsp.models.counting.way import ExactCount as ExactCount
from cubecsp.models.counting.way import ProgressSign as ProgressSign
from cubecsp.models.counting.way import Question as Question
from cubecsp.models.counting.way import Way as Way
from cubecsp.registry import Registry, facts_of

COUNTERS: Registry[Way] = Registry(
    "counter",
    __name__,
    "WAY",
    (
        *("distances", "pieces", "cycle-types", "filtering", "few-slots", "coupled-slots"),
        *("inclusion-exclusion", "corner-walk", "group", "visiting", "listing"),
        *("corner-samples", "hit-or-miss", "annealed-importance-sampling", "rejection"),
    ),
)
"""Every way to count by name: the exact ones, the preferred ones first; then the estimates."""


class _Samplers(Registry[Way]):
    """The same objects, as ways to draw."""

    def facts(self, name: str) -> dict[str, str]:
        way = self[name]
        facts = facts_of(way) | {"summary": way.summary_of_drawing or way.summary}
        del facts["threads"]  # which are those that count
        if limits := way.limits_of_drawing or way.limits:
            facts["limits"] = limits
        return facts


SAMPLERS = _Samplers(
    "sampler",
    __name__,
    "WAY",
    (
        *("pieces", "cycle-types", "filtering", "few-slots", "coupled-slots", "corner-rejection"),
        *("rejection", "corner-walk", "listing", "elements", "visiting", "group"),
    ),
)
"""Every way to draw by name, the preferred ones first."""
