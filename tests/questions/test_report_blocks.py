"""Reports in blocks: what a block says of its cubes at once is what the report of each says."""

from __future__ import annotations

import io
import json
import pickle
import sys

import pytest

from cubecsp import Stop
from cubecsp._native import ask_to_stop
from cubecsp.cli import main
from cubecsp.questions.answers.report_block import ReportBlock, one_by_one
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.best import Best
from cubecsp.questions.find import Find
from cubecsp.questions.sample import Sample

QUESTIONS = {
    "few": Find("solved=F2L+edges", limit=None),
    "many": Find("at-most=3", limit=2_500),
    "classes": Find("at-most=3", limit=1_200, classes=True),
    "some of each class": Find("solved=cross", limit=120, classes=True),
    "2×2×2": Find("no-touching=side", size=2, limit=300),
    "in the user's colours": Find("at-most=3", scheme="WRGYOB", limit=150, classes=True),
    "another puzzle": Find("solved=EDGES+AXIALS", puzzle="pyraminx", limit=None),
    "best": Best("solved=F2L+edges", maximise="count(U, R)", limit=None, classes=True),
    "random": Sample("no-piece-home", n=150, seed=1),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_blocks_say_what_reports_say(name):
    query, found = QUESTIONS[name], []
    answer = query.stream().read(take=found.append, keep=False)
    assert {*map(type, found)} == {ReportBlock}
    reports = [*one_by_one(found)]
    alone = []
    query.stream().read(alone.append, keep=False)
    assert reports == alone
    assert "\n".join(block.shown for block in found).split("\n") == [one.shown for one in alone]
    texts = [text for block in found for text in block.as_json()]
    assert texts == [json.dumps(one.as_dict()) for one in alone]
    assert sum(map(len, found)) == len(alone)
    counted = sum(block.cubes for block in found)
    assert counted == sum(one.cubes for one in alone)
    if name != "random":
        assert answer.count == counted
    assert max(map(len, found)) <= 1_000


@pytest.mark.parametrize("name", QUESTIONS)
def test_answers_keep_reports_as_a_tuple_would(name):
    answer, alone = QUESTIONS[name].answer(), []
    QUESTIONS[name].stream().read(alone.append, keep=False)
    cubes, count = answer.cubes, len(alone)
    assert cubes == (*alone,)
    assert cubes != (*alone[1:],)
    assert [cubes[i] for i in range(-count, count)] == 2 * alone
    for part in (slice(5), slice(None, None, 17), slice(count, 1, -3), slice(990, 1_010)):
        assert cubes[part] == (*alone[part],)
    with pytest.raises(IndexError):
        cubes[count]
    assert [*map(str, pickle.loads(pickle.dumps(cubes)))] == [*map(str, alone)]
    assert alone[-1] in cubes


@pytest.mark.parametrize("name", ["many", "classes"])
def test_after_a_signal_the_blocks_given_are_counted(name):
    told = []

    def take(block):
        told.append(block)
        ask_to_stop(len(told) == 2)

    try:
        answer = QUESTIONS[name].stream().read(take=take, keep=False)
    finally:
        ask_to_stop(False)
    assert len(told) == 2
    assert (answer.count, answer.ended) == (sum(one.cubes for one in told), Stop.INTERRUPT)
    assert answer.classes in (None, sum(map(len, told)))


@pytest.mark.parametrize("how", [[], ["--classes"], ["--limit", "1100"]])
def test_what_is_printed_is_what_is_found_one_by_one(how, capsys):
    """As texts and as JSON; of the 324 cubes, 18 classes, or 1,100 cubes in blocks."""
    rules = "at-most=3" if "--limit" in how else "solved=F2L+edges"
    limit = 1_100 if "--limit" in how else None
    cubes = [*Find(rules, limit=limit, classes="--classes" in how).answer()]
    more = how or ["--limit", "all"]
    assert main(["find", rules, *more]) == 0
    assert capsys.readouterr().out.splitlines() == [one.facelets for one in cubes]
    assert main(["find", rules, *more, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cubes"] == [one.as_dict() for one in cubes]


def test_what_is_found_is_out_before_more_is_looked_for(monkeypatch):
    """A cube that is found alone waits for no other, in the text of the command line."""
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, "utf-8"))
    seen = []
    step = Stream.__init__

    def begin(self, answer, limits, work, set_status):
        def slowly(answer, run):
            for found in work(answer, run):
                yield found
                seen.append(raw.getvalue().count(b"\n"))

        step(self, answer, limits, slowly, set_status)

    monkeypatch.setattr(Stream, "__init__", begin)
    assert main(["find", "at-most=3", "--limit", "3", "--seed", "1"]) == 0
    assert seen == [1, 2, 3]
