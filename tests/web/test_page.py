"""The page in a real browser: painted, asked, played, lost and found again."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from browsing import BAD, PERFECT, PICTURES, SCRAMBLED, SOLVED, Visit, difference, needed, taken
from serving import served, until

from cubecsp import Cube, check, solve, verify
from cubecsp.puzzle.cube.cubes import cube_class

pytestmark = pytest.mark.npm

needed()

ROOT = Path(__file__).parents[2]
AXE = next((ROOT / "build").glob("axe/node_modules/axe-core/axe.min.js"), None)
MOST_BYTES = 200_000
NUMBER = "(selector) => document.querySelectorAll(selector).length"


def test_the_first_screen_is_a_perfect_scramble_that_turns_and_two_doors(visit):
    visit.open()
    first = visit.space()
    visit.has("#one-of", "one of 48 among 43,252,003,274,489,856,000")
    visit.has("#verdict", "Can be solved, ")
    assert not check(visit.net(), "perfect-scramble")[0].violations
    assert visit.space() != first or visit.page.locator("#solid .facet").count() > 27  # it turns
    visit.click("[data-wish=every-colour]")
    assert visit.has("#chips .on") == "every face shows all six colours\n×"
    visit.page.go_back()
    visit.click("[data-go=paste]")
    assert visit.page.evaluate("() => document.activeElement.id") == "text"


def test_an_invalid_cube_is_painted_and_repaired(visit):
    visit.open(cube=SOLVED, tab="paint")
    visit.paint("U9", "F")
    said = visit.has("#verdict", "One sticker is wrong")
    assert said == "One sticker is wrong: up, front right: green → white."
    visit.has("#ways li", "Colour green is on 10 stickers instead of 9.")
    visit.shows(SOLVED[:8] + "F" + SOLVED[9:])
    assert "something is wrong here" in visit.sticker("R1").get_attribute("aria-label")
    visit.page.hover("#next")
    visit.shows(SOLVED)  # as it would be
    assert visit.sticker("U9").get_attribute("aria-label").endswith("something is wrong here")
    visit.page.mouse.move(0, 0)
    until(lambda: visit.net() != SOLVED)
    visit.click("#next")
    visit.has("#verdict", "It is solved.")
    visit.shows(SOLVED)
    visit.has("#changed", "Changed: up, front right: green → white.")
    visit.click("#take-back")
    visit.shows(SOLVED[:8] + "F" + SOLVED[9:])


def test_several_ways_are_shown_before_one_is_applied(visit):
    visit.open(cube=SOLVED[:1] + "L" + SOLVED[2:37] + "U" + SOLVED[38:], tab="paint")
    visit.has("#ways li:nth-child(2)")
    shown = set()
    for way in visit.page.locator("#ways li:has(button)").all()[:3]:
        way.get_by_role("button").focus()
        shown.add(visit.net())
        assert " → " in way.inner_text()
    assert len(shown) == min(3, visit.page.locator("#ways li button").count())
    visit.page.locator("#ways button").first.click()
    visit.has("#verdict.good")
    visit.has("#changed", "Changed: ")


def test_faces_that_were_exchanged_are_noticed(visit):
    meant = Cube.from_moves("R U F2 L D' B R2 U").facelets
    visit.open(cube=meant[:36] + meant[45:] + meant[36:45], tab="paint")
    visit.has("#ways li:first-child", "left and back were exchanged")
    visit.page.locator("#ways li", has_text="left and back").get_by_role("button").click()
    visit.has("#verdict", "Can be solved")
    visit.shows(meant)


@pytest.mark.parametrize(
    ("moves", "number"), [("[R, U]", 4), ("(R U)2 F", 5), ("x R", 2), ("R U", 2)]
)
def test_a_link_may_have_moves_in_any_notation(visit, moves, number):
    visit.open(**{"tab": "solve", "cube": SOLVED, "from": SOLVED, "moves": moves, "at": "0"})
    visit.has("#moves", "")
    visit.page.wait_for_function(f"document.querySelectorAll('#moves li').length === {number}")


def test_a_link_with_what_is_no_moves_says_so(visit):
    visit.open(**{"tab": "solve", "cube": SOLVED, "from": SOLVED, "moves": "[R, Q]"})
    visit.has("#text-said", "Q")


def test_unknown_stickers_are_filled_in(visit):
    visit.open(cube=SOLVED[:50] + "....", tab="paint")
    visit.has("#verdict", "4 stickers still unknown")
    visit.click("#next")
    visit.has("#verdict", "It is solved.")
    visit.shows(SOLVED)


@pytest.mark.parametrize(
    ("text", "cube"),
    [
        ("R U R' U'", Cube.from_moves("R U R' U'").facelets),
        ("WWWWWWWWW RRRRRRRRR GGGGGGGGG YYYYYYYYY OOOOOOOOO BBBBBBBBB", SOLVED),
        ("R U Q", None),
    ],
    ids=["moves", "colours", "nothing"],
)
def test_texts_are_read(visit, text, cube):
    visit.open(cube=SOLVED, tab="paint")
    visit.page.fill("#text", text)
    visit.click("#read")
    if cube is None:
        visit.has("#text-said", "Q")
        visit.shows(SOLVED)
    else:
        visit.has("#text-said", "Read.")
        visit.shows(cube)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("UUUUUUUUULLLLLLLLLFFFFFFFFFRRRRRRRRRBBBBBBBBBDDDDDDDDD", "order U L F R B D"),
        ("UUUUUUUUULLLFFFRRRBBBLLLFFFRRRBBBLLLFFFRRRBBBDDDDDDDDD", "rows of its net"),
    ],
)
def test_letters_in_another_order_are_read_after_a_question(visit, text, hint):
    visit.open(cube=SCRAMBLED, tab="paint")
    visit.page.fill("#text", text)
    visit.click("#read")
    visit.has("#text-said li", hint)
    visit.page.locator("#text-said li", has_text=hint).get_by_role("button").click()
    visit.has("#verdict", "It is solved.")


def test_the_48_are_found_by_chips_and_one_is_played(visit):
    visit.open(tab="find")
    for rule in PERFECT.split():
        visit.click(f'#chips [data-text="{rule}"] .toggle')
    visit.click("#search")
    visit.page.locator("#answers li").nth(47).wait_for()
    assert visit.has("#found", "48 cubes.") == "48 cubes. There are no others."
    visit.has("#count", "48 cubes in all.")
    visit.has("#answers li:first-child", "moves")
    visit.click("#answers li:first-child button")
    perfect = visit.net()
    visit.click("#to-start")
    visit.shows(SOLVED)
    moves = visit.page.locator("#moves button").all_inner_texts()
    for done in range(len(moves)):
        visit.click("#forward")
        visit.shows(Cube.from_moves(" ".join(moves[: done + 1])).facelets)
    visit.shows(perfect)
    visit.click("#back")
    visit.shows(Cube.from_moves(" ".join(moves[:-1])).facelets)


@pytest.mark.parametrize(
    "rules", ["solved=F2L\nsolved=edges", "solved=cross\nnot-home=D-layer"], ids=["some", "none"]
)
def test_a_certificate_is_downloaded(visit, rules, tmp_path):
    visit.open(tab="find", rules=rules)
    visit.more()
    visit.click("#search")
    with visit.page.expect_download() as wanted:
        visit.click("#save-proof")
    assert wanted.value.suggested_filename == "certificate.zip"
    with zipfile.ZipFile(io.BytesIO(Path(wanted.value.path()).read_bytes())) as archive:
        archive.extractall(tmp_path)
    assert verify(tmp_path / "certificate").accepted
    proven = json.loads((tmp_path / "certificate" / "manifest.json").read_text("utf-8"))
    assert proven["rules"] == rules.split("\n")
    visit.has("#save-proof", "proof")  # for whoever wants it again


def test_wishes_that_are_too_much_together_are_said_once(visit):
    visit.open(tab="find", rules="every-colour\nat-most=1\n-faces-differ")
    visit.has("#count", "No cube can be all of this.")
    said = visit.has("#conflict", "too much")
    assert said.count("no face shows any colour more than once") == 2  # and the button
    visit.measures(NUMBER, "#chips .conflicting", 1)
    visit.click("#conflict button")
    visit.page.locator("#chips .on").nth(1).wait_for(state="detached")


def test_the_best_is_found_and_proven(visit):
    visit.open(tab="find", rules="at-most=3")
    visit.click("#best summary")
    visit.click("#best-form [name=most]")
    assert visit.has("#found", "no cube does better") == "It has 36; no cube does better."
    visit.measures(NUMBER, "#answers .card", 1)


@pytest.mark.parametrize("method", ["two-phase", "thistlethwaite"])
def test_a_cube_is_solved(visit, method):
    visit.open(tab="paint", cube=SCRAMBLED)
    visit.has("#verdict", "Can be solved, 7 moves.")
    visit.click("#next")
    visit.click(f"[data-method={method}]")
    if method == "thistlethwaite":
        visit.has("#phases li:nth-child(4)")
    visit.has("#solution", "Hold it with white up and green in front.")
    moves = visit.page.locator("#moves button").all_inner_texts()
    visit.click("#forward")
    visit.has("#verdict", f"{len(moves) - 1} moves to go")
    if method == "thistlethwaite":
        visit.measures(NUMBER, "#phases [aria-current=step]", 1)
    visit.click("#to-end")
    visit.shows(SOLVED)
    assert (Cube(SCRAMBLED) * Cube.from_moves(" ".join(moves))).facelets == SOLVED


def test_a_2x2x2_is_solved_in_the_fewest_moves(visit):
    visit.open(tab="paint", cube=cube_class(2)().apply("R U F'").facelets)
    visit.has("#verdict", "Can be solved, 3 moves.")
    visit.page.focus("#solid > svg")
    for done in (1, 2, 3):  # a key makes the next shortest move
        visit.page.keyboard.press("n")
        visit.has("#step", f"{done} of 3")
    visit.has("#verdict", "It is solved.")
    visit.shows("".join(4 * face for face in "URFDLB"))


@pytest.mark.parametrize("size", [2, 3])
def test_one_at_random_comes_with_its_moves(visit, size):
    visit.open(tab="find", cube="".join(size**2 * face for face in "URFDLB"), rules="at-most=3")
    visit.again(visit.click, "#draw-one", "#moves button")
    visit.has("#found", "One of them at random, with the moves that make it. Hold it")
    visit.measures(NUMBER, "#answers .card", 1)
    drawn = visit.net()
    faces = [drawn[i : i + size**2] for i in range(0, 6 * size**2, size**2)]
    assert max(face.count(colour) for face in faces for colour in "URFDLB") <= 3
    visit.click("#to-start")
    visit.shows("".join(size**2 * face for face in "URFDLB"))


def test_a_link_brings_all_of_it_back(visit):
    visit.open(
        tab="find", rules="every-colour\n-at-most=3", colours="japanese", letters="1", cube=SOLVED
    )
    visit.play("R U2 F'")
    visit.click("#forward")
    visit.page.wait_for_function("() => location.hash.includes('at=1')")
    link = visit.page.url
    visit.page.goto("about:blank")
    visit.page.goto(link)
    visit.has("#step", "1 of 3")
    assert visit.page.input_value("#colours") == "japanese"
    assert visit.page.is_checked("#letters")
    visit.click("#tab-find")
    visit.has("#chips .on", "all six colours")
    visit.measures(NUMBER, "#chips .chip", 2)


@pytest.mark.parametrize("moves", ["R U2 F'", "r U2 M' x"])
def test_a_link_of_an_answer_opens_the_page_at_its_cube(visit, moves):
    (report,) = solve(moves, link="page")
    visit.open(**dict(parse_qsl(report.link.partition("#")[2])))
    visit.has("#step", f"0 of {report.length}")
    visit.shows(report.facelets)
    visit.click("#to-end")
    visit.shows(SOLVED)


def test_every_other_size_is_painted_checked_and_played(visit):
    visit.open(tab="paint", view="net")
    for size in (2, 4, 5, 6, 7):
        visit.page.locator("#settings").evaluate("one => one.open = true")
        visit.page.select_option("#size", str(size))
        visit.page.locator("#settings").evaluate("one => one.open = false")
        visit.has("#verdict:not(.waiting)", "It is solved.")
        is_painted_checked_and_played(visit, size)


def is_painted_checked_and_played(visit, size):
    visit.paint("U1", "F")
    visit.has("#verdict.bad")
    visit.click("#undo")
    visit.has("#verdict", "It is solved.")
    moves = "R U2" if size == 2 else "2R Rw U2 F R' Uw Fw2 R U'"
    visit.play(moves)
    visit.click("#to-end")
    start = cube_class(size)()
    visit.shows(start.apply(moves).facelets)
    if size == 4:  # since a server interrupts what takes a minute, as a 5×5×5 may if all is busy
        visit.again(visit.click, "#next", "#phases li:nth-child(4)")  # three, and the 3×3×3
        visit.click("#to-end")
        visit.shows(start.facelets)


def test_the_server_is_lost_and_comes_back(chromium):
    with served("--workers", "1") as first:
        port = first.url.rsplit(":", 1)[1].strip("/")
        context = chromium.new_context()
        visit = Visit(context.new_page(), first.url)
        visit.open(cube=SOLVED, tab="paint")
    visit.paint("U9", "F")
    visit.has("#lost", "The server does not answer.")
    with served("--workers", "1", "--port", port):
        visit.has("#verdict", "One sticker is wrong")
        visit.hides("#lost")
    context.close()


def test_it_is_small(visit):
    visit.open()
    assert sum(visit.sizes.values()) < MOST_BYTES


def violations(visit):
    """What axe finds serious on the page as it stands: each rule, with the elements that break it."""
    found = visit.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    serious = [rule for rule in found["violations"] if rule["impact"] in ("serious", "critical")]
    return [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in serious]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(server, chromium, scheme):
    if AXE is None:
        pytest.skip("needs axe-core: npm install --prefix build/axe axe-core")
    context = chromium.new_context(color_scheme=scheme, bypass_csp=True)
    visit = Visit(context.new_page(), server.url)
    visit.open()
    visit.has("#verdict", "Can be solved")
    visit.page.add_script_tag(path=AXE)
    assert not violations(visit)
    for tab, part in (
        ("paint", "#text"),
        ("find", "#chips li"),
        ("puzzle", "#puzzle-palette button"),
    ):
        visit.page.evaluate(f"() => (location.hash = 'tab={tab}')")
        visit.has(part)
        visit.page.evaluate(
            "() => document.querySelectorAll('details').forEach((one) => one.open = true)"
        )
        assert not violations(visit)
    visit.page.evaluate(f"() => (location.hash = 'tab=paint&cube={BAD}')")
    visit.has("#ways li, #verdict.bad")
    visit.click("#tool-paint")
    assert not violations(visit)
    visit.click("#view-net")
    assert not violations(visit)
    visit.page.evaluate(f"() => (location.hash = 'cube={SCRAMBLED}')")
    visit.has("#verdict", "Can be solved, 7 moves.")
    visit.click("#next")
    visit.click("[data-method=thistlethwaite]")
    visit.has("#phases li:nth-child(4)")
    assert not violations(visit)
    for kind in ("good", "bad", "open", "waiting"):
        visit.page.evaluate("kind => document.getElementById('verdict').className = kind", kind)
        assert not violations(visit), kind
    context.close()


@pytest.mark.parametrize("name", PICTURES)
def test_it_looks_as_it_does_in_the_documentation(server, chromium, name):
    """About: other fonts, and moves of other lengths, are no difference that matters."""
    options, said = PICTURES[name]
    context = chromium.new_context(**options)
    visit = Visit(context.new_page(), server.url)
    shown = taken(visit, said)
    stored = (ROOT / "docs" / "screenshots" / f"{name}.png").read_bytes()
    assert difference(visit.page, shown, stored) < 0.02
    context.close()


def test_methods_are_some_of_those_that_there_are():
    """The page describes each method in its own words."""
    from cubecsp.search import METHODS

    source = (ROOT / "web/js/solve.js").read_text("utf-8").partition("METHODS = {")[2]
    offered = re.findall(r'^  "?([a-z-]+)"?: \{', source.partition("\n};")[0], re.MULTILINE)
    assert offered == ["two-phase", "optimal", "thistlethwaite"]
    assert set(offered) <= set(METHODS)


def test_a_link_on_another_site_leads_to_the_page_and_to_nothing_else(server, chromium):
    """The site is called localhost, and the server by its address: to browsers these are two."""
    other = "http://localhost:4321/"
    page = chromium.new_context().new_page()
    links = (
        f'<a href="{server.url}#cube={SOLVED}">cube</a> <a href="{server.url}api/status">api</a>'
    )
    page.route(f"{other}**", lambda route: route.fulfill(content_type="text/html", body=links))
    page.goto(other)
    page.click("text=cube")
    Visit(page, server.url).has("#verdict", "It is solved.")
    page.goto(other)
    with page.expect_response(f"{server.url}api/status") as told:
        page.click("text=api")
    assert told.value.status == 403
    page.context.close()
