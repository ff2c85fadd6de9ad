"""All rules by name. A new rule is a class in a file of this folder and a line in `RULES`."""

from __future__ import annotations

from cubecsp.models.rule import Rule
from cubecsp.models.rules.colours import AtMost, EveryColour
from cubecsp.models.rules.patterns import FacesDiffer
from cubecsp.models.rules.pieces import NoPieceHome
from cubecsp.models.rules.stickers import Stickers
from cubecsp.models.rules.touching import NoTouching

__all__ = ["RULES", "AtMost", "EveryColour", "FacesDiffer", "NoPieceHome", "NoTouching", "Stickers"]

RULES: dict[str, type[Rule]] = {
    rule.name: rule
    for rule in (EveryColour, AtMost, NoTouching, FacesDiffer, NoPieceHome, Stickers)
}
"""Every rule that can be named in a text."""
