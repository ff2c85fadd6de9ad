"""Which way to draw suits a question. What is planned depends on the question alone, and on no clock."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace

from cubecsp.errors import InputError
from cubecsp.models.counting.base import Question
from cubecsp.models.sampling import SAMPLERS
from cubecsp.models.sampling.base import NumberingSampler, Sampler, Trying
from cubecsp.models.sampling.listing import tried
from cubecsp.models.sampling.rejection import hits

__all__ = ["Plan", "numbered", "numbered_by_name", "planned", "planned_by_name"]

_OFTEN = 1 / 1000  # of the cubes that are tried pass: then rejection takes less than a millisecond each


@dataclass(frozen=True)
class Plan:
    """How cubes are drawn.

    Attributes:
        sampler: the way.
        reason: why, a clause.
        refused: why others cannot be had: for each its name, and a clause.
    """

    sampler: Sampler
    reason: str
    refused: dict[str, str]


Planning = Generator[Trying, None, Plan]
"""The work that leads to a plan, which it returns."""


def planned(question: Question) -> Planning:
    """Find the way that suits a question."""
    refused = {name: why for name, one in SAMPLERS.items() if (why := one.refusal(question))}
    free = [one for name, one in SAMPLERS.items() if name not in refused]
    for sampler in free:
        if sampler.immediate:
            return Plan(sampler, "it is the quickest", refused)
    yield Trying()
    passed, number = hits(question)
    if passed >= _OFTEN * number:
        reason = f"{passed:,} of {number:,} random cubes satisfy the rules"
        return Plan(SAMPLERS["rejection"], reason, refused)
    refused["rejection"] = f"{passed:,} of {number:,} random cubes satisfy the rules"
    if (yield from tried(question)):
        return Plan(SAMPLERS["listing"], "there are few enough cubes to find them all", refused)
    if passed:
        del refused["rejection"]
        return Plan(SAMPLERS["rejection"], "there is no better way", refused)
    return Plan(SAMPLERS["listing"], "nothing else can draw these", refused)


def planned_by_name(question: Question, name: str) -> Plan:
    """Return the plan to draw in a way that is asked for.

    Raises:
        InputError: there is none of this name, or it cannot draw these.
    """
    sampler = SAMPLERS.find(name)
    why = sampler.refusal(question)
    if why is not None:
        raise InputError(f"{name} cannot draw these: {why}", "leave the way to draw to the planner")
    return Plan(sampler, "asked for", {})
