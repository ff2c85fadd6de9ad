"""Ways to draw cubes of a pattern at random; see `cubecsp.registry` for how to add one."""

from __future__ import annotations

from cubecsp.models.sampling.base import Block, Numbering, Sampler, Trying
from cubecsp.registry import Registry

__all__ = ["SAMPLERS", "Block", "Numbering", "Sampler", "Trying"]

SAMPLERS: Registry[Sampler] = Registry(
    "sampler",
    __name__,
    "SAMPLER",
    (
        "pieces",
        "cycle-types",
        "filtering",
        "few-slots",
        "corner-rejection",
        "rejection",
        "corner-walk",
        "listing",
        "elements",
        "visiting",
        "group",
    ),
)
"""Every way to draw by name, the preferred ones first."""
