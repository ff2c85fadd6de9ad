"""Links to pages that play moves, see `cubecsp.formats.players`; written as links to Twizzle's editor."""

from __future__ import annotations

from cubecsp.errors import InputError
from cubecsp.formats import facelets
from cubecsp.formats.format import Format
from cubecsp.formats.players import EXAMPLE, LinkedMoves, is_link, link
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.facelets import Facelets

SUMMARY = "a link to Twizzle, alg.cubing.net, cubedb.net or ruwix.com that plays moves"


def evidence(text: str) -> str:
    """Return why this is a link, or nothing."""
    return "a link to a page that plays moves" if is_link(text) else ""


def parse(text: str, puzzle: CubePuzzle | None) -> Facelets:
    """Read the cube that the moves of a link make or, if they are anchored at the end, solve."""
    linked = LinkedMoves.read(text)
    if puzzle not in (None, linked.puzzle):
        raise InputError(
            f"a link to a {linked.puzzle.name}",
            "puzzle=2x2x2, puzzle=4x4x4 and so on say which cube it is",
        )
    if linked.cube:
        return facelets.FORMAT.parse(linked.cube, linked.puzzle)
    return Facelets.of(cube_class(linked.puzzle.size).from_moves(linked.makes))


FORMAT = Format(
    "twizzle",
    SUMMARY,
    EXAMPLE,
    evidence,
    parse,
    None,  # to write it, the reader of moves has to solve the cube
    lambda text, _puzzle: LinkedMoves.read(text).notes,
    moves=lambda text: LinkedMoves.read(text).makes,
    from_moves=lambda written, puzzle: link("twizzle", written, puzzle),
)
