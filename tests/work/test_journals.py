"""Journals may come from anywhere: what is read from one is right, or refused, or the answer says that it rests on it.

Every journal here was made by someone who knows the format, checksums included. Whatever was changed, no question
ends in an internal error, and a wrong answer says that units came from a file; done again, these expose it.
"""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from journals import (
    CORNERS,
    LATE,
    QUESTIONS,
    SOLVED,
    Line,
    check,
    edited,
    finished_journals,
    header,
    lines,
    rewrite,
)

from cubecsp import InputError, count, prove, solve


@pytest.fixture(scope="module")
def journals(tmp_path_factory):
    with finished_journals(tmp_path_factory.mktemp("journals")) as made:
        yield made


@pytest.fixture(params=QUESTIONS)
def finished(request, journals, tmp_path, monkeypatch):
    """A question, a copy of its journal, and the right answer."""
    monkeypatch.chdir(tmp_path)
    original, content = journals[request.param]
    file = tmp_path / "work.db"
    shutil.copy(original, file)
    return QUESTIONS[request.param], file, content


# What an answer says


@pytest.mark.few(1)
def test_an_answer_says_how_much_rests_on_the_file(finished):
    asked, file, right = finished
    number = len(lines(file))
    for share in (None, 1.0):
        content, answer = asked.content(resume=file, check_journal=share)
        assert content == right
        told = answer.as_dict()
        assert (told["resumed"], told["repeated"]) == (number, number if share else 0)
        if not asked.proven:
            assert f"{number} unit" in answer.sentence()
            assert ("were not done again" in answer.sentence()) == (share is None and number > 1)
    plain = asked.content()[1].as_dict()
    assert "resumed" not in plain
    begun = asked.content(resume=file.with_name("new.db"))[1]
    assert begun.as_dict()["resumed"] == 0
    assert "new.db" not in begun.sentence() or asked.proven


def test_a_share_of_a_large_journal_is_done_again(tmp_path):
    """Each unit is chosen by itself, at random, and others every time."""
    file, numbers = tmp_path / "work.db", []
    QUESTIONS["find"].ask(resume=file, use_symmetry=False)  # in 323 units
    for share in (0.05, 0.05, 0.5, 1):
        units = QUESTIONS["find"].ask(resume=file, use_symmetry=False, check_journal=share).units
        assert units.resumed == len(lines(file)) > 300
        numbers.append(units.repeated)
    assert 0 < numbers[0] < 60
    assert 100 < numbers[2] < 220
    assert numbers[3] > 300


def test_a_share_makes_sense():
    for share in (0, -1, 1.5, math.nan, True, "all"):
        with pytest.raises(InputError, match="check_journal="):
            count(CORNERS, resume="x.db", check_journal=share)
    with pytest.raises(InputError, match="no file of finished work to check"):
        count(CORNERS, check_journal=0.5)


# The question


def test_a_journal_of_another_question_is_refused(finished):
    """Whatever the answer depends on is a part of the question."""
    asked, file, right = finished
    for other in asked.others:
        with pytest.raises(InputError, match=r"finished work of (another question|\w+)"):
            asked.content(resume=file, **other)
    assert check(asked, file, right) == "right"


def test_a_journal_may_have_cubes_that_are_not_asked_for(journals, tmp_path):
    asked = QUESTIONS["solve in the fewest"]
    original, right = journals["solve in the fewest"]
    file = shutil.copy(original, tmp_path / "work.db")
    (*_, cubes), answer = asked.content(cubes=SOLVED[:1], resume=file)
    assert (cubes, answer.units.resumed) == (right[-1][:1], 1)


@pytest.mark.parametrize("first", [True, False])
def test_a_journal_of_other_symmetries_is_refused(tmp_path, first):
    """The units of a search for one cube of each orbit have few of the cubes."""
    file = tmp_path / "work.db"
    QUESTIONS["find"].ask(resume=file, use_symmetry=first)
    with pytest.raises(InputError, match=r"find solved=\S+ with other symmetries, not of find"):
        QUESTIONS["find"].ask(resume=file, use_symmetry=not first)


def test_a_journal_is_of_one_question_only(journals, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, (original, _) in journals.items():
        for other, asked in QUESTIONS.items():
            if other != name:
                copy = tmp_path / "work.db"
                shutil.copy(original, copy)
                with pytest.raises(InputError, match="finished work of another question"):
                    asked.content(resume=copy)


@pytest.mark.slow
@pytest.mark.few(3)
def test_a_forged_question_does_not_make_its_units_right(finished, journals):
    """The header of this question, before the units of each other one."""
    asked, file, right = finished
    head = header(file)
    for original, _ in journals.values():
        rewrite(file, lines(original), head)
        check(asked, file, right)


# Lines


def _drawn(units: list[Line], draw: Callable[[Any], Any]) -> None:
    """Do to the units of a journal what someone might; `draw` chooses."""
    i = draw(st.integers(0, len(units) - 1))
    action = draw(st.sampled_from(["bytes", "number", "time", *ACTIONS]))
    result = units[i][3] if isinstance(units[i][3], bytes) else b""
    if action == "bytes":
        at = draw(st.integers(0, len(result)))
        units[i][3] = result[:at] + draw(st.binary(min_size=1, max_size=3)) + result[at + 1 :]
    elif action == "number":
        numbers = [b"0", b"1", b"7", b"+1", b"01", b"-1", b"1e3", b"9" * 30, b"9" * 50]
        units[i][3] = draw(st.sampled_from(numbers))
    elif action == "time":
        times = [math.inf, -math.inf, -1.0, 1e300, 5, "x", b"1.0", "nan"]
        units[i][draw(st.sampled_from([1, 2]))] = draw(st.sampled_from(times))
    else:
        ACTIONS[action](units, i)


def _to_result(change: Callable[[bytes], object]) -> Callable[[list[Line], int], object]:
    return lambda units, i: units[i].__setitem__(3, change(units[i][3]))


ACTIONS: dict[str, Callable[[list[Line], int], object]] = {
    "emptied": _to_result(lambda result: result[:0]),
    "doubled": _to_result(lambda result: result * 2),
    "cut short": _to_result(lambda result: result[: len(result) // 2]),
    "begun late": _to_result(lambda result: result[len(result) // 2 :]),
    "text": _to_result(lambda _: "text"),
    "that of another": lambda units, i: units[i - 1].__setitem__(3, units[i][3]),
    "dropped": lambda units, i: units.pop(i),
    "all dropped": lambda units, _: units.clear(),
    "of no unit": lambda units, i: units.append([b"another", *units[i][1:]]),
    "key of another type": lambda units, i: units[i].__setitem__(0, "another"),
}
"""What may become of the result of a unit, or of the unit, whose number is the second argument."""


@pytest.mark.slow
@settings(max_examples=120)
@given(data=st.data())
def test_whatever_is_changed_is_refused_or_said(journals, tmp_path_factory, data):
    """Changed lines of every question: the answer is right, or refused, or found out when it is done again."""
    name = data.draw(st.sampled_from([name for name in QUESTIONS if name != "prove"]))
    folder = tmp_path_factory.mktemp("forged")
    file = folder / "work.db"
    original, right = journals[name]
    shutil.copy(original, file)

    def edit(units):
        for _ in range(data.draw(st.integers(1, 2))):
            if units:
                _drawn(units, data.draw)

    edited(file, edit)
    check(QUESTIONS[name], file, right)


@pytest.mark.few(32)
@pytest.mark.parametrize("action", ACTIONS)
def test_each_change_of_a_line(finished, action):
    """A missing unit is done again; only a smaller number, or a missing cube, goes unnoticed until it is."""
    asked, file, right = finished
    units = lines(file)
    ACTIONS[action](units, max(range(len(units)), key=lambda i: len(units[i][3])))
    rewrite(file, units)
    become = check(asked, file, right)
    if action in ("dropped", "all dropped"):
        assert become == "right"
    elif action == "text":
        assert become == "refused"
    elif action == "doubled":
        assert become == "refused" or asked.counted
    elif action in ("of no unit", "key of another type"):
        assert become == "refused" or asked.grows


def test_cubes_that_are_missing_are_found_by_the_proof(journals, tmp_path, monkeypatch):
    """A certificate is of all cubes: whatever a file leaves out is found, and the file is to blame."""
    monkeypatch.chdir(tmp_path)
    original, _ = journals["prove"]
    shutil.copy(original, "work.db")
    edited(Path("work.db"), lambda units: units[3].__setitem__(3, b""))
    with pytest.raises(
        InputError, match=r"work\.db' cannot be right: it lacks cubes of some units"
    ):
        prove(LATE, "certificate", resume="work.db")
    assert not Path("certificate").exists()


@pytest.mark.parametrize("share", [True, False])
def test_numbers_that_give_no_whole_classes_are_refused(journals, tmp_path, share):
    asked, (original, _) = QUESTIONS["count classes"], journals["count classes"]
    for change in (1, -1, 5):
        file = tmp_path / f"{change}.db"
        shutil.copy(original, file)

        def edit(units, change=change):
            line = max(units, key=lambda unit: int(unit[3]))
            line[3] = str(int(line[3]) + change).encode()

        edited(file, edit)
        problem = "whole number of classes|at most|repeating it gives another"
        with pytest.raises(InputError, match=problem):
            asked.content(resume=file, check_journal=1.0 if share else None)


def test_a_number_is_at_most_what_the_unit_can_hold(journals, tmp_path):
    file = tmp_path / "work.db"
    original, _ = journals["count by walking"]
    shutil.copy(original, file)
    edited(file, lambda units: units[0].__setitem__(3, b"999999999999999999"))
    with pytest.raises(InputError, match="cubes where there are at most"):
        QUESTIONS["count by walking"].ask(resume=file)


_NOT_MOVES = [
    ("turns", [0, 1, 2]), ("turns", [1.0]), ("turns", [True]), ("turns", "R U"), ("turns", [10**30]),
    ("turns", [-1]), ("turns", None), ("metric", "qtm"), ("metric", ["htm"]), ("optimal", 1),
    ("optimal", "yes"), ("proven", 30), ("proven", -1), ("proven", 2.0), ("seconds", math.nan),
    ("seconds", math.inf), ("seconds", -1.0), ("seconds", "1"), ("nodes", -5), ("nodes", None),
    ("stopped", "time"), ("stopped", {}), ("unsolved", "a dragon ate it"), ("stages", [[1, "x"]]),
    ("stages", []), ("stages", [[3, "\x1b[31m"]]), ("stages", [[3, "x" * 999]]), ("phases", 1),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value"), _NOT_MOVES)
def test_what_is_said_of_moves_has_to_be_possible(journals, tmp_path, key, value):
    file = tmp_path / "work.db"
    original, _ = journals["solve"]
    shutil.copy(original, file)

    def edit(units):
        every = json.loads(units[0][3])
        every[0][key] = value
        units[0][3] = json.dumps(every).encode()

    edited(file, edit)
    with pytest.raises(InputError, match="its unit '[0-9a-f]+' is wrong: it"):
        QUESTIONS["solve"].ask(resume=file)


@pytest.mark.parametrize(
    "outcome",
    [
        None, 3, "R U", [], {}, {"unsolved": None}, {"unsolved": "a dragon ate it"},
        {"unsolved": "no solution has length 20 or less"},  # which was not asked for
    ],
)  # fmt: skip
def test_a_cube_without_moves_has_a_reason_that_the_question_allows(journals, tmp_path, outcome):
    file = tmp_path / "work.db"
    shutil.copy(journals["solve"][0], file)

    def edit(units):
        units[0][3] = json.dumps([outcome, *json.loads(units[0][3])[1:]]).encode()

    edited(file, edit)
    with pytest.raises(InputError, match="its unit '[0-9a-f]+' is wrong: it has"):
        QUESTIONS["solve"].ask(resume=file)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (lambda length: {"optimal": True, "proven": length - 1}, "turns, and proof of"),
        (lambda length: {"proven": length + 1}, "turns, and proof of"),
        (lambda length: {"stages": [[-1, "a"], [length + 1, "b"]]}, "no lengths and goals"),
        (lambda length: {"stages": [[length, "a", "b"]]}, "no lengths and goals"),
        (lambda length: {"stages": [[length, "a" * 201]]}, "no lengths and goals"),
        (lambda length: {"stages": [[length - 1, "a"]]}, "stages are not the moves"),
        (lambda length: {"optimal": True, "proven": length}, None),
        (lambda length: {"optimal": False, "proven": length}, None),
        (lambda length: {"stages": [[0, "a"], [length, "a" * 200]]}, None),
    ],
)
def test_what_is_said_of_moves_is_just_possible_or_not(journals, tmp_path, change, wrong):
    """What can be is believed, and the answer says that it rests on a file."""
    file = tmp_path / "work.db"
    shutil.copy(journals["solve"][0], file)

    def edit(units):
        first, *others = json.loads(units[0][3])
        units[0][3] = json.dumps([first | change(len(first["turns"])), *others]).encode()

    edited(file, edit)
    if wrong is None:
        assert QUESTIONS["solve"].ask(resume=file).units.resumed
    else:
        with pytest.raises(InputError, match=f"is wrong: .*{wrong}"):
            QUESTIONS["solve"].ask(resume=file)


@pytest.mark.parametrize(
    "written",
    [b"[" * 10**5, b"NaN", b"[]", b"{}", b'[{"a":' * 10**4, b"\xff\xfe", b"", b"9" * 10**4],
    ids=lambda written: repr(written[:6]),
)
@pytest.mark.parametrize("question", ["solve", "solve in the fewest"])
def test_no_json_is_too_odd_to_be_refused(journals, tmp_path, written, question):
    file = tmp_path / "work.db"
    original, _ = journals[question]
    shutil.copy(original, file)
    edited(file, lambda units: units[0].__setitem__(3, written))
    with pytest.raises(InputError, match="is wrong: it is no"):
        QUESTIONS[question].content(resume=file)


@pytest.mark.parametrize("size", [4, 5])
def test_moves_of_larger_cubes_and_their_stages_are_remembered(tmp_path, size):
    from cubecsp.puzzle.cube.cubes import cube_class

    file, cube = tmp_path / "work.db", cube_class(size).from_moves("Rw U Fw2 D L2 Uw")
    plain = solve([cube]).cubes[0]
    for _ in range(2):
        kept = solve([cube], resume=file).cubes[0]
        assert (kept.solution, kept.phases) == (plain.solution, plain.phases)
    assert kept.phases
