"""After a signal, the answer counts the cubes that its reader has received."""

from __future__ import annotations

import os
import signal
import sys
from functools import partial
from unittest import mock

import pytest

from cubecsp import Status, Stop, best, find, solve
from cubecsp._native import (
    ask_to_stop,
)
from cubecsp.models import parse_pattern
from cubecsp.questions.answers.report_block import number_of, one_by_one
from cubecsp.questions.best import Best
from cubecsp.questions.find import Find
from cubecsp.stopping import signals
from cubecsp.stopping.deadline import look
from cubecsp.stopping.signals import catch_signals

_MODULES = "query limits find enumeration search_run sieve search reach solve sample best"
HANDING_ON = {f"{name}.py" for name in _MODULES.split()}


def interrupted_at(line, work, interrupt):
    """Do some work, and interrupt it at a line of the files through which reports go, counted from 0."""
    left = line

    def watch(frame, event, _):
        nonlocal left
        if os.path.basename(frame.f_code.co_filename) not in HANDING_ON:
            return None
        left -= event == "line"
        if event == "line" and left == -1:
            sys.settrace(None)
            interrupt()
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        return work()
    finally:
        sys.settrace(before)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("read", "step"),
    [
        (lambda stream, told: stream.read(told.append, keep=False), 37),
        (lambda stream, told: stream.read(take=told.append, keep=False), 7),
        (lambda stream, told: stream.read(take=told.append), 7),
    ],
    ids=["one by one", "in blocks", "kept"],
)
def test_a_signal_leaves_as_many_cubes_told_as_are_counted(read, step):
    """To a reader who keeps nothing, as the command line and the server are; and to one that keeps them all."""
    query = Find(parse_pattern(["solved=F2L+edges"]))
    partial = 0
    for line in range(0, 4000, step):
        told = []

        def work(told=told):
            with catch_signals():
                return read(query.stream(), told)

        try:
            answer = interrupted_at(line, work, lambda: signal.raise_signal(signal.SIGINT))
        except KeyboardInterrupt:
            continue
        if answer.stopped is None:
            break
        assert (answer.count or 0) == sum(map(number_of, told))
        assert [*answer] in ([], [*one_by_one(told)])
        partial += answer.status is Status.PARTIAL
    assert partial > 5


@pytest.fixture
def stops_in_moves(monkeypatch):
    """A signal that comes while shorter moves are looked for, once every cube has some; the flag stays up."""

    def improved(*_):
        ask_to_stop(True)
        look()
        yield

    monkeypatch.setattr("cubecsp.questions.finding.found_moves.improve_moves", improved)
    monkeypatch.setattr("cubecsp.questions.solve.improve_moves", improved)
    yield
    ask_to_stop(False)


FEW = {"pruning_table": "tiny", "time_limit": 10**6}


@pytest.mark.parametrize(
    ("work", "told"),
    [
        (
            partial(find, "solved=F2L+edges", limit=None, solve="optimal", **FEW),
            "324 cubes. There are no others",
        ),
        (partial(find, "solved=F2L+edges", limit=5, solve="optimal", **FEW), "Stopped at 5 cubes"),
        (
            partial(
                best, "solved=F2L+edges", limit=None, solve="optimal", maximise="count(U, R)", **FEW
            ),
            "reach it; there are no others",
        ),
        (partial(solve, ["R U F", "R2", "F D"], method="optimal", **FEW), "3 cubes solved"),
    ],
    ids=["find", "limit", "best", "solve"],
)
@pytest.mark.usefixtures("stops_in_moves")
def test_a_signal_in_the_search_for_moves_leaves_all_cubes_with_those_they_have(work, told):
    answer = work()
    assert (answer.stopped, answer.status) == (Stop.INTERRUPT, Status.PARTIAL)
    assert told in answer.sentence()
    assert answer.query["question"] == "solve" or len(answer) == answer.count
    assert all(report.solution is not None for report in answer)


def test_a_signal_in_the_search_for_moves_of_states_leaves_all_states(monkeypatch):
    def moves(_solver, _state, _run):
        ask_to_stop(True)
        look()

    monkeypatch.setattr("cubecsp.questions.finding.found_moves.StateSolver.solve", moves)
    try:
        answer = find("solved=EDGES+AXIALS", puzzle="pyraminx", limit=None, solve="breadth-first")
    finally:
        ask_to_stop(False)
    assert [report.unsolved for report in answer] == [
        "interrupted"
    ] * 81  # four tips, each in three ways
    assert answer.sentence().startswith("81 states of pyraminx. There are no others")


@pytest.mark.parametrize(
    "query",
    [
        partial(Find, limit=5),
        partial(Find, solve="two-phase"),
        partial(Best, limit=None, maximise="count(U, R)", solve="two-phase"),
    ],
    ids=["limit", "moves", "best"],
)
def test_a_signal_while_cubes_are_given_is_not_mistaken_for_their_end(query):
    told = []

    def give(report):
        told.append(report)
        ask_to_stop(len(told) == 2)

    try:
        answer = query(rules="solved=F2L+edges").stream().read(give, keep=False)
    finally:
        ask_to_stop(False)
    assert (len(told), answer.count, answer.ended) == (2, 2, Stop.INTERRUPT)
    assert "Interrupted after 2 cubes" in answer.sentence()


@pytest.mark.parametrize("patience", [0, 2])
def test_a_reader_has_seconds_after_a_signal(patience):
    """`poll` takes milliseconds."""
    with mock.patch("select.poll") as poll:
        poll.return_value.poll.return_value = []
        ask_to_stop(True)
        try:
            assert not signals.is_ready(1, to_write=True, patience=patience)
        finally:
            ask_to_stop(False)
    poll.return_value.poll.assert_called_once_with(1000 * patience)
