"""One interface: every question takes objects and texts, has a query that is data, a stream and a sentence."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from strategies import cubes

from cubecsp import (
    Answer,
    Cube,
    Facelets,
    InputError,
    Moves,
    PocketCube,
    Status,
    Stop,
    best,
    check,
    complete,
    convert,
    export,
    find,
    picture,
    reach,
    read,
    repair,
    solve,
    solve_all,
)
from cubecsp.formats import FORMATS
from cubecsp.models import AtMost, EveryColour, NoTouching, Solved, Stickers
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.patterns import PERFECT_SCRAMBLE
from cubecsp.puzzle.cube.cube_puzzle import POCKET, cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.questions.asking.cubes_and_rules import pattern_of, state_of, states_of
from cubecsp.questions.asking.limits import Limits, Run
from cubecsp.questions.find import Find
from cubecsp.questions.moving.moves import MoveSearch
from cubecsp.questions.perfect import perfect_rules
from cubecsp.questions.solve import Solve
from cubecsp.search import METHODS

NEAR = Moves("R U F'")

ASKED = {
    "solve": lambda cube: solve(cube, max_length=20),
    "solve optimally": lambda cube: solve(cube, pruning_table="tiny"),
    "solve_all": lambda cube: solve_all(cube, pruning_table="tiny"),
    "reach": lambda cube: reach(cube, "solved=cross", turns="U,R,F"),
    "check": lambda cube: check(cube, "at-most=8"),
    "complete": lambda cube: complete(cube),
    "repair": lambda cube: repair(cube),
}
"""Questions about a cube that answer with an `Answer`."""


def same_cube(moves: Moves) -> dict[str, object]:
    """Return a cube in every way in which it can be given."""
    cube = Cube.from_moves(moves)
    texts = {name: convert(cube, name) for name in FORMATS if name != "visualcube"}
    return {
        **texts,
        "state": cube,
        "stickers": Facelets.of(cube),
        "reading": read(cube.facelets),
        "object of moves": moves,
        "bytes": cube.facelets.encode(),
    }


def told(answer: Answer) -> dict[str, object]:
    """Return an answer as JSON, without how long it took and in which letters the cube was given."""
    shown = answer.as_dict()
    del shown["seconds"]
    shown.pop("statistics", None)  # times too
    for cube in [*shown.get("cubes", []), *shown.get("repairs", [])]:
        cube.pop("scheme", None)
        cube.pop("written", None)
    return shown


@pytest.mark.ordinary(3)
@pytest.mark.parametrize("question", ASKED)
def test_a_cube_given_in_any_way_is_the_same_question(question):
    answers = {way: told(ASKED[question](cube)) for way, cube in same_cube(NEAR).items()}
    first = answers["state"]
    assert first.get("cubes") or first["repairs"]
    for way, answer in answers.items():
        assert answer == first, way


def test_so_it_is_for_conversions_and_pictures():
    ways = same_cube(NEAR)
    assert len({convert(cube, "facelets") for cube in ways.values()}) == 1
    drawn = {picture(cube).svg() for way, cube in ways.items() if way not in ("bytes", "colours")}
    assert len(drawn) == 1


@given(cubes)
@settings(max_examples=10)
def test_several_cubes_are_those_one_by_one(cube):
    given_ = [cube, cube.facelets, ~cube]
    assert states_of(given_) == [cube, cube, ~cube]
    assert states_of(iter(given_)) == states_of(given_)
    assert states_of(cube) == [state_of(cube)] == [cube]


@pytest.mark.parametrize("wrong", [3, None, 1.5, object(), [3], [None]])
def test_what_is_no_cube_and_no_rule_is_refused(wrong):
    for question in (solve, check):
        with pytest.raises(InputError, match="is not a cube"):
            question(wrong)
    for question in (lambda rules: find(rules, limit=1), lambda rules: reach("R", rules)):
        if wrong is not None:
            with pytest.raises(InputError, match="is not a rule"):
                question(wrong)


SAME_PATTERN = [
    "every-colour at-most=2",
    ["every-colour", "at-most=2"],
    ["every-colour", AtMost(2)],
    [EveryColour(), AtMost(2)],
    Pattern((EveryColour(), AtMost(2))),
    [Pattern((EveryColour(),)), AtMost(2)],
    (rule for rule in (EveryColour(), "at-most=2")),
]


def test_a_pattern_given_in_any_way_is_the_same_question():
    patterns = [pattern_of(given_) for given_ in SAME_PATTERN]
    assert set(patterns) == {Pattern((EveryColour(), AtMost(2)))}
    ways = ["no-touching=side at-most=2", [NoTouching("side"), "at-most=2"]]
    answers = [told(find(way, limit=3, seed=1)) for way in ways]
    assert answers[0] == answers[1]
    assert export(ways[0], "cnf") == export(ways[1], "cnf")
    assert told(reach(NEAR, "solved=cross")) == told(reach(NEAR, Solved("cross")))
    assert told(check("R", "at-most=8")) == told(check("R", [AtMost(8)]))
    assert find("perfect-scramble").query["pattern"] == "perfect-scramble"


def test_sizes_are_given_with_the_pattern_or_beside_it():
    beside = find("no-touching=side no-touching=across", size=2)
    inside = find(Pattern(pattern_of("no-touching=side no-touching=across").rules, puzzle=POCKET))
    assert told(beside) == told(inside)
    assert beside.query["size"] == 2
    with pytest.raises(InputError, match="about a 2×2×2 and about a 3×3×3"):
        pattern_of([Pattern((AtMost(2),), puzzle=POCKET), Pattern((EveryColour(),))])


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_a_rule_for_one_size_says_which(size):
    stickers = cube_class(size).from_moves("U F'").facelets
    face = "/".join([size * "A"] * size)
    for asked in (
        f"stickers={stickers}",
        [f"stickers={stickers}", "not no-touching=side"],
        Stickers(stickers),
        [Stickers(stickers), f"stickers={'.' * len(stickers)}"],
        f"face=U:{face}",
    ):
        assert pattern_of(asked).puzzle == cube_puzzle(size)
    (report,) = find(Stickers(stickers), limit=1)
    assert report.facelets == stickers
    with pytest.raises(InputError, match="does not apply to the"):
        find([f"stickers={stickers}", "face=U:" + "/".join(["A" * 7] * 7)])
    with pytest.raises(InputError, match="does not apply to the 6×6×6"):
        find(Stickers(stickers), size=6)


@pytest.mark.parametrize("size", [2, 3, 4, None])
def test_patterns_texts_and_rules_of_any_size_together(size, tmp_path):
    file = tmp_path / "small.toml"
    file.write_text('puzzle = 2\nrules = ["at-most=3"]\n')
    parts = [Pattern((AtMost(3),), puzzle=POCKET), str(file)]
    others = ["no-touching=side", EveryColour(), "at-most=2 at-most=4", ["any(at-most=1)"]]
    for first in parts:
        for other in others:
            wanted = [*pattern_of(first).rules, *pattern_of(other).rules]
            for mixed in ([first, other], [other, first]):
                found = pattern_of(mixed, size)
                assert set(found.rules) == set(wanted)
                assert found.puzzle == cube_puzzle(size or 2)
    assert pattern_of(parts, size).puzzle == cube_puzzle(size or 2)
    assert find([*parts, "no-touching=side"], limit=1).query["size"] == 2


def test_files_about_different_cubes_are_refused(tmp_path):
    for size in (2, 4):
        (tmp_path / f"of-{size}.toml").write_text(f'puzzle = {size}\nrules = ["at-most=3"]\n')
    with pytest.raises(InputError, match="about a 2×2×2 and about a 4×4×4"):
        pattern_of([str(tmp_path / "of-2.toml"), str(tmp_path / "of-4.toml")])


@pytest.mark.parametrize(
    ("asked", "method"),
    [
        ({}, "two-phase"),
        ({"metric": "qtm"}, "optimal"),
        ({"pruning_table": "tiny"}, "optimal"),
        ({"turns": "U,R"}, "breadth-first"),
        ({"turns": "U,R", "metric": "qtm"}, "breadth-first"),
        ({"every": True}, "optimal"),
        ({"every": True, "turns": "U,R"}, "breadth-first"),
        ({"max_length": 30}, "two-phase"),
    ],
)
def test_the_method_suits_what_is_asked_for(asked, method):
    assert MoveSearch.choose(**asked).method == method
    if asked.keys() <= METHODS["thistlethwaite"].options:
        assert MoveSearch.choose("thistlethwaite", **asked).method == "thistlethwaite"


def test_rules_of_the_perfect_scramble_can_be_changed():
    assert perfect_rules() == PERFECT_SCRAMBLE
    assert perfect_rules("at-most=2").rules == PERFECT_SCRAMBLE.rules
    fewer = perfect_rules(dropped=["faces-differ"])
    assert len(fewer.rules) == len(PERFECT_SCRAMBLE.rules) - 1
    with pytest.raises(InputError, match="both"):
        perfect_rules("faces-differ", ["faces-differ"])
    with pytest.raises(InputError, match="cannot be dropped"):
        perfect_rules(dropped="order=3")


EVERY_QUESTION = {
    **{name: lambda ask=ask: ask(NEAR) for name, ask in ASKED.items()},
    "find": lambda: find("perfect-scramble", limit=30),
    "find none": lambda: find("perfect-scramble no-piece-home"),
    "best": lambda: best("solved=F2L", maximise="count(U, R)"),
    "best of many": lambda: best("solved=F2L", minimise="count(U, R)", limit=None),
    "best none": lambda: best("perfect-scramble no-piece-home", maximise="count(U, R)"),
    "find with moves": lambda: find("perfect-scramble", limit=1, solve="two-phase"),
    "complete none": lambda: complete("UU" + Cube().facelets[2:9] + "U" + Cube().facelets[10:]),
    "reach none": lambda: reach("F", "solved=cross", turns="U,R"),
}


@pytest.mark.ordinary(7)
@pytest.mark.parametrize("name", EVERY_QUESTION)
def test_queries_are_data_and_answers_can_be_read(name):
    answer = EVERY_QUESTION[name]()
    assert isinstance(answer.query, Mapping)
    assert json.loads(json.dumps(answer.as_dict()))["query"] == json.loads(
        json.dumps(dict(answer.query))
    )
    assert answer.query["question"] in name
    with pytest.raises(AttributeError):
        answer.query.question_ = 1
    sentence = answer.sentence()
    assert sentence.rstrip().endswith(".")
    printed = str(answer)
    assert printed.endswith(sentence)
    for report in answer.cubes[:20]:
        assert report.facelets in printed
    assert ("more" in printed.removesuffix(sentence)) == (len(answer) > 20)


def test_collecting_is_reading_a_stream():
    query = Find("perfect-scramble", limit=5)
    with query.stream() as found:
        streamed = list(found)
    assert [report.cube for report in streamed] == [r.cube for r in find(query.pattern, limit=5)]
    assert found.answer.cubes == ()  # they are the reader's
    assert (found.answer.status, found.answer.stopped) == (Status.PARTIAL, Stop.LIMIT)
    with query.stream() as left:
        next(left)
    assert left.answer.count == 1
    assert next(left, None) is None


def test_solutions_come_in_the_order_of_the_cubes():
    given_ = [Cube.random(seed) for seed in range(4)] + [PocketCube(), Cube()]
    query = Solve(given_, max_length=20)
    assert [report.cube for report in query.stream()] == given_


def test_callbacks_get_every_report_once():
    for ask in (
        lambda tell: find("perfect-scramble", on_found=tell),
        lambda tell: solve(["R", "U"], on_found=tell),
        lambda tell: check(["R", "U"], on_found=tell),
        lambda tell: complete("..." + Cube().facelets[3:], on_found=tell),
        lambda tell: repair("R", on_found=tell),
        lambda tell: reach("R U", "solved=cross", on_found=tell),
    ):
        seen = []
        assert ask(seen.append).cubes == tuple(seen)
        assert seen


def test_what_ends_a_stage_is_remembered():
    for error, why in (
        (KeyboardInterrupt(), Stop.INTERRUPT),
        (TimeoutError(), Stop.TIME),
    ):
        run = Run(Limits())
        with run:
            raise error
        assert run.stopped is why
    run = Run(Limits())
    with pytest.raises(KeyError), run:
        raise KeyError
    assert run.stopped is None
    for first, second in itertools.permutations((Stop.TIME, Stop.INTERRUPT)):
        run = Run(Limits())
        run.stop(first)
        run.stop(second)
        assert run.stopped is Stop.INTERRUPT
