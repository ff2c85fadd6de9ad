"""The cost of an answer: the size of the search, and the time of each stage."""

from __future__ import annotations

import contextlib
import dataclasses
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from cubecsp.frozen import SealedObject
from cubecsp.questions.answers.numbers_in_words import in_seconds, plural

Stage = Literal["building", "searching", "checking", "solving"]


@dataclass
class Statistics(SealedObject):
    """The cost of the search for cubes, so far or altogether; the four times are in seconds.

    Attributes:
        nodes: the number of nodes that the engine visited: values given to slots, or decisions.
        conflicts: the number of contradictions that it learned from; None if it does not learn.
        candidates: cubes that the engine found; with symmetries, the least of each orbit.
        rejected: the candidates that break a rule which engines do not see.
        building: the time to state the problem to the engine.
        searching: the time of the engine's own work.
        checking: the time of the rules' own check of the candidates, and of their conjugates.
        solving: the time to find moves; None if the question does not ask for them.
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
    def measure(self, stage: Stage) -> Iterator[None]:
        """Add the time spent inside the context to that of a stage."""
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
        """Return all statistics in words."""
        counts = [plural(self.nodes, "node")]
        if self.conflicts is not None:
            counts.append(plural(self.conflicts, "conflict"))
        counts.append(f"{plural(self.candidates, 'candidate')}, {self.rejected:,} rejected")
        times = [
            f"{in_seconds(spent)} {stage}" for stage, spent in self.as_dict()["seconds"].items()
        ]
        return f"{', '.join(counts)}; {', '.join(times)}"
