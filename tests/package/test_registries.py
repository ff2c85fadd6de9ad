"""Registries: what is in a folder can be chosen by name, is told about, and is named nowhere else by hand."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import platform
import re
import sys
from importlib import metadata
from pathlib import Path

import pytest
from asking import ABOUT_SOLVED, SOLVED, ask

from cubecsp.cli.commands import COMMANDS, about
from cubecsp.errors import InputError
from cubecsp.formats import FORMATS
from cubecsp.models.counting import COUNTERS, SAMPLERS
from cubecsp.models.engines import ENGINES
from cubecsp.models.rules import RULES
from cubecsp.pictures.views import VIEWS
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.sizes import ANY_SIZE, ODD_SIZES, sizes_in_words
from cubecsp.registry import Registry
from cubecsp.search import METHODS, OTHER_SIZES
from cubecsp.version import __version__

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[2]
REGISTRIES = {
    "RULE": (RULES, ROOT / "models" / "rules"),
    "ENGINE": (ENGINES, ROOT / "models" / "engines"),
    "WAY": (COUNTERS, ROOT / "models" / "counting"),
    "METHOD": (METHODS, ROOT / "search"),
    "FORMAT": (FORMATS, ROOT / "cubecsp" / "formats"),
    "VIEW": (VIEWS, ROOT / "cubecsp" / "pictures" / "views"),
    "COMMAND": (COMMANDS, ROOT / "cubecsp" / "cli" / "commands"),
}

# Names in the code of other modules, with reasons.
BY_HAND = {
    "models/language/pattern_info.py": "`optimal` is a word of JSON there",
    "cubecsp/cli/commands/rules.py": "`optimal` is a word of JSON there",
    "models/engines/auto.py": "what `auto` is made of",
    "models/engines/exports.py": "`cnf` is a kind of file there",
    "models/engines/native_threads.py": "the name of its threads",
    "cubecsp/questions/explain.py": "which engine confirms what another has refuted",
    "cubecsp/questions/convert.py": "formats that take a scheme of colours",
    "models/proofs/examination.py": "our two checkers of proofs, which are not engines of `find`",
    "cubecsp/questions/answers/answer.py": "`optimal` is a word of JSON there",
    "cubecsp/questions/fewest.py": "`optimal` is a word of JSON there",
    "cubecsp/questions/finding/search_parameters.py": "the method if none is chosen",
    "cubecsp/questions/moving/moves.py": "which method suits what is asked for, and what comes first",
    "cubecsp/questions/perfect.py": "the method that is good enough there",
    "cubecsp/formats/players.py": "the page of that name",
    "cubecsp/cli/commands/picture.py": "an option of that name",
    "cubecsp/cli/commands/solve.py": "the method that proves that no moves are fewer",
}
AMBIGUOUS = {"facelets", "colours", "words", "net", "moves"}  # words for other things, too


@pytest.mark.parametrize("attribute", REGISTRIES)
def test_whatever_is_in_the_folder_is_in_the_registry(attribute):
    registry, folder = REGISTRIES[attribute]
    found = {
        path.stem
        for path in folder.glob("*.py")
        if re.search(rf"^{attribute}\b.*=", path.read_text("utf-8"), re.MULTILINE)
    }
    others = {"METHOD": OTHER_SIZES, "WAY": SAMPLERS}
    objects = {**registry, **others.get(attribute, {})}
    assert found == {name.replace("-", "_") for name in objects}
    for name, one in objects.items():
        assert one.name == name
        module = sys.modules[f"{registry.package}.{name.replace('-', '_')}"]
        assert one is getattr(module, attribute)


@pytest.mark.parametrize("attribute", REGISTRIES)
def test_each_tells_what_it_is_its_package_its_cubes_and_its_limits(attribute):
    registry, _ = REGISTRIES[attribute]
    for name, one in registry.items():
        assert one.summary
        assert not one.summary.endswith(".")
        facts = registry.facts(name)
        assert facts["summary"] == one.summary
        if registry is COMMANDS:  # which no list imports
            assert [*facts] == ["summary"]
            continue
        assert not one.limits.endswith(".")
        assert facts["package"] == f"{one.distribution or 'cubecsp'} " + metadata.version(
            one.distribution or "cubecsp"
        )
        assert facts["cubes"] == sizes_in_words(one.sizes)
        first = list(one.sizes[:99])
        assert first == sorted(set(first))
        assert all(size in ANY_SIZE for size in first)
        assert facts.get("limits", "") == one.limits
        assert "<" not in facts.get("options", "")  # as Python writes its objects
        several = {True: "several", False: "one"}
        assert facts.get("threads") == several.get(getattr(one, "parallel", None))


def test_ways_to_draw_tell_how_they_draw():
    for name, way in SAMPLERS.items():
        facts = SAMPLERS.facts(name)
        assert facts["summary"] == (way.summary_of_drawing or way.summary)
        assert facts["limits"] == (way.limits_of_drawing or way.limits)
        assert "threads" not in facts
    assert SAMPLERS.facts("group")["summary"] != COUNTERS.facts("group")["summary"]


@pytest.mark.ordinary(12)
@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("name", ABOUT_SOLVED)
def test_commands_take_cubes_of_every_size(name, size):
    cube = Facelets.parse("".join(face * size**2 for face in FACES)).letters
    given = [cube if word == SOLVED else word for word in ABOUT_SOLVED[name]]
    assert ask(name, *given).code == 0


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        (ANY_SIZE, "every size"),
        (ODD_SIZES, "3×3×3, 5×5×5 …"),
        (ANY_SIZE[1:], "3×3×3 and up"),
        ((3,), "3×3×3"),
        ((2, 3), "2×2×2 and 3×3×3"),
        (range(2, 11), "2×2×2 to 10×10×10"),
    ],
)
def test_sizes_in_words(sizes, words):
    assert sizes_in_words(sizes) == words


@pytest.mark.parametrize("attribute", REGISTRIES)
def test_names_that_are_not_there_are_refused_with_those_that_are(attribute):
    registry, _ = REGISTRIES[attribute]
    first = next(iter(registry))
    listed = f"`cubecsp about {registry.kind}s` lists all of them"
    for wrong in (first + "x", "", None, 3, [first]):
        with pytest.raises(InputError, match=f"unknown {registry.kind} .*[;:] ") as told:
            registry.find(wrong)
        assert first in str(told.value) or listed in str(told.value)
    with pytest.raises(InputError, match=f"did you mean {first}"):
        registry.find(first + "x")
    assert registry.find(first) is registry[first]
    assert first + "x" not in registry


def test_one_of_ones_own_takes_its_place():
    class Own:
        name, summary = "own", "one of one's own"
        distribution, sizes, limits = "no-such-package", (3, 4), "it is slow"

    registry = Registry("engine", "cubecsp.models.engines", "ENGINE", ["cnf"])
    registry.register(Own())
    assert [*registry] == ["cnf", "own"]
    assert registry.facts("own") == {
        "summary": "one of one's own",
        "package": "no-such-package, which is not installed",
        "cubes": "3×3×3 and 4×4×4",
        "limits": "it is slow",
    }
    registry.register(type("Other", (Own,), {"name": "cnf"})())
    assert registry["cnf"].summary == "one of one's own"
    assert importlib.import_module("cubecsp.models.engines.cnf").ENGINE is ENGINES["cnf"]


def test_names_are_written_by_hand_in_their_own_file_only():
    names = {name for registry in (ENGINES, METHODS, FORMATS) for name in registry} - AMBIGUOUS
    lists = {"models/engines/__init__.py", "search/__init__.py", "cubecsp/formats/__init__.py"}
    found = set()
    for base in ("cubecsp", "models", "search"):
        for path in (ROOT / base).rglob("*.py"):
            where = path.relative_to(ROOT).as_posix()
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                named = isinstance(node, ast.Constant) and node.value in names
                if named and path.stem != node.value.replace("-", "_") and where not in lists:
                    found.add(where)
    assert found == set(BY_HAND)


def test_reference_pages_show_whatever_is_registered(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    spec = importlib.util.spec_from_file_location("registered", ROOT / "docs" / "registered.py")
    registered = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(registered)
    pages = [page.read_text("utf-8") for page in (ROOT / "docs").rglob("*.md")]
    shown = "\n".join(map(registered.filled_in, pages))
    sections = re.split(r"\n##+ ", shown)
    for registry in about.REGISTRIES.values():
        for name in registry:
            facts = registry.facts(name)
            called = [section for section in sections if section.startswith(f"`{name}`\n")]
            assert any(all(words[1:] in section for words in facts.values()) for section in called)


def test_the_command_about_tells_of_whatever_is_registered():
    registries = [registry for registry, _ in REGISTRIES.values()]
    assert {*map(id, about.REGISTRIES.values())} == {*map(id, (*registries, SAMPLERS))}
    told = ask("about").out
    listed = ask("about", "--json").json
    assert listed.pop("versions") == {"cubecsp": __version__, "python": platform.python_version()}
    assert [*listed] == [*about.REGISTRIES]
    for kind, registry in about.REGISTRIES.items():
        chosen = {name: listed[kind].pop(name) for name in [*listed[kind]] if name not in registry}
        assert [*chosen] == (["auto"] if kind == "engines" else [])
        assert listed[kind] == {name: registry.facts(name) for name in registry}
        for name, facts in listed[kind].items():
            assert f"  {name}: {facts['summary']}\n" in told
            assert facts.get("package", "") in told
    assert [*ask("about", "views", "--json").json] == ["versions", "views"]
    assert "expected engines, methods" in ask("about", "solvers").err
