"""The layers: imports point one way, and importing the package stays light."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[2]

# Each layer, the folders and files that it lives in, and what it may import besides itself.
LAYERS = {
    "cubecsp.interface": set(),
    "cubecsp.errors": set(),
    "cubecsp.frozen": set(),
    "cubecsp.suggestions": set(),
    "cubecsp.stopping": {"cubecsp._native", "cubecsp.errors"},
    "cubecsp.lazy": set(),
    "cubecsp.processors": set(),
    "cubecsp.memory": {"cubecsp.errors"},
    "cubecsp.clingo_package": {"cubecsp.errors", "cubecsp.stopping"},
    "cubecsp.version": set(),
    "cubecsp.registry": {
        "cubecsp.errors",
        "cubecsp.puzzle",
        "cubecsp.suggestions",
        "cubecsp.version",
    },
    "cubecsp.files": {"cubecsp.errors", "cubecsp.stopping"},
    "cubecsp.puzzle": {
        "cubecsp._native",
        "cubecsp.interface",
        "cubecsp.errors",
        "cubecsp.files",
        "cubecsp.frozen",
        "cubecsp.lazy",
        "cubecsp.stopping",
        "cubecsp.suggestions",
    },
    "cubecsp.diagnosis": {
        "cubecsp.interface",
        "cubecsp.errors",
        "cubecsp.frozen",
        "cubecsp.puzzle",
    },
    "cubecsp.formats": {
        "cubecsp.interface",
        "cubecsp.errors",
        "cubecsp.frozen",
        "cubecsp.puzzle",
        "cubecsp.registry",
        "cubecsp.suggestions",
    },
    "cubecsp._native": set(),
    "cubecsp.work": {
        "cubecsp._native",
        "cubecsp.errors",
        "cubecsp.frozen",
        "cubecsp.processors",
        "cubecsp.stopping",
        "cubecsp.version",
    },
    "cubecsp.models": {
        "cubecsp._native",
        "cubecsp.clingo_package",
        "cubecsp.interface",
        "cubecsp.errors",
        "cubecsp.files",
        "cubecsp.formats",
        "cubecsp.frozen",
        "cubecsp.lazy",
        "cubecsp.memory",
        "cubecsp.puzzle",
        "cubecsp.registry",
        "cubecsp.stopping",
        "cubecsp.suggestions",
        "cubecsp.work",
    },
    "cubecsp.search": {
        "cubecsp.processors",
        "cubecsp._native",
        "cubecsp.clingo_package",
        "cubecsp.errors",
        "cubecsp.files",
        "cubecsp.formats",
        "cubecsp.frozen",
        "cubecsp.memory",
        "cubecsp.puzzle",
        "cubecsp.registry",
        "cubecsp.stopping",
    },
    "cubecsp.questions": {
        "cubecsp.processors",
        "cubecsp.diagnosis",
        "cubecsp.interface",
        "cubecsp.errors",
        "cubecsp.files",
        "cubecsp.formats",
        "cubecsp.frozen",
        "cubecsp.lazy",
        "cubecsp.memory",
        "cubecsp.models",
        "cubecsp.puzzle",
        "cubecsp.registry",
        "cubecsp.search",
        "cubecsp.stopping",
        "cubecsp.suggestions",
        "cubecsp.version",
        "cubecsp.work",
    },
    "cubecsp.pictures": {
        "cubecsp.diagnosis",
        "cubecsp.errors",
        "cubecsp.files",
        "cubecsp.formats",
        "cubecsp.frozen",
        "cubecsp.models",
        "cubecsp.puzzle",
        "cubecsp.questions",
        "cubecsp.registry",
        "cubecsp.suggestions",
    },
    "cubecsp.server": {
        "cubecsp._native",
        "cubecsp.errors",
        "cubecsp.files",
        "cubecsp.formats",
        "cubecsp.frozen",
        "cubecsp.interface",
        "cubecsp.memory",
        "cubecsp.models",
        "cubecsp.pictures",
        "cubecsp.processors",
        "cubecsp.puzzle",
        "cubecsp.questions",
        "cubecsp.search",
        "cubecsp.stopping",
        "cubecsp.suggestions",
        "cubecsp.version",
    },
    "cubecsp.cli": {
        "cubecsp.diagnosis",
        "cubecsp.interface",
        "cubecsp.errors",
        "cubecsp.files",
        "cubecsp.formats",
        "cubecsp.memory",
        "cubecsp.models",
        "cubecsp.pictures",
        "cubecsp.puzzle",
        "cubecsp.questions",
        "cubecsp.registry",
        "cubecsp.search",
        "cubecsp.server",
        "cubecsp.stopping",
        "cubecsp.suggestions",
        "cubecsp.version",
    },
}


def modules() -> dict[str, Path]:
    """Return every module of the package by its installed name."""
    found = {}
    for folder, package in (
        ("cubecsp", "cubecsp"),
        ("models", "cubecsp.models"),
        ("search", "cubecsp.search"),
    ):
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT / folder).with_suffix("").parts
            name = ".".join([package, *parts]).removesuffix(".__init__")
            found[name] = path
    return found


MODULES = modules()


def layer_of(module: str) -> str | None:
    return next((name for name in LAYERS if f"{module}.".startswith(f"{name}.")), None)


@cache
def imported(path: Path) -> frozenset[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                names.add(whole if whole in MODULES else node.module)
    return frozenset(names)


def test_imports_point_one_way():
    for module, path in MODULES.items():
        here = layer_of(module)
        if here is None:  # the package itself, and `python -m cubecsp`
            assert module in {"cubecsp", "cubecsp.__main__"}
            continue
        there = {layer_of(name) for name in imported(path)} - {None}
        assert there <= LAYERS[here] | {here}, module
        tops = {name.split(".")[0] for name in imported(path)}
        assert not tops & {"models", "search"}, f"{module}: import cubecsp.models, cubecsp.search"


def test_no_modules_import_each_other_in_a_circle():
    """Imports inside functions count: what can only be imported late belongs somewhere else."""
    imports = {name: imported(path) & MODULES.keys() - {name} for name, path in MODULES.items()}
    while True:  # take away what imports nothing that is left
        free = {name for name, needs in imports.items() if not needs & imports.keys()}
        if not free:
            break
        for name in free:
            del imports[name]
    circle = {name: sorted(needs & imports.keys()) for name, needs in imports.items()}
    assert not circle


def sources(folder: Path) -> dict[str, str]:
    """Return the texts of the C++ files under a folder by their paths there."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix in {".cpp", ".hpp", ".inc"})
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in paths}


def including(texts: dict[str, str], header: str) -> set[str]:
    """Return which C++ files include a header, which is a pattern of its name."""
    line = re.compile(rf"^#\s*include [<\"]{header}", re.MULTILINE)
    return {name for name, text in texts.items() if line.search(text)}


def test_only_bindings_of_native_code_know_python():
    texts = sources(ROOT / "native")
    knowing = including(texts, r"(nanobind/|Python\.h)")
    assert knowing  # the pattern fits how headers are included
    assert {name.split("/")[0] for name in knowing} == {"bindings"}
    assert all(name.startswith("bindings/") for name in including(texts, "bindings/"))


def test_every_layer_exists():
    layers = {layer_of(module) for module in MODULES}
    assert layers - {None} == set(LAYERS) - {"cubecsp._native"}


@pytest.mark.parametrize(
    ("statement", "heavy"),
    [
        (
            "import cubecsp",
            {
                "numpy",
                "ortools",
                "rich",
                "platformdirs",
                "cubecsp._native",
                "dataclasses",
            },
        ),
        ("import cubecsp.cli", {"numpy", "ortools", "rich", "cubecsp._native"}),
    ],
)
def test_import_stays_light(statement, heavy):
    code = f"{statement}; import sys; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert not heavy & set(loaded.stdout.split())


# Packages that none of the commands below needs, and what each of them can do without.
_HEAVY = {
    "numpy",
    "ortools",
    "constraint",
    "pysat",
    "rich",
    "lark",
    "cubecsp.models.language.grammar",
    "difflib",
}
_RULES_AND_METHODS = {"cubecsp.models", "cubecsp.search"}


@pytest.mark.ordinary(3)
@pytest.mark.parametrize(
    ("arguments", "unused"),
    [
        (["--version"], _RULES_AND_METHODS | {"dataclasses", "cubecsp.puzzle.core", "subprocess"}),
        (["--help"], _RULES_AND_METHODS | {"dataclasses", "cubecsp.puzzle.core", "subprocess"}),
        (["check", "R U R' U'"], _RULES_AND_METHODS | {"subprocess"}),
        (["convert", "R U R' U'", "--to", "kpattern"], _RULES_AND_METHODS),
        (["solve", "R U R' U'"], {"cubecsp.models", "cubecsp.search.optimal"}),
        (
            ["find", "every-colour", "at-most=2", "no-touching=side", "--limit", "3"],
            {"cubecsp.models.rules.symmetric", "cubecsp.search.two_phase"},
        ),
        (["rules"], {"cubecsp.search", "subprocess"}),
        (["about", "commands", "formats", "views"], {"cubecsp.questions.find"}),
        (["perfect-scramble"], {"cubecsp.models.rules.symmetric", "cubecsp.formats.moves"}),
    ],
    ids=lambda given: given[0] if isinstance(given, list) else "",
)
def test_commands_load_what_they_need(arguments, unused):
    code = "import sys; from cubecsp.cli import main; print(main(sys.argv[1:]), *sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    ended, *loaded = told.stdout.splitlines()[-1].split()
    assert ended == "0"
    assert not (_HEAVY | unused) & set(loaded)


@pytest.mark.parametrize("package", ["cubecsp", "cubecsp.models", "cubecsp.puzzle"])
def test_packages_have_the_names_that_they_list(package):
    module = importlib.import_module(package)
    for name in module.__all__:
        assert getattr(module, name) is vars(module)[name]  # kept there once it is known
    with pytest.raises(AttributeError, match=f"'{package}' has no attribute 'no_such_name'"):
        _ = module.no_such_name


def test_every_folder_of_tests_is_run():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    folders = {
        path.relative_to(ROOT / "tests").parts[0] for path in ROOT.glob("tests/**/test_*.py")
    }
    assert folders == {
        Path(name).name for name in settings["tool"]["pytest"]["ini_options"]["testpaths"]
    }
