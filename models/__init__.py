"""Patterns as constraint models: rules, the primitive relations that they reduce to, and engines.

The names below are what patterns are stated with in Python. They are loaded when first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cubecsp.lazy import importer

if TYPE_CHECKING:
    from cubecsp.models.compose import AllOf, AnyOf, Holding, Not, at_least
    from cubecsp.models.named import MODELS, PERFECT_SCRAMBLE
    from cubecsp.models.pattern import Pattern
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
    from cubecsp.models.text import parse_pattern

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
        "cubecsp.models.compose": ["AllOf", "AnyOf", "Holding", "Not", "at_least"],
        "cubecsp.models.named": ["MODELS", "PERFECT_SCRAMBLE"],
        "cubecsp.models.pattern": ["Pattern"],
        "cubecsp.models.rules.at_most": ["AtMost"],
        "cubecsp.models.rules.continuous": ["Continuous"],
        "cubecsp.models.rules.drawings": ["Drawings"],
        "cubecsp.models.rules.every_colour": ["EveryColour"],
        "cubecsp.models.rules.expressions": ["colours_in", "count_of", "how_many", "stickers"],
        "cubecsp.models.rules.face": ["FaceDrawing"],
        "cubecsp.models.rules.faces_differ": ["FacesDiffer"],
        "cubecsp.models.rules.faces_same": ["FacesSame"],
        "cubecsp.models.rules.holds": ["Holds"],
        "cubecsp.models.rules.junctions": ["Junctions"],
        "cubecsp.models.rules.no_piece_home": ["NoPieceHome"],
        "cubecsp.models.rules.no_touching": ["NoTouching"],
        "cubecsp.models.rules.not_home": ["NotHome"],
        "cubecsp.models.rules.order": ["Order"],
        "cubecsp.models.rules.oriented": ["Oriented"],
        "cubecsp.models.rules.permuted": ["Permuted"],
        "cubecsp.models.rules.self_inverse": ["SelfInverse"],
        "cubecsp.models.rules.solved": ["Solved"],
        "cubecsp.models.rules.stickers": ["Stickers"],
        "cubecsp.models.rules.symmetric": ["Symmetric"],
        "cubecsp.models.text": ["parse_pattern"],
    },
)
