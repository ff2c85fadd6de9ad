"""The names of the puzzles that come with cubecsp, for help texts: `cubecsp.definitions.shipped` makes them."""

from __future__ import annotations

__all__ = ["NAMES"]

NAMES = ("megaminx", "pyraminx", "skewb", "square1")
