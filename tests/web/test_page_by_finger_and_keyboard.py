"""The page by finger and by keyboard, on screens of any width, and for eyes of any kind."""

from __future__ import annotations

from pathlib import Path

import pytest
from browsing import BAD, SCRAMBLED, SOLVED, Visit, needed
from serving import until

from cubecsp import Cube
from cubecsp.puzzle.cube.cubes import cube_class

pytestmark = pytest.mark.npm

needed()

TABS = ("paint", "find", "puzzle")
FIVE = "".join(25 * face for face in "URFDLB")
TWO_WAYS = SOLVED[:1] + "L" + SOLVED[2:37] + "U" + SOLVED[38:]


def finger(width: int, height: int) -> dict[str, object]:
    return {
        "viewport": {"width": width, "height": height},
        "has_touch": True,
        "is_mobile": True,
    }


PHONES = [finger(390, 664), finger(360, 740), finger(664, 390)]
WINDOWS = [
    *PHONES[:2],
    finger(320, 568),
    {"viewport": {"width": 640, "height": 430}},
]  # of 1280 × 860 at 200 %
on = pytest.mark.parametrize
by_width = {"indirect": True, "ids": lambda found: str(found["viewport"]["width"])}


# By finger


def drag(visit: Visit, at: tuple[float, float], by: tuple[float, float]) -> None:
    """Put a finger onto something, and move it."""
    touch = visit.page.context.new_cdp_session(visit.page)
    for step in range(21):
        point = {"x": at[0] + by[0] * step / 20, "y": at[1] + by[1] * step / 20}
        kind = "touchMove" if step else "touchStart"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


AT_REST = """() => new Promise((rest) => {
  let frames = 0, last = scrollY;
  const look = () => {
    frames = scrollY === last ? frames + 1 : 0;
    last = scrollY;
    if (frames < 20) requestAnimationFrame(look); else rest();
  };
  look();
})"""
"""Waits until the page no longer scrolls by itself: a tap before that would only stop it."""


@on("visit", PHONES[:1], **by_width)
def test_a_finger_scrolls_over_the_net_and_a_tap_paints(visit):
    visit.open(cube=SOLVED, tab="paint", view="net")
    visit.tap("#tool-paint", "#tool-paint[aria-pressed=true]")
    visit.tap("[data-brush=B]", "[data-brush=B][aria-pressed=true]")
    drag(visit, visit.middle("#net [data-name='F5']"), (0, -240))
    visit.page.wait_for_function("() => scrollY > 100")
    visit.shows(SOLVED)
    visit.page.evaluate(AT_REST)
    visit.page.evaluate("() => scrollTo(0, 0)")
    visit.tap("[data-name=F1]", "[aria-label^='front, top left: blue']")
    visit.shows(SOLVED[:18] + "B" + SOLVED[19:])


@on("visit", PHONES[:2], **by_width)
def test_a_touch_brings_a_face_of_a_large_net_near_and_the_next_one_paints(visit):
    visit.open(cube=FIVE, tab="paint", view="net")
    visit.tap("#tool-paint", "#tool-paint[aria-pressed=true]")
    visit.tap("[data-brush=B]", "[data-brush=B][aria-pressed=true]")
    touch = visit.page.touchscreen.tap
    touch(*visit.middle("#net [data-name=F7]"))
    visit.measures(SEEN, ["#net [data-name^=F]", 36], 25)
    visit.shows(FIVE)
    touch(*visit.middle("#net [data-name=F7]"))
    painted = FIVE[:56] + "B" + FIVE[57:]
    visit.shows(painted)
    touch(*visit.middle("#net [data-name=R6]"))  # what is seen of another face
    visit.measures(SEEN, ["#net [data-name^=R]", 36], 25)
    touch(*visit.middle("#view-net"))
    visit.measures(SEEN, ["#net .sticker", 8], 150)
    visit.shows(painted)


@on("visit", [*PHONES[:1], {"viewport": {"width": 1280, "height": 800}}], **by_width)
def test_a_finger_turns_layers_and_the_cube_and_paints_it(visit):
    visit.open(cube=SOLVED, tab="paint")
    touch = visit.page.evaluate("() => matchMedia('(pointer: coarse)').matches")
    pull = drag if touch else pull_by_mouse
    pull(visit, visit.facet("F2"), (90, 20))  # the upper layer to the right
    visit.shows(Cube.from_moves("U'").facelets)
    visit.click("#undo")
    pull(visit, visit.facet("F4"), (5, 120))  # the left one down
    visit.shows(Cube.from_moves("L").facelets)
    visit.click("#undo")
    seen = visit.space()
    corner = visit.page.evaluate(
        "() => { const { x, y } = document.querySelector('#solid > svg').getBoundingClientRect(); return [x, y]; }"
    )
    pull(visit, (corner[0] + 12, corner[1] + 12), (120, 0))  # beside the cube
    until(lambda: visit.space() != seen)
    visit.shows(SOLVED)
    visit.click("#solid .back")
    visit.click("#tool-paint")
    visit.click("[data-brush=R]")
    index = max(i for i, seen in enumerate(visit.space()) if seen != "-")
    x, y = visit.facet(f"{'URFDLB'[index // 9]}{index % 9 + 1}")
    (visit.page.touchscreen.tap if touch else visit.page.mouse.click)(x, y)
    visit.shows(SOLVED[:index] + "R" + SOLVED[index + 1 :])


def pull_by_mouse(visit: Visit, at: tuple[float, float], by: tuple[float, float]) -> None:
    visit.page.mouse.move(*at)
    visit.page.mouse.down()
    visit.page.mouse.move(at[0] + by[0], at[1] + by[1], steps=8)
    visit.page.mouse.up()


def test_a_stroke_of_the_mouse_is_undone_as_one(visit):
    visit.open(cube=SOLVED, tab="paint")
    visit.click("#tool-paint")
    visit.click("[data-brush=B]")
    first, last = visit.facet("F4"), visit.facet("F6")
    pull_by_mouse(visit, first, (last[0] - first[0], last[1] - first[1]))
    visit.shows(SOLVED[:21] + "BBB" + SOLVED[24:])
    visit.page.keyboard.press("Control+z")
    visit.shows(SOLVED)


SEEN = """([selector, least]) => [...document.querySelectorAll(selector)].filter((cell) => {
  const { left, top, right, bottom, width, height } = cell.getBoundingClientRect();
  const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return inside && cell.contains(there) && Math.min(width, height) >= least;
}).length"""
"""How many elements are wholly on the screen, with nothing on top, and large enough to be touched."""


@on("visit", PHONES[:2], **by_width)
def test_the_first_screen_needs_no_scrolling(visit):
    visit.open()
    visit.has("#verdict", "Can be solved")
    for part, least in (
        ("[data-go], [data-wish], #tab-puzzle, #next", 44),
        ("#tab-paint, #tab-find", 24),
        ("h1, #one-of, #verdict", 15),
        ("#solid > svg", 100),
    ):
        visit.measures(SEEN, [part, least], visit.page.locator(part).count())
    shift = visit.page.evaluate(SHIFT)
    assert shift < 0.05


SHIFT = """() => new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (sum += value)))
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(sum), 500);
})"""


@on("visit", PHONES[:2], **by_width)
def test_stickers_and_colours_are_on_the_screen_together_and_large_enough(visit):
    visit.open(tab="paint", cube=SOLVED)
    visit.click("#tool-paint")
    visit.page.evaluate("() => scrollTo(0, 0)")
    visit.measures(SEEN, ["#solid > svg .facet", 24], 27)
    visit.measures(SEEN, [".swatch[data-brush]", 44], 7)


@on("visit", PHONES[:2], **by_width)
def test_the_solution_is_in_view_after_the_tap(visit):
    visit.open(tab="paint", cube=SCRAMBLED)
    visit.has("#verdict", "7 moves")
    visit.tap("#next", "#moves li")
    visit.page.evaluate(AT_REST)
    visit.measures(SEEN, ["#play, #forward", 44], 2)
    visit.measures(SEEN, ["#moves button", 24], 7)


SMALL = """(least) => [...document.querySelectorAll("button, input, select, textarea, summary, a[href]")]
  .filter((control) => control.checkVisibility() && !control.matches("input[type=file]"))
  .map((control) => [control, (control.closest("label") ?? control).getBoundingClientRect()])
  .filter(([, { left, right, width, height }]) =>
    width < least || height < least - 0.5 || left < 0 || right > document.documentElement.clientWidth + 0.5)
  .map(([control, { width, height }]) => `${control.outerHTML.slice(0, 90)} ${width}×${height}`)"""


@on("visit", WINDOWS, **by_width)
def test_all_fits_with_all_that_it_can_show(visit):
    rules = (
        "no-touching=diagonal\n" + "+".join(f"cycles={n}" for n in (2, 3)) + "\nface=*:ABA/BAB/ABA"
    )
    rules += "\ndrawings=U:ABC/BAC/CBA+F:ABC/BCA/CAB+R:AAA/BBB/CCC\nsolved=F2L\nsolved=edges"
    visit.open(tab="find", rules=rules.replace("\n", "\n-"), cube=BAD)
    wide = "() => document.documentElement.scrollWidth - innerWidth"
    coarse = visit.page.evaluate("() => matchMedia('(pointer: coarse)').matches")
    for tab in TABS:
        visit.page.evaluate(f"() => (location.hash = 'tab={tab}')")
        visit.page.evaluate(
            "() => document.querySelectorAll('details').forEach((one) => one.open = true)"
        )
        visit.has(
            {"paint": "#ways li", "find": "#chips li", "puzzle": "#puzzle-palette button"}[tab]
        )
        until(lambda: visit.page.evaluate(wide) <= 0)
        visit.measures(SMALL, 44 if coarse else 24, [])
        visit.page.evaluate(
            "() => document.querySelectorAll('details').forEach((one) => one.open = false)"
        )


# By keyboard


def test_a_cube_is_typed_with_54_keys(visit):
    visit.open(cube=SOLVED, tab="paint")
    visit.click("#tool-paint")
    visit.page.focus("#solid > svg")
    colours = dict(zip("URFDLB", "wrgyob", strict=True))
    for letter in SCRAMBLED:
        visit.page.keyboard.press(colours[letter])
    visit.shows(SCRAMBLED)
    visit.has("#verdict", "Can be solved, 7 moves.")


def test_layers_turn_by_keys_and_arrows_tilt(visit):
    solved = cube_class(4)()
    visit.open(cube=solved.facelets, tab="paint")
    visit.page.focus("#solid > svg")
    press = visit.page.keyboard.press
    for key in ("r", "Shift+U", "2", "f", "3", "Shift+L"):
        press(key)
    visit.shows(solved.apply("R U' 2F 3L'").facelets)
    seen = visit.space()
    for _ in range(4):
        press("ArrowDown")
    until(lambda: visit.space() != seen)
    for _ in range(4):
        press("Control+z")
    visit.shows(solved.facelets)


def test_the_keyboard_is_enough(visit):
    visit.open(cube=SOLVED, tab="paint", view="net")
    press = visit.page.keyboard.press
    visit.page.focus("#tool-turn")
    press("Tab")
    press("Enter")
    while (
        visit.page.evaluate("() => document.activeElement.getAttribute('aria-label')")
        != "the cube, unfolded"
    ):
        press("Tab")
    for key in ("ArrowRight", "ArrowDown", "ArrowRight", "g", "."):
        press(key)
    visit.shows(SOLVED[:4] + "F." + SOLVED[6:])
    while visit.page.evaluate("() => document.activeElement.id") != "tab-find":
        press("Tab")
    press("Enter")
    press("Tab")
    press("Space")
    visit.has("#chips .on", "all six colours")


GONE = "one => !one.isConnected || !one.checkVisibility() || one.disabled"


def focused(visit: Visit) -> str:
    """Return what has the focus, by its id or its text; "" if nothing that can be used has it."""
    return str(
        visit.page.evaluate("""() => {
          const here = document.activeElement;
          const usable = here !== document.body && here.checkVisibility() && !here.disabled;
          return usable ? here.id || here.ariaLabel || here.innerText || here.tagName : "";
        }""")
    )


@on(
    ("link", "steps", "near"),
    [
        ({"tab": "find"}, ["#chips li:last-child .remove"], "search"),
        ({"tab": "find", "rules": "solved=F2L"}, ["#chips .remove"], "search"),
        ({"tab": "find"}, ["#chips li:nth-child(2) .remove"], "no two equal colours"),
        ({"cube": TWO_WAYS, "tab": "paint"}, ["#ways button"], ""),
        ({"from": SOLVED, "moves": "R U", "at": "1"}, ["#forward"], "forward"),
        ({"from": SOLVED, "moves": "R U", "at": "1"}, ["#back"], "back"),
        ({"tab": "find"}, ["#own-rule summary", "#draw", "#use-stickers"], "use-stickers"),
        ({"tab": "find", "rules": "every-colour\nat-most=1"}, ["#conflict button"], ""),
    ],
)
def test_the_focus_stays_near_a_control_that_goes(visit, link, steps, near):
    visit.open(**{"cube": SOLVED, **link})
    for step in steps:
        control = visit.page.wait_for_selector(step)
        control.focus()
        visit.page.keyboard.press("Enter")
    until(lambda: visit.page.evaluate(GONE, control) or (near and near in focused(visit)))
    until(lambda: (found := focused(visit)) and near in found)


@on("tab", TABS[:2])
def test_no_button_throws_the_focus_away(visit, tab):
    visit.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit.open(tab=tab, cube=BAD, rules="every-colour\n-at-most=3\n-solved=F2L")
    visit.has("#verdict:not(.waiting)")
    buttons = visit.page.locator(
        f"#{tab} button:visible:not([data-method=optimal], #camera), .cube button:visible:not([data-method=optimal])"
    ).element_handles()
    for button in buttons:
        if not button.evaluate("one => one.isConnected && one.checkVisibility() && !one.disabled"):
            continue
        name = button.evaluate("one => one.outerHTML.slice(0, 90)")
        button.focus()
        visit.page.keyboard.press("Enter")
        visit.page.wait_for_timeout(30)
        assert focused(visit), name
        visit.page.click(f"#tab-{tab}")


# To be seen


RIMS = """async (state) => {
  const { SCHEMES, UNKNOWN_PAINT } = await import("./js/colours.js");
  const { picture } = await import("./js/space.js");
  const light = (colour) => {
    const parts = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05;
  };
  const ratio = (one, other) => Math.max(light(one), light(other)) / Math.min(light(one), light(other));
  return [...Object.values(SCHEMES).flatMap(({ paint }) => paint), UNKNOWN_PAINT].map((paint) => {
    const drawn = picture(Array.from({ length: 54 }, () => ({ paint, name: "", [state]: true })));
    document.body.append(drawn);
    const [facet, rim] = [".facet", ".rim"].map((part) => getComputedStyle(drawn.querySelector(part)));
    const best = Math.max(ratio(facet.stroke, facet.fill), ratio(rim.stroke, facet.fill));
    drawn.remove();
    return best;
  });
}"""


@on("visit", [{"color_scheme": scheme} for scheme in ("light", "dark")], indirect=True)
def test_outlines_show_on_every_colour(visit):
    visit.open()
    for state in ("marked", "picked"):
        ratios = visit.page.evaluate(RIMS, state)
        assert len(ratios) == 4 * 6 + 1
        assert min(ratios) >= 3


@on("size", (2, 3, 4, 5, 6, 7))
def test_space_shows_what_the_net_shows(visit, size):
    """Each sticker is seen from one of two corners, impossible and unknown ones too, with marks and letters."""
    area = size**2
    cube = "".join(area * face for face in "URFDLB")
    cube = "R" + cube[1:-1] + "."
    visit.open(cube=cube, tab="paint", letters="1")
    visit.has("#verdict.bad")
    one = visit.space()
    assert visit.page.locator("#solid > svg .letter").count() == 3 * area
    visit.click("#solid .back")
    other = until(lambda: (seen := visit.space()) != one and seen)
    assert {one.count("-"), other.count("-")} == {3 * area}
    assert "-" not in one[: 3 * area]  # up, right and front
    both = "".join(a if a != "-" else b for a, b in zip(one, other, strict=True))
    assert both == cube


TURNING = """() => new Promise((resolve) => {
  const cuts = () => document.querySelectorAll("#solid > svg .body").length;
  const still = cuts();
  let most = 0, frames = 0;
  const look = () => {
    most = Math.max(most, cuts());
    if (frames++ < 40) requestAnimationFrame(look); else resolve(most > still);
  };
  document.querySelector("#forward").click();
  look();
})"""


@on("visit", [{"reduced_motion": motion} for motion in ("reduce", "no-preference")], indirect=True)
def test_nothing_moves_for_those_who_want_no_motion(visit):
    visit.open(**{"cube": SOLVED, "tab": "solve", "from": SOLVED, "moves": "R U", "at": "0"})
    visit.has("#player")
    still = visit.page.evaluate("() => matchMedia('(prefers-reduced-motion: reduce)').matches")
    assert visit.page.evaluate(TURNING) != still


def test_the_cube_is_saved_as_a_picture(visit):
    visit.open(cube=SCRAMBLED, tab="paint")
    visit.click("#settings summary")
    for name, begins in (("svg", b"<svg"), ("png", b"\x89PNG")):
        with visit.page.expect_download() as wanted:
            visit.click(f"#save-{name}")
        saved = Path(wanted.value.path()).read_bytes()
        assert saved.startswith(begins)
        assert name == "png" or saved.count(b"data-index") == 27
