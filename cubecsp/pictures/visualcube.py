"""Pictures from VisualCube's parameters: the same cube, seen from the same side, in our own look.

C. Rider's VisualCube names its parameters in an address; `cubecsp.formats.visualcube` reads them. Its
pictures of a cube are in perspective, too, so angles and distances mean here what they mean there. These
differ: stickers are rounded, arrows have a light rim, and a picture is cut close; its longer side is `size`.
"""

from __future__ import annotations

from cubecsp.formats.visualcube import VisualCube
from cubecsp.pictures.arrows import Arrow
from cubecsp.pictures.colours import DARK
from cubecsp.pictures.picture import Look, Picture

_BLACK = "#000000"


def picture_by_parameters(parameters: VisualCube | str) -> Picture:
    """Return the picture that VisualCube's parameters describe.

    Args:
        parameters: the parameters, or text such as `view=plan&stage=oll&case=R U2 R' U' R U' R'`, or
            the address of a picture. Give the size to `Picture.svg` and `Picture.png`.

    Raises:
        InputError: the parameters cannot be read, or an arrow goes to a sticker that is not visible.
    """
    cube = VisualCube.parse(parameters) if isinstance(parameters, str) else parameters
    look = Look(
        cube.scheme,
        body=DARK if cube.cube_colour == _BLACK else cube.cube_colour,
        body_opacity=cube.cube_opacity / 100,
        sticker_opacity=cube.facelet_opacity / 100,
        background=cube.background,
    )
    seen_through = min(cube.cube_opacity, cube.facelet_opacity) < 100
    arrows = tuple(
        Arrow(
            arrow.start,
            arrow.end,
            via=arrow.via,
            pull=arrow.influence / 10,
            scale=arrow.scale / 10,
            colour=arrow.colour or cube.arrow_colour,
        )
        for arrow in cube.arrows
    )
    return Picture(
        cube.stickers,
        view="plan" if cube.view == "plan" else "cube",
        back="through" if seen_through and cube.view != "plan" else None,
        rotation=tuple((axis, float(degrees)) for axis, degrees in cube.rotation),
        distance=float(cube.distance),
        look=look,
        fills=cube.fills,
        arrows=arrows,
    )
