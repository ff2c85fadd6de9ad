"""A job: one question that waits, runs, or is over, and its events so far."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, NamedTuple

from cubecsp.server.error_statuses import RequestProblem


class JobState(StrEnum):
    """The state of a job."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        """Whether no more events come."""
        return self not in (JobState.QUEUED, JobState.RUNNING)


class Event(NamedTuple):
    """An event of a job.

    Attributes:
        name: `cube`, `progress`, `restart`, `answer` or `error`.
        data: JSON.
        number: its number, from 1; 0 for progress, which is not kept.
    """

    name: str
    data: bytes
    number: int = 0


class Job:
    """One question: its parameters, and its events so far.

    Args:
        question: the name of the question.
        parameters: its parameters, checked JSON.
        is_quick: whether it takes milliseconds.

    Attributes:
        id: a random identifier, which cannot be guessed.
        state: its state.
        events: its events, except for its progress.
        progress: the latest progress.
        parts: the parts of the file that the question makes.
        size: the bytes of the events and the file.
        lost: the number of workers that have died over it.
        lists_cubes: whether the answer has `cubes`, which events have already sent.
        cancelled: whether it is to end.
        is_late: whether its time is over.
        problem: the reason why it has no answer.
        stop: ends the running work.
        clock: ends when its time is over.
    """

    def __init__(self, question: str, parameters: bytes, *, is_quick: bool) -> None:
        self.id = secrets.token_urlsafe(16)
        self.question = question
        self.parameters = parameters
        self.is_quick = is_quick
        self.state = JobState.QUEUED
        self.events: list[Event] = []
        self.progress: Event | None = None
        self.parts: list[bytes] = []
        self.size = self.lost = self._number = 0
        self.lists_cubes = False
        self.cancelled = self.is_late = False
        self.problem: RequestProblem | None = None
        self.stop: Callable[[], None] | None = None
        self.clock: asyncio.TimerHandle | None = None
        self._created = datetime.now(UTC)
        self._begun = self.ended = 0.0
        self._changed = asyncio.Event()

    def begin(self) -> None:
        """Record that a worker has taken it."""
        self.state = JobState.RUNNING
        self._begun = time.monotonic()
        self._wake()

    def emit(self, name: str, data: bytes) -> None:
        """Keep an event, and send it to all listeners."""
        self.size += len(data)
        self._number += 1
        self.events.append(Event(name, data, self._number))
        self._wake()

    def keep(self, part: bytes) -> None:
        """Keep the next part of the file that the question makes."""
        self.size += len(part)
        self.parts.append(part)

    def restart(self) -> None:
        """Forget its events, and notify all who have received them: it starts again."""
        heard = bool(self.events)
        self.state, self.size, self.progress = JobState.QUEUED, 0, None
        self.events.clear()
        self.parts.clear()
        if heard:
            self.emit("restart", b"{}")

    def show(self, data: bytes) -> None:
        """Send progress to all listeners."""
        self.progress = Event("progress", data)
        self._wake()

    def fail(self, problem: RequestProblem, state: JobState = JobState.FAILED) -> None:
        """Record that there is no answer, and why."""
        self.problem = problem
        self.emit("error", json.dumps(problem.as_dict()).encode())
        self.end(state)

    def end(self, state: JobState) -> None:
        """Record that no more events come."""
        self.state = state
        self.ended = time.monotonic()
        self.progress = None
        if self.clock is not None:
            self.clock.cancel()
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def over(self) -> None:
        """Return when no more events come."""
        while not self.state.is_over:
            await self._changed.wait()

    def _next(self, after: int) -> Event | None:
        """Return the first event with a larger number."""
        if not self.events or after >= self._number:
            return None
        return self.events[max(0, after + 1 - self.events[0].number)]

    def has_after(self, number: int) -> bool:
        """Return whether it has had events after a given one."""
        return self._next(number) is not None

    async def follow(self, after: int = 0) -> AsyncIterator[Event]:
        """Yield its events, from number `after` + 1 on, to the end."""
        sent: Event | None = None
        while True:
            changed = self._changed
            while (event := self._next(after)) is not None:
                yield event
                after = event.number
            if self.progress is not None and self.progress is not sent:
                sent = self.progress
                yield sent
            if self.state.is_over and self._next(after) is None:
                return
            if changed is self._changed:
                await changed.wait()

    @property
    def answer(self) -> bytes | None:
        """The whole answer, as JSON; None if there is none yet."""
        if not self.events or self.events[-1].name != "answer":
            return None
        last = self.events[-1].data
        if not self.lists_cubes:
            return last
        cubes = [event.data for event in self.events if event.name == "cube"]
        return b"".join([last[:-1], b',"cubes":[', b",".join(cubes), b"]}"])

    def as_dict(self) -> dict[str, Any]:
        """Return its description, without the answer."""
        seconds = (self.ended or time.monotonic()) - self._begun if self._begun else 0.0
        data: dict[str, Any] = {
            "id": self.id,
            "question": self.question,
            "state": self.state.value,
            "created": self._created.isoformat(timespec="milliseconds"),
            "seconds": round(seconds, 3),
            "events": self._number,
        }
        if self.problem is not None:
            data["error"] = self.problem.as_dict()
        return data
