"""Every stage of every question checks the deadline and the signals often enough.

The tests hold the clock: it jumps, or a stop is asked for, at the n-th look. Then no stage may look more than a
few times again, and between two looks there is a bounded number of calls of functions of Python.
"""

from __future__ import annotations

import json
import sys

import pytest
from looks import HOURS, MOST_LOOKS, Watched

from cubecsp._native import ask_to_stop
from cubecsp.cli import main
from cubecsp.stopping import deadline

MOST_CALLS = 500_000  # between two looks: some tenths of a second

SLOW = ("symmetric=C2v-b", "faces-differ")  # as primitives: tables and patterns of faces
ENGINES = ("native", "cpsat", "cnf", "asp", "constraint", "annealing")

QUESTIONS = {
    **{f"find, {e}": ("find", *SLOW, "--limit", "all", "--engine", e) for e in ENGINES},
    **{
        f"find 7×7×7, {e}": ("find", "at-most=20", "--size", "7", "--engine", e)
        for e in ("native", "cpsat", "cnf", "asp")
    },
    "best": ("best", *SLOW, "--maximise", "count(U,R)"),
    "explain": ("explain", "self-inverse", "not order=2", "not order=1"),
    "explain, patterns": ("explain", "faces-differ", "symmetric=C4v", "order=3"),
    "rank": ("rank", "U2", "solved=cross"),
    "check of another puzzle": ("check", "--puzzle", "megaminx", "R U"),
    "describe another puzzle": ("describe", "--puzzle", "megaminx"),
    "find states": ("find", "--puzzle", "skewb", "no-piece-home", "--limit", "all"),
    "scramble another puzzle": ("scramble", "--puzzle", "pyraminx"),
    "check": ("check", "R U F D", *SLOW),
    "describe": ("describe", "R U F D L B R2 U2 F2 D L2 B R U F"),
    "repair": ("repair", "URFDLB" * 9, "--limit", "all"),
    "complete": ("complete", "U........" * 6, "--limit", "all"),
    "solve, breadth-first": ("solve", "R U F2", "--method", "breadth-first"),
    "solve another puzzle": ("solve", "R U L", "--puzzle", "skewb", "--method", "stabiliser-chain"),
    "solve 2×2×2": ("solve", "R U F2", "--size", "2"),
    "reach": ("reach", "R U F D L B", "solved=cross"),
}


@pytest.fixture
def asked(monkeypatch, capsys):
    def ask(words, at, *, signalled=False):
        watched = Watched(at, signalled=signalled)
        monkeypatch.setattr(deadline, "look_for_signals", watched.look)
        monkeypatch.setattr(deadline, "time", watched)
        before = sys.getprofile()
        sys.setprofile(watched.called)
        try:
            code = main([*words, "--time-limit", str(HOURS // 2), "--json"])
        finally:
            sys.setprofile(before)
            ask_to_stop(False)
            monkeypatch.undo()
        return code, watched, capsys.readouterr()

    return ask


@pytest.mark.ordinary(4)
@pytest.mark.few(8)
@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("signalled", [False, True], ids=["time", "signal"])
def test_every_question_ends_soon_after_its_last_look(name, signalled, asked):
    words = QUESTIONS[name]
    asked(words, 1)  # for what is imported, and loaded
    ended = 0
    for at in (1, 3, 25):
        code, watched, printed = asked(words, at, signalled=signalled)
        answer = json.loads(printed.out)
        assert watched.most <= MOST_CALLS, f"{watched.most} calls without a look, the last at {at}"
        if watched.looks < at:
            assert code in (0, 1)
            break
        ended += 1
        assert watched.looks <= at + MOST_LOOKS
        assert code in (0, 1, 3), printed.err  # it may have been ready
        if code == 3 and "error" not in answer:
            assert answer["stopped"] == ("interrupt" if signalled else "time")
            assert answer["status"] in ("partial", "unknown", "infeasible")
        if words[0] == "find" and "cubes" in answer:
            assert (answer["count"] or 0) == len(answer["cubes"])
    assert ended


def test_a_search_without_a_limit_of_time_looks(monkeypatch):
    """Where there is a limit, it looks at that."""

    def stop():
        raise KeyboardInterrupt

    monkeypatch.setattr("cubecsp.search.breadth_first.look", stop)
    assert main(["reach", "R U F D", "solved=cross", "--json"]) == 3


@pytest.mark.ordinary(2)
@pytest.mark.parametrize(
    ("engine", "least"),
    [("cpsat", 20_000), ("cnf", 30_000), ("asp", 1_000), ("native", 100), ("constraint", 50)],
)
def test_stating_a_problem_looks_at_the_clock(engine, least, monkeypatch):
    """At every clause, or every part of a rule: what takes long where the search itself does not."""
    from cubecsp.models.core.pattern import Pattern
    from cubecsp.models.engines import Problem, load_engine
    from cubecsp.models.language.pattern_text import parse_pattern
    from cubecsp.puzzle.cube.symmetry import SYMMETRIES

    pattern: Pattern = parse_pattern(["symmetric=C2v-b", "faces-differ", "at-most=4"])
    problem = Problem(pattern.puzzle, pattern.primitives, SYMMETRIES[:1])
    watched = Watched(10**9, signalled=True)
    monkeypatch.setattr(deadline, "look_for_signals", watched.look)
    events = load_engine(engine).blocks(problem)
    next(events)
    events.close()
    assert watched.looks >= least
