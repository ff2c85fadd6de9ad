"""A picture of a cube, whatever its view, colours and marks."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import overload

from cubecsp.errors import InputError
from cubecsp.formats import as_stickers
from cubecsp.frozen import frozen
from cubecsp.pictures.arrows import Arrow, draw_arrows, parse_arrows, sticker
from cubecsp.pictures.colours import (
    UNKNOWN_COLOUR,
    Scheme,
    colour,
    ink_on,
    lettered,
    scheme,
)
from cubecsp.pictures.drawing import USUAL_LOOK, Drawing, Look
from cubecsp.pictures.glyphs import CROSS, RING, SHAPES, can_write
from cubecsp.pictures.scene import Shape
from cubecsp.pictures.solid import SolidPicture, solid_picture
from cubecsp.pictures.stamps import mark_on, stamped, text_on
from cubecsp.pictures.views import VIEWS, lay_out
from cubecsp.pictures.views.base import USUAL, Place, Rotation, Sheet, Stance, parse_rotation
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.kpuzzle.pieces import KPattern

__all__ = ["Look", "Picture", "picture"]


@frozen
class Picture(Drawing):
    """A picture of a cube; `picture` makes one from texts.

    Attributes:
        facelets: the stickers.
        view: one of `cubecsp.pictures.views.VIEWS`.
        back: how hidden faces are shown in the view of the cube, one of
            `cubecsp.pictures.views.base.BACKS` or None.
        rotation: how the cube is turned towards the viewer: axes and degrees.
        distance: of the eye, in edges of the cube.
        look: how it is painted.
        fills: for each sticker a colour that it has instead of its face's, None to leave it out.
        labels: a short text on each sticker, instead of letters or shapes.
        crossed: stickers with a cross, which marks what breaks a rule.
        ringed: stickers with a ring, which marks what cannot be on a real cube.
        arrows: from sticker to sticker.
        title: what the picture shows, for readers who cannot see it.

    Raises:
        InputError: the title has control characters.
    """

    facelets: Facelets
    view: str = "net"
    back: str | None = None
    rotation: Rotation = USUAL
    distance: float = 5.0
    look: Look = USUAL_LOOK
    fills: tuple[str | None, ...] | None = None
    labels: tuple[str, ...] | None = None
    crossed: frozenset[int] = frozenset()
    ringed: frozenset[int] = frozenset()
    arrows: tuple[Arrow, ...] = ()
    title: str = ""

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """Where everything lies, what is farther back first."""
        stance = Stance(self.back, self.rotation, self.distance)
        return lay_out(self.facelets.puzzle, self.view, stance)

    @property
    def hidden(self) -> frozenset[int]:
        """The stickers that this view does not show."""
        return frozenset(range(self.facelets.puzzle.facelet_count)) - self.visible

    def _described(self) -> str:
        marked = len(self.crossed | self.ringed)
        marks = f", {marked} marked" if marked else ""
        return f"{VIEWS[self.view].title} {self.facelets}{marks}"

    def _name(self, facelet: int) -> str:
        return self.facelets.puzzle.names[facelet]

    def _upon(self, place: Place, paint: str) -> list[Shape]:
        inked = self._inked(place, paint)
        shapes = [*inked]
        for marked, mark in ((self.ringed, RING), (self.crossed, CROSS)):
            if place.facelet in marked:
                shapes += mark_on(place, mark, aside=bool(inked))
        return shapes

    def _over(self, places: list[Place]) -> list[Shape]:
        if not self.arrows:
            return []
        middles = {place.facelet: place.at((0, 0)) for place in places}
        for arrow in self.arrows:
            touched = [f for f in (arrow.start, arrow.end, arrow.via) if f is not None]
            unseen = [facelet for facelet in touched if facelet not in middles]
            if unseen:
                raise InputError(
                    f"sticker {self.facelets.puzzle.names[unseen[0]]} cannot be "
                    f"seen in the view {self.view}, so no arrow can touch it",
                    "name others, choose another view, or show the back",
                )
        return draw_arrows(self.arrows, middles, 2 * max(place.unit for place in places))

    def _paint(self, facelet: int) -> str | None:
        if self.fills is not None:
            return self.fills[facelet]
        colour = self.facelets.colours[facelet]
        return UNKNOWN_COLOUR if colour is None else self.look.colours[colour]

    def _inked(self, place: Place, paint: str) -> list[Shape]:
        """Return the shapes that distinguish a sticker without its colour."""
        colour, ink = self.facelets.colours[place.facelet], ink_on(paint)
        if self.labels is not None:
            return text_on(place, self.labels[place.facelet], 0.62, ink)
        if colour is None or self.look.ink is None:
            return []
        if self.look.ink == "letters":
            letter = self.facelets.scheme[colour]
            return text_on(place, letter if can_write(letter) else FACES[colour], 0.86, ink)
        return [Shape(stamped(place, SHAPES[colour]), ink)]


@overload
def picture(
    cube: KPattern,
    *,
    view: str = "net",
    back: str | None = None,
    rotation: str | None = None,
    colours: str | None = None,
    letters: bool = False,
    background: str | None = None,
    title: str = "",
) -> SolidPicture: ...


@overload
def picture(
    cube: State | Facelets | str,
    *,
    view: str = "net",
    back: str | None = None,
    rotation: str | None = None,
    colours: str | Scheme | None = None,
    letters: bool = False,
    shapes: bool = False,
    labels: Collection[str] | None = None,
    marked: Collection[int | str] = (),
    ringed: Collection[int | str] = (),
    arrows: str | Collection[Arrow] = "",
    background: str | None = None,
    title: str = "",
) -> Picture: ...


def picture(
    cube: State | Facelets | str | KPattern,
    *,
    view: str = "net",
    back: str | None = None,
    rotation: str | None = None,
    colours: str | Scheme | None = None,
    letters: bool = False,
    shapes: bool = False,
    labels: Collection[str] | None = None,
    marked: Collection[int | str] = (),
    ringed: Collection[int | str] = (),
    arrows: str | Collection[Arrow] = "",
    background: str | None = None,
    title: str = "",
) -> Picture | SolidPicture:
    """Return the picture of a cube. In a notebook it shows itself; `save` writes it to a file.

    Of a state of a puzzle that is not a cube, what `cubecsp.pictures.solid.solid_picture` returns.

    Args:
        cube: a cube, a state of another puzzle, stickers, or a text in any format that is read: a facelet string, real or not,
            with `.` for unknown stickers; moves that make it; and so on.
        view: one of `cubecsp.pictures.views.VIEWS`: `net`, the unfolded cube; `cube`, as it is seen;
            `plan`, the upper layer from above with its sides.
        back: shows the hidden faces of a `cube`: `beside` it, by the cube tipped over backwards, or
            `around` it, floating, as mirrors would show them.
        rotation: of a `cube`, as VisualCube writes it: `y45x-34` is the usual one.
        colours: a name (`standard`, `japanese`, `colour-blind`, `grey`), or six colours in the
            order U R F D L B. Left out, the standard ones, or those that the stickers were written
            in, if that was with letters W R G Y O B.
        letters: write its letter on each sticker.
        shapes: draw a shape on each sticker, one for each colour.
        labels: a short text for each sticker, instead.
        marked: stickers, by name or number, to bear a cross.
        ringed: stickers, by name or number, to bear a ring.
        arrows: `U1U3,U3U9-curved-red` (see `cubecsp.pictures.arrows`), or `Arrow` objects.
        background: a colour.
        title: for readers who cannot see it.

    Raises:
        InputError: something cannot be read or does not exist.
    """
    if isinstance(cube, KPattern):
        only = {"shapes": shapes, "labels": labels, "marked": marked, "ringed": ringed}
        _refuse({**only, "arrows": arrows}, cube)
        return solid_picture(
            cube,
            view=view,
            back=back,
            rotation=rotation,
            colours=colours if colours is None or isinstance(colours, str) else ",".join(colours),
            letters=letters,
            background=background,
            title=title,
        )
    facelets = as_stickers(cube)
    puzzle = facelets.puzzle
    if letters and shapes:
        raise InputError("letters and shapes do not both fit on a sticker", "choose one")

    if labels is not None and len(labels) != puzzle.facelet_count:
        raise InputError(
            f"{len(labels)} labels for the {puzzle.facelet_count} stickers of a {puzzle.name}",
            "give one for each",
        )

    def numbered(stickers: Collection[int | str]) -> frozenset[int]:
        return frozenset(sticker(name, puzzle) for name in stickers)

    if colours is None:
        paints = lettered(facelets.scheme)
    else:  # those of a cube held as usual
        usual = scheme(colours if isinstance(colours, str) else ",".join(colours))
        paints = tuple(usual[FACES.index(face)] for face in facelets.holding)
    look = Look(
        paints,
        "letters" if letters else "shapes" if shapes else None,
        background=None if background is None else colour(background),
    )
    return Picture(
        facelets,
        view,
        back,
        USUAL if rotation is None else parse_rotation(rotation),
        look=look,
        labels=None if labels is None else tuple(labels),
        crossed=numbered(marked),
        ringed=numbered(ringed),
        arrows=parse_arrows(arrows, puzzle) if isinstance(arrows, str) else tuple(arrows),
        title=title,
    )


def _refuse(only: Mapping[str, object], state: KPattern) -> None:
    """Refuse parameters that only pictures of cubes have, for a state of another puzzle."""
    for name, value in only.items():
        if value:
            raise InputError(
                f"{name} are for pictures of cubes, and this is a {state.puzzle.name}",
                "leave it out",
            )
