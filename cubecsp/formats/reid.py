"""M. Reid's list of cubies: for each slot the piece in it, with its letters as they lie there.

Slots are in the order of `cubecsp.formats.slot_order`, edges before corners, so that a solved cube is
`UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR`. A 2×2×2 has the corners only.
"""

from __future__ import annotations

import re

from cubecsp.errors import InputError, excerpt
from cubecsp.formats.format import Format
from cubecsp.formats.slot_order import CORNERS, EDGES, check_centres, facelets_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE, POCKET, CubePuzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.puzzle.cube.stickers import UNKNOWN_MARKS, capitals

SUMMARY = "Reid's list of cubies: the pieces in the slots UF UR UB UL … DLB DBR"
EXAMPLE = "UF FR UR UL DF DR DB DL UB FL BR BL FDR LUB URB ULF RUF DFL DLB DBR"

_SLOTS = {CUBE: EDGES + CORNERS, POCKET: CORNERS}
_WORDS = re.compile(r"[A-Za-z.?\-]{2,3}(?:[\s,]+[A-Za-z.?\-]{2,3})*")
_NEAR = 2  # the most words missing or too many in a text that is meant as a list


def evidence(text: str) -> str:
    """Return why this is Reid's list, or nothing."""
    stripped = text.strip().strip("[](){}")
    if not _WORDS.fullmatch(stripped):
        return ""
    lengths = [len(word) for word in _split(stripped)]
    for puzzle, slots in _SLOTS.items():
        if lengths == [len(slot) for slot in slots]:
            return f"a list of the {len(slots)} pieces of a {puzzle.name}"
    pairs, triples = lengths.count(2), lengths.count(3)
    near = abs(pairs - len(EDGES)) <= _NEAR and abs(triples - len(CORNERS)) <= _NEAR
    in_order = lengths == sorted(lengths)
    return "a list of pieces, edges before corners" if near and in_order else ""


def parse(text: str, puzzle: CubePuzzle | None) -> Facelets:
    """Read the list."""
    words = _split(text.strip().strip("[](){}"))
    if puzzle is None:
        puzzle = POCKET if len(words) == len(CORNERS) else CUBE
    slots = _SLOTS[puzzle]
    if len(words) != len(slots):
        pieces = "1 piece" if len(words) == 1 else f"{len(words)} pieces"
        raise _error(text, f"{pieces} instead of {len(slots)}")
    letters = [UNKNOWN] * puzzle.facelet_count
    for face, facelet in zip(FACES, puzzle.centres, strict=False):
        letters[facelet] = face
    for slot, word in zip(slots, words, strict=True):
        if len(word) != len(slot) or set(word) - {*FACES, *UNKNOWN_MARKS}:
            raise _error(text, f"{word[:20]!r} is not a piece for the slot {slot}")
        for facelet, char in zip(facelets_of(puzzle, slot), word, strict=True):
            letters[facelet] = UNKNOWN if char in UNKNOWN_MARKS else char
    return Facelets("".join(letters))


def write(facelets: Facelets) -> str:
    """Return the list."""
    check_centres(facelets, "Reid's list")
    return " ".join(
        "".join(facelets.letters[facelet] for facelet in facelets_of(facelets.puzzle, slot))
        for slot in _SLOTS[facelets.puzzle]
    )


def _split(text: str) -> list[str]:
    return [capitals(word) for word in re.split(r"[\s,]+", text) if word]


def _error(text: str, problem: str) -> InputError:
    return InputError(
        f"list of pieces {excerpt(text)}: {problem}",
        f"write the pieces in the slots {' '.join(EDGES)} {' '.join(CORNERS)}, as they lie there",
        text=text,
    )


FORMAT = Format("reid", SUMMARY, EXAMPLE, evidence, parse, write, sizes=(2, 3), shows_holding=False)
