"""Which table files were found intact on this machine, so that they need not be read again each time.

A file is identified by its inode, size and times; whatever changes it changes one of these. If they
are the same as when the file was found intact, it is assumed to be so still. The list is kept in the
cache folder, by machine, since folders are shared between machines; if it cannot be written, this
process remembers for itself. A list that cannot be read counts as empty.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from collections.abc import Callable

from cubecsp.search.table_files import UnusableError, opened, replace

__all__ = ["FILE_NAME", "checked", "forget"]

FILE_NAME = "checked.json"

_SETTLED = 0.1
"""Seconds since the last change after which another one is sure to show, since file times are coarse."""

_MOST_MACHINES = 16
_MOST_BYTES = 1 << 20

_here: dict[str, list[int]] = {}


def checked(path: str, handle: int, check: Callable[[], None], *, again: bool = False) -> None:
    """Call `check` unless an open file passed it before and has not changed since.

    Args:
        path: where it is.
        handle: to read it from.
        check: raises if the file is not intact.
        again: whether to check it in any case.
    """
    state = os.fstat(handle)
    marks = [state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns]
    folder, name = os.path.split(path)
    if not again and marks in (_here.get(path), _listed(folder).get(name)):
        return
    settled = abs(time.time() - max(state.st_mtime, state.st_ctime)) >= _SETTLED
    check()
    if settled:
        _here[path] = marks
        _update(path, marks)


def forget(path: str) -> None:
    """Forget that a file was checked, so that it is checked again."""
    _here.pop(path, None)
    _update(path, None)


def _update(path: str, marks: list[int] | None) -> None:
    folder, name = os.path.split(path)
    listed = _listed(folder)
    if listed.get(name) == marks:
        return
    changed = {**listed, name: marks}
    machines = _machines(folder)
    machines.pop(_machine(), None)
    machines[_machine()] = {name: marks for name, marks in changed.items() if marks}
    text = json.dumps(dict(list(machines.items())[-_MOST_MACHINES:])).encode()

    def fill(handle: int) -> None:
        with open(handle, "wb", closefd=False) as file:
            file.write(text)

    with contextlib.suppress(OSError):  # then this process alone remembers
        replace(os.path.join(folder, FILE_NAME), fill)


def _listed(folder: str) -> dict[str, list[int] | None]:
    """Return the notes on this machine, by the names of existing files."""
    listed = _machines(folder).get(_machine())
    if not isinstance(listed, dict):
        return {}
    return {
        name: marks
        for name, marks in listed.items()
        if isinstance(marks, list) and os.path.exists(os.path.join(folder, name))
    }


def _machine() -> str:
    """Return the name of this machine in its network."""
    if sys.platform != "win32":
        return os.uname().nodename
    import platform  # slow to import

    return platform.node()


def _machines(folder: str) -> dict[str, object]:
    try:
        with open(opened(os.path.join(folder, FILE_NAME)), "rb") as file:
            machines = json.loads(file.read(_MOST_BYTES))
    except (UnusableError, OSError, ValueError, RecursionError):
        return {}
    return machines if isinstance(machines, dict) else {}
