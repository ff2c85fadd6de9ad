"""No name that only programs and commands know is on the page, nor in what it is answered."""

from __future__ import annotations

import re

import pytest
from browsing import SOLVED, needed

from cubecsp.formats import FORMATS
from cubecsp.questions.asking.parameter import parameters
from cubecsp.server.requests import REQUESTS

pytestmark = pytest.mark.npm

needed()

NAMES = {
    *REQUESTS,
    *FORMATS,
    *(name for model in REQUESTS.values() for name in parameters(model.query)),
}
STRANGE = {name for name in NAMES if re.search("[_-]", name)} | {"facelets", "kpattern"}
"""Names that are no words of people at all; others are only wrong as names: quoted, or after a hyphen."""

WORDS = re.compile(
    "|".join(
        [
            *(rf"\b{re.escape(name)}\b" for name in STRANGE),
            r"--\w",
            "`",
            *(rf"[\"(]{re.escape(name)}[\")]|\bas {re.escape(name)}\)" for name in NAMES),
        ]
    )
)

TEXTS = """() => [document.body, ...document.querySelectorAll("[aria-label], [title], [placeholder]")].flatMap((one, i) =>
  i ? ["aria-label", "title", "placeholder"].filter((name) => !one.closest("#chips, svg")).map((name) => one.getAttribute(name)) : [one.innerText])"""
"""All texts of the page, what is hidden too; titles of wishes have them in the language of rules."""

BAD_TEXTS = [
    *("hello", "suprflip", "twister", "bad text", "my cube is white on top", "R U Q", "[R, Q]"),
    *("white red blue", "🟥🟥🟥", "https://example.com/x", '{"a": 1}', '{"CORNERS"', "FW2", "<R, U>"),
    *("W" * 45, "U" * 53 + "X", SOLVED[:-1], "PLL", "1 2 3 4", "fd=uux", "alg=R&stage=pll", "(UF,UD)"),
]  # fmt: skip


def strange(visit) -> list[str]:
    """What is on the page and in the list."""
    texts = visit.page.evaluate(TEXTS)
    code = visit.page.locator("#rule-list code").all_inner_texts()
    return [
        (found[0], text[max(0, found.start() - 40) : found.end() + 40])
        for text in texts
        if text
        for found in WORDS.finditer(text)
        if not any(found[0] in line for line in code)
    ]


def test_no_name_of_programs_is_on_the_page(visit):
    visit.open(cube=SOLVED)
    for tab in ("paint", "find", "puzzle"):
        visit.open(cube=SOLVED, tab=tab)
        visit.page.evaluate(
            "() => document.querySelectorAll('details').forEach((one) => one.open = true)"
        )
        assert not strange(visit), tab


def test_texts_that_cannot_be_read_are_answered_in_words(visit):
    visit.open(cube=SOLVED, tab="paint")
    for text in BAD_TEXTS:
        visit.page.locator("#text-said").evaluate("one => one.textContent = ''")
        visit.page.fill("#text", text)
        visit.click("#read")
        said = visit.has("#text-said:not(:empty)")
        assert not WORDS.search(said.replace(text, "")), said
    for text in ("hello", "[R, Q", "4Rw", SOLVED):
        visit.page.locator("#text-said").evaluate("one => one.textContent = ''")
        visit.page.fill("#text", text)
        visit.click("#play-moves")
        said = visit.has("#text-said:not(:empty)")
        assert not WORDS.search(said.replace(text, "")), said


def test_a_text_that_is_nothing_is_told_what_would_be(visit):
    visit.open(cube=SOLVED, tab="paint")
    visit.page.fill("#text", "my cube is white on top")
    visit.click("#read")
    said = visit.has("#text-said", "no known format")
    assert "if it is moves, 'm' is not a move (character 1)" in said
    assert all(way in said for way in ("letters", "unfolded net", "moves such as", "link"))
    visit.page.fill("#text", "suprflip")
    visit.click("#read")
    visit.has("#text-said", "did you mean superflip?")
