"""Named colour schemes."""

from __future__ import annotations

COLOURS = ("white", "red", "green", "yellow", "orange", "blue")
"""The names of the colours of the standard scheme in the order of the faces."""

STANDARD = "WRGYOB"
"""The colours of the standard scheme in the order of the faces."""

SCHEMES = {"western": STANDARD, "standard": STANDARD, "japanese": "WRGBOY"}
"""The named schemes. The standard scheme is the western one, white up and green in front."""
