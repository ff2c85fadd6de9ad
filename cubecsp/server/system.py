"""The server's calls to the operating system; calls that a system lacks are left out."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]
try:
    import ctypes

    _trim: Any = ctypes.CDLL(None).malloc_trim
except (ImportError, AttributeError, OSError, TypeError):  # not the C library of GNU
    _trim = None


def confine(memory: int) -> None:
    """Limit the memory of this process, and leave Ctrl-C to the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))


def lower_priority(niceness: int) -> None:
    """Let other processes go first."""
    if hasattr(os, "nice"):
        os.nice(niceness)


def give_back_memory() -> None:
    """Return memory that is no longer needed to the system: the C library would keep it for later."""
    if _trim is not None:
        _trim(0)


def resident(pid: int) -> int:
    """Return the bytes of memory that a process uses; 0 if that is unknown."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, AttributeError):
        return 0
