"""The stickers face by face, each face after its name: `U: GGW YWW GGW`, in any order of faces.

Names are the letters of faces or words (Up, Top, Front …). Stickers may be letters, digits, emoji or words,
with any brackets, commas and quotation marks around them. So the format also reads JSON objects and Python
dictionaries that programs print.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from typing import NamedTuple

from cubecsp.errors import InputError, excerpt
from cubecsp.formats import words
from cubecsp.formats.format import Format
from cubecsp.formats.order import WrittenStickers
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_puzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.puzzle.cube.stickers import no_sticker, number_and_error, stickers_of, width

SUMMARY = "each face after its name, in any order of faces: U: GGW YWW GGW"
EXAMPLE = """\
U: UUL UUF UUF
R: RRU BRR URR
F: FFD FFU FFF
D: DDR DDD DDD
L: BLL LLL LLL
B: BRR BBB BBB"""

_WORDS = ("UP", "RIGHT", "FRONT", "DOWN", "LEFT", "BACK")
_NAMES = {name: name[0] for name in (*FACES, *_WORDS)} | {"TOP": "U", "BOTTOM": "D"}
_NAMED = re.compile(
    rf"(?<![\w\"'])[\"']?({'|'.join(sorted(_NAMES, key=len, reverse=True))})(?:[ _]face)?[\"']?\s*[:=]",
    re.IGNORECASE,
)
_BETWEEN = str.maketrans(dict.fromkeys("[]{}()'\",;/|", " "))
_ESCAPES = re.compile(r"(?:\\u[0-9a-fA-F]{4})+")
_FEWEST_FACES = 4  # of a text in which this cannot be chance, though a face is forgotten
_FEWEST_STICKERS = 4  # of a face


def evidence(text: str) -> str:
    """Return why these are faces with their names, or nothing."""
    try:
        result = _parts(_unescaped(text))
    except InputError:  # of a word
        return "stickers in words after the names of faces"
    full_faces = {part.face for part in result if len(part.stickers) >= _FEWEST_STICKERS}
    return "stickers after the names of faces" if len(full_faces) >= _FEWEST_FACES else ""


def faces(text: str, puzzle: CubePuzzle | None) -> WrittenStickers:
    """Return the stickers face by face, in the order of the text.

    Raises:
        InputError: a face is missing or given twice, has too few or too many stickers, or something
            that is not a sticker.
    """
    text = _unescaped(text)
    result = _parts(text)
    size = _size(result) if puzzle is None else puzzle.size
    order = "".join(part.face for part in result)
    for face in FACES:
        if order.count(face) != 1:
            often = "missing" if face not in order else "given twice"
            longer = (p.places[size**2] for p in result if len(p.places) > size**2)
            at = next(longer, 0)  # where the first face that is too long should have ended
            where = (
                f"; a name is expected at character {at + 1}" if face not in order and at else ""
            )
            raise InputError(
                f"cube {excerpt(text, at)}: face {face} is {often}{where}",
                f"write each of the faces {' '.join(FACES)} once",
                text=text,
            )
    for part in result:
        if len(part.stickers) != size**2:
            wrong = number_and_error(len(part.stickers), "sticker", size**2)
            raise InputError(
                f"cube {excerpt(text, part.start)}: face {part.face} has {wrong}",
                f"write {size**2} for each face, row by row",
                text=text,
            )
    _check_colours(text, result)
    return WrittenStickers(
        tuple(p.stickers for p in result), cube_puzzle(size), (order,), is_sure=True
    )


def write(facelets: Facelets) -> str:
    """Return the faces, each on a line, in the letters that the colours were written in."""
    n = facelets.puzzle.size
    lines = []
    for number, face in enumerate(FACES):
        stickers = "".join(facelets.written[facelet] for facelet in facelets.puzzle.face(number))
        rows = (stickers[i : i + n] for i in range(0, n * n, n))
        lines.append(f"{face}: {' '.join(rows)}")
    return "\n".join(lines)


def _unescaped(text: str) -> str:
    """Return a text with the characters that JSON writes as escapes, as it does emoji by default."""
    return _ESCAPES.sub(lambda escape: str(json.loads(f'"{escape[0]}"')), text)


class _FacePart(NamedTuple):
    """A face of a text: its letter, its stickers, and where these begin."""

    face: str
    stickers: str
    start: int
    places: tuple[int, ...]


def _parts(text: str) -> list[_FacePart]:
    """Return the faces of a text, none if anything stands before the name of the first."""
    results = list(_NAMED.finditer(text))
    if not results or text[: results[0].start()].translate(_BETWEEN).strip():
        return []
    ends = [match.start() for match in results[1:]] + [len(text)]
    parts = []
    for match, end in zip(results, ends, strict=True):
        start, inside = match.end(), text[match.end() : end].translate(_BETWEEN)
        places = tuple(
            start + i for i, char in enumerate(inside) if not char.isspace() and width(char)
        )
        in_words = bool(words.evidence(inside))
        stickers = words.letters(text[start:end], text) if in_words else stickers_of(inside)
        parts.append(
            _FacePart(_NAMES[match[1].upper()], stickers, start, () if in_words else places)
        )
    return parts


def _size(parts: list[_FacePart]) -> int:
    """Return the size of the cube whose faces have as many stickers as most faces here."""
    counts = [len(part.stickers) for part in parts] or [0]
    return max(2, round(math.sqrt(max(counts, key=counts.count))))


def _check_colours(text: str, parts: list[_FacePart]) -> None:
    """Make sure that there are six colours at most.

    Raises:
        InputError: there are more; the message names the rarest.
    """
    counts = Counter(char for part in parts for char in part.stickers if char != UNKNOWN)
    if len(counts) <= len(FACES):
        return
    odd = min(counts, key=counts.__getitem__)
    for part in parts:
        if odd in part.stickers and part.places:
            at = part.places[part.stickers.index(odd)]
            raise no_sticker(text, at, "the letters of six colours")
    raise InputError(f"cube {excerpt(text)}: {len(counts)} different colours", "a cube has six")


FORMAT = Format.by_faces("by-face", SUMMARY, EXAMPLE, evidence, faces, write, spelt=True)
