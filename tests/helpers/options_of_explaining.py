"""Tests of the options of what explains; see `options_registered`."""

from __future__ import annotations

import pathlib

from asking import USUAL
from options_registered import answered, choices, json, option, refused, usual

from cubecsp.models.engines import ENGINES, exhaustive_engines


@option("--beyond", "explain")
def allows_for_some_cubes(command):
    answer = json(command, "solved=all", "--beyond", "1")
    assert (answer["satisfiable"], answer["query"]["beyond"]) == (False, 1)
    assert len(answer["known"]) == 1
    assert "allows for no other cube" in answered(command, "solved=all", "--beyond", "1").out
    assert json(command, "solved=all")["satisfiable"] is True
    assert "--beyond" in refused(command, "solved=all", "--beyond", "-1")
    assert "1,000" in refused(command, "solved=all", "--beyond", "1001")


@option("--size", "explain")
def explains_cubes_of_that_size(command):
    asked = [command, "solved=URF", "not-home=URF+UFL"]
    for size, stickers in ((2, 24), (3, 54)):
        answer = json(*asked, "--size", size)
        assert [len(one["rules"]) for one in answer["conflicts"]] == [2]
        assert {len(cube["facelets"]) for cube in answer["cubes"]} == {stickers}
    shown = ["stickers=" + letter + 95 * "." for letter in "UR"]
    larger = json(command, *shown, "--size", "4")
    assert {len(cube["facelets"]) for cube in larger["cubes"]} == {96}
    assert "4×4×4" in refused(*asked, "--size", "4")


@option("--engine", "explain")
def chooses_what_proves(command):
    names = choices(command, "--engine")
    assert set(names) == {"auto", *ENGINES}
    asked = ["solved=URF", "not-home=URF+UFL", "--size", "2"]
    told = refused(command, *asked, "--engine", "annealing")
    assert "cannot prove that no cube" in told
    for name in {"auto", *exhaustive_engines()}:
        answer = json(command, *asked, "--engine", name)
        assert answer["query"]["engine"] == name
        (conflict,) = answer["conflicts"]
        assert conflict["proven_by"] == (name if name != "auto" else "native")
        assert conflict["checked_by"] not in (None, conflict["proven_by"])
    assert "--engine" in refused(command, *USUAL[command], "--engine", "abacus")


@option("--engine-option", "explain")
def sets_options_of_what_proves(command):
    more = ["--engine", "cnf", "--engine-option"]
    query = json(command, *USUAL[command], *more, "solver=glucose42")["query"]
    assert query["engine_options"] == {"solver": "glucose42"}
    assert json(command, *USUAL[command])["query"]["engine_options"] == {}
    assert "engine" in refused(command, *USUAL[command], *more, "solver=abacus")


@option("--verbose", "explain")
def says_how_much_was_searched(command):
    assert "searches for a cube" in usual(command, "--verbose").err
    assert usual(command).err == ""


@option("--view", "explain")
def shows_examples_in_that_view(command):
    shown = []
    for view in choices(command, "--view"):
        usual(command, "-o", view, "--view", view)
        shown.append(next(pathlib.Path(view).glob("cube-*.svg")).read_text(encoding="utf-8"))
    assert len(set(shown)) == len(shown) == 3
    assert "-o pictures" in refused(command, *USUAL[command], "--view", "cube")


@option("--output", "explain")
def draws_the_examples(command):
    told = usual(command, "-o", "pictures")
    assert "pictures: pictures/index.html" in told.out
    assert len([*pathlib.Path("pictures").glob("cube-*.svg")]) == 2
    assert "name another" in refused(command, *USUAL[command], "-o", "/dev/null/pictures")
