"""What `check` says about a cube, line by line: which stickers are named, what is listed in part, and what is certain."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cubecsp import Cube, check
from cubecsp.models import parse_pattern
from cubecsp.models.core.rule import Violation
from cubecsp.puzzle.states.reachable_states import Verdict
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.answers.findings import findings
from cubecsp.questions.find import find

pytestmark = pytest.mark.quick

SOLVED = Cube()
(RULE,) = parse_pattern("at-most=2").rules


def said(cube: object, *rules: str) -> list[str]:
    """Return what is said of a cube below its stickers, without the sentence that follows."""
    return str(check(cube, rules)).splitlines()[1:-1]


def shown(**stickers: str) -> str:
    """Return the solved cube with other colours on some stickers, as a facelet string."""
    names = [f"{face}{number}" for face in "URFDLB" for number in range(1, 10)]
    colours = dict(zip(names, SOLVED.facelets, strict=True)) | stickers
    return "".join(colours.values())


@pytest.mark.parametrize(
    ("cube", "line"),
    [
        (  # one piece: nothing else can be meant
            Cube.from_placements([1, *range(3, 24, 3)], SOLVED.edges),
            "a corner has been twisted (U9, R1, F3)",
        ),
        (  # any of these could be the one
            Cube.from_placements([1, 4, *range(6, 24, 3)], SOLVED.edges),
            "a corner has been twisted",
        ),
        (Cube.from_placements(SOLVED.corners, [1, *range(2, 24, 2)]), "been flipped (U6, R2)"),
        (
            Cube.from_placements(SOLVED.corners, [1, 3, 5, *range(6, 24, 2)]),
            "an edge has been flipped",
        ),
        (  # the stickers of two corners, and no more
            shown(U7="U", F1="R", L3="F"),
            "the corner U-R-F occurs twice: at URF and UFL (U9, R1, F3, U7, F1, L3)",
        ),
        (shown(U7="U", F1="R", L3="F"), "colour R is on 10 stickers instead of 9"),
    ],
)
def test_stickers_are_named_where_they_are_few_and_the_ones_at_fault(cube, line):
    assert any(each.startswith("defect: ") and each.endswith(line) for each in said(cube))


def test_a_cube_that_no_real_one_agrees_with_is_not_called_possible():
    """Whether one agrees is found out elsewhere; here it is said."""
    (report,) = check(shown(U8=".", F2="."))
    with_rules = [*findings(replace(report, can_be_solvable=False), with_rules=True)]
    assert with_rules == [
        "no solvable cube agrees with the known stickers; `complete` says why",
        "defect: 2 stickers are unknown (U8, F2)",
    ]
    assert [*findings(report, with_rules=False)] == [
        "Possibly solvable: 2 stickers are unknown; `complete` says what it could be"
    ]


@pytest.mark.parametrize("number", [1, 3, 4, 2_000])
def test_the_first_three_places_of_a_rule_are_listed(number):
    places = [Violation((), f"place {each}") for each in range(number)]
    report = replace(check("()").cubes[0], violations={RULE: places})
    first, *listed = [*findings(report, with_rules=True)][: min(number, 4) + 1]
    assert first == f"Solvable. Breaks at-most=2 in {number:,} place{'s' * (number > 1)}:"
    assert listed[:3] == [f"  {place.sentence()}" for place in places[:3]]
    if number == 4:
        assert listed[3] == "  and 1 more"
    if number == 2_000:
        assert listed[3] == "  and 1,997 more"
    assert len([*findings(report, with_rules=True)]) == 1 + min(number, 4)


@pytest.mark.parametrize(
    ("number", "last"),
    [(4, "reason 3"), (5, "and 1 more such reason"), (6, "and 2 more such reasons")],
)
def test_the_first_four_reasons_are_listed(number, last):
    verdict = Verdict(False, tuple(f"reason {each}" for each in range(number)))
    report = CubeReport("{}", verdict=verdict)
    lines = [*findings(report, with_rules=False)]
    assert lines[:5] == ["Not solvable.", *(f"reason {each}" for each in range(4))]
    assert lines[-1] == last


def test_what_satisfies_the_rules_is_said_to_where_there_are_some():
    assert said("()", "solved=cross") == ["Solvable. Satisfies all rules."]
    assert said("()") == ["Solvable."]
    (state,) = find("solved=all", puzzle="skewb").cubes
    for rules, broken in ((["solved=CENTERS"], False), (["not solved=CENTERS"], True), ([], None)):
        lines = str(check(state.cube, rules, puzzle="skewb")).splitlines()[1:-1]
        assert lines[0].startswith("Solvable.")
        assert (lines[-1] == "Solvable. Satisfies all rules.") is (broken is False)
        assert any(" Breaks " in line for line in lines) is (broken is True)


def test_a_violation_names_the_stickers_of_a_cube_and_no_others():
    """States of other puzzles have slots, whose names are in the message."""
    (cube,) = check("R", "at-most=2").cubes
    assert cube.as_dict()["violations"]["at-most=2"][0] == {
        "message": "face U shows colour F 3 times",
        "stickers": ["U3", "U6", "U9"],
    }
    (state,) = check("R", "solved=CENTERS", puzzle="skewb").cubes
    told = state.as_dict()["violations"]["solved=CENTERS"]
    assert [each.keys() for each in told] == [{"message"}] * 3
    assert all(each["message"].startswith("slot CENTERS[") for each in told)
