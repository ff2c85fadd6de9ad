"""How much of some work is done, and how long the rest takes, from predicted costs and the time that tasks took."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Forecast"]

_LEAST = 0.5  # seconds of work: the first task alone may be any
_COLD = 0.5  # seconds of work in which a thread fills its caches, and is up to three times as slow


class Forecast:
    """A prediction that gets better as tasks are done.

    Tasks from a checkpoint count as done, and say nothing about how fast the work is here and now. What threads did at
    first counts only as long as there is not as much work behind that.

    Args:
        total: the costs of all tasks together, as far as is known.
        worked: for how many seconds each thread has worked, see `Executor.worked`.
    """

    def __init__(self, total: float, worked: Callable[[], float]) -> None:
        self._total = total
        self._worked = worked
        self._done = self._fresh = 0.0
        self._told = 0.0
        self._since: float | None = None
        self._cold: tuple[float, float] | None = None  # work, and cost of what was done by then

    def expect(self, total: float) -> None:
        """Replace what all tasks are thought to cost."""
        self._total = max(total, self._done)

    def begin(self) -> None:
        """Say that tasks are at work from now on, if they are not yet."""
        if self._since is None:
            self._since = self._worked()

    def add(self, cost: float, *, fresh: bool = True) -> None:
        """Say that a task is done."""
        self._done += cost
        if fresh:
            self._fresh += cost
            if self._since is not None and self._cold is None:
                spent = self._worked() - self._since
                self._cold = (spent, self._fresh) if spent >= _COLD else None

    @property
    def fraction(self) -> float:
        """The share that is done, 0…1; it never goes back."""
        share = self._done / self._total if self._total else 1.0
        self._told = max(self._told, min(1.0, share))
        return self._told

    @property
    def left(self) -> float | None:
        """For how many seconds each thread has to work on the rest; None as long as too little was done to predict it."""
        if self._since is None or not self._fresh:
            return None
        spent, fresh = self._worked() - self._since, self._fresh
        if self._cold is not None and spent >= 2 * self._cold[0] and fresh > self._cold[1]:
            spent, fresh = spent - self._cold[0], fresh - self._cold[1]
        if spent < _LEAST:
            return None
        return spent * max(0.0, self._total - self._done) / fresh
