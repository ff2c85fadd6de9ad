"""Options of engines, custom engines, and hints to begin with."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

import pytest

from cubecsp import SYMMETRIES, Cube, InputError, PocketCube, cube_class, find
from cubecsp.models.engines import (
    ENGINES,
    AutoEngine,
    Engine,
    Problem,
    Progress,
    exhaustive_engines,
    load_engine,
)
from cubecsp.models.engines.cpsat import CpSatEngine
from cubecsp.models.engines.engine import SolutionBlock
from cubecsp.models.engines.native import NativeEngine
from cubecsp.models.engines.options import changed_options, configured, option, options_of
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.puzzle.cube.cube_puzzle import CUBE, cube_puzzle

pytestmark = pytest.mark.native

ALL = {name: load_engine(name) for name in ("auto", *ENGINES)}
HINTED = [name for name, engine in ALL.items() if engine.takes_hints]
FEW = "at-most=5", "symmetric=Oh"
SMALL = "no-touching=across", "at-most=1"


@cache
def everything_small() -> set[PocketCube]:
    return {report.cube for report in find(SMALL, size=2)}


def values_of(one) -> list[object]:
    """Return values that an option may have, the ends of its range among them."""
    if isinstance(one.default, bool):
        return [True, False]
    if one.choices:
        return list(one.choices)
    return [one.least, one.default, min(one.most, one.default + 2)]


EVERY = [
    (name, one.name, type(one.default)(value))
    for name, engine in ALL.items()
    for one in engine.options
    for value in values_of(one)
]


def test_every_engine_tells_its_options():
    assert EVERY
    for name in ENGINES:
        for one in ALL[name].options:
            assert str(one) in ENGINES.facts(name)["options"]
        assert changed_options(ALL[name]) == {}


@pytest.mark.ordinary(5)
@pytest.mark.few(10)
@pytest.mark.parametrize(("name", "setting", "value"), EVERY)
def test_options_change_no_answer(name, setting, value):
    engine = replace(ALL[name], **{setting: value})
    answer = find(SMALL, size=2, engine=engine, limit=None if engine.exhaustive else 3)
    found = {report.cube for report in answer}
    assert found == everything_small() if engine.exhaustive else found < everything_small()
    default = options_of(engine)[setting].default
    assert answer.query.get("engine_options", {}) == ({} if value == default else {setting: value})


@pytest.mark.parametrize(("name", "setting", "value"), EVERY)
def test_options_are_read_from_texts(name, setting, value):
    """Of two values the later one counts."""
    default = options_of(ALL[name])[setting].default
    words = [{"True": "on", "False": "off"}.get(str(one), str(one)) for one in (default, value)]
    engine = configured(ALL[name], [f"{setting.replace('_', '-')}={text}" for text in words])
    assert type(engine) is type(ALL[name])
    assert getattr(engine, setting) == value
    assert type(getattr(engine, setting)) is type(value)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"presolve": 3}, "option presolve='3': expected on or off"),
        ({"presolve": None}, "option presolve='None': expected on or off"),
        ({"speed": 9}, "the cpsat engine has no option 'speed': expected presolve, "),
        ([{"presolve": True}], "expected NAME=VALUE, or several, or values by name"),
    ],
)
def test_wrong_options_by_name_are_refused_for_what_is_wrong(given, why):
    with pytest.raises(InputError, match=re.escape(why)):
        find("at-most=5", engine="cpsat", engine_options=given)


def test_names_are_no_texts_where_nothing_is_chosen_by_name():
    with pytest.raises(InputError, match="ignore_orientation=.*expected a text, or several"):
        find("at-most=5", ignore_orientation={"CENTERS": True})


@pytest.mark.slow
def test_options_take_effect():
    """They reach the solver: its effort differs."""
    question = "face=*:ABA/BAB/ABA"
    usual, presolved = (
        find(question, engine=CpSatEngine(presolve=presolve)).statistics
        for presolve in (False, True)
    )
    assert (usual.nodes, usual.conflicts) != (presolved.nodes, presolved.conflicts)


@pytest.mark.ordinary(1)
@pytest.mark.foreign
@pytest.mark.parametrize(
    ("question", "more", "chosen"),
    [
        ("every-colour", {}, "slots"),
        ("any(every-colour, no-piece-home)", {}, "solver"),
        ("any(every-colour, no-piece-home)", {"seed": 1}, "slots"),
        ("any(every-colour, no-piece-home)", {"hint": "R U F"}, "slots"),
    ],
)
def test_cpsat_decides_by_the_question_what_is_tried_next(question, more, chosen):
    """The first cube obeys the option, and differs from the first cube under another option."""
    first = {
        branching: [
            report.cube
            for report in find(question, engine=CpSatEngine(branching=branching), limit=2, **more)
        ]
        for branching in ("question", "slots", "solver")
    }
    assert first["question"] == first[chosen]
    assert first["slots"] != first["solver"]


@dataclass(frozen=True)
class Unbounded(NativeEngine):
    """An engine whose options have few bounds, or none."""

    label: str = option("usual", "any text")
    depth: int = option(3, "any number", most=9)
    weight: float = option(1.0, "any number")


@pytest.mark.parametrize(
    ("name", "text", "value", "told"),
    [
        ("label", "another", "another", "a text"),
        ("depth", "-5", -5, "an integer of at most 9"),
        ("weight", "-0.5", -0.5, "a number"),
    ],
)
def test_an_option_without_a_bound_takes_what_its_type_allows(name, text, value, told):
    assert getattr(configured(Unbounded(), [f"{name}={text}"]), name) == value
    assert options_of(Unbounded)[name].expected == told
    with pytest.raises(InputError, match=f": expected {told}$"):
        Unbounded(**{name: None})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("presolve", "presolve needs a value: expected on or off"),
        ("speed=9", "has no option 'speed': expected presolve, inprocessing"),
        ("presolve=perhaps", "expected on or off"),
        ("linearization=3", "expected one of question, 0, 1, 2"),
        ("strategies=1", "expected an integer from 2 to 64"),
        ("strategies=2.5", "expected an integer from 2 to 64"),
        ("strategies=", "expected an integer from 2 to 64"),
        ("branching=random", "expected one of question, slots, solver"),
    ],
)
def test_what_is_no_option_is_refused(text, told):
    with pytest.raises(InputError, match="engine") as caught:
        load_engine("cpsat", [text])
    assert told in str(caught.value)


@pytest.mark.parametrize(
    "make",
    [
        lambda: CpSatEngine(presolve=1),
        lambda: CpSatEngine(strategies=True),
        lambda: CpSatEngine(branching="random"),
        lambda: NativeEngine(patience=-1),
        lambda: NativeEngine(patience=1.5),
        lambda: AutoEngine(alone=-0.5),
        lambda: AutoEngine(alone=float("nan")),
        lambda: replace(CpSatEngine(), linearization="3"),
    ],
)
def test_a_wrong_value_is_refused_in_python_too(make):
    with pytest.raises(InputError, match="engine option"):
        make()


def test_whole_numbers_are_numbers():
    assert AutoEngine(alone=2).alone == 2.0


@dataclass(frozen=True)
class Listed(Engine):
    """A custom engine that finds the cubes given to it."""

    cubes: tuple[Cube, ...] = ()
    backwards: bool = option(False, "begin at the end")
    name = "listed"

    def solutions(self, problem):
        yield Progress(None, 0)
        for number, cube in enumerate(self.cubes[:: -1 if self.backwards else 1]):
            if all(p.holds(cube.colours, problem.puzzle) for p in problem.primitives):
                yield Progress(None, number + 1)
                yield cube


def test_an_engine_of_ones_own_is_an_object():
    cubes = tuple(Cube.from_moves(moves) for moves in ("", "M2 E2 S2", "R", "U2 D2"))
    engine = Listed(cubes)
    answer = find("at-most=5", engine=engine, use_symmetry=False)
    assert [report.cube for report in answer] == [cubes[1]]
    assert (answer.query["engine"], answer.statistics.nodes) == ("listed", 2)
    both = find("at-most=9", engine=replace(engine, backwards=True), use_symmetry=False)
    assert [report.cube for report in both] == [*reversed(cubes)]
    assert both.query["engine_options"] == {"backwards": True}


@pytest.mark.parametrize("use_symmetry", [False, True])
@pytest.mark.parametrize("moves", ["R", "R'"])  # the less and the greater of two conjugates
def test_an_engine_that_finds_what_breaks_a_rule_is_found_out(moves, use_symmetry):
    class Wrong(Engine):
        name = "wrong"

        def solutions(self, problem):  # noqa: ARG002
            yield Progress(None, 0)
            yield Cube.from_moves(moves)

    with pytest.raises(AssertionError, match="was found, which breaks at-most=2"):
        find("at-most=2", engine=Wrong(), use_symmetry=use_symmetry)


@pytest.mark.parametrize("engine", [5, None, "nativ", CpSatEngine])
def test_what_is_no_engine_is_refused(engine):
    with pytest.raises(InputError, match="unknown engine"):
        find("at-most=2", engine=engine)


def test_auto_of_ones_own_is_asked_anew_each_time():
    engine = AutoEngine(alone=0.0)
    for _ in range(2):
        assert find("perfect-scramble", engine=engine).query["engine_reason"]
    assert engine.works == "native"  # as it was


# Where an engine begins


@pytest.mark.ordinary(3)
@pytest.mark.parametrize("name", HINTED)
@pytest.mark.parametrize(("moves", "use_symmetry"), [("R U F' L2 D", True)])
def test_a_hint_that_satisfies_the_rules_comes_first(name, use_symmetry, moves):
    cube = Cube.from_moves(moves)
    answer = find("at-most=9", engine=name, hint=cube, use_symmetry=use_symmetry, limit=3)
    assert answer.cubes[0].cube == cube
    assert answer.query["hint"] == cube.facelets
    assert len({report.cube for report in answer}) == 3


@pytest.mark.slow
@pytest.mark.few(4)
@pytest.mark.parametrize("name", HINTED)
@pytest.mark.parametrize("more", [{}, {"classes": True}])
def test_a_hint_changes_the_order_alone(name, more):
    whole = find(FEW, **more)
    hinted = find(FEW, engine=name, hint="R U F' L2 D", **more)
    assert {report.cube for report in hinted} == {report.cube for report in whole}
    assert hinted.status is whole.status


@pytest.mark.parametrize("name", HINTED)
def test_what_is_found_is_near_a_hint_that_breaks_a_rule(name):
    """The first cube has more of its slots as the hint has them than chance brings about: 20 in 24.

    With symmetries an equivalent cube is near, and the least image of it is given.
    """
    hint = Cube.random(5)
    (report,) = find("solved=UR", engine=name, hint=hint, limit=1, use_symmetry=False)
    alike = sum(a == b for a, b in zip(report.cube.placements, hint.placements, strict=True))
    assert alike >= 5


@pytest.mark.ordinary(6)
@pytest.mark.parametrize("name", HINTED)
@pytest.mark.parametrize("size", [2, 4])
def test_hints_of_other_sizes(name, size):
    engine = ALL[name]
    if size not in engine.sizes:
        return
    hint = cube_class(size).from_moves("R U2 F")
    answer = find("at-most=99", size=size, engine=name, hint=hint.facelets, limit=1)
    assert answer.cubes[0].cube == hint


def test_hints_that_make_no_sense_are_refused():
    with pytest.raises(InputError, match="the hint is a 2×2×2"):
        find("at-most=2", hint=PocketCube())
    with pytest.raises(InputError, match="give one of the two"):
        find("at-most=2", hint=Cube(), seed=1)
    with pytest.raises(InputError, match="the listed engine does not support hints"):
        find("at-most=2", hint=Cube(), engine=Listed())
    with pytest.raises(InputError):
        find("at-most=2", hint="no cube")


@pytest.mark.ordinary(3)
@pytest.mark.parametrize("name", exhaustive_engines())
def test_progress_comes_first_and_before_every_cube(name):
    """So that statistics know when the problem was stated, and what was done when a limit came."""
    pattern = parse_pattern(FEW)
    problem = Problem(CUBE, pattern.primitives, SYMMETRIES[:1])
    before: object = None
    found = nodes = 0
    for event in ENGINES[name].solutions(problem):
        if isinstance(event, Progress):
            assert event.nodes >= nodes
            nodes = event.nodes
        elif not found:
            assert isinstance(before, Progress)
        found += isinstance(event, Cube)
        before = event
    assert found
    assert nodes > 0


class _Listing:
    """An engine that finds these cubes, and then, if it is annealing, goes on for ever."""

    def __init__(self, name, rows):
        self.name, self._rows = name, rows

    def blocks(self, _problem):
        for row in self._rows:
            yield SolutionBlock(row)
        while self.name == "annealing":
            yield Progress(None, 0)


@pytest.mark.parametrize("useful", [True, False])
def test_what_annealing_has_found_does_not_come_again(monkeypatch, useful):
    """Neither among the first cubes of an engine that takes turns with it nor once that one goes on alone."""
    cubes = [cube_class(4).from_moves(text).seen for text in ("R", "U", "F", "R U")]
    entrants = [(0.0, _Listing("annealing", cubes[:2])), (0.0, _Listing("native", cubes[::-1]))]
    monkeypatch.setattr(AutoEngine, "_entrants", lambda *_: entrants)
    problem = Problem(cube_puzzle(4), (), SYMMETRIES[:1], awaiting=lambda: not useful)
    blocks = AutoEngine(alone=0.0, ahead=0.0).blocks(problem)
    assert sorted(block.rows for block in blocks if isinstance(block, SolutionBlock)) == sorted(
        cubes
    )
