"""Units on their way through a pool and a journal: which are begun, remembered, and given."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterable, Iterator
from typing import TYPE_CHECKING, Generic

from cubecsp.stopping.threads import TICK
from cubecsp.work.pools import Pool
from cubecsp.work.units import Done, Job, P, R, Tally, Unit

if TYPE_CHECKING:
    from cubecsp.work.journal import Journal

__all__ = ["results"]

_WAITING = 8  # times as many units as a pool has at a time may be ahead of the one that comes next


def results(
    job: Job[P, R],
    units: Iterable[Unit[P] | None],
    pool: Pool[P, R],
    journal: Journal | None = None,
    *,
    ordered: bool = False,
    tally: Tally | None = None,
) -> Generator[Done[P, R] | None, None, None]:
    """Yield the units when they are done, and None for a sign of progress.

    No more units are taken from `units` than a pool needs to be busy, so that they may be many.

    Args:
        job: their job.
        units: what is to be done; None where there is none yet, and somebody might want to stop.
        pool: does them.
        journal: what it remembers is not done again, and what is done is remembered before it is given.
        ordered: whether they are given in their order, and not as they are done.
        tally: receives how many units were remembered, and how long others took.

    Raises:
        InputError: the journal has a unit that is damaged.
    """
    with pool, contextlib.ExitStack() as held:
        if isinstance(units, Generator):  # it may have threads of its own
            held.callback(units.close)
        flow = _Flow(job, units, pool, journal, ordered=ordered, tally=tally)
        yield from flow.run()


class _Flow(Generic[P, R]):
    """Units under way."""

    def __init__(
        self,
        job: Job[P, R],
        units: Iterable[Unit[P] | None],
        pool: Pool[P, R],
        journal: Journal | None,
        *,
        ordered: bool,
        tally: Tally | None,
    ) -> None:
        self._job = job
        self._units = iter(units)
        self._pool = pool
        self._journal = journal
        self._ordered = ordered
        self._tally = tally or Tally()
        self._more = True
        self._taken = self._given = 0  # how many units were taken, and given in order
        self._at_work: dict[int, Unit[P]] = {}
        self._waiting: dict[int, Done[P, R]] = {}  # for their turn

    def run(self) -> Iterator[Done[P, R] | None]:
        """See `results`."""
        while True:
            yield from self._begun()
            if not self._at_work:
                break
            finished = self._pool.take(TICK)
            if finished is None:
                yield None
                continue
            number, result, seconds = finished
            self._tally.worked += seconds / self._pool.workers
            unit = self._at_work.pop(number)
            self._remember(unit, result, seconds)
            yield from self._in_turn(number, Done(unit, result, seconds))

    def _remember(self, unit: Unit[P], result: R, seconds: float) -> None:
        """Put a finished unit into the journal."""
        if self._journal is not None:
            packed = self._job.pack(result)
            if packed is not None:
                self._journal.put(unit.key, unit.cost, seconds, packed)

    def _begun(self) -> Iterator[Done[P, R] | None]:
        """Begin as many units as there is room for, and yield those that are remembered."""
        while self._more and self._has_room():
            try:
                unit = next(self._units)
            except StopIteration:
                self._more = False
                return
            if unit is None:
                yield None
                continue
            number = self._taken
            self._taken += 1
            done = self._remembered(unit)
            if done is None:
                self._at_work[number] = unit
                self._pool.submit(number, unit.payload)
            else:
                yield from self._in_turn(number, done)

    def _remembered(self, unit: Unit[P]) -> Done[P, R] | None:
        """Return the journal's result of a unit; None if it has none."""
        known = None if self._journal is None else self._journal.get(unit.key)
        if known is None:
            return None
        self._tally.resumed += 1
        result = self._job.unpack(known.result, unit.payload)
        return Done(unit, result, known.seconds, fresh=False)

    def _has_room(self) -> bool:
        most = self._pool.capacity
        ahead = self._taken - self._given
        return len(self._at_work) < most and not (self._ordered and ahead >= _WAITING * most)

    def _in_turn(self, number: int, done: Done[P, R]) -> Iterator[Done[P, R]]:
        if not self._ordered:
            yield done
            return
        self._waiting[number] = done
        while (ready := self._waiting.pop(self._given, None)) is not None:
            self._given += 1
            yield ready
