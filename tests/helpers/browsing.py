"""A real browser for tests of the page: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import base64
import contextlib
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from patience import PATIENCE
from serving import Served, served, until

from cubecsp import Cube

CHROMIUM = shutil.which("chromium") or ""

SOLVED = "".join(9 * face for face in "URFDLB")

_QUIET = [
    *("--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--font-render-hinting=none"),
]
_NO_GL = ["--disable-gpu", "--disable-3d-apis"]
_FAKE_CAMERA = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]


def needed() -> Any:
    """Return Playwright, or have the tests skipped where it or the browser is missing."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs Playwright")
    if not CHROMIUM:
        pytest.skip("needs Chromium", allow_module_level=True)
    return playwright


@contextlib.contextmanager
def browser(playwright: Any, *, filmed: Path | None = None) -> Iterator[Any]:
    """Give a browser of a Playwright that runs, of which a process has one; its camera shows a file in MJPEG."""
    camera = (
        [] if filmed is None else [*_FAKE_CAMERA, f"--use-file-for-fake-video-capture={filmed}"]
    )
    found = playwright.chromium.launch(executable_path=CHROMIUM, args=[*_QUIET, *_NO_GL, *camera])
    try:
        yield found
    finally:
        found.close()


PERFECT = """every-colour
at-most=2
no-touching=side
no-touching=diagonal
no-touching=across
faces-differ"""

BAD = SOLVED[:8] + "FR" + SOLVED[10:]
"""Two stickers of a solved cube exchanged."""

SCRAMBLED = Cube.from_moves("R U F2 D' L B2 U'").facelets

_WINDOW = {"viewport": {"width": 1280, "height": 800}}
_PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}

PICTURES: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "page": (_WINDOW, {"tab": "find", "rules": PERFECT}),
    "page-first": (_PHONE, {}),
    "page-wrong": (_WINDOW, {"tab": "paint", "cube": SOLVED[:8] + "F" + SOLVED[9:]}),
    "page-dark": (_WINDOW | {"color_scheme": "dark"}, {"tab": "solve", "cube": SCRAMBLED}),
    "page-phone": (_PHONE | {"color_scheme": "dark"}, {"tab": "paint", "cube": BAD}),
}
"""Pictures of the page in docs/screenshots: how the browser is set up, and the link that is opened."""


@dataclass
class Visit:
    """The page in a browser, and the faults that it had.

    Attributes:
        page: of Playwright.
        url: of the server.
        faults: errors in the console, uncaught ones, and requests to elsewhere.
        sizes: the bytes of each response, by its path.
        losses: whether requests may fail from now on, which the browser reports whenever it comes to it.
    """

    page: Any
    url: str
    faults: list[str] = field(default_factory=list)
    sizes: dict[str, int] = field(default_factory=dict)
    losses: bool = False

    def __post_init__(self) -> None:
        self.page.set_default_timeout(1000 * PATIENCE)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.faults.append(f"uncaught: {error}"))
        self.page.on("request", self._request)
        self.page.on("requestfinished", self._finished)

    def _console(self, message: Any) -> None:
        refused = "status of 422" in message.text  # which is how bad input is answered
        lost = self.losses and "net::ERR_" in message.text
        if message.type in ("error", "warning") and not refused and not lost:
            self.faults.append(f"{message.type}: {message.text}")

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.url, "blob:", "data:")):
            self.faults.append(f"asked elsewhere: {request.url}")

    def _finished(self, request: Any) -> None:
        path = request.url.removeprefix(self.url)
        if not path.startswith("api/"):
            self.sizes[path] = request.sizes()["responseBodySize"]

    def open(self, **said: str) -> None:
        """Open the page, with what a link says."""
        self.page.goto("about:blank")
        self.page.goto(self.url + (f"#{urlencode(said)}" if said else ""))
        self.page.wait_for_selector("#rule-list li", state="attached")

    def offline(self, lost: bool) -> None:
        """Have no request reach the server, or have them reach it again."""
        self.losses = True
        self.page.context.set_offline(lost)

    def click(self, selector: str) -> None:
        """Click on what a selector finds."""
        self.page.click(selector)

    def tap(self, selector: str, shows: str) -> None:
        """Tap on what a selector finds, again until another one finds something.

        On a busy machine a browser may take a tap for a long press, or for the end of scrolling. A second
        tap must have no further effect.
        """
        self.again(self.page.tap, selector, shows)

    def again(self, act: Callable[[str], object], selector: str, shows: str) -> None:
        """Do something with what a selector finds, again until another one finds something.

        On a busy machine the page may also give up what it asks, for want of time.
        """
        for patience in (10, 20, PATIENCE / 2, PATIENCE):
            act(selector)
            with contextlib.suppress(needed().TimeoutError):
                self.page.wait_for_selector(shows, state="attached", timeout=1000 * patience)
                return
        raise AssertionError(f"{act} on {selector} did not lead to {shows}")

    def has(self, selector: str, text: str = "") -> str:
        """Wait until something is seen, with a text in it, and return all of its text."""
        found = (
            self.page.locator(selector, has_text=text).first
            if text
            else self.page.locator(selector).first
        )
        found.wait_for()
        return str(found.inner_text())

    def net(self) -> str:
        """Return the facelet string that the page shows, by what a screen reader says of each sticker."""
        names = ["white", "red", "green", "yellow", "orange", "blue", "unknown"]
        labels = self.page.locator("#net .sticker").evaluate_all(
            "cells => cells.map(cell => cell.ariaLabel)"
        )
        return "".join(
            "URFDLB."[names.index(label.split(": ")[1].split(",")[0])] for label in labels
        )

    def hides(self, selector: str) -> None:
        """Wait until something is not seen."""
        self.page.locator(selector).first.wait_for(state="hidden")

    def measures(self, script: str, asked: object, expected: object) -> None:
        """Wait until a script tells of the page what is expected."""
        found = None

        def right() -> bool:
            nonlocal found
            found = self.page.evaluate(script, asked)
            return bool(found == expected)

        try:
            until(right, PATIENCE / 4)
        except AssertionError:
            assert found == expected

    def shows(self, facelets: str) -> None:
        """Wait until the page shows a cube, on the net."""
        try:
            until(lambda: self.net() == facelets, PATIENCE / 4)
        except AssertionError:
            assert self.net() == facelets

    def space(self) -> str:
        """Return the paints that are seen in space, a letter for each sticker and `-` for those behind."""
        number, facets = self.page.evaluate(
            """() => [
              document.querySelectorAll("#net .sticker").length,
              [...document.querySelectorAll("#solid > svg .facet")].map(
                (cell) => [Number(cell.dataset.index), cell.getAttribute("fill")]),
            ]"""
        )
        paints = ["#fbfbf8", "#d1242f", "#1f9d4d", "#ffd21f", "#f5821f", "#1f5fd0", "#a6abb3"]
        seen = {index: "URFDLB."[paints.index(paint)] for index, paint in facets}
        return "".join(seen.get(index, "-") for index in range(number))

    def paint(self, name: str, face: str) -> None:
        """Paint a sticker of the net in the colour of a face."""
        self.click("#tool-paint")
        self.click(f"[data-brush='{face}']")
        self.sticker(name).click()

    def more(self) -> None:
        """Have as many cubes shown as the page offers."""
        self.page.locator("#own-rule").evaluate("details => details.open = true")
        self.page.select_option("#limit", "10000")

    def play(self, moves: str) -> None:
        """Have moves played on the cube."""
        self.click("#tab-paint")
        self.page.fill("#text", moves)
        self.click("#play-moves")

    def facet(self, name: str) -> tuple[float, float]:
        """Return where on the screen the middle of a sticker is, in space."""
        size = round((len(self.net()) / 6) ** 0.5)
        index = "URFDLB".index(name[0]) * size**2 + int(name[1:]) - 1
        return self.middle(f"#solid > svg [data-index='{index}']")

    def middle(self, selector: str) -> tuple[float, float]:
        """Return where on the screen the middle of an element is, once it is there and does not move.

        It is found and measured in one step, since the page may draw it again between two.
        """
        x, y = self.page.wait_for_function(_MIDDLE, arg=selector).json_value()
        return float(x), float(y)

    def sticker(self, name: str) -> Any:
        """Return a sticker of the net by its name, such as U9."""
        return self.page.locator(f"#net [data-name='{name}']")


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    """A server with one worker, which is warm, and gives questions all the time that a busy machine takes."""
    with served("--workers", "1", "--time-limit", PATIENCE) as found:
        found.ask("check", {"cubes": SOLVED})
        yield found


@pytest.fixture(scope="module")
def playwright() -> Iterator[Any]:
    """Playwright, of which a process has one."""
    with needed().sync_playwright() as found:
        yield found


@pytest.fixture(scope="module")
def chromium(playwright: Any) -> Iterator[Any]:
    """A browser."""
    with browser(playwright) as found:
        yield found


@pytest.fixture
def visit(server: Served, chromium: Any, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """The page as a visitor sees it; at the end, that nothing went wrong in it."""
    context = chromium.new_context(
        **getattr(request, "param", {"viewport": {"width": 1280, "height": 900}})
    )
    found = Visit(context.new_page(), server.url)
    yield found
    context.close()
    assert not found.faults, found.faults


def taken(visit: Visit, said: dict[str, str]) -> bytes:
    """Return a picture of the page behind a link, as PNG.

    With rules in the link, it waits for the cubes that satisfy them; with `solve`, for the solution in phases.
    """
    visit.page.emulate_media(reduced_motion="reduce")  # or the cube turns
    visit.open(**said)
    visit.has("#next")
    if "rules" in said:
        visit.click("#search")
        visit.has("#found", "There are no others.")
        visit.has("#answers li:last-child", "moves")
        visit.click("#answers li:first-child button")
    if said.get("tab") == "solve":
        visit.has("#verdict", "7 moves")
        visit.click("#next")
        visit.click("[data-method=thistlethwaite]")
        visit.has("#phases li:nth-child(4)")
    if "rules" not in said:
        visit.page.wait_for_function(_SETTLED)
    visit.page.evaluate("() => scrollTo(0, 0)")
    visit.page.mouse.move(0, 0)
    picture: bytes = visit.page.screenshot(animations="disabled", caret="hide")
    return picture


_MIDDLE = """(selector) => {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  const middle = box?.width ? [box.x + box.width / 2, box.y + box.height / 2] : null;
  const still = String(middle) === window.middleBefore;
  window.middleBefore = String(middle);
  return still ? middle : null;
}"""
"""It is called for each frame."""

_SETTLED = "() => /moves|sticker|is solved/.test(document.querySelector('#verdict').textContent)"


def difference(page: Any, first: bytes, second: bytes) -> float:
    """Return how much two pictures differ on average, 0 to 1, both being reduced to a ninth of their width."""
    texts = [base64.b64encode(picture).decode() for picture in (first, second)]
    return float(page.evaluate(_DIFFERENCE, texts))


_DIFFERENCE = """async (texts) => {
  const [one, other] = await Promise.all(texts.map(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const width = Math.round(image.width / 9), height = Math.round(image.height / 9);
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  }));
  if (one.length !== other.length) return 1;
  return one.reduce((sum, value, i) => sum + Math.abs(value - other[i]), 0) / one.length / 255;
}"""
