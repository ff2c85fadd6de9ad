"""Draws the layers of the code: `python docs/draw_house.py > docs/house.svg`."""

from __future__ import annotations

from html import escape

# From the ground up: boxes in one row are independent of each other.
ROWS = [
    [("native/", "inner loops in C++")],
    [("cubecsp/puzzle", "any puzzle: pieces, invariants, group, states; cubes; definitions")],
    [
        ("cubecsp/diagnosis", "what is wrong with a cube"),
        ("cubecsp/formats", "how people write cubes"),
        ("cubecsp/work", "long work in tasks"),
    ],
    [
        ("models/", "rules and engines: which cubes?"),
        ("search/", "methods, tables: which moves?"),
    ],
    [("cubecsp/questions", "one query, one set of limits, one answer for every question")],
    [("cubecsp/pictures", "SVG, PNG, galleries")],
    [("cubecsp/server", "the HTTP API")],
    [
        ("cubecsp/cli", "the command line"),
        ("import cubecsp", "Python"),
        ("web/", "the web interface"),
    ],
]
WIDTH, HEIGHT, GAP = 720, 62, 10


def drawing() -> str:
    """Return the picture as SVG."""
    total = len(ROWS) * (HEIGHT + GAP) + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {total}" role="img" '
        'font-family="system-ui, sans-serif" text-anchor="middle">',
        "<title>The layers of cubecsp: each imports only from those below it</title>",
    ]
    for level, row in enumerate(ROWS):
        y = total - (level + 1) * (HEIGHT + GAP)
        wide = (WIDTH - GAP * (len(row) + 1)) / len(row)
        for place, (name, does) in enumerate(row):
            x = GAP + place * (wide + GAP)
            parts += _box(x, y, wide, name, does)
    return "\n".join([*parts, "</svg>", ""])


def _box(x: float, y: float, wide: float, name: str, does: str) -> list[str]:
    middle = x + wide / 2
    return [
        f'<rect x="{x:g}" y="{y}" width="{wide:g}" height="{HEIGHT}" rx="8" fill="#eef2f7" '
        'stroke="#5b6b7f"/>',
        f'<text x="{middle:g}" y="{y + 26}" font-size="16" font-weight="600" fill="#17202b">'
        f"{escape(name)}</text>",
        f'<text x="{middle:g}" y="{y + 47}" font-size="12.5" fill="#3a4654">{escape(does)}</text>',
    ]


if __name__ == "__main__":
    print(drawing(), end="")
