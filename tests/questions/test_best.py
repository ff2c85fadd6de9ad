"""The best cube: every optimum against all cubes of the 2×2×2, and against lists of 3×3×3 cubes."""

from __future__ import annotations

import contextlib
import random
import threading
from functools import cache

import numpy as np
import pytest
import strategies as own
from hypothesis import strategies as st

from cubecsp import (
    SYMMETRIES,
    Cube,
    EngineError,
    InputError,
    Search,
    Status,
    Stop,
    best,
    find,
)
from cubecsp.models import (
    AtMost,
    NoTouching,
    Pattern,
    Solved,
    colours_in,
    how_many,
    stickers,
)
from cubecsp.models.core.compose import all_rules
from cubecsp.models.engines import (
    Better,
    Engine,
    Goal,
    Problem,
    Progress,
)
from cubecsp.models.engines.native import NativeEngine
from cubecsp.models.language.objective import Objective
from cubecsp.models.language.pattern_text import parse_number, parse_pattern, parse_rules
from cubecsp.models.rules.comparisons import MOST_TIMES
from cubecsp.models.rules.expressions import Sum
from cubecsp.models.rules.terms import Indicator, Term
from cubecsp.puzzle.cube.batch import Batch, to_array
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET
from cubecsp.questions.finding.objectives import objective_of

OPTIMISERS = ["native", "cpsat", "auto"]


@cache
def pocket_cubes(*fixed: str) -> Batch:
    """Return all 2×2×2, or those where some corners are solved."""
    rules = [Solved(name) for name in fixed]
    with Search(
        Pattern(tuple(rules), puzzle=POCKET), engine="native", use_symmetry=False
    ) as search:
        return Batch(np.concatenate([*search.arrays()]), POCKET)


def values(total: Sum, cubes: Batch) -> np.ndarray:
    """Return what an expression comes to on many cubes, of the colours that their stickers show."""
    colours = cubes.colours
    worth = np.full(len(cubes), total.number)
    for term, weight in total.weights.items():
        if isinstance(term, Indicator):
            number = term.rule.holds_in(cubes).astype(int)
        else:
            counted = colours[sorted(term.places(cubes.puzzle))]
            if term.colours:
                number = np.isin(counted, ["URFDLB".index(c) for c in term.colours]).sum(axis=0)
            else:
                number = sum((counted == colour).any(axis=0).astype(int) for colour in range(6))
        worth = worth + weight * number
    return worth


small_rules = own.registered_rules(POCKET).filter(lambda rule: not rule.is_filter_on(POCKET))
places = st.lists(st.sampled_from([*"URFDLB", *POCKET.names]), min_size=1, max_size=4, unique=True)
terms = st.one_of(
    st.builds(
        Term.of, places, st.none() | st.lists(st.sampled_from("URFDLB"), min_size=1, max_size=2)
    ),
    small_rules.map(Indicator),
)
weights = st.integers(-4, 4).filter(bool)


def answers_rightly(answer, total, rule, worth, *, minimise):
    """Compare with what all cubes that satisfy the rule are worth."""
    if not len(worth):
        assert answer.status is Status.INFEASIBLE
        assert (answer.value, answer.bound) == (None, None)
        return
    most = int(worth.min() if minimise else worth.max())
    assert (answer.value, answer.bound, answer.gap, answer.proven) == (most, most, 0, True)
    (report,) = answer.cubes
    assert rule.holds(report.cube)
    assert values(total, Batch(to_array([report.cube], POCKET), POCKET)).tolist() == [most]


TEXTS = [
    ("colours(U)+colours(R)-2*count(F, F)", ["no-touching=side"]),
    ("sum(f in faces: count({f}, {f}))-3*how-many(oriented=URF)", ["not solved=URF+UFL"]),
    ("how-many(f in faces: colours({f})==2)-how-many(colours(U)==colours(D))", ["at-most=3"]),
]


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("engine", "text", "rules"),
    [("native", *asked) for asked in TEXTS] + [("cpsat", *asked) for asked in TEXTS[:2]],
)
def test_engines_agree_with_all_cubes_of_the_2x2x2(engine, text, rules):
    rule, total, cubes = all_rules(parse_rules(" ".join(rules))), parse_number(text), pocket_cubes()
    worth = values(total, cubes)[rule.holds_in(cubes)]
    for minimise in (False, True):
        goal = {"minimise" if minimise else "maximise": text}
        answer = best(rules, **goal, size=2, engine=engine)
        answers_rightly(answer, total, rule, worth, minimise=minimise)


LISTED = {
    "symmetric=D3": "colours(U)+2*colours(F)-count(U F, R)",
    "symmetric=Th": "sum(f in faces: count({f}, {f}))",
    "solved=F2L+edges": "count(U1 U3 F1, U F)+2*how-many(oriented=URF, permuted=UFL)",
    "symmetric=Oh": "how-many(c in slots: oriented={c})-count(U F, U)",
    "checkerboard": "how-many(f, g in faces, f != g: {f}1=={g}5)",
}


@pytest.mark.ordinary(2)
@pytest.mark.few(5)
@pytest.mark.parametrize("engine", OPTIMISERS)
@pytest.mark.parametrize("rules", LISTED)
def test_engines_agree_with_a_list_of_3x3x3(engine, rules):
    total = parse_number(LISTED[rules])
    cubes = Batch(to_array([report.cube for report in find(rules, limit=None)]))
    worth = values(total, cubes)
    assert len(set(worth.tolist())) > 1 or rules == "checkerboard"
    for goal, most in (("maximise", worth.max()), ("minimise", worth.min())):
        answer = best(rules, **{goal: LISTED[rules]}, engine=engine, limit=None)
        assert answer.value == most
        assert {report.cube for report in answer} == {*cubes.where(worth == most)}


SEVERAL = [  # rules, and numbers that are at odds with each other
    ("solved=F2L", ["count(U F, U)", "colours(U)-2*colours(F)", "-count(L, B)"]),
    ("symmetric=D3", ["count(U, U)", "colours(F)", "how-many(s in slots: permuted={s})"]),
]


def values_of_each(rules, texts):
    """Return the cubes that satisfy some rules, and the values of each."""
    cubes = Batch(to_array([report.cube for report in find(rules, limit=None)]))
    columns = [values(parse_number(text), cubes).tolist() for text in texts]
    return [*zip([*cubes], zip(*columns, strict=True), strict=True)]


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("engine", ["native", "auto"])
@pytest.mark.parametrize(("rules", "texts"), SEVERAL)
def test_objectives_count_one_after_another(rules, texts, engine):
    every = values_of_each(rules, texts)
    for goal, best_of in (("maximise", max), ("minimise", min)):
        asked = {goal: texts[0], "then": texts[1:], "engine": engine}
        answer = best(rules, **asked, limit=None)
        expected = best_of(worth for _, worth in every)
        assert (answer.values, answer.bounds, answer.proven) == (expected, expected, True)
        assert answer.value == expected[0]
        assert {report.cube for report in answer} == {c for c, w in every if w == expected}


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("engine", ["native", "auto"])
@pytest.mark.parametrize(("rules", "texts"), SEVERAL)
def test_a_front_has_all_values_that_no_cube_beats(rules, texts, engine):
    worths = {worth for _, worth in values_of_each(rules, texts)}
    for goal, sign in (("maximise", 1), ("minimise", -1)):
        answer = best(rules, **{goal: texts[0]}, then=texts[1:], pareto=True, engine=engine)
        beaten = {
            one
            for one in worths
            for other in worths
            if other != one and all(sign * b >= sign * a for a, b in zip(one, other, strict=True))
        }
        assert {*answer.front} == worths - beaten
        assert (answer.status, answer.proven) == (Status.COMPLETE, True)
        each = [tuple(objective_of(text).value(r.cube) for text in texts) for r in answer]
        assert each == [*answer.front]


def test_a_front_that_is_cut_says_so():
    asked = {
        "rules": "symmetric=D3",
        "maximise": "count(U, U)",
        "then": "-colours(U)",
        "pareto": True,
    }
    answer = best(**asked, limit=1)
    assert (answer.status, answer.proven) == (Status.PARTIAL, False)
    assert "there may be more" in answer.sentence()
    late = best(**asked, time_limit=1e-9)
    assert (late.status, late.front, late.stopped) == (Status.UNKNOWN, (), Stop.TIME)


def test_bounds_over_time_end_at_the_optimum():
    answer = best("no-touching=side at-most=2", maximise="how-many(s in slots: solved={s})")
    assert [*answer.history][-1][1:] == (answer.value, answer.value)
    seconds = [entry.seconds for entry in answer.history]
    assert seconds == sorted(seconds)
    known = [entry.value for entry in answer.history if entry.value is not None]
    assert known == sorted(known)


def test_one_class_of_the_best_says_how_many_cubes_it_stands_for():
    answer = best("checkerboard", maximise="count(U, L)", classes=True)
    (report,) = answer
    conjugates = {symmetry.of(report.cube) for symmetry in SYMMETRIES}
    as_good = [cube for cube in conjugates if cube.facelets[:9].count("L") == answer.value]
    assert (report.class_size, report.satisfying) == (len(conjugates), len(as_good))
    assert answer.count == len(as_good) > 1


# ---------------------------------------------------------------- what can be asked


def test_numbers_are_given_as_expressions_rules_and_texts():
    rule = NoTouching("side")
    same = [
        colours_in(stickers.U) + 2 * how_many(rule, AtMost(2)) - 1,
        "colours(U)+2*how-many(no-touching=side, at-most=2)-1",
        "-1+how-many(no-touching=side)*2+colours(U)+2*how-many(at-most=2)",
        "sum(f in faces, f == U: colours({f})) - 1 + sum(n in 2..2: {n}*how-many(no-touching=side, at-most={n}))",
    ]
    objectives = {(frozenset(one.weights), one.number) for one in map(objective_of, same)}
    assert len(objectives) == 1
    for asked in (rule, Pattern((rule,)), "no-touching=side", "(no-touching=side)"):
        assert objective_of(asked).weights == ((Indicator(rule), 1),)
    several = objective_of("no-touching=side at-most=2")
    assert several.weights == ((Indicator(all_rules((rule, AtMost(2)))), 1),)


def test_preferred_rules_add_their_weights():
    rules = Solved("URF"), Solved("UFL"), Solved("ULB")
    ways = [
        {rules[0]: 3, rules[1]: 1, "solved=ULB": 2},
        ["3:solved=URF", rules[1], " 2: solved=ULB"],
        {"solved=URF": 3, Pattern((rules[1],)): 1, rules[2]: 2},
    ]
    expected = {(Indicator(rule), weight) for rule, weight in zip(rules, (3, 1, 2), strict=True)}
    for way in ways:
        assert {*objective_of(prefer=way).weights} == expected
    assert {*objective_of("colours(U)", prefer=ways[0]).weights} > expected
    less = objective_of(minimise="colours(U)", prefer=ways[0])
    assert {(term, -weight) for term, weight in expected} < {*less.weights}
    answer = best(["solved=F2L+edges", "not solved=all"], prefer=ways[0])
    worth = 3 * (answer.cubes[0].facelets[8] == "U" and answer.cubes[0].facelets[9] == "R")
    assert answer.value >= worth
    assert answer.value == max(
        sum(weight * rule.rule.holds(report.cube) for rule, weight in expected)
        for report in find(["solved=F2L+edges", "not solved=all"])
    )


WRONG = {
    "no objective is given": {},
    "give the second one as then=": {"maximise": "colours(U)", "minimise": "colours(U)"},
    "same for every cube": {"maximise": "3"},
    "the same for every": {"maximise": "colours(U)-colours(U)+2"},
    "unknown rule or pattern 'beauty'": {"maximise": "beauty"},
    "'beauty' is not a number": {"maximise": "2*beauty"},
    "is incomplete": {"maximise": "colours(U)+"},
    "count cannot be multiplied": {"maximise": "colours(U)*colours(R)"},
    "no engine can propagate it": {"minimise": "how-many(order=6)"},
    "no sticker U10": {"maximise": "count(U10, R)"},
    "{g} is not defined": {"maximise": "sum(f in faces: colours({g}))"},
    "unknown set 'beasts'": {"maximise": "sum(f in beasts: colours({f}))"},
    "too many combinations": {"maximise": "sum(a, b, c, d in stickers: count({a}, R))"},
    "are expanded": {"maximise": "sum(a, b, c in slots: sum(f in faces: colours({f})))"},
    "the limit is 9999": {"maximise": "99*sum(f in faces, c in colours: count({f}, {c}))"},
    f"limit is {MOST_TIMES}": {"maximise": "100*colours(U)"},
    "a weight of '0'": {"prefer": ["0:order=2"]},
    "a weight of '100'": {"prefer": {"at-most=2": 100}},
    "a weight of '1.5'": {"prefer": {"at-most=2": 1.5}},
    "a weight of 'True'": {"prefer": {"at-most=2": True}},
    "cannot be maximised or minimised": {"maximise": 3.5},
    "does not apply to the 2×2×2": {"maximise": "every-colour", "size": 2},
    "a Pareto front of one objective": {"maximise": "colours(U)", "pareto": True},
    "leave out classes=": {
        "maximise": "colours(U)",
        "then": "colours(R)",
        "pareto": True,
        "classes": True,
    },
}


@pytest.mark.ordinary(11)
@pytest.mark.parametrize("told", WRONG)
def test_what_is_no_objective_is_refused(told):
    with pytest.raises(InputError, match=told.replace("(", r"\(").replace("{", r"\{")):
        best("solved=F2L", **WRONG[told])


# ---------------------------------------------------------------- limits, and what is said of them

HARD = {
    "rules": "every-colour",
    "maximise": "how-many(f in faces, s, t in cells, s < t: {f}{s}=={f}{t})",
}


@pytest.mark.parametrize("engine", OPTIMISERS)
def test_no_time_at_all_is_no_answer(engine):
    answer = best("solved=F2L", maximise="count(U, R)", engine=engine, time_limit=1e-9)
    assert (answer.status, answer.stopped) == (Status.UNKNOWN, Stop.TIME)
    assert (answer.value, answer.proven, answer.bound) == (None, False, 9)
    assert "before a cube was found" in answer.sentence()


def test_ctrl_c_keeps_the_best_so_far():
    def interrupt(value, bound):
        told.append((value, bound))
        if value is not None:
            raise KeyboardInterrupt

    told = []
    answer = best(**HARD, on_bounds=interrupt)
    assert (answer.status, answer.stopped) == (Status.PARTIAL, Stop.INTERRUPT)
    assert (answer.value, answer.bound) == told[-1]
    assert answer.sentence().startswith("Interrupted")


def test_a_limit_says_that_others_may_be_as_good():
    asked = {"rules": "solved=F2L", "maximise": "count(U, U)"}
    for number in (1, 2):
        answer = best(**asked, limit=number)
        assert (answer.status, answer.stopped) == (Status.PARTIAL, Stop.LIMIT)
        assert len(answer) == answer.count == number
        assert answer.proven
        assert "others may reach it too" in answer.sentence()


def test_the_sentence_says_of_which_cubes_it_speaks():
    small = {"maximise": "count(U, U)", "size": 2}
    assert "Maximum: 4 (proved optimal). Showing 1 cube of size 2×2×2;" in best(**small).sentence()
    told = best("no-touching=side", **small).sentence()
    assert "(proved optimal). Showing 1 cube of size 2×2×2;" in told
    least = best("solved=F2L+edges", minimise="count(U, U)", limit=None)
    assert "Minimum: " in least.sentence()
    assert "there are no others" in least.sentence()


def test_moves_are_found_for_the_best():
    answer = best("solved=F2L+edges", minimise="count(U, U)", solve="two-phase", limit=3)
    for report in answer:
        assert Cube.from_moves(report.generator) == report.cube


# ---------------------------------------------------------------- filters, hints, engines


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("engine", OPTIMISERS)
def test_filters_hold_of_the_best(engine):
    rules = ["solved=F2L+edges", "order=6"]
    cubes = [report.cube for report in find(rules)]
    objective = objective_of("3*count(U, U)-count(F, R)")
    for minimise in (False, True):
        goal = {"minimise" if minimise else "maximise": str(objective)}
        answer = best(rules, **goal, engine=engine)
        assert answer.value == (min if minimise else max)(map(objective.value, cubes))
        assert answer.cubes[0].cube in cubes


def test_filters_that_nothing_satisfies_are_told_by_every_engine():
    for engine in ("native", "cpsat"):
        answer = best(
            ["solved=F2L+edges", "permuted=corners", "order=5"],
            maximise="count(U, U)",
            engine=engine,
        )
        assert answer.status is Status.INFEASIBLE


def test_it_begins_near_a_hint():
    cube = Cube.from_moves("R U F")
    answer = best("at-most=9", maximise="at-most=9", hint=cube)
    assert answer.cubes[0].cube == cube


class Ascending(Engine):
    """A custom engine that begins with the cubes that score least, and records its questions."""

    name = "ascending"

    def __init__(self, cubes, worth):
        self.cubes = sorted(cubes, key=worth)
        self.asked = 0

    def solutions(self, problem):
        self.asked += 1
        yield Progress(None, 0)
        for cube in self.cubes:
            if all(p.holds(cube.colours, problem.puzzle) for p in problem.primitives):
                yield cube


@pytest.mark.parametrize(
    "text", ["count(U1 U3 U7, U)", "count(U1 U3, U)-2*count(U7, F)", "count(U1, B)-9"]
)
@pytest.mark.parametrize("minimise", [False, True])
def test_an_engine_without_goals_is_asked_for_ever_better_cubes(text, minimise):
    """Up to the last step, also where the best is all that the terms can come to; no step is taken twice."""
    total = parse_number(text)
    cubes = [report.cube for report in find("solved=F2L+edges")]
    objective = Objective.of(total, minimise=minimise)
    sign = -1 if minimise else 1
    engine = Ascending(cubes, lambda cube: sign * objective.value(cube))
    goal = {"minimise" if minimise else "maximise": text}
    answer = best("solved=F2L+edges", **goal, engine=engine, use_symmetry=False)
    worth = {objective.value(cube) for cube in cubes}
    assert (answer.value, answer.proven) == (sign * max(sign * value for value in worth), True)
    assert len(worth) <= engine.asked <= len(worth) + 2


def test_each_better_cube_of_a_list_is_better_than_those_before_it():
    problem = Problem(
        POCKET, parse_pattern(["solved=URF+UFL"]).about(POCKET).primitives, SYMMETRIES[:1]
    )
    goal = objective_of("count(U F, U F)").goal(POCKET, lambda cubes: np.ones(len(cubes), bool))
    cubes = [*pocket_cubes("URF", "UFL")]
    random.Random(3).shuffle(cubes)
    scores = [
        event.score
        for event in Ascending(cubes, lambda _: 0).best(problem, goal)
        if isinstance(event, Better)
    ]
    assert scores == sorted(set(scores))
    assert len(scores) > 1
    assert scores[-1] == max(goal.scores(pocket_cubes("URF", "UFL")).tolist())


def test_symmetries_of_an_objective_are_those_of_all_its_terms():
    for text, number in (
        ("colours(U)", 8),
        ("colours(U)+2*colours(F)", 2),
        ("2*colours(U)+colours(D)", 8),
        ("colours(U)+colours(D)", 16),
        ("sum(f in faces: colours({f}))", 48),
        ("sum(f in faces: colours({f}))+count(U, R)", 1 + 1),
    ):
        objective = objective_of(text)
        group = objective.symmetries(CUBE)
        assert len(group) == number, text
        for cube in map(Cube.random, range(4)):
            assert {objective.value(s.of(cube)) for s in group} == {objective.value(cube)}


class Liar(NativeEngine):
    """An engine that is wrong about what a cube scores."""

    def best(self, problem, goal):
        with contextlib.closing(super().best(problem, goal)) as events:
            for event in events:
                yield event._replace(score=event.score + 1) if isinstance(event, Better) else event


def test_an_engine_that_is_wrong_is_found_out():
    with pytest.raises(EngineError, match="wrong"):
        best("solved=F2L", maximise="count(U, U)", engine=Liar())


# ---------------------------------------------------------------- numbers


def test_the_best_of_a_block_is_one_that_counts():
    cubes = pocket_cubes("URF", "UFL", "ULB")
    total = parse_number("count(U R F, U)")
    goal = Objective.of(total).goal(POCKET, lambda some: some.at(1) != 0)
    better = goal.best_of(cubes.rows.tobytes(), POCKET)
    allowed = values(total, cubes)[cubes.at(1) != 0]
    assert (better.score, better.cube.facelets[1] != "U") == (allowed.max(), True)
    assert Goal((), lambda some: some.none()).best_of(cubes.rows.tobytes(), POCKET) is None


def test_whether_moves_make_a_state_is_worked_out_where_the_deadline_is_known(monkeypatch):
    """Not in a thread of the engine, which the end of the time would not stop."""
    threads = []

    def membership(_puzzle):
        threads.append(threading.current_thread())

    monkeypatch.setattr("cubecsp.models.core.membership.membership", membership)
    best("solved=MIDDLE", puzzle="square1", maximise="how-many(solved=WEDGES)", engine="cpsat")
    assert {*threads} == {threading.main_thread()}
