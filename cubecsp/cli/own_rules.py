"""The user's own rules: a file can only name them, so the code that makes them has to be given too."""

from __future__ import annotations

import argparse
from typing import Annotated

from cubecsp.errors import InputError, excerpt
from cubecsp.models.core.rule import Rule
from cubecsp.models.language.files import load
from cubecsp.questions.asking.parameter import Param, options
from cubecsp.questions.asking.value_kinds import Many, Text


@options
class OwnRules:
    """The files that make the user's own rules."""

    rules: Annotated[
        tuple[str, ...],
        Param("the files of your own rules: Python (which is run) or .lp", Many(Text("FILE"))),
    ] = ()


def load_rules(args: argparse.Namespace) -> list[Rule]:
    """Return the rules of the files that are given.

    Raises:
        InputError: a file is neither Python nor a logic program, or cannot be loaded.
    """
    return [rule for name in args.rules for rule in _rules(name)]


def _rules(name: str) -> list[Rule]:
    if not name.endswith((".py", ".lp")):
        raise InputError(
            f"{excerpt(name)} is neither a Python file nor a logic program",
            "give FILE.py or FILE.lp",
        )
    _, names = load(name, lambda _: {})
    return list(dict.fromkeys(rule for some in names.values() for rule in some))
