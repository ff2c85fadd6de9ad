"""Takes the pictures of the page that the documentation shows, in Chromium: `make drawings`.

They are references too: tests/web/test_page.py compares the present page with them.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "helpers"))

from browsing import PICTURES, Visit, browser, needed, taken  # noqa: E402
from serving import served  # noqa: E402


def main() -> None:
    """Take all of them."""
    with (
        needed().sync_playwright() as playwright,
        browser(playwright) as opened,
        served("--workers", "1") as server,
    ):
        for name, (options, said) in PICTURES.items():
            context = opened.new_context(**options)
            picture = taken(Visit(context.new_page(), server.url), said)
            (ROOT / "docs" / "screenshots" / f"{name}.png").write_bytes(picture)
            context.close()


if __name__ == "__main__":
    main()
