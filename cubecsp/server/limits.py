"""The limits of the server."""

from __future__ import annotations

from cubecsp.frozen import frozen
from cubecsp.processors import processors

_MB = 10**6


@frozen
class ServerLimits:
    """The limits; the server refuses a request beyond one of them, with the reason.

    Attributes:
        workers: processes for questions that may take long.
        quick_workers: processes that answer quick questions, with priority over the others.
        jobs: questions that may wait or run at a time, except quick ones.
        quick_jobs: quick questions that may wait or run at a time.
        time: seconds after which a question is interrupted, from its arrival.
        grace: seconds after which an interrupted question is ended by force.
        memory: bytes that a worker may have.
        body: bytes that the body of a request may have.
        body_time: seconds within which the body of a request has to arrive.
        header_time: seconds within which the head of a request has to arrive.
        answer: bytes that an answer may have.
        kept_jobs: finished jobs that are kept.
        kept_bytes: bytes that their answers may have in total.
        kept_time: seconds for which they are kept.
        attempts: the number of workers that may die on a question, one after the other, before it is given up.
    """

    workers: int = processors()
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
