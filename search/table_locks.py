"""Locks that keep processes from making the same table, and what killed processes leave behind.

A lock is a file beside the table that is locked with `flock` and deleted by its holder. If that
process is killed, the system releases the lock, and only the file is left, which then means nothing.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from cubecsp.deadline import Deadline
from cubecsp.search.table_files import TEMPORARY

if TYPE_CHECKING:
    from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: both processes make the table, and the last rename wins
    fcntl = None  # type: ignore[assignment]

__all__ = ["LOCK", "HeldError", "leftovers", "lock"]

LOCK = ".lock"

_PAUSE = 0.05
"""Seconds between two attempts to take a lock that is held."""

_WORD_AFTER = 0.5
"""Seconds of waiting after which the user gets a message."""


class HeldError(Exception):
    """Another process still holds the lock when the time to wait is up."""


@contextlib.contextmanager
def lock(path: Path, deadline: Deadline, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold a lock; a missing folder is created, and the file is deleted at the end.

    Args:
        path: its file.
        deadline: until when to wait while another process holds it.
        waiting: called once if the lock has to be waited for.

    Raises:
        HeldError: another process held it all the time.
        OSError: it cannot be locked, or is not an ordinary file.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if fcntl is None:
        yield
        return
    handle = _waited_for(path, deadline, waiting)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            path.unlink()
        os.close(handle)


def leftovers(folder: Path) -> list[Path]:
    """Return the temporary files and locks in a folder that no living process uses, by name."""
    return sorted(
        path
        for path in folder.iterdir()
        if path.suffix in (TEMPORARY, LOCK) and not _is_held(path.with_name(_stem(path) + LOCK))
    )


def _stem(path: Path) -> str:
    return path.name.split(".")[0]


def _waited_for(path: Path, deadline: Deadline, waiting: Callable[[], None]) -> int:
    started = time.monotonic()
    reported = False
    while (handle := _locked(path)) is None:
        if deadline.is_over:
            raise HeldError
        if time.monotonic() - started >= _WORD_AFTER and not reported:
            reported = True
            waiting()
        time.sleep(min(_PAUSE, deadline.left))
    return handle


def _locked(path: Path) -> int | None:
    """Return a handle that holds the lock, None if another process does."""
    handle = os.open(path, os.O_RDONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "is not an ordinary file", str(path))
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if _is_still(path, handle):
            return handle
    except BlockingIOError:
        pass
    except BaseException:
        os.close(handle)
        raise
    os.close(handle)
    return None


def _is_still(path: Path, handle: int) -> bool:
    """Return whether an open file is still the one with that name: the holder of the lock deletes it."""
    try:
        return os.path.samestat(os.lstat(path), os.fstat(handle))
    except FileNotFoundError:
        return False


def _is_held(path: Path) -> bool:
    if fcntl is None:
        return False
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:  # there is none, or something that cannot be locked
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(handle)
    return False
