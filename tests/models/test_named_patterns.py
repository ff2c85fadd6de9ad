"""Named patterns: the moves make what the rules say, the rules say nothing else, and nothing shorter does."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import ask

from cubecsp import Cube, InputError, find, solve
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.models.patterns import PATTERNS, about
from cubecsp.puzzle.cube.symmetry import canonical
from cubecsp.questions.rules import rules

MADE = [name for name in PATTERNS if about(name).moves is not None]
SEVERAL = {"checkerboard": 3}
"""Models that are more than one class of cubes."""
AT_ONCE = 12
"""The number of turns that a small table proves at once."""


def cube_of(name: str) -> Cube:
    return Cube.from_moves(about(name).moves)


def test_there_are_many_and_each_is_told_about():
    assert len(MADE) >= 45
    for name in PATTERNS:
        known = about(name)
        assert known.description.endswith(".")
        assert known.source or len(PATTERNS[name].rules) == len(parse_pattern([name]).rules)
        assert (known.moves is None) == (name in ("twister", "union-jack"))
    forms = {canonical(cube_of(name)) for name in MADE if name not in SEVERAL}
    assert len(forms) == len(MADE) - len(SEVERAL)


@pytest.mark.parametrize("name", MADE)
def test_the_moves_make_a_cube_that_the_rules_describe(name):
    assert PATTERNS[name].name == name
    assert not PATTERNS[name].violations(cube_of(name))
    assert not PATTERNS[name].holds(Cube())
    assert about(name).length == len(str(about(name).moves).split())


def check_definition(name: str) -> None:
    answer = find(name)
    assert answer.status == "complete"
    forms = {canonical(report.cube) for report in answer}
    assert len(forms) == SEVERAL.get(name, 1)
    if name in MADE:
        assert canonical(cube_of(name)) in forms


QUICK = ("six-spot", "superflip", "checkerboard", "four-twisted-peaks", "tetris", "stripes")


@pytest.mark.parametrize("name", [*QUICK, "union-jack", "tom-parks-pattern"])
def test_the_rules_describe_nothing_else(name):
    check_definition(name)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", PATTERNS)
def test_the_rules_of_every_model_describe_nothing_else(name):
    check_definition(name)


def check_proof(name: str, table: str) -> None:
    known = about(name)
    (report,) = solve(cube_of(name), method="optimal", pruning_table=table)
    assert report.optimal
    assert report.length >= known.proven
    assert known.optimal == (report.length == known.length)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "name", [name for name in MADE if (about(name).proven or AT_ONCE + 1) <= AT_ONCE]
)
def test_no_fewer_turns_make_it(name):
    check_proof(name, "tiny")


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", [name for name in MADE if (about(name).proven or 0) > AT_ONCE])
def test_no_fewer_turns_make_any_of_the_others(name):
    check_proof(name, "medium")


def test_what_is_not_proven_is_not_told_as_if_it_were():
    assert about("superflip").length == 20
    assert not about("superflip").optimal
    assert "20 turns or fewer" in ask("rules", "superflip").out
    assert ask("rules", "superflip", "--json").json["patterns"][0]["optimal"] is False


def test_models_are_listed_and_told_in_full():
    listed = ask("rules").out
    for name in PATTERNS:
        assert f"\n{name}\n    {about(name).description}" in listed
    told = ask("rules", "anaconda").out
    for words in (
        str(about("anaconda").moves),
        *about("anaconda").rules,
        "14 turns",
        "Michael Reid",
    ):
        assert words in told
    assert ask("find", "tetris", "--limit", "1").code == 0


@pytest.mark.parametrize("name", PATTERNS)
def test_the_listed_texts_state_the_pattern(name):
    """A list has the texts as they are in files, unread."""
    (entry,) = rules([name]).as_dict()["patterns"]
    assert parse_pattern(entry["rules"]).rules == PATTERNS[name].rules


FILE = 'moves = "R U R\' U\'"\ndescription = "four turns"\nproven = 4\n'


def test_a_file_of_moves_alone_stands_for_their_cube_however_it_is_held(tmp_path: Path):
    path = tmp_path / "sexy.toml"
    path.write_text(FILE)
    found = find(str(path))
    assert len(found) == 24
    assert {canonical(report.cube) for report in found} == {canonical(Cube.from_moves("R U R' U'"))}
    path.write_text('moves = "R U"\npuzzle = 2\n')
    assert len(find(str(path))) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('moves = "R Q"', "Q"),
        ("moves = 5", "texts"),
        ('moves = "R U"\nproven = 3', "proven"),
        ('moves = "R U"\nproven = "2"', "proven"),
        ('rules = ["at-most=2"]\nproven = 2', "proven"),
        ('rules = ["at-most=2"]\nsource = 1', "texts"),
        ('description = "nothing"', "states no rules"),
        ('rules = ["at-moth=2"]', ", rule 1: "),
        ('rules = ["at-most=2", "at-moth=2"]', ", rule 2: "),
        ('rules = ["at-most=2"]\nlet.mine = "at-moth=2"', ", mine: "),
    ],
)
def test_what_files_may_not_say(text: str, words: str, tmp_path: Path):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=words):
        parse_pattern([str(path)])
