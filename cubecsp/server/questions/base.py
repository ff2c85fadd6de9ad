"""What a question of the API is: parameters that come as JSON, and how they are asked.

The parameters have the names, meanings and defaults of those of the Python function, except that rules are
always called `rules`, and cubes `cubes`, or `cube` if there can be only one. What a network must not
decide is left out: files, threads, and where work is done. No text of a request is ever taken for a path:
rules are read by `cubecsp.models.text.pattern_in`, and cubes by `cubecsp.formats.read`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Annotated, Any, ClassVar, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from cubecsp.errors import InputError
from cubecsp.formats import FORMATS, MAX_CHARACTERS, Reading
from cubecsp.formats.schemes import parse_scheme
from cubecsp.models.pattern import Pattern
from cubecsp.models.text import pattern_in
from cubecsp.puzzle.puzzle import cube_puzzle
from cubecsp.puzzle.sizes import LARGEST
from cubecsp.questions.answer import CubeReport
from cubecsp.questions.reader import Reader

__all__ = [
    "MOST_CUBES",
    "MOST_RULES",
    "AboutCubes",
    "Asked",
    "Cubes",
    "Fault",
    "Limit",
    "Moves",
    "Rules",
    "Scheme",
    "Seed",
    "Size",
    "Sized",
    "Teller",
    "Text",
    "TimeLimit",
    "WithRules",
    "choice",
    "each_of",
    "one_of",
    "shown_in",
    "stated",
    "with_faults",
]

MOST_CUBES = 10_000
"""So many cubes may one request be about, or be asked for at a time."""

MOST_RULES = 200
"""So many rule texts may one request have."""

S = TypeVar("S")
T = TypeVar("T")

Text = Annotated[str, Field(min_length=1, max_length=MAX_CHARACTERS)]
Moves = Annotated[
    Text,
    Field(
        description="Moves in WCA notation, wide turns, slices, rotations, commutators `[R, U]` and "
        "conjugates `[R: U]` too.",
        examples=["R U R' U'"],
    ),
]
Cubes = Annotated[
    Text | Annotated[list[Text], Field(min_length=1, max_length=MOST_CUBES)],
    Field(
        description="A cube in any format, found out where `format` is left out: facelets with `.` "
        "for unknown stickers, colours, moves that make it, numbers, nets. Or a list of cubes.",
        examples=["R U R' U'", ["U2", "D2"]],
    ),
]
Rules = Annotated[
    Text | Annotated[list[Text], Field(max_length=MOST_RULES)],
    Field(
        description="What the cubes satisfy: rule texts and names of models, one or several; "
        "`POST /api/rules` lists them.",
        examples=[["at-most=2", "no-touching=side"], "perfect-scramble"],
    ),
]
Size = Annotated[
    Annotated[int, Field(ge=2, le=LARGEST)] | None,
    Field(
        description="Of the cube that the question is about: n of the n×n×n; what the rules say, or 3."
    ),
]
Sized = Annotated[int, Field(ge=2, le=LARGEST, description="Of the cube: n of the n×n×n.")]
TimeLimit = Annotated[
    Annotated[float, Field(gt=0)] | None,
    Field(
        description="Seconds, after which what is known is the answer; never more than the server "
        "allows a job.",
        examples=[10.0],
    ),
]
Limit = Annotated[
    Annotated[int, Field(ge=1)] | None,
    Field(description="As many are given at most; null for all of them.", examples=[10]),
]
Seed = Annotated[int, Field(ge=0, lt=1 << 64)]
Scheme = Annotated[
    Text | None,
    Field(
        description="The colours of the faces U R F D L B in which cubes are read and shown: the name "
        "of a scheme, or six characters.",
        examples=["WRGYOB"],
    ),
]


def choice(names: Iterable[str], description: str, default: Any = None) -> Any:
    """Return the field of a parameter that is one of some names.

    The schema tells them; what is none of them is refused by the question, which says what is near.

    Args:
        names: what it can be.
        description: what it says.
        default: one of the names; None if it need not be given, and `...` if it must.
    """
    known: list[JsonValue] = [*names]
    if default is None:
        known.append(None)
    return Field(default, description=description, json_schema_extra={"enum": known})


class Teller(Protocol):
    """The receiver of what a question finds while it is under way."""

    def cube(self, report: CubeReport) -> None:
        """Send a cube of the answer."""

    def progress(self, fraction: float | None, note: str) -> None:
        """Send the progress: the share that is done, None if unknown, and a note."""

    def part(self, data: bytes) -> None:
        """Send the next part of the file that it makes."""


class Fault(NamedTuple):
    """A cube, or a state of another puzzle, that could not be read, while others could.

    Attributes:
        where: it stands, as `cubes[2]`.
        error: what is wrong with it.
    """

    where: str
    error: InputError

    def as_dict(self) -> dict[str, str]:
        """Return its description."""
        told = {"where": self.where, "problem": self.error.problem, "remedy": self.error.remedy}
        return {key: value for key, value in told.items() if value}


def with_faults(answer: dict[str, Any], faults: list[Fault]) -> dict[str, Any]:
    """Return an answer with the cubes that it could not be about."""
    return answer | ({"errors": [fault.as_dict() for fault in faults]} if faults else {})


def _with_example(schema: dict[str, Any], question: type[Asked]) -> None:
    """Have the schema of a question show its example."""
    if hasattr(question, "example"):
        schema["examples"] = [question.example]


class Asked(BaseModel):
    """The parameters of a question; the first line of a docstring says what it answers.

    Attributes:
        question: its name.
        is_quick: whether it is answered in milliseconds, about few cubes.
        file: the name of the file that it gives besides, None for none; it is always a job then, which keeps the file.
        example: parameters that make sense.
    """

    model_config = ConfigDict(
        extra="forbid", strict=True, allow_inf_nan=False, json_schema_extra=_with_example
    )

    question: ClassVar[str]
    is_quick: ClassVar[bool] = False
    file: ClassVar[str | None] = None
    example: ClassVar[dict[str, Any]]

    @abstractmethod
    def ask(self, tell: Teller) -> dict[str, Any]:
        """Return the answer, without cubes that have been sent already.

        Raises:
            CubecspError: there is none.
        """


class AboutCubes(Asked):
    """A question about one cube or several."""

    cubes: Cubes
    format: str | None = choice(FORMATS, "The format that the texts of cubes are in.")
    order: Annotated[
        Text | None,
        Field(
            description="The order in which faces are written, if not URFDLB.", examples=["ULFRBD"]
        ),
    ] = None
    size: Size = None
    scheme: Scheme = None

    @property
    def reader(self) -> Reader:
        """How texts are read.

        Raises:
            InputError: the scheme is none.
        """
        puzzle = None if self.size is None else cube_puzzle(self.size)
        scheme = None if self.scheme is None else parse_scheme(self.scheme)
        return Reader(self.format, puzzle, self.order, scheme)

    def each(
        self, of: Callable[[Reading], T], reader: Reader | None = None
    ) -> tuple[list[T], list[Fault]]:
        """Return what `of` makes of each cube, and the cubes of which it makes nothing.

        Args:
            of: raises `InputError` where nothing can be made of a cube.
            reader: how texts are read, if not as `reader` says.

        Raises:
            InputError: it makes nothing of the one cube that there is, or of any.
        """
        texts = [self.cubes] if isinstance(self.cubes, str) else self.cubes
        reader = reader or self.reader
        return each_of(texts, "cubes", lambda text: of(reader.read(text)))

    def asked_about(self, found: list[T]) -> T | list[T]:
        """Return the cube, or the list of cubes, as it was given."""
        return found[0] if isinstance(self.cubes, str) else found


def each_of(given: Iterable[S], name: str, of: Callable[[S], T]) -> tuple[list[T], list[Fault]]:
    """Return what `of` makes of each thing that is given, and those of which it makes nothing.

    Args:
        given: the things, at least one.
        name: of the parameter that has them.
        of: raises `InputError` where nothing can be made of one.

    Raises:
        InputError: it makes nothing of any.
    """
    found: list[T] = []
    faults: list[Fault] = []
    for i, one in enumerate(given):
        try:
            found.append(of(one))
        except InputError as error:
            faults.append(Fault(f"{name}[{i}]", error))
    if not found:
        raise faults[0].error
    return found, faults


def one_of(found: list[T], what: str = "cube") -> T:
    """Return the one thing that a question is about.

    Args:
        found: what was given.
        what: such a thing is called.

    Raises:
        InputError: there are several.
    """
    if len(found) > 1:
        raise InputError(f"{len(found):,} {what}s for a question about one", "give one at a time")
    return found[0]


class WithRules(Asked):
    """A question about rules."""

    rules: Rules
    size: Size = None

    @property
    def stated(self) -> list[Pattern]:
        """What questions take for the pattern that the rules state: as a list it may be about any cube.

        Raises:
            InputError: a text is malformed, or names what there is not.
        """
        return stated(self.rules, self.size)


def stated(rules: str | list[str], size: int | None = None) -> list[Pattern]:
    """Return the pattern that rules state, of which no text is a file; errors as in `pattern_in`."""
    puzzle = None if size is None else cube_puzzle(size)
    return [pattern_in([rules] if isinstance(rules, str) else rules, puzzle)]


def shown_in(scheme: str | None, tell: Teller) -> Callable[[CubeReport], None]:
    """Return what tells cubes as they are found, in a scheme of colours if there is one.

    Raises:
        InputError: it is none.
    """
    letters = None if scheme is None else parse_scheme(scheme)

    def told(report: CubeReport) -> None:
        tell.cube(report if letters is None else replace(report, scheme=letters))

    return told
