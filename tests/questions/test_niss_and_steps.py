"""`reach` step by step and on the inverse scramble (NISS), against cubes turned sticker by sticker."""

from __future__ import annotations

import itertools
import random
from urllib.parse import parse_qs, urlsplit

import pytest
from stickers_in_space import composed, moved, of_moves

from cubecsp import InputError, Moves, Status, Stop, apply, reach, solve
from cubecsp.puzzle.cube.niss import NissMoves

SOLVED = "".join(face * 9 for face in "URFDLB")
TURNS = ["U", "R", "F", "U2", "R2", "F2", "U'", "R'", "F'"]
CROSS = [28, 30, 32, 34, 25, 16, 43, 52]  # D and what is beside its edges
EDGES = [
    *((1, 46), (3, 37), (5, 10), (7, 19), (28, 25), (30, 43), (32, 16), (34, 52)),
    *((23, 12), (21, 41), (50, 39), (48, 14)),
]


def cross(stickers):
    return all(stickers[i] == SOLVED[i] for i in CROSS)


def oriented(stickers):
    """Whether the first sticker of each edge slot shows a U or D colour, or F or B of an edge without one."""
    for first, second in EDGES:
        shown = stickers[first] + stickers[second]
        if shown[0] not in ("UD" if {*shown} & {*"UD"} else "FB"):
            return False
    return True


RULES = {"solved=cross": cross, "oriented=edges": oriented}


def undone(where):
    return tuple(sorted(range(54), key=where.__getitem__))


def reached(scramble, normal, inverse):
    """Return the stickers after: inverse moves undone, the scramble, normal moves."""
    sides = (undone(of_moves(inverse)), of_moves(scramble), of_moves(normal))
    return moved(SOLVED, composed(composed(sides[0], sides[1]), sides[2]))


def split(line):
    """Return the normal and the inverse moves of a line, read as solvers write it."""
    inverse = line[1 : line.index(")")] if line.startswith("(") else ""
    return line[line.index(")") + 1 :].strip() if inverse else line, inverse


def sequences(length):
    return map(" ".join, itertools.product(TURNS, repeat=length))


def by_brute_force(scramble, holds, most):
    """Return the shortest pairs of normal and inverse moves, each length tried in full."""
    for total in range(most + 1):
        found = {
            (normal, inverse)
            for on_inverse in range(total + 1)
            for inverse in sequences(on_inverse)
            for normal in sequences(total - on_inverse)
            if holds(reached(scramble, normal, inverse))
        }
        if found:
            return found
    return set()


def scrambled(seed, length):
    rng = random.Random(seed)
    return " ".join(rng.choices([*TURNS, "D", "L2", "B'"], k=length))


@pytest.mark.ordinary(8)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("rule", RULES)
def test_all_splits_of_the_shortest_length_are_found(rule, seed):
    scramble, holds = scrambled(seed, 5), RULES[rule]
    # what is a few moves from the rules on either side
    expected = by_brute_force(scramble, holds, 3)
    up_to = None if expected else 3
    answer = reach(scramble, rule, turns=",".join(TURNS), niss=True, limit=None, up_to=up_to)
    lines = [split(report.written) for report in answer]
    assert {*lines} == expected
    assert len(lines) == len(expected)
    assert answer.status is (Status.COMPLETE if expected else Status.INFEASIBLE)


KEEPS_THE_CROSS = "F R U R' U' F'"  # and flips edges


@pytest.mark.parametrize(
    ("scramble", "first"),
    [
        *((scramble, "oriented=edges") for scramble in ("R2 F", "F D F")),
        pytest.param("B' R U", "oriented=edges", marks=pytest.mark.slow),
        *itertools.product([f"R {KEEPS_THE_CROSS}", "F D R U"], RULES),
    ],
)
def test_each_of_several_targets_is_reached(scramble, first):
    """The last two by moves on the inverse alone, whichever target is named first."""
    expected = by_brute_force(scramble, lambda shown: oriented(shown) or cross(shown), 3)
    either = f"any({first}, solved=cross, oriented=edges)"
    answer = reach(scramble, either, turns=",".join(TURNS), niss=True, limit=None)
    assert {split(report.written) for report in answer} == expected


def test_detours_are_listed_up_to_a_length():
    answer = reach("R F", "oriented=edges", turns="R,F,F'", niss=True, up_to=3, limit=None)
    turns = ["R", "F", "F'"]
    expected = [
        (" ".join(normal), " ".join(inverse))
        for total in range(4)
        for on_inverse in range(total + 1)
        for inverse in itertools.product(turns, repeat=on_inverse)
        for normal in itertools.product(turns, repeat=total - on_inverse)
        if oriented(reached("R F", " ".join(normal), " ".join(inverse)))
    ]
    assert sorted(split(report.written) for report in answer) == sorted(expected)


def fewest_in_steps(scramble, holds, most, *, niss):
    """Return the fewest moves in total of two steps, every cube after the first step kept."""
    first, second = holds
    start = of_moves(scramble)
    best = None
    ways = [
        (of_moves(normal), undone(of_moves(inverse)), total)
        for total in range(most + 1)
        for on_inverse in range(total + 1 if niss else 1)
        for inverse in sequences(on_inverse)
        for normal in sequences(total - on_inverse)
    ]
    after_first = {}
    for normal, inverse, total in ways:
        where = composed(composed(inverse, start), normal)
        if first(moved(SOLVED, where)):
            after_first.setdefault(where, total)
    for where, total in after_first.items():
        for normal, inverse, more in ways:
            if total + more > most or (best is not None and total + more >= best):
                continue
            if second(moved(SOLVED, composed(composed(inverse, where), normal))):
                best = total + more
    return best


@pytest.mark.ordinary(8)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("niss", [False, True])
def test_two_steps_take_the_fewest_moves_in_total(niss, seed):
    rng = random.Random(seed)
    scramble = " ".join(rng.choices(TURNS, k=3))
    best = fewest_in_steps(scramble, (oriented, cross), 3 - niss, niss=niss)
    turns = ",".join(TURNS)
    rules = ["oriented=edges", "then", "solved=cross"]
    answer = reach(scramble, rules, turns=turns, niss=niss, keep=100_000)
    (report,) = answer
    *_, last = report.phases
    if best is None:
        assert last.total > 3 - niss
    else:
        assert last.total == best
    assert report.optimal
    assert answer.status is Status.COMPLETE


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("niss", [False, True])
@pytest.mark.parametrize("keep", [1, 5])
def test_printed_steps_hold_when_they_are_replayed(niss, keep, seed):
    """And a bound is never above the moves, nor above those of a search that keeps more."""
    scramble = scrambled(seed, 6)
    rules = ["oriented=edges", "then", "solved=cross"]
    answer = reach(scramble, rules, niss=niss, keep=keep)
    (report,) = answer
    normal = inverse = ""
    total = 0
    for step, holds in zip(report.phases, (oriented, cross), strict=True):
        line, comment = str(step).split("//")
        more, more_inverse = split(line.strip())
        normal, inverse = f"{normal} {more}", f"{inverse} {more_inverse}"
        total += len(more.split()) + len(more_inverse.split())
        assert holds(reached(scramble, normal, inverse))
        assert comment.endswith(f"({step.length}/{total})")
    assert report.facelets == reached(scramble, normal, inverse)
    (best,) = reach(scramble, rules, niss=niss, keep=50)
    assert best.phases[-1].total <= total
    assert (report.proven or total) <= best.phases[-1].total
    assert report.optimal == (report.proven is None)
    assert (answer.status is Status.COMPLETE) == report.optimal
    assert answer.stopped in (None, Stop.NODES)


@pytest.mark.parametrize("seed", range(8))
def test_the_rest_after_moves_on_both_sides_solves_the_scramble_in_one(seed):
    scramble, normal, inverse = (scrambled(10 * seed + i, 4) for i in range(3))
    after = f"({inverse}) {normal}"
    (report,) = solve(scramble, after=after)
    assert report.facelets == reached(scramble, normal, inverse)
    assert moved(SOLVED, of_moves(f"{scramble} {report.in_one}")) == SOLVED
    (applied,) = apply(after, scramble, niss=True)
    assert applied.facelets == report.facelets
    rest = reach(scramble, "solved=cross", after=after, niss=True, limit=1)
    more = split(rest[0].written)
    sides = (f"{normal} {more[0]}", f"{inverse} {more[1]}")
    assert cross(reached(scramble, *sides))
    one = NissMoves(*sides).in_one
    assert str(rest[0].in_one) == str(one)


def test_moves_on_the_inverse_may_stand_anywhere():
    expected = NissMoves("R F'", "U2 B U")
    for text in ("(U2 B U) R F'", "R (U2 B U) F'", "(U2 B)R // eo\nF'(U)", "R F' (U2 B U)"):
        assert NissMoves.parse(text) == expected
    assert str(expected) == "(U2 B U) R F'"
    assert expected.in_one == Moves("R F' U' B' U2")


@pytest.mark.parametrize(
    "text", ["(U2 B", "U2 B)", "(U (B) R)", "(U B)2 R", "(U B)' R", "(x) R", "M"]
)
def test_other_groups_are_refused(text):
    with pytest.raises(InputError):
        NissMoves.parse(text)


@pytest.mark.parametrize(
    ("rules", "step"),
    [
        (["then", "solved=cross"], 1),
        (["solved=cross", "then"], 2),
        (["solved=cross", "then", "then", "solved=F2L"], 2),
        (["then"], 1),
    ],
)
def test_every_step_needs_rules(rules, step):
    with pytest.raises(InputError, match=f"step {step} has no rules"):
        reach("R", rules)


def test_what_does_not_go_with_steps_is_refused():
    steps = ["oriented=edges", "then", "solved=cross"]
    for rules, options in (
        (steps, {"up_to": 3}),
        (steps, {"turns": "M,U"}),
        (["colours(U)==3"], {"niss": True}),
    ):
        with pytest.raises(InputError):
            reach("R U", rules, **options)
    for pocket in ("RFDLBU" * 4, "U" * 4 + "R" * 4 + "F" * 4 + "D" * 4 + "L" * 4 + "B" * 4):
        with pytest.raises(InputError):
            reach(pocket, ["oriented=corners"], niss=True)


def test_links_play_the_steps_in_one_and_only_one_side():
    steps = ["oriented=edges", "then", "solved=cross"]
    for after in (None, "(U2) R"):
        (report,) = reach("R U F", steps, after=after, link="alg.cubing.net")
        parts = parse_qs(urlsplit(report.link).query)
        setup, played = (
            parts[name][0].replace("-", "'").replace("_", " ") for name in ("setup", "alg")
        )
        assert cross(moved(SOLVED, of_moves(f"{setup} {played}")))
        assert moved(SOLVED, of_moves(f"{setup} {played}")) == report.facelets
    for options in ({"niss": True, "link": "page"}, {"keep": 5}):
        with pytest.raises(InputError):
            reach("R U F", "oriented=edges", **options)


def test_half_turn_reduction_is_a_step():
    """Each of the steps of a short scramble holds, as the rules say of the cube itself."""
    answer = reach(
        "R U F2 D' B", ["EO", "then", "DR", "then", "HTR", "then", "solved=all"], keep=10
    )
    (report,) = answer
    assert [step.rules.split()[0] for step in report.phases] == ["EO", "DR", "HTR", "solved=all"]
    assert moved(SOLVED, of_moves(f"R U F2 D' B {report.in_one}")) == SOLVED


def test_half_turn_reduction_takes_as_many_moves_as_the_third_phase_of_thistlethwaite():
    rng = random.Random(3)
    turns = [*("U", "D", "U'", "D'"), *("U2", "D2", "R2", "L2", "F2", "B2")]
    for _ in range(6):
        scramble = " ".join(rng.choices(turns, k=25))
        phases = solve(scramble, method="thistlethwaite").cubes[0].phases
        (report,) = reach(scramble, "HTR", turns=",".join(turns), limit=1)
        assert len(report.moves) == len(phases[2].moves)


def test_a_limit_gives_the_steps_reached():
    answer = reach(
        "R U F2 D B R2 U L F D2 R B2 U' L D F' R2 B U2",
        ["oriented=edges", "then", "solved=all"],
        max_nodes=200_000,
    )
    (report,) = answer
    assert answer.status is Status.PARTIAL
    assert not report.optimal
    assert oriented(report.facelets)
    assert "this reaches 1 step of 2" in answer.sentence()


def test_a_node_limit_is_no_answer():
    answer = reach("R U F2 D B R2 U L F", "oriented=edges", niss=True, max_nodes=100)
    assert answer.status is Status.UNKNOWN
    assert answer.stopped is Stop.NODES
    assert "node limit" in answer.sentence()


def test_more_than_one_way_in_steps_if_asked_for():
    rules = ["oriented=edges", "then", "solved=cross"]
    answer = reach("R U F2", rules, limit=3)
    totals = {report.phases[-1].total for report in answer}
    assert len(totals) == 1
    assert len({tuple(map(str, report.phases)) for report in answer}) == len(answer) <= 3


def test_the_query_writes_steps_as_they_are_given():
    answer = reach("R", ["solved=cross", "then", "oriented=edges"])
    assert answer.query["rules"] == ["solved=cross", "then", "oriented=edges"]


@pytest.mark.parametrize("seed", range(3))
def test_on_the_way_to_solved_no_split_takes_fewer_than_the_normal_side(seed):
    scramble = scrambled(seed, 3)
    (report,) = reach(scramble, ["EO", "then", "solved=all"], niss=True, keep=100_000)
    (shortest,) = solve(scramble, method="optimal", pruning_table="tiny")
    assert report.phases[-1].total == shortest.length
    assert moved(SOLVED, of_moves(f"{scramble} {report.in_one}")) == SOLVED


@pytest.mark.ordinary(4)
def test_a_scramble_is_solved_through_all_groups_on_both_sides():
    scramble = "R' U' F D2 L2 F R2 U2 R2 B D2 L B2 D' B2 L' R' B D2 B U2 L U2 R2 F' R' U' F"
    steps = ["EO", "then", "DR", "then", "HTR", "then", "solved=all"]
    (report,) = reach(scramble, steps, niss=True)
    assert report.phases[-1].total == len(report.in_one) == 22
    assert any(step.moves.inverse for step in report.phases)
    assert moved(SOLVED, of_moves(f"{scramble} {report.in_one}")) == SOLVED
    stopped = reach(scramble, steps, niss=True, max_nodes=20_000)
    assert "node limit was reached in step" in stopped.sentence()
