"""Limits, seeds and numbers of threads: the same checks in every question, and what each is good for."""

from __future__ import annotations

import importlib
import inspect
import itertools
import math
import pkgutil

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import cubecsp.questions
from cubecsp import (
    Cube,
    InputError,
    Search,
    Status,
    Stop,
    best,
    check,
    complete,
    count,
    explain,
    fewest,
    find,
    prove,
    rank,
    reach,
    repair,
    sample,
    sample_rows,
    scramble,
    unrank,
    verify,
)
from cubecsp.models import Solved
from cubecsp.models.engines import ENGINES, exhaustive_engines
from cubecsp.models.patterns import PERFECT_SCRAMBLE
from cubecsp.questions.asking.limits import Limits, Run
from cubecsp.questions.asking.parameter import parameters
from cubecsp.questions.convert import convert
from cubecsp.questions.count import Count
from cubecsp.questions.describe import describe
from cubecsp.questions.finding.search_parameters import SearchQuery
from cubecsp.questions.moving.solving import SolvingQuery
from cubecsp.questions.perfect import perfect_scrambles
from cubecsp.questions.recognise import Recognise, recognise
from cubecsp.questions.solve import solve
from cubecsp.questions.solve_all import solve_all

pytestmark = pytest.mark.quick

NEAR = Cube.from_moves("R U")
SHOWN = NEAR.facelets

NO_NUMBERS = [True, False, "5", "a", b"1", [1], 1j, math.nan, object()]
NOT_WHOLE = [*NO_NUMBERS, 1.5, 2.0, math.inf]
BAD = {
    "limit": [*NOT_WHOLE, 0, -1, -(10**30)],
    "time_limit": [*NO_NUMBERS, 0, 0.0, -1, -0.5, math.inf, -math.inf, 10**400],
    "seed": [*NOT_WHOLE, -1, 1 << 64],
    "threads": [*NOT_WHOLE, 0, -1, 65, 10**30],
    "max_length": [*NOT_WHOLE, -1],
    "up_to": [*NOT_WHOLE, -1],
    "samples": [*NOT_WHOLE, 0, -1, 1 << 64],
    "max_nodes": [*NOT_WHOLE, 0, -1, 1 << 64],
}
"""For every argument of this kind what it cannot be."""

ASKED = {
    check: lambda **more: check(SHOWN, **more),
    find: lambda **more: find(PERFECT_SCRAMBLE, **more),
    best: lambda **more: best(PERFECT_SCRAMBLE, maximise=PERFECT_SCRAMBLE, **more),
    count: lambda **more: count(PERFECT_SCRAMBLE, estimate="samples" in more, **more),
    solve: lambda **more: solve(NEAR, **more),
    solve_all: lambda **more: solve_all(NEAR, method="breadth-first", **more),
    perfect_scrambles: perfect_scrambles,
    reach: lambda **more: reach(NEAR, Solved("cross"), **more),
    complete: lambda **more: complete(SHOWN, **more),
    repair: lambda **more: repair(SHOWN, **more),
    recognise: lambda **more: recognise(Recognise.example["colours"], **more),
    fewest: lambda **more: fewest(SHOWN, **more),
    convert: lambda **more: convert(NEAR, "moves", **more),
    describe: lambda **more: describe(NEAR, **more),
    explain: lambda **more: explain(PERFECT_SCRAMBLE, **more),
    prove: lambda **more: prove(Solved("all"), "proven", **more),
    verify: lambda **more: verify("certificate", **more),
    sample: lambda **more: sample(PERFECT_SCRAMBLE, **more),
    sample_rows: lambda **more: sample_rows(PERFECT_SCRAMBLE, **{"n": 1, **more}),
    scramble: lambda **more: scramble(PERFECT_SCRAMBLE, **more),
    rank: lambda **more: rank(NEAR, **more),
    unrank: lambda **more: unrank(0, **more),
}
"""Every question that has such arguments, with something to ask."""

ARGUMENTS = [
    (question, name) for question in ASKED for name in inspect.signature(question).parameters
]
CASES = [(question, name) for question, name in ARGUMENTS if name in BAD]


def test_every_question_with_limits_is_asked_here():
    found = set()
    for module in pkgutil.iter_modules(cubecsp.questions.__path__, "cubecsp.questions."):
        for function in vars(importlib.import_module(module.name)).values():
            if (
                inspect.isfunction(function)
                and function.__module__ == module.name
                and not function.__name__.startswith("_")
                and not function.__name__.endswith("_of")
                and set(BAD) & set(inspect.signature(function).parameters)
            ):
                found.add(function)
    assert found == set(ASKED)


@pytest.mark.parametrize(("question", "name"), CASES, ids=lambda x: getattr(x, "__name__", x))
def test_what_is_no_limit_is_refused(question, name):
    for value in BAD[name]:
        with pytest.raises(InputError, match="expected "):
            ASKED[question](**{name: value})


@pytest.mark.parametrize("function", [find, Search, solve, solve_all])
def test_whoever_asks_a_function_is_told_every_argument(function):
    asked = SearchQuery if function in (find, Search) else SolvingQuery
    keywords = {n for n, one in parameters(asked).items() if not one.callback and n != "cubes"}
    shown = inspect.signature(function).parameters
    assert keywords <= shown.keys()
    assert all(p.kind is not p.VAR_KEYWORD for p in shown.values())
    defaults = {name: shown[name].default for name in keywords - {"rules"}}
    about = PERFECT_SCRAMBLE if function in (find, Search) else NEAR
    asked = {"limit": 1} if function in (find, Search) else {}
    plain, told = (function(about, **more) for more in (asked, {**defaults, **asked}))
    assert list(plain)[:1] == list(told)[:1] if function is Search else _same(plain, told)


def _same(one, other):
    return one.query == other.query and [r.solution for r in one] == [r.solution for r in other]


@pytest.mark.parametrize("function", [find, Search, solve, solve_all])
@pytest.mark.parametrize("name", ["limits", "works", "every", "shared", "longest", "symetry"])
def test_an_argument_that_there_is_not_is_refused(function, name):
    about = PERFECT_SCRAMBLE if function in (find, Search) else NEAR
    with pytest.raises(TypeError, match=name):
        function(about, **{name: 1})


@example(number=0, real=0.0)
@example(number=1, real=math.inf)
@example(number=64, real=-0.0)
@example(number=65, real=math.nextafter(0, 1))
@example(number=(1 << 64) - 1, real=math.nan)
@example(number=1 << 64, real=1.0)
@given(number=st.integers(), real=st.floats())
def test_the_checks_against_their_definitions(number, real):
    named = []

    def accepted(check, value):
        try:
            return check(value) == value
        except InputError as error:
            named.append(str(value)[:20] in str(error))
            return False

    known = {**parameters(SearchQuery), **parameters(Count)}
    assert accepted(known["limit"].check, number) == (number >= 1)
    assert accepted(known["threads"].check, number) == (1 <= number <= 64)
    assert accepted(known["seed"].check, number) == (0 <= number < 1 << 64)
    assert accepted(known["time_limit"].check, real) == (0 < real < math.inf)
    if abs(number) < 1 << 53:
        assert accepted(known["time_limit"].check, number) == (number > 0)
    for name in ("limit", "threads", "seed"):
        assert not accepted(known[name].check, real)
    assert all(named)


@pytest.mark.parametrize("whole", [np.int64, np.uint8, np.int32, int])
def test_whole_numbers_of_any_type(whole):
    answer = find(PERFECT_SCRAMBLE, limit=whole(2), seed=whole(3), threads=whole(2))
    plain = find(PERFECT_SCRAMBLE, limit=2, seed=3)
    assert [r.cube for r in answer] == [r.cube for r in plain]
    assert {type(answer.query[name]) for name in ("limit", "seed", "threads")} == {int}


@given(st.integers(0, 2**64 - 1))
@example(0)
@example(2**64 - 1)
@settings(max_examples=5)
def test_any_seed_will_do(seed):
    answer = find(PERFECT_SCRAMBLE, limit=1, seed=seed)
    assert PERFECT_SCRAMBLE.holds(answer.cubes[0].cube)


@pytest.mark.ordinary(1)
@pytest.mark.few(2)
@pytest.mark.parametrize("engine", exhaustive_engines())
def test_threads_are_used_or_refused(engine):
    if ENGINES[engine].parallel:
        assert len(find(PERFECT_SCRAMBLE, engine=engine, threads=2)) == 48
        return
    with pytest.raises(InputError, match=f"{engine} engine uses one thread, not 2.* native"):
        find(PERFECT_SCRAMBLE, engine=engine, threads=2)
    assert len(find(PERFECT_SCRAMBLE, engine=engine, threads=1, limit=1)) == 1


@pytest.mark.parametrize("engine", ["auto", *exhaustive_engines()])
@pytest.mark.parametrize("time_limit", [1e-9, 1e-300])
@pytest.mark.parametrize("more", [{}, {"seed": 1}, {"seed": 1, "limit": 5}, {"classes": True}])
def test_no_time_is_no_answer(engine, time_limit, more):
    answer = find(PERFECT_SCRAMBLE, engine=engine, time_limit=time_limit, **more)
    assert (answer.status, answer.stopped, len(answer)) == (Status.UNKNOWN, Stop.TIME, 0)


@pytest.mark.parametrize("ends", [*itertools.permutations(Stop, 2)])
def test_of_two_ends_the_one_least_asked_for_is_told(ends):
    """A limit on the number comes last and Ctrl-C first; of others the one that came first."""
    run = Run(Limits())
    for end in ends:
        run.stop(end)
    rank = {Stop.INTERRUPT: 0, Stop.LIMIT: 2}
    assert run.stopped is min(ends, key=lambda end: rank.get(end, 1))
