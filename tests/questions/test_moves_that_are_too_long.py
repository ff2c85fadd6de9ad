"""`max_length` asks for moves of so many turns or fewer: longer ones are never taken for an answer."""

from __future__ import annotations

import pytest

from cubecsp import Cube, InputError, LimitError, Status, Stop, solve
from cubecsp.cli import main
from cubecsp.questions.moving import moves
from cubecsp.questions.moving.moves import MoveSearch, improve_moves
from cubecsp.search.solution import Solution
from cubecsp.stopping.deadline import Deadline

THREE = "R U F"  # and no fewer
FAR = "R U F D L2 B' R2 U' F2 D R' L B U2 F' D R B L2"  # two phases need some time for 18 turns


@pytest.mark.parametrize(
    "how",
    [{}, {"method": "optimal", "pruning_table": "tiny"}, {"method": "breadth-first"}],
    ids=["two-phase", "optimal", "breadth-first"],
)
def test_no_method_gives_longer_moves_than_asked_for_if_none_are_as_short(how):
    with pytest.raises(LimitError, match="no solution has length 2 or less"):
        solve(THREE, max_length=2, **how)
    answer = solve([THREE, "R2 U"], max_length=2, **how)
    assert [report.length for report in answer] == [None, 2]
    assert answer[0].unsolved.startswith("no solution has length 2 or less")
    assert solve(THREE, max_length=3, **how)[0].length == 3


@pytest.mark.parametrize(
    "how", [{"max_nodes": 100}, {"method": "thistlethwaite"}], ids=["two-phase", "thistlethwaite"]
)
def test_moves_for_which_the_node_limit_was_too_low_are_given_as_too_long(how):
    answer = solve(FAR, max_length=12, **how)
    assert (answer.status, answer.stopped, answer.longer) == (Status.PARTIAL, Stop.NODES, 1)
    assert answer[0].length > 12
    assert answer.sentence().startswith(
        "1 cube solved, in more turns than asked for; the node limit was reached"
    )


def test_the_command_says_that_moves_are_too_long(capsys):
    assert main(["solve", FAR, "--max-length", "12", "--max-nodes", "100"]) == 3
    printed = capsys.readouterr()
    assert Cube.from_moves(FAR) * Cube.from_moves(printed.out) == Cube()
    assert "in more turns than asked for" in printed.err


@pytest.mark.parametrize(("more", "final"), [(-1, False), (0, True)])
def test_moves_are_final_before_the_end_of_the_time_or_if_they_are_as_short_as_asked_for(
    more, final, monkeypatch
):
    """Two phases give the best that they have when the time is over."""
    cube = Cube.from_moves(FAR)
    known = Solution(solve(cube, max_length=20)[0].solution, "htm", False, 0, 0.0, 0)
    monkeypatch.setattr(moves, "_shorter", lambda *_: known)
    search = MoveSearch("two-phase", max_length=known.length + more, max_nodes=1)
    for deadline, is_final in ((Deadline(1e-9), final), (Deadline(10**6), True)):
        assert [*improve_moves([cube], [None], search, deadline)] == [(0, known, is_final)]


@pytest.mark.parametrize("most", [40, 41, 10**6])
def test_any_length_may_be_asked_for(most):
    assert solve(THREE, max_length=most)[0].length <= 20


def test_no_turns_at_all_are_refused_as_such():
    with pytest.raises(InputError, match="turns"):
        solve(THREE, turns="")
