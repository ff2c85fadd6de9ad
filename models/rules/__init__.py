"""All rules by name. A new rule is a class in a file of this folder and a line in `RULES`."""

from __future__ import annotations

from cubecsp.models.compose import AllOf, AnyOf, AtLeastOf, Holding, Not
from cubecsp.models.rule import Rule
from cubecsp.models.rules.colours import AtMost, EveryColour
from cubecsp.models.rules.comparisons import CountOf, Same
from cubecsp.models.rules.faces import FaceDrawing
from cubecsp.models.rules.junctions import Junctions
from cubecsp.models.rules.order import Order, SelfInverse
from cubecsp.models.rules.patterns import FacesDiffer
from cubecsp.models.rules.pieces import NoPieceHome
from cubecsp.models.rules.slots import Holds, NotHome, Oriented, Permuted, Solved
from cubecsp.models.rules.stickers import Stickers
from cubecsp.models.rules.symmetric import Symmetric
from cubecsp.models.rules.touching import NoTouching

__all__ = [
    "FORMS",
    "RULES",
    "AllOf",
    "AnyOf",
    "AtLeastOf",
    "AtMost",
    "CountOf",
    "EveryColour",
    "FaceDrawing",
    "FacesDiffer",
    "Holding",
    "Holds",
    "Junctions",
    "NoPieceHome",
    "NoTouching",
    "Not",
    "NotHome",
    "Order",
    "Oriented",
    "Permuted",
    "Same",
    "SelfInverse",
    "Solved",
    "Stickers",
    "Symmetric",
]

RULES: dict[str, type[Rule]] = {
    rule.name: rule
    for rule in (
        EveryColour,
        AtMost,
        NoTouching,
        FacesDiffer,
        NoPieceHome,
        Junctions,
        FaceDrawing,
        Stickers,
        Solved,
        Oriented,
        Permuted,
        NotHome,
        Holds,
        Symmetric,
        Order,
        SelfInverse,
    )
}
"""Every rule that can be named in a text."""

FORMS: dict[str, tuple[str, str, str]] = {
    "STICKER==STICKER|COLOUR": ("stickers", Same.summary, Same.example),
    "count(STICKERS, COLOURS)<=N": (
        "stickers",
        f"{CountOf.summary} (<= >= == != < >)",
        CountOf.example,
    ),
    "not RULE": ("rules", Not.summary, Not.example),
    "all(RULE, …)": ("rules", AllOf.summary, AllOf.example),
    "any(RULE, …)": ("rules", AnyOf.summary, AnyOf.example),
    "at-least(K, RULE, …)": ("rules", AtLeastOf.summary, AtLeastOf.example),
    "all(NAME in DOMAIN: RULE)": (
        "rules",
        "the rule for every face, colour, slot …, written {NAME} in it; any and at-least alike",
        "any(c in colours: count(U, {c})>=5)",
    ),
    "some-holding(RULE)": (
        "rules",
        "the rule, however the cube is held: in some of 24 ways; every-holding, and for all 48 "
        "with mirrors some-symmetry and every-symmetry",
        "some-holding(solved=last-layer)",
    ),
}
"""What else a text may say: how it is written, its scope, meaning and an example."""
