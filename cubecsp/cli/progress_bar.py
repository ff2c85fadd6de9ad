"""The progress bar on standard error."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cubecsp.questions.asking.progress import Show

if TYPE_CHECKING:
    from rich.console import Console

_QUIET_FOR = 0.5  # seconds before it appears


@contextlib.contextmanager
def progress_bar(label: str) -> Iterator[Show | None]:
    """Give a function that shows progress on standard error, None if that is not a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = _Bar(label)
    try:
        yield bar
    finally:
        bar.close()


def _unwrapped_console() -> Console:
    """Return a console for standard error that prints lines whole, such as cubes printed above a bar."""
    from rich.console import Console

    class UnwrappedConsole(Console):
        def print(self, *objects: Any, **how: Any) -> None:
            super().print(*objects, **{"soft_wrap": True, **how})

    return UnwrappedConsole(stderr=True)


class _Bar:
    """A progress bar that appears only when the work takes a while."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._started = time.monotonic()
        self._stack = contextlib.ExitStack()
        self._update: Show | None = None

    def __call__(self, fraction: float | None, note: str) -> None:
        if self._update is None:
            if time.monotonic() - self._started < _QUIET_FOR:
                return
            self._update = self._open()
        self._update(fraction, note)

    def _open(self) -> Show:
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        bars = self._stack.enter_context(
            Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.fields[note]}"),
                TimeElapsedColumn(),
                console=_unwrapped_console(),
                transient=True,
                # Lines printed meanwhile go above the bar, but only if they go to the terminal.
                redirect_stdout=sys.stdout.isatty(),
            )
        )
        task = bars.add_task(self._label, total=None, note="")

        def update(fraction: float | None, note: str) -> None:
            total = None if fraction is None else 1.0
            bars.update(task, total=total, completed=fraction or 0.0, note=note)

        return update

    def close(self) -> None:
        self._stack.close()
