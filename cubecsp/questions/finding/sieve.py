"""The sieve for the cubes of an engine: it checks them, completes orbits or classes, and orders them, each once."""

from __future__ import annotations

from functools import partial

from cubecsp.models.core.orbits import CheckedCubes, Orbits
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.projection import Projection
from cubecsp.puzzle.cube.symmetry import Symmetry
from cubecsp.questions.answers.statistics import Statistics
from cubecsp.questions.finding.random_order import RandomOrder


class Sieve:
    """The way of cubes from an engine to the answer.

    Args:
        pattern: the rules.
        group: symmetries of the pattern, with which the engine leaves out all but the least of orbits.
        classes: whether the question asks for classes.
        repeats: whether the same cubes may come again.
        seed: the seed of the order; None for the order of discovery.
        hint: a cube that comes first; None for none.
        statistics: the cost of the search so far.
        threads: the number of threads that may compute orbits.
        projection: the part in which cubes have to differ; None for the whole cube.

    Attributes:
        orbits: the orbits that cubes of the engine stand for.
    """

    def __init__(
        self,
        pattern: Pattern,
        group: tuple[Symmetry, ...],
        *,
        classes: bool,
        repeats: bool,
        seed: int | None,
        hint: bytes | None,
        statistics: Statistics,
        threads: int = 1,
        projection: Projection | None = None,
    ) -> None:
        self.orbits = Orbits(pattern, group, threads=threads)
        # Otherwise the engine ensures that nothing comes twice.
        self._repeats = repeats or projection is not None or (classes and not self.orbits.whole)
        keys = self.orbits.keys if classes else self.orbits.split
        self._keys = partial(self.orbits.views, projection=projection) if projection else keys
        self._classes = classes
        self._order = RandomOrder(seed)
        self._hint = hint
        self._statistics = statistics
        self._given: set[bytes] = set()  # cubes or classes that could come again

    def accept(self, rows: bytes) -> CheckedCubes:
        """Return the cubes to give, from those that an engine has found one after another."""
        with self._statistics.measure("checking"):
            return self.once(self._hint_first(self._in_order(rows)))

    def rest(self) -> CheckedCubes:
        """Return the cubes that were kept back for a random order."""
        return self.once(b"".join(self._order.rest()))

    def accept_varied(self, rows: bytes) -> CheckedCubes:
        """Return the varied cubes, or their classes, that are new and satisfy the rules."""
        with self._statistics.measure("checking"):
            kept = self._satisfying(rows)
            if self._classes:
                kept = b"".join(map(self.orbits.first, self.orbits.split(kept)))
            return self.once(kept)

    def once(self, rows: bytes) -> CheckedCubes:
        """Return those cubes that have not been given, or their classes.

        Args:
            rows: cubes that satisfy the rules; if the question asks for classes, the least of orbits.
        """
        if self._repeats:
            rows = b"".join(self._fresh(rows))
        return self.orbits.classes(rows) if self._classes else CheckedCubes(rows)

    def _fresh(self, rows: bytes) -> list[bytes]:
        """Return those cubes that have not been given, and remember them."""
        fresh = []
        cubes = self.orbits.split(rows)
        for row, key in zip(cubes, self._keys(rows), strict=True):
            if key not in self._given:
                self._given.add(key)
                fresh.append(row)
        return fresh

    def _in_order(self, block: bytes) -> bytes:
        """Return the cubes to give now, in order, after an engine has found some.

        These are the least cubes of orbits if the question asks for classes, otherwise the whole orbits. An
        orbit counts only when its least cube is found, which always happens.
        """
        rows = self._satisfying(self.orbits.least(block))
        if not self._classes and not self._order.random:
            return self.orbits.of(rows)
        if not self._order.random:
            return rows
        drawn: list[bytes] = []
        for row in self.orbits.split(rows):
            orbit = row if self._classes else self.orbits.of(row)
            drawn += self._order.next(self.orbits.split(orbit))
        return b"".join(drawn)

    def _satisfying(self, rows: bytes) -> bytes:
        """Return the candidates that also satisfy the rules which engines do not see."""
        kept = self.orbits.satisfying(rows)
        self._statistics.candidates += len(rows) // self.orbits.width
        self._statistics.rejected += (len(rows) - len(kept)) // self.orbits.width
        return kept

    def _hint_first(self, rows: bytes) -> bytes:
        """Return the rows with the hint in front, if it is among the first that are found."""
        hint, width, at = self._hint, self.orbits.width, -1
        if hint is None or not rows:
            return rows
        self._hint = None
        while (at := rows.find(hint, at + 1)) % width:
            if at < 0:
                return rows
        return hint + rows[:at] + rows[at + width :]
