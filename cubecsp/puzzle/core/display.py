"""How objects show themselves in notebooks, without knowing how they are drawn.

Imports point one way, and pictures know cubes, not the other way round. So the classes of the lower
layers take one of these two, which name the module that draws (`cubecsp.pictures.notebook`) and load
it when a notebook asks, and not before. Formatters registered with IPython were the
alternative: they serve only IPython, and only if it runs before the package is imported.
"""

from __future__ import annotations

from importlib import import_module

__all__ = ["ShownAsHtml", "ShownAsSvg"]

_DRAWN_BY = "cubecsp.pictures.notebook"


class ShownAsSvg:
    """Shows itself in notebooks as a picture, or as its text where it cannot be drawn."""

    def _repr_svg_(self) -> str | None:
        drawn: str | None = import_module(_DRAWN_BY).svg(self)
        return drawn


class ShownAsHtml:
    """Shows itself in notebooks as a piece of a page."""

    def _repr_html_(self) -> str:
        return str(import_module(_DRAWN_BY).html(self))
