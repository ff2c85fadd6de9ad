"""Names: classes are called by nouns, and no two of them alike."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[2]

PARTICIPLE = re.compile(
    r"_?([A-Z][a-z]*(ed|ing)|Built|Chosen|Done|Drawn|Found|Given|Held|Hidden|Kept|Known|Left|Made|Put|Read|"
    r"Said|Seen|Shown|Taken|Told|Written)"
)
RULES = {"Solved", "Oriented", "Permuted"}  # a rule's class has the name that its texts have
NOUNS = {
    *("Coupling", "Encoding", "Matching", "Meaning", "Numbering", "Ranking"),
    *("_Beginning", "_Lowering", "_Ring"),
}


@cache
def classes() -> dict[str, list[str]]:
    """Return the classes of the packages by name, each with the places of its definitions."""
    places = defaultdict(list)
    for package in ("cubecsp", "models", "search"):
        for path in sorted((ROOT / package).rglob("*.py")):
            if ROOT / package not in path.parents or path.resolve() != path:
                continue
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ClassDef):
                    places[node.name].append(f"{path.relative_to(ROOT)}:{node.lineno}")
    return places


def test_no_two_classes_are_called_alike():
    assert {name: at for name, at in classes().items() if len(at) > 1} == {}


def test_no_class_is_called_by_a_participle():
    called = {name: at for name, at in classes().items() if PARTICIPLE.fullmatch(name)}
    assert {name: at for name, at in called.items() if name not in RULES | NOUNS} == {}


def test_exceptions_are_needed():
    assert {*classes()} >= RULES | NOUNS
