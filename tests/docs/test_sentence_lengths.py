"""Sentences of the pages can be read in one breath."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
MOST = 40  # words

_BLOCK = re.compile(r"^( *)```.*?^\1```|<!--.*?-->", re.DOTALL | re.MULTILINE)
_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*|#>]|\d+\.))")
_END = re.compile(r"(?<=[.?!;:])[\"”)*_]*\s")


def sentences(text):
    """Yield the sentences of a page; code counts as a word, and tables do not count."""
    text = re.sub(r"`[^`\n]*`", "code", _BLOCK.sub("", text))
    text = re.sub(r"\]\([^)]*\)|\]\[[^]]*\]", "]", text)
    for paragraph in _PARAGRAPH.split(text):
        if not paragraph.lstrip().startswith("|"):
            yield from _END.split(paragraph)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_no_sentence_is_too_long(page):
    long = [one for one in sentences(page.read_text("utf-8")) if len(one.split()) > MOST]
    assert long == []


def test_sentences_are_split_at_their_ends():
    page = "One `a b`, [two](three). Four:\n\n| no | sentence |\n```\nno code\n```\n- five"
    assert [*sentences(page)] == ["One code, [two].", "Four:", "- five"]
