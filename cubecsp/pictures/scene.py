"""A scene: shapes in the order in which they are painted. Both SVG and PNG are made from it."""

from __future__ import annotations

import math
from functools import cached_property
from html import escape

from cubecsp.frozen import frozen
from cubecsp.pictures.outline import Outline, bounds, number, path_data

_MARGIN = 2.0  # around everything that is painted, in units of the scene


@frozen
class Shape:
    """An outline with its paint.

    Attributes:
        outline: the outline.
        fill: the colour `#rrggbb` inside, None for none.
        stroke: the colour of the line, None for none.
        width: the width of the line, in units of the scene.
        opacity: from 0, invisible, to 1, which hides everything behind.
        sticker: the name of the sticker (U1 …) whose colour this is, if any.
    """

    outline: Outline
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    opacity: float = 1.0
    sticker: str | None = None


@frozen
class Scene:
    """Shapes, the earlier ones behind.

    Attributes:
        shapes: the shapes, at least one.
        title: a description of the picture, for readers who cannot see it.
        background: a colour behind everything, None for none.
    """

    shapes: tuple[Shape, ...]
    title: str
    background: str | None = None

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, width and height of the visible part, in whole units."""
        around = [(bounds(shape.outline), shape.width / 2 + _MARGIN) for shape in self.shapes]
        left, top = (math.floor(min(b[i] - more for b, more in around)) for i in (0, 1))
        right, bottom = (math.ceil(max(b[i] + more for b, more in around)) for i in (2, 3))
        return left, top, right - left, bottom - top

    def pixels(self, size: int | None) -> tuple[int, int]:
        """Return width and height in pixels if the longer side has `size`; the natural ones if None."""
        _, _, width, height = self.box
        factor = 1.0 if size is None else size / max(width, height)
        return max(1, round(width * factor)), max(1, round(height * factor))

    def svg(self, size: int | None = None) -> str:
        """Return the scene as an SVG document.

        Args:
            size: the longer side in pixels; the viewer decides for itself how to scale.
        """
        width, height = self.pixels(size)
        box = " ".join(map(number, self.box))
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" '
            f'width="{width}" height="{height}" role="img">'
        )
        return "\n".join([head, f"<title>{escape(self.title)}</title>", *self.body(), "</svg>", ""])

    def body(self, shared: dict[str, str] | None = None) -> list[str]:
        """Return the shapes as SVG elements.

        Args:
            shared: paths by their data, with names. A page of many pictures writes each path once: missing
                paths are added here, and elements only refer to them.
        """
        parts = []
        if self.background is not None:
            x, y, width, height = map(number, self.box)
            parts.append(
                f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{self.background}"/>'
            )
        for shape in self.shapes:
            data = path_data(shape.outline)
            if shared is None:
                named = "" if shape.sticker is None else f' data-sticker="{escape(shape.sticker)}"'
                parts.append(f'<path d="{data}"{named}{_paint(shape)}/>')
            else:
                name = shared.setdefault(data, f"p{len(shared)}")
                parts.append(f'<use href="#{name}"{_paint(shape)}/>')
        return parts


def _paint(shape: Shape) -> str:
    text = f' fill="{shape.fill or "none"}"'
    if shape.stroke is not None:
        text += (
            f' stroke="{shape.stroke}" stroke-width="{number(shape.width)}" '
            'stroke-linecap="round" stroke-linejoin="round"'
        )
    if shape.opacity != 1:
        text += f' opacity="{number(shape.opacity)}"'
    return text
