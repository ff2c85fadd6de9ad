"""What `find` gives: varied cubes by seed, the least of each class, and no search beyond a limit."""

from __future__ import annotations

import contextlib
import itertools
import sys
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubecsp import SYMMETRIES, Cube, Search, Status, Stop, canonical, find
from cubecsp.models import AtMost, NoPieceHome, Order, Stickers
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.engines import (
    Engine,
    Problem,
    Progress,
    auto,
    cnf,
    exhaustive_engines,
    load_engine,
    native,
)
from cubecsp.models.engines.native import search_of
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.models.patterns import PERFECT_SCRAMBLE
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.questions.finding import enumeration

LAST_LAYER = ["solved=F2L+corners", "solved=F2L+edges", "solved=F2L+URF+UFL"]
"""Patterns of some hundred cubes, of whose classes only a part shows the same."""

FEW = parse_pattern(["solved=F2L+edges", "U1==U3", "U1!=U"])


def cubes_of(answer):
    return [report.cube for report in answer]


# Classes


def classes_of(cubes, least):
    """Return, for each class, the least of `cubes` in it and how many there are."""
    groups = {}
    for cube in cubes:
        groups.setdefault(least(cube), []).append(cube)
    return {min(group): len(group) for group in groups.values()}


def check_classes(pattern, **how):
    everything = cubes_of(find(pattern))
    answer = find(pattern, classes=True, **how)

    assert {r.cube: r.satisfying for r in answer} == classes_of(everything, canonical)
    assert answer.count == sum(r.satisfying for r in answer) == len(everything)
    assert answer.classes == len(answer)
    assert all(r.satisfying <= r.class_size for r in answer)
    assert answer.status is (Status.COMPLETE if everything else Status.INFEASIBLE)


last_layers = st.builds(
    lambda base, pair, differ: parse_pattern(
        [base, f"{pair[0]}{'!=' if differ else '=='}{pair[1]}"]
    ),
    st.sampled_from(LAST_LAYER),
    st.lists(st.sampled_from([f"U{i}" for i in (1, 2, 3, 4, 6, 7, 8, 9)] + ["F1", "R3", "B2"]),
             min_size=2, max_size=2, unique=True),
    st.booleans(),
)  # fmt: skip


@given(
    last_layers,
    st.sampled_from(["auto", "native", "cnf", "cpsat"]),
    st.booleans(),
    st.none() | st.integers(0, 99),
)
@settings(max_examples=4)
def test_classes_add_up(pattern, engine, use_symmetry, seed):
    """Whatever finds them: the least cube that satisfies the rules, and how many of its class do."""
    check_classes(pattern, engine=engine, use_symmetry=use_symmetry, seed=seed)


@pytest.mark.ordinary(1)
@pytest.mark.few(4)
@pytest.mark.parametrize("how", [{}, {"seed": 3}, {"threads": 2}, {"seed": 3, "limit": 5000}])
@pytest.mark.parametrize("text", ["solved=F2L+edges order=6", "solved=F2L+edges not order=3"])
def test_classes_of_filters(text, how):
    check_classes(parse_pattern([*text.split(" ", 1)]), **how)


def test_a_limit_counts_classes_where_classes_are_asked_for():
    answer = find(FEW, classes=True, limit=3)
    assert (len(answer), answer.classes, answer.stopped) == (3, 3, Stop.LIMIT)
    assert answer.query["limit_counts"] == "classes"
    assert answer.count == sum(r.satisfying for r in answer)
    assert find(FEW, limit=3).query["limit_counts"] == "cubes"


# Limits


class Scripted(Engine):
    """An engine that gives prepared cubes, and fails if it is asked for more."""

    name = "scripted"

    def __init__(self, cubes):
        self.cubes = cubes
        self.closed = False

    def solutions(self, _problem):
        try:
            yield Progress(None, 0)
            yield from self.cubes
            raise AssertionError("searched on")
        finally:
            self.closed = True

    samples = solutions


@pytest.mark.parametrize("more", [{}, {"seed": 1}, {"classes": True}, {"use_symmetry": False}])
@pytest.mark.parametrize("limit", [1, 2, 7])
def test_nothing_is_searched_beyond_a_limit(limit, more):
    orbits = itertools.islice(Search(AtMost(3), classes=True), limit)
    engine = Scripted(list(orbits) if more or limit > 1 else [next(Search(AtMost(3)))])
    search = Search(AtMost(3), engine=engine, limit=limit, **more)
    for number in range(limit):
        assert not engine.closed
        next(search)
        assert search.found == number + 1
    assert engine.closed  # and that with the last cube, not when one more is asked for
    assert (search.stopped, search.exhausted) == (Stop.LIMIT, False)
    assert next(search, None) is None


# Seeds


@pytest.mark.ordinary(2)
@pytest.mark.few(6)
@pytest.mark.parametrize(
    ("engine", "number"),
    [("native", 100), ("auto", 100), ("cpsat", 6), ("cnf", 12), ("asp", 12), ("constraint", 12)],
)
@pytest.mark.parametrize("rule", ["at-most=9", "at-most=3", "no-piece-home"])
def test_cubes_of_a_seed_are_varied(engine, number, rule):
    """Hardly two have the same corners, or edges, and every corner slot holds many things."""
    cubes = cubes_of(find(parse_pattern([rule]), engine=engine, seed=1, limit=number))
    assert len(cubes) == number
    assert len({cube.corners for cube in cubes}) >= 0.95 * number
    assert len({cube.edges for cube in cubes}) >= 0.95 * number
    for slot in range(8):
        assert len({cube.corners[slot] for cube in cubes}) >= min(16, number / 3)


@pytest.mark.ordinary(1)
@pytest.mark.few(3)
@pytest.mark.parametrize("engine", exhaustive_engines())
@pytest.mark.parametrize("pattern", [FEW, parse_pattern(["solved=F2L+edges", "order=6"])], ids=str)
def test_with_a_seed_nothing_is_lost_or_doubled(engine, pattern):
    everything = set(cubes_of(find(pattern)))
    for use_symmetry in (True, False) if engine == "native" else (True,):
        answer = find(pattern, engine=engine, seed=2, limit=5000, use_symmetry=use_symmetry)
        assert answer.status is Status.COMPLETE
        assert len(answer) == len(everything)
        assert set(cubes_of(answer)) == everything


def test_samples_that_break_filters_do_not_go_on_for_ever(monkeypatch):
    monkeypatch.setattr(enumeration, "REJECTED", 3)
    pattern = parse_pattern(["solved=F2L+edges", "order=6"])
    answer = find(pattern, seed=2, limit=5000)
    assert set(cubes_of(answer)) == set(cubes_of(find(pattern)))


@pytest.mark.slow
def test_the_clock_has_no_say_in_what_a_seed_gives(monkeypatch):
    """CaDiCaL is called for so many conflicts at a time; how many must not depend on the clock."""
    monkeypatch.setattr(cnf, "_FIRST_BUDGET", 2)
    pattern = PERFECT_SCRAMBLE.including(
        Stickers(find(PERFECT_SCRAMBLE, limit=1).cubes[0].facelets[:2] + "." * 52)
    )
    problem = Problem(CUBE, pattern.primitives, SYMMETRIES[:1], 3)
    runs = []
    for pace in (0.0, 1.0, 0.02):
        clock = itertools.count()
        monkeypatch.setattr(
            cnf.time, "monotonic", lambda pace=pace, clock=clock: pace * next(clock)
        )
        events = load_engine("cnf").solutions(problem)
        cubes = (event for event in events if isinstance(event, Cube))
        runs.append(list(itertools.islice(cubes, 3)))
        monkeypatch.undo()
        monkeypatch.setattr(cnf, "_FIRST_BUDGET", 2)
    assert runs[0] == runs[1] == runs[2]
    assert len(runs[0]) == 3


@given(st.integers(0, 2**32), st.sampled_from([None, 5]), st.sampled_from([None, 40]))
@settings(max_examples=10)
def test_threads_find_the_same_in_the_same_order(seed, order, limit):
    """On neighbourhoods of random cubes: some stickers given."""
    letters = Cube.random(seed).facelets
    shown = "".join(c if i in CUBE.centres or i < 33 else "." for i, c in enumerate(letters))
    pattern = Pattern((Stickers(shown),))
    alone = cubes_of(find(pattern, engine="native", seed=order, limit=limit or 5000))
    assert Cube.random(seed) in alone or limit
    for threads in (2,):
        together = find(pattern, engine="native", threads=threads, seed=order, limit=limit or 5000)
        assert cubes_of(together) == alone


# What else was never noticed


def test_with_a_seed_native_never_hands_over(monkeypatch):
    """However long it finds nothing, and with samples too."""

    def refuse(*_):
        raise AssertionError("handed over")

    monkeypatch.setattr(native, "NODES_PER_STEP", 10)
    for entrance in ("solutions", "blocks", "samples"):
        monkeypatch.setattr(cnf.CnfEngine, entrance, refuse)
    for limit in (None, 3):
        answer = find(PERFECT_SCRAMBLE, engine=auto.AutoEngine(alone=0.0), seed=1, limit=limit)
        assert answer.query["engine"] == "native"
        assert len(answer) == (limit or 48)
    with pytest.raises(AssertionError, match="handed over"):
        find(PERFECT_SCRAMBLE, engine=auto.AutoEngine(alone=0.0))


def test_a_search_lets_other_threads_work():
    """`run` gives Python's lock away: the thread that waits goes on before `run` has ended."""
    search = search_of(Problem(CUBE, PERFECT_SCRAMBLE.primitives, SYMMETRIES[:1]))
    begun, ended = threading.Event(), []

    def work():
        begun.set()
        search.run(1 << 40, 1 << 40)
        ended.append(True)

    interval = sys.getswitchinterval()
    with contextlib.ExitStack() as stack:
        stack.callback(sys.setswitchinterval, interval)
        sys.setswitchinterval(100)  # nobody takes the lock from the thread: it has to give it away
        worker = threading.Thread(target=work)
        worker.start()
        begun.wait()
        ended_before = bool(ended)
    worker.join()
    assert not ended_before
    assert ended


@pytest.mark.parametrize("order", [7 * 13, 13, 17, 19, 23, 25, 27, 32, 1259, 12])
def test_orders(order):
    """The 73 orders that exist; for orders that don't, nobody searches."""
    answer = find(Order(order), limit=1, seed=1)
    if order == 12:
        assert answer.cubes[0].cube.order() == 12
    else:
        assert answer.status is Status.INFEASIBLE
        assert not Order(order).is_filter
        assert find(Order(order) | (NoPieceHome() & AtMost(2)), limit=1).status is Status.PARTIAL
        assert find(~Order(order) & PERFECT_SCRAMBLE.rules[0], limit=2).status is Status.PARTIAL


@pytest.mark.parametrize("order", [60, 1260])
def test_filters_that_many_cubes_satisfy(order):
    """The first cubes of an engine are all alike, so random cubes are drawn."""
    answer = find(f"order={order}", limit=1)
    (cube,) = cubes_of(answer)
    assert cube.order() == order
    assert (answer.status, answer.stopped) == (Status.PARTIAL, Stop.LIMIT)
    assert cubes_of(find(f"order={order}", limit=1)) == [cube]


@pytest.mark.parametrize("classes", [False, True])
@pytest.mark.parametrize("use_symmetry", [False, True])
def test_random_cubes_are_not_found_twice(classes, use_symmetry, monkeypatch):
    """They are among what the engine finds later; and there are as many as without them."""
    pattern = parse_pattern(["solved=F2L+edges", "order=6"])
    asked = {"classes": classes, "use_symmetry": use_symmetry}
    whole = cubes_of(find(pattern, **asked))
    assert whole
    drawn = []

    def random(number):
        drawn.append(number)
        return [Cube(), *whole][number % (len(whole) // 2 + 1)]

    monkeypatch.setattr(enumeration, "REJECTED", 0)
    monkeypatch.setattr(enumeration, "DRAWN", 200)
    monkeypatch.setattr(enumeration, "_FIRST_PORTION", 1)
    monkeypatch.setattr(Cube, "random", random)
    answer = find(pattern, limit=len(whole) + 1, **asked)
    assert drawn
    assert answer.status is Status.COMPLETE
    assert len(cubes_of(answer)) == len(whole)
    assert set(cubes_of(answer)) == set(whole)


def test_a_class_of_which_another_cube_is_drawn_is_not_found_twice(monkeypatch):
    """All 48 symmetries preserve these rules, so that an engine finds the least of each class, and chance any cube."""
    pattern = parse_pattern(["checkerboard", "order=6"])
    every = cubes_of(find(pattern))
    whole = cubes_of(find(pattern, classes=True))
    assert len(whole) < len(every)
    monkeypatch.setattr(enumeration, "REJECTED", 0)
    monkeypatch.setattr(enumeration, "DRAWN", 50)
    monkeypatch.setattr(enumeration, "_FIRST_PORTION", 1)
    monkeypatch.setattr(Cube, "random", lambda number: [*every, Cube()][number % 9])
    answer = find(pattern, classes=True, limit=len(whole) + 1)
    assert answer.status is Status.COMPLETE
    assert set(cubes_of(answer)) == set(whole)
    assert len(answer) == len(whole)


class Barren(Engine):
    """Finds one cube after another, for ever, or to some end; varied ones are others."""

    name = "barren"

    def __init__(self, enumerated, varied):
        self.enumerated, self.varied = enumerated, varied

    def solutions(self, _problem):
        yield Progress(None, 0)
        for number, cube in enumerate(self.enumerated()):
            yield Progress(None, number)
            yield cube

    def samples(self, problem):
        assert problem.symmetries == SYMMETRIES[:1]
        yield from self.varied()


def endless(*cubes):
    return lambda: itertools.cycle(cubes)


def test_varied_cubes_are_given_once(monkeypatch):
    """And an engine that finds no varied ones is not asked for ever."""
    monkeypatch.setattr(enumeration, "REJECTED", 20)
    monkeypatch.setattr(enumeration, "DRAWN", 20)
    rejected = [Cube.random(seed) for seed in range(400)]
    kept = Cube.from_moves("R L2 U")
    pattern, asked = f"order={kept.order()}", {"limit": 9, "use_symmetry": False}
    rejected = [cube for cube in rejected if cube.order() != kept.order()]
    monkeypatch.setattr(Cube, "random", lambda _number: Cube())
    told = []

    def signs():
        for number in itertools.count():
            told.append(number)
            yield Progress(None, number)

    for varied in (endless(kept), endless(rejected[0]), signs):
        answer = find(pattern, engine=Barren(lambda: [*rejected, kept], varied), **asked)
        assert (cubes_of(answer), answer.status) == ([kept], Status.COMPLETE)
    assert 0 < len(told) < 10


@pytest.mark.parametrize("use_symmetry", [False, True])
@pytest.mark.parametrize("classes", [False, True])
def test_varied_cubes_are_among_those_that_there_are(classes, use_symmetry, monkeypatch):
    """As `test_random_cubes_are_not_found_twice`, with cubes that the engine itself varies."""
    monkeypatch.setattr(enumeration, "REJECTED", 8)
    monkeypatch.setattr(enumeration, "PER_SAMPLE", 1)
    monkeypatch.setattr(enumeration, "_FIRST_PORTION", 1)
    monkeypatch.setattr(enumeration, "_LEAST_PORTION", 1)
    monkeypatch.setattr(enumeration, "_PORTION_TIME", 0.0)
    monkeypatch.setattr(Cube, "random", lambda _number: Cube())
    pattern = parse_pattern(["solved=F2L+edges", "order=6"])
    asked = {"classes": classes, "use_symmetry": use_symmetry}
    whole = find(pattern, limit=None, **asked)
    answer = find(pattern, limit=len(whole) + 1, **asked)
    assert answer.status is Status.COMPLETE
    assert sorted(cubes_of(answer)) == sorted(cubes_of(whole))
    assert answer.statistics.candidates > whole.statistics.candidates


@pytest.mark.parametrize("most", [0, 1, 5, 100])
def test_cubes_that_wait_for_a_random_order_are_all_given_and_once(most, monkeypatch):
    """However many may wait: what is drawn of them is gone, and the others are given at the end."""
    everything = sorted(report.facelets for report in find("checkerboard"))
    monkeypatch.setattr("cubecsp.questions.finding.random_order._MOST_WAITING", most)
    orders = [[r.facelets for r in find("checkerboard", seed=seed)] for seed in (1, 1, 2)]
    assert [sorted(order) for order in orders] == [everything] * 3
    assert orders[0] == orders[1] != orders[2]


def test_a_search_takes_what_find_takes_but_moves():
    for name in ("solve", "scheme", "on_found", "resume", "sead"):
        with pytest.raises(TypeError, match=f"Search.. got an unexpected keyword .*'{name}'"):
            Search("checkerboard", **{name: None})
