"""Ways to write rules that have no names, for lists and help texts."""

from __future__ import annotations

from typing import NamedTuple

from cubecsp.models.core.compose import AllOf, AnyOf, Not
from cubecsp.models.rules.at_least import AtLeastOf
from cubecsp.models.rules.comparisons import Comparison, CountOf, Same
from cubecsp.models.rules.distance import Distance
from cubecsp.models.rules.regular import Regular
from cubecsp.models.rules.sticker_lists import AllDifferent, Lexicographic, OnStickers, Table


class Form(NamedTuple):
    """A way to write rules that have no name.

    Attributes:
        written: how it is written.
        scope: the subject of the rule.
        meaning: what it demands: a clause.
        example: a text.
        words: the words of the language by which it is recognised.
    """

    written: str
    scope: str
    meaning: str
    example: str
    words: tuple[str, ...]


_QUANTIFIED = """the rule for every value that NAME runs through, written {NAME} in it; several
names (f, g in faces), pairs (s, t touching side) and guards (, f != g or f == U) before the colon; likewise with any, at-least and how-many"""

_ON_STICKERS: dict[type[OnStickers], str] = {
    AllDifferent: "STICKERS",
    Lexicographic: "STICKERS<=STICKERS",
    Table: "STICKERS: ROW, …",
    Regular: 'STICKERS: "EXPRESSION"',
}

FORMS: dict[str, Form] = {
    form.written: form
    for form in (
        Form("STICKER==STICKER|COLOUR", "stickers", Same.summary, Same.example, ("==", "!=")),
        Form(
            "count(STICKERS, COLOURS)<=N",
            "stickers",
            f"{CountOf.summary} (<= >= == != < >)",
            CountOf.example,
            ("count",),
        ),
        Form(
            "colours(STICKERS)>=N",
            "stickers",
            "these stickers, or those of a face, show this many different colours",
            "colours(U)>=4",
            ("colours",),
        ),
        Form(
            "numbers(STICKERS)>=N",
            "stickers",
            "the numbers of these stickers' colours, 1 to 6 for U R F D L B, have this sum",
            "numbers(U1 U2 U3)==10",
            ("numbers",),
        ),
        Form("SUM<=SUM", "stickers", Comparison.summary, Comparison.example, ("count", "colours")),
        Form(
            "how-many(RULE, …)>=N",
            "rules",
            "how many of these rules hold, a number like a count; in sums, how-many(RULE) is 1 or 0",
            "how-many(every-colour, at-most=2, no-piece-home)+colours(U)>=7",
            ("how-many",),
        ),
        Form(
            "sum(NAME in DOMAIN: SUM)>=N",
            "stickers",
            "the sum for each value that NAME runs through, written {NAME} in it, all added up",
            "sum(f in faces: colours({f}))>=30",
            ("sum", "in"),
        ),
        Form("distance>=N", "cube", Distance.summary, Distance.example, ("distance",)),
        *(
            Form(f"{rule.name}({inside})", "stickers", rule.summary, rule.example, (rule.name,))
            for rule, inside in _ON_STICKERS.items()
        ),
        Form("not RULE", "rules", Not.summary, Not.example, ("not",)),
        Form("all(RULE, …)", "rules", AllOf.summary, AllOf.example, ("all",)),
        Form("any(RULE, …)", "rules", AnyOf.summary, AnyOf.example, ("any",)),
        Form("at-least(K, RULE, …)", "rules", AtLeastOf.summary, AtLeastOf.example, ("at-least",)),
        Form(
            "all(NAME in DOMAIN: RULE)",
            "rules",
            " ".join(_QUANTIFIED.split()),
            "any(f, g in faces, f != g: count({f}, {g})>=5)",
            ("all", "any", "at-least", "how-many", "in", "touching", "and", "or"),
        ),
        Form(
            "some-orientation(RULE)",
            "rules",
            "the rule in some whole-cube orientation of the 24, or in all with every-orientation; for the 48 "
            "symmetries, with mirrors, some-symmetry and every-symmetry",
            "some-orientation(solved=last-layer)",
            ("some-orientation", "every-orientation", "some-symmetry", "every-symmetry"),
        ),
    )
}
"""The other forms of a text, by the way in which they are written."""
