"""PNG: our own SVG, rasterised by resvg.

resvg (resvg-py on PyPI: one file of 1.4 MB, no dependencies, wheels for every system) draws the SVG, so there
is one description of a picture and nothing is composed twice. It is designed to give the same pixels
everywhere and uses nothing from the system, not even fonts, since pictures have no text in them. Pillow is
five times the size and draws polygons without smooth edges, so the scene would have to be flattened and
scaled down. cairosvg needs system libraries, whose versions differ.
"""

from __future__ import annotations

from cubecsp.errors import EngineError


def rasterised(svg: str) -> bytes:
    """Return an SVG document as a PNG file of the width and height that it states.

    Raises:
        EngineError: resvg is not installed.
    """
    try:
        import resvg_py
    except ImportError as error:
        raise EngineError(
            "PNG needs the package resvg-py: pip install 'cubecsp[png]' (or write .svg)"
        ) from error
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))
