"""Patterns as constraint models: rules, the primitive relations that they reduce to, and engines.

The names below are what patterns are stated with in Python. They are loaded when first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

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
    from cubecsp.models.rules.expressions import colours_in, count_of, stickers
    from cubecsp.models.text import parse_pattern

_HOMES = {
    "compose": ["AllOf", "AnyOf", "Holding", "Not", "at_least"],
    "named": ["MODELS", "PERFECT_SCRAMBLE"],
    "pattern": ["Pattern"],
    "rules": [
        "AtMost",
        "Drawings",
        "Continuous",
        "FacesSame",
        "EveryColour",
        "FaceDrawing",
        "FacesDiffer",
        "Holds",
        "Junctions",
        "NoPieceHome",
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
    "rules.expressions": ["colours_in", "count_of", "stickers"],
    "text": ["parse_pattern"],
}
_MODULE_OF = {name: module for module, names in _HOMES.items() for name in names}

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
    "parse_pattern",
    "stickers",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'cubecsp.models' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"cubecsp.models.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value
