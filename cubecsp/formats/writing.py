"""Stickers prepared for writing: in other colours, and in another orientation."""

from __future__ import annotations

from cubecsp.errors import InputError
from cubecsp.formats.colour_words import COLOUR_WORDS, colour_letter, parse_scheme
from cubecsp.interface import spelled
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.holding import HOLDINGS, reheld
from cubecsp.puzzle.cube.notation import held_after, held_before
from cubecsp.puzzle.cube.schemes import STANDARD


def recoloured(facelets: Facelets, scheme: str | None) -> Facelets:
    """Return the same stickers with the colours of the faces U R F D L B of a cube in the usual orientation written as in `scheme`.

    Raises:
        InputError: these are not six different characters that can be read again, or letters of
            faces in another order, which would be read as another cube.
    """
    if scheme is None:
        return facelets
    return Facelets(facelets.letters, held_after(parse_scheme(scheme), facelets.holding))


def turned_back(facelets: Facelets) -> tuple[Facelets, str]:
    """Return the stickers of a cube turned as a whole back to the orientation at the start, and the holding that does so.

    Its centres are in their solved positions then; for even sizes its piece DBL.
    """
    puzzle, scheme = facelets.puzzle, held_after(facelets.scheme, held_before(facelets.holding))
    for holding in HOLDINGS:
        letters = "".join(reheld(facelets.in_letters, holding, puzzle))
        if all(letters[place] == FACES[puzzle.face_of(place)] for place in puzzle.anchors):
            return Facelets(letters, scheme), holding
    return facelets, FACES


def in_scheme(facelets: Facelets, scheme: str) -> Facelets:
    """Return stickers written by the letters of faces in six colours; those in other colours stay so.

    Args:
        facelets: the stickers.
        scheme: the colours of the faces U R F D L B.
    """
    if set(facelets.scheme) != set(FACES):
        return facelets
    return Facelets(
        facelets.letters, "".join(scheme[FACES.index(face)] for face in facelets.scheme)
    )


def held_anew(facelets: Facelets, up: str | None, front: str | None) -> Facelets:
    """Return the stickers after the whole cube is turned so that two colours are up and in front.

    Raises:
        InputError: a colour is none of the cube's, or the two are not neighbours.
    """
    if up is None and front is None:
        return facelets
    if up is None or front is None:
        raise InputError(
            "one colour does not fix the whole-cube orientation",
            f"give {spelled('up')} and {spelled('front')}",
        )
    asked = _face(facelets, up), _face(facelets, front)
    for holding in HOLDINGS:
        if (holding[0], holding[2]) == asked:
            turned = reheld(facelets.letters, holding, facelets.puzzle)
            return Facelets("".join(turned), facelets.scheme)
    raise InputError(
        f"no cube has {up} up and {front} in front", "they are not on neighbouring faces"
    )


def _face(facelets: Facelets, colour: str) -> str:
    """Return the face whose colour has this name."""
    in_colours = facelets.scheme if set(facelets.scheme) != set(FACES) else STANDARD
    letter = COLOUR_WORDS.get(colour.lower(), colour.upper())
    for scheme in ("".join(map(colour_letter, in_colours)), facelets.scheme, FACES):
        if letter in scheme and len(letter) == 1:
            return FACES[scheme.index(letter)]
    raise InputError(
        f"{colour[:20]!r} is not a colour of this cube",
        f"write one of {' '.join(in_colours)}, the name of a standard colour, or a face",
    )
