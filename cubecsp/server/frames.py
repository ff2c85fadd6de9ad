"""Frames between a worker and the server: a letter, a length, and mostly JSON.

The server sends a question, a line with its name and its parameters as JSON, and the worker sends the frames
of its answer. The last of these is `ANSWER`, `WHOLE` or `ERROR`; after it the worker waits for the next
question. A full pipe makes the worker wait. The line `STOP` ends the running question, which keeps its
results.
"""

from __future__ import annotations

import struct
from typing import Final

READY: Final = b"r"
"""The worker has loaded the modules that questions need."""
CUBE: Final = b"c"
"""A cube of the answer."""
PART: Final = b"f"
"""A part of the file that the question makes: bytes, not JSON."""
PROGRESS: Final = b"p"
"""The progress of the question."""
ANSWER: Final = b"a"
"""The answer without its `cubes`, which were sent before."""
WHOLE: Final = b"w"
"""The answer of a question whose answers have no `cubes`."""
ERROR: Final = b"e"
"""The problem that prevented an answer (`cubecsp.server.error_statuses`), or instead of `READY`, the start of the worker."""
STOP: Final = b"\n"
"""The line that the server sends to end a question."""

HEADER = struct.Struct("!cI")
"""The letter, and the number of bytes that follow."""


def frame(kind: bytes, data: bytes) -> bytes:
    """Return a frame."""
    return HEADER.pack(kind, len(data)) + data
