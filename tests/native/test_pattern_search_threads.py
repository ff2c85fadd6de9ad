"""The native search among threads."""

from __future__ import annotations

import sys
import threading
import time

import pytest
from native_calls import made, rest
from native_twins import RIGHT, random_search

pytestmark = pytest.mark.native


def endless():
    """Return a search that looks for what isn't there, for longer than anybody waits."""
    search = made([(8, 3), (12, 2)], parity=True)
    cells = [[var, [0] * 24] for var in range(4, 20)]
    search.require(search.add_pattern(cells, cells, [list(range(16))], False))
    return search


@pytest.fixture
def _no_switching():
    """Let a thread keep the interpreter until it gives it away."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(60)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.threads
@pytest.mark.usefixtures("_no_switching")
@pytest.mark.parametrize("work", [lambda s: s.run(300_000, 1), lambda s: s.branches(3)])
def test_other_threads_go_on_during_a_search(work):
    inside, seen, ended = threading.Event(), threading.Event(), threading.Event()
    running = False

    def search():
        nonlocal running
        for _ in range(200):
            if seen.is_set():
                break
            one = endless()
            inside.set()
            running = True
            work(one)
            running = False
        ended.set()

    thread = threading.Thread(target=search)
    thread.start()
    inside.wait()
    while not (seen.is_set() or ended.is_set()):
        if running:
            seen.set()
        time.sleep(0.001)
    thread.join()
    assert seen.is_set()


LOOKS = ("done", "nodes", "progress", "vars")


@pytest.mark.ordinary(7)
@pytest.mark.threads
@pytest.mark.parametrize("name", [*RIGHT, *LOOKS])
def test_a_search_belongs_to_one_thread_at_a_time(name):
    """Another thread that comes while it is at work is told so, whatever it calls."""
    search, stop = endless(), threading.Event()

    def work():
        while not stop.is_set():
            try:
                search.run(200_000, 1)
            except RuntimeError:  # the other thread was quicker
                continue

    thread = threading.Thread(target=work)
    thread.start()
    said = ""
    try:
        for _ in range(100_000):
            try:
                if name in LOOKS:
                    getattr(search, name)
                else:
                    getattr(search, name)(*RIGHT[name])
            except RuntimeError as error:
                said = str(error)
                break
            except ValueError:  # the search has begun, but is not at work just now
                continue
    finally:
        stop.set()
        thread.join()
    assert "another thread" in said


@pytest.mark.threads
def test_copies_may_be_used_at_the_same_time():
    twin = random_search(5)
    whole = twin.check()
    found = [[] for _ in range(4)]
    searches = [twin.search.copy() for _ in found]
    threads = [
        threading.Thread(target=lambda f=f, s=s: f.extend(rest(s)))
        for f, s in zip(found, searches, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [whole] * 4
