"""One deadline, and Ctrl-C, in every stage: what was found is kept, and nothing is called a no.

Where the end of the time is tested, a clock that jumps stands for a slow machine: the deadline is over
from the n-th look at it on, for every n up to the end of the question.
"""

from __future__ import annotations

import time

import pytest

from cubecsp import (
    Cube,
    LimitError,
    Status,
    Stop,
    best,
    check,
    complete,
    find,
    prove,
    reach,
    repair,
    solve,
    solve_all,
)
from cubecsp.errors import OutOfTimeError
from cubecsp.models.core.orbits import Orbits
from cubecsp.questions.perfect import perfect_scrambles
from cubecsp.search import (
    METHODS,
    optimal_tables,
    pocket,
    table_cache,
    thistlethwaite,
    two_phase,
)
from cubecsp.stopping import deadline
from cubecsp.stopping.deadline import NEVER, Deadline

SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
OPEN = "." * 9 + Cube().facelets[9:]
HOUR = 3600.0

QUESTIONS = {
    "find": lambda: find("perfect-scramble", time_limit=HOUR),
    "find with moves": lambda: find("perfect-scramble", solve="two-phase", time_limit=HOUR),
    "best": lambda: best("solved=F2L+edges", maximise="count(U, R)", limit=None, time_limit=HOUR),
    "prove": lambda: prove("solved=all", "proven", size=2, time_limit=HOUR),
    "perfect scrambles": lambda: perfect_scrambles(time_limit=HOUR),
    "solve": lambda: solve(["R U F", SUPERFLIP], max_length=22, time_limit=HOUR),
    "solve optimally": lambda: solve(["R U F", "D L2"], pruning_table="tiny", time_limit=HOUR),
    "solve by turns": lambda: solve(["R U", "U R"], turns="U,R", time_limit=HOUR),
    "solve in phases": lambda: solve(["R U", "U R"], method="thistlethwaite", time_limit=HOUR),
    "solve small": lambda: solve(
        ["R U F", Cube().facelets[:0] + "UUUURRRRFFFFDDDDLLLLBBBB"], time_limit=HOUR
    ),
    "solve all": lambda: solve_all("R U", pruning_table="tiny", time_limit=HOUR),
    "reach": lambda: reach("R U F", "solved=cross", time_limit=HOUR),
    "reach what is judged": lambda: reach("R U", "order=3", turns="R,U,F", time_limit=HOUR),
    "check": lambda: check(["R", OPEN], "at-most=9", time_limit=HOUR),
    "complete": lambda: complete(OPEN, time_limit=HOUR),
    "repair": lambda: repair("U" * 3 + Cube().facelets[3:], time_limit=HOUR),
}


class Clock:
    """A monotonic clock on which an hour and more passes at the n-th look of a deadline at it."""

    def __init__(self, looks: int) -> None:
        self.left = looks

    def monotonic(self) -> float:
        self.left -= 1
        return time.monotonic() + (2 * HOUR if self.left < 0 else 0.0)


def is_honest(answer, whole) -> None:
    """Check that what an answer says is true, given the whole answer."""
    known = [report.cube for report in whole]
    assert all(report.cube in known for report in answer)
    if answer.stopped is None:
        assert answer.status is whole.status
    else:
        assert answer.stopped is Stop.TIME
        assert answer.status in (Status.PARTIAL, Status.UNKNOWN)
        found = [r for r in answer if r.unsolved is None]
        assert (answer.status is Status.PARTIAL) or not found
    for report in answer:
        if report.solution is not None:
            assert report.cube.apply(report.solution) == type(report.cube)()
        elif report.unsolved is not None:
            assert report.unsolved == "the time limit passed"


@pytest.mark.slow
@pytest.mark.few(6)
@pytest.mark.parametrize("name", QUESTIONS)
def test_the_time_may_be_over_at_any_look_at_the_clock(name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)  # where certificates are written
    ask = QUESTIONS[name]
    whole = ask()
    assert whole.stopped is None
    stopped = 0
    for looks in [*range(1, 25), *range(25, 400, 25)]:
        clock = Clock(looks)
        monkeypatch.setattr(deadline, "time", clock)
        answer = ask()
        is_honest(answer, whole)
        assert answer.sentence()
        stopped += answer.stopped is Stop.TIME
        if clock.left >= 0:
            break
    assert stopped


TABLES = {
    "two-phase": (two_phase.SMALL, lambda: solve("R U F", max_length=20, time_limit=HOUR)),
    "optimal": (
        optimal_tables.TABLES["tiny"].spec("htm"),
        lambda: solve("R U F", pruning_table="tiny", time_limit=HOUR),
    ),
    "thistlethwaite": (
        thistlethwaite._SPEC,
        lambda: solve("R U F", method="thistlethwaite", time_limit=HOUR),
    ),
    "pocket": (
        pocket._spec("htm"),
        lambda: solve("UUUURRRRFFFFDDDDLLLLBBBB", time_limit=HOUR),
    ),
}


@pytest.fixture
def nothing_made(monkeypatch, tmp_path):
    """A process that has no table yet, in memory or on disk."""
    monkeypatch.setenv("CUBECSP_CACHE", str(tmp_path))
    monkeypatch.setattr(table_cache, "_in_memory", {})
    monkeypatch.setattr(pocket, "_known", {})
    monkeypatch.setattr(thistlethwaite, "_solvers", [])
    fresh = two_phase.TwoPhase()
    monkeypatch.setattr(fresh, "enlarge", lambda: None)  # which works beside the question
    monkeypatch.setattr(two_phase, "instance", lambda: fresh)
    optimal_tables._load_engine.cache_clear()
    return tmp_path


@pytest.mark.slow
@pytest.mark.few(5)
@pytest.mark.parametrize("method", TABLES)
@pytest.mark.parametrize("looks", [2, 3, 4, 5, 6, 8, 10, 12])
def test_making_a_table_obeys_the_deadline_and_leaves_nothing_half_made(
    method, looks, nothing_made, monkeypatch
):
    spec, ask = TABLES[method]
    with monkeypatch.context() as patched:
        patched.setattr(deadline, "time", Clock(looks))
        answer = ask()
    if answer.stopped is Stop.TIME:
        assert answer.status in (Status.UNKNOWN, Status.PARTIAL)
    left = {path.name for path in nothing_made.iterdir()} - {"checked.json"}
    whole = {known.file.name for known in table_cache.listing([spec]) if known.state == "ok"}
    assert left == whole
    assert ask().stopped is None  # and is made when there is time


class Late:
    """A monotonic clock on which more time than there is passes where `pass_time` is called."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def monotonic(self) -> float:
        return time.monotonic() + self.ahead

    def pass_time(self) -> None:
        self.ahead = 2 * HOUR


@pytest.mark.parametrize("method", [name for name in METHODS if METHODS[name].sizes])
def test_moves_have_no_more_time_than_finding_left(method, monkeypatch):
    """The last cube that is wanted comes when the time is over: no clock begins anew for its moves."""
    clock, satisfying, cube = Late(), Orbits.satisfying, Cube.from_moves("R U F")
    question = {"limit": 1, "solve": method}
    in_time = find(f"stickers={cube.facelets}", **question)
    assert in_time.cubes[0].solution is not None

    def slow(self, rows):
        clock.pass_time()
        return satisfying(self, rows)

    monkeypatch.setattr(Orbits, "satisfying", slow)
    monkeypatch.setattr(deadline, "time", clock)
    answer = find(f"stickers={cube.facelets}", **question, time_limit=HOUR)
    assert (answer.ended, answer.stopped) == (Stop.LIMIT, Stop.TIME)
    (report,) = answer
    assert report.cube == cube
    assert (report.solution, report.unsolved) == (None, "the time limit passed")


def test_a_limit_of_memory_of_one_cube_keeps_the_others():
    answer = solve(["R U F D", "R'"], turns="R,U,F,D", max_length=2)
    assert [report.solution is None for report in answer] == [True, False]
    with pytest.raises(LimitError):
        solve("R U F D", turns="R,U,F,D", max_length=2)


def test_deadlines():
    assert not NEVER.is_over
    assert (NEVER.left_or_none, NEVER.moment) == (None, None)
    NEVER.check()
    over = Deadline(1e-9)
    time.sleep(0.001)
    assert over.is_over
    assert over.left == 0
    assert over.left_or_none > 0  # a time limit is positive
    with pytest.raises(OutOfTimeError, match="the time limit passed"):
        over.check()
    assert NEVER.within(None) is NEVER
    assert over.within(5) is over
    assert Deadline(100).within(1).left <= 1
