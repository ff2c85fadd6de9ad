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
RULES = {
    "Solved",
    "Oriented",
    "Reduced",
    "Permuted",
    "Connected",
}  # a rule's class has the name that its texts have
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


def test_lists_of_public_names_say_what_underscores_do_not():
    """A name without an underscore is public; `__all__` stands only where a module has or hides others."""
    for package in ("cubecsp", "models", "search"):
        for path in sorted((ROOT / package).rglob("*.py")):
            tree = ast.parse(path.read_text("utf-8"))
            listed = [node for node in tree.body if _assigned(node) == ["__all__"]]
            for node in listed:
                names = {each.value for each in ast.walk(node) if isinstance(each, ast.Constant)}
                assert names != _public(tree), f"{path.relative_to(ROOT)}: __all__ restates names"


def _public(tree: ast.Module) -> set[str]:
    """Return the names without an underscore that a module defines."""
    defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    names = [node.name for node in tree.body if isinstance(node, defined)]
    names += [name for node in tree.body for name in _assigned(node)]
    return {name for name in names if not name.startswith("_")}


def _assigned(node: ast.stmt) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else []
    targets += [node.target] if isinstance(node, ast.AnnAssign) else []
    return [
        each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)
    ]
