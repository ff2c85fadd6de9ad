"""`reach` towards patterns of few cubes, and of any number on a 2×2×2."""

from __future__ import annotations

import itertools
import random

import pytest

from cubecsp import Cube, InputError, Moves, PocketCube, Status, Stop, find, reach
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.state import TURN_CUBES
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.asking.cubes_and_rules import pattern_of
from cubecsp.questions.asking.limits import Limits
from cubecsp.questions.moving.target import cubes_of
from cubecsp.search import optimal, pocket


def ways(answer: object) -> list[str]:
    return [report.written for report in answer]  # type: ignore[attr-defined]


def any_of(cubes: list[Cube] | list[PocketCube]) -> str:
    return f"any({', '.join(f'stickers={cube.facelets}' for cube in cubes)})"


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("seed", range(4))
def test_solvers_and_breadth_first_search_give_the_same_answer(seed: int) -> None:
    """Over all turns by solvers, over the same turns named one by one by breadth-first search."""
    rng = random.Random(seed)
    start = Cube.random(seed)
    ends = [start.apply(Moves.of(rng.choices(range(18), k=4))) for _ in range(3)]
    turns = "U,U2,U',R,R2,R',F,F2,F',D,D2,D',L,L2,L',B,B2,B'"
    for merged in (False, True):
        by_solvers = reach(start, any_of(ends), up_to_commuting=merged)
        by_levels = reach(start, any_of(ends), up_to_commuting=merged, turns=turns)
        assert ways(by_solvers) == ways(by_levels)
        assert by_solvers.status is by_levels.status is Status.COMPLETE
        assert all(report.optimal for report in by_solvers)
        assert all(report.optimal for report in by_levels)


@pytest.mark.slow
def test_far_away_there_are_moves_at_once_and_what_is_known_is_said() -> None:
    start = Cube.random(5)
    answer = reach(start, "checkerboard")
    (report,) = answer
    assert answer.status is Status.PARTIAL
    assert answer.stopped is Stop.NODES
    assert not report.optimal
    assert report.proven is not None
    assert 10 <= report.proven < len(report.moves or ()) <= 20
    assert report.cube == start.apply(report.moves or "")
    assert report.cube in {found.cube for found in find("checkerboard")}
    assert f"at least {report.proven} turns are needed" in answer.sentence()
    shown = answer.as_dict()["cubes"][0]
    assert (shown["optimal"], shown["proven"]) == (False, report.proven)
    again = reach(start, "checkerboard")
    assert ways(again) == ways(answer)


def test_moves_of_as_many_turns_as_are_proven_are_the_shortest_though_not_all_of_them() -> None:
    answer = reach("U2 B2 R B2 F L D' B2 D", "solved=all", max_nodes=1)
    (report,) = answer
    assert (report.optimal, report.proven, len(report.moves or ())) == (True, 9, 9)
    assert answer.status is Status.PARTIAL
    assert "9 turns); none are shorter, but others may be as short" in answer.sentence()


def test_with_no_time_at_all_nothing_is_claimed() -> None:
    answer = reach(Cube.random(5), "checkerboard", time_limit=1e-6)
    assert answer.status is Status.UNKNOWN
    assert not answer.cubes


def test_ctrl_c_keeps_the_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(optimal.OptimalSearch, "_run", interrupted)
    answer = reach(Cube.random(5), "checkerboard")
    assert answer.stopped is Stop.INTERRUPT
    assert answer.status is Status.PARTIAL
    assert len(answer) == 1
    assert answer.sentence().startswith("Interrupted: moves (")


def test_a_limit_ends_the_list() -> None:
    told: list[CubeReport] = []
    answer = reach(Cube(), "checkerboard", limit=3, on_found=told.append)
    assert answer.stopped is Stop.LIMIT
    assert len(answer) == len(told) == 3
    assert len(reach(Cube(), "checkerboard")) == 48


@pytest.mark.parametrize("turns", [None, "U2,R2,F2,D2,L2,B2"])
def test_a_limit_that_is_just_met_leaves_nothing_out(turns: str | None) -> None:
    every = reach("R2 L2", "checkerboard", turns=turns)
    number = len(every)
    assert number > 1
    for limit in (number - 1, number, number + 1):
        answer = reach("R2 L2", "checkerboard", turns=turns, limit=limit)
        assert ways(answer) == ways(every)[:limit]
        assert answer.stopped is (Stop.LIMIT if limit < number else None)
        assert answer.status is (Status.PARTIAL if limit < number else Status.COMPLETE)


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("scramble", ["R", "U D'"])
def test_detours_over_all_turns_to_a_single_cube_are_listed(scramble: str) -> None:
    start, end = Cube.from_moves(scramble), Cube.from_moves("U D2")
    answer = reach(start, f"stickers={end.facelets}", up_to=3)
    made = {start: [()]}
    expected: list[tuple[int, ...]] = []
    for _ in range(4):
        expected += made.get(end, [])
        after: dict[Cube, list[tuple[int, ...]]] = {}
        for here, each in made.items():
            for turn, turned in enumerate(TURN_CUBES):
                after.setdefault(here * turned, []).extend((*way, turn) for way in each)
        made = after
    assert sorted(tuple(report.moves or ()) for report in answer) == sorted(expected)
    assert answer.status is (Status.COMPLETE if expected else Status.INFEASIBLE)
    assert not any(report.optimal for report in answer)


def test_what_is_reached_is_written_as_the_start_was() -> None:
    in_colours = "".join(9 * letter for letter in "WRGYOB")
    for rules in ("checkerboard", "solved=cross"):
        assert {report.scheme for report in reach(in_colours, rules, limit=1)} == {"WRGYOB"}


def test_no_cube_at_all_is_no_question_of_moves() -> None:
    answer = reach("R U", ["checkerboard", "solved=cross"])
    assert answer.status is Status.INFEASIBLE
    assert "No cube satisfies" in answer.sentence()


def test_certain_turns_and_longer_sequences_are_left_to_breadth_first_search() -> None:
    answer = reach("R2 L2", "checkerboard", turns="U2,F2,D2,B2")
    assert ways(answer) == ways(reach("R2 L2", "checkerboard", limit=8))[:8]
    assert len(answer) == 8
    assert {report.cube for report in answer} == {Cube.from_moves("M2 E2 S2")}
    answer = reach("R2 L2", "checkerboard", turns="U2,D2,F2,B2,R", up_to=6)
    assert len(answer) == len(set(ways(answer))) > 8
    assert {len(report.moves or ()) for report in answer} == {4, 6}


@pytest.mark.parametrize("most", [0, 16, 17, 1000])
def test_the_size_of_a_pattern_is_measured(most: int) -> None:
    found = cubes_of(pattern_of("checkerboard"), most, Limits().begin())
    if most < 17:
        assert found is None
    else:
        assert found is not None
        assert set(found) == {report.cube for report in find("checkerboard")}


@pytest.mark.parametrize("seed", range(6))
def test_a_pocket_cube_is_led_to_the_nearest_of_some(seed: int) -> None:
    start = PocketCube.random(seed)
    ends = [PocketCube.random(seed + more) for more in (100, 200, 300)]
    answer = reach(start, any_of(ends))
    expected: dict[int, list[Moves]] = {}
    for end in dict.fromkeys(ends):
        for moves in pocket.all_solutions(~end * start):
            expected.setdefault(len(moves), []).append(moves)
    assert [report.moves for report in answer] == sorted(expected[min(expected)], key=tuple)
    assert answer.status is Status.COMPLETE
    assert all(report.optimal and report.cube in ends for report in answer)


@pytest.mark.parametrize(("rule", "turns"), [("at-most=1", None), ("at-most=2", "U,R,F2")])
def test_a_pocket_cube_is_led_to_rules_that_many_satisfy(rule: str, turns: str | None) -> None:
    answer = reach("U" * 4 + "R" * 4 + "F" * 4 + "D" * 4 + "L" * 4 + "B" * 4, rule, turns=turns)
    pattern = pattern_of(rule, 2)
    names = turns.split(",") if turns else list(answer.query["turns"])
    for length in range(5):
        words = map(" ".join, itertools.product(names, repeat=length))
        expected = [word for word in words if pattern.holds(PocketCube().apply(word))]
        if expected:
            break
    assert ways(answer) == expected
    assert answer.status is Status.COMPLETE


def test_what_moves_cannot_make_of_a_pocket_cube() -> None:
    answer = reach(PocketCube.from_moves("R"), "solved=all", turns="U,F2")
    assert answer.status is Status.INFEASIBLE
    assert "U and F2 generate" in answer.sentence() or "U and F2 alone" in answer.sentence()


def test_moves_that_a_pocket_cube_has_not_are_refused() -> None:
    with pytest.raises(InputError, match="2×2×2"):
        reach(PocketCube.from_moves("R"), "solved=all", turns="M,U")


def test_turns_of_a_larger_cube_cannot_be_chosen() -> None:
    with pytest.raises(InputError, match="among all turns"):
        reach(cube_class(4).from_moves("R"), "every-colour", turns="R,U")
