"""A question is stated once: every interface has its parameters, with the same names, defaults, ranges and texts."""

import argparse
import inspect
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar
from unittest.mock import Mock

import pytest
from asking import ask
from hypothesis import given, settings
from hypothesis import strategies as st

import cubecsp
from cubecsp import Answer, CubeReport, InputError, Status
from cubecsp.cli.commands import COMMANDS
from cubecsp.cli.parser import parser_of
from cubecsp.frozen import frozen
from cubecsp.puzzle.cube.state import Cube
from cubecsp.questions import QUESTIONS
from cubecsp.questions.asking.about import AboutCubes
from cubecsp.questions.asking.functions import asks, summary_of
from cubecsp.questions.asking.parameter import REQUIRED, Param, Parameter, parameters
from cubecsp.questions.asking.query import Stream
from cubecsp.questions.asking.shared_parameters import TimeLimit
from cubecsp.questions.asking.value_kinds import Flag, OneOf, Seconds, Text, ValueKind, Whole

__all__ = ["CornerParity", "ParityAnswer"]

NAMES = list(QUESTIONS)

COMMAND_OF = {
    question.name: command for command in COMMANDS.values() for question in command.questions
}
"""The command that asks a question."""


def shared(name: str, interface: str) -> Iterator[Parameter]:
    """Yield the parameters of a question that an interface has."""
    for one in parameters(QUESTIONS[name]).values():
        if not one.callback and getattr(one, interface) is not None:
            yield one


def sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


@pytest.mark.parametrize("name", [name for name in NAMES if name != "picture"])
def test_python_has_the_parameters(name):
    function = getattr(sys.modules[QUESTIONS[name].__module__], name, None)
    assert getattr(cubecsp, name, function) is function
    known = parameters(QUESTIONS[name])
    signature = inspect.signature(function)
    assert list(signature.parameters) == list(known)
    for one in known.values():
        shown = signature.parameters[one.name]
        assert shown.default is (
            inspect.Parameter.empty if one.default is REQUIRED else one.default
        )
        assert (shown.kind is shown.POSITIONAL_OR_KEYWORD) == one.positional
        flat = " ".join((function.__doc__ or "").split())
        assert f"{one.name}: {one.help()}." in flat
    assert (function.__doc__ or "").startswith(summary_of(QUESTIONS[name]))


def test_pictures_have_the_parameters():
    """`cubecsp.picture` is of a lower layer, and draws cubes that have been read."""
    shown = dict(inspect.signature(cubecsp.picture).parameters)
    known = parameters(QUESTIONS["picture"])
    assert {"labels"} == shown.keys() - known.keys() - {"cube"}
    of_the_question = {"format", "order", "size", "scheme", "puzzle", "ignore_orientation"}
    assert of_the_question == known.keys() - shown.keys() - {"cubes"}
    for name in shown.keys() & known.keys():
        assert shown[name].default == known[name].default, name
        assert shown[name].kind is shown[name].KEYWORD_ONLY


@pytest.mark.parametrize(
    "name", [name for name, one in QUESTIONS.items() if one.example and not one.file]
)
def test_the_echo_has_the_parameters(name):
    shown = QUESTIONS[name](**QUESTIONS[name].example).as_dict()
    assert next(iter(shown)) == "question"
    assert shown["question"] == name
    known = parameters(QUESTIONS[name]).values()
    assert {one.name for one in known if not one.callback} <= set(shown)
    assert json.loads(json.dumps(shown)) == shown


@pytest.mark.parametrize("name", [name for name in NAMES if name in COMMAND_OF])
def test_the_command_line_has_the_parameters(name):
    command = COMMAND_OF[name]
    actions = {action.dest: action for action in parser_of(command)._actions}
    for one in shared(name, "cli"):
        action = actions[one.name]
        assert tuple(action.option_strings) == one.flags
        owner = next(q for q in (*command.questions, *command.options) if one.name in parameters(q))
        if owner is not QUESTIONS[name]:
            continue  # the text is that of the first question of the command
        assert action.default is argparse.SUPPRESS, "a default would be said twice"
        known = {
            p.name: p
            for q in (*command.questions, *command.options)
            for p in parameters(q).values()
        }
        assert action.help().replace("%%", "%") == one.help(one.cli_default(), known)


@pytest.mark.parametrize("name", NAMES)
def test_defaults_are_the_same_everywhere(name):
    """Only what Python requires may be left out elsewhere, or the other way round."""
    for one in shared(name, "cli"):
        assert one.cli_default() == one.default or REQUIRED in (one.default, one.cli_default())


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_has_other_options(name):
    command = COMMANDS[name]
    known = {
        one.name for q in (*command.questions, *command.options) for one in parameters(q).values()
    }
    own = {action.dest for action in parser_of(command)._actions} - {"help", "verbose", "puzzle"}
    assert own <= known, "an option that no class declares"


@pytest.mark.parametrize("name", [name for name in NAMES if QUESTIONS[name].http])
def test_requests_have_the_parameters(name):
    from cubecsp.server.request_models import model_of

    schema = model_of(QUESTIONS[name]).model_json_schema()
    shown = schema["properties"]
    assert list(shown) == [one.name for one in shared(name, "http")]
    for one in shared(name, "http"):
        described = shown[one.name]
        default = one.default
        assert described["description"] == sentence(one.help(default))
        needed = default is REQUIRED or one.http.required
        assert (one.name in schema.get("required", ())) == needed
        if not needed:
            assert described["default"] == default or not (described["default"] or default)
        if isinstance(one.kind, OneOf):
            assert [value for value in described["enum"] if value is not None] == list(
                one.kind.names
            )


# ------------------------------------------------------------ which values make sense

VALUES: dict[type[ValueKind], st.SearchStrategy[Any]] = {
    Whole: st.integers(-3, 70)
    | st.sampled_from([10**6, 1 << 53, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, 1 << 64]),
    Seconds: st.floats(-1, 10) | st.sampled_from([float("inf"), float("nan")]),
}

NUMBERS = [
    (name, one.name)
    for name in NAMES
    for one in parameters(QUESTIONS[name]).values()
    if type(one.kind) in VALUES
]


@pytest.mark.ordinary(6)
@pytest.mark.few(15)
@pytest.mark.parametrize(("name", "parameter"), NUMBERS)
@given(data=st.data())
@settings(max_examples=15)
def test_every_interface_takes_the_same_values(name, parameter, data):
    """Values that are valid in one place are valid everywhere, except where an interface limits them on purpose."""
    one = parameters(QUESTIONS[name])[parameter]
    value = data.draw(VALUES[type(one.kind)])
    right = taken(one.check, value)
    if one.cli is not None and (not isinstance(value, int) or value >= 0):
        assert taken(one.read, str(value)) == (right and allowed(one.cli, value))
    if one.http is not None:
        from pydantic import TypeAdapter

        from cubecsp.server.request_models import RequestModel, request_type

        fits = right and allowed(one.http, value)
        request = TypeAdapter(request_type(one), config=RequestModel.model_config)
        assert taken(request.validate_python, value) == fits


def allowed(interface: Any, value: Any) -> bool:
    """Return whether a value is in the range that an interface limits on purpose."""
    least, most = interface.least, interface.most
    return (least is None or value >= least) and (most is None or value <= most)


def taken(interface: Any, value: Any) -> bool:
    """Return whether an interface takes a value."""
    try:
        interface(value)
    except (InputError, ValueError):
        return False
    return True


# ------------------------------------------------------------ a question that is added


@dataclass(repr=False)
class ParityAnswer(Answer):
    """The answer to `corner_parity`: whether the corners are permuted evenly."""

    even: bool | None = None

    def sentence(self) -> str:
        return f"The corners are permuted {'evenly' if self.even else 'oddly'}."

    def as_dict(self) -> dict[str, Any]:
        return {**super().as_dict(), "even": self.even}


@frozen(kw_only=True)
class CornerParity(AboutCubes[ParityAnswer, Cube]):
    """The parameters of `corner_parity`.

    The permutation is that of the corner pieces, wherever they are twisted.
    """

    name: ClassVar[str] = "corner_parity"
    example: ClassVar[dict[str, Any]] = {"cubes": "R U"}

    times: Annotated[int, Param("apply the cube this many times", Whole(1, 9))] = 1
    note: Annotated[str, Param("what to call it", Text("WORDS"), usual="nothing")] = ""
    loud: Annotated[bool, Param("say it, `note` and all", Flag())] = False
    time_limit: TimeLimit = None

    def take(self, cube):
        from cubecsp.questions.asking.cubes_and_rules import state_of

        return state_of(cube)

    def stream(self) -> Stream[ParityAnswer]:
        def work(answer, _run):
            (cube,) = self.taken
            order = cube.corner_pieces
            odd = sum(order[i] > order[j] for i in range(8) for j in range(i + 1, 8)) % 2
            answer.even = odd * self.times % 2 == 0
            yield CubeReport(cube.facelets, cube)

        def set_status(answer, _run):
            answer.status = Status.COMPLETE

        return Stream(
            ParityAnswer(query=self, status=Status.UNKNOWN), self.limits, work, set_status
        )


@pytest.fixture
def added(monkeypatch):
    """`corner_parity` among the questions, for the time of a test."""
    monkeypatch.setattr(QUESTIONS, "_summaries", dict(QUESTIONS._summaries))
    monkeypatch.setattr(QUESTIONS, "_objects", dict(QUESTIONS._objects))
    QUESTIONS.register(CornerParity, "whether the corners of a cube are permuted evenly")


@pytest.mark.usefixtures("added")
def test_a_question_that_is_added_answers_from_python():
    corner_parity = asks(CornerParity)
    assert corner_parity("R").even is False
    assert corner_parity("R", times=2).even is True
    assert corner_parity("R U").query["times"] == 1
    assert "apply the cube this many times (default: 1)" in corner_parity.__doc__
    assert list(inspect.signature(corner_parity).parameters)[:1] == ["cubes"]
    with pytest.raises(InputError, match="invalid times=10: expected an integer from 1 to 9"):
        corner_parity("R", times=10)


@pytest.mark.usefixtures("added")
def test_a_question_that_is_added_answers_on_the_command_line():
    shown = ask("corner-parity", "R", "--times", "3", terminal=False)
    assert (shown.code, shown.out) == (0, f"{Cube.from_moves('R').facelets}\n")
    assert shown.err == "The corners are permuted oddly.\n"
    assert ask("corner-parity", "R", "--json").json["even"] is False
    help_text = " ".join(ask("corner-parity", "--help").out.split())
    assert "apply the cube this many times (default: 1)" in help_text
    assert "say it, --note and all" in help_text
    assert "corner-parity whether the corners of a cube are permuted evenly" in " ".join(
        ask("--help").out.split()
    )
    assert ask("corner-parity", "R", "--times", "10").code == 2


@pytest.mark.usefixtures("added")
def test_a_question_that_is_added_answers_over_http():
    from cubecsp.server.app import create
    from cubecsp.server.requests import REQUESTS

    described = create().openapi()
    operation = described["paths"]["/api/corner_parity"]["post"]
    assert operation["summary"] == "Whether the corners of a cube are permuted evenly."
    schema = described["components"]["schemas"]["CornerParity"]
    assert schema["properties"]["times"]["maximum"] == 9
    answer = REQUESTS["corner_parity"](cubes="R", times=3).ask(Mock())
    assert answer["even"] is False


@pytest.mark.usefixtures("added")
def test_a_question_that_is_added_stands_in_the_reference(monkeypatch):
    from pathlib import Path

    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "docs"))
    import registered

    page = registered.filled_in("{{ QUESTION: corner_parity }}")
    assert "Whether the corners of a cube are permuted evenly." in page
    assert "Apply the cube this many times" in page
    assert "--times" in page
