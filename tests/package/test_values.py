"""Values are values: what questions give, what they are about, and what is in either refuses changes."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import cubecsp
from cubecsp import models
from cubecsp.models.core.rule import Rule
from cubecsp.models.rules import RULES
from cubecsp.models.rules.expressions import count_of, stickers
from cubecsp.questions import QUESTIONS
from cubecsp.questions.answers.answer import Answer

pytestmark = pytest.mark.quick

PLAIN = (str, bytes, int, float, complex, type(None), type, Enum, range)

ASKED = {
    "CountAnswer": lambda: cubecsp.count("solved=F2L order=6", explain=True),
    "ExplainAnswer": lambda: cubecsp.explain("solved=cross order=13"),
    "FindAnswer": lambda: cubecsp.find("solved=F2L order=6", solve="thistlethwaite", limit=3),
    "CheckAnswer": lambda: cubecsp.check("U" * 9 + "R" * 9 + "F" * 9 + "D" * 9 + "L" * 9 + "B" * 9, "at-most=2", explain=True),
    "skewb": lambda: cubecsp.find("solved=CORNERS", puzzle="skewb", limit=2),
    "Answers": lambda: cubecsp.repair(["U" * 54, "R" * 54], limit=1),
    "Reading": lambda: cubecsp.read("R U F"),
    "Picture": lambda: cubecsp.picture("R U F"),
    "Symmetry": lambda: cubecsp.SYMMETRIES[5],
    "Sum": lambda: count_of(stickers.U, "R") + 2 * count_of(stickers.F, "R") <= 3,
    "Sticker": lambda: stickers.U[0] == "R",
    "Pattern": lambda: models.PERFECT_SCRAMBLE,
    "own rule": lambda: OwnRule(3),
}  # fmt: skip


class OwnRule(models.AtMost):
    """A rule as a user may write it."""

    name = "own"

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.places = [limit, limit + 1]


def examples() -> Iterator[tuple[str, Any]]:
    """Yield something to begin with, by name."""
    for name, question in QUESTIONS.items():
        if question.example and question.file is None and name != "picture":
            ask = vars(import_module(f"cubecsp.questions.{name}"))[name]
            yield name, partial(ask, **question.example)
    for name, rule in RULES.items():
        value = rule.parameter.values[0] if rule.parameter else None
        yield name, lambda rule=rule, value=value: rule.from_text(value)
    yield from ASKED.items()


EXAMPLES = dict(examples())


def inside(thing: Any, seen: dict[int, Any]) -> Iterator[Any]:
    """Yield objects of the package that public attributes of one lead to, and itself, each once."""
    if isinstance(thing, PLAIN) or id(thing) in seen:
        return
    seen[id(thing)] = thing
    if isinstance(thing, Mapping) and type(thing).__module__ == "cubecsp.frozen":
        thing = (*thing, *thing.values())
    if isinstance(thing, (tuple, list, frozenset)):
        for one in thing:
            yield from inside(one, seen)
    if not is_ours(thing):
        return
    yield thing
    for name in public(thing):
        yield from inside(getattr(thing, name), seen)


def is_ours(thing: Any) -> bool:
    """Return whether it is a value: puzzles, engines and ways to count are not, and there is one of each."""
    module = type(thing).__module__
    kinds = (
        "cubecsp.questions.answers",
        "cubecsp.diagnosis",
        "cubecsp.formats",
        "cubecsp.models.core",
    )
    return isinstance(thing, (Answer, Rule)) or module.startswith(kinds)  # fmt: skip


def public(thing: Any) -> list[str]:
    """Return the names of its public attributes that can be read, fields and properties, without methods."""
    names = {
        name for name in (*dir(type(thing)), *getattr(thing, "__dict__", ())) if name[0] != "_"
    }
    return [name for name in sorted(names) if hasattr(thing, name) and not callable(getattr(thing, name))]  # fmt: skip


def set_to_none(thing: Any, attribute: str) -> None:
    setattr(thing, attribute, None)


def refused(change: Any, thing: Any, attribute: str) -> bool:
    try:
        change(thing, attribute)
    except AttributeError:
        return True
    return False


@pytest.mark.ordinary(20)
@pytest.mark.parametrize("name", EXAMPLES)
def test_nothing_can_be_changed(name):
    for thing in inside(EXAMPLES[name](), {}):
        for attribute in (*public(thing), "something_new"):
            where = f"{type(thing).__name__}.{attribute}"
            for change in (set_to_none, delattr):
                assert refused(change, thing, attribute), where
        for attribute in public(thing):
            held = getattr(thing, attribute)
            if held is getattr(thing, attribute):  # else it is made anew for each who asks
                where = f"{type(thing).__name__}.{attribute}"
                assert type(held) not in (list, dict, set, bytearray), where
                assert not isinstance(held, np.ndarray) or not held.flags.writeable, where


def test_a_rule_means_what_it_prints():
    rule = models.AtMost(2)
    pattern = models.Pattern((rule,))
    with pytest.raises(AttributeError, match="cannot assign to field 'limit'"):
        rule.limit = 4
    assert (str(pattern), rule.limit) == ("at-most=2", 2)


def test_a_query_that_was_read_is_as_before():
    answer = cubecsp.find(["solved=F2L", "order=6"], limit=1)
    answer.query["rules"].clear()
    assert answer.query["rules"] == ["solved=F2L", "order=6"]


@pytest.mark.ordinary(20)
@pytest.mark.parametrize(
    "name", [name for name in EXAMPLES if name not in ("recognise", "Picture")]
)
def test_copies_refuse_changes_too(name):
    made = EXAMPLES[name]()
    if not isinstance(made, (Answer, Rule)):
        return
    for other in (copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert str(other) == str(made)
        with pytest.raises(AttributeError):
            other.status = None
