"""The stickers that a picture shows: those of a cube, solvable or not, or of a state of another puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from cubecsp.frozen import frozen
from cubecsp.pictures.glyphs import can_write
from cubecsp.pictures.views.flat_puzzles import flat_puzzle
from cubecsp.pictures.views.solids import stickers_of
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern
from cubecsp.puzzle.kpuzzle.shown_stickers import ShownStickers


@frozen
class Surface:
    """Stickers that are drawn.

    Attributes:
        names: the names of the stickers.
        colours: for each the number of the face whose colour it shows; None if it is unknown, or if the turn
            of its piece is invisible.
        letters: the letter written on the stickers of each face's colour.
        by_face: the colours of another puzzle, face by face, for readers who cannot see the picture.
    """

    names: Sequence[str]
    colours: Sequence[int | None]
    letters: Sequence[str]
    by_face: str = ""


OtherState: TypeAlias = KPattern | ShownStickers
"""A state of a puzzle that is not a cube, or its stickers."""


def surface_of(cube: Facelets | OtherState) -> Surface:
    """Return the stickers of a cube, or of a state of another puzzle, as a picture shows them.

    Raises:
        InputError: the shapes of the stickers are not known.
    """
    if isinstance(cube, Facelets):
        letters = [
            letter if can_write(letter) else face
            for letter, face in zip(cube.scheme, FACES, strict=True)
        ]
        return Surface(cube.puzzle.names, cube.colours, letters)
    puzzle = cube.puzzle
    if (flat := flat_puzzle(puzzle)) is not None:
        _, parts = flat.draw(cube)
        shown = [flat.faces.index(face) for _, face, _ in parts]
        letters = [face if len(face) == 1 else "" for face in flat.faces]
        by_part = "; ".join(f"{name}: {face}" for name, face, _ in parts)
        return Surface([name for name, _, _ in parts], shown, letters, by_part)
    stickers = stickers_of(puzzle)

    def is_seen(slot: int) -> bool:
        """Return whether the turn of the piece in a slot is visible."""
        kind = puzzle.kind_of[slot]
        return isinstance(cube, ShownStickers) or (
            puzzle.modulus_of[kind.name, cube.holds(slot)[0]] == kind.turns
        )

    faces = [
        face if is_seen(place.slot) else None
        for face, place in zip(cube.faces, stickers.places, strict=True)
    ]
    by_face = "; ".join(
        f"{face}: "
        + " ".join(
            c or "?" for c, place in zip(faces, stickers.places, strict=True) if place.face == face
        )
        for face in stickers.faces
    )
    numbers = {face: number for number, face in enumerate(stickers.faces)}
    colours = [None if face is None else numbers[face] for face in faces]
    return Surface(stickers.names, colours, stickers.faces, by_face)
