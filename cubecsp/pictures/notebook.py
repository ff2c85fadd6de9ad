"""Notebook displays of cubes, patterns and answers.

The classes say only that they can be shown (`cubecsp.puzzle.core.display`); this module says how. Pictures go
into HTML as images that contain their data, so that the style of a page does not affect them.
"""

from __future__ import annotations

from base64 import b64encode
from functools import singledispatch
from html import escape

from cubecsp.diagnosis.diagnosis import Diagnosis
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.primitives import ColourCount, SlotDomain
from cubecsp.pictures.gallery import at_fault, picture_of
from cubecsp.pictures.picture import Picture, picture
from cubecsp.pictures.views.flat_puzzles import flat_puzzle
from cubecsp.pictures.views.solids import is_solid
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern
from cubecsp.questions.answers.answer import Answer, CubeReport

_SHOWN = 12  # cubes of an answer


def svg(value: State | Facelets | KPattern) -> str | None:
    """Return the SVG by which a notebook displays a cube, stickers, or a state of another puzzle.

    Impossible stickers are ringed. A state whose stickers have no known shapes has no picture.
    """
    if isinstance(value, KPattern):
        if flat_puzzle(value.puzzle):
            return picture(value).svg(360)
        if not is_solid(value.puzzle):
            return None
        return picture(value, view="solid", back="beside").svg(360)
    if isinstance(value, Facelets):
        broken, _ = at_fault(CubeReport(value.letters, diagnosis=Diagnosis(value)))
        return picture(value, ringed=broken).svg(360)
    return picture(value, view="cube", back="beside").svg(360)


@singledispatch
def html(value: object) -> str:
    """Return the HTML by which a notebook displays a pattern or an answer."""
    raise TypeError(f"notebooks cannot show a {type(value).__name__}")


@html.register
def _(shown: Pattern) -> str:
    rows = "".join(
        f"<tr><td style='text-align:left'><code>{escape(str(rule))}</code></td>"
        f"<td style='text-align:left'>{escape(rule.describe())}</td></tr>"
        for rule in shown.rules
    )
    fixed = _fixed(shown)
    drawn = _image(picture(fixed)) if fixed is not None else ""
    name = f"<caption>{escape(shown.name)}</caption>" if shown.name else ""
    return f"<table>{name}{rows}</table>{drawn}" if rows else f"<em>any {shown.puzzle.name}</em>"


def _fixed(pattern: Pattern) -> Facelets | None:
    """Return the stickers whose colours single relations of a pattern determine, None if there are none."""
    puzzle = pattern.puzzle
    if not isinstance(puzzle, CubePuzzle):
        return None
    possible = [set(range(6)) for _ in range(puzzle.facelet_count)]
    for relation in pattern.primitives:
        if isinstance(relation, SlotDomain):
            orbit = puzzle.orbits[relation.orbit]
            for k, facelet in enumerate(orbit.frames[relation.slot]):
                possible[facelet] &= {orbit.colours[value][k] for value in relation.placements}
        elif isinstance(relation, ColourCount) and relation.least == len(relation.facelets):
            for facelet in relation.facelets:
                possible[facelet] &= relation.colours
    if not any(len(colours) == 1 for colours in possible):
        return None
    for face, facelet in enumerate(puzzle.centres):
        possible[facelet] = {face}
    known = (FACES[min(c)] if len(c) == 1 else UNKNOWN for c in possible)
    return Facelets("".join(known))


@html.register
def _(shown: Answer) -> str:
    figures = "".join(map(_figure, shown.cubes[:_SHOWN]))
    more = len(shown) - _SHOWN
    rest = f"<p>and {more} more</p>" if more > 0 else ""
    return (
        f"<p>{escape(shown.sentence())}</p>"
        f"<div style='display:flex;flex-wrap:wrap;gap:1em'>{figures}</div>{rest}"
    )


def _figure(report: CubeReport) -> str:
    lines = [str(report.generator) or "solved"] if report.solution is not None else []
    lines += [defect.message for defect in report.defects or ()]
    caption = "<br>".join(map(escape, lines))
    state: object = report.cube
    drawn = not isinstance(state, KPattern) or svg(state) is not None
    image = _image(picture_of(report)) if drawn else f"<code>{escape(report.facelets)}</code>"
    return (
        f"<figure style='margin:0;width:15em'>{image}"
        f"<figcaption style='font-size:85%'>{caption}</figcaption></figure>"
    )


def _image(drawing: Picture) -> str:
    data = b64encode(drawing.svg(240).encode()).decode()
    title = escape(drawing.scene.title)
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{title}" width="240">'
