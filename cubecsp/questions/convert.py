"""The same cube in another format; moves that make it are one, too."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from cubecsp.errors import InputError, LimitError
from cubecsp.formats import FORMATS, SOLVED, Reading, as_stickers, read, write
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.moves import Moves
from cubecsp.puzzle.puzzle import cube_puzzle
from cubecsp.questions.answer import Answer, CubeReport, Status, Stop, versions
from cubecsp.questions.given import CubeLike
from cubecsp.questions.limits import Limits, Run, check_time_limit
from cubecsp.questions.query import Query, Stream
from cubecsp.questions.whole import whole
from cubecsp.questions.wording import plural, seconds_taken

__all__ = ["IN_COLOURS", "Convert", "ConvertAnswer", "convert"]

IN_COLOURS = ("colours", "words", "by-face", "net", "visualcube")
"""The formats that write colours and not faces, pieces or moves."""


@dataclass(repr=False)
class ConvertAnswer(Answer):
    """The answer to `Convert`: reports, each with a `text` and how the cube was read."""

    about_all = True

    def sentence(self) -> str:
        """Return the sentence that says how many cubes were written."""
        stopped = "; interrupted" if self.stopped is Stop.INTERRUPT else ""
        taken = seconds_taken(self.seconds)
        return f"{plural(len(self), 'cube')} written as {self.query['to']}{stopped} ({taken})."


@dataclass(frozen=True)
class Convert(Query):
    """A request to convert cubes; see `convert`.

    Attributes:
        to: the format, a name of `cubecsp.FORMATS`.
        cubes: what to write in it, in order.
        scheme: the colours to write, and to name `up` and `front` in.
        up: the colour that is to be up.
        front: and the one in front.
        limits: what may end it; the time is for the moves of each cube.
    """

    question: ClassVar[str] = "convert"

    to: str
    cubes: tuple[Reading, ...] = ()
    scheme: str | None = None
    up: str | None = None
    front: str | None = None
    limits: Limits = field(default_factory=Limits)

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        asked = {"scheme": self.scheme, "up": self.up, "front": self.front}
        shown: dict[str, Any] = {"question": self.question, "to": self.to}
        shown |= {name: value for name, value in asked.items() if value is not None}
        return shown | {"time_limit": self.limits.time, "versions": versions()}

    def report(self, reading: Reading) -> CubeReport:
        """Return the report of one cube.

        Raises:
            InputError: the format cannot express the cube.
            LimitError: no moves were found in time.
        """
        text = convert(
            reading,
            self.to,
            scheme=self.scheme,
            up=self.up,
            front=self.front,
            time_limit=self.limits.time,
        )
        shown = reading.stickers
        return CubeReport(shown.letters, text=text, reading=reading, scheme=shown.scheme)

    def stream(self) -> Stream[ConvertAnswer]:
        """Return the question under way: a report for each cube, in order."""
        answer = ConvertAnswer(self, Status.UNKNOWN)
        return Stream(answer, Limits(), self._reports, _settle)

    def _reports(self, _answer: ConvertAnswer, _run: Run) -> Generator[CubeReport, None, None]:
        yield from map(self.report, self.cubes)


def _settle(answer: ConvertAnswer, run: Run) -> None:
    answer.status = Status.COMPLETE if run.stopped is None else Status.PARTIAL


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
        cube: a text in any format, the result of reading one, moves that make it, or a cube.
        to: a name of `cubecsp.FORMATS`; `moves` are found by the two-phase method, and on a 2×2×2
            are the fewest there are. A link has the moves that the cube was given as, if it was.
        format: the format of a text; detected if left out.
        size: the size of the cube that a text describes; if left out, the text decides.
        scheme: the colours of the faces U R F D L B, as the name of a scheme or six characters: what
            formats that write colours (`IN_COLOURS`) write, and `up` and `front` are named in.
        up: the colour that is to be up in the result.
        front: and the one in front.
        time_limit: seconds for finding moves; if left out, as many positions are looked at as take about
            a tenth of one.

    Raises:
        InputError: the text cannot be read, or the format cannot express the cube.
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
            f"format {to} does not write colours, so a scheme changes nothing",
            f"formats that take one are {', '.join(IN_COLOURS)}",
        )
    if FORMATS[to].write is not None:
        return write(cube, to, scheme=scheme, up=up, front=front)
    if (scheme, up, front) != (None, None, None):
        raise InputError(f"{to} do not write colours", "leave out the scheme and the holding")
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
    from cubecsp.questions.solve import solve  # which no other format needs

    answer = solve(cube, time_limit=time_limit)
    if answer.stopped is Stop.INTERRUPT:
        raise KeyboardInterrupt
    report = answer.cubes[0]
    if report.making is None:
        raise LimitError("no moves were found in time", "give a longer --time-limit")
    return report.making or SOLVED
