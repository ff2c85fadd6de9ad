"""The page in a real browser: painted, asked, played, lost and found again."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from urllib.parse import parse_qsl

import browsing
import pytest
from browsing import PERFECT, PICTURES, SOLVED, Visit, browser, difference, needed, taken
from serving import served, until

from cubecsp import Cube, solve, verify
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.search import five_phase

pytestmark = pytest.mark.npm

needed()
server, playwright, chromium, visit = (
    browsing.server,
    browsing.playwright,
    browsing.chromium,
    browsing.visit,
)

ROOT = Path(__file__).parents[2]
AXE = next((ROOT / "build").glob("axe/node_modules/axe-core/axe.min.js"), None)
MOST_BYTES = 300_000


def test_an_invalid_cube_is_painted_and_repaired(visit):
    visit.open()
    visit.click("[data-brush=F]")
    visit.sticker("U9").click()
    assert (
        visit.has("#verdict", "Not a solvable cube")
        == "Not a solvable cube: 4 things wrong with it."
    )
    visit.has("#diagnosis li", "Colour green is on 10 stickers instead of 9.")
    assert visit.net() == SOLVED[:8] + "F" + SOLVED[9:]
    assert "something is wrong here" in visit.sticker("R1").get_attribute("aria-label")
    visit.click("text=Repair it")
    visit.has("#verdict", "A solvable cube.")
    assert visit.net() == SOLVED


def test_faces_that_were_exchanged_are_noticed(visit):
    meant = Cube.from_moves("R U F2 L D' B R2 U").facelets
    visit.open(cube=meant[:36] + meant[45:] + meant[36:45])
    visit.has(".hint", "It looks as if L and B were exchanged.")
    visit.page.locator(".hint", has_text="L and B were").get_by_role("button").click()
    visit.has("#verdict", "A solvable cube.")
    assert visit.net() == meant


@pytest.mark.parametrize(
    ("moves", "number"), [("[R, U]", 4), ("(R U)2 F", 5), ("x R", 2), ("R U", 2)]
)
def test_a_link_may_have_moves_in_any_notation(visit, moves, number):
    visit.open(**{"tab": "solve", "cube": SOLVED, "from": SOLVED, "moves": moves, "at": "0"})
    visit.has("#moves", "")
    visit.page.wait_for_function(f"document.querySelectorAll('#moves li').length === {number}")


def test_a_link_with_what_is_no_moves_says_so(visit):
    visit.open(**{"tab": "solve", "cube": SOLVED, "from": SOLVED, "moves": "[R, Q]"})
    visit.has("#moves-said", "Q")


def test_options_are_those_of_the_question(visit, server):
    """What the API says of a parameter is what the page offers, and what the page asks."""
    asked = []
    visit.page.on(
        "request", lambda request: asked.append(request) if "api/jobs" in request.url else None
    )
    visit.open()
    visit.click("#tab-find")
    visit.option("classes", True)
    visit.option("seed", "7")
    visit.option("engine", "cpsat")
    visit.option("limit", "3")
    said = visit.page.request.get(f"{server.url}api/openapi.json").json()
    parameters = said["components"]["schemas"]["Find"]["properties"]
    engines = visit.page.locator("#option-engine option").all_inner_texts()
    assert engines == parameters["engine"]["enum"]
    shown = visit.page.locator(".option", has=visit.page.locator("#option-limit")).inner_text()
    assert parameters["limit"]["description"] in shown
    visit.click("#search")
    visit.has("#found", "3 symmetry classes")
    (request,) = [one.post_data_json for one in asked if one.method == "POST"][-1:]
    given = request["parameters"]
    assert (given["classes"], given["seed"], given["engine"], given["limit"]) == (
        True,
        7,
        "cpsat",
        3,
    )
    assert "use_symmetry" not in given


def test_unknown_stickers_are_filled_in(visit):
    visit.open(cube=SOLVED[:50] + "....")
    visit.has("#verdict", "4 stickers still unknown")
    visit.click("text=Fill in 4 stickers")
    visit.has("#verdict", "A solvable cube.")
    assert visit.net() == SOLVED


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
    visit.open()
    visit.page.fill("#text", text)
    visit.click("#read")
    if cube is None:
        visit.has("#text-said", "Q")
        assert visit.net() == SOLVED
    else:
        visit.has("#text-said", "Read.")
        assert visit.net() == cube


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
    assert visit.net() == SOLVED
    moves = visit.page.locator("#moves button").all_inner_texts()
    for done in range(len(moves)):
        visit.click("#forward")
        assert visit.net() == Cube.from_moves(" ".join(moves[: done + 1])).facelets
    assert visit.net() == perfect
    visit.click("#back")
    assert visit.net() == Cube.from_moves(" ".join(moves[:-1])).facelets
    assert visit.page.get_attribute("#twizzle", "href").startswith(
        "https://alpha.twizzle.net/edit/?puzzle=3x3x3"
    )


@pytest.mark.parametrize("stepped", [True, False])
def test_fewer_moves_replace_only_those_that_nobody_has_stepped_through(visit, stepped):
    held = []

    def hold(route):
        held.append(route) if "two-phase" in route.request.post_data else route.continue_()

    visit.page.route("**/api/solve", hold)
    visit.open(tab="find", rules=PERFECT.replace(" ", "\n"))
    visit.option("limit", "1")
    visit.click("#search")
    visit.has("#answers li:first-child", "moves")
    with visit.page.expect_request("**/api/solve"):
        visit.click("#answers li:first-child button")
    moves = visit.page.locator("#moves button").all_inner_texts()
    if stepped:
        visit.click("#to-start")
        visit.click("#to-end")
    fewer = {"generator": "R U", "solution": "U' R'", "length": 2, "metric": "HTM", "optimal": True}
    held[0].fulfill(json={"cubes": [fewer]})
    visit.has("#answers li:first-child", "2 moves, the fewest")
    shown = visit.page.locator("#moves button").all_inner_texts()
    assert shown == (moves if stepped else ["R", "U"])


@pytest.mark.parametrize(
    "rules", ["solved=F2L\nsolved=edges", "solved=cross\nnot-home=D-layer"], ids=["some", "none"]
)
def test_a_certificate_is_downloaded(visit, rules, tmp_path):
    visit.open(tab="find", rules=rules)
    visit.option("limit", "500")
    visit.click("#search")
    with visit.page.expect_download() as wanted:
        visit.click("#downloads button:has-text('certificate')")
    assert wanted.value.suggested_filename == "certificate.zip"
    with zipfile.ZipFile(io.BytesIO(Path(wanted.value.path()).read_bytes())) as archive:
        archive.extractall(tmp_path)
    assert verify(tmp_path / "certificate").accepted
    proven = json.loads((tmp_path / "certificate" / "manifest.json").read_text("utf-8"))
    assert proven["rules"] == rules.split("\n")
    visit.has("#downloads", "certificate")  # for whoever wants it again


def test_rules_that_conflict_are_named(visit):
    visit.open(tab="find", rules="every-colour\nat-most=1\n-faces-differ")
    visit.has("#count", "No cube satisfies all of these.")
    visit.has("#conflict", "No cube satisfies at-most=1.")
    assert visit.page.locator("#chips .conflicting").count() == 1
    visit.click("#conflict button")
    visit.page.locator("#chips .on").nth(1).wait_for(state="detached")


def test_large_numbers_are_shown_exactly(visit):
    visit.open(tab="find")
    visit.click("#own-rule summary")
    visit.page.fill("#rule-text", "not solved=all")
    visit.click("#rule-form button")
    visit.has("#count", "43,252,003,274,489,855,999 cubes in all.")


def test_a_drawing_becomes_a_rule(visit):
    visit.open(tab="find")
    visit.click("#own-rule summary")
    visit.click("#draw")
    for letter, places in {"A": (1, 3, 7, 9, 5), "B": (2, 4, 6, 8)}.items():
        visit.click(f"#drawing-palette [data-brush={letter}]")
        for place in places:
            visit.sticker(f"U{place}").click()
    visit.click("text=Every face like this one")
    visit.has("#chips .on", "face=*:ABA/BAB/ABA")
    visit.has("#count", "17 cubes in all.")


@pytest.mark.parametrize("method", ["two-phase", "thistlethwaite"])
def test_a_cube_is_solved(visit, method):
    scrambled = Cube.from_moves("R U F2 D' L B2 U'").facelets
    visit.open(tab="solve", cube=scrambled)
    visit.click(f"[data-method={method}]")
    visit.click("#solve-it")
    visit.has("#solution", "Step through them")
    moves = visit.page.locator("#moves button").all_inner_texts()
    visit.click("#to-end")
    assert visit.net() == SOLVED
    assert (Cube(scrambled) * Cube.from_moves(" ".join(moves))).facelets == SOLVED
    if method == "thistlethwaite":
        assert visit.page.locator(".phases li").count() == 4


def test_a_2x2x2_is_solved_in_the_fewest_moves(visit):
    visit.open(tab="solve", cube="".join(4 * face for face in "URFDLB"))
    visit.page.fill("#moves-text", "R U F'")
    visit.click("#moves-form button")
    visit.click("#to-end")
    visit.click("#solve-it")
    visit.has("#solution", "3 moves, the fewest there are.")


@pytest.mark.parametrize("size", [2, 3])
def test_one_at_random_comes_with_its_moves(visit, size):
    visit.open(tab="find", cube="".join(size**2 * face for face in "URFDLB"), rules="at-most=3")
    visit.click("#draw-one")
    visit.page.locator("#moves button").first.wait_for()
    assert visit.has("#found") == "One of them at random."
    assert visit.page.locator("#answers .card").count() == 1
    drawn = visit.net()
    faces = [drawn[i : i + size**2] for i in range(0, 6 * size**2, size**2)]
    assert max(face.count(colour) for face in faces for colour in "URFDLB") <= 3
    visit.click("#to-start")
    assert visit.net() == "".join(size**2 * face for face in "URFDLB")


def test_a_link_brings_all_of_it_back(visit):
    visit.open(
        tab="find", rules="every-colour\n-at-most=3", colours="japanese", letters="1", cube=SOLVED
    )
    visit.click("#tab-solve")
    visit.page.fill("#moves-text", "R U2 F'")
    visit.click("#moves-form button")
    visit.click("#forward")
    visit.page.wait_for_function("() => location.hash.includes('at=1')")
    link = visit.page.url
    visit.page.goto("about:blank")
    visit.page.goto(link)
    visit.has("#step", "1 of 3")
    assert visit.page.input_value("#colours") == "japanese"
    assert visit.page.is_checked("#letters")
    visit.click("#tab-find")
    assert "every-colour" in visit.has("#chips .on")
    assert visit.page.locator("#chips .chip").count() == 2


@pytest.mark.parametrize("moves", ["R U2 F'", "r U2 M' x"])
def test_a_link_of_an_answer_opens_the_page_at_its_cube(visit, moves):
    (report,) = solve(moves, link="page")
    visit.open(**dict(parse_qsl(report.link.partition("#")[2])))
    visit.has("#step", f"0 of {report.length}")
    assert visit.net() == report.facelets
    visit.click("#to-end")
    assert visit.net() == SOLVED


def test_every_other_size_is_painted_checked_and_played(visit):
    visit.open()
    for size in (2, 4, 5, 6, 7):
        visit.page.select_option("#size", str(size))
        visit.has("#verdict:not(.waiting)", "A solvable cube.")
        is_painted_checked_and_played(visit, size)


def is_painted_checked_and_played(visit, size):
    visit.click("[data-brush=F]")
    visit.sticker("U1").click()
    visit.has("#verdict", "Not a solvable cube")
    visit.click("#undo")
    visit.has("#verdict", "A solvable cube.")
    visit.click("#tab-solve")
    moves = "R U2" if size == 2 else "2R Rw U2 F R' Uw Fw2 R U'"
    visit.page.fill("#moves-text", moves)
    visit.click("#moves-form button")
    visit.click("#to-end")
    start = cube_class(size)()
    assert visit.net() == start.apply(moves).facelets
    if size == 5:
        five_phase.PHASES.solve(
            start.apply(moves)
        )  # makes the tables, for which the page has too little time if all is busy
        visit.click("#solve-it")
        visit.has("#solution", "Step through them")
        assert visit.page.locator(".phases li").count() == 6  # five, and the 3×3×3
        visit.click("#to-end")
        assert visit.net() == start.facelets
    visit.click("#tab-paint")


def test_the_keyboard_is_enough(visit):
    visit.open()
    press = visit.page.keyboard.press
    visit.page.focus("#size")
    while visit.page.evaluate("() => document.activeElement.getAttribute('role')") != "gridcell":
        press("Tab")
    for key in ("ArrowDown", "ArrowRight", "End", "g", "ArrowDown", "."):
        press(key)
    assert visit.net() == SOLVED[:5] + "F" + SOLVED[6:8] + "." + SOLVED[9:]
    while visit.page.evaluate("() => document.activeElement.id") != "tab-paint":
        press("Tab")
    press("ArrowRight")
    assert visit.page.is_visible("#find")
    press("Tab")
    press("Space")
    assert "every-colour" in visit.has("#chips .on")
    assert visit.page.evaluate("() => document.activeElement.innerText") == "every-colour"


def test_the_server_is_lost_and_comes_back(chromium):
    with served("--workers", "1") as first:
        port = first.url.rsplit(":", 1)[1].strip("/")
        context = chromium.new_context()
        visit = Visit(context.new_page(), first.url)
        visit.open()
    visit.click("[data-brush=F]")
    visit.sticker("U9").click()
    visit.has("#lost", "The server does not answer.")
    with served("--workers", "1", "--port", port):
        visit.has("#verdict", "Not a solvable cube")
        assert not visit.page.is_visible("#lost")
    context.close()


def test_it_is_small(visit):
    visit.open()
    assert sum(visit.sizes.values()) < MOST_BYTES


def test_without_webgl_the_net_plays(visit):
    visit.open()
    visit.click("#view-solid")
    assert "WebGL" in visit.has("#solid-note")
    assert visit.page.is_visible("#net")


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
    visit.open(cube=SOLVED[:8] + "FR" + SOLVED[10:])
    visit.has("#verdict:not(.waiting)", "solvable cube")
    visit.page.add_script_tag(path=AXE)
    for tab in ("paint", "find", "solve"):
        visit.click(f"#tab-{tab}")
        assert not violations(visit)
    visit.click("#tab-paint")
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


def test_methods_are_those_that_there_are():
    """The page describes each method in its own words."""
    from cubecsp.search import METHODS

    source = (ROOT / "web/js/solve.js").read_text("utf-8")
    assert all(
        f'"{name}": {{' in source or f"  {name}: {{" in source
        for name in METHODS
        if METHODS[name].sizes
    )


def test_3d_without_the_bundle_is_told(server, playwright):
    if (ROOT / "web/player/dist/player.js").exists():
        pytest.skip("the player was built")
    with browser(playwright, webgl=True) as found:
        visit = Visit(found.new_page(), server.url)
        visit.open()
        visit.click("#view-solid")
        assert "no 3D player" in visit.has("#solid-note")


def test_3d_shows_an_impossible_cube_and_turns_it(server, playwright):
    if not (ROOT / "web/player/dist/player.js").exists():
        pytest.skip("needs the 3D player: make web")
    with browser(playwright, webgl=True) as found:
        visit = Visit(found.new_page(viewport={"width": 700, "height": 700}), server.url)
        visit.open(cube=SOLVED[:8] + "F" + SOLVED[9:], view="solid")
        visit.page.wait_for_selector("#solid twisty-player")
        until(lambda: visit.page.evaluate(_COLOURS_IN_SPACE).count("fbfbf8") == 8)
        assert visit.page.evaluate(_COLOURS_IN_SPACE).count("1f9d4d") == 10
        assert visit.page.is_hidden("#solid-note")
        assert not visit.faults


_COLOURS_IN_SPACE = """async () => {
  const player = document.querySelector("twisty-player");
  const cube = await player.experimentalCurrentThreeJSPuzzleObject();
  return Object.values(cube.kpuzzleFaceletInfo).flat(2)
    .map(({ facelet }) => facelet.material.color.clone().convertSRGBToLinear().getHexString());
}"""


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
    Visit(page, server.url).has("#verdict", "A solvable cube.")
    page.goto(other)
    with page.expect_response(f"{server.url}api/status") as told:
        page.click("text=api")
    assert told.value.status == 403
    page.context.close()
