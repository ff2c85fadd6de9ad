"""A drawing, composed once, and written as SVG or PNG."""

from __future__ import annotations

import re
from abc import abstractmethod
from functools import cached_property
from pathlib import Path

from cubecsp.errors import InputError, excerpt
from cubecsp.files import write_whole
from cubecsp.frozen import frozen
from cubecsp.pictures.colours import DARK, SCHEMES, Scheme
from cubecsp.pictures.scene import Scene, Shape
from cubecsp.pictures.stamps import outline_of
from cubecsp.pictures.views.base import Place, Sheet

__all__ = ["USUAL_LOOK", "Drawing", "Look"]

_RIM = 5.0  # of the dark body, rounded, around its stickers
_PNG_SCALE = 3  # pixels for each of the SVG
_WRITABLE = re.compile(r"[^\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]*")  # in XML


@frozen
class Look:
    """How a puzzle is painted.

    Attributes:
        colours: of the stickers of the faces, in the order of the faces.
        ink: what is drawn on known stickers, so that they can be distinguished without colours:
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


USUAL_LOOK = Look()
"""Standard colours on a dark body."""


class Drawing:
    """A puzzle with stickers, drawn.

    Raises:
        InputError: the title has control characters.
    """

    look: Look
    title: str

    def __post_init__(self) -> None:
        if not _WRITABLE.fullmatch(self.title):
            raise InputError(
                f"title {excerpt(self.title)} has characters that cannot be written",
                "leave out control characters and what is not Unicode",
            )

    @property
    @abstractmethod
    def sheets(self) -> tuple[Sheet, ...]:
        """Where everything lies, what is farther back first."""

    @abstractmethod
    def _described(self) -> str:
        """Return the description of the picture, used where there is no title."""

    @abstractmethod
    def _name(self, facelet: int) -> str:
        """Return the name of a sticker."""

    @abstractmethod
    def _paint(self, facelet: int) -> str | None:
        """Return the colour of a sticker, None to leave it out."""

    @abstractmethod
    def _upon(self, place: Place, paint: str) -> list[Shape]:
        """Return the shapes on a sticker of this colour."""

    def _over(self, _places: list[Place]) -> list[Shape]:
        """Return the shapes that lie over all visible stickers."""
        return []

    @cached_property
    def scene(self) -> Scene:
        """All that is to be painted."""
        shapes = [shape for sheet in self.sheets for shape in self._sheet(sheet)]
        shapes += self._over([place for sheet in self.sheets for place in sheet.places])
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
            name = self._name(place.facelet)
            shapes.append(
                Shape(outline_of(place), paint, opacity=look.sticker_opacity, sticker=name)
            )
            shapes += self._upon(place, paint)
        return shapes
