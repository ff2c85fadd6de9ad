"""A picture of a cube, or of another puzzle that is made from a solid, written as SVG or PNG."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cached_property
from pathlib import Path
from typing import Any

from cubecsp.errors import InputError, excerpt
from cubecsp.files import write_whole
from cubecsp.formats import as_stickers
from cubecsp.frozen import frozen
from cubecsp.pictures.arrows import Arrow, draw_arrows, parse_arrows, sticker
from cubecsp.pictures.colours import (
    DARK,
    SCHEMES,
    UNKNOWN_COLOUR,
    Scheme,
    colour,
    ink_on,
    lettered,
    of_faces,
    scheme,
)
from cubecsp.pictures.glyphs import CROSS, RING, SHAPES
from cubecsp.pictures.scene import Scene, Shape
from cubecsp.pictures.stickers import mark_on, outline_of, stamped, text_on
from cubecsp.pictures.surface import OtherState, Surface, surface_of
from cubecsp.pictures.views import VIEWS, lay_out
from cubecsp.pictures.views.flat_puzzles import FLAT_VIEW, as_sheet, flat_puzzle
from cubecsp.pictures.views.solids import SOLID_VIEWS, lay_out_solid, stickers_of, usual_rotation
from cubecsp.pictures.views.view import USUAL, Place, Rotation, Sheet, Stance, parse_rotation
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.state import State

__all__ = ["Look", "OtherState", "Picture", "picture"]

_RIM = 5.0  # of the dark body, rounded, around its stickers
_PNG_SCALE = 3  # pixels for each of the SVG
_WRITABLE = re.compile(r"[^\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]*")  # in XML
_ONE_LETTER, _MORE_LETTERS = 0.86, 0.62  # how high texts on stickers are, in halves of a sticker


@frozen
class Look:
    """The look of a puzzle.

    Attributes:
        colours: the colours of the stickers of the faces, in the order of the faces.
        ink: drawn on known stickers, so that they can be distinguished without colours: `letters`, `shapes`,
            or None.
        body: the colour between the stickers.
        body_opacity: 0…1.
        sticker_opacity: 0…1.
        background: a colour, None for none.
    """

    colours: Scheme = SCHEMES["standard"]
    ink: str | None = None
    body: str = DARK
    body_opacity: float = 1.0
    sticker_opacity: float = 1.0
    background: str | None = None


USUAL_LOOK = Look()
"""Standard colours on a dark body."""


@frozen
class Picture:
    """A picture of a puzzle; `picture` makes one from texts.

    Attributes:
        facelets: the stickers of a cube, or a state, or stickers, of another puzzle.
        view: one of `cubecsp.pictures.views.VIEWS`; for another puzzle, of
            `cubecsp.pictures.views.solids.SOLID_VIEWS`.
        back: the way to show hidden faces in the view in space, one of
            `cubecsp.pictures.views.view.BACKS` (for another puzzle, of
            `cubecsp.pictures.views.solids.SOLID_BACKS`) or None.
        rotation: the rotation of the puzzle towards the viewer: axes and degrees; None for the usual one, for
            another puzzle that of `cubecsp.pictures.views.solids.usual_rotation`.
        distance: the distance of the eye, in edges of the cube; see also
            `cubecsp.pictures.views.solids.lay_out_solid`.
        look: its look; colours are in the order of the faces of the puzzle.
        fills: for each sticker a colour that it has instead of its face's, None to leave it out.
        labels: a short text on each sticker, instead of letters or shapes.
        crossed: stickers with a cross, which marks what breaks a rule.
        ringed: stickers with a ring, which marks what cannot be on a solvable cube.
        arrows: arrows from sticker to sticker.
        title: a description of the picture, for readers who cannot see it.

    Raises:
        InputError: the shapes of the stickers are not known, there is no label for each, or the title has control
            characters.
    """

    facelets: Facelets | OtherState
    view: str = "net"
    back: str | None = None
    rotation: Rotation | None = None
    distance: float = 5.0
    look: Look = USUAL_LOOK
    fills: tuple[str | None, ...] | None = None
    labels: tuple[str, ...] | None = None
    crossed: frozenset[int] = frozenset()
    ringed: frozenset[int] = frozenset()
    arrows: tuple[Arrow, ...] = ()
    title: str = ""

    def __post_init__(self) -> None:
        if not _WRITABLE.fullmatch(self.title):
            raise InputError(
                f"title {excerpt(self.title)} has characters that cannot be written",
                "leave out control characters and what is not Unicode",
            )
        number, name = len(self._surface.names), self.facelets.puzzle.name
        if self.labels is not None and len(self.labels) != number:
            raise InputError(
                f"{len(self.labels)} labels for the {number} stickers of a {name}",
                "give one for each",
            )

    @cached_property
    def _surface(self) -> Surface:
        """The stickers: their names, colours and letters."""
        return surface_of(self.facelets)

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """The layout of the picture, the farthest parts first."""
        if isinstance(self.facelets, Facelets):
            stance = Stance(self.back, self.rotation or USUAL, self.distance)
            return lay_out(self.facelets.puzzle, self.view, stance)
        if (flat := flat_puzzle(self.facelets.puzzle)) is not None:
            if self.view != FLAT_VIEW or self.back is not None:
                name = self.facelets.puzzle.name
                raise InputError(
                    f"a {name} is drawn flat", f"choose the view {FLAT_VIEW}, without back"
                )
            return (as_sheet(flat.draw(self.facelets)),)
        stickers = stickers_of(self.facelets.puzzle)
        stance = Stance(self.back, self.rotation or usual_rotation(stickers), self.distance)
        return lay_out_solid(stickers, self.view, stance)

    @property
    def hidden(self) -> frozenset[int]:
        """The stickers that this view does not show."""
        return frozenset(range(len(self._surface.names))) - self.visible

    @cached_property
    def scene(self) -> Scene:
        """All shapes to paint."""
        shapes = [shape for sheet in self.sheets for shape in self._sheet(sheet)]
        shapes += self._arrows([place for sheet in self.sheets for place in sheet.places])
        return Scene(tuple(shapes), self.title or self._described(), self.look.background)

    @cached_property
    def visible(self) -> frozenset[int]:
        """The stickers that this view shows."""
        return frozenset(place.facelet for sheet in self.sheets for place in sheet.places)

    def svg(self, size: int | None = None) -> str:
        """Return an SVG document.

        Args:
            size: the longer side in pixels.
        """
        return self.scene.svg(size)

    def png(self, size: int | None = None) -> bytes:
        """Return a PNG file.

        Args:
            size: the longer side in pixels; without it, three times as large as the SVG, since
                pixels are smaller on today's screens than PNG viewers assume.

        Raises:
            EngineError: the extra `cubecsp[png]` is not installed.
        """
        from cubecsp.pictures.png import rasterised

        if size is None:
            size = _PNG_SCALE * max(self.scene.pixels(None))
        return rasterised(self.svg(size))

    def save(self, path: str | Path, size: int | None = None) -> Path:
        """Write the picture to a file, completely or not at all; its suffix decides the format.

        Raises:
            InputError: the suffix is neither .svg nor .png, or the file cannot be written.
            EngineError: it is .png, and the extra `cubecsp[png]` is not installed.
        """
        path = Path(path)
        suffix = path.suffix.lower()
        if suffix == ".svg":
            return write_whole(path, self.svg(size))
        if suffix == ".png":
            return write_whole(path, self.png(size))
        raise InputError(f"{str(path)!r} is not a name for a picture", "end it in .svg or .png")

    def _repr_svg_(self) -> str:
        return self.svg()

    def _sheet(self, sheet: Sheet) -> list[Shape]:
        look = self.look
        shapes = [Shape(b, look.body, look.body, _RIM, look.body_opacity) for b in sheet.bodies]
        for place in sheet.places:
            paint = self._paint(place.facelet)
            if paint is None:
                continue
            name = self._surface.names[place.facelet]
            shapes.append(
                Shape(outline_of(place), paint, opacity=look.sticker_opacity, sticker=name)
            )
            shapes += self._upon(place, paint)
        return shapes

    def _described(self) -> str:
        """Return the description of the picture, used if it has no title."""
        if isinstance(self.facelets, OtherState):
            name = self.facelets.puzzle.name
            return f"the {name} {SOLID_VIEWS[self.view].title}, colours by face: {self._surface.by_face}"
        marked = len(self.crossed | self.ringed)
        marks = f", {marked} marked" if marked else ""
        return f"{VIEWS[self.view].title} {self.facelets}{marks}"

    def _paint(self, facelet: int) -> str | None:
        """Return the colour of a sticker, None to leave it out."""
        if self.fills is not None:
            return self.fills[facelet]
        colour = self._surface.colours[facelet]
        return UNKNOWN_COLOUR if colour is None else self.look.colours[colour]

    def _upon(self, place: Place, paint: str) -> list[Shape]:
        """Return the shapes on a sticker of this colour."""
        inked = self._inked(place, paint)
        shapes = [*inked]
        for marked, mark in ((self.ringed, RING), (self.crossed, CROSS)):
            if place.facelet in marked:
                shapes += mark_on(place, mark, aside=bool(inked))
        return shapes

    def _inked(self, place: Place, paint: str) -> list[Shape]:
        """Return the shapes that distinguish a sticker without its colour."""
        colour, ink = self._surface.colours[place.facelet], ink_on(paint)
        if self.labels is not None:
            return text_on(place, self.labels[place.facelet], _MORE_LETTERS, ink)
        if colour is None or self.look.ink is None:
            return []
        if self.look.ink == "letters":
            text = self._surface.letters[colour]
            return text_on(place, text, _MORE_LETTERS if len(text) > 1 else _ONE_LETTER, ink)
        return [Shape(stamped(place, SHAPES[colour]), ink)]

    def _arrows(self, places: list[Place]) -> list[Shape]:
        """Return the shapes of the arrows, which lie over all visible stickers."""
        if not self.arrows:
            return []
        middles = {place.facelet: place.at((0, 0)) for place in places}
        for arrow in self.arrows:
            touched = [f for f in (arrow.start, arrow.end, arrow.via) if f is not None]
            unseen = [facelet for facelet in touched if facelet not in middles]
            if unseen:
                raise InputError(
                    f"sticker {self._surface.names[unseen[0]]} cannot be "
                    f"seen in the view {self.view}, so no arrow can touch it",
                    "name others, choose another view, or show the back",
                )
        return draw_arrows(self.arrows, middles, 2 * max(place.unit for place in places))


def picture(
    cube: State | Facelets | str | OtherState,
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
) -> Picture:
    """Return the picture of a cube. In a notebook it shows itself; `save` writes it to a file.

    Other puzzles can be drawn if they are made from a solid, so that the shapes of their stickers are known.

    Args:
        cube: a cube, a state of another puzzle, stickers, or a text in any format that is read: a facelet string, solvable or not,
            with `.` for unknown stickers; moves that make it; and so on.
        view: one of `cubecsp.pictures.views.VIEWS`: `net`, the unfolded cube; `cube`, as it is seen;
            `plan`, the upper layer from above with its sides. For another puzzle `net`, or `solid`, in space.
        back: shows the hidden faces of a `cube`: `beside` it, by the cube tipped over backwards, or
            `around` it, floating, as mirrors would show them. For another puzzle, `beside` a `solid`.
        rotation: the rotation of a `cube`, as VisualCube writes it: `y45x-34` is the usual one. Left out,
            other puzzles are turned as near to it as possible with all faces visible.
        colours: a name (`standard`, `japanese`, `colour-blind`, `grey`), or six colours in the order U R F D
            L B. Left out, the standard ones, or those that the stickers were written in, if that was with
            letters W R G Y O B. For another puzzle, one for each face with commas, in the order of its faces.
        letters: write its letter on each sticker; for another puzzle, the name of its face.
        shapes: draw a shape on each sticker, one for each colour. This and everything below, except the last
            two, is for cubes only.
        labels: a short text for each sticker instead.
        marked: stickers, by name or number, to bear a cross.
        ringed: stickers, by name or number, to bear a ring.
        arrows: `U1U3,U3U9-curved-red` (see `cubecsp.pictures.arrows`), or `Arrow` objects.
        background: the colour of the background.
        title: the title, for readers who cannot see the picture.

    Raises:
        InputError: something cannot be read or does not exist.
    """
    drawn = cube if isinstance(cube, OtherState) else as_stickers(cube)
    puzzle: Any = drawn.puzzle
    if isinstance(colours, tuple | list):
        colours = ",".join(colours)
    if isinstance(drawn, OtherState):
        only = {"shapes": shapes, "marked": marked, "ringed": ringed}
        _refuse({**only, "arrows": arrows}, drawn)
        paints = of_faces((flat_puzzle(puzzle) or stickers_of(puzzle)).faces, colours)
    elif letters and shapes:
        raise InputError("letters and shapes do not both fit on a sticker", "choose one")
    elif colours is None:
        paints = lettered(drawn.scheme)
    else:  # those of a cube in the usual orientation
        usual = scheme(colours)
        paints = tuple(usual[FACES.index(face)] for face in drawn.holding)

    def numbered(stickers: Collection[int | str]) -> frozenset[int]:
        return frozenset(sticker(name, puzzle) for name in stickers)

    look = Look(
        paints,
        "letters" if letters else "shapes" if shapes else None,
        background=None if background is None else colour(background),
    )
    return Picture(
        drawn,
        view,
        back,
        None if rotation is None else parse_rotation(rotation),
        look=look,
        labels=None if labels is None else tuple(labels),
        crossed=numbered(marked),
        ringed=numbered(ringed),
        arrows=parse_arrows(arrows, puzzle) if isinstance(arrows, str) else tuple(arrows),
        title=title,
    )


def _refuse(only: dict[str, object], state: OtherState) -> None:
    """Refuse parameters that only pictures of cubes have, for a state of another puzzle."""
    for name, value in only.items():
        if value:
            raise InputError(
                f"{name} are for pictures of cubes, and this is a {state.puzzle.name}",
                "leave it out",
            )
