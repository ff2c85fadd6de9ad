"""Move sequences that make a cube from a solved one, in WCA notation or as Kociemba's programs print."""

from __future__ import annotations

import re

from cubecsp.cube.facelets import Facelets
from cubecsp.cube.geometry import POCKET, Puzzle
from cubecsp.cube.notation import parse_moves
from cubecsp.cube.pocket import PocketCube
from cubecsp.cube.state import Cube
from cubecsp.formats import net, reid
from cubecsp.formats.holding import LONGEST
from cubecsp.formats.stickers import looks_like_letters

SUMMARY = "moves that make the cube, in WCA notation (R U' F2) or Kociemba's (R1 U3 F2 (3f))"
EXAMPLE = "R U R' U'"

_TAIL = re.compile(r"\(\s*\d+\s*[fqhs]\*?\s*\)\s*$")
_ALLOWED = re.compile(r"(?:[URFDLBurfdlbMESxyzw\d'’′`ʹ()\[\],:\s]++|//[^\n]*+)*+")


def sign(text: str) -> str:
    """Return why these are moves, or nothing."""
    if not _ALLOWED.fullmatch(text) or looks_like_letters(text):
        return ""
    if net.sign(text) or reid.sign(text):
        return ""
    return "words of the notation of moves" if text.strip() else "no moves, a solved cube"


def parse(text: str, puzzle: Puzzle | None) -> Facelets:
    """Read the moves, and do them to a solved cube."""
    moves = parse_moves(_TAIL.sub("", text), LONGEST)
    if puzzle == POCKET:
        return Facelets.of(PocketCube.from_moves(moves))
    return Facelets.of(Cube.from_moves(moves))


write = None  # whoever writes moves has to solve the cube
