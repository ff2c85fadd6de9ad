"""The corner placements of a question: each orbit once, in one order, however they are cut into portions."""

from __future__ import annotations

import math
import threading
from dataclasses import replace

import numpy as np
import pytest
from counting_questions import question_of

from cubecsp import Cube
from cubecsp.models.core.primitives import SlotDomain
from cubecsp.models.counting import corner_walk
from cubecsp.models.counting.corner_placements import CornerPlacements, corner_portions
from cubecsp.models.engines import native_threads
from cubecsp.work.executor import Executor

EVERY = math.factorial(8) * 3**7

QUESTIONS = [
    (["no-touching=side"], EVERY),
    (["solved=URF", "no-touching=side"], EVERY // 24),
    (["oriented=corners", "no-touching=across"], math.factorial(8)),
    (
        [SlotDomain(0, 0, frozenset({4})), SlotDomain(0, 5, frozenset({7, 8}))],
        2 * EVERY // (24 * 21),
    ),
]


def corner_placements(question):
    """Return all of them in one portion, as these questions have few enough."""
    (portion,) = (portion for portion in corner_portions(question) if portion is not None)
    assert isinstance(portion, CornerPlacements)
    return portion


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize(("asked", "number"), QUESTIONS)
def test_orbits_have_all_placements_and_each_is_there_once(asked, number):
    rows, weights, last = corner_placements(question_of(*asked))
    assert weights.sum(dtype=int) == number
    words = rows.copy().view(">u8").reshape(-1)
    assert np.all(words[1:] > words[:-1])
    assert (rows.dtype, weights.dtype, last) == (np.uint8, np.uint8, True)


@pytest.mark.slow
@pytest.mark.few(2)
@pytest.mark.parametrize(("asked", "number"), QUESTIONS)
def test_rows_are_the_least_of_their_orbits(asked, number):
    """Of some rows all images, made by `State` one by one, with the edges at home."""
    question = question_of(*asked)
    rows, weights, _ = corner_placements(question)
    for at in np.random.default_rng(number).integers(len(rows), size=40):
        cube = Cube.from_placements(rows[at].tobytes(), Cube().edges)
        images = {symmetry.of(cube).corners for symmetry in question.symmetries}
        assert rows[at].tobytes() == min(images)
        assert weights[at] == len(images)


@pytest.mark.parametrize("most", [100, 3_000, 4_877, 4_878, 4_879])
def test_each_portion_is_full_but_the_last(most):
    """Five corners in 120 orders, turned in 81 ways, one of each two that are images of each other, or its own."""
    question = question_of("solved=URF+UFL+ULB")
    portions = [portion for portion in corner_portions(question, most) if portion is not None]
    assert [len(part.rows) for part in portions[:-1]] == [most] * (len(portions) - 1)
    assert 0 < len(portions[-1].rows) <= most
    assert [part.last for part in portions] == [False] * (len(portions) - 1) + [True]
    words = [part.rows.copy().view(">u8").reshape(-1) for part in portions]
    assert all(np.all(some[1:] > some[:-1]) for some in words)
    assert len({*np.concatenate(words).tolist()}) == 4_878
    assert sum(part.weights.sum(dtype=int) for part in portions) == 120 * 81


@pytest.mark.slow
@pytest.mark.parametrize("most", [20_000, 200_000])
def test_portions_are_the_same_rows(most):
    question = question_of("solved=URF", "no-touching=side")
    rows, weights, _ = corner_placements(question)
    portions = [portion for portion in corner_portions(question, most) if portion is not None]
    assert len(portions) > 2
    assert [portion.last for portion in portions] == [False] * (len(portions) - 1) + [True]
    joined = np.concatenate([np.column_stack([part.rows, part.weights]) for part in portions])
    order = np.lexsort(joined.T[::-1])
    assert np.array_equal(joined[order], np.column_stack([rows, weights]))


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize("threads", [2, 3])
def test_portions_do_not_depend_on_how_many_threads_search(threads):
    question = question_of("solved=URF", "no-touching=side")
    several = replace(question, executor=Executor(threads=threads))
    alone, shared = (
        [portion for portion in corner_portions(asked, 30_000) if portion is not None]
        for asked in (question, several)
    )
    assert len(alone) == len(shared) > 2
    for one, other in zip(alone, shared, strict=True):
        assert np.array_equal(one.rows, other.rows)
        assert np.array_equal(one.weights, other.weights)


def test_an_error_that_is_kept_leaves_no_threads(monkeypatch):
    """They would wait for room for as long as its traceback has the tasks, which have the search."""
    several = replace(question_of("no-touching=side"), executor=Executor(threads=2))
    monkeypatch.setattr(native_threads, "_WAITING_PER_THREAD", 1)
    monkeypatch.setattr(corner_walk, "corner_portions", lambda asked: corner_portions(asked, 1000))
    monkeypatch.setattr(corner_walk._CountingThread, "__call__", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError) as kept:
        list(several.executor.results(*corner_walk.job_and_tasks(several)))
    assert kept.tb is not None
    assert not any(thread.name == "native" for thread in threading.enumerate())


def test_rules_that_no_corners_satisfy_leave_none():
    asked = [SlotDomain(0, 0, frozenset({4})), SlotDomain(0, 1, frozenset({5}))]
    rows, weights, _ = corner_placements(question_of(*asked))
    assert (rows.shape, weights.shape) == ((0, 8), (0,))
