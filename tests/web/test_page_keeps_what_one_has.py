"""The page keeps what one has: the cube, the moves, the times, the chips; and says only what is so."""

from __future__ import annotations

import itertools
from pathlib import Path

import browsing
import numpy as np
import pytest
from browsing import BAD, SCRAMBLED, SOLVED, Visit, needed
from rendered_photos import photo
from scenes import scene
from serving import until

from cubecsp import Cube

pytestmark = pytest.mark.npm

needed()

on = pytest.mark.parametrize

# Present cubes and controls stay


@on("way", ["#take-back", "#undo", "keys", "back"])
def test_painting_in_mid_solution_loses_no_moves(visit, way):
    visit.open(cube=SOLVED, tab="paint", view="net")
    visit.play("R U F2 L")
    visit.click("#forward")
    visit.click("[data-step='2']")
    shown = visit.net()
    visit.sticker("U5").click()  # with the hand, which paints nothing
    visit.paint("U5", "U")  # which is white
    visit.has("#step", "2 of 4")
    visit.paint("U5", "B")
    visit.hides("#player")
    if way == "back":
        visit.page.go_back()
        visit.has("#player")
    elif way == "keys":
        visit.page.keyboard.press("Control+z")
    else:
        visit.click(way)
    visit.has("#step", "2 of 4")
    visit.shows(shown)
    visit.hides("#changed")


def test_undo_survives_a_reload(visit):
    visit.open(cube=SOLVED, tab="paint", view="net")
    visit.play("R U")
    visit.click("#forward")
    visit.paint("F1", "B")
    visit.paint("F2", "B")
    visit.page.reload()
    visit.page.wait_for_selector("#rule-list li", state="attached")
    visit.click("#undo")
    visit.click("#undo")
    visit.has("#step", "1 of 2")
    visit.shows(Cube.from_moves("R").facelets)


SETTINGS = {
    "rules": "every-colour\n-at-most=3",
    "colours": "grey",
    "letters": "1",
}


def settings(visit: Visit) -> tuple[object, ...]:
    chips = visit.page.locator("#chips .chip").evaluate_all(
        "chips => chips.map((chip) => chip.className + chip.dataset.text)"
    )
    return chips, visit.page.input_value("#colours"), visit.page.is_checked("#letters")


def test_a_link_changes_only_what_it_names(visit):
    visit.open(tab="find", cube=SOLVED, **SETTINGS)
    before = settings(visit)
    assert before == (["chip onevery-colour", "chipat-most=3"], "grey", True)
    visit.page.evaluate(f"() => (location.hash = 'cube={BAD}')")
    visit.page.wait_for_function("() => location.hash.includes('grey')")
    visit.shows(BAD)
    assert settings(visit) == before
    visit.page.evaluate("() => (location.hash = 'letters=0&rules=')")
    visit.page.wait_for_function("() => location.hash.includes('grey')")
    assert settings(visit) == ([], "grey", False)
    visit.page.reload()
    visit.page.wait_for_selector("#rule-list li", state="attached")
    assert settings(visit) == ([], "grey", False)
    visit.open(tab="find", cube=BAD)  # anew
    assert visit.page.locator("#chips .chip").count() == 6


def test_back_and_forward_lead_through_what_was_seen(visit):
    def place() -> tuple[str, ...]:
        door = visit.page.locator("#doors [aria-pressed=true]").inner_text()
        step = visit.page.inner_text("#step") if visit.page.is_visible("#player") else ""
        pressed = visit.page.locator("#views [aria-pressed=true]").inner_text()
        return door, visit.net(), step, pressed

    def known(place: tuple[str, ...]) -> tuple[str, ...]:  # all but the number of the step
        door, net, step, pressed = place
        return door, net, step.partition(" of ")[1], pressed

    visit.open(cube=SOLVED, tab="paint")
    visit.paint("U9", "F")
    seen = [place()]
    visit.click("#tab-find")
    seen.append(place())
    visit.click("#chips [data-text=every-colour] .toggle")
    visit.click("#search")
    visit.has("#answers li:nth-child(2)", "moves")
    for number in (1, 2):
        visit.click(f"#answers li:nth-child({number}) button")
        visit.has("#player")
        seen.append(place())
    visit.click("#view-net")
    seen.append(place())
    visit.click("#tab-paint")
    seen.append(place())
    visit.play("R U")
    visit.has("#step", "0 of 2")
    seen.append(place())
    visit.click("#settings summary")
    visit.page.select_option("#size", "2")
    seen.append(place())
    for step, way in itertools.chain(
        ((step, visit.page.go_back) for step in reversed(seen[:-1])),
        ((step, visit.page.go_forward) for step in seen[1:]),
    ):
        way()
        until(lambda step=step: known(place()) == known(step))
        chip = visit.page.get_attribute("#chips [data-text=every-colour]", "class")
        assert chip == "chip on"  # what was chosen meanwhile stays


# While the server is away


def test_what_the_server_said_is_withdrawn_while_it_is_slow_or_away(visit):
    visit.open(rules="solved=F2L\nsolved=edges", cube=SOLVED, tab="paint")
    counted = "() => document.querySelector('#count').textContent.includes('in all.')"
    visit.page.wait_for_function(counted)
    visit.has("#verdict", "It is solved.")
    held = []
    visit.page.route("**/api/check", lambda route: held.append(route))
    visit.paint("U9", "F")
    visit.has("#verdict", "Checking …")
    visit.offline(True)
    visit.page.unroute("**/api/check")
    visit.sticker("U8").click()
    visit.has("#lost", "The server does not answer.")
    visit.has("#verdict", "Not checked: the server does not answer.")
    visit.page.locator("#ways li").first.wait_for(state="detached")
    visit.click("#tab-find")
    visit.has("#count", "…")
    visit.offline(False)
    visit.has("#verdict.bad")
    visit.page.wait_for_function(counted)
    visit.hides("#lost")


@on("left", ["solving", "searching"])
def test_the_banner_goes_by_itself_though_the_question_was_given_up(visit, left):
    visit.open(tab={"solving": "paint", "searching": "find"}[left], cube=SCRAMBLED)
    visit.has("#verdict", "Can be solved, 7 moves.")
    visit.click("#next")
    visit.page.wait_for_function("() => document.querySelector('#count').innerText !== '…'")
    visit.offline(True)
    start, stop = {
        "solving": ("[data-method=thistlethwaite]", "#solve-stop"),
        "searching": ("#search", "#stop"),
    }[left]
    visit.click(start)
    visit.has("#lost", "The server does not answer.")
    visit.click(stop)
    visit.offline(False)
    visit.hides("#lost")
    visit.has("#verdict", "Can be solved")


def test_moves_for_a_cube_that_is_gone_do_not_come(visit):
    visit.open(tab="paint", cube=SCRAMBLED)
    visit.has("#verdict", "Can be solved, 7 moves.")
    visit.click("#next")
    held = []
    visit.page.route("**/api/jobs", lambda route: held.append(route))
    visit.click("[data-method=thistlethwaite]")
    visit.page.wait_for_function("() => !document.querySelector('#solve-stop').hidden")
    visit.click("#make-solved")
    visit.page.locator("#solve-stop").wait_for(state="hidden")
    visit.losses = True
    for route in held:
        route.abort()
    assert visit.page.is_hidden("#player")
    assert visit.page.inner_text("#solution") in ("", "Stopped.")


def test_cubes_of_other_rules_are_said_to_be_that(visit):
    visit.open(tab="find", rules="solved=F2L\nsolved=edges\n-solved=corners")
    visit.more()
    visit.click("#search")
    visit.has("#found", "There are no others.")
    assert visit.page.is_hidden("#found-before")
    visit.click("#chips [data-text='solved=corners'] .toggle")
    visit.has("#found-before", "as they were when you asked")
    visit.click("#chips [data-text='solved=corners'] .toggle")
    visit.hides("#found-before")


def test_a_reload_in_mid_search_keeps_the_chips(visit):
    visit.open(tab="find", rules="every-colour")
    visit.click("#search")
    visit.has("#answers li")
    visit.page.reload()
    visit.page.wait_for_selector("#rule-list li", state="attached")
    assert visit.has("#chips .on") == "every face shows all six colours\n×"
    visit.has("#count", "cubes")


# Photos


def photos(folder: Path) -> tuple[list[str], str]:
    """Render a photo of each face of a cube, and return their names, shuffled, and the colours of the cube."""
    cv2 = pytest.importorskip("cv2")
    rng = np.random.default_rng(1)
    one = scene(3, rng, noise=2, light=0.08)
    names = [str(folder / f"{number}.png") for number in range(6)]
    for name, face in zip(names, one.rgb.reshape(6, -1, 3), strict=True):
        cv2.imwrite(name, photo(face, rng))
    return rng.permutation(names).tolist(), "".join("URFDLB"[colour] for colour in one.colours)


def test_six_photos_in_any_order_are_a_cube(visit, tmp_path):
    names, colours = photos(tmp_path)
    visit.open()
    visit.click("[data-go=photo]")
    visit.page.set_input_files("#photos", [*names[:2], __file__])
    visit.has("#photos-said", "This file is not a picture.")
    visit.page.set_input_files("#photos", names[2:])
    visit.has("#photos-said", "Read; no sticker is in doubt.")
    visit.has("#verdict", "Can be solved")
    visit.shows(colours)


def test_a_face_that_is_shown_twice_is_named(visit, tmp_path):
    names, colours = photos(tmp_path)
    visit.open(tab="paint")
    visit.page.set_input_files("#photos", [*names[:5], names[1]])
    visit.has("#photos-said", "Photos 2 and 6 show the same face.")
    visit.click("#faces button:nth-child(6)")
    visit.page.set_input_files("#photos", names[5])
    visit.has("#photos-said", "Read; no sticker is in doubt.")
    visit.shows(colours)


def test_a_doubtful_sticker_is_asked_for(visit, tmp_path):
    names, _ = photos(tmp_path)
    asked = []

    def doubt(route):
        asked.append(route.request.post_data_json)
        ask = {"sticker": "F3", "colour": "R", "others": {"O": 0.2}}
        cube = {"facelets": SCRAMBLED}
        sure = len(asked) > 1
        route.fulfill(json={"cubes": [cube], **({} if sure else {"ask": ask})})

    visit.page.route("**/api/recognise", doubt)
    visit.open(tab="paint")
    visit.page.set_input_files("#photos", names)
    said = visit.has("#photos-said", "in doubt. Look at")
    assert said == "One sticker is in doubt. Look at front, top right: which colour is it?"
    assert visit.sticker("F3").get_attribute("aria-label").endswith("something is wrong here")
    visit.click("#doubt :text('orange')")
    visit.has("#photos-said", "Read; no sticker is in doubt.")
    assert asked[1]["confirm"] == ["F3=O"]


def test_a_live_camera_shows_a_face(server, playwright, tmp_path):
    cv2 = pytest.importorskip("cv2")
    names, _ = photos(tmp_path)
    picture = cv2.imencode(".jpg", cv2.resize(cv2.imread(names[0]), (640, 480)))[1].tobytes()
    (tmp_path / "face.mjpeg").write_bytes(20 * picture)
    with browsing.browser(playwright, filmed=tmp_path / "face.mjpeg") as found:
        visit = Visit(found.new_page(), server.url)
        visit.open(tab="paint")
        visit.click("#camera")
        visit.page.wait_for_function("() => document.querySelector('#video').videoWidth > 9")
        visit.click("#shoot")
        visit.has("#photos-said", "1 of 6 faces.")
        visit.click("#camera")
        visit.hides("#viewfinder")
        assert not visit.faults
