"""Links to the solver of ruwix.com and rubiks-cube-solver.com, which have the stickers of a 3×3×3.

After `cube=0` there is a digit for each sticker, face by face in the order U L F R B D, row by row: 1 to 6 for
white, orange, green, red, blue and yellow, and 0 for a sticker that is not painted. Checked against links that
people have published with their cubes.
"""

from __future__ import annotations

import re

from cubecsp.errors import InputError, excerpt
from cubecsp.formats import colours
from cubecsp.formats.format import Format
from cubecsp.formats.order import WrittenStickers, row
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN

SUMMARY = "a link to the solver of ruwix.com or rubiks-cube-solver.com, with the stickers"
EXAMPLE = (
    "https://rubiks-cube-solver.com/solution.php?"
    "cube=0112113113522222222336331333441544144544555555664666666"
)

_ORDER = "ULFRBD"
_COLOURS = UNKNOWN + "WOGRBY"
_SIGN = re.compile(
    r"\s*(?:https?://)?(?:[\w-]+\.)*(?:ruwix|rubiks-cube-solver)\.com/\S*?\bcube=([^\s&]*)\S*\s*",
    re.IGNORECASE,
)
_DIGITS = re.compile("0?([0-6]{0,54})")


def evidence(text: str) -> str:
    """Return why this is such a link, or nothing."""
    return "a link to a solver of cubes" if _SIGN.fullmatch(text) else ""


def faces(text: str, _puzzle: CubePuzzle | None) -> WrittenStickers:
    """Return the colours face by face."""
    sign = _SIGN.fullmatch(text)
    digits = _DIGITS.match(text, sign.start(1)) if sign else None
    if sign is None or digits is None or digits.end() < sign.end(1) or len(digits[1]) < 54:
        at = text.find("?") if digits is None else digits.end()
        raise InputError(
            f"link {excerpt(text, at)}: it does not have the 54 stickers of a 3×3×3 (character {at + 1})",
            f"write cube=0 and 54 digits of 0 to 6, as in {EXAMPLE}",
            text=text,
        )
    stickers = "".join(_COLOURS[int(digit)] for digit in digits[1])
    return row(stickers, CUBE)._replace(orders=(_ORDER,), is_sure=True)


def write(facelets: Facelets) -> str:
    """Return the link.

    Raises:
        InputError: a colour is not one of the six of the page.
    """
    letters = colours.write(facelets)
    if foreign := {*letters} - {*_COLOURS}:
        problem = f"the page has no colour {min(foreign)!r}"
        raise InputError(problem, f"use a scheme of the letters {_COLOURS[1:]}")
    faces = (letters[9 * i : 9 * i + 9] for i in map(FACES.index, _ORDER))
    digits = "".join(str(_COLOURS.index(char)) for char in "".join(faces))
    return f"{EXAMPLE.partition('=')[0]}=0{digits}"


FORMAT = Format.by_faces("ruwix", SUMMARY, EXAMPLE, evidence, faces, write, sizes=(CUBE.size,))
