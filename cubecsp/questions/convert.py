"""The same cube in another format; moves that make it also count as a format."""

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar, Concatenate, ParamSpec, Protocol, cast, overload

from cubecsp.errors import InputError, LimitError
from cubecsp.formats import FORMATS, ReadResult, as_stickers, turned_for, write
from cubecsp.frozen import frozen
from cubecsp.interface import spelled
from cubecsp.puzzle.core.sequences import SOLVED
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.schemes import SCHEMES
from cubecsp.questions.answers.answer import Answer, CubeReport, Status, Stop
from cubecsp.questions.answers.numbers_in_words import in_seconds, plural
from cubecsp.questions.asking.about import AboutStates
from cubecsp.questions.asking.cubes_and_rules import CubeLike, is_one
from cubecsp.questions.asking.functions import as_function
from cubecsp.questions.asking.known_cube import known_cube
from cubecsp.questions.asking.limits import Limits, Run
from cubecsp.questions.asking.parameter import Cli, Param
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.reader import Reader
from cubecsp.questions.asking.shared_parameters import ManyCubes
from cubecsp.questions.asking.value_kinds import Colours, OneOf, Seconds, Text
from cubecsp.registry import british
from cubecsp.suggestions import alternatives

__all__ = ["IN_COLOURS", "Convert", "ConvertAnswer", "convert"]

P = ParamSpec("P")

IN_COLOURS = ("colours", "words", "by-face", "net", "visualcube")
"""The formats that write colours, not faces, pieces or moves."""

_OF_STATES = ("kpattern", "facelets", "moves")


@dataclass(repr=False)
class ConvertAnswer(Answer):
    """The answer to `convert`: reports, each with a `text` and the result of reading the cube."""

    about_all = True

    def sentence(self) -> str:
        """Return the sentence with the number of cubes written."""
        stopped = "; interrupted" if self.stopped is Stop.INTERRUPT else ""
        taken = in_seconds(self.seconds)
        return f"{plural(len(self), self.noun)} written as {self.query['to']}{stopped} ({taken})."


_WRITING = "writing"


@frozen(kw_only=True)
class Convert(AboutStates[ConvertAnswer, CubeReport]):
    """The parameters of `convert`.

    Reading the text again gives the same cube. The two-phase method finds moves; those for a 2×2×2 are the
    fewest. Without a time limit, the node limit allows about a tenth of a second. A link has the moves that
    the user gave as the cube, if any. States of another puzzle are written as `kpattern`, `moves`, or `facelets`: stickers, or what
    `describe` shows for them.

    Raises:
        InputError: a text cannot be read, or the format cannot express the cube.
        LimitError: no moves were found in time.
    """

    name: ClassVar[str] = "convert"
    example: ClassVar[Mapping[str, Any]] = {"cubes": "R U R' U'", "to": "facelets"}
    is_quick: ClassVar[bool] = True
    of_cubes: ClassVar[tuple[str, ...]] = (*AboutStates.of_cubes, "up", "front")

    cubes: ManyCubes = field(kw_only=False)
    to: Annotated[
        str,
        Param(
            "the format to write; moves take a search",
            OneOf(lambda: tuple(FORMATS), "format", "FORMAT", read_as=british),
            cli=Cli(("--to",), help="the format to write, one of those above"),
        ),
    ] = field(kw_only=False)
    scheme: Annotated[
        str | None,
        Param(
            f"colours of U R F D L B: {', '.join(SCHEMES)}, or six characters",
            Colours(),
            usual="as read",
            group=_WRITING,
        ),
    ] = None
    up: Annotated[
        str | None,
        Param(
            "turn the whole cube so that this colour is up: yellow, Y, or the face D (with `front`)",
            Text("COLOUR"),
            group=_WRITING,
        ),
    ] = None
    front: Annotated[str | None, Param("and this one in front", Text("COLOUR"), group=_WRITING)] = (
        None
    )
    time_limit: Annotated[
        float | None,
        Param(
            "give up finding the moves of a cube after this many seconds", Seconds(), group=_WRITING
        ),
    ] = None

    def require(self) -> None:
        """Make sure that the format has the options that are given."""
        super().require()
        if self.other is not None and self.to not in _OF_STATES:
            raise InputError(
                f"the format {self.to} is for cubes", f"choose {alternatives(_OF_STATES)}"
            )
        if self.time_limit is not None and FORMATS[self.to].write is not None:
            raise InputError("a time limit is for finding moves", "give it with the format moves")
        if self.scheme is not None and self.up is None and self.to not in IN_COLOURS:
            raise InputError(
                f"format {self.to} does not write colours, so a scheme changes nothing",
                f"formats that take one are {', '.join(IN_COLOURS)}",
            )
        held = (self.scheme, self.up, self.front) != (None, None, None)
        if held and FORMATS[self.to].write is None:
            raise InputError(
                f"{self.to} do not write colours", "leave out the scheme and the orientation"
            )

    @property
    def cube_reader(self) -> Reader:
        """The reader of texts: its scheme is that of the output."""
        return super().cube_reader._replace(scheme=None)

    @property
    def limits(self) -> Limits:
        """The limits: the time limit is for the moves of each cube."""
        return Limits()

    def take(self, cube: CubeLike) -> CubeReport:
        """Return the report of a cube or a state, with its text; errors as for `take_cube`."""
        taken: Any = super().take(cube)
        if self.other is None:
            report: CubeReport = taken
            return report
        report = CubeReport.of(taken)
        text = report.facelets
        if self.to == "moves":
            text = _moves(taken, self.time_limit, self.other)
        elif self.to == "facelets":
            text = report.stickers
        if not text:
            raise InputError(
                f"stickers or the like cannot express this state of {self.other.name}",
                "choose kpattern or moves",
            )
        return replace(report, text=text)

    def take_cube(self, cube: CubeLike) -> CubeReport:
        """Return the report of a cube, with its text.

        Raises:
            InputError: the format cannot express the cube.
            LimitError: no moves were found in time.
        """
        if isinstance(cube, Moves):
            cube = self.cube_reader._replace(format="moves").read(str(cube) or SOLVED)
        elif isinstance(cube, str | bytes):
            cube = self.cube_reader.read(cube)
        stickers = as_stickers(cube)
        reading = cube if isinstance(cube, ReadResult) else None
        text = self._text(cube, stickers)
        return CubeReport(
            stickers.letters,
            text=text,
            turned=turned_for(cube, FORMATS[self.to]),
            reading=reading,
            scheme=stickers.scheme,
        )

    def _text(self, cube: Any, facelets: Facelets) -> str:
        kind = FORMATS[self.to]
        if kind.write is not None:
            return write(cube, self.to, scheme=self.scheme, up=self.up, front=self.front)
        assert kind.from_moves is not None  # otherwise it would be written without
        if self.to == "moves" or not isinstance(cube, ReadResult) or not cube.moves:
            return kind.from_moves(_made_by(facelets, self.time_limit), facelets.puzzle)
        return kind.from_moves(cube.moves, facelets.puzzle)

    def stream(self) -> Stream[ConvertAnswer]:
        """Return the running question: a report for each cube, in order."""
        answer = ConvertAnswer(self)
        return Stream(answer, self.limits, self._reports, _set_status)

    def _reports(self, _answer: ConvertAnswer, _run: Run) -> Generator[CubeReport, None, None]:
        yield from self.taken


def _set_status(answer: ConvertAnswer, run: Run) -> None:
    answer.status = Status.COMPLETE if run.stopped is None else Status.PARTIAL


class _Texts(Protocol[P]):
    """A function that returns the text of a cube, or those of several."""

    @overload
    def __call__(self, cubes: CubeLike, *args: P.args, **how: P.kwargs) -> str: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, cubes: Iterable[CubeLike], *args: P.args, **how: P.kwargs) -> list[str]: ...


def _asks_for_texts(query: Callable[Concatenate[Any, P], Convert]) -> _Texts[P]:
    """Return the function that returns only the texts."""

    def ask(cubes: Any, *args: P.args, **how: P.kwargs) -> Any:
        texts = [str(report.text) for report in query(cubes, *args, **how).taken]
        return texts[0] if is_one(cubes) else texts

    return cast(_Texts[P], as_function(query, "str | list[str]")(ask))


QUESTION = Convert
convert = _asks_for_texts(Convert)


def _made_by(facelets: Facelets, time_limit: float | None) -> str:
    """Return moves that make the cube from a solved one."""
    defects = known_cube(facelets).status()
    if defects:
        raise InputError(
            f"no moves make this cube: {defects[0].message}", "`check` lists every defect"
        )
    return _moves(facelets, time_limit)


def _moves(cube: Any, time_limit: float | None, puzzle: Any = None) -> str:
    """Return moves that make a solvable cube or state; `()`, a group of none, for a solved one."""
    from cubecsp.questions.solve import solve  # no other format needs it

    answer = solve(cube, puzzle=puzzle, time_limit=time_limit)
    if answer.stopped is Stop.INTERRUPT:
        raise KeyboardInterrupt
    report = answer.cubes[0]
    if report.generator is None:
        raise LimitError("no moves were found in time", f"give a longer {spelled('time_limit')}")
    return str(report.generator) or SOLVED
