"""Every rule by name; see `cubecsp.registry` for how one is added.

The classes below are imported when they are first used, since a question uses only a few of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cubecsp.lazy import importer
from cubecsp.registry import Registry

if TYPE_CHECKING:
    from cubecsp.models.core.compose import AllOf, AnyOf, AtLeastOf, Holding, Not
    from cubecsp.models.core.rule import Rule
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
    from cubecsp.models.rules.no_repeats import NoRepeats
    from cubecsp.models.rules.no_touching import NoTouching
    from cubecsp.models.rules.not_home import NotHome
    from cubecsp.models.rules.order import Order
    from cubecsp.models.rules.oriented import Oriented
    from cubecsp.models.rules.permuted import Permuted
    from cubecsp.models.rules.self_inverse import SelfInverse
    from cubecsp.models.rules.solved import Solved
    from cubecsp.models.rules.stickers import Stickers
    from cubecsp.models.rules.symmetric import Symmetric

__all__ = [
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
    "Holding",
    "Holds",
    "Junctions",
    "NoPieceHome",
    "NoRepeats",
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
        "no-repeats",
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

__getattr__ = importer(
    __name__,
    {
        "cubecsp.models.core.compose": ["AllOf", "AnyOf", "AtLeastOf", "Holding", "Not"],
        "cubecsp.models.rules.at_most": ["AtMost"],
        "cubecsp.models.rules.comparisons": ["Compared", "CountOf", "Same"],
        "cubecsp.models.rules.continuous": ["Continuous"],
        "cubecsp.models.rules.drawings": ["Drawings"],
        "cubecsp.models.rules.every_colour": ["EveryColour"],
        "cubecsp.models.rules.face": ["FaceDrawing"],
        "cubecsp.models.rules.faces_differ": ["FacesDiffer"],
        "cubecsp.models.rules.faces_same": ["FacesSame"],
        "cubecsp.models.rules.holds": ["Holds"],
        "cubecsp.models.rules.junctions": ["Junctions"],
        "cubecsp.models.rules.no_piece_home": ["NoPieceHome"],
        "cubecsp.models.rules.no_repeats": ["NoRepeats"],
        "cubecsp.models.rules.no_touching": ["NoTouching"],
        "cubecsp.models.rules.not_home": ["NotHome"],
        "cubecsp.models.rules.order": ["Order"],
        "cubecsp.models.rules.oriented": ["Oriented"],
        "cubecsp.models.rules.permuted": ["Permuted"],
        "cubecsp.models.rules.self_inverse": ["SelfInverse"],
        "cubecsp.models.rules.solved": ["Solved"],
        "cubecsp.models.rules.stickers": ["Stickers"],
        "cubecsp.models.rules.symmetric": ["Symmetric"],
    },
)
