"""The 54-term cube map of a Prolog solver: nine colours for each of Up Down Left Right Front Back."""

from __future__ import annotations

import re

from cubecsp.formats.prolog_term import cube_map, parse_cube_map
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.geometry import UNKNOWN
from cubecsp.puzzle.naming import STANDARD
from cubecsp.puzzle.puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.stickers import stickers_of

SUMMARY = (
    "the 54 terms of a Prolog solver: cube(g, w, …) in the order Up Down Left Right Front Back"
)
EXAMPLE = (
    "cube(w, w, g, w, w, r, w, w, r, y, y, b, y, y, y, y, y, y, g, g, o, g, g, g, g, g, g, "
    "w, b, b, b, b, b, b, o, w, r, r, y, r, r, w, r, r, r, o, o, o, o, o, o, b, b, o)"
)
SIZES = (3,)

_TERM = re.compile(r"\s*cube\s*\(", re.IGNORECASE)
_CENTRES = "wygbro"


def sign(text: str) -> str:
    """Return why this is a cube map, or nothing."""
    if _TERM.match(text):
        return "it begins with cube("
    found = stickers_of(text).lower().replace("_", UNKNOWN)
    if len(found) != CUBE.facelet_count or set(found) - {*_CENTRES, UNKNOWN}:
        return ""
    centres = zip(found[4::9], _CENTRES, strict=True)
    agree = all(shown in (centre, UNKNOWN) for shown, centre in centres)
    return "its centres are w y g b r o in turn" if agree else ""


def parse(text: str, puzzle: CubePuzzle | None) -> Facelets:
    """Read the terms."""
    return Facelets.named(parse_cube_map(text).letters, puzzle or CUBE, STANDARD)


def write(shown: Facelets) -> str:
    """Return the map as a term."""
    return cube_map(shown)
