"""The stickers by their colours: any six different characters, named after the centres."""

from __future__ import annotations

from cubecsp.formats.format import Format
from cubecsp.formats.net import has_net_shape
from cubecsp.formats.order import WrittenStickers, row
from cubecsp.puzzle.core.sequences import PRIMES
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, is_count
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.puzzle.cube.schemes import STANDARD
from cubecsp.puzzle.cube.stickers import looks_like_letters, row_of, stickers_of

SUMMARY = (
    "the stickers by six letters of colours, in the order of facelets; centres say which is which"
)
EXAMPLE = "WWOWWGWWGRRWBRRWRRGGYGGWGGGYYRYYYYYYBOOOOOOOOBRRBBBBBB"

_FACE_LETTERS = frozenset(FACES + UNKNOWN)
_STANDARD_LETTERS = frozenset(STANDARD + UNKNOWN)
_AS_COLOURS = str.maketrans(FACES, STANDARD)
_OF_MOVES = frozenset(PRIMES + '()[]{}:;="+')


def evidence(text: str) -> str:
    """Return why these are colours, or nothing."""
    stickers = stickers_of(text)
    results = set(stickers)
    if (results <= _FACE_LETTERS and results & set("UFDL")) or has_net_shape(text):
        return ""
    if results <= _STANDARD_LETTERS and looks_like_letters(text):
        return "a row of the letters of colours W R G Y O B"
    colours = results - {UNKNOWN}
    mixed = any(c.isdigit() for c in colours) and any(c.isalpha() for c in colours)
    if len(colours) == 6 and not results & _OF_MOVES and not mixed and is_count(len(stickers)):
        return f"{len(stickers)} characters of six kinds"
    row = is_count(len(stickers)) and looks_like_letters(text)
    return "a row of letters" if row else ""


def faces(text: str, puzzle: CubePuzzle | None) -> WrittenStickers:
    """Return the colours face by face."""
    return row(*row_of(text, puzzle))


def write(facelets: Facelets) -> str:
    """Return the letters of colours; of the standard scheme where the stickers have no other."""
    return facelets.letters.translate(str.maketrans(FACES, scheme_of(facelets)))


def scheme_of(facelets: Facelets) -> str:
    """Return the six colours of the faces, letters of faces being written as standard colours."""
    by_face = set(facelets.scheme) == set(FACES)
    return facelets.scheme.translate(_AS_COLOURS) if by_face else facelets.scheme


FORMAT = Format.by_faces("colours", SUMMARY, EXAMPLE, evidence, faces, write)
