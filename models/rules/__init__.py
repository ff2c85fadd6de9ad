"""Every rule by name; see `cubecsp.registry` for how one is added."""

from __future__ import annotations

from typing import NamedTuple

from cubecsp.models.compose import AllOf, AnyOf, AtLeastOf, Holding, Not
from cubecsp.models.rule import Rule
from cubecsp.models.rules.at_most import AtMost
from cubecsp.models.rules.comparisons import Compared, CountOf, Same
from cubecsp.models.rules.continuous import Continuous
from cubecsp.models.rules.drawings import Drawings
from cubecsp.models.rules.every_colour import EveryColour
from cubecsp.models.rules.face import FaceDrawing
from cubecsp.models.rules.faces_differ import FacesDiffer
from cubecsp.models.rules.faces_same import FacesSame
from cubecsp.models.rules.holds import Holds
from cubecsp.models.rules.junctions import Junctions
from cubecsp.models.rules.no_piece_home import NoPieceHome
from cubecsp.models.rules.no_touching import NoTouching
from cubecsp.models.rules.not_home import NotHome
from cubecsp.models.rules.order import Order
from cubecsp.models.rules.oriented import Oriented
from cubecsp.models.rules.permuted import Permuted
from cubecsp.models.rules.self_inverse import SelfInverse
from cubecsp.models.rules.solved import Solved
from cubecsp.models.rules.stickers import Stickers
from cubecsp.models.rules.symmetric import Symmetric
from cubecsp.registry import Registry

__all__ = [
    "FORMS",
    "RULES",
    "AllOf",
    "AnyOf",
    "AtLeastOf",
    "AtMost",
    "Compared",
    "Continuous",
    "CountOf",
    "Drawings",
    "EveryColour",
    "FaceDrawing",
    "FacesDiffer",
    "FacesSame",
    "Form",
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


class Form(NamedTuple):
    """A way to write rules that has no name of its own.

    Attributes:
        written: how it is written.
        scope: what it is about.
        meaning: what it demands: a clause.
        example: a text.
        words: what it is known by: words of the language.
    """

    written: str
    scope: str
    meaning: str
    example: str
    words: tuple[str, ...]


RULES: Registry[type[Rule]] = Registry(
    "rule",
    __name__,
    "RULE",
    (
        "every-colour",
        "at-most",
        "no-touching",
        "faces-differ",
        "faces-same",
        "continuous",
        "no-piece-home",
        "junctions",
        "face",
        "drawings",
        "stickers",
        "solved",
        "oriented",
        "permuted",
        "not-home",
        "holds",
        "symmetric",
        "order",
        "self-inverse",
    ),
)
"""Every rule that can be named in a text, in the order of the list of rules."""

_QUANTIFIED = """the rule for every value that NAME runs through, written {NAME} in it; several
names (f, g in faces) and guards (, f != g) before the colon; any and at-least alike"""

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
            "these stickers, or a face's, show so many different colours",
            "colours(U)>=4",
            ("colours",),
        ),
        Form("SUM<=SUM", "stickers", Compared.summary, Compared.example, ("count", "colours")),
        Form("not RULE", "rules", Not.summary, Not.example, ("not",)),
        Form("all(RULE, …)", "rules", AllOf.summary, AllOf.example, ("all",)),
        Form("any(RULE, …)", "rules", AnyOf.summary, AnyOf.example, ("any",)),
        Form("at-least(K, RULE, …)", "rules", AtLeastOf.summary, AtLeastOf.example, ("at-least",)),
        Form(
            "all(NAME in DOMAIN: RULE)",
            "rules",
            " ".join(_QUANTIFIED.split()),
            "any(f, g in faces, f != g: count({f}, {g})>=5)",
            ("all", "any", "at-least", "in"),
        ),
        Form(
            "some-holding(RULE)",
            "rules",
            "the rule, however the cube is held: in some of 24 ways; every-holding, and for all 48 "
            "with mirrors some-symmetry and every-symmetry",
            "some-holding(solved=last-layer)",
            ("some-holding", "every-holding", "some-symmetry", "every-symmetry"),
        ),
    )
}
"""What else a text may say, by how it is written."""
