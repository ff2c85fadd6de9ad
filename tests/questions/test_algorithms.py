"""Lists of algorithms, against writing down every sequence on an independent cube."""

from __future__ import annotations

import itertools
import random

import pytest
from stickers_in_space import composed, of_moves, rotations
from words import swapped

from cubecsp import InputError, LimitError, Moves, Stop, solve_all
from cubecsp.cli import main
from cubecsp.search.lengths import measure
from cubecsp.search.named_moves import named_moves

pytestmark = [pytest.mark.native]

SETS = {
    "<R,U>": 4,
    "R,U,F": 5,
    "R,R',U,D": 4,
    "<R2,U,M>": 3,
    "<r,U>": 3,
    "<R,L,M>": 3,
    "<E,U2,D>": 3,
    "<x,R,U2>": 3,
    "R U R' U',F,U,U2": 4,
}
AUF = ("", "U", "U2", "U'")


def block(word, made):
    """Return how many moves at the beginning all commute."""
    for end in range(len(word)):
        if any(
            composed(made[a], made[word[end]]) != composed(made[word[end]], made[a])
            for a in word[:end]
        ):
            return end
    return len(word)


def is_direct(word, made):
    """Return whether no two among moves in a row that all commute are together one of the moves, or nothing."""
    known = {tuple(range(len(next(iter(made.values()))))), *made.values()}
    for begin in range(len(word)):
        some = word[begin : begin + block(word[begin:], made)]
        if any(composed(made[a], made[b]) in known for a, b in itertools.combinations(some, 2)):
            return False
    return True


def wastes(word, made, layer):
    """Return whether a sequence begins with a turn of a layer, among moves that commute with it."""
    every = {"mark": layer[0], **made}
    commuting = word[: block(("mark", *word), every) - 1]
    return any(made[name] in layer for name in commuting)


def listed(cube, moves, longest, size, auf):
    """Return every algorithm, by writing down all sequences: the names of its moves."""
    made = {name: of_moves(move, size) for name, move in moves.items()}
    layer = [of_moves(turn, size) for turn in AUF[1:]]
    turned = AUF if auf else AUF[:1]
    ends = {
        composed(of_moves(last, size), turn): turn for last in turned for turn in rotations(size)
    }
    for length in range(longest + 1):
        for word in itertools.product(made, repeat=length):
            whole = tuple(range(6 * size**2))
            for name in word:
                whole = composed(whole, made[name])
            for first in turned:
                end = ends.get(composed(of_moves(f"{cube} {first}", size), whole))
                if end is None or not is_direct(word, made):
                    continue
                back = tuple(end.index(n) for n in range(len(end)))
                after = [composed(composed(back, turn), end) for turn in layer]
                if auf and (wastes(word, made, layer) or wastes(word[::-1], made, after)):
                    continue
                yield word
                break


def spelled(moves):
    """Return moves by name, in the notation of the independent cube."""
    return {name: move.written for name, move in moves.items()}


@pytest.mark.parametrize("turns", SETS)
@pytest.mark.parametrize("auf", [False, True])
def test_lists_up_to_a_length_are_those_that_one_can_write_down(turns, auf):
    source = random.Random(f"{turns} {auf}")
    moves = named_moves(turns)
    for _ in range(2):
        some = source.choices([*spelled(moves).values()], k=source.randrange(1, 4))
        text = str(Moves(Moves(" ".join(some)).turns))  # so that the layer U is where it was
        cube = f"{text} {source.choice(AUF) if auf else ''}".strip() or "()"
        wanted = {*listed(cube.strip("()"), spelled(moves), SETS[turns], 3, auf)}
        options = {"turns": turns, "same_under": "auf" if auf else ()}
        if not wanted:
            with pytest.raises((LimitError, InputError)):
                solve_all(cube, up_to=SETS[turns], **options)
            continue
        answer = solve_all(cube, up_to=SETS[turns], **options)
        found = [report.sequence.names for report in answer]
        assert len({*found}) == len(found)
        assert {*found} == wanted
        assert [*map(len, found)] == sorted(map(len, found))
        for report in answer:
            replayed = report.written.replace("(", "").replace(")", "")
            assert of_moves(f"{cube.strip('()')} {replayed}") in rotations()
        if auf:
            shortest = {word for word in wanted if len(word) == min(map(len, wanted))}
            answer = solve_all(cube, **options)
            assert {report.sequence.names for report in answer} == shortest


@pytest.mark.parametrize("turns", ["<R,U>", "<R,L,U>", "<R2,F>"])
def test_lists_of_a_pocket_cube(turns):
    source = random.Random(turns)
    moves = named_moves(turns)
    cube = " ".join(source.choices([*moves], k=2))
    wanted = {*listed(cube, spelled(moves), 3, 2, True)}
    answer = solve_all(cube, size=2, turns=turns, up_to=3, same_under="auf")
    assert {report.sequence.names for report in answer} == wanted
    for report in answer:
        replayed = report.written.replace("(", "").replace(")", "")
        assert of_moves(f"{cube} {replayed}", 2) in rotations(2)


@pytest.mark.parametrize("turns", ["<R,L,U>", "<R,M,r>", "<U,D,R>"])
def test_one_of_those_that_differ_in_order(turns):
    moves = named_moves(turns)
    every = [r.sequence.names for r in solve_all("R", turns=turns, up_to=3)]
    some = [r.sequence.names for r in solve_all("R", turns=turns, up_to=3, up_to_commuting=True)]
    made = {name: of_moves(move) for name, move in spelled(moves).items()}
    classes = swapped(every, lambda a, b: composed(made[a], made[b]) == composed(made[b], made[a]))
    assert len(some) == len(classes)
    assert all(len(names & {*some}) == 1 for names in classes)


FACTS = {
    "R U R' U'": (4, 4, 4, 4, 3.2),
    "R2 U2": (2, 4, 2, 2, 2.2),
    "M2 U M2 U2 M2 U M2": (11, 20, 7, 7, 9.8),
    "r U R' U' r' F R F'": (8, 8, 8, 8, 8.0),
    "x R' U x'": (2, 2, 2, 4, 4.4),
    "[R: U] M'": (5, 5, 4, 4, 3.6),
    "": (0, 0, 0, 0, 0),
}


@pytest.mark.parametrize("moves", FACTS)
def test_lengths_that_one_can_count(moves):
    found = tuple(measure(moves, by) for by in ("htm", "qtm", "stm", "etm", "ease"))
    assert found == FACTS[moves]


def test_lengths_of_random_moves():
    """A face counts as one, a slice as two turns, or one; a half turn as two quarters; a rotation as a move only."""
    source = random.Random(5)
    for _ in range(100):
        words = [
            source.choice("URFDLBurfdlbMESxyz") + source.choice(("", "2", "'")) for _ in "abcdef"
        ]
        text = " ".join(words)
        faces = [0 if w[0] in "xyz" else 2 if w[0] in "MES" else 1 for w in words]
        assert measure(text, "htm") == sum(faces)
        assert measure(text, "qtm") == sum(
            n * (1 + ("2" in w)) for n, w in zip(faces, words, strict=True)
        )
        assert measure(text, "stm") == sum(w[0] not in "xyz" for w in words)
        assert measure(text, "etm") == len(words)
        costs = [measure(word, "ease") for word in words]
        assert measure(text, "ease") == round(sum(costs), 1)
        assert all(0.8 <= cost <= 3.0 for cost in costs)


@pytest.mark.parametrize("by", ["htm", "qtm", "stm", "etm", "ease"])
def test_sorted_lists_have_the_same_algorithms(by):
    options = {"turns": "<M,U>", "up_to": 9, "same_under": "auf"}
    cube = "M2 U M2 U2 M2 U M2"
    plain = solve_all(cube, **options)
    answer = solve_all(cube, sort=by, **options)
    assert len(answer) == 12
    values = [report.measured[by] for report in answer]
    assert values == sorted(values)
    assert values == [measure(" ".join(report.sequence.names), by) for report in answer]
    assert {r.written for r in answer} == {r.written for r in plain}
    first = solve_all(cube, sort=by, limit=2, **options)
    assert [r.written for r in first] == [r.written for r in answer][:2]
    assert first.stopped is Stop.LIMIT
    assert first.as_dict()["cubes"][0]["measured"] == {by: values[0]}


def test_every_shortest_solution_can_be_sorted():
    answer = solve_all("R2 U D", sort="qtm")
    assert {report.measured["qtm"] for report in answer} == {4}


def test_known_algorithms_are_in_the_list():
    """The T permutation, found by every collection of algorithms, is one of 18 of 14 moves of R, U and F."""
    sune = solve_all("R U2 R' U' R U' R'", turns="<R,U,L>", same_under="auf")
    assert "R U R' U R U2 R'" in {report.written for report in sune}
    assert all(len(report.sequence) == 7 for report in sune)


def test_what_cannot_be_asked():
    for options in ({"method": "optimal", "up_to": 4}, {"same_under": "mirror"}, {"sort": "fun"}):
        with pytest.raises(InputError):
            solve_all("R U", **options)
    with pytest.raises(InputError, match="4×4×4 cannot be solved in more than"):
        solve_all("R U", size=4, turns="<R,U>", up_to=3)
    with pytest.raises(InputError, match="generate a group of order 73,483,200"):
        solve_all("F", turns="<R,U>", same_under="auf")
    with pytest.raises(LimitError, match="length 2 or less"):
        solve_all("R U F", turns="<R,U,F>", up_to=2)


def test_they_are_printed_with_what_they_are_sorted_by(capsys):
    line = ["solve", "R U R' U R U2 R'", "--turns", "<R,U>", "--all", "--up-to", "11"]
    options = ["--same-under", "auf", "--sort", "ease"]
    assert main([*line, *options, "--color", "always"]) == 0
    printed = capsys.readouterr().out
    assert "R U2 R' U' R U' R'  (5.8 ease)" in printed
    assert "of up to 11 moves, up to turns of the last layer" in printed
    assert main([*line[:-3], "--sort", "ease"]) == 2
    assert "--sort needs --all" in capsys.readouterr().err
    assert main(["solve", "R", "--up-to", "3", "--sort", "ease", "--limit", "2"]) == 2
    assert "--up-to, --sort and --limit need --all" in capsys.readouterr().err
