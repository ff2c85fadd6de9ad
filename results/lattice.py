"""A drawing of the lattice of the six requirements of the perfect scramble: how many cubes satisfy each choice.

A card for each of the 64 choices, from none on the left to all six on the right; a line adds one. The
cards have fixed colours, so that the drawing is readable on light pages and on dark ones.
"""

from __future__ import annotations

import itertools
import math
import shlex
from collections.abc import Iterator, Mapping
from html import escape

from kept import Result, Value

from cubecsp.models.patterns import PERFECT_SCRAMBLE

__all__ = ["REQUIREMENTS", "Rules", "by_rules", "drawing", "most", "subsets"]

Rules = frozenset[str]

REQUIREMENTS = tuple(str(rule) for rule in PERFECT_SCRAMBLE.rules)

_WIDTH, _HEIGHT = 104, 34  # of a card
_ACROSS, _DOWN = 146, 40  # from card to card
_LEFT, _TOP = 8, 40
_MARK = 11  # the side of one of the six squares that say which requirements are kept
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_PAINT = {
    "exact": 'fill="#eef2f7" stroke="#5b6b7f"',
    "estimate": 'fill="#fdf3dc" stroke="#a9780f" stroke-dasharray="5 3"',
    "at-most": 'fill="#f6e6e6" stroke="#a05050" stroke-dasharray="2 3"',
}


def subsets() -> Iterator[Rules]:
    """Yield all 64 choices of requirements, the smallest first."""
    for number in range(len(REQUIREMENTS) + 1):
        yield from map(frozenset, itertools.combinations(REQUIREMENTS, number))


def by_rules(result: Result) -> dict[Rules, Value]:
    """Return the values of the result by the requirements that their commands name."""
    return {
        frozenset(REQUIREMENTS) & {*shlex.split(value.command)}: value for value in result.values
    }


def most(rules: Rules, values: Mapping[Rules, Value]) -> int:
    """Return an upper bound on the cubes of a choice: no more than satisfy a part of its requirements."""
    known = (
        value.answer if value.interval is None else value.interval[1]
        for some, value in values.items()
        if some == rules or (some < rules and value.interval is None)
    )
    return int(min(known))


def drawing(result: Result) -> str:
    """Return the picture as SVG."""
    values = by_rules(result)
    places = _places()
    width = _LEFT * 2 + _ACROSS * len(REQUIREMENTS) + _WIDTH
    height = _TOP + _DOWN * 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        'font-family="system-ui, sans-serif" font-size="14">',
        f"<title>{escape(result.title)}</title>",
        *_headings(),
        '<path fill="none" stroke="#8a94a0" stroke-width="0.8" opacity="0.75" d="',
        *_lines(places),
        '"/>',
    ]
    for rules, place in places.items():
        parts += _card(rules, place, values)
    return "\n".join([*parts, *_legend(height), "</svg>", ""])


def _places() -> dict[Rules, tuple[int, int]]:
    """Return the upper left corners of the cards."""
    places = {}
    for number, group in itertools.groupby(subsets(), key=len):
        column = [*group]
        above = (20 - len(column)) * _DOWN // 2
        for row, rules in enumerate(column):
            places[rules] = (_LEFT + _ACROSS * number, _TOP + above + _DOWN * row)
    return places


def _headings() -> Iterator[str]:
    for number in range(len(REQUIREMENTS) + 1):
        x = _LEFT + _ACROSS * number + _WIDTH / 2
        words = {0: "none", 6: "all six"}.get(number, str(number))
        yield f'<text x="{x:g}" y="22" text-anchor="middle" fill="#77818c">{words}</text>'


def _lines(places: Mapping[Rules, tuple[int, int]]) -> Iterator[str]:
    """Yield the lines from each card to those with a requirement more, as data of a path."""
    for rules, (x, y) in places.items():
        start, height = x + _WIDTH, y + _HEIGHT // 2
        more = [places[rules | {added}] for added in REQUIREMENTS if added not in rules]
        if more:
            yield "".join(
                f"M{start} {height}C{(start + end) // 2} {height} {(start + end) // 2} "
                f"{down + _HEIGHT // 2} {end} {down + _HEIGHT // 2}"
                for end, down in more
            )


def _card(rules: Rules, place: tuple[int, int], values: Mapping[Rules, Value]) -> list[str]:
    x, y = place
    value, bound = values[rules], most(rules, values)
    kind = "at-most" if value.answer > bound else value.known
    number = bound if kind == "at-most" else value.answer
    number_in_words = f"at most {number:,}" if kind == "at-most" else value.written()
    named = ", ".join(rule for rule in REQUIREMENTS if rule in rules) or "no requirement"
    return [
        f"<g><title>{escape(f'{named}: {number_in_words}')}</title>",
        f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="6" {_PAINT[kind]}/>',
        f'<text x="{x + _WIDTH // 2}" y="{y + 15}" text-anchor="middle" fill="#17202b">'
        f"{_SIGN[kind]}{_short(number, exact=kind == 'exact')}</text>",
        _marks(rules, x + (_WIDTH - 6 * (_MARK + 3) + 3) // 2, y + 20),
        "</g>",
    ]


_SIGN = {"exact": "", "estimate": "~", "at-most": "≤ "}


def _short(number: int, *, exact: bool) -> str:
    """Return a number in full, or its first three digits if it is not exact, or there is no room."""
    text = f"{number:,}"
    if len(text) <= (11 if exact else 5):
        return text
    power = math.floor(math.log10(number))
    digits = f"{number / 10**power:.2f}"
    if digits == "10.00":
        digits, power = "1.00", power + 1
    return f"{digits}·10{str(power).translate(_SUPERSCRIPTS)}"


def _marks(rules: Rules, x: int, y: int) -> str:
    """Return six squares, filled for the requirements that are kept."""
    paint = {True: 'fill="#2f5fa8"', False: 'fill="#ffffff" stroke="#b6bfca"'}
    return "".join(
        f'<rect x="{x + place * (_MARK + 3)}" y="{y}" width="{_MARK}" height="8" {paint[rule in rules]}/>'
        for place, rule in enumerate(REQUIREMENTS)
    )


def _legend(height: int) -> Iterator[str]:
    """Yield the legend of the squares and the kinds of cards, in the lower left corner."""
    x, y = _LEFT, height - 10 * 22 - 16
    yield f'<g font-size="13.5" fill="#17202b"><rect x="{x}" y="{y}" width="272" height="222" rx="8" fill="#ffffff" stroke="#b6bfca"/>'
    for line, rule in enumerate(REQUIREMENTS):
        down = y + 12 + 22 * line
        yield _marks(frozenset([rule]), x + 10, down)
        yield f'<text x="{x + 102}" y="{down + 9}">{escape(rule)}</text>'
    kinds = {"exact": "exact", "estimate": "an estimate", "at-most": "no more than that"}
    for line, (kind, words) in enumerate(kinds.items(), len(REQUIREMENTS)):
        down = y + 12 + 22 * line + 8
        yield f'<rect x="{x + 10}" y="{down - 3}" width="81" height="16" rx="4" {_PAINT[kind]}/>'
        yield f'<text x="{x + 102}" y="{down + 10}">{escape(_SIGN[kind] + words)}</text>'
    yield "</g>"
