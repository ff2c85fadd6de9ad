"""`explain`: conflicts, corrections and relations as people are told of them, and what `find` says at once."""

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
from cubecsp.models.core.primitives import Placed
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.models.reasons.relations import Relation, candidates
from cubecsp.puzzle.cube.cube_puzzle import CUBE, FREE_SLOTS, POCKET
from cubecsp.questions import explain as explaining
from cubecsp.questions.answers.reasons import Clash

SIX = ["perfect-scramble", "no-piece-home"]


@pytest.fixture(scope="module")
def six():
    return explain(SIX)


def names(demanded):
    from cubecsp.models.reasons.demands import law_name

    return {*map(str, demanded.rules), *map(law_name, demanded.laws)}


@pytest.mark.slow
def test_the_perfect_scramble_with_no_piece_home(six):
    """Document 001 asks what would have to give."""
    touching = {"no-touching=side", "no-touching=diagonal", "no-touching=across"}
    assert [names(clash) for clash in six.clashes] == [
        {"every-colour", "faces-differ", "no-piece-home", *touching},
        {"at-most=2", "faces-differ", "no-piece-home", *touching},
        {"every-colour", "at-most=2", "no-piece-home", "parity", *touching},
    ]
    assert [names(each) for each in six.relaxations] == [
        *({one} for one in sorted(touching, key=_order)),
        {"no-piece-home"},
        {"every-colour", "at-most=2"},
        {"every-colour", "faces-differ"},
        {"at-most=2", "faces-differ"},
        {"faces-differ", "parity"},
    ]
    counts = {frozenset(names(each)): each.count for each in six.relaxations}
    assert counts[frozenset({"no-piece-home"})] == 48
    assert counts[frozenset({"faces-differ", "parity"})] is None
    assert six.status is Status.COMPLETE
    assert six.satisfiable is False


def _order(rule: str) -> int:
    return ["no-touching=side", "no-touching=diagonal", "no-touching=across"].index(rule)


@pytest.mark.slow
def test_every_claim_of_the_answer(six):
    """Two engines find nothing in a conflict; an example satisfies all that its correction leaves."""
    rules = parse_pattern(SIX).rules
    for clash in six.clashes:
        assert {clash.proven_by, clash.checked_by} == {"native", "cnf"}
    for each in six.relaxations:
        left = [rule for rule in rules if rule not in each.rules]
        if each.laws:
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
    assert [report.facelets for report in six] == [e.example.facelets for e in six.relaxations]


@pytest.mark.slow
def test_the_words(six):
    told = str(six)
    assert told.startswith(
        "No cube satisfies these rules: 3 minimal conflicts, 8 minimal corrections"
    )
    assert "faces-differ and no-piece-home clash (proven by native, checked by cnf)" in told
    assert "by the law of parity" in told
    assert "  without no-piece-home: 48 cubes\n" in told
    assert "taken apart" in told
    assert "without faces-differ and the law of parity\n" in told


@pytest.mark.slow
def test_the_json(six):
    shown = six.as_dict()
    assert shown["satisfiable"] is False
    assert shown["conflicts"][2]["laws"] == ["parity"]
    assert shown["corrections"][3] == {
        "rules": ["no-piece-home"],
        "count": 48,
        "example": six.relaxations[3].example.facelets,
    }
    assert len(shown["cubes"]) == 8


@pytest.mark.slow
def test_beyond_the_cubes_that_there_are():
    answer = explain("perfect-scramble", beyond=48)
    assert len(answer.known) == 48
    (clash,) = answer.clashes
    assert len(clash.rules) == 6
    assert {law.modulus for law in clash.laws} == {2, 3}
    assert len(clash.laws) == 3
    counts = {str(*each.rules): each.count for each in answer.relaxations if not each.laws}
    assert counts["every-colour"] == cubecsp.count("perfect-scramble").count * 6 == 288
    known = {report.facelets for report in answer.known}
    assert not known & {report.facelets for report in answer}
    assert "No cube satisfies these rules besides 48 cubes" in answer.sentence()
    assert "faces-differ allow for no other cube" in str(answer)


@pytest.mark.slow
def test_more_cubes_than_that():
    answer = explain("perfect-scramble", beyond=47)
    assert answer.satisfiable is True
    assert answer.sentence().startswith("More than 47 cubes satisfy these rules")
    assert not answer.clashes


def test_a_law_alone():
    """One corner is twisted, and all else is solved."""
    twisted = "solved=edges permuted=corners oriented=UFL+ULB+UBR+DFR+DLF+DBL+DRB not oriented=URF"
    (clash,) = explain(twisted).clashes
    assert [law.modulus for law in clash.laws] == [3]
    assert "by the law of twist" in clash.sentence()


# What else is true of the cubes that satisfy some rules


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
    given_ones = [Placed(0, slot, frozenset({int(states[number, slot])})) for slot in sorted(slots)]
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


@pytest.mark.slow
def test_relations_where_there_are_too_many_cubes_to_list():
    """That every cube with F2L solved has the cross, and none every colour, has to be searched for."""
    found = {str(rule): relation for rule, relation in explain("no-piece-home").relations.items()}
    assert found["solved=DRB"] is Relation.IMPOSSIBLE
    assert found["not-home=all"] is Relation.IMPLIED
    assert found["self-inverse"] is Relation.POSSIBLE
    assert found["every-colour"] is Relation.POSSIBLE
    assert "no-piece-home" not in found


@pytest.mark.slow
def test_what_can_be_asked_about():
    """Words and small numbers, and nothing that makes no sense on the cube or never holds."""
    texts = [str(rule) for rule in candidates(Pattern((), puzzle=POCKET))]
    assert {"at-most=2", "solved=corners", "not-home=all"} <= {*texts}
    assert not [text for text in texts if text.startswith(("junctions=face", "face="))]
    assert len(texts) == len({*texts})
    assert "at-most=0" not in [str(rule) for rule in candidates(Pattern((), puzzle=CUBE))]


# Limits and bad input


def test_a_limit_is_no_answer():
    answer = explain(SIX, time_limit=1e-6)
    assert answer.status in (Status.UNKNOWN, Status.PARTIAL)
    assert answer.stopped is Stop.TIME
    assert "time limit" in answer.sentence()
    assert answer.satisfiable is None


@pytest.mark.slow
def test_what_was_found_before_a_limit(monkeypatch):
    """After three searches there is no time left."""
    from cubecsp.models.reasons import witnesses

    searched = witnesses.Witnesses._searched
    calls = iter(range(1000))

    def stops(self, places):
        if next(calls) == 16:
            raise cubecsp.errors.OutOfTimeError
        return searched(self, places)

    monkeypatch.setattr(witnesses.Witnesses, "_searched", stops)
    answer = explain(SIX)
    assert answer.stopped is Stop.TIME
    assert answer.status is Status.PARTIAL
    assert answer.satisfiable is False
    assert answer.clashes
    assert "there may be others" in answer.sentence()


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


# `find` names the clash at once


def test_find_names_the_clash():
    answer = find(["faces-differ", "solved=cross", "not-home=D-layer"])
    assert answer.status is Status.INFEASIBLE
    assert answer.reason == "solved=cross and not-home=D-layer clash"
    assert "clash; `explain` says which to drop" in answer.sentence()
    assert find("order=13").reason is None
    assert find(["solved=cross", "order=13"]).reason == "order=13 cannot hold"


def test_a_clash_by_a_law_in_words():
    parity = next(law for law in CUBE.laws if law.permuted)
    clash = Clash((*parse_pattern(["solved=corners", "not solved=all"]).rules, parity), "native")
    assert clash.sentence() == (
        "solved=corners and not solved=all clash on a cube that turns can make, by the law of parity"
    )
    assert clash.proof() == "proven by native"


def test_what_keeps_all_laws_comes_first():
    six = "solved=ULB+UBR+DFR+DLF+DBL+DRB"  # with two corners exchanged and all edges solved, parity is broken
    answer = explain(["holds=UF:UB", "holds=UF:UF", "solved=edges", six, "holds=URF:UFL"])
    lawful = [not each.laws for each in answer.relaxations]
    assert [bool(each.rules) for each in answer.relaxations if each.laws] == [True]
    assert lawful == sorted(lawful, reverse=True)
