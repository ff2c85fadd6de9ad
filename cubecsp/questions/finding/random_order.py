"""The order of found cubes: that of discovery or, with a seed, mixed."""

from __future__ import annotations

from cubecsp.models.engines.shuffle import SplitMix

_MOST_WAITING = 100_000  # cubes that wait for their turn in random order


class RandomOrder:
    """The order of the cubes of orbits.

    The engine gives a random cube of each orbit at once. The others wait, and are drawn at random once many
    wait, or nothing else is left.
    """

    def __init__(self, seed: int | None) -> None:
        self.random = None if seed is None else SplitMix(~seed)
        self._waiting: list[bytes] = []

    def next(self, orbit: list[bytes]) -> list[bytes]:
        """Return the cubes that come next in order, now that an orbit was found."""
        if self.random is None or not orbit:
            return orbit
        first, *others = self.random.shuffled(orbit)
        self._waiting += others
        drawn = [self._draw(self.random) for _ in range(len(self._waiting) - _MOST_WAITING)]
        return [first, *drawn]

    def rest(self) -> list[bytes]:
        """Return the cubes that have been waiting, at the end."""
        return self._waiting if self.random is None else self.random.shuffled(self._waiting)

    def _draw(self, random: SplitMix) -> bytes:
        i = random.below(len(self._waiting))
        self._waiting[i], self._waiting[-1] = self._waiting[-1], self._waiting[i]
        return self._waiting.pop()
