"""Other puzzles on the page: chosen, scrambled, painted, and solved move by move."""

from __future__ import annotations

from pathlib import Path

import pytest
from browsing import needed
from serving import until

from cubecsp import apply
from cubecsp.puzzle.definitions import NAMES

pytestmark = pytest.mark.npm

needed()

PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
SKEWB = "UUUUU RRRRR FFFFF DDDDD LLLLL BBBBB"
MISSING = "UURUU RRRRR FFFFF DDDDD LLLLL BBBBB"
EXCHANGED = "UURUU RRURR FFFFF DDDDD LLLLL BBBBB"

on = pytest.mark.parametrize


def fills(visit):
    """The colours of the stickers by their names."""
    return visit.page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('#puzzle-picture [data-sticker]')]"
        ".map((one) => [one.dataset.sticker, one.getAttribute('fill')]))"
    )


@on("visit", [PHONE], indirect=True)
@on("puzzle", ["pyraminx", "skewb"])
def test_a_scramble_is_solved_move_by_move(visit, puzzle):
    visit.open()
    visit.tap("#tab-puzzle", "#puzzle-palette button")
    visit.page.select_option("#puzzle-name", puzzle)
    visit.page.wait_for_selector(f"#puzzle-picture title:text('{puzzle}')", state="attached")
    solved = fills(visit)
    visit.tap("#puzzle-scramble", "#puzzle-picture svg")
    until(lambda: visit.page.input_value("#puzzle-text") != "")
    until(lambda: fills(visit) != solved)
    scramble = visit.page.input_value("#puzzle-text")
    visit.click("#puzzle-next")
    visit.has("#puzzle-said", "the fewest there are.")
    moves = visit.page.locator("#puzzle-moves button").all_inner_texts()
    (made,) = apply(f"{scramble} {' '.join(moves)}", puzzle=puzzle).cubes
    assert made.stickers == apply("()", puzzle=puzzle).cubes[0].stickers
    visit.click("#puzzle-next")
    visit.has("#puzzle-said", f"1 of {len(moves)}")
    visit.page.locator("#puzzle-moves button").last.click()
    visit.has("#puzzle-said", f"{len(moves)} of {len(moves)}")
    assert fills(visit) == solved


def test_a_painted_puzzle_is_checked(visit):
    visit.open(tab="puzzle", puzzle="skewb", state="")
    visit.has("#puzzle-palette button")
    visit.page.click("[data-sticker=U3]")
    visit.has("#puzzle-said", "Choose a colour first.")
    visit.click("#puzzle-palette [data-brush=R]")
    visit.page.click("[data-sticker=U3]")
    visit.has("#puzzle-said.bad", "One piece is there twice.")
    assert visit.page.input_value("#puzzle-text") == MISSING
    visit.click("#puzzle-palette [data-brush=U]")
    visit.page.click("[data-sticker=R3]")
    visit.has("#puzzle-said.bad", "No moves lead here")
    assert visit.page.input_value("#puzzle-text") == EXCHANGED
    visit.page.fill("#puzzle-text", SKEWB.replace("FFFFF", "FF.FF"))
    visit.page.keyboard.press("Enter")
    visit.has("#puzzle-said", "1 sticker still unknown.")
    visit.page.go_back()
    visit.has("#puzzle-said.bad", "No moves lead here")


@on("visit", [PHONE], indirect=True)
def test_a_finger_paints_a_pyraminx(visit):
    visit.open(tab="puzzle", puzzle="pyraminx", state="")
    visit.tap("#puzzle-palette [data-brush=D]", "#puzzle-palette [data-brush=D][aria-pressed=true]")
    solved = fills(visit)
    visit.page.touchscreen.tap(*visit.middle("[data-sticker=F1]"))
    visit.has("#puzzle-said.bad", "No piece has the colours")
    until(lambda: fills(visit) == solved | {"F1": solved["D1"]})
    assert visit.page.input_value("#puzzle-text").split()[0] == "D" + "F" * 8


def test_a_link_and_back_keep_the_puzzle(visit):
    def there() -> tuple[str, str]:
        return visit.page.input_value("#puzzle-name"), visit.page.input_value("#puzzle-text")

    visit.open(tab="puzzle", puzzle="skewb", state="R U'")
    until(lambda: there() == ("skewb", "R U'"))
    visit.page.select_option("#puzzle-name", "dino_cube")
    until(lambda: there() == ("dino_cube", ""))
    visit.click("#tab-paint")
    visit.has("#verdict")
    for way, expected in (("go_back", "dino_cube"), ("go_back", "skewb"), ("reload", "skewb")):
        getattr(visit.page, way)()
        until(lambda expected=expected: there()[0] == expected)
        visit.page.wait_for_selector("#puzzle-picture svg")
    assert there() == ("skewb", "R U'")
    turned = fills(visit)
    visit.click("#puzzle-solved")
    until(lambda: there() == ("skewb", "") and fills(visit) != turned)


def test_a_scramble_that_would_take_long_is_random_moves(visit):
    visit.open(tab="puzzle", puzzle="redi_cube", state="")
    visit.page.wait_for_selector("#puzzle-palette button")
    asked: list[str] = []
    visit.page.on("request", lambda request: asked.append(request.post_data or ""))
    visit.click("#puzzle-scramble")
    until(lambda: len(visit.page.input_value("#puzzle-text").split()) == 30)
    assert any('"random_moves":30' in one for one in asked)
    held = []
    visit.page.route("**/api/jobs", lambda route: held.append(route))
    visit.page.clock.install()
    visit.click("#puzzle-next")
    visit.has("#puzzle-said", "Looking for moves …")
    visit.page.clock.run_for(10_000)
    visit.has("#puzzle-said", "Looking for moves … (10 s; the first time takes longest)")
    visit.click("#puzzle-stop")
    visit.has("#puzzle-said", "Stopped.")


def test_mistakes_in_moves_are_said(visit):
    visit.open(tab="puzzle", puzzle="clock", state="")
    visit.page.wait_for_selector("#puzzle-picture svg")
    assert visit.page.locator("#puzzle-palette button").count() == 0
    visit.page.fill("#puzzle-text", "UR2+ Q")
    visit.page.keyboard.press("Enter")
    visit.has("#puzzle-said.bad", "Q")


def test_the_page_has_every_puzzle_that_there_is():
    source = (Path(__file__).parents[2] / "web/js/puzzles.js").read_text("utf-8")
    listed = source.partition("PUZZLES = {")[2].partition("};")[0]
    assert {pair.partition(":")[0].strip() for pair in listed.split(",") if ":" in pair} == {*NAMES}
