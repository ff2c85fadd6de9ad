"""Moves of cubes as they are written, in the notation of `cubecsp.puzzle.cube.notation`, and under a symmetry."""

from __future__ import annotations

import re

from cubecsp.puzzle.core.written_moves import Image, WrittenMove, WrittenMoves
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.notation import turn_reader
from cubecsp.puzzle.cube.symmetry import Symmetry

_NAME = re.compile(r"([\d-]*)(\D+)")  # the layers, and a letter, perhaps with w
_SLICES = dict(zip("MES", "LDF", strict=True))  # the face that each turns with
_ROTATIONS = dict(zip("xyz", "RUF", strict=True))


def written_turns(text: str, puzzle: CubePuzzle) -> WrittenMoves:
    """Return the moves of a text.

    Raises:
        InputError: it cannot be read, or names layers that `puzzle` does not have.
    """
    return WrittenMoves.read(turn_reader(text, puzzle), lambda name: WrittenMove(name=name))


def image_under(symmetry: Symmetry) -> Image:
    """Return what moves become under a symmetry."""

    def image(name: str) -> tuple[str, bool]:
        match = _NAME.fullmatch(name)
        assert match is not None  # it has been read so
        letter, same = _image(match[2], symmetry)
        return match[1] + letter, same

    return image


def _image(letter: str, symmetry: Symmetry) -> tuple[str, bool]:
    """Return the image of a letter, and whether it still turns the same way as it is written."""
    small, named = letter.lower() if letter.islower() else "", letter[0].upper()
    for names in (_SLICES, _ROTATIONS):
        if letter in names:
            face = _face(names[letter], symmetry)
            image = next(n for n, f in names.items() if FACES.index(f) % 3 == FACES.index(face) % 3)
            return image, (names[image] == face) != symmetry.mirrored
    image = _face(named, symmetry)
    return (image.lower() if small else image + letter[1:]), not symmetry.mirrored


def _face(face: str, symmetry: Symmetry) -> str:
    return FACES[symmetry.faces[FACES.index(face)]]
