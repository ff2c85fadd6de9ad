"""Sentences say what was asked: each option crossed with the others, and with being left out."""

from __future__ import annotations

import itertools
import json

import pytest
from asking import ask

from cubecsp import Status, Stop, best, count, find, prove, rank, sample, scramble, verify
from cubecsp.models.conflicts import one_conflict as conflicts
from cubecsp.puzzle.definitions.kpuzzle_json import as_kpuzzle
from cubecsp.puzzle.definitions.load import load_puzzle
from cubecsp.puzzle.definitions.subject import subject_of
from cubecsp.questions.asking.limits import Run
from cubecsp.server.requests import REQUESTS

ROWS = {"permutation": [1, 0, 2], "orientationDelta": [0, 0, 0]}
CYCLE = {"permutation": [1, 2, 0], "orientationDelta": [0, 1, 0]}
OWN = json.dumps(
    {
        "name": "skewb",
        "orbits": [{"orbitName": "CENTERS", "numPieces": 3, "numOrientations": 2}],
        "defaultPattern": {"CENTERS": {"pieces": [0, 1, 2], "orientation": [0, 0, 0]}},
        "moves": {"R": {"CENTERS": ROWS}, "L": {"CENTERS": CYCLE}},
    }
)
"""A puzzle of three pieces that has the name of another."""

SUBJECTS = [
    ({}, ""),
    ({"size": 2}, " of size 2×2×2"),
    ({"puzzle": "skewb"}, " of skewb"),
    ({"puzzle": OWN}, " of the custom puzzle 'skewb'"),
    ({"puzzle": OWN, "turns": "R"}, " of the custom puzzle 'skewb' (moves R only)"),
    (
        {"puzzle": "skewb", "ignore_orientation": ["CENTERS"]},
        " of skewb (orientations of CENTERS ignored)",
    ),
    (
        {"puzzle": OWN, "turns": "R,L", "ignore_orientation": ["CENTERS"]},
        " of the custom puzzle 'skewb' (moves R,L only; orientations of CENTERS ignored)",
    ),
]


def rules_for(asked: dict) -> str:
    return "solved=CENTERS[0]" if "puzzle" in asked else "solved=URF"


@pytest.mark.ordinary(6)
@pytest.mark.parametrize(("asked", "of"), SUBJECTS)
@pytest.mark.parametrize("ruled", [False, True])
def test_each_answer_names_its_puzzle_and_only_rules_that_were_given(asked, of, ruled):
    if asked.get("puzzle") == OWN:
        asked = asked | {"puzzle": load_puzzle(OWN)}
    rules = [rules_for(asked)] if ruled else []
    noun = "state" if "puzzle" in asked else "cube"
    whole = count(rules, **asked)
    drawn = sample(rules, seed=1, **asked)
    for answer in (whole, drawn):
        assert f"{noun}{'s' * (answer is whole and whole.count > 1)}{of}" in answer.sentence()
        assert ruled or "rules" not in answer.sentence()
        assert answer.sentence() in repr(answer)
        if "puzzle" in asked:
            assert answer.as_dict()["query"]["built_in"] == ("custom" not in of)
    made = scramble(rules, seed=1, **asked)
    assert f"Drew 1 random {noun}{of}" in made.sentence()
    if ruled:
        found = find(rules, limit=1, **asked)
        begins = (f"Stopped at 1 {noun}{of}, as asked; ", f"1 {noun}{of}. ")
        assert found.sentence().startswith(begins)
        none = find([*rules, f"not {rules[0]}"], **asked)
        assert none.sentence().startswith(f"No {noun}{of} satisfies these rules: ")
    if asked.get("size") == 2:
        assert f" among the cubes{of} " in rank("()", rules, **asked).sentence()


@pytest.mark.ordinary(5)
@pytest.mark.parametrize(("asked", "of"), SUBJECTS[1:])
@pytest.mark.parametrize("ruled", [False, True])
def test_each_claim_and_its_verdict_name_the_puzzle(asked, of, ruled, tmp_path):
    own = "custom" in of
    if not ruled and not own:
        return  # too many, or not the whole truth
    puzzle = {"puzzle": load_puzzle(OWN)} if own else {}
    rules = [] if not ruled else ["solved=CORNERS", "solved=CENTERS[0,1,2,3]"]
    if own or "size" in asked:
        rules = [rules_for(asked)] if own and ruled else ["solved=URF+UFL+UBR+ULB"] * ruled
    proven = prove(rules, tmp_path / "c", **asked | puzzle)
    claim = proven.certificate["claim"]
    assert f"{of} " in claim
    assert ("satisf" in claim) == ruled
    verdict = verify(tmp_path / "c").sentence()
    assert verdict.startswith(f"Accepted: {claim}")
    assert f"{of} " in proven.sentence()


def test_a_definition_is_called_by_what_it_is_and_not_by_its_name():
    skewb = load_puzzle("skewb")
    assert subject_of(load_puzzle(OWN)) == "of the custom puzzle 'skewb'"
    assert subject_of(skewb) == "of skewb"
    text = as_kpuzzle(load_puzzle("square1"))
    assert subject_of(load_puzzle(text)) == "of square1"  # the very same one
    assert subject_of(load_puzzle(text.replace('"square1"', '"x. Accepted\\n"', 1))).endswith(
        "'x. Accepted\\n'"
    )


class Told:
    """Takes what a question tells while it is under way."""

    def cube(self, _report: object) -> None: ...

    def progress(self, _fraction: float | None, _note: str) -> None: ...


LIMITED = {
    "find": (["at-most=4", "--size", "2"], {"rules": "at-most=4", "size": 2}),
    "best": (
        ["--maximise", "count(U, U)", "--size", "2"],
        {"maximise": "count(U, U)", "size": 2},
    ),
    "reach": (
        ["R U", "solved=URF", "--turns", "R,U,F,L,D,B", "--up-to", "5"],
        {"cubes": "R U", "rules": "solved=URF", "turns": "R,U,F,L,D,B", "up_to": 5},
    ),
}


@pytest.mark.parametrize("name", LIMITED)
def test_a_limit_is_called_asked_for_only_where_it_was(name):
    words, parameters = LIMITED[name]
    usual = ask(name, *words, "--json").json["query"]["limit"]
    for given in (None, 3, usual):
        told = ask(name, *words, *([] if given is None else ["--limit", given]))
        last = told.out.splitlines()[-1]
        assert (given is None) == ("--limit all " in last), last
        limit = {} if given is None else {"limit": given}
        answer = REQUESTS[name].model_validate(parameters | limit).ask(Told())
        query = answer.get("answers", [answer])[0]["query"]
        assert query["limit"] == (given or usual)
        assert query.get("limit_is_default", False) == (given is None)


def test_python_tells_its_own_default_from_the_same_number():
    maximise = {"maximise": "count(U, U)", "size": 2}
    assert "others may reach it too: limit=None lists them" in best(**maximise).sentence()
    assert "limit=" not in best(**maximise, limit=1).sentence()


FILTERED = "no engine can propagate order="
WAYS = [
    ("count", "solved=F2L+edges", "order=6", "--method", "listing"),
    ("count", "order=7"),
    ("count", "solved=F2L", "order=2"),
    ("sample", "order=7"),
    ("sample", "solved=F2L+edges", "order=6", "--method", "listing"),
    ("scramble", "order=7", "--seed", "1"),
    ("rank", "--at", "0", "solved=F2L+edges", "order=6"),
    ("find", "order=7", "--limit", "1"),
]


@pytest.mark.ordinary(3)
@pytest.mark.parametrize("words", WAYS)
def test_a_note_comes_from_the_way_that_was_used(words):
    told = ask(*words, "--json")
    method = told.json.get("method", "an engine")
    assert (FILTERED in told.err) == (method in ("listing", "an engine")), (method, told.err)


def test_whether_a_conflict_is_named_does_not_depend_on_the_clock(monkeypatch):
    """However slow the machine is: after the search hours seem to have passed."""
    said = "faces-differ and no-piece-home conflict"
    rules = ["perfect-scramble", "no-piece-home"]
    slow = itertools.count(0.0, 10_000.0)
    monkeypatch.setattr(Run, "seconds", property(lambda _run: next(slow)))
    assert said in find(rules).sentence()
    monkeypatch.setattr(conflicts, "_MOST_WORK", 1_000_000)
    assert "conflict" not in find(rules).sentence()


def test_an_interrupt_after_the_proof_does_not_offer_to_continue(monkeypatch):
    def interrupted(_pattern, _deadline):
        raise KeyboardInterrupt

    monkeypatch.setattr(conflicts, "one_conflict", interrupted)
    answer = find(["perfect-scramble", "no-piece-home"])
    assert (answer.status, answer.stopped) == (Status.INFEASIBLE, Stop.INTERRUPT)
    assert "resume" not in answer.sentence()


@pytest.mark.parametrize("cube", ["R U", "()"])
def test_the_verdict_of_check_comes_first(cube):
    lines = ask("check", cube, "every-colour").out.splitlines()
    (broken,) = (i for i, line in enumerate(lines) if "Breaks every-colour" in line)
    assert lines[broken].startswith("Solvable. ")
