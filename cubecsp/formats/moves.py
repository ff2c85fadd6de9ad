"""Move sequences that make a cube from a solved one, in WCA notation or as Kociemba's programs print."""

from __future__ import annotations

import re

from cubecsp.errors import InputError, excerpt
from cubecsp.formats import net, reid
from cubecsp.formats.base import Format
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.geometry import FACES
from cubecsp.puzzle.holding import HOLDINGS, LONGEST, after_moves, reheld, rotation
from cubecsp.puzzle.moves import Metric, Moves, parse_and_hold, parse_moves
from cubecsp.puzzle.notation import PRIMES
from cubecsp.puzzle.puzzle import CUBE, HELD_SLOT, POCKET, CubePuzzle
from cubecsp.puzzle.state import Cube, PocketCube
from cubecsp.puzzle.stickers import looks_like_letters

SUMMARY = "moves that make the cube, in WCA notation (R U' F2) or Kociemba's (R1 U3 F2 (3f))"
EXAMPLE = "R U R' U'"

_TAIL = re.compile(r"\(\s*(\d+)\s*([fqhs])\*?\s*\)\s*$")  # how many there are, and in which metric
_METRICS: dict[str, Metric] = {"f": "htm", "h": "htm", "q": "qtm"}  # slice turns are not counted
_COMMENT = re.compile(r"//[^\n]*")
_ALLOWED = re.compile(rf"(?:[URFDLBurfdlbMESxyzw\d{PRIMES}()\[\],:\s]++|//[^\n]*+)*+")


def sign(text: str) -> str:
    """Return why these are moves, or nothing."""
    if not _ALLOWED.fullmatch(_TAIL.sub("", text)) or looks_like_letters(text):
        return ""
    if net.sign(text) or reid.sign(text):
        return ""
    return "words of the notation of moves" if text.strip() else ""


def parse(text: str, puzzle: CubePuzzle | None) -> Facelets:
    """Read the moves, and do them to a solved cube; `()` is none, and so is `(0f)`."""
    if not _COMMENT.sub("", text).strip():
        raise InputError(f"there are no moves in {excerpt(text)}", "write () for none", text=text)
    moves = parse_moves(_TAIL.sub("", text), LONGEST, puzzle or CUBE)
    _check_number(text, moves)
    if puzzle == POCKET:
        return Facelets.of(PocketCube.from_moves(moves))
    return Facelets.of(Cube.from_moves(moves))


def _check_number(text: str, moves: Moves) -> None:
    """Make sure that there are as many moves as the number behind them says."""
    tail = _TAIL.search(text)
    if tail is None or tail[2] not in _METRICS:
        return
    if "//" in text[: tail.start()].rpartition("\n")[2]:  # it is part of a comment
        return
    length = moves.length(_METRICS[tail[2]])
    if tail[1].lstrip("0") != str(length).lstrip("0"):
        raise InputError(
            f"moves {excerpt(text, tail.start())}: {tail[0].strip()} at character "
            f"{tail.start() + 1}, and there are {length}",
            "write all of them, or leave the number out",
            text=text,
            position=tail.start(),
        )


def notes(text: str, puzzle: CubePuzzle | None) -> tuple[str, ...]:
    """Return a note if the moves leave the whole cube turned, which the stickers do not show."""
    return whole_turn(_TAIL.sub("", text), puzzle or CUBE)


def whole_turn(moves: str, puzzle: CubePuzzle) -> tuple[str, ...]:
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


FORMAT = Format(
    "moves",
    SUMMARY,
    EXAMPLE,
    sign=sign,
    parse=parse,
    write=None,  # whoever writes moves has to solve the cube
    notes=notes,
)
