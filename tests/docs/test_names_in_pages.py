"""Names of code in pages: files, modules, classes and functions that they name are there."""

from __future__ import annotations

import ast
import builtins
import importlib
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("*.md"))]
FOLDERS = ("cubecsp", "models", "search", "native", "tests", "docs", "bench", "results", "web")

BLOCK = re.compile(r"^( *)```.*?^\1```", re.DOTALL | re.MULTILINE)
TITLE = re.compile(r'^ *```\w+ title="(\S+)"', re.MULTILINE)
NAME = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"(?:[\w.*-]+/)*[\w*-]+\.(?:py|cpp|hpp|inc|toml|js|json|lp|txt)|(?:[\w.-]+/)+")
MEMBER = re.compile(r"([A-Z]\w*[a-z]\w*)\.([a-z_]\w*)(?:\(.*\))?")
CLASS = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+")
FUNCTION = re.compile(r"([a-z_]\w+)\(\)")

# The reader's own files, and those that commands write.
WRITTEN = {
    "mine.py",
    "cube.txt",
    "cubes.txt",
    "openapi.json",
    "checked.json",
    "symmetry.json",
    "rejected.txt",
}
OF_OTHERS = {
    *("CpModel", "RubikTwoPhase"),
    *("ThreeByThreeCubePuzzle", "TwoByTwoCubePuzzle", "FourByFourCubePuzzle"),  # TNoodle
    *("MoveSequence", "MoveAlias", "StartState", "MoveTransformation"),  # twsearch
    *("cubecsp.power",),  # which a reader of docs/extending/ makes
}


@cache
def files() -> frozenset[str]:
    """Return the files and folders of the sources, with a slash before each."""
    found = (path for name in FOLDERS for path in (ROOT / name).rglob("*"))
    top = (path for path in ROOT.iterdir() if path.is_file() or path.name in (*FOLDERS, ".ci"))
    return frozenset(f"/{path.relative_to(ROOT).as_posix()}" for path in (*found, *top))


@cache
def members() -> dict[str, set[str]]:
    """Return the names within each class and the functions ("") of the package."""
    found: dict[str, set[str]] = {"": set()}
    for folder in ("cubecsp", "models", "search"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef):
                    found[""].add(node.name)
                elif isinstance(node, ast.ClassDef):
                    found.setdefault(node.name, set()).update(within(node))
    return found


def within(node: ast.ClassDef) -> set[str]:
    """Return the methods and fields of a class, inherited ones by the names of the bases."""
    names = {one.name for one in ast.walk(node) if isinstance(one, ast.FunctionDef)}
    names |= {one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)}
    names |= {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    return names


def has_member(name: str, member: str, seen: frozenset[str] = frozenset()) -> bool:
    """Return whether a class, or a base of it, has a member."""
    known = members().get(name, set())
    bases = {base for base in known if base in members()} - seen - {name}
    return member in known or any(has_member(base, member, seen | {name}) for base in bases)


def imported(name: str) -> bool:
    """Return whether a dotted name is that of a module, or of something in one."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


@cache
def native() -> str:
    """Return what the headers of the native code declare."""
    return "".join(path.read_text("utf-8") for path in (ROOT / "native").rglob("*.hpp"))


@cache
def is_file(name: str) -> bool:
    """Return whether some file or folder has this path, or ends with it; `*` stands for anything."""
    pattern = re.compile("/" + re.escape(name.strip("/")).replace(r"\*", "[^/]*") + "$")
    return any(pattern.search(path) for path in files())


def absent(text: str) -> list[str]:
    """Return the names of code in a page that are not there."""
    own = {*TITLE.findall(text), *WRITTEN}
    return [name for name in NAME.findall(BLOCK.sub("", text)) if not there(name, own)]


def there(name: str, own: set[str]) -> bool:
    """Return whether a name is there, or no name of code; `own` are files of the page."""
    if name in OF_OTHERS or hasattr(builtins, name):
        return True
    if name.startswith("cubecsp.") and re.fullmatch(r"[\w.]+", name):
        return imported(name)
    if FILE.fullmatch(name):
        return name in own or is_file(name)
    if member := MEMBER.fullmatch(name):
        return member[1] not in members() or has_member(member[1], member[2])
    if CLASS.fullmatch(name):
        return name in members()
    if function := FUNCTION.fullmatch(name):
        return function[1] in members()[""] or f" {function[1]}(" in native()
    return True


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_names_of_code_in_pages_are_there(page: Path) -> None:
    assert absent(page.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "name",
    [
        "models/rules/no_such_rule.py",
        "no_such_file.cpp",
        "asking/no_such_file.py",
        "native/no_such_*.cpp",
        "models/no_such_folder/",
        "cubecsp.puzzle.no_such_module",
        "cubecsp.no_such_name",
        "Cube.no_such_method",
        "NoSuchClass",
        "no_such_function()",
    ],
)
def test_a_name_that_is_not_there_is_noticed(name: str) -> None:
    assert absent(f"See `{name}`.") == [name]
    assert absent(f"```\n`{name}`\n```\n") == []


def test_the_glossary_has_each_term_once_in_order() -> None:
    sections = (ROOT / "docs" / "glossary.md").read_text("utf-8").split("\n## ")[1:]
    lines = [re.findall(r"^\*\*(.+)\*\*$", section, re.MULTILINE) for section in sections]
    for terms in lines:
        assert terms == sorted(terms, key=lambda line: line.split(", ")[0].lower())
    every = [term for terms in lines for line in terms for term in line.split(", ")]
    assert len(every) == len({*every}) > 40
