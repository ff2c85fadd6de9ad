"""Facelet strings after H. Kociemba: a letter of a face for each sticker, face by face."""

from __future__ import annotations

from cubecsp.formats.format import Format
from cubecsp.formats.net import has_net_shape
from cubecsp.formats.order import WrittenStickers, row
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.puzzle.cube.stickers import may_be_letters, row_of, stickers_of, wrong_sticker

SUMMARY = "the stickers by the letters of faces, in the order U R F D L B, row by row (Kociemba)"
EXAMPLE = "UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB"

_ALLOWED = frozenset(FACES + UNKNOWN)


def evidence(text: str) -> str:
    """Return why this is a facelet string, or nothing."""
    if not may_be_letters(text) or has_net_shape(text):
        return ""
    others = set(stickers_of(text)) - _ALLOWED
    return "" if others else "a row of letters of faces"


def faces(text: str, puzzle: CubePuzzle | None) -> WrittenStickers:
    """Return the letters face by face."""
    for number, char in enumerate(stickers_of(text)):
        if char not in _ALLOWED:
            raise wrong_sticker(text, number, f"the letters {' '.join(FACES)}")
    return row(*row_of(text, puzzle))


def write(facelets: Facelets) -> str:
    """Return the letters."""
    return facelets.letters


FORMAT = Format.by_faces("facelets", SUMMARY, EXAMPLE, evidence, faces, write, shows_holding=False)
