"""What is counted when a signal comes is what the reader of an answer has got."""

from __future__ import annotations

import os
import signal
import sys
from unittest import mock

import pytest

from cubecsp import (
    Status,
    Stop,
    best,
    find,
    interrupts,
    reach,
    sample,
    solve_all,
)
from cubecsp._native import (
    ask_to_stop,
)
from cubecsp.interrupts import ended_cleanly
from cubecsp.models import parse_pattern
from cubecsp.questions.find import Find

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


def ctrl_c():
    raise KeyboardInterrupt


LISTS = {
    "find": lambda: find("solved=F2L+edges", limit=None),
    "classes": lambda: find("symmetric=Oh", limit=None, classes=True),
    "reach": lambda: reach("R U F", "solved=cross"),
    "solve_all": lambda: solve_all("R L U", table="tiny"),
    "sample": lambda: sample("solved=F2L", n=20, seed=1),
    "best": lambda: best("solved=F2L+edges", maximise="count(U, R)", limit=None),
}


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize("name", LISTS)
def test_ctrl_c_anywhere_leaves_as_many_cubes_as_are_counted(name):
    work = LISTS[name]
    whole = work()
    partial = 0
    for line in range(0, 5000, {"find": 17, "classes": 7, "best": 7}.get(name, 3)):
        try:
            answer = interrupted_at(line, work, ctrl_c)
        except KeyboardInterrupt:  # before the question began, or after it was answered
            continue
        if answer.stopped is None:
            if len(answer) == len(whole):
                break
            continue
        assert answer.stopped is Stop.INTERRUPT
        if name == "sample":
            assert answer.drawn == len(answer)
        elif name == "classes":
            assert (answer.classes or 0) == len(answer)
            assert (answer.count or 0) == sum(report.satisfying for report in answer)
        else:
            assert (answer.count or 0) == len(answer)
        partial += answer.status is Status.PARTIAL
    assert partial > 5


def test_a_signal_leaves_as_many_cubes_told_as_are_counted():
    """To a reader who keeps nothing, as the command line and the server are."""
    query = Find(parse_pattern(["solved=F2L+edges"]))
    partial = 0
    for line in range(0, 4000, 37):
        told = []

        def work(told=told):
            with ended_cleanly():
                return query.stream().read(told.append, keep=False)

        try:
            answer = interrupted_at(line, work, lambda: signal.raise_signal(signal.SIGINT))
        except KeyboardInterrupt:
            continue
        if answer.stopped is None:
            break
        assert (answer.count or 0) == len(told)
        partial += answer.status is Status.PARTIAL
    assert partial > 5


@pytest.mark.parametrize("patience", [0, 2])
def test_a_reader_has_seconds_after_a_signal(patience):
    """`poll` takes milliseconds."""
    with mock.patch("select.poll") as poll:
        poll.return_value.poll.return_value = []
        ask_to_stop(True)
        try:
            assert not interrupts.is_ready(1, to_write=True, patience=patience)
        finally:
            ask_to_stop(False)
    poll.return_value.poll.assert_called_once_with(1000 * patience)
