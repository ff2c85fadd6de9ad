"""The page keeps what one has: the cube, the moves, the times, the chips; and says only what is so."""

from __future__ import annotations

import itertools

import browsing
import pytest
from browsing import SOLVED, Visit, needed

from cubecsp import Cube

pytestmark = pytest.mark.npm

needed()
server, playwright, chromium, visit = (
    browsing.server,
    browsing.playwright,
    browsing.chromium,
    browsing.visit,
)

BAD = SOLVED[:8] + "FR" + SOLVED[10:]
SCRAMBLED = Cube.from_moves("R U F2 D' L B2 U'").facelets
on = pytest.mark.parametrize

# Present cubes and controls stay


@on("way", ["#resume", "#undo", "back"])
def test_painting_in_mid_solution_loses_no_moves(visit, way):
    visit.open(tab="solve", cube=SOLVED)
    visit.page.fill("#moves-text", "R U F2 L")
    visit.click("#moves-form button")
    visit.click("#forward")
    visit.click("[data-step='2']")
    shown = visit.net()
    visit.sticker("U5").click()  # the colours are under Paint
    assert visit.has("#elsewhere") == "Stickers are painted under Paint."
    visit.click("#tab-paint")
    visit.click("[data-brush=U]")
    visit.sticker("U5").click()  # which is white
    assert visit.has("#step") == "2 of 4"
    visit.click("[data-brush=B]")
    visit.sticker("U5").click()
    if way == "#resume":
        visit.sticker("U1").click()
    assert visit.page.is_hidden("#player")
    if way == "back":
        visit.page.go_back()
        visit.has("#player")
    else:
        visit.click(way)
    assert visit.has("#step") == "2 of 4"
    assert visit.net() == shown
    assert visit.page.is_hidden("#ended")


SETTINGS = {
    "rules": "every-colour\n-at-most=3",
    "colours": "grey",
    "letters": "1",
    "method": "thistlethwaite",
}


def settings(visit: Visit) -> tuple[object, ...]:
    chips = visit.page.locator("#chips .chip").evaluate_all(
        "chips => chips.map((chip) => chip.className + chip.dataset.text)"
    )
    method = visit.page.get_attribute("[data-method=thistlethwaite]", "aria-checked")
    return chips, visit.page.input_value("#colours"), visit.page.is_checked("#letters"), method


def test_a_link_changes_only_what_it_names(visit):
    visit.open(tab="find", cube=SOLVED, **SETTINGS)
    before = settings(visit)
    assert before == (["chip onevery-colour", "chipat-most=3"], "grey", True, "true")
    visit.page.evaluate(f"() => (location.hash = 'cube={BAD}')")
    visit.page.wait_for_function("() => location.hash.includes('grey')")
    assert visit.net() == BAD
    assert settings(visit) == before
    visit.page.evaluate("() => (location.hash = 'letters=0&rules=')")
    visit.page.wait_for_function("() => location.hash.includes('grey')")
    assert settings(visit) == ([], "grey", False, "true")
    visit.page.reload()
    visit.page.wait_for_selector("#rule-list li", state="attached")
    assert settings(visit) == ([], "grey", False, "true")
    visit.open(tab="find", cube=BAD)  # anew
    assert visit.page.locator("#chips .chip").count() == 6


def test_back_and_forward_lead_through_what_was_seen(visit):
    def place() -> tuple[object, ...]:
        tabs = visit.page.locator("[role=tab][aria-selected=true]").inner_text()
        step = visit.page.inner_text("#step") if visit.page.is_visible("#player") else ""
        pressed = visit.page.locator(".bar [aria-pressed=true]").inner_text()
        return tabs, visit.net(), step, pressed

    visit.open()
    visit.click("[data-brush=F]")
    visit.sticker("U9").click()
    seen = [place()]
    visit.click("#tab-find")
    seen.append(place())
    visit.click("#chips [data-text=every-colour] .toggle")
    visit.option("limit", "2")
    visit.click("#search")
    visit.has("#answers li:nth-child(2)", "moves")
    for number in (1, 2):
        visit.click(f"#answers li:nth-child({number}) button")
        visit.has("#player")
        seen.append(place())
    visit.click("#tab-solve")
    visit.page.fill("#moves-text", "R U")
    seen.append(place())
    visit.click("#moves-form button")
    visit.has("#step", "0 of 2")
    seen.append(place())
    visit.click("#tab-paint")
    seen.append(place())
    visit.page.select_option("#size", "2")
    seen.append(place())
    for step, way in itertools.chain(
        ((step, visit.page.go_back) for step in reversed(seen[:-1])),
        ((step, visit.page.go_forward) for step in seen[1:]),
    ):
        way()
        visit.page.wait_for_function(
            "tab => document.querySelector('[role=tab][aria-selected=true]').innerText === tab",
            arg=step[0],
        )
        shown = place()
        assert (shown[0], shown[1], shown[3]) == (step[0], step[1], step[3])
        assert shown[2].partition(" of ")[1] == step[2].partition(" of ")[1]
        chip = visit.page.get_attribute("#chips [data-text=every-colour]", "class")
        assert chip == "chip on"  # what was chosen meanwhile stays


# While the server is away


def test_what_the_server_said_is_withdrawn_while_it_is_slow_or_away(visit):
    visit.open(rules="solved=F2L\nsolved=edges")
    counted = "() => document.querySelector('#count').textContent.includes('in all.')"
    visit.page.wait_for_function(counted)
    visit.has("#verdict", "A solvable cube.")
    held = []
    visit.page.route("**/api/check", lambda route: held.append(route))
    visit.click("[data-brush=F]")
    visit.sticker("U9").click()
    assert visit.page.inner_text("#verdict") == "Checking …"
    visit.offline(True)
    visit.page.unroute("**/api/check")
    visit.sticker("U8").click()
    visit.has("#lost", "The server does not answer.")
    assert visit.page.inner_text("#verdict") == "Not checked: the server does not answer."
    assert visit.page.inner_text("#diagnosis") == "Not checked: the server does not answer."
    visit.click("#tab-find")
    assert visit.page.inner_text("#count") == "Not counted: the server does not answer."
    visit.offline(False)
    visit.has("#verdict", "Not a solvable cube")
    visit.page.wait_for_function(counted)
    visit.page.locator("#lost").wait_for(state="hidden")


@on("left", ["solving", "searching"])
def test_the_banner_goes_by_itself_though_the_question_was_given_up(visit, left):
    visit.open(tab={"solving": "solve", "searching": "find"}[left])
    visit.has("#verdict", "A solvable cube.")
    visit.page.wait_for_function("() => document.querySelector('#count').innerText !== '…'")
    visit.offline(True)
    start, stop = {
        "solving": ("#solve-it", "#solve-stop"),
        "searching": ("#search", "#stop"),
    }[left]
    visit.click(start)
    visit.has("#lost", "The server does not answer.")
    visit.click(stop)
    visit.offline(False)
    visit.page.locator("#lost").wait_for(state="hidden")
    visit.has("#verdict", "A solvable cube.")


def test_moves_for_a_cube_that_is_gone_do_not_come(visit):
    visit.open(tab="solve", cube=SCRAMBLED)
    visit.has("#verdict", "A solvable cube.")
    held = []
    visit.page.route("**/api/jobs", lambda route: held.append(route))
    visit.click("#solve-it")
    visit.page.wait_for_function("() => !document.querySelector('#solve-stop').hidden")
    visit.click("#tab-paint")
    visit.click("#make-solved")
    visit.page.locator("#solve-stop").wait_for(state="hidden")
    visit.losses = True
    for route in held:
        route.abort()
    assert visit.page.is_hidden("#player")
    assert visit.page.inner_text("#solution") in ("", "Stopped.")


def test_cubes_of_other_rules_are_said_to_be_that(visit):
    visit.open(tab="find", rules="solved=F2L\nsolved=edges\n-solved=corners")
    visit.option("limit", "500")
    visit.click("#search")
    visit.has("#found", "There are no others.")
    assert visit.page.is_hidden("#found-before")
    visit.click("#chips [data-text='solved=corners'] .toggle")
    visit.has("#found-before", "as they were when you asked")
    visit.click("#chips [data-text='solved=corners'] .toggle")
    assert visit.page.is_hidden("#found-before")


def test_a_reload_in_mid_search_keeps_the_chips(visit):
    visit.open(tab="find", rules="every-colour")
    visit.click("#search")
    visit.has("#answers li")
    visit.page.reload()
    visit.page.wait_for_selector("#rule-list li", state="attached")
    assert visit.has("#chips .on") == "every-colour\n×"
    visit.has("#count", "cubes")


def test_3d_does_not_blame_the_build_for_a_server_that_is_away(visit):
    visit.page.add_init_script("HTMLCanvasElement.prototype.getContext = () => ({})")
    visit.open()
    visit.has("#verdict", "A solvable cube.")
    visit.offline(True)
    visit.click("#view-solid")
    assert "server does not answer" in visit.has("#solid-note")
