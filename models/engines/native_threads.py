"""The native search step by step, on several threads with the answers in the order of a single one.

The tree is cut a few decisions below the root; each thread takes the next branch, searches it to the
end, and its results wait until those of all branches before it have been given. Every branch is taken
once, so nothing is found twice or missed; and since the order within a branch depends on nothing
outside it, the order of all answers is that of a single thread.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator

from cubecsp.models.engines.engine import Progress
from cubecsp.models.engines.native_room import AnySearch
from cubecsp.stopping.threads import TICK, Workers

NODES_PER_STEP = 10_000
"""Values given to slots in a first step: thousandths of a second; with long sums, a second."""
SOLUTIONS_PER_STEP = 64
"""The number of solutions that are found before the first ones are handed over."""

_MOST_PER_STEP = 16_384  # if there are many: larger steps make handing over, and checking, cheaper
_MOST_BYTES_PER_STEP = 1 << 20  # of solutions, which are long for large cubes
_STEP = 0.05  # seconds that a step takes, if possible: handing over is then cheap, and the deadline is soon checked
_LEAST_NODES = 100
_BRANCHES_PER_THREAD = 64  # at least; branches differ much in size
_DEEPEST_CUT = 4
_WAITING_PER_THREAD = 1 << 23  # bytes of solutions that wait for their turn, at most


class SteppedSearches:
    """Runs searches step by step, each for about a twentieth of a second; answers come in the same order for any steps.

    Args:
        nodes: values given to slots in the first step, at most.
        solutions: how many solutions the first step may find; each may find twice as many as the one before it.
    """

    def __init__(self, nodes: int = NODES_PER_STEP, solutions: int = _MOST_PER_STEP) -> None:
        self._nodes = nodes
        self._solutions = solutions

    def run(self, search: AnySearch) -> bytes:
        """Return what a step finds; see `PatternSearch.run`."""
        before, began = search.nodes, time.perf_counter()
        most = max(1, min(self._solutions, _MOST_BYTES_PER_STEP // search.vars))
        self._solutions = min(2 * self._solutions, _MOST_PER_STEP)
        result = search.run(self._nodes, most)
        taken = time.perf_counter() - began
        if taken > 2 * _STEP:
            self._nodes = max(_LEAST_NODES, int(self._nodes * _STEP / taken))
        elif taken < _STEP / 2 and search.nodes - before >= self._nodes:
            self._nodes *= 2
        return result


def in_steps(search: AnySearch, threads: int) -> Iterator[tuple[bytes, Progress]]:
    """Yield the values found, a slot each, step by step, in the same order for any number of threads."""
    if threads > 1:
        yield from _in_parallel(search, threads)
        return
    steps = SteppedSearches(solutions=SOLUTIONS_PER_STEP)
    while not search.done:
        rows = steps.run(search)
        yield rows, Progress(search.progress, search.nodes)


def _in_parallel(search: AnySearch, threads: int) -> Iterator[tuple[bytes, Progress]]:
    paths = search.branches(1)
    depth = 1
    while len(paths) < _BRANCHES_PER_THREAD * threads and depth < _DEEPEST_CUT:
        depth += 1
        paths = search.branches(depth)
    crew = _Crew(search, paths, threads * _WAITING_PER_THREAD)
    with Workers(crew.work, crew.stop, name="native", number=threads):
        yield from crew.results()


class _Crew:
    """The state that threads share: the branches, and the results that wait for their turn.

    Args:
        search: what is searched.
        paths: the branches.
        most_waiting: about how many bytes of results may wait; those of the first branch always may.
    """

    def __init__(
        self, search: AnySearch, paths: list[list[tuple[int, int]]], most_waiting: int
    ) -> None:
        self._search = search
        self._paths = paths
        self._most_waiting = most_waiting
        self._taken = 0
        self._head = 0  # the branch whose results are being given
        self._waiting = 0  # bytes
        self._nodes = 0
        self._found: list[deque[bytes]] = [deque() for _ in paths]
        self._finished = [False] * len(paths)
        self._error: BaseException | None = None
        self._stopped = False
        self._lock = threading.Lock()
        # A waiting thread should not wake before it has something to do: with sixteen threads that woke each other
        # for every step, none made progress.
        self._more = threading.Condition(self._lock)  # results of the first branch, or its end
        self._room = threading.Condition(self._lock)  # for results that wait

    def work(self) -> None:
        """Search branch after branch."""
        try:
            search, steps = self._search.copy(), SteppedSearches()
            while (branch := self._take()) is not None:
                search.enter(self._paths[branch])
                before = search.nodes
                while not search.done and not self._stopped:
                    result = steps.run(search)
                    self._put(branch, result, search.nodes - before)
                    before = search.nodes
                if self._stopped:  # in the middle of the branch, which is not finished
                    return
                with self._lock:
                    self._finished[branch] = True
                    self._more.notify()
        except BaseException as error:
            with self._lock:
                self._error = error
                self._more.notify()

    def _take(self) -> int | None:
        with self._lock:
            if self._stopped or self._taken == len(self._paths):
                return None
            self._taken += 1
            return self._taken - 1

    def _put(self, branch: int, rows: bytes, nodes: int) -> None:
        with self._lock:
            self._nodes += nodes
            if not rows:
                return
            self._found[branch].append(rows)
            self._waiting += len(rows)
            if branch == self._head:
                self._more.notify()
            while self._waiting > self._most_waiting and branch != self._head and not self._stopped:
                self._room.wait()

    def results(self) -> Iterator[tuple[bytes, Progress]]:
        """Yield the results in the order of the branches."""
        while self._head < len(self._paths):
            with self._lock:
                if not self._found[self._head] and not self._finished[self._head]:
                    self._more.wait(TICK)
                if self._error is not None:
                    raise self._error
                ready = self._found[self._head]
                result = ready.popleft() if ready else b""
                self._waiting -= len(result)
                if not ready and self._finished[self._head]:
                    self._head += 1
                    self._room.notify_all()
                elif self._waiting <= self._most_waiting // 2:
                    self._room.notify_all()
            yield result, Progress(self._head / len(self._paths), self._nodes)

    def stop(self) -> None:
        """Let the threads end soon."""
        with self._lock:
            self._stopped = True
            self._room.notify_all()
