"""What messages quote: a piece of the text around the place, and nothing that a terminal obeys."""

from __future__ import annotations

import ast
import difflib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubecsp.errors import CubecspError, InputError, LimitError, excerpt, in_one_sentence, visible
from cubecsp.suggestions import alternatives, nearest, suggestion

pytestmark = pytest.mark.quick


@given(st.integers(0, 130), st.integers(0, 130), st.integers(1, 60))
def test_an_excerpt_is_the_text_around_the_place(length, position, width):
    text = "".join(chr(0x4E00 + i) for i in range(length))  # all different
    position = min(position, max(length - 1, 0))
    shown = excerpt(text, position, width)
    before, after = shown.startswith("…"), shown.endswith("…")
    piece = ast.literal_eval(shown.strip("…"))
    start = text.index(piece)
    assert len(piece) == min(length, width)
    assert before == (start > 0)
    assert after == (start + width < length)
    if text:
        assert text[position] in piece
    # The place is in the middle, except in texts that begin or end there.
    assert start in (0, length - width, position - width // 2)
    assert start == 0 or start <= position - width // 2


def test_excerpts_are_of_forty_characters_from_the_beginning():
    assert excerpt("x" * 40) == repr("x" * 40)
    assert excerpt("x" * 41) == repr("x" * 40) + "…"
    assert excerpt("") == "''"


@given(st.text(), st.text())
def test_what_is_quoted_can_be_printed_and_distinguished(problem, remedy):
    assert visible(problem).isprintable()
    assert visible(problem) == "".join(c if c.isprintable() else repr(c)[1:-1] for c in problem)
    for error in (
        InputError(problem, remedy, text=problem, position=0),
        LimitError(problem, remedy),
    ):
        assert error.problem == visible(problem)
        assert error.remedy == visible(remedy)
        assert str(error) == visible(in_one_sentence(problem, remedy))
    assert str(CubecspError(problem)) == visible(problem)


@given(st.text(max_size=8), st.lists(st.text("abcde", min_size=1), unique=True, max_size=40))
def test_a_few_names_are_told_and_of_many_the_nearest(name, known):
    told = suggestion(name, known, "cubecsp about")
    assert ("`cubecsp about` lists all" in told) == (len(known) > 24)
    few = "there are none" if not known else f"expected {alternatives(known)}"
    assert told == few or f"? ({', '.join(known)})" in told or "`cubecsp about` lists " in told
    for near in difflib.get_close_matches(name, known):
        assert near in told.partition("?")[0]


def test_the_nearest_name_is_the_first():
    known = [f"a-name-{i}" for i in range(100)] + ["checkerboard"]
    assert suggestion("chekerboard", known, "x").startswith("did you mean checkerboard? `x`")
    assert suggestion("CHECKERBOARD", known, "x").startswith("did you mean checkerboard? `x`")
    assert nearest("URf", ["urF", "URF"]) == ["URF"]
    assert nearest("ABCDE", ["abcde", "Abcde"]) == ["Abcde"]
    assert suggestion("q", known, "x") == "`x` lists all of them"
    assert suggestion("q", known) == f"expected {', '.join(known[:-1])} or checkerboard"


@pytest.mark.parametrize("position", [None, 0, 3])
def test_an_error_keeps_the_text_as_it_was(position):
    error = InputError("a", "b", text="\x1b[0m", position=position)
    assert (error.text, error.position) == ("\x1b[0m", position)
    assert isinstance(error, ValueError)
