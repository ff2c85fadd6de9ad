"""The matrix itself: which cells it has, that it notices what is wrong, and the cells that once were."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, wraps
from itertools import combinations
from pathlib import Path

import matrix_verdicts
import pytest
from matrix_cells import COMMAND_LINE, HTTP, INTERRUPTED, TIMED, UNLIMITED, Cell, cells, triples
from matrix_interfaces import Outcome
from matrix_verdicts import faults

import cubecsp
from cubecsp.models.rules import RULES
from cubecsp.questions import QUESTIONS

KEPT = [
    line
    for line in Path(__file__).with_name("kept.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


@cache
def every():
    return cells()


@pytest.mark.slow
def test_every_question_meets_every_rule_about_every_puzzle():
    texts = "\n".join({str(cell.rules) for cell in every()})
    assert [rule for rule in RULES if rule not in texts] == []
    met = {(cell.question, cell.flag, cell.puzzle) for cell in every()}
    assert met == {(one.question, one.flag, puzzle) for one, _, puzzle in triples()}
    assert {cell.question for cell in every()} >= {*QUESTIONS} - {"verify", "import_solution"}
    assert len(every()) >= len([*triples()])


def test_every_two_values_of_different_axes_meet():
    """Counted over again: of a question's options each with each interface, limit and puzzle that it takes."""
    axes = ("puzzle", "option", "interface", "limit")
    met = {
        frozenset((axis, getattr(cell, axis)) for axis in pair)
        for cell in every()
        for pair in combinations(axes, 2)
    }
    asked = {one.question: one for one, _, _ in triples()}
    about = {(one.question, puzzle) for one, _, puzzle in triples()}
    for question, one in asked.items():
        interfaces = ("python", COMMAND_LINE, *([HTTP] if one.has_http else []))
        values = {"option": one.options, "interface": interfaces, "limit": one.limits}
        values["puzzle"] = [puzzle for name, puzzle in about if name == question]
        for first, second in combinations(axes, 2):
            for a in values[first]:
                assert all(frozenset({(first, a), (second, b)}) in met for b in values[second])


def test_cells_are_read_as_they_are_written():
    assert all(Cell.read(str(cell)) == cell for cell in every())


COUNT = Cell("count", "2", ("solved=URF+UFL+ULB",))


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("interface", ["python", COMMAND_LINE, HTTP])
def test_a_question_that_is_answered_has_no_faults(interface):
    assert faults(replace(COUNT, interface=interface)) == []


def test_an_interrupted_one_ends():
    assert faults(Cell("find", "4", ("at-most=3",), limit=INTERRUPTED)) == []


WRONG = {
    "internal error": Outcome("fault", "KeyError: 3"),
    "no other way": Outcome("refused", "this cannot be"),
    "of the processor": Outcome("answer", "", seconds=3.0),
    "of memory": Outcome("answer", "", memory=2 * 10**9),
    "though stopped by": Outcome("answer", {"status": "complete", "stopped": "time"}),
    "though nothing stopped": Outcome("answer", {"status": "unknown"}),
    "though nobody": Outcome("interrupted", ""),
    "infeasible, and": Outcome("answer", {"status": "infeasible"}),
    "and there are": Outcome("answer", {"status": "complete", "count": 7}),
}


@pytest.mark.parametrize("said", WRONG)
def test_what_is_wrong_is_said(said, monkeypatch):
    monkeypatch.setattr(matrix_verdicts, "asked", lambda _cell, _interface: WRONG[said])
    assert [fault for fault in faults(COUNT) if said in fault]


def test_interfaces_that_differ_are_reported(monkeypatch):
    told = {"python": {"count": 1}, HTTP: {"count": 2}}
    monkeypatch.setattr(
        matrix_verdicts, "asked", lambda _, interface: Outcome("answer", told[interface], seconds=0)
    )
    found = faults(Cell("count", "3", ("solved=all",), interface=HTTP))
    assert found == ["count is 1 in Python, and 2 by the other interface"]


@pytest.mark.parametrize("able", [None, "cnf"])
def test_one_of_the_ways_that_a_refusal_names_has_to_be_one(able, monkeypatch):
    def asked(cell, _interface):
        if cell.option[1] == able:
            return Outcome("answer", "", seconds=0)
        return Outcome(
            "refused", f"not by {cell.option[1]}", "use the engine cnf or cpsat", seconds=0
        )

    monkeypatch.setattr(matrix_verdicts, "asked", asked)
    found = faults(Cell("find", "50", ("at-most=3",), option=("engine", "native")))
    wrong = (
        "not by native names only cnf, which says: not by cnf and cpsat, which says: not by cpsat"
    )
    assert found == ([] if able else [wrong])


def test_an_internal_error_is_caught(monkeypatch):
    @wraps(cubecsp.count)
    def broken(*_rules, **_how):
        raise KeyError("broken")

    monkeypatch.setattr(cubecsp, "count", broken)
    assert faults(COUNT)[0].startswith("internal error: KeyError")


def test_what_is_unlimited_is_asked_with_a_limit_first(monkeypatch):
    limits = []

    def asked(cell, _interface):
        limits.append(cell.limit)
        return Outcome("answer", {"stopped": "time"}, seconds=0)

    monkeypatch.setattr(matrix_verdicts, "asked", asked)
    assert faults(Cell("find", "4", ("at-most=3",), limit=UNLIMITED)) == []
    assert limits == [TIMED]


def as_parameter(cell):
    """Return a cell for pytest; the largest cubes without a limit take seconds."""
    costly = "puzzle=50 " in cell and "unlimited" in cell
    return pytest.param(cell, marks=pytest.mark.exhaustive if costly else pytest.mark.slow)


@pytest.mark.parametrize("cell", [as_parameter(cell) for cell in KEPT])
def test_what_was_wrong_once(cell, monkeypatch):
    monkeypatch.setattr(
        matrix_verdicts, "MOST_MORE", 10.0
    )  # of a busy machine; each took longer by far
    assert faults(Cell.read(cell)) == []
