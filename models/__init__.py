"""Patterns as constraint models: rules, the primitive relations that they reduce to, and engines.

In Python, patterns are stated with the names below, which are loaded when first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cubecsp.lazy import importer

if TYPE_CHECKING:
    from cubecsp.models.core.compose import AllOf, AnyOf, Holding, Not, at_least
    from cubecsp.models.core.pattern import Pattern
    from cubecsp.models.language.pattern_text import parse_pattern
    from cubecsp.models.named import MODELS, PERFECT_SCRAMBLE
    from cubecsp.models.rules import (
        AtMost,
        Continuous,
        Drawings,
        EveryColour,
        FaceDrawing,
        FacesDiffer,
        FacesSame,
        Holds,
        Junctions,
        NoPieceHome,
        NoRepeats,
        NotHome,
        NoTouching,
        Order,
        Oriented,
        Permuted,
        SelfInverse,
        Solved,
        Stickers,
        Symmetric,
    )
    from cubecsp.models.rules.expressions import colours_in, count_of, how_many, stickers

__all__ = [
    "MODELS",
    "PERFECT_SCRAMBLE",
    "AllOf",
    "AnyOf",
    "AtMost",
    "Continuous",
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
    "Pattern",
    "Permuted",
    "SelfInverse",
    "Solved",
    "Stickers",
    "Symmetric",
    "at_least",
    "colours_in",
    "count_of",
    "how_many",
    "parse_pattern",
    "stickers",
]

__getattr__ = importer(
    __name__,
    {
        "cubecsp.models.core.compose": ["AllOf", "AnyOf", "Holding", "Not", "at_least"],
        "cubecsp.models.named": ["MODELS", "PERFECT_SCRAMBLE"],
        "cubecsp.models.core.pattern": ["Pattern"],
        "cubecsp.models.rules": [
            "AtMost",
            "Continuous",
            "Drawings",
            "EveryColour",
            "FaceDrawing",
            "FacesDiffer",
            "FacesSame",
            "Holds",
            "Junctions",
            "NoPieceHome",
            "NoRepeats",
            "NoTouching",
            "NotHome",
            "Order",
            "Oriented",
            "Permuted",
            "SelfInverse",
            "Solved",
            "Stickers",
            "Symmetric",
        ],
        "cubecsp.models.rules.expressions": ["colours_in", "count_of", "how_many", "stickers"],
        "cubecsp.models.language.pattern_text": ["parse_pattern"],
    },
)
