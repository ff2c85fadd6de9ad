"""The threads of the native search: what they share, and how they stop."""

from __future__ import annotations

import threading

import pytest

from cubecsp.models.engines.background import in_background
from cubecsp.models.engines.native_threads import _Crew
from cubecsp.stopping.threads import Workers, _register

pytestmark = pytest.mark.native


class Scripted:
    """A search whose branches take five steps each, and which does something in each step."""

    vars = 20

    def __init__(self, in_step):
        self.in_step = in_step
        self.entered = []
        self.steps = 0
        self.nodes = 0

    @property
    def done(self):
        return self.steps % 6 == 5

    def copy(self):
        return self

    def enter(self, path):
        self.entered.append(path)
        self.steps = 0

    def run(self, _nodes, _solutions):
        self.steps += 1
        self.nodes += 1
        return self.in_step(self) or b""


def crew_of(in_step, branches=3):
    search = Scripted(in_step)
    crew = _Crew(search, [[(0, branch)] for branch in range(branches)], 1000)
    return search, crew


def test_every_branch_is_searched_once_and_to_its_end():
    search, crew = crew_of(lambda search: bytes([search.entered[-1][0][1]]))
    crew.work()
    assert search.entered == [[(0, 0)], [(0, 1)], [(0, 2)]]
    assert crew._finished == [True] * 3
    assert [b"".join(found) for found in crew._found] == [
        bytes([branch] * 5) for branch in range(3)
    ]
    given = [found for found, _ in crew.results() if found]
    assert given == [bytes([branch]) for branch in range(3) for _ in range(5)]


def test_threads_stop_within_a_branch():
    search, crew = crew_of(lambda _: crew.stop())
    crew.work()
    assert (search.entered, search.nodes) == ([[(0, 0)]], 1)


def test_a_branch_that_was_stopped_is_not_finished():
    """Or the results would seem to be complete."""
    _, crew = crew_of(lambda _: crew.stop())
    crew.work()
    assert crew._finished == [False] * 3
    assert crew._error is None


def test_an_error_of_a_thread_comes_out():
    def fail(_):
        raise ZeroDivisionError

    _, crew = crew_of(fail)
    crew.work()
    with pytest.raises(ZeroDivisionError):
        list(crew.results())


def test_progress_is_the_share_of_branches_that_are_given():
    _, crew = crew_of(lambda _: b"x", branches=4)
    crew.work()  # all are taken before any is given
    shares = [progress.fraction for _, progress in crew.results()]
    assert shares == sorted(shares)
    assert set(shares) == {0, 1 / 4, 2 / 4, 3 / 4, 1}
    assert shares.count(1) == 1


def test_threads_that_began_end_if_another_cannot_begin(monkeypatch):
    stopped = threading.Event()
    began = []
    start = threading.Thread.start

    def start_two(thread):
        if len(began) == 2:
            raise RuntimeError("can't start new thread")
        began.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_two)
    workers = Workers(stopped.wait, stopped.set, name="few", number=3)
    with pytest.raises(RuntimeError, match="new thread"), workers:
        raise AssertionError("it has begun")
    assert len(began) == 2
    assert not any(thread.is_alive() for thread in began)
    assert workers not in _register._at_work


@pytest.mark.parametrize("before", [0, 1, 3])
def test_an_error_in_the_background_comes_out_after_what_was_found(before):
    def work(give):
        for number in range(before):
            give(number)
        raise ZeroDivisionError

    events = in_background(work, lambda: None, "test")
    found = []
    with pytest.raises(ZeroDivisionError):
        found.extend(events)
    assert [event for event in found if isinstance(event, int)] == list(range(before))
