"""What an engine says event by event: how much it has tried, when that is shown, and when it is asked no more."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cubecsp.errors import OutOfTimeError
from cubecsp.models.engines import Progress
from cubecsp.questions.answers.answer import Stop
from cubecsp.questions.asking.search_run import Course, SearchEvents
from cubecsp.stopping.deadline import Deadline


class Engine:
    """Says what it is told, and whether it was begun and closed."""

    def __init__(self, *events: Any) -> None:
        self.events, self.log = events, list[str]()

    def __call__(self, _problem):
        self.log.append("begun")
        try:
            for event in self.events:
                if isinstance(event, Exception):
                    raise event
                yield event
        finally:
            self.log.append("closed")


def source(course: Course, engine: Engine, contradiction: str | None = None) -> SearchEvents[Any]:
    problem: Any = SimpleNamespace(contradiction=contradiction)
    return SearchEvents(course, engine, problem)


def read(some: SearchEvents[Any]) -> list[Any]:
    events = []
    while (event := some.event()) is not None:
        events.append(event)
    return events


def test_what_engines_have_tried_is_added_up():
    """Each reports its attempts so far; an engine that does not learn from contradictions reports none."""
    course = Course(None)
    news = [Progress(0.1, 10), Progress(0.2, 25), Progress(0.2, 25)]
    assert read(source(course, Engine(*news))) == news
    assert (course.statistics.nodes, course.statistics.conflicts) == (25, None)
    read(source(course, Engine(Progress(0.5, 4, 2), Progress(None, 7, 5), Progress(1.0, 9))))
    assert (course.statistics.nodes, course.statistics.conflicts) == (34, 5)
    read(source(course, Engine(Progress(0.5, 0, 1), Progress(1.0, 0, 3))))
    assert (course.statistics.nodes, course.statistics.conflicts) == (34, 8)
    assert course.progress == Progress(1.0, 0, 3)
    assert course.stopped is None


def test_what_is_seen_to_have_no_solution_is_not_searched():
    engine = Engine("a cube")
    assert source(Course(None), engine, "no piece fits").event() is None
    closed = source(Course(None), engine)
    closed.close()
    assert closed.event() is None
    assert engine.log == []


def test_a_closed_search_goes_no_further():
    engine = Engine("a cube", "another")
    some = source(Course(None), engine)
    assert some.event() == "a cube"
    some.close()
    assert (some.event(), engine.log) == (None, ["begun", "closed"])


@pytest.mark.parametrize("how", ["before", "between", "within"])
def test_the_end_of_the_time_is_no_end_of_the_search(how, monkeypatch):
    now = [100.0]
    monkeypatch.setattr("cubecsp.stopping.deadline.time", SimpleNamespace(monotonic=lambda: now[0]))
    course = Course(None)
    course.deadline = Deadline(10.0)
    some = source(course, Engine("a cube", OutOfTimeError() if how == "within" else "another"))
    now[0] += 10.0 if how == "before" else 9.5
    assert some.event() == (None if how == "before" else "a cube")
    now[0] += 0.5
    assert some.event() is None
    assert (course.stopped, course.is_late) == (Stop.TIME, True)


def test_progress_is_shown_ten_times_a_second_and_no_more(monkeypatch):
    now, shown = [64.0], list[tuple[float | None, str]]()
    monkeypatch.setattr(
        "cubecsp.questions.asking.search_run.time", SimpleNamespace(monotonic=lambda: now[0])
    )
    monkeypatch.setattr("cubecsp.questions.asking.search_run._BETWEEN_REPORTS", 0.25)
    course = Course(lambda share, note: shown.append((share, note)))
    some = source(course, Engine(*(Progress(part / 8, part) for part in range(8))))
    for passed in (0.125, 0.125, 0.125, 0.0625, 0.0625, 0.5, 0.125):
        now[0] += passed
        course.found += 1_000
        some.event()
    assert shown == [
        (1 / 8, "2,000 found"),
        (4 / 8, "5,000 found"),
        (5 / 8, "6,000 found"),
    ]
