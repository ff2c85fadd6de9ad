"""`explain`: conflicts, corrections and relations in sentences, and the explanation that `find` gives at once."""

from __future__ import annotations

from itertools import islice
from types import SimpleNamespace

import numpy as np
import pytest
from counting_questions import Stated
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import kept, pocket_states
from strategies import primitives_on

import cubecsp
from cubecsp import EngineError, Facelets, InputError, Status, Stop, explain, find
from cubecsp.models import Pattern
from cubecsp.models.conflicts.relations import Relation, candidates
from cubecsp.models.core.primitives import SlotDomain
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.models.rules import RULES
from cubecsp.puzzle.cube.cube_puzzle import CUBE, FREE_SLOTS, POCKET
from cubecsp.puzzle.definitions.load import load_puzzle
from cubecsp.questions import explain as explaining
from cubecsp.questions.answers.reasons import Conflict

SIX = ["perfect-scramble", "no-piece-home"]


@pytest.fixture(scope="module")
def six():
    return explain(SIX)


def names(demanded):
    from cubecsp.models.conflicts.demands import invariant_name

    return {*map(str, demanded.rules), *map(invariant_name, demanded.invariants)}


@pytest.mark.slow
def test_every_claim_of_the_answer(six):
    """Two engines find nothing in a conflict; an example satisfies all that its correction leaves."""
    rules = parse_pattern(SIX).rules
    for conflict in six.conflicts:
        assert {conflict.proven_by, conflict.checked_by} == {"native", "cnf"}
    for each in six.corrections:
        left = [rule for rule in rules if rule not in each.rules]
        if each.invariants:
            assert each.example.cube is None
            shown = Facelets(each.example.facelets)
            assert [d.kind.value for d in cubecsp.check(shown).cubes[0].defects] == [
                "permutation-parity"
            ]
            continue
        cube = each.example.cube
        assert cube.is_reachable
        assert all(rule.holds(cube) for rule in left)
        assert not any(rule.holds(cube) for rule in each.rules)
    assert [report.facelets for report in six] == [e.example.facelets for e in six.corrections]


def test_an_invariant_alone():
    """One corner is twisted, and all else is solved."""
    twisted = "solved=edges permuted=corners oriented=UFL+ULB+UBR+DFR+DLF+DBL+DRB not oriented=URF"
    (conflict,) = explain(twisted).conflicts
    assert [invariant.modulus for invariant in conflict.invariants] == [3]
    assert "by the twist invariant" in conflict.sentence()


# Further facts about the cubes that satisfy some rules


@pytest.mark.parametrize("puzzle", [CUBE, *map(load_puzzle, ("pyraminx", "skewb"))], ids=str)
def test_rules_about_pieces_are_related_with_all_of_them_and_with_each_kind(puzzle):
    related = {*map(str, candidates(Pattern((), puzzle=puzzle)))}
    kinds = ["corners", "edges"] if puzzle is CUBE else [orbit.name for orbit in puzzle.orbits]
    for name in ("solved", "permuted", "oriented"):
        for words in ("all", *kinds):
            try:
                rule = RULES[name].from_text(words, puzzle)
                rule.require(puzzle)
            except InputError:  # pieces that cannot be turned, or are the only one
                continue
            assert rule.impossible(puzzle) or str(rule) in related


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("few", [5, 1_000])
def test_relations_are_those_of_all_cubes(few, monkeypatch):
    """Whether all cubes are looked at, or only the first of them: these are alike, and prove nothing."""
    monkeypatch.setattr(explaining, "_FEW", few)
    monkeypatch.setattr(
        explaining, "candidates", lambda pattern: islice(candidates(pattern), 0, None, 6)
    )
    asked = {"rules": "solved=UFL+ULB+UBR", "size": 2}
    cubes = [report.cube for report in find(**asked, limit=None)]
    assert 5 < len(cubes) < 1_000
    for rule, relation in explain(**asked).relations.items():
        holds = {rule.holds(cube) for cube in cubes}
        assert relation is {
            frozenset({True}): Relation.IMPLIED,
            frozenset({False}): Relation.IMPOSSIBLE,
        }.get(frozenset(holds), Relation.POSSIBLE), rule


@pytest.mark.exhaustive
@settings(max_examples=6)
@given(
    st.lists(primitives_on(POCKET), min_size=1, max_size=2),
    st.integers(0, 3_674_159),
    st.sets(st.sampled_from(FREE_SLOTS), min_size=3, max_size=3),
)
def test_relations_on_the_pocket_cube(asked, number, slots):
    states = pocket_states()
    given_ones = [
        SlotDomain(0, slot, frozenset({int(states[number, slot])})) for slot in sorted(slots)
    ]
    pattern = Pattern((Stated([*given_ones, *asked]),), puzzle=POCKET)
    for one in given_ones:
        states = states[states[:, one.slot] == min(one.placements)]
    states = kept(asked, states, POCKET)
    answer = explain(pattern)
    assert answer.satisfiable is bool(len(states))
    if not len(states):
        return
    assert [*answer.relations] == [*candidates(pattern)]
    for rule, found in answer.relations.items():
        flags = np.array([rule.holds(cubecsp.PocketCube.from_row(bytes(row))) for row in states])
        expected = (
            Relation.IMPLIED
            if flags.all()
            else Relation.POSSIBLE
            if flags.any()
            else Relation.IMPOSSIBLE
        )
        assert found is expected, rule


# Limits and bad input


def test_a_limit_is_no_answer():
    answer = explain(SIX, time_limit=1e-6)
    assert answer.status in (Status.UNKNOWN, Status.PARTIAL)
    assert answer.stopped is Stop.TIME
    assert "time limit" in answer.sentence()
    assert answer.satisfiable is None


@pytest.mark.parametrize(
    ("name", "rules"), [("Find", ["solved=cross"]), ("Count", ["solved=all", "not-home=UF"])]
)
def test_an_interrupt_of_a_part_ends_it(name, rules, monkeypatch):
    """`find` and `count`, which it asks in turn, keep what they know when Ctrl-C comes."""

    def interrupted(*_rules, **_how):
        answer = SimpleNamespace(stopped=Stop.INTERRUPT, count=None, cubes=[])
        return SimpleNamespace(answer=lambda: answer)

    monkeypatch.setattr(f"cubecsp.questions.explain.{name}", interrupted)
    answer = explain(rules)
    assert answer.stopped is Stop.INTERRUPT
    assert answer.status is Status.PARTIAL
    assert not answer.relations


def test_engines_that_contradict_each_other(monkeypatch):
    """An engine that overlooks all cubes is found out by the second one."""
    from cubecsp.models.engines import ENGINES, Engine, Progress

    class Blind(Engine):
        name, summary = "blind", "finds nothing"

        def solutions(self, problem):  # noqa: ARG002
            yield Progress(None, 0)

    monkeypatch.setattr(ENGINES, "_objects", {**ENGINES._objects})
    ENGINES.register(Blind())
    with pytest.raises(EngineError, match="cnf finds .* which another engine refutes"):
        explain(["solved=F2L"], engine="blind")


@pytest.mark.parametrize("beyond", [-1, 1.5, "x", 1_001, True])
def test_no_such_number(beyond):
    with pytest.raises(InputError, match="0 to 1,000"):
        explain("perfect-scramble", beyond=beyond)


# `find` names the conflict at once


def test_find_names_the_conflict():
    answer = find(["faces-differ", "solved=cross", "not-home=D-layer"])
    assert answer.status is Status.INFEASIBLE
    assert answer.reason == "solved=cross and not-home=D-layer conflict"
    assert "conflict; `explain` says which to drop" in answer.sentence()
    assert find("order=13").reason is None
    assert find(["solved=cross", "order=13"]).reason == "order=13 cannot hold"


def test_a_conflict_by_an_invariant_in_words():
    parity = next(invariant for invariant in CUBE.invariants if invariant.permuted)
    conflict = Conflict(
        (*parse_pattern(["solved=corners", "not solved=all"]).rules, parity), "native"
    )
    assert conflict.sentence() == (
        "solved=corners and not solved=all conflict on a solvable cube, by the parity invariant"
    )
    assert conflict.proof() == "proven by native"


def test_what_keeps_all_invariants_comes_first():
    six = "solved=ULB+UBR+DFR+DLF+DBL+DRB"  # with two corners exchanged and all edges solved, parity is broken
    answer = explain(["holds=UF:UB", "holds=UF:UF", "solved=edges", six, "holds=URF:UFL"])
    keep_all = [not each.invariants for each in answer.corrections]
    assert [bool(each.rules) for each in answer.corrections if each.invariants] == [True]
    assert keep_all == sorted(keep_all, reverse=True)
