"""Ways to count the cubes of a pattern; see `cubecsp.registry` for how to add one."""

from __future__ import annotations

from cubecsp.models.counting.base import (
    CONFIDENCE,
    Counted,
    Counter,
    Estimated,
    Question,
    Step,
)
from cubecsp.registry import Registry

__all__ = [
    "CONFIDENCE",
    "COUNTERS",
    "Counted",
    "Counter",
    "Estimated",
    "Question",
    "Step",
]

COUNTERS: Registry[Counter] = Registry(
    "counter",
    __name__,
    "COUNTER",
    (
        "pieces",
        "cycle-types",
        "filtering",
        "few-slots",
        "corner-walk",
        "group",
        "visiting",
        "listing",
        "corner-samples",
        "corner-darts",
        "weighted-walks",
        "rejection",
    ),
)
"""Every way to count by name: the exact ones, the preferred ones first; then the estimates."""
