"""How much of some work is done, and how long the rest takes, from predicted costs and the time that units took."""

from __future__ import annotations

import time

__all__ = ["Forecast"]

_LEAST = 0.5  # seconds of work: the first unit alone may be any


class Forecast:
    """A prediction that gets better as units are done.

    Units from a journal count as done, and say nothing about how fast the work is here and now.

    Args:
        total: the costs of all units together, as far as is known.
    """

    def __init__(self, total: float) -> None:
        self._total = total
        self._done = self._fresh = 0.0
        self._told = 0.0
        self._since: float | None = None

    def expect(self, total: float) -> None:
        """Replace what all units are thought to cost."""
        self._total = max(total, self._done)

    def begin(self) -> None:
        """Say that units are at work from now on, if they are not yet."""
        if self._since is None:
            self._since = time.monotonic()

    def add(self, cost: float, *, fresh: bool = True) -> None:
        """Say that a unit is done."""
        self._done += cost
        if fresh:
            self._fresh += cost

    @property
    def fraction(self) -> float:
        """The share that is done, 0…1; it never goes back."""
        share = self._done / self._total if self._total else 1.0
        self._told = max(self._told, min(1.0, share))
        return self._told

    @property
    def left(self) -> float | None:
        """The seconds that the rest takes; None as long as too little was done to predict it."""
        if self._since is None or not self._fresh:
            return None
        spent = time.monotonic() - self._since
        if spent < _LEAST:
            return None
        return spent * max(0.0, self._total - self._done) / self._fresh
