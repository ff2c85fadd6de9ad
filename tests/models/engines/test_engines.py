"""Engines: the same cubes from each, with and without symmetry, seeds and threads."""

from __future__ import annotations

import itertools
import threading
from dataclasses import replace

import pytest
from facts import FACTS
from hypothesis import strategies as st
from pysat.solvers import Solver

from cubecsp import SYMMETRIES, Cube, InputError, Status, find, rule
from cubecsp.errors import FilterWarning, OutOfTimeError
from cubecsp.models import AtMost, EveryColour, FacesDiffer, NoPieceHome, NoTouching, Stickers
from cubecsp.models.core.hold import holding_constraints, preserving_hold
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.primitives import ColourCount, Differ, SlotDomain, any_of
from cubecsp.models.engines import (
    Engine,
    Problem,
    Progress,
    SolutionBlock,
    auto,
    cnf,
    exhaustive_engines,
    load_engine,
    native,
)
from cubecsp.models.engines.cnf import CnfSink
from cubecsp.models.engines.engine import first_ones
from cubecsp.models.engines.native import search_of
from cubecsp.models.engines.shuffle import SplitMix
from cubecsp.models.engines.vocabulary import Vocabulary
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.models.patterns import PERFECT_SCRAMBLE
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET, cube_puzzle
from cubecsp.puzzle.cube.state import PocketCube

pytestmark = pytest.mark.native

PERFECT = FACTS["perfect-scramble"]
NO_SYMMETRY = SYMMETRIES[:1]


def answers(engine: str | Engine, asked, symmetries=NO_SYMMETRY) -> list[Cube]:
    problem = Problem(CUBE, tuple(asked), tuple(symmetries))
    return [e for e in load_engine(engine).solutions(problem) if isinstance(e, Cube)]


rules = st.sampled_from(
    [
        EveryColour(),
        AtMost(2),
        AtMost(3),
        AtMost(4),
        NoTouching("side"),
        NoTouching("diagonal"),
        NoTouching("across"),
        FacesDiffer(),
        NoPieceHome(),
    ]
)


@pytest.mark.parametrize(
    "engine",
    [
        name if name == "native" else pytest.param(name, marks=pytest.mark.exhaustive)
        for name in exhaustive_engines()
    ],
)
def test_the_perfect_scrambles(engine):
    found = answers(engine, PERFECT_SCRAMBLE.primitives, PERFECT_SCRAMBLE.symmetries)
    everything = {s.of(cube) for cube in found for s in SYMMETRIES}
    assert len(everything) == PERFECT["cubes"]
    assert Cube.from_moves(PERFECT["generator"]) in everything
    assert all(PERFECT_SCRAMBLE.holds(cube) for cube in everything)


@pytest.mark.ordinary(8)
@pytest.mark.parametrize("engine", exhaustive_engines())
@pytest.mark.parametrize(
    "impossible",
    [
        [
            Differ(4, 13),
            ColourCount(frozenset({4}), frozenset({1}), 1, 1),
        ],  # the centre of U shows R
        [SlotDomain(0, 0, frozenset({0})), SlotDomain(0, 1, frozenset({1}))],  # one piece twice
        [any_of([])],
        [SlotDomain(0, 0, frozenset())],
    ],
)
def test_impossible_questions_have_no_answers(engine, impossible):
    assert answers(engine, impossible) == []


@pytest.mark.parametrize("engine", exhaustive_engines())
def test_two_swapped_corners_are_out_of_reach(engine):
    asked = [
        SlotDomain(0, slot, frozenset({3 * p})) for slot, p in enumerate([1, 0, *range(2, 8)])
    ] + [SlotDomain(1, slot, frozenset({2 * slot})) for slot in range(12)]
    assert answers(engine, asked) == []


def corner_search(symmetries):
    """Count placements of only the corners that a perfect scramble could have."""
    puzzle = cube_puzzle(2)  # it has the corners of the 3×3×3 and nothing else
    asked = []
    for face in range(6):
        facelets = frozenset(puzzle.face(face))
        asked.append(ColourCount(facelets, frozenset({face}), 0, 0))
        asked += [ColourCount(facelets, frozenset({c}), 0, 2) for c in range(6) if c != face]
    search = search_of(Problem(puzzle, tuple(asked), tuple(symmetries)))
    count = 0
    while not search.done:
        count += len(search.run(1 << 20, 1 << 16)) // 8
    return count


def test_candidate_corner_placements():
    assert corner_search(NO_SYMMETRY) == PERFECT["candidate-corner-placements"]


def test_canonical_corner_placements():
    assert corner_search(SYMMETRIES) == PERFECT["canonical-corner-placements"]


@pytest.mark.exhaustive
def test_all_corner_placements():
    search = search_of(Problem(cube_puzzle(2), (), NO_SYMMETRY))
    count = 0
    while not search.done:
        count += len(search.run(1 << 24, 1 << 22)) // 8
    assert count == PERFECT["corner-placements"]


def test_native_progress_grows_to_one():
    problem = Problem(CUBE, PERFECT_SCRAMBLE.primitives, NO_SYMMETRY)
    search = search_of(problem)
    shares = []
    while not search.done:
        search.run(20_000, 10)
        shares.append(search.progress)
    assert len(shares) > 3
    assert shares == sorted(shares)
    assert shares[-1] == 1


@pytest.mark.parametrize("engine", exhaustive_engines())
def test_an_engine_can_be_left_early(engine):
    problem = Problem(CUBE, (), NO_SYMMETRY)  # all 43 quintillion
    events = load_engine(engine).solutions(problem)
    cubes = [next(e for e in events if isinstance(e, Cube)) for _ in range(5)]
    events.close()
    assert len(set(cubes)) == 5


def test_grounding_ends_with_the_time(monkeypatch):
    """What an observer raises is raised anew by clingo: another exception of the same class."""

    class Over:
        is_over = True

    monkeypatch.setattr("cubecsp.models.engines.asp.current", Over)
    with pytest.raises(OutOfTimeError):
        next(load_engine("asp").solutions(Problem(CUBE, (), SYMMETRIES[:1])))


def test_unknown_engines_are_refused():
    with pytest.raises(InputError, match="expected "):
        load_engine("abacus")


@pytest.mark.slow
@pytest.mark.few(2)
@pytest.mark.parametrize("engine", exhaustive_engines())
def test_a_seed_gives_another_order_of_the_same_cubes(engine):
    asked = (
        *holding_constraints(POCKET),
        *(Differ(a, b) for a, b in (*POCKET.side_pairs, *POCKET.across_pairs)),
    )

    def ordered(seed):
        problem = Problem(POCKET, asked, NO_SYMMETRY, seed)
        return [e for e in load_engine(engine).solutions(problem) if isinstance(e, PocketCube)]

    plain, one, two = ordered(None), ordered(1), ordered(2)
    assert len(set(plain)) == len(plain) == 872
    assert set(one) == set(two) == set(plain)
    assert one == ordered(1) != two
    assert one != plain


@pytest.mark.parametrize("seed", [None, 5])
@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_nothing_but_the_time(threads, seed):
    question = PERFECT_SCRAMBLE.without(FacesDiffer())
    alone = Problem(CUBE, question.primitives, question.symmetries, seed)
    together = Problem(CUBE, question.primitives, question.symmetries, seed, threads)
    engine = load_engine("native")
    first = [e for e in engine.solutions(alone) if isinstance(e, Cube)]
    assert [e for e in engine.solutions(together) if isinstance(e, Cube)] == first


WIDE = "any(f in faces: all(c in colours: count({f},{c})>=1))"


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_native_is_not_stuck_in_the_corner_where_it_begins(threads):
    """In ascending order eight corners at home are followed by all ways to place the edges."""
    question = parse_pattern([WIDE])
    problem = Problem(CUBE, question.primitives, question.symmetries, threads=threads)
    search = search_of(problem)
    assert not search.run(1_000_000, 1)
    events = load_engine("native").solutions(problem)
    found = list(itertools.islice((e for e in events if isinstance(e, Cube)), 20))
    events.close()
    assert len(set(found)) == 20
    assert all(question.holds(cube) for cube in found)
    assert found[0] == next(
        e
        for e in load_engine("native").solutions(replace(problem, threads=3))
        if isinstance(e, Cube)
    )


@pytest.mark.slow
def test_native_that_finds_no_better_order_goes_on_where_it_was(monkeypatch):
    impatient = native.NativeEngine(patience=100)
    monkeypatch.setattr(native, "_FIRST_TRY", 101)
    monkeypatch.setattr(native, "NODES_PER_STEP", 50)
    for seed in (3, 4):
        given_ = "".join(c if i < 30 else "." for i, c in enumerate(Cube.random(seed).facelets))
        asked = Pattern((Stickers(given_),)).primitives
        assert sorted(answers(impatient, asked)) == sorted(answers("cnf", asked))


class TestAuto:
    """The engine that `auto` stands for."""

    @staticmethod
    def _found(asked, symmetries=NO_SYMMETRY, alone=0.5, **how):
        engine = auto.AutoEngine(alone=alone)
        problem = Problem(CUBE, tuple(asked), tuple(symmetries), **how)
        return engine, [e for e in engine.solutions(problem) if not isinstance(e, Progress)]

    def test_it_is_native_where_that_is_quick(self):
        engine, found = self._found(PERFECT_SCRAMBLE.primitives, PERFECT_SCRAMBLE.symmetries)
        assert found == answers("native", PERFECT_SCRAMBLE.primitives, PERFECT_SCRAMBLE.symmetries)
        assert engine.works == "native"
        assert "quickest" in engine.reason

    @pytest.mark.slow
    @pytest.mark.few(1)
    @pytest.mark.parametrize("known", [30, 33, 54])
    def test_in_turns_nothing_is_lost_or_doubled(self, known, monkeypatch):
        """Whichever of the two is first; a step of native is made so small that it may be either."""
        monkeypatch.setattr(native, "NODES_PER_STEP", 10)
        for seed in range(6):
            letters = Cube.random(seed).facelets
            given_ = Stickers("".join(c if i < known else "." for i, c in enumerate(letters)))
            asked = Pattern((given_, AtMost(4))).primitives
            engine, found = self._found(asked, alone=0.0)
            assert engine.works in ("native", "cnf")
            assert len(found) == len(set(found))
            assert sorted(found) == sorted(answers("cnf", asked))

    @pytest.mark.slow
    def test_clauses_answer_what_native_would_take_ages_for(self, monkeypatch):
        def endless(_self, _problem):
            while True:
                yield Progress(None, 0)

        monkeypatch.setattr(native.NativeEngine, "blocks", endless)
        question = parse_pattern([WIDE, "any(f in faces: count({f},{f})==9)"])
        engine, found = self._found(question.primitives, question.symmetries)
        assert (engine.works, found) == ("cnf", [])
        assert "cnf was first" in engine.reason

    @pytest.mark.parametrize("solver", ["native", "cnf"])
    def test_cubes_that_are_of_no_use_do_not_end_the_turns(self, solver, monkeypatch):
        """One of the two finds for ever what is rejected, the other one in the end what is not."""
        rejected, kept = Cube.random(1), Cube.random(2)
        given: list[Cube] = []

        def scripted(name):
            def solutions(_self, _problem):
                yield Progress(None, 0)
                for number in itertools.count():
                    assert number < 1000, f"{name} goes on alone"
                    yield kept if name == solver and number == 20 else rejected

            return type("Scripted", (Engine,), {"name": name, "solutions": solutions})

        pace = itertools.count()
        monkeypatch.setattr(auto.time, "perf_counter", lambda: float(next(pace)))
        monkeypatch.setattr(native, "ENGINE", scripted("native")())
        monkeypatch.setattr(cnf, "ENGINE", scripted("cnf")())
        engine = auto.AutoEngine(alone=5.0)
        problem = Problem(CUBE, (), NO_SYMMETRY, awaiting=lambda: kept not in given)
        for event in engine.solutions(problem):
            given += [event] if isinstance(event, Cube) else []
            if given.count(rejected) > 100:
                break
        assert given.count(kept) == 1
        assert engine.works == solver
        assert f"and {solver} was first" in engine.reason
        assert rejected in given[given.index(kept) :]  # it goes on, alone

    @pytest.mark.slow
    def test_the_one_that_ends_has_given_all_there_is(self, monkeypatch):
        rejected = find(["solved=F2L+edges", "order=3"], limit=1).cubes[0].cube
        with pytest.warns(FilterWarning):
            never = rule(on="cube", name="never")(lambda cube: cube is None)

        def endless(_self, _problem):
            for number in itertools.count():
                yield Progress(None, number)
                yield SolutionBlock(rejected.seen)

        monkeypatch.setattr(auto, "few_cubes", lambda _: None)
        monkeypatch.setattr(native.NativeEngine, "blocks", endless)
        answer = find(["solved=F2L+edges", never], engine=auto.AutoEngine(alone=0.0))
        assert (answer.query["engine"], answer.status) == ("cnf", Status.INFEASIBLE)

    def test_a_seed_stays_with_native(self):
        engine, found = self._found(PERFECT_SCRAMBLE.primitives, alone=0.0, seed=1)
        assert (engine.works, len(found)) == ("native", PERFECT["cubes"])

    @pytest.mark.parametrize(("rule", "engine"), [("connected=U", "cnf"), ("order=3", "native")])
    @pytest.mark.parametrize("seed", [None, 1])
    def test_clauses_take_what_leaves_many_choices(self, rule, engine, seed):
        chosen = auto.AutoEngine()
        asked = parse_pattern([rule]).primitives
        events = chosen.solutions(Problem(CUBE, asked, NO_SYMMETRY, seed=seed))
        next(e for e in events if isinstance(e, Cube))
        events.close()
        assert chosen.works == engine

    def test_it_can_be_left_while_both_search(self, monkeypatch):
        monkeypatch.setattr(native, "_SOON", 10**12)
        asked = parse_pattern([WIDE, "any(f in faces: count({f},{f})==9)"]).primitives
        before = threading.active_count()
        engine = auto.AutoEngine(alone=0.0)
        events = engine.solutions(Problem(CUBE, asked, NO_SYMMETRY, threads=2))
        assert all(isinstance(next(events), Progress) for _ in range(3))
        events.close()
        assert threading.active_count() == before


def test_a_seed_means_the_same_on_every_machine():
    """The first corners of a random order, written down: they may change only on purpose."""
    problem = Problem(CUBE, (), NO_SYMMETRY, seed=1)
    cubes = (e for e in load_engine("native").solutions(problem) if isinstance(e, Cube))
    assert next(cubes).facelets == "RRDDUFDDBULFURBRLRBFLUFRRLFUUDFDDULUBRLULFLRBLBDDBBFBF"


def test_no_is_not_found_twice():
    """The search ends at the random order that shows that there are no cubes."""
    primitives = PERFECT_SCRAMBLE.including(NoPieceHome()).primitives
    events = load_engine("native").solutions(Problem(CUBE, primitives, NO_SYMMETRY, seed=1))
    *others, last = events
    assert all(isinstance(event, Progress) for event in others)
    trial = search_of(Problem(CUBE, primitives, NO_SYMMETRY))
    trial.shuffle(1)
    trial.run(10**9, 1)
    assert trial.done
    assert last.nodes <= 2 * trial.nodes + 10_000


def test_threads_can_be_left_early():
    events = load_engine("native").solutions(Problem(CUBE, (), NO_SYMMETRY, threads=2))
    cubes = [next(e for e in events if isinstance(e, Cube)) for _ in range(500)]
    before = threading.active_count()
    events.close()
    assert len(set(cubes)) == 500
    assert threading.active_count() < before


def test_a_question_that_is_answered_before_it_is_cut_up():
    solved = [SlotDomain(0, slot, frozenset({3 * slot})) for slot in range(8)]
    solved += [SlotDomain(1, slot, frozenset({2 * slot})) for slot in range(12)]
    for asked in (solved, [*solved, Differ(0, 1)]):
        problem = Problem(CUBE, tuple(asked), NO_SYMMETRY, threads=2)
        found = [e for e in load_engine("native").solutions(problem) if isinstance(e, Cube)]
        assert found == ([Cube()] if asked is solved else [])


def test_random_numbers_are_those_of_the_paper():
    """The first outputs of SplitMix64 for seed 1234567, as published with its reference code."""
    random = SplitMix(1234567)
    assert [random.below(1 << 64) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_counters_count():
    """Counts that need many clauses become counters in CNF: all ways to choose 5 of 12, and no others."""
    for least in range(2, 13):
        sink = CnfSink()
        literals = [sink.variable() for _ in range(12)]
        escape = sink.variable()
        sink.count(literals, least, [escape])
        with Solver("cadical195", bootstrap_with=sink.clauses) as solver:
            for number in (least - 1, least):
                chosen = [v if i < number else -v for i, v in enumerate(literals)]
                assert solver.solve([*chosen, -escape]) == (number >= least)
                assert solver.solve([*chosen, escape])


def test_every_order_and_every_number_may_come():
    """No item has to move, and none may stay out."""
    for items in ("a", "ab", "abc"):
        orders = {"".join(SplitMix(seed).shuffled(items)) for seed in range(60)}
        assert orders == {"".join(order) for order in itertools.permutations(items)}
    random = SplitMix(7)
    assert {random.below(7) for _ in range(200)} == set(range(7))


@pytest.mark.parametrize(("cost", "other"), [(1, 3), (3, 1), (2, 2), (1, 20)])
def test_two_that_take_turns_get_the_same_time(cost, other, monkeypatch):
    """By a clock that shows what their steps cost; the one that is right in the end is heard."""
    clock = [0.0]
    spent = {"native": 0.0, "cnf": 0.0}
    last = Cube.random(1)

    def engine(name, step, end):
        def solutions(*_):
            for number in range(60):
                clock[0] += step
                if shared:
                    spent[name] += step
                    assert abs(spent["native"] - spent["cnf"]) <= max(cost, other)
                shared.append(number)
                yield Progress(None, number)
            yield end

        return type("Scripted", (Engine,), {"name": name, "solutions": solutions})

    shared: list[int] = []
    monkeypatch.setattr(auto.time, "perf_counter", lambda: clock[0])
    monkeypatch.setattr(native, "ENGINE", engine("native", cost, last)())
    monkeypatch.setattr(cnf, "ENGINE", engine("cnf", other, Cube.random(2))())
    chosen = auto.AutoEngine(alone=0.0)
    *signs, found = chosen.solutions(Problem(CUBE, (), NO_SYMMETRY))
    assert all(isinstance(sign, Progress) for sign in signs)
    assert (found == last) == (chosen.works == "native")
    if cost < other:
        assert chosen.works == "native"
    if other < cost:
        assert chosen.works == "cnf"
    assert f"and {chosen.works} was first" in chosen.reason


def test_annealing_gives_one_cube_of_each_orbit():
    """Also where another cube of an orbit is found that was given: it goes on until all have been, and for a while."""
    ways = ("side", "diagonal", "across")
    pattern = parse_pattern([f"no-touching={way}" for way in ways]).about(POCKET)
    group = preserving_hold(pattern.symmetries, POCKET)
    primitives = (*holding_constraints(POCKET), *pattern.primitives)
    cubes = [report.cube for report in find(pattern, limit=None)]
    orbits = len({frozenset(symmetry.of(cube) for symmetry in group) for cube in cubes})
    assert 6 * orbits > len(cubes) > 5 * orbits
    given, steps = [], 0
    events = load_engine("annealing").blocks(Problem(POCKET, primitives, group, seed=1))
    for event in itertools.islice(events, 20_000):
        if isinstance(event, SolutionBlock):
            given.append(event.rows)
        steps += len(set(given)) == orbits
        if steps > 60:
            break
    assert len(given) == len(set(given)) == orbits


def test_what_several_searches_cost_is_added_up():
    """A search that learns nothing has no conflicts to add."""
    cube = Cube()
    searches = [
        [Progress(None, 3, 2), cube, Progress(None, 9, 9)],
        [Progress(None, 1, 0), Progress(0.5, 4, 1), cube],
        [Progress(None, 2, 5)],
        [cube],
    ]
    events = list(first_ones((event for event in search) for search in searches))
    assert [e for e in events if e is not cube] == [
        Progress(None, 3, 2),
        Progress(None, 4, 2),
        Progress(0.5, 7, 3),
        Progress(None, 9, 8),
    ]
    assert events.count(cube) == 2  # the third has none, so there is no other


@pytest.mark.parametrize(
    ("size", "kinds"),
    [
        (3, ["corner", "edge"]),
        (4, ["corner", "wing", "centre"]),
        (6, ["corner", "wing", "wing2", "centre", "centre2", "centre3", "centre4"]),
    ],
)
def test_kinds_of_pieces_are_numbered_each_by_itself(size, kinds):
    assert Vocabulary(cube_puzzle(size)).kinds == kinds
