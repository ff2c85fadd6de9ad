"""Models of requests, made from the parameters of questions.

They leave out decisions that a network must not make: files, threads, and the executor. No text of a request
is ever taken for a path: rules are read by `cubecsp.models.language.pattern_text.pattern_in`, and cubes by
`cubecsp.formats.read`.
"""

from __future__ import annotations

import json
import tempfile
import zipfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Protocol

from pydantic import BaseModel, ConfigDict, Field, JsonValue, create_model

from cubecsp.errors import InputError
from cubecsp.formats import MAX_CHARACTERS
from cubecsp.interface import Usual
from cubecsp.models.language.pattern_text import is_file, pattern_in
from cubecsp.models.language.rule_text import number_in
from cubecsp.models.patterns import NAMES
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle, cube_puzzle
from cubecsp.puzzle.cube.sizes import LARGEST, named_size
from cubecsp.puzzle.definitions.load import puzzle_in
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.asking import value_kinds
from cubecsp.questions.asking.about import AboutCubes
from cubecsp.questions.asking.cubes_and_rules import each_of
from cubecsp.questions.asking.functions import summary_of
from cubecsp.questions.asking.parameter import REQUIRED, Parameter, parameters
from cubecsp.questions.asking.query import Query
from cubecsp.questions.asking.shared_parameters import MOST_REQUESTED

if TYPE_CHECKING:
    from cubecsp.puzzle.core.puzzle import Puzzle

__all__ = ["Receiver", "RequestModel", "model_of", "request_type"]

LONGEST_DEFINITION = 1_000_000
"""The most characters in the definition of a puzzle: about as many as a request may have."""

MOST_STICKERS = 294
"""The most measured stickers: those of a 7×7×7."""

_PART = 1 << 16  # bytes of an archive sent at a time

MOST_RULES = 200
"""The most rule texts in a request."""

Words = Annotated[str, Field(min_length=1, max_length=MAX_CHARACTERS)]


class Receiver(Protocol):
    """The receiver of the results of a running question."""

    def cube(self, report: CubeReport) -> None:
        """Send a cube of the answer."""

    def progress(self, fraction: float | None, note: str) -> None:
        """Send the progress: the finished share, None if unknown, and a note."""

    def part(self, data: bytes) -> None:
        """Send the next part of the file that the question makes."""


class RequestModel(BaseModel):
    """The parameters of a question as a request has them.

    Attributes:
        query: the question.
        question: the name of the question.
        is_quick: whether it takes only milliseconds for a few cubes.
        file: the name of the file that it also makes; such a question is always a job. None for none.
        example: valid parameters.
    """

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    query: ClassVar[type[Query[Any]]]
    question: ClassVar[str]
    is_quick: ClassVar[bool]
    file: ClassVar[str | None]
    example: ClassVar[dict[str, Any]]

    def ask(self, receiver: Receiver) -> dict[str, Any]:
        """Return the answer, without the cubes that were sent before.

        Raises:
            CubecspError: there is none.
        """
        known = parameters(self.query)
        values = {name: getattr(self, name) for name in type(self).model_fields}
        values |= {
            name: from_request(known[name].kind, value, values)
            for name, value in values.items()
            if value is not None
        }
        if "on_progress" in known:
            values["on_progress"] = receiver.progress
        if issubclass(self.query, AboutCubes):
            return _answer_about_cubes(self.query, values, receiver)
        if self.file is not None:
            return _answer_with_file(self.query, values, receiver)
        answer: dict[str, Any] = self.query(**values).emit(receiver.cube).as_dict()
        return answer


def _answer_about_cubes(asked: Any, values: dict[str, Any], receiver: Receiver) -> dict[str, Any]:
    """Return the answer about the readable cubes of a request, and the errors about the others.

    Raises:
        InputError: none can be read.
    """
    cubes = values.pop("cubes")
    query = asked(cubes=(), **values)
    read: list[Any] = []
    taken: list[Any] = []
    refused: dict[str, InputError] = {}
    for i, cube in enumerate(each_of(cubes)):
        try:
            one = query.read(cube)
            taken.append(query.take(one))
            read.append(one)
        except InputError as error:
            refused[f"cubes[{i}]"] = error
    if refused and not read:
        raise next(iter(refused.values()))
    about = query.about(read if isinstance(cubes, list) else read[0], taken)
    answer: dict[str, Any] = about.emit(receiver.cube).as_dict()
    if refused:
        answer["errors"] = [
            {"where": where, "problem": error.problem}
            | ({"remedy": error.remedy} if error.remedy else {})
            for where, error in refused.items()
        ]
    return answer


def _answer_with_file(
    question: type[Query[Any]], values: dict[str, Any], receiver: Receiver
) -> dict[str, Any]:
    """Return the answer to a question that writes a folder; send the folder as an archive, and delete it."""
    (name,) = (one.name for one in parameters(question).values() if _is_needed_file(one))
    with tempfile.TemporaryDirectory(prefix="cubecsp-") as place:
        folder = Path(place, Path(question.file or "").stem)
        answer: dict[str, Any] = question(**values, **{name: folder}).emit(receiver.cube).as_dict()
        if folder.is_dir():
            with zipfile.ZipFile(Path(place, "archive"), "w", zipfile.ZIP_DEFLATED) as archive:
                for path in sorted(folder.iterdir()):
                    archive.write(path, f"{folder.name}/{path.name}")
            with Path(place, "archive").open("rb") as file:
                while part := file.read(_PART):
                    receiver.part(part)
    del answer["query"][name]
    return answer


def _is_needed_file(parameter: Parameter) -> bool:
    return isinstance(parameter.kind, value_kinds.File) and parameter.default is REQUIRED


@cache
def model_of(query: type[Query[Any]]) -> type[RequestModel]:
    """Return the model of requests for a question, made from its parameters."""
    fields: dict[str, Any] = {
        name: (request_type(parameter), _field_of(parameter))
        for name, parameter in parameters(query).items()
        if parameter.http is not None
    }

    def with_example(schema: dict[str, Any]) -> None:
        schema["examples"] = [dict(query.example)]

    config = ConfigDict(**RequestModel.model_config, json_schema_extra=with_example)
    base = type(query.__name__, (RequestModel,), {"model_config": config, "__module__": __name__})
    model: Any = create_model(query.__name__, __base__=base, **fields)
    model.__doc__ = summary_of(query)
    model.query = query
    model.question, model.is_quick, model.file = query.name, query.is_quick, query.file
    model.example = dict(query.example)
    result: type[RequestModel] = model
    return result


def request_type(parameter: Parameter) -> Any:
    """Return the type of the JSON that states a value of a parameter."""
    kind, http = parameter.kind, parameter.http
    result = json_type(kind)
    if http is not None and (http.least, http.most) != (None, None):
        if isinstance(kind, value_kinds.Many):
            result = Annotated[result, Field(min_length=http.least, max_length=http.most)]
        else:
            result = Annotated[result, Field(ge=http.least, le=http.most)]
    return result | None if parameter.optional else result


def _field_of(parameter: Parameter) -> Any:
    default = parameter.default
    needed = default is REQUIRED or (parameter.http is not None and parameter.http.required)
    text = parameter.help(default)
    how: dict[str, Any] = {"description": f"{text[0].upper()}{text[1:]}."}
    if isinstance(parameter.kind, value_kinds.OneOf):
        names: list[Any] = [*parameter.kind.names]
        how["json_schema_extra"] = {"enum": [*names, None] if parameter.optional else names}
    if isinstance(default, tuple):
        default = {} if isinstance(parameter.kind, value_kinds.Preferences) else list(default)
    if isinstance(default, Usual):  # a schema cannot show its type
        return Field(
            default_factory=lambda: default, json_schema_extra={"default": int(default)}, **how
        )
    return Field(... if needed else default, **how)


def json_type(kind: value_kinds.ValueKind) -> Any:
    """Return the type of the JSON that states a value of a kind."""
    match kind:
        case value_kinds.Flag():
            return bool
        case value_kinds.Whole():
            return Annotated[int, Field(ge=kind.least, le=kind.most)]
        case value_kinds.Seconds():
            return Annotated[float, Field(gt=0)]
        case value_kinds.Text():
            longest = MAX_CHARACTERS if kind.longest is None else kind.longest
            return Annotated[str, Field(min_length=0 if kind.empty else 1, max_length=longest)]
        case value_kinds.Colours() | value_kinds.MovesValue() | value_kinds.Quantity():
            return Words
        case value_kinds.OneOf():
            return str
        case value_kinds.Preferences():
            return dict[Words, Annotated[int, Field(ge=1)]]
        case value_kinds.SomeOf():
            return Words | Annotated[list[Words], Field(max_length=len(kind.words))]
        case value_kinds.Many():
            each: Any = list.__class_getitem__(json_type(kind.of))
            return Annotated[each, Field(max_length=kind.most)]
        case value_kinds.CubeValues():
            one = Words | dict[str, JsonValue]
            if not kind.several:
                return one
            return (
                one | Annotated[list[one], Field(min_length=kind.least, max_length=MOST_REQUESTED)]
            )
        case value_kinds.MeasuredColours():
            most = Field(max_length=MOST_STICKERS)
            return Annotated[list[JsonValue], most] | Annotated[dict[Words, JsonValue], most]
        case value_kinds.RuleValues():
            return Words | Annotated[list[Words], Field(max_length=MOST_RULES)]
        case value_kinds.PuzzleKind():
            longest = LONGEST_DEFINITION
            return Annotated[str, Field(min_length=1, max_length=longest)] | dict[str, JsonValue]
    raise TypeError(f"no request can state {kind!r}")


def from_request(kind: value_kinds.ValueKind, value: Any, values: Mapping[str, Any]) -> Any:
    """Return the argument of a question that a value of a request stands for.

    Args:
        kind: the kind of its values.
        value: the JSON.
        values: the values of all parameters.

    Texts of rules stay texts unless the question would take one for a file: it knows which cubes they are about.
    """
    match kind:
        case value_kinds.RuleValues():
            texts = [value] if isinstance(value, str) else value
            puzzle = _puzzle_asked(values) if kind.sized else _other(values)
            pattern = pattern_in(texts, puzzle)
            return [pattern] if any(map(is_file, texts)) else texts
        case value_kinds.PuzzleKind():
            return _puzzle_of(value)
        case value_kinds.Quantity():
            puzzle = _puzzle_asked(values) or CUBE
            number = number_in(value, NAMES if isinstance(puzzle, CubePuzzle) else {}, puzzle)
            return number if is_file(value) else value
        case value_kinds.Preferences():
            puzzle = _puzzle_asked(values)
            entries = {pattern_in([text], puzzle): weight for text, weight in value.items()}
            if len(entries) < len(value):
                raise InputError("a rule is preferred twice", "add its weights")
            return entries if any(map(is_file, value)) else value
    return value


def _puzzle_asked(values: Mapping[str, Any]) -> Puzzle | None:
    """Return the puzzle, or the cube of the size, that a request names."""
    size = values.get("size")
    return _other(values) if size is None else cube_puzzle(size)


def _other(values: Mapping[str, Any]) -> Puzzle | None:
    """Return the puzzle that a request names, if it is not about cubes."""
    name = values.get("puzzle")
    return None if name is None else _puzzle_of(name)


def _puzzle_of(value: Any) -> Puzzle:
    """Return the puzzle that a request names or defines.

    Raises:
        InputError: there is none, or the definition cannot be read.
    """
    size = named_size(value) if isinstance(value, str) else None
    if size is not None and 2 <= size <= LARGEST:
        return cube_puzzle(size)
    return puzzle_in(value if isinstance(value, str) else json.dumps(value))
