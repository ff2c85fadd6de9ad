"""The limits of what may be asked of the server."""

from __future__ import annotations

import os

from cubecsp.frozen import frozen

__all__ = ["ServerLimits"]

_MB = 10**6


@frozen
class ServerLimits:
    """The limits; a request beyond one of them is refused, with the reason.

    Attributes:
        workers: processes for questions that may take long.
        quick_workers: processes that answer quick questions, with priority over the others.
        jobs: questions that may wait, or be under way, at a time, quick ones aside.
        quick_jobs: quick questions that may wait, or be under way, at a time.
        time: seconds from when a question arrives, after which it is interrupted.
        grace: seconds after which a question that is interrupted is ended by force.
        memory: bytes that a worker may have.
        body: bytes that the body of a request may have.
        body_time: seconds within which the body of a request has to arrive.
        header_time: seconds within which the head of a request has to arrive.
        answer: bytes that an answer may have.
        kept_jobs: jobs that are over and are remembered.
        kept_bytes: bytes that their answers may have in total.
        kept_time: seconds that they are remembered.
        attempts: how many workers may die on a question, one after the other, before it is given up.
    """

    workers: int = os.cpu_count() or 1
    quick_workers: int = 1
    jobs: int = 256
    quick_jobs: int = 1024
    time: float = 60.0
    grace: float = 2.0
    memory: int = 4_000 * _MB
    body: int = _MB
    body_time: float = 10.0
    header_time: float = 10.0
    answer: int = 32 * _MB
    kept_jobs: int = 256
    kept_bytes: int = 128 * _MB
    kept_time: float = 600.0
    attempts: int = 3
