"""Moves for many cubes under one deadline: what each is given of the time, and what becomes of those that fail.

The methods are doubles, and the clock stands still.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from cubecsp import Cube, InputError, LimitError, Moves, Status, describe, solve
from cubecsp.cli import main
from cubecsp.cli.exit_codes import STOPPED
from cubecsp.errors import OutOfTimeError, TableError
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.finding.found_moves import _shortest_first
from cubecsp.questions.moving.moves import MoveSearch, _shorter, improve_moves
from cubecsp.search import Method, optimal
from cubecsp.search.optimal import OptimalSearch
from cubecsp.search.solution import Solution
from cubecsp.stopping.deadline import Deadline

HOUR = 3_600.0
ALL_OPTIONS = frozenset(
    {
        "time_limit",
        "deadline",
        "threads",
        "max_nodes",
        "max_length",
        "upper",
        "lower",
        "patience",
        "progress",
    }
)
TURNS = "R", "U", "F", "L"
CUBES = [Cube.from_moves(turn) for turn in TURNS]
TIRED = LimitError("there is no room", "make some")


def moves_of(cube: Cube, *, optimal: bool = True) -> Solution:
    """Return the turn back, of a cube that is one turn away."""
    moves = next(~Moves(turn) for turn in TURNS if Cube.from_moves(turn) == cube)
    return Solution(moves, "htm", optimal, int(optimal), 0.0, 0)


class Script:
    """What a method does for each cube, call by call, and what it was asked."""

    def __init__(self, *outcomes: Any) -> None:
        self.outcomes, self.asked = list(outcomes), list[tuple[str, Any]]()

    def one(self, cube: Cube, **options: Any) -> Solution | None:
        """Solve a cube, or fail."""
        self.asked.append((TURNS[CUBES.index(cube)], options))
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def many(self, cubes: list[Cube], **options: Any) -> Iterator[Solution | None]:
        """Solve cubes, until one fails."""
        self.asked.append(("".join(TURNS[CUBES.index(cube)] for cube in cubes), options))
        for outcome in self.outcomes[: len(cubes)]:
            if isinstance(outcome, Exception):
                raise outcome
            yield outcome
        del self.outcomes[: len(cubes)]


@pytest.fixture
def using(monkeypatch):
    """Have all moves found by a script, and the clock stand still."""
    monkeypatch.setattr("cubecsp.stopping.deadline.time", SimpleNamespace(monotonic=lambda: 5.0))

    def use(script: Script, **kind: Any) -> Script:
        method: Method[Cube] = Method("double", "a double", ALL_OPTIONS, script.one, **kind)
        monkeypatch.setattr(MoveSearch, "by", method)
        return script

    return use


def found(number: int, known: list[Solution | None] | None = None, **how: Any) -> list[Any]:
    """Return the moves of the first few cubes, as they become known within an hour."""
    search, none = MoveSearch("two-phase", **how), [None] * number
    return [*improve_moves(CUBES[:number], known or none, search, Deadline(HOUR))]


def test_a_cube_whose_share_was_too_short_gets_what_the_others_left(using):
    """Each has its share of the time that is left; what fails for another reason is not asked for again."""
    refused, late = InputError("it cannot be solved", "try another"), OutOfTimeError()
    first, last = moves_of(CUBES[0]), moves_of(CUBES[3])
    script = using(Script(late, refused, TIRED, late, late, last, first))
    assert found(4) == [(1, refused, True), (2, TIRED, True), (3, last, True), (0, first, True)]
    assert [(cube, asked.get("time_limit")) for cube, asked in script.asked] == [
        *zip("RUFL", (HOUR / 4, HOUR / 3, HOUR / 2, HOUR), strict=True),
        *zip("RLR", (HOUR / 2, HOUR, HOUR), strict=True),
    ]


def test_what_works_on_many_at_once_gives_each_its_share(using):
    """The time counts all threads; a given length or node limit decides when to stop."""
    for number, how, limit, threads in (
        (4, {"threads": 2}, HOUR / 2, 2),
        (4, {"threads": 1}, HOUR / 4, 1),
        (1, {}, HOUR, 1),
        (1, {"threads": 2}, HOUR, 2),
        (4, {"max_nodes": 9, "threads": 2}, None, 2),
        (4, {"max_length": 9, "threads": 2}, None, 2),
    ):
        script = Script(*map(moves_of, CUBES[:number]))
        using(script, many=script.many)
        assert found(number, **how) == [
            (i, moves_of(cube), True) for i, cube in enumerate(CUBES[:number])
        ]
        (cubes, asked), *_ = script.asked
        assert (cubes, asked.get("time_limit"), asked.get("threads")) == (
            "RUFL"[:number],
            limit,
            threads,
        )
        assert asked.get("deadline").seconds == HOUR


def test_where_there_is_no_room_moves_that_are_known_stay(using):
    """The others have none, and it is said why; what was found before is better than what was known."""
    known = [moves_of(cube, optimal=False) for cube in CUBES[:3]]
    script = Script(moves_of(CUBES[0]), TIRED)
    using(script, many=script.many)
    assert found(4, [*known, None], threads=1) == [
        (0, moves_of(CUBES[0]), True),
        (1, known[1], True),
        (2, known[2], True),
        (3, TIRED, True),
    ]


def test_moves_that_are_too_long_are_looked_for_again(using):
    """Those that are just short enough are not; what has none by then has run out of time."""
    long = [
        replace(moves_of(cube), moves=~Moves(f"{turn} R R'"), optimal=False)
        for turn, cube in zip(TURNS, CUBES, strict=True)
    ]
    short = [moves_of(cube, optimal=False) for cube in CUBES]
    script = Script(long[0], short[1], long[2], None, short[0], None)
    using(script, many=script.many)
    *first, again, left = found(4, max_nodes=9, longest=1, threads=2)
    assert [(i, some) for i, some, _ in first[:3]] == [(0, long[0]), (1, short[1]), (2, long[2])]
    assert [final for *_, final in first] == [False, True, False, False]
    assert isinstance(first[3][1], OutOfTimeError)
    assert (again, left) == ((0, short[0], True), (2, long[2], False))
    assert [
        (cubes, asked.get("max_length"), asked.get("max_nodes")) for cubes, asked in script.asked
    ] == [
        ("RUFL", None, 9),
        ("RF", 1, None),
    ]


def test_no_cube_waits_for_a_hard_one(using):
    """At first what is seen without a table, then a second each, then four; the last one has all that is left."""
    hard = [replace(moves_of(cube, optimal=False), proven=1) for cube in CUBES]
    easy = [moves_of(cube) for cube in CUBES]
    script = Script(*hard[:3], *hard[:3], hard[0], easy[1], hard[2], hard[0], easy[2], easy[0])
    using(script, proves=True)
    given = found(3)
    assert [(i, moves.optimal, final) for i, moves, final in given[-3:]] == [
        (0, False, False),
        (2, True, True),
        (0, True, True),
    ]
    assert [(cube, asked.get("patience")) for cube, asked in script.asked] == [
        *zip(
            "RUFRUFRUFRFR",
            (0.0,) * 3 + (1.0,) * 3 + (4.0,) * 3 + (16.0,) * 2 + (None,),
            strict=True,
        )
    ]
    assert {(asked.get("upper"), asked.get("lower")) for _, asked in script.asked[:3]} == {
        (None, 0)
    }
    known = {
        (cube, str(asked.get("upper")), asked.get("lower")) for cube, asked in script.asked[3:]
    }
    assert known == {("R", "R'", 1), ("U", "U'", 1), ("F", "F'", 1)}
    assert {asked.get("time_limit") for _, asked in script.asked} == {HOUR}


def test_a_table_that_fails_for_one_cube_costs_the_others_nothing(using):
    """It may be damaged where that one looks; what two phases knew of it is not given as if that were the shortest."""
    damaged, known = TableError("it is damaged"), [moves_of(cube, optimal=False) for cube in CUBES]
    for kind in ({}, {"proves": True}):
        script = using(Script(moves_of(CUBES[0]), damaged, moves_of(CUBES[2])), **kind)
        assert found(3, known[:3]) == [
            (0, moves_of(CUBES[0]), True),
            (1, damaged, True),
            (2, moves_of(CUBES[2]), True),
        ]
        assert len(script.asked) == 3
    script = Script(moves_of(CUBES[0]), damaged)
    using(script, many=script.many)
    assert found(2, threads=1) == [(0, moves_of(CUBES[0]), True), (1, damaged, True)]


def have_fail(monkeypatch: pytest.MonkeyPatch, bad: Cube) -> None:
    """Have the search for the shortest moves of one cube end with an error."""

    def fails(search: OptimalSearch, best: Any) -> Solution:
        if search.cube == bad:
            raise TableError("it is damaged")
        return shortest(search, best)

    shortest = optimal._shortest
    monkeypatch.setattr(optimal, "_shortest", fails)


def test_the_report_of_a_cube_that_fails_says_so(monkeypatch, tmp_path):
    """Also with kept tasks: next time only that cube is solved again."""
    cubes = ["R U F D", "L2 U2 F' B2 B L U", "L D"]
    have_fail(monkeypatch, Cube.from_moves(cubes[1]))
    options: dict[str, Any] = {"method": "optimal", "pruning_table": "tiny"}
    kept = {"resume": tmp_path / "solved.db"}
    for more in ({}, kept):
        answer = solve(cubes, **options, **more)
        assert [report.length for report in answer] == [4, None, 2]
        assert (answer.status, answer.cubes[1].unsolved) == (Status.PARTIAL, "it is damaged")
    with pytest.raises(TableError, match="it is damaged"):
        solve(cubes[1], **options)
    monkeypatch.undo()
    answer = solve(cubes, **options, **kept)
    assert [report.length for report in answer] == [4, 6, 2]
    assert answer.tasks is not None
    assert answer.tasks.resumed == 2


def test_the_description_of_a_cube_that_fails_says_so(monkeypatch, capsys):
    have_fail(monkeypatch, Cube.random(1))
    cubes = [Cube.random(1), Cube.from_moves("R")]
    assert [report.length for report in describe(cubes)] == [None, 1]
    assert main(["describe", *(cube.facelets for cube in cubes)]) == STOPPED
    assert "distance  not known: it is damaged" in capsys.readouterr().out


def test_one_cube_alone_is_improved_for_all_of_the_time(using):
    easy = [moves_of(CUBES[0])]
    alone = using(Script(easy[0]), proves=True)
    assert found(1) == [(0, easy[0], True)]
    assert alone.asked[0][1].get("patience") is None


@pytest.mark.parametrize("place", range(3))
def test_a_cube_that_certain_turns_cannot_solve_may_stand_anywhere(place):
    cubes = ["R", "U R'"]
    cubes.insert(place, "F")
    answer = solve(cubes, turns="R,R',U,U'")
    unsolved = [report.unsolved is not None for report in answer]
    assert unsolved == [number == place for number in range(3)]
    assert "U' alone generate" in answer.cubes[place].unsolved


@pytest.mark.parametrize("longer", [False, True])
@pytest.mark.parametrize("proven", [False, True])
@pytest.mark.parametrize("better", [False, True])
def test_of_two_solutions_the_shorter_and_of_two_as_short_the_proven_one_is_kept(
    longer, proven, better
):
    one = Solution(Moves("R U F"), "htm", proven, 0, 0.0, 0)
    other = Solution(Moves("L D B U" if longer else "L D B"), "htm", better, 0, 0.0, 0)
    kept = _shorter(one, other)
    if longer or (proven and not better):
        assert kept is one
    else:
        assert kept is other
    assert _shorter(None, other) is _shorter(other, None) is other


def test_cubes_without_moves_come_after_all_others_where_the_shortest_come_first():
    """And one that is solved already comes before all: it needs none."""
    late = replace(CubeReport.of(Cube.from_moves("F")), unsolved="the time limit passed")
    solved = [
        CubeReport.of(Cube.from_moves(made)).solved_by(
            Solution(Moves(undone), "htm", True, 0, 0.0, 0)
        )
        for made, undone in (("R U", "U' R'"), ("", ""), ("R", "R'"))
    ]
    two, none, one = solved
    assert sorted([late, *solved], key=_shortest_first) == [none, one, two, late]
