"""States of puzzles that are not cubes, however they are given: all forms mean the same, and others are refused."""

from __future__ import annotations

import json

import pytest

from cubecsp import Cube, Facelets, InputError, Moves, describe
from cubecsp.puzzle.definitions.load import load_puzzle, read_state
from cubecsp.puzzle.definitions.partial import PartialState
from cubecsp.questions.asking.reader import StateReader

SKEWB = load_puzzle("skewb")
STATE = read_state("R U", SKEWB)
WRITTEN = str(STATE)
FORMS = {
    "object": STATE,
    "moves": "R U",
    "bytes": b"R U",
    "pattern": WRITTEN,
    "pattern on lines": f"\n {json.dumps(json.loads(WRITTEN), indent=1)}",
    "mapping": json.loads(WRITTEN),
    "what is known of it": PartialState.of(STATE),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_every_form_is_the_same_state(form):
    partial = StateReader(SKEWB, in_part=True).state_of(form)
    assert isinstance(partial, PartialState)
    assert partial == PartialState.of(STATE)
    if not isinstance(form, PartialState):
        assert StateReader(SKEWB).state_of(form) == STATE
        assert describe(form, puzzle="skewb").cubes[0].cube == STATE


def test_what_is_not_known_stays_open():
    known = json.loads(WRITTEN)
    known["CORNERS"]["pieces"][0] = None
    open_ = StateReader(SKEWB, in_part=True).state_of(known)
    assert isinstance(open_, PartialState)
    assert [
        new != old for new, old in zip(open_.slots, PartialState.of(STATE).slots, strict=True)
    ] == [slot == 0 for slot in range(len(open_.slots))]
    with pytest.raises(InputError):
        StateReader(SKEWB).state_of(known)


@pytest.mark.parametrize("in_part", [False, True])
@pytest.mark.parametrize("wrong", [Cube(), Moves("R U"), Facelets(Cube().facelets), 5, None, SKEWB])
def test_what_is_no_state_of_the_puzzle_is_refused(wrong, in_part):
    """Moves of a cube are turns of other things; those of the puzzle are a text."""
    with pytest.raises(InputError, match="is not a state of skewb"):
        StateReader(SKEWB, in_part=in_part).state_of(wrong)


def test_a_state_of_another_puzzle_is_refused():
    other = read_state("R", load_puzzle("pyraminx"))
    with pytest.raises(InputError, match="has no key 'EDGES'"):
        StateReader(SKEWB).state_of(other)
    with pytest.raises(InputError, match="is a cube, not a state of skewb"):
        StateReader(SKEWB).read_answer(Cube().facelets, None)
