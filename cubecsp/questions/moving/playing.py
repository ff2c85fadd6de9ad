"""Links to pages that play the moves of an answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cubecsp.formats import ReadResult
from cubecsp.formats.players import link
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.written_turns import written_turns
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.asking.about import AboutCubes
from cubecsp.questions.asking.cubes_and_rules import each_of


def with_link(
    report: CubeReport, player: str | None, setup: str = "", start: Facelets | None = None
) -> CubeReport:
    """Return a report with a link to a page that plays its moves, if it has any.

    Args:
        report: the report of a cube.
        player: a name of `PLAYERS`, None for no link.
        setup: moves that make the cube from which the moves of the report lead; left out, those of its
            generator.
        start: that cube; left out, the one of the report.
    """
    if player is None or report.written is None:
        return report
    before = setup or str(report.generator)
    letters = report.facelets if start is None else start.letters
    address = link(player, report.written, report.puzzle, setup=before, cube=letters)
    return replace(report, link=address)


def scramble_link(report: CubeReport, player: str | None) -> CubeReport:
    """Return the report of a scramble with a link to a page that plays its moves on a solved cube."""
    if player is None:
        return report
    moves, solved = str(report.generator), cube_class(report.puzzle.size)().facelets
    return replace(report, link=link(player, moves, report.puzzle, cube=solved))


def setup_of(query: AboutCubes[Any, Any], number: int = 0) -> str:
    """Return the moves that make a cube of a question as they were written; "" if it was not given as moves."""
    cube = each_of(query.cubes)[number]
    if isinstance(cube, str | bytes):
        cube = query.cube_reader.read(cube)
    if isinstance(cube, Moves):
        return str(cube)
    if not isinstance(cube, ReadResult) or not cube.moves:
        return ""
    return str(written_turns(cube.moves, cube.stickers.puzzle))
