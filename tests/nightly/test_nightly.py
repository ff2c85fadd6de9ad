"""Questions of every kind that `make nightly` asks, a few of each; and that it tells of wrong answers."""

from __future__ import annotations

import pytest
from nightly_kinds import KINDS, Kind
from nightly_run import ask

DEAR = "all states"
"""In the name of the kind whose brute force takes seconds."""


@pytest.mark.parametrize(
    "one", [kind for kind in KINDS if DEAR not in kind.name], ids=lambda k: k.name
)
def test_no_answer_is_wrong(one, capsys):
    assert not ask(one, 3, 0), capsys.readouterr().out
    assert one.asked >= 3


def test_a_wrong_answer_is_told_with_the_smallest_question_of_its_kind(capsys, monkeypatch):
    (find,) = (kind for kind in KINDS if kind.name.startswith("find: all cubes around"))
    monkeypatch.setattr(
        "nightly_kinds._facelets", lambda answer: [c["facelets"] for c in answer["cubes"]][1:]
    )
    made = Kind(find.name, 1, True, find.question)
    assert ask(made, 5, 0)
    told = capsys.readouterr().out
    assert "WRONG" in told
    assert "(rules): []" in told
