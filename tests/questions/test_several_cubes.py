"""Questions about several cubes: an answer about each, the same as when it is asked about alone."""

from __future__ import annotations

import json

import pytest
from asking import ask
from patience import in_time

from cubecsp import (
    Cube,
    Facelets,
    InputError,
    PocketCube,
    Status,
    Stop,
    check,
    complete,
    find,
    reach,
    repair,
    solve,
)
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.models.rules import RULES
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.questions.asking.several_cubes import Answers, SeveralCubesRun
from cubecsp.questions.complete import Complete, CompleteRun

SOLVED = Cube().facelets
PEELED = "." + SOLVED[1:]
OPEN = "." * 30 + SOLVED[30:]
WRONG = SOLVED[:8] + "R" + SOLVED[9:]  # no cube agrees with it
SMALL = PocketCube.from_moves("R U F").facelets
CUBES = [PEELED, WRONG, SMALL, OPEN, Cube.random(3).facelets]


def told(answer):
    """Return the content of an answer, without the time that it took."""
    shown = answer.as_dict()
    shown.pop("seconds")
    return shown


ASKED = [
    (complete, {"limit": 3}, CUBES),
    (repair, {"limit": 3}, CUBES),
    (lambda cube, **more: reach(cube, "solved=cross", **more), {}, ["R U F", "F2", "()"]),
]


@pytest.mark.slow
@pytest.mark.parametrize(("question", "options", "cubes"), ASKED)
def test_each_is_answered_as_alone(question, options, cubes):
    seen = []
    answers = question(cubes, on_answer=seen.append, **options)
    assert isinstance(answers, Answers)
    assert tuple(seen) == answers.answers
    alone = [question(cube, **options) for cube in cubes]
    assert list(map(told, answers.answers)) == list(map(told, alone))
    assert [r.facelets for r in answers] == [r.facelets for answer in alone for r in answer]
    found = {answer.status for answer in alone}
    worst = Status.INFEASIBLE if Status.INFEASIBLE in found else Status.PARTIAL
    assert answers.status is (Status.COMPLETE if found == {Status.COMPLETE} else worst)


@pytest.mark.parametrize("number", [50, 1])
def test_a_limit_of_time_is_for_all_of_them(number):
    cubes = ["." * 54] * number
    answers = in_time(
        lambda limit: complete(cubes, limit=None, time_limit=limit), lambda told: told.answers
    )
    assert answers.stopped is Stop.TIME  # also where it passes in the last
    assert len(answers.answers) == 1
    assert "time limit" in answers.sentence()
    assert answers.as_dict()["query"]["time_limit"] > 0


def test_a_question_about_no_cube_is_answered():
    answers = repair([])
    assert (answers.status, answers.answers) == (Status.COMPLETE, ())
    assert answers.sentence().startswith("0 cubes: none answered")


@pytest.mark.parametrize("command", ["complete", "repair"])
def test_a_bad_cube_is_reported_with_its_line(command, tmp_path):
    path = tmp_path / "cubes.txt"
    path.write_text(f"{PEELED}\nR Q\n{'U' * 95}\n{SOLVED}\n")
    said = ask(command, str(path), "--json", terminal=False)
    assert said.code == 2
    assert [one["query"]["facelets"] for one in said.json["answers"]] == [PEELED, SOLVED]
    assert [fault["where"] for fault in said.json["errors"]] == [
        f"file {str(path)!r}, line {line}" for line in (2, 3)
    ]
    lines = ask(command, str(path), terminal=False)
    assert lines.code == 2
    assert lines.out == f"{SOLVED}\n{SOLVED}\n"


def test_reach_takes_a_cube_on_each_line():
    said = ask("reach", "-", "solved=all", stdin="R U\nM2\nF\n", terminal=False)
    assert said.out.splitlines() == [str(solve("R U").cubes[0].solution), *_all_of("M2"), "F'"]
    assert "3 cubes: 3 answered in full" in said.err
    beyond = ask("reach", "-", "solved=all", "--turns", "U", stdin="U\nR\n", terminal=False)
    assert (beyond.code, beyond.out) == (1, "U U U\n")
    assert "cube 2: These moves cannot lead there" in beyond.err
    sizes = ask("reach", SMALL, "solved=cross", terminal=False)
    assert (sizes.code, "2×2×2" in sizes.err) == (2, True)


def _all_of(cube: str) -> list[str]:
    return [report.written for report in reach(cube, "solved=all")]


# --------------------------------------------------------------- rules on cubes of any size


TEXTS = [(name, text) for name, rule in RULES.items() for text in [rule.example]]


@pytest.mark.ordinary(8)
@pytest.mark.parametrize("text", [text for _, text in TEXTS])
def test_rules_are_checked_on_cubes_of_every_size_that_they_are_for(text):
    for size in (2, 3, 4, 5):
        (rule,) = parse_pattern([text]).rules
        kind = cube_class(size)
        cubes = [kind(), kind.random(1), kind().apply("R U2 F")]
        try:
            rule.require(kind.puzzle)
        except InputError:
            with pytest.raises(InputError, match="does not apply|has no|never turned"):
                check(cubes, text)
            continue
        answer = check(cubes, text)
        for cube, report in zip(cubes, answer, strict=True):
            assert (report.violations == {}) == rule.holds(cube)
            primitives = rule.primitives(kind.puzzle)
            by_primitives = all(p.holds(cube.colours, kind.puzzle) for p in primitives)
            assert by_primitives == rule.holds(cube) or rule.is_filter_on(kind.puzzle)
            json.dumps(report.as_dict())


def test_cubes_of_mixed_sizes_are_checked_together():
    found = [find("at-most=3", size=size, limit=1).cubes[0].facelets for size in (2, 3)]
    solved = [cube_class(size)().facelets for size in (2, 3, 4, 5)]
    answer = check([*found, *solved], "at-most=3")
    assert [not report.violations for report in answer] == [True, True] + [False] * 4
    last = answer.cubes[-1].as_dict()["violations"]["at-most=3"][0]
    assert last["stickers"] == [f"U{number}" for number in range(1, 26)]
    said = ask("check", "-", "holds=URF:URF", stdin="\n".join([*found, *solved]), terminal=False)
    assert said.code == 2
    assert said.err.count("does not apply to the") == 2  # the 4×4×4 and the 5×5×5


def test_rules_are_about_a_cube_with_dbl_at_home():
    turned = Facelets("FFFFRRRRDDDDBBBBLLLLUUUU")  # solved, and turned as a whole
    (report,) = check(turned, "stickers=UUUU....................")
    assert report.violations == {}
    assert report.facelets == PocketCube().facelets
    assert check(turned).cubes[0].facelets == turned.letters
    assert check("R U F", "solved=all").cubes[0].violations


# --------------------------------------------------------------- a batch that some turns cannot solve


def test_a_cube_out_of_reach_does_not_keep_the_others_from_being_solved():
    answer = solve(["R U", "F", "U2"], turns="U,R")
    assert [report.written for report in answer] == ["U U U R R R", None, "U U"]
    assert "U and R alone generate a group of order 73,483,200" in answer.cubes[1].unsolved
    assert answer.status is Status.PARTIAL
    with pytest.raises(InputError, match="generate a group"):
        solve("F", turns="U,R")
    said = ask("solve", "-", "--turns", "U,R", stdin=f"R U\nF\n{SMALL}\nU2\n", terminal=False)
    assert (said.code, said.out) == (3, "U U U R R R\nU U\n")
    assert "no sequence of U, R solves the cube" in said.err


C, P, NO, U = Status.COMPLETE, Status.PARTIAL, Status.INFEASIBLE, Status.UNKNOWN


@pytest.mark.parametrize(
    ("each", "stopped", "status"),
    [
        ([C, C, C], None, C),
        ([C, NO, C], None, NO),  # one no is enough,
        ([U, NO], Stop.TIME, NO),  # also where the others are not known
        ([C, U, C], None, P),
        ([C, P, C], None, P),
        ([U, U, U], None, U),
        ([C, C], Stop.TIME, P),  # the third one was not asked about
        ([C, C, C], Stop.INTERRUPT, P),
        ([C, C], None, P),
        ([U], Stop.TIME, U),
        ([], Stop.TIME, U),
    ],
)
def test_several_answers_are_as_complete_as_the_least_of_them(each, stopped, status):
    query = Complete([SOLVED] * 3)
    answers = query.stream().answer
    answers.answers = [query.alone(query.taken[0]).answer for _ in each]
    for one, known in zip(answers.answers, each, strict=True):
        one.status = known
    run = query.limits.begin()
    run.stopped = stopped
    SeveralCubesRun(query).set_status(answers, run)
    assert answers.status is status


def test_no_cubes_are_answered_in_full():
    assert complete([]).status is C


def test_ctrl_c_at_one_cube_ends_the_question_about_all(monkeypatch):
    plain, asked = CompleteRun.reports, []

    def reports(self, answer, run):
        asked.append(answer)
        if len(asked) == 2:
            raise KeyboardInterrupt
        yield from plain(self, answer, run)

    monkeypatch.setattr(CompleteRun, "reports", reports)
    answers = complete([SOLVED] * 3)
    assert [one.stopped for one in answers.answers] == [None, Stop.INTERRUPT]
    assert (answers.stopped, answers.status) == (Stop.INTERRUPT, P)
    assert len(asked) == 2
    assert "3 cubes: 1 answered in full, 1 not answered; interrupted" in answers.sentence()
