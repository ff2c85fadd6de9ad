"""Named models: patterns worth a name. A new one is a file of this folder and a line in `MODELS`."""

from __future__ import annotations

from cubecsp.models.named.perfect_scramble import PERFECT_SCRAMBLE
from cubecsp.models.pattern import Pattern

__all__ = ["MODELS", "PERFECT_SCRAMBLE"]

MODELS: dict[str, Pattern] = {
    model.name: model for model in (PERFECT_SCRAMBLE,) if model.name is not None
}
"""Every pattern that can be named in a text."""
