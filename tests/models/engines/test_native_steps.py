"""The steps in which the native engine runs: each takes about as long, and what comes out does not depend on them."""

from __future__ import annotations

import pytest

from cubecsp import Status, find
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.engines import Problem, native_threads
from cubecsp.models.engines.native import NativeEngine, search_of
from cubecsp.models.engines.native_threads import SteppedSearches
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.puzzle.cube.symmetry import SYMMETRIES


class Clocked:
    """A search whose every node takes the same time by a clock that the test holds."""

    def __init__(self, monkeypatch, seconds: float, most: int = 1 << 60, slots: int = 20) -> None:
        self.nodes, self.asked, self._most, self.vars = 0, [], most, slots
        self.wanted: list[int] = []
        monkeypatch.setattr(native_threads.time, "perf_counter", lambda: self.nodes * seconds)

    def run(self, nodes: int, solutions: int) -> bytes:
        self.asked.append(nodes)
        self.wanted.append(solutions)
        self.nodes += min(nodes, self._most)
        return b""


@pytest.mark.parametrize("seconds", [1e-8, 1e-7, 1e-6, 1e-5, 1e-4])
def test_steps_soon_take_a_twentieth_of_a_second(seconds, monkeypatch):
    search, steps = Clocked(monkeypatch, seconds), SteppedSearches()
    for _ in range(30):
        steps.run(search)
    assert search.asked[0] == native_threads.NODES_PER_STEP
    assert all(0.02 <= nodes * seconds <= 0.1 for nodes in search.asked[-10:])


def test_steps_that_solutions_end_do_not_grow(monkeypatch):
    """Where there are none any more, the next step would take minutes."""
    search, steps = Clocked(monkeypatch, 1e-7, most=500), SteppedSearches()
    for _ in range(30):
        steps.run(search)
    assert {*search.asked} == {native_threads.NODES_PER_STEP}


@pytest.mark.parametrize(("slots", "most"), [(20, 16_384), (20_000, 52), (1 << 21, 1)])
def test_steps_find_twice_as_many_until_these_are_a_megabyte(slots, most, monkeypatch):
    search, steps = Clocked(monkeypatch, 1e-7, slots=slots), SteppedSearches(solutions=64)
    for _ in range(12):
        steps.run(search)
    assert search.wanted == [min(64 << step, most) for step in range(12)]


@pytest.mark.slow
def test_answers_and_their_order_do_not_depend_on_the_steps(monkeypatch):
    pattern: Pattern = parse_pattern(["solved=F2L"])

    def found() -> bytes:
        search, steps, rows = (
            search_of(Problem(CUBE, pattern.primitives, SYMMETRIES[:1])),
            SteppedSearches(7),
            b"",
        )
        while not search.done:
            rows += steps.run(search)
        return rows

    whole = found()
    assert len(whole) == 62_208 * 20
    for step in (0.0, 1e-6, 10.0):
        monkeypatch.setattr(native_threads, "_STEP", step)
        assert found() == whole


def test_threads_count_what_they_search_in_vain():
    """There are no cubes, and the tree is that of one thread, cut into branches."""
    alone, together = (
        find("perfect-scramble no-piece-home", engine=NativeEngine(patience=0), threads=threads)
        for threads in (1, 2)
    )
    assert together.status is Status.INFEASIBLE
    assert together.statistics.nodes > alone.statistics.nodes / 2 > 1_000
