"""The cost of an answer: how much was searched, and how long each stage worked."""

from __future__ import annotations

import contextlib
import dataclasses
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from cubecsp.frozen import SealedObject
from cubecsp.questions.answers.wording import plural, seconds_taken

__all__ = ["Stage", "Statistics"]

Stage = Literal["building", "searching", "checking", "solving"]


@dataclass
class Statistics(SealedObject):
    """The cost of the search for cubes, so far or altogether; the four times are in seconds.

    Attributes:
        nodes: how much the engine has tried: values given to slots, or decisions.
        conflicts: how often it met a contradiction that it learned from; None if it learns nothing.
        candidates: cubes that the engine found; with symmetries, the least of each orbit.
        rejected: those of them that break a rule that engines do not see.
        building: stating the problem to the engine.
        searching: the engine's own work.
        checking: the rules' own check of what was found, and its conjugates.
        solving: finding moves; None where they were not asked for.
    """

    nodes: int = 0
    conflicts: int | None = None
    candidates: int = 0
    rejected: int = 0
    building: float = 0.0
    searching: float = 0.0
    checking: float = 0.0
    solving: float | None = None

    @contextlib.contextmanager
    def timed(self, stage: Stage) -> Iterator[None]:
        """Add the time that is spent inside to that of a stage."""
        started = time.perf_counter()
        try:
            yield
        finally:
            spent = time.perf_counter() - started
            setattr(self, stage, (getattr(self, stage) or 0.0) + spent)

    def __add__(self, other: Statistics) -> Statistics:
        """Return the sum of both."""
        one, two = dataclasses.asdict(self), dataclasses.asdict(other)
        known = {name: v for name, v in one.items() if v is not None}
        added = {name: v + known.get(name, 0) for name, v in two.items() if v is not None}
        return Statistics(**(known | added))

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints: counts, and `seconds` by stage."""
        data = {name: v for name, v in dataclasses.asdict(self).items() if v is not None}
        seconds = {name: round(v, 6) for name, v in data.items() if isinstance(v, float)}
        return {n: v for n, v in data.items() if n not in seconds} | {"seconds": seconds}

    def sentence(self) -> str:
        """Return all of it in words."""
        counts = [plural(self.nodes, "node")]
        if self.conflicts is not None:
            counts.append(plural(self.conflicts, "conflict"))
        counts.append(f"{plural(self.candidates, 'candidate')}, {self.rejected:,} rejected")
        times = [
            f"{seconds_taken(spent)} {stage}" for stage, spent in self.as_dict()["seconds"].items()
        ]
        return f"{', '.join(counts)}; {', '.join(times)}"
