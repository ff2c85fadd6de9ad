"""Colour schemes that have names."""

from __future__ import annotations

__all__ = ["SCHEMES", "STANDARD"]

STANDARD = "WRGYOB"
"""The colours of the standard scheme in the order of the faces."""

SCHEMES = {"western": STANDARD, "standard": STANDARD, "japanese": "WRGBOY"}
"""The schemes that have names. The standard scheme is the western one, white up and green in front."""
