"""The page in Chromium: when it is first painted, how much is loaded for it, and when the 48 cubes appear.

    python bench/page.py [--loads N]

Each load has its own browser profile with an empty cache; the server is warm. Medians and the longest time.
First paint and the 48 are timed by the browser's own clock, the 48 from the click to the frame that shows the last.
Needs Playwright and Chromium, as tests/web/test_page.py does.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from measuring import duration, head, row

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))

from browsing import CHROMIUM, PERFECT, Visit, browser, needed
from serving import served

PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"

FOUND = """() => new Promise((resolve) => {
  const host = document.querySelector("#answers");
  const begun = performance.now();
  new MutationObserver((_, observer) => {
    if (host.children.length < 48) return;
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - begun)));
  }).observe(host, { childList: true });
  document.querySelector("#search").click();
})"""


def measured(context: Any, url: str) -> tuple[float, float, int]:
    """Return the milliseconds to the first paint and from a click to 48 cubes, and the bytes loaded before that."""
    visit = Visit(context.new_page(), url)
    visit.open(tab="find", rules=PERFECT)
    size = sum(visit.sizes.values())
    painted = float(visit.page.evaluate(PAINTED))
    visit.has("#count", "cubes")  # which are counted at first
    return painted, float(visit.page.evaluate(FOUND)), size


def main() -> None:
    """Load the page several times."""
    parser = argparse.ArgumentParser(description="measures the page in Chromium")
    parser.add_argument("--loads", type=int, default=11, metavar="N")
    loads = parser.parse_args().loads
    if not CHROMIUM or find_spec("playwright") is None:
        sys.exit("this needs Chromium and Playwright")
    with (
        needed().sync_playwright() as playwright,
        browser(playwright) as opened,
        served() as server,
    ):
        server.ask("find", {"rules": "perfect-scramble"})
        measures = []
        for _ in range(loads):
            context = opened.new_context(viewport={"width": 1280, "height": 900})
            measures.append(measured(context, server.url))
            context.close()
    head("", "median", "longest")
    for name, of in (("first paint", 0), ("the 48 on the page, from the click", 1)):
        taken = [measure[of] / 1000 for measure in measures]
        row(name, duration(statistics.median(taken)), duration(max(taken)))
    print(f"\nThe whole page has {measures[0][2] / 1000:.0f} kB.")


if __name__ == "__main__":
    main()
