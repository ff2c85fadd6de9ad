"""The shape in which questions about puzzles that are not cubes are answered, in Python and as JSON.

It is that of `cubecsp.questions.answer`, with `states` where that has `cubes`: KPatterns, and what was asked
about them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cubecsp.definitions.group import Verdict
from cubecsp.definitions.pieces import KPattern
from cubecsp.questions.answer import Status, Stop
from cubecsp.questions.wording import plural, seconds_taken

__all__ = ["StateAnswer", "StateReport"]


@dataclass(frozen=True)
class StateReport:
    """A state of an answer, with what was asked about it; what was not asked is None.

    Attributes:
        state: the state.
        verdict: whether moves can make it, and why not.
        broken: which rules it breaks.
        order: how often the moves that make it have to be done to lead back; None also if pieces look alike.
        moves: moves from the state that was asked about, or to solved: a text.
        length: how many moves these are.
        optimal: whether it is proven that fewer are not enough.
        at_least: fewer moves than this do not solve it, where it is not known how many do.
        generator: moves that make it from a solved one.
        unsolved: why there are no moves, if a limit came first.
    """

    state: KPattern
    verdict: Verdict | None = None
    broken: tuple[str, ...] | None = None
    order: int | None = None
    moves: str | None = None
    length: int | None = None
    optimal: bool | None = None
    at_least: int | None = None
    generator: str | None = None
    unsolved: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints for this state, things not asked for left out."""
        shown: dict[str, Any] = {"pattern": self.state.as_dict()}
        if self.verdict is not None:
            shown["reachable"] = self.verdict.reachable
            if self.verdict.reasons:
                shown["reasons"] = list(self.verdict.reasons)
        if self.broken is not None:
            shown["broken"] = list(self.broken)
        left = {**vars(self), "state": None, "verdict": None, "broken": None}
        return shown | {key: value for key, value in left.items() if value is not None}


@dataclass
class StateAnswer:
    """An answer. Iterating gives the reports of its states.

    Attributes:
        query: what was asked.
        status: how complete and certain the answer is.
        states: in the order of the input or of discovery.
        count: how many there are, if that was asked.
        seconds: wall-clock time of the whole question.
        stopped: what ended it before it was complete, None if nothing did.
        reason: why the answer is no, or not known: a sentence without its full stop.
        more: what else the answer says, by name, as JSON has it.
    """

    query: Mapping[str, Any]
    status: Status = Status.UNKNOWN
    states: list[StateReport] = field(default_factory=list)
    count: int | None = None
    seconds: float = 0.0
    stopped: Stop | None = None
    reason: str | None = None
    more: dict[str, Any] = field(default_factory=dict)

    def __iter__(self) -> Iterator[StateReport]:
        return iter(self.states)

    def __len__(self) -> int:
        return len(self.states)

    def sentence(self) -> str:
        """Return the sentence that says what was found, and how complete that is."""
        if self.reason is not None:
            return f"{self.reason} ({seconds_taken(self.seconds)})."
        found = plural(len(self) if self.count is None else self.count, "state")
        ending = {
            Stop.LIMIT: "as many as asked for; there may be more",
            Stop.EFFORT: "as much effort as asked for; there may be more",
            Stop.TIME: "the time limit ended it; there may be more",
            Stop.COST: "it would have taken too long; there may be more",
            Stop.INTERRUPT: "interrupted; there may be more",
            None: "the whole answer" if self.status is Status.COMPLETE else "the answer is no",
        }[self.stopped]
        return f"{found}, {ending} ({seconds_taken(self.seconds)})."

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        shown: dict[str, Any] = {"query": dict(self.query), "status": self.status.value}
        if self.count is not None:
            shown["count"] = self.count
        if self.stopped is not None:
            shown["stopped"] = self.stopped.value
        if self.reason is not None:
            shown["reason"] = self.reason
        shown |= self.more
        shown["seconds"] = round(self.seconds, 6)
        shown["states"] = [report.as_dict() for report in self.states]
        return shown
