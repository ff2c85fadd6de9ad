"""The page by finger and by keyboard, on screens of any width, and for eyes of any kind."""

from __future__ import annotations

import browsing
import pytest
from browsing import SOLVED, Visit, needed
from serving import until

pytestmark = pytest.mark.npm

needed()
server, playwright, chromium, visit = (
    browsing.server,
    browsing.playwright,
    browsing.chromium,
    browsing.visit,
)

BAD = SOLVED[:8] + "FR" + SOLVED[10:]
TABS = ("paint", "find", "solve")


def finger(width: int, height: int) -> dict[str, object]:
    return {
        "viewport": {"width": width, "height": height},
        "has_touch": True,
        "is_mobile": True,
    }


PHONES = [finger(390, 664), finger(320, 568), finger(664, 390)]
WINDOWS = [*PHONES[:2], {"viewport": {"width": 640, "height": 430}}]  # of 1280 × 860 at 200 %
on = pytest.mark.parametrize
by_width = {"indirect": True, "ids": lambda found: str(found["viewport"]["width"])}

# By finger


def drag(visit: Visit, box: dict[str, float]) -> None:
    """Put a finger onto something, and move it up."""
    touch = visit.page.context.new_cdp_session(visit.page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for step in range(20):
        point = {"x": x, "y": y - 12 * step}
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
@on("view", ["face", "net"])
def test_a_finger_scrolls_over_the_net_and_a_tap_paints(visit, view):
    visit.open(cube=SOLVED)
    visit.tap(f"#view-{view}", f"#view-{view}[aria-pressed=true]")
    visit.tap("[data-brush=B]", "[data-brush=B][aria-checked=true]")
    drag(visit, visit.sticker("F5").bounding_box())
    visit.page.wait_for_function("() => scrollY > 100")
    assert visit.net() == SOLVED
    visit.page.evaluate(AT_REST)
    visit.page.evaluate("() => scrollTo(0, 0)")
    visit.tap("#view-face", "#view-face[aria-pressed=true]")
    visit.tap("[aria-label^='F1 ']", "[aria-label^='F1 blue']")
    assert visit.net() == SOLVED[:18] + "B" + SOLVED[19:]


SEEN = """([selector, least]) => [...document.querySelectorAll(selector)].filter((cell) => {
  const { left, top, right, bottom, width, height } = cell.getBoundingClientRect();
  const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return inside && cell.contains(there) && Math.min(width, height) >= least;
}).length"""
"""How many elements are wholly on the screen, with nothing on top, and large enough to be touched."""


@on("visit", PHONES, **by_width)
def test_stickers_and_colours_are_on_the_screen_together_and_large_enough(visit):
    visit.open()
    for size in (3, 2, 7):
        visit.page.select_option("#size", str(size))
        visit.page.locator("#net").evaluate("net => net.scrollIntoView()")
        least = 32
        if not visit.page.is_hidden("#faces"):
            assert visit.page.evaluate(SEEN, [".sticker", least]) == size**2
        else:  # the whole net has room
            assert visit.page.evaluate(SEEN, [".sticker", least]) == 6 * size**2
        assert visit.page.evaluate(SEEN, [".swatch[data-brush]", least]) == 7


@on("visit", PHONES[:1], **by_width)
def test_every_face_is_reached_by_finger_and_by_arrow_keys(visit):
    visit.open()
    visit.tap("[data-brush='.']", "[data-brush='.'][aria-checked=true]")
    for name, face in zip(("up", "left", "right", "back", "down"), "ULRBD", strict=True):
        visit.tap(f"#faces :text('{name}')", f"#faces [aria-pressed=true]:has-text('{name}')")
        visit.tap(f"[aria-label^='{face}5 ']", f"[aria-label^='{face}5 unknown']")
    visit.tap("#faces :text('front')", "#faces [aria-pressed=true]:has-text('front')")
    visit.sticker("F6").focus()
    visit.page.keyboard.press("ArrowRight")
    assert visit.has("#faces [aria-pressed=true]") == "right"
    visit.page.keyboard.press(".")
    blank = [SOLVED[i] if i % 9 != 4 or SOLVED[i] == "F" else "." for i in range(54)]
    assert visit.net() == "".join([*blank[:12], ".", *blank[13:]])
    assert "something is wrong" not in visit.page.inner_html("#faces")


@on("visit", PHONES[:1], **by_width)
def test_a_small_net_is_no_target_but_a_map(visit):
    cube = "".join(36 * face for face in "URFDLB")
    visit.open(cube=cube)
    visit.tap("#view-net", "#view-net[aria-pressed=true]")
    visit.tap("[data-brush=F]", "[data-brush=F][aria-checked=true]")
    visit.tap("[aria-label^='B8 ']", "#faces [aria-pressed=true]:has-text('back')")
    assert visit.net() == cube  # the tap led to the face, and painted nothing
    visit.tap("[aria-label^='B8 ']", "[aria-label^='B8 green']")


SMALL = """() => [...document.querySelectorAll("button, input, select, textarea, summary, a[href]")]
  .filter((control) => control.checkVisibility() && !control.matches(".skip, p.note a"))
  .map((control) => [control, (control.closest("label") ?? control).getBoundingClientRect()])
  .filter(([, { left, right, width, height }]) =>
    width < 24 || height < 23.5 || left < 0 || right > document.documentElement.clientWidth + 0.5)
  .map(([control, { width, height }]) => `${control.outerHTML.slice(0, 90)} ${width}×${height}`)"""


@on("visit", WINDOWS, **by_width)
def test_every_tab_fits_with_all_that_it_can_show(visit):
    rules = (
        "no-touching=diagonal\n" + "+".join(f"cycles={n}" for n in (2, 3)) + "\nface=*:ABA/BAB/ABA"
    )
    rules += "\ndrawings=U:ABC/BAC/CBA+F:ABC/BCA/CAB+R:AAA/BBB/CCC\nsolved=F2L\nsolved=edges"
    visit.open(tab="find", rules=rules.replace("\n", "\n-"), cube=BAD)
    wide = "() => document.documentElement.scrollWidth - innerWidth"
    for tab in TABS:
        visit.click(f"#tab-{tab}")
        visit.page.evaluate(
            "() => document.querySelectorAll('details').forEach((one) => one.open = true)"
        )
        if tab == "paint":
            visit.has("#diagnosis li")
        if tab == "solve":
            visit.page.fill("#moves-text", 12 * "R U2 F' ")
            visit.click("#moves-form button")
        assert visit.page.evaluate(wide) <= 0, tab
        assert visit.page.evaluate(SMALL) == [], tab


# By keyboard


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
        ({"tab": "find"}, ["#chips li:last-child .remove"], "remove no-touching=across"),
        ({"tab": "find", "rules": "solved=F2L"}, ["#chips .remove"], "search"),
        ({"tab": "find"}, ["#chips li:nth-child(2) .remove"], "remove no-touching=side"),
        ({"cube": BAD}, ["text=Repair it"], ""),
        ({"from": SOLVED, "moves": "R U", "at": "1"}, ["#forward"], "play"),
        ({"from": SOLVED, "moves": "R U", "at": "1"}, ["#back"], "forward"),
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
    assert focused(visit)
    assert near in focused(visit)


@on("tab", TABS)
def test_no_button_throws_the_focus_away(visit, tab):
    visit.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit.open(tab=tab, cube=BAD, rules="every-colour\n-at-most=3\n-solved=F2L")
    visit.has("#verdict:not(.waiting)")
    buttons = visit.page.locator(f"#{tab} button:visible, .cube button:visible").element_handles()
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


CONTRAST = """async (state) => {
  const { SCHEMES, UNKNOWN_PAINT } = await import("./js/colours.js");
  const light = (colour) => {
    const parts = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05;
  };
  const ratio = (one, other) => Math.max(light(one), light(other)) / Math.min(light(one), light(other));
  const cell = document.querySelector(".sticker");
  const [paint, rim] = [".paint", ".rim"].map((part) => getComputedStyle(cell.querySelector(part)));
  if (state === "marked") cell.classList.add("marked");
  else cell.focus();
  return [...Object.values(SCHEMES).flatMap(({ paint }) => paint), UNKNOWN_PAINT].map((colour) => {
    cell.querySelector(".paint").setAttribute("fill", colour);
    return Math.max(...[paint, rim].filter(({ stroke }) => stroke !== "none")
      .map(({ stroke }) => ratio(stroke, paint.fill)));
  });
}"""


@on("visit", [{"color_scheme": scheme} for scheme in ("light", "dark")], indirect=True)
def test_outlines_show_on_every_colour(visit):
    for state in ("marked", "focused"):
        visit.open()
        ratios = visit.page.evaluate(CONTRAST, state)
        assert len(ratios) == 4 * 6 + 1
        assert min(ratios) >= 3


SPACE = """HTMLCanvasElement.prototype.getContext = () => ({});
window.calls = [];"""
PLAYER = """export class Solid {
  async paint() { window.calls.push("paint"); }
  turn(move) { window.calls.push(move); }
}"""


def with_space(visit: Visit) -> None:
    """Have it that there is WebGL, and a player that notes what it is asked for."""
    visit.page.add_init_script(SPACE)
    visit.page.route(
        "**/player/dist/player.js",
        lambda route: route.fulfill(body=PLAYER, content_type="text/javascript"),
    )


def test_what_space_cannot_show_is_on_the_net_beside_it(visit):
    with_space(visit)
    visit.open(cube=SOLVED, view="solid")
    assert visit.page.is_hidden("#net")
    visit.click("#letters")
    visit.has("#solid-lacks", "letters and marks are on the net")
    assert visit.page.locator("#net .letter").first.text_content() == "W"
    visit.click("#letters")
    assert visit.page.is_hidden("#net")
    for cube in (BAD, SOLVED[:-1] + "."):
        visit.open(cube=cube, view="solid")
        visit.has("#verdict:not(.waiting)")
        visit.page.wait_for_selector("#net .marked, #net .letter:has-text('?')")
        assert visit.page.is_visible("#solid")


@on("visit", [{"reduced_motion": motion} for motion in ("reduce", "no-preference")], indirect=True)
def test_nothing_moves_for_those_who_want_no_motion(visit):
    with_space(visit)
    visit.open(**{"cube": SOLVED, "view": "solid", "from": SOLVED, "moves": "R U", "at": "0"})
    visit.page.wait_for_function("() => window.calls.length")
    visit.click("#forward")
    visit.page.wait_for_function("() => window.calls.length > 1")
    still = visit.page.evaluate("() => matchMedia('(prefers-reduced-motion: reduce)').matches")
    assert visit.page.evaluate("() => window.calls.at(-1)") == ("paint" if still else "R")
