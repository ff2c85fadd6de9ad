"""The files that the pages of docs/extending/ show: each is added as its page says, and then used."""

from __future__ import annotations

import re
import sys
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from unittest.mock import Mock

import pytest
import test_engines
from asking import SOLVED, ask
from strategies import every_rule
from test_docs import blocks
from test_every_rule import check_rule

from cubecsp import Cube, Facelets, InputError, count, find, picture, read, solve
from cubecsp.cli.commands import COMMANDS
from cubecsp.cli.commands.about import REGISTRIES
from cubecsp.formats import FORMATS
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.counting import COUNTERS
from cubecsp.models.counting.number_of_cubes import all_cubes
from cubecsp.models.engines import ENGINES
from cubecsp.models.rules import RULES
from cubecsp.pictures.views import VIEWS
from cubecsp.puzzle.cube.cube_puzzle import CUBE, cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.questions import QUESTIONS
from cubecsp.search import METHODS
from cubecsp.server.request_models import model_of

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "extending").glob("*.md"))
SHOWN = {
    file: (page, text)
    for page in PAGES
    for kind, file, text in blocks(page)
    if kind == "python" and file
}
SIZES = (2, 3, 4)
KINDS = {
    "models/rules": (RULES, "RULE"),
    "models/engines": (ENGINES, "ENGINE"),
    "models/counting": (COUNTERS, "WAY"),
    "search": (METHODS, "METHOD"),
    "cubecsp/formats": (FORMATS, "FORMAT"),
    "cubecsp/pictures/views": (VIEWS, "VIEW"),
    "cubecsp/questions": (QUESTIONS, "QUESTION"),
    "cubecsp/cli/commands": (COMMANDS, "COMMAND"),
}


def add(file: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Import a file of a page as the module it would be, register it, and return its name."""
    page, text = SHOWN[file]
    path = Path(file)
    package = re.sub(r"^(models|search)", r"cubecsp.\1", path.parent.as_posix()).replace("/", ".")
    called = f"{package}.{path.stem}"
    module = module_from_spec(spec_from_loader(called, loader=None))
    monkeypatch.setitem(sys.modules, called, module)
    exec(compile(text, file, "exec"), module.__dict__)
    registry, attribute = KINDS[path.parent.as_posix()]
    name = path.stem.replace("_", "-")
    assert f'Register it: `"{name}"` in `{registry.kind.upper()}S` of' in page.read_text("utf-8")
    if registry is QUESTIONS:
        monkeypatch.setitem(registry._summaries, name, "the powers of cubes")
    monkeypatch.setitem(registry._objects, name, None)
    assert registry[name] is getattr(module, attribute)
    assert registry[name].name == name
    return name


def test_the_pages_show_one_of_each():
    assert {Path(file).parent.as_posix() for file in SHOWN} == {*KINDS}
    for file in SHOWN:
        assert not (ROOT / file).exists()


@pytest.mark.parametrize("file", [file for file in SHOWN if "questions" not in file])
def test_what_is_added_is_told_about(file, monkeypatch):
    if file.startswith("cubecsp/cli"):
        add("cubecsp/questions/power.py", monkeypatch)
    name = add(file, monkeypatch)
    registry, _ = KINDS[Path(file).parent.as_posix()]
    assert name in registry
    (kind,) = (kind for kind, one in REGISTRIES.items() if one is registry)
    assert f"  {name}: {registry[name].summary}" in ask("about", kind).out


@pytest.mark.slow
def test_the_rule(monkeypatch):
    name = add("models/rules/corner_colours.py", monkeypatch)
    asked = [rule for rule in every_rule() if rule.name == name]
    assert len(asked) == 3
    for rule in asked:
        check_rule(rule)
    found = find("corner-colours=2 not corner-colours=1", limit=2)
    assert len(found) == 2
    for size in SIZES:
        cube = cube_class(size).random(1)
        primitives = Pattern(tuple(asked), puzzle=cube_puzzle(size)).primitives
        colours = ["URFDLB".index(letter) for letter in cube.facelets]
        held = all(p.holds(colours, cube.puzzle) for p in primitives)
        assert held == all(rule.holds(cube) for rule in asked)
    assert "the corners of face" in ask("check", "R U F", "corner-colours=1").out


@pytest.mark.slow
def test_the_engine(monkeypatch):
    name = add("models/engines/glucose.py", monkeypatch)
    for pattern in ("face=*:ABA/BAB/ABA", "solved=F2L oriented=all permuted=corners"):
        one, other = ({cube.facelets for cube in find(pattern, engine=e)} for e in (name, "native"))
        assert one == other
    seeded = [[c.facelets for c in find("at-most=3", engine=name, seed=5, limit=3)] for _ in "ab"]
    assert seeded[0] == seeded[1]
    test_engines.test_a_seed_gives_another_order_of_the_same_cubes(name)
    assert find("at-most=1 every-colour", engine=name).status == "infeasible"


def test_the_way_to_count(monkeypatch):
    name = add("models/counting/complement.py", monkeypatch)
    assert count("not perfect-scramble", method=name).count == all_cubes(CUBE) - 48
    assert "does not count classes" in ask("count", "at-most=3", "--method", name, "--classes").err


@pytest.mark.slow
def test_the_method(monkeypatch):
    name = add("search/both_ends.py", monkeypatch)
    for seed in range(2):
        cube = Cube.random(seed)
        (found,) = solve(cube, method=name)
        assert cube.apply(found.solution) == Cube()
        assert found.length <= solve(cube, method="two-phase").cubes[0].length
    (report,) = find(f"stickers={cube.facelets}", limit=1, solve=name)
    assert cube.apply(report.solution) == Cube()


@pytest.mark.parametrize("size", SIZES)
def test_the_format(size, monkeypatch):
    name = add("cubecsp/formats/ulfrbd.py", monkeypatch)
    for seed in range(5):
        cube = cube_class(size).random(seed)
        text = FORMATS[name].write(Facelets(cube.facelets))
        reading = read(text)
        assert reading.format == name
        assert reading.stickers.letters == cube.facelets
    assert read(FORMATS[name].example).stickers.letters == Cube.from_moves("R U R' U'").facelets


@pytest.mark.parametrize("size", SIZES)
def test_the_view(size, monkeypatch):
    name = add("cubecsp/pictures/views/belt.py", monkeypatch)
    cube = cube_class(size).random(1)
    shown = picture(cube, view=name)
    named = set(re.findall(r'data-sticker="(\w+)"', shown.svg()))
    assert named == {name for name in cube.puzzle.names if name[0] in "LFRB"}
    assert f'data-sticker="{CUBE.names[9]}"' in ask("picture", "R U", "--view", name).out


def test_the_question(monkeypatch):
    """By itself it has a function, a command that prints it like any answer, and a path of the server."""
    question = add("cubecsp/questions/power.py", monkeypatch)
    power = sys.modules[f"cubecsp.questions.{question}"].power
    cubes = [Cube.from_moves("R U R' U'"), "M2 E2 S2"]
    assert [report.cube for report in power(cubes, times=6)] == [Cube(), Cube()]
    assert [report.cube for report in power("R", times=3)] == [Cube.from_moves("R'")]
    with pytest.raises(InputError, match="invalid times=1261"):
        power("R", times=1261)
    assert QUESTIONS.summary(question)[1:] in " ".join(ask("power", "--help").out.split())
    told = ask("power", "R U", "--times", "105", terminal=False)
    assert (told.code, told.out.split()) == (0, [SOLVED])
    told = ask("power", "-", "--times", "105", stdin="R U\nwhat\nR U\n", terminal=False)
    assert (told.code, told.out.split()) == (2, [SOLVED, SOLVED])
    assert "line 2" in told.err
    asked = model_of(QUESTIONS[question]).model_validate({"cubes": ["R U", "U"], "times": 4})
    sent = Mock()
    assert asked.ask(sent)["count"] == 2
    assert [call.args[0].cube for call in sent.cube.call_args_list] == [
        Cube.from_moves("R U R U R U R U"),
        Cube(),
    ]


def test_its_command(monkeypatch):
    add("cubecsp/questions/power.py", monkeypatch)
    name = add("cubecsp/cli/commands/power.py", monkeypatch)
    told = ask(name, "R U", "--times", "105", terminal=False)
    assert (told.code, told.out.split()) == (0, [SOLVED])
    assert "5 times:" in ask(name, "R U", "--times", "5").out
    assert ask(name, "R U", "--times", "5", "--size", "2").code == 2
    assert ask(name, "R U").code == 2
