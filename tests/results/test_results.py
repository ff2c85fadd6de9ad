"""The files of results/: they can be read, made and checked, and agree with their commands."""

from __future__ import annotations

import ast
import json
import re
import shlex
from dataclasses import replace
from pathlib import Path

import kept
import lattice
import make
import pytest
from facts import FACTS
from kept import Result, Value, check, results, run_command
from perfect_in_space import faults

from cubecsp import Cube, InputError, LimitError, conjugates, find
from cubecsp.cli.parser import parse_arguments
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.models.patterns import PERFECT_SCRAMBLE

ROOT = Path(__file__).parents[2]
KEPT = results()
VALUES = [(name, value) for name, result in KEPT.items() for value in result.values]


# Kept files


def test_the_results_are_those_that_are_made():
    """By the commands, and with the words, that stand in results/make.py."""
    assert set(KEPT) == set(make.PAGES)
    for name, page in make.PAGES.items():
        stored = KEPT[name]
        assert (stored.title, stored.about) == (page.title, page.about), name
        for value, wanted in zip(stored.values, page.wanted, strict=True):
            assert value.command in (wanted.command, *wanted.otherwise)
            assert (value.asked, value.read) == (wanted.asked, wanted.read)
            assert value.published == wanted.published


def test_orders_and_symmetries_add_up():
    every, *of_order = (value.answer for value in KEPT["orders"].values)
    assert sum(of_order) == every
    exactly = [value.answer for value in KEPT["symmetries"].values]
    assert sum(exactly[1::3]) == every
    assert every - exactly[-2] == FACTS["symmetric-cubes"]["symmetric"]
    assert sum(exactly[2::3]) == FACTS["symmetric-cubes"]["classes"]


@pytest.mark.ordinary(80)
@pytest.mark.parametrize(("name", "value"), VALUES)
def test_commands_can_be_asked(name, value):
    words = shlex.split(value.command)
    if words[1] == "-m":
        assert words[:3] == ["python", "-m", "cubecsp"]
        assert callable(parse_arguments(words[3:]).run)
    else:
        assert words[0] == "python"
        assert (ROOT / words[1]).exists()
    assert value.known in ("exact", "estimate", "at-most")
    assert (value.interval is None) == (value.known == "exact")
    assert value.seconds > 0
    assert name in KEPT


def test_files_are_written_as_they_are_read():
    for name, result in KEPT.items():
        kept = json.loads((ROOT / "results" / f"{name}.json").read_text("utf-8"))
        assert json.loads(json.dumps(result.as_dict())) == kept


def test_nothing_is_dated():
    for name in KEPT:
        text = (ROOT / "results" / f"{name}.json").read_text("utf-8").lower()
        assert '"date' not in text
        assert "time" not in json.loads(text)


def test_the_perfect_scrambles_are_those_that_are_found():
    number, classes, cubes, moves, turns = (
        value.answer for value in KEPT["perfect-scramble"].values
    )
    assert (number, classes) == (FACTS["perfect-scramble"]["cubes"], 1)
    assert set(cubes) == {report.facelets for report in find(PERFECT_SCRAMBLE)}
    assert [Cube.from_moves(one).facelets for one in moves] == cubes
    assert {len(one.split()) for one in moves} == {turns} == {FACTS["perfect-scramble"]["length"]}


def test_the_pictures_are_those_that_are_drawn():
    drawn = {name: text for kept in KEPT.values() for name, text in make.pictures(kept)}
    assert set(drawn) == {path.stem for path in (ROOT / "results").glob("*.svg")}
    for name, text in drawn.items():
        assert (ROOT / "results" / f"{name}.svg").read_text("utf-8") == text, name


@pytest.mark.exhaustive
def test_there_is_a_perfect_scramble_of_each_size():
    """A separate program checks those from 4×4×4 on."""
    values = KEPT["perfect-sizes"].values
    cubes = [value.answer for value in values if value.read == "cubes.0.facelets"]
    assert [len(cube) for cube in cubes] == [6 * size**2 for size in range(2, 22)]
    for cube in cubes[2:]:
        assert faults(cube) == set()
    assert sum({one.command: one.seconds for one in values if one.quick}.values()) < 2


# Conflicts, and what is nearest

SIX = {str(rule) for rule in PERFECT_SCRAMBLE.rules}


@pytest.mark.slow
def test_what_would_have_to_give():
    """Each cube satisfies the rules except those that are dropped."""
    values = KEPT["conflicts"].values
    asked = [value for value in values if value.read == "conflicts.*.rules"]
    assert len(asked) == 3
    for conflicts in asked:
        at = values.index(conflicts)
        corrections, examples = values[at + 1 : at + 3]
        every = SIX | {*shlex.split(conflicts.command)[5:]}
        for dropped, example in zip(corrections.answer, examples.answer, strict=True):
            kept = parse_pattern([*(every - {*dropped})])
            assert kept.holds(Cube.from_facelets(example))


def test_the_nearest_cubes_break_what_they_may_in_so_many_places():
    values = KEPT["nearest"].values
    for places, number, example, moves in zip(*(values[n::4] for n in range(4)), strict=True):
        words = shlex.split(places.command)
        broken = words[words.index("--without") + 1]
        cube = Cube.from_moves(moves.answer)
        assert cube.facelets == example.answer
        found = {str(rule): len(rule.violations(cube)) for rule in PERFECT_SCRAMBLE.rules}
        assert found == {rule: places.answer if rule == broken else 0 for rule in found}
        added = words[words.index("--with") + 1 :] if "--with" in words else []
        assert all(parse_pattern([rule]).holds(cube) for rule in added)
        assert number.answer % len({*conjugates(cube)}) == 0


# The lattice of the six requirements

LATTICE = lattice.by_rules(KEPT["requirements"])


def test_the_lattice_has_all_choices():
    assert set(LATTICE) == set(lattice.subsets())
    assert len(LATTICE) == len(KEPT["requirements"].values) == 64
    assert LATTICE[frozenset()].answer == 43_252_003_274_489_856_000
    assert LATTICE[frozenset(lattice.REQUIREMENTS)].answer == FACTS["perfect-scramble"]["cubes"]


def test_more_requirements_never_leave_more_cubes():
    """Exact numbers are in order; of the intervals, one in twenty may miss the truth, and some be seen to."""
    pairs = [(some, more) for some in LATTICE for more in LATTICE if some < more]
    missing = {more for some, more in pairs if least(LATTICE[more]) > lattice.most(some, LATTICE)}
    assert len(missing) <= 2
    assert all(LATTICE[rules].known == "estimate" for rules in missing)
    exact = [pair for pair in pairs if all(LATTICE[rules].known == "exact" for rules in pair)]
    assert all(LATTICE[more].answer <= LATTICE[some].answer for some, more in exact)
    assert len(exact) > 90


def least(value: Value) -> int:
    """Return the lower end of what can be true."""
    return value.answer if value.interval is None else value.interval[0]


def test_the_bound_of_what_was_never_hit_is_that_of_fewer_requirements():
    values = {
        frozenset(): Value("", "", "", 100),
        frozenset("a"): Value("", "", "", 30),
        frozenset("b"): Value("", "", "", 20, "estimate", (10, 25)),
        frozenset("ab"): Value("", "", "", 50, "at-most", (0, 50)),
    }
    assert lattice.most(frozenset("ab"), values) == 30  # estimates bound nothing else
    assert lattice.most(frozenset("b"), values) == 25


def test_the_drawing_of_the_lattice():
    drawn = lattice.drawing(KEPT["requirements"])
    assert (ROOT / "results" / "requirements.svg").read_text("utf-8") == drawn
    assert len(re.findall("M[0-9]", drawn)) == 6 * 2**5
    assert drawn.count("<g><title>") == 64
    assert ">48<" in drawn


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (48, "48"),
        (112_835_412, "112,835,412"),
        (2_809_222_708, "2.81·10⁹"),
        (234_173_555_841_235, "2.34·10¹⁴"),
        (9_999_999_999_999, "1.00·10¹³"),
    ],
)
def test_numbers_that_are_too_long_are_shortened(number, text):
    assert lattice._short(number, exact=True) == text


def test_numbers_that_are_not_exact_are_shortened_sooner():
    assert lattice._short(112_835_412, exact=False) == "1.13·10⁸"
    assert lattice._short(4_800, exact=False) == "4,800"


# Asking again


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        (Value("", "", "", 7), Value("", "", "", 7), True),
        (Value("", "", "", 7), Value("", "", "", 8), False),
        (Value("", "", "", [7, 8]), Value("", "", "", [7, 9]), False),
        (Value("", "", "", 7), Value("", "", "", 20, "estimate", (7, 30)), True),
        (Value("", "", "", 6), Value("", "", "", 20, "estimate", (7, 30)), False),
        (Value("", "", "", 31), Value("", "", "", 20, "estimate", (7, 30)), False),
        (
            Value("", "", "", 9, "estimate", (8, 10)),
            Value("", "", "", 20, "estimate", (10, 30)),
            True,
        ),
        (
            Value("", "", "", 9, "estimate", (8, 10)),
            Value("", "", "", 20, "estimate", (11, 30)),
            False,
        ),
        (Value("", "", "", 5), Value("", "", "", 5, "at-most", (0, 5)), True),
        (Value("", "", "", 6), Value("", "", "", 5, "at-most", (0, 5)), False),
    ],
)
def test_what_agrees(one, other, agree):
    assert one.agrees(other) is agree
    assert other.agrees(one) is agree


@pytest.mark.slow
def test_quick_figures_agree():
    """Of two results, so that it is quick."""
    checked = [*check([KEPT["2x2x2"], KEPT["perfect-scramble"]])]
    assert [(value.asked, now) for value, same, now in checked if not same] == []
    assert len(checked) >= 8


@pytest.mark.exhaustive
def test_all_figures_agree():
    assert [one for one in check([*KEPT.values()], everything=True) if not one[1]] == []


CORNERS = Value("corners solved", "python -m cubecsp count solved=corners", "count", 490497638400)
WRONG = replace(CORNERS, asked="edges solved", command="python -m cubecsp count solved=edges")
SLOW = replace(WRONG, asked="slowly", seconds=1000.0)
GONE = replace(CORNERS, command="python -m cubecsp count at-last=3")
STOPPED = replace(CORNERS, command="python -m cubecsp count at-most=3 --time-limit 0.1")


def of(*values):
    return [Result("planted", "Planted", "For tests.", values, {})]


@pytest.mark.slow
def test_a_difference_is_found_and_told(capsys):
    assert make.compared(of(CORNERS, SLOW), everything=False)
    assert not make.compared(of(WRONG, CORNERS), everything=False)
    assert not make.compared(of(SLOW), everything=True)
    assert capsys.readouterr().out.splitlines() == [
        "agrees  corners solved: 490,497,638,400",
        "DIFFERS edges solved: 44,089,920",
        f"        kept: 490,497,638,400; {WRONG.command}",
        "agrees  corners solved: 490,497,638,400",
        "DIFFERS slowly: 44,089,920",
        f"        kept: 490,497,638,400; {WRONG.command}",
    ]


def test_what_gets_no_answer_is_told():
    ((_, same, problem),) = check(of(GONE))
    assert not same
    assert "at-last" in problem
    with pytest.raises(LimitError, match="was stopped: "):
        run_command(STOPPED.command)


def test_a_command_is_run_once_however_many_figures_it_gives(monkeypatch):
    asked = []

    def telling(command):
        asked.append(command)
        return {"count": 48, "classes": 1, "cubes": []}, 0.5

    monkeypatch.setattr(kept, "run_command", telling)
    assert len([*check([KEPT["perfect-scramble"]])]) == 4
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("read", "answer"),
    [("count", 3), ("cubes.*.length", [1, 2]), ("cubes.1.length", 2), ("cubes", [1])],
)
def test_parts_of_an_answer(read, answer):
    given = {"count": 3, "cubes": [{"length": 1}, {"length": 2}] if read != "cubes" else [1]}
    value = kept.answered("", "", read, lambda _: (given, 1.0))
    assert (value.answer, value.known, value.seconds) == (answer, "exact", 1.0)


def test_estimates_of_an_answer():
    given = {"kind": "estimate", "estimate": 20, "interval": [10, 30], "hits": 2}
    value = kept.answered("", "", "count", lambda _: (given, 1.0))
    assert (value.answer, value.known, value.interval) == (20, "estimate", (10, 30))
    assert value.written() == "about 20 (10 to 30)"
    none = kept.answered("", "", "count", lambda _: ({**given, "hits": 0}, 1.0))
    assert (none.answer, none.known, none.interval) == (30, "at-most", (0, 30))
    assert none.written() == "at most 30"
    assert none.how() == "at-most, 1.00 s"
    longer = replace(none, method="rejection", exact_in=7_000.0)
    assert longer.how() == "rejection, at-most, 1.00 s; an exact number takes about 2 hours"
    assert Value.of(longer.as_dict()) == longer


def test_a_part_that_is_not_there():
    with pytest.raises(InputError, match="does not report 'number'"):
        kept.answered("", "a command", "number", lambda _: ({"count": 3}, 1.0))


@pytest.mark.parametrize(
    "command", ["ls", "python -m this", "python tests/helpers/facts.py", "cubecsp count"]
)
def test_no_other_program_is_run(command):
    with pytest.raises(InputError, match="is neither a command of cubecsp"):
        run_command(command)


def test_scripts_share_nothing_with_the_package():
    """The second derivation is one: it imports numpy and Python's own modules."""
    tree = ast.parse((ROOT / "results" / "two_tetrahedra.py").read_text("utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
        )
    }
    assert imported <= {"__future__", "itertools", "json", "time", "functools", "numpy"}
