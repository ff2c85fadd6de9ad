"""`rank` and `unrank`: numbers of cubes, and what is said of cubes that have none."""

from __future__ import annotations

import bisect

import pytest
from counting_questions import question_of
from oracle import pocket_states
from sampling_checks import listed

from cubecsp import Cube, InputError, PocketCube, Status, Stop, count, rank, unrank
from cubecsp.models.counting import SAMPLERS
from cubecsp.models.counting.drawing_plans import NUMBERING
from cubecsp.models.sampling import corner_numbering
from cubecsp.questions.asking.limits import Limits
from cubecsp.questions.asking.steps import follow
from cubecsp.questions.finding import numbering
from cubecsp.questions.unrank import Unrank


def test_numbers_lead_to_cubes_and_back():
    for rules in ((), "no-piece-home", "perfect-scramble", ["solved=F2L", "oriented=all"]):
        total = unrank(0, rules).total
        numbers = [0, 1, total // 3, total - 1]
        cubes = unrank(numbers, rules)
        assert [report.rank for report in cubes] == numbers
        back = rank([report.cube for report in cubes], rules)
        assert [report.rank for report in back] == numbers
        assert (back.status, back.total) == (Status.COMPLETE, total)


def test_every_2x2x2_has_its_place():
    words = sorted(map(bytes, pocket_states()[::30_011]))
    numbers = [report.rank for report in rank(map(PocketCube.from_row, words))]
    assert numbers == sorted(numbers)
    assert [report.cube.seen for report in unrank(numbers, size=2)] == words
    assert rank(PocketCube()).cubes[0].rank == 0


def test_the_same_rules_number_other_cubes_on_another_size():
    numbering._known.clear()
    for size in (3, 2, 3):
        assert unrank(5, "solved=URF", size=size).total == count("solved=URF", size=size).count


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("method", [name for name in NUMBERING if 3 in SAMPLERS[name].sizes])
def test_the_order_does_not_depend_on_the_way(method):
    rules = ["solved=F2L", "permuted=corners"]
    if method == "corner-walk":
        rules += ["oriented=all"]
    expected = listed(*rules)
    cubes = unrank(range(len(expected)), rules, method=method)
    assert cubes.method == method
    assert [report.cube.seen for report in cubes] == expected


@pytest.mark.parametrize("method", [name for name in NUMBERING if 3 in SAMPLERS[name].sizes])
def test_a_number_is_how_many_cubes_come_before(method):
    """Also before cubes that break the rules: corners of one layer, and edges of it, are free here."""
    question = question_of("solved=URF+UFL+ULB+UBR+UR+UF+UL+UB+FR+FL+BL+BR", "oriented=all")
    words = listed("solved=URF+UFL+ULB+UBR+UR+UF+UL+UB+FR+FL+BL+BR", "oriented=all")
    assert SAMPLERS[method].objection(question) is None
    numbered = follow(SAMPLERS[method].numbering(question), lambda _: None)
    assert numbered.total == len(words) == 24 * 24 // 2
    for number in (0, 1, 11, 12, 143, 287):
        assert numbered.at(number) == words[number]
        assert numbered.rank(words[number]) == number
    others = [Cube.from_moves(moves) for moves in ("R", "D", "D2", "D'", "D R2", "D F2 D")]
    for cube in (*others, *map(Cube.random, range(5))):
        assert numbered.rank(cube.seen) == bisect.bisect_left(words, cube.seen)


def test_a_cube_that_breaks_the_rules_has_violations_and_no_number():
    answer = rank(["R U R' U'", Cube()], "solved=F2L")
    broken, solved = answer
    assert answer.status is Status.INFEASIBLE
    assert broken.rank is None
    assert [str(rule) for rule in broken.violations] == ["solved=F2L"]
    assert (solved.rank, solved.violations) == (0, None)
    assert "1 cube breaks the rules" in str(answer)


def test_no_cube_at_all():
    answer = unrank(0, ["no-piece-home", "solved=UF"])
    assert (answer.status, answer.total, len(answer)) == (Status.INFEASIBLE, 0, 0)
    assert "No cube satisfies the rules" in str(answer)


def test_numbers_begin_with_0():
    with pytest.raises(InputError, match="48 is not a number of the 48 cubes; numbers are 0 to 47"):
        unrank(48, "perfect-scramble")
    for wrong in (-1, "1", 1.5, True):
        with pytest.raises(
            InputError, match="invalid numbers=.*: expected a non-negative integer, or several"
        ):
            unrank([wrong], "perfect-scramble")


@pytest.mark.parametrize(
    ("cube", "options", "problem"),
    [
        (PocketCube(), {"size": 3}, "the cube is a 2×2×2, and the rules are about a 3×3×3"),
        (Cube.from_placements((1, *range(3, 24, 3)), range(0, 24, 2)), {}, "unsolvable cube"),
        ("nonsense", {}, "nonsense"),
    ],
)
def test_what_is_no_such_cube_is_refused(cube, options, problem):
    with pytest.raises(InputError, match=problem):
        rank(cube, "oriented=corners", **options)


def test_the_time_limit_is_told():
    answer = unrank(0, "no-touching=side", time_limit=0.1)
    assert (answer.stopped, answer.status) == (Stop.TIME, Status.UNKNOWN)
    assert "The time limit passed before the cubes were numbered" in str(answer)


WALKED = ["permuted=corners", "no-touching=across", "oriented=edges"]


def numbered_anew(cubes=(0, 5)):
    """Number some cubes as a process does that has just begun."""
    numbering._known.clear()
    return unrank(cubes, WALKED, method="corner-walk")


@pytest.mark.parametrize(
    ("answered", "stopped", "total", "is_broken", "status"),
    [
        (0, None, 5, False, Status.COMPLETE),
        (0, None, 0, False, Status.INFEASIBLE),
        (1, None, 5, True, Status.INFEASIBLE),
        (1, Stop.TIME, 5, True, Status.INFEASIBLE),
        (1, Stop.TIME, 5, False, Status.PARTIAL),
        (0, Stop.TIME, None, False, Status.UNKNOWN),
        (0, Stop.INTERRUPT, 5, False, Status.UNKNOWN),
    ],
)
def test_an_answer_that_was_ended_is_no_whole_one(answered, stopped, total, is_broken, status):
    work = numbering.NumberingRun(Unrank(0))
    work.answered, work.is_broken = answered, is_broken
    run = Limits().begin()
    run.stopped = stopped
    answer = numbering.RankAnswer({}, Status.UNKNOWN, total=total)
    work.set_status(answer, run)
    assert answer.status is status


def test_sums_are_kept_for_the_next_process(monkeypatch, tmp_path):
    monkeypatch.setenv("CUBECSP_CACHE", str(tmp_path))
    first = numbered_anew()
    (kept,) = tmp_path.glob("corner-sums-*")
    with monkeypatch.context() as patch:
        patch.setattr(corner_numbering, "corner_portions", lambda _question: 1 / 0)
        again = numbered_anew()
    assert [r.facelets for r in again] == [r.facelets for r in first]
    assert again.total == first.total > 5
    written = bytearray(kept.read_bytes())
    written[-1] ^= 1
    kept.write_bytes(written)
    assert numbered_anew().total == first.total
    assert kept.read_bytes() != written  # it was made again
    for other in (["permuted=corners", "no-touching=across", "solved=UF"], ["not-home=corners"]):
        assert unrank(0, other, method="corner-walk").total != first.total


def test_sums_that_cannot_be_kept_are_used_all_the_same(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("CUBECSP_CACHE", str(tmp_path / "file" / "cache"))
    assert numbered_anew().total > 5


def test_the_query_reads_like_its_json():
    query = Unrank(3, unrank(0, "solved=F2L").query.pattern)
    assert (query["rules"], query["numbers"]) == (["solved=F2L"], [3])
    assert dict(query) == query.as_dict()


@pytest.mark.exhaustive
def test_numbers_of_the_cubes_that_have_no_equal_colours_side_by_side():
    """All corners counted: the total is that of `count`, and cubes at both ends lead back."""
    rules = "no-touching=side"
    total = 234_173_555_841_235
    numbers = [0, 1, total // 2, total - 1]
    answer = unrank(numbers, rules)
    assert answer.total == total
    assert [report.rank for report in rank([r.cube for r in answer], rules)] == numbers
