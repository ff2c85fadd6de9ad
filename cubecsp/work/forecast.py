"""Forecasts of work: the finished share and the remaining time, from predicted costs and the time that tasks took."""

from __future__ import annotations

from collections.abc import Callable

_LEAST = 0.5  # seconds of work: the first task may be untypical
_COLD = 0.5  # seconds of work in which a thread fills its caches, and is up to three times slower


class Forecast:
    """A prediction that gets better as tasks are done.

    Tasks from a checkpoint count as done, but not for the speed of the work here and now. The first work of
    threads counts only until they have done as much again.

    Args:
        total: the costs of all tasks together, as far as they are known.
        worked: returns the seconds that each thread has worked, see `Executor.work_time`.
    """

    def __init__(self, total: float, worked: Callable[[], float]) -> None:
        self._total = total
        self._worked = worked
        self._done = self._fresh = 0.0
        self._told = 0.0
        self._since: float | None = None
        self._cold: tuple[float, float] | None = None  # work, and cost of what was done by then

    def expect(self, total: float) -> None:
        """Replace the predicted cost of all tasks."""
        self._total = max(total, self._done)

    def begin(self) -> None:
        """Record that tasks run from now on, unless this was recorded before."""
        if self._since is None:
            self._since = self._worked()

    def add(self, cost: float, *, fresh: bool = True) -> None:
        """Record that a task is done."""
        self._done += cost
        if fresh:
            self._fresh += cost
            if self._since is not None and self._cold is None:
                spent = self._worked() - self._since
                self._cold = (spent, self._fresh) if spent >= _COLD else None

    @property
    def fraction(self) -> float:
        """The finished share, 0…1; it never decreases."""
        share = self._done / self._total if self._total else 1.0
        self._told = max(self._told, min(1.0, share))
        return self._told

    @property
    def left(self) -> float | None:
        """The predicted seconds of work for each thread on the rest; None until enough is done for a prediction."""
        if self._since is None or not self._fresh:
            return None
        spent, fresh = self._worked() - self._since, self._fresh
        if self._cold is not None and spent >= 2 * self._cold[0] and fresh > self._cold[1]:
            spent, fresh = spent - self._cold[0], fresh - self._cold[1]
        if spent < _LEAST:
            return None
        return spent * max(0.0, self._total - self._done) / fresh
