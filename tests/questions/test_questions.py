"""Questions: find, check and solve, asked from Python."""

from __future__ import annotations

from importlib import metadata

import pytest
from facts import FACTS
from hypothesis import given, settings
from patience import in_time
from strategies import assemblies, cubes

from cubecsp import (
    Cube,
    Facelets,
    InputError,
    Search,
    Status,
    Stop,
    canonical,
    check,
    class_size,
    find,
    solve,
)
from cubecsp.models import AtMost, EveryColour, FacesDiffer, NoPieceHome, NoTouching, Stickers
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.patterns import PERFECT_SCRAMBLE
from cubecsp.puzzle.cube.defect import DefectKind
from cubecsp.questions.asking.parameter import parameters
from cubecsp.questions.best import Best
from cubecsp.questions.prove import Prove
from cubecsp.questions.sample import Sample

PERFECT = FACTS["perfect-scramble"]


def test_without_symmetry_the_same():
    plain = find(PERFECT_SCRAMBLE, use_symmetry=False)
    assert plain.query["symmetries"] == 1
    assert {r.cube for r in plain} == {r.cube for r in find(PERFECT_SCRAMBLE)}


def test_classes():
    question = PERFECT_SCRAMBLE.without(FacesDiffer())
    everything = [report.cube for report in find(question)]
    answer = find(question, classes=True)
    assert answer.count == len(everything) == len(set(everything))
    assert {canonical(r.cube) for r in answer} == {canonical(cube) for cube in everything}
    assert len(answer) == answer.classes
    assert all(report.class_size == class_size(report.cube) for report in answer)


def test_classes_of_a_question_with_few_symmetries():
    """Two orbits under the question's own symmetries can be one class under all 48."""
    letters = Cube.from_moves(PERFECT["generator"]).facelets
    one_face = Stickers(letters[:9] + "." * 45)
    question = PERFECT_SCRAMBLE.without(FacesDiffer()).including(one_face)
    everything = {report.cube for report in find(question)}
    answer = find(question, classes=True)
    assert answer.count == len(everything)
    assert answer.classes == len({canonical(cube) for cube in everything})


def test_nothing_keeps_contradictory_rules():
    answer = find(PERFECT_SCRAMBLE.including(NoPieceHome()))
    assert answer.status is Status.INFEASIBLE
    assert answer.count == 0
    assert answer.cubes == ()


def test_a_limit_is_partial_even_if_it_is_all_there_is():
    """Nobody looks for one more, so nobody knows."""
    some = find(PERFECT_SCRAMBLE, limit=5)
    assert (some.status, some.stopped, len(some)) == (Status.PARTIAL, Stop.LIMIT, 5)
    everything = find(PERFECT_SCRAMBLE, limit=48)
    assert (everything.status, everything.stopped) == (Status.PARTIAL, Stop.LIMIT)
    everything = find(PERFECT_SCRAMBLE, limit=49)
    assert (everything.status, everything.stopped) == (Status.COMPLETE, None)


def test_a_time_limit_is_never_a_no():
    # All cubes without a piece at home: far too many to list.
    answer = in_time(lambda most: find(NoPieceHome(), limit=None, time_limit=most), len, 0.05)
    assert (answer.status, answer.stopped) == (Status.PARTIAL, Stop.TIME)
    assert len(answer) > 0


def test_a_time_limit_before_the_first_cube_is_unknown():
    answer = find(PERFECT_SCRAMBLE, time_limit=1e-9)
    assert (answer.status, answer.stopped) == (Status.UNKNOWN, Stop.TIME)


def test_an_interrupt_keeps_what_was_found():
    def interrupt(_share, note):
        if note != "0 found":
            raise KeyboardInterrupt

    answer = find(NoPieceHome(), limit=None, on_progress=interrupt)
    assert (answer.status, answer.stopped) == (Status.PARTIAL, Stop.INTERRUPT)
    assert len(answer) > 0


def test_cubes_stream():
    search = Search(Pattern((EveryColour(), AtMost(3))))
    first = [next(search) for _ in range(100)]
    assert len(set(first)) == 100
    assert not search.exhausted


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"limit": 0}, "limit=0"),
        ({"time_limit": 0.0}, "time_limit=0.0"),
        ({"engine": "x"}, "expected "),
    ],
)
def test_senseless_options_are_refused(options, word):
    with pytest.raises(InputError, match=word):
        find(PERFECT_SCRAMBLE, **options)


@given(assemblies)
@settings(max_examples=30)
def test_check_tells_defects_and_violations(cube):
    answer = check([Facelets.of(cube)], Pattern((NoTouching("side"), AtMost(3))))
    (report,) = answer
    assert list(report.defects) == cube.status()
    assert (answer.status is Status.COMPLETE) == (not report.defects and not report.violations)


def test_check_of_stickers_that_form_no_cube():
    answer = check([Facelets("U" * 54)])
    assert answer.status is Status.INFEASIBLE
    assert {d.kind for d in answer.cubes[0].defects} >= {DefectKind.CENTRE, DefectKind.COLOUR_COUNT}
    assert answer.cubes[0].violations is None


@given(cubes)
@settings(max_examples=20)
def test_solve(cube):
    answer = solve(cube, max_length=20)
    (report,) = answer
    assert answer.status is Status.COMPLETE
    assert cube.apply(report.solution) == Cube()
    assert Cube.from_moves(report.generator) == cube
    assert report.length == len(report.solution) <= 20


def test_solve_finds_short_moves():
    assert solve(Cube.from_moves("R U R' U'")).cubes[0].length == 4
    assert solve(Cube()).cubes[0].length == 0


def test_solve_refuses_what_turns_cannot_solve():
    flipped = Cube.from_placements(Cube().corners, [1, *range(2, 24, 2)])
    with pytest.raises(InputError, match="an edge has been flipped"):
        solve(flipped)
    with pytest.raises(InputError, match="expected "):
        solve(Cube(), method="by hand")


def test_a_class_is_solved_at_once():
    reports = find(PERFECT_SCRAMBLE, solve="two-phase").cubes
    assert len({report.length for report in reports}) == 1
    assert all(report.cube.apply(report.solution) == Cube() for report in reports)
    assert all(report.length <= 20 for report in reports)


def test_one_shape_of_answers():
    shown = find(PERFECT_SCRAMBLE, limit=1).as_dict()
    assert list(shown) == ["query", "status", "count", "stopped", "statistics", "seconds", "cubes"]
    assert shown["query"]["rules"] == [str(rule) for rule in PERFECT_SCRAMBLE.rules]
    assert set(shown["query"]["versions"]) == {"cubecsp", "python"}
    solved = solve(Cube.from_moves("R")).as_dict()["cubes"][0]
    assert {**solved, "facelets": ""} == {
        "facelets": "",
        "generator": "R",
        "solution": "R'",
        "length": 1,
        "metric": "htm",
        "optimal": True,
        "proven": 1,
    }


@pytest.mark.parametrize(
    ("engine", "package"), [("asp", "clingo"), ("cnf", "python-sat"), ("cpsat", "ortools")]
)
def test_the_version_of_an_engines_package_is_told(engine, package):
    shown = find(PERFECT_SCRAMBLE, limit=1, engine=engine).as_dict()
    assert shown["query"]["versions"][package] == metadata.version(package)


def test_a_rule_is_a_question_by_itself():
    assert find(NoTouching("side") & AtMost(1)).status is Status.INFEASIBLE
    assert find(EveryColour(), limit=1).cubes[0].cube is not None
    assert check([Facelets.of(Cube())], AtMost(9)).status is Status.COMPLETE


@pytest.mark.parametrize(
    ("query", "name", "flag"),
    [
        (Sample, "n", "--number"),
        (Prove, "folder", "--output"),
        (Best, "maximise", "--maximise"),
        (Best, "use_symmetry", "--no-symmetry"),
        (Best, "time_limit", "--time-limit"),
        (Best, "rules", "RULE"),
    ],
)
def test_an_option_goes_by_its_long_name(query, name, flag):
    """Texts name it by the option; a parameter without an option goes by the argument in its place."""
    assert parameters(query)[name].flag == flag
