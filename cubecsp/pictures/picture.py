"""A picture of a cube: what is to be seen, composed once, and written as SVG or PNG."""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from cubecsp.errors import InputError, excerpt
from cubecsp.files import write_whole
from cubecsp.formats import as_stickers
from cubecsp.pictures.arrows import Arrow, draw_arrows, parse_arrows, sticker
from cubecsp.pictures.colours import (
    DARK,
    LIGHT,
    SCHEMES,
    UNKNOWN_COLOUR,
    Scheme,
    colour,
    ink_on,
    lettered,
    scheme,
)
from cubecsp.pictures.glyphs import CROSS, RING, SHAPES, can_write, written
from cubecsp.pictures.outline import Outline, mapped, rounded
from cubecsp.pictures.scene import Scene, Shape
from cubecsp.pictures.views import VIEWS, lay_out
from cubecsp.pictures.views.base import USUAL, Place, Rotation, Sheet, Stance, parse_rotation
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.geometry import FACES
from cubecsp.puzzle.state import State

__all__ = ["Look", "Picture", "picture"]

_INSET = 0.11  # of a sticker from its border, in halves of a sticker
_RADIUS = 0.26  # of its corners
_RIM = 5.0  # of the dark body, rounded, around its stickers
_ASIDE = 0.45  # how large a mark is that leaves room for a letter or a shape
_CORNER = 0.55  # where it is: right of the middle and above it
_PNG_SCALE = 3  # pixels for each of the SVG
_WRITABLE = re.compile(r"[^\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]*")  # in XML


@dataclass(frozen=True)
class Look:
    """How a cube is painted.

    Attributes:
        colours: of the stickers of the six faces.
        ink: what is drawn on known stickers, so that they can be told apart without colours:
            `letters`, `shapes`, or None.
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


@dataclass(frozen=True)
class Picture:
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
        title: what is to be seen, for readers who cannot see it.

    Raises:
        InputError: the title has control characters.
    """

    facelets: Facelets
    view: str = "net"
    back: str | None = None
    rotation: Rotation = USUAL
    distance: float = 5.0
    look: Look = Look()
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

    @property
    def _sheets(self) -> tuple[Sheet, ...]:
        stance = Stance(self.back, self.rotation, self.distance)
        return lay_out(self.facelets.puzzle, self.view, stance)

    @cached_property
    def scene(self) -> Scene:
        """All that is to be painted."""
        sheets = self._sheets
        shapes = [shape for sheet in sheets for shape in self._sheet(sheet)]
        shapes += self._arrows([place for sheet in sheets for place in sheet.places])
        return Scene(tuple(shapes), self.title or self._described(), self.look.background)

    @cached_property
    def hidden(self) -> frozenset[int]:
        """The stickers that this view does not show."""
        shown = {place.facelet for sheet in self._sheets for place in sheet.places}
        return frozenset(range(self.facelets.puzzle.facelet_count)) - shown

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

    def _described(self) -> str:
        marked = len(self.crossed | self.ringed)
        marks = f", {marked} marked" if marked else ""
        return f"{VIEWS[self.view].title} {self.facelets}{marks}"

    def _sheet(self, sheet: Sheet) -> list[Shape]:
        look = self.look
        shapes = [Shape(b, look.body, look.body, _RIM, look.body_opacity) for b in sheet.bodies]
        for place in sheet.places:
            paint = self._paint(place.facelet)
            if paint is None:
                continue
            name = self.facelets.puzzle.names[place.facelet]
            shapes.append(Shape(_outline(place), paint, opacity=look.sticker_opacity, sticker=name))
            inked = self._inked(place, paint)
            shapes += inked
            for marked, mark in ((self.ringed, RING), (self.crossed, CROSS)):
                if place.facelet in marked:
                    shapes += _mark(place, mark, aside=bool(inked))
        return shapes

    def _arrows(self, places: list[Place]) -> list[Shape]:
        if not self.arrows:
            return []
        middles = {place.facelet: place.at((0, 0)) for place in places}
        for arrow in self.arrows:
            touched = [f for f in (arrow.start, arrow.end, arrow.via) if f is not None]
            unseen = [facelet for facelet in touched if facelet not in middles]
            if unseen:
                raise InputError(
                    f"sticker {self.facelets.puzzle.names[unseen[0]]} is not to be "
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
        """Return what distinguishes a sticker without its colour."""
        colour, ink = self.facelets.colours[place.facelet], ink_on(paint)
        if self.labels is not None:
            return _text(place, self.labels[place.facelet], 0.62, ink)
        if colour is None or self.look.ink is None:
            return []
        if self.look.ink == "letters":
            letter = self.facelets.scheme[colour]
            return _text(place, letter if can_write(letter) else FACES[colour], 0.86, ink)
        return [Shape(_stamped(place, SHAPES[colour]), ink)]


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
) -> Picture:
    """Return the picture of a cube. In a notebook it shows itself; `save` writes it to a file.

    Args:
        cube: a cube, stickers, or a text in any format that is read: a facelet string, real or not,
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
        colours = lettered(facelets.scheme)
    look = Look(
        scheme(colours if isinstance(colours, str) else ",".join(colours)),
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


@lru_cache(4096)
def _outline(place: Place) -> Outline:
    radius = _RADIUS * place.squash
    flat = rounded(1 - _INSET, 1 - _INSET / place.squash, radius, radius / place.squash)
    return mapped(flat, place.at)


def _stamped(place: Place, outline: Outline) -> Outline:
    """Return an outline about the middle of a sticker: in its plane, or upright if that is low.

    It is never upside down or mirrored, so that letters can be read: turned by half a circle where it
    would stand on its head, which keeps its hand, and mirrored once more where it is seen from behind.
    """
    x, y = place.at((0, 0))
    if place.squash != 1:
        size = _scale(place)
        return mapped(outline, lambda p: (x + p[0] * size, y + p[1] * size))
    (c, d), (e, f) = place.at((1, 0)), place.at((0, 1))
    right, down = (c - x, d - y), (e - x, f - y)
    mirrored = -1 if right[0] * down[1] < right[1] * down[0] else 1  # seen through the cube
    upright = 1 if mirrored * right[0] + down[1] > -1e-9 else -1
    return mapped(outline, lambda p: place.at((mirrored * upright * p[0], upright * p[1])))


def _scale(place: Place) -> float:
    """Return how large what is drawn on a sticker is: one unit of it in units of the picture."""
    return place.unit if place.squash == 1 else 1.2 * place.unit * math.sqrt(place.squash)


def _text(place: Place, text: str, height: float, ink: str) -> list[Shape]:
    outline = _stamped(place, written(text, height))
    return [Shape(outline, stroke=ink, width=0.2 * height * _scale(place))] if outline else []


def _mark(place: Place, mark: Outline, *, aside: bool) -> list[Shape]:
    """Return a mark that shows on every colour: dark, with a light rim; `aside` of what is written."""
    size = _ASIDE if aside else 1.0
    if aside:
        mark = mapped(mark, lambda p: (_CORNER + p[0] * size, p[1] * size - _CORNER))
    outline = _stamped(place, mark)
    return [
        Shape(outline, stroke=stroke, width=width * size * _scale(place))
        for stroke, width in ((LIGHT, 0.46), (DARK, 0.24))
    ]
