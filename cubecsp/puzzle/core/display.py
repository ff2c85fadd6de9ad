"""Base classes of objects that show themselves in notebooks, without knowing how they are drawn.

Imports point one way, and pictures know cubes, not the other way round. So the classes of the lower layers
derive from one of these two, which load the module that draws (`cubecsp.pictures.notebook`) only when a
notebook asks. Formatters registered with IPython were the
alternative: they serve only IPython, and only if it runs before the package is imported.
"""

from __future__ import annotations

from importlib import import_module

_DRAWN_BY = "cubecsp.pictures.notebook"


class ShownAsSvg:
    """Shows itself in notebooks as a picture, or as its text if it cannot be drawn."""

    def _repr_svg_(self) -> str | None:
        drawn: str | None = import_module(_DRAWN_BY).svg(self)
        return drawn


class ShownAsHtml:
    """Shows itself in notebooks as HTML."""

    def _repr_html_(self) -> str:
        return str(import_module(_DRAWN_BY).html(self))
