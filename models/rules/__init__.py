"""Every rule by name; see `cubecsp.registry` for how one is added."""

from __future__ import annotations

from cubecsp.models.compose import AllOf, AnyOf, AtLeastOf, Holding, Not
from cubecsp.models.rule import Rule
from cubecsp.models.rules.at_most import AtMost
from cubecsp.models.rules.comparisons import CountOf, Same
from cubecsp.models.rules.every_colour import EveryColour
from cubecsp.models.rules.face import FaceDrawing
from cubecsp.models.rules.faces_differ import FacesDiffer
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

RULES: Registry[type[Rule]] = Registry(
    "rule",
    __name__,
    "RULE",
    (
        "every-colour",
        "at-most",
        "no-touching",
        "faces-differ",
        "no-piece-home",
        "junctions",
        "face",
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
