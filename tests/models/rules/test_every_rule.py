"""Every rule that is registered: its check against its primitives, and every question about it.

Nothing here names a rule. Registered rules are drawn with the values that they declare, so that a new
rule is tested as soon as it is there; other tests check that these tests notice a wrong one.
"""

from __future__ import annotations

import inspect
import itertools
import random
from typing import Any

import pytest
from hypothesis import Phase, find, settings
from hypothesis.errors import NoSuchExample
from oracle import as_rows, put_back, satisfies
from strategies import TAME, every_rule, makes_sense, primitives, registered_rules, rules

from cubecsp import SYMMETRIES, Cube, InputError, Status, check, export, import_solution, reach
from cubecsp import find as find_cubes
from cubecsp.models import Order, Stickers
from cubecsp.models.core.compose import AllOf, AnyOf, Not
from cubecsp.models.core.membership import Reachable, VisitedMembership
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.primitives import Primitive, all_of
from cubecsp.models.core.renamed import RenamedRule
from cubecsp.models.core.rule import Rule
from cubecsp.models.custom.function_rules import CustomRule
from cubecsp.models.engines import exhaustive_engines
from cubecsp.models.engines.exports import EXPORTS
from cubecsp.models.patterns import PERFECT_SCRAMBLE
from cubecsp.models.programs.program import Program
from cubecsp.models.rules import RULES
from cubecsp.models.rules.faces_differ import ComparedFaces
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET, cube_puzzle
from cubecsp.questions.moving.target import targets
from cubecsp.questions.perfect import perfect_rules


def neighbours(cube: Cube, rng: random.Random) -> list[Cube]:
    """Return cubes that differ little from one: turned, exchanged, twisted, mirrored, undone."""
    near = [cube.apply(turn) for turn in ("U", "R2", "F'", "D", "L2", "B", "M2", "E", "S'")]
    near += [rng.choice(SYMMETRIES).of(cube) for _ in range(6)] + [~cube]
    for _ in range(8):
        corners, edges = list(cube.corners), list(cube.edges)
        a, b = rng.sample(range(8), 2)
        c, d = rng.sample(range(12), 2)
        kind = rng.randrange(3)
        if kind != 1:
            corners[a], corners[b] = corners[b], corners[a]
            edges[c], edges[d] = edges[d], edges[c]
        if kind != 0:
            corners[a] = corners[a] // 3 * 3 + (corners[a] + 1) % 3
            corners[b] = corners[b] // 3 * 3 + (corners[b] + 2) % 3
            edges[c], edges[d] = edges[c] ^ 1, edges[d] ^ 1
        near.append(Cube.from_placements(corners, edges))
    return near


ENGINES: dict[Rule, str] = {}
"""The engine that finds cubes for a rule, if native did not."""


def found(rule: Rule, number: int, seed: int | None) -> list[Cube]:
    """Return cubes for which the primitives of a rule hold, regardless of its check.

    Where native soon gets nowhere, which is known for connected regions, CaDiCaL finds them.
    """
    from cubecsp.models.engines import Problem, load_engine

    problem = Problem(CUBE, Pattern((rule,)).primitives, SYMMETRIES[:1], seed)
    while True:
        events = load_engine(ENGINES.get(rule, "native")).solutions(problem)
        if rule not in ENGINES:
            events = itertools.islice(events, number + 4)
        some = list(itertools.islice((e for e in events if isinstance(e, Cube)), number))
        if some or rule in ENGINES:
            return some
        ENGINES[rule] = "cnf"


def check_rule(rule: Rule, number: int = 2) -> None:
    """What a rule's check says of cubes is what its primitives say, or follows from that.

    Cubes are tame, random, found by the primitives or by their negation, and near to all of these.
    """
    rng = random.Random(str(rule))
    some = [*rng.sample(TAME[1:], 2), Cube()]
    if rule.impossible() is None:
        some += found(rule, number, 7)
    if not rule.is_filter:
        some += found(~rule, number, 8)
    some += [near for cube in some for near in neighbours(cube, rng)]
    some += [*TAME, Cube.random(rng.randrange(2**32))]
    if not rule.is_filter and rule.impossible() is None:
        # One search gives cubes that are alike.
        some += [cube for seed in range(6) for cube in found(rule, 3, seed)]
    both = [(asked, all_of(asked.primitives())) for asked in (rule, ~rule)]
    for cube in dict.fromkeys(some):
        for asked, everything in both:
            holds, seen = satisfies(asked, cube), everything.holds(cube.colours, CUBE)
            assert holds == seen or (asked.is_filter and seen), (str(asked), cube)


def some_of_every_rule(most: int) -> list[Any]:
    """Return each rule that is registered with a few of its values, all of them exhaustive but the last."""
    by_name: dict[str, list[Rule]] = {}
    for rule in every_rule():
        by_name.setdefault(rule.name, []).append(rule)
    chosen = [some[:: -(-len(some) // most)] for some in by_name.values()]
    return [
        pytest.param(rule, marks=() if rule is some[-1] else pytest.mark.exhaustive, id=str(rule))
        for some in chosen
        for rule in some
    ]


@pytest.mark.exhaustive
@pytest.mark.parametrize("rule", every_rule(), ids=str)
def test_the_check_of_every_rule_and_value_says_what_its_primitives_say(rule):
    check_rule(rule, 20)


@pytest.mark.ordinary(6)
@pytest.mark.parametrize("rule", some_of_every_rule(3))
def test_the_check_of_every_rule_says_what_its_primitives_say(rule):
    check_rule(rule)


# ---------------------------------------------------------------- wrong rules are noticed


# ---------------------------------------------------------------- nothing is left out


def concrete(base: type) -> set[type]:
    """Return all classes of the package below `base` that can be made."""
    below = {c for kind in base.__subclasses__() for c in concrete(kind)}
    known = base.__module__.startswith("cubecsp.") and not inspect.isabstract(base)
    return below | ({base} if known else set())


def drawn(strategy, kind, within) -> bool:
    try:
        find(
            strategy,
            lambda made: any(type(part) is kind for part in within(made)),
            settings=settings(max_examples=3000, database=None, phases=[Phase.generate]),
        )
    except NoSuchExample:
        return False
    return True


def of_rule(rule):
    waiting = [rule]
    for part in waiting:
        waiting += getattr(part, "rules", ())
    return waiting


def of_primitive(primitive):
    waiting = [primitive]
    for part in waiting:
        waiting += getattr(part, "parts", ())
    return waiting


def kinds_of_rules():
    own = {kind for kind in concrete(Rule) if issubclass(kind, CustomRule)}
    own |= {Reachable, VisitedMembership}  # which nobody asks for: cubes have none
    own |= {ComparedFaces}  # what faces-same and faces-differ share
    own |= {RenamedRule}  # which tests/questions/test_letters.py is about
    return sorted(concrete(Rule) - own, key=lambda kind: kind.__name__)


@pytest.mark.ordinary(1)
@pytest.mark.few(3)
@pytest.mark.parametrize("kind", kinds_of_rules(), ids=lambda kind: kind.__name__)
def test_the_strategies_draw_every_kind_of_rule(kind):
    larger = not CUBE.is_cube_of(kind.sizes)
    questions = registered_rules(cube_puzzle(kind.sizes[0])) if larger else rules
    assert drawn(questions, kind, of_rule), f"{kind} is in no random question"


def kinds_of_primitives():
    # Programs are known to one engine alone; tests/models/programs/test_programs_of_ones_own.py is about them.
    return sorted(concrete(Primitive) - {Program}, key=lambda kind: kind.__name__)


@pytest.mark.ordinary(1)
@pytest.mark.few(3)
@pytest.mark.parametrize("kind", kinds_of_primitives(), ids=lambda kind: kind.__name__)
def test_the_strategies_draw_every_kind_of_primitive(kind):
    assert drawn(primitives, kind, of_primitive), f"{kind} is in no random question"


def test_every_rule_declares_values_to_be_tested_with():
    for name, kind in RULES.items():
        assert kind.name == name
        puzzle = CUBE if CUBE.is_cube_of(kind.sizes) else cube_puzzle(kind.sizes[0])
        some = [rule for rule in every_rule(puzzle) if type(rule) is kind]
        if kind.parameter is None:
            assert len(some) == 1, name
        else:
            assert len(some) >= 2 or kind.parameter.choices, f"{name} declares too few values"
            assert len(set(some)) == len(some), name
        assert all(makes_sense(rule, puzzle) or makes_sense(rule, POCKET) for rule in some)


# ---------------------------------------------------------------- every question


def asked_of_all():
    """One rule of each name, singly, negated and, if it is a filter, within others."""
    chosen: dict[str, Rule] = {}
    for rule in every_rule():
        if rule.is_filter:
            chosen.setdefault(f"filtering {rule.name}", rule)
        elif rule.impossible() is None and not rule.holds(Cube()):
            chosen.setdefault(rule.name, rule)
    for rule in every_rule():
        chosen.setdefault(rule.name, rule)
    filtering = Order(6)
    yield from chosen.values()
    yield from map(Not, chosen.values())
    yield from (
        AnyOf([filtering, Order(2)]),
        AllOf([filtering]),
        Not(AnyOf([filtering])),
        AnyOf([Not(filtering)]),
    )


QUESTIONS = list(asked_of_all())


def neighbourhood(rule: Rule):
    """Return what is known of some cubes near one that satisfies the rule, and all these cubes."""
    rng = random.Random(str(rule))
    near = [cube for tame in TAME for cube in neighbours(tame, rng) if cube.is_reachable]
    satisfying = [cube for cube in (*TAME, *near) if satisfies(rule, cube)]
    base = rng.choice(satisfying) if satisfying else found(rule, 1, 5)[0]
    free = [sorted(rng.sample(range(8), 3)), sorted(rng.sample(range(12), 2))]
    hidden = {
        f
        for slots, orbit in zip(free, CUBE.orbits, strict=True)
        for s in slots
        for f in orbit.frames[s]
    }
    shown = "".join("." if f in hidden else c for f, c in enumerate(base.facelets))
    cubes = [Cube.from_placements(row[:8], row[8:]) for row in put_back(base, free).tolist()]
    return base, Stickers(shown), cubes


@pytest.mark.ordinary(1)
@pytest.mark.few(2)
@pytest.mark.parametrize("rule", QUESTIONS, ids=str)
def test_find_and_check_with_every_engine(rule):
    base, known, cubes = neighbourhood(rule)
    expected = {cube for cube in cubes if satisfies(rule, cube) and satisfies(known, cube)}
    assert base in expected
    question = Pattern((rule, known))
    for engine in exhaustive_engines():
        answer = find_cubes(question, engine=engine, limit=None)
        assert answer.status is Status.COMPLETE
        assert {report.cube for report in answer} == expected, engine
        assert answer.count == len(expected)
    for report in check([cube.facelets for cube in cubes[:20]], rule):
        assert bool(report.violations) == (report.cube not in expected)


@pytest.mark.slow
@pytest.mark.few(4)
@pytest.mark.parametrize("rule", QUESTIONS, ids=str)
def test_export_to_every_format(rule):
    from test_export import solved_by_pysat

    _, known, cubes = neighbourhood(rule)
    question = Pattern((rule, known))
    for to in EXPORTS:
        text = export(question, to)
        assert f'"left_out": [{f"{chr(34)}{rule}{chr(34)}" if rule.is_filter else ""}]' in text or (
            rule.is_filter and '"left_out": []' not in text
        )
        if to == "cnf":
            answer = import_solution(text, solved_by_pysat(text))
            assert answer.status is Status.COMPLETE
            assert {report.cube for report in answer} == {
                cube for cube in cubes if satisfies(rule, cube)
            }


@pytest.mark.ordinary(2)
@pytest.mark.few(5)
@pytest.mark.parametrize("rule", QUESTIONS, ids=str)
def test_reach_by_the_fewest_turns(rule):
    base, _, _ = neighbourhood(rule)
    start = base.apply("U F'")
    answer = reach(start, rule, limit=1)
    (report,) = answer
    assert report.cube == start.apply(report.moves)
    assert satisfies(rule, report.cube)
    turned = [start.apply(face + times) for face in "URFDLB" for times in ("", "2", "'")]
    near = any(satisfies(rule, cube) for cube in turned)
    least = 0 if satisfies(rule, start) else 1 if near else 2
    assert len(report.moves) == least


@pytest.mark.ordinary(16)
@pytest.mark.parametrize("rule", [each.values[0] for each in some_of_every_rule(3)], ids=str)
def test_targets_are_what_the_rule_allows(rule):
    rng = random.Random(str(rule))
    for asked in (rule, ~rule):
        goals = targets(Pattern((asked,)))
        for cube in [*TAME, *neighbours(rng.choice(TAME), rng), Cube.random(rng.randrange(2**32))]:
            met = any(goal(cube) if callable(goal) else meets(goal, cube) for goal in goals)
            assert met == satisfies(asked, cube)


def meets(goal, cube):
    placed = zip((*goal.corners, *goal.edges), (*cube.corners, *cube.edges), strict=True)
    return all(value in allowed for allowed, value in placed)


@pytest.mark.exhaustive
def test_perfect_scrambles_with_every_rule():
    """The requirement added, against the 48 filtered by its check."""
    perfect = [report.cube for report in find_cubes(PERFECT_SCRAMBLE, limit=None)]
    for rule in QUESTIONS:
        question = perfect_rules([str(rule)], [])
        answer = find_cubes(question, limit=None)
        expected = {cube for cube in perfect if satisfies(rule, cube)}
        assert {report.cube for report in answer} == expected, rule
        if rule not in PERFECT_SCRAMBLE.rules:
            with pytest.raises(InputError, match="cannot be dropped"):
                perfect_rules([], [str(rule)])
    assert as_rows(perfect)
