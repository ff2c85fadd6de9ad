"""Move sequences that make a cube from a solved one, in WCA notation or as Kociemba's programs print."""

from __future__ import annotations

import re

from cubecsp.cube.facelets import Facelets
from cubecsp.cube.geometry import CUBE, FACES, POCKET, Puzzle
from cubecsp.cube.holdings import HOLDINGS, rotation
from cubecsp.cube.notation import PRIMES, parse_and_hold, parse_moves
from cubecsp.cube.pocket import HELD_SLOT, PocketCube
from cubecsp.cube.state import Cube
from cubecsp.formats import net, reid
from cubecsp.formats.holding import LONGEST, after_moves, reheld
from cubecsp.formats.stickers import looks_like_letters

SUMMARY = "moves that make the cube, in WCA notation (R U' F2) or Kociemba's (R1 U3 F2 (3f))"
EXAMPLE = "R U R' U'"

_TAIL = re.compile(r"\(\s*\d+\s*[fqhs]\*?\s*\)\s*$")
_ALLOWED = re.compile(rf"(?:[URFDLBurfdlbMESxyzw\d{PRIMES}()\[\],:\s]++|//[^\n]*+)*+")


def sign(text: str) -> str:
    """Return why these are moves, or nothing."""
    if not _ALLOWED.fullmatch(text) or looks_like_letters(text):
        return ""
    if net.sign(text) or reid.sign(text):
        return ""
    return "words of the notation of moves" if text.strip() else "no moves, a solved cube"


def parse(text: str, puzzle: Puzzle | None) -> Facelets:
    """Read the moves, and do them to a solved cube."""
    moves = parse_moves(_TAIL.sub("", text), LONGEST, puzzle or CUBE)
    if puzzle == POCKET:
        return Facelets.of(PocketCube.from_moves(moves))
    return Facelets.of(Cube.from_moves(moves))


def notes(text: str, puzzle: Puzzle | None) -> tuple[str, ...]:
    """Return a note if the moves leave the whole cube turned, which the stickers do not show."""
    return whole_turn(_TAIL.sub("", text), puzzle or CUBE)


def whole_turn(moves: str, puzzle: Puzzle) -> tuple[str, ...]:
    """Return a note if moves leave the whole cube turned: a 2×2×2 is, where the piece DBL moves."""
    holding = _pocket_holding(moves) if puzzle == POCKET else parse_and_hold(moves)[1]
    if holding == FACES:
        return ()
    shown = "with the piece DBL at home" if puzzle == POCKET else "held as before them"
    return (f"the moves leave the whole cube turned ({rotation(holding)}); it is shown {shown}",)


def _pocket_holding(moves: str) -> str:
    """Return how the cube is held that has the piece DBL at home before the whole of it is turned."""
    seen = after_moves(PocketCube().facelets, moves, POCKET)
    home = POCKET.corners.facelets[HELD_SLOT]
    every = (reheld(seen, holding, POCKET) for holding in HOLDINGS)
    shown = next(s for s in every if [s[facelet] for facelet in home] == list("DBL"))
    return next(holding for holding in HOLDINGS if reheld(shown, holding, POCKET) == seen)


write = None  # whoever writes moves has to solve the cube
