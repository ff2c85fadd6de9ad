"""Messages name parameters as the interface of a question writes them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest
from asking import ask
from test_layers import MODULES

from cubecsp import InputError, count, find
from cubecsp.interface import Interface, spelled, through
from cubecsp.questions import QUESTIONS
from cubecsp.questions.asking.parameter import parameters

pytestmark = pytest.mark.quick


@cache
def calls() -> list[tuple[str, ast.Call, str]]:
    """Return every call in the package, but those of the command line and of starting the server, with its module."""
    found = []
    for module, path in MODULES.items():
        if not module.startswith(("cubecsp.cli", "cubecsp.server")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call):
                    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                    found.append((module, node, name))
    return found


def test_a_parameter_is_spelled_as_it_is_written_there():
    with through(Interface.COMMAND_LINE):
        assert spelled("time_limit", 9) == "--time-limit 9"
        assert spelled("estimate", True) == spelled("estimate") == "--estimate"
        assert spelled("format", "net", option="--from") == "--from net"
        assert spelled("allow", ["include", "script"]) == "--allow include --allow script"
        assert spelled("limit", none="all") == "--limit all"
        with through(Interface.HTTP):
            assert spelled("limit", none="all") == '"limit": null'
            assert spelled("estimate", True) == '"estimate": true'
            assert spelled("order", "ULFRBD") == '"order": "ULFRBD"'
            assert spelled("max_nodes") == '"max_nodes"'
        assert spelled("max_nodes") == "--max-nodes"
    assert spelled("max_nodes") == "max_nodes="
    assert spelled("order", "ULFRBD") == "order='ULFRBD'"
    assert spelled("time_limit", 9) == "time_limit=9"
    assert spelled("limit", none="all") == "limit=None"


def test_the_same_mistake_at_two_interfaces():
    with pytest.raises(InputError, match="ask for one: estimate=True"):
        count("at-most=3", samples=7)
    assert "ask for one: --estimate" in ask("count", "at-most=3", "--samples", "7").err
    with pytest.raises(InputError, match="ask for them: solve='two-phase'"):
        find("at-most=3", sort="length", limit=1)
    told = ask("find", "at-most=3", "--sort", "length", "--limit", "1").err
    assert "ask for them: --solve two-phase" in told


def texts(node: ast.AST) -> Iterator[str]:
    """Yield the texts within a part of a program, but those about options that have another name."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "spelled"):
        for part in ast.iter_child_nodes(node):
            yield from texts(part)


def test_errors_do_not_name_options_of_the_command_line():
    for module, call, name in calls():
        if name.endswith("Error"):
            said = [text for text in texts(call) if not text.startswith("cubecsp ")]  # but commands
            assert not [text for text in said if re.search(r"--[a-z]", text)], module


def test_what_messages_spell_are_parameters():
    known = {
        (name, flag)
        for query in QUESTIONS.values()
        for name, one in parameters(query).items()
        if one.cli is not None
        for flag in one.cli.flags or [f"--{name.replace('_', '-')}"]
    }
    found = 0
    for module, call, name in calls():
        if name == "spelled" and isinstance(call.args[0], ast.Constant):
            parameter = call.args[0].value
            usual = f"--{parameter.replace('_', '-')}"
            options = [k.value.value for k in call.keywords if k.arg == "option"]
            option = options[0] if options else usual
            assert (parameter, option) in known, (module, parameter, option)
            found += 1
    assert found > 20
