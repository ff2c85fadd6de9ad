"""A picture of a puzzle that is made from a solid: a megaminx, a pyraminx, a skewb, or another."""

from __future__ import annotations

from functools import cached_property

from cubecsp.errors import InputError
from cubecsp.frozen import frozen
from cubecsp.pictures.colours import UNKNOWN_COLOUR, colour, ink_on, of_faces
from cubecsp.pictures.drawing import Drawing, Look
from cubecsp.pictures.scene import Shape
from cubecsp.pictures.stamps import text_on
from cubecsp.pictures.views.base import Place, Rotation, Sheet, Stance, parse_rotation
from cubecsp.pictures.views.solids import SOLID_VIEWS, lay_out_solid, usual_rotation
from cubecsp.puzzle.kpuzzle.pieces import KPattern, KPuzzle
from cubecsp.puzzle.kpuzzle.sticker_places import Sticker, Stickers
from cubecsp.puzzle.read.built_in import SHIPPED

__all__ = ["SolidPicture", "is_solid", "solid_picture"]

_LETTERS = (0.86, 0.62)  # how high names of one letter and of more are, in halves of a sticker


@frozen
class SolidPicture(Drawing):
    """A picture of a state of a puzzle; `solid_picture` makes one from texts.

    Attributes:
        state: the state.
        look: how it is painted; colours are in the order of the faces of the puzzle.
        view: one of `cubecsp.pictures.views.solids.SOLID_VIEWS`.
        back: how hidden faces are shown in the view in space, one of
            `cubecsp.pictures.views.solids.SOLID_BACKS` or None.
        rotation: how the puzzle is turned towards the viewer: axes and degrees; None for
            `cubecsp.pictures.views.solids.usual_rotation`.
        distance: of the eye; see `cubecsp.pictures.views.solids.lay_out_solid`.
        title: what the picture shows, for readers who cannot see it.

    Raises:
        InputError: the shapes of its stickers are not known, or the title has control characters.
    """

    state: KPattern
    look: Look
    view: str = "net"
    back: str | None = None
    rotation: Rotation | None = None
    distance: float = 5.0
    title: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.stickers

    @cached_property
    def stickers(self) -> Stickers:
        """The stickers of the puzzle."""
        return _stickers(self.state.puzzle)

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """Where everything lies, what is farther back first."""
        rotation = usual_rotation(self.stickers) if self.rotation is None else self.rotation
        stance = Stance(self.back, rotation, self.distance)
        return lay_out_solid(self.stickers, self.view, stance)

    @cached_property
    def faces(self) -> tuple[str | None, ...]:
        """The face whose colour each sticker shows; None where it cannot be seen how its piece is turned."""
        return tuple(
            face if self._is_seen(place) else None
            for face, place in zip(self.state.faces, self.stickers.places, strict=True)
        )

    def _is_seen(self, place: Sticker) -> bool:
        """Return whether it can be seen how the piece at a sticker is turned."""
        puzzle = self.state.puzzle
        kind, (number, _) = puzzle.kind_of[place.slot], self.state.holds(place.slot)
        return puzzle.modulus_of[kind.name, number] == kind.turns

    def _described(self) -> str:
        text = [
            f"{face}: "
            + " ".join(
                colour or "?"
                for place, colour in zip(self.stickers.places, self.faces, strict=True)
                if place.face == face
            )
            for face in self.stickers.faces
        ]
        name = self.state.puzzle.name
        return f"the {name} {SOLID_VIEWS[self.view].title}, colours by face: {'; '.join(text)}"

    def _name(self, facelet: int) -> str:
        return self.stickers.names[facelet]

    def _paint(self, facelet: int) -> str:
        face = self.faces[facelet]
        if face is None:
            return UNKNOWN_COLOUR
        return self.look.colours[self.stickers.faces.index(face)]

    def _upon(self, place: Place, paint: str) -> list[Shape]:
        face = self.faces[place.facelet]
        if face is None or self.look.ink is None:
            return []
        return text_on(place, face, _LETTERS[len(face) > 1], ink_on(paint))


def solid_picture(
    state: KPattern,
    *,
    view: str = "net",
    back: str | None = None,
    rotation: str | None = None,
    colours: str | None = None,
    letters: bool = False,
    background: str | None = None,
    title: str = "",
) -> SolidPicture:
    """Return the picture of a state of a puzzle that is made from a solid.

    In a notebook it shows itself; `save` writes it to a file.

    Args:
        state: the state.
        view: `net`, unfolded; or `solid`, in space.
        back: `beside` shows the hidden faces of a `solid`, by another one beside it, tipped over backwards.
        rotation: of a `solid`: axes and degrees, as `y45x-34`. Left out, as cubes are turned, or as near to it as all
            faces can be seen.
        colours: one for each face with commas, in the order that the puzzle has; where the faces are those of a
            cube, a scheme of these. Left out, the usual colours of the puzzle.
        letters: write the name of its face on each sticker.
        background: a colour.
        title: for readers who cannot see it.

    Raises:
        InputError: something cannot be read or does not exist, or the shapes of stickers are not known.
    """
    look = Look(
        of_faces(_stickers(state.puzzle).faces, colours),
        "letters" if letters else None,
        background=None if background is None else colour(background),
    )
    turned = None if rotation is None else parse_rotation(rotation)
    return SolidPicture(state, look, view, back, turned, title=title)


def is_solid(puzzle: KPuzzle) -> bool:
    """Return whether the shapes of the stickers of a puzzle are known, so that it can be drawn."""
    return puzzle.places is not None and bool(puzzle.places.polygons)


def _stickers(puzzle: KPuzzle) -> Stickers:
    if puzzle.places is None or not is_solid(puzzle):
        raise InputError(
            f"{puzzle.name} cannot be drawn, since its definition does not say what shape its stickers have",
            f"draw {', '.join(n for n, made in SHIPPED.items() if is_solid(made()))}, or a puzzle that cubecsp.puzzle.read.solids makes",
        )
    return puzzle.places
