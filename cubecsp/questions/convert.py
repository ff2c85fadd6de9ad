"""The same cube in another format, moves that make it included."""

from __future__ import annotations

from cubecsp.errors import InputError, LimitError
from cubecsp.formats import FORMATS, SOLVED, Reading, as_stickers, read, write
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.moves import Moves
from cubecsp.puzzle.puzzle import cube_puzzle
from cubecsp.questions.answer import Stop
from cubecsp.questions.given import CubeLike
from cubecsp.questions.limits import check_time_limit
from cubecsp.questions.solve import solve
from cubecsp.questions.whole import whole

__all__ = ["IN_COLOURS", "convert"]

IN_COLOURS = ("colours", "words", "by-face", "net", "visualcube")
"""The formats that write colours and not faces, pieces or moves."""


def convert(
    cube: CubeLike,
    to: str,
    *,
    format: str | None = None,  # noqa: A002
    size: int | None = None,
    scheme: str | None = None,
    up: str | None = None,
    front: str | None = None,
    time_limit: float | None = None,
) -> str:
    """Return a cube in the format `to`, so that reading the text gives the same cube again.

    Args:
        cube: a text in any format, what one was read as, moves that make it, or a cube.
        to: a name of `cubecsp.FORMATS`; `moves` are found by the two-phase method, and on a 2×2×2
            are the fewest there are. A link has the moves that the cube was given as, if it was.
        format: the format that a text is in; found out when left out.
        size: of the cube that a text is; left out, the text decides.
        scheme: the colours of the faces U R F D L B, as the name of a scheme or six characters: what
            formats that write colours (`IN_COLOURS`) write, and `up` and `front` are named in.
        up: the colour that is to be up in the result.
        front: and the one in front.
        time_limit: seconds for finding moves; left out, so many positions are looked at as take about
            a tenth of one.

    Raises:
        InputError: the text cannot be read, or the format cannot say what it says.
        LimitError: no moves were found in time.
    """
    time_limit, to = check_time_limit(time_limit), FORMATS.find(to).name
    puzzle = None if size is None else cube_puzzle(size)
    if isinstance(cube, Moves):
        cube = read(str(cube) or SOLVED, "moves", puzzle)
    elif isinstance(cube, str | bytes):
        cube = read(cube, format, puzzle)
    if scheme is not None and up is None and to not in IN_COLOURS:
        raise InputError(
            f"format {to} says nothing of colours, so that a scheme changes nothing",
            f"formats that take one are {', '.join(IN_COLOURS)}",
        )
    if FORMATS[to].write is not None:
        return write(cube, to, scheme=scheme, up=up, front=front)
    if (scheme, up, front) != (None, None, None):
        raise InputError(f"{to} say nothing of colours", "leave out the scheme and the holding")
    written = FORMATS[to].from_moves
    assert written is not None  # or it would be written without
    shown = as_stickers(cube)
    if to == "moves" or not isinstance(cube, Reading) or not cube.moves:
        return written(_moves(shown, time_limit), shown.puzzle)
    return written(cube.moves, shown.puzzle)


def _moves(shown: Facelets, time_limit: float | None) -> str:
    """Return moves that make the cube from a solved one; `()`, a group of none, for a solved one."""
    cube = whole(shown)
    defects = cube.status()
    if defects:
        raise InputError(
            f"no moves make this cube: {defects[0].message}", "`check` lists every defect"
        )
    answer = solve(cube, time_limit=time_limit)
    if answer.stopped is Stop.INTERRUPT:
        raise KeyboardInterrupt
    report = answer.cubes[0]
    if report.generator is None:
        raise LimitError("no moves were found in time", "give a longer --time-limit")
    return str(report.generator) or SOLVED
