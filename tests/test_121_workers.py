"""The threads of the native search: what they share, and how they stop."""

from __future__ import annotations

import pytest

from cubecsp.models.engines.native_threads import _Crew


class Scripted:
    """A search whose branches take five steps each, and which does something in each step."""

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
    crew = _Crew(search, [[(0, branch)] for branch in range(branches)])
    return search, crew


def test_every_branch_is_searched_once_and_to_its_end():
    search, crew = crew_of(lambda search: bytes([search.entered[-1][0][1]]))
    crew.work()
    assert search.entered == [[(0, 0)], [(0, 1)], [(0, 2)]]
    assert crew._finished == [True] * 3
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
