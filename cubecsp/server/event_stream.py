"""Server-sent events, by which browsers follow a job; after an interruption browsers continue with the next event."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from cubecsp.server.job import Event, Job

_QUIET = 15.0
"""Seconds of silence after which the server sends something, so that no proxy takes the connection for dead."""


def encode(event: Event) -> bytes:
    """Return an event as it is sent; JSON has no line breaks."""
    number = f"id: {event.number}\n".encode() if event.number else b""
    return b"".join([number, b"event: ", event.name.encode(), b"\ndata: ", event.data, b"\n\n"])


async def stream(job: Job, after: int) -> AsyncIterator[bytes]:
    """Yield the events of a job after number `after`, until it is over."""
    yield b"retry: 1000\n\n"
    events = job.follow(after)
    waiting: asyncio.Task[Event] | None = None
    try:
        while True:
            waiting = waiting or asyncio.ensure_future(anext(events))
            done, _ = await asyncio.wait({waiting}, timeout=_QUIET)
            if not done:
                yield b": still at work\n\n"
                continue
            try:
                event = waiting.result()
            except StopAsyncIteration:
                return
            waiting = None
            yield encode(event)
    finally:
        if waiting is not None:
            waiting.cancel()
