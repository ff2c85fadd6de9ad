"""Pages, messages, help texts, docstrings and comments use the terms of the glossary: docs/terms.toml says which words they avoid."""

from __future__ import annotations

import re

import pytest
import terms

TERMS = {term["avoid"]: term for term in terms.terms()}


@pytest.fixture(scope="module")
def found():
    return terms.found()


@pytest.mark.slow
@pytest.mark.parametrize("avoid", TERMS)
def test_no_file_uses_a_word_more_often_than_is_listed(found, avoid):
    allowed = terms.left().get(avoid, {})
    more = {f: n for f, n in found.get(avoid, {}).items() if n > allowed.get(f, 0)}
    assert more == {}, f"write {TERMS[avoid]['write']}; if a file was renamed: python {SCRIPT}"


@pytest.mark.slow
def test_the_list_of_what_is_left_shrinks(found):
    assert terms.left() == found, f"some are gone: python {SCRIPT}"


def test_the_list_has_only_terms_of_the_table():
    assert {*terms.left()} <= {*TERMS}


@pytest.mark.parametrize("avoid", TERMS)
def test_each_pattern_finds_what_it_is_for_and_not_what_to_write(avoid):
    term = TERMS[avoid]
    assert terms.uses(term, avoid, avoid)
    assert not terms.uses(term, term["write"], term["write"])


@pytest.mark.parametrize(
    ("text", "avoid", "number"),
    [
        ("No real cube has these.", "real cube", 1),
        ("No `real cube` has these.", "real cube", 0),
        ("Say `--unseen CENTERS`.", "unseen (of orientations), --unseen", 1),
    ],
)
def test_names_in_code_count_only_where_the_table_says_so(text, avoid, number):
    assert terms.uses(TERMS[avoid], text, re.sub("`[^`]*`", "", text)) == number


def test_the_list_cannot_grow_but_files_can_be_renamed():
    before = {"dear": {"a.md": 2}}
    assert terms.grown({"dear": {"b.md": 2}}, before) == []
    assert terms.grown({"dear": {"a.md": 2, "b.md": 1}}, before) == ["dear"]


SCRIPT = terms.named(terms.LEFT.with_name("terms.py"))
