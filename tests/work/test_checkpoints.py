"""Checkpoints of every question that can be resumed: what an answer says of them, and which are refused."""

from __future__ import annotations

import shutil

import pytest
from checkpoints import QUESTIONS, SOLVED, finished_checkpoints, lines

from cubecsp import InputError, Stop, solve
from cubecsp.models.counting import effort
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.work.checkpoint import Checkpoint


@pytest.fixture(scope="module")
def checkpoints(tmp_path_factory):
    with finished_checkpoints(tmp_path_factory.mktemp("checkpoints")) as made:
        yield made


@pytest.fixture(params=QUESTIONS)
def finished(request, checkpoints, tmp_path, monkeypatch):
    """A question, a copy of its checkpoint, and the right answer."""
    monkeypatch.chdir(tmp_path)
    original, content = checkpoints[request.param]
    file = tmp_path / "work.db"
    shutil.copy(original, file)
    return QUESTIONS[request.param], file, content


# What an answer says


@pytest.mark.few(1)
def test_an_answer_says_how_much_rests_on_the_file(finished):
    asked, file, right = finished
    number = len(lines(file))
    content, answer = asked.content(resume=file)
    assert content == right
    assert answer.as_dict()["resumed"] == number
    assert asked.proven or f"{number} finished task" in answer.sentence()
    assert "resumed" not in asked.content()[1].as_dict()
    begun = asked.content(resume=file.with_name("new.db"))[1]
    assert begun.as_dict()["resumed"] == 0
    assert "new.db" not in begun.sentence() or asked.proven


@pytest.mark.ordinary(3)
@pytest.mark.parametrize("name", QUESTIONS)
def test_an_interrupted_answer_says_how_many_tasks_are_saved(name, tmp_path, monkeypatch):
    put = Checkpoint.put

    def interrupted(checkpoint, *task):
        if checkpoint.finished == 1:
            raise KeyboardInterrupt
        put(checkpoint, *task)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(effort, "_ROWS", 3)
    monkeypatch.setattr(Checkpoint, "put", interrupted)
    file = tmp_path / "work.db"
    answer = QUESTIONS[name].content(resume=file)[1]
    assert answer.stopped is Stop.INTERRUPT
    assert "1 finished task was saved in " in answer.sentence()
    assert len(lines(file)) == 1


# The question


@pytest.mark.ordinary(3)
def test_a_checkpoint_of_another_question_is_refused(finished):
    """Whatever the answer depends on is a part of the question."""
    asked, file, right = finished
    for other in asked.others:
        with pytest.raises(InputError, match=r"is a checkpoint of (another question|\w+)"):
            asked.content(resume=file, **other)
    assert asked.content(resume=file)[0] == right


def test_a_checkpoint_may_have_cubes_that_are_not_asked_for(checkpoints, tmp_path):
    asked = QUESTIONS["solve in the fewest"]
    original, right = checkpoints["solve in the fewest"]
    file = shutil.copy(original, tmp_path / "work.db")
    (*_, cubes), answer = asked.content(cubes=SOLVED[:1], resume=file)
    assert (cubes, answer.tasks.resumed) == (right[-1][:1], 1)


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("first", [True, False])
def test_a_checkpoint_of_other_symmetries_is_refused(tmp_path, first):
    """The tasks of a search for one cube of each orbit have few of the cubes."""
    file = tmp_path / "work.db"
    QUESTIONS["find"].ask(resume=file, use_symmetry=first)
    with pytest.raises(InputError, match=r"find solved=\S+ with other symmetries, not of find"):
        QUESTIONS["find"].ask(resume=file, use_symmetry=not first)


def test_a_checkpoint_is_of_one_question_only(checkpoints, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, (original, _) in checkpoints.items():
        for other, asked in QUESTIONS.items():
            if other != name:
                copy = tmp_path / "work.db"
                shutil.copy(original, copy)
                with pytest.raises(InputError, match="checkpoint of another question"):
                    asked.content(resume=copy)


@pytest.mark.parametrize("size", [4, 5])
def test_moves_of_larger_cubes_and_their_stages_are_remembered(tmp_path, size):
    file, cube = tmp_path / "work.db", cube_class(size).from_moves("Rw U Fw2 D L2 Uw")
    plain = solve([cube]).cubes[0]
    for _ in range(2):
        kept = solve([cube], resume=file).cubes[0]
        assert (kept.solution, kept.phases) == (plain.solution, plain.phases)
    assert kept.phases
